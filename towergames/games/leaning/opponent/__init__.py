"""How the opponents of Leaning Towers think. Method and strength: ``BOTS.md``.

Only :mod:`worth` and :mod:`drafts` can be imported without the physics engine; the others are imported late.
"""

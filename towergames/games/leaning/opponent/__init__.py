"""The opponents of Leaning Towers: ``player`` decides. Method and strength: ``BOTS.md``.

:mod:`evaluation` and :mod:`suggestions` can be imported without the physics engine; import the other modules late.
"""

"""How the opponents of Konexi think: weights on paper, words, simulated releases, the race to the last point.

``player`` is what ``bots`` asks. Only ``trials`` needs the engine.
"""

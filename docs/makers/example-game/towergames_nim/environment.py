"""Nim as an environment for learning: every legal action is listed."""

from towergames.core.environment import EnvironmentSpec
from towergames_nim.game import LETTERS, TALLEST

MEASURES = {"State.heights": (len(LETTERS),), "State.terms": (0,)}
ENVIRONMENT = EnvironmentSpec(actions=len(LETTERS) * TALLEST, measures=MEASURES)

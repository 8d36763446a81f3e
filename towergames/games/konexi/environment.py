"""Konexi as an environment for learning.

Listed are places, words of the list, and all other actions; of the orders of the circle only the alphabet.
"""

from __future__ import annotations

from towergames.core.environment import EnvironmentSpec, one_of

ENVIRONMENT = EnvironmentSpec(
    actions=4096,
    measures={
        "View.phase": one_of(
            "words first birthday arrange circle base roll token fate bump place release word find over"
        ),
        "View.circle": (26,),
        "View.tower": (26,),
        "View.rests": (26,),
        "View.said": (4, 12),
        "RoundEnd.kind": (0,),
        "RoundEnd.cause": (0,),
    },
)

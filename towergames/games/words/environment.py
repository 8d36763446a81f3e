"""Stacked Words as an environment for learning.

Listed are plays with words of the list, and all other actions. With challenges on, plays with other words are legal
too.
"""

from __future__ import annotations

from towergames.core.environment import EnvironmentSpec, one_of

ENVIRONMENT = EnvironmentSpec(
    actions=4096,
    measures={
        "View.phase": one_of("words order deal turn answer ruling draw exchange look over"),
        "View.board": (100, 5),
        "View.racks": (None, 7),
        "View.last": (7,),
        "Pending.laid": (7,),
        "Pending.words": (0,),
    },
)

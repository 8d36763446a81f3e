"""Leaning Towers as an environment for learning.

Listed are all actions without a pose, and each size leaning on, or put above, one of the 8 latest pieces from 4 sides.
A piece is put back where it stood. All other poses are legal too.
"""

from __future__ import annotations

from towergames.core.environment import EnvironmentSpec, one_of
from towergames.games.leaning.model import SIZES

ENVIRONMENT = EnvironmentSpec(
    actions=256,
    measures={
        "View.phase": one_of("order found foundation turn release search slip clear rebuild fate bump over"),
        "Layout.pieces": (152,),
        "Layout.touches": (304,),
        "Layout.near": (0,),
        "Piece.size": (SIZES,),
        "View.last_size": (SIZES,),
        "InHand.kind": one_of("place rebuild found ready"),
        "InHand.size": (SIZES,),
        "InHand.size2": (SIZES,),
        "View.before": (0,),
        "View.stood": (0,),
        "View.broken": (16,),
        "View.failed": (16,),
        "View.clearing": (16,),
    },
)

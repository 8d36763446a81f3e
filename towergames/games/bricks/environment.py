"""Brick Tower as an environment for learning.

Listed are drafting, placing an ordinary card anywhere, taking a piece, clearing, asking, one simple tower, and handing
in. Moving, swapping, shifting, wildcards, declaring, adjusting, drafts, any other whole tower, and handing in with a
word are legal too. The measures leave out what no listed action brings about: further drafts and wildcards.
"""

from __future__ import annotations

from towergames.core.environment import EnvironmentSpec, one_of
from towergames.games.bricks.pieces import COLOURS, SHAPES

ENVIRONMENT = EnvironmentSpec(
    actions=4096,
    measures={
        "View.phase": one_of("words deal pick build appraisal over"),
        "View.code": (0,),
        "View.materials": (100, 4),
        "View.pool": (100, 4),
        "View.picked": (None, 50, 4),
        "View.found": (0,),
        "View.order": (0,),
        "Bench.drafts": (1,),
        "Bench.active": (0,),
        "Bench.tower": (0,),
        "Bench.word": (12,),
        "Bench.known": (36,),
        "Draft.name": (0,),
        "Draft.tower": (30, 12),
        "Piece.colour": (COLOURS,),
        "Piece.shape": (SHAPES,),
        "Piece.made_of": (0,),
    },
)

"""What the signs on the table mean, for the help screen: each drawn as it is drawn on the board."""

from __future__ import annotations

from towergames.boards.kit.canvas import Ink, Run
from towergames.boards.leaning import inks
from towergames.boards.leaning.blocks import SHAPES
from towergames.boards.protocol import Legend


def legend() -> Legend:
    """(sample as runs, meaning) pairs."""
    return (
        ((Run("P7M2", inks.plate(1)),), "piece 7, medium, of player 2; pieces without a last number are neutral"),
        ((Run("P7▄.", inks.plate(1)),), "its pips (L-4): a block for each free contact, a dot for each used one"),
        (
            (Run("P7..", inks.plate(1, full=True)),),
            "a full piece: nothing more can touch it; P7- where there is less room",
        ),
        ((Run(">P7<", inks.CURSOR),), "the piece to lean on, outlined in the same colour"),
        ((Run("*P7", inks.LAST),), "placed or moved last, outlined in the same colour"),
        ((Run("+", inks.HAND),), "in the hand, see-through: it may be let go here"),
        ((Run("x", inks.HAND),), "in the hand: it would break a rule here"),
        ((Run("?", inks.HAND),), "in the hand, not yet looked at"),
        (
            (Run(">", inks.CHOSEN), Run("1", inks.plate(0)), Run(" 12", inks.PLATE)),
            "a player: number, name, points, pieces left; > is on turn",
        ),
        ((Run("/M\\", inks.PLATE),), "holds a medium piece, which must be placed next"),
        ((Run(SHAPES["small"] + " " + SHAPES["large"], Ink(inks.role(0))),), "a small piece left, a large one"),
        (
            (Run("(", inks.WARN), Run(SHAPES["medium"], Ink(inks.role(0), bold=True)), Run(")", inks.WARN)),
            "a held piece",
        ),
        ((Run("3 of 3", inks.GOOD_BOLD),), "stood in 3 of 3 trials; green, yellow or red by how likely it is to stand"),
    )

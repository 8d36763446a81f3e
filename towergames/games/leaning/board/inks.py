"""The inks that only this board has, and the meanings of its signs."""

from __future__ import annotations

from towergames.board.canvas import Ink, Run
from towergames.board.inks import seat_of
from towergames.board.protocol import Legend
from towergames.board.scene_inks import BAD, BLAMED, CHOSEN, CURSOR, GOOD, GOOD_BOLD, HAND, LAST, PLATE, TEXT, WARN

SELECTED = Ink("muted", "select")
HAND_BAR = Ink("cursor", "select", bold=True)
OFFERED = Ink("accent", "card", bold=True)

NEUTRAL_ROLE = "wall"


def role(owner: int) -> str:
    """The palette role of a player's pieces; the Foundation's is grey."""
    return seat_of(owner).role if owner >= 0 else NEUTRAL_ROLE


def number(owner: int) -> str:
    """The sign of a player for pictures without colour; the Foundation has no owner."""
    return seat_of(owner).number if owner >= 0 else "-"


def plate(owner: int, *, full: bool = False) -> Ink:
    """The ink of a plate in the owner's colour. A full piece (L-4) has dark plates with coloured letters."""
    return Ink(role(owner), "card") if full else Ink("ink", role(owner), bold=True)


SHAPES = {"small": "▟▙", "medium": "▟█▙", "large": "▟██▙"}
ASCII_SHAPES = {"small": "/\\", "medium": "/_\\", "large": "/__\\"}

LEGEND: Legend = (
    ((Run("P7", plate(1)),), 'beside a piece: piece 7, in the colour of player 2; the button "names" shows it'),
    ((Run("P7 full", plate(1, full=True)),), "a full piece: nothing more can touch it (L-4)"),
    ((Run(">P7<", CURSOR),), "beside the piece to lean on, which is outlined in the same colour"),
    ((Run("*P7", LAST),), "beside what was placed or moved last, outlined in the same colour"),
    ((Run("P7 6 mm", BLAMED),), "after a fall: piece 7 moved 6 mm; the see-through piece shows where it stood"),
    (
        (Run("1", HAND), Run(" ", TEXT), Run("2", OFFERED)),
        "offered places: the piece in your hand is at the first",
    ),
    ((Run("+", HAND),), "in your own hand: it may be let go here"),
    ((Run("x", HAND),), "in the hand: it would break a rule here"),
    (
        (Run("!", WARN), Run(" ", TEXT), Run("!", BAD)),
        "in the hand: amber, the piece would fall here; red, others would fall with it",
    ),
    ((Run("?", HAND),), "in the hand, not yet looked at"),
    (
        (Run(">", CHOSEN), Run("1", plate(0)), Run(" 12", PLATE)),
        "a player: number, name, points, pieces left; > is on turn",
    ),
    ((Run("M held", PLATE),), "holds a medium piece, which must be placed next"),
    ((Run("2 free", plate(1)),), "beside a piece while places are listed: 2 more pieces may touch it"),
    ((Run(SHAPES["small"] + " " + SHAPES["large"], Ink(role(0))),), "a small piece left, a large one"),
    (
        (Run("(", WARN), Run(SHAPES["medium"], Ink(role(0), bold=True)), Run(")", WARN)),
        "a held piece",
    ),
    ((Run("safe", GOOD_BOLD),), "falls in at most 3 of 100 releases"),
    ((Run("fair", GOOD),), "falls in at most 15 of 100 releases"),
    (
        (Run("bold", WARN),),
        "falls more often; in red, others fall with it; a place without a word is still being tried out",
    ),
)
"""The signs on the board, each drawn as on the board, with their meanings."""

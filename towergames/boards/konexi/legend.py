"""What the signs on the table mean, for the help screen: each drawn as it is drawn on the board."""

from __future__ import annotations

from towergames.boards.kit.canvas import Ink, Run
from towergames.boards.konexi import inks
from towergames.boards.konexi.ring import TOKEN
from towergames.boards.protocol import Legend


def legend() -> Legend:
    """(sample as runs, meaning) pairs."""
    return (
        ((Run(TOKEN, Ink("accent", bold=True)),), "the token, in the circle of letters that are left"),
        ((Run("[J]", inks.plastic("plastic-4")),), "a letter beside the token: it may be taken"),
        ((Run(">M<", inks.CURSOR),), "the letter in hand, or the one under the cursor"),
        ((Run("[ 8 ]", inks.DIE),), "the die; ANY is Any Letter, ? is not rolled yet"),
        ((Run("+M", Ink("ink", "good", bold=True)),), "where the letter in hand would be, see-through"),
        ((Run("xM", Ink("ink", "bad", bold=True)),), "a place that a rule forbids"),
        ((Run("▖ ▝", inks.FREE),), "plugs and sockets of the tower where the letter in hand fits"),
        ((Run("*D", inks.LAST),), "the letter that came last, outlined in the same colour"),
        ((Run("(R)", inks.plastic("plastic-1")),), "in the word being typed; the other letters are dull, or small"),
        ((Run("!K!", inks.BLAMED),), "dropped, touched the table or gave way"),
        (
            (Run("[  ^ ]", Ink("ink", "good", bold=True)),),
            "the foot of the base on the table; ^ the tower's weight over it, o (as help) with the letter in hand",
        ),
        (
            (Run("├─", inks.LINE), Run("█", inks.GOOD), Run("o", inks.GOOD), Run("─┤", inks.LINE)),
            "the same in the hand: █ as it stands, o (as help) with the letter in hand",
        ),
        (
            (Run("+", Ink("good", bold=True)),),
            "may be done, with its score; x and - why not: told freely, it is no help",
        ),
        ((Run("███", inks.GOOD), Run("░░", inks.MUTED)), "what the worst notch bears of what it can bear"),
        (
            (Run(">", inks.CHOSEN), Run("1", inks.seat(0)), Run(" 12", inks.PLATE)),
            "a player: number, name, points; > is on turn",
        ),
    )

"""What the signs in the workshop mean, for the help screen: each drawn as it is drawn on the board."""

from __future__ import annotations

from towergames.boards.bricks import inks
from towergames.boards.bricks.masonry import ink_of, short
from towergames.boards.kit.canvas import Run
from towergames.boards.protocol import Legend
from towergames.games.bricks.pieces import card_piece


def legend() -> Legend:
    """(sample as runs, meaning) pairs."""

    def card(code: str) -> Run:
        piece = card_piece(code)
        return Run(short(piece), ink_of(piece))

    return (
        ((card("A5TR"),), "a brick: letter, tons, shape (/\\ triangle, [] rectangle, <> hexagon), colour R B Y"),
        ((card("#B"),), "a window, and its colour"),
        ((Run("*", inks.BOLD), card("E1HY")), "the natural wildcard, declared so"),
        ((Run("&", inks.BOLD), card("E1HY")), "a wildcard made of two cards"),
        ((Run("Q3-", inks.face("red")),), "a weight adjusted by rule 8, - a ton less, + a ton more"),
        ((Run("+", inks.NEW), card("A5TR")), "in hand: where it would stand"),
        ((Run("x", inks.WRONG), card("A5TR")), "breaks a rule; so does a level with an x beside it"),
        ((Run("12t", inks.BOLD), Run("/4", inks.TITLE), Run(" 5", inks.MUTED)), "a level: tons, multiple of 4, pieces"),
        ((Run("TOAD", inks.NEW),), "under a column: the word that it spells"),
        ((Run("+17", inks.GOOD), Run(" ", inks.TEXT), Run("x5", inks.WRONG)), "ledger: rule 17 kept, rule 5 broken"),
        ((Run("14 +18", inks.BOLD),), "ledger: rule 14 brings 18 points"),
        ((Run("14>+12", inks.CHANGED),), "ledger: rule 14 would bring 12 by the pending change"),
        (
            (Run(">x5", inks.CHANGED), Run(" ", inks.TEXT), Run("*x 5", inks.CHANGED)),
            "ledger: rule 5 would break then",
        ),
        ((Run("?9", inks.MUTED),), "ledger: a rule that is not yet known"),
    )

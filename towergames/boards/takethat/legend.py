"""What the signs on the board mean, for the help screen: each drawn as it is drawn on the board."""

from __future__ import annotations

from towergames.boards.kit.canvas import Run
from towergames.boards.takethat import inks
from towergames.boards.takethat.inks import ink
from towergames.core.contract import Seat


def legend(seats: int = 4) -> tuple[tuple[tuple[Run, ...], str], ...]:
    """(sample as runs, meaning) pairs; samples are at most eight cells wide."""
    plates = tuple((_plate(seat), f"owned by player {seat + 1}") for seat in range(seats))
    crane, last = ink("crane", "surface"), ink("ink", "last", True)
    return (
        *plates,
        ((Run("--", inks.MUTED),), "vacant: nobody's, without effect"),
        ((Run("▄▄", ink("lit", "surface")), Run(" ╌╌", ink("dark", "surface"))), "lights on: owned; shutters: vacant"),
        ((Run("*", last), Run(" left", inks.TEXT)), "built since your last move"),
        ((Run("*", last), Run(" right", inks.TEXT)), "claimed since your last move"),
        ((Run(">", inks.CURSOR), Run(" ", inks.TEXT), Run("<", inks.CURSOR)), "the cursor, or the floor being scored"),
        ((Run("> ? <", inks.PREVIEW),), "the floor you are about to build"),
        ((Run("╳", inks.REFUSED),), "it cannot stand there"),
        ((Run("╳2", inks.BAD),), "while scoring: player 2 was driven out"),
        ((Run("!", ink("warn", "surface", True)), *_plate(1)), "while scoring: player 2 took this floor"),
        ((Run("╷╫╷", crane),), "more floors can be built"),
        ((Run("┄┄┄", ink("scaffold", "surface")),), "the full height"),
        ((Run("DUE", inks.DUE),), "scored at the end of this turn"),
        ((Run("1", inks.shape_ink(0, "surface")), Run("+4", inks.TEXT)), "what player 1 would score now"),
    )


def _plate(seat: Seat) -> tuple[Run, Run]:
    who = inks.seat_of(seat)
    return Run(who.shape, inks.shape_ink(seat, "surface")), Run(who.number, inks.plate_ink(seat))

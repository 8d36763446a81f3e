"""The status line: round, whose turn in words, shape and position, the game's facts, and whether all is saved."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.protocol import Picture, Spot
from towergames.core.contract import Seat
from towergames.core.text import cell_width
from towergames.tui.paint import BAR, BAR_BOLD, BAR_MUTED, badge


@dataclass(frozen=True, slots=True)
class Status:
    """What the line says. ``seat`` is whose turn it is, ``doing`` what that player does, ``save`` how it is saved.

    ``clock`` is the time left, if any is kept, ``short`` whether it is nearly over.
    """

    title: str
    round: int
    seat: Seat | None
    seats: int
    name: str
    doing: str
    facts: tuple[str, ...]
    save: str
    saved: bool = True
    clock: str = ""
    short: bool = False


def draw_status(status: Status, width: int) -> Picture:
    """One row; what does not fit is left out from the least needed on."""
    canvas = Canvas(width, 1)
    canvas.fill(0, 0, width, 1, " ", BAR)
    who = status.name + (f" {status.doing}" if status.doing else "")
    several = status.seat is not None and status.seats > 1
    place = f" (seat {(status.seat or 0) + 1} of {status.seats})" if several else ""
    save = f" {status.save} "
    clock = f" {'! ' * status.short}{status.clock} " if status.clock else ""
    core = len(clock) + 2 + len(f"round {status.round}") + 3 + 3 + cell_width(who) + len(save) + 2
    spare = width - core
    facts: list[str] = []
    for fact in status.facts:
        if spare >= len(fact) + 3:
            facts.append(fact)
            spare -= len(fact) + 3
    if spare < len(place):
        place = ""
    spare -= len(place)
    title = status.title if spare >= len(status.title) + 4 else ""
    x = 1
    if title:
        x = canvas.put(x, 0, title, BAR_BOLD)
        x = canvas.put(x, 0, " │ ", BAR_MUTED)
    x = canvas.put(x, 0, f"round {status.round}", BAR)
    x = canvas.put(x, 0, " │ ", BAR_MUTED)
    start = x
    if status.seat is not None:
        x = canvas.put(x, 0, ">", BAR_BOLD)
        x = badge(canvas, x, 0, status.seat, "card") + 1
    x = canvas.put(x, 0, who, BAR_BOLD)
    x = canvas.put(x, 0, place, BAR_MUTED)
    turn = Spot("turn", start, 0, max(1, min(x, width) - start), 1, "whose turn it is")
    for fact in facts:
        x = canvas.put(x, 0, " │ ", BAR_MUTED)
        x = canvas.put(x, 0, fact, BAR)
    canvas.put(width - len(save) - len(clock), 0, clock, Ink("ink", "warn", bold=True) if status.short else BAR_BOLD)
    ink = BAR_MUTED if status.saved else Ink("ink", "bad", bold=True)
    canvas.put(width - len(save), 0, save, ink)
    return Picture(canvas, (turn,))


def draw_banner(text: str, width: int) -> Picture:
    """A line that cannot be overlooked: trouble with the save, or that this window only looks."""
    canvas = Canvas(width, 1)
    ink = Ink("ink", "warn", bold=True)
    canvas.fill(0, 0, width, 1, " ", ink)
    canvas.put(1, 0, f"! {text}", ink)
    return Picture(canvas)

"""The highlights of Leaning Towers: a new highest level, a slip that may stay, a last piece, a fall, and the winner."""

from __future__ import annotations

from towergames.core.contract import Event, Seat
from towergames.core.feat import Play
from towergames.core.highlight import Highlight
from towergames.games.leaning import text
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import Accept
from towergames.games.leaning.rules import first_refusal

HIGHEST, SLIP, LAST_PIECE, BREAK, WRECK, WIN = "highest", "slip", "last-piece", "break", "wreck", "win"
HIGHEST_SECONDS, SLIP_SECONDS, LAST_SECONDS = 1.0, 0.8, 0.8
HIGH_LEVEL = 2
"""The lowest level of which a first piece is a highlight."""
BREAK_SIZE, WRECK_SIZE = 20, 30
"""Sizes of falls: nothing else of a turn is larger."""


def highlights(play: Play) -> list[Highlight]:
    """The highlights of a play, in the order of its events."""
    found: list[Highlight] = []
    for number, event in enumerate(play.step.events):
        seat = event.seat
        if seat is None:
            continue
        if event.kind == "place":
            found += _placed(play, number, event, seat)
        elif event.kind == "slip":
            found += _slipped(play, number, seat)
        elif event.kind == "break":
            found.append(Highlight(BREAK, number, BREAK_SIZE, (seat,), theme="fall", points=event.data["points"]))
        elif event.kind == "wreck":
            found.append(Highlight(WRECK, number, WRECK_SIZE, (seat,), theme="fall", points=event.data["points"]))
        elif event.kind == "over" and len(event.data["winners"]) == 1 and play.step.state.seats > 1:
            found.append(Highlight(WIN, number, 0, (seat,), theme="win", points=play.step.state.points[seat]))
    return found


def _placed(play: Play, number: int, event: Event, seat: Seat) -> list[Highlight]:
    """The highlights of a piece that stands."""
    piece, level, after = event.data["piece"], event.data["level"], play.step.state
    found = []
    others = [one.level for one in after.layout.pieces if one.id != piece]
    if level >= HIGH_LEVEL and level > max(others):
        told = text.highest(label(piece), level)
        data = {"piece": piece}
        found.append(Highlight(HIGHEST, number, 3 + level, (seat,), HIGHEST_SECONDS, told, "grows", level, data))
    if not any(after.hands[seat] + after.held[seat]):
        told = text.last_piece(seat)
        found.append(Highlight(LAST_PIECE, number, 2, (seat,), LAST_SECONDS, told, "last", data={"piece": piece}))
    return found


def _slipped(play: Play, number: int, seat: Seat) -> list[Highlight]:
    """The highlight of a piece that has slipped into a place where it may stay."""
    after = play.step.state
    if after.phase != "slip" or first_refusal(after, Accept()) is not None:
        return []
    piece = after.in_hand.piece
    return [Highlight(SLIP, number, 3, (seat,), SLIP_SECONDS, data={"piece": piece})]

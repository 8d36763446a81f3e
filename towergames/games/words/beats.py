"""The highlights of Stacked Words: a large turn, seven tiles, a word taken back, the last tile, and a lead at the end.

A play that can still be challenged is no highlight. It is one when a challenge has failed.
"""

from __future__ import annotations

from collections.abc import Sequence

from towergames.core.contract import Event, Seat
from towergames.core.feat import Play
from towergames.core.highlight import Highlight
from towergames.games.words import text
from towergames.games.words.model import RACK

LARGE_TURN, ALL_SEVEN, TAKEN_BACK, LAST_TILE, LEAD = "large-turn", "all-seven", "taken-back", "last-tile", "lead"
LARGE_SECONDS, SEVEN_SECONDS, BACK_SECONDS, LAST_TILE_SECONDS, LEAD_SECONDS = 0.9, 1.2, 0.8, 0.6, 1.2
LARGE = 30
"""Points of one turn that make it large."""
LAST_TILE_SIZE, TAKEN_BACK_SIZE, ALL_SEVEN_SIZE, LEAD_SIZE = 1, 20, 1000, 2000
"""Sizes of highlights. A large turn has its points, and no turn has a thousand."""


def highlights(play: Play) -> list[Highlight]:
    """The highlights of a play, in the order of its events."""
    found: list[Highlight] = []
    for number, event in enumerate(play.step.events):
        if event.kind == "play" and event.seat is not None and not event.data["open"]:
            found += _stands(play, number, event.seat, [cell for cell, _ in event.data["tiles"]], event.data["points"])
        elif event.kind == "ruling":
            found += _ruling(play, number, event)
        elif event.kind == "draw" and event.data["bag"] == 0:
            found.append(_last_tile(number, event))
        elif event.kind == "over":
            found += _lead(play, number, event)
    return found


def _stands(play: Play, number: int, seat: Seat, cells: Sequence[int], points: int) -> list[Highlight]:
    """The highlight of a play that can no longer be challenged: all seven tiles, else many points."""
    if len(cells) == RACK:
        # The event after the play says that all seven tiles are used; after a challenge there is none.
        bonus = [at for at, event in enumerate(play.step.events) if event.kind == "bingo"]
        extra = play.before.terms.bingo
        told = "" if bonus else text.all_seven(seat, extra)
        at = bonus[0] if bonus else number
        data = {"cells": cells, "counted": extra or points}
        return [Highlight(ALL_SEVEN, at, ALL_SEVEN_SIZE, (seat,), SEVEN_SECONDS, told, "scores", points, data)]
    if points < LARGE:
        return []
    data = {"cells": cells, "counted": points}
    return [Highlight(LARGE_TURN, number, points, (seat,), LARGE_SECONDS, "", "scores", points, data)]


def _ruling(play: Play, number: int, event: Event) -> list[Highlight]:
    """The highlight of a play that is taken back, or of one that a challenge has left on the board."""
    pending = play.before.pending
    cells = [laid.cell for laid in pending.laid]
    if not event.data["bad"]:
        return _stands(play, number, pending.seat, cells, pending.points)
    data, seats = {"cells": cells}, (pending.seat,)
    return [Highlight(TAKEN_BACK, number, TAKEN_BACK_SIZE, seats, BACK_SECONDS, "", "back", pending.points, data)]


def _last_tile(number: int, event: Event) -> Highlight:
    """The highlight of the draw that empties the bag."""
    data = {"tiles": event.data["count"]}
    return Highlight(LAST_TILE, number, LAST_TILE_SIZE, (), LAST_TILE_SECONDS, text.BAG_EMPTY, "last", data=data)


def _lead(play: Play, number: int, event: Event) -> list[Highlight]:
    """The highlight of a winner who was behind before the play that ended the game.

    Points of a play that could still be challenged were not certain before.
    """
    winners, before = event.data["winners"], list(play.before.points)
    pending = play.before.pending
    if pending is not None:
        before[pending.seat] -= pending.points
    behind = max(before) - before[winners[0]]
    if len(winners) != 1 or not behind:
        return []
    winner = winners[0]
    data = {"before": before, "after": list(play.step.state.points)}
    told = text.went_ahead(winner, behind)
    return [Highlight(LEAD, number, LEAD_SIZE, (winner,), LEAD_SECONDS, told, "win", behind, data)]

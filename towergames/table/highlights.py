"""Beats: the highlights of a game that are shown with a picture of their own, at most two in a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from towergames import registry
from towergames.core.feat import Play
from towergames.core.highlight import Highlight
from towergames.table.history import History

BEATS_A_TURN = 2


def highlights_of(history: History, plays: int) -> tuple[Highlight, ...]:
    """The highlights of the play after the first ``plays`` plays, as far as everyone may know them."""
    return tuple(one for one in _all_highlights(history, plays) if not _is_hidden(history, plays, one))


def _all_highlights(history: History, plays: int) -> tuple[Highlight, ...]:
    """All highlights of a play; those of hidden events are for the seats that see the event."""
    found = _named(history, plays)
    return tuple(one for one in found if not (one.once and _came_before(history, plays, one)))


def _named(history: History, plays: int) -> Sequence[Highlight]:
    """The highlights that the game names."""
    play = history.plays[plays]
    before = history.plays[plays - 1].step.state if plays else history.first
    return registry.get(history.header.game).highlights(Play(plays + 1, play.by, play.move, before, play.step))


def _came_before(history: History, plays: int, highlight: Highlight) -> bool:
    """Whether an earlier play has a highlight of the same kind and seats."""
    for number in range(plays):
        for one in _named(history, number):
            if (one.kind, one.seats) == (highlight.kind, highlight.seats):
                return True
    return False


def _is_hidden(history: History, plays: int, highlight: Highlight) -> bool:
    """Whether a seat does not see the event of a highlight."""
    seen_by = history.plays[plays].step.events[highlight.event].seen_by
    return seen_by is not None and len(seen_by) < len(history.header.seats)


def turn_start(history: History, plays: int) -> int:
    """The number of plays before the turn to which the play after ``plays`` plays belongs.

    Nature has no turns. Of a player alone, each decision is a turn.
    """
    start, owner = plays, None
    for number in range(plays, -1, -1):
        by = history.plays[number].by
        if by is None:
            continue
        if owner is not None and (by != owner or len(history.header.seats) == 1):
            break
        start, owner = number, by
    return start


def beats_of(history: History, plays: int) -> tuple[Highlight, ...]:
    """The highlights of a play that have a beat: the largest ones, as far as the turn has had fewer than two before.

    Hidden ones are beside that number, since nobody must learn from what is left out that there were some.
    """
    left, chosen = BEATS_A_TURN, list[Highlight]()
    for number in range(turn_start(history, plays), plays + 1):
        found = [highlight for highlight in highlights_of(history, number) if highlight.seconds or highlight.sentence]
        chosen = largest(found, left)
        left -= len(chosen)
    hidden = [one for one in _all_highlights(history, plays) if _is_hidden(history, plays, one)]
    chosen = sorted([*chosen, *largest(hidden, BEATS_A_TURN)], key=lambda one: one.event)
    return tuple(highlight for highlight in chosen if highlight.seconds)


def largest(highlights: Sequence[Highlight], most: int) -> list[Highlight]:
    """The ``most`` largest highlights, in the order of their events."""
    by_size = sorted(highlights, key=lambda highlight: (-highlight.size, highlight.event))
    return sorted(by_size[:most], key=lambda highlight: highlight.event)


def beats_by_event(history: History, plays: int) -> Mapping[int, Highlight]:
    """The beats of a play by the id of their event, which is the same object for every viewer. One event has one.

    Only seats that see an event get its frames, so nobody meets the beat of an event that is hidden from them.
    """
    events = history.plays[plays].step.events
    by_size = sorted(beats_of(history, plays), key=lambda highlight: highlight.size)
    return {id(events[highlight.event]): highlight for highlight in by_size}

"""Beats: the highlights of a game that are shown with a picture of their own, at most two in a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from towergames import registry
from towergames.core.feat import Play
from towergames.core.highlight import Highlight
from towergames.table.history import History

BEATS_A_TURN = 2


def highlights_of(history: History, plays: int) -> tuple[Highlight, ...]:
    """The highlights of the play after the first ``plays`` plays that everyone may know."""
    events = history.plays[plays].step.events
    return tuple(one for one in _all_highlights(history, plays) if events[one.event].seen_by is None)


def _all_highlights(history: History, plays: int) -> tuple[Highlight, ...]:
    """The highlights of a play; those of hidden events are for the seats that see the event."""
    play = history.plays[plays]
    before = history.plays[plays - 1].step.state if plays else history.first
    found = registry.get(history.header.game).highlights(Play(plays + 1, play.by, play.move, before, play.step))
    return tuple(found)


def _comes_again(history: History, plays: int, highlight: Highlight) -> bool:
    """Whether an earlier play had a highlight of the same kind and seats that is shown once in a game."""
    if not highlight.once:
        return False
    for number in range(plays):
        for one in _all_highlights(history, number):
            if (one.kind, one.seats) == (highlight.kind, highlight.seats):
                return True
    return False


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

    Those of hidden events are not counted, since nobody must learn from what is left out that there were some.
    """
    left, chosen = BEATS_A_TURN, list[Highlight]()
    for number in range(turn_start(history, plays), plays + 1):
        events = history.plays[number].step.events
        hidden, public = list[Highlight](), list[Highlight]()
        for one in _all_highlights(history, number):
            if (one.seconds or one.sentence) and not _comes_again(history, number, one):
                (public if events[one.event].seen_by is None else hidden).append(one)
        shown = largest(public, left)
        left -= len(shown)
        chosen = [*hidden[:BEATS_A_TURN], *shown]
    chosen.sort(key=lambda highlight: highlight.event)
    return tuple(highlight for highlight in chosen if highlight.seconds)


def largest(highlights: Sequence[Highlight], most: int) -> list[Highlight]:
    """The largest highlights, at most so many, in the order of their events."""
    by_size = sorted(highlights, key=lambda highlight: (-highlight.size, highlight.event))
    return sorted(by_size[:most], key=lambda highlight: highlight.event)


def beats_by_event(history: History, plays: int) -> Mapping[int, Highlight]:
    """The beats of a play by the id of their event, which is the same object for every viewer. One event has one.

    A beat of a hidden event is met by the seats that see the event, since nobody else gets its frames.
    """
    events = history.plays[plays].step.events
    by_size = sorted(beats_of(history, plays), key=lambda highlight: highlight.size)
    return {id(events[highlight.event]): highlight for highlight in by_size}

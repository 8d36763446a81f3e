"""The log of a game as one seat may read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from towergames.core.contract import Event, Seat, event_text, visible
from towergames.table.history import History, said_beside
from towergames.table.notes import SAY, ChatMessage, Remark


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log as one seat may read it: after how many plays, who did it, and the sentence."""

    play: int
    seat: Seat | None
    kind: str
    text: str


Asides = Mapping[tuple[int, int], Sequence[LogLine]]
"""Lines that no event has, each after an event: by the number of plays before its play, and its number in the step."""


def log_lines(
    history: History,
    seat: Seat | None,
    since: int = 0,
    until: int | None = None,
    *,
    everything: bool = False,
    said: bool = False,
    asides: Asides = MappingProxyType({}),
) -> tuple[LogLine, ...]:
    """The log between two numbers of plays as the seat may read it, or all of it, remarks and asides in their places.

    ``said``: the messages between seats too.
    """
    names = history.header.names
    last = len(history.plays) if until is None else until
    lines: list[LogLine] = []
    remarks = [r for r in history.remarks if since <= r.plays <= last]
    beside = said_beside(remarks, history.said if said else ())
    for i in range(since, last + 1):
        lines += [_beside_line(one, names) for one in beside if one.plays == i]
        if i < last:
            for number, event in enumerate(history.plays[i].step.events):
                if event.text and (everything or visible(event, seat)):
                    lines.append(_line(i + 1, event, names))
                lines += asides.get((i, number), ())
    return tuple(lines)


def message_line(message: ChatMessage, names: Sequence[str]) -> str:
    """The line of the log with a message: who says it, and its text."""
    return f"{names[message.by]} says: {message.text}"


def _beside_line(one: Remark | ChatMessage, names: Sequence[str]) -> LogLine:
    if isinstance(one, ChatMessage):
        return LogLine(one.plays, one.by, SAY, message_line(one, names))
    return _line(one.plays, one.event, names)


def _line(play: int, event: Event, names: Sequence[str]) -> LogLine:
    return LogLine(play, event.seat, event.kind, event_text(event, names))


def shown_lines(history: History, plays: int, shown: Sequence[Event], asides: Asides) -> tuple[LogLine, ...]:
    """The lines of the play after ``plays`` plays, as far as its events are ``shown``."""
    names, lines, known = history.header.names, list[LogLine](), {id(event) for event in shown}
    for number, event in enumerate(history.plays[plays].step.events):
        if id(event) in known:
            if event.text:
                lines.append(_line(plays + 1, event, names))
            lines += asides.get((plays, number), ())
    return tuple(lines)

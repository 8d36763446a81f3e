"""Asides: the lines of the log that no event has, which are the sentences of highlights and what the bots say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from towergames.core.contract import Over, Seat
from towergames.core.dice import Dice
from towergames.core.highlight import Highlight
from towergames.core.voices import Role, lines_for
from towergames.table.highlights import BEATS_A_TURN, highlights_of, largest
from towergames.table.history import History
from towergames.table.log import Asides, LogLine

SPOKEN, TOLD = "spoken", "highlight"
"""The kinds of these lines."""


def asides_of(history: History, *, talk: bool) -> Asides:
    """All asides of a game: sentences of the largest two highlights of a turn, and with ``talk`` spoken lines.

    In a round of turns at most one bot says a line, and no line is said twice in a game. The lines follow from the seed
    and the plays, so that a replay has the same ones.
    """
    found: dict[tuple[int, int], list[LogLine]] = {}
    voices = _Voices(history)
    left = BEATS_A_TURN
    for plays, turn, begins in _turns(history):
        highlights = highlights_of(history, plays)
        left = BEATS_A_TURN if begins else left
        told = largest([one for one in highlights if one.seconds or one.sentence], left)
        left -= len(told)
        for one in told:
            if one.sentence:
                text = one.sentence.format(*history.header.names)
                found.setdefault((plays, one.event), []).append(LogLine(plays + 1, None, TOLD, text))
        if talk:
            for event, line in voices.said(plays, turn, _with_win(history, plays, highlights)):
                found.setdefault((plays, event), []).append(line)
    return {place: tuple(lines) for place, lines in found.items()}


def spoken_since(asides: Asides, plays: int) -> str:
    """The last line that a bot has said after the first ``plays`` plays, '' for none."""
    said = [line for (play, _), lines in asides.items() if play >= plays for line in lines if line.kind == SPOKEN]
    return said[-1].text if said else ""


def _turns(history: History) -> Iterator[tuple[int, int, bool]]:
    """The number of each play from 0, the turn to which it belongs from 0, and whether it begins the turn."""
    turn, owner = 0, None
    for plays, play in enumerate(history.plays):
        begins = play.by is not None and (play.by != owner or len(history.header.seats) == 1)
        if begins:
            turn += owner is not None
            owner = play.by
        yield plays, turn, begins


def _with_win(history: History, plays: int, highlights: Sequence[Highlight]) -> Sequence[Highlight]:
    """The highlights of a play, with the win of a single player at the end of a game that has no highlight of it."""
    if plays + 1 < len(history.plays) or not isinstance(history.turn, Over):
        return highlights
    winners = history.turn.ranking[0] if history.turn.ranking else ()
    events = history.plays[plays].step.events
    if len(winners) != 1 or len(history.header.seats) == 1 or any(one.theme == "win" for one in highlights):
        return highlights
    return (Highlight("win", max(0, len(events) - 1), 0, winners, theme="win"), *highlights)


class _Voices:
    """What the bots say in a game, play by play."""

    def __init__(self, history: History) -> None:
        self._header = history.header
        self._bots = {seat: setup.bot for seat, setup in enumerate(history.header.seats) if setup.bot}
        self._said: set[str] = set()
        self._round = -1
        """The last round of turns in which a bot said a line."""

    def said(self, plays: int, turn: int, highlights: Sequence[Highlight]) -> list[tuple[int, LogLine]]:
        """The line after a play, with the number of its event; [] for none. Of a play, the win comes first."""
        current = turn // len(self._header.seats)
        if not self._bots or current == self._round:
            return []
        for one in sorted(highlights, key=lambda one: (one.theme != "win", -one.size)):
            dice = Dice(self._header.seed, plays, "talk")
            for seat, role in self._speakers(one, dice):
                lines = lines_for(self._bots[seat], one.theme, role, one.points)
                fresh = [line for line in lines if line not in self._said]
                if fresh:
                    line = dice.choice(fresh)
                    self._said.add(line)
                    self._round = current
                    text = f'{self._header.names[seat]}: "{line}"'
                    return [(one.event, LogLine(plays + 1, None, SPOKEN, text))]
        return []

    def _speakers(self, highlight: Highlight, dice: Dice) -> list[tuple[Seat, Role]]:
        """Who may speak: the bots that did it or to whom it happened, in random order, then those who looked on."""
        speakers: list[tuple[Seat, Role]] = []
        for number, seat in enumerate(highlight.seats):
            if seat in self._bots:
                speakers.append((seat, "suffered" if number else "did"))
        others = [seat for seat in self._bots if seat not in highlight.seats]
        return [*dice.shuffled(speakers), *((seat, "saw") for seat in dice.shuffled(others))]

"""Feats: maxima that a finished game can reach, and conditions that it can meet. A game has its own in ``feats.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:  # the title reads records before its first frame
    from towergames.core.contract import Event, Seat, Step
    from towergames.core.options import Options

Grade = Literal["first", "good", "rare"]
"""Rarity of an achievement: met in a first evening, by good play, or rarely."""
GRADE_NAMES: Mapping[Grade, str] = {"first": "first evening", "good": "good play", "rare": "rare"}
"""The rarities as they are written."""


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a finished game, counted from 1: who (None is Nature), the move, the state before, and the step."""

    number: int
    by: Seat | None
    move: Any
    before: Any
    step: Step[Any]

    def events(self, *kinds: str) -> list[Event]:
        """The events of these kinds."""
        return [event for event in self.step.events if event.kind in kinds]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game as :attr:`Feats.watch` sees it.

    ``winners`` share the first place. ``day`` is the day of today's task (``2026-11-21``), '' for every other game.
    """

    plays: Sequence[Play]
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    rounds: int
    options: Options
    day: str = ""

    @property
    def seats(self) -> range:
        """Every seat."""
        return range(len(self.points))

    def won(self, seat: Seat) -> bool:
        """Whether the seat is first alone, against somebody."""
        return self.winners == (seat,) and len(self.points) > 1


class Mark(NamedTuple):
    """The value of a measure in one game: the best of it or a sum, a few words of what it was, and its play."""

    value: int
    text: str = ""
    play: int = 0


class Marks:
    """The marks of each seat in one game. A measure is a word of the game's own, such as ``turn``."""

    def __init__(self, seats: int, least: frozenset[str] = frozenset()) -> None:
        self.by_seat: list[dict[str, Mark]] = [{} for _ in range(seats)]
        self._least = least

    def note(self, seat: Seat | None, measure: str, value: int, text: str = "", play: Play | None = None) -> None:
        """Keep the value if it is the seat's best so far; of equal values the first stays. None is nobody's seat."""
        if seat is None:
            return
        old = self.by_seat[seat].get(measure)
        if old is not None and not better(value, old.value, least=measure in self._least):
            return
        self.by_seat[seat][measure] = Mark(value, text, play.number if play else 0)

    def add(self, seat: Seat | None, measure: str, amount: int = 1, play: Play | None = None) -> None:
        """Add to the seat's sum of the measure. None is nobody's seat."""
        if seat is None:
            return
        old = self.by_seat[seat].get(measure, Mark(0))
        self.by_seat[seat][measure] = Mark(old.value + amount, "", play.number if play else old.play)

    def value(self, seat: Seat, measure: str) -> int:
        """The value so far, 0 before the first one."""
        return self.by_seat[seat].get(measure, Mark(0)).value


def better(value: int, than: int, *, least: bool) -> bool:
    """Whether a value beats another one of its measure."""
    return value < than if least else value > than


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of the record book: the best mark of a measure in all games.

    ``form`` shows the value, such as ``+{}``; ``names`` are the words for values from 0 on where numbers say nothing.
    With ``least`` the smallest value is the best.
    """

    title: str
    measure: str
    form: str = "{}"
    least: bool = False
    names: tuple[str, ...] = ()

    def shown(self, value: int) -> str:
        """The value as the line writes it.

        >>> tiles = RecordLine("Tallest stack", "stack", "{} tiles")
        >>> tiles.shown(5), tiles.shown(1)
        ('5 tiles', '1 tile')
        """
        if self.names:
            return self.names[value]
        text = self.form.format(value)
        return text.removesuffix("s") if value == 1 and self.form.startswith("{} ") else text


@dataclass(frozen=True, slots=True)
class Achievement:
    """A condition that one game can meet: the measure reaches the goal.

    ``condition`` is one exact sentence. ``measure`` is the key unless another one is named. ``near`` says how near a
    game came, from {best}, {goal} and the {text} of the mark; a goal of 1 has no near miss unless ``near`` is given.
    """

    key: str
    title: str
    grade: Grade
    condition: str
    measure: str = ""
    goal: int = 1
    near: str = ""
    least: bool = False

    def met(self, marks: Mapping[str, Mark]) -> bool:
        """Whether a seat with these marks has it."""
        mark = marks.get(self.measure or self.key)
        return mark is not None and (mark.value == self.goal or better(mark.value, self.goal, least=self.least))

    def near_text(self, mark: Mark | None) -> str:
        """The words for how near the best mark came; '' where none came near."""
        form = self.near or ("best {best} of {goal}" if self.goal > 1 else "")
        return form.format(best=mark.value, goal=self.goal, text=mark.text) if mark and form else ""


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit in the games of two players, counted from events.

    ``text`` has {rival}, {count} games of {games} with a mark of the measure, or {share}: the sum of the measure in a
    hundred of the sum of ``of``. ``mine`` when it is the reader's habit against the rival.
    """

    measure: str
    text: str
    of: str = ""
    mine: bool = False


def _nothing(game: FinishedGame, marks: Marks) -> None:
    """Note nothing."""


def _no_marks(_marks: Mapping[str, Mark], _score: int, _house: int) -> Mapping[str, Mark]:
    """No further marks."""
    return {}


@dataclass(frozen=True, slots=True)
class Feats:
    """The feats of a game.

    ``watch`` notes marks for every seat of a finished game; it is pure. ``version`` changes with ``watch``, so that
    facts kept from earlier games are found again. ``usual`` names options of which every value counts as the usual
    rules; the option of the first player and that of the day always do. ``beside_house`` gives more marks of the task
    of a day, from its marks, its score and the points of the house, which may become known later.
    """

    version: int = 0
    watch: Callable[[FinishedGame, Marks], None] = _nothing
    records: tuple[RecordLine, ...] = ()
    achievements: tuple[Achievement, ...] = ()
    habits: tuple[Habit, ...] = ()
    usual: tuple[str, ...] = ()
    beside_house: Callable[[Mapping[str, Mark], int, int], Mapping[str, Mark]] = _no_marks

    def marks(self, game: FinishedGame) -> list[dict[str, Mark]]:
        """The marks of each seat."""
        least = {line.measure for line in self.records if line.least}
        least |= {one.measure or one.key for one in self.achievements if one.least}
        found = Marks(len(game.points), frozenset(least))
        self.watch(game, found)
        return found.by_seat


POINTS, MARGIN, CLOSE, COMEBACK, ROUNDS = "points", "margin", "close", "comeback", "rounds"
"""The measures of :func:`note_result`. ``close`` and ``rounds`` are best when they are least."""


def note_result(game: FinishedGame, marks: Marks) -> None:
    """Note what every game has: the points of each seat; of a winner also lead, points behind made up, and rounds.

    The margin is noted twice, since the book may have the biggest and the closest win. The play of a comeback is the
    one after which the winner was furthest behind.
    """
    last = game.plays[-1] if game.plays else None
    for seat in game.seats:
        marks.note(seat, POINTS, game.points[seat], play=last)
    if len(game.winners) != 1 or len(game.points) < 2:
        return
    winner = game.winners[0]
    margin = game.points[winner] - max(points for seat, points in enumerate(game.points) if seat != winner)
    marks.note(winner, MARGIN, margin, play=last)
    marks.note(winner, CLOSE, margin, play=last)
    marks.note(winner, ROUNDS, game.rounds, play=last)
    running = list(game.points)
    for play in game.plays:
        for line in play.step.scores:
            running[line.seat] -= line.points  # what a game begins with
    scored = None
    for play in game.plays:
        if not play.step.scores:
            continue
        behind = max(running) - running[winner]
        if behind > 0:
            marks.note(winner, COMEBACK, behind, play=scored)
        for line in play.step.scores:
            running[line.seat] += line.points
        scored = play

"""What a bot is: something that sees a view, has a budget, and answers with an action."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from towergames.core.contract import A, AnyGame

if TYPE_CHECKING:
    from towergames.core.dice import Dice

V_contra = TypeVar("V_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)

REPORT_INTERVAL = 0.05
"""Seconds between two reports of progress that are shown: nobody sees more, and drawing takes its time."""


class Clock:
    """A bot's budget: a number of iterations, a number of seconds, and a stop button; whichever comes first.

    With ``seconds`` None the work depends on iterations only, so equal seeds give equal moves on any machine.
    ``on_progress`` is called with the present idea, so that a screen can show it; no decision depends on it.
    """

    __slots__ = ("_end", "_on_progress", "_stopped", "iterations")

    def __init__(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        on_progress: Callable[[Any], None] | None = None,
    ) -> None:
        self.iterations = iterations
        self._on_progress = on_progress
        self._end = None if seconds is None else time.monotonic() + seconds
        self._stopped = False

    def stop(self) -> None:
        """Ask the bot to answer with the best it has (callable from another thread)."""
        self._stopped = True

    def report_progress(self, idea: Any) -> None:
        """Report the present idea (public knowledge only) to spectators, as a value of the game's own."""
        if self._on_progress is not None and not self._stopped:
            self._on_progress(idea)

    @property
    def stopped(self) -> bool:
        """Whether the bot was asked to answer now."""
        return self._stopped

    def over(self, done: int) -> bool:
        """Whether to stop after ``done`` iterations."""
        return (
            self._stopped
            or (self.iterations is not None and done >= self.iterations)
            or (self._end is not None and time.monotonic() >= self._end)
        )


class Throttle:
    """Passes reports of a thread on, no faster than people can see them."""

    def __init__(self, tell: Callable[[Any], None]) -> None:
        self._tell = tell
        self._next = 0.0

    def __call__(self, news: Any) -> None:
        """Pass the report on, unless another one was passed on just before."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + REPORT_INTERVAL
            self._tell(news)


@dataclass(frozen=True, slots=True)
class Thought(Generic[A]):
    """A bot's answer: the action, one sentence of why (public knowledge only), and how many iterations it took.

    ``why`` may name players by their seats, as :func:`~towergames.core.contract.reason_text` fills them in.
    """

    action: A
    why: str = ""
    iterations: int = 0


class Bot(Protocol[V_contra, A_co]):
    """An opponent: sees only a view."""

    def choose(self, view: V_contra, dice: Dice, clock: Clock) -> Thought[Any]:
        """A legal action for the seat that looks. Reproducible for equal view, dice and iterations."""


RANDOM = "random"
"""The level that plays any legal move: a measure for other bots, not an opponent with a name."""
EVEN = "even"
"""The choice of the level that fits a person, in place of a level's name. Journals have the level."""
CHARACTERS = {
    "beginner": "Pip",
    "easy": "Gus",
    "casual": "Mira",
    "club": "Ivo",
    "normal": "Tess",
    "hard": "Odo",
}
"""The character that plays a level, in every game that has the level; weakest first in most games."""
OTHER_NAMES = ("Karl", "Ines", "Bela", "Runa", "Alma", "Nils", "Dora", "Juri", "Lene", "Emil")
"""Names of the bots that a level's character cannot have: a second one of a level, and those without a character."""


@dataclass(frozen=True, slots=True)
class Level:
    """One named strength: how it is shown, its budget of iterations, a cap in seconds for live play, and its maker.

    ``rating`` is its measured Elo among the levels of its game, where ``easy`` has 1000; None where nobody measured it.
    """

    name: str
    blurb: str
    make: Callable[[AnyGame], Bot[Any, Any]]
    iterations: int | None = None
    seconds: float | None = 2.0
    rating: int | None = None

    @property
    def character(self) -> str:
        """The name of the character that plays the level; '' for a level without one."""
        return CHARACTERS.get(self.name, "")


def opponents(levels: Sequence[Level]) -> tuple[Level, ...]:
    """The levels that a person meets, weakest first. Random play is no opponent where the game has another bot."""
    return tuple(level for level in levels if level.name != RANDOM) or tuple(levels)


def nearest_level(name: str, levels: Sequence[Level]) -> Level:
    """The level of a game whose character is nearest to that of a level of another game; of two the weaker one.

    >>> nearest_level("casual", [Level(name, "", NotImplemented) for name in ("easy", "normal", "club")]).name
    'easy'
    """
    order = list(CHARACTERS)
    known = [level for level in opponents(levels) if level.character]
    if name not in order or not known:
        return opponents(levels)[0]
    return min(known, key=lambda level: abs(order.index(level.name) - order.index(name)))


def bot_name(level: str, taken: Iterable[str]) -> str:
    """A name for a bot of a level that nobody at the table has: its character's, else another."""
    used = {name.casefold() for name in taken}
    character = CHARACTERS.get(level, "")
    names = [character, *OTHER_NAMES] if character else list(OTHER_NAMES)
    return next(name for name in names if name.casefold() not in used)

"""Today's task of Brick Tower: the puzzle of the day, of 16 cards; of 34 on Sundays."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from towergames.core.bot import Clock
from towergames.core.daily import Daily, Medals, Task, bar
from towergames.core.feat import Play
from towergames.games.bricks.construction import build
from towergames.games.bricks.deal import daily_code, deal
from towergames.games.bricks.judge import SHARES, judge
from towergames.games.bricks.model import Build, State
from towergames.lexicon import word_lists

STEPS_OF_THE_DAY, SEARCHES_OF_THE_DAY = 600, 2
"""Steps of the searches that measure the puzzle of a day: the same on every machine, however quick it is.

They take five seconds on two cores (SOLVER.md).
"""

SUNDAY = 6
_BRONZE, _SILVER, _GOLD = (share for _, share in SHARES)


def _size(day: str) -> str:
    return "standard" if date.fromisoformat(day).weekday() == SUNDAY else "mini"


def _task(day: str) -> Task:
    size = _size(day)
    if size == "mini":
        return Task("16 cards", "One legal tower of 16 cards, the same for everyone.", 7, {"size": size})
    return Task("34 cards", "One legal tower of 34 cards, the same for everyone. It is Sunday.", 15, {"size": size})


def _house(day: str) -> int:
    """The points of the day's search, 0 where it finds no tower."""
    from towergames.games.bricks.solver import solve  # numpy takes a moment to load

    cards = deal(daily_code(day, _size(day)))
    clock = Clock(iterations=STEPS_OF_THE_DAY)
    return solve(cards, word_lists.load("standard"), clock=clock, seed=1, searches=SEARCHES_OF_THE_DAY).score or 0


def _house_of_best(state: State, best: Build) -> int:
    """The points of the tower by which a finished game of the day is measured: the day's search has found it."""
    lexicon = word_lists.load("standard")
    return judge(build((), best, state.cards_of(0), state.terms.readings), lexicon, state.terms.readings).score or 0


def _signs(plays: Sequence[Play]) -> str:
    """The tower lying on its side: the pieces on each level, the lowest first."""
    tower = plays[-1].step.state.benches[0].tower if plays else None
    return "".join(bar(len(level), 6) for level in tower or ())


DAILY = Daily(
    name="Bricks",
    option="puzzle",
    on=_task,
    medals=Medals(_BRONZE, _SILVER, _GOLD),
    signs=_signs,
    house=_house,
    house_of_best=_house_of_best,
    former=({"size": "standard"},),
    below="stands",
)

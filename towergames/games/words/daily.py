"""Today's task of Stacked Words: six words, the same bag for everyone (U-25)."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.core.contract import Decide
from towergames.core.daily import Daily, Medals, Task, bar, play_task
from towergames.core.feat import Play as GamePlay
from towergames.games.words.game import GAME
from towergames.games.words.model import TASK_PLAYS, TASK_VERSION, Pass, Play, State
from towergames.games.words.rules import all_plays


def _task(_day: str) -> Task:
    return Task("six words", f"{TASK_PLAYS} words, no exchange, one bag for all.", 7)


def _house(day: str) -> int:
    """The points of who takes the play with the highest score each time, the first of equals."""
    last = play_task(GAME, DAILY, day, _highest)[-1]
    return sum(GAME.totals(last.step.state))


def _highest(state: State, _turn: Decide) -> Play | Pass:
    plays = all_plays(state)
    return plays[0].action(state.terms.size) if plays else Pass()


def _signs(plays: Sequence[GamePlay]) -> str:
    """A bar for each word: its share of the highest score that was possible there."""
    bars = ""
    for play in plays:
        if isinstance(play.move, Play):
            scored = sum(line.points for line in play.step.scores)
            bars += bar(scored, all_plays(play.before)[0].score)
    return bars


DAILY = Daily(
    name="Words",
    option="deal",
    on=_task,
    medals=Medals(50, 70, 90),
    signs=_signs,
    house=_house,
    version=TASK_VERSION,
)

"""Today's task of Take That Towers: beat Tess with the deck of the day (T-16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from towergames.core.bot import Clock
from towergames.core.contract import Decide
from towergames.core.daily import EVEN, LESS, MORE, Daily, Medals, Retelling, Rival, Task, play_task, task_dice
from towergames.core.feat import Play
from towergames.games.takethat.game import GAME

TESS = Rival("normal", iterations=24)
MEDALS = Medals(-9, 1, 10, "Bronze if you lose by less than 10, silver for a win, gold for a win by 10.")


def _task(_day: str) -> Task:
    return Task("beat Tess", "Beat Tess with the deck of the day. You begin.", 7, {"first": 1})


def _signs(plays: Sequence[Play]) -> str:
    """A sign for each scored tower: who got more of it."""
    signs = ""
    for play in plays:
        for event in play.step.events:
            if event.kind == "score.end":
                mine, theirs = (event.data["points"].get(seat, 0) for seat in ("0", "1"))
                if mine > theirs:
                    signs += MORE
                elif mine < theirs:
                    signs += LESS
                else:
                    signs += EVEN
    return signs


def _lead_of_hard(day: str, number: int) -> int:
    """The lead of Hard over Tess at the end of a game from the person's seat. Each number gives Hard other dice."""
    from towergames.games.takethat.bots import LEVELS

    levels = {level.name: level for level in LEVELS}
    seats = [(HARD, levels[HARD].iterations, f"{HARD} {number}"), (TESS.level, TESS.iterations, "bots")]

    def choose(state: Any, turn: Decide) -> Any:
        level, iterations, who = seats[turn.seat]
        dice = task_dice(GAME.dice_name(state, turn), who)
        return levels[level].make(GAME).choose(GAME.view(state, turn.seat), dice, Clock(iterations)).action

    last = play_task(GAME, DAILY, day, choose)[-1]
    return DAILY.score(GAME.totals(last.step.state))


HARD = "hard"
DAILY = Daily(
    name="Take That",
    option="deal",
    on=_task,
    medals=MEDALS,
    signs=_signs,
    rival=TESS,
    retelling=Retelling(HARD, games=5, dealt="cards", score=_lead_of_hard),
)

"""Today's task of Take That Towers: beat Tess with the deck of the day (T-16)."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.core.daily import EVEN, LESS, MORE, Daily, Medals, Rival, Task
from towergames.core.feat import Play

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


DAILY = Daily(name="Take That", option="deal", on=_task, medals=MEDALS, signs=_signs, rival=TESS)

"""Today's task of Leaning Towers: eight pieces on the Foundation of the day, with a steady hand (L-33)."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.core.daily import BREAK, FALL, SLIP, Daily, Medals, Task, bar
from towergames.core.feat import Play
from towergames.core.options import Scalar
from towergames.games.leaning.model import TASK_HAND

OPTIONS: dict[str, Scalar] = {"first": 1, "foundation": "ready", "tremor": "steady"}


def _task(_day: str) -> Task:
    pieces = sum(TASK_HAND)
    return Task("eight pieces", f"{pieces} pieces on the Foundation of the day, with a steady hand.", 7, OPTIONS)


_SIGNS = {"break": BREAK, "wreck": FALL, "forfeit": SLIP}


def _signs(plays: Sequence[Play]) -> str:
    """A bar for each piece that stands: its level, from 0; a sign for each that was lost."""
    signs = ""
    for play in plays:
        for event in play.step.events:
            signs += bar(event.data["level"] + 1) if event.kind == "place" else _SIGNS.get(event.kind, "")
    return signs


DAILY = Daily(name="Leaning", option="deal", on=_task, medals=Medals(6, 11, 18), signs=_signs)

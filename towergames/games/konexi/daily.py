"""Today's task of Konexi: twelve letters in one tower, with a steady hand (K-29)."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.core.daily import FALL, Daily, Medals, Task, bar
from towergames.core.feat import Play
from towergames.core.options import Scalar
from towergames.games.konexi.model import TASK_LETTERS

OPTIONS: dict[str, Scalar] = {"first": 1, "hand": "steady"}


def _task(_day: str) -> Task:
    return Task("twelve letters", f"One tower of {TASK_LETTERS} letters, with a steady hand.", 6, OPTIONS)


def _signs(plays: Sequence[Play]) -> str:
    """A sign for each letter: a bar for the length of its word, a dot without a word; the fall at the end."""
    signs = ""
    for play in plays:
        for event in play.step.events:
            if event.kind == "place":
                signs += bar(0)
            elif event.kind == "word":
                signs = signs[:-1] + bar(len(event.data["word"]))
            elif event.kind == "fall":
                signs += FALL
    return signs


DAILY = Daily(name="Konexi", option="deal", on=_task, medals=Medals(10, 20, 30), signs=_signs)

"""What is written over the tower for a while: a word, a bump, why it fell, how the last round ended. Pure."""

from __future__ import annotations

from collections.abc import Callable

from towergames.boards.kit.canvas import Ink
from towergames.boards.konexi import animation, inks
from towergames.boards.konexi.pointer import TableScene
from towergames.core.text import count
from towergames.games.konexi.model import BLOCKED, FULL, RoundEnd
from towergames.games.konexi.turns import why_fell


def told(scene: TableScene) -> tuple[str, Ink]:
    """The words and how they look; none when nothing has happened."""
    kind, cause = animation.fallen(scene)
    if kind:
        return why_fell(kind, cause), inks.BLAMED
    word = animation.said(scene)
    if word:
        return " ".join(word), inks.SAID
    bump = next((event for event in scene.playing if event.kind == "bump"), None)
    if bump is not None:
        return bump.text.format(*scene.names), inks.HAND
    ended = scene.view.ended
    if ended is not None and not scene.view.tower and not scene.playing:
        number = scene.view.round - (scene.view.phase != "over")  # after the last round there is no next one
        return f"round {number}: {how_ended(ended)}", inks.PLATE_MUTED
    return "", inks.PLATE_MUTED


def how_ended(ended: RoundEnd) -> str:
    """Why a round ended, and how many letters it had."""
    letters = count(ended.letters, "letter")
    if ended.kind == FULL:
        return "all 26 letters stood"
    if ended.kind == BLOCKED:
        return f"no letter on offer had a place; {letters}"
    return f"{why_fell(ended.kind, ended.cause)}; {letters}"


def clear_column(hidden: Callable[[int, int], bool], rows: range, wide: int, width: int) -> int:
    """Where so many columns hide nothing in these rows, as near to the middle as can be; the middle if nowhere."""
    middle = (width - wide) // 2
    full = {x for x in range(width) if any(hidden(x, y) for y in rows)}
    free = (x for x in range(1, width - wide) if full.isdisjoint(range(x - 1, x + wide + 1)))
    return min(free, key=lambda x: abs(x - middle), default=middle)

"""The beats: windows that go out, a tower that lights up from the top, an evening sky, and points that grow."""

from __future__ import annotations

from towergames.board.canvas import Canvas, Ink
from towergames.board.digits import ROWS, STEP, draw_figures
from towergames.board.inks import ink, plate_ink
from towergames.core.highlight import Highlight
from towergames.core.text import count
from towergames.games.takethat.beats import EVICTION, LARGE_TOWER, LAST_ROUND, STEAL
from towergames.games.takethat.board.tower_picture import DUE, GOOD, BoardLayout, Showing
from towergames.games.takethat.board.ui_state import TableContext
from towergames.games.takethat.palette import facade

OUT = 0.5
"""Share of a steal in which the windows go out; then they come on for the new owner."""
DARK = Ink("muted", "card")
SKY = Ink("text", "sky")
SKY_SIGNS = " ┄"
"""Signs of a sky with nothing in it but the line of the highest roofs."""
SPIRE_ROWS = 2
"""Rows of a spire's top above the figures."""


def hold_back(c: TableContext, show: Showing) -> None:
    """Keep the owners from before the beat until the windows of their floors are out."""
    if c.beat is None or c.beat.kind not in (STEAL, EVICTION):
        return
    if c.beat.part(c.beat_seconds) < (OUT if c.beat.kind == STEAL else 1.0):
        show.owners[c.beat.data["slot"]] = c.beat.data["owners"]


def evening_rows(c: TableContext, plan: BoardLayout) -> int:
    """The rows of the sky, from the top, that have turned to evening."""
    if c.beat is None or c.beat.kind != LAST_ROUND:
        return 0
    return round(c.beat.part(c.beat_seconds) * plan.ground)


def draw_beat(canvas: Canvas, plan: BoardLayout, c: TableContext, beat: Highlight) -> None:
    """Draw the beat at its present time over the towers."""
    part = beat.part(c.beat_seconds)
    if beat.kind == STEAL:
        width = plan.body - 2
        out, lit = round(width * min(1.0, part / OUT)), round(width * max(0.0, part - OUT) / (1 - OUT))
        _shutter(canvas, plan, c, beat.data["slot"], beat.data["floors"][0], lit, out)
        if part >= OUT:
            _say(canvas, plan, " T A K E   T H A T ! ", plate_ink(beat.seats[0]))
    elif beat.kind == EVICTION and part < 1:
        floors = beat.data["floors"]
        for number, storey in enumerate(floors):
            turned = min(1.0, max(0.0, part * len(floors) - number))
            _shutter(canvas, plan, c, beat.data["slot"], storey, 0, round((plan.body - 2) * turned))
    elif beat.kind == LARGE_TOWER:
        _draw_large(canvas, plan, beat, part)
    elif beat.kind == LAST_ROUND:
        _say(canvas, plan, " L A S T   R O U N D ", DUE)


def _say(canvas: Canvas, plan: BoardLayout, words: str, style: Ink) -> None:
    """Write words in the highest free piece of sky, as near to the middle as it allows."""
    x, y = max(0, (plan.width - len(words)) // 2), 0
    middle = x
    for row in range(plan.ground):
        shown = canvas.row(row)
        free = [at for at in range(plan.width - len(words) + 1) if not shown[at : at + len(words)].strip(SKY_SIGNS)]
        if free:
            x, y = min(free, key=lambda at: abs(at - middle)), row
            break
    canvas.put(x, y, words[: plan.width], style)


def _shutter(canvas: Canvas, plan: BoardLayout, c: TableContext, slot: int, storey: int, first: int, end: int) -> None:
    """Draw the columns ``first`` to ``end`` of a floor without light."""
    tower = c.view.slots[slot]
    assert tower is not None
    style = ink("dark", facade(tower.storeys[storey].floor))
    y = plan.storey_y(storey)
    for row in range(y, y + plan.tall(storey)):
        canvas.put(plan.body_x(slot) + 1 + first, row, "╌" * (end - first), style)


def _draw_large(canvas: Canvas, plan: BoardLayout, beat: Highlight, part: float) -> None:
    """Draw a tower whose floors light up from the top down, while its points are counted above it."""
    x, floors = plan.body_x(beat.data["slot"]), len(beat.data["floors"])
    lit = min(floors, 1 + int(part * floors))
    for storey in range(floors - lit):
        y = plan.storey_y(storey)
        for row in range(y, y + plan.tall(storey)):
            for column in range(x + 1, x + plan.body - 1):
                canvas.put(column, row, canvas.row(row)[column], DARK)
    figures = str(round(part * beat.points))
    top = plan.storey_y(floors - 1) - ROWS
    if top >= 0:
        width = STEP * len(figures) + 1
        left = x + (plan.body - width) // 2
        above = max(0, top - SPIRE_ROWS)
        canvas.fill(left, above, width, top + ROWS - above, " ", SKY)  # the top of a spire may be there
        draw_figures(canvas, left + 1, top, figures, GOOD)
    else:
        told = f" {count(int(figures), 'point')} "
        canvas.put(x + max(0, plan.body - len(told)) // 2, max(0, plan.storey_y(floors - 1) - 1), told, GOOD)

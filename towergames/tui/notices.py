"""The place of passing messages: where they cover no button, not the hand, and as little else as can be."""

from __future__ import annotations

from itertools import accumulate
from typing import Any
from weakref import WeakKeyDictionary

from textual.geometry import Offset, Region
from textual.screen import Screen

from towergames.board.camera_controls import VIEW
from towergames.tui.screens.game.side_panes import PLAY, TAB
from towergames.tui.widgets.action_bar import COMMAND
from towergames.tui.widgets.canvas import CanvasView

FORBIDDEN, CURSOR, SPOT, WRITTEN = 10_000, 400, 20, 2
"""The cost of a cell of a button or the hand, of the cursor's, of a spot of a picture, and of other text."""
BUTTONS = (COMMAND, VIEW, TAB)
"""Prefixes of the spots that are buttons; a line of the log leads to a move, but nobody needs it to play."""
KEPT_ZONES = ("hand", "actions", "lines", "timeline", "status")
"""Zones of a table that are never covered."""
KEPT_WIDGETS = "KeyBar, Field, #form-bar"
"""Other widgets that are never covered."""


_moved: WeakKeyDictionary[Screen[Any], Region] = WeakKeyDictionary()
"""Screen -> the region of its messages when they were moved last. They are not laid out again while it stays."""


def place(screen: Screen[Any]) -> bool:
    """Move the messages of a screen to the place where they cover least, the highest of equal ones.

    Return whether there are messages that have their sizes, and stand where they were moved to.
    """
    shown = [toast.region for toast in screen.query("Toast")]
    if not shown or not all(region.area for region in shown):
        return False
    rack = screen.query("ToastRack").first()
    box = Region.from_union(shown)
    width, height = screen.size
    if box.width > width or box.height > height:
        return True
    if _moved.get(screen) == box:
        return False
    _moved.pop(screen, None)
    now = Offset(int(rack.styles.offset.x.value), int(rack.styles.offset.y.value))
    goal = _cheapest(costs(screen), box.width, box.height) - (box.offset - now)
    if goal != now:
        _moved[screen] = box
        rack.styles.offset = (goal.x, goal.y)
    return True


def costs(screen: Screen[Any]) -> list[list[int]]:
    """The cost of each cell, row by row."""
    width, height = screen.size
    grid = [[0] * width for _ in range(height)]

    def add(region: Region, cost: int) -> None:
        inside = region.intersection(Region(0, 0, width, height))
        for y in range(inside.y, inside.bottom):
            for x in range(inside.x, inside.right):
                grid[y][x] += cost

    for widget in screen.query(KEPT_WIDGETS):
        add(widget.region, FORBIDDEN)
    for widget in screen.query("Static").exclude("Toast"):
        for y in range(widget.region.height):
            for x, char in enumerate(widget.render_line(y).text[: widget.region.width]):
                if char != " ":
                    add(Region(x, y, 1, 1).translate(widget.region.offset), WRITTEN)
    for view in screen.query(CanvasView):
        if view.id in KEPT_ZONES:
            add(view.region, FORBIDDEN)
            continue
        origin, picture = view.region.offset, view.picture
        for spot in picture.spots:
            region = Region(spot.x, spot.y, spot.width, spot.height).translate(origin)
            if spot.key.startswith(BUTTONS):
                add(region, FORBIDDEN)
            elif not spot.key.startswith(PLAY):
                add(region, SPOT)
        if picture.cursor is not None:
            add(Region(*picture.cursor, 1, 1).translate(origin), CURSOR)
        for y in range(picture.canvas.height):
            for x, char in enumerate(picture.canvas.row(y)[: view.region.width]):
                if char != " ":
                    add(Region(x, y, 1, 1).translate(origin), WRITTEN)
    return grid


def _cheapest(grid: list[list[int]], width: int, height: int) -> Offset:
    """The corner of the box of that size that costs least; of equal ones the highest, and there the rightmost."""
    sums = [[0] * (len(grid[0]) + 1)]
    for row in grid:
        above = sums[-1]
        sums.append([up + along for up, along in zip(above, accumulate(row, initial=0), strict=True)])

    def cost(x: int, y: int) -> int:
        upper, lower = sums[y], sums[y + height]
        return lower[x + width] - lower[x] - upper[x + width] + upper[x]

    columns, rows = len(grid[0]) - width + 1, len(grid) - height + 1
    corners = ((cost(x, y), y, -x) for y in range(rows) for x in range(columns))
    _, y, left = min(corners)
    return Offset(-left, y)

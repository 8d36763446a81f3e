"""Textual's side of :mod:`towergames.tui.play.zones`: puts each zone's widget into its box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.geometry import Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from towergames.tui.play.zones import Box

NOWHERE = Region(0, 0, 0, 0)


class ZoneLayout(Layout):
    """Places children by their id; a child without a box is not shown."""

    name = "zones"

    def __init__(self, plan: Callable[[int, int], dict[str, Box]]) -> None:
        self._plan = plan

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """One placement a zone."""
        boxes = self._plan(size.width, size.height)
        placements: list[WidgetPlacement] = []
        for child in children:
            box = boxes.get(child.id or "")
            if box is not None and box[2] > 0 and box[3] > 0:
                placements.append(WidgetPlacement(Region(*box), NOWHERE.offset, Spacing(), child, 0))
        return placements

    def __rich_repr__(self) -> Any:
        yield self.name


class ZonePane(Widget, can_focus=False):
    """The widget that holds the zones; its layout is its own, whatever the style sheet says."""

    def __init__(self, *children: Widget, plan: Callable[[int, int], dict[str, Box]], id: str | None = None) -> None:
        super().__init__(*children, id=id)
        self._zones = ZoneLayout(plan)

    @property
    def layout(self) -> Layout:
        """Zones by id."""
        return self._zones

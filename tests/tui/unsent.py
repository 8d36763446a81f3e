"""Frames that no terminal takes: widgets draw what they show once nothing is left to do, not for each update."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from weakref import WeakSet

import pytest
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._context import visible_screen_stack
from textual.app import App
from textual.geometry import Region

_UNDRAWN: WeakSet[Compositor] = WeakSet()
"""Those of screens that have changed since their widgets drew."""


class UnsentFrame(LayoutUpdate):
    """A whole frame, which is put together if somebody looks at it."""

    def __init__(self, compositor: Compositor) -> None:
        self.region = compositor.size.region
        self._compositor = compositor

    @cached_property
    def strips(self) -> list[Any]:  # type: ignore[override]
        """The pieces of each row."""
        return [chop.values() for chop in self._compositor._render_chops(self.region, lambda _: True)]


class UnsentChops(ChopsUpdate):
    """A part of a frame; where it is, is all that anybody asks."""

    def __init__(self, compositor: Compositor, regions: set[Region]) -> None:
        super().__init__([], list(compositor._regions_to_spans(regions)), [])


def _whole(compositor: Compositor, simplify: bool = False) -> LayoutUpdate:
    compositor._dirty_regions.clear()
    _UNDRAWN.add(compositor)
    return UnsentFrame(compositor)


def _part(compositor: Compositor) -> ChopsUpdate | None:
    regions = compositor._dirty_regions.copy()
    compositor._dirty_regions.clear()
    if not regions:
        return None
    _UNDRAWN.add(compositor)
    return UnsentChops(compositor, regions)


def send_nothing(patch: pytest.MonkeyPatch) -> None:
    """Let screens make such updates."""
    patch.setattr(Compositor, "render_full_update", _whole)
    patch.setattr(Compositor, "render_partial_update", _part)


def draw(app: App[Any]) -> None:
    """Let the widgets of the screen draw what they show, if it has changed."""
    compositor = app.screen._compositor
    if compositor in _UNDRAWN:
        _UNDRAWN.discard(compositor)
        visible_screen_stack.set(app._background_screens)
        for _ in compositor._get_renders(compositor.size.region):
            pass

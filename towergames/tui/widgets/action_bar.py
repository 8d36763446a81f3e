"""The action bar: the present controls, the main one first, each with its key; a click presses a control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.protocol import Control, Picture, Spot
from towergames.core.text import cell_width, fit
from towergames.session.controller import CHOOSE, CONTROL
from towergames.tui.commands import command_of, pick
from towergames.tui.keymap import KeyMap

GAP = 2
ROWS = 1
"""Rows of the bar under the hand."""


def draw_bar(controls: Sequence[Control[Any, Any]], keymap: KeyMap, width: int, height: int) -> Picture:
    """One row of controls without those that do not fit; the main one is cut. A blocked one is muted."""
    canvas, x = Canvas(width, height), 1
    spots: list[Spot] = []
    for control in controls if height > 0 else ():
        if control.place not in ("main", "bar"):
            continue
        text, main = f"[{_key(control, keymap)}] {control.label}", control.place == "main"
        if main:
            text = fit(text, width - x).rstrip()
        elif x + cell_width(text) > width:
            continue
        ink = Ink("muted") if control.blocked else Ink("accent" if main else "text", bold=True)
        canvas.put(x, 0, text, ink)
        why = control.blocked.text if control.blocked else ""
        spots.append(Spot(f"{CONTROL}{control.spec.id}", x, 0, cell_width(text), 1, control.spec.title, why))
        x += cell_width(text) + GAP
    return Picture(canvas, tuple(spots))


def _key(control: Control[Any, Any], keymap: KeyMap) -> str:
    if control.place == "main":
        return keymap.label(pick(CHOOSE)[0])
    return control.keys_shown or keymap.label(command_of(control.spec))

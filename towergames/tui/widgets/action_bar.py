"""The action bar: who acts and what the task is, then the present actions as chips, the main one first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Picture, Spot, Style
from towergames.core.text import cell_width, fit
from towergames.tui.commands import Command, command_of, pick
from towergames.tui.keymap import KeyMap

if TYPE_CHECKING:
    from towergames.board.protocol import Control, Steps

ROWS = 1
"""Rows of the chips alone."""
BUTTON_ROWS = 3
"""Rows of a button where there is room: a finger is wider than one row."""
COMMAND = "command:"
"""The prefix of the spot key of a command of the screen."""
BAR, BAR_BOLD, BAR_MUTED = Ink("text", "raised"), Ink("text", "raised", bold=True), Ink("muted", "raised")
HAND = Ink("cursor", "raised", bold=True)


@dataclass(frozen=True, slots=True)
class Chip:
    """An action: its spot, its key as written, and its label. ``why`` is the reason why it cannot be used now."""

    spot: str
    key: str
    label: str
    main: bool = False
    why: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class ActionBarTask:
    """The first row: player, task, and parts of the turn. ``role`` is the colour of the bar at the left."""

    who: str = ""
    task: str = ""
    steps: Steps = ()
    role: str = "cursor"


def chips_of(controls: Iterable[Control[Any, Any]], keymap: KeyMap) -> list[Chip]:
    """The controls of a board that have a chip."""
    from towergames.session.controller import CHOOSE, CONTROL  # the first paint does not wait for the import

    chips = []
    for control in controls:
        if control.place not in ("main", "bar"):
            continue
        main = control.place == "main"
        key = keymap.label(pick(CHOOSE)[0]) if main else control.keys_shown or keymap.label(command_of(control.spec))
        why = control.blocked.text if control.blocked else ""
        chips.append(Chip(f"{CONTROL}{control.spec.id}", key, control.label, main, why, control.spec.title))
    return chips


def command_chips(commands: Iterable[Command], keymap: KeyMap) -> list[Chip]:
    """Commands of the screen as chips; the one on Enter is the main one."""
    chips = []
    for command in commands:
        if command.footer:
            key = "Any key" if command.id == "skip" else keymap.label(command)
            label = command.footer[:1].upper() + command.footer[1:]
            chips.append(Chip(f"{COMMAND}{command.id}", key, label, "enter" in command.keys, "", command.title))
    return chips


def without_keys(chips: Iterable[Chip]) -> list[Chip]:
    """The chips as a finger needs them."""
    return [replace(chip, key="") for chip in chips]


def chip_width(chip: Chip, style: Style) -> int:
    plain = style.plain
    frame = 3 + 2 * chip.main if plain else 4 - chip.main
    if not chip.key:
        frame = 2 + 2 * chip.main if plain else 2
    return cell_width(chip.key) + cell_width(chip.label) + frame


def draw_chip(canvas: Canvas, x: int, y: int, chip: Chip, style: Style, ground: str = "raised") -> int:
    """Draw the key of a chip on a plate, and its label. Return the column after it. A blocked chip has no plate."""
    if style.plain:
        ink = Ink("muted", ground) if chip.why else Ink("text", ground, bold=True)
        mark = " <" if chip.main else ""
        named = f"[{chip.key}] {chip.label}" if chip.key else f"[{chip.label}]"
        return canvas.put(x, y, f"{named}{mark}", ink)
    if chip.why:
        key = label = Ink("muted", ground)
    elif chip.main:
        key = label = Ink("ink", "cursor", bold=True)
    else:
        key, label = Ink("accent", "chip-key", bold=True), Ink("text", "chip")
    if chip.key:
        x = canvas.put(x, y, f" {chip.key} ", key)
    return canvas.put(x, y, f"{'' if chip.main and chip.key else ' '}{chip.label} ", label)


def draw_chips(
    canvas: Canvas, x: int, y: int, width: int, rows: int, chips: Sequence[Chip], style: Style, ground: str = "raised"
) -> list[Spot]:
    """Draw the chips that fit into the rows. The first chip is always drawn."""
    spots, left, last = [], x, y + rows - 1
    for chip in chips:
        cells = chip_width(chip, style)
        if left > x and left + cells > x + width:
            if y == last:
                continue
            left, y = x, y + 1
        end = draw_chip(canvas, left, y, chip, style, ground)
        spots.append(Spot(chip.spot, left, y, end - left, 1, chip.title or chip.label, chip.why))
        left = end + 1
    return spots


def draw_bar(
    task: ActionBarTask | None,
    chips: Sequence[Chip],
    style: Style,
    width: int,
    height: int,
    message: Sequence[str] = (),
) -> Picture:
    """Draw the task in the first row, if there is one, and the chips in the rows below it.

    A ``message`` that continues below the bar has its first rows in the last rows of the bar, and replaces the task.
    """
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", BAR)
    canvas.fill(0, 0, 1, height, "▌", Ink(task.role if task is not None else "cursor", "raised"))
    top, bottom = 0, height - len(message)
    for y, row in enumerate(message, start=bottom):
        canvas.put(2, y, row, HAND)
    if task is not None and height > 0 and not message:
        narrow = height > 2 and 4 + cell_width(task.who) + cell_width(task.task) >= width
        _draw_task(canvas, task, width)
        if narrow:
            canvas.put(2, 1, fit(task.task, width - 3).rstrip(), BAR)
        top = 1 + narrow
    spots = draw_chips(canvas, 2, top, width - 3, bottom - top, chips, style) if bottom > top else []
    if top and not any(chip.key for chip in chips):
        spots = [_for_finger(spot) if spot.y == top else spot for spot in spots]
    return Picture(canvas, tuple(spots))


def _for_finger(spot: Spot) -> Spot:
    """The spot of a chip with the row of the task above it: a finger is wider than a row."""
    return replace(spot, y=spot.y - 1, height=spot.height + 1)


def _draw_task(canvas: Canvas, task: ActionBarTask, width: int) -> None:
    x = canvas.put(2, 0, task.who, HAND if task.role == "cursor" else BAR_BOLD)
    if x + 2 + cell_width(task.task) < width:
        x = canvas.put(x + 2, 0, task.task, BAR)
    steps = " ─ ".join(text for text, _ in task.steps)
    at = width - 1 - cell_width(steps)
    if task.steps and at > x + 2:
        for i, (text, state) in enumerate(task.steps):
            at = canvas.put(at, 0, " ─ ", BAR_MUTED) if i else at
            at = canvas.put(at, 0, text, BAR_BOLD if state == "now" else BAR_MUTED)


def draw_buttons(canvas: Canvas, x: int, y: int, chips: Sequence[Chip], style: Style, rows: int) -> list[Spot]:
    """Draw chips of ``rows`` rows side by side, as far as they have room. Each can be clicked on all its rows."""
    spots = []
    for chip in chips:
        cells = chip_width(chip, style)
        if x + cells > canvas.width:
            break
        ground = Ink("ink", "cursor") if chip.main else Ink("text", "chip")
        if style.colours and not style.ascii_only:
            canvas.fill(x, y, cells, rows, " ", ground)
        draw_chip(canvas, x, y + rows // 2, chip, style, "")
        spots.append(Spot(chip.spot, x, y, cells, rows, chip.title or chip.label))
        x += cells + 2
    return spots

"""A small card over the table with a few answers: keys, arrows and Enter, mouse, or typed words; the safe one first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical

from towergames.boards.canvas import Canvas, Ink
from towergames.boards.desk import Command, Picture, Spot
from towergames.core.contract import Seat
from towergames.core.text import cell_width, fit
from towergames.tui.base import TowerDialog
from towergames.tui.commands import MOVES
from towergames.tui.paint import MUTED, TEXT, TITLE, badge
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: what it is called when dismissed, its label, key and typed word."""

    id: str
    label: str
    key: str
    help: str = ""


Line = tuple[str, Ink]

_STEPS = ("move.left", "move.right", "move.up", "move.down", "zone.next", "zone.previous", "choose")


class Card(TowerDialog[str]):
    """Shows lines and waits for one of the answers; Esc gives None."""

    MINIMUM = (24, 6)
    WIDTH = 64

    def __init__(self, title: str, lines: Sequence[Line], answers: Sequence[Answer], safe: int = 0) -> None:
        super().__init__()
        self.badges: dict[int, Seat] = {}
        """Seats whose shape and number stand in front of a line, by line."""
        self.card_title = title
        self.lines = tuple(lines)
        self.answers = tuple(answers)
        self.at = safe

    def compose(self) -> ComposeResult:
        """The card."""
        with Vertical(id="card"):
            yield CanvasView(self._paint, id="card-face")
        yield KeyBar()

    def on_mount(self) -> None:
        """Give the card the size of its text."""
        self._fit()

    def on_resize(self) -> None:
        """Never larger than the terminal."""
        self._fit()

    def _fit(self) -> None:
        box = self.query_one("#card")
        widest = max([self.WIDTH, *(cell_width(text) + 4 for text, _ in self.lines)])
        box.styles.width = min(widest, self.app.size.width)
        box.styles.height = min(len(self.lines) + 6, self.app.size.height - 1)

    # --- commands ---------------------------------------------------------------------------------------

    def own_commands(self) -> tuple[Command, ...]:
        """One command an answer, and the cursor."""
        own = tuple(
            Command(f"answer.{a.id}", a.label, a.help, (a.key,), a.id, "answers", a.label.lower()) for a in self.answers
        )
        return (*own, *(c for c in MOVES if c.id in _STEPS), *self.OWN)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """An answer ends the card with its id."""
        if command_id.startswith("answer."):
            self.dismiss(command_id.removeprefix("answer."))
            return True
        return super().run_command(command_id, argument)

    def _step(self, by: int) -> None:
        self.at = (self.at + by) % len(self.answers)
        self.query_one(CanvasView).repaint()

    def do_move_left(self, argument: str = "") -> None:
        """The answer before."""
        self._step(-1)

    def do_move_right(self, argument: str = "") -> None:
        """The next answer."""
        self._step(1)

    do_move_up, do_move_down, do_zone_next, do_zone_previous = do_move_left, do_move_right, do_move_right, do_move_left

    def do_choose(self, argument: str = "") -> None:
        """Give the answer under the cursor."""
        self.dismiss(self.answers[self.at].id)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """An answer was clicked."""
        event.stop()
        self.dismiss(event.spot)

    # --- looks ------------------------------------------------------------------------------------------

    def _paint(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        canvas.box(0, 0, width, height, Ink("accent"), "┏━┓┃┗┛")
        canvas.put(3, 0, f" {self.card_title} ", TITLE)
        room = height - 5
        for y, (text, ink) in enumerate(self.lines[:room], start=2):
            canvas.put(2, y, fit(text, width - 4), ink)
            if y - 2 in self.badges:
                badge(canvas, 5, y, self.badges[y - 2])
        if len(self.lines) > room > 0:
            canvas.put(2, 1 + room, "...", MUTED)
        x, spots, cursor = 2, [], None
        for i, answer in enumerate(self.answers):
            here = i == self.at
            key = self.tower_app.keymap.label(self.own_commands()[i])
            label = f"{'>' if here else ' '}[{key} {answer.label}]"
            if x + len(label) >= width:
                break
            y = height - 2
            canvas.put(x, y, label, Ink("cursor", bold=True, reverse=True) if here else TEXT)
            spots.append(Spot(answer.id, x, y, len(label), 1, answer.label))
            cursor = (x, y) if here else cursor
            x += len(label) + 1
        return Picture(canvas, tuple(spots), cursor)

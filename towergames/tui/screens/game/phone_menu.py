"""The menu of a touched screen: the few commands of the table that a guest needs, as large buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.containers import Vertical

from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Picture, Spot
from towergames.tui.command_screen import CommandMixin, TowerDialog
from towergames.tui.commands import LIST, Command, group
from towergames.tui.list_mixins import RowSelection
from towergames.tui.paint import put
from towergames.tui.widgets.canvas import CanvasView

if TYPE_CHECKING:
    from textual.app import ComposeResult

OPEN = group("touch", ("phone.menu", "Menu", "Hint, message, rules, undo, score and leave", "", "phone", "menu"))
"""The command that opens the menu; screens have it where a finger plays."""
ROWS = 3
"""Rows of a button."""
LOW_ROWS = 2
"""Rows of a button on a screen that is not high, such as that of a phone held sideways."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: the command that it runs, and its words."""

    command: str
    label: str
    note: str


RULES = Choice("rule", "Rules", "Read the rules of this game.")
EVERYTHING = Choice("palette", "All commands", "Everything else that can be done here.")
AT_TABLE = (
    Choice("hint", "Hint", "Show a good move. It counts as help."),
    Choice("say", "Message", "Write to the other players."),
    RULES,
    Choice("guide", "Guide", "Play a lesson, then come back to the table."),
    Choice("undo", "Undo", "Undo the last move."),
    Choice("pad", "Score", "Show the score in place of the log, or the log again."),
    Choice("moves.confirm", "Confirm my move", "Ask before moves that you cannot take back, or no longer."),
    Choice("quit", "Leave", "Your seat is kept. The same link opens it again."),
    EVERYTHING,
)
IN_LESSON = (
    Choice("lesson.show", "Show me", "Let the guide play this step."),
    Choice("lesson.before", "Step back", "Go to the step before."),
    Choice("lesson.again", "From the start", "Start the lesson again."),
    RULES,
    Choice("back", "To the table", "Leave the lesson."),
    EVERYTHING,
)


class PhoneMenu(RowSelection, TowerDialog[str]):
    """Closes with the id of the command to run on the screen below. A tap beside the buttons closes it too."""

    OWN = LIST

    def __init__(self, on: CommandMixin, choices: Sequence[Choice]) -> None:
        super().__init__()
        known = {command.id for command in on.commands()}
        self.choices = tuple(choice for choice in choices if choice.command in known)
        self.reasons = tuple(on.why_not(choice.command) for choice in self.choices)
        """Why each of them cannot be used now, '' where it can."""
        self.at = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="phone-menu"):
            yield CanvasView(self._paint)

    def spoken(self) -> tuple[str, ...]:
        """The buttons in order, and how one is chosen."""
        names = ", ".join(choice.label for choice in self.choices)
        return (f"Menu: {names}.", "The arrow keys choose a button, Enter presses it, Esc goes back.")

    @property
    def pointed(self) -> str:
        """The button under the cursor, and why it cannot be used now."""
        choice = self.choices[self.at]
        return f"{choice.label}. {self.reasons[self.at] or choice.note}"

    @property
    def _rows(self) -> int:
        return ROWS if self.app.size.height >= ROWS * len(self.choices) + 2 else LOW_ROWS

    def on_mount(self) -> None:
        """Give the menu its height."""
        self._fit()

    def on_resize(self) -> None:
        """Keep the menu within the screen."""
        self._fit()

    def _fit(self) -> None:
        self.query_one("#phone-menu").styles.height = self._rows * len(self.choices)

    def mark(self, row: int) -> None:
        """Put the mark on a button."""
        self.at = max(0, min(row, len(self.choices) - 1))
        self.query_one(CanvasView).repaint()

    def _do_choose(self, argument: str = "") -> None:
        self.dismiss(self.choices[self.at].command)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A button was tapped."""
        event.stop()
        self.dismiss(event.spot)

    def on_click(self) -> None:
        """A tap beside the buttons goes back."""
        self.dismiss(None)

    def _paint(self, width: int, height: int) -> Picture:
        canvas, spots = Canvas(width, height), []
        for number, choice in enumerate(self.choices):
            y, here = number * self._rows, number == self.at
            why = self.reasons[number]
            ground = "card" if number % 2 else "chip"
            if here:
                ground = "raised"
            canvas.fill(0, y, width, self._rows, " ", Ink("text", ground))
            canvas.fill(0, y, 1, self._rows, "▌" if here else " ", Ink("cursor", ground))
            put(canvas, 2, y, choice.label, width - 4, Ink("muted" if why else "text", ground, bold=not why))
            put(canvas, 2, y + 1, why or choice.note, width - 4, Ink("muted", ground))
            spots.append(Spot(choice.command, 0, y, width, self._rows, choice.label))
        return Picture(canvas, tuple(spots), (0, self.at * self._rows))


def with_menu(commands: tuple[Command, ...], touched: bool) -> tuple[Command, ...]:
    """The commands of a table, with the menu where a finger plays."""
    return (*commands, *OPEN) if touched else commands

"""Dialogs that any screen opens: they ask for a line or for a choice, or show a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from towergames.board.canvas import Canvas, Ink, StyledText
from towergames.board.picture import Picture, Spot
from towergames.core.text import cell_width, fit
from towergames.tui.command_screen import EDITING, TowerDialog
from towergames.tui.commands import MOVES, PAGES, Command, group, pick
from towergames.tui.keymap import KeyMap
from towergames.tui.list_mixins import CursorKeys, RowListMixin
from towergames.tui.paint import MUTED, TEXT, TITLE, wrap
from towergames.tui.services import Services
from towergames.tui.widgets.action_bar import BUTTON_ROWS, Chip, draw_buttons
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.rows import Row, RowsView

ASK_COMMANDS = group("dialog", ("ask.take", "Take it", "Take the text of the field", "enter", "take", "take"))

KEYBOARD = "abc opens the keyboard."
"""What a person with a finger must know who is to type; the page has that button."""
TAKE_OR_LEAVE = "Enter takes it, Esc leaves it as it was."
EDITS = {
    key: binding.action for binding in Input.BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
}
"""The action of each key of a field."""
IGNORE_INPUT_SECONDS = 1.0
"""A question of another window takes no answer for this time: keys may have been typed for something else."""


class Field(Input):
    """A field that does not blink (no timers while nothing happens)."""

    def __init__(self, value: str = "", placeholder: str = "", *, id: str | None = None, limit: int = 200) -> None:
        super().__init__(value, placeholder, id=id, compact=True, max_length=limit, select_on_focus=False)
        self.cursor_blink = False

    async def on_key(self, event: events.Key) -> None:
        """Edit in the order of the keys: Textual would edit after the letters that were typed behind such a key."""
        if event.key in EDITING and event.key in EDITS:
            event.stop()
            event.prevent_default()
            await self.run_action(EDITS[event.key])

    def action_delete_left(self) -> None:
        """Delete the last letter of a suggestion that is selected as a whole, which typing would replace."""
        if self.selected_text == self.value:
            self.cursor_position = len(self.value)
        super().action_delete_left()


def _anything(text: str) -> str:  # noqa: ARG001 - any text will do
    return ""


class AskScreen(TowerDialog[str]):
    """Asks for a line. ``check`` returns the error of a text, '' if it is good. A ``secret`` is not shown.

    ``note`` explains Enter and Esc.
    """

    AUTO_FOCUS = "Field"
    OWN = (*ASK_COMMANDS, *pick("back"))

    def __init__(
        self,
        label: str,
        value: str = "",
        check: Callable[[str], str] | None = None,
        *,
        secret: bool = False,
        note: str = TAKE_OR_LEAVE,
    ) -> None:
        super().__init__()
        self._label, self._value, self._secret, self._note = label, value, secret, note
        self._check = check or _anything

    def compose(self) -> ComposeResult:
        """Yield the label, the field, and the note, which an error replaces."""
        with Vertical(id="ask", classes="box"):
            yield Static(self._label, markup=False, classes="strong")
            yield Field(self._value)
            yield Static(self._note, id="ask-note", markup=False, classes="muted")
            if self.services.touched:
                yield Static(KEYBOARD, markup=False, classes="muted")

    def spoken(self) -> tuple[str, ...]:
        """The label, and what Enter and Esc do."""
        return (self._label, self._note)

    def on_mount(self) -> None:
        """Select the text, so that typing replaces it."""
        self.query_one(Field).password = self._secret
        self.query_one(Field).select_all()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the error of the present text."""
        event.stop()
        self._show_error(self._check(event.value))

    def _show_error(self, error: str) -> None:
        note = self.query_one("#ask-note", Static)
        note.update(f"! {error}" if error else self._note)
        note.set_class(bool(error), "wrong")

    def _do_ask_take(self, argument: str = "") -> None:
        value = self.query_one(Field).value
        error = self._check(value)
        if error:
            self._show_error(error)
        else:
            self.dismiss(value)


CONFIRM_COMMANDS = group(
    "dialog",
    ("confirm.yes", "Yes", "Do it", "y", "yes"),
    ("confirm.no", "No", "Change nothing", "n escape", "no"),
)


class ConfirmDialog(RowListMixin, TowerDialog[bool]):
    """Asks before something is lost. Dismissed with True only for an explicit yes."""

    OWN = (*CONFIRM_COMMANDS, *pick("move.up", "move.down", "choose"))

    def __init__(self, question: str, yes: str = "Yes", no: str = "No") -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """Yield the question and the answers, the safe one first."""
        with Vertical(id="confirm", classes="box"):
            yield Static(self._question, markup=False, classes="strong")
            yield RowsView([Row("no", self._no, letter="n"), Row("yes", self._yes, letter="y")], (4, 60, 0, 0))

    def spoken(self) -> tuple[str, ...]:
        """The question and the answers."""
        return (self._question, f"n: {self._no}. y: {self._yes}.")

    def chosen(self, row: Row) -> None:
        """Close with the answer."""
        self.dismiss(row.key == "yes")

    def _do_confirm_yes(self, argument: str = "") -> None:
        self.dismiss(True)

    def _do_confirm_no(self, argument: str = "") -> None:
        self.dismiss(False)


TEXT_COMMANDS = (
    *group("dialog", ("back", "Close", "Back to the game", "escape enter space", "back", "close")),
    *pick("move.up", "move.down"),
    *PAGES,
)


class TextDialog(CursorKeys, TowerDialog[None]):
    """Paragraphs under a title, which can be scrolled; ``at_end`` begins with the last of them."""

    OWN = TEXT_COMMANDS

    def __init__(self, title: str, lines: Sequence[str], *, at_end: bool = False) -> None:
        super().__init__()
        self.heading = title
        self.lines = tuple(lines)
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with Vertical(id="text", classes="box"):
            yield Static(self.heading, markup=False, classes="strong")
            with VerticalScroll(can_focus=False):
                for line in self.lines:
                    yield Static(line, markup=False)
        yield KeyBar()

    def spoken(self) -> tuple[str, ...]:
        """The title and the text."""
        return (self.heading, *self.lines)

    @property
    def _text(self) -> VerticalScroll:
        return self.query_one(VerticalScroll)

    def on_mount(self) -> None:
        """Scroll to the end, if the dialog begins there."""
        super().on_mount()
        if self._at_end:
            self._text.scroll_end(animate=False)

    def walk(self, lines: int = 0, *, pages: int = 0, ends: int = 0) -> None:
        """Scroll the text."""
        if lines:
            self._text.scroll_relative(y=lines, animate=False)
        elif pages:
            self._text.scroll_relative(y=pages * self._text.scrollable_content_region.height, animate=False)
        else:
            self._text.scroll_to(y=self._text.max_scroll_y * (ends > 0), animate=False)


@dataclass(frozen=True, slots=True)
class DialogButton:
    """One answer of a dialog: the dialog closes with its id, which can be typed too."""

    id: str
    label: str
    key: str
    help: str = ""


_STEPS = ("move.left", "move.right", "move.up", "move.down", "zone.next", "zone.previous", "choose")


def answers_told(keymap: KeyMap, commands: Sequence[Command]) -> str:
    """The answers of a dialog in one line, each after its key."""
    return " ".join(f"{keymap.label(command)}: {command.title}." for command in commands)


class ChoiceDialog(TowerDialog[str]):
    """Shows lines and waits for one of the answers; Esc gives None."""

    MINIMUM = (24, 6)
    WIDTH = 64

    def __init__(self, title: str, lines: Sequence[StyledText], answers: Sequence[DialogButton], safe: int = 0) -> None:
        super().__init__()
        self.title_text = title
        self.lines = tuple(lines)
        self.answers = tuple(answers)
        self.at = safe

    def compose(self) -> ComposeResult:
        with Vertical(id="card"):
            yield CanvasView(self._paint, id="card-face")
        yield KeyBar()

    def spoken(self) -> tuple[str, ...]:
        """The title, the text without its line breaks, and the keys of the answers."""
        text = " ".join(text for text, _ in self.lines if text)
        return (self.title_text, text, answers_told(self.keymap, self.own_commands()[: len(self.answers)]))

    def on_mount(self) -> None:
        """Give the dialog the size of its text."""
        self._fit()

    def on_resize(self) -> None:
        """Keep the dialog within the terminal."""
        self._fit()

    def _fit(self) -> None:
        box = self.query_one("#card")
        widest = max([self.WIDTH, *(cell_width(text) + 4 for text, _ in self.lines)])
        box.styles.width = min(widest, self.app.size.width)
        box.styles.height = min(
            len(self.lines) + 5 + self._rows_within(self.app.size.height - 1), self.app.size.height - 1
        )

    def _rows_within(self, height: int) -> int:
        """The rows of a button on a card of that height: where a finger plays, as many as it needs."""
        return BUTTON_ROWS if self.services.touched and height >= len(self.lines) + 5 + BUTTON_ROWS else 1

    # --- commands ---------------------------------------------------------------------------------------

    def own_commands(self) -> tuple[Command, ...]:
        """A command for each answer, and those of the cursor."""
        own = []
        for answer in self.answers:
            keys, words, footer = (answer.key,), (answer.id,), answer.label.lower()
            own.append(Command(f"answer.{answer.id}", answer.label, answer.help, keys, words, "answers", footer=footer))
        return (*own, *(command for command in MOVES if command.id in _STEPS), *self.OWN)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """Run a command; an answer closes the dialog with its id."""
        if command_id.startswith("answer."):
            self.dismiss(command_id.removeprefix("answer."))
            return True
        return super().run_command(command_id, argument)

    def _step(self, by: int) -> None:
        self.at = (self.at + by) % len(self.answers)
        self.query_one(CanvasView).repaint()

    def _do_move_left(self, argument: str = "") -> None:
        self._step(-1)

    def _do_move_right(self, argument: str = "") -> None:
        self._step(1)

    _do_move_up, _do_move_down, _do_zone_next, _do_zone_previous = (
        _do_move_left,
        _do_move_right,
        _do_move_right,
        _do_move_left,
    )

    def _do_choose(self, argument: str = "") -> None:
        self.dismiss(self.answers[self.at].id)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Close with the answer that was clicked."""
        event.stop()
        self.dismiss(event.spot)

    def _paint(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        canvas.box(0, 0, width, height, Ink("accent"), "┏━┓┃┗┛")
        canvas.put(3, 0, f" {self.title_text} ", TITLE)
        rows = self._rows_within(height)
        room = height - 4 - rows
        for y, (text, ink) in enumerate(self.lines[:room], start=2):
            canvas.put(2, y, fit(text, width - 4), ink)
        if len(self.lines) > room > 0:
            canvas.put(2, 1 + room, "...", MUTED)
        if self.services.touched:
            spots = self._draw_buttons(canvas, height - 1 - rows, rows)
            return Picture(canvas, tuple(spots), (2, height - 1 - rows))
        x, spots, cursor = 2, [], None
        for i, answer in enumerate(self.answers):
            here = i == self.at
            key = self.services.keymap.label(self.own_commands()[i])
            label = f"{'>' if here else ' '}[{key} {answer.label}]"
            if x + len(label) >= width:
                break
            y = height - 2
            canvas.put(x, y, label, Ink("cursor", bold=True, reverse=True) if here else TEXT)
            spots.append(Spot(answer.id, x, y, len(label), 1, answer.label))
            cursor = (x, y) if here else cursor
            x += len(label) + 1
        return Picture(canvas, tuple(spots), cursor)

    def _draw_buttons(self, canvas: Canvas, y: int, rows: int) -> list[Spot]:
        """Draw the answers as a finger needs them: large, and without their keys."""
        chips = [Chip(one.id, "", one.label, main=number == self.at) for number, one in enumerate(self.answers)]
        return draw_buttons(canvas, 2, y, chips, self.services.style, rows)


class ConsentScreen(ChoiceDialog):
    """Asks one person by name, or the asker if ``asked`` is empty; the safe answer is No.

    ``what`` would be undone, ``why`` is the reason why that needs agreement. ``sudden`` is whether another window asks;
    then the first keys are no answers.
    """

    def __init__(self, asker: str, asked: str, what: str, why: str, *, sudden: bool = False) -> None:
        self._deaf_until = monotonic() + IGNORE_INPUT_SECONDS if sudden else 0.0
        title, question, agree = "Undo", f"Undo {what}?", "Undo the move"
        reason = f"This undo counts as help, because {why}."
        if asked:
            title, question, agree = f"A question for {asked}", f"{asker} wants to undo {what}.", "Agree"
            reason = f"Undo needs everyone's agreement, because {why}."
        lines = [(text, TEXT) for text in (*wrap(question, 58), *wrap(reason, 58))]
        lines += [("The log, the replay and the records will show it.", MUTED), ("", TEXT)]
        if asked:
            lines.append((f"{asked}, do you agree?", Ink(bold=True)))
        answers = (DialogButton("no", "No", "n", "Keep the move"), DialogButton("yes", "Yes, undo it", "y", agree))
        super().__init__(title, lines, answers)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """Run a command, unless it comes before anybody can have read the question."""
        return monotonic() < self._deaf_until or super().run_command(command_id, argument)


STAY = (
    DialogButton("stay", "Stay", "s", "Go on playing"),
    DialogButton("leave", "Leave and lose them", "l", "Leave and lose the unsaved moves"),
)
READ = (DialogButton("read", "Go on", "g", "Close this card"),)


class LossDialog(ChoiceDialog):
    """Asks before moves are lost that the disk has refused."""

    def __init__(self, trouble: str) -> None:
        lines = [(text, TEXT) for text in wrap(f"The last moves are not saved: {trouble}.", 58)]
        super().__init__("Not saved", [*lines, ("If you leave now, they are lost.", Ink("warn", bold=True))], STAY)


def unless_lost(app: Services, leave: Callable[[], None]) -> None:
    """Leave the game; but ask first if that loses moves, which cannot be saved now."""
    table = app.table
    if isinstance(app.screen, LossDialog):
        return
    if table is None or table.flush():
        leave()
    else:
        app.push_screen(LossDialog(table.saved.unsaved_reason), lambda answer: leave() if answer == "leave" else None)


def news_dialog(news: tuple[str, ...]) -> ChoiceDialog:
    """The dialog with news about the save, which must be read: a notice would pass."""
    return ChoiceDialog("About the saved game", [(line, TEXT) for text in news for line in wrap(text, 58)], READ)

"""A dialog that asks for one line, with what is wrong with it said at the field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture, Spot
from towergames.core.text import cell_width, fit
from towergames.tui.command_screen import EDITING, TowerDialog
from towergames.tui.commands import MOVES, PAGES, Command, group, pick
from towergames.tui.lists import Listing, Walked
from towergames.tui.paint import MUTED, TEXT, TITLE, wrap
from towergames.tui.services import Services
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.rows import Row, RowsView

ASK_COMMANDS = group("dialog", ("ask.take", "Take it", "Take the text of the field", "enter", "take", "take"))

TAKE_OR_LEAVE = "Enter takes it, Esc leaves it as it was."
EDITS = {
    key: binding.action for binding in Input.BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
}
"""What the keys of a field do."""
DEAF = 1.0
"""Seconds for which a question that comes by surprise takes no answer."""


class Field(Input):
    """A field that does not blink (no timers while nothing happens)."""

    def __init__(self, value: str = "", placeholder: str = "", *, id: str | None = None, limit: int = 200) -> None:
        super().__init__(value, placeholder, id=id, compact=True, max_length=limit, select_on_focus=False)
        self.cursor_blink = False

    async def on_key(self, event: events.Key) -> None:
        """Edit in the order of the keys: Textual would edit behind the letters that were typed after such a key."""
        if event.key in EDITING and event.key in EDITS:
            event.stop()
            event.prevent_default()
            await self.run_action(EDITS[event.key])

    def action_delete_left(self) -> None:
        """Backspace edits a suggestion that is selected as a whole; typing replaces it."""
        if self.selected_text == self.value:
            self.cursor_position = len(self.value)
        super().action_delete_left()


def _anything(text: str) -> str:  # noqa: ARG001 - any text will do
    return ""


class AskScreen(TowerDialog[str]):
    """Asks for a line. ``check`` gives an empty string, or what is wrong with the text. A ``secret`` is not shown.

    ``note`` says what Enter and Esc do.
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
        """Label, field, and room for what is wrong."""
        with Vertical(id="ask", classes="box"):
            yield Static(self._label, markup=False, classes="strong")
            yield Field(self._value)
            yield Static(self._note, id="ask-note", markup=False, classes="muted")

    def on_mount(self) -> None:
        """What is typed replaces what stands there."""
        self.query_one(Field).password = self._secret
        self.query_one(Field).select_all()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what is wrong."""
        event.stop()
        self._tell(self._check(event.value))

    def _tell(self, wrong: str) -> None:
        note = self.query_one("#ask-note", Static)
        note.update(f"! {wrong}" if wrong else self._note)
        note.set_class(bool(wrong), "wrong")

    def _do_ask_take(self, argument: str = "") -> None:
        value = self.query_one(Field).value
        wrong = self._check(value)
        self._tell(wrong) if wrong else self.dismiss(value)


CONFIRM_COMMANDS = group(
    "dialog",
    ("confirm.yes", "Yes", "Do it", "y", "yes"),
    ("confirm.no", "No", "Change nothing", "n escape", "no"),
)


class ConfirmDialog(Listing, TowerDialog[bool]):
    """Asks before something is lost. Dismissed with True only for an explicit yes."""

    OWN = (*CONFIRM_COMMANDS, *pick("move.up", "move.down", "choose"))

    def __init__(self, question: str, yes: str = "Yes", no: str = "No") -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """Question and answers, the safe one first."""
        with Vertical(id="confirm", classes="box"):
            yield Static(self._question, markup=False, classes="strong")
            yield RowsView([Row("no", self._no, letter="n"), Row("yes", self._yes, letter="y")], (4, 60, 0, 0))

    def chosen(self, row: Row) -> None:
        """Answer."""
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


class TextDialog(Walked, TowerDialog[None]):
    """Paragraphs under a title, which can be scrolled; ``at_end`` begins with the last of them."""

    OWN = TEXT_COMMANDS

    def __init__(self, title: str, lines: Sequence[str], *, at_end: bool = False) -> None:
        super().__init__()
        self.heading = title
        self.lines = tuple(lines)
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """Title and text."""
        with Vertical(id="text", classes="box"):
            yield Static(self.heading, markup=False, classes="strong")
            with VerticalScroll(can_focus=False):
                for line in self.lines:
                    yield Static(line, markup=False)
        yield KeyBar()

    @property
    def _text(self) -> VerticalScroll:
        return self.query_one(VerticalScroll)

    def on_mount(self) -> None:
        """Show the end, if that is wanted."""
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
            Command(f"answer.{a.id}", a.label, a.help, (a.key,), (a.id,), "answers", footer=a.label.lower())
            for a in self.answers
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
        """An answer was clicked."""
        event.stop()
        self.dismiss(event.spot)

    def _paint(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        canvas.box(0, 0, width, height, Ink("accent"), "┏━┓┃┗┛")
        canvas.put(3, 0, f" {self.card_title} ", TITLE)
        room = height - 5
        for y, (text, ink) in enumerate(self.lines[:room], start=2):
            canvas.put(2, y, fit(text, width - 4), ink)
        if len(self.lines) > room > 0:
            canvas.put(2, 1 + room, "...", MUTED)
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


class ConsentScreen(Card):
    """Asks one person by name, or the asker where ``asked`` is empty; the safe answer is No.

    ``what`` would be undone, ``why`` that needs agreement. ``sudden``: another window asks, so that the first keys may
    have been typed for something else. They are no answers.
    """

    def __init__(self, asker: str, asked: str, what: str, why: str, *, sudden: bool = False) -> None:
        self._deaf_until = monotonic() + DEAF if sudden else 0.0
        reason = (
            f"Undo needs everyone's agreement, because {why}." if asked else f"This undo counts as help, because {why}."
        )
        lines = [
            *((text, TEXT) for text in wrap(f"{asker} wants to undo {what}." if asked else f"Undo {what}?", 58)),
            *((text, TEXT) for text in wrap(reason, 58)),
            ("The log, the replay and the statistics will show it.", Ink("muted")),
            ("", TEXT),
            *([(f"{asked}, do you agree?", Ink(bold=True))] if asked else []),
        ]
        answers = (
            Answer("no", "No", "n", "Keep the move"),
            Answer("yes", "Yes, undo it", "y", "Agree" if asked else "Undo the move"),
        )
        super().__init__(f"A question for {asked}" if asked else "Undo", lines, answers)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """An answer, unless it comes before anybody can have read the question."""
        return monotonic() < self._deaf_until or super().run_command(command_id, argument)


STAY = (
    Answer("stay", "Stay", "s", "Go on playing"),
    Answer("leave", "Leave and lose them", "l", "Leave and lose the unsaved moves"),
)
READ = (Answer("read", "Go on", "g", "Close this card"),)


class LossCard(Card):
    """Asks before moves are lost that the disk has refused."""

    def __init__(self, trouble: str) -> None:
        lines = [(text, TEXT) for text in wrap(f"The last moves are not saved: {trouble}.", 58)]
        super().__init__("Not saved", [*lines, ("If you leave now, they are lost.", Ink("warn", bold=True))], STAY)


def unless_lost(app: Services, leave: Callable[[], None]) -> None:
    """Leave the game that is being played; asked first when that would lose moves, and they cannot be saved now."""
    table = app.table
    if isinstance(app.screen, LossCard):
        return
    if table is None or table.flush():
        leave()
    else:
        app.push_screen(LossCard(table.saved.unsaved_reason), lambda answer: leave() if answer == "leave" else None)


def news_card(news: tuple[str, ...]) -> Card:
    """What happened to the save; it has to be seen, so it is no passing notice."""
    return Card("About the saved game", [(line, TEXT) for text in news for line in wrap(text, 58)], READ)

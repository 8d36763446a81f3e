"""Ways to all commands of a screen: help, palette, a line to type, labels over what can be clicked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import dropwhile, groupby, product, takewhile

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from towergames.board.protocol import Spot
from towergames.core.text import cell_width, fit
from towergames.tui.command_screen import CommandMixin, TowerDialog
from towergames.tui.commands import APP, LIST, PAGES, Command, for_fingers, group, named_for_key, pick
from towergames.tui.dialogs import Field
from towergames.tui.keymap import key_name
from towergames.tui.list_mixins import RowListMixin, rank
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.rows import Row, RowsView


class SearchDialog(RowListMixin, TowerDialog[str]):
    """Type to search, up and down to walk, Enter to choose; closes with the chosen row's key."""

    AUTO_FOCUS = "Field"
    OWN = LIST
    HEAD = ""
    COLUMNS = (0, 24, 0, 0)

    def __init__(self, on: CommandMixin, query: str = "") -> None:
        super().__init__()
        self.on = on
        """The screen that the commands belong to."""
        self._typed = query

    def compose(self) -> ComposeResult:
        """Yield the field, the results, and a line about the result under the cursor."""
        with Vertical(id="finder", classes="box"):
            yield Static(self.HEAD, markup=False, classes="strong")
            yield Field(self._typed, "type to search")
            yield RowsView((), WIDE if self.services.touched else self.COLUMNS)
            yield Static(id="finder-note", markup=False, classes="muted")

    def on_mount(self) -> None:
        """Show everything, unless the dialog was closed before it was shown."""
        if self.query(RowsView):
            self._search(self._typed)

    def rows_for(self, query: str) -> list[Row]:
        """The rows that fit a query in small letters."""
        raise NotImplementedError

    def about(self, row: Row) -> str:
        """One line about a row."""
        return row.why or row.note

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search for what is in the field."""
        event.stop()
        self._search(event.value)

    def _search(self, text: str) -> None:
        rows = self.rows_for(text.strip().lower())
        listing = self.listing()
        listing.show(rows or [Row("", "no command has that name", kind="note")])
        if text:
            listing.end(False)
        self.moved()

    def moved(self) -> None:
        """Describe the row under the cursor."""
        row = self.listing().current
        self.query_one("#finder-note", Static).update(fit(self.about(row), 74).rstrip() if row is not None else "")

    def chosen(self, row: Row) -> None:
        """Close with the key of the row."""
        self.dismiss(row.key)

    def refused(self, row: Row) -> None:
        """Stay, and say why the command cannot be used."""
        self.query_one("#finder-note", Static).update(f"! {row.why}")


WIDE = (0, 80, 0, 0)
"""Columns of rows that have a second line for all but their name."""
ANYWHERE = "anywhere"
MIN_SERIES = 9
"""The number of similar commands from which on help shows one row for all of them."""
SIGNS, MARKS = "Signs on the board", "Marks of the timeline"
_ANYWHERE = {command.id for command in APP}


class HelpScreen(SearchDialog):
    """Lists and searches the commands; Enter runs the one under the cursor."""

    HEAD = "Keys and words of this screen"
    COLUMNS = (0, 16, 24, 16)

    def rows_for(self, query: str) -> list[Row]:
        """Groups of the commands that can be used now, then the others; a query leaves those that contain it."""
        rows: list[Row] = []
        later: list[Row] = []
        for name, commands in self._groups():
            if name == ANYWHERE:
                rows += self._signs(query)
            if query:
                hits = [self._row(command) for command in commands if self._fits(query, command)]
            else:
                every = self._in_series(commands)
                hits = [row for row in every if not row.why]
                later += [row for row in every if row.why]
            if hits:
                rows += [Row("", name.capitalize(), kind="heading"), *hits]
        if later:
            rows += [Row("", "Not possible now", kind="heading"), *later]
        return rows

    def _signs(self, query: str) -> list[Row]:
        """The legend of the game that is on the screen below."""
        board = self.on.board_shown()
        hits = []
        for runs, meaning in board.spec.legend if board is not None else ():
            if query in meaning.lower() or query in SIGNS.lower():
                sample = "".join(run.text for run in runs)
                hits.append(Row("", f"{sample:<8}  {meaning}", kind="note"))
        marks = [
            Row("", f"{sign:<8}  {meaning}", kind="note")
            for sign, meaning in self.on.marks_shown()
            if query in meaning or query in MARKS.lower()
        ]
        rows = [Row("", MARKS, kind="heading"), *marks] if marks else []
        return [*rows, Row("", SIGNS, kind="heading"), *hits] if hits else rows

    def _in_series(self, commands: list[Command]) -> list[Row]:
        """The rows of a group; commands that differ by one character of the keyboard (digits, letters) share a row."""
        rows: list[Row] = []
        for _, some in groupby(commands, self._series):
            alike = list(some)
            if len(alike) < MIN_SERIES:
                rows += map(self._row, alike)
                continue
            first, last = (key_name(self.on.keymap.keys_of(c)[0]) for c in (alike[0], alike[-1]))
            titles = zip(alike[0].title.split(), alike[-1].title.split(), strict=True)
            differing = (word for _, word in dropwhile(lambda pair: pair[0] == pair[1], titles))
            title = f"{alike[0].title} ... {' '.join(differing)}"
            rows.append(Row(alike[0].id, f"{first} - {last}", title, note=alike[0].help))
        return rows

    def _series(self, command: Command) -> str:
        keys = self.on.keymap.keys_of(command)
        # Only commands named for their key are alike: the menu's letters each do something else.
        alike = keys and all(len(key) == 1 for key in keys) and named_for_key(command)
        return command.id.rpartition(".")[0] if alike else command.id

    def _groups(self) -> list[tuple[str, list[Command]]]:
        groups: dict[str, list[Command]] = {name: [] for name in self.on.help_first()}
        for command in self.on.commands():
            if command.id not in _ANYWHERE:
                groups.setdefault(command.group, []).append(command)
        groups[ANYWHERE] = [c for c in self.on.commands() if c.id in _ANYWHERE]
        return [(name, commands) for name, commands in groups.items() if commands]

    def _fits(self, query: str, command: Command) -> bool:
        return 0 <= rank(query, command.title, command.word, self._keys(command), command.help) < 100

    def _keys(self, command: Command) -> str:
        return " ".join(key_name(key) for key in self.on.keymap.keys_of(command))

    def _row(self, command: Command) -> Row:
        typed = f":{command.word}" if command.word else ""
        why = self.on.why_not(command.id)
        return Row(command.id, self._keys(command), command.title, typed, command.help, why=why)

    def about(self, row: Row) -> str:
        """The reason, or the whole help line."""
        return f"Not possible now: {row.why}" if row.why else row.note or "Enter does it, Esc closes."


class PaletteScreen(SearchDialog):
    """Closes with the id of the command to run. Letters, digits, arrows and pages are keys alone, and not listed."""

    HEAD = "All commands of this screen"
    COLUMNS = (0, 26, 12, 0)

    def rows_for(self, query: str) -> list[Row]:
        """The usable commands first, those that fit best before others, then in the order of the screen.

        For a finger the rows are two lines high and name no keys.
        """
        keymap = self.on.keymap
        ranked = []
        touched = self.services.touched
        for place, command in enumerate(self.on.commands()):
            if touched and not for_fingers(command):
                continue
            fitness = rank(query, command.title, command.word, command.id, command.help)
            if command.id in ("palette", "phone.menu") or fitness < 0 or named_for_key(command) or command in PAGES:
                continue
            why = self.on.why_not(command.id)
            row = Row(command.id, command.title, value=keymap.label(command), note=command.help, why=why)
            ranked.append((bool(why), fitness, place, row))
        rows = [row for *_, row in sorted(ranked, key=lambda item: item[:3])]
        return [line for row in rows for line in _high(row)] if touched else rows

    def about(self, row: Row) -> str:
        """The help of a command, and the word that can be typed."""
        commands = {command.id: command for command in self.on.commands()}
        if row.key not in commands:
            return ""
        command = commands[row.key]
        typed = f"  or type :{command.word}" if command.word and not self.services.touched else ""
        return fit(row.why or command.help, 74 - len(typed)).rstrip() + typed


def _high(row: Row) -> tuple[Row, Row]:
    """The row of a command in two lines, without its key."""
    return Row(row.key, row.text, why=row.why), Row("", row.why or row.note, kind="below")


LETTERS = "asdfghjklqwertyuiopzxcvbnm"
LONGER_LABELS = {"board": 1, "pad": 2, "log": 2}
"""Zones whose places get one letter only after all others have one: many squares, then what only is read."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place on the screen; ``hit`` does what a click there does. Those of a low ``rank`` get the short labels.

    A label of two letters begins one cell further left where that cell is blank and ``before`` the place, so that it
    covers no first letter.
    """

    x: int
    y: int
    title: str
    hit: Callable[[], object]
    rank: int = 0
    before: bool = False


def targets(screen: Screen[object]) -> list[Target]:
    """All places of a screen that can be clicked, in reading order."""
    places: list[Target] = []
    for view in screen.query(CanvasView):
        if view.display and view.region and view.is_on_screen:
            places += [_on(view, spot) for spot in view.spots]
    for field in screen.query(Field):
        places.append(Target(field.region.x, field.region.y, "field", field.focus))
    if isinstance(screen, CommandMixin):
        for bar in screen.query(KeyBar):
            places += [
                Target(bar.region.x + x, bar.region.y, label, partial(screen.run_command, command_id), before=x > 0)
                for x, command_id, label in bar.places()
            ]
    return sorted(places, key=lambda place: (place.y, place.x))


def _on(view: CanvasView, spot: Spot) -> Target:
    click = partial(view.post_message, CanvasView.SpotClicked(view, spot.key))
    rank = LONGER_LABELS.get(view.id or "", 0)
    x, y = spot.x + spot.label[0], spot.y + spot.label[1]
    cells = view.picture.canvas.row(y)[max(0, x - 1) : x + 1] if y < view.picture.canvas.height else ""
    return Target(view.region.x + x, view.region.y + y, spot.title or spot.key, click, rank, cells == "  ")


def labels(count: int) -> list[str]:
    """``count`` labels, none of which begins another: of one letter as long as these are enough, then of two.

    >>> labels(3), labels(27)[-3:]
    (['a', 's', 'd'], ['n', 'ma', 'ms'])
    """
    beginning = max(0, -(-(count - len(LETTERS)) // (len(LETTERS) - 1)))
    alone = len(LETTERS) - beginning
    pairs = ["".join(pair) for pair in product(LETTERS[alone:], LETTERS)]
    return [*LETTERS[:alone], *pairs][:count]


class JumpScreen(TowerDialog[None]):
    """Shows the labels; typing one clicks there, anything else goes back."""

    targets = staticmethod(targets)

    def __init__(self, places: list[Target]) -> None:
        super().__init__()
        self._targets = dict(zip(labels(len(places)), sorted(places, key=lambda place: place.rank), strict=False))
        self._typed = ""
        self._room = self.app.size

    def compose(self) -> ComposeResult:
        """Yield a small plate for each place."""
        for label, target in self._targets.items():
            plate = Static(label, markup=False, classes="jump", name=label)
            plate.styles.offset = (target.x - (len(label) > 1 and target.before), target.y)
            yield plate

    def on_resize(self) -> None:
        """Go back, since the places have moved."""
        if self.app.size != self._room and self.is_current:
            self.dismiss(None)

    def takes_key(self, event: events.Key) -> bool:
        """Take a letter of a label, or go back. Keys after the last letter are for the screen below."""
        if any(command.id == "quit" for command in self.commands_on(event.key)):
            return False
        self._typed += event.character if event.character and event.is_printable else "\0"
        if self._typed in self._targets:
            self._hit(self._typed)
        elif not any(label.startswith(self._typed) for label in self._targets):
            self.dismiss(None)
        else:
            for plate in self.query(".jump"):
                plate.display = (plate.name or "").startswith(self._typed)
        return True

    def on_click(self, event: events.Click) -> None:
        """Choose the label that was clicked, or go back."""
        event.stop()
        self._hit((event.widget.name if event.widget is not None else None) or "")

    def _hit(self, label: str) -> None:
        self.dismiss(None)
        if label in self._targets:
            self.app.call_later(self._targets[label].hit)


LINE_COMMANDS = group(
    "line",
    ("line.run", "Run it", "Run the typed command", "enter", "run", "run"),
    ("line.complete", "Complete", "Complete the text; press again for the next one", "tab", "complete"),
    ("line.before", "Line before", "The line you typed before", "up", "before"),
    ("line.after", "Line after", "The line you typed after", "down", "after"),
)
MAX_COMPLETIONS_SHOWN = 8
MAX_LINES_KEPT = 100


class CommandLine(TowerDialog[str]):
    """Closes with the line; the screen below then takes it as typed text."""

    AUTO_FOCUS = "Field"
    OWN = (*LINE_COMMANDS, *pick("back"))

    def __init__(self, on: CommandMixin, text: str = "") -> None:
        super().__init__()
        self.on = on
        self._start = text
        self._words = list(dict.fromkeys(on.completions()))
        self._forms = [form for form in on.forms() if form not in self._words]
        self._lines = on.services.typed_lines
        self._line = len(self._lines)
        self._stem: str | None = None
        self._turn = 0

    def compose(self) -> ComposeResult:
        """Yield the completions and the field."""
        with Vertical(id="line"):
            yield Static(id="line-ways", markup=False, classes="muted")
            yield Field(self._start, "a command or a move; Tab completes it", id="line-field")

    def on_mount(self) -> None:
        """Show the completions."""
        self._show_completions(self._start)

    @property
    def field(self) -> Field:
        return self.query_one(Field)

    @property
    def meaning(self) -> str:
        """The meaning of the line that is typed."""
        return self.on.reading(self.field.value.strip()) if self.is_mounted else ""

    def completions_of(self, text: str) -> list[str]:
        """The completions of a text: the fixed beginnings of forms, then the words that begin with it or contain it."""
        low = text.strip().lower()
        heads = [head for form in self._forms if (head := _head(form)).startswith(low) and head != text]
        begin = heads + [w for w in self._words if w.lower().startswith(low)]
        return begin or [w for w in self._words if low in w.lower()]

    def form(self, text: str) -> str:
        """The form that the text begins to fill in, '' if there is none."""
        low = text.lower()
        for form in self._forms:
            if low.startswith(_head(form)):
                return form
        return ""

    def _show_completions(self, text: str) -> None:
        form, completions = self.form(text), self.completions_of(text)
        shown = self._in_a_row([form] if form else [self._whole(completion) for completion in completions])
        line = text.strip().removeprefix(":").strip()
        begun = any(completion.lower().startswith(line.lower()) for completion in completions)
        if form or not begun:  # the line may be whole already
            shown = "   ".join(filter(None, (self.on.reading(line), shown)))
        self.query_one("#line-ways", Static).update(shown or "no command starts like that")

    def _in_a_row(self, texts: list[str]) -> str:
        """The texts that fit into the row, at least one, and the number of the others."""
        row = ""
        for count in range(1, min(MAX_COMPLETIONS_SHOWN, len(texts)) + 1):
            shown = texts[:count]
            if count < len(texts):
                shown.append(f"and {len(texts) - count} more")
            longer = "   ".join(shown)
            if count == 1 or cell_width(longer) <= self.app.size.width - 2:
                row = longer
        return row

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the completions of the line, or of the text that Tab has completed."""
        event.stop()
        if self._stem is None or event.value not in self.completions_of(self._stem):
            self._stem = None
        self._show_completions(self._stem if self._stem is not None else event.value)

    def _whole(self, completion: str) -> str:
        """The form that begins with a completion, or the completion itself."""
        for form in self._forms:
            if _head(form) == completion:
                return form
        return completion

    def _put(self, text: str) -> None:
        self.field.value = text
        self.field.cursor_position = len(text)

    def _do_line_complete(self, argument: str = "") -> None:
        if self._stem is None:
            self._stem, self._turn = self.field.value, -1
        completions = self.completions_of(self._stem)
        if completions:
            self._turn = (self._turn + 1) % len(completions)
            self._put(completions[self._turn])

    def _walk(self, steps: int) -> None:
        at = max(0, min(len(self._lines), self._line + steps))
        if at != self._line:
            self._line = at
            self._put(self._lines[at] if at < len(self._lines) else "")

    def _do_line_before(self, argument: str = "") -> None:
        self._walk(-1)

    def _do_line_after(self, argument: str = "") -> None:
        self._walk(1)

    def _do_line_run(self, argument: str = "") -> None:
        text = self.field.value.strip().removeprefix(":").strip()
        if text:
            if not self._lines or self._lines[-1] != text:
                self._lines.append(text)
                del self._lines[:-MAX_LINES_KEPT]
            self.dismiss(text)
        else:
            self.dismiss(None)


def _head(form: str) -> str:
    """The fixed beginning of a form.

    >>> _head("play SQUARE across|down WORD")
    'play '
    """
    fixed = takewhile(lambda word: word == word.lower() and "|" not in word, form.split(" "))
    return "".join(f"{word} " for word in fixed)

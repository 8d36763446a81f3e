"""Ways to all that can be done on a screen: help, palette, a line to type, letters over what can be clicked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import dropwhile, groupby, product

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from towergames.board.protocol import Spot
from towergames.core.text import cell_width, fit
from towergames.tui.command_screen import Commanded, TowerDialog
from towergames.tui.commands import APP, LIST, Command, group, pick
from towergames.tui.dialogs import Field
from towergames.tui.keymap import key_name
from towergames.tui.lists import Listing, rank
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.rows import Row, RowsView


class Finder(Listing, TowerDialog[str]):
    """Type to search, up and down to walk, Enter to choose; closes with the chosen row's key."""

    AUTO_FOCUS = "Field"
    OWN = LIST
    HEAD = ""
    COLUMNS = (0, 24, 0, 0)

    def __init__(self, on: Commanded, query: str = "") -> None:
        super().__init__()
        self.on = on
        """The screen that the commands belong to."""
        self._typed = query

    def compose(self) -> ComposeResult:
        """Field, results, and a line for what cannot be done."""
        with Vertical(id="finder", classes="box"):
            yield Static(self.HEAD, markup=False, classes="strong")
            yield Field(self._typed, "type to search")
            yield RowsView((), self.COLUMNS)
            yield Static(id="finder-note", markup=False, classes="muted")

    def on_mount(self) -> None:
        """Show everything, unless it was closed before it could be shown."""
        if self.query(RowsView):
            self._search(self._typed)

    def found(self, query: str) -> list[Row]:
        """The rows that fit a query in small letters."""
        raise NotImplementedError

    def about(self, row: Row) -> str:
        """One line on the row under the cursor."""
        return row.why or row.note

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search anew."""
        event.stop()
        self._search(event.value)

    def _search(self, text: str) -> None:
        rows = self.found(text.strip().lower())
        listing = self.listing()
        listing.show(rows or [Row("", "no command has that name", kind="note")])
        if text:
            listing.end(False)
        self.moved()

    def moved(self) -> None:
        """Tell about the row under the cursor."""
        row = self.listing().current
        self.query_one("#finder-note", Static).update(fit(self.about(row), 74).rstrip() if row is not None else "")

    def chosen(self, row: Row) -> None:
        """Close with the row."""
        self.dismiss(row.key)

    def refused(self, row: Row) -> None:
        """Stay, and say why not."""
        note = self.query_one("#finder-note", Static)
        note.update(f"! {row.why}")


ANYWHERE = "anywhere"
SERIES = 9
"""Commands of a kind from which on help shows one row for all."""
SIGNS = "Signs on the board"
_ANYWHERE = {command.id for command in APP}


class HelpScreen(Finder):
    """Lists and searches; Enter does what the line says."""

    HEAD = "Keys and words of this screen"
    COLUMNS = (0, 16, 24, 16)

    def found(self, query: str) -> list[Row]:
        """Groups with what can be done now, the rest last; a query leaves the commands that contain it."""
        rows: list[Row] = []
        later: list[Row] = []
        for name, commands in self._groups():
            if name == ANYWHERE:
                rows += self._signs(query)
            hits = [self._row(c) for c in commands if self._fits(query, c)] if query else self._in_series(commands)
            if not query:
                later += [row for row in hits if row.why]
                hits = [row for row in hits if not row.why]
            if hits:
                rows += [Row("", name.capitalize(), kind="heading"), *hits]
        return [*rows, Row("", "Not possible now", kind="heading"), *later] if later else rows

    def _signs(self, query: str) -> list[Row]:
        """The legend of the game that is on the screen below."""
        board = self.on.board_shown()
        told = (
            [(f"{''.join(run.text for run in runs):<8}  {meaning}", meaning) for runs, meaning in board.spec.legend]
            if board is not None
            else []
        )
        hits = [
            Row("", text, kind="note") for text, meaning in told if query in meaning.lower() or query in SIGNS.lower()
        ]
        return [Row("", SIGNS, kind="heading"), *hits] if hits else []

    def _in_series(self, commands: list[Command]) -> list[Row]:
        """The rows of a group, with what differs by one character of the keyboard (digits, letters) in one row."""
        rows: list[Row] = []
        for _, some in groupby(commands, self._series):
            alike = list(some)
            if len(alike) < SERIES:
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
        kind, _, which = command.id.rpartition(".")
        # Only commands named for their key are alike: the menu's letters each do something else.
        return kind if keys and all(len(key) == 1 for key in keys) and which in keys else command.id

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


class PaletteScreen(Finder):
    """Closes with the id of the command to run."""

    HEAD = "All commands of this screen"
    COLUMNS = (0, 26, 12, 0)

    def found(self, query: str) -> list[Row]:
        """Usable commands first, then by how well they fit, then in the screen's own order."""
        keymap = self.on.keymap
        ranked = []
        for place, command in enumerate(self.on.commands()):
            fitness = rank(query, command.title, command.word, command.id, command.help)
            if command.id == "palette" or fitness < 0:
                continue
            why = self.on.why_not(command.id)
            row = Row(command.id, command.title, value=keymap.label(command), note=command.help, why=why)
            ranked.append((bool(why), fitness, place, row))
        return [row for *_, row in sorted(ranked, key=lambda item: item[:3])]

    def about(self, row: Row) -> str:
        """Help, and the word that can be typed."""
        command = next((c for c in self.on.commands() if c.id == row.key), None)
        if command is None:
            return ""
        typed = f"  typed  :{command.word}" if command.word else ""
        return fit(row.why or command.help, 74 - len(typed)).rstrip() + typed


LETTERS = "asdfghjklqwertyuiopzxcvbnm"


@dataclass(frozen=True, slots=True)
class Target:
    """A place on the screen and what a click there does."""

    x: int
    y: int
    title: str
    hit: Callable[[], object]


def targets(screen: Screen[object]) -> list[Target]:
    """Everything that can be clicked on the screen, in reading order."""
    found: list[Target] = []
    for view in screen.query(CanvasView):
        if view.display and view.region and view.is_on_screen:
            found += [_on(view, spot) for spot in view.spots]
    for field in screen.query(Field):
        found.append(Target(field.region.x, field.region.y, "field", field.focus))
    if isinstance(screen, Commanded):
        for bar in screen.query(KeyBar):
            found += [
                Target(bar.region.x + x, bar.region.y, label, partial(screen.run_command, command_id))
                for x, command_id, label in bar.places()
            ]
    return sorted(found, key=lambda t: (t.y, t.x))


def _on(view: CanvasView, spot: Spot) -> Target:
    click = partial(view.post_message, CanvasView.SpotClicked(view, spot.key))
    return Target(view.region.x + spot.x, view.region.y + spot.y, spot.title or spot.key, click)


def labels(count: int) -> list[str]:
    """As many labels as places: one letter each, or two where 26 are not enough."""
    if count <= len(LETTERS):
        return list(LETTERS[:count])
    return ["".join(pair) for pair in product(LETTERS, repeat=2)][:count]


class JumpScreen(TowerDialog[None]):
    """Shows the labels; typing one clicks there, anything else goes back."""

    targets = staticmethod(targets)

    def __init__(self, found: list[Target]) -> None:
        super().__init__()
        self._found = dict(zip(labels(len(found)), found, strict=False))
        self._typed = ""
        self._room = self.app.size

    def compose(self) -> ComposeResult:
        """One small plate for each place."""
        for label, target in self._found.items():
            plate = Static(label, markup=False, classes="jump", name=label)
            plate.styles.offset = (target.x, target.y)
            yield plate

    def on_resize(self) -> None:
        """What the labels name has moved."""
        if self.app.size != self._room and self.is_current:
            self.dismiss(None)

    def takes_key(self, event: events.Key) -> bool:
        """A letter of a label, or away. What was typed behind the last letter is for the screen below."""
        if any(command.id == "quit" for command in self.commands_on(event.key)):
            return False
        self._typed += event.character if event.character and event.is_printable else "\0"
        if self._typed in self._found:
            self._hit(self._typed)
        elif not any(label.startswith(self._typed) for label in self._found):
            self.dismiss(None)
        else:
            for plate in self.query(".jump"):
                plate.display = (plate.name or "").startswith(self._typed)
        return True

    def on_click(self, event: events.Click) -> None:
        """The mouse may still be used."""
        event.stop()
        name = event.widget.name if event.widget is not None else None
        self._hit(name) if name in self._found else self.dismiss(None)

    def _hit(self, label: str | None) -> None:
        target = self._found.get(label or "")
        self.dismiss(None)
        if target is not None:
            self.app.call_later(target.hit)


LINE_COMMANDS = group(
    "line",
    ("line.run", "Run it", "Run the typed command", "enter", "run", "run"),
    ("line.complete", "Complete", "Complete the text; press again for the next one", "tab", "complete"),
    ("line.before", "Line before", "The line you typed before", "up", "before"),
    ("line.after", "Line after", "The line you typed after", "down", "after"),
)
SHOWN = 8
KEPT = 100


class CommandLine(TowerDialog[str]):
    """Closes with the line; the screen below then takes it as typed text."""

    AUTO_FOCUS = "Field"
    OWN = (*LINE_COMMANDS, *pick("back"))

    def __init__(self, on: Commanded, text: str = "") -> None:
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
        """What could be meant, and the field."""
        with Vertical(id="line"):
            yield Static(id="line-ways", markup=False, classes="muted")
            yield Field(self._start, "a command or a move; Tab completes it", id="line-field")

    def on_mount(self) -> None:
        """Show what could be typed."""
        self._show_ways(self._start)

    @property
    def field(self) -> Field:
        """The field."""
        return self.query_one(Field)

    def ways(self, text: str) -> list[str]:
        """The completions of a text: the fixed beginnings of forms, then the words that begin with it or contain it."""
        low = text.strip().lower()
        heads = [head for form in self._forms if (head := _head(form)).startswith(low) and head != text]
        begin = heads + [w for w in self._words if w.lower().startswith(low)]
        return begin or [w for w in self._words if low in w.lower()]

    def form(self, text: str) -> str:
        """The form of which the text is a part already, empty where none begins like that."""
        low = text.lower()
        return next((form for form in self._forms if low.startswith(_head(form))), "")

    def _show_ways(self, text: str) -> None:
        ways = [self.form(text)] if self.form(text) else [self._whole(way) for way in self.ways(text)]
        shown = ""
        for count in range(1, min(SHOWN, len(ways)) + 1):
            left = [f"and {len(ways) - count} more"] * (count < len(ways))
            line = "   ".join((*ways[:count], *left))
            if count == 1 or cell_width(line) <= self.app.size.width - 2:
                shown = line
        line = text.strip().removeprefix(":").strip()
        begun = any(way.lower().startswith(line.lower()) for way in self.ways(text))
        if self.form(text) or not begun:  # it may be whole already
            shown = "   ".join(filter(None, (self.on.reading(line), shown)))
        self.query_one("#line-ways", Static).update(shown or "no command starts like that")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Other ways to go on."""
        event.stop()
        if self._stem is None or event.value not in self.ways(self._stem):
            self._stem = None
        self._show_ways(self._stem if self._stem is not None else event.value)

    def _whole(self, way: str) -> str:
        return next((form for form in self._forms if _head(form) == way), way)

    def _put(self, text: str) -> None:
        self.field.value = text
        self.field.cursor_position = len(text)

    def _do_line_complete(self, argument: str = "") -> None:
        if self._stem is None:
            self._stem, self._turn = self.field.value, -1
        ways = self.ways(self._stem)
        if ways:
            self._turn = (self._turn + 1) % len(ways)
            self._put(ways[self._turn])

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
                del self._lines[:-KEPT]
            self.dismiss(text)
        else:
            self.dismiss(None)


def _head(form: str) -> str:
    """The fixed beginning of a form.

    >>> _head("play SQUARE across|down WORD")
    'play '
    """
    fixed = form.split(" ")
    count = next((i for i, word in enumerate(fixed) if word != word.lower() or "|" in word), len(fixed))
    return "".join(word + " " for word in fixed[:count])

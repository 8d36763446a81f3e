"""The look-up: type a word or a pattern, and see at once the word lists' answer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from towergames import registry
from towergames.board.canvas import Canvas
from towergames.board.protocol import Picture
from towergames.core.text import clean
from towergames.lexicon import Lexicon, LexiconError, list_name, shipped
from towergames.lexicon.lookup import MAX_QUERY, Page, page_of, tidy
from towergames.table.history import History
from towergames.table.wordlists import list_of
from towergames.tui import paint
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import LIST, Command, group
from towergames.tui.dialogs import ConfirmDialog, Field
from towergames.tui.list_mixins import RowListMixin
from towergames.tui.paint import wrap
from towergames.tui.services import LookupHelp
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.rows import Row, RowsView

COMMANDS = (
    *group(
        "words",
        (
            "lookup.open",
            "Look it up",
            "Look up the marked word, or agree that it counts as help",
            "enter",
            "open",
            "look it up",
        ),
        ("lookup.clear", "Another word", "Clear the field", "tab", "clear", "empty"),
        ("back", "Back", "Close the look-up", "escape", "back", "back"),
    ),
    *(command for command in LIST if command.id not in ("choose", "back")),
)


class WordField(Field):
    """A field for letters and ``?``; other keys are the screen's."""

    async def on_key(self, event: events.Key) -> None:
        """Pass on a key that is no part of a word or a pattern."""
        if event.is_printable and event.character and not tidy(event.character):
            event.stop()
            event.prevent_default()
            self.screen.post_message(events.Key(event.key, event.character))


class LookupScreen(RowListMixin, TowerScreen[None]):
    """Shows all about one word. A thread reads lists and definitions; only the last query is answered."""

    NAME = "Words"
    OWN = COMMANDS
    MINIMUM = (60, 12)
    AUTO_FOCUS = "#lookup-field"

    def __init__(self, word: str = "", *, history: History | None = None, help: LookupHelp | None = None) -> None:
        super().__init__()
        self._history = history
        self._help = help
        self._marked = False
        self._first = tidy(word)
        self._lists: tuple[Lexicon, ...] = ()
        self._busy = False
        self.page = Page("")
        self.problem = ""

    def compose(self) -> ComposeResult:
        """Yield the title, the field, the answer and the keys."""
        yield CanvasView(self._paint_title, id="lookup-title")
        yield WordField(self._first, "A word, or a pattern such as m??d", id="lookup-field", limit=MAX_QUERY)
        yield RowsView((), (0, 26, 0, 0), id="lookup-rows")
        yield KeyBar()

    def on_mount(self) -> None:
        """Answer the word with which the screen was opened."""
        super().on_mount()
        field = self.query_one(Field)
        field.cursor_position = len(field.value)
        self._show()
        self._ask()

    def _paint_title(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        lists = list_name(self._lists[0].id) if self._lists else ""
        note = "counts as help" if self._marked else ""
        if self._help is not None:
            note = self._help.note
        paint.bar(canvas, 0, f"Words  {lists}".rstrip(), note)
        return Picture(canvas)

    def commands(self) -> tuple[Command, ...]:
        """The commands, where the question mark opens no help: it belongs into patterns."""
        return tuple(replace(c, keys=("f1",)) if c.id == "help" else c for c in super().commands())

    def takes_key(self, event: events.Key) -> bool:
        """Put letters into the field that are typed before it has the focus."""
        if not (event.is_printable and event.character and tidy(event.character)):
            return False
        self.query_one(Field).insert_text_at_cursor(event.character)
        return True

    # --- asking -----------------------------------------------------------------------------------------

    @property
    def wanted(self) -> str:
        """The letters and question marks of the field."""
        return tidy(self.query_one(Field).value)

    @property
    def _help_offer(self) -> str:
        """The line that allows what counts as help, '' if all is allowed."""
        if self._help is None:
            return ""
        offer = f"Look up {self.wanted or 'words'}" if self._help.all else "Search words"
        return f"{offer}; counts as help"

    def on_input_changed(self, event: Input.Changed) -> None:
        """Ask for the present text."""
        event.stop()
        self._ask()

    def _ask(self) -> None:
        if self._busy:
            return  # the answer that is under way asks again when it comes and is not wanted any more
        self._busy = True
        closed = self._help is not None and self._help.all
        self.run_worker(
            partial(self._read, self.wanted, not closed, self._help is None),
            thread=True,
            group="lookup",
            exit_on_error=False,
        )

    def _read(self, query: str, allowed: bool, search: bool) -> None:
        """Answer a query, in a thread."""
        try:
            if not self._lists:
                self._lists = _lists_for(self._history)
            page, problem = page_of(query, self._lists, search=search) if allowed else Page(query), ""
        except LexiconError as error:
            page, problem = Page(query), str(error)
        self.call_later(self._looked, page, problem)

    def _looked(self, page: Page, problem: str) -> None:
        """Show the answer, unless something else is wanted by now."""
        self._busy = False
        self.page, self.problem = page, problem
        if self.page.query != self.wanted:
            self._ask()
        else:
            self._show()

    def _show(self) -> None:
        if self.page.query != self.wanted:
            rows = [Row("", "Reading the word lists.", kind="note")]
        elif self.problem:
            rows = [Row("", self.problem, kind="error")]
        elif self._help is not None and self._help.all:
            rows = [Row("", "In this game words can be challenged, so a look-up counts as help.", kind="note")]
            rows += _offer_rows(self._help_offer)
        else:
            rows = rows_of(self.page, self.app.size.width, help_offer=self._help_offer)
        listing = self.listing()
        listing.columns = (0, self._word_cells(rows), 0, 0)
        listing.show(rows)
        listing.end(False)
        self.query_one("#lookup-title", CanvasView).repaint()
        self.refresh_keys()

    def _word_cells(self, rows: list[Row]) -> int:
        return max([10, *(len(row.text) + 2 for row in rows if row.kind == "item" and row.key != UNLOCK)])

    # --- what can be done -------------------------------------------------------------------------------

    def chosen(self, row: Row) -> None:
        """Look up the word of the row; the row that allows help asks first."""
        if row.key == UNLOCK:
            question = f"{self._help_offer.partition(';')[0]}? This counts as help."
            self.services.push_screen(ConfirmDialog(question, self._help_offer, "Back to the look-up"), self._unlock)
        elif self.page.query == self.wanted:  # else another word is typed, and asked already
            self._put(row.key)

    def _unlock(self, agreed: bool | None) -> None:
        """Mark the game and allow all, after a person has agreed explicitly: Enter alone is no yes."""
        if not agreed or self._help is None:
            return
        why = self._help.mark()
        if why:
            self.services.say(why)
            return
        self._help, self._marked = None, True
        self._ask()

    def _why_not_lookup_open(self) -> str:
        row = self.listing().current
        return "" if row is not None and row.kind == "item" else "There is nothing to look up."

    def _do_lookup_open(self, argument: str = "") -> None:
        if argument:
            self._put(tidy(argument))
        else:
            self._do_choose()

    def _do_lookup_clear(self, argument: str = "") -> None:
        self._put("")

    def reading(self, text: str) -> str:
        """The meaning of a typed line: one that is no command is a word to look up."""
        return super().reading(text) or (f"Look up {tidy(text)}" if tidy(text) else "")

    def typed_other(self, text: str) -> None:
        """Look up a typed line that is no command."""
        self._put(tidy(text))

    def _put(self, text: str) -> None:
        field = self.query_one(Field)
        field.value = text
        field.cursor_position = len(text)


def _lists_for(history: History | None) -> tuple[Lexicon, ...]:
    """The word list of the game first, then those that come with the program."""
    mine = list_of(history.header, history.state) if history is not None else None
    others = [lexicon for lexicon in shipped().values() if mine is None or lexicon.sha256 != mine.sha256]
    return (mine, *others) if mine is not None else tuple(others)


UNLOCK = "!unlock"
"""The key of the line that allows what counts as help."""
MAX_LINES = 3
_INVITATION = "Type a word, or a pattern such as m??d, where ? is any letter."


def rows_of(page: Page, width: int, *, help_offer: str = "") -> list[Row]:
    """The lines for a page; ``help_offer`` is the text of a line that allows what counts as help, or ''."""
    if not page.query:
        return [*_notes(_INVITATION, width), *_offer_rows(help_offer)]
    word = page.found
    rows = _verdict(page, width) if word is not None else []
    if help_offer:
        return [*rows, *_offer_rows(help_offer)]
    # The cursor begins on the typed word: Enter never goes on to a word that nobody asked for.
    if word is not None:
        rows.append(_note(f"One letter before   {' '.join(word.before) or 'none'}"))
        rows.append(_note(f"One letter after    {' '.join(word.behind) or 'none'}"))
        rows.append(Row("", _hits_line(page), kind="heading"))
    else:
        rows.append(Row(page.query, "", note=_hits_line(page)))
    rows += [Row(hit.word, hit.word, note=clean(hit.meaning, 400)) for hit in page.hits]
    return rows


def _hits_line(page: Page) -> str:
    """The number of words that were found, and what they have in common."""
    one = page.total == 1
    if page.found is not None:
        words = "other word with the same letters" if one else "other words with the same letters"
    else:
        words = "word fits the pattern" if one else "words fit the pattern"
    more = f". The first {len(page.hits)} are shown" if page.total > len(page.hits) else ""
    count = f"{page.total:,}" if page.total else "No"
    return f"{count} {words}{more}"


def _verdict(page: Page, width: int) -> list[Row]:
    word = page.found
    assert word is not None
    first = word.lists[0]
    if first in word.holding:
        why = registry.why_no_tiles(word.word)
        text = f"{word.word} is in the {first} word list" + (f". No tiles spell it: {why}" if why else "")
    else:
        text = f"{word.word} is not in the {first} word list"
    rows = [Row(word.word, "", note=text)]
    if len(word.lists) > 1:
        others = ", ".join(f"{name} {'yes' if name in word.holding else 'no'}" for name in word.lists[1:])
        rows.append(_note(f"Other lists: {others}"))
    meaning = clean(str(word.definition), 600) if word.definition is not None else "No definition is known."
    return [*rows, *_notes(meaning, width)]


def _offer_rows(help_offer: str) -> list[Row]:
    return [Row(UNLOCK, "", note=help_offer)] if help_offer else []


def _note(text: str) -> Row:
    return Row("", text, kind="note")


def _notes(text: str, width: int) -> list[Row]:
    lines = wrap(text, max(10, width - 4))
    if len(lines) > MAX_LINES:
        lines = [*lines[: MAX_LINES - 1], lines[MAX_LINES - 1] + " ..."]
    return [_note(line) for line in lines]

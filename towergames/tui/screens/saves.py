"""The browser of saved games: open, replay, rename, copy, delete them and bring them back.

One picture shows the list and the board of the marked save.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from textual.app import ComposeResult
from textual.widgets import Input
from textual.worker import get_current_worker

from towergames.board.protocol import Picture
from towergames.core.text import clean, count, slug
from towergames.table.errors import SaveError, TableError
from towergames.table.record_book import record_saves
from towergames.table.record_games import RecordGames
from towergames.table.save_file import SaveInfo, load_file
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import PAGES, group, pick
from towergames.tui.dialogs import AskScreen, ConfirmDialog
from towergames.tui.exports import Exportable
from towergames.tui.list_mixins import RowSelection, SearchLine
from towergames.tui.screens.saves_view import Preview, SaveList, draw_saves, preview_of, read_progress, state_of
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

BATCH = 10


ON_SAVES = group(
    "saves",
    ("saves.open", "Open", "Play on, or watch the replay of a finished game", "enter", "open", "open"),
    ("saves.replay", "Replay", "Watch the game from its first move", "r", "replay", "replay"),
    ("saves.filter", "Search", "Show only saved games with these words", "slash f", "search", "search"),
    ("saves.sort", "Sort", "Sort by date, name, game, players, moves, points or state", "s", "sort", "sort"),
    (
        "saves.delete",
        "Delete",
        "Move the saved game to the trash; you can bring it back",
        "d delete",
        "delete",
        "delete",
    ),
    (
        "saves.undelete",
        "Bring back",
        "Bring back the saved game you deleted last",
        "u ctrl+z",
        "undelete",
        "bring back",
    ),
    ("saves.rename", "Rename", "Give the saved game another name", "n", "rename", "rename"),
    ("saves.duplicate", "Copy", "Make a copy under another name", "c", "copy", "copy"),
    ("saves.verify", "Check", "Check every record of the saved game", "v", "verify"),
    (
        "saves.recover",
        "Keep the readable part",
        "Repair a damaged saved game; the damaged file is kept too",
        "m",
        "recover",
    ),
    ("back", "Back", "Show all saved games again, or close", "escape q", "back", "back"),
)
COMMANDS = (*ON_SAVES, *pick("move.up", "move.down"), *PAGES)


class SavesScreen(RowSelection, TowerScreen[None]):
    """All saves of the folder, read in a thread; the table fills while it reads."""

    PAGE = 8

    NAME = "Saves"
    OWN = COMMANDS
    MINIMUM = (60, 20)

    def __init__(self, replays_only: bool = False) -> None:
        super().__init__()
        self.saves = SaveList(replays_only)
        self.marked = ""
        self.first_row = 0
        self.left = -1
        self.previews: dict[tuple[str, float], Preview] = {}
        self.trashed: list[Path] = []

    def compose(self) -> ComposeResult:
        """Yield the search line, one picture and the keys."""
        yield SearchLine()
        yield CanvasView(self._paint, id="saves")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to read."""
        super().on_mount()
        self.reload()

    def on_screen_resume(self) -> None:
        """Read the saves again, since another screen may have changed them."""
        super().on_screen_resume()
        if self.left == 0:
            self.reload()

    # --- reading ----------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read all saves again, in a thread."""
        self.left = -1
        self.run_worker(self._read, thread=True, exclusive=True, group="read")

    def _read(self) -> None:
        worker, store = get_current_worker(), self.services.store
        self.saves.problem = store.unlisted()
        aged = store.newest_first()
        batch: list[SaveInfo] = []
        for number, name in enumerate(aged, start=1):
            if worker.is_cancelled:
                return
            batch.append(store.peek(name))
            if len(batch) >= BATCH:
                self.call_later(self._read_some, batch, len(aged) - number)
                batch = []
        self.call_later(self._read_some, batch, 0)
        for _ in self.services.facts.update(lambda: not worker.is_cancelled):
            pass
        if not worker.is_cancelled:
            found = RecordGames(self.services.facts)
            marks = found.medal_saves() | dict.fromkeys(record_saves(found.games), "record")
            self.call_later(self._take_marks, marks)

    def _take_marks(self, marks: dict[str, str]) -> None:
        if marks != self.saves.marks:
            self.saves.marks = marks
            self._repaint()

    def _read_some(self, infos: list[SaveInfo], left: int) -> None:
        """Show what was read; ``left`` saves are still to come."""
        self.saves.add(infos)
        self.left = left
        if not left:
            self.saves.keep_only(self.services.store.names())
        self._changed()

    def _look(self, info: SaveInfo) -> None:
        """Read the marked save's board, in a thread."""
        store = self.services.store
        loaded = None
        if state_of(info) != "broken":
            with suppress(SaveError):
                loaded = load_file(info.path, store.storage)
        preview = preview_of(info, loaded)
        if not get_current_worker().is_cancelled:
            self.call_later(self._looked, info, preview)

    def _looked(self, info: SaveInfo, preview: Preview) -> None:
        self.previews[(info.name, info.modified)] = preview
        self._repaint()

    # --- showing ----------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The marked row."""
        names = [info.name for info in self.saves.rows()]
        return names.index(self.marked) if self.marked in names else 0

    @property
    def info(self) -> SaveInfo | None:
        """The marked save."""
        rows = self.saves.rows()
        return rows[self.at] if rows else None

    def _paint(self, width: int, height: int) -> Picture:
        info = self.info
        preview = self.previews.get((info.name, info.modified)) if info is not None else None
        self.saves.preview, self.saves.progress = preview, read_progress(self.left)
        self.saves.filtering, self.saves.style = self.query_one(SearchLine).display, self.services.style
        picture, self.first_row = draw_saves(self.saves, self.at, self.first_row, width, height)
        return picture

    def _repaint(self) -> None:
        for view in self.query(CanvasView):
            view.repaint()

    def _changed(self) -> None:
        info = self.info
        if info is not None and (info.name, info.modified) not in self.previews:
            self.run_worker(lambda: self._look(info), thread=True, exclusive=True, group="look")
        self._repaint()
        self.refresh_keys()

    def mark(self, row: int) -> None:
        """Put the mark on a row, or the nearest there is."""
        rows = self.saves.rows()
        if rows:
            self.marked = rows[max(0, min(len(rows) - 1, row))].name
            self._changed()

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Mark the save that was clicked, or open it if it is marked already."""
        event.stop()
        if event.spot == self.marked:
            self.run_command("saves.open")
        self.marked = event.spot
        self._changed()

    # --- searching and sorting --------------------------------------------------------------------------

    def _do_saves_filter(self, argument: str = "") -> None:
        self.query_one(SearchLine).begin(argument)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search for what is in the search line."""
        event.stop()
        self.saves.search(event.value)
        self._changed()

    def _do_saves_sort(self, argument: str = "") -> None:
        self.saves.sort_next()
        self._changed()

    def _do_back(self, argument: str = "") -> None:
        line = self.query_one(SearchLine)
        if line.display:
            line.finish(clear=True)
        else:
            self.dismiss(None)

    # --- doing something with a save --------------------------------------------------------------------

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """Run a command; but Enter in the search line only leaves it."""
        line = self.query_one(SearchLine)
        if command_id == "saves.open" and line.typing:
            line.finish(clear=False)
            return True
        return super().run_command(command_id, argument)

    def _why_no_save(self) -> str:
        if self.info is not None:
            return ""
        return "The saved games are being read." if self.left else "There is no saved game here."

    def _why_unreadable(self) -> str:
        info = self.info
        if info is None or state_of(info) != "broken":
            return self._why_no_save()
        return f"{info.name} cannot be read: {info.problem}"

    _why_not_saves_open = _why_not_saves_replay = _why_unreadable
    _why_not_saves_rename = _why_not_saves_duplicate = _why_not_saves_delete = _why_not_saves_verify = _why_no_save

    def _why_not_saves_recover(self) -> str:
        refusal = self._why_unreadable()
        if not refusal and state_of(self._save) != "damaged":
            refusal = f"{self._save.name} is not damaged."
        return refusal

    def _why_not_saves_undelete(self) -> str:
        return "" if self.trashed else "You have deleted no saved game."

    @property
    def _save(self) -> SaveInfo:
        """The marked save, for commands that can be used only with one."""
        assert self.info is not None
        return self.info

    def _do_saves_open(self, argument: str = "") -> None:
        info = self._save
        if state_of(info) == "damaged":
            self._do_saves_recover()
        elif info.finished:
            self.services.tables.open_replay(info.path)
        else:
            self.services.tables.open_save(info.name)

    def _do_saves_replay(self, argument: str = "") -> None:
        self.services.tables.open_replay(self._save.path)

    def _do_saves_recover(self, argument: str = "") -> None:
        info = self._save

        def go(yes: bool | None) -> None:
            if yes and self._try(lambda: self.services.store.recover(info.name)):
                kept = f"{info.name} now has its first {count(info.moves, 'move')}"
                self.services.say(f"{kept}. The damaged file is kept too.")
                self.reload()

        question = f"{info.name} is {info.problem}. Keep that part? The damaged file is kept too."
        self.app.push_screen(ConfirmDialog(question, "Keep the readable part", "Leave it"), go)

    def _do_saves_verify(self, argument: str = "") -> None:
        info = self._save
        fresh = self.services.store.peek(info.name)
        self.saves.add([fresh])
        verdict = fresh.problem or f"no fault found in {count(fresh.moves, 'move')}"
        self.services.say(f"{info.name}: {verdict}.")
        self._changed()

    def _do_saves_rename(self, argument: str = "") -> None:
        info = self._save

        def go(wish: str | None) -> None:
            if wish and slug(wish) != info.name:
                self._renamed(info, self._try(lambda: self.services.store.rename(info.name, wish)), "is now called")

        self._named(f"New name for {info.name}", info.name, argument, go)

    def _do_saves_duplicate(self, argument: str = "") -> None:
        info = self._save

        def go(wish: str | None) -> None:
            if wish:
                self._renamed(info, self._try(lambda: self.services.store.duplicate(info.name, wish)), "was copied to")

        self._named(f"Name for the copy of {info.name}", f"{info.name[:50]}-copy", argument, go)

    def _named(self, title: str, value: str, argument: str, go: Callable[[str | None], None]) -> None:
        if argument:
            go(argument)
        else:
            self.app.push_screen(AskScreen(title, value, lambda text: "" if text.strip() else "Type a name."), go)

    def _renamed(self, info: SaveInfo, name: object, what: str) -> None:
        if isinstance(name, str):
            self.services.say(f"{info.name} {what} {name}.")
            self.marked = name
            self.saves.add([self.services.store.peek(name)])
            self.reload()

    def _do_saves_delete(self, argument: str = "") -> None:
        info, row = self._save, self.at

        def go(yes: bool | None) -> None:
            trashed = self._try(lambda: self.services.store.delete(info.name)) if yes else None
            if isinstance(trashed, Path):
                self.trashed.append(trashed)
                self.saves.drop(info.name)
                key = self._key_of("saves.undelete")
                self.services.say(f"{info.name} is in the trash. {key} brings it back.")
                self.mark(row)
                self._changed()

        question = f"Delete {info.name}?"
        if info.finished and info.branch is None:
            question += " Its records go with it."
        self.app.push_screen(ConfirmDialog(question, "Delete", "Keep it"), go)

    def _key_of(self, command_id: str) -> str:
        labels = {command.id: self.services.keymap.label(command) for command in self.commands()}
        return labels[command_id]

    def _do_saves_undelete(self, argument: str = "") -> None:
        name = self._try(lambda: self.services.store.restore(self.trashed[-1]))
        if isinstance(name, str):
            self.trashed.pop()
            self.marked = name
            self.saves.add([self.services.store.peek(name)])
            self.services.say(f"{name} is back.")
            self._changed()

    def _try(self, action: Callable[[], object]) -> object:
        """Return the answer of an action, True if it has none; or say its error and return None."""
        try:
            answer = action()
        except TableError as error:
            self.services.say(str(error), severity="error")
            return None
        return True if answer is None else answer

    def exportable(self) -> Exportable:
        """The marked save's journal and board."""
        info = self.info
        if info is None:
            return Exportable("saves")
        return Exportable(clean(info.name, 60), journal=info.path)

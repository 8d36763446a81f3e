"""Tables of the program: a game is begun, opened, joined or watched, and put on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from towergames.core.text import sentence
from towergames.table.errors import PinError, TableError
from towergames.tui.services import Services, screen_class

if TYPE_CHECKING:
    from towergames.core.contract import Seat
    from towergames.run_request import RunRequest
    from towergames.table.agenda import AgendaItem
    from towergames.table.history import History
    from towergames.table.match import Table
    from towergames.table.records import Header


class TableProgram(Services, Protocol):
    """The program, as far as the opening of tables knows it."""

    request: RunRequest
    lost: str
    """A sentence on a table that was closed while moves of it were not on the disk."""

    def let_go(self, table: Table) -> bool:
        """Close a table; whether all its moves are on the disk."""


class TableOpener:
    """Opens the tables of one program. Every method that may fail says why on the screen."""

    def __init__(self, app: TableProgram) -> None:
        self._app = app

    def open_request(self, request: RunRequest) -> None:
        """Show the game that was asked for at the start."""
        if request.kind == "play" and request.header is not None:
            self.begin_game(request.header, request.save or "", request.new_pin)
        elif request.kind == "join" and request.save is not None:
            self.join_table(request.save, request.seats, request.pin, request.new_pin)
        elif request.kind == "open" and request.save is not None:
            self.open_save(request.save)
        elif request.kind == "replay" and request.path is not None:
            self.open_replay(request.path)

    def join_table(self, name: str, seats: Sequence[Seat], pin: str = "", new_pin: str = "") -> bool:
        """Sit down at an open table, or without seats watch it; whether that worked. Asks for the PIN of a seat."""
        try:
            taking = self._app.request.from_others
            table = self._app.store.join(name, seats, pin, new_pin=new_pin, from_others=taking)
        except PinError as error:
            if pin:
                self.tell_wrong_pin()
            self._ask_pin(str(error), lambda secret: self.join_table(name, seats, secret, new_pin))
            return False
        except TableError as error:
            self._app.say(str(error), severity="error")
            return False
        self.open_table(table, guest=True)
        return True

    def tell_wrong_pin(self) -> None:
        """Note that a PIN was wrong: in a terminal nobody counts."""

    def _ask_pin(self, why: str, then: Callable[[str], object]) -> None:
        from towergames.tui.dialogs import AskScreen

        note = "Enter opens the seat, Esc goes back."
        asking = AskScreen(f"{sentence(why)} Type the PIN", secret=True, note=note)

        def typed(secret: str | None) -> None:
            if secret:
                then(secret)

        self._app.push_screen(asking, typed)

    def open_table_list(self, only: str = "") -> None:
        """Choose a seat at an open table, at that of the name ``only`` if one is given."""

        def chosen(choice: str | None) -> None:
            name, _, seat = (choice or "").partition(":")
            if name:
                self.join_table(name, (int(seat),) if seat else ())

        self._app.open("join", only, then=chosen)

    def begin_game(self, header: Header, name: str = "", pin: str = "") -> bool:
        """Begin a game and put it on the screen; whether that worked."""
        return self._open(lambda: self._app.store.begin(header, name, pin))

    def play_task(self, item: AgendaItem, person: str) -> bool:
        """Go on with a task of a day that a person has begun, or begin it; whether that worked."""
        from towergames import registry
        from towergames.table.errors import SetupError
        from towergames.table.today import task_header

        if item.begun:
            return self.open_save(item.begun)
        try:
            header = task_header(registry.get(item.game), person)
        except SetupError as error:
            self._app.say(sentence(str(error)), severity="error")
            return False
        return self.begin_game(header)

    def play_next_task(self, person: str) -> None:
        """Play the next open task of a person, back on the menu where there is none."""
        from towergames.table.agenda import read_agenda

        following = read_agenda(self._app.store, self._app.facts, person).next
        self._app.to_menu()
        if following is not None:
            self.play_task(following, person)

    def open_save(self, name: str) -> bool:
        """Continue a save, at an open table with the choice of a seat; whether that worked."""
        try:
            shared = self._app.store.is_open(name)
        except TableError:
            shared = False  # what is wrong is said by opening it
        if shared:
            self.open_table_list(name)
            return True
        return self._open(lambda: self._app.store.open(name))

    def _open(self, make: Callable[[], Table]) -> bool:
        try:
            table = make()
        except TableError as error:
            self._app.say(str(error), severity="error")
            return False
        self.open_table(table)
        return True

    def open_table(self, table: Table, *, guest: bool = False) -> None:
        """Put a table on the screen; if its word list is not on this machine, ask first (U-24).

        A ``guest`` is introduced to it.
        """
        self._app.table = table
        missing = _list_warning(table.history, table.name)
        if not missing:
            self._show(table, guest)
            return
        from towergames.tui.dialogs import ConfirmDialog

        # Not a passing notice: the curtain of the hand-over would cover it.
        def answered(yes: bool | None) -> None:
            if yes:
                self._show(table, guest)
            else:
                self._app.to_menu()

        self._app.push_screen(ConfirmDialog(missing, "Open the game without its list", "Back to the menu"), answered)

    def _show(self, table: Table, guest: bool) -> None:
        from towergames.session.introduction import is_introduced

        game, memory = self._app.open("game", table), self._app.memory
        with suppress(OSError):  # then the person is not remembered
            memory.remember_alone(table)

        def read(_: object) -> None:
            with suppress(OSError):  # then the person is introduced again next time
                memory.remember_greeted(table)

        if guest and is_introduced(table) and not memory.is_greeted(table):
            self._app.open("welcome", game, then=read)

    def open_replay(self, path: Path, play: int = 0) -> None:
        """Put a replay on the screen, at a play if one is given."""
        try:
            replay = screen_class("replay").from_file(path)
        except TableError as error:
            self._app.say(str(error), severity="error")
            return
        replay.model.messages = self._app.request.messages
        replay.model.seek(play)
        self._app.push_screen(replay)
        missing = _list_warning(replay.model.history, path.stem)
        if missing:
            self._app.say(missing, severity="warning")

    def close(self) -> None:
        """Close the save that is played, and say what happened to it."""
        table = self._app.table
        if table is None:
            return
        if not self._app.let_go(table):
            self._app.say(self._app.lost, severity="error")
        for text in table.news():
            self._app.say(text, severity="warning")
        self._app.table = None


def _list_warning(history: History, save: str) -> str:
    """The warning to a person who opens a game whose word list is not on this machine; empty when it is."""
    from towergames.table.wordlists import missing_list

    return missing_list(history.game.info, history.header, history.state, save or "NAME")

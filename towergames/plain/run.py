"""Plain mode from a request to an exit code: the same table as a line-by-line conversation (U63)."""

from __future__ import annotations

import sys

from towergames import settings
from towergames.plain.console import Console, EndOfInput
from towergames.plain.conversation import Conversation
from towergames.plain.menu import Menu
from towergames.plain.replaying import ReplayTalk
from towergames.plain.signals import Stopped, Watch
from towergames.request import RunRequest
from towergames.table.errors import SaveError, TableError
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.series import rematch
from towergames.table.setup import random_seed
from towergames.table.store import Store, load_file


def run_plain(request: RunRequest, console: Console | None = None) -> int:
    """Converse until the person leaves; 0, or 128+n after signal n. Raises TableError when the request cannot be met.

    The end of the input is no failure: whatever was played is saved.
    """
    talk = console or Console(ascii_only=_ascii(request))
    with Watch() as watch:
        try:
            _Session(request, talk, watch).run()
        except EndOfInput:
            return 0
        except Stopped as stopped:
            sys.stderr.write("\nStopped; the game is saved. To go on: towergames continue\n")
            return stopped.code
    return 0


def _ascii(request: RunRequest) -> bool:
    known = settings.load(str(request.config) if request.config else None, request.flags)
    return known.text("glyphs") == "ascii"


class _Session:
    """Everything between the start and the end of the program: menu, games, replays."""

    def __init__(self, request: RunRequest, console: Console, watch: Watch) -> None:
        self.first = request
        self.console = console
        self.watch = watch
        self.store = Store(request.saves)

    def run(self) -> None:
        """Meet the first request, then whatever the menu brings."""
        self.console.say(*self.first.notices)
        request: RunRequest | None = self.first
        while request is not None:
            leaving = self._meet(request)
            if leaving != "menu":
                return
            request = Menu(self.first, self.store, self.console).run()

    def _meet(self, request: RunRequest) -> str:
        if request.kind == "menu":
            return "menu"
        try:
            if request.kind == "play" and request.header is not None:
                return self._converse(self.store.begin(request.header, request.save or ""))
            if request.kind == "open" and request.save:
                return self._converse(self._open(request.save))
            if request.kind == "replay" and request.path is not None:
                loaded = load_file(request.path)
                if loaded.damage is not None:
                    at = loaded.damage.record
                    self.console.say(f"The file is damaged at record {at}; what is before it is shown.")
                return self._replay(loaded.history, request.path.stem)
        except SaveError as error:
            if request is self.first:
                raise
            self.console.say(f"{error}.")
            return "menu"
        raise TableError(f"nothing to {request.kind}")

    def _open(self, name: str) -> Table:
        damage = load_file(self.store.path(name), self.store.storage).damage
        table = self.store.open(name)
        if damage is not None:
            self.console.say(
                f"{name} was damaged at record {damage.record} ({damage.reason}). It is recovered up to move "
                f"{table.moves}; the damaged file was put aside, nothing was deleted."
            )
        return table

    def _converse(self, table: Table) -> str:
        while True:
            talk = Conversation(table, _name_of(table), self.store, self.console, self.watch)
            leaving = talk.run()
            if leaving == "rematch":
                table = self._rematch(talk)
            elif leaving == "replay":
                return self._replay(talk.table.history, talk.name)
            else:
                if leaving == "quit":
                    self._farewell(talk)
                return leaving

    def _rematch(self, talk: Conversation) -> Table:
        """The next game of the series; when it cannot be played (its word list is gone), the old one again."""
        try:
            return self.store.begin(rematch(talk.table.history, random_seed(), talk.name))
        except TableError as error:
            self.console.say(f"{error}.")
            return self.store.open(talk.name)

    def _replay(self, history: History, name: str) -> str:
        left = ReplayTalk(history, name, self.store, self.console).run()
        return left if isinstance(left, str) else self._converse(left)

    def _farewell(self, talk: Conversation) -> None:
        if talk.table.trouble:
            self.console.say(f"Not everything is saved: {talk.table.trouble}.")
        else:
            self.console.say(f"Saved as {talk.name}.")


def _name_of(table: Table) -> str:
    return table.journal.path.stem if table.journal is not None else "game"

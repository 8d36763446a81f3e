"""Plain mode from a request to an exit code: the same table as a line-by-line conversation."""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress

from towergames import settings
from towergames.core.text import sentence
from towergames.exit_codes import NOT_WRITTEN
from towergames.plain.console import Console, EndOfInput
from towergames.plain.conversation import Conversation
from towergames.plain.menu import Menu
from towergames.plain.replay import ReplayConversation
from towergames.run_request import RunRequest
from towergames.session import commands, next_game
from towergames.session.app_state import Memory
from towergames.session.introduction import is_introduced, told
from towergames.session.text import kept, lost
from towergames.signals import Terminated, Watch
from towergames.table.errors import TableError
from towergames.table.facts_cache import FactsCache
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.save_file import load_file
from towergames.table.store import Store


def run_plain(request: RunRequest, console: Console | None = None) -> int:
    """Converse until the person leaves, or the input ends; 0, 128+n after signal n, NOT_WRITTEN where moves are lost.

    Raises TableError when the request cannot be met.
    """
    talk = console or Console(ascii_only=_settings(request).text("glyphs") == "ascii")
    session = _Session(request, talk)
    try:
        with session.watch:
            session.run()
    except EndOfInput:
        if session.talk is not None:
            talk.say(*session.talk.table.news())
    except Terminated as stopped:
        _warn(f"\n{session.last_words()}")
        return NOT_WRITTEN if session.lost else stopped.code
    if session.lost:
        _warn(f"towergames: {session.lost}")
        return NOT_WRITTEN
    return 0


def _warn(text: str) -> None:
    with suppress(OSError):  # nobody reads it
        sys.stderr.write(f"{text}\n")


def _settings(request: RunRequest) -> settings.Settings:
    return settings.load(str(request.config) if request.config else None, request.flags)


class _Session:
    """Everything between the start and the end of the program: menu, games, replays."""

    def __init__(self, request: RunRequest, console: Console) -> None:
        self.first = request
        self.console = console
        self.watch = Watch(lambda: self.talk.table.suspended() if self.talk is not None else nullcontext())
        self.store = Store(request.saves)
        self.facts = FactsCache(request.saves, _settings(request).path.parent)
        self.lost = ""
        """The game whose moves could not be saved, with the reason; '' if all moves are saved."""
        self.talk: Conversation | None = None
        """The last game that was played."""

    def last_words(self) -> str:
        """The last line when a signal ends the program."""
        if self.talk is None:
            return "Stopped."
        table = self.talk.table
        return " ".join(("Stopped.", *table.news(), sentence(self.lost) if self.lost else kept(table.saved)))

    def run(self) -> None:
        """Meet the first request, then whatever the menu brings."""
        self.console.say(*self.first.notices, *_settings(self.first).notices)
        request: RunRequest | None = self.first
        while request is not None:
            leaving = self._meet(request)
            if leaving != "menu":
                return
            request = Menu(self.first, self.store, self.facts, self.console).run()

    def _meet(self, request: RunRequest) -> str:
        if request.kind == "menu":
            return "menu"
        try:
            if request.kind == "play" and request.header is not None:
                return self._converse(self.store.begin(request.header, request.save or "", request.new_pin))
            if request.kind == "join" and request.save:
                table = self.store.join(request.save, request.seats, request.pin, new_pin=request.new_pin)
                if is_introduced(table):
                    self.console.say(*told(table))
                return self._converse(table)
            if request.kind == "open" and request.save:
                return self._converse(self.store.open(request.save))
            if request.kind == "replay" and request.path is not None:
                loaded = load_file(request.path)
                if loaded.damage is not None:
                    at = loaded.damage.record
                    self.console.say(f"The file is damaged at record {at}. The moves before it are shown.")
                return self._replay(loaded.history, request.path.stem)
        except TableError as error:
            if request is self.first:
                raise
            self.console.say(sentence(str(error)))
            return "menu"
        raise TableError(f"nothing to {request.kind}")

    def _converse(self, table: Table) -> str:
        while True:
            settings_now = _settings(self.first)
            full, table.talks = settings_now.text("turn_report") == "full", settings_now.flag("talk")
            with suppress(OSError):  # then the person is not remembered
                Memory.load(settings_now.path.parent).remember_alone(table)
            self.console.rings = settings_now.text("call") in ("bell", "both")
            talk = self.talk = Conversation(table, self.facts, self.console, self.watch, in_full=full)
            if settings_now.flag("confirm"):
                talk.hand.controller.asked.asks_before = talk.is_final
            following = None
            try:
                leaving = talk.run()
                following = self._rematch(talk.table, talk.next_game) if leaving == "rematch" else None
            finally:
                if following is not talk.table:
                    talk.table.close()
                self.lost = lost(talk.table.saved) or self.lost
            self.console.say(*talk.table.news())
            if talk.table.saved.loses and leaving != "quit":
                self.console.say(sentence(self.lost))
            if following is not None:
                table = following
            elif leaving == "replay":
                return self._replay(talk.table.history, talk.table.name)
            else:
                if leaving == "quit" and not talk.table.saved.loses:
                    self.console.say(kept(talk.table.saved))
                return leaving

    def _rematch(self, table: Table, game: str) -> Table:
        """The next game of the table; when it cannot be played (its word list is gone), the old one again."""
        answer = next_game.rematch(self.store, table, game)
        if isinstance(answer, commands.Refused):
            self.console.say(answer.why)
            return table
        if game and answer.header.game != game:
            self.console.say(next_game.next_game_told(table.history))  # another window was faster
        return answer

    def _replay(self, history: History, name: str) -> str:
        talk = ReplayConversation(history, name, self.store, self.console, messages=self.first.messages)
        talk.replay.talks = _settings(self.first).flag("talk")
        left = talk.run()
        return left if isinstance(left, str) else self._converse(left)

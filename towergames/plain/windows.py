"""The other windows of an open table in plain mode: their moves are printed while a line is awaited."""

from __future__ import annotations

import time
from typing import Protocol

from towergames.board.protocol import AnyBoard
from towergames.core.contract import Decide, Over
from towergames.core.text import fault, listed, sentence
from towergames.plain.console import POLL_SECONDS, Console
from towergames.session.attention import Attention
from towergames.session.calls import Calls
from towergames.session.narration import Narration
from towergames.session.other_windows import OtherWindows
from towergames.session.text import warning
from towergames.signals import Watch
from towergames.table.errors import SaveError, TableError
from towergames.table.notes import UndoRequest
from towergames.table.shared import SharedTable
from towergames.table.store import Store

PRESENCE_EVERY = 10
"""Polls between two checks of who is present."""


class PlainWindowsHost(Protocol):
    """The conversation, as far as this part knows it."""

    board: AnyBoard
    store: Store
    console: Console
    watch: Watch
    narration: Narration
    leaving: str

    def answer(self, line: str) -> None:
        """Answer a line that was typed while others are on turn."""

    def came_back(self) -> None:
        """Called when others have moved."""


class PlainWindows:
    """The other windows, as one conversation knows them."""

    def __init__(self, talk: PlainWindowsHost, table: SharedTable) -> None:
        self._talk = talk
        self._table = table
        self.others = OtherWindows(table, talk.board)
        self.asked: UndoRequest | None = None
        """The last undo that the people here were asked about."""
        self._attention = Attention()
        self._calls = Calls(table, self._attention)
        self._looks = 0
        self._trouble = ""

    def ask(self, prompt: str) -> str | None:
        """The line that the person types, None if another window changes the table first."""
        line = self._talk.console.ask_until(prompt, self._look)
        if line is not None:
            self._attention.touch()
        return line

    def wait(self) -> bool:
        """While somebody at another window acts: tell what happens, and answer what is typed.

        False when the turn is ours, and nothing was done then.
        """
        table, turn = self._table, self._table.turn
        if table.is_writing:
            while table.is_writing:  # what is typed meanwhile is read after it
                self._look()
                time.sleep(POLL_SECONDS)
            self._talk.came_back()
            return True
        if isinstance(turn, Over):
            return False
        if isinstance(turn, Decide):
            bot = turn.seat not in table.humans
            if turn.seat in table.here or (bot and table.keeps):
                return False
            prompt = "Watching>" if self.others.only_watches else f"Waiting for {table.names[turn.seat]}>"
        else:
            prompt = "Waiting>"
        line = self.ask(prompt)
        if line is None:
            self._talk.came_back()
        else:
            self._talk.answer(line)
        return True

    def _look(self) -> bool:
        """Follow the others once, tell what is new, and ring if somebody here is called; whether the table changed."""
        changed = self._follow()
        if self._calls.look():
            self._talk.console.ring()
        return changed

    def _follow(self) -> bool:
        """Follow the others once, and tell what is new; whether the table has changed."""
        table, say = self._table, self._talk.console.say
        keeps, here = table.keeps, table.here
        with self._talk.watch.hold():
            try:
                news = table.follow()
            except SaveError as error:
                say("", sentence(str(error)))
                self._talk.leaving = "menu"
                return True
        new = table.news()
        if new:
            say("", *new)
        trouble = warning(table.saved)
        if trouble != self._trouble:
            self._trouble = trouble
            say("", trouble or "The file can be used again.")
        said = [*self.others.messages(), *self.others.clock_news()]
        if said and news is None:  # else they stand among the moves
            say("", *self._talk.narration.beside())
        if told := self.others.next_game():
            say("", f"{told} The word rematch joins it.")
        self._looks += 1
        stopped = self.others.incomplete
        if self._looks % PRESENCE_EVERY == 1:
            self._see()
        if news is None:
            return self._nature() or self._keep_time() or keeps != table.keeps or stopped != self.others.incomplete
        if news.undone:
            say("", "The last moves are undone.")
        self._tell_moves(news.first)
        self._question()
        return table.moves != news.first or bool(news.undone) or table.here != here

    def _tell_moves(self, first: int, *before: str) -> None:
        """Print what the person here may know of the moves after the first ``first``."""
        table = self._table
        eyes = table.here[0] if len(table.here) == 1 else None
        lines = self._talk.narration.moves(eyes, first)
        if before or lines:
            self._talk.console.say("", *before, *lines)

    def _see(self) -> None:
        """Tell who has come or gone."""
        table, others, first = self._table, self.others, not self.others.people
        table.seats.look_after()
        fresh = others.meet(table.others())
        if fresh:
            self._talk.console.say("", *fresh)
            if first and (told := others.invitation(self._talk.store.folder)):
                self._talk.console.show(told)  # a command to copy is not wrapped

    def _nature(self) -> bool:
        """As the keeper of a slow game, work out what Nature decides."""
        table = self._table
        work = None if table.is_writing else table.foresee_nature()
        if work is None:
            return False
        before = table.moves
        try:
            known = work()
        except Exception as error:  # said openly; Nature is asked again
            self._talk.console.say("", fault(error))
            return False
        with self._talk.watch.hold():
            table.advance(known)
        self._tell_moves(before)
        return True

    def _keep_time(self) -> bool:
        """Let the clock run; as the keeper, end a turn whose time has run out. Return whether a turn is to be ended."""
        table, clock = self._table, self._table.clock
        clock.run(not self.others.incomplete)
        seat = clock.running
        if seat is None or not clock.is_over or not table.keeps:
            return False
        if seat in table.here:
            return True  # the conversation makes the move
        before = table.moves
        try:
            with self._talk.watch.hold():
                clock.tell_over()
                table.time_over(seat, table.move_at_zero())
        except TableError as error:
            self._talk.console.say("", sentence(str(error)))
            return False
        self._tell_moves(before, f"Time is up for {table.names[seat]}.")
        return True

    def _question(self) -> None:
        """Ask the people here about an undo, and tell them of a refusal."""
        table = self._table
        if refusal := self.others.refusal():
            self._talk.console.say("", refusal)
        question = self.others.question()
        if question is not None:
            self.asked = question.request
            who = listed([table.names[seat] for seat in question.waiting])
            self._talk.console.say(
                "",
                f"{question.asker} wants to undo {question.what}. That needs agreement, because {question.why}. "
                f"{who}, type agree or refuse.",
            )

"""The other windows of an open table in plain mode: what they do is told while a line is waited for."""

from __future__ import annotations

import time
from typing import Protocol

from towergames.core.contract import Decide, Over, Seat
from towergames.core.text import count, fault, listed, sentence
from towergames.plain.console import LOOK, Console
from towergames.signals import Watch
from towergames.table.errors import SaveError
from towergames.table.history import SAY
from towergames.table.seats import HERE
from towergames.table.shared import SharedTable

EVERY = 10
"""Looks between two questions who is there."""


class Talk(Protocol):
    """The conversation, as far as this part knows it."""

    console: Console
    watch: Watch
    leaving: str

    def answer(self, line: str) -> None:
        """Answer a line that was typed while others are on turn."""

    def came_back(self) -> None:
        """Others have moved."""


class Windows:
    """What one conversation knows of the other windows."""

    def __init__(self, talk: Talk, table: SharedTable) -> None:
        self._talk = talk
        self._table = table
        self._heard = len(table.history.said)
        self._asked: object = None
        self._people: dict[Seat, str] = {}
        self._looks = 0
        self._trouble = ""

    def ask(self, prompt: str) -> str | None:
        """The line that the person types, None if another window changes the table first."""
        return self._talk.console.ask_until(prompt, self._look)

    def wait(self) -> bool:
        """While somebody at another window acts: tell what happens, and answer what is typed.

        False when the turn is ours, and nothing was done then.
        """
        table, turn = self._table, self._table.turn
        if table.writes:
            while table.writes:  # what is typed meanwhile is read after it
                self._look()
                time.sleep(LOOK)
            self._talk.came_back()
            return True
        if isinstance(turn, Over):
            return False
        if isinstance(turn, Decide):
            bot = turn.seat not in table.humans
            if turn.seat in table.here or (bot and table.keeps):
                return False
            prompt = f"Waiting for {table.names[turn.seat]}>"
        else:
            prompt = "Waiting>"
        if self._talk.console.echo:  # a script: its lines are for its own turns
            while not self._look():
                time.sleep(LOOK)
        elif (line := self.ask(prompt)) is not None:
            self._talk.answer(line)
            return True
        self._talk.came_back()
        return True

    def _look(self) -> bool:
        """Follow the others once, and tell what is new; whether the table has changed."""
        table, say = self._table, self._talk.console.say
        keeps = table.keeps
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
        if table.trouble != self._trouble:
            self._trouble = table.trouble
            say("", sentence(table.trouble) if table.trouble else "The file can be used again.")
        self._listen()
        self._looks += 1
        if self._looks % EVERY == 1:
            self._see()
        if news is None:
            return self._nature() or keeps != table.keeps
        if news.undone:
            say("", f"{count(news.undone, 'move')} undone.")
        eyes = table.here[0] if len(table.here) == 1 else None
        lines = [line.text for line in table.log(eyes, news.first) if line.play > news.first and line.kind != SAY]
        if lines:
            say("", *lines)
        self._question()
        return table.moves != news.first or bool(news.undone)

    def _see(self) -> None:
        """Tell who has come or gone."""
        table, before = self._table, self._people
        self._people = {seat: table.presence(seat) for seat in table.humans if seat not in table.here}
        fresh = [f"{table.names[s]} is {state}." for s, state in self._people.items() if before.get(s, HERE) != state]
        if fresh:
            self._talk.console.say("", *fresh)

    def _nature(self) -> bool:
        """As the keeper of a slow game, work out what Nature decides."""
        table = self._table
        work = table.foresee_nature() if table.waits_for_nature and not table.writes else None
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
        eyes = table.here[0] if len(table.here) == 1 else None
        self._talk.console.say("", *(line.text for line in table.log(eyes, before) if line.play > before))
        return True

    def _listen(self) -> None:
        table = self._table
        fresh = [one for one in table.history.said[self._heard :] if one.by not in table.here]
        self._heard = len(table.history.said)
        if fresh:
            self._talk.console.say("", *(f"{table.names[one.by]} says: {one.text}" for one in fresh))

    def _question(self) -> None:
        table, request = self._table, self._table.history.request
        if request is None or request == self._asked:
            return
        self._asked = request
        waiting = [table.names[seat] for seat in request.waits_for if seat in table.here]
        if waiting:
            asker, why = table.names[request.by], table.history.floor()[1]
            self._talk.console.say(
                "", f"{asker} wants to undo a move ({why}). {listed(waiting)}, type agree or refuse."
            )
        elif request.refused is not None and request.by in table.here:
            self._talk.console.say("", f"{table.names[request.refused]} does not agree. No move was undone.")

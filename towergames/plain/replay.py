"""A replay as a conversation: a cursor, and words that move it."""

from __future__ import annotations

from typing import Any

from towergames.board.protocol import AnyContext, Style
from towergames.core.contract import GameInfo, event_texts
from towergames.core.text import count, did_you_mean, quoted, sentence, unknown
from towergames.core.time_control import shown_time
from towergames.plain import sentences
from towergames.plain.commands import LOG_LINES
from towergames.plain.console import Console
from towergames.plain.prepared_move import PreparedMove
from towergames.session import privacy
from towergames.session.replay import ALL_HANDS, PUBLIC, Replay
from towergames.session.text import NOTHING_YET, result
from towergames.session.ui_memory import plain_look
from towergames.table.errors import TableError
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.notes import SAY
from towergames.table.store import Store
from towergames.table.wordlists import uses_words

HELP = (
    "Enter or next: go one step on: a move, or what chance does after it",
    "back: go one step back",
    "turn, turn back: go to the start of the next or the previous turn",
    "go N: show the position after move N; start, end: go to the start or end; 1 to 9: go to 10% to 90% of the game",
    "board, picture, hand, score, log: as in the game",
    "as NAME, as all, as everyone: show one hand, all hands, or what everyone sees, once the game is over",
    "marks: list the moves with many points",
    "messages: show or hide what the players said to each other",
    "play: start a new saved game here; it does not count in records",
    "menu, quit: leave the replay",
)
WORDS = (
    *("next", "back", "turn", "go", "start", "end", "board", "picture", "hand", "score", "log", "as", "marks", "play"),
    *("messages", "lookup", "help", "menu", "quit"),
)
LOOKUP = ("lookup WORD: look up a word and its meaning",)


class ReplayConversation:
    """Shows one history. :meth:`run` answers ``menu`` or ``quit``, or a table when the game is played on from here."""

    def __init__(self, history: History, name: str, store: Store, console: Console, *, messages: bool = False) -> None:
        self.replay = Replay(history)
        self.replay.messages = messages
        self.name = name
        self.store = store
        self.console = console
        if self.replay.finished:
            self.replay.look_as(ALL_HANDS)
        self.hand = PreparedMove(self.replay.board, self)

    @property
    def _info(self) -> GameInfo:
        return self.replay.history.game.info

    def run(self) -> str | Table:
        """Answer words until the person leaves."""
        self.console.say(
            f"Replay of {self.name}: {self._info.title}, {', '.join(self.replay.names)}, "
            f"{count(self.replay.moves, 'move')}{'' if self.replay.finished else ', not finished'}.",
            "Enter goes one step on. help lists the commands.",
        )
        while True:
            line = self.console.ask(f"{self.replay.move}/{self.replay.moves}>").lower()
            if line in ("quit", "q", "exit"):
                return "quit"
            if line == "menu":
                return "menu"
            try:
                if line == "play":
                    return self._branch()
                self._answer(line)
            except TableError as error:
                self.console.say(sentence(str(error)))

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in ("board", "hand", "picture"):
            self._look(word)
        elif word in ("score", "pad"):
            self.console.show(self.replay.pad_now().as_text())
        elif word == "log":
            log = self.replay.log()
            if len(log) > LOG_LINES:
                self.console.say(f"The last {LOG_LINES} of {count(len(log), 'line')}:")
            self.console.say(*(entry.text for entry in log[-LOG_LINES:]) if log else (NOTHING_YET,))
        elif word == "as":
            self._look_as(rest)
        elif word in ("marks", "markers"):
            marks = [f"{self.replay.move_of(m.play)}: {m.title}" for m in self.replay.markers]
            self.console.say(f"{count(len(marks), 'mark')}{':' if marks else '.'}", *marks)
        elif word == "messages":
            self.console.say(self.replay.turn_messages())
        elif word == "lookup" and rest and uses_words(self._info):
            self.console.say(*sentences.lookup(self.replay.history, rest))
        elif word in ("help", "?"):
            self.console.say(*HELP, *(LOOKUP if uses_words(self._info) else ()))
        else:
            self._move(word, rest)

    def _move(self, word: str, rest: str) -> None:
        replay = self.replay
        before = replay.at
        if word in ("", "next", "n"):
            replay.seek(replay.at + 1)
        elif word in ("back", "b"):
            replay.seek(replay.at - 1)
        elif word == "turn":
            replay.seek(replay.previous_turn() if rest == "back" else replay.next_turn())
        elif word in ("start", "home"):
            replay.seek(0)
        elif word == "end":
            replay.seek(replay.length)
        elif word == "go" and rest.isascii() and rest.isdigit() and len(rest) < 7:
            replay.seek_move(int(rest))
        elif len(word) == 1 and word in "123456789":
            replay.seek(replay.length * int(word) // 10)
        else:
            self._turn(word, rest)
            return
        if replay.at == before:
            self.console.say("This is the end." if before else "This is the start.")
            return
        self.console.say(*event_texts(replay.events(), replay.names))
        self.console.say(*(line.text for line in replay.log() if line.kind == SAY and line.play == replay.at))
        if times := [f"{replay.names[seat]} {shown_time(left)}" for seat, left in replay.times()]:
            self.console.say(f"Time left: {', '.join(times)}.")
        if replay.at == replay.length:
            self.console.say(*result(replay.history))

    def _turn(self, word: str, rest: str) -> None:
        """Look at the table from elsewhere, where the game has words for that."""
        if not self.hand.answers(f"{word} {rest}".strip()):
            near = did_you_mean(word, WORDS, ". Type help for all commands.")
            self.console.say(sentence(f"no command {quoted(word)}{near}"))

    def context(self) -> AnyContext:
        """The table at the cursor, on which nobody acts."""
        return self.replay.context(Style(self.console.ascii_only, colours=False))

    def mark_help(self, kind: str) -> bool:  # noqa: ARG002 - a replay changes nothing
        """There is nothing to help with."""
        return False

    def legal(self, action: Any) -> bool:  # noqa: ARG002 - a replay changes nothing
        """No move can be made."""
        return False

    def submit(self, action: Any) -> None:
        """No move can be made."""

    def _look(self, word: str) -> None:
        if word == "picture":
            self.console.show(self.hand.picture())
        else:
            event_texts = self.replay.board.read_out(plain_look(self.replay.board, self.context()))
            self.console.say(*(event_texts.board if word == "board" else event_texts.hand))

    def _look_as(self, who: str) -> None:
        replay = self.replay
        known = {"nobody": PUBLIC, "everybody": ALL_HANDS, "all": ALL_HANDS}
        if not replay.finished and known.get(who, who) != PUBLIC:
            raise TableError(privacy.NOT_YET)
        if replay.look_as(known.get(who, who)):
            raise TableError(unknown("player", who, replay.names, "Players"))
        seen = replay.perspective
        self.console.say("All hands are shown." if seen.everything else f"Seen by {seen.title}.")

    def _branch(self) -> Table:
        return self.store.branch(self.replay.history, self.replay.at, self.name)

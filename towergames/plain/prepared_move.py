"""What a person prepares between two moves, line by line, in plain mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from towergames.board.protocol import AnyBoard, AnyContext, Confirmation, Failure, Result, Work
from towergames.core.bot import Clock
from towergames.core.text import fault
from towergames.plain import sentences
from towergames.plain.console import Console
from towergames.plain.questions import HELP
from towergames.session.controller import Controller
from towergames.session.ui_memory import UiMemory

DROPPED = "The question is closed. The move was not made."
OTHERWISE = "menu and quit work too. Every other command closes the question."


class PreparedMoveHost(Protocol):
    """A conversation about a table."""

    console: Console

    def context(self) -> AnyContext:
        """The table as it is for the one who types, without what is prepared."""

    def mark_help(self, kind: str) -> bool:
        """Mark help in the save; False, and said, where that cannot be done."""

    def legal(self, action: Any) -> bool:
        """Whether an action would be taken."""

    def submit(self, action: Any) -> None:
        """Make a move, or say why it cannot be made."""


class PreparedMove:
    """The prepared move of one conversation, and how the table is looked at: a client of the controller."""

    def __init__(self, board: AnyBoard, talk: PreparedMoveHost) -> None:
        self.board = board
        self.memory = UiMemory(board)
        self.controller = Controller(board, self)
        self.led = False
        """Whether anything was prepared; before that nothing is said of it."""
        self._talk = talk
        self._told = False
        """Whether the line had an answer that says all: a question, a move, a list."""
        self._question: Confirmation | None = None
        """The last question, until it is answered."""
        self._late: Callable[[], None] | None = None

    def context(self) -> AnyContext:
        """The table with what is prepared."""
        c = self._talk.context()
        return self.memory.at(c, (c.seat, c.view))

    def shown(self) -> AnyContext:
        """The table as the board draws it: with what is prepared."""
        return self.context()

    @property
    def question(self) -> Confirmation | None:
        return self._question if self.controller.asking else None

    def explains(self, line: str) -> bool:
        """Explain an open question if the line asks for help or is empty; whether it did."""
        word = line.lstrip(":").strip().lower()
        if self.question is None or (word and word not in HELP):
            return False
        self._talk.console.say(sentences.asks(self.question), OTHERWISE)
        return True

    def drop(self, asked: Confirmation | None) -> None:
        """Drop the question that was open before a line, unless the line has answered or replaced it; and say so."""
        if asked is not None and asked is self._question:
            self.controller.asked.drop()
            self._question = None
            self._talk.console.say(DROPPED)

    def answers(self, line: str) -> bool:
        """Do what the line says, however long it takes: yes or no to what was asked, a control, the board's own words.

        Whether it meant any of these. A control is pressed by its word only where the board reads out what is prepared:
        elsewhere the person could not know what it does.
        """
        text = line.strip().lstrip(":")
        said = sentences.answered(text) if self.controller.asking else None
        self._told = False
        if said is not None:
            self._question = None
            if said:
                self.controller.confirm()
            else:
                self.controller.decline()
                self._talk.console.say(sentences.NOT_DONE)
            return True
        spec = self.controller.named(text)
        if spec is not None and (spec.camera or self.board.read_out(self.context()).prepared):
            self.controller.press(spec.id)
        elif not self.controller.type_text(text):
            return False
        while self._late is not None:
            late, self._late = self._late, None
            late()
        if not self._told:
            self.led = True
            self._talk.console.say(*self.prepared())
        return True

    def prepared(self) -> tuple[str, ...]:
        """The prepared move in sentences; nothing before the first line was typed."""
        return self.board.read_out(self.context()).prepared if self.led else ()

    def advised(self, action: Any) -> str:
        """An advised move in words, and prepared; '' where its notation says it well and can be typed as it is."""
        advice = self.board.advise(self.context(), action)
        if advice.text and advice.ui is not None:
            self.memory.remember(self.context(), advice.ui)
            self.led = True
        return advice.text

    def picture(self) -> str:
        """The board drawn with characters, with what is prepared once anything is."""
        return sentences.board_picture(self.board, self.context(), prepared=self.led)

    # --- the client of the controller -------------------------------------------------------------------

    def mark_help(self, kind: str) -> bool:
        """Mark help in the save."""
        return self._talk.mark_help(kind)

    def answered(self, result: Result[Any, Any]) -> None:
        """Print the board's answer, with the rule."""
        said = f"{result.say} ({result.rule})" if result.rule and result.say else result.say
        self._told = self._told or bool(result.lines)
        self._talk.console.say(*said.splitlines(), *result.lines)

    def ask(self, question: Confirmation) -> None:
        """Ask; the next line may answer."""
        self._told, self._question = True, question
        self._talk.console.say(sentences.asks(question))

    def follow(self, work: Work[Any, Any] | None, *, changed: bool) -> None:  # noqa: ARG002 - idle work is not begun
        """Work is done at once, after the line; what only says more of a picture is left out."""
        if work is None or work.idle:
            return

        def late() -> None:
            try:
                answer = work.run(Clock())
            except Exception as error:  # said openly; the game goes on
                answer = Failure(fault(error))
            context = self.context()
            self.controller.take(work.done(context, answer), context, late=True)

        self._late = late

    def legal(self, action: Any) -> bool:
        """Whether an action would be taken."""
        return self._talk.legal(action)

    def submit(self, action: Any) -> None:
        """Make a move."""
        self._told, self._question = True, None
        self._talk.submit(action)

    def looked(self) -> None:
        """Nothing is shown until it is asked for."""

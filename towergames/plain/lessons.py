"""The playable tutorial of a game as a conversation: said, tried, answered, line by line."""

from __future__ import annotations

from typing import Any

from towergames import registry
from towergames.board.protocol import AnyContext, ReadOut, Style
from towergames.core.contract import NotationError
from towergames.core.tutorial import Lesson, Tutorial
from towergames.plain import headings, sentences
from towergames.plain.commands import moves_told
from towergames.plain.console import Console
from towergames.plain.prepared_move import PreparedMove
from towergames.plain.vocabulary import find
from towergames.session import commands
from towergames.session.lesson import LEARNER, LessonFeedback, LessonPlay
from towergames.session.text import read_the_rule
from towergames.session.ui_memory import plain_look

WORDS = ("board", "hand", "moves", "rules", "help")
"""The words of plain mode that a lesson knows."""


class LessonConversation:
    """Plays one tutorial on a table that is not saved. :meth:`run` says whether it was followed to its end."""

    def __init__(self, tutorial: Tutorial, console: Console) -> None:
        entry = registry.get(tutorial.game)
        self.play = LessonPlay(entry, tutorial)
        self.console = console
        self.board = entry.board
        self.hand = PreparedMove(self.board, self)

    def run(self) -> bool:
        """All lessons in order, until the last or until the learner leaves."""
        self.console.say("Type the moves of the lesson. board, hand and rules help. quit leaves the lesson.")
        said = -1
        while (lesson := self.play.lesson) is not None:
            if self.play.step != said:
                said = self.play.step
                for move in (entry for entry in lesson.ready if ":" not in entry):
                    self.hand.advised(self.play.table.parse(move))
                title = f"Step {self.play.number} of {self.play.count}: {lesson.title}"
                self.console.say("", title, lesson.say, *self._typed(lesson))
            if not self._listen():
                return False
        self.console.say("", "That was the whole lesson. Type new in the menu to start a real game.")
        return True

    def _typed(self, lesson: Lesson) -> tuple[str, ...]:
        """Lines to type in this step."""
        moves = lesson.typed or tuple(filter(None, (self.play.suggestion(),)))
        return tuple(f"{'Then type' if at else 'Type'}: {move}" for at, move in enumerate(moves))

    def _listen(self) -> bool:
        """Ask for a line and answer it; False when the learner leaves."""
        line = self.console.ask("Enter to go on>" if self.play.reading else "Lesson>")
        if self.hand.explains(line):
            return True
        found, asked = find(line), self.hand.question
        word = found[0].typed if found else ""
        if word in ("quit", "menu"):
            return False
        if found and word in WORDS:
            self._show(word, found[1])
        elif self.play.reading:
            before = self.play.table.moves
            self.play.go_on()
            self._tell_moves(before)
        else:
            self._try(line)
        self.hand.drop(asked)
        return True

    def _try(self, line: str) -> None:
        """Do what the line says; a wrong move is answered, and nothing is lost."""
        table = self.play.table
        if self.hand.answers(line):
            return
        try:
            action = table.parse(line)
        except NotationError as error:
            known = [*WORDS, *sentences.words_of(self.board)]
            self.console.say(*sentences.misunderstood(error, line, table.templates, known))
            if self.play.lesson is not None:
                self.console.say(*self._typed(self.play.lesson))
            return
        self.hand.controller.offer(action)

    def mark_help(self, kind: str) -> bool:  # noqa: ARG002 - a lesson is not saved
        """In a lesson help is free."""
        return True

    def legal(self, action: Any) -> bool:
        """Whether a move would end the step."""
        return self.play.wrong(action) is None

    def submit(self, action: Any) -> None:
        """Try a move."""
        before = self.play.table.moves
        answer = self.play.submit(action)
        if answer.right:
            self._tell_moves(before)
        else:
            self._tell(answer)

    def _tell(self, answer: LessonFeedback) -> None:
        self.console.say(answer.say)
        if answer.rule:
            self.console.say(read_the_rule(answer.rule))
        if self.play.lesson is not None:
            self.console.say(*self._typed(self.play.lesson))

    def _tell_moves(self, before: int) -> None:
        self.console.say(*(line.text for line in self.play.table.log(LEARNER, before)))

    def context(self) -> AnyContext:
        """The table as the learner sees it."""
        return self.play.context(self.play.table.moves, Style(self.console.ascii_only, colours=False))

    def _read_out(self) -> ReadOut:
        return self.board.read_out(plain_look(self.board, self.context()))

    def _show(self, word: str, rest: str) -> None:
        table = self.play.table
        if word == "board":
            self.console.say(*self._read_out().board)
        elif word == "hand":
            self.console.say(*self._read_out().hand, *self.hand.prepared())
        elif word == "moves":
            self.console.say(*moves_told(commands.moves(table, rest)))
        elif word == "rules":
            self.console.say(*headings.rules(table.game.rule_sheet, rest))
        else:
            self.console.say("Type the move of the lesson, or: board, hand, moves, rules ID, quit.")

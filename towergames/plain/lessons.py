"""The playable tutorial of a game as a conversation (U58): said, tried, answered, line by line."""

from __future__ import annotations

from typing import Any

from towergames import registry
from towergames.boards.confirmation import Asked
from towergames.boards.desk import Scene
from towergames.core.contract import Decide, IllegalAction, NotationError
from towergames.core.tutorial import Lesson, Tutorial
from towergames.plain import headings, telling
from towergames.plain.commands import find
from towergames.plain.console import Console
from towergames.plain.hand import Hand
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header

LEARNER = 0
WORDS = ("board", "hand", "moves", "rules", "help")
"""The words of plain mode that a lesson knows."""


class LessonTalk:
    """Plays one tutorial on a table that is not saved. :meth:`run` says whether it was followed to its end."""

    def __init__(self, tutorial: Tutorial, console: Console) -> None:
        self.tutorial = tutorial
        self.console = console
        game = registry.get(tutorial.game).game
        seats = [SeatSetup(name) for name in tutorial.names]
        self.table = Table(History(game, new_header(game, seats, dict(tutorial.options), tutorial.seed)))
        self.table.advance()
        self.hand = Hand(telling.desk_of(tutorial.game))
        self._asked = Asked()

    def run(self) -> bool:
        """All lessons in order, until the last or until the learner leaves."""
        count = len(self.tutorial.lessons)
        self.console.say("Type the moves as they are asked for; board, hand and rules help; quit leaves the lesson.")
        for number, lesson in enumerate(self.tutorial.lessons, start=1):
            self.console.say("", f"{number} of {count}: {lesson.title}", lesson.say)
            plays = self.table.moves
            while True:
                if not self._learn(lesson):
                    return False
                if self._others(lesson):
                    break
                self.table = Table(self.table.history.copy(plays))
                self.console.say(lesson.failed)
        self.console.say("", "That was the lesson. Type new in the menu to play.")
        return True

    def _others(self, lesson: Lesson) -> bool:
        """Let the others play; False when chance would have it that the next lesson cannot follow."""
        try:
            for text in lesson.then:
                self._play(text)
        except IllegalAction:
            if lesson.worked is None:
                raise
            return False
        return lesson.worked is None or lesson.worked(self.table.history.state)

    def _learn(self, lesson: Lesson) -> bool:
        """Ask until the lesson is done; False when the learner leaves."""
        reading = not lesson.accept and not lesson.accept_any
        while True:
            line = self.console.ask("Enter to go on>" if reading else "Lesson>")
            found = find(line)
            word = found[0].command.typed if found else ""
            if word in ("quit", "menu"):
                return False
            if found and word in WORDS:
                self._show(word, found[1])
            elif reading or self._try(line, lesson):
                return True

    def _try(self, line: str, lesson: Lesson) -> bool:
        """Whether the typed words end the lesson; a wrong move is answered, and nothing is lost."""
        said = telling.answered(self._asked, self._scene(), line)
        if said:
            return self._try_move(self._asked.action, lesson)
        if said is False:
            self._asked.drop()
            self.console.say(telling.NOT_DONE)
            return False
        led = self.hand.lead(self._scene(), line.strip().lstrip(":"))
        if led is not None:
            self.console.say(*led.lines)
            return led.action is not None and self._try_move(led.action, lesson)
        try:
            action = self.table.parse(line)
        except NotationError as error:
            known = [*WORDS, *telling.words_of(telling.desk_of(self.tutorial.game))]
            self.console.say(*telling.misunderstood(error, line, self.table.templates, known))
            return False
        return self._try_move(action, lesson)

    def _try_move(self, action: Any, lesson: Lesson) -> bool:
        game, table = self.table.game, self.table
        right = {game.notate(table.parse(text)) for text in lesson.accept}
        verdict = table.judge(action)
        if not verdict.legal:
            self.console.say(*telling.refusal(verdict))
            return False
        if not lesson.right(action, game.notate(action) in right):
            self.console.say(lesson.wrong or f"Not now. Right would be: {' or '.join(lesson.accept)}.")
            if lesson.like is not None and lesson.accept:
                self.console.say(f"This would do, too: {lesson.accept[0]}")
            return False
        question = telling.question(self.tutorial.game, self._asked, self._scene(), action)
        if question:
            self.console.say(question)
            return False
        self._play(game.notate(action))
        return True

    def _play(self, text: str) -> None:
        before, turn = self.table.moves, self.table.turn
        if isinstance(turn, Decide):
            self.table.submit(turn.seat, self.table.parse(text))
            self.console.say(*(line.text for line in self.table.log(LEARNER, before)))

    def _scene(self) -> Scene[Any]:
        table = self.table
        return telling.scene_of(
            table.game, table.view(LEARNER), table.turn, LEARNER, table.names, self.console.ascii_only
        )

    def _show(self, word: str, rest: str) -> None:
        table, key, scene = self.table, self.tutorial.game, self._scene()
        if word == "board":
            self.console.say(*telling.board_words(key, scene))
        elif word == "hand":
            self.console.say(*telling.hand_words(key, scene), *self.hand.words(scene))
        elif word == "moves":
            self.console.say(*telling.moves(table, rest))
        elif word == "rules":
            self.console.say(*headings.rules(table.game.rule_sheet, rest))
        else:
            self.console.say("Type the move the lesson asks for, or: board, hand, moves, rules [ID], quit.")

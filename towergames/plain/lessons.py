"""The playable tutorial of a game as a conversation (U58): said, tried, answered, line by line."""

from __future__ import annotations

from towergames import registry
from towergames.core.contract import Decide, NotationError
from towergames.core.tutorial import Lesson, Tutorial
from towergames.plain import telling
from towergames.plain.commands import find
from towergames.plain.console import Console
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header

LEARNER = 0


class LessonTalk:
    """Plays one tutorial on a table that is not saved. :meth:`run` says whether it was followed to its end."""

    def __init__(self, tutorial: Tutorial, console: Console) -> None:
        game = registry.get(tutorial.game).game
        seats = [SeatSetup(name) for name in tutorial.names]
        self.tutorial = tutorial
        self.console = console
        self.table = Table(History(game, new_header(game, seats, dict(tutorial.options), tutorial.seed)))
        self.table.advance()

    def run(self) -> bool:
        """All lessons in order, until the last or until somebody leaves."""
        count = len(self.tutorial.lessons)
        self.console.say("Type the moves as they are asked for; board, hand and rules help; quit leaves the lesson.")
        for number, lesson in enumerate(self.tutorial.lessons, start=1):
            self.console.say("", f"{number} of {count}: {lesson.title}", lesson.say)
            if not self._learn(lesson):
                return False
            for text in lesson.then:
                self._play(text)
        self.console.say("", "That was the lesson. Type new in the menu to play.")
        return True

    def _learn(self, lesson: Lesson) -> bool:
        """Ask until the lesson is done; False when somebody leaves."""
        reading = not lesson.accept and not lesson.accept_any
        while True:
            line = self.console.ask("Enter to go on>" if reading else "Lesson>")
            found = find(line)
            word = found[0].command.typed if found else ""
            if word in ("quit", "menu"):
                return False
            if found and word in ("board", "hand", "moves", "rules", "help"):
                self._show(word, found[1])
            elif reading or self._try(line, lesson):
                return True

    def _try(self, line: str, lesson: Lesson) -> bool:
        """Whether the typed move ends the lesson; a wrong one is answered, and nothing is lost."""
        game, table = self.table.game, self.table
        try:
            action = table.parse(line)
            right = {game.notate(table.parse(text)) for text in lesson.accept}
        except NotationError as error:
            self.console.say(*telling.misunderstood(error, table.templates))
            return False
        verdict = table.judge(action)
        if not verdict.legal:
            self.console.say(*telling.refusal(verdict))
            return False
        if not lesson.accept_any and game.notate(action) not in right:
            self.console.say(lesson.wrong or f"Not now. Right would be: {' or '.join(lesson.accept)}.")
            return False
        self._play(game.notate(action))
        return True

    def _play(self, text: str) -> None:
        turn = self.table.turn
        if isinstance(turn, Decide):
            before = self.table.moves
            self.table.submit(turn.seat, self.table.parse(text))
            self.console.say(*(line.text for line in self.table.log(LEARNER, before)))

    def _show(self, word: str, rest: str) -> None:
        table, key = self.table, self.tutorial.game
        scene = telling.scene_of(
            table.game, table.view(LEARNER), table.turn, LEARNER, table.names, self.console.ascii_only
        )
        if word == "board":
            self.console.say(*telling.board_words(key, scene))
        elif word == "hand":
            self.console.say(*telling.hand_words(key, scene))
        elif word == "moves":
            self.console.say(*telling.moves(table.game, table.legal(), rest))
        elif word == "rules":
            try:
                self.console.say(*telling.rules_text(table.game.rule_sheet, rest))
            except KeyError as error:
                self.console.say(f"{error.args[0]}.")
        else:
            self.console.say("Type the move the lesson asks for, or: board, hand, moves, rules [ID], quit.")

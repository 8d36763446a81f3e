"""The game screen's answers in words: what plain mode tells, typed after ``:``, and what a misspelt word may mean."""

from __future__ import annotations

from towergames.core.contract import NotationError
from towergames.core.text import closest, sentence
from towergames.session.session import Message, typed_moves
from towergames.tui.dialogs import TextDialog
from towergames.tui.message_lines import foretold
from towergames.tui.screens.game.commands import Doing


class Answers(Doing):
    """Commands that tell something in words and change nothing."""

    def do_tell_board(self, argument: str = "") -> None:
        """What the desk says of the table."""
        session = self.session
        self.services.push_screen(TextDialog("The table in words", session.desk.speak(session.scene())))

    def can_tell_hand(self) -> str:
        """Why no hand can be told."""
        return "" if self.session.looker is not None else "No hand is open now."

    def do_tell_hand(self, argument: str = "") -> None:
        """What the looker holds, and what is being prepared."""
        session = self.session
        scene = session.scene()
        lines = (*session.desk.speak_hand(scene), *session.desk.speak_pointer(scene, session.pointer))
        self.services.push_screen(TextDialog("What you have in hand, in words", lines))

    def can_tell_moves(self) -> str:
        """Why there are no moves."""
        return "" if self.session.scene().may_act else "Moves are told to the player who decides now."

    can_tell_try = can_tell_moves

    def do_tell_moves(self, argument: str = "") -> None:
        """The moves that can be made now, or those with the text in them."""
        wanted = argument.strip().lower()
        found = [move for move in typed_moves(self.session.table) if wanted in move.lower()]
        lines = found or [f"No move with {argument.strip()!r} can be made now.", *self.session.table.templates]
        self.services.push_screen(TextDialog("Moves", lines))

    def do_tell_try(self, argument: str = "") -> None:
        """What a move would score, or why it may not be made."""
        table = self.session.table
        if not argument.strip():
            self.tell(Message(f"Type try and a move: try {(table.templates or ('MOVE',))[0]}.", "warn"))
            return
        try:
            verdict = table.judge(table.parse(argument))
        except NotationError as error:
            self.misunderstood(error, argument)
            return
        tag, role, text = foretold(verdict, table.names)
        if verdict.refusals:
            self.tell(Message(f"{tag}: {verdict.refusals[0].text}", role, verdict.refusals[0].rule))
        else:
            self.tell(Message(f"{tag}: {text}", role))

    def do_tell_log(self, argument: str = "") -> None:
        """All that the looker may know of what has happened."""
        lines = [line.text for line in self.session.log()]
        self.services.push_screen(TextDialog("The log", lines or ["Nothing has happened yet."], at_end=True))

    def can_tell_best(self) -> str:
        """Why nothing can be searched for."""
        return "" if self.session.desk.searches else "There is nothing to search for in this game."

    def do_tell_best(self, argument: str = "") -> None:
        """Search."""
        self.search.begin()

    def answer(self, text: str) -> bool:
        """Answer a question that only this game knows; whether it was one."""
        word, _, rest = text.partition(" ")
        desk = self.session.desk
        if word.lower() not in [question.word for question in desk.questions]:
            return False
        lines = desk.answer(self.session.scene(), word.lower(), rest.strip())
        self.services.push_screen(TextDialog(sentence(word.lower()).rstrip("."), lines))
        return True

    def misunderstood(self, error: NotationError, text: str) -> None:
        """Say what is wrong with typed text, and what may be meant by it or can be typed instead."""
        templates = self.session.table.templates
        words = [form.split()[0] for form in templates] + [question.word for question in self.session.desk.questions]
        near = closest(text.split()[0], [*words, *self.typed_words()])
        forms = f" Moves now: {'; '.join(templates)}" if templates else ""
        self.tell(Message(sentence(str(error)) + (f" Did you mean {near!r}?" if near else forms), "warn"))

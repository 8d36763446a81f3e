"""The game screen: keys, typed words, the mouse and the palette on one table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from textual import events

from towergames.boards.desk import Command, Reply
from towergames.core.contract import NotationError, Over, visible
from towergames.core.text import sentence
from towergames.session.session import SILENCE, Message, typed_moves
from towergames.table.errors import TableError
from towergames.table.history import Play
from towergames.table.series import rematch
from towergames.table.setup import random_seed
from towergames.tui.commands import CONFIRMING, MOVES
from towergames.tui.dialogs import Answer, Card, unless_lost
from towergames.tui.exports import Exportable
from towergames.tui.paint import TEXT, wrap
from towergames.tui.screens.game.board_input import Lively
from towergames.tui.screens.game.commands import COMMANDS as OWN_COMMANDS
from towergames.tui.screens.game.commands import CONTEXT
from towergames.tui.screens.game.result_card import EndCard, Judged
from towergames.tui.widgets.canvas import CanvasView

COMMANDS: tuple[Command, ...] = OWN_COMMANDS
"""All commands of the game screen."""

LASTING = frozenset(
    ("rule", "rule.open", "log.up", "log.down", "pad", "view.turn", "help", "palette", "type", "jump", "game.why")
)
"""Commands that leave the message under the hand standing."""
ANSWERS = frozenset(command.id for command in CONFIRMING)
THROUGH = frozenset(
    ("help", "palette", "quit", "menu", "type", "bots.wait", "bots.pause", "bots.hurry", "hand.hide", "game.why")
)
"""Commands whose keys do not merely skip what is being shown."""
UNDER_CURSOR = ("board", "hand", "lines", "pad")
"""Zones that change while nothing is submitted."""
READ = Answer("read", "Go on", "g", "To the hand-over")
_CHOOSE_FIRST = tuple(sorted(MOVES, key=lambda command: command.id != "choose"))


class GameScreen(Lively):
    """A table being played."""

    NAME = "Game"

    # --- the registry -----------------------------------------------------------------------------------

    def own_commands(self) -> tuple[Command, ...]:
        """What applies just now first, then the game's own, the cursor's, and the screen's."""
        context = {command.id for command in CONTEXT}
        rest = tuple(command for command in OWN_COMMANDS if command.id not in context)
        now = self.playing()
        if now and now[0].id == "skip":
            # Esc pauses bots rather than skip; nothing else is offered below while something is being shown.
            quiet = (*self.session.desk.commands, *_CHOOSE_FIRST, *rest)
            return (*now[::-1], *(c if c.id in THROUGH or c.looking else replace(c, footer="") for c in quiet))
        if self.bots.thinking is not None:
            # Hurrying is what a person may want most while a bot thinks.
            now += tuple(command for command in rest if command.id == "bots.hurry")
            rest = tuple(command for command in rest if command.id != "bots.hurry")
        played = (*self.session.desk.commands, *_CHOOSE_FIRST)
        if isinstance(self.session.table.turn, Over):
            # Keys for playing are not offered any more; they only look about.
            looking = {"choose": "choose", "back": "back"}
            looking = {} if len(self.idle_keys()) == len(looking) else looking
            footers = ((command, looking.get(command.id, "")) for command in played)
            played = tuple(c if c.looking or c.footer == footer else replace(c, footer=footer) for c, footer in footers)
        return (*now, *played, *rest)

    def help_first(self) -> tuple[str, ...]:
        """The groups that help shows first."""
        return ("now", "cursor", "game")

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """Run a command; why it cannot be run is said under the hand, where it stays to be read."""
        self.handover.touch()
        self.pointed = ""
        why = self.why_not(command_id)
        if why:
            self.tell(Message(why, "warn"))
            return False
        if self.is_looking(command_id):
            self.look(command_id)
            return True
        rule = self.session.message.rule
        if command_id not in LASTING:
            self.session.message = SILENCE
            if not self.is_desk(command_id) and command_id not in ANSWERS:
                self.session.asked.drop()
        version, recap = self.session.table.version, self.recap_open
        if self.is_desk(command_id):
            self._play(command_id)
            if self.is_current and (version, False) == (self.session.table.version, recap):
                self.repaint(*UNDER_CURSOR)
                return True
        elif command_id == "rule.open":
            self.do_rule(rule)
        elif not super().run_command(command_id, argument):
            return False
        if self.is_current:
            self.repaint()
        return True

    def can_confirm(self) -> str:
        """Why there is nothing to confirm."""
        return "" if self.session.asked.pending(self.session.scene()) else "Nothing is asked."

    can_confirm_not = can_confirm

    def do_confirm(self, argument: str = "") -> None:
        """Make the move that was asked about."""
        action = self.session.asked.action
        self.session.asked.drop()
        self.act(action)

    def do_confirm_not(self, argument: str = "") -> None:
        """Leave the move that was asked about, with the hand as it was before."""
        session, before = self.session, self.session.asked.before
        session.asked.drop()
        session.pointer = session.desk.keep(session.scene(), before)

    def _play(self, command_id: str) -> None:
        session = self.session
        self.recap_open = False
        reply = session.desk.do(replace(session.scene(), room=self.board_size()), session.pointer, command_id)
        if command_id == "back" and reply.pointer == session.pointer and not reply.say:
            session.message = Message(self._ways_out())
        self._handle(reply)

    def _handle(self, reply: Reply[Any]) -> None:
        """The desk's reply to a player's input: what has no action leaves what was asked."""
        if reply.submit is None:
            self.session.asked.drop()
        self.take(reply)

    def _ways_out(self) -> str:
        """What is said when Esc has nothing to go back from; it never leaves the game."""
        label = self.keymap.label
        keys = {command.id: label(command) for command in self.commands()}
        return f"{keys['menu']} leads to the menu, {keys['quit']} ends the program. {self.session.table.kept}"

    def act(self, action: Any, said: Message = SILENCE) -> None:
        """Submit a move of the person who decides, and say something once it is made; a refusal loses nothing."""
        session = self.session
        first, looker = session.table.moves, session.looker

        def done(did: bool) -> None:
            if did:
                self.undone = False
                leaving = session.looker is None and looker is not None and session.game.info.hidden
                seat = looker if leaving or looker == session.looker else None
                told = session.desk.news(session.scene(), session.table.events_since(first, seat))
                session.message = Message(told, "accent") if told and not leaving else SILENCE
                self.moved(first, 1.0, partial(self._tell_first, told) if told and leaving else self.go_on)
                if said.text:
                    self.tell(said)

        if not self.settling.active:
            self.settling.submit(action, done)

    def _tell_first(self, told: str) -> None:
        """Go on once the person who moved has read what came of it: the hand-over would cover it at once."""
        card = Card("Before the hand-over", [(text, TEXT) for text in wrap(told, 58)], (READ,))
        self.services.push_screen(card, lambda _: self.go_on())

    def time_over(self, action: Any) -> None:
        """The turn's time has run out: the desk's own move is made, whatever lies over the table."""
        session = self.session
        session.to_now()
        name = session.table.names[session.decider] if session.decider is not None else ""
        self.act(action, Message(f"Time is over: {name} could not move any more.", "warn"))
        self.repaint()

    # --- keys, mouse, typed words -----------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        """While something is shown step by step any key skips it; else the registry decides."""
        self.handover.touch()
        if self.stage.beat is None and not self.bots.resting:
            return
        found = self.keymap.lookup(event.key, self.commands())
        if any(command.id in THROUGH or command.looking for command in found):
            return
        event.stop()
        event.prevent_default()
        self.skip()

    def do_skip(self, argument: str = "") -> None:
        """End what is being shown."""
        self.skip()

    def skip(self) -> None:
        """End what is being shown, or the rest after a bot's move."""
        if self.stage.beat is not None:
            self.stage.skip()
        else:
            self.bots.go()

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A click on the board or the hand is the desk's; elsewhere it opens what it hits."""
        event.stop()
        self.handover.touch()
        if self.stage.beat is not None:
            self.skip()
            return
        zone, spot = event.view.id, event.spot
        if zone in ("board", "hand"):
            session = self.session
            if self.settling.active:
                self.tell(Message(self.settling.wait, "warn"))
                return
            session.message = SILENCE
            self.recap_open = False
            self._handle(session.desk.click(session.scene(), session.pointer, spot))
            self.repaint()
        elif spot.startswith("play:"):
            self._look(int(spot[5:]))
            self.repaint()
        elif spot.startswith("tab:") and spot[4:] in ("log", "pad") and self.tab != spot[4:]:
            self.run_command("pad")
        elif spot == "message":
            self.run_command("rule")

    def on_canvas_view_pointed_at(self, event: CanvasView.PointedAt) -> None:
        """The line under the hand tells what the mouse is on."""
        self.pointed = event.tells
        self.repaint("lines")

    def prefers_own_words(self, text: str) -> bool:
        """A move, words of the desk's own and its questions go before a command of the same first word."""
        first = text.split()[0].lower()
        moves = {form.split()[0] for form in self.session.table.templates}
        questions = {question.word for question in self.session.desk.questions}
        return first in moves | questions or self.session.read(text) is not None or self._desk_words(text) is not None

    def _desk_words(self, text: str) -> Reply[Any] | None:
        session = self.session
        return session.desk.typed(session.scene(), session.pointer, text)

    def typed_other(self, text: str) -> None:
        """Typed text that is no command is a move, or means something to the desk."""
        session = self.session
        self.handover.touch()
        self.recap_open = False
        if self.settling.active:
            self.tell(Message(self.settling.wait, "warn"))
            return
        reply = self._desk_words(text) if session.read(text) is None else None
        if reply is not None:
            session.message = SILENCE
            self._handle(reply)
            self.repaint()
            return
        if self.answer(text):
            return
        try:
            action = session.table.parse(text)
        except NotationError as error:
            session.asked.drop()
            self.misunderstood(error, text)
            return
        if not session.scene().may_act:
            over = isinstance(session.table.turn, Over)
            why = "The game is over." if over else "Only the player who decides can move, and only now."
            self.tell(Message(why, "warn"))
            return
        self.offer(action, session.pointer)
        self.repaint()

    def completions(self) -> Iterable[str]:
        """Legal moves as they are typed, then the commands' words."""
        session = self.session
        pending = session.draft()
        moves = [session.game.notate(pending[0])] if pending is not None and pending[1].legal else []
        moves += typed_moves(session.table) if session.scene().may_act else []
        return [*moves, *super().completions()]

    def forms(self) -> tuple[str, ...]:
        """How moves are typed, while the looker may move."""
        session = self.session
        return (*session.table.templates, *session.desk.typed_forms) if session.scene().may_act else ()

    # --- turns ------------------------------------------------------------------------------------------

    def decision_begins(self) -> None:
        """Recap what the others did, end the turn where nothing else can be done, and watch for an empty chair."""
        session = self.session
        self.handover.watch()
        looker = session.looker
        plays = session.table.history.plays[session.since(looker) :]
        others = [play for play in plays if play.by is not None and play.by != looker]
        shown = [play for play in others if any(visible(event, looker) for event in play.step.events)]
        news = self.recapped != session.table.version
        if news and not self.undone and session.past is None and self._worth_a_recap(shown):
            self.recapped = session.table.version
            self.recap_open = True
        legal = session.table.legal() if self.services.settings.flag("auto_end") and not self.undone else ()
        if len(legal) == 1 and others == [] and plays and session.scene().may_act:
            self.act(legal[0], Message("Nothing else could be done: the turn was ended.", "accent"))
        self.repaint()

    def _worth_a_recap(self, others: list[Play]) -> bool:
        """After several bots (U43), and where a hand is hidden: people round an open table have just seen it all."""
        table = self.session.table
        bots = {play.by for play in others if play.by not in table.humans}
        return len(others) >= 2 and (table.game.info.hidden or len(bots) >= 2)

    def finish(self) -> None:
        """The end card."""
        if not self.is_current:
            return  # something lies over the table; on_screen_resume comes back to it
        self.told_end = True
        card = EndCard(self.session.table, self._judged)
        self.search.heard = card.renew
        self.search.judge()
        self.services.push_screen(card, self._after_end)

    def _judged(self) -> Judged:
        """What the results are worth, or how far the search has come that will tell."""
        session = self.session
        told = session.desk.honours(session.scene())
        if not told and session.table.history.measure is None and self.search.status:
            told = (self.search.status,)
        return Judged(told, session.desk.share(session.scene()))

    def _after_end(self, answer: str | None) -> None:
        table = self.session.table
        self.card_again = answer in ("replay", "review", "pad")
        if answer == "rematch":
            self._rematch()
        elif answer == "replay" and table.journal is not None:
            self.services.open_replay(table.journal.path)
        elif answer == "review":
            self.run_command("review")
        elif answer == "pad":
            self.run_command("pad.sheet")
        elif answer == "menu":
            self.run_command("menu")

    def can_rematch(self) -> str:
        """A rematch comes after the end."""
        return self.can_result()

    def do_rematch(self, argument: str = "") -> None:
        """Another game with the same seats."""
        self._rematch()

    def _rematch(self) -> None:
        app, table = self.services, self.session.table
        if table.journal is None:
            self.tell(Message("A rematch needs a game that is kept.", "warn"))
            return

        def begin() -> None:
            try:
                new = app.store.begin(rematch(table.history, random_seed()))
            except TableError as error:
                self.tell(Message(sentence(str(error)), "warn"))
                return
            app.close_table()
            app.table = new
            app.switch_screen(GameScreen(new, self.handover.pins))

        unless_lost(app, begin)

    # --- export -----------------------------------------------------------------------------------------

    def exportable(self) -> Exportable:
        """The board as shown, the pad, and the journal once nothing in it is secret any more."""
        session = self.session
        journal = session.table.journal.path if session.table.journal else None
        over = isinstance(session.table.turn, Over)
        drawn = self.board.size
        text = session.desk.board(replace(session.judged(), colours=False), session.pointer, drawn.width, drawn.height)
        return Exportable(
            name=journal.stem if journal else session.table.header.game,
            board=text.canvas.text(ascii_only=session.style.ascii_only),
            journal=journal if over else None,
            pad=session.pad(),
        )

"""The flow of turns on the game screen: what comes next, and what a move leads to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from towergames.core.contract import Over
from towergames.session import introduction
from towergames.session.animation import animation_after, shortened
from towergames.session.session import SILENCE, Message, Session
from towergames.session.text import clock_rule, not_allowed
from towergames.table.asides import spoken_since
from towergames.tui.dialogs import ChoiceDialog, DialogButton, news_dialog
from towergames.tui.paint import TEXT, wrap
from towergames.tui.screens.game.after_game import AfterGame
from towergames.tui.screens.game.animation_player import AnimationPlayer
from towergames.tui.screens.game.bots import Bots
from towergames.tui.screens.game.calls import ScreenCalls
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.guide import Guide
from towergames.tui.screens.game.handover import Handover
from towergames.tui.screens.game.hints import Hints
from towergames.tui.screens.game.look_back import LookBack
from towergames.tui.screens.game.slow_moves import SlowMoves
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.screens.game.turn_tries import TurnTries

READ = DialogButton("read", "Go on", "g", "Hand over to the next player")


class TurnFlow:
    """The flow of one game screen: it continues automatically until a person must decide."""

    def __init__(
        self,
        session: Session,
        screen: TableScreen,
        stage: AnimationPlayer,
        clock: GameClock,
        settling: SlowMoves,
        look_back: LookBack,
        handover: Handover,
        bots: Bots,
        hints: Hints,
        after: AfterGame,
        tries: TurnTries,
        calls: ScreenCalls,
        guide: Guide | None = None,
    ) -> None:
        self._session = session
        self._screen = screen
        self._stage = stage
        self._clock = clock
        self._settling = settling
        self._look_back = look_back
        self._handover = handover
        self._bots = bots
        self._hints = hints
        self._after = after
        self._tries = tries
        self._calls = calls
        self._guide = guide
        self._called = -1
        """The version of the table at which a person was called back to it."""
        self._undone = False
        """Whether the last command was an undo; then nothing happens automatically."""
        self.offer_take_back: Callable[[Callable[[], None]], None] = lambda then: then()
        """Asks whether a fall that was just seen is taken back, then goes on."""

    def go_on(self) -> None:
        """Do the next step: the end, a curtain, a person's decision, or a bot's."""
        screen, session = self._screen, self._session
        if not screen.is_open or self._stage.beat is not None or self._settling.active:
            return
        self._calls.look()
        if self._guide is not None:
            session.renew()
            self._guide.go_on()
            return
        if news := session.table.news():
            screen.services.push_screen(news_dialog(news), lambda _: self.go_on())
            return
        if self._tries.tell_end(self.go_on):
            return
        self._handover.forget()
        session.renew()
        over = isinstance(session.table.turn, Over)
        decides = not over and session.curtain_for is None and not session.table.read_only and session.decides_here
        if not decides:  # a decision is drawn once it has begun
            screen.repaint()
        self._clock.update()
        self._after.card_shown = self._after.card_shown and over
        if decides:
            self._decision_begins()
        elif over:
            session.shut = False  # no hand is hidden any more
            if not self._after.card_shown:
                self._after.show()
        elif session.curtain_for is not None:
            self._handover.raise_curtain()
        elif not session.table.read_only:
            self._bots.begin()

    def _decision_begins(self) -> None:
        """Show the recap, end the turn if there is no other move, and start the timer that hides the hand."""
        session = self._session
        self._handover.watch()
        self._tell_clock()
        if not self._undone:
            self._look_back.offer_recap()
            legal = session.table.legal() if self._screen.services.settings.flag("auto_end") else ()
            alone = bool(session.table.history.plays) and not self._look_back.others()
            if len(legal) == 1 and alone and session.bare().may_act:
                self.act(legal[0], Message("No other move was possible. The turn ended.", "accent"))
        self._tries.show_way()
        self._screen.repaint()
        self._call_back()

    def _tell_clock(self) -> None:
        """Say at the first decision of each person what time there is, and what happens at zero."""
        session = self._session
        rule, seat = clock_rule(session.table.history), session.viewer
        if rule and not session.message.text and all(play.by != seat for play in session.table.history.plays):
            session.message = Message(rule, "accent")

    def _call_back(self) -> None:
        """Tell a person who reads or learns on another screen that the table waits, once a turn."""
        session, services = self._session, self._screen.services
        if self._screen.is_covered and self._called != session.table.version:
            self._called = session.table.version
            name = session.table.names[session.decider] if session.decider is not None else ""
            clock = f" {introduction.whose_clock(session.table)}".rstrip()
            services.say(f"It is your turn, {name}.{clock} Esc goes back to the table.")

    def act(self, action: Any, said: Message = SILENCE) -> None:
        """Submit a move of the person who decides, and then show a message; a refusal keeps the prepared move."""
        session = self._session
        first, viewer = session.table.moves, session.viewer

        def done(did: bool) -> None:
            if not did:
                why = session.message.text
                if session.message.rule:  # all that the rules say, where the message has room for one sentence
                    why = " ".join(not_allowed(session.judge(action)))
                session.reasons.refuse(viewer, why)
            else:
                self._undone = False
                leaving = session.viewer is None and viewer is not None and session.game.info.hidden
                seat = viewer if leaving or viewer == session.viewer else None
                marks = session.table.events_since(first, seat)
                told = session.board.describe(replace(session.context(), marks=marks)).news
                session.message = Message(told, "accent", aloud=()) if told and not leaving else SILENCE
                onward = (lambda: self._tell_first(told)) if told and leaving else self.go_on
                self.moved(first, 1.0, lambda: self.offer_take_back(onward))
                if said.text:
                    self._screen.tell(said)

        if not self._settling.active:
            self._settling.submit(action, done)

    def _tell_first(self, told: str) -> None:
        """Go on once the person who moved has read the outcome, since the hand-over covers it."""
        card = ChoiceDialog("Your move", [(text, TEXT) for text in wrap(told, 58)], (READ,))
        self._screen.services.push_screen(card, lambda _: self.go_on())

    def moved(self, first: int, factor: float, then: Callable[[], None]) -> None:
        """Show the changes since ``first`` plays, then go on."""
        session = self._session
        self._calls.look()  # before it is shown, which may take some seconds
        self._look_back.recap_open = False
        self._handover.forget()
        beats = []
        if session.past is None:
            frames = animation_after(session, first, session.viewer, self._screen.services.motion)
            beats = shortened(frames, factor)
            self._look_back.scroll = 0
        session.renew()
        self._clock.stop()

        def seen() -> None:
            self._tell_spoken(first)
            then()

        self._stage.play(beats, seen)

    def _tell_spoken(self, first: int) -> None:
        """Where no log is shown, say under the hand what a bot has said since ``first`` plays."""
        session = self._session
        spoken = spoken_since(session.table.asides, first)
        if spoken and "log" not in self._screen.panes.boxes:
            told, aloud = session.message.text, session.message.aloud
            aloud = aloud if told else ()
            session.message = replace(session.message, text=f"{told} {spoken}".strip(), aloud=aloud)

    def time_over(self, action: Any) -> None:
        """The time of the turn is over: make the game's own move, even if a dialog covers the table."""
        session = self._session
        session.to_now()
        name = session.table.names[session.decider] if session.decider is not None else ""
        self.act(action, Message(f"Time is up for {name}.", "warn"))
        self._screen.repaint()

    def begin_anew(self, text: str) -> None:
        """After an undo or a redo: drop thoughts and animations, show the message, and go on."""
        self._stage.stop()
        self._bots.drop()
        self._hints.drop()
        self._session.to_now()
        self._look_back.recap_open = False
        self._undone = True
        self._handover.forget()
        self._session.message = Message(text, "accent")
        self.go_on()

    def skip(self) -> None:
        """End the animation, or the pause after a bot's move."""
        if self._stage.beat is not None:
            self._stage.skip()
        else:
            self._bots.go()

"""The table on the screen and what comes next there. Commands are in :mod:`towergames.tui.screens.game.commands`."""

from __future__ import annotations

from collections.abc import Callable

from towergames.core.contract import Over
from towergames.session.animation import animation_after, shortened
from towergames.session.session import Message
from towergames.session.task import Task
from towergames.tui.dialogs import news_card
from towergames.tui.screens.game.bots import Thought, Told
from towergames.tui.screens.game.panes import Painted


class Felt(Painted):
    """One table, which goes on by itself until a person must decide."""

    # --- what comes next --------------------------------------------------------------------------------

    @property
    def pace(self) -> str:
        """The bots' pace."""
        return self.services.settings.text("pace")

    def tell(self, message: Message) -> None:
        """Say something under the hand."""
        self.session.message = message
        if self.is_open:
            self.zone("lines").repaint()

    def moved(self, first: int, factor: float, then: Callable[[], None]) -> None:
        """The table has changed since ``first`` plays: show how, then go on."""
        session = self.session
        self.recap_open = False
        self.handover.forget()
        if session.past is None:
            beats = shortened(animation_after(session, first, session.looker, self.services.motion), factor)
            self.scroll = 0
        else:
            beats = []
        session.renew()
        self.clock.stop()
        self.stage.play(beats, then)

    def go_on(self) -> None:
        """Whatever is due: the end, a curtain, a person's decision, or a bot's."""
        if not self.is_open or self.stage.beat is not None or self.settling.active:
            return
        session = self.session
        if news := session.table.news():
            self.services.push_screen(news_card(news), lambda _: self.go_on())
            return
        self.handover.forget()
        session.renew()
        self.repaint()
        self.clock.update()
        over = isinstance(session.table.turn, Over)
        self.told_end = self.told_end and over
        if over:
            session.shut = False  # nothing is secret any more
            if not self.told_end:
                self.finish()
        elif session.curtain_for is not None:
            self.handover.raise_curtain()
        elif session.table.read_only:
            return
        elif session.decider_is_human:
            self.decision_begins()
        else:
            self.bots.begin()

    def finish(self) -> None:
        """The game is over."""

    def decision_begins(self) -> None:
        """A person may decide now."""

    # --- events -----------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Begin where the table stands."""
        self.session.style = self.services.style
        desk, scene = self.session.desk, self.session.scene()
        # What cannot be loaded is reported when it is needed.
        daemon = not self.session.game.info.slow
        Task(self.soon, lambda _: desk.prepare(scene), lambda _: None, daemon=daemon, name="prepare").start()
        self.call_after_refresh(self.go_on)

    def on_screen_resume(self) -> None:
        """Settings may have changed while something lay over the table."""
        self.session.style = self.services.style
        self.repaint()
        if isinstance(self.session.table.turn, Over) and not self.told_end and self.stage.beat is None:
            self.call_after_refresh(self.go_on)

    def on_screen_suspend(self) -> None:
        """What covers the table now is what the end card led to: behind it the card waits."""
        self.told_end, self.card_again = self.told_end and not self.card_again, False

    def on_unmount(self) -> None:
        """Bots stop thinking for a table that is gone."""
        self.stage.stop()
        self.bots.drop()
        self.search.drop()
        self.works.drop()
        self.settling.drop()
        self.clock.stop()

    def on_thought(self, event: Thought) -> None:
        """A bot or the advisor has answered."""
        event.stop()
        self.bots.came_back(event.thinking)

    def on_told(self, event: Told) -> None:
        """A bot lets people see what it considers."""
        event.stop()
        self.bots.told(event.thinking, event.idea)

"""Hand-over between players: shows the curtain, keeps their PINs, and hides a hand after some time without a key."""

from __future__ import annotations

import time

from textual.timer import Timer

from towergames.core.contract import Seat
from towergames.session.session import SILENCE, Session
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.curtain import CurtainScreen
from towergames.tui.screens.game.host import Host
from towergames.tui.screens.game.look_back import LookBack


class Handover:
    """The curtain of one game screen."""

    def __init__(
        self, session: Session, host: Host, clock: GameClock, look_back: LookBack, pins: dict[Seat, str] | None = None
    ) -> None:
        self._session = session
        self._host = host
        self._clock = clock
        self._look_back = look_back
        self.pins: dict[Seat, str] = pins if pins is not None else {}
        self._up: CurtainScreen | None = None
        self._touched = time.monotonic()
        self._idle: Timer | None = None

    def forget(self) -> None:
        """Hide the open hand once another player has to move."""
        session = self._session
        if session.opened is not None and session.opened != session.decider:
            session.to_now()
            session.opened = None
            session.message = SILENCE
            self._look_back.recap_open = False

    def raise_curtain(self) -> None:
        """Show the curtain. The session already gives public views, so nothing hidden is drawn."""
        session, host = self._session, self._host
        seat = session.curtain_for
        if seat is None or self._up is not None:
            return
        session.message = SILENCE
        self._clock.update()
        host.repaint()
        app = host.services
        if not app.screen.is_mounted:
            # A dialog that is being opened can be closed only once it is mounted; meanwhile all views are public.
            host.set_timer(0.02, self.raise_curtain)
            return
        app.clear_overlays()
        self._up = CurtainScreen(seat, session.table.names[seat], app.settings.text("curtain"), self.pins)
        app.push_screen(self._up, self._opened)

    def _opened(self, _: bool | None) -> None:
        curtain, self._up = self._up, None
        session = self._session
        if curtain is not None and curtain.seat == session.curtain_for:
            session.shut = False
            session.opened = curtain.seat
        self.touch()
        self._host.flow.go_on()

    # --- nobody there -----------------------------------------------------------------------------------

    def touch(self) -> None:
        """Note that a key was pressed."""
        self._touched = time.monotonic()

    def watch(self) -> None:
        """Hide the hand after some minutes without a key; one timer runs until the earliest moment for that."""
        session = self._session
        minutes = self._host.services.settings.number("idle_minutes")
        if self._idle is not None or not minutes or len(session.table.humans) < 2 or session.opened is None:
            return
        left = minutes * 60 - (time.monotonic() - self._touched)
        self._idle = self._host.set_timer(max(0.05, left), self._woken)

    def _woken(self) -> None:
        self._idle = None
        minutes = self._host.services.settings.number("idle_minutes")
        if minutes and time.monotonic() - self._touched >= minutes * 60 - 0.01:
            self.hide()
        else:
            self.watch()

    def why_not_hide(self) -> str:
        """Why there is nothing to hide."""
        looker = self._session.looker
        return "" if looker is not None and self._session.hides(looker) else "No hidden card is shown."

    def hide(self) -> None:
        """Hide the hand now, if it holds anything hidden."""
        session = self._session
        if session.looker is not None and session.hides(session.looker):
            session.shut = True
            self.raise_curtain()

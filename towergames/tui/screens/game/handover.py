"""Hand-over between players: the curtain, its PINs, and a hand that is hidden after some time without a key."""

from __future__ import annotations

import time
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture, Spot
from towergames.core.contract import Seat
from towergames.session.session import SILENCE, Session
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import Command, group
from towergames.tui.dialogs import unless_lost
from towergames.tui.paint import BOLD, MUTED, TEXT, TITLE, badge, identity
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.look_back import LookBack
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.widgets.action_bar import Chip, draw_chip
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

HOLD_LEAST, HOLD_MOST = 1.0, 6.0
"""Seconds between the two presses with the setting ``hold``."""
PIN_DIGITS = 4


class CurtainScreen(TowerScreen[bool]):
    """Names the next player and opens on that player's key, on a slow double Enter, or on a PIN.

    ``pins`` keeps the PINs of this session by seat; the first time a player chooses one, twice.
    """

    MINIMUM = (30, 8)
    OWN: ClassVar[tuple[Command, ...]] = group(
        "curtain",
        ("curtain.open", "Open", "Show your hand", "", "open", "open"),
        ("menu", "Menu", "Leave the game and open the menu", "ctrl+l m", "menu", "menu"),
    )

    def __init__(self, seat: Seat, name: str, mode: str, pins: dict[Seat, str], note: str = "") -> None:
        super().__init__()
        self.seat = seat
        self.player = name
        self.mode = mode
        self.note = note
        self._pins = pins
        self._typed = ""
        self._chosen = ""
        self._pressed: float | None = None

    def compose(self) -> ComposeResult:
        """The whole screen."""
        yield CanvasView(self._paint, id="curtain")
        yield KeyBar()

    def own_commands(self) -> tuple[Command, ...]:
        """The opening key is the player's own number, or Enter."""
        key = identity(self.seat).number if self.mode == "key" else "enter"
        first = self.OWN[0]
        shown = Command(first.id, first.title, first.help, (key,), first.typed, first.group, footer=first.footer)
        return (shown, *self.OWN[1:])

    def _why_not_curtain_open(self) -> str:
        return "Type your PIN of four digits." if self.mode == "pin" else ""

    def _do_curtain_open(self, argument: str = "") -> None:
        if self.mode != "hold":
            self.dismiss(True)
            return
        now = time.monotonic()
        waited = None if self._pressed is None else now - self._pressed
        if waited is not None and HOLD_LEAST <= waited <= HOLD_MOST:
            self.dismiss(True)
            return
        self._pressed = now
        self.note = "Too fast. Wait a second, then press Enter again." if waited and waited < HOLD_LEAST else ""
        self.query_one(CanvasView).repaint()

    def _do_menu(self, argument: str = "") -> None:
        unless_lost(self.services, self.services.to_menu)

    def takes_key(self, event: events.Key) -> bool:
        """Digits of the PIN."""
        if self.mode != "pin":
            return False
        if event.character and event.character.isascii() and event.character.isdigit():
            self._digit(event.character)
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        else:
            return False
        if self.is_current:
            self.query_one(CanvasView).repaint()
        return True

    def _digit(self, digit: str) -> None:
        self._typed += digit
        self.note = ""
        if len(self._typed) < PIN_DIGITS:
            return
        typed, self._typed = self._typed, ""
        known = self._pins.get(self.seat)
        if known is not None:
            if typed == known:
                self.dismiss(True)
            else:
                self.note = "Wrong PIN. Try again."
        elif not self._chosen:
            self._chosen = typed
        elif typed == self._chosen:
            self._pins[self.seat] = typed
            self.dismiss(True)
        else:
            self._chosen = ""
            self.note = "The two PINs differ. Choose a PIN again."

    # --- looks ------------------------------------------------------------------------------------------

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """The card, or a digit of the key pad."""
        event.stop()
        if event.spot.startswith("digit:"):
            self._digit(event.spot[6:])
            if self.is_current:
                self.query_one(CanvasView).repaint()
        else:
            self.run_command("curtain.open")

    def _asks(self) -> str:
        if self.mode != "pin":
            return "" if self._pressed is None else "Press Enter again to show your cards."
        if self.seat in self._pins:
            return f"{self.player}, type your PIN"
        return "Type the same PIN again" if self._chosen else "Choose a PIN of four digits"

    def _paint(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        _folds(canvas)
        card = min(46, width - 2)
        tall = min(9, height)
        x, y = (width - card) // 2, (height - tall) // 2
        canvas.fill(x, y, card, tall, " ", TEXT)
        canvas.box(x, y, card, tall, Ink("accent", bold=True), "┏━┓┃┗┛")
        canvas.put(x + 3, y, f" Hand over to {self.player} ", TITLE)
        at = badge(canvas, x + 3, y + 2, self.seat)
        canvas.put(at + 1, y + 2, f"{self.player} is next.", BOLD)
        canvas.put(x + 3, y + 3, "Everyone else, look away.", MUTED)
        asks = self._asks()
        if asks:
            canvas.put(x + 3, y + 5, asks[: card - 5], Ink("cursor", bold=True))
        else:
            key = self.services.keymap.label(self.own_commands()[0])
            draw_chip(canvas, x + 3, y + 5, Chip("open", key, f"I am {self.player}", True), self.services.style, "")
        spots = [Spot("open", x, y, card, tall, "show your hand")]
        if self.mode == "pin":
            canvas.put(x + 3, y + 6, "*" * len(self._typed) + "_" * (PIN_DIGITS - len(self._typed)), BOLD)
            for i, digit in enumerate("1234567890"):
                canvas.put(x + 12 + 3 * i, y + 6, f"[{digit}]", MUTED)
                spots.append(Spot(f"digit:{digit}", x + 12 + 3 * i, y + 6, 3, 1, f"digit {digit}"))
        if self.note:
            canvas.put(x + 3, y + tall - 2, self.note[: card - 5], Ink("warn"))
        return Picture(canvas, tuple(spots), (x + 3, y + 5))


def _folds(canvas: Canvas) -> None:
    """Draw the curtain's pattern, which is equal for every player."""
    for x in range(canvas.width):
        fold = x // 2 % 4
        canvas.fill(x, 0, 1, canvas.height, "░▒▓▒"[fold], Ink("ledge" if fold == 2 else "far"))


class Handover:
    """The curtain of one game screen."""

    def __init__(
        self,
        session: Session,
        screen: TableScreen,
        clock: GameClock,
        look_back: LookBack,
        pins: dict[Seat, str] | None = None,
    ) -> None:
        self._session = session
        self._screen = screen
        self._clock = clock
        self._look_back = look_back
        self.pins: dict[Seat, str] = pins if pins is not None else {}
        self._up: CurtainScreen | None = None
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
        session, screen = self._session, self._screen
        seat = session.curtain_for
        if seat is None or self._up is not None:
            return
        session.message = SILENCE
        self._clock.update()
        screen.repaint()
        app = screen.services
        if not app.screen.is_mounted:
            # A dialog that is being opened can be closed only once it is mounted; meanwhile all views are public.
            screen.set_timer(0.02, self.raise_curtain)
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
        session.touched = time.monotonic()
        self._screen.flow.go_on()

    # --- nobody there -----------------------------------------------------------------------------------

    @property
    def untouched(self) -> float:
        """Seconds since a key was pressed."""
        return time.monotonic() - self._session.touched

    def watch(self) -> None:
        """Hide the hand after some minutes without a key; one timer runs until the earliest moment for that."""
        session = self._session
        minutes = self._screen.services.settings.number("idle_minutes")
        if self._idle is not None or not minutes or len(session.table.here) < 2 or session.opened is None:
            return
        left = minutes * 60 - self.untouched
        self._idle = self._screen.set_timer(max(0.05, left), self._woken)

    def _woken(self) -> None:
        self._idle = None
        minutes = self._screen.services.settings.number("idle_minutes")
        if minutes and self.untouched >= minutes * 60 - 0.01:
            self.hide()
        else:
            self.watch()

    def hide(self) -> None:
        """Hide the hand now, if it holds anything hidden."""
        session = self._session
        if session.viewer is not None and session.hides(session.viewer):
            session.shut = True
            self.raise_curtain()

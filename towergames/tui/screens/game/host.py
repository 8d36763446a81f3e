"""What every part of the game screen may ask of the whole. What only one part needs stands beside that part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from textual.timer import Timer

from towergames.tui.widgets.live_board import Timed

if TYPE_CHECKING:
    from towergames.session.session import Message
    from towergames.tui.services import Services
    from towergames.tui.widgets.canvas import CanvasView


class Flow(Protocol):
    """The flow of turns."""

    def go_on(self) -> None:
        """Do what comes next: the end, a curtain, a person's decision, or a bot's."""

    def act(self, action: Any) -> None:
        """Submit a move of the person who decides."""

    def moved(self, first: int, factor: float, then: Callable[[], None]) -> None:
        """Show what has changed on the table since ``first`` plays, in ``factor`` of the usual time, then go on."""

    def begin_anew(self, text: str) -> None:
        """Go on from a table on which moves were taken back or done again, and say ``text``."""

    def time_over(self, action: Any) -> None:
        """Make ``action``, since the turn's time has run out."""


class Host(Timed, Protocol):
    """The game screen."""

    @property
    def flow(self) -> Flow:
        """The flow of turns."""

    @property
    def services(self) -> Services:
        """What the program does for screens."""

    def set_interval(self, interval: float, callback: Callable[[], Any], /) -> Timer:
        """Call a function every so many seconds."""

    def zone(self, name: str) -> CanvasView:
        """The canvas of a zone."""

    def tell(self, message: Message) -> None:
        """Say something under the hand."""

    def repaint(self, *names: str) -> None:
        """Lay the zones out, and draw these (all without names) and the keys anew."""

    def draw(self, *names: str) -> None:
        """Only draw these zones anew."""

    def refresh_keys(self) -> None:
        """Show the keys that can be used now."""

"""What all parts of the game screen need from it. A need of a single part is declared beside that part."""

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
        """Show the changes since ``first`` plays, in ``factor`` times the usual time, then go on."""

    def begin_anew(self, text: str) -> None:
        """Go on after an undo or a redo, and say ``text``."""

    def time_over(self, action: Any) -> None:
        """Make ``action``, since the turn's time has run out."""


class Host(Timed, Protocol):
    """The game screen."""

    @property
    def flow(self) -> Flow:
        """The flow of turns."""

    @property
    def services(self) -> Services:
        """The services of the program for screens."""

    def set_interval(self, interval: float, callback: Callable[[], Any], /) -> Timer:
        """Call a function every so many seconds."""

    def key_of(self, command_id: str) -> str:
        """The first key of a command, as it is written on the screen."""

    def zone(self, name: str) -> CanvasView:
        """The canvas of a zone."""

    def tell(self, message: Message) -> None:
        """Say something under the hand."""

    def repaint(self, *names: str) -> None:
        """Lay the zones out, and draw the named ones (all if none is named) and the footer."""

    def draw(self, *names: str) -> None:
        """Draw the named zones."""

    def refresh_keys(self) -> None:
        """Update the footer with the keys that can be used now."""

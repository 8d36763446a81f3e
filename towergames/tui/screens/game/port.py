"""What the parts of the game screen know of the whole: no part imports the screen, or another part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from textual.geometry import Offset, Size
from textual.timer import Timer

if TYPE_CHECKING:
    from towergames.boards.desk import Command
    from towergames.core.contract import Seat
    from towergames.session.session import Message, Session
    from towergames.table.reasons import Reasons
    from towergames.tui.keymap import KeyMap
    from towergames.tui.services import Services
    from towergames.tui.widgets.board_view import Eyes
    from towergames.tui.widgets.canvas import CanvasView


class Submitter(Protocol):
    """Submits moves, slow ones too."""

    problem: str
    """Why the last move's outcome could not be worked out, if it could not."""

    @property
    def active(self) -> bool:
        """Whether the outcome of a move is being worked out."""
        ...

    def submit(self, action: Any, then: Callable[[bool], None]) -> None:
        """Do an action for the player to move; ``then`` hears whether it was done."""
        ...


class Clock(Protocol):
    """The clock of a turn."""

    def update(self) -> None:
        """Run, stand or begin anew, as the table demands."""
        ...

    def stop(self) -> None:
        """Stand still."""
        ...


class Advisor(Protocol):
    """The bots, who also give hints."""

    hinted: tuple[int, Any] | None
    """The last hint and the table's version that it is for."""
    reasons: Reasons

    def drop(self) -> None:
        """Forget every thought."""
        ...


class Searcher(Protocol):
    """The search for the best move."""

    def begin(self) -> bool:
        """Search; False where that is not possible."""
        ...


class Curtains(Protocol):
    """The hand-over."""

    pins: dict[Seat, str]


class GamePort(Protocol):
    """The game screen."""

    session: Session
    recap_open: bool
    board_change: tuple[int, int]

    @property
    def settling(self) -> Submitter:
        """Submits moves."""
        ...

    @property
    def clock(self) -> Clock:
        """The clock of the turn."""
        ...

    @property
    def bots(self) -> Advisor:
        """The bots."""
        ...

    @property
    def search(self) -> Searcher:
        """The search."""
        ...

    @property
    def handover(self) -> Curtains:
        """The hand-over."""
        ...

    @property
    def eyes(self) -> Eyes:
        """How the table is looked at."""
        ...

    @property
    def services(self) -> Services:
        """What the program does for screens."""
        ...

    @property
    def keymap(self) -> KeyMap:
        """Which key does what."""
        ...

    @property
    def pace(self) -> str:
        """The bots' pace."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether the screen is mounted and not left."""
        ...

    @property
    def size(self) -> Size:
        """Columns and rows."""
        ...

    @property
    def board(self) -> CanvasView:
        """The board's canvas."""
        ...

    @property
    def set_timer(self) -> Callable[..., Timer]:
        """Textual's."""
        ...

    @property
    def set_interval(self) -> Callable[..., Timer]:
        """Textual's."""
        ...

    @property
    def query(self) -> Callable[..., Any]:
        """Textual's."""
        ...

    @property
    def mount(self) -> Callable[..., Any]:
        """Textual's."""
        ...

    @property
    def post_message(self) -> Callable[..., bool]:
        """Textual's."""
        ...

    def soon(self, function: Callable[..., object], *given: Any) -> None:
        """Run a function on the program's thread; from any thread."""
        ...

    def commands(self) -> tuple[Command, ...]:
        """Everything that can be done now."""
        ...

    def tell(self, message: Message) -> None:
        """Say something under the hand."""
        ...

    def repaint(self, *names: str) -> None:
        """Draw zones anew, all without names."""
        ...

    def repaint_board(self) -> None:
        """Draw only the board anew."""
        ...

    def repaint_status(self) -> None:
        """Draw only the status line anew."""
        ...

    def refresh_keys(self) -> None:
        """Show the keys that can be used now."""
        ...

    def pad_place(self, seat: Seat) -> Offset:
        """Where a player's points stand on the screen."""
        ...

    def go_on(self) -> None:
        """What comes next: the end, a curtain, a person's decision, or a bot's."""
        ...

    def moved(self, first: int, factor: float, then: Callable[[], None]) -> None:
        """The table has changed since ``first`` plays: show how, then go on."""
        ...

    def time_over(self, action: Any) -> None:
        """The turn's time has run out: the board's own move is made."""
        ...

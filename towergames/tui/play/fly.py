"""Points that fly from the board to the pad: small labels that drift for half a second and are gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset
from textual.strip import Strip
from textual.widget import Widget

from towergames.boards.canvas import Canvas, Ink, to_ascii
from towergames.core.contract import Seat
from towergames.tui.paint import identity
from towergames.tui.theme import style_of

if TYPE_CHECKING:
    from towergames.tui.screens.game import GameScreen

SECONDS = 0.5


class Flyer(Widget, can_focus=False):
    """``+4`` in a player's colour with shape and number, on its way."""

    DEFAULT_CSS = """
    Flyer { width: 7; height: 1; layer: fly; position: absolute; }
    """

    def __init__(self, text: str, style: Style) -> None:
        super().__init__()
        self._strip = Strip([Segment(text, style)])
        self.styles.width = len(text)

    def render_line(self, y: int) -> Strip:
        """The label."""
        return self._strip

    @classmethod
    def launch(cls, screen: GameScreen, points: Sequence[tuple[Seat, int]]) -> None:
        """Send labels from the cells of the board that changed last to the players' rows in the pad."""
        app = screen.tower_app
        start = screen.board.region.offset + screen.board_change
        for i, (seat, gain) in enumerate(points):
            who = identity(seat)
            text = f"{who.shape}{who.number} {gain:+d} "
            style = style_of(Ink("ink", who.role, bold=True), app.palette_theme)
            flyer = cls(to_ascii(text) if app.ascii_only else text, style)
            at = Offset(min(start.x + 8 * i, screen.size.width - 8), start.y)
            flyer.styles.offset = (at.x, at.y)
            screen.mount(flyer)
            goal = screen.pad_place(seat)
            flyer.animate("offset", goal, duration=SECONDS, easing="out_cubic", on_complete=flyer.remove)

    @classmethod
    def land_all(cls, screen: GameScreen) -> None:
        """Take away what is still in the air."""
        for flyer in screen.query(cls):
            flyer.remove()


def first_difference(old: Canvas, new: Canvas) -> tuple[int, int]:
    """Where a gain appeared: the first changed cell of the row that newly holds a ``+``, else of any changed row."""
    if (old.width, old.height) != (new.width, new.height):
        return 0, 0
    changed = [y for y in range(new.height) if old.row(y) != new.row(y)]
    best = next((y for y in changed if new.row(y).count("+") > old.row(y).count("+")), None)
    y = best if best is not None else changed[0] if changed else new.height // 2
    before, after = old.row(y), new.row(y)
    x = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    return x, y

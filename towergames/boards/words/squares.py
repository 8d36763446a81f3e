"""One square of the board: a stack seen from above and in front, raised by its height, or the bare board."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.words import font, inks
from towergames.boards.words.inks import ink
from towergames.boards.words.layout import Plan
from towergames.games.words.board import show_tile

SHADOW = " ▏▎▍▌▋"
"""The wall at the right of a stack one row high, by height."""
WALL = " ▁▂▄▆█"
"""The wall in front of a stack, by height."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is drawn on a square: ``stack`` with a pending tile on top if ``new``; ``plain`` has no large letters."""

    stack: str
    new: bool = False
    last: bool = False
    wrong: bool = False
    here: bool = False
    down: bool = False
    centre: bool = False
    plain: bool = False

    @property
    def ground(self) -> str:
        """The role of the bare board here."""
        return "centre" if self.centre else "square"

    @property
    def mark(self) -> tuple[str, Ink] | None:
        """The sign in the corner: refused, just laid, just played, or the cursor's bracket."""
        if self.wrong:
            return "x", inks.WRONG
        if self.new:
            return "+", inks.CURSOR if self.here else inks.NEW
        if self.last:
            return "*", inks.CURSOR if self.here else inks.LAST
        return ("[", inks.CURSOR) if self.here else None

    @property
    def shadow(self) -> str:
        """The wall at the right."""
        return "|" if self.plain else SHADOW[min(len(self.stack), 5)]


def draw_square(canvas: Canvas, plan: Plan, cell: int, look: Look) -> None:
    """A square with what lies on it, the marks and the cursor."""
    x, y = plan.corner(cell)
    if not look.stack:
        _bare(canvas, plan, x, y, look)
    elif plan.tall == 1:
        _low(canvas, plan, x, y, look)
    else:
        _stack(canvas, plan, x, y, look)
    letters = y + (plan.tall - 1) // 2
    if look.here:
        for row in range(y, y + plan.tall):
            canvas.put(x, row, "[", inks.CURSOR)
            canvas.put(x + plan.cell - 1, row, "]", inks.CURSOR)
        canvas.put(x + plan.cell - 1, letters, "v" if look.down else ">", inks.CURSOR)
    if look.mark is not None:
        canvas.put(x, y if plan.tall > 1 else letters, *look.mark)


def _bare(canvas: Canvas, plan: Plan, x: int, y: int, look: Look) -> None:
    ground = ink("muted", look.ground)
    canvas.fill(x, y, plan.cell, plan.tall, " ", ground)
    at = x + (plan.cell - 1) // 2
    canvas.put(at, y + (plan.tall - 1) // 2, "+" if look.centre else ".", ground)


def _low(canvas: Canvas, plan: Plan, x: int, y: int, look: Look) -> None:
    """One row: mark, letter, height, and a wall at the right that is the thicker the higher the stack."""
    height = len(look.stack)
    top = show_tile(look.stack[-1])
    face = inks.face(height, look.new)
    canvas.fill(x, y, plan.cell - 1, 1, " ", face)
    canvas.put(x + plan.cell - 1, y, look.shadow, ink("tile-side", look.ground))
    at = canvas.put(x + 1, y, top, face)
    if height > 1:
        canvas.put(max(at, x + plan.cell - 2), y, str(height), ink("tile-ink", inks.plate(height, look.new)))


def _stack(canvas: Canvas, plan: Plan, x: int, y: int, look: Look) -> None:
    """Rows of the top with the letter, and in front the wall, the higher the stack the higher."""
    height, body = len(look.stack), plan.cell - 1
    face, thin = inks.face(height, look.new), ink("tile-ink", inks.plate(height, look.new))
    canvas.fill(x + body, y, 1, plan.tall, look.shadow, ink("tile-side", look.ground))
    canvas.fill(x, y, body, plan.tall, " ", face)
    canvas.fill(x, y + plan.tall - 1, body, 1, WALL[min(height, 5)], inks.side(height, look.new))
    if plan.tall > font.HIGH and plan.cell >= font.WIDE + 3 and not look.plain:
        _large(canvas, plan, x, y, look)
    else:
        top = show_tile(look.stack[-1])
        canvas.put(x + max(1, (body - len(top)) // 2), y + (plan.tall - 1) // 2, top, face)
    if height > 1:
        row = y if plan.tall > 2 else y + (plan.tall - 1) // 2
        canvas.put(x + body - 1, row, str(height), thin)


def _large(canvas: Canvas, plan: Plan, x: int, y: int, look: Look) -> None:
    """The letter in half blocks, where a square has room for it; the u of Qu stands small beside its Q."""
    letter = look.stack[-1]
    face = inks.face(len(look.stack), look.new)
    at = x + (plan.cell - 1 - font.WIDE) // 2
    top = y + (plan.tall - 1 - font.HIGH + 1) // 2
    for i, row in enumerate(font.rows(letter)):
        canvas.put(at, top + i, row, face)
    if letter == "Q":
        canvas.put(at + font.WIDE, top + font.HIGH - 1, "u", face)

"""Squares, the stacks on them, and letters as they are drawn, with the inks of this board.

A stack is seen from above and in front, raised by its height. Large squares have large letters: five by five points,
drawn with half blocks in three rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from towergames.boards.kit.canvas import Canvas, Ink, Run
from towergames.boards.kit.palette import IDENTITIES, Identity
from towergames.boards.protocol import Legend
from towergames.core.contract import Seat
from towergames.games.words.board import show_tile

# --- inks ---------------------------------------------------------------------------------------------

TEXT = Ink("text", "surface")
BOLD = Ink("text", "surface", bold=True)
MUTED = Ink("muted", "surface")
LINE = Ink("line", "surface")
TITLE = Ink("accent", "surface", bold=True)
CURSOR = Ink("ink", "cursor", bold=True)
LAST = Ink("ink", "last", bold=True)
NEW = Ink("ink", "good", bold=True)
WRONG = Ink("ink", "bad", bold=True)
EDGE = Ink("tile-side", "surface")
TALLEST = 5


@lru_cache(maxsize=256)
def ink(fg: str, bg: str, bold: bool = False) -> Ink:
    """An ink by roles, shared so that equal inks are one object."""
    return Ink(fg, bg, bold=bold)


def plate_role(height: int, new: bool = False) -> str:
    """The background of a stack's top: the higher, the lighter; new tiles have their own."""
    return "tile-new" if new else f"tile-{max(1, min(height, TALLEST))}"


def face_ink(height: int, new: bool = False) -> Ink:
    """The letter on a stack."""
    return ink("tile-ink", plate_role(height, new), True)


def seat_of(number: Seat) -> Identity:
    """The identity of a seat (they repeat after ten)."""
    return IDENTITIES[number % len(IDENTITIES)]


def shape_ink(seat: Seat) -> Ink:
    """A seat's shape in its colour."""
    return ink(seat_of(seat).role, "surface", True)


# --- large letters ------------------------------------------------------------------------------------

WIDE, HIGH = 5, 3
"""Columns and rows of a large letter."""

_POINTS = {
    "A": ".###. #...# ##### #...# #...#",
    "B": "####. #...# ####. #...# ####.",
    "C": ".#### #.... #.... #.... .####",
    "D": "####. #...# #...# #...# ####.",
    "E": "##### #.... ####. #.... #####",
    "F": "##### #.... ####. #.... #....",
    "G": ".#### #.... #..## #...# .####",
    "H": "#...# #...# ##### #...# #...#",
    "I": ".###. ..#.. ..#.. ..#.. .###.",
    "J": "..### ...#. ...#. #..#. .##..",
    "K": "#...# #..#. ###.. #..#. #...#",
    "L": "#.... #.... #.... #.... #####",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#...# ##..# #.#.# #..## #...#",
    "O": ".###. #...# #...# #...# .###.",
    "P": "####. #...# ####. #.... #....",
    "Q": ".###. #...# #.#.# #..#. .##.#",
    "R": "####. #...# ####. #..#. #...#",
    "S": ".#### #.... .###. ....# ####.",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#...# #...# #...# #...# .###.",
    "V": "#...# #...# #...# .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "Z": "##### ...#. ..#.. .#... #####",
}
_HALVES = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


@cache
def large_letter(letter: str) -> tuple[str, ...]:
    """A capital letter in three rows of five columns; blank for anything else.

    >>> large_letter("T")
    ('▀▀█▀▀', '  █  ', '  ▀  ')
    """
    points = [*_POINTS.get(letter, "..... " * 5).split(), "....."]
    return tuple(
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(points[::2], points[1::2], strict=True)
    )


# --- squares ------------------------------------------------------------------------------------------

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
            return "x", WRONG
        if self.new:
            return "+", CURSOR if self.here else NEW
        if self.last:
            return "*", CURSOR if self.here else LAST
        return ("[", CURSOR) if self.here else None

    @property
    def shadow(self) -> str:
        """The wall at the right."""
        return "|" if self.plain else SHADOW[min(len(self.stack), 5)]


def draw_square(canvas: Canvas, x: int, y: int, wide: int, tall: int, look: Look) -> None:
    """A square with what lies on it, the marks and the cursor."""
    letters = y + (tall - 1) // 2
    if not look.stack:
        ground = ink("muted", look.ground)
        canvas.fill(x, y, wide, tall, " ", ground)
        canvas.put(x + (wide - 1) // 2, letters, "+" if look.centre else ".", ground)
    elif tall == 1:
        _low(canvas, x, y, wide, look)
    else:
        _stack(canvas, x, y, wide, tall, look)
    if look.here:
        for row in range(y, y + tall):
            canvas.put(x, row, "[", CURSOR)
            canvas.put(x + wide - 1, row, "]", CURSOR)
        canvas.put(x + wide - 1, letters, "v" if look.down else ">", CURSOR)
    if look.mark is not None:
        canvas.put(x, y if tall > 1 else letters, *look.mark)


def _low(canvas: Canvas, x: int, y: int, wide: int, look: Look) -> None:
    """One row: mark, letter, height, and a wall at the right that is the thicker the higher the stack."""
    height = len(look.stack)
    top = show_tile(look.stack[-1])
    face = face_ink(height, look.new)
    canvas.fill(x, y, wide - 1, 1, " ", face)
    canvas.put(x + wide - 1, y, look.shadow, ink("tile-side", look.ground))
    at = canvas.put(x + 1, y, top, face)
    if height > 1:
        canvas.put(max(at, x + wide - 2), y, str(height), ink("tile-ink", plate_role(height, look.new)))


def _stack(canvas: Canvas, x: int, y: int, wide: int, tall: int, look: Look) -> None:
    """Rows of the top with the letter, and in front the wall, the higher the stack the higher.

    Where a square has room the letter is drawn in half blocks; the u of Qu stands small beside its Q.
    """
    height, body, letter = len(look.stack), wide - 1, look.stack[-1]
    face, plate = face_ink(height, look.new), plate_role(height, look.new)
    canvas.fill(x + body, y, 1, tall, look.shadow, ink("tile-side", look.ground))
    canvas.fill(x, y, body, tall, " ", face)
    canvas.fill(x, y + tall - 1, body, 1, WALL[min(height, 5)], ink("tile-side", plate))
    if tall > HIGH and wide >= WIDE + 3 and not look.plain:
        at, row = x + (body - WIDE) // 2, y + (tall - HIGH) // 2
        for i, points in enumerate(large_letter(letter)):
            canvas.put(at, row + i, points, face)
        if letter == "Q":
            canvas.put(at + WIDE, row + HIGH - 1, "u", face)
    else:
        top = show_tile(letter)
        canvas.put(x + max(1, (body - len(top)) // 2), y + (tall - 1) // 2, top, face)
    if height > 1:
        row = y if tall > 2 else y + (tall - 1) // 2
        canvas.put(x + body - 1, row, str(height), ink("tile-ink", plate))


def legend() -> Legend:
    """What the signs on the board mean, each drawn as it is on the board."""
    heights = tuple(Run(f"A{n}" if n > 1 else "A", face_ink(n)) for n in (1, 3, 5))
    wall = Run("▌", ink("tile-side", "square"))
    return (
        (heights, "a stack: its top letter and how many tiles it has; the higher, the lighter"),
        ((Run(" A4", face_ink(4)), wall), "its wall: the higher the stack, the thicker"),
        ((Run("*", LAST), Run("A", face_ink(1))), "played since your last move"),
        ((Run("+", NEW), Run("A", face_ink(1, True))), "your tile, not yet played"),
        ((Run("x", WRONG), Run("A", face_ink(1, True))), "in a word that is refused; below the rack is why"),
        ((Run("[", CURSOR), Run(" A", face_ink(1)), Run(">", CURSOR)), "the cursor, typing across"),
        ((Run("[", CURSOR), Run(" A", face_ink(1)), Run("v", CURSOR)), "the cursor, typing down"),
        ((Run(" + ", ink("muted", "centre")),), "a centre square: the first word covers one of the four"),
        ((Run("┌╌┐", MUTED),), "a place on the rack whose tile lies on the board"),
    )

"""Squares, the stacks on them, and letters as they are drawn, with the inks of this board.

A stack is seen from above and in front, raised by its height. Large squares have large letters: five by five points,
drawn with half blocks in three rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from towergames.board.canvas import Canvas, Ink, Run
from towergames.board.palette import IDENTITIES, Identity
from towergames.board.protocol import Legend
from towergames.core.contract import Seat
from towergames.games.words.grid import show_tile
from towergames.games.words.palette import plate_role

# --- inks ---------------------------------------------------------------------------------------------

TEXT = Ink("text", "surface")
BOLD = Ink("text", "surface", bold=True)
MUTED = Ink("muted", "surface")
GOOD = Ink("good", "surface", bold=True)
BAD = Ink("bad", "surface", bold=True)
HERE = Ink("cursor", "ink")
"""The bars beside the cursor: half of the hand's colour, half dark, so that they show on every tile."""
CURSOR = Ink("ink", "cursor", bold=True)
WRONG = Ink("ink", "bad", bold=True)


@lru_cache(maxsize=256)
def ink(fg: str, bg: str, bold: bool = False) -> Ink:
    """An ink by roles, shared so that equal inks are one object."""
    return Ink(fg, bg, bold=bold)


def face_ink(height: int, new: bool = False) -> Ink:
    """The letter on a stack."""
    return ink("plate-ink", plate_role(height, new), True)


def seat_of(number: Seat) -> Identity:
    """The identity of a seat (they repeat after ten)."""
    return IDENTITIES[number % len(IDENTITIES)]


def shape_ink(seat: Seat) -> Ink:
    """A seat's shape in its colour."""
    return ink(seat_of(seat).role, "surface", True)


# --- large letters ------------------------------------------------------------------------------------

WIDE, HIGH = 5, 3
"""Columns and rows of a square on which a large letter fits."""
LINES = 5
"""Half rows of a large letter."""

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
HALVES = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


@cache
def large_points(letter: str) -> tuple[str, ...]:
    """The five rows of points of a capital letter; blank for anything else."""
    return tuple(_POINTS.get(letter, "..... " * 5).split())


@cache
def large_letter(letter: str, *, low: bool = False) -> tuple[str, ...]:
    """A capital letter in three rows of five columns, ``low`` half a row lower; blank for anything else.

    >>> large_letter("T"), large_letter("T", low=True)
    (('▀▀█▀▀', '  █  ', '  ▀  '), ('▄▄▄▄▄', '  █  ', '  █  '))
    """
    points = [".....", *large_points(letter)] if low else [*large_points(letter), "....."]
    return tuple(
        "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(points[::2], points[1::2], strict=True)
    )


# --- squares ------------------------------------------------------------------------------------------

SHADOW = " ▏▎▍▌▋"
"""The wall at the right of a stack one row high, by height."""
WALL = " ▁▂▄▆█"
"""The wall in front of a stack, by height."""


@dataclass(frozen=True, slots=True)
class SquareStyle:
    """Appearance of a square: ``stack``, with a pending tile on top if ``new``.

    ``odd`` squares are a little lighter. ``way`` is the cursor's direction, ">" or "v", " " on a rack, "" where it is
    not. ``signs``: marks stand for colours. ``plain``: there are no large letters.
    """

    stack: str
    odd: bool = False
    new: bool = False
    last: bool = False
    wrong: bool = False
    way: str = ""
    centre: bool = False
    signs: bool = False
    plain: bool = False

    @property
    def ground(self) -> str:
        """The role of the bare board here."""
        if self.centre:
            return "centre"
        return "square-2" if self.odd else "square"

    def mark(self, tall: int) -> tuple[str, Ink] | None:
        """The sign in the corner: refused, just laid, or, where there is no foot in colour, just played."""
        if self.wrong:
            return "x", WRONG
        if self.new:
            return "+", ink("plate-ink", "tile-new")
        return ("*", ink("ink", "last", True)) if self.last and (self.signs or tall == 1) else None

    @property
    def shadow(self) -> str:
        """The wall at the right."""
        return "|" if self.plain else SHADOW[min(len(self.stack), 5)]


def draw_square(canvas: Canvas, x: int, y: int, wide: int, tall: int, look: SquareStyle) -> None:
    """A square with what lies on it, the marks and the cursor."""
    letters = y + (tall - 1) // 2
    if not look.stack:
        # Dots show the bare board where there are no colours.
        shown = look.centre or look.signs
        ground = ink("muted" if shown else look.ground, look.ground)
        canvas.fill(x, y, wide, tall, " ", ground)
        canvas.put(x + (wide - 1) // 2, letters, "+" if look.centre else ".", ground)
    elif tall == 1:
        _low(canvas, x, y, wide, look)
    else:
        _stack(canvas, x, y, wide, tall, look)
    if look.way:
        for row in range(y, y + tall):
            canvas.put(x, row, "[" if look.signs else "▌", HERE)
            canvas.put(x + wide - 1, row, "]" if look.signs else "▐", HERE)
        if look.way != " ":
            canvas.put(x + wide - 1, letters, look.way, CURSOR)
    mark = look.mark(tall)
    if mark is not None:
        canvas.put(x, y, *mark)


def _low(canvas: Canvas, x: int, y: int, wide: int, look: SquareStyle) -> None:
    """One row: mark, letter, height, and a wall at the right that is the thicker the higher the stack."""
    height = len(look.stack)
    top = show_tile(look.stack[-1])
    face = face_ink(height, look.new)
    canvas.fill(x, y, wide - 1, 1, " ", face)
    canvas.put(x + wide - 1, y, look.shadow, ink("tile-side", look.ground))
    at = canvas.put(x + 1, y, top, face)
    if height > 1:
        canvas.put(max(at, x + wide - 2), y, str(height), ink("plate-ink", plate_role(height, look.new)))


def _stack(canvas: Canvas, x: int, y: int, wide: int, tall: int, look: SquareStyle) -> None:
    """Rows of the top with the letter, and in front the wall, the higher the stack the higher.

    The wall of a tile just played is rose. Where a square has room the letter is drawn in half blocks; the u of Qu
    stands small beside its Q.
    """
    height, body, letter = len(look.stack), wide - 1, look.stack[-1]
    face, plate = face_ink(height, look.new), plate_role(height, look.new)
    canvas.fill(x + body, y, 1, tall, look.shadow, ink("tile-side", look.ground))
    canvas.fill(x, y, body, tall, " ", face)
    foot = "last" if look.last else "tile-side"
    canvas.fill(x, y + tall - 1, body, 1, WALL[max(min(height, 5), 2 * look.last)], ink(foot, plate))
    if tall > HIGH and wide >= WIDE + 3 and not look.plain:
        # The wall in front takes about half a row, and the letter stands in the middle of what is left.
        half_rows = (2 * tall - 1 - LINES) // 2
        at, row = x + (body - WIDE) // 2, y + half_rows // 2
        for i, points in enumerate(large_letter(letter, low=half_rows % 2 == 1)):
            canvas.put(at, row + i, points, face)
        if letter == "Q":
            canvas.put(at + WIDE, row + HIGH - 1, "u", face)
    else:
        top = show_tile(letter)
        end = canvas.put(x + max(1, (body - len(top)) // 2), y + (tall - 1) // 2, top, face)
    if height > 1:
        number = ink("plate-ink", plate)
        if tall > 2:
            canvas.put(x + body - 1, y, str(height), number)
        else:  # beside the two letters of Qu there is no room but on the wall
            canvas.put(max(end, x + body - 1), y + (tall - 1) // 2, str(height), number)


def legend() -> Legend:
    """The signs on the board, each drawn as on the board, with its meaning."""
    heights = tuple(Run(f"A{n}" if n > 1 else "A", face_ink(n)) for n in (1, 3, 5))
    foot, side = Run("▂", ink("last", "tile-1")), ink("plate-ink", "tile-new")
    return (
        (heights, "a stack: its top letter and its height; higher stacks are lighter and thicker"),
        ((Run("A", face_ink(1)), foot), "a rose foot: played since your last move; * without colours"),
        ((Run("+", side), Run("A", face_ink(1, True))), "your tile, not yet played"),
        ((Run("x", WRONG), Run("A", face_ink(1, True))), "a word that is refused; the action bar says why"),
        ((Run("▌", HERE), Run(" A", face_ink(1)), Run(">", CURSOR)), "the cursor, typing across"),
        ((Run("▌", HERE), Run(" A", face_ink(1)), Run("v", CURSOR)), "the cursor, typing down"),
        ((Run(" + ", ink("muted", "centre")),), "a centre square: the first word covers one of the four"),
        ((Run(" . ", ink("muted", "square")),), "an empty place on the rack: its tile is on the board"),
    )

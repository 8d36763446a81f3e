"""One piece as it is drawn, at every size: bricks are filled and show their shape, windows are frames on dark glass.

Each piece has a column of mortar at its left, where its mark stands.
"""

from __future__ import annotations

from dataclasses import dataclass

from towergames.boards.bricks import inks
from towergames.boards.bricks.layout import Size
from towergames.boards.kit.canvas import Canvas, Ink
from towergames.games.bricks.pieces import WILD, Piece

SHAPES = {"triangle": "/\\", "rectangle": "[]", "hexagon": "<>"}
"""A shape in two signs."""

_MEDIUM: dict[str, tuple[str, ...]] = {
    "triangle": ("   ╱╲   ", "  ╱  ╲  ", " ╱────╲ "),
    "rectangle": (" ┌────┐ ", " │    │ ", " └────┘ "),
    "hexagon": (" ╱────╲ ", "<      >", " ╲────╱ "),
    "": ("┌──┬──┐ ", "├──┼──┤ ", "└──┴──┘ "),
}
_LARGE: dict[str, tuple[str, ...]] = {
    "triangle": ("     ╱╲     ", "    ╱  ╲    ", "   ╱    ╲   ", "  ╱      ╲  ", " ╱────────╲ "),
    "rectangle": (" ┌────────┐ ", " │        │ ", " │        │ ", " │        │ ", " └────────┘ "),
    "hexagon": ("   ╱────╲   ", "  ╱      ╲  ", " <        > ", "  ╲      ╱  ", "   ╲────╱   "),
    "": ("┌────┬────┐ ", "│    │    │ ", "├────┼────┤ ", "│    │    │ ", "└────┴────┘ "),
}
_OUTLINES: dict[str, dict[str, tuple[str, ...]]] = {"medium": _MEDIUM, "large": _LARGE}


@dataclass(frozen=True, slots=True)
class Look:
    """What is said of a piece: it breaks a rule, is not there yet, or has the cursor."""

    wrong: bool = False
    new: bool = False
    here: bool = False


PLAIN = Look()


def sign(piece: Piece) -> str:
    """How its weight was adjusted: ``+``, ``-`` or a blank."""
    return "+" if piece.adjust > 0 else "-" if piece.adjust < 0 else " "


def wild(piece: Piece) -> str:
    """``*`` for the natural wildcard, ``&`` for one of two cards."""
    return "" if not piece.made_of else "*" if piece.made_of == (WILD,) else "&"


def short(piece: Piece) -> str:
    """A piece in six cells: letter, tons, how adjusted, shape, colour."""
    colour = piece.colour[0].upper()
    if piece.window:
        return f"▐┼┼▌ {colour}"
    return f"{piece.letter}{piece.tons}{sign(piece)}{SHAPES[piece.shape]}{colour}"


def ink_of(piece: Piece) -> Ink:
    """The ink of what is read on it."""
    return inks.frame(piece.colour) if piece.window else inks.face(piece.colour)


def mark_of(piece: Piece, look: Look) -> tuple[str, Ink]:
    """The sign in the mortar: wrong, new, the cursor's bracket, or that it is a wildcard."""
    if look.wrong:
        return "x", inks.CURSOR if look.here else inks.WRONG
    if look.new:
        return "+", inks.CURSOR if look.here else inks.NEW
    if look.here:
        return "[", inks.CURSOR
    return wild(piece) or " ", inks.BOLD


def draw_piece(canvas: Canvas, x: int, y: int, piece: Piece, size: Size, look: Look = PLAIN) -> None:
    """The piece with its top left corner at (x, y), the mortar's column included."""
    body = size.pitch - 1
    if size.name in _OUTLINES:
        _outlined(canvas, x + 1, y, piece, size)
        middle = y + (size.tall - 1) // 2
    elif size.name == "tiny":
        text = "┼┼" if piece.window else f"{piece.letter}{piece.tons}"
        canvas.put(x + 1, y, text + piece.colour[0].upper(), ink_of(piece))
        middle = y
    else:
        canvas.put(x + 1, y, short(piece), ink_of(piece))
        middle = y
        if size.tall > 1:
            canvas.put(
                x + 1, y + 1, "▀" * body, inks.ink("glass", "surface") if piece.window else inks.edge(piece.colour)
            )
    canvas.put(x, middle, *mark_of(piece, look))
    if look.here:
        canvas.put(x + size.pitch, middle, "]", inks.CURSOR)


def _outlined(canvas: Canvas, x: int, y: int, piece: Piece, size: Size) -> None:
    """The shape's outline with letter and tons in it; colour and wildcard's sign in the corners."""
    rows = _OUTLINES[size.name][piece.shape]
    colour = piece.colour[0].upper()
    strokes = inks.frame(piece.colour) if piece.window else inks.plate(piece.colour)
    for row, text in enumerate(rows):
        canvas.put(x, y + row, text, strokes)
    body, face = size.pitch - 1, ink_of(piece)
    canvas.put(x + body - 1, y + len(rows) - 1 if piece.window else y, colour, face)
    if piece.letter:
        text = f"{piece.letter}{piece.tons}{sign(piece)}".rstrip()
        canvas.put(x + body // 2 - 1, y + len(rows) // 2, text, face)
    if piece.made_of:
        canvas.put(x, y, wild(piece), face)


def draw_slot(canvas: Canvas, x: int, y: int, size: Size) -> None:
    """An empty place with the cursor on it."""
    body = size.pitch - 1
    middle = y + (size.tall - 1) // 2 if size.tall > 2 else y
    canvas.put(x, middle, "[", inks.CURSOR)
    canvas.put(x + 1, middle, "." * body, inks.MUTED)
    canvas.put(x + 1 + body, middle, "]", inks.CURSOR)

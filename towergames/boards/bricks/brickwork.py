"""Bricks and towers as they are drawn, at every size: bricks show their shape, windows are frames on dark glass.

Each piece has a column of mortar at its left, where its mark stands. The bottom level is on the ground; level numbers
stand at the left, weights at the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from towergames.boards.bricks.step import Drawn
from towergames.boards.kit import inks
from towergames.boards.kit.canvas import Canvas, Ink, Run
from towergames.boards.protocol import Legend, Spot
from towergames.games.bricks.judge import columns
from towergames.games.bricks.pieces import WILD, Level, Piece, card_piece
from towergames.games.bricks.rules import Breach, Place

GROUND = Ink("ground", "surface")
BUTTON = Ink("ink", "accent", bold=True)
CHANGED = Ink("ink", "last", bold=True)
NEW = Ink("ink", "good", bold=True)
WRONG = Ink("ink", "bad", bold=True)
GOOD = Ink("good", "surface", bold=True)


@dataclass(frozen=True, slots=True)
class Size:
    """How bricks are drawn: ``pitch`` columns from one to the next, ``tall`` rows from level to level."""

    pitch: int
    tall: int

    @property
    def middle(self) -> int:
        """The row of a level on which its letters are written."""
        return (self.tall - 1) // 2 if self.tall > 2 else 0


LARGE, MEDIUM, SMALL, LOW, TINY = Size(13, 6), Size(9, 4), Size(7, 2), Size(7, 1), Size(4, 1)
SIZES = (LARGE, MEDIUM, SMALL, LOW)

LABEL = 3
"""Columns for the numbers of the levels."""
WEIGHTS = 8
"""Columns for what levels weigh and how many pieces they have."""
COMPACT = 25
"""Columns of the ledger in short form."""
WIDE = 54
"""Columns from which all 36 lines are written out beside the tower."""
LINES = 23
"""Rows that they need: twenty rules that score, a headline, and the words found."""
USUAL_LEVELS = 6
USUAL_PIECES = 6
LEAST = (68, 9)
"""The smallest board."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All measures in cells. The tower's bricks begin at column ``left`` and row ``top``; its ground is row ``ground``.

    ``side`` is the first column of the ledger beside the tower and ``wide`` whether it is written out there;
    ``pieces`` and ``levels`` are how many fit.
    """

    size: Size
    left: int
    ground: int
    pieces: int
    levels: int
    top: int = 0
    side: int = 0
    wide: bool = False


def plan(width: int, height: int, levels: int, pieces: int, top: int = 0) -> Plan:
    """The measures for a tower of so many levels, the longest of so many pieces, below ``top`` rows."""
    levels, pieces = max(levels, USUAL_LEVELS), max(pieces, USUAL_PIECES)
    rows = height - top - 1
    for size in SIZES:
        used = LABEL + pieces * size.pitch + 1 + WEIGHTS
        if levels * size.tall <= rows and used + (WIDE if size.tall > 2 else COMPACT) <= width:
            break
    used = LABEL + pieces * size.pitch + 1 + WEIGHTS
    if used + COMPACT > width:
        pieces = max(1, (width - COMPACT - LABEL - 1 - WEIGHTS) // size.pitch)
        used = LABEL + pieces * size.pitch + 1 + WEIGHTS
    spare = width - used
    wide = spare >= WIDE and rows >= LINES
    side = used + min(2, max(0, spare - (WIDE if wide else COMPACT)))
    return Plan(size, LABEL, height - 1, pieces, max(1, rows // size.tall), top, side, wide)


SHAPES = {"triangle": "/\\", "rectangle": "[]", "hexagon": "<>"}
"""A shape in two signs."""

_OUTLINES: dict[Size, dict[str, tuple[str, ...]]] = {}
_OUTLINES[MEDIUM] = {
    "triangle": ("   ╱╲   ", "  ╱  ╲  ", " ╱────╲ "),
    "rectangle": (" ┌────┐ ", " │    │ ", " └────┘ "),
    "hexagon": (" ╱────╲ ", "<      >", " ╲────╱ "),
    "": ("┌──┬──┐ ", "├──┼──┤ ", "└──┴──┘ "),
}
_OUTLINES[LARGE] = {
    "triangle": ("     ╱╲     ", "    ╱  ╲    ", "   ╱    ╲   ", "  ╱      ╲  ", " ╱────────╲ "),
    "rectangle": (" ┌────────┐ ", " │        │ ", " │        │ ", " │        │ ", " └────────┘ "),
    "hexagon": ("   ╱────╲   ", "  ╱      ╲  ", " <        > ", "  ╲      ╱  ", "   ╲────╱   "),
    "": ("┌────┬────┐ ", "│    │    │ ", "├────┼────┤ ", "│    │    │ ", "└────┴────┘ "),
}


@dataclass(frozen=True, slots=True)
class Look:
    """What is said of a piece: it breaks a rule, is not there yet, or has the cursor."""

    wrong: bool = False
    new: bool = False
    here: bool = False


def _sign(piece: Piece) -> str:
    return "+" if piece.adjust > 0 else "-" if piece.adjust < 0 else " "


def _wild(piece: Piece) -> str:
    """``*`` for the natural wildcard, ``&`` for one of two cards."""
    return "" if not piece.made_of else "*" if piece.made_of == (WILD,) else "&"


def tiny(piece: Piece) -> str:
    """A piece in three cells: letter, tons, colour."""
    return ("┼┼" if piece.window else f"{piece.letter}{piece.tons}") + piece.colour[0].upper()


def short(piece: Piece) -> str:
    """A piece in six cells: letter, tons, how adjusted, shape, colour."""
    colour = piece.colour[0].upper()
    return (
        f"▐┼┼▌ {colour}" if piece.window else f"{piece.letter}{piece.tons}{_sign(piece)}{SHAPES[piece.shape]}{colour}"
    )


def ink_of(piece: Piece) -> Ink:
    """The ink of what is read on it: a window is a frame of its colour on dark glass."""
    colour = f"brick-{piece.colour}"
    return inks.ink(colour, "glass", True) if piece.window else inks.ink("brick-ink", colour, True)


def _mark(piece: Piece, look: Look) -> tuple[str, Ink]:
    """The sign in the mortar: wrong, new, the cursor's bracket, or that it is a wildcard."""
    if look.wrong:
        return "x", inks.CURSOR if look.here else WRONG
    if look.new:
        return "+", inks.CURSOR if look.here else NEW
    if look.here:
        return "[", inks.CURSOR
    return _wild(piece) or " ", inks.BOLD


def draw_piece(canvas: Canvas, x: int, y: int, piece: Piece, size: Size, look: Look = Look()) -> None:
    """The piece with its top left corner at (x, y), the mortar's column included."""
    if size in _OUTLINES:
        _outlined(canvas, x + 1, y, piece, size)
    else:
        canvas.put(x + 1, y, tiny(piece) if size is TINY else short(piece), ink_of(piece))
    if size is SMALL:  # the lower edge, on the ground behind it
        edge = inks.ink("glass" if piece.window else f"brick-{piece.colour}", "surface")
        canvas.put(x + 1, y + 1, "▀" * (size.pitch - 1), edge)
    canvas.put(x, y + size.middle, *_mark(piece, look))
    if look.here:
        canvas.put(x + size.pitch, y + size.middle, "]", inks.CURSOR)


def _outlined(canvas: Canvas, x: int, y: int, piece: Piece, size: Size) -> None:
    """The shape's outline with letter and tons in it; colour and wildcard's sign in the corners."""
    rows = _OUTLINES[size][piece.shape]
    colour = piece.colour[0].upper()
    strokes = ink_of(piece) if piece.window else inks.ink("brick-ink", f"brick-{piece.colour}")
    for row, text in enumerate(rows):
        canvas.put(x, y + row, text, strokes)
    body, face = size.pitch - 1, ink_of(piece)
    canvas.put(x + body - 1, y + len(rows) - 1 if piece.window else y, colour, face)
    if piece.letter:
        text = f"{piece.letter}{piece.tons}{_sign(piece)}".rstrip()
        canvas.put(x + body // 2 - 1, y + len(rows) // 2, text, face)
    if piece.made_of:
        canvas.put(x, y, _wild(piece), face)


def draw_tower(
    canvas: Canvas, plan: Plan, drawn: Drawn, breaches: Sequence[Breach], words: Iterable[str] = ()
) -> tuple[list[Spot], tuple[int, int] | None]:
    """The tower with marks where it breaks a rule; its spots, and where the cursor is."""
    wrong: set[Place] = {place for breach in breaches for place in breach.places}
    first_level, first_place = _scroll(plan, drawn)
    spots: list[Spot] = []
    cursor = None
    shown = range(first_level, min(len(drawn.tower), first_level + plan.levels))
    for row in shown:
        y = plan.ground - (row - first_level + 1) * plan.size.tall
        cursor = _level(canvas, plan, y, row, drawn, wrong, first_place, spots) or cursor
        _weight(canvas, plan, y, drawn.tower[row], (row, None) in wrong)
    cursor = _gap(canvas, plan, drawn, first_level) or cursor
    _ground(canvas, plan, drawn, breaches, first_level, first_place, frozenset(words))
    top = plan.ground - (len(shown) + 1) * plan.size.tall
    if first_level + plan.levels < len(drawn.tower):
        canvas.put(0, plan.ground - plan.levels * plan.size.tall, "^", inks.TITLE)
    elif top >= plan.top:
        spots.append(Spot(f"new:{len(drawn.tower)}", plan.left, top, plan.pieces * plan.size.pitch, plan.size.tall))
    spots.append(Spot("new:0", 0, plan.ground, plan.left + plan.pieces * plan.size.pitch, 1, "below the bottom level"))
    return spots, cursor


def _scroll(plan: Plan, drawn: Drawn) -> tuple[int, int]:
    """The first level and the first place shown, so that the cursor can be seen."""
    row, at = drawn.here if drawn.here is not None else (min(drawn.gap or 0, max(0, len(drawn.tower) - 1)), 0)
    level = max(0, min(row - plan.levels + 2, len(drawn.tower) - plan.levels))
    return level, max(0, at - plan.pieces + 1)


def _level(
    canvas: Canvas, plan: Plan, y: int, row: int, drawn: Drawn, wrong: set[Place], skip: int, spots: list[Spot]
) -> tuple[int, int] | None:
    """The number and the pieces of one level; where the cursor is, if it is in this level."""
    pitch, tall, middle = plan.size.pitch, plan.size.tall, y + plan.size.middle
    canvas.put(0, middle, f"{row + 1:>2}", WRONG if (row, None) in wrong else inks.TITLE)
    spots.append(Spot(f"level:{row + 1}", 0, y, plan.left, tall, f"level {row + 1}"))
    level = drawn.tower[row]
    shown = range(skip, min(len(level), skip + plan.pieces))
    # The piece under the cursor comes last: its neighbour at the right would paint over the bracket.
    for at in sorted(shown, key=lambda at: drawn.here == (row, at)):
        x, spot = plan.left + (at - skip) * pitch, (row, at)
        draw_piece(canvas, x, y, level[at], plan.size, Look(spot in wrong, spot in drawn.new, spot == drawn.here))
    for at in shown:
        name = drawn.spots.get((row, at))
        if name:
            spots.append(Spot(name, plan.left + (at - skip) * pitch, y, pitch, tall, level[at].text))
    if skip:
        canvas.put(plan.left, middle, "~", inks.TITLE)
    end = plan.left + (len(level) - skip) * pitch
    at_end = drawn.here == (row, len(level))
    if len(level) - skip > plan.pieces:
        canvas.put(plan.left + plan.pieces * pitch, middle, "~", inks.TITLE)
    elif at_end:
        canvas.put(end, middle, "[", inks.CURSOR)
        canvas.put(end + 1, middle, "." * (pitch - 1), inks.MUTED)
        canvas.put(end + pitch, middle, "]", inks.CURSOR)
    if len(level) - skip < plan.pieces and drawn.spots:
        width = plan.left + plan.pieces * pitch - end
        spots.append(Spot(f"slot:{row + 1}", end, y, width, tall, f"the end of level {row + 1}"))
    here = drawn.here if drawn.here is not None and drawn.here[0] == row else None
    if here is None or not (here[1] in shown or (at_end and len(level) - skip <= plan.pieces)):
        return None
    return plan.left + (here[1] - skip) * pitch + 1, middle


def _weight(canvas: Canvas, plan: Plan, y: int, level: Level, wrong: bool) -> None:
    """``12t/4 5``: tons, whether they are a multiple of 4, and how many pieces."""
    x = plan.left + plan.pieces * plan.size.pitch + 1
    tons = sum(piece.tons for piece in level if piece.letter)
    middle = y + plan.size.middle
    canvas.put(x, middle, "x" if wrong else " ", WRONG if wrong else inks.TEXT)
    at = canvas.put(x + 1, middle, f"{tons:>2}t", inks.BOLD)
    if tons > 0 and tons % 4 == 0:
        canvas.put(at, middle, "/4", inks.TITLE)
    canvas.put(at + 2, middle, f" {len(level)}", inks.MUTED)


def _gap(canvas: Canvas, plan: Plan, drawn: Drawn, first: int) -> tuple[int, int] | None:
    """The cursor on a level that is not there yet: a bar between two levels, or on the ground."""
    if drawn.gap is None:
        return None
    y = plan.ground - (drawn.gap - first) * plan.size.tall - 1
    width = plan.pieces * plan.size.pitch
    if drawn.gap == len(drawn.tower):
        y = max(plan.top, y)
        text = f"[ new level {drawn.gap + 1} {'.' * width}"[: width - 1] + "]"
        canvas.put(plan.left, y, text, inks.CURSOR)
        return plan.left + 1, y
    y = plan.ground if drawn.gap == 0 else min(y, plan.ground)
    return plan.left + 1, y


def _ground(
    canvas: Canvas, plan: Plan, drawn: Drawn, breaches: Sequence[Breach], first: int, skip: int, words: frozenset[str]
) -> None:
    """The ground, with the words that the columns above it spell, and the weight of the whole tower."""
    y, pitch = plan.ground, plan.size.pitch
    end = plan.left + plan.pieces * pitch
    canvas.put(0, y, "═" * end, GROUND)
    if drawn.gap == 0 and drawn.tower:
        canvas.put(plan.left, y, "[ new level 1 below ]", inks.CURSOR)
    else:
        for at, column in enumerate(columns(drawn.tower)[skip : skip + plan.pieces]):
            if column.letters in words:
                canvas.put(plan.left + at * pitch + 1, y, column.letters[: pitch - 1], NEW)
    tons = sum(piece.tons for level in drawn.tower for piece in level if piece.letter)
    wrong = any(breach.rule == 6 for breach in breaches)
    canvas.put(end + 1, y, "x" if wrong else " ", WRONG if wrong else inks.TEXT)
    canvas.put(end + 2, y, f"{tons:>2}t all"[:8], inks.MUTED)
    if first:
        canvas.put(0, y, "v", inks.TITLE)


def _card(code: str) -> Run:
    piece = card_piece(code)
    return Run(short(piece), ink_of(piece))


LEGEND: Legend = (
    ((_card("A5TR"),), "a brick: letter, tons, shape (/\\ triangle, [] rectangle, <> hexagon), colour R B Y"),
    ((_card("#B"),), "a window, and its colour"),
    ((Run("*", inks.BOLD), _card("E1HY")), "the natural wildcard, declared so"),
    ((Run("&", inks.BOLD), _card("E1HY")), "a wildcard made of two cards"),
    (
        (Run("Q3-", inks.ink("brick-ink", "brick-red", True)),),
        "a weight adjusted by rule 8, - a ton less, + a ton more",
    ),
    ((Run("+", NEW), _card("A5TR")), "in hand: where it would stand"),
    ((Run("x", WRONG), _card("A5TR")), "breaks a rule; so does a level with an x beside it"),
    ((Run("12t", inks.BOLD), Run("/4", inks.TITLE), Run(" 5", inks.MUTED)), "a level: tons, multiple of 4, pieces"),
    ((Run("TOAD", NEW),), "under a column: the word that it spells"),
    ((Run("+17", GOOD), Run(" ", inks.TEXT), Run("x5", WRONG)), "ledger: rule 17 kept, rule 5 broken"),
    ((Run("14 +18", inks.BOLD),), "ledger: rule 14 brings 18 points"),
    ((Run("14>+12", CHANGED),), "ledger: rule 14 would bring 12 by the pending change"),
    ((Run(">x5", CHANGED), Run(" ", inks.TEXT), Run("*x 5", CHANGED)), "ledger: rule 5 would break then"),
    ((Run("?9", inks.MUTED),), "ledger: a rule that is not yet known"),
)
"""What the signs mean, each drawn as it is drawn on the board."""

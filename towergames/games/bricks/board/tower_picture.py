"""Pictures of bricks and towers at every size: a plate with a dark emblem, letter and tons; windows as glass.

Each piece has a column of mortar at its left, where its mark stands. The bottom level is on the ground; level numbers
stand at the left, weights at the right, and the words downwards in the row below the ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from towergames.board import inks
from towergames.board.canvas import QUARTERS, Canvas, Ink, Run
from towergames.board.protocol import Legend, Spot
from towergames.games.bricks.board.pending_move import DrawnTower
from towergames.games.bricks.judge import columns
from towergames.games.bricks.palette import brick_role
from towergames.games.bricks.pieces import WILD, Piece, Tower, card_piece
from towergames.games.bricks.rules import Breach, LevelOrPiece

GROUND = Ink("ground", "surface")
BUTTON = Ink("ink", "accent", bold=True)
WILDCARD = Ink("text", "chip", bold=True)
NEW = Ink("ink", "good", bold=True)
WRONG = Ink("ink", "bad", bold=True)
GOOD = Ink("good", "surface", bold=True)
DEEP, SHINING = "~4", "~26"
"""The light of an emblem on its brick, and of a letter on glass."""
LATER = Ink("cursor", "surface")
"""The changes that the prepared step would make."""
HELD_EDGE = Ink("cursor", "surface", bold=True)
"""The side bars of the piece or level under the cursor."""


@dataclass(frozen=True, slots=True)
class BrickSize:
    """The size of drawn bricks: ``pitch`` columns from one to the next, ``tall`` rows from level to level."""

    pitch: int
    tall: int

    @property
    def middle(self) -> int:
        """The row of a level on which its letters are written."""
        return _middle_row(self.tall)


def _middle_row(tall: int) -> int:
    return tall // 2 if tall > 2 else 0


HUGE, LARGE, HIGH, MEDIUM, SMALL, SLIM, LOW, TINY = (
    BrickSize(19, 7),
    BrickSize(15, 5),
    BrickSize(12, 4),
    BrickSize(11, 3),
    BrickSize(7, 2),
    BrickSize(6, 2),
    BrickSize(7, 1),
    BrickSize(4, 1),
)
SIZES = (HUGE, LARGE, HIGH, MEDIUM, SMALL, SLIM, LOW)

LABEL_COLUMNS = 3
"""Columns for the numbers of the levels."""
WEIGHT_COLUMNS = 9
"""Columns for the weights of levels and what is said beside them; the last one is free."""
COMPACT, PANEL = 25, 48
"""Columns of the score panel: the fewest beside the tower, and the most."""
USUAL_LEVELS = 6
USUAL_PIECES = 6
LEAST_BOARD = (68, 9)
"""Columns and rows of the smallest board."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """All measures in cells. The tower's bricks begin at column ``left`` and row ``top``; its ground is row ``ground``.

    ``side`` is the first column of the score panel beside the tower; ``pieces`` and ``levels``: the numbers that fit.
    ``signs``: shapes and colours are written, since blocks or colours cannot be shown.
    """

    size: BrickSize
    left: int
    ground: int
    pieces: int
    levels: int
    top: int = 0
    side: int = 0
    signs: bool = False


def plan(width: int, height: int, levels: int, pieces: int, top: int = 0, signs: bool = False) -> BoardLayout:
    """Lay out a tower of ``levels`` levels, the longest of ``pieces`` pieces, below ``top`` rows."""
    levels, pieces = max(levels, USUAL_LEVELS), max(pieces, USUAL_PIECES)
    rows = height - top - 1
    for size in SIZES:
        used = LABEL_COLUMNS + pieces * size.pitch + 1 + WEIGHT_COLUMNS
        if levels * size.tall <= rows and used + COMPACT <= width:
            break
    used = LABEL_COLUMNS + pieces * size.pitch + 1 + WEIGHT_COLUMNS
    if used + COMPACT > width:
        pieces = max(1, (width - COMPACT - LABEL_COLUMNS - 1 - WEIGHT_COLUMNS) // size.pitch)
        used = LABEL_COLUMNS + pieces * size.pitch + 1 + WEIGHT_COLUMNS
    side = max(used, width - PANEL - 2)
    below = height - 2 if rows > levels * size.tall else height - 1  # a row for the words where there is one
    return BoardLayout(size, LABEL_COLUMNS, below, pieces, max(1, (below - top) // size.tall), top, side, signs)


SHAPES = {"triangle": "/\\", "rectangle": "[]", "hexagon": "<>"}
"""A shape in two signs."""


@lru_cache(maxsize=64)
def emblem(shape: str, width: int, height: int) -> tuple[str, ...]:
    """A shape in quarter blocks; from three rows on half a row stays free above and below it."""
    free = int(height > 2)
    rows = 2 * height - 2 * free

    def filled(x: int, y: int) -> bool:
        at = (y - free + 0.5) / rows
        if not 0 < at < 1:
            return False
        wide = {"triangle": at, "rectangle": 1.0, "hexagon": 1 - abs(at - 0.5)}[shape]
        return abs(x + 0.5 - width) <= wide * width

    quarters = ((1, 0, 0), (2, 1, 0), (4, 0, 1), (8, 1, 1))
    return tuple(
        "".join(QUARTERS[sum(bit for bit, dx, dy in quarters if filled(2 * x + dx, 2 * y + dy))] for x in range(width))
        for y in range(height)
    )


@dataclass(frozen=True, slots=True)
class PieceMarks:
    """Marks of a piece: it breaks a rule, is not there yet, has the cursor, or stands on a piece of its colour."""

    wrong: bool = False
    new: bool = False
    here: bool = False
    seam: bool = False


def _sign(piece: Piece) -> str:
    if piece.adjust == 0:
        return " "
    return "+" if piece.adjust > 0 else "-"


def _wild(piece: Piece) -> str:
    """``*`` for the natural wildcard, ``&`` for one of two cards."""
    if not piece.made_of:
        return ""
    return "*" if piece.made_of == (WILD,) else "&"


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
    """The ink of the text on a piece: a window is a frame of its colour on dark glass."""
    colour = brick_role(piece.colour)
    return inks.ink(colour, "glass", True) if piece.window else inks.ink("plate-ink", colour, True)


def _mark(piece: Piece, marks: PieceMarks) -> tuple[str, Ink]:
    """The sign in the mortar: wrong, new, the cursor's edge, or that it is a wildcard."""
    if marks.wrong:
        return "x", inks.CURSOR if marks.here else WRONG
    if marks.here:
        return ("+" if marks.new else ""), inks.CURSOR  # the edges are drawn already
    return _wild(piece) or " ", inks.BOLD


def draw_piece(
    canvas: Canvas, x: int, y: int, piece: Piece, size: BrickSize, marks: PieceMarks = PieceMarks(), signs: bool = False
) -> None:
    """Draw a piece with its top left corner at (x, y), the mortar's column included."""
    body = size.pitch - 1
    if marks.new:
        _ghost(canvas, x + 1, y, piece, body, size.tall, signs)
    elif size is TINY:
        canvas.put(x + 1, y, tiny(piece), ink_of(piece))
    elif piece.window:
        _window(canvas, x + 1, y, piece, body, size.tall)
    elif signs:
        _signed(canvas, x + 1, y, piece, body, size.tall)
    elif size.tall == 1:
        _flat(canvas, x + 1, y, piece, body)
    else:
        _brick(canvas, x + 1, y, piece, body, size.tall)
    if marks.seam:
        _seam(canvas, x + 1, y + size.tall - 1, body, size.tall > 1)
    for row in range(size.tall):
        if marks.here:
            draw_edges(canvas, x, y + row, size.pitch, signs)
    canvas.put(x, y + size.middle, *_mark(piece, marks))


def _ghost(canvas: Canvas, x: int, y: int, piece: Piece, body: int, tall: int, signs: bool) -> None:
    """Draw a piece that is not there yet: hatched, with its face written on it."""
    ink = inks.ink(brick_role(piece.colour), "surface", True)
    canvas.fill(x, y, body, tall, "░" if signs or tall == 1 else "╱", ink)
    text = short(piece)
    if body < len(text):
        text = tiny(piece)
    elif body < len(text) + 2 and tall == 1:
        text = _hatched(piece)
    canvas.put(x + (body - len(text)) // 2, y + _middle_row(tall), text, inks.ink("text", "surface", True))


def _hatched(piece: Piece) -> str:
    """A piece in six cells that has room for hatching: ``░A5/\\R``."""
    colour = piece.colour[0].upper()
    if piece.window:
        return f"░┼┼░ {colour}"
    return short(piece) if piece.adjust else f"░{piece.letter}{piece.tons}{SHAPES[piece.shape]}{colour}"


def _seam(canvas: Canvas, x: int, y: int, body: int, plain: bool) -> None:
    """Draw the line between a piece and one of its colour below it: a bar in ``plain`` cells, else an underline."""
    row = canvas.row(y)
    for column in range(max(0, x), min(x + body, canvas.width)):
        ink, char = canvas.ink(column, y), row[column]
        if plain and char in " █":
            canvas.put(column, y, "▁", replace(ink, fg="surface", bg=ink.fg if char == "█" else ink.bg))
        else:
            canvas.put(column, y, char, replace(ink, underline=True))


def draw_edges(canvas: Canvas, x: int, y: int, pitch: int, signs: bool = False) -> None:
    """Draw the bars left and right of the piece or level under the cursor."""
    canvas.put(x, y, "[" if signs else "▐", HELD_EDGE)
    canvas.put(x + pitch, y, "]" if signs else "▌", HELD_EDGE)


def _brick(canvas: Canvas, x: int, y: int, piece: Piece, body: int, tall: int) -> None:
    """Draw a plate: the emblem at the left, letter and tons on or beside it, signs in the corner."""
    colour = brick_role(piece.colour)
    face, deep = ink_of(piece), f"{colour}{DEEP}"
    canvas.fill(x, y, body, tall, " ", face)
    wide = body * 3 // 5
    left = x + (tall > 2)
    for row, text in enumerate(emblem(piece.shape, wide, tall)):
        canvas.put(left, y + row, text, inks.ink(deep, colour))
    canvas.put(x + body - 3, y + tall - 1, f"{SHAPES[piece.shape]}{piece.colour[0].upper()}", face)
    if tall > 2:
        canvas.put(left + wide // 2, y + _middle_row(tall), piece.letter, inks.ink(f"{colour}~30", deep, True))
        canvas.put(left + wide + 1, y + _middle_row(tall), f"{piece.tons}{_sign(piece)}", face)
    else:
        canvas.put(x + body - 3, y, f"{piece.letter}{piece.tons}{_sign(piece)}", face)


def _flat(canvas: Canvas, x: int, y: int, piece: Piece, body: int) -> None:
    """Draw a brick in one row: letter, tons, its shape on a dark plate, colour."""
    colour = brick_role(piece.colour)
    canvas.fill(x, y, body, 1, " ", ink_of(piece))
    canvas.put(x, y, f"{piece.letter}{piece.tons}{_sign(piece)}", ink_of(piece))
    at = canvas.put(x + 3 - (body < 6), y, SHAPES[piece.shape], inks.ink(f"{colour}~30", f"{colour}{DEEP}", True))
    canvas.put(at, y, piece.colour[0].upper(), ink_of(piece))


def _signed(canvas: Canvas, x: int, y: int, piece: Piece, body: int, tall: int) -> None:
    """Draw a brick in plain signs: ``E3 <>B``, from two rows on with edges."""
    for row in range(tall if tall > 1 else 0):
        edge = "-" if row == tall - 1 or (row == 0 and tall > 2) else " "
        canvas.put(x, y + row, edge * body, ink_of(piece))
    text = short(piece)
    if body < len(text):  # cards are never adjusted
        text = text[:2] + text[3:]
    canvas.put(x + (body - len(text)) // 2, y + _middle_row(tall), text, ink_of(piece))


def _window(canvas: Canvas, x: int, y: int, piece: Piece, body: int, tall: int) -> None:
    """Draw glass in a frame of its colour, with the colour's letter in the corner."""
    frame, colour = ink_of(piece), piece.colour[0].upper()
    sign = inks.ink(f"{brick_role(piece.colour)}{SHINING}", "glass", True)
    if tall == 1:
        canvas.put(x, y, "▐┼┼▌", frame)
        canvas.put(x + 4, y, f"{colour:>{body - 4}}", sign)
        return
    canvas.fill(x, y, body, tall, " ", frame)
    canvas.box(x, y, body, tall, frame)
    middle = body // 2
    for row in range(tall):
        crosses = {tall // 2: "┼", tall - 1: "┴", 0: "┬"}  # the last one counts where rows are one
        cross = crosses.get(row, "│")
        if row == tall // 2 and 0 < row < tall - 1:
            canvas.put(x, y + row, "├" + "─" * (body - 2) + "┤", frame)
        canvas.put(x + middle, y + row, cross, frame)
    if tall > 2:
        canvas.put(x + middle - 2, y + (tall > 3), "╱", frame)
    canvas.put(x + body - 2, y + tall - 1, colour, sign)


def draw_tower(
    canvas: Canvas,
    plan: BoardLayout,
    drawn: DrawnTower,
    breaches: Sequence[Breach],
    words: Iterable[str] = (),
    words_later: Iterable[str] = (),
) -> tuple[list[Spot], tuple[int, int] | None]:
    """Draw the tower with marks at the breaches of the builder's tower. Return its spots and the cursor's place."""
    wrong: set[LevelOrPiece] = {place for breach in breaches for place in breach.places}
    first_level, first_place = _scroll(plan, drawn)
    spots: list[Spot] = []
    cursor = None
    shown = range(first_level, min(len(drawn.tower), first_level + plan.levels))
    for row in shown:
        y = plan.ground - (row - first_level + 1) * plan.size.tall
        cursor = _level(canvas, plan, y, row, drawn, wrong, first_place, spots) or cursor
        _weight(canvas, plan, y, drawn, row, (drawn.levels[row], None) in wrong)
    cursor = _gap(canvas, plan, drawn, first_level) or cursor
    _ground(canvas, plan, drawn, breaches, first_level)
    _words(canvas, plan, drawn, first_place, frozenset(words), frozenset(words_later))
    top = plan.ground - (len(shown) + 1) * plan.size.tall
    if first_level + plan.levels < len(drawn.tower):
        canvas.put(0, plan.ground - plan.levels * plan.size.tall, "^", inks.TITLE)
    elif top >= plan.top:
        spots.append(Spot(f"new:{len(drawn.tower)}", plan.left, top, plan.pieces * plan.size.pitch, plan.size.tall))
    spots.append(Spot("new:0", 0, plan.ground, plan.left + plan.pieces * plan.size.pitch, 1, "below the bottom level"))
    return spots, cursor


def _scroll(plan: BoardLayout, drawn: DrawnTower) -> tuple[int, int]:
    """The first level and the first place shown, so that the cursor can be seen."""
    row, at = drawn.here if drawn.here is not None else (min(drawn.gap or 0, max(0, len(drawn.tower) - 1)), 0)
    level = max(0, min(row - plan.levels + 2, len(drawn.tower) - plan.levels))
    return level, max(0, at - plan.pieces + 1)


def _level(
    canvas: Canvas,
    plan: BoardLayout,
    y: int,
    row: int,
    drawn: DrawnTower,
    wrong: set[LevelOrPiece],
    skip: int,
    spots: list[Spot],
) -> tuple[int, int] | None:
    """Draw the number and the pieces of one level. Return the place of the cursor if it is in this level."""
    pitch, tall, middle = plan.size.pitch, plan.size.tall, y + plan.size.middle
    own = drawn.levels[row]
    number = " +" if own is None else f"{own + 1:>2}"
    canvas.put(0, middle, number, WRONG if (own, None) in wrong else inks.TITLE)
    spots.append(Spot(f"level:{row + 1}", 0, y, plan.left, tall, f"level {row + 1}"))
    level = drawn.tower[row]
    below = drawn.tower[row - 1][0].colour if row and drawn.tower[row - 1] else ""
    shown = range(skip, min(len(level), skip + plan.pieces))
    # The piece under the cursor comes last: its neighbour at the right would paint over the bracket.
    for at in sorted(shown, key=lambda at: drawn.here == (row, at)):
        x, is_new = plan.left + (at - skip) * pitch, drawn.is_new(row, at)
        falls = drawn.above if is_new and drawn.above is not None else 0
        is_ghost = is_new and drawn.above is None
        seam = level[at].colour == below and not is_ghost and plan.size is not TINY
        marks = PieceMarks(not is_new and drawn.own[row][at] in wrong, is_ghost, drawn.here == (row, at), seam)
        draw_piece(canvas, x, y - falls, level[at], plan.size, marks, plan.signs)
    for at in shown:
        name = drawn.spots.get((row, at))
        if name:
            spots.append(Spot(name, plan.left + (at - skip) * pitch, y, pitch, tall, level[at].text))
    if skip:
        canvas.put(plan.left, middle, "<", inks.TITLE)
    end = plan.left + (len(level) - skip) * pitch
    at_end = drawn.here == (row, len(level))
    if len(level) - skip > plan.pieces:
        canvas.put(plan.left + plan.pieces * pitch, middle, ">", inks.TITLE)
    elif at_end:
        for line in range(y, y + tall):
            draw_edges(canvas, end, line, pitch, plan.signs)
        canvas.put(end + 1, middle, "Free place"[: pitch - 1] if pitch > 10 else "free", inks.MUTED)
    if len(level) - skip < plan.pieces and drawn.spots:
        width = plan.left + plan.pieces * pitch - end
        spots.append(Spot(f"slot:{row + 1}", end, y, width, tall, f"the end of level {row + 1}"))
    here = drawn.here if drawn.here is not None and drawn.here[0] == row else None
    if here is None or not (here[1] in shown or (at_end and len(level) - skip <= plan.pieces)):
        return None
    return plan.left + (here[1] - skip) * pitch + 1, middle


def _tons(tower: Tower) -> int:
    return sum(piece.tons for level in tower for piece in level if piece.letter)


def _weight(canvas: Canvas, plan: BoardLayout, y: int, drawn: DrawnTower, row: int, wrong: bool) -> None:
    """``12 tons``, then ``>15`` where the prepared step changes it, else ``3x4`` for a multiple of 4 tons."""
    x = plan.left + plan.pieces * plan.size.pitch + 1
    own, later = drawn.levels[row], _tons((drawn.tower[row],))
    tons = _tons((drawn.mine[own],)) if own is not None else 0
    middle, room = y + plan.size.middle, _room(canvas, plan, x + 1)
    canvas.put(x, middle, "x" if wrong else " ", WRONG if wrong else inks.TEXT)
    note, ink = "", inks.MUTED
    if later != tons and drawn.above is None:
        note, ink = f">{later}", LATER
    elif tons > 0 and tons % 4 == 0:
        note = f"{tons // 4}x4" if plan.size.tall > 1 else f"={tons // 4}x4"
    beside = note if plan.size.tall == 1 and len(note) + 2 <= room else ""
    whole = f"{tons:>2}"
    if own is None and drawn.above is None:
        whole = "  "
    elif not beside:
        whole = _with_unit(tons, room)
    at = canvas.put(x + 1, middle, whole, inks.BOLD)
    canvas.put(at, middle, beside, ink)
    if plan.size.tall > 1:
        canvas.put(x + 2, middle + 1, note, ink)


def _room(canvas: Canvas, plan: BoardLayout, x: int) -> int:
    """The cells from column ``x`` to the free one before the score panel, or to the edge of the picture."""
    return (plan.side - 1 if plan.side else canvas.width) - x


def _with_unit(tons: int, room: int) -> str:
    """``12 tons``, or ``12 t`` where the word would be cut."""
    text = f"{tons:>2}{' ton' if tons == 1 else ' tons'}"
    return text if len(text) <= room else f"{tons:>2} t"


def _gap(canvas: Canvas, plan: BoardLayout, drawn: DrawnTower, first: int) -> tuple[int, int] | None:
    """Draw the cursor on a new level: a bar between two levels, or on the ground."""
    if drawn.gap is None:
        return None
    y = plan.ground - (drawn.gap - first) * plan.size.tall - 1
    if drawn.gap == len(drawn.tower):
        y = max(plan.top, y)
        _bar(canvas, plan, y, f"New level {drawn.gap + 1} here")
        return plan.left + 1, y
    y = plan.ground if drawn.gap == 0 else min(y, plan.ground)
    return plan.left + 1, y


def _bar(canvas: Canvas, plan: BoardLayout, y: int, text: str) -> None:
    draw_edges(canvas, plan.left, y, len(text) + 3, plan.signs)
    canvas.put(plan.left + 1, y, f" {text} ", HELD_EDGE)


def _ground(canvas: Canvas, plan: BoardLayout, drawn: DrawnTower, breaches: Sequence[Breach], first: int) -> None:
    """Draw the ground, and the weight of the whole tower on or below it."""
    y, end = plan.ground, plan.left + plan.pieces * plan.size.pitch
    below = min(y + 1, canvas.height - 1)
    canvas.put(0, y, "▀" * (end + WEIGHT_COLUMNS * (below > y)), GROUND)
    tons, later = _tons(drawn.mine), _tons(drawn.tower)
    wrong = any(breach.rule == 6 for breach in breaches)
    canvas.put(end + 1, below, "x" if wrong else " ", WRONG if wrong else inks.TEXT)
    if later != tons and drawn.above is None:
        at = canvas.put(end + 2, below, f"{tons:>2}", inks.BOLD)
        canvas.put(at, below, f">{later}", LATER)
    else:
        canvas.put(end + 2, below, _with_unit(tons, _room(canvas, plan, end + 2)), inks.BOLD)
    if first:
        canvas.put(0, y, "v", inks.TITLE)


def _words(
    canvas: Canvas, plan: BoardLayout, drawn: DrawnTower, skip: int, words: frozenset[str], later: frozenset[str]
) -> None:
    """Write the words of the columns below them, and those that the prepared step would make."""
    y, pitch = plan.ground, plan.size.pitch
    below = min(y + 1, canvas.height - 1)
    if drawn.gap == 0 and drawn.tower:
        _bar(canvas, plan, y, "New level 1 below")
        return
    written = 0
    own = [column.letters for column in columns(drawn.mine)]
    then = [column.letters for column in columns(drawn.tower)]
    for at in range(skip, min(max(len(own), len(then)), skip + plan.pieces)):
        x = plan.left + (at - skip) * pitch + 1
        mine, next_word = own[at : at + 1], then[at : at + 1]
        if mine and mine[0] in words:
            canvas.put(x, below, mine[0] if len(mine[0]) < pitch else "+4", NEW)
            written += 1
        elif next_word and next_word[0] in later:
            canvas.put(x, below, f">{next_word[0]}" if len(next_word[0]) < pitch - 1 else ">+4", LATER)
            written += 1
    if not written and below > y:
        canvas.put(plan.left + 1, below, "No word downwards yet", inks.MUTED)


def _card(code: str) -> Run:
    piece = card_piece(code)
    return Run(short(piece), ink_of(piece))


LEGEND: Legend = (
    ((_card("A5TR"),), "a brick in signs: letter, tons, shape (/\\ triangle, [] rectangle, <> hexagon), colour"),
    ((_card("#B"),), "a window, and its colour"),
    ((Run("*", inks.BOLD), _card("E1HY")), "the natural wildcard, as it is declared"),
    ((Run("&", inks.BOLD), _card("E1HY")), "a wildcard made of two cards"),
    (
        (Run("Q3-", inks.ink("plate-ink", brick_role("red"), True)),),
        "an adjusted weight: - 1 ton less, + 1 ton more",
    ),
    ((Run("▐", HELD_EDGE), _card("A5TR")), "your hand is here"),
    ((Run("+", inks.CURSOR), Run("░A5/\\R", inks.ink("brick-red", "surface", True))), "a card that is not placed yet"),
    ((Run("x", WRONG), _card("A5TR")), "breaks a rule; so does a level with an x beside it"),
    ((Run("12", inks.BOLD), Run("=3x4", inks.MUTED)), "the weight of a level in tons, a multiple of 4"),
    ((Run("12", inks.BOLD), Run(">15", LATER)), "the weight of a level in tons, and if the card is placed"),
    ((Run("TOAD", NEW),), "under a column: the word that it spells"),
    ((Run("█", GOOD), Run(" ", inks.TEXT), Run("x", WRONG)), "building rules: one kept, one broken"),
    ((Run("+12", GOOD), Run(" ", inks.TEXT), Run("-4", inks.BAD)), "points more or fewer if the card is placed"),
)
"""The meaning of the signs, each drawn as on the board."""

"""The tower as courses of bricks, bottom level on the ground; level numbers at the left, weights at the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from towergames.boards.bricks import inks
from towergames.boards.bricks.layout import Plan
from towergames.boards.bricks.masonry import Look, draw_piece, draw_slot
from towergames.boards.bricks.pending import Drawn
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Spot
from towergames.games.bricks.facts import Breach, Place
from towergames.games.bricks.pieces import Level
from towergames.games.bricks.words import columns


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
        _label(canvas, plan, y, row, (row, None) in wrong, spots)
        found = _level(canvas, plan, y, row, drawn, wrong, first_place, spots)
        cursor = found or cursor
        _weight(canvas, plan, y, drawn.tower[row], (row, None) in wrong)
    cursor = _gap(canvas, plan, drawn, first_level) or cursor
    _ground(canvas, plan, drawn, breaches, first_level, first_place, frozenset(words))
    top = plan.ground - (len(shown) + 1) * plan.size.tall
    if first_level + plan.levels < len(drawn.tower):
        canvas.put(0, plan.ground - plan.levels * plan.size.tall, "^", inks.TITLE)
    elif top >= 1:
        spots.append(Spot(f"new:{len(drawn.tower)}", plan.left, top, plan.pieces * plan.size.pitch, plan.size.tall))
    spots.append(Spot("new:0", 0, plan.ground, plan.left + plan.pieces * plan.size.pitch, 1, "below the bottom level"))
    return spots, cursor


def _scroll(plan: Plan, drawn: Drawn) -> tuple[int, int]:
    """The first level and the first place shown, so that the cursor can be seen."""
    row, at = drawn.here if drawn.here is not None else (min(drawn.gap or 0, max(0, len(drawn.tower) - 1)), 0)
    level = max(0, min(row - plan.levels + 2, len(drawn.tower) - plan.levels))
    return level, max(0, at - plan.pieces + 1)


def _middle(plan: Plan, y: int) -> int:
    return y + (plan.size.tall - 1) // 2 if plan.size.tall > 2 else y


def _label(canvas: Canvas, plan: Plan, y: int, row: int, wrong: bool, spots: list[Spot]) -> None:
    middle = _middle(plan, y)
    canvas.put(0, middle, f"{row + 1:>2}", inks.WRONG if wrong else inks.TITLE)
    spots.append(Spot(f"level:{row + 1}", 0, y, plan.left, plan.size.tall, f"level {row + 1}"))


def _level(
    canvas: Canvas,
    plan: Plan,
    y: int,
    row: int,
    drawn: Drawn,
    wrong: set[Place],
    skip: int,
    spots: list[Spot],
) -> tuple[int, int] | None:
    """The pieces of one level; where the cursor is, if it is in this level."""
    pitch, tall = plan.size.pitch, plan.size.tall
    level = drawn.tower[row]
    cursor = None
    here_x = -1
    for at in range(skip, min(len(level), skip + plan.pieces)):
        x = plan.left + (at - skip) * pitch
        here = drawn.here == (row, at)
        look = Look((row, at) in wrong, (row, at) in drawn.new, False)
        draw_piece(canvas, x, y, level[at], plan.size, look)
        if here:
            here_x, cursor = x, (x + 1, _middle(plan, y))
        name = drawn.spots.get((row, at))
        if name:
            spots.append(Spot(name, x, y, pitch, tall, level[at].text))
    if here_x >= 0:  # after its neighbour at the right, which would paint over the bracket
        draw_piece(canvas, here_x, y, level[cursor_place(drawn)], plan.size, _cursor_look(drawn, wrong))
    if skip:
        canvas.put(plan.left, _middle(plan, y), "~", inks.TITLE)
    end = plan.left + (len(level) - skip) * pitch
    if len(level) - skip > plan.pieces:
        canvas.put(plan.left + plan.pieces * pitch, _middle(plan, y), "~", inks.TITLE)
    elif drawn.here == (row, len(level)):
        draw_slot(canvas, end, y, plan.size)
        cursor = (end + 1, _middle(plan, y))
    if len(level) - skip < plan.pieces and drawn.spots:
        width = plan.left + plan.pieces * pitch - end
        spots.append(Spot(f"slot:{row + 1}", end, y, width, tall, f"the end of level {row + 1}"))
    return cursor


def cursor_place(drawn: Drawn) -> int:
    """The place under the cursor within its level."""
    return drawn.here[1] if drawn.here is not None else 0


def _cursor_look(drawn: Drawn, wrong: set[Place]) -> Look:
    return Look(drawn.here in wrong, drawn.here in drawn.new, True)


def _weight(canvas: Canvas, plan: Plan, y: int, level: Level, wrong: bool) -> None:
    """``12t/4 5``: tons, whether they are a multiple of 4, and how many pieces."""
    x = plan.left + plan.pieces * plan.size.pitch + 1
    tons = sum(piece.tons for piece in level if piece.letter)
    middle = _middle(plan, y)
    canvas.put(x, middle, "x" if wrong else " ", inks.WRONG if wrong else inks.TEXT)
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
        y = max(1, y)
        text = f"[ new level {drawn.gap + 1} {'.' * width}"[: width - 1] + "]"
        canvas.put(plan.left, y, text, inks.CURSOR)
        return plan.left + 1, y
    y = plan.ground if drawn.gap == 0 else min(y, plan.ground)
    return plan.left + 1, y


def _ground(
    canvas: Canvas,
    plan: Plan,
    drawn: Drawn,
    breaches: Sequence[Breach],
    first: int,
    skip: int,
    words: frozenset[str],
) -> None:
    """The ground, with the words that the columns above it spell, and the weight of the whole tower."""
    y, pitch = plan.ground, plan.size.pitch
    end = plan.left + plan.pieces * pitch
    canvas.put(0, y, "═" * end, inks.GROUND)
    if drawn.gap == 0 and drawn.tower:
        canvas.put(plan.left, y, "[ new level 1 below ]", inks.CURSOR)
    else:
        for at, column in enumerate(columns(drawn.tower)[skip : skip + plan.pieces]):
            if column.letters in words:
                canvas.put(plan.left + at * pitch + 1, y, column.letters[: pitch - 1], inks.NEW)
    tons = sum(piece.tons for level in drawn.tower for piece in level if piece.letter)
    wrong = any(breach.rule == 6 for breach in breaches)
    canvas.put(end + 1, y, "x" if wrong else " ", inks.WRONG if wrong else inks.TEXT)
    canvas.put(end + 2, y, f"{tons:>2}t all"[:8], inks.MUTED)
    if first:
        canvas.put(0, y, "v", inks.TITLE)

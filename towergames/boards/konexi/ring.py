"""The circle of letters with its token: all round the tower, or in a row where a board is low. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.konexi import inks
from towergames.boards.konexi.plastic import own_role
from towergames.boards.protocol import Spot

TOKEN, ASCII_TOKEN = "▟█▙", "/#\\"
"""The mover: a little trapezium."""
ROUND = 5.0
"""How square the circle is: 2 would be an ellipse."""
_POINTS = 720
"""Points by which the way round is measured."""


@dataclass(frozen=True, slots=True)
class Ring:
    """What there is to draw: the letters clockwise, the token's gap, and what is marked.

    ``offered`` are the letters that may be taken, ``chosen`` the one in hand or under the cursor, ``held`` one that was
    picked up. ``goal`` is a gap under the cursor, -1 for none.
    """

    letters: str
    gap: int
    offered: str = ""
    chosen: str = ""
    held: str = ""
    goal: int = -1
    ascii_only: bool = False


def draw_round(canvas: Canvas, ring: Ring, x: int, y: int, width: int, height: int) -> list[Spot]:
    """All letters along the edge of a rectangle, clockwise from the middle of its upper side."""
    count = len(ring.letters)
    if not count:
        return []
    # Every letter and every gap has its place on the way round; the first letter is a little right of the middle.
    where = _way(2 * count, x + 1, y, width - 2, height)
    letters, gaps = [], []
    # Where it is narrow the token is partly covered, and not the signs of the letters beside it.
    for gap in range(count):
        column, row = where[2 * gap]
        gaps.append(Spot(f"gap:{gap}", column - 1, row, 3, 1, f"the gap before {ring.letters[gap]}"))
        _token(canvas, column - 1, row, ring, gap)
    for number, letter in enumerate(ring.letters):
        column, row = where[(2 * number + 1) % (2 * count)]
        letters.append(_letter(canvas, column - 1, row, ring, number, letter))
    taken = {(s.x + k, s.y) for s in letters for k in range(3)}
    return [*letters, *(spot for gap in gaps if (spot := _free(gap, taken)) is not None)]


def _free(gap: Spot, taken: set[tuple[int, int]]) -> Spot | None:
    """What letters leave of a gap to the mouse."""
    left = [x for x in range(gap.x, gap.x + gap.width) if (x, gap.y) not in taken]
    return replace(gap, x=left[0], width=left[-1] - left[0] + 1) if left else None


@lru_cache(maxsize=64)
def _way(count: int, x: int, y: int, width: int, height: int) -> list[tuple[int, int]]:
    """So many cells evenly along a rounded rectangle, clockwise from the middle above; a row is two columns far."""
    half_wide, half_high = (width - 1) / 2, (height - 1) / 2
    line = []
    for k in range(_POINTS + 1):
        angle = 2 * pi * k / _POINTS
        across, up = sin(angle), cos(angle)
        far = (abs(across) ** ROUND + abs(up) ** ROUND) ** (-1 / ROUND)
        line.append((half_wide * across * far, -half_high * up * far))
    lengths = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        lengths.append(lengths[-1] + ((bx - ax) ** 2 + (2 * (by - ay)) ** 2) ** 0.5)
    found, at = [], 0
    for k in range(count):
        goal = lengths[-1] * k / count
        while lengths[at + 1] < goal:
            at += 1
        found.append((round(x + half_wide + line[at][0]), round(y + half_high + line[at][1])))
    return found


def draw_row(canvas: Canvas, ring: Ring, x: int, y: int, width: int, rows: int) -> list[Spot]:
    """The letters clockwise from left to right and from row to row, the token between its two."""
    count = len(ring.letters)
    per = max(1, -(-count // rows))
    spots = []
    for row in range(rows):
        part = range(row * per, min(count, (row + 1) * per))
        wide = sum(len(_marked(ring, ring.letters[k])) + (3 if k == ring.gap else 0) for k in part)
        loose = wide + len(part) <= width
        spots += _row(canvas, ring, x, y + row, part, loose=loose)
    return [s for s in spots if s.x + s.width <= canvas.width]


def _row(canvas: Canvas, ring: Ring, x: int, y: int, part: range, *, loose: bool) -> list[Spot]:
    spots = []
    for number in part:
        letter = ring.letters[number]
        token = number == ring.gap
        gap = 3 if token else int(loose)
        if token:
            _token(canvas, x, y, ring, number)
        elif number == ring.goal and loose:
            canvas.put(x, y, "^", inks.CURSOR)
        if gap:
            spots.append(Spot(f"gap:{number}", x, y, gap, 1, f"the gap before {letter}"))
        text = _marked(ring, letter)
        x += gap
        canvas.put(x, y, text, _ink(ring, letter))
        spots.append(Spot(f"circle:{number}", x, y, len(text), 1, letter))
        x += len(text)
    return spots


def _marked(ring: Ring, letter: str) -> str:
    sign = _sign(ring, letter)
    return letter if sign == "  " else f"{sign[0]}{letter}{sign[1]}"


def _letter(canvas: Canvas, x: int, y: int, ring: Ring, number: int, letter: str) -> Spot:
    sign = _sign(ring, letter)
    ink = _ink(ring, letter)
    canvas.put(x, y, f"{sign[0]}{letter}{sign[1]}", ink)
    return Spot(f"circle:{number}", x, y, 3, 1, letter)


def _sign(ring: Ring, letter: str) -> str:
    """How a letter is marked without colour."""
    if letter == ring.held:
        return "{}"
    if letter == ring.chosen:
        return "><"
    return "[]" if letter in ring.offered else "  "


def _ink(ring: Ring, letter: str) -> Ink:
    if letter in (ring.chosen, ring.held) and letter:
        return inks.CURSOR
    if letter in ring.offered:
        return inks.plastic(own_role(letter))
    return Ink(own_role(letter), "card")


def _token(canvas: Canvas, x: int, y: int, ring: Ring, gap: int) -> None:
    text = ASCII_TOKEN if ring.ascii_only else TOKEN
    if gap == ring.gap:
        canvas.put(x, y, text, inks.TOKEN)
    if gap == ring.goal:
        canvas.put(x, y, f"({text[1]})", inks.GOAL)

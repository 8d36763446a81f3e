"""The balance gauge: where the weight lies over the foot of the base, and what the worst notch bears. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.konexi import inks
from towergames.boards.konexi.animation import Stood, before, pose_of
from towergames.boards.konexi.frames import Window
from towergames.games.konexi.bodies import CELL, foot
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.letters import upright
from towergames.games.konexi.model import Public
from towergames.physics.geometry import turned

SAFE, RISKY = 6.0, 2.5
"""Millimetres of margin from which a tower stands safely, and below which it hardly stands."""
HEAVY, WORST = 600, 850
"""Load of a notch, in thousandths of what it bears, from which it is a lot, and hardly bearable."""

UPRIGHT = 0.97
"""A base leaning out of the tower's plane more than this (cosine) has no foot any more."""
EDGE = 6
"""Columns at both ends of the table where letters of the circle may lie."""


@dataclass(frozen=True, slots=True)
class Weight:
    """The foot's ends and the weight over them, in cells along the table."""

    left: float
    right: float
    at: float

    @property
    def margin(self) -> float:
        """How far (mm) the weight is inside the foot, below 0 outside."""
        return 10 * CELL * min(self.at - self.left, self.right - self.at)


def weigh(letters: Sequence[Stood]) -> Weight | None:
    """Where the weight of letters lies that stand on the first of them; None for none, or once that lies flat."""
    if not letters or abs(turned(letters[0].pose.turn, (0.0, 1.0, 0.0))[1]) < UPRIGHT:
        return None
    base = letters[0]
    ends = sorted(base.pose.point(end)[0] / CELL for end in foot(base.spot))
    total, moment = 0, 0.0
    for one in letters:
        cells = upright(one.spot.letter).cells
        middle = [sum(part) / len(cells) + 0.5 for part in zip(*cells, strict=True)]
        total += len(cells)
        moment += len(cells) * one.pose.point((middle[0] * CELL, 0.0, middle[1] * CELL))[0] / CELL
    return Weight(ends[0], ends[1], moment / total)


def with_hand(view: Public, hand: Spot) -> Weight | None:
    """The weight as it would lie with the letter in hand there, before anything bends; None for the base."""
    return weigh((*before(view), Stood(hand, pose_of(view, hand)))) if view.tower else None


def ink_of(margin: float) -> Ink:
    """Green, yellow or red."""
    return inks.GOOD if margin >= SAFE else inks.WARN if margin >= RISKY else inks.BAD


def load_ink(load: int) -> Ink:
    """The same for a notch."""
    return inks.GOOD if load < HEAVY else inks.WARN if load < WORST else inks.BAD


def draw_table(
    canvas: Canvas, y: int, window: Window, weight: Weight | None, hand: Weight | None, load: str, *, plain: bool
) -> None:
    """The table in row ``y``: its edge, the foot of the base on it, where the weight comes down, and both in figures.

    ``hand`` is the weight with the letter in hand, ``load`` tells what the worst notch bears.
    """
    canvas.fill(0, y, canvas.width, canvas.height - y, "=" if plain else " ", inks.TABLE)
    if weight is None:
        return
    first, last = round(window.column(weight.left)), round(window.column(weight.right))
    shade = ink_of(weight.margin).fg
    mark = Ink("ink", shade, bold=True)
    for x in range(max(0, first), min(canvas.width, last)):
        canvas.put(x, y, "_" if plain else " ", mark)
    canvas.put(first, y, "[", mark)
    canvas.put(last - 1, y, "]", mark)
    for one, sign in ((hand, "o"), (weight, "^")):
        if one is not None:
            at = min(canvas.width - 1, max(0, round(window.column(one.at) - 0.5)))
            canvas.put(at, y, sign, mark if one.margin >= 0 else inks.BLAMED)
    told = f" {weight.margin:.1f} mm "
    if y >= canvas.height - 1:
        return  # letters of the circle lie there
    if first >= EDGE and last + len(told) <= canvas.width - EDGE:
        canvas.put(last, y, told, inks.TABLE)
    if load and first - len(load) - 2 >= EDGE:
        canvas.put(first - len(load) - 2, y, f" {load} ", inks.TABLE)


def draw_bar(canvas: Canvas, x: int, y: int, width: int, weight: Weight, ghost: Weight | None = None) -> None:
    """The foot as a line with a cross where the weight is; ``ghost`` where it would be with the letter in hand."""
    room = width - 2
    span = max(0.5, weight.right - weight.left)

    def column(place: float) -> int:
        return x + 1 + min(room - 1, max(0, int((place - weight.left) / span * room)))

    canvas.put(x, y, "├" + "─" * room + "┤", inks.LINE)
    canvas.put(x + width // 2, y, "┼", inks.LINE)
    if ghost is not None:
        canvas.put(column(ghost.at), y, "o", ink_of(ghost.margin))
    canvas.put(column(weight.at), y, "█", ink_of(weight.margin))


def draw_load(canvas: Canvas, x: int, y: int, width: int, load: int) -> None:
    """A bar that fills as the worst notch comes to bear all that it can."""
    full = min(width, max(0, round(load * width / 1000)))
    canvas.put(x, y, "█" * full, load_ink(load))
    canvas.put(x + full, y, "░" * (width - full), inks.MUTED)

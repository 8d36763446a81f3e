"""The weight of the tower over its foot, and the fall that the letter in hand would bring. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.board.danger import Danger
from towergames.games.konexi.board import animation
from towergames.games.konexi.board.animation import PosedLetter
from towergames.games.konexi.board.ui_state import KonexiContext, Trials
from towergames.games.konexi.bodies import CELL, THICK, foot, put
from towergames.games.konexi.letters import upright
from towergames.games.konexi.moves import give_up_cost
from towergames.physics.geometry import turned

MIN_UPRIGHT_COSINE = 0.97
"""A base that leans further out of the tower's plane has no foot any more."""


@dataclass(frozen=True, slots=True)
class Weight:
    """The weight of the tower over its foot, in cells along the table.

    ``left`` and ``right`` are the ends of the foot, ``at`` is the weight. ``aside`` is its distance from the line of
    the foot.
    """

    left: float
    right: float
    at: float
    aside: float

    @property
    def margin(self) -> float:
        """Distance (mm) of the weight from the nearer end of the foot, below 0 outside the foot.

        Weight beside the line of the foot is measured across it.
        """
        across = 10 * (THICK / 2 - CELL * self.aside)
        return min(across, 0.0) or 10 * CELL * min(self.at - self.left, self.right - self.at)


def weigh(letters: Sequence[PosedLetter]) -> Weight | None:
    """The weight of letters that stand on the first of them; None without letters, or if the first lies flat."""
    if not letters or abs(turned(letters[0].pose.turn, (0.0, 1.0, 0.0))[1]) < MIN_UPRIGHT_COSINE:
        return None
    base = letters[0]
    feet = [base.pose.point(end) for end in foot(base.spot)]
    left, right = sorted(x / CELL for x, _, _ in feet)
    total, moment, across = 0, 0.0, 0.0
    for one in letters:
        cells = upright(one.spot.letter).cells
        middle = [sum(part) / len(cells) + 0.5 for part in zip(*cells, strict=True)]
        total += len(cells)
        x, y, _ = one.pose.point((middle[0] * CELL, 0.0, middle[1] * CELL))
        moment, across = moment + len(cells) * x / CELL, across + len(cells) * y / CELL
    plane = sum(y for _, y, _ in feet) / CELL / len(feet)
    return Weight(left, right, moment / total, abs(across / total - plane))


def hand_weight(c: KonexiContext) -> Weight | None:
    """The weight with the letter in hand, before anything bends. Only shown as help; None for the base."""
    view, hand = c.view, c.ui.at
    if not c.ui.hint or hand is None or view.phase != "place" or c.playing or not view.tower:
        return None
    return weigh((*animation.before(view), PosedLetter(hand, put(hand, view.tower, view.rests))))


MAY_FALL, WOULD_FALL = 1 / 6, 2 / 3
"""Shares of the releases tried out in a place that fell: from these on the letter may fall, and would fall."""


def danger(c: KonexiContext) -> Danger | None:
    """The fall that letting go would bring, as far as help shows it.

    The weight would lie beside the foot, or releases that were tried out fell.
    """
    weight = hand_weight(c)
    if weight is None or c.ui.tried is not None:
        return None
    cost = give_up_cost(c.view)  # giving up counts as a fall
    if weight.margin <= 0:
        return Danger(others=True, cost=cost)
    trials = trials_here(c)
    if trials is None or trials.fell < MAY_FALL * trials.releases:
        return None
    return Danger(2 * trials.alone < trials.fell, trials.fell < WOULD_FALL * trials.releases, cost)


def trials_here(c: KonexiContext) -> Trials | None:
    """The releases that were tried out where the letter in hand is; None for none."""
    trials = c.ui.trials
    return trials if trials is not None and c.ui.hint and trials.spot == c.ui.at else None

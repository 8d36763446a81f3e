"""A table top without physics: outcomes by dice, legal in form, with every kind of fall."""

from __future__ import annotations

from towergames.core.dice import Dice
from towergames.games.leaning.game import LeaningTowers
from towergames.games.leaning.layout import without
from towergames.games.leaning.model import PIPS, Layout, Near, RestingPiece, State, TableSettled
from towergames.physics.recording import RecordedPose


class CannedTable:
    """Answers by dice: most releases stand, some slip, some disturb one piece or many."""

    def __init__(self, steadiness: int = 10) -> None:
        self.steadiness = steadiness
        """Number of sixteen releases that stand where they were let go of."""

    def let_go(self, state: State, dice: Dice) -> TableSettled:
        hand = state.in_hand
        assert hand is not None
        if hand.kind in ("found", "ready"):
            good = hand.kind == "ready" or dice.below(2) == 0
            corners = 2 if good else 4
            rests = tuple(RestingPiece(n, _pose(dice), corners, 0, 0) for n in (1, 2))
            return TableSettled(rests, ((1, 2),), tremor=(1, -2, 3), engine="canned")
        others = without(state.layout, {hand.piece})
        touched = _touched(others, hand.size, hand.held, hand.target, dice)
        own = RestingPiece(hand.piece, hand.pose or _pose(dice), _corners(hand.held, touched, dice), *_slip(self, dice))
        near = (Near(hand.piece, touched[0], 800 + dice.below(4000)),) if touched and dice.below(5) == 0 else ()
        pairs = {*others.touches, *(tuple(sorted((hand.piece, other))) for other in touched)}
        felled = _felled(self, others, dice)
        rests = tuple(sorted([own, *felled]))
        return TableSettled(rests, tuple(sorted(pairs)), near, (5, 0, -5), "canned", "QUJD" * dice.below(4))

    def take_off(self, state: State) -> TableSettled:
        left = without(state.layout, state.clearing)
        return TableSettled((), left.touches, left.near, engine="canned")

    def bump(self, state: State, dice: Dice) -> TableSettled:
        rests = tuple(_felled(self, state.layout, dice))
        return TableSettled(rests, state.layout.touches, state.layout.near, engine="canned")

    def can_place(self, state: State) -> bool:
        return (state.next_piece + sum(state.skips)) % 4 > 0


def _pose(dice: Dice) -> RecordedPose:
    return RecordedPose(
        dice.below(80_000) - 40_000, dice.below(80_000) - 40_000, dice.below(60_000), 0, 0, 1_000_000, 0
    )


def _touched(others: Layout, size: str, held: bool, target: int, dice: Dice) -> list[int]:
    """Pieces with room, if there are any: the target first."""
    counts = {one.id: PIPS[one.size] - sum(one.id in pair for pair in others.touches) for one in others.pieces}
    free = [number for number, room in counts.items() if room > 0]
    pool = dice.shuffled(free or list(counts))
    if target in free:
        pool = [target, *(other for other in pool if other != target)]
    wanted = 1 + dice.below(PIPS[size] + held)
    return sorted(pool[:wanted])


def _corners(held: bool, touched: list[int], dice: Dice) -> int:
    if held:
        return 0
    return dice.choice((0, 0, 1, 1, 1, 2, 2, 3) if touched else (1, 2, 3))


def _slip(table: CannedTable, dice: Dice) -> tuple[int, int]:
    if dice.below(16) < table.steadiness:
        return dice.below(3_001), dice.below(5_001)
    return 3_001 + dice.below(50_000), dice.below(180_001)


def _felled(table: CannedTable, others: Layout, dice: Dice) -> list[RestingPiece]:
    found = []
    count = dice.choice((0, 1, 1, 2, 2, 3, 5)) if dice.below(32) >= table.steadiness + 16 else 0
    fragile = [one for one in others.pieces if one.id > 2 or dice.below(3) == 0]
    for one in sorted(dice.shuffled(fragile)[:count], key=lambda one: one.id):
        corners = dice.choice((one.corners, 2, 3, 4))
        found.append(RestingPiece(one.id, _pose(dice), corners, 3_001 + dice.below(90_000), dice.below(180_001)))
    return found


def game(steadiness: int = 10) -> LeaningTowers:
    """The game with a canned table."""
    table = CannedTable(steadiness)
    return LeaningTowers(lambda: table)

"""What holds in every state of Leaning Towers, and moves that no list of choices holds."""

from __future__ import annotations

from towergames.core.dice import Dice
from towergames.games.leaning.model import NEUTRAL, SIZES, Action, LayFoundation, Place, Rebuild, State, hand_of
from towergames.physics.recording import RecordedPose


def conserved(s: State) -> None:
    """Every player's fifteen pieces are somewhere, once; numbers and contacts name pieces that are there."""
    on_table = [*s.layout.pieces]
    numbers = [one.id for one in on_table]
    assert numbers == sorted(set(numbers))
    for seat in range(s.seats):
        for at, size in enumerate(SIZES):
            count = s.hands[seat][at] + s.held[seat][at] + s.gone[seat][at]
            assert min(s.hands[seat][at], s.held[seat][at], s.gone[seat][at]) >= 0
            count += sum(one.owner == seat and one.size == size for one in on_table)
            hand = s.in_hand
            if hand and hand.kind == "place" and hand.piece not in numbers:
                count += seat == s.active and hand.size == size
            assert count == hand_of(s.terms)[at], (seat, size, s.phase)
    neutral = [one.id for one in on_table if one.owner == NEUTRAL]
    kind = s.in_hand.kind if s.in_hand else ""
    assert neutral == ([] if s.phase in ("order", "found") or kind in ("found", "ready") else [1, 2])
    assert all(a in numbers and b in numbers and a < b for a, b in s.layout.touches)
    assert set(s.broken) <= set(numbers)
    assert (s.in_hand is not None) == (s.phase in ("release", "slip"))
    trying = s.phase == "slip" or (s.phase == "release" and kind == "place" and s.tries > 0)
    assert (s.before is not None) == trying
    assert (s.phase == "rebuild") <= bool(s.broken and s.stood)


def adventure(s: State, dice: Dice) -> Action | None:
    """Now and then a pose that no list has."""
    if s.phase != "turn" or dice.below(3) or any(s.held[s.active]):
        return None
    sizes = [size for at, size in enumerate(SIZES) if s.hands[s.active][at] and size != s.last_size]
    if not sizes:
        return None
    pose = RecordedPose(dice.below(200_000) - 100_000, dice.below(200_000), dice.below(90_000), 0, 0, 0, -1_000_000)
    return Place(dice.choice(sizes), False, 0, pose)


def may_be_unlisted(s: State, move: Action) -> bool:
    """Whether a legal move may be missing from the choices: poses cannot be listed."""
    return isinstance(move, Place | LayFoundation | Rebuild)

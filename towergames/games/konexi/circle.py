"""The circle of letters, the token in it, and which letters a turn may take."""

from __future__ import annotations

from functools import lru_cache

from towergames.games.konexi.lattice import Spot, places, tower_of
from towergames.games.konexi.letters import poses
from towergames.games.konexi.model import ANY, Public
from towergames.games.konexi.statics import stands


def beside(circle: str, gap: int) -> str:
    """K-3: the letters beside a gap, the one before it first; a single letter is told once.

    >>> beside("ABC", 1), beside("ABC", 0), beside("A", 0)
    ('AB', 'CA', 'A')
    """
    return "".join(dict.fromkeys((circle[gap - 1], circle[gap]))) if circle else ""


def taken(circle: str, gap: int, letter: str) -> tuple[str, int]:
    """K-1, K-2: the circle closed up without a letter, and where the token, which stays, is now.

    >>> taken("ABCD", 2, "B"), taken("ABCD", 2, "C"), taken("ABCD", 0, "D"), taken("AB", 1, "B")
    (('ACD', 1), ('ABD', 2), ('ABC', 0), ('A', 0))
    """
    at = circle.index(letter)
    left = circle[:at] + circle[at + 1 :]
    return left, (gap - (at < gap)) % max(1, len(left))


def stepped(circle: str, gap: int, steps: int) -> int:
    """R-6: the gap that the token comes to, so many letters on clockwise; back with negative steps."""
    return (gap + steps) % len(circle)


def gaps(state: Public) -> tuple[int, ...]:
    """K-5, K-6: where the token may be moved to, after the roll."""
    count = len(state.circle)
    if state.face == ANY:
        return tuple(range(count))
    steps = (state.face, -state.face) if state.terms.direction == "either" else (state.face,)
    return tuple(sorted({stepped(state.circle, state.gap, by) for by in steps}))


def offered(state: Public) -> str:
    """R-8: the letters that may be taken now."""
    return state.only or beside(state.circle, state.gap)


def places_of(state: Public, letter: str) -> tuple[Spot, ...]:
    """Every place where the letter may be put: a pose in which it stands for the base (K-4), else on the lattice."""
    return _places(state.tower, letter, state.terms.flip)


@lru_cache(maxsize=64)
def _places(tower: tuple[Spot, ...], letter: str, flips: bool) -> tuple[Spot, ...]:
    if not tower:
        stood = (one for one in poses(letter) if stands(one) and (flips or not one.flip))
        return tuple(Spot(letter, one.turn, one.flip, 0, 0) for one in stood)
    return places(tower_of(tower), letter, flips=flips)


def is_blocked(state: Public) -> bool:
    """K-22: whether none of the letters on offer has a place."""
    return not any(places_of(state, letter) for letter in offered(state))

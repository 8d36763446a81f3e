"""Medals for one puzzle: shares of the best tower that is known of its cards (B-31)."""

from __future__ import annotations

SHARES: tuple[tuple[str, int], ...] = (("bronze", 60), ("silver", 75), ("gold", 90))
"""Medal and the percentage of the best score that it takes, lowest first.

The opponents reach about 59, 77 and 98 % (``SOLVER.md``): bronze is for who beats ``easy``, silver for who is as good
as ``normal``, gold lies between that and the solver.
"""


def bars(best: int) -> dict[str, int]:
    """Medal -> the fewest points for it where the best tower has ``best``; nothing where no tower gives points.

    >>> bars(101)
    {'bronze': 61, 'silver': 76, 'gold': 91}
    """
    return {medal: -(-best * share // 100) for medal, share in SHARES} if best > 0 else {}


def medal(points: int | None, best: int) -> str:
    """The medal for a tower, '' for none; ``points`` is None for an illegal tower.

    >>> medal(91, 101), medal(90, 101), medal(60, 101), medal(None, 101)
    ('gold', 'silver', '', '')
    """
    won = [name for name, least in bars(best).items() if points is not None and points >= least]
    return won[-1] if won else ""

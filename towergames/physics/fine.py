"""Still pictures with smooth edges: sixteen pixels a cell, of which each cell shows the two colours that say most.

A quarter of a cell is the mean of its four pixels. Where two things meet in it, its colour is a mixture of theirs,
written ``role~level/role~level:share`` (see :func:`towergames.boards.kit.palette.resolve`), with the share in percent.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]
Reals = NDArray[np.float64]
Swatch = Callable[[str], tuple[float, float, float]]
"""About how red, green and blue a colour's name is, to tell which colours are alike."""

MIXED = 1 << 60
_FIRST, _SHARE = 20, 40
_TONES = 3
"""Mixtures are made of every third level of brightness: more would be too many colours to remember."""


def quarters_of(keys: Keys) -> Keys:
    """The four keys of every quarter of a cell: h x w x 4 from 2h x 2w."""
    high, wide = keys.shape[0] // 2, keys.shape[1] // 2
    found: Keys = keys[: high * 2, : wide * 2].reshape(high, 2, wide, 2).transpose(0, 2, 1, 3).reshape(high, wide, 4)
    return found


def blended(keys: Keys, steps: int, plain: int) -> Keys:
    """One key for each quarter: the mean of like pixels, or a mixture of the two commonest things in it.

    A key below ``plain`` is a role times ``steps`` plus a level; others stand for themselves.
    """
    four = quarters_of(keys)
    role = np.where(four < plain, four // steps, four)
    same = role[..., :, None] == role[..., None, :]
    lead = same.sum(3).argmax(2)[..., None]
    first = np.take_along_axis(role, lead, 2)
    ours = role == first
    # Of the others the first that is found: with four pixels there is hardly ever a third.
    other = np.argmin(ours, 2)[..., None]
    second = np.take_along_axis(role, other, 2)
    theirs = (role == second) & ~ours
    level = np.where(four < plain, four % steps, 0)
    one = _meant(first, level, ours, steps, plain)
    two = _meant(second, level, theirs, steps, plain)
    share = (~ours).sum(2)
    mixable = (share > 0) & (first[..., 0] * steps < plain) & (second[..., 0] * steps < plain)
    rough = MIXED + (share << _SHARE) + (_toned(one, steps) << _FIRST) + _toned(two, steps)
    found: Keys = np.where(mixable, rough, np.where(first[..., 0] * steps < plain, one, first[..., 0]))
    return found


def _meant(role: Keys, level: Keys, which: NDArray[np.bool_], steps: int, plain: int) -> Keys:
    """The key of a role at the mean level of some of four pixels."""
    mean = np.rint((level * which).sum(2) / np.maximum(which.sum(2), 1)).astype(np.int64)
    found: Keys = np.where(role[..., 0] * steps < plain, role[..., 0] * steps + mean, 0)
    return found


def _toned(key: Keys, steps: int) -> Keys:
    role, level = np.divmod(key, steps)
    rough: Keys = role * steps + np.minimum((level + 1) // _TONES * _TONES, steps - 1)
    return rough


def parts(key: int) -> tuple[int, int, int]:
    """A mixture's two keys and the second one's share in percent."""
    rest = key - MIXED
    share, rest = divmod(rest, 1 << _SHARE)
    one, two = divmod(rest, 1 << _FIRST)
    return one, two, 25 * share


_PARTINGS = np.array([[code >> k & 1 for k in range(4)] for code in range(8)], np.bool_)
"""The ways to part four quarters in two, the last always in the first part."""


def two_colours(keys: Keys, colour: Callable[[int], str], swatch: Swatch) -> tuple[Keys, Keys, Keys]:
    """For every cell a glyph (bits for its quarters), the key of what is lit, and the key of what is not.

    Of all ways to part the four quarters in two the one that changes their colours least is taken.
    """
    high, wide = keys.shape[0] // 2, keys.shape[1] // 2
    known, place = np.unique(keys[: high * 2, : wide * 2], return_inverse=True)
    tints = np.array([swatch(colour(int(key))) for key in known])
    order = place.reshape(high * 2, wide * 2)
    four = order.reshape(high, 2, wide, 2).transpose(0, 2, 1, 3).reshape(high, wide, 4)
    tint = tints[four]
    best = np.full((high, wide), np.inf)
    glyph = np.zeros((high, wide), np.int64)
    for code, part in enumerate(_PARTINGS):
        harm = _spread(tint[:, :, part]) + _spread(tint[:, :, ~part])
        better = harm < best - 1e-9
        glyph[better], best = code, np.minimum(best, harm)
    lit = _PARTINGS[glyph]
    return glyph, known[_typical(four, tint, lit)], known[_typical(four, tint, ~lit)]


def _spread(tint: Reals) -> Reals:
    """How far some colours are from their mean, squared and added."""
    if not tint.shape[2]:
        return np.zeros(tint.shape[:2])
    found: Reals = ((tint - tint.mean(2, keepdims=True)) ** 2).sum((2, 3))
    return found


def _typical(four: Keys, tint: Reals, which: NDArray[np.bool_]) -> Keys:
    """Of some of the quarters of each cell the one whose colour is nearest to their mean."""
    count = np.maximum(which.sum(2), 1)[..., None, None]
    mean = (tint * which[..., None]).sum(2, keepdims=True) / count
    far = ((tint - mean) ** 2).sum(3) + np.where(which, 0.0, 1e12)
    found: Keys = np.take_along_axis(four, far.argmin(2)[..., None], 2)[..., 0]
    return found

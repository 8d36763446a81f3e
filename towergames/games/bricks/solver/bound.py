"""An upper bound on every tower's score: the sum of each rule's maximum, given the counts that the rules share.

The sum over the rules of the most that each can give would be far too much. So everything is tried that many rules
hang on: how many bricks, windows and levels there are, which weights are left out (rules 3, 7, 10, 12, 13), whether
triangles, rectangles or red bricks are (25, 28, 29), and whether there are four blue ones (30). Each brick then has a
worth of its own, and the worthiest are taken, six of a colour at most. Floors (rule 32) are tried in every order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from towergames.games.bricks import rules
from towergames.games.bricks.judge import index_of
from towergames.games.bricks.pieces import LETTERS, VOWELS
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.letter_sets import run_points
from towergames.lexicon import Lexicon

HOW = "each rule at its best for every number of bricks, windows and levels and every choice of weights and shapes"

_MOST_BRICKS = 3 * rules.MOST_OF_A_COLOUR
_FEWEST_BRICKS = 5  # four levels, one of them of two bricks (rule 24)


@dataclass(frozen=True, slots=True)
class Bound:
    """No tower scores more than ``points`` (None: there is no legal tower), and why."""

    points: int | None
    how: str


def upper_bound(materials: Materials, lexicon: Lexicon) -> Bound:
    """Compute the bound for these materials. Raises LexiconError."""
    most = min(
        _MOST_BRICKS, sum(min(rules.MOST_OF_A_COLOUR, len(own)) for own in materials.of_colour) + materials.wilds
    )
    if most < _FEWEST_BRICKS:
        return Bound(None, f"there are {most} bricks, wildcards included; a legal tower has {_FEWEST_BRICKS} or more")
    letters = _by_letters(materials, lexicon, most)
    frames = _frames(materials, most)
    best: int | None = None
    for key, worths in _worths(materials, most):
        for by_letters, worth, frame in zip(letters, worths, frames[key], strict=True):
            if worth is not None and frame is not None:
                best = max(by_letters + worth + frame, best or 0)
    return Bound(best, HOW if best is not None else "weights allow no four levels, each lighter than the one below")


def _by_letters(materials: Materials, lexicon: Lexicon, most: int) -> list[int]:
    """The most of rules 19, 20, 22 and 34, by the number of bricks."""
    letters = "".join(LETTERS[brick.letter] for brick in materials.bricks)
    longest = len(index_of(lexicon).longest("".join(sorted(letters)), materials.wilds))
    commonest = max((letters.count(letter) for letter in LETTERS), default=0) + materials.wilds
    lacking = sum(letter not in letters for letter in "TOWER")
    run = _longest_run(letters, materials.wilds)
    runs = 1 if materials.readings.runs == "longest" else 2
    points = []
    for bricks in range(most + 1):
        length = min(longest, bricks)
        reach = min(run, bricks)
        in_a_row = runs * run_points((1 << reach) - 1, each=0)
        tower = 6 * (lacking <= materials.wilds and bricks >= 5)
        points.append(rules.word_points(length) + 2 * max(0, min(commonest, bricks) - 1) + tower + in_a_row)
    return points


def _longest_run(letters: str, wilds: int) -> int:
    """The longest run of letters of the alphabet that ``letters`` and ``wilds`` wildcards make."""
    return max(
        length
        for length in range(27)
        for start in range(27 - length)
        if sum(letter not in letters for letter in LETTERS[start : start + length]) <= wilds
    )


LeftOutKey = tuple[bool, bool, bool]
"""Whether there is no brick of one ton, none of two, and no triangle."""


def _worths(materials: Materials, most: int) -> Iterator[tuple[LeftOutKey, list[int | None]]]:
    """For every choice of weights and shapes left out: the most that 0, 1, 2, ... bricks are worth by themselves."""
    wild_rare = 2 * materials.readings.wild_rare
    options = [{brick.weight + by for by in materials.adjustments(brick)} for brick in materials.bricks]
    for out in product((False, True), repeat=5):
        left_out = {tons for tons, gone in enumerate(out, start=1) if gone}
        can = [not tons <= left_out for tons in options]
        by_shape = [int(out[4]), int(out[3]), int(out[2])]
        for no_triangle, no_rectangle, no_red in product((False, True), repeat=3):
            shapes = [0 if gone else 1 for gone in (no_triangle, no_rectangle, False)]
            shape_worth = [by_shape[0], by_shape[1], by_shape[2] + no_red]
            values: list[list[int]] = [[], [], []]
            for brick, able in zip(materials.bricks, can, strict=True):
                if able and shapes[brick.shape] and not (no_red and brick.colour == 0):
                    worth = shape_worth[brick.shape] + 2 * brick.rare + (no_triangle and brick.colour == 0)
                    vowel = no_rectangle and LETTERS[brick.letter] in VOWELS
                    values[brick.colour].append(worth + vowel)
            wild = max(worth for worth, there in zip(shape_worth, shapes, strict=True) if there)
            wild += max(wild_rare, no_rectangle) + no_triangle
            key = (out[0], out[1], no_triangle)
            for few_blue in (False, True):
                yield key, _taken(values, [wild] * materials.wilds, few_blue, most)


def _taken(values: list[list[int]], wilds: list[int], few_blue: bool, most: int) -> list[int | None]:
    """The most that 0, 1, 2, ... bricks are worth, None for more bricks than there are."""
    caps = (rules.MOST_OF_A_COLOUR, 3 if few_blue else rules.MOST_OF_A_COLOUR, rules.MOST_OF_A_COLOUR)
    every = list(wilds)
    for own, cap in zip(values, caps, strict=True):
        every += sorted(own, reverse=True)[:cap]
    every.sort(reverse=True)
    sums: list[int | None] = [3 * few_blue]
    for value in every[:most]:
        sums.append((sums[-1] or 0) + value)
    return sums + [None] * (most + 1 - len(sums))


def _frames(materials: Materials, most: int) -> dict[LeftOutKey, list[int | None]]:
    """The most of rules 12 to 15, 18 (windows), 25 (windows), 32, 33 and 36, by key and number of bricks."""
    real = sum(materials.windows)
    most_windows = real + (materials.wilds if materials.readings.wild_window else 0)
    red = materials.windows[0] + materials.wilds
    both = (False, True)
    frames: dict[LeftOutKey, list[int | None]] = {
        (a, b, c): [None] * (most + 1) for a in both for b in both for c in both
    }
    kinds: dict[tuple[int, int, int], int] = {}
    for levels, bricks, windows, points in _towers(materials, most, most_windows):
        kinds[levels, bricks, windows] = max(points, kinds.get((levels, bricks, windows), points))
    for (levels, bricks, windows), points in kinds.items():
        cards = bricks + windows
        points += 4 * windows - 4 * (not windows) + 2 * (rules.PAR_CARDS - cards)
        for key, row in frames.items():
            no_ones, no_twos, no_triangle = key
            total = points + no_ones * ((cards + 1) // 2) + no_twos * levels + no_triangle * min(windows, red)
            if row[bricks] is None or total > (row[bricks] or 0):
                row[bricks] = total
    return frames


def _towers(materials: Materials, most: int, most_windows: int) -> Iterator[tuple[int, int, int, int]]:
    """(levels, bricks, windows, the most of rules 14, 15 and 32) of every kind of tower."""
    coefficient = [
        max(0, floor - 1) if floor < 6 or materials.readings.high_floors == "go-on" else 0
        for floor in range(_MOST_BRICKS)
    ]
    for (levels, bricks), floors in _any_sizes(materials, most, coefficient).items():
        words = 4 * min(rules.MOST_PIECES, bricks // 3)
        for windows in range(min(most_windows, bricks) + 1):
            yield levels, bricks, windows, floors + words
    for levels in range(rules.FEWEST_LEVELS, rules.MOST_PIECES + 1):
        for sizes in permutations(range(1, rules.MOST_PIECES + 1), levels):
            floors = sum(n * coefficient[at] for at, n in enumerate(sizes))
            room = sorted((coefficient[at], size // 2) for at, size in enumerate(sizes))
            places = [each for each, n in room for _ in range(n)]
            lost = 0
            for windows in range(min(most_windows, len(places)) + 1):
                if windows:
                    lost += places[windows - 1]
                bricks = sum(sizes) - windows
                if bricks <= most:
                    words = 4 * min(sorted(sizes)[-3], bricks // 3)
                    yield levels, bricks, windows, 3 * levels + words + floors - lost


def _any_sizes(materials: Materials, most: int, coefficient: list[int]) -> dict[tuple[int, int], int]:
    """The most of rule 32 by levels and bricks, whatever the sizes, as far as weights allow that order (rule 5)."""
    lightest, heaviest = _weights(materials)
    most_points: dict[tuple[int, int], int] = {}
    heights = {(0, 1 << 10): 0}  # (bricks, most that the level below weighs) -> points
    for floor in range(_MOST_BRICKS):
        higher: dict[tuple[int, int], int] = {}
        for (bricks, cap), points in heights.items():
            for n in range(1, min(rules.MOST_PIECES, most - bricks) + 1):
                weight = min(cap - 1, heaviest[n])
                if weight >= lightest[n]:
                    key = bricks + n, weight
                    higher[key] = max(higher.get(key, -1), points + n * coefficient[floor])
        heights = higher
        if floor + 1 >= rules.FEWEST_LEVELS:
            for (bricks, _), points in heights.items():
                if bricks >= _FEWEST_BRICKS:
                    at = floor + 1, bricks
                    most_points[at] = max(most_points.get(at, -1), points)
    return most_points


def _weights(materials: Materials) -> tuple[list[int], list[int]]:
    """The least and the most weight of a level, by its number of bricks."""
    light, heavy = [10**6] * (rules.MOST_PIECES + 1), [-1] * (rules.MOST_PIECES + 1)
    tons = [each for letter in range(26) for each in materials.tons_of(letter)]
    for own in materials.of_colour:
        least = sorted(materials.bricks[at].weight + min(materials.adjustments(materials.bricks[at])) for at in own)
        greatest = sorted(
            (materials.bricks[at].weight + max(materials.adjustments(materials.bricks[at])) for at in own), reverse=True
        )
        least = [min(tons)] * materials.wilds + least
        greatest = [max(tons)] * materials.wilds + greatest
        for n in range(1, rules.MOST_PIECES + 1):
            if n <= len(least):
                light[n] = min(light[n], sum(sorted(least)[:n]))
                heavy[n] = max(heavy[n], sum(sorted(greatest, reverse=True)[:n]))
    return light, heavy

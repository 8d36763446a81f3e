"""The evaluation of many towers at once, in operations on whole arrays: points less a penalty for every broken rule.

What is counted in a tower is the sum of what is counted in its levels (:mod:`faces`). A change touches two levels at
most, so only these are counted again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from towergames.games.bricks.rules import MOST_PIECES, PAR_CARDS
from towergames.games.bricks.solver import faces as bits
from towergames.games.bricks.solver.arrays import Ints
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.letter_sets import EAST_BITS, TOWER_BITS, VOWEL_BITS, run_points

_COLUMNS = (bits.WORD * np.arange(MOST_PIECES))[:, None]

# A level's place in the order of the tower, from the lowest bit: slot (4), bricks (4), how much lighter than HEAVIEST.
SLOT_MASK, ORDER_BRICKS, ORDER_WEIGHT, HEAVIEST = 15, 4, 8, 1023


@dataclass(slots=True)
class CountedLevels:
    """Counted levels: ``sums``, letters bit by bit, places in the order, and windows."""

    sums: Ints
    seen: Ints
    order: Ints
    panes: Ints


def count_levels(tables: Faces, rows: Ints, slots: Ints, hues: Ints, panes: Ints) -> CountedLevels:
    """Count levels: ``rows`` has the faces of each in order, EMPTY last; windows beyond the end move or go."""
    faces = np.ascontiguousarray(rows.T)
    sums: Ints = tables.sums.take(faces, axis=0).sum(axis=0)
    letters = tables.letter.take(faces)
    seen = np.bitwise_or.reduce(tables.bit.take(faces), axis=0)
    bricks = (sums[:, bits.SHAPES] >> bits.BRICKS) & bits.FIELD
    weight = sums[:, bits.COLOURS] >> bits.TONS
    panes = bits.TIDY.take(bricks * 64 + panes)
    windows = bits.PANES.take(panes)
    broken = np.maximum(windows - bricks, 0)  # rule 9
    broken += ((letters[1:] - letters[:-1] == 1) & bits.TOUCHING.take(panes, axis=1)).sum(axis=0)  # rule 35
    broken += ((letters[2:] == letters[:-2]) & (letters[2:] < 26)).sum(axis=0)  # rule 21
    there = bricks > 0
    sums[:, bits.COLOURS] += (bricks << (6 * hues + bits.BRICKS_OF)) + (windows << (6 * hues + bits.WINDOWS_OF))
    clear = (bricks > 1) & (seen & VOWEL_BITS == 0)
    four = (weight & 3 == 0) & (weight > 0)
    counted = (1 << bits.SIZE * (bricks + windows)) + (four * (1 << bits.FOURS)) + (clear * (1 << bits.CLEAR))
    sums[:, bits.LEVELS] = there * (counted + (broken << bits.BROKEN) + (1 << bits.STANDING))
    order = ((HEAVIEST - weight) << ORDER_WEIGHT) | (bricks << ORDER_BRICKS) | slots
    return CountedLevels(sums, seen, np.where(there, order, ((2 * HEAVIEST + slots) << ORDER_WEIGHT) | slots), panes)


@dataclass(slots=True)
class CountedTowers:
    """Towers as counted: ``points`` of all rules but 15 and 19, broken rules, levels in order, bricks."""

    points: Ints
    bad: Ints
    order: Ints
    bricks: Ints


def count_towers(tables: Faces, sums: Ints, seen: Ints, order: Ints) -> CountedTowers:
    """Count towers from the sums of their levels, their letters, and the places of their levels in the order."""
    see, materials = tables.see, tables.materials
    shapes = (sums[:, bits.SHAPES] >> bits.SHAPE_FIELDS) & bits.FIELD
    none = shapes == 0
    triangles, rectangles, hexagons, bricks, wilds = shapes[0], shapes[1], shapes[2], shapes[8], shapes[9]
    fields = (sums[:, bits.COLOURS] >> bits.COLOUR_FIELDS) & bits.FIELD
    rares, vowels, red, red_panes = fields[0], fields[1], fields[2], fields[5]
    panes = fields[5:8].sum(axis=0)
    excess = np.maximum(fields[5:8] - np.array(materials.windows)[:, None], 0).sum(axis=0)
    by_level = sums[:, bits.LEVELS]
    levels = (by_level >> bits.STANDING) & 15
    order = np.sort(order, axis=1)
    bad = (by_level >> bits.BROKEN) & 255
    bad += (order[:, 1:] >> ORDER_WEIGHT == order[:, :-1] >> ORDER_WEIGHT).sum(axis=1)  # rule 5
    bad += 2 * np.maximum(4 - levels, 0)
    bad += np.maximum(((by_level >> bits.TWOS) & 31) - 1, 0)
    bad += np.abs(((by_level >> bits.FOURS) & 15) - 1)
    bad += (by_level >> bits.CLEAR) & 15 == 0
    bad += seen & EAST_BITS == EAST_BITS
    bad += bits.FIVES.take((sums[:, bits.COLOURS] >> bits.TONS) & bits.TONS_MASK)
    bad += np.maximum(fields[2:5] - 6, 0).sum(axis=0)
    if not materials.readings.wild_window:
        bad += 4 * excess
    wilds = wilds + excess
    stack = wilds > materials.natural
    bad += 4 * np.maximum(wilds - materials.wilds, 0)
    bad += 4 * (stack & (bricks + panes - wilds + 2 > materials.ordinary))

    cards = bricks + panes + stack * (materials.readings.stack_cards - 1)
    points = 2 * see[33] * (PAR_CARDS - cards) + see[18] * (4 * panes + 2 * rares)
    commonest = np.ascontiguousarray(sums[:, : bits.SHAPES]).view(np.int8).max(axis=1).astype(np.int64)
    points += 2 * see[20] * np.maximum(commonest - 1, 0)
    points += see[13] * none[3] * (cards >> 1) + see[12] * none[4] * levels
    points += see[10] * none[5] * hexagons + see[7] * none[6] * rectangles + see[3] * none[7] * triangles
    points += 3 * see[14] * (by_level & bits.EQUAL_SIZES == 0) * levels
    points += 6 * see[22] * (seen & TOWER_BITS == TOWER_BITS)
    points += see[25] * none[0] * (red + red_panes) + see[28] * none[1] * vowels + see[29] * (red == 0) * hexagons
    points += 3 * see[30] * (fields[3] < 4) - 4 * see[36] * (panes == 0)
    points += see[32] * (((order >> ORDER_BRICKS) & 15) * tables.by_floor).sum(axis=1)
    sevens = seen & (seen >> 1)
    sevens &= sevens >> 2
    sevens &= sevens >> 3
    if see[34] and materials.readings.runs == "longest":
        points += 7 * (sevens != 0) + 2 * (sevens & (sevens >> 2) != 0)
    for tower in np.flatnonzero(sevens) if see[34] and materials.readings.runs == "each" else ():
        points[tower] += run_points(int(seen[tower]), 1)
    return CountedTowers(points, bad, order, bricks)


def signs_of(tables: Faces, rows: Ints, panes: Ints) -> Ints:
    """The row of letters of each level: WORD bits for each place, 0 for none, letter + 1, or PANE."""
    signs = np.where(rows < tables.empty, tables.letter.take(rows) + 1, 0)
    if tables.materials.readings.windows == "close-up":
        panes = np.zeros_like(panes)
    row: Ints = (signs << (bits.WORD * bits.PLACES.take(panes, axis=0))).sum(axis=1) + bits.PANE_SIGNS.take(panes)
    return row


def column_points(tables: Faces, signs: Ints, order: Ints) -> Ints:
    """Rule 15 of towers, from the letters of their levels by slot and their levels in order."""
    towers = np.arange(len(signs))
    node = np.zeros((MOST_PIECES, len(signs)), dtype=np.int64)
    gap = np.zeros(node.shape, dtype=bool)
    skip = tables.materials.readings.gaps == "skip"
    for floor in range(tables.slots - 1, -1, -1):
        sign = (signs[towers, order[:, floor] & SLOT_MASK] >> _COLUMNS) & bits.WORD_MASK
        if not skip:
            node[gap & (sign > 0) & (sign != bits.PANE)] = tables.dead
            gap = np.where(sign == 0, (node > 0) & (node != tables.dead), gap)
        node = tables.onward.take(node * 32 + sign)
    words = tables.ends.take(node)
    if tables.materials.readings.repeated == "once":
        for column in range(1, MOST_PIECES):
            words[column] &= (node[:column] != node[column]).all(axis=0)
    points: Ints = 4 * words.sum(axis=0)
    return points

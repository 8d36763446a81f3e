"""Random changes of many towers at once (proposals).

Each function drafts changes of the towers that it is given, one change for each mention of a tower.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from towergames.games.bricks.rules import MOST_PIECES
from towergames.games.bricks.solver.arrays import Ints
from towergames.games.bricks.solver.faces import RARE_LETTERS, SOME, TIDY, WITH, WITHOUT, Faces


class Towers(Protocol):
    """The towers of a population and its dice, from which changes are drafted."""

    faces: Faces
    rows: Ints
    hues: Ints
    panes: Ints
    bricks: Ints
    sizes: Ints
    homes: Ints
    vacant: Ints
    of_hue: Ints

    def throw(self, sides: int | Ints, count: int) -> Ints:
        """Return ``many`` random numbers in ``range(sides)``."""

    def some_variant(self, cards: Ints) -> Ints:
        """A face of each card, a rare letter with any adjustment (rule 8)."""


@dataclass(slots=True)
class Drafts:
    """Changes: of each tower the new contents of two slots (first index), in no order; only ``sound`` ones count."""

    towers: Ints
    slots: Ints
    rows: Ints
    hues: Ints
    panes: Ints
    sound: NDArray[np.bool_]

    @staticmethod
    def of(population: Towers, towers: Ints, one: Ints, two: Ints) -> Drafts:
        """Two slots of each tower as they are."""
        slots = np.stack([one, two])
        spots = towers * population.faces.slots + slots
        rows = population.rows.reshape(-1, MOST_PIECES).take(spots, axis=0)
        sound = np.ones(len(towers), dtype=bool)
        return Drafts(towers, slots, rows, population.hues.take(spots), population.panes.take(spots), sound)

    def write(self, which: int, place: Ints, face: Ints) -> None:
        """Put faces at places of the first or second slots."""
        self.rows[which, np.arange(len(place)), place] = face

    @staticmethod
    def joined(parts: list[Drafts]) -> Drafts:
        """The changes of all parts in one."""
        return Drafts(
            np.concatenate([part.towers for part in parts]),
            np.concatenate([part.slots for part in parts], axis=1),
            np.concatenate([part.rows for part in parts], axis=1),
            np.concatenate([part.hues for part in parts], axis=1),
            np.concatenate([part.panes for part in parts], axis=1),
            np.concatenate([part.sound for part in parts]),
        )


def change_cards(population: Towers, towers: Ints) -> Drafts:
    """Add a card, remove one, move one to another level of its colour, or exchange two."""
    faces, count = population.faces, len(towers)
    card = population.throw(faces.cards, count)
    colour = faces.colour.take(card)
    home = population.homes[towers, card]
    outside = home < 0
    fitting = (population.vacant.take(towers) | population.of_hue[colour, towers]) * faces.slots
    slot = faces.first_slot.take(fitting + population.throw(faces.slots, count))
    slot = np.where(slot == home, faces.first_slot.take(fitting + population.throw(faces.slots, count)), slot)
    kind = population.throw(12, count)
    goes = ~outside & (kind < 3)
    target = np.where(goes, home, np.maximum(slot, 0))
    bricks, size = population.bricks[towers, target], population.sizes[towers, target]
    trade = (bricks > 0) & ((size >= MOST_PIECES) | np.where(outside, kind >= 4, kind < 6))
    moves = ~outside & ~goes
    drafts = Drafts.of(population, towers, target, np.where(moves, home, (target + 1) % faces.slots))
    drafts.sound = np.where(outside, slot >= 0, goes | (slot != home))
    own = population.rows[towers, np.maximum(home, 0)]
    place = (faces.card.take(own) == card[:, None]).argmax(axis=1)
    face = np.where(outside, population.some_variant(card), own[np.arange(count), place])
    spot = np.where(trade, population.throw(np.maximum(bricks, 1), count), np.minimum(bricks, MOST_PIECES - 1))
    other = drafts.rows[0, np.arange(count), spot]
    drafts.write(0, np.where(goes, place, spot), np.where(goes, faces.empty, face))
    back = np.where(trade, other, faces.empty)
    drafts.write(1, np.where(moves, place, 0), np.where(moves, back, drafts.rows[1, :, 0]))
    drafts.hues[0] = np.where(bricks == 0, colour, drafts.hues[0])
    return drafts


def change_panes(population: Towers, towers: Ints) -> Drafts:
    """Add, remove or move a window."""
    faces, count = population.faces, len(towers)
    slot = population.throw(faces.slots, count)
    other = (slot + 1 + population.throw(faces.slots - 1, count)) % faces.slots
    drafts = Drafts.of(population, towers, slot, other)
    panes, size, room = drafts.panes[0], population.sizes[towers, slot], population.sizes[towers, other]
    kind = population.throw(5, count)
    comes, goes, leaves = kind == 0, kind == 1, kind == 4
    less = WITHOUT.take(8 * panes + SOME.take(8 * panes + population.throw(np.maximum(size, 1), count)))
    more = WITH.take(8 * np.where(comes, panes, less) + population.throw(size + comes, count))
    drafts.sound = (size > 0) & np.where(comes, size < MOST_PIECES, (panes > 0) & (goes | leaves | (more != panes)))
    drafts.sound &= ~leaves | ((room > 0) & (room < MOST_PIECES))
    drafts.panes[0] = np.where(goes | leaves, less, more)
    moved = WITH.take(8 * drafts.panes[1] + population.throw(room + 1, count))
    drafts.panes[1] = np.where(leaves, moved, drafts.panes[1])
    return drafts


def change_wilds(population: Towers, towers: Ints) -> Drafts:
    """Add a wildcard as a brick, or remove one, change one or make one a window."""
    faces, count = population.faces, len(towers)
    wild = faces.wild.take(population.rows.reshape(len(population.rows), -1))
    have = wild.sum(axis=1).take(towers)
    comes = (have == 0) | (population.throw(4, count) == 0)
    spot = np.argsort(~wild, axis=1, kind="stable")[towers, population.throw(np.maximum(have, 1), count)]
    slot = np.where(comes, population.throw(faces.slots, count), spot // MOST_PIECES)
    other = (slot + 1 + population.throw(faces.slots - 1, count)) % faces.slots
    drafts = Drafts.of(population, towers, slot, other)
    panes, bricks, size = drafts.panes[0], population.bricks[towers, slot], population.sizes[towers, slot]
    above, room = population.bricks[towers, other], population.sizes[towers, other]
    place = population.throw(np.maximum(size, 1), count)
    # A new one comes instead of a window, instead of a brick, or beside them.
    kind = population.throw(3, count)
    fits = np.where(kind == 0, panes > 0, (kind == 1) | (size < MOST_PIECES))
    fresh_sound = (have < faces.materials.wilds) & (bricks > 0) & fits
    fresh_panes = np.where(kind == 0, WITHOUT.take(8 * panes + SOME.take(8 * panes + place)), panes)
    beside = np.minimum(bricks, MOST_PIECES - 1)
    fresh_spot = np.where(kind == 1, population.throw(np.maximum(bricks, 1), count), beside)
    # An old one goes, becomes a window, goes to another level, or gets another letter, weight or shape.
    old_spot = spot % MOST_PIECES
    old = np.minimum(drafts.rows[0, np.arange(count), old_spot], faces.empty - 1)
    turn = np.where(comes, -1, population.throw(8, count))
    leaves = (turn >= 0) & (turn < 3)
    usual, letter = population.throw(3, count) > 0, population.throw(26, count)
    letter = np.where(usual, letter, RARE_LETTERS.take(population.throw(4, count)))
    letter = np.where(turn >= 5, faces.letter.take(old), letter)
    low, high, tons = faces.lightest.take(letter), faces.heaviest.take(letter), faces.tons.take(old)
    keeps = (turn == 7) | ((turn >= 0) & (turn < 5) & (population.throw(2, count) > 0) & (low <= tons) & (tons <= high))
    tons = np.where(keeps, tons, low + population.throw(high - low + 1, count))
    shape = np.where((turn >= 0) & (turn < 7), faces.shape.take(old), population.throw(3, count))
    face = faces.wildcards[letter, tons, shape]
    still = TIDY.take(64 * np.maximum(bricks - 1, 0) + panes)
    as_pane = WITH.take(8 * still + np.minimum(place, np.maximum(size - 1, 0)))
    old_sound = np.where(turn == 1, bricks > 1, True) & (leaves | (face != old))
    old_sound &= (turn != 2) | ((above > 0) & (room < MOST_PIECES))
    drafts.sound = np.where(comes, fresh_sound, old_sound)
    drafts.panes[0] = np.where(comes, fresh_panes, np.where(turn == 1, as_pane, panes))
    drafts.write(0, np.where(comes, fresh_spot, old_spot), np.where(leaves, faces.empty, face))
    beyond = np.where(turn == 2, np.minimum(above, MOST_PIECES - 1), 0)
    drafts.write(1, beyond, np.where(turn == 2, old, drafts.rows[1, np.arange(count), beyond]))
    return drafts


def change_tons(population: Towers, towers: Ints) -> Drafts:
    """Give a rare letter another adjustment."""
    faces, count = population.faces, len(towers)
    card = faces.rare.take(population.throw(len(faces.rare), count))
    home = population.homes[towers, card]
    slot = np.maximum(home, 0)
    drafts = Drafts.of(population, towers, slot, (slot + 1) % faces.slots)
    place = (faces.card.take(drafts.rows[0]) == card[:, None]).argmax(axis=1)
    face = population.some_variant(card)
    drafts.sound = (home >= 0) & (face != drafts.rows[0, np.arange(count), place])
    drafts.write(0, place, face)
    return drafts


def change_levels(population: Towers, towers: Ints) -> Drafts:
    """Remove a level, give it new bricks of one colour, or cut it in two."""
    faces, count = population.faces, len(towers)
    slot = population.throw(faces.slots, count)
    free = faces.first_slot.take(population.vacant.take(towers) * faces.slots + population.throw(faces.slots, count))
    kind = population.throw(3, count)
    cut, new = kind == 2, kind == 1
    drafts = Drafts.of(population, towers, slot, np.where(cut & (free >= 0), free, (slot + 1) % faces.slots))
    bricks = population.bricks[towers, slot]
    drafts.sound = np.where(cut, (bricks > 1) & (free >= 0), new | (bricks > 0))
    sides = (population.throw(1 << MOST_PIECES, count)[:, None] >> np.arange(MOST_PIECES)) & 1 > 0
    parted = sides & (cut & drafts.sound)[:, None]
    drafts.rows[1] = np.where(parted, drafts.rows[0], drafts.rows[1])
    drafts.hues[1] = np.where(cut & drafts.sound, drafts.hues[0], drafts.hues[1])
    colour = population.throw(3, count)
    homes = population.homes[towers, : faces.cards]
    usable = ((homes < 0) | (homes == slot[:, None])) & (faces.colour == colour[:, None])
    lots = np.where(usable, population.throw(1 << 30, count * faces.cards).reshape(count, faces.cards), 1 << 30)
    cards = np.argsort(lots, axis=1, kind="stable")[:, :MOST_PIECES]
    wanted = np.where(bricks > 0, bricks, 1 + population.throw(3, count))
    taken = usable[np.arange(count)[:, None], cards] & (np.arange(cards.shape[1]) < wanted[:, None])
    fresh = np.full((count, MOST_PIECES), faces.empty)
    variants = population.some_variant(cards.ravel()).reshape(cards.shape)
    fresh[:, : cards.shape[1]] = np.where(taken, variants, faces.empty)
    drafts.sound &= ~new | taken[:, 0]
    drafts.hues[0] = np.where(new, colour, drafts.hues[0])
    drafts.rows[0] = np.where(new[:, None], fresh, np.where(cut[:, None] & ~parted, drafts.rows[0], faces.empty))
    return drafts


def change_equals(population: Towers, towers: Ints) -> Drafts:
    """Exchange two cards of equal colour and weight, so that no level changes its weight."""
    faces, count = population.faces, len(towers)
    card = population.throw(faces.cards, count)
    home = population.homes[towers, card]
    slot = np.maximum(home, 0)
    own = population.rows[towers, slot]
    place = (faces.card.take(own) == card[:, None]).argmax(axis=1)
    face = np.where(home < 0, population.some_variant(card), own[np.arange(count), place])
    # All bricks of the towers in one random order.
    bricks = population.rows.reshape(len(population.rows), -1)
    spots = np.argsort(population.throw(1 << 30, bricks.shape[1]), kind="stable")
    hues = population.hues[:, spots // MOST_PIECES]
    there = np.where(bricks[:, spots] < faces.empty, 16 * hues + faces.tons.take(bricks[:, spots]), -1)
    alike = there.take(towers, axis=0) == (16 * faces.colour.take(card) + faces.tons.take(face))[:, None]
    alike &= (spots // MOST_PIECES) != home[:, None]
    first = alike.argmax(axis=1)
    spot = spots.take(first)
    target = spot // MOST_PIECES
    drafts = Drafts.of(population, towers, target, np.where(home < 0, (target + 1) % faces.slots, slot))
    drafts.sound = alike[np.arange(count), first]
    spot %= MOST_PIECES
    other = drafts.rows[0, np.arange(count), spot]
    drafts.write(0, spot, face)
    inside = home >= 0
    drafts.write(1, np.where(inside, place, 0), np.where(inside, other, drafts.rows[1, :, 0]))
    return drafts

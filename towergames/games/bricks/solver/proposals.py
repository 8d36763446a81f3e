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

    def throw(self, sides: int | Ints, many: int) -> Ints:
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
    def of(p: Towers, towers: Ints, one: Ints, two: Ints) -> Drafts:
        """Two slots of each tower as they are."""
        slots = np.stack([one, two])
        spots = towers * p.faces.slots + slots
        rows = p.rows.reshape(-1, MOST_PIECES).take(spots, axis=0)
        sound = np.ones(len(towers), dtype=bool)
        return Drafts(towers, slots, rows, p.hues.take(spots), p.panes.take(spots), sound)

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


def change_cards(p: Towers, towers: Ints) -> Drafts:
    """Add a card, remove one, move one to another level of its colour, or exchange two."""
    f, many = p.faces, len(towers)
    card = p.throw(f.cards, many)
    colour = f.colour.take(card)
    home = p.homes[towers, card]
    outside = home < 0
    fitting = (p.vacant.take(towers) | p.of_hue[colour, towers]) * f.slots
    slot = f.first_slot.take(fitting + p.throw(f.slots, many))
    slot = np.where(slot == home, f.first_slot.take(fitting + p.throw(f.slots, many)), slot)
    kind = p.throw(12, many)
    goes = ~outside & (kind < 3)
    target = np.where(goes, home, np.maximum(slot, 0))
    bricks, size = p.bricks[towers, target], p.sizes[towers, target]
    trade = (bricks > 0) & ((size >= MOST_PIECES) | np.where(outside, kind >= 4, kind < 6))
    moves = ~outside & ~goes
    d = Drafts.of(p, towers, target, np.where(moves, home, (target + 1) % f.slots))
    d.sound = np.where(outside, slot >= 0, goes | (slot != home))
    own = p.rows[towers, np.maximum(home, 0)]
    place = (f.card.take(own) == card[:, None]).argmax(axis=1)
    face = np.where(outside, p.some_variant(card), own[np.arange(many), place])
    spot = np.where(trade, p.throw(np.maximum(bricks, 1), many), np.minimum(bricks, MOST_PIECES - 1))
    other = d.rows[0, np.arange(many), spot]
    d.write(0, np.where(goes, place, spot), np.where(goes, f.empty, face))
    back = np.where(trade, other, f.empty)
    d.write(1, np.where(moves, place, 0), np.where(moves, back, d.rows[1, :, 0]))
    d.hues[0] = np.where(bricks == 0, colour, d.hues[0])
    return d


def change_panes(p: Towers, towers: Ints) -> Drafts:
    """Add, remove or move a window."""
    f, many = p.faces, len(towers)
    slot = p.throw(f.slots, many)
    other = (slot + 1 + p.throw(f.slots - 1, many)) % f.slots
    d = Drafts.of(p, towers, slot, other)
    panes, size, room = d.panes[0], p.sizes[towers, slot], p.sizes[towers, other]
    kind = p.throw(5, many)
    comes, goes, leaves = kind == 0, kind == 1, kind == 4
    less = WITHOUT.take(8 * panes + SOME.take(8 * panes + p.throw(np.maximum(size, 1), many)))
    more = WITH.take(8 * np.where(comes, panes, less) + p.throw(size + comes, many))
    d.sound = (size > 0) & np.where(comes, size < MOST_PIECES, (panes > 0) & (goes | leaves | (more != panes)))
    d.sound &= ~leaves | ((room > 0) & (room < MOST_PIECES))
    d.panes[0] = np.where(goes | leaves, less, more)
    d.panes[1] = np.where(leaves, WITH.take(8 * d.panes[1] + p.throw(room + 1, many)), d.panes[1])
    return d


def change_wilds(p: Towers, towers: Ints) -> Drafts:
    """Add a wildcard as a brick, or remove one, change one or make one a window."""
    f, many = p.faces, len(towers)
    wild = f.wild.take(p.rows.reshape(len(p.rows), -1))
    have = wild.sum(axis=1).take(towers)
    comes = (have == 0) | (p.throw(4, many) == 0)
    spot = np.argsort(~wild, axis=1, kind="stable")[towers, p.throw(np.maximum(have, 1), many)]
    slot = np.where(comes, p.throw(f.slots, many), spot // MOST_PIECES)
    other = (slot + 1 + p.throw(f.slots - 1, many)) % f.slots
    d = Drafts.of(p, towers, slot, other)
    panes, bricks, size = d.panes[0], p.bricks[towers, slot], p.sizes[towers, slot]
    above, room = p.bricks[towers, other], p.sizes[towers, other]
    place = p.throw(np.maximum(size, 1), many)
    # A new one comes instead of a window, instead of a brick, or beside them.
    kind = p.throw(3, many)
    fresh_sound = (
        (have < f.materials.wilds) & (bricks > 0) & np.where(kind == 0, panes > 0, (kind == 1) | (size < MOST_PIECES))
    )
    fresh_panes = np.where(kind == 0, WITHOUT.take(8 * panes + SOME.take(8 * panes + place)), panes)
    beside = np.minimum(bricks, MOST_PIECES - 1)
    fresh_spot = np.where(kind == 1, p.throw(np.maximum(bricks, 1), many), beside)
    # An old one goes, becomes a window, goes to another level, or gets another letter, weight or shape.
    old_spot = spot % MOST_PIECES
    old = np.minimum(d.rows[0, np.arange(many), old_spot], f.empty - 1)
    turn = np.where(comes, -1, p.throw(8, many))
    leaves = (turn >= 0) & (turn < 3)
    letter = np.where(p.throw(3, many) > 0, p.throw(26, many), RARE_LETTERS.take(p.throw(4, many)))
    letter = np.where(turn >= 5, f.letter.take(old), letter)
    low, high, tons = f.lightest.take(letter), f.heaviest.take(letter), f.tons.take(old)
    keeps = (turn == 7) | ((turn >= 0) & (turn < 5) & (p.throw(2, many) > 0) & (low <= tons) & (tons <= high))
    tons = np.where(keeps, tons, low + p.throw(high - low + 1, many))
    shape = np.where((turn >= 0) & (turn < 7), f.shape.take(old), p.throw(3, many))
    face = f.wildcards[letter, tons, shape]
    still = TIDY.take(64 * np.maximum(bricks - 1, 0) + panes)
    as_pane = WITH.take(8 * still + np.minimum(place, np.maximum(size - 1, 0)))
    old_sound = np.where(turn == 1, bricks > 1, True) & (leaves | (face != old))
    old_sound &= (turn != 2) | ((above > 0) & (room < MOST_PIECES))
    d.sound = np.where(comes, fresh_sound, old_sound)
    d.panes[0] = np.where(comes, fresh_panes, np.where(turn == 1, as_pane, panes))
    d.write(0, np.where(comes, fresh_spot, old_spot), np.where(leaves, f.empty, face))
    beyond = np.where(turn == 2, np.minimum(above, MOST_PIECES - 1), 0)
    d.write(1, beyond, np.where(turn == 2, old, d.rows[1, np.arange(many), beyond]))
    return d


def change_tons(p: Towers, towers: Ints) -> Drafts:
    """Give a rare letter another adjustment."""
    f, many = p.faces, len(towers)
    card = f.rare.take(p.throw(len(f.rare), many))
    home = p.homes[towers, card]
    slot = np.maximum(home, 0)
    d = Drafts.of(p, towers, slot, (slot + 1) % f.slots)
    place = (f.card.take(d.rows[0]) == card[:, None]).argmax(axis=1)
    face = p.some_variant(card)
    d.sound = (home >= 0) & (face != d.rows[0, np.arange(many), place])
    d.write(0, place, face)
    return d


def change_levels(p: Towers, towers: Ints) -> Drafts:
    """Remove a level, give it new bricks of one colour, or cut it in two."""
    f, many = p.faces, len(towers)
    slot = p.throw(f.slots, many)
    free = f.first_slot.take(p.vacant.take(towers) * f.slots + p.throw(f.slots, many))
    kind = p.throw(3, many)
    cut, new = kind == 2, kind == 1
    d = Drafts.of(p, towers, slot, np.where(cut & (free >= 0), free, (slot + 1) % f.slots))
    bricks = p.bricks[towers, slot]
    d.sound = np.where(cut, (bricks > 1) & (free >= 0), new | (bricks > 0))
    parted = ((p.throw(1 << MOST_PIECES, many)[:, None] >> np.arange(MOST_PIECES)) & 1 > 0) & (cut & d.sound)[:, None]
    d.rows[1] = np.where(parted, d.rows[0], d.rows[1])
    d.hues[1] = np.where(cut & d.sound, d.hues[0], d.hues[1])
    colour = p.throw(3, many)
    homes = p.homes[towers, : f.cards]
    usable = ((homes < 0) | (homes == slot[:, None])) & (f.colour == colour[:, None])
    lots = np.where(usable, p.throw(1 << 30, many * f.cards).reshape(many, f.cards), 1 << 30)
    cards = np.argsort(lots, axis=1, kind="stable")[:, :MOST_PIECES]
    wanted = np.where(bricks > 0, bricks, 1 + p.throw(3, many))
    taken = usable[np.arange(many)[:, None], cards] & (np.arange(cards.shape[1]) < wanted[:, None])
    fresh = np.full((many, MOST_PIECES), f.empty)
    fresh[:, : cards.shape[1]] = np.where(taken, p.some_variant(cards.ravel()).reshape(cards.shape), f.empty)
    d.sound &= ~new | taken[:, 0]
    d.hues[0] = np.where(new, colour, d.hues[0])
    d.rows[0] = np.where(new[:, None], fresh, np.where(cut[:, None] & ~parted, d.rows[0], f.empty))
    return d


def change_equals(p: Towers, towers: Ints) -> Drafts:
    """Exchange two cards of equal colour and weight, so that no level changes its weight."""
    f, many = p.faces, len(towers)
    card = p.throw(f.cards, many)
    home = p.homes[towers, card]
    slot = np.maximum(home, 0)
    own = p.rows[towers, slot]
    place = (f.card.take(own) == card[:, None]).argmax(axis=1)
    face = np.where(home < 0, p.some_variant(card), own[np.arange(many), place])
    # All bricks of the towers in one random order.
    bricks = p.rows.reshape(len(p.rows), -1)
    spots = np.argsort(p.throw(1 << 30, bricks.shape[1]), kind="stable")
    hues = p.hues[:, spots // MOST_PIECES]
    there = np.where(bricks[:, spots] < f.empty, 16 * hues + f.tons.take(bricks[:, spots]), -1)
    alike = there.take(towers, axis=0) == (16 * f.colour.take(card) + f.tons.take(face))[:, None]
    alike &= (spots // MOST_PIECES) != home[:, None]
    first = alike.argmax(axis=1)
    spot = spots.take(first)
    target = spot // MOST_PIECES
    d = Drafts.of(p, towers, target, np.where(home < 0, (target + 1) % f.slots, slot))
    d.sound = alike[np.arange(many), first]
    spot %= MOST_PIECES
    other = d.rows[0, np.arange(many), spot]
    d.write(0, spot, face)
    inside = home >= 0
    d.write(1, np.where(inside, place, 0), np.where(inside, other, d.rows[1, :, 0]))
    return d

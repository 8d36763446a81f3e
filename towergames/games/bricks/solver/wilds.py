"""Changes of the wildcards that stand for bricks. Windows beyond the cards are wildcards without being told."""

from __future__ import annotations

from towergames.games.bricks.solver.layout import IS_WILD, LETTER, RARE_LETTERS, SHAPE, SLOT, SLOTS, TONS
from towergames.games.bricks.solver.pieces import (
    exchange,
    heaviest,
    lightest,
    put,
    size_of,
    some_pane,
    take,
    throw,
    wild_brick,
    wild_tons,
    with_pane,
    without,
)
from towergames.games.bricks.solver.survey import Row

MOST_PIECES = 6


def change_wild(st: Row, d: Row) -> bool:
    """A wildcard comes into the tower, or one of those there changes."""
    have = st[d[SLOTS] * SLOT]
    if have and throw(d, 4):
        left = throw(d, have)
        for slot in range(d[SLOTS]):
            for place in range(st[slot * SLOT + 1]):
                if st[slot * SLOT + 3 + place] & IS_WILD:
                    if left == 0:
                        return change_face(st, slot, place, d)
                    left -= 1
    slot = throw(d, d[SLOTS])
    bricks = st[slot * SLOT + 1]
    if bricks == 0:
        return False
    letter = some_letter(d)
    brick = wild_brick(letter, wild_tons(letter, d), throw(d, 3), d)
    kind = throw(d, 3)
    panes = st[slot * SLOT + 2]
    if kind == 0:
        if panes == 0:
            return False
        st[slot * SLOT + 2] = without(panes, some_pane(panes, size_of(st, slot), d))
        put(st, slot, brick, d)
    elif kind == 1:
        exchange(st, slot, throw(d, bricks), brick, d)
    else:
        if size_of(st, slot) >= MOST_PIECES:
            return False
        put(st, slot, brick, d)
    return True


def some_letter(d: Row) -> int:
    """A letter for a wildcard, a third of the time one that scores rule 18."""
    return throw(d, 26) if throw(d, 3) else RARE_LETTERS[throw(d, 4)]


def change_face(st: Row, slot: int, place: int, d: Row) -> bool:
    """A wildcard goes, becomes a window, goes to another level, or gets another letter, weight or shape."""
    brick = st[slot * SLOT + 3 + place]
    kind = throw(d, 8)
    if kind == 0:
        take(st, slot, place, d)
        return True
    if kind == 1:
        spot = throw(d, size_of(st, slot))
        take(st, slot, place, d)
        if st[slot * SLOT + 1] == 0:
            return False
        st[slot * SLOT + 2] = with_pane(st[slot * SLOT + 2], spot)
        return True
    if kind == 2:
        other = throw(d, d[SLOTS])
        room = size_of(st, other)
        if other == slot or room == 0 or room >= MOST_PIECES:
            return False
        put(st, other, take(st, slot, place, d), d)
        return True
    letter, tons, shape = brick >> LETTER, (brick >> TONS) & 31, (brick >> SHAPE) & 3
    if kind < 5:
        letter = some_letter(d)
        if throw(d, 2) or tons < lightest(letter, d) or tons > heaviest(letter, d):
            tons = wild_tons(letter, d)
    elif kind < 7:
        tons = wild_tons(letter, d)
    else:
        shape = throw(d, 3)
    new = wild_brick(letter, tons, shape, d)
    if new != brick:
        exchange(st, slot, place, new, d)
    return new != brick

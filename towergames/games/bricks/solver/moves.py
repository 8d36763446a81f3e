"""Small changes of a tower by lot. Each says whether it did anything; if not, the tower may be spoilt."""

from __future__ import annotations

from towergames.games.bricks.solver.layout import BRICKS, COLOUR, IS_WILD, LETTER, RARE_BITS, SLOT, SLOTS, WILD_CARD
from towergames.games.bricks.solver.pieces import (
    card_brick,
    exchange,
    found,
    put,
    size_of,
    slot_for,
    some_card,
    some_pane,
    swap,
    take,
    throw,
    tidy,
    with_pane,
    without,
)
from towergames.games.bricks.solver.survey import Row
from towergames.games.bricks.solver.wilds import change_wild

MOST = 6


def change(st: Row, d: Row) -> bool:
    """One change of any kind."""
    kind = throw(d, 32)
    if kind < 19:
        return change_card(st, d)
    if kind < 24:
        return change_pane(st, d)
    if kind < 29:
        return change_wild(st, d)
    if kind < 31:
        return change_tons(st, d)
    return change_level(st, d)


def change_card(st: Row, d: Row) -> bool:
    """A card comes into the tower, goes, or to another level of its colour."""
    if not d[BRICKS]:
        return False
    card = some_card(d)
    colour = d[COLOUR + card]
    home = st[d[SLOTS] * SLOT + 1 + card]
    if home < 0:
        slot = slot_for(st, colour, d)
        return slot >= 0 and bring(st, slot, card, d)
    place = 0
    while st[home * SLOT + 3 + place] & (IS_WILD | WILD_CARD) != card:
        place += 1
    kind = throw(d, 4)
    if kind == 0:
        take(st, home, place, d)
        return True
    slot = slot_for(st, colour, d)
    if slot == home:
        slot = slot_for(st, colour, d)
        if slot == home:
            return False
    bricks = st[slot * SLOT + 1]
    if bricks == 0:
        st[slot * SLOT] = colour
        found(st, slot, take(st, home, place, d), d)
    elif kind == 1 or size_of(st, slot) >= MOST:
        swap(st, home, place, slot, throw(d, bricks), d)
    else:
        put(st, slot, take(st, home, place, d), d)
    return True


def bring(st: Row, slot: int, card: int, d: Row) -> bool:
    """A card from outside: into an empty level, beside others or in place of one."""
    brick = card_brick(card, d)
    bricks = st[slot * SLOT + 1]
    if bricks == 0:
        st[slot * SLOT] = d[COLOUR + card]
        found(st, slot, brick, d)
    elif throw(d, 3) or size_of(st, slot) >= MOST:
        exchange(st, slot, throw(d, bricks), brick, d)
    else:
        put(st, slot, brick, d)
    return True


def change_pane(st: Row, d: Row) -> bool:
    """A window comes, goes, or to another place."""
    slot = throw(d, d[SLOTS])
    at = slot * SLOT + 2
    panes, size = st[at], size_of(st, slot)
    if size == 0:
        return False
    kind = throw(d, 5)
    if kind == 0:
        if size < MOST:
            st[at] = with_pane(panes, throw(d, size + 1))
        return size < MOST
    if panes == 0:
        return False
    rest = without(panes, some_pane(panes, size, d))
    if kind == 1:
        st[at] = rest
        return True
    if kind < 4:
        st[at] = with_pane(rest, throw(d, size))
        return st[at] != panes
    other = throw(d, d[SLOTS])
    room = size_of(st, other)
    if other == slot or room == 0 or room >= MOST:
        return False
    st[at] = rest
    st[other * SLOT + 2] = with_pane(st[other * SLOT + 2], throw(d, room + 1))
    return True


def change_tons(st: Row, d: Row) -> bool:
    """A rare letter is adjusted otherwise."""
    slot = throw(d, d[SLOTS])
    bricks = st[slot * SLOT + 1]
    for place in range(bricks):
        brick = st[slot * SLOT + 3 + place]
        rare = (RARE_BITS >> (brick >> LETTER)) & 1
        if rare and not brick & IS_WILD and (place == bricks - 1 or throw(d, 2)):
            other = card_brick(brick & WILD_CARD, d)
            if other != brick:
                exchange(st, slot, place, other, d)
            return other != brick
    return False


def change_level(st: Row, d: Row) -> bool:
    """A level goes, gets new bricks, or is cut in two."""
    slot = throw(d, d[SLOTS])
    bricks = st[slot * SLOT + 1]
    kind = throw(d, 3)
    if kind == 1:
        return renew(st, slot, bricks if bricks else 1 + throw(d, 3), d)
    if kind == 0:
        clear(st, slot, d)
        return bricks > 0
    if bricks < 2:
        return False
    for other in range(d[SLOTS]):
        if st[other * SLOT + 1] == 0:
            st[other * SLOT] = st[slot * SLOT]
            st[other * SLOT + 2] = 0
            for _ in range(1 + throw(d, bricks - 1)):
                put(st, other, take(st, slot, throw(d, st[slot * SLOT + 1]), d), d)
            return True
    return False


def clear(st: Row, slot: int, d: Row) -> None:
    """Take all bricks out of a level, and with them its windows."""
    while st[slot * SLOT + 1]:
        take(st, slot, st[slot * SLOT + 1] - 1, d)


def renew(st: Row, slot: int, bricks: int, d: Row) -> bool:
    """Fill a level with other cards of some colour; its windows stay."""
    if not d[BRICKS]:
        return False
    colour = throw(d, 3)
    panes = st[slot * SLOT + 2]
    clear(st, slot, d)
    st[slot * SLOT] = colour
    for _ in range(4 * bricks):
        card = some_card(d)
        if d[COLOUR + card] == colour and st[d[SLOTS] * SLOT + 1 + card] < 0:
            put(st, slot, card_brick(card, d), d)
            if st[slot * SLOT + 1] == bricks:
                break
    st[slot * SLOT + 2] = panes
    tidy(st, slot)
    return st[slot * SLOT + 1] > 0

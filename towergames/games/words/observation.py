"""What a seat may know, and how the rest is imagined (determinization)."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

from towergames.core.contract import Seat
from towergames.core.dice import Dice
from towergames.games.words.model import Public, State, View, full_bag
from towergames.games.words.moves import with_tiles

HIDDEN = "*"
"""What stands for a tile that the looker may not know."""

_SHARED = tuple(field.name for field in fields(Public))


def view(state: State, seat: Seat | None) -> View:
    """All that ``seat`` may know: other racks are hidden until the end unless they lie open; the bag is a number."""
    return _show(state, seat, everything=state.terms.open_racks or state.phase == "over")


def reveal(state: State) -> View:
    """The view with all racks."""
    return _show(state, None, everything=True)


def _show(state: State, seat: Seat | None, *, everything: bool) -> View:
    return View(
        seat=seat,
        racks=tuple(rack if everything or owner == seat else None for owner, rack in enumerate(state.racks)),
        rack_sizes=tuple(map(len, state.racks)),
        bag=len(state.bag),
        swap=state.swap if everything or seat == state.active or not state.swap else HIDDEN,
        **{name: getattr(state, name) for name in _SHARED},
    )


def unseen_tiles(seen: View) -> str:
    """The tiles that the seat does not see, sorted: the bag and the hidden racks."""
    if seen.phase == "words":
        return ""
    known = Counter("".join(seen.board))
    for rack in seen.racks:
        known.update(rack or "")
    rest = Counter(full_bag(seen.terms.size))
    rest.subtract(known)
    return "".join(tile * rest[tile] for tile in sorted(rest))


def imagine(seen: View, dice: Dice) -> State:
    """A state consistent with the view: the unseen tiles are shuffled over the hidden racks and the bag.

    Every such state is equally likely, which leaves out what the others' plays suggest about their racks.
    """
    pile = dice.shuffled(unseen_tiles(seen))
    racks = []
    for rack, size in zip(seen.racks, seen.rack_sizes, strict=True):
        if rack is None:
            rack = "".join(sorted(pile.pop() for _ in range(size)))
        racks.append(rack)
    swap = seen.swap
    if swap == HIDDEN:
        swap = dice.choice(racks[seen.active])
    return State(
        racks=tuple(racks),
        bag=with_tiles("", "".join(pile)),
        swap=swap,
        **{name: getattr(seen, name) for name in _SHARED},
    )

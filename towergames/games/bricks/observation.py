"""What a seat may know, and how the rest is imagined (determinization)."""

from __future__ import annotations

from dataclasses import fields, replace

from towergames.core.contract import Seat
from towergames.core.dice import Dice
from towergames.games.bricks.construction import cards_left, insert
from towergames.games.bricks.model import FIRST_DRAFT, HIDDEN_AT_FIRST, NEW_BENCH, Bench, Draft, Public, State, View
from towergames.games.bricks.pieces import WILD, Tower, card_piece

_SHARED = tuple(field.name for field in fields(Public))


def view(state: State, seat: Seat | None) -> View:
    """All that ``seat`` may know: what others build, and what they handed in, is hidden until the reveal."""
    return _show(state, seat, everything=state.phase == "over")


def reveal(state: State) -> View:
    """The view with all benches."""
    return _show(state, None, everything=True)


def _show(state: State, seat: Seat | None, *, everything: bool) -> View:
    return View(
        seat=seat,
        benches=tuple(bench if everything or owner == seat else None for owner, bench in enumerate(state.benches)),
        order=state.order if everything else None,
        **{name: getattr(state, name) for name in _SHARED},
    )


def imagine(seen: View, dice: Dice) -> State:
    """A state consistent with the view: other players' drafts are some of their cards in random levels.

    What others are likely to build is not thought about; nobody's best tower depends on it.
    """
    order = seen.order
    if order is None:
        order = tuple(dice.shuffled(HIDDEN_AT_FIRST)) if seen.terms.discovery and seen.materials else ()
    benches = tuple(
        bench if bench is not None else _imagined(seen, seat, dice) for seat, bench in enumerate(seen.benches)
    )
    return State(benches=benches, order=order, **{name: getattr(seen, name) for name in _SHARED})


def _imagined(seen: View, seat: Seat, dice: Dice) -> Bench:
    if not seen.steps[seat] and not seen.has_submitted(seat):
        return NEW_BENCH
    tower: Tower = ()
    cards = [card for card in cards_left((), seen.cards_of(seat)).elements() if card != WILD]
    for card in dice.shuffled(cards)[: dice.below(min(len(cards), 20) + 1) if seen.steps[seat] else 0]:
        level = dice.below(len(tower) + 1)
        tower = insert(tower, card_piece(card), level, 1 if level else 0)
    bench = replace(NEW_BENCH, drafts=(Draft(FIRST_DRAFT, tower),))
    return replace(bench, tower=tower) if seen.has_submitted(seat) else bench

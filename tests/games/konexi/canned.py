"""A table top without physics: outcomes by dice, legal in form, with every kind of fall."""

from __future__ import annotations

import pytest

from towergames.core.dice import Dice
from towergames.games.konexi import requirements
from towergames.games.konexi.bodies import straight
from towergames.games.konexi.game import GAME, Konexi
from towergames.games.konexi.model import FALLS, STANDS, Released, RestingLetter, State
from towergames.games.konexi.tower import PlacedLetter, balance, tower_of


class CannedPhysics:
    """Answers by dice: of ``of`` releases one falls."""

    def __init__(self, of: int = 8) -> None:
        self.of = of

    def let_go(self, state: State, dice: Dice) -> Released:
        assert state.in_hand is not None
        return self._answer((*state.tower, state.in_hand), dice)

    def bump(self, state: State, dice: Dice) -> Released:
        return self._answer(state.tower, dice)

    def _answer(self, spots: tuple[PlacedLetter, ...], dice: Dice) -> Released:
        falls = dice.below(self.of) == 0
        return outcome(spots, _kind(spots, dice) if falls else STANDS, dice)


def outcome(spots: tuple[PlacedLetter, ...], kind: str = STANDS, dice: Dice | None = None) -> Released:
    """A stand or a fall of these letters; the last one is what falls."""
    dice = dice or Dice(1)
    base, last = spots[0].letter, spots[-1].letter
    named = last if kind in ("drop", "touch", "notch") else ""
    on_table = {base} if kind == STANDS else {base, named} - {""}
    rests = tuple(rest_of(spot, number, dice) for number, spot in enumerate(spots))
    return Released(
        kind=kind,
        cause=named,
        on_table="".join(sorted(on_table)),
        rests=rests,
        margin=8 * balance(tower_of(spots)).margin,
        load=dice.below(1000),
        loaded=last if len(spots) > 1 else "",
        tremor=(3, -5),
        engine="canned",
        trace="QUJD" * dice.below(4),
    )


def rest_of(spot: PlacedLetter, number: int, dice: Dice) -> RestingLetter:
    """A letter about where it was put."""
    return RestingLetter(
        spot.letter, straight(spot), dice.below(900) - 450 if number else 0, dice.below(300) if number else 0
    )


def _kind(spots: tuple[PlacedLetter, ...], dice: Dice) -> str:
    kinds = FALLS if len(spots) > 1 else ("collapse", "sideways")
    return dice.choice(kinds)


def game(of: int = 8) -> Konexi:
    """The game with canned physics."""
    physics = CannedPhysics(of)
    return Konexi(lambda: physics)


def replace_physics(monkeypatch: pytest.MonkeyPatch, physics: CannedPhysics) -> None:
    """Let the game use this table top, as if the engine were installed."""
    monkeypatch.setattr(GAME, "_physics", lambda: physics)
    monkeypatch.setattr(requirements, "unavailable_reason", lambda: "")

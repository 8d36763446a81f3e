"""Live rounds for tests: places picked by hand or by dice, let go on the real table top. Needs the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from towergames.core.dice import Dice
from towergames.games.konexi.letters import ALPHABET, poses
from towergames.games.konexi.live_physics import NO_TREMOR, draw_tremor, released, scaled_for
from towergames.games.konexi.model import STANDS, Released, RestingLetter
from towergames.games.konexi.moves import check_outcome
from towergames.games.konexi.push import PushNoise
from towergames.games.konexi.tower import PlacedLetter, margin_with, places, stands, tower_of

Spots = tuple[PlacedLetter, ...]
H: Spots = (PlacedLetter("H", 0, False, 0, 0),)
"""A firm base."""
MIDDLE = 500
"""See :func:`across`: the middle of H."""


def added(spots: Spots, letter: str, wanted: Callable[[PlacedLetter], object]) -> Spots:
    """A tower with a letter more, in the place that is ``wanted`` most."""
    return (*spots, max(places(tower_of(spots), letter), key=wanted))  # type: ignore[arg-type]


def across(spot: PlacedLetter) -> int:
    """How far to the right its weight lies, in hundredths of half a cell."""
    return sum(2 * x + 1 for x, _ in spot.cells) * 100 // len(spot.cells)


def on_top(letter: str) -> Spots:
    """A letter upon H, as much over the middle of it as can be."""
    return added(H, letter, lambda spot: (spot.y, -abs(across(spot) - MIDDLE)))


def let_go(
    spots: Spots, tremor: PushNoise = NO_TREMOR, rests: tuple[RestingLetter, ...] = (), *, whole: bool = True
) -> Released:
    """The checked outcome of a release of the last letter; without ``rests`` the tower below it is straight."""
    outcome = released(spots, rests, spots[-1].letter, tremor, whole=whole)
    check_outcome(outcome, [spot.letter for spot in spots])
    return outcome


@cache
def rounds(hand: str, seed: int, ideas: int) -> tuple[tuple[Spots, tuple[RestingLetter, ...], Released], ...]:
    """One round by dice, before and after each release. The steadiest of ``ideas`` random places is taken."""
    return tuple(_rounds(hand, seed, ideas))


def _rounds(hand: str, seed: int, ideas: int) -> Iterator[tuple[Spots, tuple[RestingLetter, ...], Released]]:
    dice = Dice(seed)
    pile = dice.shuffled(ALPHABET)
    base = dice.choice([one for one in poses(pile[0]) if stands(one)])
    spots: Spots = (PlacedLetter(base.letter, base.turn, base.flip, 0, 0),)
    rests: tuple[RestingLetter, ...] = ()
    for letter in (*pile[1:], ""):
        outcome = let_go(spots, scaled_for(draw_tremor(hand, dice), len(spots)), rests)
        yield spots, rests, outcome
        if outcome.kind != STANDS or not letter:
            return
        tower, rests = tower_of(spots), outcome.rests
        found = places(tower, letter)
        thought = [dice.choice(found) for _ in range(ideas)] if found else []
        if not thought:
            return
        spots = (*spots, max(thought, key=lambda spot: margin_with(tower, spot)))


def jittered(rests: tuple[RestingLetter, ...], dice: Dice) -> tuple[RestingLetter, ...]:
    """A tower with its base moved by a micrometre along each axis and each joint by a thousandth of a degree."""
    base, *others = rests
    x, y, z = (way + dice.choice((-1, 1)) for way in base.pose[:3])
    moved = base._replace(pose=base.pose._replace(x=x, y=y, z=z))
    return (
        moved,
        *(
            rest._replace(bend=rest.bend + dice.choice((-1, 1)), twist=rest.twist + dice.choice((-1, 1)))
            for rest in others
        ),
    )

"""Towers of Konexi at the start of a turn, when nobody touches them. Needs the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import Any

from tests.bots.self_play import turns
from tests.games.konexi.live import jittered
from towergames.core.dice import Dice
from towergames.games.konexi import bots
from towergames.games.konexi.bodies import solid
from towergames.games.konexi.game import GAME
from towergames.games.konexi.live_physics import NO_TREMOR, released
from towergames.games.konexi.model import STANDS, RestingLetter, State
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.geometry import PER_CM
from towergames.physics.recording import read

FELL = 100_000
"""Micrometres that are added to the way of a tower that falls."""


def konexi_towers(seed: int) -> Iterator[dict[str, Any]]:
    """Every tower at the start of a turn of one game of Konexi, left alone."""
    hand = ("steady", "normal")[seed % 2]
    last: tuple[Any, ...] = ()
    easy = bots.LEVELS[0]
    for play, state in turns(GAME, easy, 3, {"hand": hand, "target": 20}, seed, easy.iterations):
        if state.rests and state.rests != last:
            last = state.rests
            yield {**alone(state), "hand": hand, "seed": seed, "play": play}


def alone(state: State) -> dict[str, Any]:
    """The fate of a state's tower when the table rebuilds it and no player touches it."""
    way = furthest_way(state.tower, state.rests)
    aside = furthest_way(state.tower, jittered(state.rests, Dice(len(state.tower))))
    return {"pieces": len(state.tower), "fell": int(way > FELL), "way": way, "aside": aside}


def furthest_way(tower: Sequence[PlacedLetter], rests: Sequence[RestingLetter]) -> int:
    """The longest way of a corner, in micrometres, when a tower is rebuilt and left alone; FELL and more if
    it falls.
    """
    outcome = released(tower, rests, tower[-1].letter, NO_TREMOR, whole=False)
    ways = [
        dist(read(before.pose).point(corner), read(after.pose).point(corner)) * PER_CM
        for before, after in zip(rests, outcome.rests, strict=True)
        for corner in solid(before.letter).corners
    ]
    return round(max(ways)) + (0 if outcome.kind == STANDS else FELL)

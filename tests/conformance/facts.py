"""What the suite must be told about each game: what is conserved, and which option values are too big for it."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from tests.games.bricks import promises as bricks
from tests.games.konexi import canned as canned_konexi
from tests.games.konexi import promises as konexi
from tests.games.leaning import canned
from tests.games.leaning import promises as leaning
from tests.games.words import promises as words
from towergames.core.contract import AnyGame
from towergames.core.dice import Dice
from towergames.core.options import OptionError, Scalar
from towergames.registry import Entry

TOO_BIG: dict[str, dict[str, Scalar]] = {"null": {"heap": 4000}}
"""Option values that only benchmarks use."""


@cache
def option_sets(entry: Entry, seats: int) -> list[dict[str, Scalar]]:
    """The default options, then sets that together hold every value of every option at least once.

    Starting players are taken from the last one downwards: over all numbers of seats they all begin.
    """
    info = entry.game.info
    listed = [option for option in info.options if not option.free]
    most = max((len(option.values) for option in listed if option.key != info.starter_option), default=1)
    sets: list[dict[str, Scalar]] = [{}]
    for i in range(1, most):
        made = {option.key: option.values[i % len(option.values)] for option in listed}
        big = TOO_BIG.get(info.key, {})
        made = {k: v for k, v in made.items() if big.get(k) != v}
        if info.starter_option:
            made[info.starter_option] = 1 + (seats - i) % seats
        try:
            entry.game.new(seats, made)
        except OptionError:
            continue
        if made not in sets:
            sets.append(made)
    return sets


def _takethat(s: Any) -> None:
    from towergames.games.takethat.model import full_deck

    if s.phase == "deal":
        return
    cards: Counter[str] = Counter(s.deck)
    cards.update(s.discard)
    for hand in s.hands:
        cards.update(hand)
    for tower in s.slots:
        for storey in tower.storeys if tower else ():
            cards.update(card for card in (storey.floor, storey.tuck) if card is not None)
            assert (storey.owner is None) == (storey.tuck is None)
    assert cards == Counter(full_deck(s.terms))
    assert all(len(hand) <= 6 for hand in s.hands)


def _null(s: Any) -> None:
    assert s.heap >= 0
    assert all(0 <= n <= 6 for n in s.secrets)
    assert all(points >= 0 for points in s.points)


def _nim(s: Any) -> None:
    from towergames_nim.game import heights_of

    assert all(0 <= left <= built for left, built in zip(s.heights, heights_of(s.terms.towers), strict=True))
    assert (s.winner is None) == any(s.heights)


CONSERVED: dict[str, Callable[[Any], None]] = {
    "bricks": bricks.conserved,
    "konexi": konexi.conserved,
    "leaning": leaning.conserved,
    "takethat": _takethat,
    "words": words.conserved,
    "null": _null,
    "nim": _nim,
}
"""Game -> a function that fails when a state has lost or made up a piece. Every game has one."""

SHOWN_ON_THE_WAY: dict[str, frozenset[str]] = {"takethat": frozenset({"discard"})}
"""Events that tell what was open for a moment within a step: two towers discarded one after the other (T-11)."""

ADVENTURES: dict[str, Callable[[Any, Dice], Any]] = {
    "bricks": bricks.adventure,
    "konexi": konexi.adventure,
    "leaning": leaning.adventure,
    "words": words.adventure,
}
"""Game that cannot list every move -> a legal move for random games that its choices bring seldom or never, or None."""

UNLISTED: dict[str, Callable[[Any, Any], bool]] = {
    "bricks": bricks.may_be_unlisted,
    "konexi": konexi.may_be_unlisted,
    "leaning": leaning.may_be_unlisted,
    "words": words.may_be_unlisted,
}
"""Game that cannot list every move -> whether this legal move may be missing from the choices of this state."""

PLAYOUTS: dict[str, int] = {"bricks": 8, "konexi": 4, "leaning": 8, "words": 5}
"""Random games in the everyday run where 40 would take long; the long run has 10,000 for every number of seats."""


def random_move(game: AnyGame, state: Any, dice: Dice) -> Any:
    """A legal move for a random game: one of the choices, or one that is not listed."""
    adventure = ADVENTURES.get(game.info.key)
    move = adventure(state, dice) if adventure else None
    return game.choices(state).sample(dice) if move is None else move


def listed_as_promised(game: AnyGame, state: Any, move: Any, legal: bool, listed: bool) -> bool:
    """Listed means legal; legal means listed, unless the game says that it cannot list moves like this one."""
    if listed or not legal:
        return listed == legal
    return not game.info.exhaustive and UNLISTED[game.info.key](state, move)


@contextmanager
def canned_physics() -> Iterator[None]:
    """The dexterity games on tables that need no physics: quick, the same on every machine, and with falls enough."""
    from towergames.games.konexi import game as konexi_game
    from towergames.games.konexi import requirements as konexi_requirements
    from towergames.games.leaning import game as leaning_game
    from towergames.games.leaning import live_physics
    from towergames.games.leaning import requirements as leaning_requirements

    with ExitStack() as patched:
        letters = canned_konexi.CannedPhysics(12)
        patched.enter_context(patch.object(leaning_game.GAME, "_table", canned.CannedTable))
        patched.enter_context(patch.object(konexi_game.GAME, "_physics", lambda: letters))
        # An opponent that would skip searches as the table does, in the engine, and canned tables seldom have a place.
        patched.enter_context(patch.object(live_physics, "MOST_SEARCH_MS", 300))
        patched.enter_context(patch.object(live_physics, "_answers", OrderedDict()))
        for requirements in (leaning_requirements, konexi_requirements):
            patched.enter_context(patch.object(requirements, "unavailable_reason", lambda: ""))
            patched.enter_context(patch.object(requirements, "facts", lambda: {"engine": "canned"}))
        yield

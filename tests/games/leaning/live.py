"""Live games for tests: placements that stand in a simulation, and blind ones that fall. Needs the engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from towergames.core.bot import Clock
from towergames.core.contract import Decide, Nature
from towergames.core.dice import Dice
from towergames.games.leaning import model, placement_search
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import SIZES, GiveUp, Place, State
from towergames.games.leaning.rules import first_refusal, leaning_pose
from towergames.games.leaning.tutorial import TUTORIAL
from towergames.physics.recording import RecordedPose, recorded
from towergames.table.match import Table


def played(*texts: str) -> State:
    """The tutorial's game after these moves."""
    return _played(texts)[0]


@cache
def _played(texts: tuple[str, ...]) -> tuple[State, int]:
    """The state after these typed moves, and the number of plays. Common beginnings are played once."""
    if not texts:
        return GAME.new(2, TUTORIAL.options), 0
    s, ply = _played(texts[:-1])
    s, ply = GAME.apply(s, GAME.parse(texts[-1], s)).state, ply + 1
    while isinstance(turn := GAME.turn(s), Nature):
        s, ply = GAME.apply_outcome(s, GAME.resolve(s, turn, Dice(TUTORIAL.seed, ply, turn.kind))).state, ply + 1
    return s, ply


def play_whole(table: Table, seed: int, most: int, check: Callable[[Any], None] = lambda state: None) -> None:
    """Play on until the game is over, or for ``most`` moves: mostly sound placements, some blind ones."""
    dice = Dice(seed, 0, "hands")
    for _ in range(most):
        turn = table.turn
        if not isinstance(turn, Decide):
            return
        table.submit(turn.seat, some_move(table.history.state, dice))
        check(table.history.state)


def some_move(s: State, dice: Dice) -> model.Action:
    return next(move for move in _moves(s, dice) if first_refusal(s, move) is None)


def _moves(s: State, dice: Dice) -> Any:
    if s.phase == "found":
        yield model.Ready()
    elif s.phase == "turn":
        if dice.below(12) == 0:
            yield from map(model.Hold, dice.shuffled(SIZES))
        for held in (True, False):
            for size in dice.shuffled(SIZES):
                yield from _places(s, size, held, dice)
        yield from (model.Skip(), model.Pass(), *map(model.Hold, SIZES), *map(GiveUp, SIZES))
    elif s.phase == "slip":
        assert s.in_hand is not None
        yield model.Accept()
        yield from _places(s, s.in_hand.size, s.in_hand.held, dice)
        yield GiveUp()
    else:
        for piece in s.broken:
            if dice.below(2):
                yield model.Keep(piece)
        yield model.Restore()
        one = next(one for one in s.layout.pieces if one.id == s.broken[0])
        found = _idea(s, one.size, False, dice, one.id)
        if found:
            yield model.Rebuild(one.id, *found)
        yield model.Decline()


def _places(s: State, size: str, held: bool, dice: Dice) -> Any:
    if first_refusal(s, Place(size, held, 0, leaning_pose(0, 0, 0, 0))) is not None:
        return
    if dice.below(10) == 0:
        on = dice.choice(s.layout.pieces).pose
        yield Place(size, held, 0, on._replace(z=on.z + dice.below(60_000)))
    found = _idea(s, size, held, dice)
    if found:
        yield Place(size, held, 0, *found)


def _idea(s: State, size: str, held: bool, dice: Dice, piece: int = 0) -> tuple[RecordedPose, Any] | None:
    found = next(
        placement_search.search_placements(s, size, held, 0, Clock(iterations=30), dice.below(2**31), piece=piece), None
    )
    return (recorded(found.pose), found.aim) if found else None

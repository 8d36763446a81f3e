"""Tables of Konexi for the tests of its board: contexts and players at them, without physics."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.board.player import Player
from tests.games.konexi.canned import game
from tests.games.konexi.making import rule_tower, state
from towergames.board.protocol import Context, Style
from towergames.core.contract import Decide, Nature, Seat
from towergames.core.dice import Dice
from towergames.games.konexi.board import BOARD
from towergames.games.konexi.board.ui_state import KonexiContext
from towergames.games.konexi.game import Konexi
from towergames.games.konexi.model import ANY, State

NAMES = ("Ann", "Balthasar", "Zoë", "Eve", "Ida", "Bo")
RULES = game(10**6)
"""The game with a table on which everything stands."""
STYLE = ("ascii_only", "colours", "still", "cursor")


def seen(s: State, viewer: Seat | str | None = "decider", rules: Konexi = RULES, **changes: Any) -> Player:
    """The table as a viewer sees it, who may act if it is the viewer's decision."""
    turn = rules.turn(s)
    decider = turn.seat if isinstance(turn, Decide) else None
    seat = decider if viewer == "decider" else viewer
    assert not isinstance(seat, str)
    style = Style(**{name: changes.pop(name) for name in STYLE if name in changes})
    may = seat is not None and seat == decider
    view = rules.view(s, seat)
    return Player(BOARD, Context(rules, view, turn, seat, NAMES[: s.seats], None, may, style=style, **changes))


def context_of(s: State, viewer: Seat | None = 0, **changes: Any) -> KonexiContext:
    """The context of a board for a viewer who has just come to the table."""
    return seen(s, viewer, **changes).context


def played(player: Player, s: State, rules: Konexi = RULES) -> State:
    """Play the submitted action and everything that chance decides, and show the player the new table."""
    s = live(rules.apply(s, player.submitted).state, rules)
    other = seen(s, rules=rules, room=player.context.room).context
    player.see(other, new=True)
    return s


def live(s: State, rules: Konexi = RULES, seed: int = 1) -> State:
    """The state after everything that chance decides."""
    number = 0
    while isinstance(turn := rules.turn(s), Nature):
        number += 1
        s = rules.apply_outcome(s, rules.resolve(s, turn, Dice(seed, number))).state
    return s


def begun(seats: int = 3, **options: Any) -> State:
    """A real game at its first decision."""
    return live(RULES.new(seats, {"first": 1, **options}))


def adding(**options: Any) -> State:
    """A letter has to be added to the example's tower: K or M."""
    left = "ABDFGHIJKMNOPQSTVWXYZ"
    return state(rule_tower(), circle=left, gap=left.index("M"), **options)


def choosing(face: int = ANY, **options: Any) -> State:
    """A state in which the token has to be moved."""
    return replace(state(rule_tower(), phase="token", **options), face=face)

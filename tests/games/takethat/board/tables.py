"""Tables for the tests of the board: random ones, and ones with towers that are written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tests.board import tables
from tests.board.player import Player
from towergames.board.protocol import AnyContext, Context
from towergames.core.contract import Decide, Event, Seat
from towergames.games.takethat.board import BOARD
from towergames.games.takethat.board.examples import read_tower
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import State

played = partial(tables.played, GAME, last=3)


def seen(state: State, events: Sequence[Event] = (), seat: Seat | None = -1, **more: Any) -> Player:
    """A player at the position as ``seat`` sees it (-1: the active seat)."""
    return Player(BOARD, tables.seen(GAME, state, events, seat, **more))


def table(
    towers: Sequence[str],
    hand: Sequence[str] = ("OFFICE", "LOBBY", "SPIRE", "SUITE"),
    *,
    seats: int = 4,
    phase: str = "build",
    built: tuple[int, ...] = (),
    height: int = 6,
    texts: str = "printed",
    **more: Any,
) -> Player:
    """A player at towers written from top to ground; seat 0 looks and decides."""
    fresh = GAME.new(seats, {"texts": texts, "height": height, "first": 1})
    view = replace(
        GAME.view(fresh, 0),
        phase=phase,
        deck=41,
        hands=(tuple(hand), *(None,) * (seats - 1)),
        hand_sizes=(len(hand), 5, 6, 4)[:seats],
        slots=tuple(read_tower(text, i) for i, text in enumerate(towers)),
        terms=replace(fresh.terms, tower_limit=len(towers)),
        built=built,
        discard=("OFFICE", "LOBBY", "LOBBY"),
        points=(3, 0, 12, 5)[:seats],
    )
    c: AnyContext = Context(GAME, view, Decide(0, phase), 0, tables.NAMES[:seats], None, **{"may_act": True} | more)
    return Player(BOARD, c)


def event(kind: str, slot: int, storey: int | None = None, **data: Any) -> Event:
    place = {"slot": slot} if storey is None else {"slot": slot, "storey": storey}
    return Event(kind, "", seat=1, data={**place, **data})

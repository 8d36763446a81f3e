"""Records and achievements of Leaning Towers: each earned, missed by one, met with help, and after a free undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tests.feats import Game
from tests.games.leaning.making import HERE, lands, rests, state
from towergames.core.feat import Mark
from towergames.games.leaning.feats import FEATS
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import Place, Rebuild, State

ANN, BOB = 0, 1
Hands = tuple[tuple[int, int, int], tuple[int, int, int]]


def last_piece(
    *, size: str = "small", level: int = 0, held: bool = False, points: tuple[int, int] = (9, 0), count: int = 1
) -> State:
    """Ann has ``count`` pieces left to place, Bob none; P3 of Bob stands on a level."""
    made = state((3, "large", BOB, level), touches=((1, 3),), held=_one(size) if held else (0, 0, 0))
    mine = (0, 0, 0) if held else (count // 2, count - count // 2, 0) if count > 1 else _one(size)
    return replace(made, hands=(mine, (0, 0, 0)), points=points)


def _one(size: str) -> tuple[int, int, int]:
    return (int(size == "small"), int(size == "medium"), int(size == "large"))


class Table(Game):
    """A game in which pieces are let go of and come to rest as it is said."""

    def __init__(self, begun: State) -> None:
        super().__init__("leaning", begun, first=1)

    def let_go(self, size: str = "small", *, held: bool = False, **rest: Any) -> Table:
        self.move(GAME.notate(Place(size, held, 3, HERE)))
        return self._comes_to_rest(**rest)

    def put_back(self, piece: int, **rest: Any) -> Table:
        self.move(GAME.notate(Rebuild(piece, HERE)))
        return self._comes_to_rest(**rest)

    def _comes_to_rest(self, **rest: Any) -> Table:
        self.chance(msgspec.to_builtins(lands(self.history.state, **rest)))
        while self.history.state.phase == "clear":
            self.chance(msgspec.to_builtins(rests(self.history.state)))
        return self


def eight(*, slips: bool = False, count: int = 8) -> Table:
    """Ann places eight pieces, the small and medium ones in turn."""
    table = Table(last_piece(count=count))
    for number in range(count):
        size = ("medium", "small")[number % 2]
        if slips and not number:
            table.let_go(size, touches=(), shift=9_000).move("accept")
        else:
            table.let_go(size, touches=())
    return table


def masonry(*, kept: bool = False) -> Table:
    """Ann's piece moves P3, which is put back; then she places her last one."""
    table = Table(last_piece(count=2, points=(20, 0))).let_go("medium", touches=(3,), disturbs=(3,))
    if kept:
        return table.move("keep P3").let_go("small", touches=())  # type: ignore[return-value]
    return table.put_back(3).let_go("small", touches=())


ON_P3 = {"corners": 0, "touches": (3,)}
EARNED: dict[str, tuple[Callable[[], Table], Callable[[], Table]]] = {
    "tiptoe": (
        lambda: Table(last_piece()).let_go(corners=1, touches=(2,)),
        lambda: Table(last_piece()).let_go(corners=2, touches=(2,)),
    ),
    "upstairs": (
        lambda: Table(last_piece(level=1)).let_go(**ON_P3),
        lambda: Table(last_piece(level=0)).let_go(**ON_P3),
    ),
    "worth-the-wait": (
        lambda: Table(last_piece(level=1, held=True)).let_go(held=True, **ON_P3),
        lambda: Table(last_piece(level=0, held=True)).let_go(held=True, **ON_P3),
    ),
    "mason": (masonry, lambda: masonry(kept=True)),
    "attic": (
        lambda: Table(last_piece(level=3)).let_go(**ON_P3),
        lambda: Table(last_piece(level=2)).let_go(**ON_P3),
    ),
    "not-a-hair": (eight, lambda: eight(count=7)),
    "penthouse": (
        lambda: Table(last_piece(level=5)).let_go(**ON_P3),
        lambda: Table(last_piece(level=4)).let_go(**ON_P3),
    ),
}
"""By achievement: a game that earns it, and one that misses it by one."""


def test_every_achievement_has_its_games() -> None:
    assert set(EARNED) == {one.key for one in FEATS.achievements}


@pytest.mark.parametrize("key", EARNED)
def test_an_achievement_is_earned_and_missed_by_one(key: str) -> None:
    earned, missed = EARNED[key]
    assert key in earned().earned() and key not in earned().met(BOB)
    assert key not in missed().met()


@pytest.mark.parametrize("key", EARNED)
def test_with_a_hint_it_is_met_and_does_not_count(key: str) -> None:
    helped = EARNED[key][0]()
    helped.help(ANN)
    assert key in helped.met() and not helped.earned()
    other = EARNED[key][0]()
    other.help(BOB)
    assert key in other.earned(), "the help of another player is not Ann's"


@pytest.mark.parametrize("key", EARNED)
def test_a_free_undo_neither_earns_nor_spoils_it(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece is set aside and taken back before each letting go."""
    let_go = Table.let_go

    def after_an_undo(self: Table, size: str = "small", *, held: bool = False, **rest: Any) -> Table:
        if not held:
            self.move(f"hold {size}").undo()
        return let_go(self, size, held=held, **rest)

    monkeypatch.setattr(Table, "let_go", after_an_undo)
    earned, missed = (make() for make in EARNED[key])
    assert key in earned.earned() and key not in missed.met()
    assert "holds" not in earned.marks()


def test_a_miss_says_how_near_it_was() -> None:
    near = {key: missed().near(key) for key, (_, missed) in EARNED.items()}
    assert near == {
        "tiptoe": "",
        "upstairs": "best 1 of 2",
        "worth-the-wait": "best 4 of 5",
        "mason": "",
        "attic": "best 3 of 4",
        "not-a-hair": "won with 7 pieces of 8",
        "penthouse": "best 5 of 6",
    }


def test_a_slip_that_stays_spoils_not_a_hair_alone() -> None:
    slipped = eight(slips=True)
    assert "not-a-hair" not in slipped.met() and slipped.marks()["stand"].value == 8
    lost = Table(last_piece(points=(0, 9))).let_go(touches=())
    assert "not-a-hair" not in lost.marks(), "only a winner is asked"


def test_a_break_ends_the_row_of_pieces_that_stood_and_a_wreck_is_no_masonry() -> None:
    marks = masonry().marks()
    assert marks["stand"].value == 1 and marks["fell"].value == 1
    wrecked = Table(last_piece(count=2)).let_go("medium", touches=(3,), disturbs=(1, 2, 3))
    assert wrecked.marks()["fell"].value == 1 and "mason" not in wrecked.met() and "stand" not in wrecked.marks()


def test_records_say_where_the_piece_stands() -> None:
    marks = Table(last_piece(level=1, held=True)).let_go(held=True, **ON_P3).marks()
    assert marks["level"] == Mark(2, "P4", 2)
    assert marks["piece"] == marks["held"] == Mark(5, "P4, level 2", 2)
    assert marks["rounds-played"].value == 1
    assert {line.measure for line in FEATS.records} <= {*marks, "corner", "comeback"}


def test_a_piece_held_counts_for_the_habit_of_its_player() -> None:
    table = Table(last_piece(count=2)).let_go("medium", touches=())
    table.move("hold small").let_go(held=True, **ON_P3)
    assert table.marks()["holds"].value == 1 and "holds" not in table.marks(BOB)

"""Today's task of Leaning Towers (L-33): eight pieces, one builder, and chance that is named by piece and try."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from tests.games.leaning.canned import CannedTable
from tests.games.leaning.making import HERE, SHIFT_UM, lands, place, rests, settle, state
from towergames.core.contract import Decide, Over
from towergames.core.daily import SIGNS, play_task
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.core.options import OptionError
from towergames.games.leaning import bots
from towergames.games.leaning.daily import DAILY
from towergames.games.leaning.evaluation import Stakes
from towergames.games.leaning.game import GAME, LeaningTowers
from towergames.games.leaning.layout import room_of
from towergames.games.leaning.model import SIZES, Accept, GiveUp, Hold, Place, State, TableSettled
from towergames.games.leaning.moves import wreck_warning
from towergames.table.records import digest

DAY = "2026-11-27"
DAYS = [(date.fromisoformat(DAY) + timedelta(days=number)).isoformat() for number in range(50)]
Drawn = dict[tuple[int, int], int]


class DrawingTable(CannedTable):
    """A table that notes what the dice say of each piece and try. Some pieces slip, and none falls."""

    def __init__(self, slips: int) -> None:
        super().__init__()
        self.slips, self.drawn = slips, Drawn()

    def let_go(self, state: State, dice: Dice) -> TableSettled:
        if state.in_hand is not None and state.in_hand.kind == "ready":
            self.drawn[0, 0] = dice.below(10**9)
            return super().let_go(state, dice)
        used = 8 - sum(state.hands[0]) - sum(state.held[0])
        self.drawn[used, state.tries] = dice.below(10**9)
        shift = SHIFT_UM if state.tries < self.slips and used % 2 else 0
        if not state.in_hand or not state.in_hand.held:
            return lands(state, 1, (), shift=shift)
        free = next(one.id for one in state.layout.pieces if room_of(state.layout, one))
        return lands(state, 0, (free,), shift=shift)


def played(day: str, choose: Callable[[State], Any], slips: int = 0) -> tuple[Drawn, list[Play]]:
    table = DrawingTable(slips)
    game = LeaningTowers(lambda: table)
    return table.drawn, play_task(game, DAILY, day, lambda state, _: choose(state))


def sizes_left(state: State) -> list[str]:
    return [size for size, left in zip(SIZES, state.hands[0], strict=True) if left and size != state.last_size]


def at_once(state: State) -> Any:
    """Places pieces, small ones first."""
    held = [size for size, count in zip(SIZES, state.held[0], strict=True) if count]
    if state.phase == "slip":
        return Accept()
    if held:
        return Place(held[0], True, 1, HERE)
    return Place(sizes_left(state)[0], False, 1, HERE) if sizes_left(state) else Hold(state.last_size)


def with_patience(state: State) -> Any:
    """Holds a piece first, and lets go of a slipped one again."""
    held = [size for size, count in zip(SIZES, state.held[0], strict=True) if count]
    if state.phase == "slip":
        return Place(state.in_hand.size, state.in_hand.held, 1, HERE) if state.in_hand else Accept()
    if not held:
        return Hold(next(size for size, left in zip(SIZES, state.hands[0], strict=True) if left))
    return Place(held[-1], True, 1, HERE)


@pytest.mark.parametrize("day", DAYS)
def test_two_players_who_click_differently_meet_the_same_chance(day: str) -> None:
    one, quick = played(day, at_once)
    two, slow = played(day, with_patience, slips=2)
    common = one.keys() & two.keys()
    assert {(piece, 0) for piece in range(9)} <= common and (1, 2) in two
    assert all(one[key] == two[key] for key in common)
    assert len(set(two.values())) == len(two), "each piece and each try has its own"
    assert one != played((date.fromisoformat(day) + timedelta(days=1)).isoformat(), at_once)[0]
    assert isinstance(GAME.turn(quick[-1].step.state), Over) and len(slow) > len(quick)


def test_l33_one_player_has_eight_pieces_and_the_task_ends_with_the_last() -> None:
    begun = GAME.new(1, DAILY.options(DAY))
    assert begun.hands == ((3, 3, 2),) and begun.phase == "release", "the Foundation is set up by the table"
    _, plays = played(DAY, at_once)
    over = plays[-1].step.state
    assert over.ending == "all pieces are used" and len(over.layout.pieces) == 2 + 8
    assert DAILY.score(GAME.totals(over)) == over.points[0] > 0
    signs = DAILY.signs(plays)
    assert len(signs) == 8 and set(signs) <= set(SIGNS)


def test_the_deal_of_a_day_is_for_one_player_and_other_games_are_for_two() -> None:
    with pytest.raises(OptionError, match="for one player"):
        GAME.new(2, {"deal": DAY})
    with pytest.raises(OptionError):
        GAME.new(1, {})


def test_other_games_have_no_day_in_their_state() -> None:
    plain = GAME.new(2, {"first": 1})
    assert plain == GAME.new(2, {"first": 1, "deal": "random"})
    assert b"deal" not in msgspec.json.encode(plain.terms)
    assert digest(plain) != digest(replace(plain, terms=replace(plain.terms, deal=DAY)))
    assert GAME.dice_name(plain, GAME.turn(plain)) == ""


def task(*more: tuple[int, str, int, int], touches: Sequence[tuple[int, int]] = (), **changes: Any) -> State:
    """A turn of the task with these pieces on the table."""
    made = state(*more, touches=touches)
    terms = GAME.new(1, DAILY.options(DAY)).terms
    alone = {name: getattr(made, name)[:1] for name in ("held", "gone", "points", "out", "skips")}
    return replace(made, terms=terms, seats=1, hands=((1, 1, 0),), **{**alone, **changes})


def test_l33_a_break_costs_its_points_and_restores_itself() -> None:
    before = task((3, "medium", 0, 0), touches=((1, 3),))
    step = place(before, "small", disturbs=(3,))
    assert step.state.phase == "clear" and step.state.points == (-2,)
    after = settle(step.state, rests(step.state))
    assert after.state.phase == "turn" and after.state.layout == before.layout and not after.state.broken
    assert [event.kind for event in after.events] == ["settle", "rebuilt"]
    assert after.state.hands == ((0, 1, 0),), "the piece is lost"


def test_a_wreck_costs_the_pieces_used_of_eight_and_ends_the_task() -> None:
    before = task((3, "medium", 0, 0), (4, "small", 0, 1), touches=((1, 3), (3, 4)), points=(9,))
    assert Stakes.of(before, before.layout).begun == 8
    assert wreck_warning(before) == "today's task: a Wreck ends the game"
    step = place(replace(before, points=(9,)), "small", disturbs=(1, 3, 4))
    assert isinstance(GAME.turn(step.state), Over) and step.state.points == (9 - 7,)
    plays = [Play(1, None, None, before, step)]
    assert DAILY.signs(plays) == "×"


def test_a_player_alone_who_cannot_place_closes_the_task() -> None:
    before = task(points=(5,))
    search = GAME.apply(before, GAME.parse("skip", before)).state
    over = GAME.apply_outcome(search, GAME.outcomes["search"](found=False)).state
    assert isinstance(GAME.turn(over), Over) and over.points == (3,)
    assert Stakes.of(before, before.layout).closing(4) < 0, "alone, closing wins nothing"


def test_a_lost_piece_has_its_sign() -> None:
    slipped = place(task(), "small", corners=3, touches=(), shift=SHIFT_UM).state
    step = GAME.apply(slipped, GiveUp())
    assert DAILY.signs([Play(1, 0, GiveUp(), slipped, step)]) == "~"


def test_every_level_plays_the_task() -> None:
    for level in bots.LEVELS:
        assert level.iterations is not None
    turn = GAME.turn(task())
    assert isinstance(turn, Decide) and GAME.dice_name(task(), turn).endswith(f"daily 1|{DAY}|piece 6 try 0")

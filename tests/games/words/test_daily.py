"""Today's task of Stacked Words (U-25): one bag for everyone, six plays, no exchange, and its house."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from tests.combinations import first
from tests.games.words.making import state as made
from towergames.core.bot import Clock
from towergames.core.contract import Decide, IllegalAction, Nature, Over
from towergames.core.daily import SIGNS, play_task
from towergames.core.dice import Dice
from towergames.core.feat import Play as GamePlay
from towergames.core.options import OptionError
from towergames.games.words import chance
from towergames.games.words.bots import LEVELS
from towergames.games.words.daily import DAILY
from towergames.games.words.game import GAME
from towergames.games.words.model import TASK_PLAYS, Exchange, Pass, Play, State, full_bag
from towergames.games.words.moves import finish
from towergames.games.words.rules import all_plays
from towergames.table.records import digest

DAY = "2026-11-27"
DAYS = [(date.fromisoformat(DAY) + timedelta(days=number)).isoformat() for number in range(50)]


def chooses(key: Callable[[Any], Any]) -> Callable[[State, Decide], Play | Pass]:
    """A player who takes the play that is first by ``key``."""

    def choose(state: State, _turn: Decide) -> Play | Pass:
        play = min(all_plays(state), key=key, default=None)
        return Pass() if play is None else play.action(state.terms.size)

    return choose


greedy = chooses(lambda play: -play.score)
timid = chooses(lambda play: (len(play.tiles.replace(".", "")), play.score))


def drawn(plays: Sequence[GamePlay]) -> list[str]:
    """The tiles of each draw, sorted: the first rack, then what refills it."""
    moves = [play.move for play in plays if play.by is None]
    racks = [move.racks[0] for move in moves if hasattr(move, "racks")]
    return [*racks, *(move.tiles for move in moves if hasattr(move, "tiles"))]


def order_of(day: str) -> list[str]:
    """The tiles in the order of a day; a bag whose first rack makes no word is shuffled again."""
    dice = Dice.named(f"towergames words daily 1|{day}|bag")
    for _ in range(UNLUCKY.get(day, 0)):
        dice.shuffled(full_bag(10))
    return dice.shuffled(full_bag(10))


UNLUCKY = {"2026-12-08": 1, "2026-12-31": 2, "2027-02-26": 1, "2027-03-06": 1, "2027-06-16": 1, "2027-07-07": 1}
"""Days -> how many of their orders begin with a rack that makes no word."""


@pytest.mark.parametrize("day", first(15, [*UNLUCKY, *(day for day in DAYS if day not in UNLUCKY)]))
def test_two_players_with_other_plays_meet_the_same_tiles(day: str) -> None:
    order = order_of(day)
    for choose in (greedy, timid):
        at = 0
        for tiles in drawn(play_task(GAME, DAILY, day, choose)):
            assert sorted(tiles) == sorted(order[at : at + len(tiles)])
            at += len(tiles)
        assert at >= 7


def test_fifty_days_have_fifty_bags() -> None:
    racks = {drawn(play_task(GAME, DAILY, day, lambda *_: Pass()))[0] for day in DAYS}
    assert len(racks) == len(DAYS)


@pytest.mark.parametrize("day", UNLUCKY)
def test_u25_no_day_begins_with_a_rack_that_makes_no_word(day: str) -> None:
    plays = play_task(GAME, DAILY, day, greedy)
    assert any(isinstance(play.move, Play) for play in plays)
    assert DAILY.house is not None and DAILY.house(day) > 0


def test_a_word_list_for_which_no_rack_makes_a_word_ends_the_shuffling(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[State] = []
    monkeypatch.setattr(chance, "_anybody_can_play", asked.append)  # it returns None: nobody can
    state = replace(made(racks=("",), deal=DAY), phase="deal", bag=full_bag(10))
    assert len(GAME.resolve(state, Nature("deal"), Dice(1)).racks[0]) == 7
    assert len({one.racks for one in asked}) == len(asked) == chance.MOST_ORDERS


def test_u25_the_task_ends_after_six_plays_and_leftover_tiles_cost_nothing() -> None:
    plays = play_task(GAME, DAILY, DAY, greedy)
    over = plays[-1].step.state
    words = [play for play in plays if isinstance(play.move, Play)]
    assert len(words) == TASK_PLAYS and isinstance(GAME.turn(over), Over) and over.racks[0]
    assert over.ending == "all 6 words are played" and not isinstance(plays[-1].move, type(None))
    assert plays[-1] is words[-1], "nothing is drawn after the last play"
    assert over.points == (sum(line.points for play in words for line in play.step.scores),)


def test_a_pass_ends_the_task_and_no_tile_is_exchanged() -> None:
    before = play_task(GAME, DAILY, DAY, lambda *_: Pass())[-1].before
    refusal = GAME.judge(before, Exchange(before.racks[0][0])).refusals[0]
    assert refusal.rule == "U-25" and "exchange" not in " ".join(GAME.choices(before).templates)
    with pytest.raises(IllegalAction):
        GAME.apply(before, Exchange(before.racks[0][0]))
    step = GAME.apply(before, Pass())
    assert isinstance(GAME.turn(step.state), Over) and step.state.points == (0,)


def test_who_cannot_make_a_word_is_not_kept_waiting() -> None:
    stuck = replace(made(racks=("VVVJJQX",), deal=DAY), phase="look")
    look = GAME.resolve(stuck, Nature("look"), Dice(1))
    assert isinstance(GAME.turn(GAME.apply_outcome(stuck, look).state), Over)


def test_the_deal_of_a_day_is_for_one_player() -> None:
    with pytest.raises(OptionError, match="for one player"):
        GAME.new(2, {"deal": DAY})
    with pytest.raises(OptionError, match="no deal"):
        GAME.new(1, {"deal": "2026-11-31"})


def test_the_plays_left_are_told_in_the_status() -> None:
    plays = play_task(GAME, DAILY, DAY, greedy)
    told = [GAME.status(GAME.view(play.before, 0))[-1] for play in plays if play.by == 0]
    assert told == ["6 plays left", "5 plays left", "4 plays left", "3 plays left", "2 plays left", "1 play left"]


def test_other_games_have_no_day_in_their_state() -> None:
    state = GAME.new(1, {})
    assert state == GAME.new(1, {"deal": "random"}) and "deal" not in digested(state)
    assert digest(state) != digest(GAME.new(1, {"deal": DAY}))
    assert finish(made(racks=("AB",)), "", (), ()).state.points == (-10,)


def digested(state: State) -> str:
    import msgspec

    return msgspec.json.encode(state.terms).decode()


def test_the_house_takes_the_highest_score_each_time() -> None:
    plays = play_task(GAME, DAILY, DAY, greedy)
    assert DAILY.house is not None
    assert DAILY.house(DAY) == sum(plays[-1].step.state.points) == 98
    assert DAILY.signs(plays) == "██████"


def test_the_signs_have_a_bar_for_each_word_and_no_letter() -> None:
    signs = DAILY.signs(play_task(GAME, DAILY, DAY, timid))
    assert 1 <= len(signs) <= TASK_PLAYS and set(signs) <= set(SIGNS) and "█" not in signs
    assert DAILY.signs(play_task(GAME, DAILY, DAY, lambda *_: Pass())) == ""


def test_a_hint_in_the_task_is_for_six_plays_and_not_for_a_whole_bag() -> None:
    hard = next(level for level in LEVELS if level.name == "hard")
    for day in ("2026-11-27", "2026-11-28"):
        bot, reasons = hard.make(GAME), []

        def choose(state: State, turn: Decide, bot: Any = bot, reasons: list[str] = reasons) -> Any:
            thought = bot.choose(GAME.view(state, turn.seat), Dice(state.turns), Clock(hard.iterations))
            reasons.append(thought.why)
            return thought.action

        assert DAILY.house is not None
        last = play_task(GAME, DAILY, day, choose)[-1]
        assert sum(GAME.totals(last.step.state)) >= 0.8 * DAILY.house(day)
        assert reasons[-1] == "No play scores more." and len(reasons) == TASK_PLAYS
        assert all("answers" not in reason for reason in reasons), "nobody answers"

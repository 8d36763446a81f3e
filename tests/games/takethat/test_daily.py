"""Today's task of Take That Towers (T-16): one deck for everyone, and a Tess whose dice no click shifts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from types import SimpleNamespace

import pytest

from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import Decide, Nature, nature_dice
from towergames.core.daily import SIGNS, play_task
from towergames.core.dice import Dice
from towergames.games.takethat import bots
from towergames.games.takethat.bots import LEVELS
from towergames.games.takethat.daily import DAILY
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import Action, State, View

DAY = "2026-11-27"
DAYS = [(date.fromisoformat(DAY) + timedelta(days=number)).isoformat() for number in range(50)]
EASY = LEVELS[1].make(GAME)


def quick(state: State, turn: Decide) -> Action:
    """Both seats by the quickest bot, the second with the dice of the task."""
    dice = Dice.named(GAME.dice_name(state, turn)) if turn.seat else Dice(state.turns)
    action: Action = EASY.choose(GAME.view(state, turn.seat), dice, Clock(1, None)).action
    return action


@pytest.mark.parametrize("day", DAYS)
def test_a_day_has_one_deck_whatever_the_seed(day: str) -> None:
    state = GAME.new(2, DAILY.options(day))
    turn = Nature("deal")
    deals = [GAME.resolve(state, turn, nature_dice(GAME, state, turn, seed, seed)) for seed in (1, 2)]
    assert deals[0] == deals[1] and deals[0].first == 0


def test_fifty_days_have_fifty_decks() -> None:
    turn, decks = Nature("deal"), set()
    for day in DAYS:
        state = GAME.new(2, DAILY.options(day))
        decks.add(GAME.resolve(state, turn, nature_dice(GAME, state, turn, 1, 0)).deck)
    assert len(decks) == len(DAYS)


def test_dice_of_tess_are_named_by_her_turn_and_by_what_she_has_done_in_it() -> None:
    plays = play_task(GAME, DAILY, DAY, quick)
    names = [GAME.dice_name(play.before, Decide(1, play.before.phase)) for play in plays if play.by == 1]
    assert len(names) == len(set(names)), "each thought has dice of its own"
    assert names[0] == f"towergames takethat daily 1|{DAY}|turn 1|build 0 4"
    assert GAME.dice_name(GAME.new(2, {}), Nature("deal")) == ""


def test_medals_go_by_the_lead_over_tess() -> None:
    assert [DAILY.medal(lead, None) for lead in (-10, -9, 0, 1, 9, 10)] == [
        "", "bronze", "bronze", "silver", "silver", "gold",
    ]  # fmt: skip
    assert DAILY.score((42, 39)) == 3


def test_the_games_of_hard_have_the_cards_and_the_tess_of_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[int, set[str]] = {0: set(), 1: set()}

    def quick_hard(name: str, iterations: int) -> Level:
        level = next(level for level in LEVELS if level.name == name)
        bot = level.make(GAME)

        def choose(view: View, dice: Dice, clock: Clock) -> Thought[Action]:
            assert clock.iterations == iterations
            seen[view.active].add(dice._key)
            thought: Thought[Action] = bot.choose(view, dice, Clock(2))
            return thought

        return replace(level, make=lambda _: SimpleNamespace(choose=choose), iterations=iterations)

    monkeypatch.setattr(bots, "LEVELS", (quick_hard("normal", 24), quick_hard("hard", 400)))
    retelling = DAILY.retelling
    assert retelling is not None and retelling.games == 5
    first, again, other = (retelling.score(DAY, number) for number in (0, 0, 1))
    assert first == again and isinstance(other, int)
    assert {name.rpartition("|")[2] for name in seen[0]} == {"hard 0", "hard 1"}
    assert {name.rpartition("|")[2] for name in seen[1]} == {"bots"}, "Tess has the dice with which everyone meets her"
    assert all(name.startswith(f"towergames takethat daily 1|{DAY}|turn ") for name in seen[0] | seen[1])


def test_the_signs_say_who_got_more_of_each_tower() -> None:
    plays = play_task(GAME, DAILY, DAY, quick)
    signs = DAILY.signs(plays)
    towers = sum(event.kind == "score.end" for play in plays for event in play.step.events)
    assert len(signs) == towers > 3 and set(signs) <= set("▲▼=") < set(SIGNS)

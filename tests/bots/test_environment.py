"""Games as PettingZoo environments. Needs the extra: ``uv run --extra rl pytest tests/bots/test_environment.py``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import towergames
from tests.example.distribution import NIM
from towergames import environment, registry
from towergames.arena.games import Series, play_game
from towergames.core.bot import Clock
from towergames.core.contract import IllegalAction, NotationError
from towergames.core.dice import Dice
from towergames.core.options import OptionError
from towergames.games.konexi.model import Arrange
from towergames.games.takethat.model import FLOORS

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test

# The tests of PettingZoo warn of dictionaries as observations, and of masks without a 1, as at the end of a game.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

PAGE = Path(__file__).parents[2] / "docs" / "makers" / "environments.md"

MOST_MOVES = {"konexi": 12, "leaning": 5, "bricks": 60}
"""Where an episode is cut: the engine needs its time, and a random builder goes on for thousands of steps."""
GAMES = pytest.mark.parametrize("game", [entry.key for entry in registry.ENTRIES if entry is not NIM])


def make(game: str, **options: Any) -> Any:
    if why := registry.get(game).unavailable_reason:
        pytest.skip(why)
    return towergames.env(game, **{"max_moves": MOST_MOVES.get(game)} | options)


def play(env: Any, moves: int, dice: Dice) -> None:
    """Some moves by lot, fewer if the game ends."""
    for _ in range(moves):
        actions = env.infos[env.agent_selection]["actions"]
        if not actions:
            return
        env.step(dice.below(len(actions)))


@GAMES
def test_pettingzoo_accepts_the_game(game: str) -> None:
    api_test(make(game))


@GAMES
def test_the_same_seed_is_the_same_game(game: str) -> None:
    seed_test(lambda: make(game))


def test_a_game_of_another_distribution_needs_nothing_more() -> None:
    api_test(environment.Environment(NIM, 2, {}))


@GAMES
def test_masks_agree_with_the_listed_actions(game: str) -> None:
    env, rules, dice = make(game, max_moves=None), registry.get(game).game, Dice(5, 0, game)
    env.reset(seed=5)
    for _ in range(4 if game == "leaning" else 12):
        agent = env.agent_selection
        seat = int(agent.removeprefix("player_"))
        observation, _, _, _, info = env.last()
        # A world that looks the same to the seat to move; nothing but its view may decide what is listed.
        state = rules.imagine(info["view"], Dice(6, 0, game))
        legal = list(rules.choices(state))
        assert rules.turn(state).seat == seat
        assert list(info["actions"]) == [rules.notate(action) for action in legal]
        assert all(rules.judge(state, action).legal for action in legal)
        assert observation["action_mask"].tolist() == [1] * len(legal) + [0] * (env.action_space(agent).n - len(legal))
        for other in set(env.agents) - {agent}:
            assert not env.observe(other)["action_mask"].any()
            assert env.infos[other]["actions"] == ()
        play(env, 1, dice)
        if not env.infos[env.agent_selection]["actions"]:
            return


def test_a_number_without_a_mask_is_refused() -> None:
    env = make("takethat")
    env.reset(seed=1)
    count = len(env.infos[env.agent_selection]["actions"])
    for number in (-1, count, 255):
        with pytest.raises(ValueError, match=f"is not legal now: the mask allows 0 to {count - 1}"):
            env.step(number)


def test_where_there_are_too_many_actions_the_rare_kinds_stay() -> None:
    assert environment.listed(range(5000), 4096) == (*range(4032), *range(5000 - 64, 5000))
    assert environment.listed(iter(range(7)), 4096) == tuple(range(7))


@pytest.mark.parametrize("game", [entry.key for entry in registry.ENTRIES if entry.game.info.hidden])
def test_what_is_hidden_changes_nothing_that_a_seat_gets(game: str) -> None:
    env, rules = make(game, seats=3), registry.get(game).game
    env.reset(seed=3)
    bare = env.unwrapped
    play(env, 9, Dice(3, 0, game))
    if game == "bricks":
        env.step("submit")  # so that there is a tower that the next builder may not see
        play(env, 5, Dice(4, 0, game))
    truth, others_saw_it = bare._state, False
    for seat, agent in enumerate(env.agents):

        def known(who: str) -> tuple[Any, ...]:
            seen = env.observe(who)
            return seen["observation"].tolist(), seen["action_mask"].tolist(), env.infos[who], bare.rewards[who]

        for world in range(5):
            bare._state = truth
            bare._advance()
            before = {who: known(who) for who in env.agents}
            bare._state = rules.imagine(rules.view(truth, seat), Dice(world, 0, agent))
            bare._advance()
            assert known(agent) == before[agent]
            others_saw_it |= any(known(who) != before[who] for who in env.agents)
    assert others_saw_it, "nothing hidden was changed, so the test shows nothing"


def test_the_vector_holds_the_fields_of_the_view() -> None:
    env = make("takethat", seats=3)
    env.reset(seed=2)
    play(env, 3, Dice(2, 0, ""))
    agent = env.agents[1]
    view = env.infos[agent]["view"]
    vector = dict(zip(env.unwrapped.labels, env.observe(agent)["observation"].tolist(), strict=True))
    floors = FLOORS
    assert vector["seat?"] == vector["seat"] == 1
    assert [vector[f"hands[1][{at}]"] for at in range(len(view.hands[1]))] == [
        1 + floors.index(f) for f in view.hands[1]
    ]
    assert [vector[f"hands[{seat}]?"] for seat in range(3)] == [0, 1, 0]
    assert not any(number for label, number in vector.items() if label.startswith("hands[0]"))
    assert [vector[f"hand_sizes[{seat}]"] for seat in range(3)] == list(view.hand_sizes)
    assert vector["deck"] == view.deck
    for slot, tower in enumerate(view.slots):
        assert vector[f"slots[{slot}]?"] == (tower is not None)
        for at, storey in enumerate(tower.storeys if tower else ()):
            assert vector[f"slots[{slot}].storeys[{at}].floor"] == 1 + floors.index(storey.floor)


@GAMES
def test_labels_name_every_number_once(game: str) -> None:
    env = make(game)
    assert (
        len(set(env.unwrapped.labels))
        == len(env.unwrapped.labels)
        == env.observation_space("player_0")["observation"].shape[0]
    )


def test_rewards_are_the_points_of_the_game_that_the_arena_plays() -> None:
    row = play_game(Series.begin("takethat", ["easy", "random"], 11).task(0))
    entry = registry.get("takethat")
    bots = [entry.level(name).make(entry.game) for name in row["levels"]]
    env = make("takethat")
    env.reset(seed=row["seed"])
    sums = dict.fromkeys(env.agents, 0)
    for ply, agent in enumerate(env.agent_iter(), start=1):  # the deal was the first
        _, reward, ended, _, info = env.last()
        sums[agent] += reward
        if ended:
            assert info["ranking"] == tuple(tuple(f"player_{seat}" for seat in group) for group in row["ranking"])
            env.step(None)
            continue
        seat = int(agent.removeprefix("player_"))
        thought = bots[seat].choose(info["view"], Dice(row["seed"], ply, f"bot {seat}"), Clock())
        env.step(entry.game.notate(thought.action))
    assert list(sums.values()) == row["points"]


def test_an_action_that_is_not_listed_is_typed() -> None:
    env, rules = make("konexi", circle="arranged"), registry.get("konexi").game
    env.reset(seed=1)
    line = rules.notate(Arrange("".join(Dice(1).shuffled("ABCDEFGHIJKLMNOPQRSTUVWXYZ")), 3))
    assert line not in env.infos[env.agent_selection]["actions"]
    env.step(line)
    with pytest.raises(NotationError):
        env.step("no such thing")
    with pytest.raises(IllegalAction):
        env.step(line)


def test_a_cut_episode_is_truncated_and_no_end() -> None:
    env = make("words", max_moves=3)
    env.reset(seed=1)
    play(env, 9, Dice(1))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())
    assert "ranking" not in env.infos["player_0"]


def test_without_a_seed_every_reset_deals_anew() -> None:
    env = make("takethat")
    dealt = []
    for seed in (8, None, None, 8, None):
        env.reset(seed=seed)
        dealt.append(env.observe("player_0")["observation"].tolist())
    assert dealt[0] == dealt[3]
    assert dealt[1] == dealt[4]
    assert len(set(map(tuple, dealt))) == 3


@GAMES
def test_the_board_is_shown_as_text(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(game, render_mode="ansi")
    env.reset(seed=1)
    assert len(env.render().split()) > 5
    assert capsys.readouterr().out == ""
    shown = make(game, render_mode="human")
    shown.reset(seed=1)
    shown.render()
    assert capsys.readouterr().out.rstrip("\n") == env.render().rstrip("\n")


def test_what_cannot_be_made_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyError, match="takethat"):
        towergames.env("takehat")
    with pytest.raises(OptionError, match="2 to 4 players; you gave 9"):
        towergames.env("takethat", seats=9)
    with pytest.raises(OptionError, match="no option"):
        towergames.env("takethat", storeys=9)
    with pytest.raises(ValueError, match="render_mode 'rgb_array' is not one of ansi, human"):
        towergames.env("takethat", render_mode="rgb_array")
    monkeypatch.setattr(environment, "AECEnv", object)
    with pytest.raises(ImportError, match="pip install pettingzoo gymnasium"):
        towergames.env("takethat")


@pytest.mark.parametrize("number", range(2))
def test_the_programs_of_the_page_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    program = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[number]
    exec(program, {"np": np})
    assert "player_0" in capsys.readouterr().out

"""The opponents of Stacked Words: legal, fair, reproducible, and right where the answer can be counted out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from tests.combinations import combined, sample
from towergames import registry
from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import Decide, Nature, Over
from towergames.core.dice import Dice
from towergames.core.options import Scalar
from towergames.games.words import leaves, model
from towergames.games.words.bots import LEVELS, GreedyWords, laws_of, table_of
from towergames.games.words.game import GAME
from towergames.games.words.generator import Laws, Position, ScoredPlay, generator_for
from towergames.games.words.grid import without
from towergames.games.words.leaves import fit, play_game
from towergames.games.words.search import Endgame, Method, candidates, imagine, simulate
from towergames.lexicon import Lexicon, word_lists
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.opponents import level_of
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header

FEW = 13
CASES: list[tuple[int, dict[str, Scalar]]] = [
    (2, {}),
    (3, {"checking": "challenge", "cover": False}),
    (4, {"checking": "loser-loses-turn", "open": True}),
    (2, {"board": 8, "height": 3, "penalty": 1, "plural": False}),
    (1, {}),
]
EASY, NORMAL = LEVELS[1], LEVELS[4]
each_level = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)


def standard() -> Lexicon:
    return word_lists.load("standard")


def play_on(seats: int, seed: int, options: dict[str, Scalar]) -> Iterator[model.State]:
    """The positions of a game of highest scores in which a player decides."""
    state = GAME.new(seats, options)
    ply = 0
    while not isinstance(turn := GAME.turn(state), Over):
        ply += 1
        if isinstance(turn, Decide):
            yield state
            view = GAME.view(state, turn.seat)
            action = GreedyWords().choose(view, Dice(seed, ply), Clock()).action
            state = GAME.apply(state, action).state
        else:
            state = GAME.apply_outcome(state, GAME.resolve(state, turn, Dice(seed, ply, turn.kind))).state


@lru_cache(maxsize=16)
def _game(seats: int, seed: int, options: tuple[tuple[str, Scalar], ...]) -> tuple[model.State, ...]:
    return tuple(play_on(seats, seed, dict(options)))


def decisions(seats: int = 2, seed: int = 1, options: dict[str, Scalar] | None = None) -> tuple[model.State, ...]:
    return _game(seats, seed, tuple((options or {}).items()))


def mover(state: model.State) -> int:
    turn = GAME.turn(state)
    assert isinstance(turn, Decide)
    return turn.seat


def ask(level: Level, state: model.State, seed: int = 1) -> Thought[Any]:
    return level.make(GAME).choose(GAME.view(state, mover(state)), Dice(seed), Clock(min(level.iterations or FEW, FEW)))


@combined(level=LEVELS, case=CASES)
def test_bots_move_legally_in_every_position(level: Level, case: tuple[int, dict[str, Scalar]]) -> None:
    seats, options = case
    for state in decisions(seats, 6, options)[::11]:
        thought = ask(level, state)
        assert GAME.judge(state, thought.action).legal, thought
        assert thought.why.isprintable() and thought.why.endswith(".")


def test_the_levels_differ_as_announced() -> None:
    assert [level.name for level in LEVELS] == ["random", "easy", "casual", "club", "normal", "hard"]
    ratings = [level.rating or 0 for level in LEVELS]
    assert ratings == sorted(ratings)
    assert all(level.seconds in (None, 2.0) for level in LEVELS)


def test_a_game_against_the_former_level_expert_is_played_on_by_hard() -> None:
    header = new_header(GAME, (SeatSetup("Ann"), SeatSetup("Bob")), {}, 1)
    header = replace(header, seats=(SeatSetup("Ann"), SeatSetup("Bob", "expert")))
    level = level_of(Table(History(GAME, header)), 1)
    assert level is not None and level.name == "hard"
    assert registry.get("words").level("expert") is level


def claimed(word: str, checking: str, seats: int) -> model.State:
    """Player 1 has just played ``word`` as the first one."""
    options: dict[str, Scalar] = {"checking": checking, "first": 1}
    state = decisions(seats, 3, options)[0]
    tiles = word.replace("QU", "Q")
    bag = model.full_bag(10)
    for tile in tiles + "AEI":
        bag = bag.replace(tile, "", 1)
    racks = ["".join(sorted((tiles + "AEIOOOO")[:7])), *state.racks[1:]]
    state = replace(state, racks=tuple(racks))
    return GAME.apply(state, model.Play(4, 4, False, tiles)).state


@pytest.mark.parametrize("checking", ["challenge", "loser-loses-turn"])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
def test_bots_challenge_what_is_no_word_and_nothing_that_all_know(level: Level, seats: int, checking: str) -> None:
    for word, wrong in (("ZXRTE", True), ("HOUSE", False)):
        state = claimed(word, checking, seats)
        action = ask(level, state).action
        assert GAME.judge(state, action).legal and isinstance(action, model.Challenge) == wrong
        if not wrong and state.phase == "answer":
            assert isinstance(action, model.Accept)


def challenged_off(state: model.State) -> model.State:
    """The state after the open play was challenged and taken back."""
    state = GAME.apply(state, model.Challenge()).state
    turn = GAME.turn(state)
    assert isinstance(turn, Nature)
    return GAME.apply_outcome(state, GAME.resolve(state, turn, Dice(1))).state


@pytest.mark.parametrize("seats", [2, 3])
@each_level
def test_a_bot_that_was_challenged_off_plays_another_word_or_passes(level: Level, seats: int) -> None:
    state = challenged_off(claimed("ZXRTE", "challenge", seats))
    assert state.retry and mover(state) == 0
    words = standard().words
    for rack in (state.racks[0], "ADEORST", "VVVVVVV"):
        again = replace(state, racks=(rack, *state.racks[1:]))
        action = ask(level, again).action
        assert GAME.judge(again, action).legal
        assert isinstance(action, model.Pass if rack == "VVVVVVV" else (model.Play, model.Pass))
        if isinstance(action, model.Play):
            pending = GAME.apply(again, action).state.pending
            assert pending is not None and set(pending.words) <= words


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
def test_bots_challenge_every_bad_play_of_a_turn(level: Level) -> None:
    state = claimed("ZXRTE", "challenge", 2)
    for tiles in ("XRTE", "ZXR"):
        assert isinstance(ask(level, state).action, model.Challenge)
        state = challenged_off(state)
        state = GAME.apply(state, model.Play(4, 4, False, tiles)).state
    assert isinstance(ask(level, state).action, model.Challenge)


def test_easy_doubts_rare_words_only_where_that_costs_nothing() -> None:
    rare = next(w for w in sorted(standard().words - word_lists.load("common").words) if len(w) == 4 and "Q" not in w)
    assert isinstance(ask(EASY, claimed(rare, "challenge", 2)).action, model.Challenge)
    assert not isinstance(ask(EASY, claimed(rare, "loser-loses-turn", 2)).action, model.Challenge)
    assert not isinstance(ask(NORMAL, claimed(rare, "challenge", 2)).action, model.Challenge)


@pytest.mark.parametrize("level", LEVELS[1:4], ids=lambda level: level.name)
def test_levels_below_normal_play_words_of_the_common_list_only_and_score_less(level: Level) -> None:
    common = word_lists.load("common").words
    own = best = 0
    for state in decisions(2, 5)[::3]:
        action = ask(level, state).action
        verdict = GAME.judge(state, action)
        if isinstance(action, model.Play):
            words = {line.note.split(",")[0] for line in verdict.preview if line.rule in ("R-17", "R-18")}
            assert words and words <= common
        own += sum(line.points for line in verdict.preview)
        best += sum(line.points for line in GAME.judge(state, ask(NORMAL, state).action).preview)
    assert 0 < own < best


def test_easy_knows_the_words_of_a_list_that_does_not_ship() -> None:
    """Else it could play no word of another language, and doubted them all."""
    own = word_lists.add("own", ["zwrt", "trw", "wrt"])
    for checking in ("challenge", "loser-loses-turn"):
        begun = decisions(2, 3, {"checking": checking, "first": 1})[0]
        state = replace(begun, racks=("RTWZVVV", "TRWVVVV"), list_id=own.id, list_sha256=own.sha256)
        action = ask(EASY, state).action
        assert isinstance(action, model.Play)
        assert not isinstance(ask(EASY, GAME.apply(state, action).state).action, model.Challenge)


def test_normal_takes_the_highest_score() -> None:
    for state in decisions(2, 5)[::5]:
        points = sum(line.points for line in GAME.judge(state, ask(NORMAL, state).action).preview)
        plays = generator_for(standard()).plays(state.board, state.racks[state.active])
        assert points == max((play.score for play in plays), default=0)


def test_a_bot_with_no_word_exchanges_and_passes_when_it_cannot() -> None:
    state = replace(decisions(2, 3)[0], racks=("VVVVVVV", "VVVVVVV"))
    for level in LEVELS[1:]:
        assert ask(level, state).action == model.Exchange("V")
        assert ask(level, replace(state, exchanges=(model.MOST_EXCHANGES,) * 2)).action == model.Pass()


@combined(cover=[True, False], plural=[True, False])
def test_positions_find_what_the_generator_finds_play_after_play(cover: bool, plural: bool) -> None:
    generator = generator_for(standard())
    terms = model.Terms(cover=cover, plural=plural)
    laws = Laws(generator, terms)
    quick = Laws(generator, terms, most_tiles=3)
    for seed in range(sample(1, 2)):
        dice = Dice(seed, 0, "lines")
        position = Position.of(laws, ("",) * 100)
        for _ in range(20):
            rack = "".join(sorted(dice.shuffled(model.full_bag(10))[:7]))
            plays = generator.plays(position.board, rack, terms)
            assert sorted(position.every(rack)) == sorted(plays)
            best = position.best(rack)
            assert best == position.best(rack)
            if not plays:
                assert best is None
                continue
            assert best in plays and best.score == max(play.score for play in plays)
            if any(position.board):
                short = Position.of(quick, position.board).best(rack)
                few = [play.score for play in plays if len(play.tiles.replace(".", "")) <= 3]
                assert (short.score if short else None) == max(few, default=None)
            position = position.after(dice.choice(sorted(plays)))


def test_imagined_worlds_hold_every_unseen_tile_once() -> None:
    state = decisions(3, 5)[20]
    view = GAME.view(state, state.active)
    table = table_of(view, state)
    world = imagine(table, Dice(1))
    assert world.racks[state.active] == state.racks[state.active]
    assert [len(rack) for rack in world.racks] == [len(rack) for rack in state.racks]
    others = "".join(rack for seat, rack in enumerate(world.racks) if seat != state.active)
    assert sorted(others + world.bag) == sorted(model.unseen_tiles(view))
    assert table.bag == len(state.bag) == len(world.bag)


def test_a_simulation_stays_in_its_budget_and_tries_all_on_the_same_worlds() -> None:
    state = decisions(2, 5)[10]
    table = table_of(GAME.view(state, state.active), state)
    method = Method(width=20, rounds=120)
    found = candidates(table, leaves.shipped(), ["A"], True, method)
    assert len(found) == method.width + 1
    best, done = simulate(table, found, leaves.shipped(), method, Dice(1), Clock(50))
    assert done <= 50 + 3
    assert {len(candidate.values) for candidate in found} == {50 // len(found)}
    assert best.mean == max(candidate.mean for candidate in found)


def test_leaves_prefer_balance_and_say_nothing_when_the_bag_is_empty() -> None:
    table = leaves.shipped()
    assert table.worth("AERST", 40) > table.worth("AAAII", 40)
    assert table.worth("EST", 40) > table.worth("JVW", 40) and table.worth("EST", 0) == 0.0


def test_training_finds_what_the_examples_hold() -> None:
    examples = [("S", 50, 20), ("V", 50, 10)] * 400
    weights = dict(zip(leaves.NAMES, fit(examples), strict=True))
    assert weights["S"] > 3 and weights["V"] < -3
    assert play_game(Laws(generator_for(standard())), 1) == play_game(Laws(generator_for(standard())), 1)


def count_out(laws: Laws, board: tuple[str, ...], mover: str, waiting: str, passes: int, penalty: int) -> int:
    """Every line of play to the end, without any cleverness: points of the mover less the other's."""
    if not waiting:
        return -penalty * len(mover)
    if passes > 1:
        return penalty * (len(waiting) - len(mover))
    worths = [-count_out(laws, board, waiting, mover, passes + 1, penalty)]
    for play in laws.generator.plays(board, mover):
        stacks = list(board)
        for cell, tile in play.placements(laws.terms.size).items():
            stacks[cell] += tile
        rest = count_out(laws, tuple(stacks), waiting, without(mover, play.tiles), 0, penalty)
        worths.append(play.score - rest)
    return max(worths)


SMALL = word_lists.add("small", ["CAT", "CAR", "OAT", "AT", "TA", "CART", "TO", "RAT", "ORT", "TOR", "ACT"])


@pytest.mark.parametrize(
    ("mine", "other", "passes"),
    [("A", "T", 0), ("AR", "T", 0), ("RT", "AO", 0), ("AO", "CT", 1), ("RX", "T", 0), ("CR", "XZ", 1), ("ORT", "A", 0)],
)
@pytest.mark.parametrize("penalty", [5, 0])
def test_the_end_is_searched_exactly(mine: str, other: str, passes: int, penalty: int) -> None:
    laws = Laws(generator_for(SMALL))
    position = Position.of(laws, ("",) * 100).after(ScoredPlay(6, 44, False, "CAT"))
    found = Endgame(penalty, Clock(10**6)).choose(position, mine, other, passes)
    assert found.exact
    assert found.worth == count_out(laws, position.board, mine, other, passes, penalty)
    if found.play is None:
        got = -count_out(laws, position.board, other, mine, passes + 1, penalty)
    else:
        then = position.after(found.play)
        rest = count_out(laws, then.board, other, without(mine, found.play.tiles), 0, penalty)
        got = found.play.score - rest
    assert got == found.worth


def test_the_end_of_real_games_is_searched_in_budget_and_exactly_when_few_tiles_are_left() -> None:
    exact = 0
    for state in decisions(2, 5):
        if state.bag:
            continue
        mine, other = state.racks[state.active], state.racks[1 - state.active]
        search = Endgame(5, Clock(300))
        found = search.choose(Position.of(laws_of(state), state.board), mine, other)
        assert found.done <= 300 + 20
        exact += found.exact
    assert exact


HIDDEN = [(seats, options) for seats, options in CASES if seats > 1 and not options.get("open")]

CAPITALS = re.compile(r"\b(?:[A-Z]+|Qu)\b")
"""A tile, a rack or a word, as the program writes them."""


def in_public(state: model.State, action: Any) -> str:
    """What everybody reads of a move."""
    return " ".join(event.text for event in GAME.apply(state, action).events if event.seen_by is None)


def worlds(seats: int, options: dict[str, Scalar], seed: int) -> list[tuple[model.State, ...]]:
    """Positions, each with many racks that the others may think the mover has; some are poor, so that he exchanges."""
    found = []
    for number, state in enumerate(decisions(seats, seed, options)[::8]):
        if state.phase != "turn" or not state.bag:
            continue
        other = (state.active + 1) % seats
        view = GAME.view(state, other)
        found.append(tuple(GAME.imagine(view, Dice(seed, number, f"{world}")) for world in range(sample(2, 4))))
    return found


@combined(level=LEVELS, case=HIDDEN)
def test_an_explanation_tells_no_more_than_the_log(level: Level, case: tuple[int, dict[str, Scalar]]) -> None:
    """It names no hidden tile, and equal moves are explained alike: else it would tell how many plays a rack has."""
    seats, options = case
    for group in worlds(seats, options, 21):
        said = defaultdict(set)
        for state in group:
            thought = ask(level, state)
            public = in_public(state, thought.action)
            assert set(CAPITALS.findall(thought.why)) <= set(CAPITALS.findall(public)), thought
            said[public].add(thought.why)
        assert all(len(whys) == 1 for whys in said.values()), said


@each_level
def test_an_exchange_and_a_pass_are_explained_alike_with_plays_and_without(level: Level) -> None:
    said: dict[type, set[str]] = {model.Exchange: set(), model.Pass: set(), model.Play: set()}
    for state in decisions(2, 5)[:: sample(12, 6)]:
        for rack in ("VVVVVVV", "CVVVVVV", "IIIUUVV", "QUUUVVV", "AAAAIII", "EEIIIUU"):
            racks = tuple(rack if seat == state.active else own for seat, own in enumerate(state.racks))
            thought = ask(level, replace(state, racks=racks))
            said[type(thought.action)].add(thought.why)
    assert said[model.Exchange] or level.name == "random"
    assert len(said[model.Exchange]) <= 1 and len(said[model.Pass]) <= 1

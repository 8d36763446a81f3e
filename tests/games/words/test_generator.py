"""The generator against the judge, and against a finder that tries everything."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.combinations import sample
from tests.games.words import naive
from tests.games.words.making import GAME, WORDS, small_list, state, with_words
from towergames import lexicon, registry
from towergames.core.dice import Dice
from towergames.games.words import grid
from towergames.games.words.generator import generator_for
from towergames.games.words.model import Play, Terms, full_bag
from towergames.games.words.rules import all_plays
from towergames.games.words.spelling import tiles_of, why_not

SHORT = sorted(
    {word.upper() for word in WORDS if len(word) <= 5}
    | {word for word in lexicon.load("common").words if len(word) <= 3}
)
POSITIONS = 2000
QUICK = sample(20, 60)


def _check(seed: int) -> int:
    """One random position in all four settings of the cover and the plural rule; how many plays it has at most."""
    chance = random.Random(seed)
    size = 8 if seed % 4 else 10
    height = chance.choice((3, 5, 5))
    make = naive.grown_position if seed % 3 else naive.random_position
    stacks = make(chance, size, SHORT, height)
    rack = "".join(chance.choice("AEINRSTOSMQDLC") for _ in range(chance.choice((1, 2, 3, 3))))
    expected = naive.all_plays(stacks, rack, size, set(SHORT), height)
    board = tuple(stacks.get(divmod(cell, size), "") for cell in range(size * size))
    generator = generator_for(lexicon.add("short", SHORT))
    for cover, plural in product((True, False), repeat=2):
        wanted = {
            put: tried.score
            for put, tried in expected.items()
            if not (cover and tried.covers_a_word) and not (plural and tried.plain_plural)
        }
        plays = generator.plays(board, rack, Terms(size=size, cover=cover, plural=plural, height=height))
        found = {
            frozenset((divmod(cell, size), tile) for cell, tile in play.placements(size).items()): play.score
            for play in plays
        }
        assert len(found) == len(plays), "a play was found twice"
        assert found == wanted, (seed, cover, plural, rack)
    return len(expected)


def test_the_generator_finds_what_trying_everything_finds() -> None:
    assert sum(_check(seed) for seed in range(QUICK)) > 5 * QUICK


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_two_thousand_random_positions(part: int) -> None:
    for seed in range(part * POSITIONS // 10, (part + 1) * POSITIONS // 10):
        _check(seed)


def test_trying_everything_meets_both_switchable_rules() -> None:
    """The comparison above would mean little if covering and plurals never came up."""
    covers = plurals = 0
    for seed in range(60):
        chance = random.Random(seed)
        stacks = naive.random_position(chance, 8, SHORT, 5)
        for tried in naive.all_plays(stacks, "SAT", 8, set(SHORT)).values():
            covers += tried.covers_a_word
            plurals += tried.plain_plural
    assert covers > 10
    assert plurals > 5


def test_every_play_found_is_legal_and_scores_what_the_table_pays() -> None:
    generator = generator_for(lexicon.load("standard"))
    for game in range(6):
        bag = Dice(game).shuffled(full_bag(10))
        stacks: tuple[str, ...] = ("",) * 100
        for _ in range(9):
            rack = "".join(sorted(bag[:7]))
            plays = generator.plays(stacks, rack)
            for found in plays[:: max(1, len(plays) // 60)]:
                tiles = found.placements(10)
                words = grid.formed(stacks, tiles)
                bonus = 20 if len(tiles) == 7 else 0
                assert sum(word.points for word in words) + bonus == found.score
                assert all(word.text in lexicon.load("standard").words for word in words)
            if not plays:
                break
            best = max(plays)
            stacks = grid.place_tiles(stacks, best.placements(10))
            bag = bag[len(best.placements(10)) :]


def test_the_choices_are_exactly_what_the_judge_allows_of_all_single_tiles_and_pairs() -> None:
    s = state(with_words(("d5", "CAT", False), ("g5", "ONE", True)), racks=("SMTAEIR", "AEINRST"))
    listed = {choice for choice in GAME.choices(s) if isinstance(choice, Play)}
    assert listed
    tried = 0
    for row, col, down in product(range(10), range(10), (False, True)):
        for tiles in (*"SMTAEIR", *("".join(pair) for pair in product("SMTAEIR", repeat=2)), "S.T", "M.A", "S...S"):
            play = Play(row, col, down, tiles)
            tried += 1
            assert GAME.judge(s, play).legal == (play in listed) or len(tiles.replace(".", "")) > 2, play
    assert tried > 10_000


def test_a_single_tile_read_both_ways_is_one_play() -> None:
    s = state(with_words(("e5", "CAR", False), ("g5", "RO", True)), racks=("TNEINRS", "A"))
    plays = [found for found in all_plays(s) if found.cell == 46 and found.tiles == "T"]
    assert len(plays) == 1 and plays[0].score == 7 and plays[0].action(10) == Play(4, 6, False, "T")


def test_the_empty_board_takes_words_over_the_centre_only() -> None:
    s = state(racks=("CATDOGS", "A"))
    plays = all_plays(s)
    assert plays and all(GAME.judge(s, found.action(10)).legal for found in plays)
    cats = [found for found in plays if found.tiles == "CAT"]
    assert len(cats) == 4 * 4  # four lines, four places each


def test_no_tiles_no_plays_and_any_order_of_the_rack() -> None:
    generator = generator_for(small_list())
    board = with_words(("d5", "CAT", False))
    assert generator.plays(board, "") == []
    assert sorted(generator.plays(board, "SMTAEIR")) == sorted(generator.plays(board, "RIEATMS"))


def test_words_that_no_tiles_spell_say_why() -> None:
    assert why_not("QUIT") == "" and "Q" in why_not("QI")
    assert why_not("ABCDEFGHIJK") == "it is longer than the board"
    assert why_not("QUABCDEFGHI") == "", "Qu is one tile"
    assert registry.why_no_tiles("QI") == why_not("QI")


def test_the_graph_of_tiles_has_what_tiles_can_spell_and_is_made_once() -> None:
    made = lexicon.add("in-tiles", ["quit", "qi", "mood", "a", "abcdefghijk"])
    graph = tiles_of(made)
    assert [word in graph for word in ("QIT", "QI", "MOOD", "A", "ABCDEFGHIJK")] == [True, False, True, False, False]
    assert tiles_of(made) is graph

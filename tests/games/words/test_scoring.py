"""R-17 to R-21: what words score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.words.making import GAME, board, do, points, settle, small_list, state, with_words
from towergames import lexicon
from towergames.core.contract import Score

CAT = with_words(("d5", "CAT", False))


def lines(s, text: str) -> list[tuple[int, str]]:
    scores = do(s, text).scores
    assert all(line.nominal == line.points for line in scores)
    return [(line.points, line.rule) for line in scores]


def test_r17_a_flat_word_scores_two_a_tile() -> None:
    assert lines(state(racks=("CATDOGS", "A")), "play e5 across CAT") == [(6, "R-17")]


def test_r18_a_stacked_word_scores_one_for_every_tile_in_its_stacks() -> None:
    s = state(board(".", ".", ".", ".", ". . . XXB BA TT"), racks=("CAEINRS", "A"), bag="")
    assert lines(s, "play d5 across C") == [(4 + 2 + 2, "R-18")]


def test_u9_a_flat_word_stays_flat_beside_a_stacked_one() -> None:
    s = state(with_words(("e5", "CAR", False), ("g5", "RO", True)), racks=("TNEINRS", "A"))
    assert lines(s, "play g5 across T") == [(4, "R-18"), (3, "R-18")]
    s = state(board(".", ".", ".", ".", ". . . BC A T"), racks=("OEAEIRS", "A"))
    assert lines(s, "play f6 down OE") == [(6, "R-17")]


def test_r19_u8_the_qu_bonus_is_for_flat_words_only_even_when_it_was_there_before() -> None:
    quit = with_words(("d5", "QIT", False))
    s = state(quit, racks=("SDAEINR", "A"), plural=False)
    assert lines(s, "play g5 across S") == [(8, "R-17"), (2, "R-19")]  # QUITS
    assert lines(s, "play f5 across D") == [(4, "R-18")]  # QUID on a stack: 1 + 1 + 2
    below = state(board(".", ".", ".", ".", ". . . XX I T"), racks=("QAEINRS", "A"))
    assert lines(below, "play d5 across QU") == [(5, "R-18")]  # the Qu on a stack


@pytest.mark.parametrize(("bingo", "total"), [(20, 34), (0, 14)])
def test_r20_u10_all_seven_tiles_bring_twenty_more(bingo: int, total: int) -> None:
    s = state(racks=("AEINRST", "A"), bingo=bingo)
    bonus = [] if not bingo else [Score(0, 20, 20, "R-20", "all 7 tiles")]
    assert list(do(s, "play b5 across STAINER").scores) == [Score(0, 14, 14, "R-17", "STAINER, flat"), *bonus]
    assert points(s, "play b5 across STAINER") == total
    assert [e.kind for e in do(s, "play b5 across STAINER").events][:2] == ["play", "bingo"]
    six = state(with_words(("h5", "S", False)), racks=("AEINRTZ", "A"), bingo=bingo)
    assert points(six, "play b5 across RETAIN") == 14  # RETAINS with six tiles


def test_r21_every_word_formed_is_scored_and_a_shared_stack_counts_twice() -> None:
    s = state(CAT, racks=("OEAEIRN", "A"))
    told = do(s, "play f6 across ON").events[0]
    assert told.data["words"] == ["ON", "TO"] and told.data["points"] == 8


def test_the_preview_is_what_is_scored() -> None:
    s = state(CAT, racks=("OEAEIRN", "A"))
    for text in ("play f6 across ON", "play f6 down OE"):
        verdict = GAME.judge(s, GAME.parse(text, s))
        assert verdict.legal and verdict.preview == do(s, text).scores and verdict.note


CHAIN = (
    # what is typed, the words, the points
    ("play c5 across MOOD", ["MOOD"], 8),
    ("play f5 down DEAR", ["DEAR"], 8),
    ("play e6 across NET", ["NET", "ON"], 10),
    ("play c5 across WOOD", ["WOOD"], 5),
    ("play f5 down L..P", ["LEAP", "WOOL"], 12),
    ("play e8 across SNACK", ["SNACK", "LEAN"], 14),
    ("play h3 down PLUS", ["PLUS", "NETS"], 16),
)
RACKS = ("DMOO", "AER", "NT", "W", "LP", "ACKNS", "LPSU")


def _play_chain(list_sha256: str) -> None:
    s = replace(state(racks=("AEINRST", "AEINRST")), list_sha256=list_sha256)
    for (text, words, total), tiles in zip(CHAIN, RACKS, strict=True):
        racks = (tiles, tiles)
        s = replace(s, racks=racks, active=0, phase="turn", refill=())
        step = do(s, text)
        told = next(event for event in step.events if event.kind == "play")
        assert sorted(told.data["words"]) == sorted(words) and told.data["points"] == total
        assert sum(line.points for line in step.scores) == total
        assert sum(line.points for line in GAME.judge(s, GAME.parse(text, s)).preview) == total
        s = step.state
    assert s.board[42] == "MW" and s.board[45] == "DL" and s.board[75] == "RPN"


def test_the_seven_figures_score_what_the_rulebook_says() -> None:
    _play_chain(small_list().sha256)


def test_the_figures_are_words_of_the_lists_that_ship() -> None:
    for name in ("standard", "common", "wide"):
        _play_chain(lexicon.load(name).sha256)


def test_quit_as_the_first_word_is_eight() -> None:
    s = state(racks=("QITAEEE", "AEINRST"))
    step = do(s, "play e5 across QUIT")
    assert [(line.points, line.rule) for line in step.scores] == [(6, "R-17"), (2, "R-19")]
    assert settle(step.state).points == (8, 0)

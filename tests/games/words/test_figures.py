"""The seven figures of the rulebook, one after the other."""

from __future__ import annotations

from dataclasses import replace

from tests.games.words.making import GAME, do, settle, small_list, state
from towergames import lexicon

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
        assert sorted(told.data["words"]) == sorted(words)
        assert told.data["points"] == total
        assert sum(line.points for line in step.scores) == total
        assert sum(line.points for line in GAME.judge(s, GAME.parse(text, s)).preview) == total
        s = step.state
    assert s.board[42] == "MW"
    assert s.board[45] == "DL"
    assert s.board[75] == "RPN"


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

"""What seats may know, and games whose word list is missing."""

from __future__ import annotations

import msgspec
import pytest

from tests.conformance.playing import walk
from tests.games.words.making import GAME, do, run, settle, state
from towergames import lexicon
from towergames.core.contract import Decide, NotationError, visible
from towergames.core.dice import Dice
from towergames.games.words.model import Play
from towergames.lexicon import word_lists


def test_others_racks_are_hidden_unless_they_lie_open() -> None:
    s = state(racks=("QVXZJKW", "AEINRST"))
    assert GAME.view(s, 0).racks == ("JKQVWXZ", None) and GAME.view(s, None).racks == (None, None)
    assert GAME.view(state(open=True), 1).racks == ("AEINRST", "AEINRST")
    assert GAME.reveal(s).racks == s.racks
    over = run(s, "pass", "pass")
    assert GAME.view(over, None).racks == over.racks  # the tiles left are shown when they are counted
    assert "QVXZ" not in msgspec.json.encode(GAME.view(s, 1)).decode()


def test_drawn_and_exchanged_tiles_are_told_to_their_player_only() -> None:
    s = do(state(), "exchange A").state
    assert GAME.view(s, 1).swap == "*" and GAME.view(s, 0).swap == "A"
    events = GAME.apply_outcome(s, GAME.resolve(s, GAME.turn(s), Dice(1))).events
    assert [e.kind for e in events if visible(e, 1)] == []
    assert [e.kind for e in events if visible(e, 0)] == ["exchange.faces"]
    played = do(state(racks=("CATDOGS", "AEINRST")), "play e5 across CAT").state
    events = GAME.apply_outcome(played, GAME.resolve(played, GAME.turn(played), Dice(1))).events
    assert [e.kind for e in events if visible(e, 1)] == ["draw"]
    assert [e.kind for e in events if visible(e, None)] == ["draw"]


def test_u24_a_game_whose_list_is_missing_replays_with_its_own_verdicts() -> None:
    mine = lexicon.add(
        "mine", ["zqa", "catz", "cat", "zat", "at", "zo", "to", "ta", "ton", "net", "ten", "on", "en", "ne"]
    )
    options = {"words": mine.reference, "checking": "auto-check"}
    record = []
    for _, turn, move, step in walk(GAME, 2, options, 5):
        record.append((isinstance(turn, Decide), GAME.notate(move) if isinstance(turn, Decide) else move))
        last = step.state
    word_lists.forget(mine.sha256)
    assert lexicon.find(mine.sha256) is None
    s = GAME.new(2, options)
    for decided, move in record:
        s = GAME.apply(s, GAME.parse(move, s)).state if decided else GAME.apply_outcome(s, move).state
    assert s == last


def test_u24_words_cannot_be_checked_where_the_list_is_missing_and_the_preview_says_so() -> None:
    from dataclasses import replace

    s = replace(state(racks=("TARDYON", "AEINRST")), list_id="gone", list_sha256="9" * 64)
    verdict = GAME.judge(s, GAME.parse("play e5 across TARDY", s))
    assert verdict.legal and "the gone word list of this game is missing" in verdict.note
    assert any(isinstance(move, Play) for move in GAME.choices(s))  # the usual list lends a hand


def test_a_list_named_by_an_option_that_is_not_here_gives_way_to_the_usual_one() -> None:
    s = settle(GAME.new(2, {"words": "nowhere@0123456789abcdef"}))
    assert s.list_id == "standard"


def test_typed_moves_never_raise_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    s = settle(GAME.new(2, {}))
    for text in ("play e5 across " + "A" * 500, "play" * 100, "\x00", "play e5 across \u0130"):
        with pytest.raises(NotationError):
            GAME.parse(text, s)

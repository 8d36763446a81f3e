"""What seats may know, and whole games at random."""

from __future__ import annotations

import msgspec
import pytest

from tests.combinations import combined
from tests.games.words.making import GAME, do, run, settle, state
from tests.games.words.promises import adventure, conserved
from towergames import lexicon
from towergames.core.contract import Decide, NotationError, Over, visible
from towergames.core.dice import Dice
from towergames.games.words.model import Play
from towergames.lexicon import shelf

OPTIONS = (
    {},
    {"checking": "challenge", "cover": False, "height": 3, "bingo": 0, "ties": "fewer-tiles"},
    {"checking": "loser-loses-turn", "board": 8, "plural": False, "penalty": 1, "first": 1},
    {"open": True, "words": "common", "height": 4, "penalty": 0, "timer": 60},
)


def walk(seats: int, options: dict, seed: int):
    """A game at random, with bluffs where challenges are on: (state, turn, move, step)."""
    s, ply = GAME.new(seats, options), 0
    while not isinstance(turn := GAME.turn(s), Over):
        dice = Dice(seed, ply, "test")
        if isinstance(turn, Decide):
            move = adventure(s, dice) or GAME.choices(s).sample(dice)
            step = GAME.apply(s, move)
        else:
            move = GAME.resolve(s, turn, dice)
            step = GAME.settle(s, move)
        yield s, turn, move, step
        s = step.state
        ply += 1
        assert ply <= GAME.info.longest


@combined(seats=[1, 2, 3, 4], options=OPTIONS)
def test_whole_games_keep_every_tile_and_every_promise(seats: int, options: dict) -> None:
    totals, rounds = [0] * seats, 1
    for s, turn, move, step in walk(seats, options, seats * 7):
        conserved(s)
        assert GAME.totals(s) == tuple(totals)
        assert GAME.round(s) >= rounds
        rounds = GAME.round(s)
        for line in step.scores:
            totals[line.seat] += line.points
            assert line.rule in GAME.rule_sheet.ids
        if isinstance(turn, Decide):
            text = GAME.notate(move)
            assert GAME.parse(text, s) == move
        else:
            kind = GAME.outcomes[turn.kind]
            assert msgspec.json.decode(msgspec.json.encode(move), type=kind) == move
        for seat in (None, *range(seats)):
            view = GAME.view(s, seat)
            imagined = GAME.imagine(view, Dice(3))
            assert GAME.view(imagined, seat) == view
            conserved(imagined)
        for event in step.events:
            assert event.text.format(*(["N"] * seats))
            assert msgspec.json.decode(msgspec.json.encode(event.data)) == event.data
    conserved(step.state)
    over = GAME.turn(step.state)
    assert isinstance(over, Over)
    assert sorted(seat for group in over.ranking for seat in group) == list(range(seats))
    assert GAME.totals(step.state) == tuple(totals)
    assert list(GAME.choices(step.state)) == []


def test_others_racks_are_hidden_unless_they_lie_open() -> None:
    s = state(racks=("QVXZJKW", "AEINRST"))
    assert GAME.view(s, 0).racks == ("JKQVWXZ", None)
    assert GAME.view(s, None).racks == (None, None)
    assert GAME.view(state(open=True), 1).racks == ("AEINRST", "AEINRST")
    assert GAME.reveal(s).racks == s.racks
    over = run(s, "pass", "pass")
    assert GAME.view(over, None).racks == over.racks  # the tiles left are shown when they are counted
    assert "QVXZ" not in msgspec.json.encode(GAME.view(s, 1)).decode()


def test_drawn_and_exchanged_tiles_are_told_to_their_player_only() -> None:
    s = do(state(), "exchange A").state
    assert GAME.view(s, 1).swap == "*"
    assert GAME.view(s, 0).swap == "A"
    events = GAME.settle(s, GAME.resolve(s, GAME.turn(s), Dice(1))).events
    assert [e.kind for e in events if visible(e, 1)] == []
    assert [e.kind for e in events if visible(e, 0)] == ["exchange.faces"]
    played = do(state(racks=("CATDOGS", "AEINRST")), "play e5 across CAT").state
    events = GAME.settle(played, GAME.resolve(played, GAME.turn(played), Dice(1))).events
    assert [e.kind for e in events if visible(e, 1)] == ["draw"]
    assert [e.kind for e in events if visible(e, None)] == ["draw"]


# --- a save whose word list is not here (U-24) --------------------------------------------------------


def test_u24_a_game_whose_list_is_missing_replays_with_its_own_verdicts() -> None:
    mine = lexicon.add(
        "mine", ["zqa", "catz", "cat", "zat", "at", "zo", "to", "ta", "ton", "net", "ten", "on", "en", "ne"]
    )
    options = {"words": mine.reference, "checking": "auto-check"}
    record = []
    for _, turn, move, step in walk(2, options, 5):
        record.append((isinstance(turn, Decide), GAME.notate(move) if isinstance(turn, Decide) else move))
        last = step.state
    shelf.forget(mine.sha256)
    assert lexicon.find(mine.sha256) is None
    s = GAME.new(2, options)
    for decided, move in record:
        s = GAME.apply(s, GAME.parse(move, s)).state if decided else GAME.settle(s, move).state
    assert s == last


def test_u24_words_cannot_be_checked_where_the_list_is_missing_and_the_preview_says_so() -> None:
    from dataclasses import replace

    s = replace(state(racks=("TARDYON", "AEINRST")), list_id="gone", list_sha256="9" * 64)
    verdict = GAME.judge(s, GAME.parse("play e5 across TARDY", s))
    assert verdict.legal
    assert "the word list gone is missing" in verdict.note
    assert any(isinstance(move, Play) for move in GAME.choices(s))  # the usual list lends a hand


def test_a_list_named_by_an_option_that_is_not_here_gives_way_to_the_usual_one() -> None:
    s = settle(GAME.new(2, {"words": "nowhere@0123456789abcdef"}))
    assert s.list_id == "standard"


def test_typed_moves_never_raise_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    s = settle(GAME.new(2, {}))
    for text in ("play e5 across " + "A" * 500, "play" * 100, "\x00", "play e5 across \u0130"):
        with pytest.raises(NotationError):
            GAME.parse(text, s)

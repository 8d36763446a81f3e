"""The review of turns: moves beside Hard's in the same worlds, calibrated chances, and sentences that are true."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.combinations import first
from tests.games.bot_game import finished_game
from tests.games.words.kit import words_table
from towergames import registry
from towergames.core.options import Scalar
from towergames.core.review import NEAR, TurnReview
from towergames.games.words import text, turn_review
from towergames.games.words.bots import LEVELS
from towergames.games.words.game import GAME
from towergames.games.words.grid import bracketed, formed
from towergames.games.words.model import Exchange, Pass, Play
from towergames.games.words.notation import cells_of, notate
from towergames.games.words.prospects import FITTED, chance
from towergames.games.words.review import TURNS
from towergames.games.words.turn_review import letters
from towergames.table.facts import plays_of
from towergames.table.history import History
from towergames.table.store import Store


def finished(level: str = "casual", seed: int = 3, **options: Scalar) -> History:
    """A whole game of a person, who plays as a level does, and the bot of that level; without a journal."""
    return finished_game(GAME, LEVELS, level, seed, name="Mira", **options)


@cache
def judged(level: str, seed: int) -> tuple[History, list[TurnReview]]:
    history = finished(level, seed)
    plays = plays_of(history)
    return history, [TURNS.judge(GAME, plays, turn, 1) for turn in TURNS.turns(plays, 0)]


@pytest.fixture(autouse=True)
def brief_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentences are true however good the search is that they tell of."""
    monkeypatch.setattr(turn_review, "WORLDS", 2)
    monkeypatch.setattr(turn_review, "LEVELS", (replace(LEVELS[-1], iterations=20),))


def test_every_move_of_a_player_is_a_turn() -> None:
    history, turns = judged("casual", 3)
    assert [turn.first for turn in turns] == [at for at, play in enumerate(history.plays, start=1) if play.by == 0]
    assert all(turn.first == turn.last for turn in turns)
    assert [turn.round for turn in turns] == sorted({turn.round for turn in turns})


def test_values_are_in_order_and_the_advised_move_can_be_played() -> None:
    history, turns = judged("casual", 3)
    for turn in turns:
        assert 0 <= turn.before <= 100 and 0 <= turn.after <= turn.best <= 100
        state = history.state_after(turn.first - 1)
        for move in turn.moves:
            assert GAME.judge(state, GAME.parse(move, state)).legal
        assert turn.moves or turn.best == turn.after
    again = plays_of(history)
    first = TURNS.turns(again, 0)[4]
    assert TURNS.judge(GAME, again, first, 1) == TURNS.judge(GAME, again, first, 1)


def test_three_candidates_stand_beside_the_move_that_was_made() -> None:
    _, turns = judged("casual", 3)
    for turn in turns:
        (made,) = [candidate for candidate in turn.candidates if candidate.made]
        assert made.value == turn.after and made.points == turn.points
        assert len(turn.candidates) <= 4 and len(set(turn.candidates)) == len(turn.candidates)
        assert turn.best in {candidate.value for candidate in turn.candidates}
    assert max(len(turn.candidates) for turn in turns) == 4


def test_a_lead_is_worth_more_the_later_it_is() -> None:
    assert chance(20, 90, moved=True) < chance(20, 30, moved=True) < chance(20, 7, moved=True)
    assert chance(FITTED.before, 90, moved=False) == 50 == chance(FITTED.after, 90, moved=True)
    assert chance(0, 10, moved=True) == chance(0, 10, moved=False)


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (2, {}, ""),
        (2, {"first": 2, "checking": "challenge", "ties": "fewer-tiles"}, ""),
        (1, {}, text.ONLY_FOR_TWO),
        (3, {}, text.ONLY_FOR_TWO),
        (2, {"board": 8}, text.ONLY_USUAL_RULES),
        (2, {"open": True}, text.ONLY_USUAL_RULES),
    ],
)
def test_only_games_whose_chances_are_measured_have_a_review(seats: int, options: dict[str, Scalar], why: str) -> None:
    assert TURNS.why_not(GAME, GAME.new(seats, options)) == why


def main_word(history: History, play: int) -> str:
    made = history.plays[play - 1]
    board = history.state_after(play - 1).board
    tiles = cells_of(made.move, 10) or {}
    return bracketed(formed(board, tiles)[0], tiles)


@pytest.mark.parametrize(("level", "seed"), first(2, [("casual", 3), ("easy", 2), ("club", 1)]))
def test_the_sentences_are_true(level: str, seed: int) -> None:
    history, turns = judged(level, seed)
    for turn in turns:
        made = next(candidate for candidate in turn.candidates if candidate.made)
        best = next(candidate for candidate in turn.candidates if candidate.value == turn.best)
        said = turn.sentence
        if turn.praise:
            assert "Hard " in said and turn.best - turn.after <= 2 * NEAR
            continue
        if more := re.search(r"scores (\d+) points? more", said):
            advised = re.search(r"for (\d+) points?", turn.advised)
            assert advised is not None and int(more[1]) == int(advised[1]) - made.points
        if "is shorter" in said:
            other = re.search(r"tempting\. (\S+) is shorter", said)
            assert other is not None and letters(other[1]) < letters(main_word(history, turn.first))
        if "answered there" in said:
            answer = next(play for play in range(turn.first + 1, len(history.plays) + 1) if history.plays[play - 1].by)
            assert f"with {main_word(history, answer)} for" in said
        if "was empty" in said:
            assert not history.state_after(turn.first - 1).bag
        if "All 7 tiles" in said:
            assert best.note == "" and best.points >= 20 + 2 * 7 - made.points


def test_a_play_that_is_taken_back_scores_nothing_and_the_words_are_named(tmp_path: Path) -> None:
    table = words_table(Store(tmp_path), "doubted", most=2, checking="challenge", board=10)
    history = table.history
    rack = history.state.racks[0]
    state = history.state
    for tiles in (rack[:3], rack[2:5], rack[4:7]):
        for cell in range(90):
            play = Play(*divmod(cell, 10), False, tiles)
            verdict = GAME.judge(state, play)
            if verdict.legal:
                break
        else:
            continue
        break
    table.submit(0, play)
    table.submit(1, table.parse("challenge"))
    plays = plays_of(history)
    bad = [event.data["bad"] for made in plays for event in made.events("ruling")][-1]
    number = next(made.number for made in plays if made.move == play)
    spans = TURNS.turns(plays, 0)
    assert bool(bad) and (range(number, number + 1) in spans) is not history.state.retry
    found = TURNS.judge(GAME, plays, range(number, number + 1), 1)
    assert found.points == 0 and found.sentence == text.looked_like_words(bad)
    assert found.made.startswith("You played ")
    (made,) = [candidate for candidate in found.candidates if candidate.made]
    assert made.move in found.made and (made.points, made.note) == (0, text.TAKEN_BACK_NOTE)


def test_an_exchange_and_a_pass_are_judged_too() -> None:
    plays = plays_of(judged("casual", 3)[0])
    turn = TURNS.turns(plays, 0)[3]
    own = plays[turn.start - 1]
    tile = own.before.racks[0][0]
    for action, made in ((Exchange(tile), text.you_exchanged(tile)), (Pass(), text.YOU_PASSED)):
        given = [*plays[: turn.start - 1], replace(own, move=action, step=GAME.apply(own.before, action))]
        found = TURNS.judge(GAME, given, turn, 1)
        assert found.made == made and found.points == 0
        assert [candidate.move for candidate in found.candidates if candidate.made] == [notate(action)]
        assert "tempting" in found.sentence and found.sentence.endswith(" now.")


def test_no_sentence_says_again_what_the_advice_says() -> None:
    for level, seed in (("casual", 3), ("easy", 2)):
        for turn in judged(level, seed)[1]:
            assert turn.advised not in turn.sentence and turn.made not in turn.sentence


def test_many_words_that_are_none_are_all_named() -> None:
    assert text.looked_like_words(["ZORP", "XU"]).startswith("ZORP and XU looked like words. They are not")


def test_the_registry_finds_both_judges() -> None:
    entry = registry.get("words")
    assert entry.turn_review is TURNS and entry.review is not None

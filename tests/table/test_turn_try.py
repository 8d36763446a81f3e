"""A turn that is tried again: three tries that count nowhere, then the way of the strongest level."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.takethat.test_review import HISTORY
from towergames.core.contract import Decide
from towergames.core.review import TurnReview
from towergames.games.takethat.review import TURNS
from towergames.table import turn_try
from towergames.table.facts import plays_of
from towergames.table.remarks import uncounted_reason
from towergames.table.save_file import load_file
from towergames.table.setup import series_line
from towergames.table.turn_try import MOST_TRIES, TurnTry

SAVES = Path(__file__).parents[2] / "saves"
TURN = next(
    judged
    for judged in (TURNS.judge(HISTORY.game, plays_of(HISTORY), turn, 1) for turn in TURNS.turns(plays_of(HISTORY), 0))
    if judged.moves
)


def play(table: TurnTry, *moves: str) -> None:
    for move in moves:
        turn = table.turn
        assert isinstance(turn, Decide)
        table.submit(turn.seat, table.game.parse(move, table.history.state))


def test_a_try_begins_before_the_turn_and_counts_nowhere() -> None:
    table = TurnTry(HISTORY, TURN)
    assert table.moves == TURN.first - 1 and table.journal is None
    assert not table.history.counts and "It does not count in records." in uncounted_reason(table.history)
    assert series_line(table.history) == "" and HISTORY.header.branch is None
    assert (table.number, table.shows_way, table.ended, table.advised) == (1, False, False, None)


def test_a_person_tries_the_turn_of_a_bot() -> None:
    bots = replace(TURN, seat=1)
    assert TurnTry(HISTORY, bots).humans == (0, 1) and HISTORY.humans == (0,)


def test_it_ends_when_somebody_else_decides_and_is_compared_with_the_game() -> None:
    table = TurnTry(HISTORY, TURN)
    play(table, *TURN.moves[:-1])
    assert not table.ended
    play(table, TURN.moves[-1])
    assert table.ended
    tried = table.judged()
    assert tried is not None and tried.first == TURN.first and tried.after > TURN.after
    made, told = table.compared(tried)
    assert made == tried.made and told.startswith(
        f"This try: {tried.after} in 100 to win. In the game {TURN.after} in 100"
    )
    assert table.compared(None) == (told.partition("win. ")[2],)


def test_after_three_tries_the_better_way_is_shown_while_it_is_followed() -> None:
    table = TurnTry(HISTORY, TURN)
    for number in range(2, MOST_TRIES + 1):
        table = table.again()
        assert table.number == number and not table.shows_way and table.advised is None
    table = table.again()
    assert table.shows_way
    for move in TURN.moves:
        assert table.game.notate(table.advised) == move
        play(table, move)
    assert table.advised is None and table.ended
    strayed = TurnTry(HISTORY, replace(TURN, moves=("end", *TURN.moves)), MOST_TRIES + 1)
    play(strayed, TURN.moves[0])
    assert strayed.advised is None, "another way"


def test_a_player_alone_has_as_many_plays_as_in_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table = TurnTry(HISTORY, TURN)
    monkeypatch.setattr(TurnTry, "names", ("Ann",))
    own = sum(play.by == 0 for play in HISTORY.plays[TURN.first - 1 : TURN.last])
    play(table, *(HISTORY.game.notate(one.move) for one in HISTORY.plays[TURN.first - 1 : TURN.first - 2 + own]))
    assert not table.ended
    play(table, HISTORY.game.notate(HISTORY.plays[TURN.first - 2 + own].move))
    assert table.ended


def test_a_game_that_is_over_ends_the_try() -> None:
    last = TURNS.turns(plays_of(HISTORY), 0)[-1]
    table = TurnTry(HISTORY, replace(TURN, first=last.start, last=last.stop - 1))
    for one in HISTORY.plays[last.start - 1 :]:
        if isinstance(table.turn, Decide):
            play(table, HISTORY.game.notate(one.move))
    assert table.ended


def test_a_turn_that_cannot_be_judged_has_no_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    history = load_file(SAVES / "example-leaning.jsonl").history
    reviewed = TurnReview(1, 1, 10, 11, 0, 1, 1, "", "", (), "")
    table: Any = TurnTry(history, reviewed)
    assert table.judged() is None, "no piece was let go of yet"
    monkeypatch.setattr(turn_try, "all_turns_of", lambda *_: [range(1, 2)])
    assert table.judged() is None, "turns of the game before the try"

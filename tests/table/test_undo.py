"""Taking back: what is free, what needs consent, what is marked, and what comes back with redo."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.conformance.playing import Case
from tests.conformance.seating import header_for, play_on
from tests.null.entry import NULL
from tests.table.helpers import do, null_header, null_table
from towergames import registry
from towergames.core.contract import Decide, IllegalAction, NotationError, Over, Step
from towergames.table.errors import TableError
from towergames.table.history import History, moves_since, offer, turn_start
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.save_file import load_file

SAVES = Path(__file__).resolve().parents[2] / "saves"


def _state(table: Table) -> object:
    return table.history.state


def _takethat() -> Table:
    """Two people in the first turn of a game in which a turn has several moves; nothing done yet."""
    case = Case(registry.get("takethat"), 2, (("first", 1),))
    table = Table(History(case.game, header_for(case)))
    table.advance()
    return table


def _build(table: Table) -> None:
    table.submit(0, table.legal()[0])


def test_within_the_turn_moves_are_taken_back_one_by_one_and_unmarked() -> None:
    table = _takethat()
    before = [table.history.state]
    for _ in range(2):
        _build(table)
        before.append(table.history.state)
    assert table.undo_offer(0).free
    assert table.undo(0) == 1
    assert table.history.state == before[1]
    assert table.undo(0) == 1
    assert table.history.state == before[0]
    assert table.history.assists == {}
    assert [line.kind for line in table.log(None)] == ["deal"]
    assert not table.undo_offer(0).free


def test_a_turn_is_begun_anew_in_one_go() -> None:
    table = _takethat()
    begin = table.history.state
    _build(table)
    _build(table)
    after = table.history.state
    assert turn_start(table.history, 0) == 1
    assert table.reset_turn(0) == 2
    assert table.history.state == begin
    table.redo()
    assert table.history.state == after
    assert not table.can_redo


def test_nobody_resets_a_turn_that_is_not_his_or_in_which_nothing_was_done() -> None:
    table = _takethat()
    for seat in (0, 1):
        with pytest.raises(TableError, match="nothing to undo in this turn"):
            table.reset_turn(seat)
    _build(table)
    with pytest.raises(TableError, match="nothing to undo in this turn"):
        table.reset_turn(1)


def test_while_another_is_in_his_turn_only_the_turn_before_can_be_asked_back() -> None:
    table = _takethat()
    _build(table)
    what = table.undo_offer(1)
    assert what.to is None
    with pytest.raises(TableError, match="no move has been made"):
        table.undo(1, (0,))


def test_behind_new_information_all_others_must_agree_and_the_game_is_marked() -> None:
    table = null_table("", "", "", moves=["swap"], first=1)
    what = table.undo_offer(1)
    assert (what.to, what.beyond, what.needs) == (1, True, (0, 2))
    assert what.why == "a shuffle, roll or fall came after the move"
    version = table.version
    for agreed in ((), (0,), (1,), (1, 2)):
        with pytest.raises(TableError, match="agreement of"):
            table.undo(1, agreed)
    assert table.version == version
    assert moves_since(table.history, 1) == "the last move, by Ann"
    assert table.undo(1, (0, 2)) == 1  # the swap; the draw is no move
    assert table.moves == 1
    assert table.history.assists == {"undo": 1}
    assert table.log(None)[-1].text == "Bob undid 1 move; Ann and Cleo agreed"
    assert table.turn == Decide(0, "move")


def test_draws_and_answers_are_no_moves_of_an_undo() -> None:
    table = Table(load_file(SAVES / "example-words-challenges.jsonl").history)
    plays = table.history.plays
    answers = {"challenge", "accept"}
    for to in range(len(plays)):
        moves = [play for play in plays[to:] if play.by is not None and play.notation not in answers]
        told = f"the last {len(moves)} moves, by " if len(moves) > 1 else "the last move, by "
        assert moves_since(table.history, to).startswith(told)
    assert {play.notation for play in plays} & answers


def test_the_same_chance_comes_again_with_redo_and_with_the_same_move() -> None:
    table = null_table("", "", moves=["swap"], first=1)
    drawn = table.history.state
    table.undo(0, (1,))
    table.redo()
    assert table.history.state == drawn
    table.undo(0, (1,))
    do(table, "swap")  # no fishing for a better card
    assert table.history.state == drawn


def test_another_move_forgets_what_was_taken_back() -> None:
    table = null_table("", "", moves=["take 1"], first=1)
    table.undo(0, (1,))
    assert table.can_redo
    do(table, "take 3")
    assert not table.can_redo
    with pytest.raises(TableError, match="nothing to redo: no move was undone"):
        table.redo()


def test_a_lone_human_goes_back_to_his_last_decision_with_the_bots_moves_and_is_marked() -> None:
    table = null_table("", "random", "random", moves=["take 1", "take 1", "take 1"], first=1, heap=40)
    assert table.turn == Decide(0, "move")
    what = table.undo_offer(None)
    assert (what.to, what.beyond, what.needs) == (1, True, ())
    after = table.history.state
    assert table.undo(0) == 3
    assert table.turn == Decide(0, "move")
    assert table.history.assists == {"undo": 1}
    table.redo()
    assert table.history.state == after, "the bots' moves come back as they were"
    assert table.history.assists == {"undo": 1}


def test_undo_while_a_bot_thinks_goes_back_to_the_person() -> None:
    table = null_table("", "random", moves=["take 1"], first=1)
    assert table.turn == Decide(1, "move")
    assert table.undo(0) == 1
    assert table.turn == Decide(0, "move")


def test_bots_and_strangers_take_nothing_back() -> None:
    table = null_table("", "random", moves=["take 1"], first=1)
    for seat in (1, 7, -1):
        with pytest.raises(TableError, match="only human players"):
            table.undo(seat, (0,))
    assert offer(table.history, (), None).to is None
    assert null_table("random", "random", moves=["take 1"]).undo_offer(None).to is None


def test_at_the_beginning_there_is_nothing_to_take_back() -> None:
    table = null_table("", "")
    assert table.history.floor()[0] == 1
    with pytest.raises(TableError, match="no move has been made yet"):
        table.undo(0, (1,))
    assert History(NULL.game, null_header("", "")).floor() == (0, "the game starts here")


def test_a_finished_game_can_be_taken_back_with_consent_and_ended_again() -> None:
    table = null_table("", "")
    play_on(table, 100)
    assert isinstance(table.turn, Over)
    assert table.history.ended
    with pytest.raises(TableError, match="over"):
        table.submit(0, table.parse("take 1"))
    last = table.history.plays[-1].by
    table.undo(0, (1,))
    assert not table.history.ended
    assert isinstance(table.turn, Decide)
    assert last is None or table.turn.seat == last
    play_on(table, 100)
    assert table.history.ended


def test_remarks_stand_where_they_were_made_even_when_moves_are_taken_back() -> None:
    table = null_table("", "", moves=["take 1", "take 1", "take 1"], first=1, heap=40)
    table.note(1, "hint")
    for _ in range(3):
        table.undo(0, (1,))
    assert [r.plays for r in table.history.remarks] == [1, 1, 1, 1]
    do(table, "take 2", "take 2", "take 2")
    texts = [line.text for line in table.log(None)]
    assert texts.index("Bob used a hint") < texts.index("Ann takes 2")
    assert table.history.assists == {"hint": 1, "undo": 3}


def test_a_hint_counts_once_for_a_position() -> None:
    table = _takethat()
    for _ in range(2):
        table.note_once(0, "hint")
    assert table.history.assists == {"hint": 1}
    _build(table)
    table.note_once(0, "hint")
    assert table.history.assists == {"hint": 2}
    table.undo(0)
    table.note_once(0, "hint")
    table.redo()
    table.note_once(0, "hint")
    assert table.history.assists == {"hint": 2}, "both positions were helped before"
    table.note(0, "hint")
    table.note_once(1, "hint")
    assert table.history.assists == {"hint": 4}, "other help of the first player says nothing of the second"


def test_help_is_noted_in_words() -> None:
    table = null_table("", "")
    table.note(0, "peek")
    assert table.log(None)[-1].text == "Ann used help"
    with pytest.raises(ValueError, match="note says nothing"):
        table.note(0, "NOT A KIND")


def test_moves_out_of_turn_or_against_the_rules_change_nothing() -> None:
    table = null_table("", "", first=1)
    version, state = table.version, table.history.state
    with pytest.raises(TableError, match="it is Ann's turn"):
        table.submit(1, table.parse("take 1"))
    with pytest.raises(IllegalAction):
        table.submit(0, table.parse("take 9"))
    with pytest.raises(NotationError):
        table.parse("castle")
    assert (table.version, table.history.state) == (version, state)


def test_while_chance_is_due_nobody_moves() -> None:
    table = Table(History(NULL.game, null_header("", "")))
    assert table.legal() == ()
    with pytest.raises(TableError, match="it is chance's turn"):
        table.submit(0, table.parse("take 1"))


def test_the_table_tells_its_facts() -> None:
    table = null_table("", "easy", moves=["take 2"], first=1, limit=3)
    assert table.names == ("Ann", "Bob")
    assert table.humans == (0,)
    assert table.moves == len(table.history.plays) >= 2
    assert table.round == 1
    assert table.totals[0] >= 2
    assert not table.read_only
    assert table.saved.unsaved_reason == ""
    assert table.templates == ("take N", "swap")
    assert len(table.legal()) == 4
    assert table.judge(table.parse("take 1")).legal
    assert table.view(0).secrets[1] is None
    assert next(e.kind for e in table.events_since(1, None)) == "take"
    with pytest.raises(TableError, match="only when the game is over"):
        table.open_view()
    play_on(table, 100)
    assert None not in table.open_view().secrets
    assert table.close()


def test_each_seat_reads_only_its_own_secrets_in_the_log() -> None:
    table = null_table("", "", moves=["swap"], first=1)
    kinds = {seat: [line.kind for line in table.log(seat)] for seat in (0, 1, None)}
    assert kinds[None] == ["deal", "swap"]
    assert kinds[0] == ["deal", "secret", "swap", "draw"]
    assert kinds[1] == ["deal", "secret", "swap"]
    assert [line.kind for line in table.log(0, since=2)] == ["draw"]


def test_a_step_that_reveals_closes_undo_even_without_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    table = _takethat()
    play_on(table, 2)
    assert table.undo_offer(0).free
    play = table.history.plays[-1]
    shown = Step(play.step.state, play.step.events, play.step.scores, reveals=True)
    table.history.plays[-1] = replace(play, step=shown)
    assert "hidden" in table.undo_offer(0).why
    assert not table.undo_offer(0).free


def test_a_bots_turn_is_not_begun_anew_by_anybody() -> None:
    table = _takethat()
    seats = (SeatSetup("Ann", "random"), SeatSetup("Bob"))
    table = Table(History(table.game, replace(table.header, seats=seats)))
    table.advance()
    _build(table)
    for seat in (0, 1):
        assert turn_start(table.history, seat) is None

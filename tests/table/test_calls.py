"""When a person is called who does not look at the window: each kind once, never for a bot, never in a lesson."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plain.helpers import header_of
from tests.table.helpers import do, null_header, null_table
from tests.table.sharing import opened
from tests.table.windows import follow, move, move_on, three
from towergames import registry
from towergames.core.contract import Decide, Over
from towergames.session import attention as attention_module
from towergames.session.attention import ABSENT_SECONDS, Attention
from towergames.session.calls import Call, Calls
from towergames.session.lesson import LessonTable
from towergames.session.next_game import next_game_told
from towergames.table.match import Table
from towergames.table.store import Store


def away() -> Attention:
    """The attention of a person whose window is not looked at."""
    attention = Attention()
    attention.focus(False)
    return attention


def looks(caller: Calls) -> list[str]:
    """The words of the calls of two looks from another window; the second must find nothing new."""
    found = [call.text for call in caller.look()]
    assert caller.look() == ()
    return found


def test_a_turn_calls_its_own_window_once_and_stays_until_it_is_over(tmp_path: Path) -> None:
    tables = three(tmp_path)
    callers = [Calls(table, away()) for table in tables]
    first = tables[0].turn.seat
    for seat, caller in enumerate(callers):  # a window that opens unseen calls to a first turn
        assert looks(caller) == (["Your turn"] if seat == first else [])
    for _ in range(4):
        mover = move_on(*tables)
        then = tables[0].turn.seat
        for seat, caller in enumerate(callers):
            assert looks(caller) == (["Your turn"] if seat == then != mover else []), (seat, mover, then)
            assert caller.unanswered == (Call("turn", "Your turn") if seat == then else None)


def test_nobody_is_called_who_looks_at_the_window(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=1)
    attention = Attention()
    attention.focus(True)
    callers = [Calls(table, attention) for table in tables]
    for _ in range(3):
        move_on(*tables)
        for caller in callers:
            assert caller.look() == ()
            assert caller.unanswered is None
    attention.focus(False)
    for caller in callers:
        assert looks(caller) == [], "what was seen is no news for who goes away"


def test_the_turn_of_a_bot_calls_nobody_and_the_turn_after_it_does() -> None:
    table = null_table("", "easy", heap=40)
    caller = Calls(table, away())
    looks(caller)
    calls = 0
    while not isinstance(table.turn, Over):
        assert isinstance(table.turn, Decide)
        mover = table.turn.seat
        table.submit(mover, table.legal()[0])
        due = looks(caller)
        if isinstance(table.turn, Decide) and table.turn.seat == 1:
            assert due == [] and caller.unanswered is None
        elif isinstance(table.turn, Decide):
            assert due == (["Your turn"] if mover == 1 else [])
            calls += len(due)
    assert calls > 3 and due == ["The game is over"]


def test_one_person_who_plays_alone_or_several_at_one_window_are_called_to_their_turn_by_nobody_here() -> None:
    alone = null_table("", heap=12)
    caller = Calls(alone, away())
    looks(caller)
    while not isinstance(alone.turn, Over):
        assert looks(caller) == []
        do(alone, alone.game.notate(alone.legal()[0]))
    assert looks(caller) == ["The game is over"]
    both = null_table("", "", heap=12)
    caller = Calls(both, away())
    assert looks(caller) == [f"Your turn, {both.names[both.turn.seat]}"]
    for _ in range(4):
        do(both, both.game.notate(both.legal()[0]))
        assert looks(caller) == []


def test_an_undo_that_gives_the_turn_back_calls_again(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=1)
    mover = move_on(*tables)
    callers = [Calls(table, away()) for table in tables]
    for caller in callers:
        looks(caller)
    tables[mover].ask_undo(mover)
    follow(*tables)
    name = tables[0].names[mover]
    for seat, caller in enumerate(callers):
        assert looks(caller) == ([] if seat == mover else [f"{name} asks for an undo"])
        assert (caller.unanswered is not None and caller.unanswered.kind == "question") == (seat != mover)
    for seat, table in enumerate(tables):
        if seat != mover:
            table.answer_undo(seat, True)
            assert callers[seat].unanswered is None or callers[seat].unanswered.kind == "turn"
    follow(*tables)
    assert tables[0].turn.seat == mover
    assert [looks(caller) for caller in callers] == [["Your turn"] if seat == mover else [] for seat in range(3)]
    assert all(caller.unanswered is None for seat, caller in enumerate(callers) if seat != mover)


def test_an_undo_and_another_move_in_one_look_call_to_the_turn(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=2)
    mover = move_on(*tables)
    then = tables[0].turn.seat
    caller = Calls(tables[then], away())
    looks(caller)
    tables[mover].ask_undo(mover)
    follow(*tables)
    for seat in {0, 1, 2} - {mover}:
        tables[seat].answer_undo(seat, True)
        follow(*tables)
    tables[mover].submit(mover, tables[mover].legal()[-1])
    follow(*tables)
    assert tables[0].turn.seat == then
    assert looks(caller) == ["Your turn"]


def test_messages_call_the_others_once_however_many_come(tmp_path: Path) -> None:
    _, bob, cleo = tables = three(tmp_path)
    attention = away()
    callers = [Calls(table, attention) for table in tables]
    for caller in callers:
        looks(caller)
    attention.touch()
    attention.focus(False)
    bob.say(1, "one")
    cleo.say(2, "two")
    follow(*tables)
    assert [looks(caller) for caller in callers] == [["Message from Cleo"], ["Message from Cleo"], ["Message from Bob"]]
    assert callers[0].unanswered == Call("message", "Message from Cleo")
    bob.say(1, "three")
    follow(*tables)
    assert looks(callers[0]) == ["Message from Bob"]
    assert callers[0].unanswered == Call("message", "Message from Bob")
    attention.focus(True)
    assert callers[0].unanswered is None
    attention.focus(False)
    assert callers[0].unanswered is None and looks(callers[0]) == [], "it was seen"


def test_what_is_more_important_stands_first(tmp_path: Path) -> None:
    tables = three(tmp_path, moves=1)
    mover = tables[0].turn.seat
    callers = [Calls(table, away()) for table in tables]
    move(*tables)
    tables[mover].say(mover, "your turn!")
    follow(*tables)
    then = tables[0].turn.seat
    assert [call.kind for call in callers[then].look()] == ["turn", "message"]
    assert callers[then].unanswered == Call("turn", "Your turn")
    move(*tables)
    follow(*tables)
    callers[then].look()
    assert callers[then].unanswered is not None and callers[then].unanswered.kind == "message"


def test_the_end_calls_once_and_an_undo_takes_it_back() -> None:
    table = null_table("", "easy", heap=12)
    caller = Calls(table, away())
    while not isinstance(table.turn, Over):
        do(table, table.game.notate(table.legal()[0]))
    assert looks(caller) == ["The game is over"]
    assert caller.unanswered == Call("over", "The game is over")
    table.undo(0)
    assert caller.unanswered is None
    assert looks(caller) == (["Your turn"] if table.turn.seat == 0 else [])
    assert looks(Calls(finished(), away())) == [], "a game that is opened after its end is no news"


def test_the_next_game_that_another_window_begins_calls_once(tmp_path: Path) -> None:
    table = Store(tmp_path).begin(opened(null_header("", "", heap=12)), "game")
    bob = Store(tmp_path).join("game", (1,))
    while not isinstance(table.turn, Over):
        mover = table if table.turn.seat == 0 else bob
        mover.submit(mover.turn.seat, mover.legal()[0])
        follow(table, bob)
    caller = Calls(bob, away())
    assert looks(caller) == []
    Store(tmp_path).again(table)
    follow(bob)
    assert looks(caller) == [next_game_told(bob.history).rstrip(".")]
    assert caller.unanswered is not None and caller.unanswered.kind == "next"


def finished() -> Table:
    table = null_table("", "easy", heap=12)
    while not isinstance(table.turn, Over):
        do(table, table.game.notate(table.legal()[0]))
    return table


def test_onlookers_and_bots_are_never_called(tmp_path: Path) -> None:
    tables = three(tmp_path)
    onlooker = Store(tmp_path).join("game", ())
    caller = Calls(onlooker, away())
    for _ in range(3):
        move_on(*tables)
        tables[0].say(0, "hello")
        follow(*tables, onlooker)
        assert looks(caller) == []
    bots = null_table("easy", "easy", heap=12)
    caller = Calls(bots, away())
    while not isinstance(bots.turn, Over):
        do(bots, bots.game.notate(bots.legal()[0]))
        assert looks(caller) == []


def test_a_lesson_calls_nobody() -> None:
    entry = registry.get("takethat")
    table = LessonTable.where_left(entry.key, 0, [])
    caller = Calls(table, away())
    while not table.play.finished:
        play = table.play.copy()
        assert play.skip()
        table.adopt(play)
        assert looks(caller) == [] and caller.unanswered is None
    assert any(play.by not in table.here for play in table.history.plays), "others have moved"


@pytest.mark.parametrize("right", [True, False])
def test_a_challenge_calls_the_player_of_the_play_and_nobody_else(tmp_path: Path, right: bool) -> None:
    store = Store(tmp_path)
    header = opened(header_of("Ann", "Bob", "Cleo", game="words", checking="challenge", first=1))
    tables = store.begin(header, "game"), store.join("game", (1,)), store.join("game", (2,))
    follow(*tables)
    ann = tables[0]
    word = ann.game.notate(next(iter(ann.game.choices(ann.history.state))))
    wrong = " ".join((*word.split()[:-1], word.split()[-1][::-1]))
    ann.submit(0, ann.parse(wrong if right else word))
    follow(*tables)
    callers = [Calls(table, away()) for table in tables]
    for caller in callers:
        looks(caller)
    challenger = ann.turn.seat
    tables[challenger].submit(challenger, tables[challenger].parse("challenge"))
    follow(*tables)
    assert (ann.turn.seat == 0) == right
    due = callers[0].look()
    assert [call.kind for call in due] == (["turn", "dispute"] if right else ["dispute"])
    assert due[-1].text == f"{ann.names[challenger]} challenges {(wrong if right else word).split()[-1]}"
    assert "dispute" not in [call.kind for call in callers[3 - challenger].look()]


def test_a_window_without_focus_reports_is_looked_at_for_some_seconds_after_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(attention_module.time, "monotonic", lambda: now[0])
    attention = Attention()
    assert attention.is_here
    now[0] += ABSENT_SECONDS
    assert not attention.is_here
    attention.touch()
    assert attention.is_here and attention.focused is None
    attention.focus(True)
    now[0] += 1000
    assert attention.is_here, "who sees the window thinks for long"
    attention.focus(False)
    assert not attention.is_here
    attention.touch()
    assert attention.is_here and attention.focused

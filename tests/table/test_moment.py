"""The moment of a table: which commands can be used, and that it never speaks of a table as it was before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.table.helpers import do, null_header, null_table
from tests.table.sharing import opened
from towergames import registry
from towergames.session.commands import NO_REASON
from towergames.session.moment import Activity
from towergames.session.session import Session, moment_of
from towergames.session.text import NO_SEARCH, NO_WORDS
from towergames.table.match import Table
from towergames.table.shared import SharedTable
from towergames.table.store import Store


def session_of(table: Table) -> Session:
    return Session(table, registry.get("null").board)


def refused(session: Session, *commands: str) -> list[str]:
    return [session.moment().refused.get(command, "") for command in commands]


def test_at_the_first_move_of_two_people_nothing_can_be_taken_back() -> None:
    session = session_of(null_table("", "", first=1))
    session.opened = 0
    assert dict(session.moment().refused) == {
        "confirm": "There is no question to answer.",
        "confirm.not": "There is no question to answer.",
        "fall.again": "No fall is shown.",
        "work.stop": "No computation is running.",
        "undo": "Nothing to undo: no move has been made yet.",
        "redo": "There is nothing to redo.",
        "turn.reset": "There is nothing to undo in this turn.",
        "game.why": NO_REASON,
        "bots.hurry": "No bot is thinking.",
        "bots.pause": "No bot plays in this game.",
        "history.forward": "This is the current position.",
        "history.now": "This is the current position.",
        "tell.best": NO_SEARCH,
        "lookup": NO_WORDS,
        "say": "Only one window is open at this table.",
        "clock.pause": "This game has no clock.",
        "result": "The game is not over yet.",
        "rematch": "The game is not over yet.",
        "another": "The game is not over yet.",
        "review": "A review shows hidden hands. It opens when the game is over.",
        "save.as": "This game is not saved.",
    }


def test_behind_the_curtain_no_hand_is_shown_and_nobody_may_move() -> None:
    session = session_of(null_table("", "", first=1))
    assert refused(session, "tell.hand", "hand.hide", "tell.moves", "tell.try", "hint") == [
        "No hand is shown now.",
        "No hidden hand is shown.",
        "The player to move can see the moves.",
        "The player to move can see the moves.",
        "Only the player to move can get a hint.",
    ]
    session.opened = 0
    assert refused(session, "tell.hand", "hand.hide", "tell.moves", "tell.try", "hint") == [""] * 5


def test_what_goes_on_beside_the_game_allows_its_own_commands() -> None:
    session = session_of(null_table("", "random", first=1))
    allowed: list[tuple[dict[str, Any], str]] = [
        ({"work": True}, "work.stop"),
        ({"can_stop": True}, "work.stop"),
        ({"thinking": True}, "bots.hurry"),
        ({"asked": session.bare().view}, "confirm"),
    ]
    for changes, command in allowed:
        assert refused(session, command) != [""]
        session.does(**changes)
        assert refused(session, command) == [""]
        session.activity = Activity()


def test_a_question_ends_when_the_table_changes() -> None:
    session = session_of(null_table("", "", first=1, heap=40))
    session.opened = 0
    session.does(asked=session.bare().view)
    assert session.moment().asking
    do(session.table, "take 1")
    assert not session.moment().asking


def test_after_the_end_there_is_a_result_and_the_position_shown_may_be_another() -> None:
    table = null_table("", first=1, heap=12)
    while not session_of(table).moment().over:
        do(table, "take 1")
    session = session_of(table)
    assert refused(session, "result", "rematch") == ["", "You can play again only from a saved game."]
    assert session.moment().over_shown
    session.look(0)
    moment = session.moment()
    assert (moment.over, moment.over_shown, moment.past) == (True, False, True)
    assert refused(session, "history.now", "history.forward") == ["", ""]


def test_the_moment_is_the_same_object_while_nothing_changes_and_never_stale(tmp_path: Path, store: Store) -> None:
    table = store.begin(null_header("", "random", first=1, heap=40))
    session = session_of(table)
    seen = [session.moment()]

    def changed() -> None:
        now = session.moment()
        assert now is session.moment() and now == moment_of(session) and now.refused == moment_of(session).refused
        assert now != seen[-1]
        seen.append(now)

    do(table, "take 1")
    changed()
    assert seen[-1].bot_moves
    session.does(thinking=True)
    changed()
    session.reasons.refuse(session.viewer, "Too many.")
    changed()
    session.look(0)
    changed()
    session.to_now()
    changed()
    table.close()  # makes the table read-only, without a move
    changed()
    assert not seen[-1].bot_moves and "it has been closed" in seen[-1].why_not_undo


@pytest.mark.parametrize("closes", [False, True])
def test_nobody_may_move_at_a_table_whose_save_was_closed(store: Store, closes: bool) -> None:
    table = store.begin(null_header("", first=1))
    session = session_of(table)
    assert session.bare().may_act
    if closes:
        table.close()
    assert session.bare().may_act is not closes


def test_the_bots_are_another_windows_without_a_move(store: Store) -> None:
    table = store.begin(opened(null_header("", "random", first=2)))
    assert isinstance(table, SharedTable)
    session, version = session_of(table), table.version
    assert session.moment().bot_moves
    table.journal.stop_keeping()
    assert table.version == version and not session.moment().bot_moves
    table.close()

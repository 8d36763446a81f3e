"""The decisions that both clients share, at their edges; ``test_both_clients`` drives both by one script."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from signal import SIGINT
from typing import Any

import pytest

from tests.plain.helpers import converse, flat, header_of, play, script_of
from tests.plain.test_windows import begun, sitting
from tests.tui.game_kit import opened
from tests.tui.test_windows import joined
from towergames import registry
from towergames.board.protocol import Hint
from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.run_request import RunRequest
from towergames.session import commands, next_game
from towergames.session.context import context_at
from towergames.session.help import STOPPED_EARLY, TableHints, begin_search, count_lookup, lookup_counts, may_be_helped
from towergames.signals import Terminated
from towergames.table.errors import SaveError
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.notes import UndoRequest
from towergames.table.opponents import Reasons
from towergames.table.records import OPEN_FORMAT, Header
from towergames.table.save_file import load_file
from towergames.table.shared import SharedTable, Slow
from towergames.table.store import Store

SECRET = "the landlord of Bob"


class Broken:
    """Fails, and its error names a hidden card."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any, dice: Dice, clock: Clock) -> Thought[Any]:
        raise ZeroDivisionError(SECRET)


class Quick(Broken):
    """Takes any legal move."""

    def choose(self, view: Any, dice: Dice, clock: Clock) -> Thought[Any]:
        state = self.game.imagine(view, dice)
        return Thought(self.game.choices(state).sample(Dice(1, 1, "quick")), "any", 1)


def saved(saves: Path, header: Header, moves: int | None = None) -> None:
    """A game after so many moves of people (None: all), kept as ``test``."""
    _, made = script_of(header, 10_000 if moves is None else moves)
    table = Store(saves).begin(header, "test")
    table.copy_plays(made.history.plays[table.moves : moves])
    if moves is None:
        table.advance()
    table.close()


def as_kept(saves: Path, name: str = "test") -> History:
    return load_file(saves / f"{name}.jsonl").history


# --- a hint -----------------------------------------------------------------------------------------------


def test_a_tip_that_fails_is_one_sentence_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a draft duel the first tip is the choice of a bot."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError(SECRET)

    monkeypatch.setattr(type(registry.get("bricks").board), "tip", broken)
    header = header_of("Ann", "Bob", game="bricks", mode="duel", first=1)
    code, text = play(tmp_path, header, ["", "hint", "board", "quit"])
    told = "No hint found, so none is counted. The bot failed with ZeroDivisionError."
    assert code == 0 and told in flat(text) and SECRET not in text and as_kept(tmp_path).assists == {}


def test_the_hint_of_another_position_is_another_help(tmp_path: Path, levels: list[Level]) -> None:
    levels.append(Level("quick", "quick", Quick))
    header = header_of("Ann", "Bob", first=1)
    move = script_of(header, 2)[0][1]
    play(tmp_path, header, ["", "hint", move, "hint", "quit"])
    assert as_kept(tmp_path).assists == {"hint": 2}


def test_a_search_that_fails_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError(SECRET)

    board = registry.get("bricks").board
    assert board.analysis is not None
    monkeypatch.setattr(type(board.analysis), "search", broken)
    code, text = play(tmp_path, header_of("Ann", game="bricks", puzzle="M-G2XEW"), ["best 1", "board", "quit"])
    assert code == 0 and "The search failed with ZeroDivisionError." in flat(text) and SECRET not in text


def test_a_game_without_bots_gives_no_hint(tmp_path: Path, levels: list[Level]) -> None:
    _, text = play(tmp_path, header_of("Ann", "Bob", first=1), ["", "hint", "quit"])
    assert "This game has no bot that gives hints." in flat(text)


# --- undo -------------------------------------------------------------------------------------------------


def test_what_cannot_be_undone_at_the_end_is_not_offered(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob", first=1)
    lines, _ = script_of(header)
    _, text = play(tmp_path, header, [*lines, "help", "redo", "quit"])
    assert "Playing: undo." in text and "There is nothing to redo." in text
    table = Store(tmp_path).open("test")
    try:
        _, text = converse(["help", "undo", "quit"], RunRequest("open", tmp_path, save="test"))
    finally:
        table.close()
    assert "Playing:" not in text


def test_what_undo_cannot_do_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    header = header_of("bot:random", "bot:random")
    table = Table(History(registry.get("takethat").game, header))
    table.advance()
    refused = commands.Refused("Only human players can undo.")
    assert commands.undo(table) == commands.redo(table) == commands.reset(table) == refused
    header = header_of("Ann", "Bob", first=1)
    table = Table(History(registry.get("takethat").game, header))
    table.advance()
    assert commands.undo(table) == commands.Refused("Nothing to undo: no move has been made yet.")
    assert commands.redo(table) == commands.Refused("There is nothing to redo.")
    assert commands.reset(table) == commands.Refused("There is nothing to undo in this turn.")
    assert commands.asker_of(Table(History(table.game, replace(header, seed=8)))) is None


def test_a_full_save_says_why_nothing_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = header_of("Ann", "Bob", first=1)
    table = Store(tmp_path).begin(header, "test")
    try:
        table.submit(0, table.legal()[0])
        assert commands.undo(table) == commands.Done("1 move undone.", changed=True)
        monkeypatch.setattr("towergames.table.match.MAX_RECORDS", 1)
        full = commands.Refused("The saved game has no room for more undos.")
        assert commands.redo(table) == full
        monkeypatch.undo()
        assert commands.redo(table) == commands.Done("1 move done again.", changed=True)
        monkeypatch.setattr("towergames.table.match.MAX_RECORDS", 1)
        assert commands.undo(table) == commands.reset(table) == full
    finally:
        table.close()


def test_a_save_that_is_open_elsewhere_cannot_be_undone(tmp_path: Path) -> None:
    table = Store(tmp_path).begin(header_of("Ann", "Bob", first=1), "test")
    looking = Store(tmp_path).open("test")
    try:
        why = "You can only look at this game: it is open in another window."
        assert commands.why_not_undo(looking) == commands.why_not_redo(looking) == why
        assert not may_be_helped(looking)
    finally:
        looking.close()
        table.close()


# --- messages ---------------------------------------------------------------------------------------------


def test_a_message_is_in_the_name_of_the_one_who_types_and_watchers_send_none(tmp_path: Path) -> None:
    table = begun(tmp_path, "Ann", "Bob", "Cleo")
    watcher, two = Store(tmp_path).join("game"), Store(tmp_path).join("game", (1, 2))
    try:
        assert isinstance(two, SharedTable)
        assert commands.say(watcher, "hello") == commands.Refused("You watch this table.")
        assert commands.say(two, "hello") == commands.Done("Sent.")
        assert commands.say(two, " ") == commands.Refused("The message is empty. Type: say TEXT.")
        while not isinstance(table.turn, Decide) or table.turn.seat != 2:
            assert isinstance(table.turn, Decide)
            mover = table if table.turn.seat == 0 else two
            mover.submit(table.turn.seat, table.legal()[0])
            table.follow()
            two.follow()
        assert commands.say(two, "my turn") == commands.Done("Sent.")
        table.follow()
        assert [(one.by, one.text) for one in table.history.said] == [(1, "hello"), (2, "my turn")]
    finally:
        for window in (two, watcher, table):
            window.close()


def test_bots_alone_are_no_reason_to_speak_as_the_first_seat(tmp_path: Path) -> None:
    header = replace(header_of("bot:random", "bot:random"), format=OPEN_FORMAT)
    Store(tmp_path).begin(header, "game").close()
    watcher = Store(tmp_path).join("game")
    try:
        told = commands.Refused("You watch this table.")
        assert commands.say(watcher, "hello") == commands.undo(watcher) == commands.redo(watcher) == told
        assert watcher.history.said == []
    finally:
        watcher.close()


# --- looking a word up ------------------------------------------------------------------------------------


async def test_a_look_up_counts_on_whosever_turn_where_words_can_be_challenged(tmp_path: Path) -> None:
    """What was looked up before one's turn helps in it."""
    header = header_of("Ann", "Bob", game="words", first=1, checking="challenge")
    table = Store(tmp_path / "saves").begin(replace(header, format=OPEN_FORMAT), "game")
    assert isinstance(table, SharedTable) and isinstance(table.turn, Decide)
    assert table.turn.seat == 0
    with sitting(tmp_path / "saves", 1) as bob:
        bob.sees("Waiting for Ann>")
        bob.type("lookup mood")
        bob.sees("In this game words can be challenged, so a look-up counts as help.")
        bob.type("lookup mood yes")
        bob.sees("MOOD")
    table.follow()
    assert table.history.assists == {"lookup": 1}
    assert lookup_counts(table) and count_lookup(table) == ""
    async with joined(tmp_path, 1) as shown:
        assert isinstance(shown.table.turn, Decide) and shown.table.turn.seat == 0
        found = shown.game.answers._help()
        assert found is not None and found.all
    table.close()


def test_nobody_is_helped_who_only_looks_and_a_help_that_is_not_saved_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = header_of("Ann", "Bob", game="words", first=1, checking="challenge")
    table = Store(tmp_path).begin(header, "test")
    looking = Store(tmp_path).open("test")
    assert not lookup_counts(looking) and count_lookup(looking) == ""
    looking.close()
    monkeypatch.setattr("towergames.table.match.MAX_RECORDS", 1)
    assert "No word was looked up: " in count_lookup(table)
    table.close()
    monkeypatch.undo()
    _, text = converse(["", "lookup mood", "quit"], RunRequest("open", tmp_path, save="test"))
    assert "so a look-up counts as help" in flat(text)


@pytest.mark.parametrize("header", [header_of("Ann", "Bob", first=1), header_of("Ann", game="bricks")])
def test_a_hint_that_cannot_be_marked_is_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, levels: list[Level], header: Header
) -> None:
    levels.append(Level("quick", "quick", Quick))
    monkeypatch.setattr("towergames.table.match.MAX_RECORDS", 1)
    _, text = play(tmp_path, header, ["", "hint", "best 1", "quit"])
    assert "No hint: the saved game has no room" in flat(text) and "Hint:" not in text
    assert as_kept(tmp_path).assists == {}


# --- what is refused, and changes nothing -----------------------------------------------------------------


def test_who_does_not_move_gets_no_hint_and_a_game_without_a_search_does_not_search(tmp_path: Path) -> None:
    table = Table(History(registry.get("takethat").game, header_of("Ann", "Bob", first=1)))
    table.advance()
    board = registry.get("takethat").board
    context = context_at(table.history, 1)
    assert TableHints(board, table, Reasons()).ask(context) == commands.Refused(
        "Only the player to move can get a hint."
    )
    assert begin_search(board, table, context) == commands.Refused("This game has no search.")


def test_a_game_that_is_not_saved_gets_no_name_and_no_rematch(tmp_path: Path) -> None:
    store = Store(tmp_path)
    header = header_of("Ann", "Bob", first=1)
    table = Table(History(registry.get("takethat").game, header))
    assert commands.rename(store, table, "other") == commands.Refused("This game is not saved.")
    assert next_game.rematch(store, table) == commands.Refused("The game is not over yet.")
    _, over = script_of(header)
    unsaved = commands.Refused("You can play again only from a saved game.")
    assert next_game.rematch(store, over) == unsaved and store.names() == []


def test_a_rematch_that_cannot_be_begun_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(tmp_path, header_of("Ann", "Bob", first=1))
    store = Store(tmp_path)
    table = store.open("test")
    monkeypatch.setattr(Store, "begin", refuse)
    try:
        assert next_game.rematch(store, table) == commands.Refused("The folder is full.")
    finally:
        table.close()
    _, text = converse(["rematch", "log 1", "quit"], RunRequest("open", tmp_path, save="test"))
    assert "The folder is full." in text and text.count("Game over.") > 1, "the old game goes on"


def refuse(*_: object, **__: object) -> None:
    raise SaveError("the folder is full")


def test_a_game_that_gets_no_other_name_goes_on_under_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = header_of("Ann", "Bob", first=1)
    monkeypatch.setattr(Store, "rename", refuse)
    move = script_of(header, 2)[0][1]
    _, text = play(tmp_path, header, ["", "name other", move, "quit"])
    assert "The folder is full." in text and "Saved as test." in text
    assert as_kept(tmp_path).plays[-1].notation == move


def test_moves_that_are_not_saved_keep_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    table = store.begin(header_of("Ann", "Bob", first=1), "test")
    monkeypatch.setattr(Table, "flush", lambda _: False)
    answer = commands.rename(store, table, "other")
    assert isinstance(answer, commands.Refused) and "so the name stays" in answer.why
    table.close()
    assert store.names() == ["test"]


async def test_a_game_that_cannot_be_opened_again_leads_to_the_menu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = header_of("Ann", "Bob", first=1)
    saved(tmp_path / "saves", header, 0)
    async with opened(tmp_path, "test") as shown:
        await shown.press("1")
        monkeypatch.setattr(Store, "open", refuse)
        shown.game.typed("name other")
        await shown.pilot.pause()
        await shown.press("r")
        await shown.until(lambda: shown.app.table is None and len(shown.app.screen_stack) == 1)
        assert "The folder is full." in shown.notices
    _, text = play(tmp_path / "plain", header, ["", "name other", "quit"])
    assert "The folder is full." in text and "Towergames. Type a number or a word." in text


def test_an_answer_goes_only_to_the_question_that_was_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Table(History(registry.get("takethat").game, header_of("Ann", "Bob", first=1)))
    assert commands.answer_undo(alone, None, yes=True) == commands.Refused("Nobody asks you for an undo.")
    request = UndoRequest(1, 1, 0, (0,))
    closed = commands.Refused(commands.CLOSED_QUESTION)
    assert commands.answer_undo(alone, request, yes=True) == closed
    table = begun(tmp_path, "Ann", "Bob")
    try:
        monkeypatch.setattr(table.history, "request", request)
        assert commands.answer_undo(table, replace(request, record=9), yes=True) == closed

        def slow(*_: object) -> None:
            raise Slow("the disk is slow. The table waits until this is saved")

        monkeypatch.setattr(SharedTable, "answer_undo", slow)
        told = commands.Refused("The disk is slow. The table waits until this is saved.")
        assert commands.answer_undo(table, request, yes=False) == told
        monkeypatch.setattr(SharedTable, "answer_undo", lambda *_: None)
        refused = commands.Done("You refused. No move is undone.")
        assert commands.answer_undo(table, request, yes=False) == refused
    finally:
        table.close()


def test_ctrl_c_ends_a_search_of_plain_mode_with_the_best_found_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Esc does on the screen. A search that is counted in steps decides no medals then."""
    tower = "O4HY T4TY W3TY #Y / F4TB H5RB #B / Q1RR+1 S2HR / O2RR"

    def search(_: Any, context: Any, clock: Any, tell: Any, known: Any = ()) -> None:
        build = context.game.parse(f"build {tower}", None)
        tell(Hint("47 points after 0.1 s.", build))
        raise Terminated(SIGINT)

    analysis = registry.get("bricks").board.analysis
    monkeypatch.setattr(type(analysis), "search", search)
    header = header_of("Ann", game="bricks", puzzle="M-G2XEW")
    code, text = play(tmp_path, header, ["best", "quit"])
    assert code == 0 and f"Hint: build {tower}"[:40] in text
    assert len(as_kept(tmp_path).finds) == 1
    monkeypatch.setattr(type(analysis), "budget", lambda *_: Clock(1000))
    over = [f"build {tower}", "submit", "yes", "best", "quit"]
    _, text = play(tmp_path, header, over, "over")
    assert STOPPED_EARLY in flat(text) and "Rule 14" not in text
    assert as_kept(tmp_path, "over").measure is None

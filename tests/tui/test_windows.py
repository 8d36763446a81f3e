"""An open table on the screen: the other windows are tables of the test's own over the same save."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from threading import Event, current_thread
from types import SimpleNamespace

import pytest

from tests.faults import Disk
from tests.table.windows import move_on
from tests.tui.game_kit import Play, _shown, header, unwrapped
from towergames import registry
from towergames.core.contract import Decide, Over
from towergames.own_command import join_command
from towergames.run_request import RunRequest
from towergames.table import clock, file_watcher, shared_journal
from towergames.table.errors import SaveError
from towergames.table.records import OPEN_FORMAT
from towergames.table.seats import HERE, keep_for_link
from towergames.table.shared import SharedTable
from towergames.table.store import Store
from towergames.tui import dialogs
from towergames.tui.app import TowerApp
from towergames.tui.dialogs import AskScreen, ConsentScreen
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.welcome import WelcomeScreen

pytestmark = pytest.mark.usefixtures("null_game")


@pytest.fixture(autouse=True)
def quick_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions take an answer at once."""
    monkeypatch.setattr(dialogs, "IGNORE_INPUT_SECONDS", 0.0)


def begun(folder: Path, seats: str, game: str = "null", seed: int = 42) -> SharedTable:
    """A new open table, with the test at the first seat."""
    table = Store(folder / "saves").begin(replace(header(seats, game, seed), format=OPEN_FORMAT), "game")
    assert isinstance(table, SharedTable)
    return table


def begun_with_a_clock(folder: Path) -> None:
    """A new open table of Stacked Words at which no window is open and turns take so many seconds."""
    timer = next(option for option in registry.get("words").game.info.options if option.key == "timer")
    start = replace(header("Ann,Bob", "words", timer=timer.values[-1], first=1), format=OPEN_FORMAT)
    Store(folder / "saves").begin(start, "game").close()


def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an hour pass on the clock of every table."""
    now = clock.time.monotonic() + 3600
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: now))


@asynccontextmanager
async def menu(folder: Path) -> AsyncIterator[Play]:
    """The menu above the saves of that table."""
    app = TowerApp(RunRequest("menu", folder / "saves", config=folder / "config", flags={"motion": "none"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield Play(app, pilot)


@asynccontextmanager
async def joined(
    folder: Path,
    *seats: int,
    pin: str = "",
    size: tuple[int, int] = (80, 24),
    served: bool = False,
    welcome: bool = False,
) -> AsyncIterator[Play]:
    """The screen at seats of that table, or that of a browser."""
    request = RunRequest("join", folder / "saves", save="game", seats=seats, pin=pin, served=served)
    async with _shown(folder, request, size, welcome=welcome) as play:
        yield play


@asynccontextmanager
async def beside(
    folder: Path, seats: str = "Ann,Bob", *, served: bool = False
) -> AsyncIterator[tuple[SharedTable, Play]]:
    """A new open table, with the test at the first seat, and the screen or browser at the second one."""
    other = begun(folder, seats)
    async with joined(folder, 1, served=served) as play:
        yield other, play


def here(play: Play) -> SharedTable:
    assert isinstance(play.table, SharedTable)
    return play.table


async def turn_of(play: Play, other: SharedTable, seat: int) -> None:
    """Let the others move until it is the turn of a seat."""
    other.follow()
    while not isinstance(other.turn, Decide) or other.turn.seat != seat:
        await play.until(lambda: play.table.history.state == other.history.state)
        turn = other.turn
        if isinstance(turn, Decide) and turn.seat in here(play).here:
            play.game.flow.act(play.table.legal()[0])
        elif isinstance(turn, Decide) and (turn.seat in other.here or other.keeps):
            other.submit(turn.seat, other.legal()[0])
        await play.pilot.pause(0.05)
        other.follow()
    await play.until(lambda: play.table.history.state == other.history.state)


@pytest.mark.parametrize("size", [(80, 24), (80, 23), (120, 40)])
async def test_each_window_shows_its_own_hand_and_no_curtain(tmp_path: Path, size: tuple[int, int]) -> None:
    other = begun(tmp_path, "Ann,Bob", "takethat")
    async with joined(tmp_path, 1, size=size) as play:
        await turn_of(play, other, 0)
        assert play.game.session.viewer == 1
        assert play.game.session.bare().view == other.view(1) != other.view(0)
        assert not isinstance(play.app.screen, CurtainScreen)
        await play.until(lambda: "Waiting for Ann" in play.text)
        await turn_of(play, other, 1)
        await play.until(lambda: "Your turn, Bob" in play.text)


async def test_what_another_window_does_is_seen_and_ends_in_the_same_table(tmp_path: Path) -> None:
    async with beside(tmp_path, "Ann,Bob,Cleo:random") as (other, play):
        for _ in range(3):
            await turn_of(play, other, 1)
            await play.until(lambda: "Your turn, Bob" in play.text)
            await play.press("enter")
            await turn_of(play, other, 0)
        assert other.history.state == play.table.history.state
        assert not here(play).keeps


async def test_a_window_that_does_not_keep_waits_for_the_bots(tmp_path: Path) -> None:
    async with beside(tmp_path, "Ann,Bob,Cleo:random") as (other, play):
        await turn_of(play, other, 2)
        await play.until(lambda: "Waiting for Cleo  Another window plays the bots." in play.text)


async def test_when_the_keeper_closes_this_window_plays_the_bots(tmp_path: Path) -> None:
    async with beside(tmp_path, "Ann,Bob,Cleo:random") as (other, play):
        await turn_of(play, other, 1)
        other.close()
        await play.until(lambda: here(play).keeps)
        moves = play.table.moves
        play.game.flow.act(play.table.legal()[0])
        await play.until(lambda: any(p.by == 2 for p in play.table.history.plays[moves:]))
        await play.until(lambda: "Ann has gone" in play.text)
        await play.until(lambda: "Waiting for Ann" in play.text)
        assert "Nobody is at the seat of Ann." in play.text


async def test_a_message_comes_and_goes(tmp_path: Path) -> None:
    async with beside(tmp_path) as (other, play):
        other.say(0, "good evening")
        await play.until(lambda: "Ann says: good evening" in play.notices)
        await play.press("apostrophe", *"thanks", "enter")
        other.follow()
        assert [one.text for one in other.history.said] == ["good evening", "thanks"]
        await play.until(lambda: "Says: thanks" in play.text)


async def test_an_undo_is_asked_and_answered_at_the_windows(tmp_path: Path) -> None:
    async with beside(tmp_path) as (other, play):
        await turn_of(play, other, 0)
        other.submit(0, other.legal()[0])
        await play.until(lambda: play.table.moves == other.moves)
        moves = other.moves
        other.ask_undo(0)
        await play.until(lambda: isinstance(play.app.screen, ConsentScreen))
        await play.until(lambda: "A question for Bob" in play.text)
        await play.press("n")
        other.follow()
        assert other.history.request is not None
        assert other.history.request.refused == 1
        other.ask_undo(0)
        await play.until(lambda: isinstance(play.app.screen, ConsentScreen))
        await play.press("y")
        other.follow()
        assert other.moves < moves
        await play.until(lambda: "undone" in play.said)
        # Now the person at the screen asks.
        await turn_of(play, other, 1)
        play.game.flow.act(play.table.legal()[0])
        other.follow()
        await play.press("u")
        await play.until(lambda: "Ann must agree to the undo. The other windows ask now." in play.said)
        other.follow()
        other.answer_undo(0, False)
        await play.until(lambda: "Ann does not agree" in play.said)


async def test_a_person_who_agreed_is_not_asked_again_and_a_question_that_has_gone_is_closed(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob,Cleo")
    cleo = Store(tmp_path / "saves").join("game", (2,))
    async with joined(tmp_path, 1) as play:
        await play.until(lambda: ann.presence(1) == "here")
        for answer in (True, False):
            windows = (ann, here(play), cleo)
            before = move_on(*windows)
            while before != 0:
                before = move_on(*windows)
            ann.ask_undo(0)
            await play.until(lambda: isinstance(play.app.screen, ConsentScreen))
            if answer:
                await play.press("y")
            cleo.follow()
            cleo.answer_undo(2, answer)
            await play.until(lambda: not isinstance(play.app.screen, ConsentScreen))
            ann.follow()
            await play.until(lambda: play.table.moves == ann.moves)
            assert not isinstance(play.app.screen, ConsentScreen)
        await play.until(lambda: "The question is closed" in play.said)


async def test_two_people_who_share_a_window_have_the_curtain(tmp_path: Path) -> None:
    other = begun(tmp_path, "Ann,Bob,Cleo")
    async with joined(tmp_path, 1, 2) as play:
        await turn_of(play, other, 2)
        await play.until(lambda: isinstance(play.app.screen, CurtainScreen))
        assert "Hand over to" in play.text
        assert play.game.session.viewer is None


async def test_a_watcher_sees_the_public_table_and_can_do_nothing(tmp_path: Path) -> None:
    other = begun(tmp_path, "Ann,Bob", "takethat")
    bob = Store(tmp_path / "saves").join("game", (1,))
    async with joined(tmp_path) as play:
        other.submit(other.turn.seat, other.legal()[0]) if other.turn.seat == 0 else bob.submit(1, bob.legal()[0])
        other.follow()
        await play.until(lambda: play.table.moves == other.moves)
        assert play.game.session.viewer is None
        assert "Watching" in play.text and "is next." in play.text and "Waiting for" not in play.text
        for key in ("u", "apostrophe"):  # undo, and a message
            await play.press("left")
            assert "You watch" not in play.said
            await play.press(key)
            assert "You watch this table." in play.said, key


async def test_a_move_that_comes_too_late_is_refused_and_the_newer_table_is_shown(tmp_path: Path) -> None:
    begun(tmp_path, "Ann,Bob").close()
    async with joined(tmp_path, 0, 1) as play:
        table = here(play)
        copy = Store(tmp_path / "saves").join("game", ())
        copy.seats = table.seats
        await play.until(lambda: isinstance(table.turn, Decide))
        play.game.windows.drop()  # this window looks no more for a while
        copy.follow()
        copy.submit(copy.turn.seat, copy.legal()[0])
        session = play.game.session
        assert not session.submit(table.legal()[0])
        assert "Another window was faster" in session.message.text
        assert table.moves == copy.moves


async def test_a_seat_with_a_pin_is_asked_for_it(tmp_path: Path) -> None:
    begun(tmp_path, "Ann,Bob").close()
    Store(tmp_path / "saves").join("game", (1,), new_pin="2718").close()
    link = keep_for_link(tmp_path / "saves" / "game.jsonl", 1)
    assert link is not None
    async with menu(tmp_path) as play:
        app = play.app
        await play.press("b")
        await play.until(lambda: "Sit down as Bob" in play.text)
        assert "kept for a link" in play.text
        link.free()
        await play.press("down", "enter")
        await play.until(lambda: isinstance(app.screen, AskScreen))
        await play.press(*"2718")
        assert "2718" not in play.text
        await play.press("enter")
        await play.until(lambda: app.table is not None)
        assert isinstance(app.table, SharedTable)
        assert app.table.here == (1,)


async def test_the_keeper_ends_the_turn_of_a_window_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_with_a_clock(tmp_path)
    async with joined(tmp_path, 1) as play:
        ann = Store(tmp_path / "saves").join("game", (0,))
        await play.until(lambda: here(play).keeps and isinstance(play.table.turn, Decide))
        if play.table.turn.seat == 1:  # type: ignore[union-attr]
            play.game.flow.act(play.table.parse("pass"))
            ann.follow()
        await play.until(lambda: "Waiting for Ann" in play.text and not play.game.session.incomplete)
        moves = play.table.moves
        play.game.windows.look()
        assert play.table.moves == moves, "there is time left"
        later(monkeypatch)
        await play.until(lambda: play.table.moves > moves)
        assert play.table.history.plays[moves].by == 0
        await play.until(lambda: "Time is up for Ann" in play.said)


async def test_the_clock_stands_while_a_seat_has_no_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_with_a_clock(tmp_path)
    async with joined(tmp_path, 1) as play:
        await play.until(lambda: here(play).keeps and isinstance(play.table.turn, Decide))
        await play.until(lambda: play.game.session.incomplete)
        if play.table.turn.seat == 1:  # type: ignore[union-attr]
            assert play.game.clock.left is None, "the own clock stands too"
            play.game.flow.act(play.table.parse("pass"))
        await play.until(lambda: "Ann is not here yet" in play.text)
        moves = play.table.moves
        later(monkeypatch)
        for _ in range(5):
            play.game.windows.look()
        assert play.table.moves == moves
        ann = Store(tmp_path / "saves").join("game", (0,))
        await play.until(lambda: play.table.clock.running == 0)
        later(monkeypatch)
        await play.until(lambda: play.table.moves > moves)
        ann.close()


async def test_the_line_to_join_is_a_whole_command_and_goes_away_once_all_have_come(tmp_path: Path) -> None:
    begun(tmp_path, "Ann,Bob,Cleo").close()
    store = Store(tmp_path / "saves")
    async with joined(tmp_path, 0) as play:
        command = join_command(store.folder, "game", "Bob")
        assert command.endswith(f"join game --seat Bob --saves {store.folder}")
        line = f"Bob joins with: {command}"
        await play.until(lambda: play.game.session.message.text == f"{line}, Cleo with --seat Cleo")
        bob = store.join("game", (1,))
        await play.until(lambda: play.game.session.message.text == line.replace("Bob", "Cleo"))
        cleo = store.join("game", (2,))
        await play.until(lambda: not play.game.session.message.text)
        cleo.close()
        await play.until(lambda: "Cleo has gone" in play.text)
        assert not play.game.session.message.text
        bob.close()


async def test_everybody_sees_at_whose_seat_nobody_is(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob,Cleo")
    link = keep_for_link(tmp_path / "saves" / "game.jsonl", 2)
    assert link is not None
    async with joined(tmp_path, 1, served=True) as play:
        await play.until(lambda: play.game.session.message.text == "Cleo is not here yet.")
        assert "Cleo is not here yet" in play.text.splitlines()[0]
        ann.close()
        link.free()
        await play.until(lambda: play.game.session.message.text == "Cleo is not here yet. Ann has gone.")
        ann, cleo = (Store(tmp_path / "saves").join("game", (seat,)) for seat in (0, 2))
        await play.until(lambda: not play.game.session.message.text)
        while not isinstance(ann.turn, Over):
            for table in (ann, cleo, here(play)):
                table.follow()
                if isinstance(table.turn, Decide) and table.turn.seat in table.here:
                    table.submit(table.turn.seat, table.legal()[-1])
            ann.follow()
        play.game.flow.go_on()
        await play.until(lambda: "The game is saved." in play.text)
        ann.close()
        cleo.close()
        await play.until(lambda: "Play again: same players" in play.text and "Ann and Cleo have gone." in play.text)


async def test_the_line_to_join_comes_back_while_the_table_waits_for_a_seat_without_a_window(tmp_path: Path) -> None:
    begun(tmp_path, "Ann,Bob").close()
    store = Store(tmp_path / "saves")
    async with joined(tmp_path, 0) as play:
        line = f"Bob joins with: {join_command(store.folder, 'game', 'Bob')}"
        await play.until(lambda: play.game.session.message.text == line)
        while play.table.turn.seat == 0:  # type: ignore[union-attr]
            play.game.flow.act(play.table.legal()[0])
        await play.until(lambda: play.game.session.message.text == line)
        await play.press("enter")
        await play.until(lambda: play.game.session.message.text == line)
        bob = store.join("game", (1,))
        await play.until(lambda: not play.game.session.message.text)
        bob.close()


async def test_a_question_waits_until_nobody_types_and_takes_no_key_that_was_meant_for_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beside(tmp_path) as (other, play):
        await turn_of(play, other, 0)
        other.submit(0, other.legal()[0])
        await turn_of(play, other, 0)
        await play.press("apostrophe", *"ye")
        other.ask_undo(0)
        await play.until(lambda: play.table.history.request is not None)
        for _ in range(5):
            await play.pilot.pause(0.1)
        assert isinstance(play.app.screen, AskScreen)
        monkeypatch.setattr(dialogs, "IGNORE_INPUT_SECONDS", 100.0)
        await play.press("escape")
        await play.until(lambda: isinstance(play.app.screen, ConsentScreen))
        await play.until(lambda: "Ann wants to undo the last move, by Bob." in unwrapped(play.text))
        await play.press("y", "enter", "escape")
        assert isinstance(play.app.screen, ConsentScreen)
        play.app.screen._deaf_until = 0.0
        await play.press("y")
        await play.until(lambda: not isinstance(play.app.screen, ConsentScreen))


async def test_the_cursor_of_the_open_tables_begins_at_a_free_seat(tmp_path: Path) -> None:
    with closing(begun(tmp_path, "Ann,Bob")):
        async with menu(tmp_path) as play:
            await play.press("b")
            await play.until(lambda: "Sit down as Bob" in play.text)
            await play.press("enter")
            await play.until(lambda: isinstance(play.app.screen, WelcomeScreen))
            assert play.game.session.table.header.seats[play.game.session.viewer or 0].name == "Bob"


async def test_an_unfinished_open_table_goes_on_from_the_menu_and_from_saved_games(tmp_path: Path) -> None:
    begun(tmp_path, "Ann,Bob").close()
    async with menu(tmp_path) as play:
        app = play.app
        await play.until(lambda: "Continue" in play.text)
        await play.press("l")
        await play.until(lambda: "open" in play.text)
        await play.press("enter")
        await play.until(lambda: "Sit down as Bob" in play.text)
        await play.press("escape", "escape", "c", "down", "enter")
        await play.until(lambda: app.table is not None)
        assert isinstance(app.table, SharedTable)
        assert app.table.here == (1,)


async def test_a_full_disk_is_told_and_the_table_goes_on_when_there_is_room(tmp_path: Path, disk: Disk) -> None:
    other = begun(tmp_path, "Ann,Bob")
    other.close()
    async with joined(tmp_path, 0, 1) as play:
        await play.until(lambda: here(play).keeps and isinstance(play.table.turn, Decide))
        disk.fill()
        moves = play.table.moves
        play.game.session.opened = play.game.session.decider
        play.game.flow.act(play.table.legal()[0])
        assert "cannot be written" in play.game.session.message.text
        assert play.table.moves == moves
        disk.full = False
        play.game.flow.act(play.table.legal()[0])
        assert play.table.moves > moves
        assert play.table.saved.unsaved_reason == ""


async def test_a_disk_that_does_not_answer_is_told_and_does_not_hold_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beside(tmp_path) as (other, play):
        await turn_of(play, other, 1)
        answers, stamp_of = Event(), shared_journal.stamp_of

        def slow(path: Path) -> tuple[int, int, int]:
            if current_thread().name == "lookout":
                answers.wait(30)
            return stamp_of(path)

        monkeypatch.setattr(file_watcher, "STALL_SECONDS", 0.05)
        monkeypatch.setattr(shared_journal, "stamp_of", slow)
        await play.until(lambda: "The disk does not answer" in play.said)
        moves = play.table.moves
        play.game.flow.act(play.table.legal()[0])
        assert "Nothing was saved: the disk does not answer" in play.game.session.message.text
        assert play.table.moves == moves
        answers.set()
        await play.until(lambda: "The disk answers again" in play.said)
        play.game.flow.act(play.table.legal()[0])
        assert play.table.moves > moves


async def test_a_disk_that_is_slow_to_write_is_told_and_does_not_hold_the_screen(tmp_path: Path, disk: Disk) -> None:
    async with beside(tmp_path) as (other, play):
        await turn_of(play, other, 1)
        moves = play.table.moves
        with disk.stalled():
            play.game.flow.act(play.table.legal()[0])
            assert play.table.moves == moves
            assert "The disk is slow. The table waits until this is saved." in play.game.session.message.text
            await play.until(lambda: "The disk is slow. The table waits until the last move is saved." in play.text)
            await play.press("question_mark")
            await play.until(lambda: "Keys and words of this screen" in play.text)
            await play.press("escape")
            play.game.flow.act(play.table.legal()[0])
            assert "Wait until the last move is saved" in play.game.session.message.text
        await play.until(lambda: play.table.moves > moves)
        await play.until(lambda: "The disk is slow" not in play.text)
        assert [by.by for by in play.table.history.plays[moves:]].count(1) == 1
        await play.until(lambda: "Waiting for Ann" in play.text)


@pytest.mark.parametrize("refusal", [0, errno.EIO])
async def test_a_bot_on_a_slow_disk_moves_once(tmp_path: Path, disk: Disk, refusal: int) -> None:
    begun(tmp_path, "Ann,Bob:random,Cleo:random").close()
    async with joined(tmp_path, 0) as play:
        await play.until(lambda: here(play).keeps and getattr(play.table.turn, "seat", None) == 0)
        moves = play.table.moves
        play.game.bots.toggle()
        play.game.flow.act(play.table.legal()[0])
        await play.until(lambda: play.table.moves > moves and not play.game.bots.thinking)
        moves = play.table.moves
        with disk.stalled(refusal):
            play.game.bots.toggle()
            await play.until(lambda: here(play).is_writing)
            assert play.table.moves == moves
        await play.until(lambda: play.table.moves >= moves + 2)
        assert not play.game.bots.paused
        assert "random move" not in " ".join(line.text for line in play.table.log(0))


async def to_the_end(play: Play, other: SharedTable) -> None:
    while not isinstance(other.turn, Over):
        if isinstance(other.turn, Decide):
            table = other if other.turn.seat == 0 else here(play)
            table.follow()
            other.follow()
            table.submit(other.turn.seat, table.legal()[-1])
        other.follow()
        here(play).follow()
    play.game.flow.go_on()


async def test_a_browser_goes_to_the_next_game_on_its_page(tmp_path: Path) -> None:
    async with beside(tmp_path, served=True) as (other, play):
        await to_the_end(play, other)
        await play.until(lambda: "Play again" in play.text)
        again = Store(tmp_path / "saves").again(other)
        assert isinstance(again, SharedTable)
        told = "The next game has begun. Play again joins it."
        await play.until(lambda: told in play.text and told in play.notices)
        play.game.run_command("rematch")
        await play.until(lambda: play.table.name == again.name)
        assert again.presence(1) == HERE
        with pytest.raises(SaveError, match="not possible in a browser"):
            play.app.store.path("game")
        again.close()
    other.close()


async def test_a_browser_begins_the_next_game(tmp_path: Path) -> None:
    async with beside(tmp_path, served=True) as (other, play):
        await to_the_end(play, other)
        await play.until(lambda: "Play again" in play.text)
        play.game.run_command("rematch")
        await play.until(lambda: play.table.name != "game")
        other.follow()
        assert other.history.next == play.table.name
    other.close()


async def test_an_onlooker_begins_no_game_and_goes_to_the_next_one(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob")
    bob = Store(tmp_path / "saves").join("game", (1,))
    async with joined(tmp_path) as play:
        while not isinstance(ann.turn, Over):
            for table in (ann, bob):
                table.follow()
                if isinstance(table.turn, Decide) and table.turn.seat in table.here:
                    table.submit(table.turn.seat, table.legal()[-1])
            ann.follow()
        await play.until(lambda: "The players begin the next game. You can watch it then." in play.text)
        assert "Play again" not in play.text and "Another game" not in play.text
        again = Store(tmp_path / "saves").again(ann)
        ann.close()
        await play.until(lambda: "The next game has begun. Play again joins it. The game is saved." in play.text)
        await play.pilot.pause(EndCard.SETTLE)
        await play.press("enter")
        await play.until(lambda: play.table.name == again.name)
        assert here(play).here == ()
        again.close()
    bob.close()


async def test_a_browser_begins_another_game_which_it_chooses_from_a_list(tmp_path: Path) -> None:
    async with beside(tmp_path, served=True) as (other, play):
        await to_the_end(play, other)
        await play.until(lambda: "Another game" in play.text)
        await play.pilot.pause(EndCard.SETTLE)
        await play.press("n")
        await play.until(lambda: "Stacked Words       40 minutes" in play.text)
        await play.press("escape")
        assert isinstance(play.app.screen, EndCard), "nothing was chosen"
        await play.press("n", "down", "enter")
        await play.until(lambda: play.table.name != "game")
        other.follow()
        assert (other.history.next, other.history.next_game) == (play.table.name, "words")
        assert play.table.header.game == "words" and here(play).here == (1,)
    other.close()


async def test_another_game_that_another_window_has_begun_is_named_and_no_second_one_begins(tmp_path: Path) -> None:
    async with beside(tmp_path) as (other, play):
        await to_the_end(play, other)
        await play.until(lambda: "Another game" in play.text)
        play.game.typed("another zzz")
        await play.until(lambda: 'No game "zzz"' in play.game.session.message.text)
        again = Store(tmp_path / "saves").again(other, "takethat")
        await play.until(lambda: "The next game has begun: Take That Towers. Play again joins it." in play.text)
        assert "n  Another game" not in play.text
        assert play.game.why_not("another") == "The next game has begun already."
        play.game.after._begin("words")  # chosen before the news was here
        await play.until(lambda: play.table.name == again.name)
        assert "The next game has begun: Take That Towers." in play.notices
        await play.until(lambda: isinstance(play.app.screen, WelcomeScreen))  # a guest may not know the game
        again.close()
    other.close()


async def test_after_the_end_both_windows_go_to_the_same_next_game(tmp_path: Path) -> None:
    async with beside(tmp_path) as (other, play):
        await to_the_end(play, other)
        await play.until(lambda: "Play again" in play.text)
        again = Store(tmp_path / "saves").again(other)
        assert isinstance(again, SharedTable)
        told = "The next game has begun. Play again joins it."
        await play.until(lambda: told in play.text and told in play.notices)
        other.close()
        play.game.run_command("rematch")
        await play.until(lambda: play.table.name == again.name)
        await play.pilot.pause()
        assert not isinstance(play.app.screen, WelcomeScreen)
        assert here(play).here == (1,)

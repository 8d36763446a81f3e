"""A table that moves on the game screen: slow work, a camera, falls that take their time, and pictures that keep up."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.combinations import THOROUGH
from tests.lively.board import DRAWN, FINE, FRAMES, QUICK, ROOMS, STOPPED, WORK, Look
from tests.lively.bots import THINK
from tests.lively.game import GATE
from tests.tui.game_kit import Play, opened, playing
from towergames.board.protocol import Context
from towergames.session.animation import Frame, Pace
from towergames.table.save_file import load_file
from towergames.table.store import Store

pytestmark = pytest.mark.usefixtures("lively_game")


def lively(tmp_path: Path, seats: str = "Ann,Bob", **given: Any) -> Any:
    return playing(tmp_path, seats, game="lively", **{"first": 1, "heap": 8} | given)


def yaw(play: Play) -> int:
    found = play.game.session.memory.viewpoint
    assert isinstance(found, Look)
    return found.yaw


def ui_of(play: Play) -> Any:
    return play.game.session.memory.ui


# --- work ---------------------------------------------------------------------------------------------


async def test_the_screen_lives_while_the_board_works(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        await play.press("k")
        await play.until(lambda: "told work 1" in play.text)
        assert "busy True" in play.text
        await play.press("greater_than_sign", "greater_than_sign")
        await play.until(lambda: "yaw 2" in play.text)
        WORK.set()
        await play.until(lambda: "It is leaning 1." in play.text)
        assert "busy False" in play.text and yaw(play) == 2


async def test_a_newer_work_stops_the_older(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        await play.press("k", "k")
        await play.until(lambda: STOPPED == [1])
        await play.pilot.pause(0.05)
        assert ui_of(play).busy and "stopped 1" not in play.text
        WORK.set()
        await play.until(lambda: "It is leaning 2." in play.text)


async def test_esc_ends_a_work_that_lasts(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        await play.press("k")
        await play.until(lambda: "Esc  Stop" in play.text)
        await play.press("escape")
        await play.until(lambda: "It is stopped 1." in play.text)
        assert "Esc  Stop" not in play.text


async def test_a_fault_in_the_work_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        await play.press("d")
        await play.until(lambda: "That failed with ZeroDivisionError: work 1 divides by zero." in play.text)
        assert not ui_of(play).busy
        await play.press("enter")
        assert play.table.moves == 2


async def test_a_work_may_end_in_a_move(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        await play.press("h")
        await play.until(lambda: play.table.moves == 2)


async def test_work_for_a_table_that_has_changed_is_dropped(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        await play.press("k")
        play.game.typed("take 1")
        await play.until(lambda: play.table.moves == 2)
        WORK.set()
        await play.pilot.pause(0.1)
        assert "leaning" not in play.text and not ui_of(play).busy


# --- looking ------------------------------------------------------------------------------------------


async def test_the_camera_is_everybodys_at_any_time(tmp_path: Path) -> None:
    async with lively(tmp_path, "Ann,Hal:easy", flags={"motion": "basic"}) as play:
        THINK.clear()
        play.game.typed("take 1")
        await play.until(lambda: "told one piece" in play.text)
        assert play.game.bots.thinking is not None
        await play.press("greater_than_sign")
        await play.until(lambda: "yaw 1" in play.text)
        assert play.game.why_not("lively.lean") == "It is Hal's turn."
        await play.press("left_square_bracket", "greater_than_sign")
        await play.until(lambda: "Looking back" in play.text and "yaw 2" in play.text)
        await play.press("escape")
        THINK.set()
        await play.until(lambda: play.game.session.context().may_act)
        assert ui_of(play).told == ""  # as it was before the look back; the camera stays where it is
        assert yaw(play) == 2


async def test_the_camera_turns_during_an_animation_and_after_the_end(tmp_path: Path) -> None:
    async with lively(tmp_path, "Ann", flags={"motion": "full"}) as play:
        await play.press("3", "enter")
        await play.until(lambda: play.game.stage.beat is not None and play.game.stage.beat.context.frame > 2)
        await play.press("greater_than_sign")
        assert play.game.stage.beat is not None
        await play.until(lambda: "yaw 1" in play.text)
        await play.until(lambda: play.game.stage.beat is None)
        play.game.typed("take 3")
        play.game.typed("take 2")
        await play.until(lambda: play.table.history.ended)
        await play.until(lambda: play.app.screen is not play.game)
        await play.press("escape")
        await play.press("greater_than_sign")
        await play.until(lambda: "yaw 2" in play.text)


async def test_a_spectator_looks_about(tmp_path: Path) -> None:
    THINK.clear()
    async with lively(tmp_path, "Hal:easy,Gus:easy") as play:
        await play.pilot.pause()
        await play.press("greater_than_sign")
        await play.until(lambda: "yaw" in play.text and yaw(play) == 1)


async def test_the_camera_stays_where_it_was_for_the_next_player(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        await play.press("greater_than_sign", "2", "enter")
        assert play.table.moves == 2 and play.game.session.viewer == 1
        assert (yaw(play), ui_of(play).pieces) == (1, 1)


async def test_a_better_picture_comes_at_rest(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        await play.until(lambda: "at rest, fine" in play.text)
        await play.press("greater_than_sign")
        await play.until(lambda: 1 in QUICK)
        await play.until(lambda: "at rest, fine" in play.text)
        assert FINE[0] is False, "the first time in a thread, then from the cache of the board"
        play.game.typed("pad")
        await play.pilot.pause()
        assert "at rest, fine" in play.text, "what does not touch the board leaves it as it is"


async def test_the_board_knows_that_there_are_no_colours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    async with lively(tmp_path) as play:
        assert "no colours" not in play.text
        assert "no colours" in play.game.exportable().board
    monkeypatch.setenv("NO_COLOR", "1")
    async with lively(tmp_path) as play:
        await play.until(lambda: "no colours" in play.text)


async def test_threads_of_a_slow_game_end_before_the_program(tmp_path: Path) -> None:
    GATE.open.clear()
    async with lively(tmp_path) as play:
        await play.press("k")
        play.game.typed("take 3")
        await play.until(GATE.rolling.is_set)
        ours = [t for t in threading.enumerate() if t.name in ("board-work", "settling")]
        assert {t.name for t in ours} == {"board-work", "settling"}
        assert not any(t.daemon for t in ours), "an engine must not be at work while the interpreter ends"
    GATE.open.set()
    for thread in ours:
        thread.join(5)
        assert not thread.is_alive()


async def test_drag_and_wheel_turn_the_camera_and_a_drag_is_no_click(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        pieces = ui_of(play).pieces
        await play.pilot.mouse_down("#board", offset=(3, 1))
        for x in (4, 6, 7):
            await play.pilot.hover("#board", offset=(x, 1))
        await play.pilot.mouse_up("#board", offset=(7, 1))
        await play.pilot.pause()
        await play.until(lambda: "yaw 4" in play.text)
        assert ui_of(play).pieces == pieces
        await play.pilot.click("#board", offset=(3, 1))
        assert ui_of(play).pieces == pieces + 1


async def test_a_drag_that_the_board_does_not_want_is_a_click(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        pieces = ui_of(play).pieces
        await play.pilot.mouse_down("#board", offset=(12, 1))
        await play.pilot.hover("#board", offset=(13, 1))
        await play.pilot.mouse_up("#board", offset=(13, 1))
        await play.pilot.click("#board", offset=(13, 1))
        assert ui_of(play).pieces > pieces and yaw(play) == 0


async def test_what_is_dragged_may_take_work(tmp_path: Path) -> None:
    WORK.clear()
    async with lively(tmp_path) as play:
        await play.pilot.mouse_down("#board", offset=(22, 1))
        await play.pilot.hover("#board", offset=(23, 1))
        await play.pilot.hover("#board", offset=(25, 1))
        await play.pilot.mouse_up("#board", offset=(25, 1))
        await play.until(lambda: "told work 2" in play.text)
        assert yaw(play) == 0 and play.game.board_input.works.active
        assert ROOMS[-1] == (play.game.board.size.width, play.game.board.size.height)
        WORK.set()
        await play.until(lambda: "It is leaning 2" in play.text)


async def test_what_is_held_is_not_dragged_while_everything_settles(tmp_path: Path) -> None:
    GATE.open.clear()
    async with lively(tmp_path) as play:
        play.game.typed("take 3")
        await play.until(GATE.rolling.is_set)
        await play.pilot.mouse_down("#board", offset=(22, 1))
        await play.pilot.hover("#board", offset=(23, 1))
        await play.pilot.mouse_up("#board", offset=(23, 1))
        await play.until(lambda: "yaw 1" in play.text)
        assert not play.game.board_input.works.active
        GATE.open.set()


# --- settling -----------------------------------------------------------------------------------------


async def test_a_fall_takes_its_time_while_the_screen_lives(tmp_path: Path) -> None:
    GATE.open.clear()
    async with lively(tmp_path) as play:
        before = play.table.history.records
        play.game.typed("take 3")
        await play.until(GATE.rolling.is_set)
        await play.until(lambda: "The pieces are moving" in play.text)
        await play.press("greater_than_sign")
        await play.until(lambda: "yaw 1" in play.text)
        assert play.table.history.records == before
        for command in ("undo", "choose", "digit.2", "lively.lean", "save.as", "hint", "recap", "history.back"):
            assert play.game.why_not(command) == "The pieces are still moving. Wait a moment.", command
        play.game.typed("take 1")
        await play.press("enter", "z", "z")
        await play.pilot.click("#board", offset=(3, 1))
        assert play.table.history.records == before
        GATE.open.set()
        await play.until(lambda: play.table.moves == 3)
        assert "The pieces are moving" not in play.text


async def test_a_search_before_a_move_tells_how_far_it_is_and_esc_ends_it(tmp_path: Path) -> None:
    GATE.open.clear()
    GATE.share = 0.34
    async with lively(tmp_path) as play:
        before = play.table.history.records
        play.game.typed("take 3")
        await play.until(lambda: "the table looks for a move, 34%" in play.text.lower())
        assert "Esc cancels the move." in play.text and "Esc  Stop" in play.text
        assert play.game.why_not("undo").startswith("Wait: the table looks for a move, 34%.")
        await play.press("escape")
        await play.until(lambda: "The move was not made. The search was stopped." in play.text)
        assert play.table.history.records == before and not play.game.settling.active
        GATE.open.set()
        play.game.typed("take 3")
        await play.until(lambda: play.table.moves == 3)
        assert "looks for a move" not in play.text


async def test_a_bots_search_is_told_and_nobody_elses_to_end(tmp_path: Path) -> None:
    GATE.open.clear()
    GATE.share = 0.5
    async with lively(tmp_path, "Hal:easy,Ann") as play:
        await play.until(lambda: "the table looks for a move, 50%" in play.text.lower())
        assert "Esc  Stop" not in play.text and not play.game.settling.can_stop
        GATE.open.set()
        await play.until(lambda: play.table.moves >= 3)


async def test_leaving_while_it_settles_loses_nothing(tmp_path: Path) -> None:
    GATE.open.clear()
    async with lively(tmp_path) as play:
        play.game.typed("take 3")
        await play.until(GATE.rolling.is_set)
        path = play.table.journal.path
        (thread,) = [t for t in threading.enumerate() if t.name == "settling"]
        await play.press("m")
        await play.until(lambda: not thread.is_alive())
        assert not GATE.open.is_set(), "what nobody waits for any more ends by itself"
        GATE.open.set()
        await play.pilot.pause(0.1)
    loaded = load_file(path)
    assert loaded.damage is None and len(loaded.history.plays) == 1
    async with opened(tmp_path, path.stem) as play:
        play.game.typed("take 3")
        await play.until(lambda: play.table.moves == 3)


async def test_a_signal_while_it_settles_ends_the_program_with_a_whole_save(tmp_path: Path) -> None:
    GATE.open.clear()
    async with lively(tmp_path) as play:
        play.game.typed("take 3")
        await play.until(GATE.rolling.is_set)
        path = play.table.journal.path
        (thread,) = [t for t in threading.enumerate() if t.name == "settling"]
        play.app.leave(143)
        await play.pilot.pause()
    thread.join(5)
    assert not thread.is_alive(), "the program does not wait for what nobody waits for"
    GATE.open.set()
    assert play.app.return_code == 143
    assert load_file(path).damage is None
    Store(path.parent).open(path.stem).close()


async def test_what_cannot_be_worked_out_is_told_and_the_move_is_not_made(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        GATE.fault = ImportError("there is no wheel for this machine")
        play.game.typed("take 3")
        await play.until(lambda: "The move was not made" in play.text)
        assert "there is no wheel" in play.text
        assert play.table.moves == 1 and not play.game.settling.active
        GATE.fault = None
        play.game.typed("take 3")
        await play.until(lambda: play.table.moves == 3)


async def test_a_bots_fall_settles_in_a_thread_too(tmp_path: Path) -> None:
    GATE.open.clear()
    async with lively(tmp_path, "Ann,Hal:easy", heap=9) as play:
        play.game.typed("take 1")
        await play.until(GATE.rolling.is_set)
        assert play.table.moves == 2 and "The pieces are moving" in play.text
        GATE.open.set()
        await play.until(lambda: play.table.moves == 4 and play.game.session.context().may_act)


async def test_a_bot_whose_fall_cannot_be_worked_out_is_paused(tmp_path: Path) -> None:
    async with lively(tmp_path, "Ann,Hal:easy", heap=9, limit=3) as play:
        GATE.fault = ImportError("no wheel")
        play.game.typed("take 1")
        await play.until(lambda: play.table.moves >= 3 or play.game.bots.paused)
        assert "no wheel" in play.text or "random move" in play.text


async def test_typed_words_of_the_board(tmp_path: Path) -> None:
    async with lively(tmp_path) as play:
        play.game.typed("turn 40")
        await play.until(lambda: "turned 40" in play.text and "Turned to 40." in play.text)
        play.game.typed("turn about")
        await play.until(lambda: "A move begins with" in play.text)


# --- beats --------------------------------------------------------------------------------------------


def frames(count: int, seconds: float, events: tuple[Any, ...] = ("event",)) -> list[Frame]:
    c: Any = Context(None, None, None, None, ("Ann",), None, playing=events)  # type: ignore[arg-type]
    return [Frame(c, seconds, 1, (0,)) for _ in range(count)]


def test_late_frames_are_left_out_but_never_the_last() -> None:
    beats, pace = frames(30, 1 / 30), Pace()
    assert pace.begin(beats[0], 100.0) == pytest.approx(1 / 30)
    at, seconds = pace.after(beats, 0, 100.0 + 1 / 30)
    assert at == 1 and seconds == pytest.approx(1 / 30)
    at, _ = pace.after(beats, at, 100.5)
    assert at == 15
    assert pace.after(beats, at, 200.0)[0] == 29
    assert pace.after(beats, 29, 200.1)[0] == 30


def test_beats_to_be_read_are_never_left_out() -> None:
    beats, pace = frames(3, 0.8), Pace()
    pace.begin(beats[0], 0.0)
    at, seconds = pace.after(beats, 0, 50.0)
    assert at == 1 and seconds == pytest.approx(0.8)


async def test_a_movement_lasts_as_long_as_it_should(tmp_path: Path) -> None:
    async with lively(tmp_path, flags={"motion": "full"}) as play:
        DRAWN.clear()
        began = time.perf_counter()
        await play.press("3", "enter")
        await play.until(lambda: play.game.stage.beat is None and play.table.moves == 3)
        took = time.perf_counter() - began
        assert took >= 0.9 and (not THOROUGH or took <= 2.0)  # an everyday run shares the machine
        assert DRAWN[-1] == FRAMES - 1 and len(set(DRAWN)) > 5


async def test_no_recap_of_what_everybody_at_an_open_table_has_seen(tmp_path: Path) -> None:
    GATE.open.set()
    async with lively(tmp_path, "Ann,Bob,Cleo") as play:
        for _ in range(3):
            before = play.table.moves
            play.game.typed("take 1")
            await play.until(lambda before=before: play.table.moves > before)
            await play.until(lambda: play.game.stage.beat is None and not play.game.settling.active)
        assert play.game.session.viewer == 0 and not play.game.look_back.recap_open
        await play.press("a")
        assert play.game.look_back.recap_open and "Since your last turn" in play.text

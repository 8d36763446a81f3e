"""Stacked Words on the game screen: letters go to the board, all else stays reachable, and nothing laid is lost."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.combinations import combined
from tests.games.words.kit import moves
from tests.tui.game_kit import Play, playing
from tests.tui.key_clashes import clashes
from towergames import registry
from towergames.core.bot import Level, Thought
from towergames.games.words import bots
from towergames.games.words.board import BOARD
from towergames.games.words.board.ui_state import Ui
from towergames.games.words.grid import COLUMNS
from towergames.session.help import MAX_HINT_SECONDS
from towergames.settings import KEYS_NAME
from towergames.tui.dialogs import ChoiceDialog
from towergames.tui.keymap import PRESETS
from towergames.tui.screens.finder import CommandLine, HelpScreen
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.widgets.keybar import KeyBar

SEED = 5
RACKS = "AACELMO", "DEIIJOW"
"""What this seed deals to two players."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing here needs the word list in memory, and a thread that reads it slows the first keys of every test."""
    monkeypatch.setattr(type(BOARD.background), "prepare", lambda _background, _context: None)
    yield


def words(tmp_path: Path, seats: str = "Ann,Hal:easy", **more: object):  # type: ignore[no-untyped-def]
    return playing(tmp_path, seats, game="words", seed=SEED, **{"first": 1, **more})  # type: ignore[arg-type]


def ui_of(play: Play):  # type: ignore[no-untyped-def]
    return play.game.session.memory.ui


async def open_for(play: Play, number: int) -> None:
    await play.until(lambda: isinstance(play.app.screen, CurtainScreen))
    await play.pilot.pause()
    await play.press(str(number))
    await play.until(lambda: play.app.screen is play.game)
    await play.pilot.pause()


async def verdict(play: Play, told: str) -> None:
    """The card that stays until its reader goes on."""
    await play.until(lambda: isinstance(play.app.screen, ChoiceDialog))
    await play.pilot.pause(0.4)
    assert isinstance(play.app.screen, ChoiceDialog)
    assert told in " ".join(text for text, _ in play.app.screen.lines)
    await play.press("enter")


async def go(play: Play, square: str, down: bool = False) -> None:
    """The cursor to a square with arrow keys, and the direction with Space."""
    size = play.game.session.context().view.terms.size
    row, col = int(square[1:]) - 1, COLUMNS.index(square[0])
    here_row, here_col = divmod(ui_of(play).cell, size)
    await play.press(*["down"] * (row - here_row), *["up"] * (here_row - row))
    await play.press(*["right"] * (col - here_col), *["left"] * (here_col - col))
    if ui_of(play).down != down:
        await play.press("space")
    assert (ui_of(play).cell, ui_of(play).down) == (row * size + col, down)


async def test_letters_are_laid_whatever_preset_was_chosen_and_u_undoes_nothing(tmp_path: Path) -> None:
    async with words(tmp_path, flags={"keys": "vim"}) as play:
        await go(play, "e5")
        await play.press("c", "l", "a", "m")
        assert "".join(ui_of(play).tiles.values()) == "CLAM" and play.table.moves == 2
        await play.press("u", "h", "j")  # undo and vim's steps elsewhere
        assert "".join(ui_of(play).tiles.values()) == "CLAM" and ui_of(play).cell == 48
        assert "Your rack has no J." in play.text
        await play.press("backspace")
        assert "".join(ui_of(play).tiles.values()) == "CLA"


async def test_every_command_has_a_key_that_is_no_letter_and_clashes_with_none(tmp_path: Path) -> None:
    async with words(tmp_path) as play:
        screen = play.game
        commands = screen.commands()
        assert clashes(commands, screen.keymap) == []
        for command in commands:
            keys = screen.keymap.keys_of(command)
            letters = [key for key in keys if len(key) == 1 and key.isalpha()]
            without = command.group == "in words" or command.id == "words.tile"  # which Enter alone does
            assert (keys or without) and (not letters or command.group == "letters"), command.id
        assert screen.keymap is not play.app.keymap and play.app.keymap.keys == PRESETS["default"]

        def usable(key: str) -> str:
            sharing = screen.keymap.lookup(key, commands)
            return next((command.id for command in sharing if not screen.why_not(command.id)), "")

        assert usable("space") == "words.turn" and usable("f4") == "hint" and usable("enter") == ""
        await play.press("enter")
        assert "Type letters where" in play.said
        await go(play, "e5")
        await play.press(*"clam")
        assert usable("enter") == "words.play"


async def test_keys_of_ones_own_file_hold_and_letters_in_it_leave_the_preset_in_force(tmp_path: Path) -> None:
    path = Path(os.environ["TOWERGAMES_CONFIG"]) / KEYS_NAME
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / path.name).write_text('hint = "f13"\nundo = "n"\npad = ["b", "f14"]\n', encoding="utf-8")
    async with words(tmp_path) as play:
        keymap = play.game.keymap
        keys = {command.id: keymap.keys_of(command) for command in play.game.commands()}
        assert keys["hint"] == ("f13",) and keys["undo"] == ("ctrl+z",) and keys["pad"] == ("f14",)
        assert keymap.notices == ()


async def test_footer_and_help_show_these_keys_letters_in_one_row_and_the_signs(tmp_path: Path) -> None:
    async with words(tmp_path, size=(100, 50)) as play:
        labels = {command: key for command, key, _ in play.game.query_one(KeyBar).items}
        assert labels["hint"] == "F4"
        await play.press("f1")
        assert isinstance(play.app.screen, HelpScreen)
        rows = play.app.screen.listing().rows
        assert [row.text for row in rows if "Letter A" in row.value] == ["a - z"]
        assert any(row.text == "Space" and "Type across or down" in row.value for row in rows)
        assert any(row.text == "Signs on the board" for row in rows)
        assert any("refused" in row.text for row in rows if row.kind == "note")
        await play.press(*"letter q")
        assert next(row.value for row in play.app.screen.listing().rows if row.kind == "item") == "Letter Q"


async def test_a_context_takes_enter_and_the_footer_shows_it_once(tmp_path: Path) -> None:
    async with words(tmp_path) as play:
        await go(play, "e5")
        await play.press("c", "l", "tab")
        play.game.run_command("move.up")
        play.game.run_command("back")
        await go(play, "a1")
        await play.press("e")
        assert "All tiles of a turn go in one row" in play.said
        keys = [key for _, key, _ in play.game.query_one(KeyBar).items]
        assert len(keys) == len(set(keys)) and "F4" in keys


async def test_a_low_screen_has_squares_of_two_rows_and_the_rack_beside_the_board(tmp_path: Path) -> None:
    async with words(tmp_path) as play:
        boxes = play.game.panes.boxes
        assert boxes["hand"][:2] == (boxes["board"][2], 1) and boxes["board"][3] == 22
        await go(play, "e5")
        await play.press("c", "l")
        low = play.text.splitlines()
        row = next(i for i, line in enumerate(low) if "+C" in line)
        assert low[row + 1][:43].count("▁▁▁▏") == 2  # the wall of a stack one tile high
        spots = {s.key for zone in ("hand", "actions") for s in play.game.zone(zone).picture.spots}
        assert spots >= {"hand:7", "control:words.play"}
        await play.pilot.resize_terminal(80, 23)
        await play.pilot.pause()
        boxes = play.game.panes.boxes
        assert boxes["hand"][0] == 44 and boxes["board"][3] == 21  # without the edge below the squares
        await play.pilot.resize_terminal(80, 22)
        await play.pilot.pause()
        assert play.game.panes.boxes["hand"][0] == 0 and "+C" in play.text  # too low for that: all below again


async def test_each_of_two_people_keeps_an_own_order_behind_the_curtain(tmp_path: Path) -> None:
    async with words(tmp_path, "Ann,Bob") as play:
        await open_for(play, 1)
        await play.press("ctrl+u")
        ann = ui_of(play).order
        await play.press("minus", "enter")
        await open_for(play, 2)
        assert ui_of(play).order == RACKS[1]
        await play.press("ctrl+u", "equals_sign", "j", "enter")
        await open_for(play, 1)
        assert ui_of(play).order == ann != RACKS[0]


async def test_looking_back_and_hiding_the_hand_lose_no_tile(tmp_path: Path) -> None:
    async with words(tmp_path, "Ann,Bob") as play:
        await open_for(play, 1)
        await go(play, "e5")
        await play.press("c", "l", "a")
        laid = ui_of(play)
        await play.press("left_square_bracket")
        assert "Looking back" in play.text and not ui_of(play).laid
        await play.press("left_square_bracket", "right_square_bracket", "right_square_bracket")
        assert ui_of(play) == laid and "+A" in play.text
        await play.press("left_square_bracket", "escape")
        assert ui_of(play) == laid
        await play.press("f7")
        await open_for(play, 1)
        assert ui_of(play).laid == laid.laid


async def test_a_refused_word_is_marked_and_told_with_its_rule_before_it_is_played(tmp_path: Path) -> None:
    async with words(tmp_path) as play:
        await go(play, "e5")
        await play.press("c", "l", "a", "m")
        assert "legal: 8 points: CLAM" in play.said and "xC" not in play.text
        await play.press("o")
        assert "- not yet: CLAMO is not in the word list. Try another word. U-7" in play.said
        assert "xC" not in play.text
        await play.press("enter")
        assert play.table.moves == 2 and "U-7: / opens the rule" in play.said and ui_of(play).laid
        await play.press("a")  # on the last square
        assert "x not allowed: CLAMOA is not in the word list. Try another word. U-7" in play.said
        assert "xC" in play.text and "xO" in play.text


async def test_the_command_line_offers_the_play_at_hand_and_the_forms(tmp_path: Path) -> None:
    async with words(tmp_path) as play:
        await go(play, "e5")
        await play.press("c", "l", "a", "m", "colon")
        line = play.app.screen
        assert isinstance(line, CommandLine)
        assert line.completions_of("")[:3] == [
            "play ",
            "exchange ",
            "play e5 across CLAM",
        ] and "pass" in line.completions_of("pa")
        await play.press("e", "x", "tab")
        assert line.field.value == "exchange "
        await play.pilot.pause()
        assert "exchange LETTER" in play.text
        await play.press("e", "enter")
        await play.until(lambda: play.table.moves > 2)


async def test_a_challenge_between_two_people_by_keys_and_undo_across_it(tmp_path: Path) -> None:
    async with words(tmp_path, "Ann,Bob", checking="challenge") as play:
        await open_for(play, 1)
        await go(play, "e5")
        await play.press("c", "l", "a", "m", "o")
        assert "It may be challenged" in play.said
        await play.press("enter")
        await open_for(play, 2)
        assert "CLAMO may be challenged until you play" in play.said and "Play a word, or challenge CLAMO" in play.text
        await play.press("at")
        assert "You decide whether that is a word" in play.said
        await play.press("asterisk")
        assert (
            "The word list decides on CLAMO. A wrong word comes off the board." in play.said and play.table.moves == 3
        )
        await play.press("enter")
        await verdict(play, "CLAMO is not in the word list. Ann takes it back: -10.")
        await open_for(play, 1)
        assert play.table.totals == (0, 0) and "Play another word, or pass" in play.text and not ui_of(play).laid
        await play.press("ctrl+z")
        await play.pilot.pause()
        assert "Bob" in play.text and "agree" in play.text.lower()


async def test_a_typed_pass_is_confirmed_by_enter_whatever_lies_on_the_board(tmp_path: Path) -> None:
    async with words(tmp_path, "Ann,Bob") as play:
        await open_for(play, 1)
        await go(play, "e5")
        await play.press("c", "l", "a", "m")
        for answer in ("escape", "enter"):
            await play.press("colon")
            await play.pilot.pause()
            await play.press(*"pass", "enter")
            await play.until(lambda: "score nothing. Press Enter to pass, Esc to go back." in play.said)
            assert "Do it" in play.text and ui_of(play).laid
            moves = play.table.moves
            await play.press(answer)
            await play.pilot.pause()
            assert (play.table.moves > moves) is (answer == "enter")
        assert play.table.log(None)[-1].text == "Ann passes"


FALSE = "CLAMO is not in the word list. Ann takes it back: -10."
WRONGLY = "Bob loses the next turn for a wrong challenge."
CHALLENGES = [
    ("Ann,Bob", "challenge", "clamo", 2, FALSE),
    ("Ann,Bob", "loser-loses-turn", "clam", 2, WRONGLY),
    ("Ann,Bob,Cleo", "challenge", "clamo", 3, FALSE),
]


@combined(challenge=CHALLENGES, pace=["instant", "normal"])
async def test_a_challenger_reads_the_verdict_before_the_hand_over(
    tmp_path: Path, challenge: tuple[str, str, str, int, str], pace: str
) -> None:
    seats, checking, word, challenger, told = challenge
    async with words(tmp_path, seats, checking=checking, flags={"pace": pace, "motion": "full"}) as play:
        await open_for(play, 1)
        await go(play, "e5")
        await play.press(*word, "enter")
        await open_for(play, challenger)
        play.game.typed("challenge")
        await play.press("enter")
        await verdict(play, told)
        await open_for(play, 1)


async def test_a_challenger_alone_among_bots_reads_the_verdict_under_the_hand(tmp_path: Path) -> None:
    async with words(tmp_path, "Hal:random,Ann", checking="loser-loses-turn") as play:
        await play.until(lambda: play.game.session.context().may_act)
        play.game.typed("challenge")
        await play.press("enter")
        await play.until(lambda: "wrong challenge" in play.said)
        await play.until(lambda: play.game.session.context().may_act)
        await play.pilot.pause(0.3)
        assert "in the word list. The play stands. Ann loses the next turn for a wrong challenge." in play.said


async def test_time_runs_for_who_may_look_and_its_end_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("towergames.table.clock.time", SimpleNamespace(monotonic=lambda: now))
    async with words(tmp_path, "Ann,Bob", timer=30) as play:
        clock = play.game.clock
        assert clock.left is None  # nobody looks yet
        await open_for(play, 1)
        assert "0:30 left" in play.text and clock._ticker is not None
        await play.press("c")
        now += 21
        clock.tick()
        assert "10 seconds left." in play.text
        await play.pilot.pause()
        assert "! 0:09 left" in play.text
        await play.press("f1")
        assert clock.left is not None  # help does not stop it
        await play.press("escape", "f7")
        await play.until(lambda: isinstance(play.app.screen, CurtainScreen))
        assert clock.left is None
        now += 60  # nobody's time runs behind the curtain
        await open_for(play, 1)
        assert clock.left == 9
        await play.press("left_square_bracket")
        assert clock.left is not None
        now += 10
        clock.tick()
        await open_for(play, 2)
        assert any(p.notation == "pass" and p.by == 0 for p in play.table.history.plays)
        assert "0:30 left" in play.text


async def test_without_a_timer_nothing_ticks(tmp_path: Path) -> None:
    async with words(tmp_path) as play:
        assert play.game.clock._ticker is None and "left" not in play.text.splitlines()[0]


NORMAL = registry.get("words").level("normal")
QUICK = (NORMAL, Level("slow", "must not be asked", NORMAL.make, seconds=60.0))


async def hinted(play: Play) -> None:
    await play.press("f4")
    await play.until(lambda: "Hint" in play.text and "looking" not in play.text, 20)


def test_the_level_asked_is_the_strongest_that_answers_at_once() -> None:
    found = [level for level in registry.get("words").levels if (level.seconds or 0) <= MAX_HINT_SECONDS]
    assert found[-1].name == "hard"


async def test_a_hint_is_laid_out_and_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LEVELS", QUICK)
    async with playing(tmp_path, "Ann,Bob", game="words", first=1, open=True) as play:
        await hinted(play)
        best = moves(play.table)[0]
        told = play.said
        points = sum(line.points for line in play.table.judge(best).preview)
        assert "Hint: Play " in told and f"{points} points. Enter plays it." in told
        verdict = play.game.session.context().verdict
        assert verdict is not None and verdict.legal
        assert sum(line.points for line in verdict.preview) == points
        assert play.table.history.assists == {"hint": 1}
        await play.press("escape", "f4")
        assert play.said == told
        assert play.table.history.assists == {"hint": 1}, "looking at it again costs nothing"
        await play.press("enter")
        await play.until(lambda: play.table.totals[0] == points)


async def test_a_hint_says_what_enter_plays_only_while_its_move_is_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "LEVELS", QUICK)
    async with playing(tmp_path, "Ann,Bob", game="words", first=1, open=True) as play:
        await hinted(play)
        session, told = play.game.session, play.said
        assert "Enter plays it." in told
        prepared = session.memory.ui
        # As a drag does it: no key is pressed that would clear the message.
        session.memory.remember(session.context(), Ui())
        play.game.repaint()
        assert "Hint: Play " in play.said and "Press F4 to see it on the board." in play.said
        assert "Enter plays it" not in play.said
        session.memory.remember(session.context(), prepared)
        play.game.repaint()
        assert play.said == told


async def test_a_hint_for_an_earlier_position_is_not_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LEVELS", QUICK)
    async with playing(tmp_path, "Ann", game="words") as play:
        await hinted(play)
        play.game.flow.act(moves(play.table)[5])
        await play.pilot.pause()
        assert play.game.session.context().draft is None
        await hinted(play)
        assert play.table.history.assists == {"hint": 2}
        assert play.game.session.context().draft is not None


async def test_a_word_typed_while_a_bot_looks_for_a_hint_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = threading.Event()

    class Patient:
        def choose(self, view: Any, dice: Any, clock: Any) -> Thought[Any]:
            typed.wait(10)
            return Thought(moves(play.table)[0], "It scores the most now.")

    monkeypatch.setattr(bots, "LEVELS", (Level("patient", "waits for the test", lambda _: Patient()),))
    async with playing(tmp_path, "Ann,Bob", game="words", first=1, open=True) as play:
        rack = play.table.history.state.racks[0]
        await play.press("f4", next(tile for tile in rack if len(tile) == 1).lower())
        mine = play.game.session.memory.ui
        typed.set()
        await play.until(lambda: "Hint: " in play.text)
        assert "Press F4 to see it on the board." in play.said
        assert play.game.session.memory.ui == mine
        await play.press("f4")
        assert "Enter plays it." in play.said and play.game.session.memory.ui != mine
        assert play.table.history.assists == {"hint": 1}

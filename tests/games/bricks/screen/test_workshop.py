"""Brick Tower on the screen: the board has it to itself, help comes in steps, and a search lays out what it finds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import Any

import pytest

from tests.games.bricks.board.tables import CARDS, WORKED
from tests.tui.game_kit import Play, playing
from towergames import registry
from towergames.board.protocol import AnyContext, Hint
from towergames.core.bot import Clock
from towergames.core.contract import Over
from towergames.core.options import TODAY, is_day
from towergames.games.bricks.board import BricksBoard
from towergames.games.bricks.board.analysis import BricksAnalysis
from towergames.games.bricks.model import Build
from towergames.games.bricks.pieces import read_tower
from towergames.tui.setup_form import SetupForm

pytestmark = pytest.mark.usefixtures("every_game")
POORER = "A5RY R3HY W4RY #Y / E4TB N5RB #B / D4RB T3HB #B #B / O5HY #Y / R3RY"


async def typed(play: Play, line: str) -> None:
    """A step as it comes from the line after a colon."""
    moves = play.table.moves
    play.game.typed(line)
    await play.until(lambda: play.table.moves > moves)


def found_at_once(poorer: str, best: str) -> Callable[..., Hint[Any, Any]]:
    """A search that finds a tower of 47 points and one of 75."""

    def search(
        _: BricksAnalysis, c: AnyContext, clock: Clock, tell: Callable[[Any], None], known: Any = ()
    ) -> Hint[Any, Any]:
        assert c.seat == 0 and not clock.over(0)
        tell(Hint("47 points after 0.1 s.", Build(poorer), 47))
        tell(Hint("75 points after 0.2 s.", Build(best), 75))
        return Hint("The best tower found has 75 points.", Build(best))

    return search


@pytest.mark.parametrize("size", [(80, 24), (119, 40)])
async def test_the_board_has_the_screen_until_log_and_pad_are_wanted(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, "Ann", game="bricks", size=size, puzzle=CARDS) as play:
        assert set(play.game.panes.boxes) == {"status", "board", "hand", "actions", "lines"}
        await play.press("ctrl+f")
        await play.until(lambda: {"log", "pad"} & set(play.game.panes.boxes) != set())
        assert "26 cards left" in play.text and "rules to go" in play.text


@pytest.mark.parametrize("size", [(120, 40), (149, 40), (160, 45)])
async def test_on_a_wide_screen_log_and_score_stand_beside_the_tower_from_the_first_round(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, "Ann", game="bricks", size=size, puzzle=CARDS) as play:
        assert {"log", "pad"} <= play.game.panes.boxes.keys() and "─ Log ─" in play.text
        play.game.run_command("view.turn")
        await play.pilot.pause()
        assert "log" not in play.game.panes.boxes, "a person may still have the board alone"


async def test_a_piece_is_picked_up_placed_and_taken_back_by_undo(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", game="bricks", puzzle=CARDS) as play:
        await play.press("w", "enter", "enter")
        await play.until(lambda: play.table.history.state.benches[0].draft != ())
        assert play.table.history.state.benches[0].draft[0][0].text == "W4RY" and "25 cards left" in play.text
        await play.press("ctrl+z")
        await play.until(lambda: "26 cards left" in play.text)
        await play.press("ctrl+y")
        await play.until(lambda: "25 cards left" in play.text)


async def test_help_comes_in_steps_and_counts_once_for_a_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BricksAnalysis, "search", found_at_once(POORER, WORKED))
    async with playing(tmp_path, "Ann", game="bricks", puzzle=CARDS) as play:
        await typed(play, f"build {POORER}")
        await play.press("f4")
        await play.until(lambda: "Hint: Place " in play.text and "Enter plays it, F4 again for more." in play.read)
        assert play.game.session.context().draft is not None
        await play.press("f4")
        await play.until(lambda: "More points" in play.text and "F4 again for more" in play.read)
        await play.press("f4")
        await play.until(lambda: "has 75 points" in play.text)
        assert play.table.history.assists == {"hint": 1}
        assert play.game.session.context().draft is not None and "This is a whole tower" in play.text
        await play.press("enter")
        await play.until(lambda: play.table.history.state.benches[0].draft == read_tower(WORKED))


class SlowTip:
    """Tips of the board that are found only once the test lets them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[int] = []
        self.free = Event()
        tip = BricksBoard.tip

        def slow(board: BricksBoard, c: AnyContext, given: int) -> Hint[Any, Any] | None:
            self.asked.append(given)
            assert current_thread() is not main_thread() and self.free.wait(60)
            return tip(board, c, given)

        monkeypatch.setattr(BricksBoard, "tip", slow)


@asynccontextmanager
async def asked_for_a_tip(folder: Path) -> AsyncIterator[Play]:
    """A game with a poorer tower, in which F4 was pressed."""
    async with playing(folder, "Ann", game="bricks", puzzle=CARDS) as play:
        await typed(play, f"build {POORER}")
        await play.press("f4")
        yield play


async def test_the_board_takes_keys_while_a_tip_is_looked_for_and_a_second_question_waits_for_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowTip(monkeypatch)
    async with asked_for_a_tip(tmp_path) as play:
        await play.until(lambda: "Looking for a hint." in play.text)
        before = play.game.session.memory.ui
        await play.press("right", "f4", "f4")
        assert play.game.session.memory.ui != before and "Still looking for a hint." in play.text
        slow.free.set()
        await play.until(lambda: "Hint: Place " in play.text and "F4 to see it on the board" in play.read)
        assert slow.asked == [0] and play.table.history.assists == {"hint": 1}
        await play.press("f4")
        await play.until(lambda: "Hint: Place " in play.text and "Enter plays it, F4 again for more." in play.read)
        assert slow.asked == [0, 0] and play.table.history.assists == {"hint": 1}


async def test_a_tip_for_a_tower_that_has_changed_is_dropped_and_counts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowTip(monkeypatch)
    async with asked_for_a_tip(tmp_path) as play:
        await play.until(lambda: slow.asked == [0])
        await typed(play, "raise 1")
        slow.free.set()
        await play.until(lambda: play.game.hints._looking is None)
        assert "Hint:" not in play.text and play.table.history.assists == {}
        await play.press("f4")
        await play.until(lambda: "Hint: Move level 1 up" in play.read)
        assert play.table.history.assists == {"hint": 1}


SHARED = "M-G2XEW"
HANDED_IN = "O4HY T4TY W3TY #Y / F4TB H5RB #B / Q1RR+1 S2HR / O2RR"
"""A tower of 47 points from the cards of the shared puzzle."""
BEST = "G2HB #B H5RB (F4TB+W3TY)=#B O2RB / #Y *=#Y O4HY T4TY / N4HR #R S2HR / I5RY / O2RR Q1RR-1"
"""One of 75 points."""


async def test_at_the_end_medals_are_told_and_a_line_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BricksAnalysis, "search", found_at_once(HANDED_IN, BEST))
    copied: list[str] = []
    async with playing(tmp_path, "Ann", game="bricks", puzzle=SHARED) as play:
        monkeypatch.setattr(play.app, "copy_to_clipboard", copied.append)
        await typed(play, f"build {HANDED_IN}")
        await play.press("dollar_sign")
        assert "kept, 47 points. Press Enter to hand it in, Esc to go back." in play.text
        await play.press("enter")
        await play.until(lambda: "silver from 53, gold from 68." in play.text and "Ann: bronze." in play.text)
        assert "c copies this line to share: Brick Tower" in play.text and "M-G2XEW: Ann 47 points, bronze" in play.text
        await play.press("c")
        assert copied == ["Brick Tower M-G2XEW: Ann 47 points, bronze (best known 75)"]
        await play.press("b")
        await play.until(lambda: "Best known: 75" in play.text and "Ann: bronze." in play.text)
        assert play.table.history.assists == {}


async def test_after_the_end_enter_reads_a_rule_in_a_ledger_and_else_leads_to_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BricksAnalysis, "search", found_at_once(POORER, WORKED))
    async with playing(tmp_path, "Ann", game="bricks", puzzle=CARDS) as play:
        await typed(play, f"build {POORER}")
        await play.press("dollar_sign", "enter")
        await play.until(lambda: "Game over" in play.text and "Best tower known" in play.text)
        await play.press("b")
        await play.until(lambda: "Left and right choose a tower, Tab opens its score sheet" in play.text)
        assert "Enter Result" in play.text
        await play.press("right", "tab")
        await play.until(lambda: "Esc all towers" in play.text and "Esc Back" in play.text)
        assert "Best known: 75" in play.text and "Enter Choose" in play.text
        await play.press("enter")
        await play.until(lambda: "R-1: / opens the rule" in play.text)
        await play.press("ctrl+r")
        await play.until(lambda: "R-1  4 levels A to Z" in play.text and "kept" in play.text)
        await play.press("escape")
        await play.until(lambda: "Esc all towers" in play.text)
        await play.press("escape")
        await play.until(lambda: "Enter Result" in play.text)
        await play.press("enter")
        await play.until(lambda: "Play again" in play.text)


async def test_a_rule_that_comes_to_light_is_told_at_once(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", game="bricks", puzzle=CARDS, discovery=True) as play:
        await typed(play, "build A5RY R3HY")
        assert "is open now" not in play.text
        await typed(play, "place W4RY 1.3")
        await play.until(lambda: "is open now: " in play.text)


async def by_key(play: Play) -> None:
    await play.press("dollar_sign")


async def by_click(play: Play) -> None:
    actions = play.game.zone("actions")
    spot = next(spot for spot in actions.picture.spots if spot.key == "control:bricks.submit")
    await play.pilot.click(actions, offset=(spot.x + 1, spot.y))


async def by_typing(play: Play) -> None:
    await play.press("colon")
    await play.pilot.pause()
    await play.press(*"submit", "enter")


EMPTY = "An empty tower scores nothing."
ASKED = f"{EMPTY} Press Enter to hand it in, Esc to go back."


@pytest.mark.parametrize("way", [by_key, by_click, by_typing])
async def test_every_way_of_handing_in_asks_first(
    tmp_path: Path, way: Callable[[Play], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BricksAnalysis, "search", found_at_once(POORER, WORKED))
    async with playing(tmp_path, "Ann", game="bricks", puzzle=CARDS) as play:
        await way(play)
        await play.until(lambda: ASKED in play.read)
        await play.press("escape")
        await play.until(lambda: EMPTY not in play.read)
        await way(play)
        await play.until(lambda: ASKED in play.read)
        await play.press("d", "enter")
        assert not isinstance(play.table.turn, Over)
        await play.press("escape")
        await way(play)
        await play.until(lambda: ASKED in play.read)
        await play.press("enter")
        await play.until(lambda: isinstance(play.table.turn, Over))


async def test_handing_in_twice_by_the_same_key_confirms_and_another_move_between_asks_anew(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", game="bricks", puzzle=CARDS) as play:
        await play.press("dollar_sign")
        await typed(play, "place A5RY +")
        await play.press("enter")
        assert not isinstance(play.table.turn, Over)
        await play.press("escape", "dollar_sign", "dollar_sign")
        await play.until(lambda: isinstance(play.table.turn, Over))


async def test_a_typed_longest_word_is_handed_in_after_a_question_that_counts_it(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", game="bricks", puzzle=CARDS, longest="typed") as play:
        await typed(play, f"build {POORER}")
        await play.press("dollar_sign")
        await play.until(lambda: "Type the longest word" in play.text)
        await play.press(*"water", "enter")
        await play.until(lambda: "All rules kept, 53 points." in play.text)
        assert not isinstance(play.table.turn, Over)
        await play.press("enter")
        await play.until(lambda: isinstance(play.table.turn, Over))


async def test_todays_puzzle_is_chosen_in_the_form_and_stays_today(tmp_path: Path) -> None:
    form = SetupForm.begin(registry.get("bricks"), None)
    form.turn_option("puzzle", 1)
    assert form.options["puzzle"] == TODAY and "the same for everyone" in form.effect(form.info.option("puzzle"))
    header = form.header()
    assert header is not None and is_day(str(header.options["puzzle"])) and form.options["puzzle"] == TODAY
    form.turn_option("puzzle", 1)
    assert form.options["puzzle"] == "random"
    assert form.option_error("puzzle", "S-22223").startswith("The last sign of S-22223 does not fit")
    assert all(form.option_error("puzzle", text) == "" for text in ("today", "random", "s22222", "2026-11-21"))


async def test_a_search_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: Any) -> Hint[Any, Any]:
        raise ValueError("nothing")

    monkeypatch.setattr(BricksAnalysis, "search", search)
    monkeypatch.setattr(BricksBoard, "tip", lambda *_: None)
    async with playing(tmp_path, "Ann", game="bricks", puzzle=CARDS) as play:
        await play.press("f4")
        await play.until(lambda: "The search failed with ValueError: nothing." in play.text)
        assert not play.game.search.active

"""The first screen of a guest: who sits where, the aim, whose turn it is; one key leaves it, and it comes once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.tui.fixtures import REGISTERED
from tests.tui.game_kit import Play, header, unwrapped
from tests.tui.test_windows import begun, joined, turn_of
from towergames.registry import Entry
from towergames.session.app_state import Memory
from towergames.session.introduction import is_introduced, others, who_you_are, whose_clock, whose_turn
from towergames.table import clock
from towergames.table.records import OPEN_FORMAT, SeriesLink
from towergames.table.store import Store
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.game.welcome import WelcomeScreen
from towergames.tui.screens.rules import RulesScreen

pytestmark = pytest.mark.usefixtures("null_game")
PHONE = (60, 50)
CARDS = ("LOBBY", "SUITE", "OFFICE", "NOISE", "INFERNO", "SPIRE", "LANDLORD", "ELEVATOR")


def on_card(play: Play) -> bool:
    return isinstance(play.app.screen, WelcomeScreen)


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("size", [(60, 16), (80, 24), PHONE], ids=str)
@pytest.mark.parametrize("entry", REGISTERED, ids=lambda entry: entry.key)
async def test_one_screen_has_all_that_a_guest_must_know(tmp_path: Path, entry: Entry, size: tuple[int, int]) -> None:
    ann = begun(tmp_path, f"Ann,Bob,Gus:{entry.levels[0].name}", entry.key)
    async with joined(tmp_path, 1, size=size, welcome=True) as play:
        await play.until(lambda: "here" in play.text)
        rows = [" ".join(row.split()) for row in play.text.splitlines()]
        assert any(row.endswith("You are Bob.") for row in rows)
        assert any("Ann" in row and row.endswith("here") for row in rows)
        assert any("Gus" in row and row.endswith("bot") for row in rows)
        assert set(entry.game.rule_sheet.aim) <= set(rows) and "The aim" in rows
        assert any(row.startswith("It is ") for row in rows)
        assert "To the table" in play.text and "Guide" in play.text and "Rules" in play.text
    ann.close()


@pytest.mark.parametrize("leave", ["enter", "escape", "space", "tap"])
async def test_one_key_or_tap_leads_to_the_table_and_the_card_never_comes_again(tmp_path: Path, leave: str) -> None:
    ann = begun(tmp_path, "Ann,Bob")
    async with joined(tmp_path, 1, size=PHONE, welcome=True) as play:
        assert on_card(play)
        if leave == "tap":
            spot = play.app.screen.query_one("#welcome").spots[0]  # type: ignore[attr-defined]
            assert spot.height == 3  # a finger is wider than a row
            await play.pilot.click("#welcome", offset=(spot.x + spot.width - 1, spot.y + 2))
        else:
            await play.press(leave)
        await play.until(lambda: isinstance(play.app.screen, GameScreen))
        play.app.tables.close()
    async with joined(tmp_path, 1, size=PHONE, welcome=True) as play:  # the page was loaded again
        assert not on_card(play)
    ann.close()


async def test_a_card_that_nobody_has_left_comes_again(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob")
    for _ in range(2):
        async with joined(tmp_path, 1, size=PHONE, welcome=True) as play:  # the page was closed while it opened
            assert on_card(play)
            play.app.tables.close()
    ann.close()


async def test_after_the_first_move_the_card_does_not_come(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob")
    async with joined(tmp_path, 1) as play:
        await turn_of(play, ann, 1)
        play.game.flow.act(play.table.legal()[0])
        await play.until(lambda: play.table.history.plays[-1].by == 1)
        play.app.tables.close()
    Memory.load(tmp_path / "config").path.unlink()  # a server that was started again knows no guest
    async with joined(tmp_path, 1, welcome=True) as play:
        assert not on_card(play)
    ann.close()


async def test_the_card_says_when_the_table_waits_and_hides_no_hand(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob", "takethat")
    ann.follow()
    async with joined(tmp_path, 1, size=PHONE, welcome=True) as play:
        assert not any(card in play.text for card in CARDS)
        while not whose_turn(ann, lambda _: "").startswith("It is Bob"):
            ann.submit(0, ann.legal()[0])
        await play.until(lambda: "It is your turn. The table waits for you." in play.text)
        assert not any(card in play.text for card in CARDS)
        await play.press("enter")
        await play.until(lambda: "Your turn, Bob" in play.text)
    ann.close()


async def test_a_clock_runs_on_behind_the_card_which_shows_it_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = replace(header("Ann,Bob", "words", first=1), format=OPEN_FORMAT, clock="1+10")
    Store(tmp_path / "saves").begin(start, "game").close()
    now = [1000.0]
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: now[0]))
    async with joined(tmp_path, 0, size=PHONE, served=True, welcome=True) as play:
        assert "clock runs" not in play.text, "Bob is not here, and no clock runs"
        bob = Store(tmp_path / "saves").join("game", (1,))
        text = "It is your turn. The table waits for you. Your clock runs: 1:00 left. At zero you pass"
        await play.until(lambda: text in unwrapped(play.text))
        assert "At zero you pass" in " ".join(play.app.screen.spoken())  # type: ignore[attr-defined]
        await play.press("r")
        await play.until(lambda: isinstance(play.app.screen, RulesScreen))
        play.game.flow.go_on()
        told = "It is your turn, Ann. Your clock runs: 1:00 left. At zero you pass"
        await play.until(lambda: told in " ".join(play.notices.split()))
        now[0] += 35
        play.game.clock.tick()
        await play.until(lambda: "30 seconds left. At zero you pass" in " ".join(play.notices.split()))
        bob.close()


async def test_a_guest_sees_the_clock_of_another_player(tmp_path: Path) -> None:
    start = replace(header("Ann,Bob", "words", first=1), format=OPEN_FORMAT, clock="1+10")
    ann = Store(tmp_path / "saves").begin(start, "game")
    async with joined(tmp_path, 1, size=PHONE, served=True, welcome=True) as play:
        await play.until(lambda: "It is Ann's turn. Ann's clock runs: " in unwrapped(play.text))
        assert whose_clock(ann) == "", "no clock runs in a window that does not count"
    ann.close()


async def test_rules_lead_back_to_the_card_and_the_guide_to_the_table(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob", "takethat", seed=7)
    async with joined(tmp_path, 1, size=PHONE, served=True, welcome=True) as play:
        await play.press("r")
        await play.until(lambda: isinstance(play.app.screen, RulesScreen))
        await play.press("escape")
        await play.until(lambda: on_card(play))
        table = play.app.table
        await play.press("g")
        await play.until(lambda: isinstance(play.app.screen, GameScreen) and play.app.screen.guide is not None)
        await play.until(lambda: "Step 1" in play.text)
        assert ann.presence(1) == "here" and play.app.table is table
        await play.press("f6")
        await play.until(lambda: "Step 2" in play.text)
        while not whose_turn(ann, lambda _: "").startswith("It is Bob"):
            ann.submit(0, ann.legal()[0])
        await play.until(lambda: "It is your turn, Bob. Esc goes back to the table." in play.notices)
        await play.press("escape")  # without a question
        await play.until(lambda: "Your turn, Bob" in play.text)
        assert play.app.screen.session.table is table  # type: ignore[attr-defined]
    ann.close()


async def test_the_end_of_a_lesson_at_a_table_leads_back_to_it(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob", "takethat")
    async with joined(tmp_path, 1, size=PHONE, served=True) as play:
        play.app.open_tutorial("takethat")
        await play.until(lambda: isinstance(play.app.screen, GameScreen) and play.app.screen.guide is not None)
        guide = play.app.screen.guide  # type: ignore[attr-defined]
        guide.SETTLE = 0.0
        while not guide.play.finished:
            step = guide.play.step
            await play.press("f6")
            await play.until(lambda step=step: guide.play.step > step)
        await play.until(lambda: "Back to the table" in play.text)
        assert "Play it now" not in play.text and "Another lesson" not in play.text
        await play.press("enter")
        await play.until(lambda: isinstance(play.app.screen, GameScreen) and play.app.screen.guide is None)
    ann.close()


async def test_the_menu_key_of_a_lesson_at_a_table_leads_back_to_it(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Bob", "takethat")
    async with joined(tmp_path, 1) as play:
        play.app.open_tutorial("takethat")
        await play.until(lambda: isinstance(play.app.screen, GameScreen) and play.app.screen.guide is not None)
        await play.press("ctrl+l")
        await play.until(lambda: isinstance(play.app.screen, GameScreen) and play.app.screen.guide is None)
        assert play.app.table is not None
    ann.close()


async def test_the_card_goes_when_the_game_ends(tmp_path: Path) -> None:
    ann = begun(tmp_path, "Ann,Hal:random,Bob")
    ann.close()
    ann = Store(tmp_path / "saves").join("game", (0, 2))  # type: ignore[assignment]
    async with joined(tmp_path, welcome=True) as play:
        assert on_card(play) and "You watch this game." in play.text
        ann.follow()
        while ann.history.turn.__class__.__name__ != "Over":
            seat = ann.turn.seat  # type: ignore[union-attr]
            ann.submit(seat, ann.legal()[0])
        await play.until(lambda: isinstance(play.app.screen, EndCard))
    ann.close()


def test_who_is_introduced(tmp_path: Path) -> None:
    store = Store(tmp_path / "saves")
    alone = store.begin(header("Ann,Bob"), "alone")
    assert not is_introduced(alone)
    alone.close()
    start = replace(header("Ann,Bob,Gus:random", first=1), format=OPEN_FORMAT)
    first = store.begin(start, "first")
    assert is_introduced(first)
    assert [other.about for other in others(first, lambda _: "away")] == ["away", "Random bot"]
    first.close()
    both = store.join("first", (0, 1))
    assert who_you_are(both) == "You are Ann and Bob."
    assert whose_turn(both, lambda _: "here").endswith("The table waits for you.")
    both.close()
    again = store.begin(replace(start, series=SeriesLink("x", 2, (0, 0, 0), (0, 0, 0))), "again")
    assert not is_introduced(again)
    again.close()

"""Records: tabs and parts, what Enter opens, whom a key plays, and what is kept and exported."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.table.record_kit import counted, seat
from tests.tui.desktop import SIZES
from tests.tui.fixtures import PINNED
from tests.tui.frames import GOLDENS, check_goldens, frame, settled
from tests.tui.library_kit import fill, showing
from towergames import registry
from towergames.core.bot import CHARACTERS
from towergames.session.app_state import Memory
from towergames.table import local_date
from towergames.table.facts_cache import CountedGame, FactsCache
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.exports import forms_of
from towergames.tui.screens.new_game import NewGameScreen
from towergames.tui.screens.records.parts import draw_points, draw_rating, spark
from towergames.tui.screens.records.screen import RecordsScreen, RivalScreen
from towergames.tui.screens.records.since import read_since, write_since
from towergames.tui.screens.records.view import ACHIEVEMENTS, RECORDS, RIVALS, group_starts
from towergames.tui.screens.replay import ReplayScreen

NUMBER = str(1 + PINNED.index("takethat"))


def against(level: str, own: int, theirs: int, help: int = 0, **marks: Any) -> CountedGame:
    ranks = (1, 2) if own > theirs else (2, 1)
    mine = seat("Ann", own, ranks[0], help=help, points=own, **marks)
    rival = seat(CHARACTERS[level], theirs, ranks[1], level, points=theirs, tower=9, taken=2)
    return counted(mine, rival, game="takethat")


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[CountedGame]:
    """The games of Ann, whose last one is with Ben."""
    found = [
        against("easy", 30, 28, tower=(12, "tower A, round 4"), margin=2, close=2, rounds=9),
        against("easy", 41, 20, tower=(18, "tower B, round 5"), margin=21, close=21, rounds=8, taken=1),
        *(against("easy", 20 + n, 30, tower=(8, "tower C, round 2")) for n in range(4)),
        against("casual", 42, 39, margin=3, close=3, comeback=11, rounds=9, tower=(9, "tower A, round 1")),
        against("casual", 44, 39, help=2, tower=(20, "tower A, round 8")),
        against("normal", 22, 30, elevator=4),
        *(
            counted(seat("Ann", 20, 1, points=20), seat("Ben", 10, 2, points=10), game="takethat", usual=n > 0)
            for n in range(3)
        ),
    ]
    for number, game in enumerate(found):
        facts = game.facts._replace(created=f"2026-11-{1 + number:02}T12:00:00Z")
        found[number] = CountedGame(f"game-{number}", facts, number)
    monkeypatch.setattr(FactsCache, "games", lambda _: found)
    monkeypatch.setattr(FactsCache, "update", lambda *_: iter([0]))
    return found


async def test_layout(tmp_path: Path, games: list[CountedGame]) -> None:
    async with showing(RecordsScreen("takethat"), tmp_path) as (app, pilot):
        await settled(app, pilot)
        await check_goldens(app, pilot, "records", SIZES)
        await pilot.press("g")
        await check_goldens(app, pilot, "records-all", SIZES)
        await pilot.press(NUMBER, "tab", "enter")
        await check_goldens(app, pilot, "records-rival", SIZES)


async def test_digits_arrows_and_clicks_choose_a_game_and_tab_a_part(tmp_path: Path, games: list[CountedGame]) -> None:
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path, (120, 40)) as (app, pilot):
        await settled(app, pilot)
        assert (screen.game, screen.part, screen.person) == ("takethat", RECORDS, "Ann")
        for part in (RIVALS, ACHIEVEMENTS, RECORDS):
            await pilot.press("tab")
            assert (screen.part, screen.at) == (part, 0)
        await pilot.press("shift+tab", "down", "down")
        assert (screen.part, screen.at) == (ACHIEVEMENTS, 2)
        await pilot.press("end", "down")
        assert screen.at == 6
        tabs = ["", *registry.keys()]
        for step, key in ((-1, "left"), (1, "right")):
            screen._show_game("takethat")
            await pilot.press(key)
            assert screen.game == tabs[(tabs.index("takethat") + step) % len(tabs)]
        await pilot.press("g")
        assert (screen.game, screen.part, screen.at) == ("", ACHIEVEMENTS, 0)
        await pilot.press("tab")
        assert screen.at == group_starts(screen.records)[1], "the first achievement of the next group"
        await pilot.press("left", "left")
        assert screen.at == 0
        await pilot.press(NUMBER)
        assert screen.game == "takethat"
        await pilot.press("9")
        assert screen.game == "takethat", "there is no ninth game"
        screen.typed("words")
        assert screen.game == "words"
        screen.typed("chess")
        assert screen.game == "words"


async def test_rows_are_clicked_and_the_wheel_moves_the_mark(tmp_path: Path, games: list[CountedGame]) -> None:
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path, (120, 40)) as (app, pilot):
        await settled(app, pilot)
        view = screen.query_one("#records")
        spots = {spot.key: spot for spot in view.spots}  # type: ignore[attr-defined]
        spot = spots["row:rivals:1"]
        await pilot.click("#records", offset=(spot.x + 2, spot.y))
        assert (screen.part, screen.at) == (RIVALS, 1)
        await pilot.click("#records", offset=(spot.x + 2, spot.y))
        await pilot.pause()
        assert isinstance(app.screen, RivalScreen) and app.screen.view.rival.name == "Mira"
        await pilot.press("escape")
        screen.on_mouse_scroll_down(None)  # type: ignore[arg-type]
        assert screen.at == 2
        screen.on_mouse_scroll_up(None)  # type: ignore[arg-type]
        assert screen.at == 1
        tab = spots["tab:"]
        await pilot.click("#records", offset=(tab.x + 1, tab.y))
        assert screen.game == ""


async def test_enter_shows_a_record_at_its_play_in_the_replay(
    tmp_path: Path, games: list[CountedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = fill(tmp_path / "saves")
    name = next(info.name for info in store.peek_all() if info.finished and info.game == "takethat")
    games[:2] = [game._replace(save=name) for game in games[:2]]
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        await settled(app, pilot)
        assert "Largest tower" in frame(app)
        await pilot.press("enter")
        await settled(app, pilot)
        assert isinstance(app.screen, ReplayScreen) and app.screen.model.at == 4 and app.screen.model.name == name
        await pilot.press("escape")
        await settled(app, pilot)
        assert app.screen is screen
        screen.at = 2
        assert screen.why_not("records.open") == "No game of yours has this yet."
        await pilot.press("tab", "tab", "enter")
        await settled(app, pilot)
        assert isinstance(app.screen, ReplayScreen), "an achievement that is met has its game"


async def test_a_key_plays_the_next_level_or_the_marked_rival(tmp_path: Path, games: list[CountedGame]) -> None:
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path, (120, 40)) as (app, pilot):
        await settled(app, pilot)
        assert "Play Mira" in frame(app), "Gus is beaten twice"
        await pilot.press("tab", "end", "n")
        await settled(app, pilot)
        assert app.table is not None
        assert [(one.name, one.bot) for one in app.table.header.seats] == [("Ann", ""), ("Ben", "")]
        app.to_menu()


async def test_the_page_of_a_rival_has_every_game_and_plays_the_next(tmp_path: Path, games: list[CountedGame]) -> None:
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path, (120, 40)) as (app, pilot):
        await settled(app, pilot)
        await pilot.press("tab", "down", "enter")
        rival = app.screen
        assert isinstance(rival, RivalScreen)
        shown = frame(app)
        assert "2 hints, not counted" in shown and "Ann and Mira, Casual" in shown
        assert rival.view.at == 0
        await pilot.press("down", "down", "down")
        assert rival.view.at == 1
        await pilot.press("up", "n")
        await settled(app, pilot)
        assert app.table is not None
        assert [(one.name, one.bot) for one in app.table.header.seats] == [("Ann", ""), ("Mira", "casual")]
        app.to_menu()


async def test_the_games_with_a_rival_have_their_turning_points_once_they_are_read(
    tmp_path: Path, games: list[CountedGame]
) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    shutil.copy(GOLDENS.parent / "saves" / "takethat-r1-2.jsonl", saves / "game-11.jsonl")
    (saves / "game-10.jsonl").write_text("damaged")
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path, (120, 40)) as (app, pilot):
        await settled(app, pilot)
        await pilot.press("tab", "end", "enter")
        rival = app.screen
        assert isinstance(rival, RivalScreen) and rival.view.rival.name == "Ben"
        await app.workers.wait_for_complete()
        await settled(app, pilot)
        assert list(rival.view.turning) == ["game-11"]
        note = rival.view.turning["game-11"].note
        page = frame(app)
        assert note.startswith("round ") and "turning point" in page
        assert note in page and rival.view.turning["game-11"].sentence in page
        assert "house rules, not counted: height 5" in page


async def test_the_page_of_a_rival_who_was_never_met_has_no_empty_tables(
    tmp_path: Path, games: list[CountedGame]
) -> None:
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path, (120, 40)) as (app, pilot):
        await settled(app, pilot)
        await pilot.press("tab", *["down"] * 3, "enter")
        assert isinstance(app.screen, RivalScreen) and not app.screen.view.meetings
        page = frame(app)
        assert page.count("You have not met Odo yet.") == 1 and "without help" not in page
        assert " they" not in page


async def test_the_rating_is_not_cut_on_a_small_screen(tmp_path: Path, games: list[CountedGame]) -> None:
    del games[4:]
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path) as (app, pilot):
        await settled(app, pilot)
        assert "Rating after 5 games, 4 so far " in frame(app)


async def test_the_days_of_the_task_have_a_row_and_today_is_told_where_there_is_no_room_for_it(
    tmp_path: Path, games: list[CountedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_date, "today", lambda: date(2026, 11, 27))
    for number, own in enumerate((30, 12, 41), start=24):
        mine, tess = seat("Ann", own, 1 + (own < 20), points=own), seat("Tess", 20, 1 + (own > 20), "normal", points=20)
        task = counted(mine, tess, game="takethat", day=f"2026-11-{number}", attempt=1)
        games.append(task)
    games.append(counted(seat("Ann", 1, 1), seat("Ben", 0, 2), game="takethat"))
    row = "Today's task  not played yet   26 Nov ahead by 21 gold   25 Nov behind by 8 bronze"
    told = "Tonight: Odo, Hard. You have not met. Today's task: not played."
    for size, expected in (((120, 40), [row]), ((80, 24), [told]), ((80, 25), [row.partition("   25 Nov")[0], told])):
        async with showing(RecordsScreen("takethat"), tmp_path, size) as (app, pilot):
            await settled(app, pilot)
            lines = [line.split("3 of 14 days")[0].strip(" ▌") for line in frame(app).splitlines()]
            assert [line for line in lines if "Today's task" in line] == expected, size


async def test_an_achievement_opens_the_form_of_its_game(tmp_path: Path, games: list[CountedGame]) -> None:
    screen = RecordsScreen()
    async with showing(screen, tmp_path) as (app, pilot):
        await settled(app, pilot)
        assert "Play Take That Towers" in frame(app)
        await pilot.press("n")
        await settled(app, pilot)
        assert isinstance(app.screen, NewGameScreen)
        await pilot.press("escape", "end")
        assert screen.why_not("records.play") == "This achievement is for all games. Choose a game first."


async def test_another_person_has_other_records(tmp_path: Path, games: list[CountedGame]) -> None:
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path) as (app, pilot):
        await settled(app, pilot)
        await pilot.press("o")
        assert screen.person == "Ben" and "Records  Ben" in frame(app)
        screen.typed("person ann")
        assert screen.person == "Ann"
        del games[-3:]
        await pilot.press("escape")


@pytest.mark.parametrize(("chosen", "shown"), [("ben", "Ben"), ("Zoe", "Zoe"), ("", "Ann")])
async def test_the_person_of_the_title_is_shown_first(
    tmp_path: Path, games: list[CountedGame], monkeypatch: pytest.MonkeyPatch, chosen: str, shown: str
) -> None:
    monkeypatch.setattr(Memory, "person", lambda *_: chosen)
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path) as (app, pilot):
        await settled(app, pilot)
        assert screen.person == shown and f"Records  {shown}" in frame(app)
        assert screen.people == ["Ann", "Ben", *(["Zoe"] if chosen == "Zoe" else [])], "Zoe has no game yet"


async def test_records_can_be_counted_from_today_and_from_the_beginning_again(
    tmp_path: Path, games: list[CountedGame]
) -> None:
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path) as (app, pilot):
        await settled(app, pilot)
        known = len(screen.records.games)
        await pilot.press("r")
        assert isinstance(app.screen, ConfirmDialog)
        await pilot.press("enter")
        assert len(screen.records.games) == known, "the safe answer keeps counting"
        await pilot.press("r", "y")
        await pilot.pause()
        assert screen.records.since and len(screen.records.games) < known and "since 20" in frame(app)
        await pilot.press("a")
        assert len(screen.records.games) == known


def test_the_day_of_a_reset_is_kept_in_a_file_that_may_be_damaged(tmp_path: Path) -> None:
    write_since(tmp_path / "new", "2025-07-01T00:00:00Z")
    assert read_since(tmp_path / "new") == "2025-07-01T00:00:00Z"
    write_since(tmp_path / "new", "")
    assert read_since(tmp_path / "new") == ""
    (tmp_path / "new" / "statistics-since").write_text("yesterday, I think")
    assert read_since(tmp_path / "new") == ""


async def test_the_export_has_every_game_and_the_table_of_results(tmp_path: Path, games: list[CountedGame]) -> None:
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path) as (app, pilot):
        await settled(app, pilot)
        forms = {form.ending: form.make().decode() for form in forms_of(app, screen.exportable())}
        assert forms["-games.csv"].count("\n") == 1 + 2 * len(games)
        assert "takethat,Ann,easy,6,2,0,0," in forms["-results.csv"]


async def test_nothing_yet_says_what_will_be_here(tmp_path: Path) -> None:
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path) as (app, pilot):
        await settled(app, pilot)
        assert "No finished game yet. Your first one fills this page." in frame(app)
        assert screen.why_not("records.person") and screen.why_not("records.play") and screen.why_not("records.reset")
        await pilot.press("tab", "g", "enter", "escape")


async def test_games_are_found_while_the_screen_is_open(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    screen = RecordsScreen("takethat")
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        await settled(app, pilot)
        assert screen.left == 0 and len(screen.all_games) >= 1
        assert any(path.name.startswith("facts-1-") for path in (tmp_path / "config").iterdir())


def test_small_pictures() -> None:
    from towergames.board.canvas import Canvas
    from towergames.tui.paint import Rect

    assert spark([], 5) == "" and spark([1, 5, 9], 2) == "▁█"
    canvas = Canvas(40, 10)
    draw_points(canvas, Rect(0, 0, 40, 10), [0, 12, -3, 24])
    assert "24" in canvas.text() and "-3" in canvas.text()
    empty = Canvas(40, 10)
    draw_points(empty, Rect(0, 0, 40, 3), [1])
    draw_rating(empty, Rect(0, 0, 20, 10), (), ())
    assert empty.text().strip() == ""

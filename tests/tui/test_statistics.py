"""Statistics: help counted apart, the best scores, and a reset that asks and loses nothing."""

from __future__ import annotations

from pathlib import Path

from tests.tui.desktop import SIZES
from tests.tui.frames import check_goldens, frame, until
from tests.tui.library_kit import fill, showing
from towergames.table.statistics import GameResult
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.screens.statistics import (
    BEST_SCORES_LISTED,
    StatisticsScreen,
    draw_tables,
    read_since,
    tables_of,
    write_since,
)


def result(save: str, points: tuple[int, ...], created: str = "2025-06-02T10:00:00Z", **more: object) -> GameResult:
    ranking = tuple((s,) for s in sorted(range(len(points)), key=lambda s: -points[s]))
    fields = {"assists": {}, "bots": ("", "hard"), "names": ("Ann", "Bot")} | more
    return GameResult(save, "takethat", created, points=points, ranking=ranking, moves=80, **fields)  # type: ignore[arg-type]


def test_games_with_help_are_counted_apart() -> None:
    found = tables_of([result("a", (9, 3)), result("b", (2, 3)), result("c", (30, 3), assists={"hint": 2})], "")
    (line,) = found.lines
    assert (line.played, line.won, line.assisted, line.assisted_won) == (3, 2, 1, 1)
    assert [(b.points, b.assisted) for b in found.best] == [(30, True), (9, False), (2, False)]
    text = draw_tables(found, 0, "", "", 80, 23)[0].canvas.text()
    row = next(row for row in text.splitlines() if row.strip().startswith("Ann "))
    assert row.split() == ["Ann", "hard", "2", "1", "50%", "1", "1", "13.7", "30"]


def test_a_reset_is_a_date_and_can_be_taken_back(tmp_path: Path) -> None:
    write_since(tmp_path / "new", "2025-07-01T00:00:00Z")
    since = read_since(tmp_path / "new")
    found = tables_of([result("old", (9, 3)), result("new", (2, 3), "2025-07-02T00:00:00Z")], since)
    assert (found.games, found.before) == (1, 1)
    write_since(tmp_path / "new", "")
    assert read_since(tmp_path / "new") == ""
    (tmp_path / "new" / "statistics-since").write_text("yesterday, I think")
    assert read_since(tmp_path / "new") == ""


def test_ten_best_scores_a_game() -> None:
    assert len(tables_of([result(str(i), (i, 0)) for i in range(40)], "").best) == BEST_SCORES_LISTED


def test_games_alone_have_a_table_of_their_own() -> None:
    alone = {"bots": ("",), "names": ("Ann",)}
    found = tables_of(
        [result("a", (90,), **alone), result("b", (120,), setup="board 8, height 4", **alone), result("c", (7, 3))], ""
    )
    assert [b.points for b in found.best] == [7]
    assert [(s.points, s.about) for s in found.solo] == [(120, "board 8, height 4"), (90, "")]
    rows = [row.split() for row in draw_tables(found, 0, "", "", 80, 23)[0].canvas.text().splitlines()]
    assert ["1.", "Ann", "120", "2025-06-02", "board", "8,", "height", "4"] in rows
    assert ["2.", "Ann", "90", "2025-06-02", "as", "in", "the", "rule", "book"] in rows
    assert ["Ann", "alone", "2", "-", "-", "-", "-", "105.0", "120"] in rows, "nobody wins against nobody"


async def test_layout(tmp_path: Path) -> None:
    screen = StatisticsScreen()
    async with showing(screen, tmp_path, store=fill(tmp_path / "saves")) as (app, pilot):
        await until(pilot, lambda: screen.left == 0)
        await pilot.pause()
        await check_goldens(app, pilot, "statistics", SIZES)


async def test_reset_asks_and_all_games_can_be_counted_again(tmp_path: Path) -> None:
    screen = StatisticsScreen()
    store = fill(tmp_path / "saves")
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        await until(pilot, lambda: screen.left == 0)
        games = screen.tables.games
        await pilot.press("r")
        assert isinstance(app.screen, ConfirmDialog)
        await pilot.press("enter")
        assert screen.tables.games == games, "the safe answer keeps counting"
        await pilot.press("r", "y")
        assert screen.tables.games == 0
        assert "No game was deleted" in frame(app)
        await pilot.press("a")
        assert screen.tables.games == games
    assert len(store.names()) == 5

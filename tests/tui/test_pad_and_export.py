"""The score sheet screen, and what can be written to files from any screen."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.tui.desktop import SIZES, running
from tests.tui.frames import check_golden, check_goldens
from tests.tui.library_kit import fill, long_history, played, showing
from towergames import registry
from towergames.core.contract import Score
from towergames.export.film import Film, film
from towergames.table.errors import SaveError
from towergames.table.history import History
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.exports import free_path, screen_svg, write_new
from towergames.tui.screens.export_dialog import ExportDialog
from towergames.tui.screens.replay import ReplayScreen
from towergames.tui.screens.rules import RulesScreen
from towergames.tui.screens.score_pad import PadScreen, PadSheet, draw_pad, tie_rule


def test_rows_add_up_to_the_totals_at_every_point() -> None:
    history = played()
    for plays in range(0, len(history.plays) + 1, 5):
        sheet = PadSheet.of(history, plays)
        totals = history.game.totals(history.state_after(plays))
        assert sheet.pad.totals == totals
        assert sheet.running(len(sheet.rows) - 1) == totals


def test_the_pad_shows_preview_ranks_and_the_rule_on_ties() -> None:
    sheet = PadSheet.of(played(), 5, [Score(1, 4, 4, "OFFICE")])
    text = draw_pad(sheet, 0, 0, False, 80, 23)[0].canvas.text()
    assert "if you do this" in text
    assert "(+4)" in text
    assert text.count("tied 1.") == 2, "both have nothing and share the rank"
    assert "T-10 Ties" in text


def test_the_rule_called_ties_comes_before_others_that_speak_of_ties_and_alone_there_is_none() -> None:
    game = registry.get("words").game
    seats = [SeatSetup("Ann"), SeatSetup("Bob")]
    assert tie_rule(History(game, new_header(game, seats, {}, 1))).startswith("U-16 Ties: ")
    assert tie_rule(History(game, new_header(game, seats[:1], {}, 1))) == ""


def test_the_reasons_stand_beside_the_turns_of_a_few_players_on_a_wide_screen_and_are_whole() -> None:
    sheet = PadSheet.of(played(seed=12, seats=3))
    at = len(sheet.rows) - 1
    rows = draw_pad(sheet, at, 0, False, 120, 39)[0].canvas.text().splitlines()
    assert "round" in rows[1] and "why these points" in rows[1]
    assert not any("~" in row or "…" in row for row in rows)
    low = draw_pad(sheet, at, 0, False, 80, 23)[0].canvas.text().splitlines()
    assert "why these points" not in low[1] and any("why these points" in row for row in low)


def test_a_score_of_many_lines_says_how_many_are_left_out() -> None:
    sheet = PadSheet.of(played(seed=12, seats=3))
    first = sheet.rows[0]
    many = replace(sheet, rows=(replace(first, lines=first.lines * 30), *sheet.rows[1:]))
    for width, height in ((80, 23), (120, 39)):
        text = draw_pad(many, 0, 0, False, width, height)[0].canvas.text()
        left = int(re.findall(r"and (\d+) more lines; the export has all", text)[0])
        assert 0 < left < len(first.lines) * 30


def test_ten_players_and_many_rounds_fit() -> None:
    sheet = PadSheet.of(long_history(900))
    for width, height in ((60, 15), (80, 23), (120, 39)):
        text = draw_pad(sheet, len(sheet.rows) - 1, 0, True, width, height)[0].canvas.text()
        assert max(map(len, text.splitlines())) <= width
        assert "total" in text


async def test_layout(tmp_path: Path) -> None:
    async with showing(PadScreen(played(seed=12, seats=3)), tmp_path) as (app, pilot):
        await pilot.press("up")
        await check_goldens(app, pilot, "padscreen", SIZES)


async def test_a_line_of_the_pad_opens_its_rule(tmp_path: Path) -> None:
    screen = PadScreen(played())
    async with showing(screen, tmp_path) as (app, pilot):
        await pilot.press("home", "enter")
        assert isinstance(app.screen, RulesScreen)
        assert app.screen.rule_id == screen.sheet.rows[0].lines[0].score.rule


async def test_export_writes_each_form_and_never_over_a_file_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = fill(tmp_path / "saves")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    async with showing(ReplayScreen.from_file(store.path("takethat-ann-bob")), tmp_path, store=store) as (app, pilot):
        await pilot.press("4", "x")
        dialog = app.screen
        assert isinstance(dialog, ExportDialog)
        await check_golden(app, pilot, "export-80x24")
        made: dict[str, Any] = {key: form.make() for key, form in dialog._forms.items()}
        assert made["journal"] == store.path("takethat-ann-bob").read_bytes()
        assert made["svg"].startswith(b"<svg")
        assert b"Export" not in made["screen"], "the dialog itself is not in the picture"
        assert made["csv"].startswith(b"round,play,player")
        assert json.loads(made["cast"].splitlines()[0])["version"] == 2
        assert "<animate" in made["film"].svg and len(made["moment"].svg) < len(made["film"].svg)
        await pilot.press("down", "enter")
        (written,) = Path().iterdir()
        assert written.read_bytes() == made["screen"]
        await pilot.press("x", "down")
        app.screen.query_one("Field").value = written.name  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert isinstance(app.screen, ConfirmDialog)
        await pilot.press("escape", "escape")
        assert list(Path().iterdir()) == [written]


async def test_a_film_is_drawn_beside_the_screen_and_says_what_it_leaves_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = fill(tmp_path / "saves")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    path = store.path("takethat-ann-bob")

    def shortened(history: History, **given: Any) -> Film:
        assert threading.current_thread() is not threading.main_thread()
        return film(history, **given, most=60_000)

    monkeypatch.setattr("towergames.tui.exports.film", shortened)
    async with showing(ReplayScreen.from_file(path), tmp_path, store=store) as (app, pilot):
        await pilot.press("4", "x")
        dialog = app.screen
        assert isinstance(dialog, ExportDialog)
        await pilot.press(*["down"] * list(dialog._forms).index("film"), "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        (written,) = Path().iterdir()
        assert written.name.endswith("-film.svg") and "<svg" in written.read_text(encoding="utf-8")
        assert not isinstance(app.screen, ExportDialog)
        said = [notification.message for notification in app._notifications]
        assert "is larger than 0.06 MB" in said[-1] and written.name in said[-1]


def test_files_are_numbered_and_failures_told(tmp_path: Path) -> None:
    write_new(tmp_path / "a.txt", b"one")
    assert free_path(tmp_path, "A", ".txt").name == "a-2.txt"
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "a.txt", b"two")
    assert (tmp_path / "a.txt").read_bytes() == b"one"
    with pytest.raises(SaveError, match="cannot be written"):
        write_new(tmp_path / "no" / "folder.txt", b"x")


async def test_a_name_that_no_file_can_have_and_a_folder_that_is_gone_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    async with running() as (app, pilot):
        for name in ("x" * 260, f"{'x' * 260}/a.svg", "a.svg"):
            await pilot.press("ctrl+e")
            field = app.screen.query_one("Field")
            field.value = name  # type: ignore[attr-defined]
            await pilot.press("enter")
            assert isinstance(app.screen, ExportDialog)
            assert "cannot be written" in list(app._notifications)[-1].message
            await pilot.press("escape")


async def test_the_picture_of_the_screen_names_no_host_and_stays_well_formed() -> None:
    async with running((100, 30)) as (app, _):
        svg = screen_svg(app, "towergames")
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", "") and "@font-face" not in svg
        assert ElementTree.fromstring(svg).tag.endswith("svg")

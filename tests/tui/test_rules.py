"""The rules browser: every rule can be reached and read, with its example on the game's own board."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.frames import check_golden, until
from tests.tui.library_kit import showing
from towergames import registry
from towergames.lexicon import definitions_read, glosses
from towergames.tui.screens.rules import RulesScreen, board_rows, board_size, draw_page, list_width, page_of, rows_of
from towergames.tui.widgets.live_board import REST_SECONDS

ENTRY = registry.get("takethat")
SHEET = ENTRY.game.rule_sheet


@pytest.mark.parametrize(("width", "height"), [(80, 16), (86, 38), (60, 14)])
def test_every_rule_is_drawn_and_all_its_text_can_be_read(width: int, height: int) -> None:
    for rule in SHEET.rules:
        page = page_of(SHEET, ENTRY.board, rule.id)
        shown, skip = "", 0
        while True:
            picture, more = draw_page(page, ENTRY.board, skip, width, height)
            shown += " " + picture.canvas.text()
            if skip >= more:
                break
            skip += 1
        words = " ".join(shown.split())
        assert rule.id in words
        assert all(word in words for word in rule.text.split()), rule.id


def test_examples_are_drawn_by_the_board_where_there_is_room() -> None:
    drawn = [r.id for r in SHEET.rules if ENTRY.board.example(r.id) is not None]
    assert len(drawn) > 10
    for rule_id in drawn:
        text = draw_page(page_of(SHEET, ENTRY.board, rule_id), ENTRY.board, 0, 80, 16)[0].canvas.text()
        assert "▀▀▀" in text, rule_id


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("entry", registry.ENTRIES, ids=registry.keys())
async def test_every_example_is_whole_on_a_phone(tmp_path: Path, entry: registry.Entry) -> None:
    screen = RulesScreen(entry.key)
    async with showing(screen, tmp_path, (60, 50)) as (_, pilot):
        await pilot.pause()
        view = screen.query_one("#rules-page")
        for rule in screen.sheet.rules:
            page = page_of(screen.sheet, screen.board, rule.id)
            assert page is not None
            picture, _ = draw_page(page, screen.board, 0, *view.size)
            assert "A larger window" not in picture.canvas.text()
            if page.example is not None:
                top, rows = board_rows(page, screen.board, *view.size)
                assert rows and top + rows <= view.size.height, rule.id
                assert picture.canvas.text().split("\n")[top : top + rows] != [""] * rows


def test_searching_wants_every_word() -> None:
    found = [row.key for row in rows_of(SHEET, "tower SUITE") if row.kind == "item"]
    assert found
    assert all("suite" in f"{r.id} {r.title} {r.text}".lower() for r in SHEET.rules if r.id in found)
    assert rows_of(SHEET, "xyzzy")[0].kind == "note"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_layout(tmp_path: Path, size: tuple[int, int]) -> None:
    async with showing(RulesScreen("takethat", "lobby"), tmp_path, size) as (app, pilot):
        await pilot.pause()
        await check_golden(app, pilot, f"rules-{size[0]}x{size[1]}")


async def test_the_rules_read_the_definitions_that_an_example_shows(tmp_path: Path) -> None:
    glosses._load.cache_clear()
    async with showing(RulesScreen("words"), tmp_path) as (_, pilot):
        await until(pilot, definitions_read)


async def test_it_opens_at_a_rule_follows_links_and_comes_back(tmp_path: Path) -> None:
    screen = RulesScreen("takethat", "R-2")
    async with showing(screen, tmp_path) as (_, pilot):
        assert screen.listing().key == "R-2"
        await pilot.press("1")
        assert screen.rule_id == SHEET.find("R-2").see[0]  # type: ignore[union-attr]
        assert screen.listing().key == screen.rule_id
        await pilot.press("backspace")
        assert screen.rule_id == "R-2"
        await pilot.press("down")
        assert screen.rule_id == "R-3"
        screen.typed("rule T-10")
        assert screen.rule_id == "T-10"
        screen.typed("rule nonsense")
        assert screen.rule_id == "T-10"
        await pilot.press("slash", "l", "o", "b", "b", "y", "enter")
        assert screen.rule_id in {row.key for row in screen.listing().rows}
        assert len(screen.listing().rows) < 20
        await pilot.press("escape")
        assert len([r for r in screen.listing().rows if r.kind == "item"]) == len(SHEET.ids)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("entry", registry.ENTRIES[:], ids=registry.keys())
def test_no_title_is_cut_in_the_list(entry: registry.Entry, width: int) -> None:
    sheet, board = entry.game.rule_sheet, entry.board
    needed = max(board_size(page_of(sheet, board, rule_id), board)[0] for rule_id in sheet.ids)
    room = list_width(width, needed) or width
    beside = 5  # the mark, the scrollbar and the border
    assert [row.text for row in rows_of(sheet) if row.kind == "item" and len(row.text) > room - beside] == []


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("game", ["konexi", "leaning"])
async def test_after_the_wheel_over_an_example_a_rule_without_one_can_be_opened(tmp_path: Path, game: str) -> None:
    screen = RulesScreen(game)
    examples = {rule.id: screen.board.example(rule.id) is not None for rule in screen.sheet.rules}
    has, lacks = (next(rule_id for rule_id, there in examples.items() if there is wanted) for wanted in (True, False))
    async with showing(screen, tmp_path, (120, 40)) as (_, pilot):
        for waits in (lambda: True, lambda: screen.pictures._rest is not None):
            screen.open_rule(has)
            await pilot.pause()
            view = screen.query_one("#rules-page")
            top, _rows = board_rows(page_of(screen.sheet, screen.board, has), screen.board, *view.size)
            await pilot.hover(view, offset=(5, top + 3))
            assert screen.wheel_board(1)
            await until(pilot, waits)
            screen.open_rule(lacks)
            await pilot.pause(2 * REST_SECONDS)
            assert screen.shown() is None
            assert not screen.wheel_board(1)

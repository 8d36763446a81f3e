"""Tables of text: which columns there are, how wide they are, and what a row shows of its cells."""

from __future__ import annotations

import pytest

from towergames.board.canvas import Canvas, Ink
from towergames.tui.paint import SELECTED, WARN, Rect
from towergames.tui.text_table import Cell, Column, TableRow, TextTable

ROUNDS = [Column(str(number), 4, right=True, gap=0, optional=True) for number in (1, 2, 3)]
PLAYERS = [Column("player", 8, share=1), *ROUNDS, Column("sum", 5, right=True, gap=0)]


def drawn(table: TextTable, cells: list[Cell], width: int = 40, *, marked: bool = False) -> tuple[list[str], Canvas]:
    canvas = Canvas(width, 2)
    table.draw_headings(canvas, 0)
    table.draw_row(canvas, 1, cells, marked=marked)
    return canvas.text().splitlines(), canvas


@pytest.mark.parametrize(
    ("width", "heading", "row"),
    [
        (30, "player         1   2   3  sum", "Bartholomew   10  20  30   60"),
        (28, "player       1   2   3  sum", "Bartholo~   10  20  30   60"),
        (27, "player      1   2   3  sum", "Barthol~   10  20  30   60"),
        (26, "player         2   3  sum", "Bartholomew   20  30   60"),
        (15, "player     sum", "Barthol~    60"),
        (12, "play~   sum", "Bart~    60"),
    ],
)
def test_optional_columns_go_first_and_then_the_shared_column_becomes_narrow(
    width: int, heading: str, row: str
) -> None:
    cells = [Cell("Bartholomew"), Cell("10"), Cell("20"), Cell("30"), Cell("60")]
    lines, _ = drawn(TextTable(PLAYERS, width - 1, margin=0), cells)
    assert [line.rstrip() for line in lines] == [heading, row]


def test_columns_share_what_is_left_up_to_the_most_that_they_want() -> None:
    columns = [Column("a", share=1, most=4), Column("b", share=1), Column("c", share=2, gap=0)]
    lines, _ = drawn(TextTable(columns, 30, margin=0), [Cell("x" * 40)] * 3)
    assert lines[1].rstrip().split() == ["xxx~", "x" * 7 + "~", "x" * 15 + "~"]


def test_a_text_too_long_is_replaced_by_a_shorter_wording_or_cut_and_its_tail_stays() -> None:
    table = TextTable([Column(width=9), Column(width=9)], 20, margin=0)
    short = Cell("3 : 4 : 10 : 12", shorter=("3:4:10:12", ""))
    lines, canvas = drawn(table, [short, Cell("CAT and DOG", tail=" B!")])
    assert lines[1].rstrip() == "3:4:10:12 CAT a~ B!"
    assert canvas.ink(18, 1) == WARN
    assert drawn(table, [Cell("塔" * 9), Cell()])[0][1].rstrip() == "塔塔塔塔~", "wide characters take two cells"


def test_headings_stand_over_the_texts_after_badges() -> None:
    table = TextTable([Column("who", 9, badges=True), Column(width=6, right=True)], 20, margin=1)
    lines, _ = drawn(table, [Cell("Ann", seat=0), Cell(seat=1)])
    assert lines[0].index("who") == lines[1].index("Ann") == 4
    assert lines[1].rstrip()[-1] == "2" and len(lines[1].rstrip()) == 17, "a badge alone stands at the right end"


def test_the_marked_row_has_a_sign_and_one_ink() -> None:
    table = TextTable([Column(width=6), Column(width=6)], 16)
    cells = [Cell("one", Ink("good"), seat=0), Cell("two", tail="!")]
    assert drawn(table, cells)[0][1].startswith("  █1 one two!")
    lines, canvas = drawn(table, cells, marked=True)
    assert lines[1].startswith("> █1 one two!")
    assert {canvas.ink(x, 1) for x in (0, 1, 5, 9, 13, 15)} == {SELECTED} and canvas.ink(16, 1) != SELECTED
    assert canvas.ink(2, 1).bg == SELECTED.bg


def test_a_list_draws_the_rows_in_sight_with_their_spots_and_a_scrollbar() -> None:
    table = TextTable([Column(width=6)], 19)
    canvas, asked = Canvas(20, 4), []

    def row_at(number: int) -> TableRow:
        asked.append(number)
        return TableRow(f"key {number}", f"row {number}", (Cell(f"r{number}"),))

    spots = table.draw_list(canvas, Rect(0, 1, 20, 3), 50, 41, 40, row_at)
    assert asked == [40, 41, 42], "only rows in sight are made"
    assert [(spot.key, spot.title, spot.y, spot.width) for spot in spots] == [
        ("key 40", "row 40", 1, 20),
        ("key 41", "row 41", 2, 20),
        ("key 42", "row 42", 3, 20),
    ]
    lines = canvas.text().splitlines()
    assert lines[2].startswith("> r41") and {line[19] for line in lines[1:]} == {"│", "█"}

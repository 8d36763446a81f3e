"""One rule as a picture: its text, an example drawn by the game's own board, and what to read next."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import AnyBoard, AnyContext, Picture, Spot
from towergames.core.rulesheet import Rule, RuleSheet
from towergames.session.ui_memory import UiMemory
from towergames.tui import paint
from towergames.tui.paint import Rect, put
from towergames.tui.widgets.live_board import Pictures
from towergames.tui.widgets.rows import Row

SEE = "see:"
LEAST_TEXT = 3
MOST_BOARD = 20
MOST_LIST = 34
LEAST_LIST = 24


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule with its section and, if it has one, its example."""

    rule: Rule
    section: str
    example: AnyContext | None


def page_of(sheet: RuleSheet, board: AnyBoard, rule_id: str) -> RulePage | None:
    """The page of a rule, None when there is no such rule."""
    for section, rules in sheet.sections:
        for rule in rules:
            if rule.id.lower() == rule_id.strip().lower():
                return RulePage(rule, section, board.example(rule.id))
    return None


def rows_of(sheet: RuleSheet, wanted: str = "") -> list[Row]:
    """The list: sections and their rules, only those in which every wanted word occurs."""
    words = wanted.casefold().split()
    rows: list[Row] = []
    for section, rules in sheet.sections:
        found = [rule for rule in rules if all(w in f"{rule.id} {rule.title} {rule.text}".casefold() for w in words)]
        if found:
            rows.append(Row(f"section:{section}", section, kind="heading"))
            rows.extend(Row(rule.id, _entry(rule)) for rule in found)
    return rows or [Row("none", "No rule has all of these words.", kind="note")]


def _entry(rule: Rule) -> str:
    return rule.title if rule.title.upper().startswith(rule.id.upper()) else f"{rule.id:<5} {rule.title}"


def board_size(page: RulePage | None, board: AnyBoard) -> tuple[int, int]:
    """Columns and rows that the example needs, (0, 0) without one."""
    if page is None or page.example is None:
        return 0, 0
    return board.sizes(len(page.example.names), page.example.view).board


def list_width(width: int, columns: int) -> int:
    """The cells of the list beside a page that needs ``columns``; 0 when it has to stand above the page."""
    beside = width - columns
    return min(MOST_LIST, beside) if beside >= LEAST_LIST else 0


def draw_page(
    page: RulePage | None,
    board: AnyBoard,
    skip: int,
    width: int,
    height: int,
    memory: UiMemory | None = None,
    pictures: Pictures | None = None,
) -> tuple[Picture, int]:
    """The page at that size, and how many lines of text can still be scrolled."""
    canvas = Canvas(width, height)
    if page is None:
        return Picture(canvas), 0
    rule = page.rule
    x, room = 1, max(1, width - 2)
    end = put(canvas, x, 0, rule.id, room, paint.TITLE)
    if rule.title.upper() != rule.id.upper():
        end = put(canvas, end + 2, 0, rule.title, room - len(rule.id) - 2, paint.BOLD)
    if width - end > len(page.section) + 3:
        canvas.put(width - 1 - len(page.section), 0, page.section, paint.MUTED)
    lines = paint.wrap(rule.text, room)
    plan = _share(page, board, len(lines), width, height)
    more = max(0, len(lines) - plan.text)
    paint.paragraphs(canvas, Rect(x, plan.top, room, plan.text), lines, skip=min(skip, more))
    paint.scrollbar(canvas, width - 1, Rect(0, plan.top, width, plan.text), min(skip, more), len(lines))
    spots = _see(canvas, plan.top + plan.text, rule, width) if rule.see else []
    if plan.board and page.example is not None:
        memory = memory if memory is not None else UiMemory(board)
        memory.room = (width, plan.board)
        c = memory.at(page.example, rule.id)
        example = board.draw(pictures.context(c) if pictures is not None else c, "board", memory.room)
        canvas.blit(example.canvas, 0, plan.board_y)
    elif page.example is not None:
        put(canvas, x, height - 1, "A larger window shows an example here.", room, paint.MUTED)
    return Picture(canvas, tuple(spots), (1, 0)), more


@dataclass(frozen=True, slots=True)
class _Plan:
    """Rows of the page: first row of the text, rows of the text, first row and rows of the board (0: none)."""

    top: int
    text: int
    board_y: int
    board: int


def board_rows(page: RulePage | None, board: AnyBoard, width: int, height: int) -> tuple[int, int]:
    """First row and rows of the example on a page of that size; no rows where none is shown."""
    if page is None or page.example is None:
        return 0, 0
    plan = _share(page, board, len(paint.wrap(page.rule.text, max(1, width - 2))), width, height)
    return plan.board_y, plan.board


def _share(page: RulePage, board: AnyBoard, lines: int, width: int, height: int) -> _Plan:
    columns, least = board_size(page, board)
    see = 1 if page.rule.see else 0
    fewest = min(LEAST_TEXT, lines)
    if not least or width < columns or height < 1 + fewest + see + least:
        return _Plan(2, max(1, height - 2 - see - (1 if least else 0)), 0, 0)
    spare = height - 1 - see - least
    top = 2 if spare > lines else 1
    text = min(lines, max(fewest, spare - (top - 1)))
    shown = min(max(least, MOST_BOARD), height - top - text - see)
    gap = 1 if height - top - text - see - shown > 0 or shown > least else 0
    shown = min(shown, height - top - text - see - gap)
    return _Plan(top, text, top + text + see + gap, shown)


def _see(canvas: Canvas, y: int, rule: Rule, width: int) -> list[Spot]:
    spots = []
    x = canvas.put(1, y, "See also ", paint.MUTED)
    for number, other in enumerate(rule.see, start=1):
        text = f"{number} {other}"
        if x + len(text) >= width:
            break
        canvas.put(x, y, f"{number} ", paint.MUTED)
        canvas.put(x + 2, y, other, paint.TITLE)
        spots.append(Spot(f"{SEE}{other}", x, y, len(text), 1, f"rule {other}"))
        x += len(text) + 2
    return spots

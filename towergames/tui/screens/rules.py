"""The rules browser: every rule with its id, text and an example on the real board; search, and links."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from towergames import registry
from towergames.board.canvas import Canvas
from towergames.board.protocol import AnyBoard, AnyContext, Picture, Spot, Style
from towergames.core.rulesheet import Rule, RuleSheet
from towergames.core.text import sentence
from towergames.session.ui_memory import UiMemory
from towergames.tui import paint
from towergames.tui.command_screen import Handler, TowerScreen
from towergames.tui.commands import group, pick
from towergames.tui.dialogs import AskScreen
from towergames.tui.exports import Exportable
from towergames.tui.list_mixins import RowListMixin, SearchLine
from towergames.tui.paint import Rect, put
from towergames.tui.watched_board import WatchedBoard
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.live_board import Pictures, prepare
from towergames.tui.widgets.rows import Row, RowsView


def _see(n: int) -> tuple[str, ...]:
    return f"rules.see.{n}", f"See also {n}", f"Open the rule named as number {n}", str(n), f"see{n}"


COMMANDS = (
    *pick("move.up", "move.down"),
    *group(
        "rules",
        ("rules.search", "Search", "Show only rules with these words", "slash f", "search", "search"),
        ("rules.open", "Go to a rule", "Open a rule by its id: rule R-4", "g", "rule rules"),
        (
            "rules.return",
            "Rule before",
            "Go back to the rule you read before",
            "backspace left",
            "return",
            "rule before",
        ),
        ("rules.text-down", "Text down", "Read further down", "pagedown space", "textdown", "more"),
        ("rules.text-up", "Text up", "Read further up", "pageup", "textup"),
    ),
    *pick("page.first", "page.last"),
    *group("rules", *(_see(n) for n in range(1, 10))),
    *group("rules", ("back", "Back", "Show all rules again, or close them", "escape q", "back", "back")),
)


class RulesScreen(WatchedBoard, RowListMixin, TowerScreen[None]):
    """A game's rules, open at ``rule_id`` if there is such a rule, else at the first."""

    NAME = "Rules"
    OWN = COMMANDS
    MINIMUM = (60, 16)

    def __init__(self, game_key: str, rule_id: str = "") -> None:
        super().__init__()
        entry = registry.get(game_key)
        self.game_key = game_key
        self.sheet = entry.game.rule_sheet
        self.board = entry.board
        rule = self.sheet.find(rule_id)
        self.rule_id = rule.id if rule is not None else self.sheet.ids[0]
        self.before: list[str] = []
        self.skip = 0
        self.more = 0
        self._open: tuple[tuple[str, Style], RulePage | None] | None = None
        self.start_looking(self)
        self.handlers = {f"rules.see.{n}": Handler(partial(self._open_other, n)) for n in range(1, 10)}

    def compose(self) -> ComposeResult:
        yield SearchLine()
        yield CanvasView(self._paint_title, id="rules-title")
        with Horizontal(id="rules-body"):
            yield RowsView(rows_of(self.sheet), (0, 60, 0, 0), id="rules-list")
            yield CanvasView(self._paint_page, id="rules-page", dragged=self.drag_board)
        yield KeyBar()

    def on_mount(self) -> None:
        """Mark the rule that is open."""
        super().on_mount()
        self._share()
        self.listing().go(self.rule_id)
        examples = [page.example for page in self._pages() if page is not None and page.example is not None]
        if examples:  # what is prepared for one example of a game is good for all
            prepare(self, self.board, examples[0], self.repaint_board)

    def on_resize(self, event: events.Resize) -> None:
        """Divide the room between list and page again."""
        super().on_resize(event)
        self._share()

    def _share(self) -> None:
        needed = max(board_size(page, self.board)[0] for page in self._pages())
        width = list_width(self.app.size.width, needed)
        self.set_class(not width, "stacked")
        self.listing().styles.width = width or "100%"
        self.listing().styles.height = "100%" if width else stacked_rows(self.app.size.height)

    def _pages(self) -> list[RulePage | None]:
        return [page_of(self.sheet, self.board, rule_id) for rule_id in self.sheet.ids]

    def _paint_title(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        rows = [row for row in self.listing().rows if row.kind == "item"]
        paint.bar(canvas, 0, f"{self.sheet.title}  rules", f"{len(rows)} of {len(self.sheet.ids)}")
        return Picture(canvas)

    def _paint_page(self, width: int, height: int) -> Picture:
        page = self._page()
        picture, self.more = draw_page(page, self.board, self.skip, width, height, self.memory, self.pictures)
        return picture

    # --- the example ------------------------------------------------------------------------------------

    def _page(self) -> RulePage | None:
        key = self.rule_id, self.services.style
        if self._open is None or self._open[0] != key:
            self._open = key, page_of(self.sheet, self.board, *key)
        return self._open[1]

    def shown(self) -> AnyContext | None:
        """The example of the rule that is open, if it has one."""
        page = self._page()
        if page is None or page.example is None:
            return None
        return self.memory.at(page.example, self.rule_id)

    def over_board(self, x: int, y: int) -> bool:
        """Whether the cell lies in the example's rows."""
        region = self.query_one("#rules-page").region
        top, rows = board_rows(self._page(), self.board, region.width, region.height)
        return region.contains(x, y) and top <= y - region.y < top + rows

    def repaint_board(self) -> None:
        """Draw the page again."""
        for view in self.query("#rules-page").results(CanvasView):
            view.repaint()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the example under the mouse."""
        self.wheel_board(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the example under the mouse."""
        self.wheel_board(-1)

    def _repaint(self) -> None:
        for view in self.query(CanvasView):
            view.repaint()
        self.refresh_keys()

    # --- from rule to rule ------------------------------------------------------------------------------

    def chosen(self, row: Row) -> None:
        """Show the rule of a row."""
        self._show(row.key)

    def moved(self) -> None:
        """Show the rule under the cursor."""
        row = self.listing().current
        if row is not None and row.kind == "item":
            self._show(row.key, remember=False)

    def open_rule(self, rule_id: str) -> None:
        """Go to a rule; the command "rule before" returns from it."""
        rule = self.sheet.find(rule_id)
        if rule is None:
            self.services.say(sentence(self.sheet.unknown_rule_error(rule_id)))
            return
        self._show(rule.id)
        if not self.listing().go(rule.id):
            self.query_one(SearchLine).finish(clear=True)

    def _show(self, rule_id: str, *, remember: bool = True) -> None:
        if rule_id != self.rule_id:
            if remember:
                self.before.append(self.rule_id)
            self.rule_id = rule_id
            self.skip = 0
            self.memory = UiMemory(self.board)
        self._repaint()

    def _do_rules_open(self, argument: str = "") -> None:
        if argument:
            self.open_rule(argument)
            return
        title = f"Go to rule, {self.sheet.ids[0]} to {self.sheet.ids[-1]}"
        dialog = AskScreen(title, "", lambda text: "" if self.sheet.find(text) else "No rule has that number.")
        self.app.push_screen(dialog, lambda answer: self.open_rule(answer) if answer else None)

    def _why_not_rules_return(self) -> str:
        return "" if self.before else "You have read no other rule before."

    def _do_rules_return(self, argument: str = "") -> None:
        self._show(self.before.pop(), remember=False)
        self.listing().go(self.rule_id)

    def _open_other(self, number: int) -> None:
        rule = self.sheet.find(self.rule_id)
        others = rule.see if rule is not None else ()
        if number <= len(others):
            self.open_rule(others[number - 1])
        else:
            self.services.say("This rule has no such link.")

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Follow the link that was clicked."""
        event.stop()
        if event.spot.startswith(SEE):
            self.open_rule(event.spot.removeprefix(SEE))

    def _why_not_rules_text_down(self) -> str:
        return "" if self.skip < self.more else "This is the end of the text."

    def _why_not_rules_text_up(self) -> str:
        return "" if self.skip else "This is the start of the text."

    def _do_rules_text_down(self, argument: str = "") -> None:
        self.skip = min(self.more, self.skip + 4)
        self._repaint()

    def _do_rules_text_up(self, argument: str = "") -> None:
        self.skip = max(0, self.skip - 4)
        self._repaint()

    # --- searching --------------------------------------------------------------------------------------

    def _do_rules_search(self, argument: str = "") -> None:
        self.query_one(SearchLine).begin(argument)

    def on_input_changed(self, event: Input.Changed) -> None:
        """List the rules that are found, and show the first of them."""
        event.stop()
        self.listing().show(rows_of(self.sheet, event.value), self.rule_id)
        self.moved()
        self._repaint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Leave the search line."""
        event.stop()
        self.query_one(SearchLine).finish(clear=False)

    def _do_back(self, argument: str = "") -> None:
        searching = [line for line in self.query(SearchLine) if line.display]  # none before the first frame
        if searching:
            searching[0].finish(clear=True)
        else:
            self.dismiss(None)

    def exportable(self) -> Exportable:
        """The rule that is open."""
        page = self._page()
        columns, rows = board_size(page, self.board)
        picture, _ = draw_page(page, self.board, 0, max(columns, 78), rows + 24)
        return Exportable(f"{self.game_key}-rule-{self.rule_id}", picture.canvas)


SEE = "see:"
MIN_TEXT_ROWS, MAX_BOARD_ROWS = 3, 20
LEAST_LIST_ROWS, MOST_LIST_ROWS = 6, 14
PAGE_ROWS = 36
"""Rows that the page of a rule has with the highest example before the list above it gets more than its fewest."""
MIN_LIST_CELLS, MAX_LIST_CELLS = 24, 34


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule with its section and, if it has one, its example."""

    rule: Rule
    section: str
    example: AnyContext | None


def page_of(sheet: RuleSheet, board: AnyBoard, rule_id: str, style: Style = Style()) -> RulePage | None:
    """The page of a rule, its example drawn in that style; None when there is no such rule."""
    for section, rules in sheet.sections:
        for rule in rules:
            if rule.id.lower() == rule_id.strip().lower():
                example = board.example(rule.id)
                return RulePage(rule, section, None if example is None else replace(example, style=style))
    return None


def rows_of(sheet: RuleSheet, wanted: str = "") -> list[Row]:
    """The sections and their rules, only those in which every wanted word occurs."""
    words = wanted.casefold().split()
    rows: list[Row] = []
    for section, rules in sheet.sections:
        listed = []
        for rule in rules:
            text = f"{rule.id} {rule.title} {rule.text}".casefold()
            if all(word in text for word in words):
                listed.append(Row(rule.id, _entry(rule)))
        if listed:
            rows += [Row(f"section:{section}", section, kind="heading"), *listed]
    return rows or [Row("none", "No rule has all of these words.", kind="note")]


def _entry(rule: Rule) -> str:
    return rule.title if rule.title.upper().startswith(rule.id.upper()) else f"{rule.id:<5} {rule.title}"


def board_size(page: RulePage | None, board: AnyBoard, width: int | None = None) -> tuple[int, int]:
    """Columns and rows that the example needs, in its narrow form where ``width`` is too narrow; (0, 0) without one."""
    if page is None or page.example is None:
        return 0, 0
    sizes = board.sizes(len(page.example.names), page.example.view)
    if width is not None and sizes.narrow is not None and width < sizes.board[0]:
        return sizes.narrow[:2]
    return sizes.board


def list_width(width: int, columns: int) -> int:
    """The cells of the list beside a page that needs ``columns``; 0 when it has to stand above the page."""
    beside = width - columns
    return min(MAX_LIST_CELLS, beside) if beside >= MIN_LIST_CELLS else 0


def stacked_rows(height: int) -> int:
    """The rows of the list where it stands above the page, on a screen of so many rows."""
    return max(LEAST_LIST_ROWS, min(MOST_LIST_ROWS, height - PAGE_ROWS))


def draw_page(
    page: RulePage | None,
    board: AnyBoard,
    skip: int,
    width: int,
    height: int,
    memory: UiMemory | None = None,
    pictures: Pictures | None = None,
) -> tuple[Picture, int]:
    """Draw a page. Return the number of lines of its text that can still be scrolled too."""
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
    layout = _layout(page, board, len(lines), width, height)
    more = max(0, len(lines) - layout.text)
    paint.paragraphs(canvas, Rect(x, layout.top, room, layout.text), lines, skip=min(skip, more))
    paint.scrollbar(canvas, width - 1, Rect(0, layout.top, width, layout.text), min(skip, more), len(lines))
    spots = _draw_see(canvas, layout.top + layout.text, rule, width) if rule.see else []
    pixels = None
    if layout.board and page.example is not None:
        memory = memory if memory is not None else UiMemory(board)
        margin = int(width > board_size(page, board, width)[0])  # beside the line of the list
        memory.set_room((width - margin, layout.board))
        context = memory.at(page.example, rule.id)
        example = board.draw(pictures.context(context) if pictures is not None else context, "board", memory.room)
        canvas.blit(example.canvas, margin, layout.board_y)
        pixels = example.pixels.moved(margin, layout.board_y) if example.pixels is not None else None
    elif page.example is not None:
        put(canvas, x, height - 1, "A larger window shows an example here.", room, paint.MUTED)
    return Picture(canvas, tuple(spots), (1, 0), pixels=pixels), more


@dataclass(frozen=True, slots=True)
class _PageLayout:
    """Rows of the page: first row of the text, rows of the text, first row and rows of the board (0: none)."""

    top: int
    text: int
    board_y: int
    board: int


def board_rows(page: RulePage | None, board: AnyBoard, width: int, height: int) -> tuple[int, int]:
    """First row and rows of the example on a page of that size; no rows where none is shown."""
    if page is None or page.example is None:
        return 0, 0
    layout = _layout(page, board, len(paint.wrap(page.rule.text, max(1, width - 2))), width, height)
    return layout.board_y, layout.board


def _layout(page: RulePage, board: AnyBoard, lines: int, width: int, height: int) -> _PageLayout:
    columns, least = board_size(page, board, width)
    see = 1 if page.rule.see else 0
    fewest = min(MIN_TEXT_ROWS, lines)
    if not least or width < columns or height < 1 + fewest + see + least:
        return _PageLayout(2, max(1, height - 2 - see - (1 if least else 0)), 0, 0)
    spare = height - 1 - see - least
    top = 2 if spare > lines else 1
    text = min(lines, max(fewest, spare - (top - 1)))
    shown = min(max(least, MAX_BOARD_ROWS), height - top - text - see)
    gap = 1 if height - top - text - see - shown > 0 or shown > least else 0
    shown = min(shown, height - top - text - see - gap)
    return _PageLayout(top, text, top + text + see + gap, shown)


def _draw_see(canvas: Canvas, y: int, rule: Rule, width: int) -> list[Spot]:
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

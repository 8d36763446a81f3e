"""The rules browser: every rule with its id, text and an example on the real board; search, and links."""

from __future__ import annotations

from functools import partialmethod

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from towergames import registry
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import AnyContext, Picture
from towergames.core.text import sentence
from towergames.session.ui_memory import UiMemory
from towergames.tui import paint
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import Command, group, pick
from towergames.tui.dialogs import AskScreen
from towergames.tui.exports import Exportable
from towergames.tui.lists import Listing, SearchLine
from towergames.tui.screens.rules import view as rules_view
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.live_board import WatchedBoard
from towergames.tui.widgets.rows import Row, RowsView

_SEE = tuple(
    Command(f"rules.see.{n}", f"See also {n}", f"Open the rule named as number {n}", (str(n),), (f"see{n}",), "rules")
    for n in range(1, 10)
)
COMMANDS = (
    *pick("move.up", "move.down"),
    *group(
        "rules",
        ("rules.search", "Search", "Show only rules with certain words", "slash f", "search", "search"),
        ("rules.open", "Go to a rule", "Open a rule by its id: rule R-4", "g", "rule rules"),
        (
            "rules.return",
            "Rule before",
            "Return to the rule that was open before",
            "backspace left",
            "return",
            "rule before",
        ),
        ("rules.text-down", "Text down", "Scroll the rule's text", "pagedown space", "textdown", "more"),
        ("rules.text-up", "Text up", "Scroll the rule's text back", "pageup", "textup"),
    ),
    *pick("page.first", "page.last"),
    *_SEE,
    *group("rules", ("back", "Back", "Show all rules again, or close", "escape q", "back", "back")),
)


class RulesScreen(WatchedBoard, Listing, TowerScreen[None]):
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
        self._open: tuple[str, rules_view.RulePage | None] | None = None
        self.start_looking(self)

    def compose(self) -> ComposeResult:
        """The list beside the page."""
        yield SearchLine()
        yield CanvasView(self._paint_title, id="rules-title")
        with Horizontal(id="rules-body"):
            yield RowsView(rules_view.rows_of(self.sheet), (0, 60, 0, 0), id="rules-list")
            yield CanvasView(self._paint_page, id="rules-page", dragged=self.drag_board)
        yield KeyBar()

    def on_mount(self) -> None:
        """Mark the rule that is open."""
        super().on_mount()
        self._share()
        self.listing().go(self.rule_id)

    def on_resize(self, event: events.Resize) -> None:
        """Share the room anew."""
        super().on_resize(event)
        self._share()

    def _share(self) -> None:
        needed = max(rules_view.board_size(page, self.board)[0] for page in self._examples())
        width = rules_view.list_width(self.app.size.width, needed)
        self.set_class(not width, "stacked")
        self.listing().styles.width = width or "100%"

    def _examples(self) -> list[rules_view.RulePage | None]:
        return [rules_view.page_of(self.sheet, self.board, rule_id) for rule_id in self.sheet.ids]

    # --- the picture ------------------------------------------------------------------------------------

    def _paint_title(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        rows = [row for row in self.listing().rows if row.kind == "item"]
        paint.bar(canvas, 0, f"{self.sheet.title}  rules", f"{len(rows)} of {len(self.sheet.ids)}")
        return Picture(canvas)

    def _paint_page(self, width: int, height: int) -> Picture:
        page = self._page()
        picture, self.more = rules_view.draw_page(
            page, self.board, self.skip, width, height, self.memory, self.pictures
        )
        return picture

    # --- the example ------------------------------------------------------------------------------------

    def _page(self) -> rules_view.RulePage | None:
        if self._open is None or self._open[0] != self.rule_id:
            self._open = self.rule_id, rules_view.page_of(self.sheet, self.board, self.rule_id)
        return self._open[1]

    def looked_at(self) -> bool:
        """Whether the rule has an example."""
        page = self._page()
        return page is not None and page.example is not None

    def shown(self) -> AnyContext:
        """The example."""
        page = self._page()
        assert page is not None and page.example is not None  # asked only of rules that have one
        return self.memory.at(page.example, self.rule_id)

    def over_board(self, x: int, y: int) -> bool:
        """Whether the cell lies in the example's rows."""
        region = self.query_one("#rules-page").region
        top, rows = rules_view.board_rows(self._page(), self.board, region.width, region.height)
        return region.contains(x, y) and top <= y - region.y < top + rows

    def repaint_board(self) -> None:
        """Draw the page anew."""
        for view in self.query("#rules-page").results(CanvasView):
            view.repaint()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel over the example."""
        self.wheel_board(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel over the example."""
        self.wheel_board(-1)

    def _repaint(self) -> None:
        for view in self.query(CanvasView):
            view.repaint()
        self.refresh_keys()

    # --- going about ------------------------------------------------------------------------------------

    def chosen(self, row: Row) -> None:
        """A rule was clicked."""
        self._show(row.key)

    def moved(self) -> None:
        """The cursor is on another rule: show it."""
        row = self.listing().current
        if row is not None and row.kind == "item":
            self._show(row.key, remember=False)

    def open_rule(self, rule_id: str) -> None:
        """Go to a rule from anywhere; the one that was open can be returned to."""
        rule = self.sheet.find(rule_id)
        if rule is None:
            self.services.say(sentence(self.sheet.missing(rule_id)))
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

        def go(answer: str | None) -> None:
            if answer:
                self.open_rule(answer)

        title = f"Go to rule ({self.sheet.ids[0]} ... {self.sheet.ids[-1]})"
        self.app.push_screen(
            AskScreen(title, "", lambda text: "" if self.sheet.find(text) else "There is no such rule."), go
        )

    def _can_rules_return(self) -> str:
        return "" if self.before else "No other rule was open before."

    def _do_rules_return(self, argument: str = "") -> None:
        self._show(self.before.pop(), remember=False)
        self.listing().go(self.rule_id)

    def _see(self, number: int, argument: str = "") -> None:
        rule = self.sheet.find(self.rule_id)
        others = rule.see if rule is not None else ()
        if number <= len(others):
            self.open_rule(others[number - 1])
        else:
            self.services.say("This rule names no such other rule.")

    _do_rules_see_1 = partialmethod(_see, 1)
    _do_rules_see_2 = partialmethod(_see, 2)
    _do_rules_see_3 = partialmethod(_see, 3)
    _do_rules_see_4 = partialmethod(_see, 4)
    _do_rules_see_5 = partialmethod(_see, 5)
    _do_rules_see_6 = partialmethod(_see, 6)
    _do_rules_see_7 = partialmethod(_see, 7)
    _do_rules_see_8 = partialmethod(_see, 8)
    _do_rules_see_9 = partialmethod(_see, 9)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A link was clicked."""
        event.stop()
        if event.spot.startswith(rules_view.SEE):
            self.open_rule(event.spot.removeprefix(rules_view.SEE))

    def _can_rules_text_down(self) -> str:
        return "" if self.skip < self.more else "All of the text is shown."

    def _can_rules_text_up(self) -> str:
        return "" if self.skip else "This is the beginning of the text."

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
        """Another search: the list shrinks, and the first rule found is shown."""
        event.stop()
        self.listing().show(rules_view.rows_of(self.sheet, event.value), self.rule_id)
        self.moved()
        self._repaint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter leaves the search line."""
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
        columns, rows = rules_view.board_size(page, self.board)
        picture, _ = rules_view.draw_page(page, self.board, 0, max(columns, 78), rows + 24)
        return Exportable(f"{self.game_key}-rule-{self.rule_id}", picture.canvas)

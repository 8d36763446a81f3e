"""The places of the zones of a screen with a table, at any size: pure arithmetic, the one source of the minimum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from textual.geometry import Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from towergames.board.protocol import Beside, BoardSizes
from towergames.tui.widgets.action_bar import ROWS

LEAST_COLUMNS = 60
LEAST_SIDE = 30
MOST_SIDE = 42
GAP = 1
"""Columns left free between the board and what stands beside it."""
LINES, LEAST_LINES = 2, 1
"""Rows of words under the action bar; the lowest screens have one."""
WRAPPED, LEAST_WRAPPED = 4, 2
"""Rows of these words where they stand in a narrow column, and on the lowest screens."""
MORE_HAND = 8
"""Columns that a hand beside the board gets beyond its least before the board gets all others."""
GUIDE = 6
"""Rows of the text of a lesson where it stands above the board."""
MORE_GUIDE, HIGH = 3, 44
"""Rows more of that text on high screens, such as that of a phone held upright, and their rows from which on."""
MOST_PANE = 9
LEAST_PANE, LEAST_BESIDE = 1, 2
"""Rows of log or pad on the lowest screens: the heading alone, or one line below it in a narrow column."""
PAD_BESIDE = 100
LOG_BESIDE = 120
"""Columns from which log and score stand beside the board, even one that otherwise has the screen alone."""
TIMELINE, TALL_TIMELINE = 2, 4
"""Rows of the timeline, and on tall screens, where it has words and names."""
TALL = 30
"""A screen is tall from this many rows on, the key bar not counted."""
LEAST_CHART, MOST_CHART = 5, 13
"""Rows of the score chart with its heading beside the board."""
MOST_POINTS = 30
"""Columns of the score beside the log where both share the room below the board."""
LEAST_LOG = 4
"""Rows that log or chart keep where the score shares a column with them."""

Box = tuple[int, int, int, int]
"""x, y, columns, rows."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What must find room: board and hand, the number of seats, and how the hand may stand beside the board."""

    columns: int
    board: int
    hand: int
    seats: int
    abreast: Beside | None = None
    bar: int = 0
    """Rows of the hand that the action bar takes."""
    tall: int = 0
    """Rows of the hand on high screens."""
    full: int = 0
    """Rows in which the board shows all it has."""
    narrow: tuple[int, int, int] | None = None
    """Columns, rows of the board and rows of the hand on narrow screens."""
    guide: int = 0
    """Rows of the text of a lesson, where it stands above the board; 0 without a lesson."""
    timeline: bool = False
    """Whether a timeline stands below everything, with the action bar as the last row and no words under it.

    There is a score curve then too.
    """


def needs_of(sizes: BoardSizes, seats: int, bar: int = 0) -> Needs:
    """What a board asks for; the rows of the action bar are counted to the hand."""
    two = sizes.beside
    beside = replace(two, tall=two.tall + bar, low=two.low + bar) if two is not None else None
    tall = sizes.tall + bar if sizes.tall else 0
    narrow = (*sizes.narrow[:2], sizes.narrow[2] + bar) if sizes.narrow else None
    return Needs(*sizes.board, sizes.hand + bar, seats, beside, bar, tall, sizes.full, narrow)


def narrowed(needs: Needs, width: int) -> Needs:
    """The needs on a screen of so many columns: board and hand may be higher where it is narrow."""
    if needs.narrow is None or width >= needs.columns:
        return needs
    columns, board, hand = needs.narrow
    return replace(needs, columns=columns, board=board, hand=hand, abreast=None, tall=0)


def above(needs: Needs) -> Needs:
    """The needs below the text of a lesson, which says the task: the action bar has no row for that.

    There is no pane for log or pad either.
    """
    if not needs.guide or not needs.bar:
        return needs
    two = needs.abreast
    beside = replace(two, tall=two.tall - 1, low=two.low - 1) if two is not None else None
    tall = needs.tall - 1 if needs.tall else 0
    return replace(needs, hand=needs.hand - 1, bar=needs.bar - 1, tall=tall, abreast=beside)


@dataclass(frozen=True, slots=True)
class LayoutPreferences:
    """The player's choices, and the zones that come and go.

    ``tab`` is the zone that is shown where there is no room for all: log, pad or chart; "both" is log and pad side by
    side. ``pad`` are the rows that the pad would fill. Without a ``hand`` the board or the log gets its room.
    """

    tab: str = "log"
    alone: bool = False
    banner: bool = False
    pad: int = 0
    hand: bool = True


def minimum(needs: Needs, width: int) -> tuple[int, int]:
    """Columns and rows below which the card is shown instead on so many columns; the last row is the key bar."""
    needs = narrowed(needs, width)
    top, bottom, lines, wrapped, pane, beside = 1, 1, LEAST_LINES, LEAST_WRAPPED, LEAST_PANE, LEAST_BESIDE
    if needs.guide:
        needs, top, pane, beside = above(needs), needs.guide, 0, 0
    if needs.timeline:
        bottom, lines, wrapped = TIMELINE + ROWS + 1, 0, 0
    rows, two = needs.board + needs.hand + lines + pane, needs.abreast
    if two is not None and width >= two.columns + two.hand:
        rows = min(rows, max(two.rows, two.low + wrapped + beside))
    return max(LEAST_COLUMNS, needs.columns), top + rows + bottom


def minimums(needs: Needs) -> tuple[tuple[int, int], ...]:
    """Columns and rows that are enough, for each way in which the zones can lie."""
    two = needs.abreast
    widths = {LEAST_COLUMNS, max(LEAST_COLUMNS, needs.columns)}
    if two is not None:
        widths.add(max(LEAST_COLUMNS, needs.columns, two.columns + two.hand))
    ways = ((width, minimum(needs, width)) for width in sorted(widths))
    return tuple(sorted({(max(width, columns), rows) for width, (columns, rows) in ways}))


def room_for_board(width: int, height: int, needs: Needs) -> bool:
    """Whether the board can be drawn on so many cells, in one of its ways."""
    two, narrow = needs.abreast, needs.narrow
    return (
        (width >= needs.columns and height >= needs.board)
        or (two is not None and width >= two.columns and height >= two.rows)
        or (narrow is not None and width >= narrow[0] and height >= narrow[1])
    )


def room_for_hand(width: int, height: int, needs: Needs) -> bool:
    """Whether the hand can be drawn on so many cells, the action bar not counted, in one of its ways."""
    two, narrow, bar = needs.abreast, needs.narrow, needs.bar
    return (
        (width >= needs.columns and height >= needs.hand - bar)
        or (two is not None and width >= two.hand and height >= two.low - bar - bool(bar))
        or (narrow is not None and width >= narrow[0] and height >= narrow[2] - bar)
    )


def plan(width: int, height: int, needs: Needs, wish: LayoutPreferences) -> dict[str, Box]:
    """The box of every zone that is shown on ``width`` x ``height`` cells (key bar not included).

    The text of a lesson stands beside the board where the pad stands otherwise, or else above the board.
    """
    needs = narrowed(needs, width)
    if not wish.hand:
        needs = _handless(needs)
    boxes: dict[str, Box] = {"status": (0, 0, width, 1)}
    top = 1
    if wish.banner:
        boxes["banner"] = (0, 1, width, 1)
        top = 2
    if needs.timeline:
        rows = TALL_TIMELINE if height >= TALL else TIMELINE
        height -= rows + ROWS
        boxes["timeline"] = (0, height, width, rows)
        boxes["actions"] = (0, height + rows, width, ROWS)
    zones = _zones(width, height, top, needs, wish, shows_log=True)
    if needs.guide and "guide" not in zones:
        top = needs.guide + MORE_GUIDE * (height >= HIGH)
        boxes = {"guide": (0, 0, width, top)}
        needs = above(needs)
        zones = _zones(width, height, top, needs, wish, shows_log=False)
    boxes |= zones
    if needs.bar:
        x, y, columns, rows = boxes["hand"]
        bar = boxes["actions"][3] if "actions" in boxes else needs.bar
        boxes["hand"], boxes["actions"] = (x, y, columns, rows - bar), (x, y + rows - bar, columns, bar)
    return boxes


def _handless(needs: Needs) -> Needs:
    """The needs of a screen without a hand."""
    two, narrow = needs.abreast, needs.narrow
    return replace(
        needs,
        hand=needs.bar,
        tall=0,
        abreast=replace(two, hand=LEAST_SIDE, tall=0, low=0) if two is not None else None,
        narrow=(*narrow[:2], needs.bar) if narrow is not None else None,
    )


def _zones(
    width: int, height: int, top: int, needs: Needs, wish: LayoutPreferences, *, shows_log: bool
) -> dict[str, Box]:
    below = _below(width, height, top, needs, wish, shows_log=shows_log)
    return _beside(width, height, top, needs, wish, below["board"][3], shows_log=shows_log) or below


def _below(
    width: int, height: int, top: int, needs: Needs, wish: LayoutPreferences, *, shows_log: bool
) -> dict[str, Box]:
    """The hand and the words below the board, the pad and the log beside it as far as the screen is wide."""
    boxes: dict[str, Box] = {}
    if needs.timeline:
        needs = replace(needs, full=0)  # the log says more about a move that was made than all that the board has
    side = _side(width, needs, wish)
    pad_beside = side > 0
    log_beside = pad_beside and width >= LOG_BESIDE
    least = LEAST_PANE if shows_log else 0
    lines = LINES if height - top - needs.board - needs.hand > LINES + least else LEAST_LINES
    if needs.timeline:
        lines = 0
    no_pane = log_beside or not shows_log or (wish.alone and not pad_beside)
    pane = 0 if no_pane else _pane(height - top - lines, needs, pad_beside)
    main = width - side
    if lines:
        boxes["lines"] = (0, height - pane - lines, main if log_beside else width, lines)
    rows = height - top - lines - pane
    hand = needs.hand
    if hand and rows - hand > needs.board + 6:
        hand += 1
    if needs.tall:
        hand = max(hand, min(needs.tall, rows - needs.board - 12))
    boxes["board"] = (0, top, main, rows - hand)
    if hand:
        boxes["hand"] = (0, top + rows - hand, main, hand)
    beside = height - top if log_beside else rows
    upper, lower, high = "pad", "log", max(needs.seats + 5, min(wish.pad + 1, beside * 2 // 5))
    if needs.guide:
        upper, lower, high = "guide", wish.tab, max(2 * needs.guide, beside // 2)
    elif needs.timeline:
        high = needs.seats + 1  # the chart shows how the points grew
    if log_beside:
        chart = _chart(needs, (beside - high) // 3)
        boxes[upper] = (main + GAP, top, side - GAP, high)
        if chart:
            boxes["chart"] = (main + GAP, top + high, side - GAP, chart)
        boxes[lower] = (main + GAP, top + high + chart, side - GAP, beside - high - chart)
    elif pad_beside:
        chart = _chart(needs, beside - needs.seats - 1)
        boxes[upper] = (main + GAP, top, side - GAP, beside - chart)
        if chart:
            boxes["chart"] = (main + GAP, top + beside - chart, side - GAP, chart)
        boxes[lower] = (0, height - pane, width, pane)
    elif pane and wish.tab == "both":
        points = min(MOST_POINTS, width // 3)
        boxes["log"] = (0, height - pane, width - points - GAP, pane)
        boxes["pad"] = (width - points, height - pane, points, pane)
    elif pane:
        boxes[wish.tab] = (0, height - pane, width, pane)
    return boxes


def _chart(needs: Needs, room: int) -> int:
    """The rows of the chart in a column that can spare ``room`` rows."""
    rows = min(MOST_CHART, room)
    return rows if needs.timeline and rows >= LEAST_CHART else 0


def _beside(
    width: int, height: int, top: int, needs: Needs, wish: LayoutPreferences, shown: int, *, shows_log: bool
) -> dict[str, Box] | None:
    """Everything beside the board, where the board would otherwise have only ``shown`` rows and this gives it more."""
    wants = needs.abreast
    if wants is None or shown >= wants.rows:
        return None
    x, rows = board_beside(width, needs.columns, wants), height - top
    least_words, most_words = (0, 0) if needs.timeline else (LEAST_WRAPPED, WRAPPED)
    side, spare = width - x, rows - wants.low - least_words - (LEAST_BESIDE if shows_log else 0)
    if side < wants.hand or rows < wants.rows or spare < 0:
        return None
    # First the task gets a row of its own, the chips a second one and the log one more; then hand and words get more.
    # A lesson above the board has no task, and a pane of one row would be its heading alone.
    most = 2 if shows_log else 1
    task = max(0, min(most, spare)) if needs.bar else 0
    spare -= task
    hand = wants.low + max(0, min(wants.tall - wants.low, spare - 1))
    words = least_words + max(0, min(most_words - least_words, spare - 1 - (wants.tall - wants.low)))
    pane = rows - hand - task - words
    if pane < LEAST_BESIDE:
        hand, pane = hand + pane, 0
    boxes = {"board": (0, top, x, rows)}
    if hand + task:
        boxes["hand"] = (x, top, side, hand + task)
    if needs.bar:
        boxes["actions"] = (x, 0, side, needs.bar + task)
    if words:
        boxes["lines"] = (x, top + hand + task, side, words)
    pad = needs.seats + 1
    if wish.tab in ("both", "chart") and pane >= pad + LEAST_LOG:
        boxes["pad"] = (x, height - pane, side, pad)
        pane -= pad
    if pane:
        boxes["log" if wish.tab == "both" else wish.tab] = (x, height - pane, side, pane)
    return boxes


def board_beside(width: int, columns: int, wants: Beside) -> int:
    """Columns of a board that has the hand beside it: once the hand has what it likes, the board gets the rest.

    It stays below its own ``columns``, at which it would show what the hand shows already.

    >>> [board_beside(width, 60, Beside(44, 15, 36, 14, 12)) for width in (80, 90, 100, 110, 120)]
    [44, 49, 56, 59, 59]
    """
    spare = width - wants.columns - wants.hand
    return max(wants.columns, min(columns - 1, width - wants.hand - min(MORE_HAND, spare // 2)))


def _side(width: int, needs: Needs, wish: LayoutPreferences) -> int:
    if wish.alone or width < PAD_BESIDE or width - needs.columns < LEAST_SIDE:
        return 0
    return min(max(MOST_SIDE, width * 3 // 10), max(LEAST_SIDE, width - needs.columns - 8), width - needs.columns)


def _pane(height: int, needs: Needs, pad_beside: bool) -> int:
    spare = height - max(needs.board, needs.full) - needs.hand
    wish = 6 if pad_beside else max(6, min(MOST_PANE, needs.seats + 2))
    return max(LEAST_PANE, min(wish, spare))


NOWHERE = Region(0, 0, 0, 0)


class ZoneLayout(Layout):
    """Places children by their id; a child without a box is not shown."""

    name = "zones"

    def __init__(self, plan: Callable[[int, int], dict[str, Box]]) -> None:
        self._plan = plan

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """One placement a zone."""
        boxes = self._plan(size.width, size.height)
        placements: list[WidgetPlacement] = []
        for child in children:
            box = boxes.get(child.id or "")
            if box is not None and box[2] > 0 and box[3] > 0:
                placements.append(WidgetPlacement(Region(*box), NOWHERE.offset, Spacing(), child, 0))
        return placements

    def __rich_repr__(self) -> Any:
        yield self.name


class ZonePane(Widget, can_focus=False):
    """The widget that holds the zones; its layout is its own, whatever the style sheet says."""

    def __init__(self, *children: Widget, plan: Callable[[int, int], dict[str, Box]], id: str | None = None) -> None:
        super().__init__(*children, id=id)
        self._zones = ZoneLayout(plan)

    @property
    def layout(self) -> Layout:
        """Zones by id."""
        return self._zones

"""Pictures of the board and of the hand: tower and ledger, towers side by side, cards, and what is being asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

from towergames.board import inks
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import UNDECIDED, Picture, Spot
from towergames.core.contract import Seat
from towergames.core.text import count, fit, listed
from towergames.games.bricks.beats import BEATEN, MEDAL
from towergames.games.bricks.board import ledger, position, score_panel, tower_picture, ui_state
from towergames.games.bricks.board.analysis import Side, honours, missed, shown_side, sides_at_end
from towergames.games.bricks.board.beat_picture import draw_beat, draw_load
from towergames.games.bricks.board.examples import caption, is_example
from towergames.games.bricks.board.ledger import ScoreSheet
from towergames.games.bricks.board.pending_move import (
    DrawnTower,
    drawn,
    effect_head,
    previewed_action,
    standing,
    tower_after,
)
from towergames.games.bricks.board.tower_picture import BoardLayout, BrickSize, draw_tower
from towergames.games.bricks.board.ui_state import BricksContext, WildcardDraft
from towergames.games.bricks.pieces import WILD, Tower, card_piece
from towergames.games.bricks.rules import Breach
from towergames.games.bricks.text import card_name

SIDE_COLUMNS = 26
"""Columns of one tower beside others."""
SIDE_ROWS = 14
"""Rows for the points under a tower among others, with the title: enough for most rules."""
LEAST_SIDE_ROWS = 6
"""The usual fewest rows for the points, with the title."""
LEAST_POINTS_ROWS = 4
"""Rows for the points where a tower would be cut with more."""
LEAST_PIECES = 4
"""Pieces of a level for which a tower among others has room, however short its levels are."""
STACKED_ROWS = 8
"""Rows of a tower of the usual levels among towers one below the other: title, levels and ground."""
WEIGHT_CELLS = 6
"""Cells of the weight of a level beside a tower among others, ``12 t``, and of the gap before it."""
TOWERS = " Esc all towers "
FILTER_LABELS = {**tower_picture.SHAPES, "window": "┼┼", "J Q X Z": "JQXZ"}


def draw_board(c: BricksContext, width: int, height: int) -> Picture:
    canvas = Canvas(width, height)
    if c.beat is not None and c.beat.kind in (MEDAL, BEATEN):
        return draw_load(draw_board(replace(c, beat=None), width, height), c.beat, c.beat_seconds)
    if c.beat is not None:
        return draw_beat(c, c.beat, canvas)
    if is_example(c.view):
        return _example(canvas, c)
    if position.over(c):
        return _reveal(canvas, c)
    if c.view.phase == "pick":
        return _picks(canvas, c)
    if position.bench(c) is None:
        return _hidden(canvas, c)
    spots = _drafts(canvas, c)
    if c.ui.compare and c.ui.zone != "ledger":
        return Picture(canvas, _unique_spots([*spots, *_compared(canvas, c)]))
    looks_on = not c.phase and c.ui.suggested is None  # a place is chosen by who builds, and shown by "What was best?"
    still = bool(c.playing) or not c.style.cursor or looks_on
    seen = drawn(c, still)
    tower = position.tower_of(c)
    action = None if still else previewed_action(c)
    then = tower_after(c, action)
    scores = ledger.score_sheet(c, tower, then, effect_head(action)) if position.open_ledger(c) else None
    top = 1 if _has_head(c) else 0
    if c.ui.zone == "ledger":
        if scores is not None:
            return _sheet(canvas, scores, c.ui.rule, spots, top)
        score_panel.draw_closed(canvas, 2, top + 1, width - 4)
        return Picture(canvas, tuple(spots))
    measures = tower_picture.plan(width, height, len(seen.tower), _longest(seen), top, c.style.plain)
    breaches = _marks(c, tower) if scores is not None else ()
    columns = scores.columns if scores is not None else ()
    later = scores.other.columns if scores is not None and scores.other is not None else ()
    own, cursor = draw_tower(canvas, measures, seen, breaches, columns, later)
    return Picture(canvas, _unique_spots([*spots, *own, *_panel(canvas, measures, scores)]), cursor)


def _longest(seen: DrawnTower) -> int:
    return max((len(level) + (seen.here == (row, len(level))) for row, level in enumerate(seen.tower)), default=0)


def _marks(c: BricksContext, tower: Tower) -> tuple[Breach, ...]:
    """The breaches that may be marked: those of known rules."""
    known = position.known(c)
    return tuple(breach for breach in position.ledger(c, tower).breaches if breach.rule in known)


def _panel(canvas: Canvas, measures: BoardLayout, scores: ScoreSheet | None) -> list[Spot]:
    """Draw the score at the right of the tower."""
    x, top = measures.side + 2, measures.top
    for row in range(top, canvas.height):
        canvas.put(measures.side, row, "│", inks.LINE)
    width = canvas.width - x
    if scores is None:
        score_panel.draw_closed(canvas, x, top, width)
        return []
    return score_panel.draw_panel(canvas, x, top, width, canvas.height - top, scores, figures=not measures.signs)


def _sheet(canvas: Canvas, scores: ScoreSheet, rule: int, spots: list[Spot], top: int) -> Picture:
    """Draw the score sheet instead of the tower."""
    spots += score_panel.draw_sheet(canvas, top, canvas.height - top, scores, rule)
    line = next(spot for spot in spots if spot.key == f"rule:{rule}")
    return Picture(canvas, tuple(spots), (line.x, line.y))


def _hidden(canvas: Canvas, c: BricksContext) -> Picture:
    """Draw the board while the tower of the builder is hidden."""
    seat = position.shown_seat(c)
    name = c.name_of(seat)
    state = "has handed a tower in" if c.view.has_submitted(seat) else "builds a tower"
    middle = canvas.height // 2
    canvas.put(2, middle - 1, fit(f"{name} {state}.", canvas.width - 4).rstrip(), inks.BOLD)
    steps = c.view.steps[seat] if seat < len(c.view.steps) else 0
    progress = f"{count(steps, 'building step')} so far. All towers are shown at the end."
    canvas.put(2, middle, progress, inks.MUTED)
    return Picture(canvas)


def _has_head(c: BricksContext) -> bool:
    """Whether the first row is needed: for several drafts, or to say that the tower is handed in."""
    own = position.bench(c)
    return own is not None and (own.tower is not None or len(own.drafts) > 1)


def _drafts(canvas: Canvas, c: BricksContext) -> list[Spot]:
    """Draw the drafts with their points, where there are several; the draft in hand has a plate."""
    own = position.bench(c)
    if own is None or not _has_head(c):
        return []
    if own.tower is not None:
        canvas.put(1, 0, f"{c.name_of(position.shown_seat(c))} has handed this tower in", inks.TITLE)
        return []
    spots: list[Spot] = []
    x = canvas.put(1, 0, "Drafts ", inks.MUTED)
    for draft in own.drafts:
        on = draft.name == own.active
        text = f"{draft.name}{_told(c, draft.tower)}"
        shown = f"[{text}]" if on else f" {text} "
        if x + len(shown) <= canvas.width:
            spots.append(Spot(f"draft:{draft.name}", x, 0, len(shown), 1, f"draft {draft.name}"))
            x = canvas.put(x, 0, shown, tower_picture.BUTTON if on else inks.BOLD)
    return spots


def _told(c: BricksContext, tower: Tower) -> str:
    if not position.open_ledger(c) or not tower:
        return ""
    insight = position.seen(c, tower)
    return f" {insight.total}" if insight.legal else f" {len(insight.broken)} to go"


def _unique_spots(spots: list[Spot]) -> tuple[Spot, ...]:
    """Drop spots whose key occurs twice; the one drawn first wins."""
    return tuple({spot.key: spot for spot in reversed(spots)}.values())[::-1]


# --- towers side by side ------------------------------------------------------------------------------


def _compared(canvas: Canvas, c: BricksContext) -> list[Spot]:
    """Draw the draft in hand and another; the lines of the other show the differences."""
    tower = position.tower_of(c)
    sides = []
    own_name = position.active_name(c)
    for name, shown in ((own_name, tower), (c.ui.compare, position.draft_tower(c, c.ui.compare))):
        scores = None
        if position.open_ledger(c):
            scores = ledger.compared_sheet(c, shown, tower, f"than {own_name}")
        breaches = _marks(c, shown) if scores is not None else ()
        sides.append(Side(f"draft {name}", shown, breaches, scores, f"draft:{name}"))
    return _draw(canvas, sides, 1, 0)


def _reveal(canvas: Canvas, c: BricksContext) -> Picture:
    """Draw the towers that fit, from the chosen one on; a single tower is drawn like a draft."""
    sides = sides_at_end(c)
    if c.ui.zone == "ledger":
        return _one(canvas, shown_side(c), c.ui.rule)
    return Picture(canvas, tuple(_draw(canvas, sides, 0, c.ui.first, choice=True)))


def _one(canvas: Canvas, side: Side, rule: int) -> Picture:
    """Draw the whole ledger of one tower."""
    canvas.put(1, 0, fit(side.title, canvas.width - 2 - len(TOWERS)).rstrip(), inks.TITLE)
    canvas.put(canvas.width - len(TOWERS), 0, TOWERS, tower_picture.BUTTON)
    assert side.score_sheet is not None
    spots = [Spot("towers", canvas.width - len(TOWERS), 0, len(TOWERS), 1, "all towers")]
    return _sheet(canvas, side.score_sheet, rule, spots, 1)


def _draw(canvas: Canvas, sides: Sequence[Side], top: int, first: int, choice: bool = False) -> list[Spot]:
    """Draw the sides that fit, each in its column; with ``choice`` the first side is marked."""
    if len(sides) > 1 and canvas.width < 2 * SIDE_COLUMNS:
        return _stack(canvas, sides, top)
    fitting = max(1, min(len(sides), canvas.width // SIDE_COLUMNS))
    chosen = sides[min(first, len(sides) - 1)] if choice else None
    first = max(0, min(first, len(sides) - fitting))
    width = min(canvas.width // fitting, 80)
    largest = max(len(side.tower) for side in sides), max(len(row) for side in sides for row in (*side.tower, ()))
    spots: list[Spot] = []
    for i, side in enumerate(sides[first : first + fitting]):
        x = i * width
        if i:
            for row in range(top, canvas.height):
                canvas.put(x - 1, row, "│", inks.LINE)
        _side(canvas, side, x, top, width - 1 - (i < fitting - 1), largest, chosen=len(sides) > 1 and side is chosen)
        if side.key:
            spots.append(Spot(side.key, x, top, width - 1, canvas.height - top, side.title))
    if first:
        canvas.put(0, top, "<", inks.CURSOR)
    if first + fitting < len(sides):
        canvas.put(canvas.width - 1, top, ">", inks.CURSOR)
    return spots


def _stack(canvas: Canvas, sides: Sequence[Side], top: int) -> list[Spot]:
    """Draw towers one below the other, without their points, on a picture that is too narrow for two columns."""
    fitting = max(1, min(len(sides), (canvas.height - top) // STACKED_ROWS))
    height = (canvas.height - top) // fitting
    spots = []
    for i, side in enumerate(sides[:fitting]):
        y = top + i * height
        _title(canvas, side, 0, y, canvas.width, chosen=False)
        _small_tower(canvas, side, 0, y + 1, canvas.width, min(height - 1, STACKED_ROWS - 1), tower_picture.TINY)
        if side.key:
            spots.append(Spot(side.key, 0, y, canvas.width, height, side.title))
    return spots


def _side(canvas: Canvas, side: Side, x: int, top: int, width: int, largest: tuple[int, int], chosen: bool) -> None:
    """Draw title, tower, and as much of the ledger as fits.

    ``largest`` are the levels of the highest tower and the pieces of the longest level, so that all have one size.
    """
    height = canvas.height - top
    _title(canvas, side, x, top, width, chosen)
    levels, pieces = largest
    size = _size(width, height, levels, pieces)
    most = max(tower_picture.USUAL_LEVELS, levels * size.tall) + 1
    whole = min(len(side.tower) * size.tall + 1, height - LEAST_POINTS_ROWS)  # every level, where some points stay
    rows = min(most, max(4, height - LEAST_SIDE_ROWS, whole))
    _small_tower(canvas, side, x, top + 1, width, rows, size)
    if side.score_sheet is not None:
        below = top + 1 + rows
        score_panel.draw_panel(canvas, x + 1, below, width - 1, canvas.height - below, side.score_sheet, figures=False)


def _title(canvas: Canvas, side: Side, x: int, y: int, width: int, chosen: bool) -> None:
    at = x + 1
    if side.seat is not None:
        at = _plate(canvas, at, y, side.seat)
    title = f">{side.title}<" if chosen else side.title
    canvas.put(at, y, title[: max(0, x + width - at)], inks.CURSOR if chosen else inks.TITLE)


def _plate(canvas: Canvas, x: int, y: int, seat: Seat) -> int:
    """Draw a player's shape and number. Return the column for the name."""
    at = canvas.put(x, y, inks.seat_of(seat).shape, inks.shape_ink(seat))
    return canvas.put(at, y, inks.seat_of(seat).number, inks.plate_ink(seat)) + 1


def _size(width: int, height: int, levels: int, pieces: int) -> BrickSize:
    """The largest bricks under which the points have room."""
    beside = tower_picture.LABEL_COLUMNS + 1 + tower_picture.WEIGHT_COLUMNS
    fitting = [size for size in tower_picture.SIZES if beside + max(LEAST_PIECES, pieces) * size.pitch <= width]
    for size in fitting:
        if 2 + levels * size.tall + SIDE_ROWS <= height:
            return size
    return tower_picture.LOW if tower_picture.LOW in fitting else tower_picture.TINY


def _small_tower(canvas: Canvas, side: Side, x: int, y: int, width: int, rows: int, size: BrickSize) -> None:
    sub = Canvas(width, rows)
    most = (width - tower_picture.LABEL_COLUMNS) // size.pitch
    beside_weights = (width - tower_picture.LABEL_COLUMNS - WEIGHT_CELLS) // size.pitch
    pieces = max(beside_weights, max(map(len, side.tower), default=1))
    pieces = max(1, min(tower_picture.USUAL_PIECES, pieces, most))
    measures = BoardLayout(size, tower_picture.LABEL_COLUMNS, rows - 1, pieces, max(1, (rows - 1) // size.tall))
    words = side.score_sheet.columns if side.score_sheet is not None else side.words
    draw_tower(sub, measures, standing(side.tower), side.breaches, words)
    canvas.blit(sub, x, y)


def _picks(canvas: Canvas, c: BricksContext) -> Picture:
    """Draw the cards that each player has drafted so far."""
    view = c.view
    canvas.put(1, 0, "Everyone takes one card in turn, then builds from their own cards.", inks.TITLE)
    each = 3 if canvas.height - 2 >= 4 * view.seats else 2
    y = 2
    for seat in range(view.seats):
        on = seat == view.active
        canvas.put(0, y, ">" if on else " ", inks.CURSOR if on else inks.TEXT)
        at = canvas.put(_plate(canvas, 1, y, seat), y, fit(c.name_of(seat), 18).rstrip(), inks.BOLD)
        canvas.put(at + 1, y, f"{len(view.picked[seat])} of {view.hand}", inks.MUTED)
        _picked(canvas, sorted(view.picked[seat], key=lambda code: ui_state.card_key(code, "colour")), y + 1, each - 1)
        y += each + (canvas.height - 2 >= (each + 1) * view.seats)
    return Picture(canvas)


def _picked(canvas: Canvas, codes: Sequence[str], y: int, rows: int) -> None:
    """Draw cards in one or two rows, as wide as they fit."""
    wide = len(codes) * 7 <= rows * (canvas.width - 4)
    cell = 7 if wide else 4
    across = max(1, (canvas.width - 3) // cell)
    for i, code in enumerate(codes[: across * rows]):
        row, column = divmod(i, across)
        x = 2 + column * cell
        if code == WILD:
            canvas.put(x, y + row, "*", tower_picture.BUTTON)
            continue
        piece = card_piece(code)
        text = tower_picture.short(piece) if wide else tower_picture.tiny(piece)
        canvas.put(x, y + row, text, tower_picture.ink_of(piece))


def _example(canvas: Canvas, c: BricksContext) -> Picture:
    """Draw the towers of a rule's example side by side, each with the verdict of that rule."""
    own = position.bench(c)
    towers = [draft.tower for draft in own.drafts] if own is not None else []
    width = canvas.width // max(1, len(towers))
    room = width - (len(towers) > 1)
    captions = [caption(c, tower) for tower in towers]
    lines = [wrap(words, max(8, room - 2)) for words, _ in captions]
    lowest = max((len(tower) for tower in towers), default=1) * tower_picture.TINY.tall + 1
    head = max(2, min(max(map(len, lines), default=2), canvas.height - lowest))
    for i, tower in enumerate(towers):
        x, good = i * width, captions[i][1]
        for row, line in enumerate(lines[i][:head]):
            canvas.put(x + 1, row, line, tower_picture.GOOD if good else inks.BAD)
        judged = position.ledger(c, tower)
        breaches = tuple(breach for breach in judged.breaches if breach.rule == c.view.first)
        levels = max(1, len(tower))
        longest = max(map(len, tower), default=1)
        low = [size for size in tower_picture.SIZES[1:] if levels * size.tall + head + 1 <= canvas.height]
        fitting = [size for size in low if tower_picture.LABEL_COLUMNS + longest * size.pitch < room]
        size = fitting[0] if fitting else tower_picture.TINY
        words = judged.words.columns if c.view.first == 15 else ()
        rows = min(canvas.height - head, levels * size.tall + 1)
        _small_tower(canvas, Side("", tower, breaches, None, words=words), x, head, room, rows, size)
    return Picture(canvas)


# --- the hand ---------------------------------------------------------------------------------------


def draw_hand(c: BricksContext, width: int, height: int) -> Picture:
    """Draw the zone under the board in exactly that size."""
    canvas = Canvas(width, height)
    if c.ui.word is not None:
        return _word(canvas, c)
    if c.ui.wildcard is not None:
        return _wildcard(canvas, c.ui.wildcard)
    if not position.shows_cards(c):
        unseen = f"{c.name_of(position.shown_seat(c))}'s cards are hidden."
        for row, text in enumerate(_end(c, width) if position.over(c) else [unseen]):
            canvas.put(2, 1 + row, fit(text, width - 3).rstrip(), inks.MUTED)
        return Picture(canvas)
    return _cards(canvas, c)


def _end(c: BricksContext, width: int) -> list[str]:
    """The lines under the final towers: medals once they are decided, and the keys."""
    lines = [*(honours(c) or (UNDECIDED,)), *missed(c)[:1]]
    if c.ui.zone == "ledger":
        return [*lines, "Enter explains the rule, Esc goes back."]
    sides = c.view.seats + (c.ui.suggested is not None)
    if sides == 1:
        return [*lines, "Tab opens the score sheet."]
    more = "show the other towers" if sides > width // SIDE_COLUMNS else "choose a tower"
    return [*lines, f"Left and right {more}, Tab opens its score sheet."]


# --- cards ------------------------------------------------------------------------------------------


def _cards(canvas: Canvas, c: BricksContext) -> Picture:
    """Draw the cards left, each in its place; the rows are turned like pages, so that no click moves them."""
    codes = ui_state.cards_shown(c)
    spots = _bar(canvas, c, len(codes))
    grid = ui_state.card_slots(c)
    size = _card_size(canvas.width, canvas.height, len(grid))
    inside = bool(c.phase) and c.ui.zone == "cards" and c.ui.bar < 0 and not c.ui.held
    at = min(c.ui.card, len(codes) - 1)
    rows = max(1, (canvas.height - 1) // size.tall)
    row_of = [i for i, slots in enumerate(grid) if any(index == at for _, index in slots)] or [0]
    first = row_of[0] // rows * rows
    cursor = None
    seen: Counter[str] = Counter()
    for i, slots in enumerate(grid[first : first + rows]):
        for column, (code, index) in enumerate(slots):
            x, y = 1 + column * size.pitch, 1 + i * size.tall
            if index is None:
                canvas.put(x + 1 + (_card_pitch(size) - 1) // 2, y + size.tall // 2, ".", inks.MUTED)
                continue
            seen[code] += 1
            again = f"~{seen[code]}" if seen[code] > 1 else ""
            _card(canvas, x, y, code, size, c.style.plain)
            spots.append(Spot(f"card:{code}{again}", x, y, size.pitch, size.tall, code))
            if inside and index == at:
                cursor = (x + 1, y)
    for row in range(size.tall if cursor is not None else 0):  # last, since the next card would paint over them
        assert cursor is not None
        tower_picture.draw_edges(canvas, cursor[0] - 1, cursor[1] + row, _card_pitch(size), c.style.plain)
    if first:
        canvas.put(canvas.width - 1, 1, "^", inks.TITLE)
    if first + rows < len(grid):
        canvas.put(canvas.width - 1, canvas.height - 1, "v", inks.TITLE)
    if not codes:
        text = "No card is left that passes the filters." if c.ui.filters else "All cards are in the tower."
        canvas.fill(0, 1, canvas.width, 1)
        canvas.put(2, 1, text, inks.MUTED)
    return Picture(canvas, tuple(spots), cursor)


def _card_size(width: int, height: int, rows: int) -> BrickSize:
    """The largest cards with which all rows fit; single rows where they do not."""
    pitch = max(6, min(tower_picture.MEDIUM.pitch, (width - 2) // ui_state.COLUMNS))
    most = 3 if pitch >= LEAST_TALL_PITCH else 2
    return BrickSize(pitch, max(1, min(most, (height - 1) // max(1, rows))))


LEAST_TALL_PITCH = 9
"""Columns from one card to the next from which cards of three rows have room for all that is on them."""


def _card_pitch(size: BrickSize) -> int:
    """Columns of a card with its mortar; low cards stand apart where there is room."""
    return size.pitch if size.tall > 2 else min(size.pitch, tower_picture.SMALL.pitch)


def _card(canvas: Canvas, x: int, y: int, code: str, size: BrickSize, signs: bool) -> None:
    """Draw a card as a brick."""
    size = BrickSize(_card_pitch(size), size.tall)
    if code == WILD:
        body = size.pitch - 1
        canvas.fill(x + 1, y, body, size.tall, " ", tower_picture.WILDCARD)
        for row, text in enumerate(("*wild", "card")[: size.tall]):
            canvas.put(x + 1, y + row, text, tower_picture.WILDCARD)
        return
    tower_picture.draw_piece(canvas, x, y, card_piece(code), size, signs=signs)


def _bar(canvas: Canvas, c: BricksContext, number: int) -> list[Spot]:
    """Draw the number of cards, their order and the filter; all filters while one is chosen."""
    what = "to take" if c.view.phase == "pick" else "left"
    if c.ui.bar >= 0 and c.ui.zone == "cards":
        return _filters(canvas, c)
    at = canvas.put(1, 0, f"{count(number, 'card')} {what}", inks.TITLE if c.ui.zone != "cards" else inks.BOLD) + 2
    shown = " or ".join(name for name in ui_state.FILTERS if name in c.ui.filters) or "all"
    spots = []
    for spec, label in (("sort", f"Sort: {c.ui.order}"), ("filter", f"Show: {shown}")):
        begin, at = at, canvas.put(at, 0, f" {label} ", Ink("text", "chip")) + 1
        spots.append(Spot(f"control:bricks.{spec}", begin, 0, min(at - 1, canvas.width) - begin, 1, label))
    return spots


def _filters(canvas: Canvas, c: BricksContext) -> list[Spot]:
    """Draw the filters in a row; the filter under the cursor and those in use are marked."""
    at, spots = 0, []
    for i, name in enumerate(ui_state.FILTERS):
        label = FILTER_LABELS.get(name, name)
        before, after, close, style = " ", " ", " ", inks.MUTED
        if c.ui.bar == i:
            before, after, close, style = "[", "]", "]", inks.CURSOR
        elif name in c.ui.filters:
            before, after, close, style = "(", ")", "*", tower_picture.NEW
        text = f"{label}{close}" if len(label) == 1 else f"{before}{label}{after}"  # digits stand close
        spots.append(Spot(f"filter:{name}", at, 0, len(text), 1, f"only {name}"))
        at = canvas.put(at, 0, text, style)
    return spots


# --- what a wildcard shall be -----------------------------------------------------------------------


def _wildcard(canvas: Canvas, wildcard: WildcardDraft) -> Picture:
    """Draw the fields of a wildcard in rows, the field in hand marked; the declared wildcard is at the right."""
    pair = " of " + listed([card_name(card) for card in wildcard.made_of]) if wildcard.made_of != (WILD,) else ""
    canvas.put(1, 0, fit(f"What shall the wildcard{pair} be?", canvas.width - 12).rstrip(), inks.TITLE)
    tower_picture.draw_piece(canvas, canvas.width - 9, 0, wildcard.piece, tower_picture.LOW)
    spots: list[Spot] = []
    cursor = None
    for row, field in enumerate(ui_state.FIELDS, start=1):
        if row >= canvas.height:
            break
        values = wildcard.choices(field)
        mine = field == wildcard.field
        canvas.put(1, row, ">" if mine else " ", inks.CURSOR if mine else inks.TEXT)
        at = canvas.put(2, row, f"{field:<7}", inks.BOLD if mine else inks.MUTED)
        if not values:
            canvas.put(at + 1, row, "a window has none", inks.MUTED)
        tight = len(values) > 12
        for value in values:
            now = wildcard.chosen(field) == value
            label = value if tight else f"{tower_picture.SHAPES.get(value, '')} {value}".strip()
            text, style = label if tight else f" {label} ", inks.TEXT
            if now:
                text, style = f"[{label}]", inks.CURSOR if mine else tower_picture.NEW
            spots.append(Spot(f"wish:{field}:{value}", at + 1, row, len(text), 1, f"{field} {value}"))
            if now and mine:
                cursor = (at + 2, row)
            at = canvas.put(at + 1, row, text, style)
    return Picture(canvas, tuple(spots), cursor)


def _word(canvas: Canvas, c: BricksContext) -> Picture:
    """Draw the longest word as far as it is typed, and its letters."""
    word = c.ui.word or ""
    letters = sorted(piece.letter for level in position.tower_of(c) for piece in level if piece.letter)
    for letter in word:
        if letter in letters:
            letters.remove(letter)
    canvas.put(1, 0, "Your longest word", inks.TITLE)
    at = canvas.put(3, 1, word, inks.BOLD)
    canvas.put(at, 1, "_", inks.CURSOR)
    canvas.put(3, 2, fit("letters left: " + " ".join(letters), canvas.width - 4).rstrip(), inks.MUTED)
    return Picture(canvas, (), (at, 1))

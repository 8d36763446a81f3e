"""The two zones as pictures: sky, tower_picture, the end of the game, and the hand; and what the signs mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from towergames.board import inks
from towergames.board.canvas import Canvas, Run
from towergames.board.inks import ink, plate_ink, seat_of, shape_ink
from towergames.board.protocol import Legend, Picture, Spot
from towergames.core.contract import Over, Seat
from towergames.core.highlight import Highlight
from towergames.core.text import count, fit
from towergames.games.takethat.beats import LEAD
from towergames.games.takethat.board import beat_picture, tower_picture
from towergames.games.takethat.board.text import card_keys, forecast, tell_storey, words_of
from towergames.games.takethat.board.tower_picture import DUE, PREVIEW, REFUSED, BoardLayout, Showing, StoreyStyle
from towergames.games.takethat.board.ui_state import TableContext, cards_of, height_at
from towergames.games.takethat.model import HAND_LIMIT, Build, Claim, EndTurn, storeys_at
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.palette import facade
from towergames.games.takethat.rules import first_refusal, slot_key, storey_key, storeys_after
from towergames.games.takethat.scoring import sum_points


def draw_board(c: TableContext, width: int, height: int) -> Picture:
    """The board on ``width`` x ``height`` cells."""
    view = c.view
    canvas = Canvas(width, height)
    plan = tower_picture.plan(width, height, len(view.slots), view.terms.height)
    show = tower_picture.showing(c)
    beat_picture.hold_back(c, show)
    over = c.turn if isinstance(c.turn, Over) and not any(view.slots) and not c.playing else None
    lead = c.beat if c.beat is not None and c.beat.kind == LEAD else None
    limits = over is None and lead is None
    _backdrop(canvas, plan, limits, beat_picture.evening_rows(c, plan))
    spots: list[Spot] = []
    if over:
        places = {seat: place for place, group in enumerate(over.ranking, 1) for seat in group}
        _draw_podium(canvas, plan, c, view.points, places, max(view.points))
    elif lead:
        _draw_lead(canvas, plan, c, lead)
    else:
        for slot in range(len(view.slots)):
            spots += _tower(canvas, plan, c, slot, show)
        if show.tucked is not None:
            tower_picture.draw_tuck(canvas, plan, *show.tucked)
        told = f" {plan.limit} floors finish a tower "
        free = canvas.row(plan.summit).rfind("┄" * len(told)) if plan.summit >= 0 else -1
        if free >= 0:
            canvas.put_over(free, plan.summit, told, ink("muted", ""))
        if c.beat is not None:
            beat_picture.draw_beat(canvas, plan, c, c.beat)
    inside = tuple(s for s in spots if s.x >= 0 and s.y >= 0 and s.x + s.width <= width and s.y + s.height <= height)
    cursor = None
    if c.ui.zone == "board":
        at = height_at(view, c.ui.slot) if c.phase == "build" else c.ui.storey
        x, y = plan.body_x(c.ui.slot), plan.name_y(at)
        cursor = min(max(0, x), width - 1), min(max(0, y), height - 1)
    return Picture(canvas, inside, cursor)


FAR_AWAY = (3, 5, 2, 4, 6, 3, 1, 4, 2, 5, 3, 6, 4, 2)
"""Heights of the houses on the horizon, over and over; only behind towers three rows a storey or more.

They are background colour only, so that they vanish where there is no colour.
"""
FAR_WIDTH = 5


def _backdrop(canvas: Canvas, plan: BoardLayout, limits: bool, evening: int) -> None:
    """Sky and ground, with ``limits`` also the line that no tower may pass and the floors' numbers.

    The first ``evening`` rows of the sky have turned to evening.
    """
    city, ground = plan.width, plan.ground
    bands = ("sky", "sky-low", "sky-horizon")
    for row in range(ground):
        band = "far" if row < evening else bands[min(2, 3 * row // max(1, ground))]
        canvas.fill(0, row, city, 1, " ", ink("text", band))
    tall = plan.tall(0)
    for i, x in enumerate(range(0, city, FAR_WIDTH) if tall >= 3 else ()):
        high = FAR_AWAY[i % len(FAR_AWAY)] * tall // 3 + 1
        canvas.fill(x, ground - high, min(FAR_WIDTH, city - x), high, " ", ink("text", "far"))
    canvas.fill(0, ground, city, canvas.height - ground, " ", inks.TEXT)
    if limits and plan.summit >= 0:
        canvas.put_over(0, plan.summit, "┄" * city, ink("scaffold", ""))
    for storey in range(plan.limit if limits else 0):
        canvas.put_over(0, plan.name_y(storey), str(storey + 1), ink("muted", ""))
    canvas.put(0, ground, "▀" * city, ink("ground", "surface"))


def _tower(canvas: Canvas, plan: BoardLayout, c: TableContext, slot: int, show: Showing) -> list[Spot]:
    view, ui, draft = c.view, c.ui, c.draft
    storeys = () if slot in show.cleared else storeys_at(view, slot)
    drops = show.dropping is not None and show.dropping[0] == slot
    if show.dropping is not None and drops:
        storeys = (*storeys, show.dropping[1])
    x, name, top = plan.body_x(slot), letter_of(slot), max(0, plan.summit)
    here = slot == ui.slot and (ui.zone == "board" or bool(c.phase)) and c.style.cursor and not c.playing
    here = here and not isinstance(draft, EndTurn)
    ghost = here and c.phase == "build" and len(storeys) < plan.limit
    named = c.style.plain
    spots = [Spot(slot_key(slot), x, top, plan.body, plan.ground + 2 - top, f"tower {name}")]
    for at, storey in enumerate(storeys):
        place = slot, at
        pointed = here and c.phase != "build" and ui.storey == at
        owner = show.owners[slot][at] if slot in show.owners else storey.owner
        above = show.above if drops and at == len(storeys) - 1 else 0
        tucked = show.tucked[1] if show.tucked is not None and show.tucked[0] == place else None
        claimant = tucked
        if pointed and isinstance(draft, Claim) and storey.owner is None:
            claimant = c.seat
        look = StoreyStyle(
            storey,
            owner,
            here=pointed or show.now == place,
            fresh=place in show.built,
            claimed=place in show.claimed,
            claimant=claimant,
            gains=show.gains.get(place, ()),
            draws=show.draws.get(place, 0),
            texts=view.terms.texts,
            name=c.name_of(owner) if named and owner is not None else "",
        )
        tower_picture.draw_storey(canvas, plan, slot, at, look, above)
        if tucked is not None or at >= len(storeys_at(view, slot)):
            continue  # in a moment it can be pointed at
        box = (x, plan.storey_y(at), plan.body, plan.tall(at))
        spots.append(Spot(storey_key(slot, at), *box, f"{name}{at + 1} {storey.floor}", tell_storey(c, slot, at)))
    high = len(storeys) + ghost
    spire = bool(storeys) and storeys[-1].floor == "SPIRE" and not ghost
    if not high:
        tower_picture.draw_lot(canvas, plan, slot, slot in show.cleared or slot in show.scored)
    elif not drops and (spire or high >= plan.limit or show.scoring != slot):
        tower_picture.draw_top(canvas, plan, slot, high, spire)
    legal = draft is not None and first_refusal(view, draft) is None
    if ghost and isinstance(draft, Build):
        tower_picture.draw_ghost(canvas, plan, slot, len(storeys), draft.floor, not legal, ui.zone == "board")
    then = None
    if here and legal and isinstance(draft, Build | Claim):
        then = sum_points(forecast(view, storeys_after(view, draft)), view.seats)
    tower_picture.draw_labels(canvas, plan, c, slot, here, show, then)
    return spots


# --- the end of the game ----------------------------------------------------------------------------

WIDEST = 20
HEADROOM = 3
"""Rows above the highest tower: its points and a spire."""


def _draw_lead(canvas: Canvas, plan: BoardLayout, c: TableContext, beat: Highlight) -> None:
    """Draw the points as they grow with the last towers; the winner is named once they are all there."""
    part, after = beat.part(c.beat_seconds), beat.data["after"]
    points = [old + round(part * (new - old)) for old, new in zip(beat.data["before"], after, strict=True)]
    places = {beat.seats[0]: 1} if part >= 1 else {}
    _draw_podium(canvas, plan, c, points, places, max(after))


def _draw_podium(
    canvas: Canvas, plan: BoardLayout, c: TableContext, gained: Sequence[int], places: Mapping[Seat, int], most: int
) -> None:
    """Towers of points side by side in seat order, with place, name and points. A tower of ``most`` is the highest."""
    column = max(6, (plan.width - 2) // c.view.seats)
    body = min(WIDEST, column - 2)
    room, y = max(1, plan.ground - HEADROOM), plan.ground + 1
    for seat, points in enumerate(gained):
        x = 2 + seat * column + (column - body) // 2
        rows, first = max(1, room * points // max(1, most)), places.get(seat) == 1
        top = plan.ground - rows
        tower_picture.draw_sides(canvas, x, top, body, rows, "▌▐", ink("wall", seat_of(seat).role))
        panes = ("▄▄ " * body)[: (body - 3) // 3 * 3].strip().center(body - 2)
        for row in range(top, plan.ground):
            canvas.put(x + 1, row, panes, plate_ink(seat))
        if first:
            canvas.put_over(x + body // 2 - 1, top - 1, "▟█▙", ink("wall", "sky"))
        text = f"{points} points"
        canvas.put_over(x + (body - len(text)) // 2, top - 1 - first, text, ink("text", "sky", True))
        at = canvas.put(x, y, seat_of(seat).shape, shape_ink(seat))
        at = canvas.put(at, y, seat_of(seat).number, plate_ink(seat)) + 1
        canvas.put(at, y, fit(c.name_of(seat), body - 3), inks.BOLD)
        if seat in places:
            place = "winner" if first else f"place {places[seat]}"
            canvas.put(at, y + 1, place[: body - 3], DUE if first else inks.MUTED)


# --- the hand ---------------------------------------------------------------------------------------

CARD_WIDEST = 16
FRAMED, PICTURED = 5, 7
"""Rows of a card from which it has a frame, and a picture."""
TEXT_CELLS = 10
LINES_FREE, LINES_CHOSEN = "╭─╮│╰╯", "┏━┓┃┗┛"

PICTURES = {
    "OFFICE": ("▛▜▛▜", "▙▟▙▟"),
    "LOBBY": ("▟██▙", "█▌▐█"),
    "SPIRE": (" ▗▖ ", "▗██▖"),
    "SUITE": ("▙▄▄ ", "▛▀▀▜"),
    "ELEVATOR": (" ▟▙ ", " ▜▛ "),
    "LANDLORD": ("▟▙▄▄", "▜▛ ▜"),
    "NOISE": ("▟▌▐▐", "▜▌▐▐"),
    "INFERNO": ("▗▙▖ ", "▜██▛"),
}


def draw_hand(c: TableContext, width: int, height: int) -> Picture:
    """The hand on ``width`` x ``height`` cells: faces where they may be seen, else backs. The chosen card is lifted."""
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", inks.TEXT)
    cards = cards_of(c) if c.seat is not None else c.view.hands[c.view.active] or ()
    if not cards and (c.seat is None or c.view.hands[c.seat] is None):
        return _backs(canvas, c)
    if not cards:
        canvas.put(1, height // 2, "No cards in hand.", inks.MUTED)
        return Picture(canvas)
    places = max(HAND_LIMIT, len(cards))
    two = width < tower_picture.SIX_CARDS and height >= tower_picture.TWO_ROWS
    row, tall = ((places + 1) // 2, height // 2) if two else (places, height)
    step = max(1, min(CARD_WIDEST, width // row))
    left = (width - step * max(min(len(cards), row), min(HAND_LIMIT, row, width // step)) + 1) // 2
    spots, cursor = [], None
    chooses = c.style.cursor and not c.playing and isinstance(c.draft, Build | Claim)
    for i, (floor, key) in enumerate(zip(cards, card_keys(cards), strict=True)):
        chosen = chooses and c.ui.card == i
        here = c.style.cursor and c.seat is not None and c.ui.zone == "hand" and c.ui.card == i and not c.ui.ends
        x, y, rows = left + i % row * step, i // row * tall + (not chosen), min(PICTURED, tall - 1)
        words = words_of(floor, c.view.terms.texts)
        spots.append(Spot(key, x, y, step - 1, rows, floor, tooltip=f"{words.title}: {words.long}."))
        _card(canvas, spots[-1], i + 1, words.lines, chosen or here, here)
        if here:
            cursor = (x + 1, min(height - 1, y + 1))
    return Picture(canvas, tuple(spots), cursor)


def _card(canvas: Canvas, spot: Spot, number: int, lines: tuple[str, str], chosen: bool, here: bool) -> None:
    """One whole card: name, picture where there is room, and its effect in two lines."""
    x, y, width, rows, face = spot.x, spot.y, spot.width, spot.height, facade(spot.title)
    canvas.fill(x, y, width, rows, " ", ink("text", face))
    style = ink("cursor" if chosen else "line", face, chosen)
    tag = f">{number}<" if here else f" {number} "
    tag_ink = inks.CURSOR if chosen else ink("text", "chip", True)
    framed = rows >= FRAMED and width >= TEXT_CELLS + 2
    pad = int(width >= TEXT_CELLS + 2)
    if framed:
        canvas.box(x, y, width, rows, style, LINES_CHOSEN if chosen else LINES_FREE)
        canvas.put(x + 1, y, tag, tag_ink)
        pad += width >= TEXT_CELLS + 4  # a cell is free beside the frame
        canvas.put(x + 2, y + 1, spot.title, ink("text", face, True))
    else:
        if chosen and pad:
            tower_picture.draw_sides(canvas, x, y, width, rows, "▌▐", style)
        canvas.put(x + pad, y, str(number), tag_ink)
        canvas.put(x + pad + 2, y, spot.title[: width - pad - 2], ink("text", face, True))
    if framed and rows >= PICTURED:
        for row, line in enumerate(PICTURES[spot.title], y + 2):
            canvas.put(x + (width - 4) // 2, row, line, ink("muted", face))
    first = y + 1 if not framed else y + rows - 3
    for row, line in enumerate(lines, first):
        canvas.put(x + pad, row, line[: width - pad], ink("text", face))


def _backs(canvas: Canvas, c: TableContext) -> Picture:
    """Face-down cards: a spectator's or a hidden hand."""
    seat = c.seat if c.seat is not None else c.view.active
    number, who = c.view.hand_sizes[seat], seat_of(seat)
    for i in range(number):
        x = 1 + i * 7
        canvas.box(x, 1, 6, max(2, canvas.height), inks.LINE, LINES_FREE)
        canvas.fill(x + 1, 2, 4, canvas.height - 2, "▚", shape_ink(seat))
    at = canvas.put(1 + number * 7 + 1, canvas.height // 2, who.shape + who.number, shape_ink(seat))
    canvas.put(at + 1, canvas.height // 2, f"{c.name_of(seat)}: {count(number, 'card')}, face down", inks.MUTED)
    return Picture(canvas)


# --- the legend -------------------------------------------------------------------------------------


def _plate(seat: Seat) -> tuple[Run, Run]:
    who = seat_of(seat)
    return Run(who.shape, shape_ink(seat)), Run(who.number, plate_ink(seat))


_CRANE, _LAST = ink("crane", "surface"), ink("ink", "last", True)

LEGEND: Legend = (
    *((_plate(seat), f"owned by player {seat + 1}") for seat in range(4)),
    ((Run("vacant", inks.MUTED),), "a floor without an owner; it has no effect"),
    ((Run("▄▄", shape_ink(0, "surface")), Run(" ╌╌", ink("dark", "surface"))), "windows: lit by the owner, or vacant"),
    ((Run("*", _LAST), Run(" left", inks.TEXT)), "built since your last move"),
    ((Run("*", _LAST), Run(" right", inks.TEXT)), "claimed since your last move"),
    (
        (Run(">", inks.CURSOR), Run(" ", inks.TEXT), Run("<", inks.CURSOR)),
        "where the arrow keys are, or the floor that scores",
    ),
    ((Run("here", PREVIEW),), "the floor that Enter builds"),
    ((Run("╳", REFUSED),), "it cannot stand there"),
    ((Run("╳2", inks.BAD),), "while scoring: player 2 was evicted"),
    ((Run("!", ink("warn", "surface", True)), *_plate(1)), "while scoring: player 2 took this floor over"),
    ((Run("╷╫╷", _CRANE),), "more floors can be built"),
    ((Run("┄┄┄", ink("scaffold", "surface")),), "the height of a finished tower"),
    ((Run("finished", DUE),), "the tower scores at the end of this turn"),
    ((Run("1", shape_ink(0, "surface")), Run("+4", inks.TEXT)), "what player 1 would score now"),
    ((Run("+4 > +8", tower_picture.GOOD),), "what it becomes with Enter"),
)
"""Samples as they are drawn on the board, and what they mean."""

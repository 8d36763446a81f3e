"""The two zones as pictures: sky, towers, panel, the end of the game, and the hand; and what the signs mean."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap

from towergames.boards.kit import inks
from towergames.boards.kit.canvas import Canvas, Run
from towergames.boards.kit.inks import ink, plate_ink, seat_of, shape_ink
from towergames.boards.protocol import Legend, Picture, Spot
from towergames.boards.takethat import towers
from towergames.boards.takethat.text import FloorWords, card_keys, steps, words_of
from towergames.boards.takethat.towers import DUE, PREVIEW, REFUSED, Look, Plan, Showing
from towergames.boards.takethat.ui_state import TableContext, cards_of, height_at
from towergames.core.contract import Over, Seat
from towergames.core.text import count, fit
from towergames.games.takethat.model import HAND_LIMIT, Build, Claim, View, storeys_at
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.rules import first_refusal, slot_key, storey_key


def draw_board(c: TableContext, width: int, height: int) -> Picture:
    """The board on ``width`` x ``height`` cells."""
    view = c.view
    canvas = Canvas(width, height)
    plan = towers.plan(width, height, len(view.slots), view.terms.height)
    show = towers.showing(c)
    over = c.turn if isinstance(c.turn, Over) and not any(view.slots) and not c.playing else None
    _backdrop(canvas, plan, limits=not over)
    spots: list[Spot] = []
    if over:
        _draw_podium(canvas, plan, c, over)
    else:
        for slot in range(len(view.slots)):
            spots += _tower(canvas, plan, c, slot, show)
    spots += _draw_panel(canvas, plan, c)
    inside = tuple(s for s in spots if s.x >= 0 and s.y >= 0 and s.x + s.width <= width and s.y + s.height <= height)
    cursor = None
    if c.ui.zone == "board":
        x, y = plan.body_x(c.ui.slot), plan.name_y(height_at(view, c.ui.slot) if _builds(c) else c.ui.storey)
        cursor = min(max(0, x), width - 1), min(max(0, y), height - 1)
    return Picture(canvas, inside, cursor)


FAR_AWAY = (3, 5, 2, 4, 6, 3, 1, 4, 2, 5, 3, 6, 4, 2)
"""Heights of the houses on the horizon, over and over; only behind towers three rows a storey or more.

They are background colour only, so that they vanish where there is no colour.
"""
FAR_WIDTH = 5


def _backdrop(canvas: Canvas, plan: Plan, limits: bool) -> None:
    """Sky and ground, with ``limits`` also the line that no tower may pass and the floors' numbers."""
    city, ground = plan.panel_x, plan.ground
    bands = ("sky", "sky-low", "sky-horizon")
    for row in range(ground):
        canvas.fill(0, row, city, 1, " ", ink("text", bands[min(2, 3 * row // max(1, ground))]))
    for i, x in enumerate(range(0, city, FAR_WIDTH) if plan.tall >= 3 else ()):
        high = FAR_AWAY[i % len(FAR_AWAY)] * plan.tall // 3 + 1
        canvas.fill(x, ground - high, min(FAR_WIDTH, city - x), high, " ", ink("text", "far"))
    canvas.fill(0, ground, city, canvas.height - ground, " ", inks.TEXT)
    if limits and plan.summit >= 0:
        canvas.over(0, plan.summit, "┄" * city, ink("scaffold", ""))
    for storey in range(plan.limit if limits else 0):
        canvas.over(0, plan.name_y(storey), str(storey + 1), ink("muted", ""))
    canvas.put(0, ground, "▀" * city, ink("ground", "surface"))


def _builds(c: TableContext) -> bool:
    """Whether a floor to be built is shown dotted under the cursor."""
    return c.phase == "build" and (c.ui.placed or (c.ui.zone == "board" and bool(c.ui.held)))


def _tower(canvas: Canvas, plan: Plan, c: TableContext, slot: int, show: Showing) -> list[Spot]:
    view, ui, draft = c.view, c.ui, c.draft
    storeys = () if slot in show.cleared else storeys_at(view, slot)
    x, name, top = plan.body_x(slot), letter_of(slot), max(0, plan.summit)
    here = slot == ui.slot and (ui.zone == "board" or ui.placed) and c.style.cursor and not c.playing
    ghost = here and _builds(c)
    spots = [Spot(slot_key(slot), x, top, plan.body, plan.ground + 2 - top, f"tower {name}")]
    for at, storey in enumerate(storeys):
        place = slot, at
        pointed = here and not ghost and ui.storey == at
        look = Look(
            storey,
            show.owners[slot][at] if slot in show.owners else storey.owner,
            here=pointed or show.now == place,
            fresh=place in show.built,
            claimed=place in show.claimed,
            claimant=c.seat if pointed and isinstance(draft, Claim) and storey.owner is None else None,
            gains=show.gains.get(place, ()),
            draws=show.draws.get(place, 0),
            texts=view.terms.texts,
        )
        towers.draw_storey(canvas, plan, slot, at, look)
        spots.append(
            Spot(storey_key(slot, at), x, plan.storey_y(at), plan.body, plan.tall, f"{name}{at + 1} {storey.floor}")
        )
    high = len(storeys) + ghost
    spire = bool(storeys) and storeys[-1].floor == "SPIRE" and not ghost
    if not high:
        towers.draw_lot(canvas, plan, slot, slot in show.cleared or slot in show.scored)
    elif spire or high >= plan.limit or show.scoring != slot:
        towers.draw_top(canvas, plan, slot, high, spire)
    if ghost:
        floor = draft.floor if isinstance(draft, Build) else ""
        refused = draft is not None and first_refusal(view, draft) is not None
        towers.draw_ghost(canvas, plan, slot, len(storeys), floor, refused)
    towers.draw_labels(canvas, plan, view, slot, here, show)
    return spots


# --- the panel --------------------------------------------------------------------------------------


def _draw_panel(canvas: Canvas, plan: Plan, c: TableContext) -> list[Spot]:
    """Everything that is not a tower, from top to bottom; rows that do not fit are left out, the least needed first."""
    x, width, height = plan.panel_x, plan.panel, canvas.height
    canvas.fill(x, 0, width, height, " ", inks.TEXT)
    canvas.fill(x, 0, 1, height, "│", inks.LINE)
    x, width = x + 2, width - 2
    roomy = height >= towers.ROOMY_HEIGHT + c.view.seats and width >= 14
    spots = _piles(canvas, x, width, c.view, roomy)
    y = 7 if roomy else 2
    spare = height - y - c.view.seats - 4
    y += spare >= 3
    if spare >= 2:
        canvas.put(x, y, "hands" if width < 16 else "cards in hand", inks.TITLE)
        y += 1
    for seat, size in enumerate(c.view.hand_sizes):
        on = seat == c.view.active and not isinstance(c.turn, Over)
        canvas.put(x - 1, y, ">" if on else " ", inks.BOLD)
        at = _put_plate(canvas, x, y, seat) + 1
        canvas.put(at, y, fit(c.name_of(seat), max(0, width - 6)), inks.BOLD if on else inks.TEXT)
        canvas.put(x + width - 2, y, f"{size:>2}", inks.BOLD)
        y += 1
    y += spare >= 1
    _steps(canvas, x, y, width, c)
    discarded = Counter(c.view.discard)
    if roomy and discarded and y + 6 + len(discarded) <= height:
        canvas.put(x, y + 5, "discarded", inks.TITLE)
        for row, (floor, number) in enumerate(discarded.items(), y + 6):
            canvas.put(x, row, floor, inks.MUTED)
            canvas.put(x + width - 2, row, f"{number:>2}", inks.TEXT)
    return spots


def _piles(canvas: Canvas, x: int, width: int, view: View, roomy: bool) -> list[Spot]:
    """Deck and discard pile in a line each, or as cards, thicker the more cards are in them."""
    half, spots = min(10, width // 2), []
    for i, (name, number) in enumerate((("deck", view.deck), ("discard", len(view.discard)))):
        at = x + i * half if roomy else x
        title = "the discard pile" if i else "the deck"
        spots.append(Spot(name, at, 0, half, 6, title) if roomy else Spot(name, at, i, width, 1, title))
        canvas.put(at, 4 if roomy else i, name[:half] if roomy else name, inks.TITLE)
        if not roomy:
            canvas.put(x + 8, i, "▒░"[i] if number else "-", inks.MUTED)
            canvas.put(x + 9, i, f"{number:>3}"[: width - 9], inks.BOLD)
            continue
        canvas.put(at, 5, str(number), inks.BOLD)
        canvas.box(at, 0, 5, 4, inks.LINE if number else inks.MUTED, "┌─┐│└┘" if number else "┌╌┐╎└┘")
        if number:
            canvas.fill(at + 1, 1, 3, 2, "▚░"[i], inks.MUTED)
        if number > 10:
            canvas.fill(at + 5, 0, 1, 4, "│", inks.LINE)
            canvas.put(at + 5, 0, "╮", inks.LINE)
            canvas.put(at + 5, 3, "╯", inks.LINE)
    return spots


def _put_plate(canvas: Canvas, x: int, y: int, seat: Seat) -> int:
    """A seat's shape and number; returns the column after them."""
    return canvas.put(canvas.put(x, y, seat_of(seat).shape, shape_ink(seat)), y, seat_of(seat).number, plate_ink(seat))


def _steps(canvas: Canvas, x: int, y: int, width: int, c: TableContext) -> None:
    """The four steps of the turn with the one to be taken now marked; that one alone where rows are scarce."""
    shown = steps(c)
    if not shown:
        canvas.put(x, y, "dealing" if c.view.phase == "deal" else "game over", inks.TITLE)
    if canvas.height - y < 4:
        shown = tuple(step for step in shown if step[1] == "now")
    for row, (label, state) in enumerate(shown, y):
        now = state == "now"
        canvas.put(x - 1, row, (">" if now else " ") + label[:width], inks.BOLD if now else inks.MUTED)


# --- the end of the game ----------------------------------------------------------------------------

WIDEST = 20
HEADROOM = 3
"""Rows above the highest tower: its points and a spire."""


def _draw_podium(canvas: Canvas, plan: Plan, c: TableContext, over: Over) -> None:
    """Towers of points side by side in seat order, with place, name and points."""
    column = max(6, (plan.panel_x - plan.gutter) // c.view.seats)
    body = min(WIDEST, column - 2)
    places = {seat: place for place, group in enumerate(over.ranking, 1) for seat in group}
    room, y = max(1, plan.ground - HEADROOM), plan.ground + 1
    for seat, points in enumerate(c.view.points):
        x = plan.gutter + seat * column + (column - body) // 2
        rows, first = max(1, room * points // max(1, *c.view.points)), places[seat] == 1
        top = plan.ground - rows
        towers.draw_sides(canvas, x, top, body, rows, "▌▐", ink("wall", seat_of(seat).role))
        panes = ("▄▄ " * body)[: (body - 3) // 3 * 3].strip().center(body - 2)
        for row in range(top, plan.ground):
            canvas.put(x + 1, row, panes, plate_ink(seat))
        if first:
            canvas.over(x + body // 2 - 1, top - 1, "▟█▙", ink("wall", "sky"))
        text = f"{points} points"
        canvas.over(x + (body - len(text)) // 2, top - 1 - first, text, ink("text", "sky", True))
        at = _put_plate(canvas, x, y, seat) + 1
        canvas.put(at, y, fit(c.name_of(seat), body - 3), inks.BOLD)
        place = "winner" if first else f"place {places[seat]}"
        canvas.put(at, y + 1, place[: body - 3], DUE if first else inks.MUTED)


# --- the hand ---------------------------------------------------------------------------------------

CARD_WIDEST = 19
NARROW = 12
"""Cards of this width stand side by side without a gap."""
LINES_FREE, LINES_HERE, LINES_HELD = "╭─╮│╰╯", "┏━┓┃┗┛", "╔═╗║╚╝"


def draw_hand(c: TableContext, width: int, height: int) -> Picture:
    """The hand on ``width`` x ``height`` cells: faces where they may be seen, else backs."""
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", inks.TEXT)
    cards = cards_of(c) if c.seat is not None else c.view.hands[c.view.active] or ()
    if not cards and (c.seat is None or c.view.hands[c.seat] is None):
        return _backs(canvas, c)
    if not cards:
        canvas.put(1, height // 2, "No cards in hand.", inks.MUTED)
        return Picture(canvas)
    card_width = min(CARD_WIDEST, width // max(HAND_LIMIT, len(cards)))
    gap = 1 if card_width > NARROW else 0
    left = (width - card_width * max(len(cards), min(HAND_LIMIT, width // card_width))) // 2
    spots, cursor = [], None
    shown = c.style.cursor and c.seat is not None
    for i, (floor, key) in enumerate(zip(cards, card_keys(cards), strict=True)):
        here = shown and c.ui.zone == "hand" and c.ui.card == i
        held = shown and bool(c.ui.held) and c.ui.lifted == i
        x, y = left + i * card_width, 0 if held else 1
        spots.append(Spot(key, x, y, card_width - gap, height - y, floor))
        _card(canvas, spots[-1], i + 1, words_of(floor, c.view.terms.texts), here, held)
        if here or (held and c.ui.zone == "hand"):
            cursor = (x + 1, min(height - 1, y + 1))
    return Picture(canvas, tuple(spots), cursor)


def _card(canvas: Canvas, spot: Spot, number: int, words: FloorWords, here: bool, held: bool) -> None:
    """One card down to the lower edge, which may cut it off as a hand of cards is cut by the table."""
    x, y, width, rows, inner, floor = spot.x, spot.y, spot.width, spot.height, spot.width - 2, spot.title
    face = ink("text", "select" if held or here else towers.facade(floor))
    lines = LINES_HELD if held else LINES_HERE if here else LINES_FREE
    closed = rows >= 5
    frame = ink("cursor" if held or here else "line", "surface", held or here)
    canvas.box(x, y, width, rows if closed else rows + 1, frame, lines)
    canvas.fill(x + 1, y + 1, inner, rows - 1 - closed, " ", face)
    canvas.put(x + 1, y, f">{number}<" if here else f" {number} ", inks.CURSOR if here or held else inks.BOLD)
    if held:
        canvas.put(x + width - 6, y, "PICK", inks.CURSOR)
    name = words.title if len(words.title) <= inner else floor
    canvas.put(x + 1, y + 1, name[:inner], ink("text", face.bg, True))
    effect = wrap(words.short, max(1, inner))
    if len(effect) > rows - 2 - closed:
        effect = [words.brief if len(words.brief) <= inner else words.brief.replace(" ", "")]
    for i, line in enumerate(effect[: rows - 2 - closed]):
        canvas.put(x + 1, y + 2 + i, line[:inner], face)


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
    ((Run("--", inks.MUTED),), "vacant: nobody's, without effect"),
    ((Run("▄▄", ink("lit", "surface")), Run(" ╌╌", ink("dark", "surface"))), "lights on: owned; shutters: vacant"),
    ((Run("*", _LAST), Run(" left", inks.TEXT)), "built since your last move"),
    ((Run("*", _LAST), Run(" right", inks.TEXT)), "claimed since your last move"),
    ((Run(">", inks.CURSOR), Run(" ", inks.TEXT), Run("<", inks.CURSOR)), "the cursor, or the floor being scored"),
    ((Run("> ? <", PREVIEW),), "the floor you are about to build"),
    ((Run("╳", REFUSED),), "it cannot stand there"),
    ((Run("╳2", inks.BAD),), "while scoring: player 2 was driven out"),
    ((Run("!", ink("warn", "surface", True)), *_plate(1)), "while scoring: player 2 took this floor"),
    ((Run("╷╫╷", _CRANE),), "more floors can be built"),
    ((Run("┄┄┄", ink("scaffold", "surface")),), "the full height"),
    ((Run("DUE", DUE),), "scored at the end of this turn"),
    ((Run("1", shape_ink(0, "surface")), Run("+4", inks.TEXT)), "what player 1 would score now"),
)
"""Samples as they are drawn on the board, and what they mean."""

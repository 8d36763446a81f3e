"""The whole board: sky, towers, ground, the panel beside them, the end of the game, and what the signs mean."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas, Run
from towergames.boards.kit.inks import (
    BAD,
    BOLD,
    CURSOR,
    LINE,
    MUTED,
    TEXT,
    TITLE,
    ink,
    plate_ink,
    seat_of,
    shape_ink,
)
from towergames.boards.protocol import Legend, Picture, Spot
from towergames.boards.takethat.text import steps
from towergames.boards.takethat.towers import (
    DUE,
    PREVIEW,
    REFUSED,
    ROOMY_HEIGHT,
    Look,
    Marks,
    Plan,
    Showing,
    draw_ghost,
    draw_labels,
    draw_lot,
    draw_storey,
    draw_top,
    marks_of,
    plan,
    showing,
)
from towergames.boards.takethat.ui_state import TableContext, height_at
from towergames.core.contract import Over, Seat
from towergames.core.text import fit
from towergames.games.takethat.model import Build, Claim, View
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.rules import first_refusal, slot_key, storey_key


def draw_board(c: TableContext, width: int, height: int) -> Picture:
    """The board on ``width`` x ``height`` cells."""
    view = c.view
    canvas = Canvas(width, height)
    measures = plan(width, height, len(view.slots), view.terms.height)
    show = showing(c.playing, c.frame)
    marks = marks_of(c.marks)
    spots: list[Spot] = []
    finished = isinstance(c.turn, Over) and not any(view.slots) and not c.playing
    _backdrop(canvas, measures, limits=not finished)
    if finished and isinstance(c.turn, Over):
        _draw_podium(canvas, measures, c, c.turn)
    else:
        for slot in range(len(view.slots)):
            spots += _tower(canvas, measures, c, slot, marks, show)
    spots += _draw_panel(canvas, measures, c)
    return Picture(canvas, tuple(s for s in spots if _inside(s, canvas)), _cursor(measures, c))


def _inside(spot: Spot, canvas: Canvas) -> bool:
    return spot.x >= 0 and spot.y >= 0 and spot.x + spot.width <= canvas.width and spot.y + spot.height <= canvas.height


def _cursor(measures: Plan, c: TableContext) -> tuple[int, int] | None:
    """Where the hardware cursor belongs while the board has the focus."""
    if c.ui.zone == "hand":
        return None
    storey = height_at(c.view, c.ui.slot) if _builds(c) else c.ui.storey
    x, y = measures.body_x(c.ui.slot), measures.storey_y(storey) + (1 if measures.tall >= 3 else 0)
    return (min(max(0, x), measures.width - 1), min(max(0, y), measures.height - 1))


FAR_AWAY = (3, 5, 2, 4, 6, 3, 1, 4, 2, 5, 3, 6, 4, 2)
"""Heights of the houses on the horizon, over and over; behind towers three rows a storey or more."""
FAR_WIDTH = 5


def _backdrop(canvas: Canvas, measures: Plan, limits: bool) -> None:
    """Sky and ground, with ``limits`` also the line that no tower may pass and the floors' numbers."""
    city, ground = measures.panel_x, measures.ground
    bands = ("sky", "sky-low", "sky-horizon")
    for row in range(ground):
        canvas.fill(0, row, city, 1, " ", ink("text", bands[min(2, 3 * row // max(1, ground))]))
    if measures.tall >= 3:
        _horizon(canvas, measures)
    canvas.fill(0, ground, city, canvas.height - ground, " ", TEXT)
    if limits and measures.summit >= 0:
        canvas.over(0, measures.summit, "┄" * city, ink("scaffold", ""))
    for storey in range(measures.limit if limits else 0):
        row = measures.storey_y(storey) + (1 if measures.tall >= 3 else 0)
        canvas.over(0, row, str(storey + 1), ink("muted", ""))
    canvas.put(0, ground, "▀" * city, ink("ground", "surface"))


def _horizon(canvas: Canvas, measures: Plan) -> None:
    """Houses far away, in background colour only, so that they vanish where there is no colour."""
    for i, x in enumerate(range(0, measures.panel_x, FAR_WIDTH)):
        high = FAR_AWAY[i % len(FAR_AWAY)] * measures.tall // 3 + 1
        width = min(FAR_WIDTH, measures.panel_x - x)
        canvas.fill(x, measures.ground - high, width, high, " ", ink("text", "far"))


def _builds(c: TableContext) -> bool:
    """Whether a floor to be built is shown dotted under the cursor."""
    return c.phase == "build" and (c.ui.placed or (c.ui.zone == "board" and bool(c.ui.held)))


def _tower(canvas: Canvas, measures: Plan, c: TableContext, slot: int, marks: Marks, show: Showing) -> list[Spot]:
    view, ui = c.view, c.ui
    tower = None if slot in show.cleared else view.slots[slot]
    x, name = measures.body_x(slot), letter_of(slot)
    here = slot == ui.slot and (ui.zone == "board" or ui.placed) and c.style.cursor and not c.playing
    storeys = tower.storeys if tower else ()
    body, tall, top = measures.body, measures.tall, max(0, measures.summit)
    spots = [Spot(slot_key(slot), x, top, body, measures.ground + 2 - top, f"tower {name}")]
    ghost = here and _builds(c)
    for at, storey in enumerate(storeys):
        y = measures.storey_y(at)
        look = _look(c, (slot, at), here and not ghost and ui.storey == at, marks, show)
        draw_storey(canvas, measures, x, y, look)
        spots.append(Spot(storey_key(slot, at), x, y, body, tall, f"{name}{at + 1} {storey.floor}"))
    above = len(storeys) + ghost
    if above:
        spire = bool(storeys) and storeys[-1].floor == "SPIRE" and not ghost
        top = measures.storey_y(above - 1) - 1
        if top >= 0 and (spire or above >= measures.limit or show.scoring != slot):
            draw_top(canvas, measures, x, top, above, spire, slot % 2 == 0)
    else:
        draw_lot(canvas, measures, slot, slot in show.cleared or slot in marks.scored)
    if ghost:
        floor = c.draft.floor if isinstance(c.draft, Build) else ""
        refused = c.draft is not None and first_refusal(view, c.draft) is not None
        draw_ghost(canvas, measures, x, max(0, measures.storey_y(len(storeys))), floor, refused)
    draw_labels(canvas, measures, view, slot, here, show)
    return spots


def _look(c: TableContext, place: tuple[int, int], here: bool, marks: Marks, show: Showing) -> Look:
    slot, at = place
    tower = c.view.slots[slot]
    assert tower is not None
    storey, owners = tower.storeys[at], show.owners.get(slot, ())
    claimed = here and isinstance(c.draft, Claim) and storey.owner is None
    return Look(
        storey=storey,
        owner=owners[at] if at < len(owners) else storey.owner,
        was=storey.owner,
        fresh=place in marks.built,
        claimed=place in marks.claimed,
        here=here,
        now=show.now == place,
        claimant=c.seat if claimed else None,
        gains=show.gains.get(place, ()),
        draws=show.draws.get(place, 0),
        texts=c.view.terms.texts,
    )


# --- the panel --------------------------------------------------------------------------------------


def _draw_panel(canvas: Canvas, plan: Plan, c: TableContext) -> list[Spot]:
    """Everything that is not a tower, from top to bottom; rows that do not fit are left out, the least needed first."""
    x, width, height = plan.panel_x, plan.panel, canvas.height
    canvas.fill(x, 0, width, height, " ", TEXT)
    for row in range(height):
        canvas.put(x, row, "│", LINE)
    x, width = x + 2, width - 2
    roomy = height >= ROOMY_HEIGHT + c.view.seats and width >= 14
    spots = _pile_cards(canvas, x, width, c.view) if roomy else _pile_lines(canvas, x, width, c.view)
    y = 7 if roomy else 2
    spare = height - y - c.view.seats - 4
    if spare >= 3:
        y += 1
    if spare >= 2:
        title = "hands" if width < 16 else "cards in hand"
        canvas.put(x, y, title, TITLE)
        y += 1
    y = _players(canvas, x, y, width, c)
    if spare >= 1:
        y += 1
    _steps(canvas, x, y, width, c)
    if roomy:
        _discarded(canvas, x, y + 5, width, c.view)
    return spots


def _discarded(canvas: Canvas, x: int, y: int, width: int, view: View) -> None:
    """The open discard pile, sorted by floor, where there are rows for it."""
    kinds = tuple(dict.fromkeys(view.discard))
    if not kinds or y + 1 + len(kinds) > canvas.height:
        return
    canvas.put(x, y, "discarded", TITLE)
    for i, floor in enumerate(kinds, 1):
        canvas.put(x, y + i, floor, MUTED)
        canvas.put(x + width - 2, y + i, f"{view.discard.count(floor):>2}", TEXT)


def _pile_lines(canvas: Canvas, x: int, width: int, view: View) -> list[Spot]:
    for y, (name, number) in enumerate((("deck", view.deck), ("discard", len(view.discard)))):
        canvas.put(x, y, name, TITLE)
        back = "▒" if name == "deck" else "░"
        canvas.put(x + 8, y, back if number else "-", MUTED)
        canvas.put(x + 9, y, f"{number:>3}"[: width - 9], BOLD)
    return [Spot("deck", x, 0, width, 1, "the deck"), Spot("discard", x, 1, width, 1, "the discard pile")]


def _pile_cards(canvas: Canvas, x: int, width: int, view: View) -> list[Spot]:
    """Two piles as cards, thicker the more cards are in them."""
    half = min(10, width // 2)
    for i, (name, number) in enumerate((("deck", view.deck), ("discard", len(view.discard)))):
        at = x + i * half
        if number:
            canvas.box(at, 0, 5, 4, LINE, "┌─┐│└┘")
            canvas.fill(at + 1, 1, 3, 2, "▚" if name == "deck" else "░", MUTED)
            if number > 10:
                canvas.put(at + 5, 0, "╮", LINE)
                canvas.fill(at + 5, 1, 1, 2, "│", LINE)
                canvas.put(at + 5, 3, "╯", LINE)
        else:
            canvas.box(at, 0, 5, 4, MUTED, "┌╌┐╎└┘")
        canvas.put(at, 4, name[:half], TITLE)
        canvas.put(at, 5, str(number), BOLD)
    return [Spot("deck", x, 0, half, 6, "the deck"), Spot("discard", x + half, 0, half, 6, "the discard pile")]


def _players(canvas: Canvas, x: int, y: int, width: int, c: TableContext) -> int:
    """One line a player: who is on, shape, number, name, and cards in hand."""
    view = c.view
    over = isinstance(c.turn, Over)
    for seat in range(view.seats):
        on = seat == view.active and not over
        who = seat_of(seat)
        canvas.put(x - 1, y, ">" if on else " ", BOLD)
        at = canvas.put(x, y, who.shape, shape_ink(seat))
        at = canvas.put(at, y, who.number, plate_ink(seat)) + 1
        canvas.put(at, y, fit(c.name_of(seat), max(0, width - 6)), BOLD if on else TEXT)
        canvas.put(x + width - 2, y, f"{view.hand_sizes[seat]:>2}", BOLD)
        y += 1
    return y


def _steps(canvas: Canvas, x: int, y: int, width: int, c: TableContext) -> None:
    """The four steps of the turn with the one to be taken now marked; that one alone where rows are scarce."""
    shown = steps(c)
    if not shown:
        canvas.put(x, y, "dealing" if c.view.phase == "deal" else "game over", TITLE)
    if canvas.height - y < 4:
        shown = tuple(step for step in shown if step[1] == "now")
    for row, (label, state) in enumerate(shown, y):
        canvas.put(x - 1, row, ">" if state == "now" else " ", BOLD if state == "now" else MUTED)
        canvas.put(x, row, label[:width], BOLD if state == "now" else MUTED)


# --- the end of the game ----------------------------------------------------------------------------

WIDEST = 20
HEADROOM = 3
"""Rows above the highest tower: its points and a spire."""


def _draw_podium(canvas: Canvas, plan: Plan, c: TableContext, over: Over) -> None:
    """Towers of points side by side in seat order, with place, name and points."""
    seats = c.view.seats
    column = max(6, (plan.panel_x - plan.gutter) // max(1, seats))
    body = min(WIDEST, column - 2)
    places = {seat: place for place, group in enumerate(over.ranking, 1) for seat in group}
    best = max(1, *c.view.points)
    for seat in range(seats):
        x = plan.gutter + seat * column + (column - body) // 2
        room = max(1, plan.ground - HEADROOM)
        rows = max(1, room * max(0, c.view.points[seat]) // best)
        _point_tower(canvas, plan, x, body, rows, seat)
        top = plan.ground - rows - 1
        if places.get(seat) == 1:
            canvas.over(x + body // 2 - 1, top, "▟█▙", ink("wall", "sky"))
            top -= 1
        points = f"{c.view.points[seat]} points"
        canvas.over(x + (body - len(points)) // 2, top, points, ink("text", "sky", True))
        _draw_place(canvas, plan, x, body, c, seat, places.get(seat, 0))


def _point_tower(canvas: Canvas, plan: Plan, x: int, body: int, rows: int, seat: Seat) -> None:
    front, wall = plate_ink(seat), ink("wall", seat_of(seat).role)
    for i in range(rows):
        y = plan.ground - 1 - i
        canvas.put(x, y, "▌", wall)
        canvas.put(x + body - 1, y, "▐", wall)
        panes = ("▄▄ " * body)[: (body - 3) // 3 * 3].strip()
        canvas.put(x + 1, y, panes.center(body - 2), front)


def _draw_place(canvas: Canvas, plan: Plan, x: int, body: int, c: TableContext, seat: Seat, place: int) -> None:
    who, y = seat_of(seat), plan.ground + 1
    canvas.put(x, y, who.shape, shape_ink(seat))
    canvas.put(x + 1, y, who.number, plate_ink(seat))
    canvas.put(x + 3, y, fit(c.name_of(seat), body - 3), BOLD)
    text = "winner" if place == 1 else f"place {place}"
    canvas.put(x + 3, y + 1, text[: body - 3], DUE if place == 1 else MUTED)


# --- the legend -------------------------------------------------------------------------------------


def _plate(seat: Seat) -> tuple[Run, Run]:
    who = seat_of(seat)
    return Run(who.shape, shape_ink(seat)), Run(who.number, plate_ink(seat))


_CRANE, _LAST = ink("crane", "surface"), ink("ink", "last", True)

LEGEND: Legend = (
    *((_plate(seat), f"owned by player {seat + 1}") for seat in range(4)),
    ((Run("--", MUTED),), "vacant: nobody's, without effect"),
    ((Run("▄▄", ink("lit", "surface")), Run(" ╌╌", ink("dark", "surface"))), "lights on: owned; shutters: vacant"),
    ((Run("*", _LAST), Run(" left", TEXT)), "built since your last move"),
    ((Run("*", _LAST), Run(" right", TEXT)), "claimed since your last move"),
    ((Run(">", CURSOR), Run(" ", TEXT), Run("<", CURSOR)), "the cursor, or the floor being scored"),
    ((Run("> ? <", PREVIEW),), "the floor you are about to build"),
    ((Run("╳", REFUSED),), "it cannot stand there"),
    ((Run("╳2", BAD),), "while scoring: player 2 was driven out"),
    ((Run("!", ink("warn", "surface", True)), *_plate(1)), "while scoring: player 2 took this floor"),
    ((Run("╷╫╷", _CRANE),), "more floors can be built"),
    ((Run("┄┄┄", ink("scaffold", "surface")),), "the full height"),
    ((Run("DUE", DUE),), "scored at the end of this turn"),
    ((Run("1", shape_ink(0, "surface")), Run("+4", TEXT)), "what player 1 would score now"),
)
"""Samples as they are drawn on the board, and what they mean."""

"""The end of the game: every player's points as a tower, the winner's with a spire."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.boards.kit.canvas import Canvas
from towergames.boards.takethat import inks
from towergames.boards.takethat.inks import ink
from towergames.boards.takethat.layout import Plan
from towergames.core.contract import Over, Seat
from towergames.core.text import fit
from towergames.games.takethat.model import View

WIDEST = 20
HEADROOM = 3
"""Rows above the highest tower: its points and a spire."""


def draw_podium(canvas: Canvas, plan: Plan, scene: Scene[View], over: Over) -> None:
    """Towers of points side by side in seat order, with place, name and points."""
    seats = scene.view.seats
    column = max(6, (plan.panel_x - plan.gutter) // max(1, seats))
    body = min(WIDEST, column - 2)
    places = {seat: place for place, group in enumerate(over.ranking, 1) for seat in group}
    best = max(1, *scene.view.points)
    for seat in range(seats):
        x = plan.gutter + seat * column + (column - body) // 2
        room = max(1, plan.ground - HEADROOM)
        rows = max(1, room * max(0, scene.view.points[seat]) // best)
        _tower(canvas, plan, x, body, rows, seat)
        top = plan.ground - rows - 1
        if places.get(seat) == 1:
            canvas.over(x + body // 2 - 1, top, "▟█▙", ink("wall", "sky"))
            top -= 1
        points = f"{scene.view.points[seat]} points"
        canvas.over(x + (body - len(points)) // 2, top, points, ink("text", "sky", True))
        _label(canvas, plan, x, body, scene, seat, places.get(seat, 0))


def _tower(canvas: Canvas, plan: Plan, x: int, body: int, rows: int, seat: Seat) -> None:
    front, wall = inks.plate_ink(seat), ink("wall", inks.seat_of(seat).role)
    for i in range(rows):
        y = plan.ground - 1 - i
        canvas.put(x, y, "▌", wall)
        canvas.put(x + body - 1, y, "▐", wall)
        panes = ("▄▄ " * body)[: (body - 3) // 3 * 3].strip()
        canvas.put(x + 1, y, panes.center(body - 2), front)


def _label(canvas: Canvas, plan: Plan, x: int, body: int, scene: Scene[View], seat: Seat, place: int) -> None:
    who, name = inks.seat_of(seat), scene.names[seat] if seat < len(scene.names) else f"Player {seat + 1}"
    y = plan.ground + 1
    canvas.put(x, y, who.shape, inks.shape_ink(seat, "surface"))
    canvas.put(x + 1, y, who.number, inks.plate_ink(seat))
    canvas.put(x + 3, y, fit(name, body - 3), inks.BOLD)
    text = "winner" if place == 1 else f"place {place}"
    canvas.put(x + 3, y + 1, text[: body - 3], inks.DUE if place == 1 else inks.MUTED)

"""The panel beside the towers: deck and discard, who holds how many cards, and the steps of the turn."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Spot
from towergames.boards.takethat import inks, words
from towergames.boards.takethat.inks import ink
from towergames.boards.takethat.layout import ROOMY_HEIGHT, Plan
from towergames.boards.takethat.pointer import END, Pointer, deciding
from towergames.core.contract import Over
from towergames.core.text import fit
from towergames.games.takethat.model import BUILDS_A_TURN, DRAWN_A_TURN, View


def draw_panel(canvas: Canvas, plan: Plan, scene: Scene[View], pointer: Pointer) -> list[Spot]:
    """Everything that is not a tower, from top to bottom; rows that do not fit are left out, the least needed first."""
    x, width, height = plan.panel_x, plan.panel, canvas.height
    canvas.fill(x, 0, width, height, " ", inks.TEXT)
    for row in range(height):
        canvas.put(x, row, "│", inks.LINE)
    x, width = x + 2, width - 2
    roomy = height >= ROOMY_HEIGHT + scene.view.seats and width >= 14
    spots = _pile_cards(canvas, x, width, scene.view) if roomy else _pile_lines(canvas, x, width, scene.view)
    y = 7 if roomy else 2
    spare = height - y - scene.view.seats - 4
    if spare >= 3:
        y += 1
    if spare >= 2:
        title = "hands" if width < 16 else "cards in hand"
        canvas.put(x, y, title, inks.TITLE)
        y += 1
    y = _players(canvas, x, y, width, scene)
    if spare >= 1:
        y += 1
    spots += _steps(canvas, x, y, width, scene, pointer)
    if roomy:
        _discarded(canvas, x, y + 5, width, scene.view)
    return spots


def _discarded(canvas: Canvas, x: int, y: int, width: int, view: View) -> None:
    """The open discard pile, sorted by floor, where there are rows for it."""
    kinds = tuple(dict.fromkeys(view.discard))
    if not kinds or y + 1 + len(kinds) > canvas.height:
        return
    canvas.put(x, y, "discarded", inks.TITLE)
    for i, floor in enumerate(kinds, 1):
        canvas.put(x, y + i, floor, inks.MUTED)
        canvas.put(x + width - 2, y + i, f"{view.discard.count(floor):>2}", inks.TEXT)


def _pile_lines(canvas: Canvas, x: int, width: int, view: View) -> list[Spot]:
    for y, (name, number) in enumerate((("deck", view.deck), ("discard", len(view.discard)))):
        canvas.put(x, y, name, inks.TITLE)
        back = "▒" if name == "deck" else "░"
        canvas.put(x + 8, y, back if number else "-", inks.MUTED)
        canvas.put(x + 9, y, f"{number:>3}"[: width - 9], inks.BOLD)
    return [Spot("deck", x, 0, width, 1, "the deck"), Spot("discard", x, 1, width, 1, "the discard pile")]


def _pile_cards(canvas: Canvas, x: int, width: int, view: View) -> list[Spot]:
    """Two piles as cards, thicker the more cards are in them."""
    half = min(10, width // 2)
    for i, (name, number) in enumerate((("deck", view.deck), ("discard", len(view.discard)))):
        at = x + i * half
        if number:
            style = ink("line", "surface")
            canvas.box(at, 0, 5, 4, style, "┌─┐│└┘")
            canvas.fill(at + 1, 1, 3, 2, "▚" if name == "deck" else "░", inks.MUTED)
            thick = 1 if number > 10 else 0
            if thick:
                canvas.put(at + 5, 0, "╮", style)
                canvas.fill(at + 5, 1, 1, 2, "│", style)
                canvas.put(at + 5, 3, "╯", style)
        else:
            canvas.box(at, 0, 5, 4, inks.MUTED, "┌╌┐╎└┘")
        canvas.put(at, 4, name[:half], inks.TITLE)
        canvas.put(at, 5, str(number), inks.BOLD)
    return [Spot("deck", x, 0, half, 6, "the deck"), Spot("discard", x + half, 0, half, 6, "the discard pile")]


def _players(canvas: Canvas, x: int, y: int, width: int, scene: Scene[View]) -> int:
    """One line a player: who is on, shape, number, name, and cards in hand."""
    view = scene.view
    over = isinstance(scene.turn, Over)
    for seat in range(view.seats):
        on = seat == view.active and not over
        who = inks.seat_of(seat)
        canvas.put(x - 1, y, ">" if on else " ", inks.BOLD)
        at = canvas.put(x, y, who.shape, inks.shape_ink(seat, "surface"))
        at = canvas.put(at, y, who.number, inks.plate_ink(seat)) + 1
        name = scene.names[seat] if seat < len(scene.names) else f"Player {seat + 1}"
        canvas.put(at, y, fit(name, max(0, width - 6)), inks.BOLD if on else inks.TEXT)
        canvas.put(x + width - 2, y, f"{view.hand_sizes[seat]:>2}", inks.BOLD)
        y += 1
    return y


def _steps(canvas: Canvas, x: int, y: int, width: int, scene: Scene[View], pointer: Pointer) -> list[Spot]:
    """The four steps of the turn with the one to be taken now marked; End turn is a button while claiming."""
    view = scene.view
    if isinstance(scene.turn, Over) or view.phase in ("over", "deal"):
        canvas.put(x, y, "game over" if view.phase != "deal" else "dealing", inks.TITLE)
        return []
    due = "".join(words.letter(s) for s in range(len(view.slots)) if words.is_due(view, s))
    at = 3 if scene.playing else {"build": 0, "claim": 1, "order": 3}.get(view.phase, 3)
    steps = (
        f"build {BUILDS_A_TURN if at else len(view.built)} of {BUILDS_A_TURN}",
        "claim or end",
        f"draw {DRAWN_A_TURN}",
        f"score {due or '-'}",
    )
    rows = canvas.height - y
    shown = [i for i in range(4) if rows >= 4 or i == at][: max(0, rows)]
    spots: list[Spot] = []
    for i in shown:
        now = i == at
        mark = ">" if now else " "
        style = inks.BOLD if now else inks.MUTED
        canvas.put(x - 1, y, mark, style)
        label = steps[i]
        if i == 1 and now and deciding(scene) == "claim":
            here = pointer.zone == END
            label = fit(">End turn<" if here else "[e End turn]", width).rstrip()
            canvas.put(x, y, label, inks.CURSOR if here else inks.BUTTON)
            spots.append(Spot("end", x, y, len(label), 1, "end the turn"))
        else:
            canvas.put(x, y, label[:width], style)
        y += 1
    return spots

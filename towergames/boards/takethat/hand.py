"""Drawing the looker's hand: cards standing up from the lower edge, the picked one raised."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.protocol import Picture, Spot
from towergames.boards.takethat import inks, words
from towergames.boards.takethat.inks import ink
from towergames.boards.takethat.pointer import HAND, Pointer, hand
from towergames.core.text import count
from towergames.games.takethat.model import HAND_LIMIT, View

CARD_WIDEST = 19
NARROW = 12
"""Cards of this width stand side by side without a gap."""
LINES_FREE, LINES_HERE, LINES_HELD = "╭─╮│╰╯", "┏━┓┃┗┛", "╔═╗║╚╝"


def draw_hand(scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
    """The hand on ``width`` x ``height`` cells: faces where they may be seen, else backs."""
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", inks.TEXT)
    cards = hand(scene) if scene.seat is not None else words.hand_of(scene.view, scene.view.active)
    if not cards and (scene.seat is None or scene.view.hands[scene.seat] is None):
        return _backs(canvas, scene)
    if not cards:
        canvas.put(1, height // 2, "No cards in hand.", inks.MUTED)
        return Picture(canvas)
    card_width = min(CARD_WIDEST, width // max(HAND_LIMIT, len(cards)))
    gap = 1 if card_width > NARROW else 0
    left = (width - card_width * max(len(cards), min(HAND_LIMIT, width // card_width))) // 2
    spots, cursor, raised = [], None, False
    for i, floor in enumerate(cards):
        here = pointer.zone == HAND and pointer.card == i and scene.seat is not None
        held = bool(pointer.held) and pointer.lifted == i
        x, y = left + i * card_width, 0 if held else 1
        _card(canvas, x, y, card_width - gap, i + 1, floor, scene, here, held)
        raised = raised or held
        spots.append(Spot(words.card_key(cards, i), x, y, card_width - gap, height - y, floor))
        if here or (held and pointer.zone == HAND):
            cursor = (x + 1, min(height - 1, y + 1))
    return Picture(canvas, tuple(spots), cursor)


def _card(
    canvas: Canvas, x: int, y: int, width: int, number: int, floor: str, scene: Scene[View], here: bool, held: bool
) -> None:
    """One card from row ``y`` down to the lower edge, which may cut it off as a hand of cards is cut by the table."""
    bg = "select" if held or here else inks.facade(floor)
    lines = LINES_HELD if held else LINES_HERE if here else LINES_FREE
    frame = ink("cursor" if held or here else "line", "surface", held or here)
    rows = canvas.height - y
    closed = rows >= 5
    effect = words.words_of(floor, scene.view.terms.texts)
    inner = width - 2
    canvas.box(x, y, width, rows if closed else rows + 1, frame, lines)
    canvas.fill(x + 1, y + 1, inner, rows - (2 if closed else 1), " ", ink("text", bg))
    label = f">{number}<" if here else f" {number} "
    canvas.put(x + 1, y, label, inks.CURSOR if here or held else inks.BOLD)
    if held:
        canvas.put(x + width - 6, y, "PICK", inks.CURSOR)
    name = effect.title if len(effect.title) <= inner else floor
    canvas.put(x + 1, y + 1, name[:inner], ink("text", bg, True))
    room = rows - (3 if closed else 2)
    lines_of = wrap(effect.short, inner)
    if len(lines_of) > room:
        lines_of = [effect.brief if len(effect.brief) <= inner else effect.brief.replace(" ", "")]
    for i, line in enumerate(lines_of[:room]):
        canvas.put(x + 1, y + 2 + i, line[:inner], ink("text", bg))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` cells, broken at blanks where possible."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word[: max(1, width)])
    return lines


def _backs(canvas: Canvas, scene: Scene[View]) -> Picture:
    """Face-down cards: a spectator's or a hidden hand."""
    seat = scene.seat if scene.seat is not None else scene.view.active
    number = scene.view.hand_sizes[seat] if 0 <= seat < len(scene.view.hand_sizes) else 0
    name = scene.names[seat] if seat < len(scene.names) else f"Player {seat + 1}"
    who = inks.seat_of(seat)
    style: Ink = inks.LINE
    for i in range(number):
        x = 1 + i * 7
        canvas.box(x, 1, 6, max(2, canvas.height), style, LINES_FREE)
        canvas.fill(x + 1, 2, 4, canvas.height - 2, "▚", inks.shape_ink(seat, "surface"))
    at = canvas.put(1 + number * 7 + 1, canvas.height // 2, who.shape + who.number, inks.shape_ink(seat, "surface"))
    canvas.put(at + 1, canvas.height // 2, f"{name}: {count(number, 'card')}, face down", inks.MUTED)
    return Picture(canvas)

"""Drawing the looker's hand: cards standing up from the lower edge, the picked one raised."""

from __future__ import annotations

from textwrap import wrap

from towergames.boards.kit.canvas import Canvas
from towergames.boards.kit.inks import BOLD, CURSOR, LINE, MUTED, TEXT, ink, seat_of, shape_ink
from towergames.boards.protocol import Picture, Spot
from towergames.boards.takethat.text import card_keys, words_of
from towergames.boards.takethat.towers import facade
from towergames.boards.takethat.ui_state import TableContext, cards_of
from towergames.core.text import count
from towergames.games.takethat.model import HAND_LIMIT

CARD_WIDEST = 19
NARROW = 12
"""Cards of this width stand side by side without a gap."""
LINES_FREE, LINES_HERE, LINES_HELD = "╭─╮│╰╯", "┏━┓┃┗┛", "╔═╗║╚╝"


def draw_hand(c: TableContext, width: int, height: int) -> Picture:
    """The hand on ``width`` x ``height`` cells: faces where they may be seen, else backs."""
    canvas = Canvas(width, height)
    canvas.fill(0, 0, width, height, " ", TEXT)
    cards = cards_of(c) if c.seat is not None else c.view.hands[c.view.active] or ()
    if not cards and (c.seat is None or c.view.hands[c.seat] is None):
        return _backs(canvas, c)
    if not cards:
        canvas.put(1, height // 2, "No cards in hand.", MUTED)
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
        _card(canvas, x, y, card_width - gap, i + 1, floor, c, here, held)
        spots.append(Spot(key, x, y, card_width - gap, height - y, floor))
        if here or (held and c.ui.zone == "hand"):
            cursor = (x + 1, min(height - 1, y + 1))
    return Picture(canvas, tuple(spots), cursor)


def _card(
    canvas: Canvas, x: int, y: int, width: int, number: int, floor: str, c: TableContext, here: bool, held: bool
) -> None:
    """One card from row ``y`` down to the lower edge, which may cut it off as a hand of cards is cut by the table."""
    bg = "select" if held or here else facade(floor)
    lines = LINES_HELD if held else LINES_HERE if here else LINES_FREE
    frame = ink("cursor" if held or here else "line", "surface", held or here)
    rows = canvas.height - y
    closed = rows >= 5
    effect = words_of(floor, c.view.terms.texts)
    inner = width - 2
    canvas.box(x, y, width, rows if closed else rows + 1, frame, lines)
    canvas.fill(x + 1, y + 1, inner, rows - (2 if closed else 1), " ", ink("text", bg))
    label = f">{number}<" if here else f" {number} "
    canvas.put(x + 1, y, label, CURSOR if here or held else BOLD)
    if held:
        canvas.put(x + width - 6, y, "PICK", CURSOR)
    name = effect.title if len(effect.title) <= inner else floor
    canvas.put(x + 1, y + 1, name[:inner], ink("text", bg, True))
    room = rows - (3 if closed else 2)
    lines_of = wrap(effect.short, max(1, inner))
    if len(lines_of) > room:
        lines_of = [effect.brief if len(effect.brief) <= inner else effect.brief.replace(" ", "")]
    for i, line in enumerate(lines_of[:room]):
        canvas.put(x + 1, y + 2 + i, line[:inner], ink("text", bg))


def _backs(canvas: Canvas, c: TableContext) -> Picture:
    """Face-down cards: a spectator's or a hidden hand."""
    seat = c.seat if c.seat is not None else c.view.active
    number = c.view.hand_sizes[seat] if 0 <= seat < len(c.view.hand_sizes) else 0
    who = seat_of(seat)
    for i in range(number):
        x = 1 + i * 7
        canvas.box(x, 1, 6, max(2, canvas.height), LINE, LINES_FREE)
        canvas.fill(x + 1, 2, 4, canvas.height - 2, "▚", shape_ink(seat))
    at = canvas.put(1 + number * 7 + 1, canvas.height // 2, who.shape + who.number, shape_ink(seat))
    canvas.put(at + 1, canvas.height // 2, f"{c.name_of(seat)}: {count(number, 'card')}, face down", MUTED)
    return Picture(canvas)

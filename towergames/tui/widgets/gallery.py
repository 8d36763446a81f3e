"""The body of the title screen: the waiting game, the games with their pictures, and what else can be done.

Drawn on one canvas, since Textual has no widget for cards with pictures that change their shape with the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from towergames import registry
from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.protocol import Picture, Spot, Style
from towergames.core.text import cell_width, clean, fit
from towergames.tui.paint import BOLD, MUTED, TEXT, TITLE
from towergames.tui.widgets.action_bar import Chip, draw_chip, lay_chips
from towergames.tui.widgets.canvas import CanvasView

HAND = Ink("cursor", bold=True)
CONTINUE = "menu.continue"
CHOOSE = "choose"
"""The chip that names what Enter does on a card."""
LEAST_CARD = 16
EMBLEM_WIDTH, EMBLEM_HEIGHT = 14, 5
"""Cells of an emblem, its ground included."""

_ROLES = {
    "r": "brick-red",
    "b": "brick-blue",
    "y": "brick-yellow",
    "w": "lit",
    "1": "plastic-1",
    "2": "plastic-2",
    "3": "plastic-3",
    "4": "plastic-4",
    "A": "p1",
    "B": "p2",
    "C": "p3",
    "D": "wall",
    "E": "ledge",
    "s": "floor-suite",
    "e": "floor-elevator",
    "l": "floor-lobby",
}
"""What a pixel of an emblem is painted with; a dot is sky."""


@dataclass(frozen=True, slots=True)
class Card:
    """One game. ``why`` is empty, or why the game cannot be played here; ``learned`` is whether its lesson is done."""

    key: str
    title: str
    facts: str = ""
    pitch: str = ""
    why: str = ""
    learned: bool = False
    emblem: Sequence[str] = ()


def make_cards() -> list[Card]:
    """A card for each game of the registry; one that cannot be loaded says why. Imports all games."""
    cards = []
    for entry in registry.entries():
        try:
            info = entry.game.info
            lacking = entry.missing
        except Exception as error:  # a game's missing dependency must not take the menu with it
            cards.append(Card(entry.key, entry.key, why=f"cannot be loaded: {clean(str(error), 60)}"))
            continue
        facts = f"{info.players.replace(' to ', '-')}, {info.minutes}"
        why = f"cannot be played here. You can watch its replays. {lacking}" if lacking else ""
        cards.append(Card(entry.key, info.title, facts, info.pitch, why, emblem=info.emblem))
    return cards


@dataclass(frozen=True, slots=True)
class Front:
    """What the title screen shows. ``waiting`` are the lines about the unfinished game of ``waiting_game``."""

    cards: Sequence[Card] = ()
    waiting_game: str = ""
    waiting: Sequence[str] = ()
    more: Sequence[Chip] = ()
    fresh: bool = False
    note: str = ""

    def items(self) -> list[list[str]]:
        """The keys of what the cursor can be on, group by group."""
        groups = [
            [CONTINUE] if self.waiting_game else [],
            [c.key for c in self.cards],
            [c.spot for c in self.more if c.spot != CHOOSE],
        ]
        return [group for group in groups if group]


class Gallery(CanvasView):
    """Shows a :class:`Front`, with a cursor on one of its items."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(self._paint, id=id)
        self.front = Front()
        self.at = ""

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        return next((card for card in self.front.cards if card.key == self.at), None)

    def show(self, front: Front, at: str = "") -> None:
        """Show this; the cursor goes to ``at``, or stays where it is if that is still there."""
        self.front = front
        keys = [key for group in front.items() for key in group]
        self.at = at if at in keys else self.at if self.at in keys else next(iter(keys), "")
        self.repaint()

    def go(self, key: str) -> bool:
        """Put the cursor on an item; whether there is one."""
        found = any(key in group for group in self.front.items())
        if found:
            self.at = key
            self.repaint()
        return found

    def along(self, steps: int) -> None:
        """Move the cursor to the next item, or the one before."""
        keys = [key for group in self.front.items() for key in group]
        if keys:
            self.go(keys[(keys.index(self.at) + steps) % len(keys)] if self.at in keys else keys[0])

    def across(self, steps: int) -> None:
        """Move the cursor to the next group of items, or the one before."""
        groups = self.front.items()
        if not groups:
            return
        now = next((i for i, group in enumerate(groups) if self.at in group), 0)
        group, column = groups[(now + steps) % len(groups)], groups[now].index(self.at)
        share = column / max(1, len(groups[now]) - 1)
        middle = len(groups[now]) == 1
        self.go(group[0 if middle else round(share * (len(group) - 1))])

    # --- drawing ----------------------------------------------------------------------------------------

    def _paint(self, width: int, height: int) -> Picture:
        canvas, front, style = Canvas(width, height), self.front, self.services.style
        spots: list[Spot] = []
        tall = height >= 22
        chips = self._rows_of_chips(width, style)
        cards = EMBLEM_HEIGHT + (6 if tall else 3)
        y = 1 if tall else 0
        if front.fresh:
            canvas.put((width - 40) // 2, y, "Welcome!".center(40), BOLD)
            canvas.put((width - 50) // 2, y + 1, "Choose a game and play it with a guide.".center(50), MUTED)
            y += 3 if tall or height >= 18 else 2
        elif front.waiting_game:
            rows = EMBLEM_HEIGHT + 2 if height >= 2 * EMBLEM_HEIGHT + cards + chips else 1
            spots.append(self._draw_waiting(canvas, y, width, rows, style))
            y += rows + tall
        if not front.fresh:
            canvas.put(1, y, "New game", BOLD)
            canvas.put(11, y, f"1 to {len(front.cards)}, or arrows and Enter", MUTED)
            y += 1
        spots += self._draw_cards(canvas, y, width, cards, tall)
        y += cards
        note = front.note or self._pitch() if not tall or front.fresh else front.note
        if note and y < height - chips:
            canvas.put(1, y, fit(note, width - 2).rstrip(), TEXT)
            y += 1
        spots += self._draw_chips(canvas, max(y, min(y + tall, height - chips)), width, height, style)
        cursor = next(((s.x, s.y) for s in spots if s.key == self.at), None)
        return Picture(canvas, tuple(spots), cursor)

    def _pitch(self) -> str:
        card = self.card
        return (f"{card.title} {card.why}" if card.why else card.pitch) if card is not None else ""

    def _chips(self) -> list[Chip]:
        here = CHOOSE if self.card is not None else self.at
        return [replace(chip, main=chip.spot == here) for chip in self.front.more]

    def _rows_of_chips(self, width: int, style: Style) -> int:
        canvas = Canvas(width, 6)
        spots = lay_chips(canvas, 1, 0, width - 2, 6, self._chips(), style, "")
        return 1 + max((spot.y for spot in spots), default=0)

    def _draw_chips(self, canvas: Canvas, y: int, width: int, height: int, style: Style) -> list[Spot]:
        return lay_chips(canvas, 1, y, width - 2, max(1, height - y), self._chips(), style, "") if y < height else []

    def _draw_waiting(self, canvas: Canvas, y: int, width: int, rows: int, style: Style) -> Spot:
        here, front = self.at == CONTINUE, self.front
        chip = Chip(CONTINUE, "Enter" if here else "c", "Continue", here)
        if rows == 1:
            x = draw_chip(canvas, 1, y, chip, style, "")
            told = (" · ".join(front.waiting[:parts]) for parts in range(len(front.waiting), 0, -1))
            line = next((line for line in told if cell_width(line) <= width - x - 2), "")
            canvas.put(x + 1, y, line, TEXT if here else MUTED)
            return Spot(CONTINUE, 0, y, width, 1, "Continue")
        canvas.fill(1, y, width - 2, rows, " ", Ink("text", "raised"))
        frame = Ink("cursor" if here else "line", "raised", bold=here)
        canvas.box(1, y, width - 2, rows, frame, "┏━┓┃┗┛" if here else "╭─╮│╰╯")
        canvas.put(4, y, " Continue ", Ink("ink", "cursor", bold=True) if here else frame)
        emblem = next((card.emblem for card in front.cards if card.key == front.waiting_game), ())
        draw_emblem(canvas, 3, y + 1, 28, emblem)
        for i, line in enumerate(front.waiting[: rows - 4]):
            canvas.put(34, y + 1 + i, fit(line, width - 37).rstrip(), Ink("muted" if i else "text", "raised", not i))
        draw_chip(canvas, 34, y + rows - 2, chip, style, "raised")
        return Spot(CONTINUE, 1, y, width - 2, rows, "Continue")

    def _draw_cards(self, canvas: Canvas, y: int, width: int, rows: int, tall: bool) -> list[Spot]:
        cards = self.front.cards
        shown = max(1, min(len(cards), width // LEAST_CARD))
        now = next((i for i, card in enumerate(cards) if card.key == self.at), 0)
        first = max(0, min(now - shown // 2, len(cards) - shown))
        cell = width // shown
        spots = []
        for i, card in enumerate(cards[first : first + shown]):
            x, here = i * cell + (width - cell * shown) // 2, card.key == self.at
            self._draw_card(canvas, x, y, cell, rows, first + i + 1, card, here, tall)
            spots.append(Spot(card.key, x, y, cell, rows, card.title))
        return spots

    def _draw_card(
        self, canvas: Canvas, x: int, y: int, width: int, rows: int, number: int, card: Card, here: bool, tall: bool
    ) -> None:
        ground = "raised" if here else ""
        canvas.fill(x, y, width, rows, " ", Ink("text", ground))
        draw_emblem(canvas, x + 1, y, width - 2, card.emblem)
        row = y + EMBLEM_HEIGHT
        title = wrap(card.title, max(8, width - 5)) or [card.title]  # a window can be narrower for a moment
        canvas.put(x + 2, row, str(number), Ink("ink", "cursor", bold=True) if here else TITLE)
        for line in title[: 1 if tall and len(title) == 1 else 2]:
            canvas.put(x + 4, row, fit(line, width - 5).rstrip(), Ink("text", ground, bold=True))
            row += 1
        facts = f"{'learned, ' * card.learned}{card.facts.replace('minutes', 'min')}"
        facts = facts if cell_width(facts) <= width - 3 else facts.split(", ")[0]
        canvas.put(
            x + 2,
            y + EMBLEM_HEIGHT + 2 - (tall and len(title) == 1),
            fit(facts, width - 3).rstrip(),
            Ink("muted", ground),
        )
        if tall:
            told = card.why[:1].upper() + card.why[1:] if card.why else card.pitch
            words = wrap(told, max(8, width - 4), max_lines=3)
            for i, line in enumerate(words):
                canvas.put(x + 2, y + rows - 3 + i, line, Ink("warn" if card.why else "text", ground))
        if here:
            for side in range(rows):
                canvas.put(x, y + side, "▌", HAND)
                canvas.put(x + width - 1, y + side, "▐", HAND)


def draw_emblem(canvas: Canvas, x: int, y: int, width: int, emblem: Sequence[str]) -> None:
    """Draw an emblem in the middle of ``width`` columns and :data:`EMBLEM_HEIGHT` rows; without one the sky is empty.

    ``emblem`` has eight rows of pixels, two for each row of cells, or four rows of letters that stand on tiles.
    """
    for row in range(EMBLEM_HEIGHT - 1):
        canvas.fill(x, y + row, width, 1, " ", Ink("text", ("sky", "sky-low", "sky-horizon", "sky-horizon")[row]))
    canvas.fill(x, y + EMBLEM_HEIGHT - 1, width, 1, "▀", Ink("ground"))
    left = x + (width - EMBLEM_WIDTH) // 2
    if len(emblem) == EMBLEM_HEIGHT - 1:
        for row, line in enumerate(emblem):
            for column, letter in enumerate(line):
                if letter != ".":
                    role = "tile-3" if row == 1 else "tile-2"
                    canvas.put(left + 2 + 2 * column, y + row, f"{letter} ", Ink("tile-ink", role, bold=True))
        return
    for row in range(len(emblem) // 2):
        for column, (upper, lower) in enumerate(zip(emblem[2 * row], emblem[2 * row + 1], strict=False)):
            top, bottom = _ROLES.get(upper, ""), _ROLES.get(lower, "")
            if top and bottom:
                glyph, ink = ("█", Ink(top)) if top == bottom else ("▀", Ink(top, bottom))
                canvas.put(left + column, y + row, glyph, ink)
            elif top or bottom:
                canvas.over(left + column, y + row, "▀" if top else "▄", Ink(top or bottom))

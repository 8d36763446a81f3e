"""The games as cards: who can play, how long, in one line what it is, and alone or with others (U8)."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from towergames import registry
from towergames.boards.canvas import Canvas, Ink
from towergames.boards.desk import IDENTITIES, Picture, Spot
from towergames.core.text import clean, fit
from towergames.tui.widgets.canvas import CanvasView


@dataclass(frozen=True, slots=True)
class Card:
    """What one game's card says. ``why`` is empty, or why the game cannot be played here."""

    key: str
    title: str
    facts: str = ""
    company: str = ""
    pitch: str = ""
    why: str = ""


def make_cards() -> list[Card]:
    """A card for each game of the registry; one that cannot be loaded says why. Imports all games."""
    cards = []
    for entry in registry.ENTRIES:
        try:
            info = entry.game.info
            levels = ", ".join(level.name for level in entry.levels)
        except Exception as error:  # a game's missing dependency must not take the menu with it
            cards.append(Card(entry.key, entry.key, why=f"cannot be loaded: {clean(str(error), 60)}"))
            continue
        low, high = info.seats
        players = f"{low} players" if low == high else f"{low}-{high} players"
        company = f"alone against bots ({levels}) or together" if levels else "together at one screen"
        cards.append(Card(entry.key, info.title, f"{players}, {info.minutes}", company, info.pitch))
    return cards


class GameCards(CanvasView):
    """Cards below one another; the one under the cursor is marked while ``active``."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(self._paint, id=id)
        self.cards: list[Card] = []
        self.at = 0
        self.active = False

    @property
    def current(self) -> Card | None:
        """The card under the cursor."""
        return self.cards[self.at] if self.at < len(self.cards) else None

    def show(self, cards: list[Card]) -> None:
        """Show these cards."""
        self.cards = cards
        self.at = min(self.at, max(0, len(cards) - 1))
        self.repaint()

    def move(self, steps: int) -> None:
        """Move the cursor, over the ends to the other one."""
        if self.cards:
            self.at = (self.at + steps) % len(self.cards)
            self.repaint()

    def _paint(self, width: int, height: int) -> Picture:
        canvas = Canvas(width, height)
        texts = [_lines(card, width - 6) for card in self.cards]
        roomy = sum(len(lines) + 3 for lines in texts) <= height + 1
        if not roomy:
            texts = [lines[:1] for lines in texts]
        heights = [len(lines) + (3 if roomy else 2) for lines in texts]
        first = 0
        while sum(heights[first : self.at + 1]) > height + 1 and first < self.at:
            first += 1
        spots: list[Spot] = []
        y, cursor = 0, None
        for number in range(first, len(self.cards)):
            if y + heights[number] - 1 > height:
                break
            here = self.active and number == self.at
            cursor = (0, y) if here else cursor
            _draw(canvas, y, width, roomy, number, self.cards[number], texts[number], here)
            spots.append(Spot(self.cards[number].key, 0, y, width, heights[number] - 1, self.cards[number].title))
            y += heights[number]
        if not self.cards:
            canvas.put(0, 0, "...", Ink("muted"))
        return Picture(canvas, tuple(spots), cursor)


def _lines(card: Card, width: int) -> list[tuple[str, Ink]]:
    if card.why:
        return [(line, Ink("warn")) for line in wrap(card.why, max(8, width))]
    told = ((card.facts, Ink("text")), (card.company, Ink("muted")), (card.pitch, Ink("muted")))
    return [(line, ink) for text, ink in told for line in wrap(text, max(8, width))]


def _draw(
    canvas: Canvas, y: int, width: int, roomy: bool, number: int, card: Card, lines: list[tuple[str, Ink]], here: bool
) -> None:
    role = IDENTITIES[number % len(IDENTITIES)].role
    title = f"{'>' if here else ' '}{number + 1} {card.title} "
    left = 2 if roomy else 0
    if roomy:
        frame = Ink("accent", bold=True) if here else Ink("line")
        canvas.box(0, y, width, len(lines) + 2, frame, "┏━┓┃┗┛" if here else "┌─┐│└┘")
    canvas.put(left, y, fit(title, max(0, min(len(title), width - 4))), Ink("accent", bold=True))
    for row, (text, ink) in enumerate(lines, start=1):
        canvas.put(left, y + row, "▌", Ink(role))
        canvas.put(left + 2, y + row, fit(text, max(0, width - left - 4)).rstrip(), ink)

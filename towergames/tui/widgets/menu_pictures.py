"""What the menu shows beside its list: the title as a row of towers, and the games as cards.

The cards are drawn by hand: they stand as closely as the window needs, so that all are seen without scrolling.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap

from towergames import registry
from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.kit.palette import IDENTITIES
from towergames.boards.protocol import Picture, Spot
from towergames.core.text import clean, fit
from towergames.tui.paint import MUTED, TEXT, TITLE
from towergames.tui.widgets.canvas import CanvasView

LETTERS: dict[str, tuple[str, ...]] = {
    "T": ("███", " █ ", " █ ", " █ ", " █ "),
    "O": ("████", "█  █", "█  █", "█  █", "████"),
    "W": ("█   █", "█   █", "█ █ █", "██ ██", "█   █"),
    "E": ("███", "█  ", "██ ", "█  ", "███"),
    "R": ("████", "█  █", "███ ", "█ █ ", "█  █"),
    "G": ("████", "█   ", "█ ██", "█  █", "████"),
    "A": ("████", "█  █", "████", "█  █", "█  █"),
    "M": ("█   █", "██ ██", "█ █ █", "█   █", "█   █"),
    "S": ("████", "█   ", "████", "   █", "████"),
}
"""Full cells only, so that the title can be read in ASCII as well."""

PROGRAM = "TOWER GAMES"
HIGH = 5
HOUSES = ((6, 3), (4, 5), (7, 2), (5, 4), (4, 3), (6, 6), (5, 3), (7, 5), (4, 2), (6, 4))
"""(width, storeys) of the houses, over and over."""
STARS = ((3, 0), (17, 1), (31, 0), (46, 1), (58, 0), (71, 0), (84, 1), (97, 0), (109, 1))


def title_width() -> int:
    """Columns that the title takes."""
    return sum((len(LETTERS[ch][0]) if ch in LETTERS else 2) + 1 for ch in PROGRAM) - 1


def draw_title(width: int, height: int) -> Picture:
    """The picture on exactly ``width`` x ``height`` cells; without room for the towers, the name in plain letters."""
    canvas = Canvas(width, height)
    ground = height - 1
    for row in range(ground):
        role = ("sky", "sky-low", "sky-horizon")[min(2, 3 * row // max(1, ground))]
        canvas.fill(0, row, width, 1, " ", Ink("text", role))
    canvas.put(0, ground, "▀" * width, Ink("ground"))
    taken = title_width()
    if ground < HIGH or width < taken:
        canvas.over((width - len(PROGRAM)) // 2, max(0, ground // 2), PROGRAM, Ink("accent", bold=True))
        return Picture(canvas)
    left = (width - taken) // 2
    for x, y in STARS:
        if x < width and y < ground - HIGH:
            canvas.over(x, y, ".", Ink("muted"))
    _houses(canvas, 1, left - 2, ground, HOUSES)
    _houses(canvas, left + taken + 2, width - 1, ground, HOUSES[::-1])
    _towers(canvas, left, ground)
    return Picture(canvas)


def _towers(canvas: Canvas, x: int, ground: int) -> None:
    colours = ("p1", "p2", "p3", "p4")
    for number, ch in enumerate(PROGRAM):
        shape = LETTERS.get(ch)
        if shape is None:
            x += 3
            continue
        for row, line in enumerate(shape):
            for column, cell in enumerate(line):
                if cell != " ":
                    canvas.over(x + column, ground - HIGH + row, cell, Ink(colours[number % 4]))
        x += len(shape[0]) + 1


def _houses(canvas: Canvas, start: int, end: int, ground: int, houses: tuple[tuple[int, int], ...]) -> None:
    x, number = start, 0
    while x + 4 <= end:
        wide, storeys = houses[number % len(houses)]
        wide = min(wide, end - x)
        if wide < 4:
            break
        top = max(0, ground - storeys - 1)
        canvas.over(x, top, "┌" + "─" * (wide - 2) + "┐", Ink("wall"))
        for row in range(top + 1, ground):
            canvas.over(x, row, "│" + " " * (wide - 2) + "│", Ink("wall"))
            for column in range(x + 1, x + wide - 1, 2):
                canvas.over(column, row, "▀", Ink("lit" if (column * 5 + row * 3 + number) % 4 else "dark"))
        x += wide + 1
        number += 1


@dataclass(frozen=True, slots=True)
class Card:
    """What one game's card says. ``why`` is empty, or why the game cannot be played here."""

    key: str
    title: str
    facts: str = ""
    company: str = ""
    levels: str = ""
    pitch: str = ""
    why: str = ""


def make_cards() -> list[Card]:
    """A card for each game of the registry; one that cannot be loaded says why. Imports all games."""
    cards = []
    for entry in registry.entries():
        try:
            info = entry.game.info
            levels = ", ".join(level.name for level in entry.levels)
            lacking = entry.missing
        except Exception as error:  # a game's missing dependency must not take the menu with it
            cards.append(Card(entry.key, entry.key, why=f"cannot be loaded: {clean(str(error), 60)}"))
            continue
        players = info.players.replace(" to ", "-")
        ways = [
            *(["alone"] if info.seats[0] == 1 else []),
            *(["against bots"] if levels else []),
            "together at one screen",
        ]
        company = ", ".join(ways[:-1]) + " or " * (len(ways) > 1) + ways[-1]
        why = f"cannot be played here, only watched. {lacking}" if lacking else ""
        cards.append(Card(entry.key, info.title, f"{players}, {info.minutes}", company, levels, info.pitch, why))
    return cards


Lines = list[tuple[str, Ink]]


@dataclass(frozen=True, slots=True)
class Style:
    """How closely the cards stand: in frames or not, rows between them, facts beside the title, which lines below."""

    boxed: bool
    gap: int
    facts_in_title: bool
    lines: Callable[[Card], Lines]
    most: int = 9
    """Rows that a text of a card may take; a longer one is cut."""

    def told(self, card: Card, width: int) -> Lines:
        """The card's lines below its title, wrapped for cards of that width."""
        lines = [(card.why, Ink("warn"))] if card.why else self.lines(card)
        room = max(8, width - (6 if self.boxed else 2))
        return [(line, i) for text, i in lines for line in wrap(text, room, max_lines=self.most, placeholder=" ...")]

    def height(self, lines: Lines) -> int:
        """Rows of a card, without the gap."""
        return len(lines) + (2 if self.boxed else 1)


def _everything(card: Card) -> Lines:
    bots = f" ({card.levels})" if card.levels else ""
    return [(card.facts, TEXT), (card.company.replace("bots", f"bots{bots}"), MUTED), (card.pitch, MUTED)]


STYLES = (
    Style(True, 1, False, _everything),
    Style(True, 0, False, lambda card: [(f"{card.facts}; {card.company}", TEXT), (card.pitch, MUTED)]),
    Style(False, 1, False, lambda card: [(card.facts, TEXT), (card.pitch, MUTED)]),
    Style(False, 0, True, lambda card: [(card.pitch, MUTED)]),
    Style(False, 0, True, lambda card: [(card.pitch, MUTED)], most=2),
    Style(False, 1, False, lambda card: [(card.facts, TEXT)]),
)
"""From roomy to close; the first that shows all cards is taken, and the last one scrolls."""


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
        for style in STYLES:
            texts = [style.told(card, width) for card in self.cards]
            heights = [style.height(lines) + style.gap for lines in texts]
            if sum(heights) - style.gap <= height:
                break
        first = 0
        while sum(heights[first : self.at + 1]) - style.gap > height and first < self.at:
            first += 1
        spots: list[Spot] = []
        y, cursor = 0, None
        for number in range(first, len(self.cards)):
            rows = heights[number] - style.gap
            if y + rows > height:
                break
            here = self.active and number == self.at
            cursor = (0, y) if here else cursor
            _draw(canvas, y, style, number, self.cards[number], texts[number], here)
            spots.append(Spot(self.cards[number].key, 0, y, width, rows, self.cards[number].title))
            y += heights[number]
        if not self.cards:
            canvas.put(0, 0, "...", MUTED)
        return Picture(canvas, tuple(spots), cursor)


def _draw(canvas: Canvas, y: int, style: Style, number: int, card: Card, lines: Lines, here: bool) -> None:
    width = canvas.width
    role = IDENTITIES[number % len(IDENTITIES)].role
    title = f"{'>' if here else ' '}{number + 1} {card.title} "
    left = 2 if style.boxed else 0
    if style.boxed:
        frame = Ink("accent", bold=True) if here else Ink("line")
        canvas.box(0, y, width, len(lines) + 2, frame, "┏━┓┃┗┛" if here else "┌─┐│└┘")
    canvas.put(left, y, fit(title, max(0, min(len(title), width - 2 * left))), TITLE)
    beside = card.facts.replace("minutes", "min")
    if style.facts_in_title and len(title) + len(beside) <= width:
        canvas.put(width - len(beside), y, beside, TEXT)
    for row, (text, ink) in enumerate(lines, start=1):
        canvas.put(left, y + row, "▌", Ink(role))
        canvas.put(left + 2, y + row, fit(text, max(0, width - 2 * left - 2)).rstrip(), ink)

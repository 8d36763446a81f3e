"""The body of the title screen: the waiting game, the games with their pictures, and what else can be done.

Drawn on one canvas, since Textual has no widget for cards with pictures that change their shape with the room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import wrap

from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Picture, Spot, Style
from towergames.core.cover import Cover
from towergames.core.text import cell_width, clean, fit
from towergames.tui.paint import BOLD, MUTED, TEXT
from towergames.tui.widgets.action_bar import Chip, draw_chip, draw_chips
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.thumbnail import PixelRows, put_pixels

HAND = Ink("cursor", bold=True)
CONTINUE = "menu.continue"
CHOOSE = "choose"
"""The chip that names what Enter does on a card."""
LEAST_CARD = 16
THUMBS = {5: 28, 7: 28, 13: 56}
"""Rows that the picture of the waiting game may have -> its columns."""
WIDE = 130
"""Fewest columns for its largest picture."""
EMBLEM_WIDTH, EMBLEM_HEIGHT = 14, 5
"""Cells of an emblem, its ground included."""
NO_COVER = Cover("", "", "", 0, ())
"""The cover of a game that is not imported yet and ships no cover."""

EMBLEM_ROLES = {"w": "lit", "A": "p1", "B": "p2", "C": "p3", "D": "wall", "E": "ledge"}
"""The roles that paint the pixels of an emblem; a game's palette adds further ones. A dot is sky."""


@dataclass(frozen=True, slots=True)
class CardTask:
    """Today's task on a card: its title, its state, a line more, its signs, and its goal, the longest form first."""

    title: str
    state: str = ""
    more: str = ""
    signs: str = ""
    goals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game. ``why`` is empty, or why the game cannot be played here; ``learned`` is whether its guide is done.

    ``record`` and ``rival`` are lines about a person's games.
    """

    key: str
    cover: Cover
    why: str = ""
    learned: bool = False
    task: CardTask | None = None
    record: str = ""
    rival: str = ""
    roles: Mapping[str, str] = field(default_factory=dict)
    """The roles of the emblem's pixels that the platform lacks."""


def first_cards() -> list[GameCard]:
    """A card for each game; of the game only its colours are imported. A game without a cover shows nothing yet."""
    return [first_card(entry) for entry in registry.entries()]


def first_card(entry: registry.Entry) -> GameCard:
    try:
        return GameCard(entry.key, entry.cover or NO_COVER, roles=entry.palette.emblem)
    except Exception:  # the card that is made next says why
        return GameCard(entry.key, NO_COVER)


def make_cards(*, ask: bool = True) -> list[GameCard]:
    """A card for each game of the registry; one that cannot be loaded says why. Imports all games.

    With ``ask`` a card also says why its game cannot be played here, which may take a second to find out.
    """
    return [make_card(entry, ask=ask) for entry in registry.entries()]


def make_card(entry: registry.Entry, *, ask: bool = True) -> GameCard:
    """The card of one game, as :func:`make_cards`."""
    try:
        info = entry.game.info
        lacking = entry.unavailable_reason if ask else ""
        cover = entry.cover or Cover.of(info, entry.tutorial)
        roles = entry.palette.emblem
    except Exception as error:  # a game's missing dependency must not take the menu with it
        nameless = replace(NO_COVER, title=entry.key)
        return GameCard(entry.key, nameless, f"cannot be loaded: {clean(str(error), 60)}")
    why = f"cannot be played here. You can watch its replays. {lacking}" if lacking else ""
    return GameCard(entry.key, cover, why, roles=roles)


@dataclass(frozen=True, slots=True)
class Front:
    """Contents of the title screen. ``waiting`` are the lines about the unfinished game of ``waiting_game``."""

    cards: Sequence[GameCard] = ()
    waiting_game: str = ""
    waiting: Sequence[str] = ()
    more: Sequence[Chip] = ()
    fresh: bool = False
    note: str = ""
    today: Sequence[str] = ()
    """The heading in parts: the day, how many tasks are played, and more where there is room."""
    thumbs: Mapping[int, PixelRows] = field(default_factory=dict)
    """The board of the unfinished game, by the rows of cells it may have; empty until it is drawn."""
    others: Sequence[tuple[str, str]] = ()
    """Further unfinished games: title and players."""

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
        self._drawn_style: Style | None = None

    @property
    def card(self) -> GameCard | None:
        """The card under the cursor."""
        return {card.key: card for card in self.front.cards}.get(self.at)

    def show(self, front: Front, at: str = "") -> None:
        """Show this; the cursor goes to ``at``, or stays where it is if that is still there."""
        before = self.front, self.at, self._drawn_style
        self.front, self._drawn_style = front, self.services.style
        keys = [key for group in front.items() for key in group]
        if at in keys:
            self.at = at
        elif self.at not in keys:
            self.at = keys[0] if keys else ""
        if (self.front, self.at, self._drawn_style) != before:
            self.repaint()
        else:
            self.place_cursor()  # another screen may have put it elsewhere

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
        right, chips = self._room_of_chips(width, style)
        cards = EMBLEM_HEIGHT + _rows_below(height, front.fresh)
        keys = f"1 to {len(front.cards)}, or arrows and Enter"
        note = front.note or self._note(width - 2, tall)
        spare = height - cards - chips - 1
        x = 1
        if front.fresh:
            if tall and self.card and self.card.cover.title and not self.card.why:
                note = f"Enter starts {self.card.cover.title} with a guide."
            gap, x = max(0, min(2, (spare - 3) // 3)), max(1, (width - right) // 2)
            y = max(0, (spare - 3 - 3 * gap) // 2)
            _centre(canvas, y, "Welcome!", BOLD)
            _centre(canvas, y + 1, f"Choose a game and play it with a guide: {keys}.", MUTED)
            y += 2 + max(gap, int(spare > 4))
        else:
            heights = (15, 9, 7, 5) if width >= WIDE else (9, 7, 5)
            rows = 0
            if front.waiting_game:
                fitting = [height for height in heights if spare >= height + tall]
                rows = fitting[0] if fitting else 1
            gap = int(spare > rows + 2 * tall)
            y = max(0, spare - rows - 3 * gap) // 2
            if front.waiting_game:
                spots.append(self._draw_waiting(canvas, y, width, rows, style))
                y += rows + (gap if tall else 0)
            self._draw_head(canvas, y, width, keys)
            y += 1
        spots += self._draw_cards(canvas, y, width, cards, tall)
        y += cards + (gap if front.fresh else 0)
        if note and y < height - chips:
            _centre(canvas, y, fit(note, width - 2).strip(), TEXT) if front.fresh else canvas.put(1, y, note, TEXT)
            y += 1
        y = max(y, min(y + gap, height - chips))
        spots += draw_chips(canvas, x, y, width - x - 1, max(1, height - y), self._chips(), style, "")
        if front.fresh and tall and y + chips + gap < height:
            _centre(canvas, y + chips + gap, "You need not choose names or house rules now.", MUTED)
        cursor = next(((s.x, s.y) for s in spots if s.key == self.at), None)
        return Picture(canvas, tuple(spots), cursor)

    def _note(self, cells: int, tall: bool) -> str:
        """The task of the card under the cursor, as long as there is room; else its pitch where the card has none."""
        card = self.card
        if card is None:
            return ""
        if card.why:
            return "" if tall else f"{card.cover.title} {card.why}"
        if card.task is not None and not self.front.fresh:
            fitting = [goal for goal in card.task.goals if cell_width(goal) <= cells]
            return fitting[0] if fitting else ""
        return "" if tall else card.cover.pitch

    def _draw_head(self, canvas: Canvas, y: int, width: int, keys: str) -> None:
        """The heading above the games: today's tasks, or how a game is begun."""
        parts = self.front.today
        if not parts:
            canvas.put(1, y, "New game", BOLD)
            canvas.put(11, y, keys, MUTED)
            return
        x = 1
        for at, part in enumerate(parts):
            if x + cell_width(part) > width - 1:
                break
            canvas.put(x, y, part, MUTED if at else BOLD)
            x += cell_width(part) + 3

    def _chips(self) -> list[Chip]:
        here = CHOOSE if self.card is not None else self.at
        return [replace(chip, main=chip.spot == here) for chip in self.front.more]

    def _room_of_chips(self, width: int, style: Style) -> tuple[int, int]:
        """The columns and rows of the chips."""
        spots = draw_chips(Canvas(width, 6), 0, 0, width - 2, 6, self._chips(), style, "")
        right = max((spot.x + spot.width for spot in spots), default=0)
        return right, 1 + max((spot.y for spot in spots), default=0)

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
        framed = rows > 5
        frame = Ink("cursor" if here else "line", "raised", bold=here)
        if framed:
            canvas.box(1, y, width - 2, rows, frame, "┏━┓┃┗┛" if here else "╭─╮│╰╯")
            canvas.put(4, y, " Continue ", Ink("ink", "cursor", bold=True) if here else frame)
        elif here:
            canvas.fill(1, y, 1, rows, "▌", Ink("cursor", "raised", bold=True))
        top, inner = y + framed, rows - 2 * framed
        pixels = front.thumbs.get(inner, ())
        if any(role.startswith("#") for row in pixels for role in row) and style.plain:
            pixels = ()  # a picture in 3D is nothing but colours
        columns = THUMBS[inner]
        _sky(canvas, 3, top, columns, inner)
        if pixels:
            put_pixels(canvas, 3 + (columns - len(pixels[0])) // 2, top + inner - len(pixels) // 2, pixels)
        else:
            waiting = next((card for card in front.cards if card.key == front.waiting_game), GameCard("", NO_COVER))
            _put_emblem(canvas, 3, top + inner - EMBLEM_HEIGHT, columns, waiting)
        x = columns + 6
        lines = front.waiting[: inner - 1]
        for i, line in enumerate(lines):
            canvas.put(x, top + i, fit(line, width - x - 3).rstrip(), Ink("muted" if i else "text", "raised", not i))
        left = x + max(map(cell_width, lines), default=0) + 4
        first = max((cell_width(title) for title, _ in front.others), default=0) + 2
        cells = first + max((cell_width(seats) for _, seats in front.others), default=0)
        if front.others and framed and left + cells < width - 3:
            left = max(left, width - 3 - max(cells, 44))
            canvas.put(left, top, "Other unfinished games", Ink("text", "raised", bold=True))
            for i, (title, seats) in enumerate(front.others, start=1):
                canvas.put(left, top + i, title, Ink("text", "raised"))
                canvas.put(left + first, top + i, seats, Ink("muted", "raised"))
        draw_chip(canvas, x, top + inner - 1, chip, style, "raised")
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
            spots.append(Spot(card.key, x, y, cell, rows, card.cover.title))
        return spots

    def _draw_card(
        self, canvas: Canvas, x: int, y: int, width: int, rows: int, number: int, card: GameCard, here: bool, tall: bool
    ) -> None:
        ground = "raised" if here else ""
        canvas.fill(x, y, width, rows, " ", Ink("text", ground))
        draw_emblem(canvas, x + 1, y, width - 2, card)
        row = y + EMBLEM_HEIGHT
        title = wrap(card.cover.title, max(8, width - 6)) or [card.cover.title]  # a window can be narrower for a moment
        key = f" {number} " if self.services.style.colours and not self.services.ascii_only else f"[{number}]"
        canvas.put(x + 1, row, key, Ink("ink", "cursor", bold=True) if here else Ink("accent", "chip-key", bold=True))
        for line in title[: 1 if tall and len(title) == 1 else 2]:
            canvas.put(x + 5, row, fit(line, width - 6).rstrip(), Ink("text", ground, bold=True))
            row += 1
        if card.task is not None and not self.front.fresh and not card.why:
            _draw_task(canvas, x + 2, row, width - 3, y + rows - row, card, ground)
        else:
            self._draw_facts(canvas, x, y, width, rows, card, ground, tall, len(title) == 1)
        if here:
            for side in range(rows):
                canvas.put(x, y + side, "▌", HAND)
                canvas.put(x + width - 1, y + side, "▐", HAND)

    def _draw_facts(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        width: int,
        rows: int,
        card: GameCard,
        ground: str,
        tall: bool,
        short: bool,
    ) -> None:
        """Players, minutes and the pitch of a game."""
        facts = f"{'learned, ' * card.learned}{card.cover.facts.replace('minutes', 'min')}"
        facts = facts if cell_width(facts) <= width - 3 else facts.split(", ")[0]
        canvas.put(
            x + 2,
            y + EMBLEM_HEIGHT + 2 - (tall and short),
            fit(facts, width - 3).rstrip(),
            Ink("muted", ground),
        )
        if tall:
            told = card.why[:1].upper() + card.why[1:] if card.why else card.cover.pitch
            words = wrap(told, max(8, width - 4), max_lines=3)
            for i, line in enumerate(words):
                canvas.put(x + 2, y + rows - 3 + i, line, Ink("warn" if card.why else "text", ground))


def _rows_below(height: int, fresh: bool) -> int:
    """The rows of a card below its emblem."""
    if fresh:
        return 6 if height >= 22 else 3
    if height >= 24:
        return 7
    if height >= 22:
        return 6
    return 4 if height >= 15 else 3


def _draw_task(canvas: Canvas, x: int, y: int, width: int, rows: int, card: GameCard, ground: str) -> None:
    """The state of today's task below the title of a card, then a record and a rival where there is room."""
    task = card.task
    assert task is not None
    signed = f"{task.more} {task.signs}".strip()
    more = signed if cell_width(signed) <= width else task.more or fit(task.signs, width)
    lines = [(task.state, Ink("text", ground)), (more, Ink("muted", ground))]
    if rows >= 4:
        lines.insert(0, (f"Today: {task.title}", Ink("muted", ground)))
    about = [line for line in (card.record, card.rival) if line]
    if not about and rows >= 5:
        about = wrap(card.cover.pitch, max(8, width), max_lines=rows - len(lines))
    if rows > len(lines) + len(about):
        lines.append(("", Ink("text", ground)))
    lines += [(line, Ink("muted", ground)) for line in about]
    for number, (text, ink) in enumerate(lines[:rows]):
        canvas.put(x, y + number, fit(text, width).rstrip(), ink)


def _centre(canvas: Canvas, y: int, text: str, ink: Ink) -> None:
    canvas.put(max(0, (canvas.width - cell_width(text)) // 2), y, text, ink)


def _sky(canvas: Canvas, x: int, y: int, width: int, rows: int) -> None:
    for row in range(rows):
        role = ("sky", "sky-low", "sky-horizon", "sky-horizon")[4 * row // rows]
        canvas.fill(x, y + row, width, 1, " ", Ink("text", role))


def draw_emblem(canvas: Canvas, x: int, y: int, width: int, card: GameCard) -> None:
    """Draw a card's emblem in the middle of ``width`` columns and :data:`EMBLEM_HEIGHT` rows, or the empty sky.

    An emblem has eight rows of pixels, two for each row of cells, or four rows of letters that stand on tiles.
    """
    _sky(canvas, x, y, width, EMBLEM_HEIGHT - 1)
    _put_emblem(canvas, x, y, width, card)


def _put_emblem(canvas: Canvas, x: int, y: int, width: int, card: GameCard) -> None:
    emblem = card.cover.emblem
    canvas.fill(x, y + EMBLEM_HEIGHT - 1, width, 1, "▀", Ink("ground"))
    left = x + (width - EMBLEM_WIDTH) // 2
    if len(emblem) == EMBLEM_HEIGHT - 1:
        for row, line in enumerate(emblem):
            for column, letter in enumerate(line):
                if letter != ".":
                    role = "plate-2" if row == 1 else "plate"
                    canvas.put(left + 2 + 2 * column, y + row, f"{letter} ", Ink("plate-ink", role, bold=True))
        return
    roles = {**EMBLEM_ROLES, **card.roles}
    put_pixels(canvas, left, y, [[roles.get(pixel, "") for pixel in row] for row in emblem])

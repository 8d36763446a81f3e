"""The UiState: cursor, piece in hand, wildcard being declared, and order of the cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal

from towergames.board.protocol import Context
from towergames.core.contract import Seat
from towergames.games.bricks import pieces
from towergames.games.bricks.board import position
from towergames.games.bricks.model import Action, View
from towergames.games.bricks.pieces import WILD, Code, Piece, Tower, card_piece, read_piece
from towergames.games.bricks.rules import Readings

CursorZone = Literal["tower", "cards", "ledger"]
"""Zones in which the cursor may be."""

Goal = tuple[int, int]
"""A level and a place, both from 1; place 0 is a new level above that one."""


@dataclass(frozen=True, slots=True)
class Ui:
    """Cursor and pending change.

    ``zone`` is where the cursor is, ``goal`` the place of the tower under it. ``card`` is the index of a card among
    those shown, ``bar`` the index of a filter above them, or -1; ``order`` and ``filters`` are those of the cards.
    ``rule`` is the line of the ledger.

    ``held`` is a piece from the cards, as it would be placed. ``lifted`` is the place at which a piece of the tower was
    picked up. ``aim``: a card is being chosen for ``goal``. ``pair`` are the cards of a two-card wildcard so far, and
    ``pairing`` is true while they are chosen. ``wildcard`` is the wildcard that is being declared, ``declared`` whether
    it stands in the tower already. ``word`` is the longest word as far as typed, None while it is not asked for.
    ``compare`` is the draft shown beside the one in hand. ``suggested`` is an action prepared by a hint; once the game
    is over, the better tower that a search has found.

    ``steps`` is the number of building steps when something was picked up: once it has changed, nothing is pending any
    more, and ``then`` says where the cursor goes. ``first`` is the first tower shown when all are. ``sheet_from`` is
    the zone from which the score sheet was opened.
    """

    zone: CursorZone = "cards"
    goal: Goal = (0, 0)
    card: int = 0
    bar: int = -1
    order: str = "colour"
    filters: frozenset[str] = frozenset()
    rule: int = 1
    held: str = ""
    lifted: Goal | None = None
    aim: bool = False
    pairing: bool = False
    pair: tuple[Code, ...] = ()
    wildcard: WildcardDraft | None = None
    declared: bool = False
    word: str | None = None
    compare: str = ""
    suggested: Action | None = None
    steps: int = 0
    then: tuple[CursorZone, Goal] | None = None
    first: Seat = 0
    sheet_from: CursorZone = "tower"

    @property
    def in_hand(self) -> bool:
        return bool(self.held or self.lifted)

    @property
    def busy(self) -> bool:
        """Whether something is picked up or asked for."""
        return bool(
            self.in_hand or self.aim or self.pairing or self.wildcard or self.suggested or self.word is not None
        )


BricksContext = Context[View, Ui, Action]


def free(ui: Ui) -> Ui:
    """Drop everything that is picked up or asked for."""
    return replace(
        ui,
        held="",
        lifted=None,
        aim=False,
        pairing=False,
        pair=(),
        wildcard=None,
        declared=False,
        word=None,
        suggested=None,
        then=None,
    )


def first_ui(c: position.AnyBricksContext) -> Ui:
    """The first UiState of a seat: on the first card, aiming at the top of the tower."""
    tower = position.tower_of(c)
    goal = (len(tower), 1) if tower else (0, 0)
    return Ui(zone="cards" if position.shows_cards(c) else "tower", goal=goal, steps=_steps(c))


def _steps(c: position.AnyBricksContext) -> int:
    seat = position.shown_seat(c)
    return c.view.steps[seat] if seat < len(c.view.steps) else 0


def kept(c: position.AnyBricksContext, ui: Ui) -> Ui:
    """Adapt the UiState to a changed view: what still makes sense stays."""
    steps = _steps(c)
    if steps != ui.steps:
        zone, goal = ui.then or (ui.zone, ui.goal)
        ui = replace(free(ui), zone=zone, goal=goal, steps=steps)
    if ui.busy and not _may_be_busy(c, ui):
        ui = free(ui)
    goal = clamp(without_lifted(c, ui), ui.goal)
    compare = ui.compare if ui.compare in position.draft_names(c) and ui.compare != position.active_name(c) else ""
    zone = "tower" if ui.zone == "cards" and not position.shows_cards(c) else ui.zone
    if (goal, compare, zone) == (ui.goal, ui.compare, ui.zone):
        return ui
    return replace(ui, goal=goal, compare=compare, zone=zone)


def _may_be_busy(c: position.AnyBricksContext, ui: Ui) -> bool:
    """Whether what is picked up or asked for is still there."""
    if c.phase != "build":
        return ui.suggested is not None and position.over(c)
    tower, left = position.tower_of(c), position.left(c)
    if (ui.lifted is not None and not stands(tower, ui.lifted)) or (ui.declared and not stands(tower, ui.goal)):
        return False
    try:
        wanted = Counter(read_piece(ui.held).cards if ui.held else ui.pair)
    except pieces.PieceError:
        return False
    return wanted <= left


def back(ui: Ui) -> Ui:
    """Go one level back (Esc); equal when there is nothing to leave."""
    if ui.word is not None:
        return replace(ui, word=None)
    if ui.wildcard is not None and ui.aim:
        return replace(ui, wildcard=None)
    if ui.wildcard is not None and ui.pair:
        return replace(ui, wildcard=None, pairing=True, pair=ui.pair[:-1])
    if ui.pair:
        return replace(ui, pair=())
    if ui.busy:
        return replace(free(ui), zone="tower" if ui.aim or ui.lifted or ui.declared else "cards")
    if ui.bar >= 0:
        return replace(ui, bar=-1)
    if ui.compare:
        return replace(ui, compare="")
    if ui.zone == "ledger":
        return replace(ui, zone=ui.sheet_from)
    return replace(ui, filters=frozenset()) if ui.filters else ui


# --- places of the tower ----------------------------------------------------------------------------


def stands(tower: Tower, goal: Goal) -> bool:
    return 1 <= goal[0] <= len(tower) and 1 <= goal[1] <= len(tower[goal[0] - 1])


def piece_at(tower: Tower, goal: Goal) -> Piece | None:
    return tower[goal[0] - 1][goal[1] - 1] if stands(tower, goal) else None


def without_lifted(c: position.AnyBricksContext, ui: Ui) -> Tower:
    """The tower under the cursor: without a piece that is picked up, though its level stays."""
    tower = position.tower_of(c)
    if ui.lifted is None or not stands(tower, ui.lifted):
        return tower
    level, place = ui.lifted
    row = tower[level - 1]
    return (*tower[: level - 1], (*row[: place - 1], *row[place:]), *tower[level:])


def clamp(tower: Tower, goal: Goal) -> Goal:
    """Move a goal to the nearest place of the tower."""
    level = max(0, min(goal[0], len(tower)))
    if level == 0 or goal[1] <= 0:
        return level, 0
    return level, min(goal[1], len(tower[level - 1]) + 1)


def walk(c: BricksContext, across: int, up: int) -> Ui:
    """Move the cursor in the tower. While something is picked up a new level comes between two levels."""
    tower, (level, place) = without_lifted(c, c.ui), c.ui.goal
    between = c.ui.in_hand
    if across:
        if place == 0:
            return c.ui
        place = max(1, min(place + across, len(tower[level - 1]) + 1))
        return replace(c.ui, goal=(level, place))
    if up > 0:
        if place == 0:
            level, place = min(level + 1, len(tower)), 1 if level < len(tower) else 0
        elif between or level == len(tower):
            place = 0
        else:
            level += 1
    elif place == 0:
        place = 1 if level else 0
    elif between or level == 1:
        level, place = level - 1, 0
    else:
        level -= 1
    return replace(c.ui, goal=clamp(tower, (level, place)))


# --- what a wildcard shall be -----------------------------------------------------------------------

FIELDS = ("shape", "letter", "weight", "colour")
WINDOW = "window"


@dataclass(frozen=True, slots=True)
class WildcardDraft:
    """The face of a wildcard that is being declared; ``field`` is the field that arrows change."""

    made_of: tuple[Code, ...]
    readings: Readings
    shape: str = WINDOW
    letter: str = "E"
    weight: int = 1
    colour: str = "red"
    field: str = "shape"

    @property
    def piece(self) -> Piece:
        """The wildcard as a piece with this face."""
        if self.shape == WINDOW:
            return Piece(self.colour, made_of=self.made_of)
        return Piece(self.colour, self.letter, self.weight, self.shape, 0, self.made_of)

    def choices(self, field: str) -> tuple[str, ...]:
        """The possible values of a field; a window has no letter and no weight."""
        match field:
            case "shape":
                return (*pieces.SHAPES, WINDOW) if self.readings.wild_window else pieces.SHAPES
            case "letter":
                return tuple(pieces.LETTERS) if self.shape != WINDOW else ()
            case "weight":
                tons = range(self.readings.lightest, self.readings.heaviest + 1)
                return tuple(map(str, tons)) if self.shape != WINDOW else ()
            case _:
                return pieces.COLOURS

    def chosen(self, field: str) -> str:
        return str(getattr(self, field))

    def with_field(self, field: str, value: str) -> WildcardDraft:
        """Change a field; a letter or a weight makes a brick of a window. Unknown values change nothing."""
        wildcard = self
        if field in ("letter", "weight") and wildcard.shape == WINDOW:
            wildcard = replace(wildcard, shape=pieces.SHAPES[0])
        if value not in wildcard.choices(field):
            return wildcard
        changed: str | int = int(value) if field == "weight" else value
        return replace(wildcard, **{field: changed}, field=field)  # type: ignore[arg-type]

    def turned(self, step: int) -> WildcardDraft:
        """Change the field in hand to its next value, or by ``step`` -1 to the one before, wrapping around."""
        values = self.choices(self.field)
        if not values:
            return replace(self, field="shape")
        now = self.chosen(self.field)
        at = values.index(now) if now in values else 0
        return self.with_field(self.field, values[(at + step) % len(values)])

    def moved(self, step: int) -> WildcardDraft:
        """Go to the next field that means something, or by -1 to the one before."""
        names = [field for field in FIELDS if self.choices(field)]
        at = names.index(self.field) if self.field in names else 0
        return replace(self, field=names[(at + step) % len(names)])


def wildcard_draft(
    made_of: tuple[Code, ...], colour: str, readings: Readings, shown: Piece | None = None
) -> WildcardDraft:
    """The first face of a wildcard: the one that it shows now, else a window, or the lightest brick."""
    first = WINDOW if readings.wild_window else pieces.SHAPES[0]
    wildcard = WildcardDraft(made_of, readings, shape=first, weight=max(1, readings.lightest), colour=colour)
    if shown is None:
        return wildcard
    if shown.window:
        return replace(wildcard, shape=WINDOW, colour=shown.colour)
    return replace(wildcard, shape=shown.shape, letter=shown.letter, weight=shown.weight, colour=shown.colour)


# --- how the cards lie ------------------------------------------------------------------------------

ORDERS = ("colour", "letter", "weight", "shape")

COLUMNS, ROWS = 11, 4
"""Cards in a row, at every size of the screen, so that arrow keys need not know it; and the rows shown at once."""

KINDS = {
    "colour": pieces.COLOURS,
    "weight": ("1", "2", "3", "4", "5"),
    "shape": (*pieces.SHAPES, "window"),
    "letter": ("vowel", "J Q X Z"),
}
FILTERS: tuple[str, ...] = tuple(name for names in KINDS.values() for name in names)
"""Filters of cards; filters of one kind widen, filters of different kinds narrow."""


def cards_shown(c: BricksContext) -> tuple[Code, ...]:
    """The cards in their order: those left, or the table's while cards are drafted."""
    if c.view.phase == "pick":
        codes = Counter(c.view.pool)
    else:
        codes = Counter(position.left(c))
        codes.subtract(pieces.cards_of(((read_piece(c.ui.held),),)) if c.ui.held else c.ui.pair)
    listed = [code for code in codes.elements() if _passes(code, c.ui.filters)]
    return tuple(sorted(listed, key=lambda code: card_key(code, c.ui.order)))


Slot = tuple[Code, int | None]
"""A card in its place, and its index among the cards shown; None for a used card, whose place stays empty."""


def card_slots(c: BricksContext) -> list[list[Slot]]:
    """The places of all cards row by row: taking a card leaves a gap, and no other card moves."""
    every = c.view.materials if c.view.phase == "pick" else position.cards(c)
    codes = sorted((code for code in every if _passes(code, c.ui.filters)), key=lambda code: card_key(code, c.ui.order))
    shown = cards_shown(c)
    slots: list[Slot] = []
    at = 0
    for code in codes:
        is_there = at < len(shown) and shown[at] == code
        slots.append((code, at if is_there else None))
        at += is_there
    return [[slots[i] for i in row] for row in card_rows(tuple(codes), c.ui.order)]


def card_beyond(c: BricksContext, up: int) -> int | None:
    """The nearest card in the rows above (``up`` 1) or below the cursor; None when there is none."""
    grid = card_slots(c)
    card = min(c.ui.card, len(cards_shown(c)) - 1)
    places = [(row, column) for row, slots in enumerate(grid) for column, slot in enumerate(slots) if slot[1] == card]
    row, column = places[0]
    others = grid[row + 1 :] if up < 0 else grid[:row][::-1]
    for other in others:
        free = [(abs(at - column), index) for at, (_, index) in enumerate(other) if index is not None]
        if free:
            return min(free)[1]
    return None


def _passes(code: Code, filters: frozenset[str]) -> bool:
    """Whether the card may be seen through the filters; the wildcard always may."""
    if not filters or code == WILD:
        return True
    piece = card_piece(code)
    traits = {piece.colour, piece.shape or "window", str(piece.weight)}
    if piece.letter:
        traits |= {"vowel"} if piece.letter in pieces.VOWELS else set()
        traits |= {"J Q X Z"} if piece.letter in pieces.RARE else set()
    return all(asked & traits for names in KINDS.values() if (asked := filters.intersection(names)))


def card_key(code: Code, order: str) -> tuple[object, ...]:
    """The sorting key of a card: bricks first, then windows, the wildcard last."""
    if code == WILD:
        return (9,)
    piece = card_piece(code)
    colour = pieces.COLOURS.index(piece.colour)
    shape = pieces.SHAPES.index(piece.shape) if piece.shape else 3
    rest = (not piece.letter, piece.letter, piece.weight)
    keys = {
        "colour": (colour, *rest),
        "letter": (*rest, colour),
        "weight": (not piece.letter, piece.weight, piece.letter, colour),
        "shape": (shape, piece.letter, piece.weight, colour),
    }
    return 1, *keys[order]


def _group(code: Code, order: str) -> str:
    """The group of a card; another group begins a new row of cards."""
    return "" if code == WILD or order == "letter" else str(getattr(card_piece(code), order))


def card_at_cursor(c: BricksContext) -> Code:
    """The card under the cursor; "" without any, or with the cursor elsewhere."""
    codes = cards_shown(c) if c.ui.zone == "cards" and c.ui.bar < 0 else ()
    return codes[min(c.ui.card, len(codes) - 1)] if codes else ""


def find_letter(c: BricksContext, letter: str) -> Ui | None:
    """Put the cursor on the next card with that letter; None when there is none."""
    codes = cards_shown(c)
    start = c.ui.card + (c.ui.zone == "cards")
    for step in range(len(codes)):
        at = (start + step) % len(codes)
        if codes[at][0] == letter:
            return replace(c.ui, zone="cards", card=at, bar=-1)
    return None


def with_filter(ui: Ui, name: str) -> Ui:
    """Add or remove a filter; the cursor goes to the first card."""
    return replace(ui, filters=ui.filters ^ {name}, card=0)


def next_sort_order(ui: Ui) -> Ui:
    """Sort the cards by the next key."""
    return replace(ui, order=ORDERS[(ORDERS.index(ui.order) + 1) % len(ORDERS)], card=0)


def card_rows(codes: tuple[Code, ...], order: str) -> list[list[int]]:
    """The indices of the cards row by row: a row for each group where they are few, else one after another."""
    grouped: list[list[int]] = []
    last = None
    for i, code in enumerate(codes):
        group = _group(code, order)
        if not grouped or len(grouped[-1]) >= COLUMNS or group != last:
            grouped.append([])
        grouped[-1].append(i)
        last = group
    if len(grouped) <= ROWS:
        return grouped
    return [list(range(at, min(at + COLUMNS, len(codes)))) for at in range(0, len(codes), COLUMNS)]

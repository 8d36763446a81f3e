"""The cards that are left: sorted, filtered, and found by their letters."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from towergames.boards.bricks import bench
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.pointer import CARDS, Pointer, picked_cards
from towergames.games.bricks.pieces import COLOURS, RARE, SHAPES, VOWELS, WILD, Code, Piece, card_piece

ORDERS = ("colour", "letter", "weight", "shape")

COLUMNS, ROWS = 11, 4
"""Cards in a row, at every size of the screen, so that arrow keys need not know it; and the rows shown at once."""

FILTERS = (*COLOURS, "1", "2", "3", "4", "5", *SHAPES, "window", "vowel", "J Q X Z")
"""What cards can be filtered by; filters of one kind widen, those of different kinds narrow."""

_KIND = {
    **dict.fromkeys(COLOURS, "colour"),
    **dict.fromkeys("12345", "weight"),
    **dict.fromkeys((*SHAPES, "window"), "shape"),
    "vowel": "letter",
    "J Q X Z": "letter",
}


def shown(scene: TableScene, pointer: Pointer) -> tuple[Code, ...]:
    """The cards as they lie: those left, or the table's while cards are drafted."""
    if scene.view.phase == "pick":
        codes = Counter(scene.view.pool)
    else:
        codes = Counter(bench.left(scene))
        codes.subtract(picked_cards(pointer))
    listed = [code for code in codes.elements() if passes(code, pointer.filters)]
    return tuple(sorted(listed, key=lambda code: key_of(code, pointer.order)))


def passes(code: Code, filters: frozenset[str]) -> bool:
    """Whether the card may be seen through the filters; the wildcard always may."""
    if not filters or code == WILD:
        return True
    traits = traits_of(card_piece(code))
    kinds = {_KIND[name] for name in filters}
    return all(any(name in traits for name in filters if _KIND[name] == kind) for kind in kinds)


def traits_of(piece: Piece) -> frozenset[str]:
    """The filters that let a piece through."""
    traits = {piece.colour, piece.shape or "window"}
    if piece.letter:
        traits.add(str(piece.weight))
        if piece.letter in VOWELS:
            traits.add("vowel")
        if piece.letter in RARE:
            traits.add("J Q X Z")
    return frozenset(traits)


def key_of(code: Code, order: str) -> tuple[object, ...]:
    """Bricks first, then windows, the wildcard last."""
    if code == WILD:
        return (9,)
    piece = card_piece(code)
    colour = COLOURS.index(piece.colour)
    shape = SHAPES.index(piece.shape) if piece.shape else 3
    rest = (not piece.letter, piece.letter, piece.weight)
    match order:
        case "letter":
            return (1, *rest, colour)
        case "weight":
            return (1, not piece.letter, piece.weight, piece.letter, colour)
        case "shape":
            return (1, shape, piece.letter, piece.weight, colour)
        case _:
            return (1, colour, *rest)


def group_of(code: Code, order: str) -> str:
    """What begins a new row of cards when it changes."""
    if code == WILD:
        return ""
    piece = card_piece(code)
    if order == "colour":
        return piece.colour
    if order == "weight":
        return str(piece.weight)
    return piece.shape if order == "shape" else ""


def at_cursor(scene: TableScene, pointer: Pointer) -> Code:
    """The card under the cursor, "" without any."""
    codes = shown(scene, pointer)
    return codes[min(pointer.card, len(codes) - 1)] if codes else ""


def find_letter(scene: TableScene, pointer: Pointer, letter: str) -> Pointer | None:
    """The cursor on the next card with that letter; None when there is none."""
    codes = shown(scene, pointer)
    start = pointer.card + (pointer.zone == CARDS)
    for step in range(len(codes)):
        at = (start + step) % len(codes)
        if codes[at][0] == letter:
            return replace(pointer, zone=CARDS, card=at, bar=-1)
    return None


def toggle(pointer: Pointer, name: str) -> Pointer:
    """A filter put in or taken out; the cursor goes to the first card."""
    return replace(pointer, filters=pointer.filters ^ {name}, card=0)


def rows(codes: tuple[Code, ...], order: str) -> list[list[int]]:
    """The indices of the cards row by row: a row for each group where they are few, else one after another."""
    grouped: list[list[int]] = []
    last = None
    for i, code in enumerate(codes):
        group = group_of(code, order)
        if not grouped or len(grouped[-1]) >= COLUMNS or group != last:
            grouped.append([])
        grouped[-1].append(i)
        last = group
    if len(grouped) <= ROWS:
        return grouped
    return [list(range(at, min(at + COLUMNS, len(codes)))) for at in range(0, len(codes), COLUMNS)]

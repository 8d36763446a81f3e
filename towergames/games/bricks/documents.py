"""Towers as JSON from strangers: read strictly and within limits, and pieces written back.

A refusal names the place: ``level 2, piece 3: colour: expected red, blue or yellow, not "pink"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from towergames.core.options import fill
from towergames.core.tool import ToolError, shown
from towergames.games.bricks.pieces import (
    COLOURS,
    LETTERS,
    SHAPES,
    WILD,
    Code,
    Level,
    Piece,
    PieceError,
    Tower,
    read_piece,
    read_tower,
)
from towergames.games.bricks.readings import CHOICES, Readings

MOST_LEVELS = 50
MOST_PLACES = 50
"""Pieces in one level."""
MOST_CARDS = 500
MOST_TEXT = 4000

_HEAVIEST = 9
_KEYS = {
    "brick": ("letter", "colour", "weight", "shape", "adj"),
    "window": ("colour",),
    "wild": ("as",),
    "stack": ("as", "cards"),
}


@dataclass(frozen=True, slots=True)
class Request:
    """What a document holds. ``materials`` is None where none are given; equal codes are equal cards."""

    tower: Tower
    materials: tuple[Code, ...] | None
    readings: Readings


def read_request(document: Any) -> Request:
    """A tower with its materials and options. Raises ToolError."""
    keys = ("levels", "tower", "materials", "options")
    if not isinstance(document, Mapping) or not {"levels", "tower"} & document.keys():
        raise ToolError('expected an object such as {"levels": [[{"kind": "window", "colour": "red"}]]}')
    only_known(document, keys, "")
    if "levels" in document and "tower" in document:
        raise ToolError('give either "levels" or "tower", not both')
    tower = _levels(document["levels"]) if "levels" in document else _notation(document["tower"])
    materials = read_materials(document["materials"]) if "materials" in document else None
    return Request(tower, materials, read_readings(document.get("options", {})))


def read_materials(value: Any) -> tuple[Code, ...]:
    """A list of cards, each a brick, a window or ``{"kind": "wild"}``, or a code such as ``A5RY``. Raises ToolError."""
    if not isinstance(value, list) or len(value) > MOST_CARDS:
        raise ToolError(f"materials: expected a list of at most {MOST_CARDS} cards")
    return tuple(_card(card, f"materials, card {number}: ") for number, card in enumerate(value, start=1))


def read_readings(value: Any) -> Readings:
    """Options by the names of :class:`Readings`, those left out as usual. Raises ToolError."""
    if not isinstance(value, Mapping):
        raise ToolError('options: expected an object such as {"gaps": "break"}')
    only_known(value, tuple(CHOICES), "options: ")
    for key, chosen in value.items():
        if not any(type(chosen) is type(choice) and chosen == choice for choice in CHOICES[key]):
            wanted = " or ".join(shown(choice) for choice in CHOICES[key])
            raise ToolError(f"options: {key}: expected {wanted}, not {shown(chosen)}")
    return fill(Readings, value)


def write_piece(piece: Piece) -> dict[str, Any]:
    """The piece as a document has it.

    >>> write_piece(read_piece("(A5RY+#B)=Q4HR-1"))["as"]
    {'kind': 'brick', 'letter': 'Q', 'colour': 'red', 'weight': 4, 'shape': 'hexagon', 'adj': -1}
    """
    shown: dict[str, Any] = {"kind": "window", "colour": piece.colour}
    if not piece.window:
        shown = {
            "kind": "brick",
            "letter": piece.letter,
            "colour": piece.colour,
            "weight": piece.weight,
            "shape": piece.shape,
        }
        if piece.adjust:
            shown["adj"] = piece.adjust
    if not piece.made_of:
        return shown
    if piece.made_of == (WILD,):
        return {"kind": "wild", "as": shown}
    return {"kind": "stack", "as": shown, "cards": [write_card(code) for code in piece.made_of]}


def write_card(code: Code) -> dict[str, Any]:
    """A card of the materials as a document has it."""
    return {"kind": "wild"} if code == WILD else write_piece(read_piece(code))


# --- reading ----------------------------------------------------------------------------------------


def _levels(value: Any) -> Tower:
    if not isinstance(value, list) or len(value) > MOST_LEVELS:
        raise ToolError(f"levels: expected a list of at most {MOST_LEVELS} levels, the bottom one first")
    return tuple(_level(level, f"level {number}") for number, level in enumerate(value, start=1))


def _level(value: Any, where: str) -> Level:
    if not isinstance(value, list) or len(value) > MOST_PLACES:
        raise ToolError(f"{where}: expected a list of at most {MOST_PLACES} pieces, from left to right")
    return tuple(_piece(piece, f"{where}, piece {number}: ") for number, piece in enumerate(value, start=1))


def _notation(value: Any) -> Tower:
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise ToolError('tower: expected a text such as "A5RY #Y / D4RB T3HB", the bottom level first')
    try:
        tower = read_tower(value)
    except PieceError as error:
        raise ToolError(f"tower: {error}") from None
    if len(tower) > MOST_LEVELS or max(map(len, tower), default=0) > MOST_PLACES:
        raise ToolError(f"tower: expected at most {MOST_LEVELS} levels of at most {MOST_PLACES} pieces")
    return tower


def _piece(value: Any, where: str) -> Piece:
    """A piece of a level: a card, or a wildcard with what it stands for."""
    if isinstance(value, str):
        return _written(value, where)
    kind = _kind(value, where, tuple(_KEYS))
    if kind not in ("wild", "stack"):
        return _face(value, where)
    if "as" not in value:
        raise ToolError(f'{where}a wildcard needs "as", the brick or window that it stands for')
    made_of: tuple[Code, ...] = (WILD,)
    if kind == "stack":
        cards = value.get("cards")
        if not isinstance(cards, list) or len(cards) != 2:
            raise ToolError(f"{where}cards: expected a list of two cards")
        made_of = (_card(cards[0], f"{where}cards, 1: "), _card(cards[1], f"{where}cards, 2: "))
    face = _written(value["as"], where) if isinstance(value["as"], str) else _face(value["as"], f"{where}as: ")
    if face.made_of:
        raise ToolError(f"{where}as: expected a brick or a window, not {shown(value['as'])}")
    return Piece(face.colour, face.letter, face.weight, face.shape, face.adjust, made_of)


def _card(value: Any, where: str) -> Code:
    """A card as it lies in the materials."""
    if value == WILD:
        return WILD
    if isinstance(value, str):
        piece = _written(value, where)
    elif _kind(value, where, ("brick", "window", "wild")) == "wild":
        return WILD
    else:
        piece = _face(value, where)
    if piece.made_of or piece.adjust:
        raise ToolError(f"{where}expected a card as it is printed, not {shown(piece.text)}")
    return piece.face


def _written(text: str, where: str) -> Piece:
    try:
        return read_piece(text[:60])
    except PieceError as error:
        raise ToolError(f"{where}{error}") from None


def _face(value: Any, where: str) -> Piece:
    """A brick or a window."""
    kind = _kind(value, where, ("brick", "window"))
    colour = _one_of(value, "colour", COLOURS, where)
    if kind == "window":
        return Piece(colour)
    letter = value.get("letter")
    if not isinstance(letter, str) or len(letter) != 1 or letter.upper() not in LETTERS:
        raise ToolError(f"{where}letter: expected a letter from A to Z, not {shown(letter)}")
    weight = _whole(value.get("weight"), 0, f"{where}weight: ")
    adjust = _whole(value.get("adj", 0), -_HEAVIEST, f"{where}adj: ")
    return Piece(colour, letter.upper(), weight, _one_of(value, "shape", SHAPES, where), adjust)


def _kind(value: Any, where: str, kinds: tuple[str, ...]) -> str:
    if not isinstance(value, Mapping):
        raise ToolError(f'{where}expected an object such as {{"kind": "window", "colour": "red"}}, not {shown(value)}')
    kind = _one_of(value, "kind", kinds, where)
    only_known(value, ("kind", "id", *_KEYS[kind]), where)
    return kind


def _one_of(value: Mapping[str, Any], key: str, known: tuple[str, ...], where: str) -> str:
    chosen = value.get(key)
    if not isinstance(chosen, str) or chosen not in known:
        raise ToolError(f"{where}{key}: expected {', '.join(known[:-1])} or {known[-1]}, not {shown(chosen)}")
    return chosen


def _whole(value: Any, least: int, where: str) -> int:
    if type(value) is not int or not least <= value <= _HEAVIEST:
        raise ToolError(f"{where}expected a whole number from {least} to {_HEAVIEST}, not {shown(value)}")
    return value


def only_known(value: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    """Refuse keys that mean nothing. Raises ToolError."""
    for key in value:
        if key not in known:
            raise ToolError(f"{where}unknown key {shown(key)}; known are {', '.join(known)}")

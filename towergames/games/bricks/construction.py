"""The construction of a tower by steps. A step is refused only when it is impossible; the rules are left to the judge.

Levels are counted from the bottom and places from the left, both from 1; place 0 is a new level above the level named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from towergames.core.contract import Refusal
from towergames.core.text import count, listed, sentence
from towergames.games.bricks import model, pieces
from towergames.games.bricks.pieces import Code, Piece, Tower
from towergames.games.bricks.rules import Readings
from towergames.games.bricks.text import kind_name, piece_name

MOST_LEVELS = 99


class CannotError(Exception):
    """The step cannot be done; ``refusal`` says why, and at which ``level:2`` or ``card:A5RY``."""

    def __init__(self, rule: str, text: str, at: str = "") -> None:
        self.refusal = Refusal(rule, text, at)
        super().__init__(text)


def build(tower: Tower, step: model.BuildingStep, cards: Iterable[Code], readings: Readings) -> Tower:
    """Do a step on a tower made of ``cards``. Raises CannotError."""
    match step:
        case model.Place(text, level, place):
            piece = piece_of(text)
            _check_face(piece, readings)
            _check_cards(tower, piece, cards)
            return insert(tower, piece, level, place)
        case model.Take(level, place):
            return taken(tower, level, place)
        case model.Move(level, place, to_level, to_place):
            piece = at(tower, level, place)
            emptied = _replaced(tower, level, _without(tower[level - 1], place))
            return _settled(insert(emptied, piece, to_level, to_place))
        case model.Swap(level, place, other_level, other_place):
            one, other = at(tower, level, place), at(tower, other_level, other_place)
            return put(put(tower, level, place, other), other_level, other_place, one)
        case model.Shift(level, up):
            return _shifted(tower, level, up)
        case model.Declare(level, place, face):
            return put(tower, level, place, _declared(at(tower, level, place), face, readings))
        case model.Adjust(level, place, by):
            return put(tower, level, place, _adjusted(at(tower, level, place), by, readings))
        case model.Build(text):
            return _whole(text, cards, readings)
        case _:
            return ()


# --- the parts of a tower ---------------------------------------------------------------------------


def at(tower: Tower, level: int, place: int) -> Piece:
    """The piece that stands there. Raises CannotError."""
    if not (type(level) is int and type(place) is int and 1 <= level <= len(tower)):
        raise CannotError("B-22", f"There is no level {_number(level)}; the tower has {_levels(tower)}.")
    if not 1 <= place <= len(tower[level - 1]):
        text = f"Level {level} has {len(tower[level - 1])} pieces; use places 1 to {len(tower[level - 1])}."
        raise CannotError("B-22", text, f"level:{level}")
    return tower[level - 1][place - 1]


def put(tower: Tower, level: int, place: int, piece: Piece) -> Tower:
    """Replace the piece at a place that has one."""
    row = tower[level - 1]
    return _replaced(tower, level, (*row[: place - 1], piece, *row[place:]))


def insert(tower: Tower, piece: Piece, level: int, place: int) -> Tower:
    """Insert a piece; the pieces at its place and to the right move one place. Raises CannotError."""
    if not (type(level) is int and type(place) is int and 0 <= level <= len(tower)):
        reason = f"There is no level {_number(level)}; the tower has {_levels(tower)}."
        raise CannotError("B-22", f"{reason} {len(tower)}+ starts one on top.")
    if place == 0:
        if len(tower) >= MOST_LEVELS:
            raise CannotError("B-22", f"{MOST_LEVELS} levels is the limit.")
        return (*tower[:level], (piece,), *tower[level:])
    row = tower[level - 1] if level else ()
    if not (level and 1 <= place <= len(row) + 1):
        text = f"Level {level} takes a piece at places 1 to {len(row) + 1}, not at {_number(place)}."
        raise CannotError("B-22", text if level else "Level 1 is the bottom. 0+ starts a new level below it.")
    return _replaced(tower, level, (*row[: place - 1], piece, *row[place - 1 :]))


def taken(tower: Tower, level: int, place: int) -> Tower:
    """Remove a piece, and its level if that is empty then. Raises CannotError."""
    at(tower, level, place)
    return _settled(_replaced(tower, level, _without(tower[level - 1], place)))


def cards_left(tower: Tower, cards: Iterable[Code]) -> Counter[Code]:
    """The cards that the tower does not use."""
    return Counter(cards) - pieces.cards_of(tower)


def piece_of(text: str) -> Piece:
    """The piece written exactly so. Raises CannotError."""
    try:
        piece = pieces.read_piece(text) if type(text) is str else None
    except pieces.PieceError as error:
        raise CannotError("B-22", str(error)) from None
    if piece is None or piece.text != text:
        raise CannotError("B-22", "A piece is written like A5RY, #B, *=E1TB or (A5RY+#R)=#Y.")
    return piece


def tower_of(text: str) -> Tower:
    """The tower written so, without empty levels. Raises CannotError."""
    try:
        tower = pieces.read_tower(text) if type(text) is str else None
    except pieces.PieceError as error:
        raise CannotError("B-22", str(error)) from None
    if tower is None or not all(tower) or len(tower) > MOST_LEVELS:
        raise CannotError("B-22", "A tower is written bottom level first, its levels parted by /, none of them empty.")
    return tower


# --- steps ------------------------------------------------------------------------------------------


def _whole(text: str, cards: Iterable[Code], readings: Readings) -> Tower:
    tower = tower_of(text)
    lacking = pieces.missing(tower, cards)
    if lacking:
        names = listed([kind_name(code) for code in sorted(lacking.elements())], "or")
        raise CannotError("B-23", f"You have no {names}. Choose other cards.")
    for level in tower:
        for piece in level:
            _check_face(piece, readings)
    return tower


def _check_cards(tower: Tower, piece: Piece, cards: Iterable[Code]) -> None:
    left = cards_left(tower, cards)
    for code, wanted in Counter(piece.cards).items():
        if left[code] < wanted:
            left_over = " left" if code in cards else ""
            raise CannotError("B-23", f"You have no {kind_name(code)}{left_over}. Choose another card.", f"card:{code}")


def _check_face(piece: Piece, readings: Readings) -> None:
    """Rules 8 and 31: check a declaration that no tower allows. Raises CannotError."""
    if len(piece.made_of) > 1 and pieces.WILD in piece.made_of:
        raise CannotError("B-3", "The natural wildcard cannot be one of the two. Choose bricks or windows.")
    if piece.adjust:
        _adjusted(replace(piece, adjust=0), piece.adjust, readings)
    if not piece.made_of:
        return
    if piece.window and not readings.wild_window:
        raise CannotError("B-1", "Wildcards cannot be windows in this game. Declare a brick.")
    if piece.letter and not readings.lightest <= piece.weight <= readings.heaviest:
        text = f"A wildcard weighs {readings.lightest} to {readings.heaviest} tons, not {piece.weight}."
        raise CannotError("B-1", text)


def _declared(piece: Piece, face: str, readings: Readings) -> Piece:
    if not piece.made_of:
        raise CannotError("B-1", sentence(f"{piece_name(piece)} is not a wildcard, so it cannot be declared"))
    shown = piece_of(face)
    if shown.made_of:
        raise CannotError("B-1", "A wildcard is declared a brick such as E1TB or a window such as #B.")
    made = replace(shown, made_of=piece.made_of)
    _check_face(made, readings)
    return made


def _adjusted(piece: Piece, by: int, readings: Readings) -> Piece:
    if type(by) is not int or by not in (-1, 0, 1):
        raise CannotError(model.rule_id(8), "One ton more or less is the limit. Use +1, -1 or 0.")
    if by and piece.letter not in pieces.RARE:
        raise CannotError(model.rule_id(8), sentence(f"{piece_name(piece)} cannot be adjusted; only J, Q, X and Z can"))
    if by and piece.made_of and not readings.wild_adjusts:
        raise CannotError("B-2", "A wildcard cannot be adjusted in this game.")
    if by and piece.weight + by < (0 if readings.zero else 1):
        raise CannotError(
            "B-4", f"In this game {piece_name(piece)} cannot weigh {count(piece.weight + by, 'ton')}. Use 0 or +1."
        )
    return replace(piece, adjust=by)


def _shifted(tower: Tower, level: int, up: bool) -> Tower:
    if type(up) is not bool or type(level) is not int or not 1 <= level <= len(tower):
        raise CannotError("B-22", f"There is no level {_number(level)}; the tower has {_levels(tower)}.")
    if level == (len(tower) if up else 1):
        raise CannotError(
            "B-22", f"Level {level} is the {'top' if up else 'bottom'}. Choose another level.", f"level:{level}"
        )
    low = level - 1 if up else level - 2
    return (*tower[:low], tower[low + 1], tower[low], *tower[low + 2 :])


# --- small helpers ----------------------------------------------------------------------------------


def _replaced(tower: Tower, level: int, row: pieces.TowerLevel) -> Tower:
    return (*tower[: level - 1], row, *tower[level:])


def _without(row: pieces.TowerLevel, place: int) -> pieces.TowerLevel:
    return (*row[: place - 1], *row[place:])


def _settled(tower: Tower) -> Tower:
    return tuple(row for row in tower if row)


def _levels(tower: Tower) -> str:
    return "no level yet" if not tower else count(len(tower), "level")


def _number(value: object) -> str:
    return str(value)[:12] if type(value) is int else "like that"

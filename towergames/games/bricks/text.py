"""Pieces and steps of Brick Tower in plain English."""

from __future__ import annotations

from collections import Counter

from towergames.core.text import count, listed
from towergames.games.bricks import model
from towergames.games.bricks.pieces import WILD, Piece, PieceError, Tower, card_piece, read_piece, read_tower
from towergames.games.bricks.rule_names import cited

WHOLE = "builds a whole tower"
"""The words for a tower that differs from the one in hand by more than an exchange."""


def piece_name(piece: Piece) -> str:
    """``red A``, ``blue window``."""
    return f"{piece.colour} {piece.letter or 'window'}"


def kind_name(code: str) -> str:
    """The name of a card without its weight: ``red A``, ``wildcard``."""
    return "wildcard" if code == WILD else piece_name(card_piece(code))


def card_name(code: str) -> str:
    """The card with this code: ``red A``, ``the wildcard``."""
    return "the wildcard" if code == WILD else kind_name(code)


def piece_words(piece: Piece) -> str:
    """The full name of a piece: ``red triangle A, 5 tons``."""
    face = f"{piece.colour} window"
    if not piece.window:
        tons = count(piece.tons, "ton") + (f" instead of {piece.weight}" if piece.adjust else "")
        face = f"{piece.colour} {piece.shape} {piece.letter}, {tons}"
    if not piece.made_of:
        return face
    made = "wildcard" if piece.made_of == (WILD,) else listed([card_name(code) for code in piece.made_of])
    return f"{made} as {face}"


def step_words(action: model.Action, tower: Tower) -> str:
    """The step as the log has it: ``places red A on level 2``."""
    match action:
        case model.Place(piece, level, place):
            return f"places {_named(piece)} {f'on level {level}' if place else f'as a new level {level + 1}'}"
        case model.Take(level, place):
            return f"takes {_at(tower, level, place)} off level {level}"
        case model.Move(level, place, to_level, to_place):
            new = f"level {to_level}" if to_place else f"a new level {to_level + 1}"
            return f"moves {_at(tower, level, place)} to {new}"
        case model.Swap(level, place, other, other_place):
            return f"swaps {_at(tower, level, place)} and {_at(tower, other, other_place)}"
        case model.Shift(level, up):
            return f"moves level {level} {'up' if up else 'down'}"
        case model.Declare(level, _, face):
            return f"declares the wildcard on level {level} {_named(face)}"
        case model.Adjust(level, place, by):
            tons = "its printed weight"
            if by:
                tons = f"{count(abs(by), 'ton')} {'more' if by > 0 else 'less'}"
            return f"gives {_at(tower, level, place)} {tons}"
        case model.Clear():
            return "clears the draft"
        case model.UseDraft(name):
            return f"goes to draft {name}"
        case model.CopyDraft(name):
            return f"copies the draft as {name}"
        case model.DropDraft(name):
            return f"deletes draft {name}"
        case model.Ask(rule):
            return f"asks for the rule {cited(rule)}"
        case _:
            whole = action.tower if isinstance(action, model.Build) else ""
            return _exchange(whole, tower) or WHOLE


def _exchange(whole: str, tower: Tower) -> str:
    """``puts red E for red A on level 2`` or ``swaps red A and red E`` where a tower differs by just that; else ''."""
    try:
        made = read_tower(whole)
    except PieceError:
        return ""
    if [len(level) for level in made] != [len(level) for level in tower]:
        return ""
    levels = [number for number, level in enumerate(tower) if Counter(level) != Counter(made[number])]
    gone = [piece for number in levels for piece in (Counter(tower[number]) - Counter(made[number])).elements()]
    came = [piece for number in levels for piece in (Counter(made[number]) - Counter(tower[number])).elements()]
    if len(levels) == len(gone) == 1:
        return f"puts {piece_name(came[0])} for {piece_name(gone[0])} on level {levels[0] + 1}"
    if len(levels) == len(gone) == 2 and Counter(gone) == Counter(came):
        return f"swaps {piece_name(gone[0])} and {piece_name(gone[1])}"
    return ""


def step_instruction(action: model.Action, tower: Tower) -> str:
    """The step as an instruction: ``place red A on level 2``."""
    verb, _, rest = step_words(action, tower).partition(" ")
    return f"{IRREGULAR.get(verb, verb.removesuffix('s'))} {rest}"


IRREGULAR = {"copies": "copy", "goes": "go"}
"""The verbs of steps that take another ending than ``s``, and their forms in an instruction."""


def _named(text: str) -> str:
    """A piece as it is placed, with what a wildcard is made of: ``the wildcard as blue window``."""
    try:
        piece = read_piece(text)
    except PieceError:
        return text
    if not piece.made_of:
        return piece_name(piece)
    return f"{listed([card_name(code) for code in piece.made_of])} as {piece_name(piece)}"


def _at(tower: Tower, level: int, place: int) -> str:
    return piece_name(tower[level - 1][place - 1])


def all_rules_kept(seat: int) -> str:
    """The sentence for the first legal tower of a seat."""
    return f"{{{seat}}}'s tower keeps all building rules."


def long_word(seat: int, word: str) -> str:
    """The sentence for the longest word of all towers."""
    return f"{{{seat}}}'s tower spells {word}: {len(word)} letters."


def cards_dealt(number: int, code: str) -> str:
    return f"{count(number, 'card')} on the table" + (f", puzzle {code}" if code else "")


def words_chosen(name: str, number: int) -> str:
    """The word list in words: ``Standard word list, 117991 words``."""
    return f"{name.capitalize()} word list, {count(number, 'word')}"

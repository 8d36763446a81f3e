"""Cards, pieces and towers of Brick Tower, and how they are written: ``A5RY Q4HR-1 #B / *=E1TB (A5RY+#R)=#Y``.

A card's code has everything printed on it: letter, weight in tons, shape and colour (``A5RY``: an A of 5 tons, a
rectangle, yellow), ``#B`` for a blue window, ``*`` for the natural wildcard. Equal codes are equal cards, so materials
are a multiset of codes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from towergames.core.text import quoted

COLOURS = ("red", "blue", "yellow")
SHAPES = ("triangle", "rectangle", "hexagon")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VOWELS = frozenset("AEIOUY")
RARE = frozenset("JQXZ")
WILD = "*"

Code = str
"""A card as it is written."""

_COLOUR = {colour[0].upper(): colour for colour in COLOURS}
_SHAPE = {shape[0].upper(): shape for shape in SHAPES}
_BRICK = re.compile(r"([A-Z])([0-9])([TRH])([RBY])")
_WINDOW = re.compile(r"#([RBY])")


class PieceError(ValueError):
    """The text is no card, piece or tower; the message says which form is."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One place of a level: a brick, or a window when ``letter`` is empty.

    ``weight`` is the printed weight in tons and ``adjust`` (-1, 0, +1) the change by rule 8. ``made_of`` is empty for
    an ordinary card, ``("*",)`` for the natural wildcard, and the codes of two cards for an unnatural one (rule 31).
    """

    colour: str
    letter: str = ""
    weight: int = 0
    shape: str = ""
    adjust: int = 0
    made_of: tuple[Code, ...] = ()

    @property
    def window(self) -> bool:
        return not self.letter

    @property
    def tons(self) -> int:
        """The weight that counts; 0 for a window."""
        return self.weight + self.adjust

    @property
    def face(self) -> Code:
        """The code of a card that shows the same as this piece."""
        if self.window:
            return f"#{self.colour[0].upper()}"
        return f"{self.letter}{self.weight}{self.shape[0].upper()}{self.colour[0].upper()}"

    @property
    def cards(self) -> tuple[Code, ...]:
        """The cards of the materials that the piece uses up."""
        return self.made_of or (self.face,)

    @property
    def text(self) -> str:
        """The piece as it is written.

        >>> Piece("red", "Q", 4, "hexagon", -1, ("A5RY", "#B")).text
        '(A5RY+#B)=Q4HR-1'
        """
        shown = self.face + (f"{self.adjust:+d}" if self.adjust else "")
        if not self.made_of:
            return shown
        return f"{WILD}={shown}" if self.made_of == (WILD,) else f"({'+'.join(self.made_of)})={shown}"


TowerLevel = tuple[Piece, ...]
"""Pieces from left to right."""

Tower = tuple[TowerLevel, ...]
"""Levels, the bottom one first."""


def card_piece(code: Code) -> Piece:
    """The piece that an ordinary card makes. Raises PieceError for anything but a brick or a window."""
    if match := _BRICK.fullmatch(code):
        letter, weight, shape, colour = match.groups()
        return Piece(_COLOUR[colour], letter, int(weight), _SHAPE[shape])
    if match := _WINDOW.fullmatch(code):
        return Piece(_COLOUR[match.group(1)])
    raise PieceError(
        f"{quoted(code, 20)} is not a card. Write a brick as letter, tons, T R or H, R B or Y: A5RY, a window as #B"
    )


def read_piece(text: str) -> Piece:
    """Read a piece as :attr:`Piece.text` writes it. Raises PieceError."""
    text = text.strip().upper()
    made_of: tuple[Code, ...] = ()
    made, equals, shown = text.rpartition("=")
    if equals:
        if made == WILD:
            made_of = (WILD,)
        elif made.startswith("(") and made.endswith(")"):
            made_of = tuple(made[1:-1].split("+"))
            if len(made_of) != 2:
                raise PieceError(f"{quoted(text)}: an unnatural wildcard is made of two cards, as in (A5RY+#B)=E1TR")
            for code in made_of:
                if code != WILD:  # the rules refuse it (B-3)
                    card_piece(code)
        else:
            raise PieceError(f"{quoted(text)}: write *=E1TR for the natural wildcard, (A5RY+#B)=E1TR for two cards")
    adjust = 0
    if shown[-2:] in ("+1", "-1"):
        adjust, shown = int(shown[-2:]), shown[:-2]
    plain = card_piece(shown)
    return Piece(plain.colour, plain.letter, plain.weight, plain.shape, adjust, made_of)


def write_tower(tower: Tower) -> str:
    """The tower on one line, bottom level first, levels divided by ``/``."""
    return " / ".join(" ".join(piece.text for piece in level) for level in tower)


def read_tower(text: str) -> Tower:
    """Read a tower as :func:`write_tower` writes it; ``""`` has no level. Raises PieceError."""
    if not text.strip():
        return ()
    return tuple(tuple(read_piece(word) for word in level.split()) for level in text.split("/"))


def cards_of(tower: Tower) -> Counter[Code]:
    """The cards that a tower uses up."""
    return Counter(code for level in tower for piece in level for code in piece.cards)


def missing(tower: Tower, materials: Iterable[Code]) -> Counter[Code]:
    """The cards that the tower uses beyond the materials."""
    return cards_of(tower) - Counter(materials)

"""What the rules look at: a tower, counted once, and the words found in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from towergames.games.bricks.pieces import Piece, Tower
from towergames.games.bricks.readings import Readings
from towergames.games.bricks.words import Found

Place = tuple[int, int | None]
"""A level and a piece in it, both from 0; None is the whole level."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One way in which a tower breaks building rule number ``rule``: a sentence, and the places that it is about."""

    rule: int
    text: str
    places: tuple[Place, ...] = ()


class Facts:
    """A tower counted for the rules. Weights are in tons and as adjusted; levels stand bottom first."""

    __slots__ = (
        "bricks",
        "cards",
        "colours",
        "letters",
        "pieces",
        "readings",
        "sizes",
        "tons",
        "tower",
        "weights",
        "words",
    )

    def __init__(self, tower: Tower, readings: Readings, words: Found) -> None:
        self.tower = tower
        self.readings = readings
        self.words = words
        self.pieces: list[Piece] = [piece for level in tower for piece in level]
        self.bricks: list[list[Piece]] = [[piece for piece in level if piece.letter] for level in tower]
        self.sizes: list[int] = [len(level) for level in tower]
        self.weights: list[int] = [sum([brick.weight + brick.adjust for brick in level]) for level in self.bricks]
        bricks = [brick for level in self.bricks for brick in level]
        self.letters = Counter([brick.letter for brick in bricks])
        self.colours = Counter([brick.colour for brick in bricks])
        self.tons = {brick.weight + brick.adjust for brick in bricks}
        self.cards = len(self.pieces)
        if readings.stack_cards == 2:
            self.cards += sum(len(piece.made_of) == 2 for piece in self.pieces)

    @property
    def windows(self) -> int:
        """How many windows the tower has."""
        return len(self.pieces) - self.letters.total()

    def shaped(self, shape: str) -> int:
        """How many bricks have that shape."""
        return sum([piece.shape == shape for piece in self.pieces if piece.letter])

    def places_of(self, letters: str) -> tuple[Place, ...]:
        """Where any of these letters stand."""
        return tuple(
            (row, place)
            for row, level in enumerate(self.tower)
            for place, piece in enumerate(level)
            if piece.letter and piece.letter in letters
        )

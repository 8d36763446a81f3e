"""Towers, word lists and random towers made for tests."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

from towergames import lexicon
from towergames.games.bricks.judge import Ledger, judge, judge_known_words
from towergames.games.bricks.pieces import COLOURS, SHAPES, Piece, Tower, read_tower
from towergames.games.bricks.rules import CHOICES, STANDARD, FoundWords, Readings
from towergames.lexicon import Lexicon

WORKED = "A5RY R3HY W4RY #Y #Y / E4TB N5RB #B / D4RB T3HB #B #B / O5HY #Y / R3RY"
"""The worked example: 75 points."""

_WORDS = """
danewort tower towers two tow wet rot rote wrote cat act tac tea eat ate ear era are red bed den end net ten tent
do od doer redo rode note tone toner tonne onto to on no ad da or water waters wrote towered rodent trodden
quiz quizzed jab jabs box boxer zax waxed ax ox xenon abandon banana
"""
WORDS = _WORDS.split()


TOGETHER = (
    Readings(gaps="break", windows="close-up", repeated="once", stack_cards=2, runs="each"),
    Readings(wild_window=False, heaviest=9, lightest=0, wild_adjusts=False, wild_rare=False, zero=False),
    Readings(high_floors="go-on", free_letters=True, windows="close-up", stack_cards=2),
)
"""Each reading that is not the usual one, in the company of others."""


def words() -> Lexicon:
    """A small list that has DANEWORT."""
    return lexicon.add("bricks-test", WORDS)


def tower(text: str) -> Tower:
    return read_tower(text)


def ledger(text: str, readings: Readings = STANDARD, word: str = "") -> Ledger:
    return judge(read_tower(text), words(), readings, word=word)


def broken(text: str, rule: int, **readings: Any) -> tuple[str, ...]:
    """What the judge says against a tower by one rule."""
    return judge_known_words(read_tower(text), FoundWords(), Readings(**readings)).violations.get(rule, ())


def points(text: str, rule: int, **readings: Any) -> int:
    """What one rule gives a tower, with the words of the small list."""
    return ledger(text, Readings(**readings)).points[rule]


COMMON = "AAEEEIIOOUNNRRTTLLSSDDGBCMPFHVWYKJQXZ"


def any_readings(draw: random.Random) -> Readings:
    if draw.random() < 0.3:
        return STANDARD
    return Readings(**{field.name: draw.choice(CHOICES[field.name]) for field in fields(Readings)})  # type: ignore[arg-type]


def any_piece(draw: random.Random, colour: str, windows: float, wild: float) -> Piece:
    made_of: tuple[str, ...] = ()
    if draw.random() < wild:
        made_of = draw.choice([("*",), ("A5RY", "#B"), ("T1HR", "Z2TB"), ("#R", "#B"), ("*", "E1TR"), ("E1TR",) * 3])
    if draw.random() < windows:
        return Piece(colour, made_of=made_of)
    letter = draw.choice(COMMON)
    adjust = draw.choice([-1, 0, 1]) if letter in "JQXZ" else 0
    if draw.random() < wild / 2:
        adjust = draw.choice([-2, -1, 1, 2])
    weight = draw.randint(0, 9) if made_of and draw.random() < 0.5 else draw.randint(1, 5)
    return Piece(colour, letter, weight, draw.choice(SHAPES), adjust, made_of)


def wild_tower(draw: random.Random) -> Tower:
    """Anything: levels of 0 to 8 pieces, mixed colours, letters in no order, several wildcards."""
    mixed = draw.random() < 0.5
    windows, wild = draw.choice([0, 0.1, 0.3, 0.6]), draw.choice([0, 0.05, 0.3])
    made = []
    for _ in range(draw.randint(0, 9)):
        colour = draw.choice(COLOURS)
        level = [
            any_piece(draw, draw.choice(COLOURS) if mixed else colour, windows, wild) for _ in range(draw.randint(0, 8))
        ]
        if draw.random() < 0.7:
            level.sort(key=lambda piece: piece.letter)
        made.append(tuple(level))
    return tuple(made)


def likely_tower(draw: random.Random) -> Tower:
    """Near the rules: one colour a level, letters in order and apart, lighter upwards, at most two wildcards."""
    wilds = [("*",), ("A5RY", "#B")]
    levels = []
    for row in range(draw.choice([3, 4, 4, 5, 5, 6, 6, 7])):
        colour = COLOURS[row % 3]
        letters = COMMON if row else "BCDFGHKLMNPQRTVWXZ"
        bricks = []
        for _ in range(draw.randint(1, 5 if row < 2 else 3)):
            made_of = wilds.pop() if wilds and draw.random() < 0.15 else ()
            letter = draw.choice(letters)
            adjust = draw.choice([-1, 0, 0, 1]) if letter in "JQXZ" else 0
            bricks.append(Piece(colour, letter, draw.randint(1, 5), draw.choice(SHAPES), adjust, made_of))
        bricks.sort(key=lambda piece: piece.letter)
        level = [bricks[0]]
        for brick in bricks[1:]:
            if ord(brick.letter) - ord(level[-1].letter) == 1 and draw.random() < 0.8:
                level.append(Piece(colour))
            level.append(brick)
        if draw.random() < 0.4:
            level.insert(draw.randint(0, len(level)), Piece(colour))
        levels.append(tuple(level))
    if draw.random() < 0.9:
        levels.sort(key=lambda level: -sum(piece.tons for piece in level))
    return tuple(levels)


def any_tower(draw: random.Random) -> Tower:
    return wild_tower(draw) if draw.random() < 0.4 else likely_tower(draw)


def spelled_tower(draw: random.Random) -> Tower:
    """A likely tower whose columns often spell something: letters put in from a word, the order of rows be damned."""
    made = [list(level) for level in likely_tower(draw)]
    word = draw.choice([word for word in WORDS if len(word) <= 5]).upper()
    for letter, level in zip(reversed(word), made, strict=False):
        if level[0].letter:
            old = level[0]
            level[0] = Piece(old.colour, letter, old.weight, old.shape, 0, old.made_of)
    return tuple(tuple(level) for level in made)

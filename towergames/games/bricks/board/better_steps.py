"""Steps that would make the tower better, for hints: single ones, exchanges, and the way to a first legal tower."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from towergames.core.cancellation import raise_if_stopped
from towergames.games.bricks import model, pieces
from towergames.games.bricks.board import position
from towergames.games.bricks.board.pending_move import in_order, places
from towergames.games.bricks.board.ui_state import BricksContext
from towergames.games.bricks.deal import quick_tower
from towergames.games.bricks.model import BuildingStep
from towergames.games.bricks.moves import Insight
from towergames.games.bricks.pieces import WILD, Piece, Tower, TowerLevel, card_piece, write_tower
from towergames.games.bricks.rules import FEWEST_LEVELS

MOST_TRIES = 1500
"""Steps tried at most in search of a better tower: some tenths of a second, so a screen lets a thread search."""
MORE_THAN_ANY = 1000
"""Points that no tower scores, so that the quick search for a first tower goes on to its end."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A step that was tried: the rules whose points it raises, the most first, and the insight into its tower."""

    step: BuildingStep
    gains: tuple[tuple[int, int], ...]
    more: int
    found: Insight


def improving(c: BricksContext) -> tuple[BuildingStep, Insight] | None:
    """The best single step or exchange and the insight into the tower after it; None when none tried is better."""
    best = None
    tower = position.tower_of(c)
    most = _worth(tower, position.seen(c, tower))
    for step, made, found in _tried(c, chain(_steps(c), _exchanges(c, tower), _declaring(c, tower))):
        if _worth(made, found) > most:
            most, best = _worth(made, found), (step, found)
    return best


def towards_first_tower(c: BricksContext) -> tuple[BuildingStep, int] | None:
    """The next step to a legal tower that a quick search finds, and the points of that tower.

    Where a broken tower in hand is no part of it, the step builds all of it. None: the search finds none, or a legal
    tower in hand is no part of it or scores as much, or a rule is hidden.
    """
    tower = position.tower_of(c)
    now = position.seen(c, tower)
    first = quick_tower(position.cards(c), MORE_THAN_ANY) if now.complete else None
    if first is None:
        return None
    points, step = position.seen(c, first).total, _missing_step(tower, first)
    if now.legal and (step is None or now.total >= points):
        return None
    return step or model.Build(write_tower(first)), points


def _missing_step(tower: Tower, whole: Tower) -> BuildingStep | None:
    """The step that puts the lowest missing piece of ``whole`` in its place; None where ``tower`` is no part of it."""
    step: BuildingStep | None = None
    low = 0
    for level in whole:
        row = tower[low] if low < len(tower) and _is_part(tower[low], level) else ()
        low += bool(row)
        if step is None and len(row) < len(level):
            left = Counter(row)
            for place, piece in enumerate(level, start=1):
                if not left[piece]:
                    step = model.Place(piece.text, low, place) if row else model.Place(piece.text, low, 0)
                    break
                left[piece] -= 1
    return step if low == len(tower) else None


def _is_part(row: TowerLevel, level: TowerLevel) -> bool:
    """Whether a level has all pieces of ``row``, from left to right."""
    rest = iter(level)
    return all(piece in rest for piece in row)


def richest(c: BricksContext, most: int) -> list[Tried]:
    """Steps that score more and break no other rule, the best ones for ``most`` different rules."""
    now = position.seen(c, position.tower_of(c))
    better: list[Tried] = []
    for step, _, found in _tried(c, chain(_steps(c), _declaring(c, position.tower_of(c)))):
        if found.total > now.total and found.legal >= now.legal and found.broken.keys() <= now.broken.keys():
            gains = [(rule, points - now.points[rule]) for rule, points in found.points.items()]
            raised = sorted((gain for gain in gains if gain[1] > 0), key=lambda gain: (-gain[1], gain[0]))
            better.append(Tried(step, tuple(raised), found.total - now.total, found))
    better.sort(key=lambda tried: (-tried.more, tried.gains))
    first = {tried.gains[0][0]: tried for tried in reversed(better)}
    return [tried for tried in better if first[tried.gains[0][0]] is tried][:most]


def _tried(c: BricksContext, steps: Iterator[BuildingStep]) -> Iterator[tuple[BuildingStep, Tower, Insight]]:
    """Yield the steps that are possible, each with the tower after it and the insight into that tower."""
    for step in islice(steps, MOST_TRIES):
        raise_if_stopped()
        made = position.after(c, step)
        if made is not None:
            yield step, made, position.seen(c, made)


def _worth(tower: Tower, insight: Insight) -> tuple[bool, int, int, int]:
    """The sorting key of towers by known rules: legal, few broken rules, the levels that are needed, points."""
    return insight.legal, -len(insight.broken), min(len(tower), FEWEST_LEVELS), insight.total


def _steps(c: BricksContext) -> Iterator[BuildingStep]:
    """Yield steps: take pieces, place cards, shift levels, adjust weights, move windows."""
    tower = position.tower_of(c)
    for level, row in enumerate(tower, start=1):
        for place, piece in enumerate(row, start=1):
            yield model.Take(level, place)
            if piece.letter and piece.letter in pieces.RARE:
                yield from (model.Adjust(level, place, by) for by in (-1, 0, 1) if by != piece.adjust)
            if piece.window:
                yield from (
                    model.Move(level, place, level, other) for other in range(1, len(row) + 1) if other != place
                )
    yield from (model.Shift(level, True) for level in range(1, len(tower)))
    for code in position.left(c):
        made = [card_piece(code)] if code != WILD else list(_wild(c))
        for piece in made:
            yield from (model.Place(piece.text, *goal) for goal in _goals(tower, piece))


def _exchanges(c: BricksContext, tower: Tower) -> Iterator[BuildingStep]:
    """Yield moves of a piece to another level, and its exchanges with a card left or a piece of another level."""
    spots = [(level, place) for level, row in enumerate(tower) for place in range(len(row))]
    for level, place in spots:
        for to_level, to_place in _goals(tower, tower[level][place]):
            if to_level != level + 1:
                yield model.Move(level + 1, place + 1, to_level, to_place)
        for code in position.left(c):
            if code != WILD and card_piece(code).colour == tower[level][place].colour:
                yield _built({level: _replaced(tower[level], place, card_piece(code))}, tower)
    for at, (level, place) in enumerate(spots):
        for other_level, other_place in spots[at + 1 :]:
            piece, other = tower[level][place], tower[other_level][other_place]
            if level != other_level and piece.colour == other.colour and piece.text != other.text:
                rows = {
                    level: _replaced(tower[level], place, other),
                    other_level: _replaced(tower[other_level], other_place, piece),
                }
                yield _built(rows, tower)


def _replaced(row: TowerLevel, place: int, piece: Piece) -> TowerLevel:
    """The level with a piece in place of another: a window there, a brick in alphabetical order."""
    rest = (*row[:place], *row[place + 1 :])
    at = place if piece.window else in_order(rest, piece) - 1
    return (*rest[:at], piece, *rest[at:])


def _built(rows: dict[int, TowerLevel], tower: Tower) -> model.Build:
    return model.Build(write_tower(tuple(rows.get(level, row) for level, row in enumerate(tower))))


def _declaring(c: BricksContext, tower: Tower) -> Iterator[BuildingStep]:
    """Yield declarations of a wildcard as every other brick of its colour."""
    readings = c.view.terms.readings
    for level, row in enumerate(tower, start=1):
        for place, piece in enumerate(row, start=1):
            for letter in pieces.LETTERS if piece.made_of else ():
                for weight in range(readings.lightest, readings.heaviest + 1):
                    for shape in pieces.SHAPES:
                        yield model.Declare(level, place, Piece(piece.colour, letter, weight, shape).face)


def _wild(c: BricksContext) -> Iterator[Piece]:
    """Yield placements of the wildcard as a window of each colour, where it may be one."""
    if c.view.terms.readings.wild_window:
        yield from (Piece(colour, made_of=(WILD,)) for colour in pieces.COLOURS)


def _goals(tower: Tower, piece: Piece) -> Iterator[tuple[int, int]]:
    """Yield the places of a piece: each level of its colour with room, in alphabetical order, and a new level."""
    for level, place in places(tower, 0, piece):
        if not place or piece.window or place == in_order(tower[level - 1], piece):
            yield level, place

"""One step that makes the tower in hand better, found by trying the likely ones: help for who is stuck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from towergames.boards.bricks import bench
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.pending import in_order, places
from towergames.games.bricks.construction import BuildingStep
from towergames.games.bricks.model import Adjust, Declare, Move, Place, Shift, Take
from towergames.games.bricks.moves import Insight
from towergames.games.bricks.pieces import COLOURS, LETTERS, RARE, SHAPES, WILD, Piece, Tower, card_piece

MOST_TRIES = 1500
"""Steps tried at most: a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A step that was tried: the rules whose points it raises, the most first, and what the tower is then."""

    step: BuildingStep
    gains: tuple[tuple[int, int], ...]
    more: int
    found: Insight


def improving(scene: TableScene) -> tuple[BuildingStep, Insight] | None:
    """The best single step and what the tower would be then; None when none of those tried makes it better."""
    best = None
    most = _worth(bench.seen(scene, bench.tower_of(scene)))
    for step, found in _tried(scene):
        if _worth(found) > most:
            most, best = _worth(found), (step, found)
    return best


def richest(scene: TableScene, most: int) -> list[Tried]:
    """Steps that score more and break no other rule, the best ones for ``most`` different rules."""
    now = bench.seen(scene, bench.tower_of(scene))
    better: list[Tried] = []
    for step, found in _tried(scene):
        if found.total > now.total and found.legal >= now.legal and found.broken.keys() <= now.broken.keys():
            gains = [(rule, points - now.points[rule]) for rule, points in found.points.items()]
            raised = sorted((gain for gain in gains if gain[1] > 0), key=lambda gain: (-gain[1], gain[0]))
            better.append(Tried(step, tuple(raised), found.total - now.total, found))
    better.sort(key=lambda tried: (-tried.more, tried.gains))
    first = {tried.gains[0][0]: tried for tried in reversed(better)}
    return [tried for tried in better if first[tried.gains[0][0]] is tried][:most]


def _tried(scene: TableScene) -> Iterator[tuple[BuildingStep, Insight]]:
    """The likely steps that can be done, and what the tower would be then."""
    for step in islice(_steps(scene), MOST_TRIES):
        made = bench.after(scene, step)
        if made is not None:
            yield step, bench.seen(scene, made)


def _worth(found: Insight) -> tuple[bool, int, int]:
    """Legal before illegal, then fewer broken rules, then points; only of the rules that are known."""
    return found.legal, -len(found.broken), found.total


def _steps(scene: TableScene) -> Iterator[BuildingStep]:
    """Pieces away, cards where they belong, levels shifted, weights adjusted, windows moved, wildcards made anew."""
    tower = bench.tower_of(scene)
    for level, row in enumerate(tower, start=1):
        for place, piece in enumerate(row, start=1):
            yield Take(level, place)
            if piece.letter and piece.letter in RARE:
                yield from (Adjust(level, place, by) for by in (-1, 0, 1) if by != piece.adjust)
            if piece.window:
                yield from (Move(level, place, level, other) for other in range(1, len(row) + 1) if other != place)
    yield from (Shift(level, True) for level in range(1, len(tower)))
    for code in bench.left(scene):
        made = [card_piece(code)] if code != WILD else list(_wild(scene))
        for piece in made:
            yield from (Place(piece.text, *goal) for goal in _goals(tower, piece))
    yield from _declaring(scene, tower)


def _declaring(scene: TableScene, tower: Tower) -> Iterator[BuildingStep]:
    """Every other brick of the same colour that a wildcard of the tower might be."""
    readings = scene.view.terms.readings
    for level, row in enumerate(tower, start=1):
        for place, piece in enumerate(row, start=1):
            for letter in LETTERS if piece.made_of else ():
                for weight in range(readings.lightest, readings.heaviest + 1):
                    for shape in SHAPES:
                        yield Declare(level, place, Piece(piece.colour, letter, weight, shape).face)


def _wild(scene: TableScene) -> Iterator[Piece]:
    """The wildcard as a window of each colour, where it may be one."""
    if scene.view.terms.readings.wild_window:
        yield from (Piece(colour, made_of=(WILD,)) for colour in COLOURS)


def _goals(tower: Tower, piece: Piece) -> Iterator[tuple[int, int]]:
    """Into every level of its colour with room, bricks in the order of the alphabet, and on a level of its own."""
    for level, place in places(tower, 0, piece):
        if not place or piece.window or place == in_order(tower[level - 1], piece):
            yield level, place

"""One step that makes the tower in hand better, found by trying the likely ones: help for who is stuck."""

from __future__ import annotations

from collections.abc import Iterator

from towergames.boards.bricks import bench
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.pending import MOST_PIECES, target
from towergames.games.bricks.building import BuildingStep
from towergames.games.bricks.model import Adjust, Declare, Move, Place, Shift, Take
from towergames.games.bricks.pieces import COLOURS, LETTERS, RARE, SHAPES, WILD, Piece, Tower, card_piece
from towergames.games.bricks.preview import Insight

MOST_TRIES = 1500
"""Steps tried at most: a tenth of a second."""


def improving(scene: TableScene) -> tuple[BuildingStep, Insight] | None:
    """The best single step and what the tower would be then; None when none of those tried makes it better."""
    best = None
    most = _worth(bench.seen(scene, bench.tower_of(scene)))
    for tries, step in enumerate(_steps(scene)):
        made = bench.after(scene, step) if tries < MOST_TRIES else None
        if made is None:
            continue
        found = bench.seen(scene, made)
        if _worth(found) > most:
            most, best = _worth(found), (step, found)
    return best


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
            yield from (Place(piece.text, *goal) for goal in _goals(scene, tower, piece))
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


def _goals(scene: TableScene, tower: Tower, piece: Piece) -> Iterator[tuple[int, int]]:
    """Into every level of its colour with room, and on a new level at the top."""
    for level, row in enumerate(tower, start=1):
        if row[0].colour == piece.colour and len(row) < MOST_PIECES:
            if piece.window:
                yield from ((level, place) for place in range(1, len(row) + 2))
            else:
                yield target(scene, (level, 1), piece)
    yield len(tower), 0

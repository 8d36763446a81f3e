"""The prepared move, the tower after it, and moves that would make the tower better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from towergames.board.timeline import height
from towergames.core.contract import Event
from towergames.games.bricks import model
from towergames.games.bricks.board import position
from towergames.games.bricks.board.ui_state import BricksContext, Goal, card_at_cursor, piece_at
from towergames.games.bricks.construction import insert
from towergames.games.bricks.judge import judge_known_words
from towergames.games.bricks.model import Action
from towergames.games.bricks.moves import BUILDING_STEPS
from towergames.games.bricks.notation import parse
from towergames.games.bricks.pieces import WILD, Piece, Tower, TowerLevel, card_piece, read_piece
from towergames.games.bricks.rules import FoundWords, Readings

MOST_PIECES = 6
MOST_TRIES = 1500
"""Steps tried at most in search of a better tower: a tenth of a second."""

PieceIndex = tuple[int, int]
"""A level and a piece in it, both from 0."""


def draft(c: BricksContext) -> Action | None:
    """The action that Enter would submit now, or None."""
    ui = c.ui
    if c.phase == "pick":
        code = card_at_cursor(c)
        return model.Pick(code) if code else None
    if c.phase != "build":
        return None
    if ui.suggested is not None:
        return ui.suggested
    if ui.word is not None:
        return model.Submit(ui.word) if len(ui.word) != 1 else None
    if ui.wildcard is not None:
        return _wished(c)
    if ui.pairing:
        return None
    if ui.zone == "tower":
        return _putting(c)
    if ui.zone == "cards":
        code = card_at_cursor(c) if ui.aim else ""
        return model.Place(code, *ui.goal) if code and code != WILD else None
    return model.Ask(ui.rule) if ui.rule not in position.known(c) and not ui.busy else None


def previewed_action(c: BricksContext) -> Action | None:
    """The change to preview: the prepared action, or the wildcard, held piece or card put in its likeliest place."""
    action, wildcard = draft(c), c.ui.wildcard
    if action is None and wildcard is not None and not c.ui.declared and c.phase == "build":
        return model.Place(wildcard.piece.text, *target(c, wildcard.piece))
    if action is None and c.ui.zone == "ledger" and c.phase == "build":
        return _putting(c)  # the lines tell what putting it down would do
    if action is None and c.ui.zone == "cards" and c.phase == "build" and not c.ui.busy:
        code = card_at_cursor(c)  # where it would most likely go
        return model.Place(code, *target(c, card_piece(code))) if code and code != WILD else None
    return action


def _wished(c: BricksContext) -> Action | None:
    wildcard = c.ui.wildcard
    assert wildcard is not None
    if c.ui.declared:
        piece = position.tower_of(c)[c.ui.goal[0] - 1][c.ui.goal[1] - 1]
        same = (piece.colour, piece.letter, piece.weight, piece.shape) == _shown(wildcard.piece)
        return None if same else model.Declare(*c.ui.goal, wildcard.piece.face)
    return model.Place(wildcard.piece.text, *c.ui.goal) if c.ui.aim else None


def _shown(piece: Piece) -> tuple[str, str, int, str]:
    return piece.colour, piece.letter, piece.weight, piece.shape


def _putting(c: BricksContext) -> Action | None:
    if c.ui.held:
        return model.Place(c.ui.held, *c.ui.goal)
    if c.ui.lifted is None:
        return None
    step = model.Move(*c.ui.lifted, *c.ui.goal)
    return None if position.after(c, step) == position.tower_of(c) else step


def tower_after(c: BricksContext, action: Action | None) -> Tower | None:
    """The tower in hand once the action is done; None when it changes no tower."""
    return position.after(c, action) if isinstance(action, BUILDING_STEPS) else None  # type: ignore[arg-type]


def effect_head(action: Action | None) -> str:
    """The head of the column that shows what an action would change."""
    match action:
        case model.Place() | model.Move():
            return "if placed"
        case model.Build():
            return "if built"
        case _:
            return "if done"


def target(c: BricksContext, piece: Piece) -> Goal:
    """The place first offered for a piece.

    It is one that makes the tower legal, if there is any; else one where the fewest breaches of known building rules
    are new. Of equal places the level under the cursor comes first, then higher levels, then the order of the alphabet.
    Where the ledger is closed (B-27) nothing is judged.
    """
    tower = position.tower_of(c)
    rules = position.known(c) if position.open_ledger(c) else frozenset()
    return _target(tower, c.ui.goal[0], piece, rules, c.view.terms.readings)


@lru_cache(maxsize=512)
def _target(tower: Tower, level: int, piece: Piece, rules: frozenset[int], readings: Readings) -> Goal:
    offered = list(places(tower, level, piece))
    if not rules:
        return offered[0]
    before = Counter(breach.rule for breach in judge_known_words(tower, FoundWords(), readings).breaches)

    def faults(goal: Goal) -> tuple[bool, int]:
        breaches = judge_known_words(insert(tower, piece, *goal), FoundWords(), readings).breaches
        known = Counter(breach.rule for breach in breaches if breach.rule in rules)
        return bool(breaches), (known - before).total()

    return min(offered, key=faults)


def places(tower: Tower, level: int, piece: Piece) -> Iterator[Goal]:
    """Yield places for a piece: in levels of its colour with room, the likeliest first, then on a new level."""
    fitting = [
        number
        for number, row in enumerate(tower, start=1)
        if row and row[0].colour == piece.colour and len(row) < MOST_PIECES
    ]
    for number in sorted(fitting, key=lambda number: (number != level, -number)):
        row = tower[number - 1]
        usual = in_order(row, piece)
        yield number, usual
        yield from ((number, place) for place in range(len(row) + 1, 0, -1) if place != usual)
    yield from ((number, 0) for number in range(len(tower), -1, -1))


def in_order(row: TowerLevel, piece: Piece) -> int:
    """The last place of a level where a piece keeps the order of the alphabet; windows stand at the end."""
    end = len(row) + 1
    if not piece.letter:
        return end
    for at, other in enumerate(row, start=1):
        if other.letter > piece.letter:
            return at
    return end


# --- the picture of it ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnTower:
    """The tower as it is drawn: that of the builder, with pieces that are not there yet in it.

    ``own`` has the place in the builder's tower ``mine`` for each drawn piece, None for one that is not there yet;
    ``levels`` the level of ``mine`` for each drawn level. ``here`` is the place under the cursor, which may be one
    beyond the end of a level, and ``gap`` the new level (from 0) that the cursor would begin. ``spots`` are the click
    targets by piece.
    """

    mine: Tower
    tower: Tower
    own: tuple[tuple[PieceIndex | None, ...], ...]
    levels: tuple[int | None, ...]
    here: PieceIndex | None = None
    gap: int | None = None
    spots: dict[PieceIndex, str] = field(default_factory=dict)
    above: int | None = None
    """Rows by which the falling new pieces are above their places; None: new pieces are only prepared."""

    def is_new(self, row: int, at: int) -> bool:
        """Whether the drawn piece is not there yet."""
        return self.own[row][at] is None


def standing(tower: Tower, here: PieceIndex | None = None, gap: int | None = None, named: bool = False) -> DrawnTower:
    """The tower as it stands; ``named``: its pieces can be clicked."""
    own = tuple(tuple((row, at) for at in range(len(level))) for row, level in enumerate(tower))
    return DrawnTower(tower, tower, own, tuple(range(len(tower))), here, gap, _names(tower) if named else {})


def laid(c: BricksContext, event: Event) -> DrawnTower | None:
    """The tower with the piece that the event puts in; None for other events, or where the tower is hidden."""
    if event.kind != "step" or event.seat != position.shown_seat(c) or position.bench(c) is None:
        return None
    step = parse(event.data["typed"], c.view)
    if not isinstance(step, model.Place):
        return None
    falling = _inserted(position.tower_of(c), read_piece(step.piece), (step.level, step.place))
    return replace(falling, here=None, above=height(c.frame))


def drawn(c: BricksContext, still: bool = False) -> DrawnTower:
    """The tower with the pending change in it; ``still`` is without any cursor."""
    tower = position.tower_of(c)
    if c.playing and (dropping := laid(c, c.playing[-1])) is not None:
        return dropping
    if still or position.over(c):
        return standing(tower, named=True)
    level, place = c.ui.goal
    if c.ui.suggested is not None:
        return _suggested(tower, c.ui.suggested, tower_after(c, c.ui.suggested), c.ui.goal)
    if c.ui.wildcard is not None and c.ui.declared:
        row, at = level - 1, place - 1
        shown = (*tower[row][:at], c.ui.wildcard.piece, *tower[row][at + 1 :])
        made = (*tower[:row], shown, *tower[row + 1 :])
        return replace(_differing(tower, made), here=(row, at), spots=_names(tower))
    piece = _pending_piece(c)
    if piece is None:
        here = c.ui.zone == "tower" or c.ui.aim
        spot = (level - 1, place - 1) if here and place else None
        return standing(tower, spot, level if here and not place else None, named=True)
    action = previewed_action(c)
    goal = (action.level, action.place) if isinstance(action, model.Place) else c.ui.goal
    return _inserted(tower, piece, goal, c.ui.lifted)


def _suggested(tower: Tower, action: Action, made: Tower | None, goal: Goal) -> DrawnTower:
    """The tower with the step of a hint: new faces and whole towers are drawn, for other steps the place is marked."""
    if isinstance(action, model.Build | model.Declare | model.Adjust) and made is not None:
        return _differing(tower, made)
    spot = (goal[0] - 1, max(0, goal[1] - 1)) if goal[0] else None
    return standing(tower, spot)


def _pending_piece(c: BricksContext) -> Piece | None:
    if c.ui.held and c.ui.zone in ("tower", "ledger"):
        return read_piece(c.ui.held)
    lifted = piece_at(position.tower_of(c), c.ui.lifted or (0, 0))
    if lifted is not None:
        return lifted
    action = previewed_action(c)
    return read_piece(action.piece) if isinstance(action, model.Place) else None


def _inserted(tower: Tower, piece: Piece, goal: Goal, lifted: Goal | None = None) -> DrawnTower:
    """Insert a piece, which may have been lifted from the tower; the click targets of the others keep their places."""
    level, place = goal
    rows = [list(row) for row in tower]
    own: list[list[PieceIndex | None]] = [[(row, at) for at in range(len(level))] for row, level in enumerate(tower)]
    levels: list[int | None] = list(range(len(tower)))
    if lifted is not None:
        del rows[lifted[0] - 1][lifted[1] - 1]
        del own[lifted[0] - 1][lifted[1] - 1]
    names = [[f"piece:{number}.{at}" for at in range(1, len(row) + 1)] for number, row in enumerate(rows, start=1)]
    if place == 0:
        rows.insert(level, [])
        own.insert(level, [])
        names.insert(level, [])
        levels.insert(level, None)
    here = (level, 0) if place == 0 else (level - 1, place - 1)
    rows[here[0]].insert(here[1], piece)
    own[here[0]].insert(here[1], None if goal != lifted else (lifted[0] - 1, lifted[1] - 1))
    names[here[0]].insert(here[1], "here")
    spots = {(row, at): name for row, called in enumerate(names) for at, name in enumerate(called)}
    return DrawnTower(tower, _tower(rows), tuple(map(tuple, own)), tuple(levels), here, None, spots)


def _tower(rows: list[list[Piece]]) -> Tower:
    return tuple(map(tuple, rows))


def _names(tower: Tower) -> dict[PieceIndex, str]:
    return {(row, at): f"piece:{row + 1}.{at + 1}" for row, level in enumerate(tower) for at in range(len(level))}


def _differing(tower: Tower, made: Tower) -> DrawnTower:
    """Draw ``made`` over the tower: pieces that differ at their place are not there yet."""
    own = []
    for row, level in enumerate(made):
        places: list[PieceIndex | None] = []
        for at, piece in enumerate(level):
            stands_there = row < len(tower) and at < len(tower[row]) and tower[row][at] == piece
            places.append((row, at) if stands_there else None)
        own.append(tuple(places))
    levels = tuple(row if row < len(tower) else None for row in range(len(made)))
    return DrawnTower(tower, made, tuple(own), levels)

"""The change that is being thought of: the step that Enter would do, and the tower as it would stand then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from towergames.boards.bricks import bench, sorting
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.pointer import ACTS, CARDS, LEDGER, TOWER, Goal, Pointer, base, draft_names, stands
from towergames.games.bricks.construction import insert
from towergames.games.bricks.judge import settle
from towergames.games.bricks.legal_actions import BUILDING_STEPS
from towergames.games.bricks.model import (
    MOST_DRAFTS,
    Action,
    Ask,
    Build,
    Clear,
    CopyDraft,
    Declare,
    DropDraft,
    Move,
    Pick,
    Place,
    Submit,
    UseDraft,
)
from towergames.games.bricks.pieces import WILD, Level, Piece, Tower, read_piece, read_tower
from towergames.games.bricks.readings import Readings
from towergames.games.bricks.words import Found

NAMES = "abcdefghijklmnopqrstuvwxyz"
MOST_PIECES = 6

Spot = tuple[int, int]
"""A level and a piece in it, both from 0."""


def draft(scene: TableScene, pointer: Pointer) -> Action | None:
    """The action that Enter would submit now, or None."""
    now = bench.phase(scene)
    if now == "pick":
        code = sorting.at_cursor(scene, pointer) if pointer.zone == CARDS and pointer.bar < 0 else ""
        return Pick(code) if code else None
    if now != "build":
        return None
    if pointer.suggested:
        return Build(pointer.suggested)
    if pointer.word is not None:
        return Submit(pointer.word) if len(pointer.word) != 1 else None
    if pointer.wish is not None:
        return _wished(scene, pointer)
    if pointer.pairing:
        return None
    match pointer.zone:
        case "tower":
            return _putting(scene, pointer)
        case "cards":
            return _aimed(scene, pointer)
        case "ledger":
            return Ask(pointer.rule) if pointer.rule not in bench.known(scene) and not pointer.busy else None
        case _:
            return act_draft(scene, pointer.act)


def thought(scene: TableScene, pointer: Pointer) -> Action | None:
    """The change whose effect is shown: the draft, or what is in hand put where it would go."""
    action = draft(scene, pointer)
    wish = pointer.wish
    if action is None and wish is not None and not pointer.declared and bench.phase(scene) == "build":
        return Place(wish.piece.text, *target(scene, pointer.goal, wish.piece))
    if action is None and pointer.zone == LEDGER and bench.phase(scene) == "build":
        return _putting(scene, pointer)  # the lines tell what putting it down would do
    return action


def _wished(scene: TableScene, pointer: Pointer) -> Action | None:
    wish = pointer.wish
    assert wish is not None
    if pointer.declared:
        piece = bench.tower_of(scene)[pointer.goal[0] - 1][pointer.goal[1] - 1]
        same = (piece.colour, piece.letter, piece.weight, piece.shape) == _shown(wish.piece)
        return None if same else Declare(*pointer.goal, wish.face)
    return Place(wish.piece.text, *pointer.goal) if pointer.aim else None


def _shown(piece: Piece) -> tuple[str, str, int, str]:
    return piece.colour, piece.letter, piece.weight, piece.shape


def _putting(scene: TableScene, pointer: Pointer) -> Action | None:
    if pointer.held:
        return Place(pointer.held, *pointer.goal)
    if pointer.lifted is None:
        return None
    step = Move(*pointer.lifted, *pointer.goal)
    return None if bench.after(scene, step) == bench.tower_of(scene) else step


def _aimed(scene: TableScene, pointer: Pointer) -> Action | None:
    code = sorting.at_cursor(scene, pointer) if pointer.aim and pointer.bar < 0 else ""
    return Place(code, *pointer.goal) if code and code != WILD else None


def act_draft(scene: TableScene, act: str) -> Action | None:
    """The step that a button stands for, None when it is no step or cannot be done."""
    if act.startswith("draft:"):
        own = bench.bench(scene)
        name = act[6:]
        return UseDraft(name) if own is not None and name != own.active and name in draft_names(scene) else None
    own = bench.bench(scene)
    if own is None:
        return None
    match act:
        case "new" | "copy":
            name = new_name(scene)
            return (UseDraft(name) if act == "new" else CopyDraft(name)) if name else None
        case "drop":
            return DropDraft(own.active) if len(own.drafts) > 1 else None
        case "clear":
            return Clear() if own.draft else None
        case "submit":
            return None if scene.view.terms.typed else Submit()
        case _:
            return None


def new_name(scene: TableScene) -> str:
    """The first letter that no draft is called; "" when there are as many drafts as there may be."""
    names = draft_names(scene)
    return "" if len(names) >= MOST_DRAFTS else next(name for name in NAMES if name not in names)


def tower_after(scene: TableScene, action: Action | None) -> Tower | None:
    """The tower in hand once the action is done; None when it changes no tower."""
    return bench.after(scene, action) if isinstance(action, BUILDING_STEPS) else None  # type: ignore[arg-type]


def target(scene: TableScene, goal: Goal, piece: Piece) -> Goal:
    """The place first offered for a piece, with the cursor at ``goal``.

    It is one that makes the tower legal, if there is any; else one where the fewest breaches of known building rules
    are new. Of equal places the level under the cursor comes first, then higher levels, then the order of the alphabet.
    Where the ledger is closed (B-27) nothing is judged.
    """
    tower = bench.tower_of(scene)
    rules = bench.known(scene) if bench.open_ledger(scene) else frozenset()
    return _target(tower, goal[0], piece, rules, scene.view.terms.readings)


@lru_cache(maxsize=512)
def _target(tower: Tower, level: int, piece: Piece, rules: frozenset[int], readings: Readings) -> Goal:
    offered = list(places(tower, level, piece))
    if not rules:
        return offered[0]
    before = Counter(breach.rule for breach in settle(tower, Found(), readings).breaches)

    def faults(goal: Goal) -> tuple[bool, int]:
        breaches = settle(insert(tower, piece, *goal), Found(), readings).breaches
        known = Counter(breach.rule for breach in breaches if breach.rule in rules)
        return bool(breaches), (known - before).total()

    return min(offered, key=faults)


def places(tower: Tower, level: int, piece: Piece) -> Iterator[Goal]:
    """Where a piece may go: into levels of its colour with room, the likeliest first, then on a level of its own."""
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


def in_order(row: Level, piece: Piece) -> int:
    """The last place of a level where a piece keeps the order of the alphabet; windows stand at the end."""
    end = len(row) + 1
    if not piece.letter:
        return end
    return next((at for at, other in enumerate(row, start=1) if other.letter > piece.letter), end)


# --- the picture of it ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tower as it is drawn: ``new`` are the pieces that are not there yet, ``here`` the place under the cursor.

    ``spots`` says what a click on a piece is called; the cursor may stand one place beyond the end of a level, and
    ``gap`` is the new level (from 0) that it would begin.
    """

    tower: Tower
    new: frozenset[Spot]
    here: Spot | None
    gap: int | None
    spots: dict[Spot, str]


def drawn(scene: TableScene, pointer: Pointer, still: bool = False) -> Drawn:
    """The tower with the pending change in it; ``still`` is without any cursor."""
    tower = bench.tower_of(scene)
    if still or bench.over(scene):
        return Drawn(tower, frozenset(), None, None, _names(tower))
    if pointer.suggested:
        made = read_tower(pointer.suggested)
        return Drawn(made, _changed(tower, made), None, None, {})
    level, place = pointer.goal
    if pointer.wish is not None and pointer.declared:
        row, at = level - 1, place - 1
        shown = (*tower[row][:at], pointer.wish.piece, *tower[row][at + 1 :])
        return Drawn((*tower[:row], shown, *tower[row + 1 :]), frozenset({(row, at)}), (row, at), None, _names(tower))
    piece = _pending_piece(scene, pointer)
    ground = base(scene, pointer)
    if piece is None:
        here = pointer.zone == TOWER or pointer.aim
        spot = (level - 1, place - 1) if here and place else None
        return Drawn(tower, frozenset(), spot, level if here and not place else None, _names(tower))
    action = thought(scene, pointer)
    goal = (action.level, action.place) if isinstance(action, Place) else pointer.goal
    return _inserted(ground, piece, goal)


def _pending_piece(scene: TableScene, pointer: Pointer) -> Piece | None:
    if pointer.held and pointer.zone in (TOWER, LEDGER):
        return read_piece(pointer.held)
    if pointer.lifted is not None and stands(bench.tower_of(scene), pointer.lifted):
        return bench.tower_of(scene)[pointer.lifted[0] - 1][pointer.lifted[1] - 1]
    action = thought(scene, pointer) if pointer.aim or pointer.wish is not None else None
    return read_piece(action.piece) if isinstance(action, Place) else None


def _inserted(ground: Tower, piece: Piece, goal: Goal) -> Drawn:
    """A piece put into the tower, the others still called by where they stand without it."""
    level, place = goal
    rows: list[tuple[Piece, ...]] = list(ground)
    if place == 0:
        rows.insert(level, (piece,))
        here = (level, 0)
    else:
        row = rows[level - 1]
        rows[level - 1] = (*row[: place - 1], piece, *row[place - 1 :])
        here = (level - 1, place - 1)
    spots = {}
    for row_at, row in enumerate(rows):
        for at in range(len(row)):
            base_row = row_at - (place == 0 and row_at > here[0])
            base_at = at - (place != 0 and row_at == here[0] and at > here[1])
            spots[row_at, at] = "here" if (row_at, at) == here else f"piece:{base_row + 1}.{base_at + 1}"
    return Drawn(tuple(rows), frozenset({here}), here, None, spots)


def _names(tower: Tower) -> dict[Spot, str]:
    return {(row, at): f"piece:{row + 1}.{at + 1}" for row, level in enumerate(tower) for at in range(len(level))}


def _changed(tower: Tower, made: Tower) -> frozenset[Spot]:
    """Where the new tower shows another piece than the old."""
    return frozenset(_differing(tower, made))


def _differing(tower: Tower, made: Tower) -> Iterator[Spot]:
    for row, level in enumerate(made):
        for at, piece in enumerate(level):
            if row >= len(tower) or at >= len(tower[row]) or tower[row][at] != piece:
                yield row, at


def zones(scene: TableScene) -> tuple[str, ...]:
    """Where Tab leads, in order."""
    if bench.over(scene):
        return (TOWER, LEDGER)
    if scene.view.phase == "pick":
        return (CARDS,)
    found = [TOWER]
    if bench.bench(scene) is not None:
        found += [CARDS, LEDGER]
    if bench.phase(scene) == "build":
        found.append(ACTS)
    return tuple(found)

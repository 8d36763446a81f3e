"""The hand in the workshop: where the cursor is, what is picked up, what is being declared, how the cards lie."""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.boards.bricks import bench
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.wishes import Wish
from towergames.core.contract import Seat
from towergames.games.bricks.pieces import Code, PieceError, Tower, cards_of, read_piece

TOWER, CARDS, LEDGER, ACTS = "tower", "cards", "ledger", "acts"

Goal = tuple[int, int]
"""A level and a place, both from 1; place 0 is a new level above that one."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Cursor and pending change.

    ``zone`` is where the cursor is, ``goal`` the place of the tower under it. ``card`` is the index of a card among
    those shown, ``bar`` the index of a filter above them, or -1; ``order`` and ``filters`` say how the cards lie.
    ``rule`` is the line of the ledger, ``act`` the button.

    ``held`` is a piece from the cards, as it would be placed, and ``lifted`` where a piece of the tower was picked up.
    ``aim`` is true while a card is looked for that goes to ``goal``; ``pair`` holds the cards of a two-card wildcard so
    far, and ``pairing`` is true while they are chosen. ``wish`` is what a wildcard shall be, ``declared`` whether it
    stands in the tower already. ``word`` is the longest word as far as typed, None while it is not asked for.
    ``compare`` is the draft shown beside the one in hand, ``suggested`` a whole tower laid out by a hint.

    ``steps`` is the number of building steps when something was picked up: once it has changed, nothing is pending any
    more, and ``then`` says where the cursor goes. ``first`` is the first tower shown when all are.
    """

    zone: str = CARDS
    goal: Goal = (0, 0)
    card: int = 0
    bar: int = -1
    order: str = "colour"
    filters: frozenset[str] = frozenset()
    rule: int = 1
    act: str = ""
    held: str = ""
    lifted: Goal | None = None
    aim: bool = False
    pairing: bool = False
    pair: tuple[Code, ...] = ()
    wish: Wish | None = None
    declared: bool = False
    word: str | None = None
    compare: str = ""
    suggested: str = ""
    steps: int = 0
    then: tuple[str, Goal] | None = None
    first: Seat = 0

    @property
    def busy(self) -> bool:
        """Whether something is picked up or asked for."""
        return bool(self.held or self.lifted or self.aim or self.pairing or self.wish or self.suggested) or (
            self.word is not None
        )


def free(pointer: Pointer) -> Pointer:
    """Nothing picked up, nothing asked for."""
    return replace(
        pointer,
        held="",
        lifted=None,
        aim=False,
        pairing=False,
        pair=(),
        wish=None,
        declared=False,
        word=None,
        suggested="",
        then=None,
    )


def start(scene: TableScene) -> Pointer:
    """The pointer at the beginning of a decision: on the first card, aiming at the top of the tower."""
    tower = bench.tower_of(scene)
    goal = (len(tower), 1) if tower else (0, 0)
    zone = CARDS if shows_cards(scene) else TOWER
    return keep(scene, Pointer(zone=zone, goal=goal, steps=_steps(scene)))


def _steps(scene: TableScene) -> int:
    seat = bench.shown_seat(scene)
    return scene.view.steps[seat] if seat < len(scene.view.steps) else 0


def keep(scene: TableScene, pointer: Pointer) -> Pointer:
    """The pointer after the view changed under it: what still makes sense stays."""
    steps = _steps(scene)
    if steps != pointer.steps:
        zone, goal = pointer.then or (pointer.zone, pointer.goal)
        pointer = replace(free(pointer), zone=zone, goal=goal, steps=steps)
    if pointer.busy and bench.phase(scene) != "build" and not (pointer.suggested and bench.over(scene)):
        pointer = free(pointer)
    pointer = _still(scene, pointer)
    goal = clamp(base(scene, pointer), pointer.goal)
    names = draft_names(scene)
    compare = pointer.compare if pointer.compare in names and pointer.compare != active_name(scene) else ""
    zone = pointer.zone
    if (zone == CARDS and not shows_cards(scene)) or (zone == ACTS and bench.over(scene)):
        zone = TOWER
    if (goal, compare, zone) == (pointer.goal, pointer.compare, pointer.zone):
        return pointer
    return replace(pointer, goal=goal, compare=compare, zone=zone)


def _still(scene: TableScene, pointer: Pointer) -> Pointer:
    """Without what is picked up and no longer there."""
    tower, left = bench.tower_of(scene), bench.left(scene)
    if pointer.lifted is not None and not stands(tower, pointer.lifted):
        return free(pointer)
    if pointer.declared and not stands(tower, pointer.goal):
        return free(pointer)
    wanted = list(pointer.pair)
    if pointer.held:
        try:
            wanted = list(read_piece(pointer.held).cards)
        except PieceError:
            return free(pointer)
    if any(left[code] < wanted.count(code) for code in wanted):
        return free(pointer)
    return pointer


def shows_cards(scene: TableScene) -> bool:
    """Whether there are cards to walk on: those of a bench that may be seen, or the table's in a duel."""
    return not bench.over(scene) and (bench.bench(scene) is not None or scene.view.phase == "pick")


def draft_names(scene: TableScene) -> tuple[str, ...]:
    """The drafts of the shown bench, in the order in which they were begun."""
    own = bench.bench(scene)
    return tuple(draft.name for draft in own.drafts) if own is not None else ()


def active_name(scene: TableScene) -> str:
    """The draft in hand."""
    own = bench.bench(scene)
    return own.active if own is not None else ""


# --- places of the tower ----------------------------------------------------------------------------


def stands(tower: Tower, goal: Goal) -> bool:
    """Whether a piece stands there."""
    return 1 <= goal[0] <= len(tower) and 1 <= goal[1] <= len(tower[goal[0] - 1])


def base(scene: TableScene, pointer: Pointer) -> Tower:
    """The tower that the cursor walks on: without a piece that is picked up, though its level stays."""
    tower = bench.tower_of(scene)
    if pointer.lifted is None or not stands(tower, pointer.lifted):
        return tower
    level, place = pointer.lifted
    row = tower[level - 1]
    return (*tower[: level - 1], (*row[: place - 1], *row[place:]), *tower[level:])


def clamp(tower: Tower, goal: Goal) -> Goal:
    """The nearest place that there is."""
    level = max(0, min(goal[0], len(tower)))
    if level == 0 or goal[1] <= 0:
        return level, 0
    return level, min(goal[1], len(tower[level - 1]) + 1)


def walk(scene: TableScene, pointer: Pointer, across: int, up: int) -> Pointer:
    """An arrow key in the tower. Upwards a new level comes between two levels while something is picked up."""
    tower, (level, place) = base(scene, pointer), pointer.goal
    between = bool(pointer.held or pointer.lifted)
    if across:
        if place == 0:
            return pointer
        place = max(1, min(place + across, len(tower[level - 1]) + 1))
        return replace(pointer, goal=(level, place))
    if up > 0:
        if place == 0:
            level, place = min(level + 1, len(tower)), 1 if level < len(tower) else 0
        elif between or level == len(tower):
            place = 0
        else:
            level += 1
    elif place == 0:
        place = 1 if level else 0
    elif between or level == 1:
        level, place = level - 1, 0
    else:
        level -= 1
    return replace(pointer, goal=clamp(tower, (level, place)))


def picked_cards(pointer: Pointer) -> dict[Code, int]:
    """How many of each card are picked up just now."""
    found: dict[Code, int] = {}
    codes = cards_of(((read_piece(pointer.held),),)) if pointer.held else pointer.pair
    for code in codes:
        found[code] = found.get(code, 0) + 1
    return found

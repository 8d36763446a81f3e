"""The prepared move of a seat, and questions about the position. Pure.

Keys of spots on board and hand:

- ``letter:R`` a letter of the tower, ``cell:3,-5`` an empty cell beside the tower
- ``joint:3,5,1`` a free plug or socket of the tower (cell and side), ``ghost`` the letter in hand
- ``circle:7`` a letter of the circle by its place, ``gap:7`` the gap before that letter, ``offer:R`` a letter on offer
- ``word:2`` a letter of the typed word, ``player:1`` a player to choose, ``die`` and ``table``
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from towergames.board.protocol import Context, Control, Result
from towergames.core.contract import Refusal
from towergames.games.konexi.letters import ALPHABET, PLASTIC, STEPS, Cell
from towergames.games.konexi.model import Action, Place, View, state_of
from towergames.games.konexi.rules import first_refusal, gaps, not_offered, offered, places_of
from towergames.games.konexi.tower import Joint, PlacedLetter, joints, margin_with, tower_of


@dataclass(frozen=True, slots=True)
class Trials:
    """Releases that were tried out in a place: their number, those that ``fell``, and those of them in which the letter
    fell ``alone``.
    """

    spot: PlacedLetter
    releases: int
    fell: int
    alone: int


@dataclass(frozen=True, slots=True)
class Ui:
    """Cursor and prepared move of one seat.

    Phase place: ``letter`` is the letter in hand, one of those on offer. ``at`` is its place, always a legal one (None:
    no place). While ``choosing``, the arrows go between the letters on offer. ``tried`` is a place just clicked that a
    rule refuses, drawn as refused. ``armed``: another click on the letter in hand lets go of it. ``hint`` shows the
    words and the balance of the place; ``helped`` is true once that has been counted as help. ``trials`` are releases
    that were tried out for help.

    Phase token: ``gap`` is the chosen gap. Phase arrange: ``circle`` are the letters in their present order, and
    ``slot`` is the place under the cursor. ``held`` is the place of a letter picked up (-1: none), ``gap`` the token's
    gap. Phase word: ``word`` is the text typed so far.

    ``who`` is the player under the cursor in phase birthday and in a report of a bump (-1: no player is asked for).
    ``on`` is the letter of the tower under the cursor ('': none).
    """

    choosing: bool = False
    letter: str = ""
    at: PlacedLetter | None = None
    tried: PlacedLetter | None = None
    armed: bool = False
    hint: bool = False
    helped: bool = False
    trials: Trials | None = None
    gap: int = 0
    circle: str = ""
    slot: int = 0
    held: int = -1
    word: str = ""
    who: int = -1
    on: str = ""
    decision: Any = None
    """Key of the decision; when it changes, the UiState is reset."""


Point = tuple[float, float]
"""To the right and up."""
KonexiContext = Context[View, Ui, Action]
KonexiControl = Control[Ui, Action]
KonexiResult = Result[Ui, Action]


def with_ui(c: KonexiContext, **changes: Any) -> KonexiContext:
    """The context with a changed UiState."""
    return replace(c, ui=replace(c.ui, **changes))


def adapted(context: Context[View, Ui | None, Action], new: bool) -> Ui:
    """The UiState while the decision is unchanged, else a new one."""
    view = context.view
    turn = (view.face, view.only, view.new, view.said, view.round)
    decision = context.seat, context.phase, view.tower, view.circle, view.gap, *turn
    if context.ui is not None and not new and context.ui.decision == decision:
        return context.ui
    ui = Ui(decision=decision)
    match context.phase:
        case "place":
            good = offered(view)
            return replace(with_letter(view, ui, good[0]), choosing=len(good) > 1)
        case "token":
            return replace(ui, gap=gaps(view)[0])
        case "arrange":
            return replace(ui, circle=ALPHABET)
        case "birthday":
            return replace(ui, who=0)
        case "word":
            return replace(ui, on=view.new)
    return ui


def offers(view: View) -> str:
    """The letters on offer in phase place, else ''."""
    return offered(view) if view.phase == "place" else ""


def wants_trials(c: KonexiContext, result: KonexiResult) -> bool:
    """Whether an answer to input shows help for a place in which nothing has been tried out yet."""
    ui = result.ui
    if not ui.hint or ui.at is None or ui.tried is not None or not c.view.tower:
        return False
    return result.submit is None and result.work is None and (ui.trials is None or ui.trials.spot != ui.at)


def places(c: KonexiContext) -> tuple[PlacedLetter, ...]:
    """The legal places of the letter in hand, from left to right, then upwards."""
    return places_of(c.view, c.ui.letter) if c.ui.letter else ()


def refusal(view: View, spot: PlacedLetter) -> Refusal | None:
    """The rule that forbids the letter there; None if it is legal."""
    return first_refusal(state_of(view), Place(*spot))


def middle(spot: PlacedLetter) -> Point:
    """The middle of a letter's frame."""
    return spot.x + spot.shape.width / 2, spot.y + spot.shape.height / 2


def ahead(here: Point, there: Point, dx: int, up: int) -> tuple[float, float]:
    """The distance of a point ahead of an arrow (0 or less: not ahead), and its offset to the side.

    >>> ahead((0, 0), (9, 2), 1, 0), ahead((0, 0), (9, 2), 0, -1)
    ((9, 2), (-2, 9))
    """
    right, high = there[0] - here[0], there[1] - here[1]
    return (right * dx, abs(high)) if dx else (high * up, abs(right))


def nearest(spots: Iterable[PlacedLetter], at: Point, pose: tuple[int, bool] = (0, False)) -> PlacedLetter | None:
    """The place whose middle is nearest to a point; among equals one in the given pose."""

    def far(spot: PlacedLetter) -> float:
        x, y = middle(spot)
        return abs(x - at[0]) + abs(y - at[1]) + (0 if (spot.turn, spot.flip) == pose else 0.5)

    return min(spots, key=far, default=None)


def with_letter(view: View, ui: Ui, letter: str) -> Ui:
    """Take the letter in hand, at the legal place nearest to the place before, or to the top of the tower."""
    near = 0.0, 0.0
    if ui.at is not None:
        near = middle(ui.at)
    elif cells := tower_of(view.tower).cells:
        high = max(y for _, y in cells)
        row = [x for x, y in cells if y == high]
        near = (min(row) + max(row) + 1) / 2, high + 4.5
    return replace(ui, letter=letter, at=nearest(places_of(view, letter), near), tried=None, armed=False)


def balance_here(view: View, spot: PlacedLetter) -> int:
    """The margin of the tower with the letter there, by weights alone, in micrometres; below 0 it tips over."""
    return PLASTIC.cell_um * margin_with(tower_of(view.tower), spot) // 1000


UNFINISHED = frozenset(("K-7", "K-8", "R-15", "R-16"))
"""Rules that a word may fulfil with more letters."""
_TURNING_COST = 6.0
"""Cells that an arrow goes farther for a place in which the letter need not be turned."""
_ASIDE_WEIGHT = 2.0
"""Weight of an offset to the side, compared with the distance ahead."""


def no_place(c: KonexiContext) -> Refusal | None:
    """The refusal of a letter that fits nowhere; None if it has a place."""
    if c.ui.at is not None:
        return None
    other = other_letter(c)
    fits = other and places_of(c.view, other)
    out = f"{offers(c.view).index(other) + 1} takes {other}." if fits else "You can only give up."
    return Refusal("K-22", f"No place for {c.ui.letter}. {out}")


def take(c: KonexiContext, letter: str) -> KonexiResult:
    """Take one of the letters on offer; it starts near the place of the one before."""
    good = offers(c.view)
    if letter not in good:
        return Result(c.ui, say=not_offered(c.view, letter), rule="R-8")
    here = c if letter == c.ui.letter else replace(c, ui=with_letter(c.view, c.ui, letter))
    why = no_place(here)
    return Result(here.ui, say=why.text, rule=why.rule) if why else Result(replace(here.ui, choosing=False))


def other_letter(c: KonexiContext) -> str:
    """The other letter beside the token; '' if there is none."""
    good = offers(c.view)
    return good[(good.find(c.ui.letter) + 1) % len(good)] if len(good) > 1 else ""


# --- from place to place --------------------------------------------------------------------------------


def put(c: KonexiContext, spot: PlacedLetter, say: str = "") -> KonexiResult:
    """Move the letter in hand to a legal place."""
    return Result(replace(c.ui, at=spot, tried=None, armed=False, choosing=False), say=say)


def _nowhere(c: KonexiContext) -> KonexiResult:
    why = no_place(c)
    return Result(c.ui, say=why.text, rule=why.rule) if why else Result(c.ui)


def step(c: KonexiContext, way: int) -> KonexiResult:
    """Go to the next legal place, from left to right and upwards, or to the one before."""
    spots = places(c)
    if not spots:
        return _nowhere(c)
    at = spots.index(c.ui.at) + way if c.ui.at in spots else 0
    return put(c, spots[at % len(spots)])


def carrier(c: KonexiContext, spot: PlacedLetter) -> str:
    """The letter of the tower that carries a letter at a place; '' for a base.

    Every place has one carrier, so the places of all letters together are all places.
    """
    found = _joints(c, spot)
    return found[0].other if found else ""


def places_on(c: KonexiContext, letter: str) -> tuple[PlacedLetter, ...]:
    """The legal places of the letter in hand that a letter of the tower carries."""
    return _by_carrier(c.view, c.ui.letter).get(letter, ())


@lru_cache(maxsize=32)
def _by_carrier(view: View, letter: str) -> dict[str, tuple[PlacedLetter, ...]]:
    """The legal places of a letter by the letter of the tower that carries it, in the order of building."""
    tower = tower_of(view.tower)
    found: dict[str, list[PlacedLetter]] = {spot.letter: [] for spot in view.tower}
    for spot in places_of(view, letter):
        joined = joints(tower, spot)
        found.setdefault(joined[0].other if joined else "", []).append(spot)
    return {name: tuple(spots) for name, spots in found.items() if spots}


def step_here(c: KonexiContext) -> KonexiResult:
    """Go to the next place on the letter of the tower that carries the letter in hand now."""
    at = c.ui.at
    if at is None:
        return _nowhere(c)
    letter = carrier(c, at)
    spots = places_on(c, letter)
    if len(spots) == 1 and letter:
        return put(c, at, f"{c.ui.letter} has one place on {letter}. l goes to the next letter.")
    return put(c, spots[(spots.index(at) + 1) % len(spots)])


def step_letter(c: KonexiContext) -> KonexiResult:
    """Go to the nearest place on the next letter of the tower that has one, in the order of building."""
    at = c.ui.at
    if at is None:
        return _nowhere(c)
    letters, now = list(_by_carrier(c.view, c.ui.letter)), carrier(c, at)
    if letters == [now]:
        return put(c, at, f"{c.ui.letter} has places on {now} only." if now else "No letter stands yet.")
    letter = letters[(letters.index(now) + 1) % len(letters)]
    found = nearest(places_on(c, letter), middle(at), _pose(at))
    return put(c, found or at)


def go(context: KonexiContext, dx: int, up: int) -> KonexiResult:
    """Move with an arrow to the nearest legal place in that direction, preferably without turning the letter."""
    at = context.ui.at
    if at is None:
        return _nowhere(context)
    reachable = []
    for spot in places(context):
        far, aside = ahead(middle(at), middle(spot), dx, up)
        if far > 0 and aside <= 3 * far + 2:
            reachable.append((far + _ASIDE_WEIGHT * aside + (0 if _pose(spot) == _pose(at) else _TURNING_COST), spot))
    if reachable:
        return put(context, min(reachable)[1])
    way = ("left", "right")[dx > 0] if dx else ("down", "up")[up > 0]
    return Result(context.ui, say=f"No place further {way}. Tab goes to the next place." if context.view.tower else "")


def turn(c: KonexiContext, quarters: int) -> KonexiResult:
    """Turn the letter to the next turn in which it fits somewhere, as near as possible."""
    at = c.ui.at
    if at is None:
        return _nowhere(c)
    found = _fitting(c, at, [((at.turn + quarters * more) % 4, at.flip) for more in range(1, 4)])
    if found is None:
        return Result(c.ui, say=f"{c.ui.letter} fits nowhere if you turn it.")
    said = "" if found.turn == (at.turn + quarters) % 4 else f"{c.ui.letter} does not fit after one turn."
    return put(c, found, said)


def flip(c: KonexiContext) -> KonexiResult:
    at = c.ui.at
    if at is None:
        return _nowhere(c)
    found = _fitting(c, at, [((at.turn + more) % 4, not at.flip) for more in range(4)])
    if found is None:
        return Result(c.ui, say=f"{c.ui.letter} fits nowhere if you flip it.")
    return put(c, found, "" if found.turn == at.turn else f"Flipped, {c.ui.letter} only fits if it is turned, too.")


def _pose(spot: PlacedLetter) -> tuple[int, bool]:
    return spot.turn, spot.flip


def _fitting(c: KonexiContext, now: PlacedLetter, poses: Iterable[tuple[int, bool]]) -> PlacedLetter | None:
    """The nearest place in the first of these poses in which the letter fits."""
    spots = places(c)
    for pose in poses:
        fitting = [spot for spot in spots if _pose(spot) == pose]
        if fitting:
            return nearest(fitting, middle(now), pose)
    return None


# --- by the mouse ---------------------------------------------------------------------------------------


def onto_joint(c: KonexiContext, x: int, y: int, side: int) -> KonexiResult:
    """Go through the places that use a connector of the tower."""
    there = (x + STEPS[side][0], y + STEPS[side][1], (side + 2) % 4)
    good = [spot for spot in places(c) if there in {(j.x, j.y, j.side) for j in _joints(c, spot)}]
    return _following(c, good, "there", "K-20")


def onto_letter(c: KonexiContext, letter: str) -> KonexiResult:
    """Go through the places on a letter of the tower."""
    return _following(c, [spot for spot in places(c) if letter in {j.other for j in _joints(c, spot)}], f"on {letter}")


def _joints(c: KonexiContext, spot: PlacedLetter) -> tuple[Joint, ...]:
    return joints(tower_of(c.view.tower), spot)


def _following(c: KonexiContext, good: Sequence[PlacedLetter], on: str, rule: str = "") -> KonexiResult:
    """Go to the place after the present one; from elsewhere to the one that needs least turning."""
    now = c.ui.at
    if not good:
        return Result(
            replace(c.ui, tried=None), say=f"{c.ui.letter} does not fit {on}. l goes to the next letter.", rule=rule
        )
    if now in good:
        return put(c, good[(good.index(now) + 1) % len(good)])
    found = nearest(good, middle(now), _pose(now)) if now is not None else None
    return put(c, found or good[0])


def onto_cell(context: KonexiContext, cell: Cell) -> KonexiResult:
    """Put the letter over a cell, preferably as it is turned now. Without a legal place, say why its present turn is
    refused.
    """
    pose = _pose(context.ui.at) if context.ui.at else (0, False)
    over_it = [spot for spot in places(context) if cell in spot.cells]
    same = [spot for spot in over_it if _pose(spot) == pose]
    nearest_place = nearest(same or over_it, (cell[0] + 0.5, cell[1] + 0.5), pose)
    if nearest_place is not None:
        return put(context, nearest_place)
    flat = PlacedLetter(context.ui.letter, *pose, 0, 0)
    x, y = middle(flat)
    blocked_place = flat._replace(x=round(cell[0] + 0.5 - x), y=round(cell[1] + 0.5 - y))
    why = refusal(context.view, blocked_place)
    tried = replace(context.ui, tried=blocked_place, armed=False, choosing=False)
    return Result(tried, say=why.text, rule=why.rule) if why else put(context, blocked_place)


# --- the word -------------------------------------------------------------------------------------------


def add(c: KonexiContext, letter: str) -> KonexiResult:
    """Add one letter to the word."""
    # No rule is cited: Enter would open it, but after a mistyped letter Enter should still say the word.
    if letter not in tower_of(c.view.tower).letters:
        return Result(c.ui, say=f"{letter} is not in the tower. Use letters that stand.")
    if letter in c.ui.word:
        return Result(c.ui, say=f"There is only one {letter}, and the word has it.")
    return Result(replace(c.ui, word=c.ui.word + letter, on=letter))


def without(ui: Ui, at: int) -> KonexiResult:
    """Take one letter out of the word."""
    return Result(replace(ui, word=ui.word[:at] + ui.word[at + 1 :]))


def toggle(c: KonexiContext, letter: str) -> KonexiResult:
    """Add a letter of the tower to the word, or take it out."""
    if letter in c.ui.word:
        return without(replace(c.ui, on=letter), c.ui.word.index(letter))
    return add(c, letter)


def walk(context: KonexiContext, dx: int, up: int) -> KonexiResult:
    """Move the cursor with an arrow to the nearest letter of the tower."""
    middles = {spot.letter: middle(spot) for spot in context.view.tower}
    if not middles:
        return Result(context.ui, say="No letter stands yet.")
    if context.ui.on not in middles:
        return Result(
            replace(context.ui, on=context.view.new if context.view.new in middles else context.view.tower[-1].letter)
        )
    reachable = []
    for letter, there in middles.items():
        far, aside = ahead(middles[context.ui.on], there, dx, up)
        if far > 0 and aside <= 2 * far:
            reachable.append((far + 2 * aside, letter))
    return Result(replace(context.ui, on=min(reachable)[1]) if reachable else context.ui)


def neighbours(c: KonexiContext, letter: str) -> str:
    """The letters that a letter is joined to, in the order of building."""
    tower = tower_of(c.view.tower)
    near = tower.notched.get(letter, frozenset())
    return "".join(other for other in tower.letters if other in near)


def is_unfinished(c: KonexiContext) -> bool:
    """Whether more letters may make a legal word of a refused one."""
    refused = c.verdict.refusals if c.verdict is not None else ()
    return c.phase == "word" and c.ui.word != "" and bool(refused) and refused[0].rule in UNFINISHED

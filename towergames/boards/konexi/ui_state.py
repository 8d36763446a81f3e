"""What a seat prepares at the table, and what the position asks of it. Pure.

Keys of what can be clicked on board and hand: ``letter:R`` a letter of the tower, ``cell:3,-5`` an empty cell beside
it, ``joint:3,5,1`` a free plug or socket of the tower (its cell and side), ``ghost`` the letter in hand, ``circle:7``
a letter of the circle by its place in it, ``gap:7`` the gap before that letter, ``offer:R`` a letter on offer,
``word:2`` a letter of the word being typed, ``player:1`` a player who is asked about, ``die`` and ``table``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from towergames.boards.protocol import Context, Control, Result
from towergames.core.contract import Refusal
from towergames.games.konexi.letters import ALPHABET, PLASTIC
from towergames.games.konexi.model import Action, Place, View, state_of
from towergames.games.konexi.rules import first_refusal, gaps, offered, places_of
from towergames.games.konexi.tower import Spot, reach, tower_of


@dataclass(frozen=True, slots=True)
class Ui:
    """Cursor and prepared move of one seat.

    Phase place: ``letter`` is the one in hand, of those on offer, ``at`` its place, always a legal one (None: it has
    none). While ``choosing`` the arrows go between the letters on offer. ``tried`` is a place just clicked that a rule
    refuses, drawn as refused. ``armed``: another click on the letter in hand lets go of it. ``hint`` shows which words
    its place would make and how the tower would balance; ``helped`` is true once that has been counted as help.

    Phase token: ``gap`` is where the token would go. Phase arrange: ``circle`` are the letters as they lie by now,
    ``slot`` the place in the circle under the cursor, ``held`` the place of a letter picked up (-1: none), ``gap`` the
    token's. Phase word: ``word`` is what was typed so far.

    ``who`` is the player under the cursor while one is asked for, in phase birthday and to report a bump (-1: none
    is). ``on`` is the letter of the tower under the cursor ("": none).
    """

    choosing: bool = False
    letter: str = ""
    at: Spot | None = None
    tried: Spot | None = None
    armed: bool = False
    hint: bool = False
    helped: bool = False
    gap: int = 0
    circle: str = ""
    slot: int = 0
    held: int = -1
    word: str = ""
    who: int = -1
    on: str = ""
    decision: Any = None
    """The key of the decision; when it changes, the UiState is made anew."""


Point = tuple[float, float]
"""To the right and up."""
KonexiContext = Context[View, Ui, Action]
KonexiControl = Control[Ui, Action]
KonexiResult = Result[Ui, Action]


def with_ui(c: KonexiContext, **changes: Any) -> KonexiContext:
    """The context with another UiState."""
    return replace(c, ui=replace(c.ui, **changes))


def adapted(c: Context[View, Ui | None, Action], new: bool) -> Ui:
    """The UiState while the decision is the same, else a new one."""
    view = c.view
    turn = (view.face, view.only, view.new, view.said, view.round)
    decision = c.seat, c.phase, view.tower, view.circle, view.gap, *turn
    if c.ui is not None and not new and c.ui.decision == decision:
        return c.ui
    ui = Ui(decision=decision)
    match c.phase:
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
    """The letters on offer in phase place, else none."""
    return offered(view) if view.phase == "place" else ""


def places(c: KonexiContext) -> tuple[Spot, ...]:
    """The legal places of the letter in hand, from left to right and from below."""
    return places_of(c.view, c.ui.letter) if c.ui.letter else ()


def refusal(view: View, spot: Spot) -> Refusal | None:
    """Why a letter may not be put there; None when it may."""
    return first_refusal(state_of(view), Place(*spot))


def middle(spot: Spot) -> Point:
    """The middle of a letter's frame."""
    return spot.x + spot.shape.width / 2, spot.y + spot.shape.height / 2


def ahead(here: Point, there: Point, dx: int, up: int) -> tuple[float, float]:
    """How far a point lies ahead of an arrow (0 or less: it does not), and how far beside its way.

    >>> ahead((0, 0), (9, 2), 1, 0), ahead((0, 0), (9, 2), 0, -1)
    ((9, 2), (-2, 9))
    """
    right, high = there[0] - here[0], there[1] - here[1]
    return (right * dx, abs(high)) if dx else (high * up, abs(right))


def nearest(spots: Iterable[Spot], at: Point, pose: tuple[int, bool] = (0, False)) -> Spot | None:
    """The place with the middle nearest to a point, of equal ones that in the pose."""

    def far(spot: Spot) -> float:
        x, y = middle(spot)
        return abs(x - at[0]) + abs(y - at[1]) + (0 if (spot.turn, spot.flip) == pose else 0.5)

    return min(spots, key=far, default=None)


def with_letter(view: View, ui: Ui, letter: str) -> Ui:
    """The letter in hand, at the legal place nearest to the one before, else nearest to the top of the tower."""
    near = 0.0, 0.0
    if ui.at is not None:
        near = middle(ui.at)
    elif cells := tower_of(view.tower).cells:
        high = max(y for _, y in cells)
        row = [x for x, y in cells if y == high]
        near = (min(row) + max(row) + 1) / 2, high + 4.5
    return replace(ui, letter=letter, at=nearest(places_of(view, letter), near), tried=None, armed=False)


def balance_here(view: View, spot: Spot) -> int:
    """How far inside its foot the weight would be on paper with the letter there, in micrometres; below 0 it tips."""
    return PLASTIC.cell_um * reach(tower_of(view.tower), spot) // 1000

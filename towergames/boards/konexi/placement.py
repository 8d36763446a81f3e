"""The letter in hand from one legal place to the next, and the word that is spelled once it stands. Pure."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.konexi.ui_state import (
    KonexiContext,
    KonexiResult,
    Ui,
    middle,
    nearest,
    offers,
    places,
    refusal,
    with_letter,
    with_ui,
)
from towergames.boards.protocol import Result
from towergames.core.contract import Refusal
from towergames.games.konexi.letters import STEPS, Cell
from towergames.games.konexi.tower import Spot, joints, tower_of

UNFINISHED = frozenset(("K-7", "K-8", "R-15", "R-16"))
"""Rules that a word may still come to fulfil with more letters."""
_TURNING = 6.0
"""How many cells farther an arrow goes for a place in which the letter need not be turned."""
_ASIDE = 2.0
"""How much more it counts to be beside the way of an arrow than along it."""


# --- which letter ---------------------------------------------------------------------------------------


def no_place(c: KonexiContext) -> Refusal | None:
    """Why the letter in hand cannot be moved or let go: it fits nowhere."""
    if c.ui.at is not None:
        return None
    return Refusal("K-22", f"There is no place for {c.ui.letter} in the tower.")


def take(c: KonexiContext, letter: str) -> KonexiResult:
    """Take one of the letters on offer in hand; it begins near where the one before was."""
    good = offers(c.view)
    if letter not in good:
        where = "is in the tower already" if letter not in c.view.circle else "is not beside the token"
        return Result(c.ui, say=f"{letter} {where}; take {' or '.join(good)}.", rule="R-8")
    here = c if letter == c.ui.letter else replace(c, ui=with_letter(c.view, c.ui, letter))
    why = no_place(here)
    return Result(here.ui, say=why.text, rule=why.rule) if why else Result(replace(here.ui, choosing=False))


def other_letter(c: KonexiContext) -> str:
    """The other letter beside the token, '' where there is none."""
    good = offers(c.view)
    return good[(good.find(c.ui.letter) + 1) % len(good)] if len(good) > 1 else ""


# --- from place to place --------------------------------------------------------------------------------


def step(c: KonexiContext, way: int) -> KonexiResult:
    """The next legal place, from left to right and from below, or the one before."""
    spots = places(c)
    if not spots:
        return _nowhere(c)
    at = spots.index(c.ui.at) + way if c.ui.at in spots else 0
    return Result(_put(c.ui, spots[at % len(spots)]))


def go(c: KonexiContext, dx: int, dy: int) -> KonexiResult:
    """An arrow: to the nearest legal place that lies there, rather without turning the letter."""
    at = c.ui.at
    if at is None:
        return _nowhere(c)
    x, y = middle(at)

    def cost(spot: Spot) -> float | None:
        there = middle(spot)
        right, up = there[0] - x, there[1] - y
        ahead, aside = (right * dx, abs(up)) if dx else (up * dy, abs(right))
        if ahead <= 0 or aside > 3 * ahead + 2:
            return None
        return ahead + _ASIDE * aside + (0 if (spot.turn, spot.flip) == (at.turn, at.flip) else _TURNING)

    best = min(((found, spot) for spot in places(c) if (found := cost(spot)) is not None), default=None)
    if best is None:
        way = ("left", "right")[dx > 0] if dx else ("down", "up")[dy > 0]
        return Result(c.ui, say=f"{c.ui.letter} can go no farther {way}." if c.view.tower else "")
    return Result(_put(c.ui, best[1]))


def turn(c: KonexiContext, quarters: int) -> KonexiResult:
    """The next way round in which the letter fits somewhere, as near as can be."""
    at = c.ui.at
    if at is None:
        return _nowhere(c)
    for more in range(1, 4):
        found = _posed(c, at, (at.turn + quarters * more) % 4, at.flip)
        if found is not None:
            said = "" if more == 1 else f"Turned by only 90, {c.ui.letter} fits nowhere."
            return Result(_put(c.ui, found), say=said)
    return Result(c.ui, say=f"{c.ui.letter} fits nowhere turned another way.")


def flip(c: KonexiContext) -> KonexiResult:
    """Turn the letter over."""
    at = c.ui.at
    if at is None:
        return _nowhere(c)
    for more in range(4):
        found = _posed(c, at, (at.turn + more) % 4, not at.flip)
        if found is not None:
            said = f"Turned over it only fits turned by {90 * found.turn}." if more else ""
            return Result(_put(c.ui, found), say=said)
    return Result(c.ui, say=f"{c.ui.letter} fits nowhere turned over.")


def _nowhere(c: KonexiContext) -> KonexiResult:
    why = no_place(c)
    return Result(c.ui, say=why.text, rule=why.rule) if why else Result(c.ui)


def _posed(c: KonexiContext, now: Spot, turned: int, over: bool) -> Spot | None:
    return nearest(tuple(s for s in places(c) if (s.turn, s.flip) == (turned, over)), middle(now), (turned, over))


def _put(ui: Ui, spot: Spot) -> Ui:
    return replace(ui, at=spot, tried=None, armed=False, choosing=False)


def at_number(c: KonexiContext, number: int) -> KonexiResult | None:
    """The place of that number in the list of places, counted from 1; None where there is none."""
    spots = places(c)
    return Result(_put(c.ui, spots[number - 1])) if 1 <= number <= len(spots) else None


# --- by the mouse ---------------------------------------------------------------------------------------


def onto_joint(c: KonexiContext, x: int, y: int, side: int) -> KonexiResult:
    """The places where a connector of the tower is used, one after the other."""
    dx, dy = STEPS[side]
    there = (x + dx, y + dy, (side + 2) % 4)
    tower = tower_of(c.view.tower)
    good = [s for s in places(c) if there in {(j.x, j.y, j.side) for j in joints(tower, s)}]
    if not good:
        return Result(replace(c.ui, tried=None), say=f"{c.ui.letter} fits nowhere on that one.", rule="K-20")
    return Result(_put(c.ui, _following(good, c.ui.at)))


def onto_letter(c: KonexiContext, letter: str) -> KonexiResult:
    """The places on a letter of the tower, one after the other."""
    tower = tower_of(c.view.tower)
    good = [s for s in places(c) if letter in {j.other for j in joints(tower, s)}]
    if not good:
        return Result(replace(c.ui, tried=None), say=f"{c.ui.letter} fits nowhere on {letter}.")
    return Result(_put(c.ui, _following(good, c.ui.at)))


def _following(good: list[Spot], now: Spot | None) -> Spot:
    """The place after the present one; coming from elsewhere the one that needs least turning."""
    if now in good:
        return good[(good.index(now) + 1) % len(good)]
    found = nearest(tuple(good), middle(now), (now.turn, now.flip)) if now is not None else None
    return found or good[0]


def onto_cell(c: KonexiContext, cell: Cell) -> KonexiResult:
    """The legal place over a cell, rather as the letter is turned; where there is none, why not as it is turned."""
    at = c.ui.at
    pose = (at.turn, at.flip) if at else (0, False)
    over_it = tuple(spot for spot in places(c) if cell in spot.cells)
    same = tuple(spot for spot in over_it if (spot.turn, spot.flip) == pose)
    found = nearest(same or over_it, (cell[0] + 0.5, cell[1] + 0.5), pose)
    if found is not None:
        return Result(_put(c.ui, found))
    flat = Spot(c.ui.letter, *pose, 0, 0)
    x, y = middle(flat)
    wish = flat._replace(x=round(cell[0] + 0.5 - x), y=round(cell[1] + 0.5 - y))
    why = refusal(c.view, wish)
    tried = replace(c.ui, tried=wish, armed=False, choosing=False)
    return Result(tried, say=why.text, rule=why.rule) if why else Result(_put(c.ui, wish))


# --- the word -------------------------------------------------------------------------------------------


def add(c: KonexiContext, letter: str) -> KonexiResult:
    """One letter more; each is in the tower once."""
    # No rule is cited: Enter would open it, and after a slip of the fingers it should still say the word.
    if letter not in tower_of(c.view.tower).letters:
        return Result(c.ui, say=f"{letter} is not in the tower.")
    if letter in c.ui.word:
        return Result(c.ui, say=f"{letter} is in the word already, and there is only one.")
    return Result(replace(c.ui, word=c.ui.word + letter, on=letter))


def without(ui: Ui, at: int) -> KonexiResult:
    """One letter taken out of the word."""
    return Result(replace(ui, word=ui.word[:at] + ui.word[at + 1 :]))


def toggle(c: KonexiContext, letter: str) -> KonexiResult:
    """A letter of the tower into the word, or out of it again."""
    if letter in c.ui.word:
        return without(replace(c.ui, on=letter), c.ui.word.index(letter))
    return add(c, letter)


def walk(c: KonexiContext, dx: int, dy: int) -> KonexiResult:
    """An arrow: the cursor to the nearest letter of the tower that lies there."""
    middles = {spot.letter: middle(spot) for spot in c.view.tower}
    if not middles:
        return Result(c.ui, say="There is no letter in the tower yet.")
    if c.ui.on not in middles:
        start = c.view.new if c.view.new in middles else c.view.tower[-1].letter
        return Result(with_ui(c, on=start).ui)
    x, y = middles[c.ui.on]

    def cost(letter: str) -> float | None:
        right, up = middles[letter][0] - x, middles[letter][1] - y
        ahead, aside = (right * dx, abs(up)) if dx else (up * dy, abs(right))
        return ahead + 2 * aside if ahead > 0 and aside <= 2 * ahead else None

    found = min(((far, letter) for letter in middles if (far := cost(letter)) is not None), default=None)
    return Result(replace(c.ui, on=found[1]) if found else c.ui)


def neighbours(c: KonexiContext, letter: str) -> str:
    """The letters that one is notched to, in the order of building."""
    tower = tower_of(c.view.tower)
    near = tower.notched.get(letter, frozenset())
    return "".join(other for other in tower.letters if other in near)


def is_unfinished(c: KonexiContext) -> bool:
    """Whether more letters may make a good word of what is refused now."""
    refused = c.verdict.refusals if c.verdict is not None else ()
    return c.phase == "word" and c.ui.word != "" and bool(refused) and refused[0].rule in UNFINISHED

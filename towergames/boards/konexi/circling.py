"""The circle of letters: moving the token, and laying the letters in an order of one's own."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.konexi import compass, situation
from towergames.boards.konexi.pointer import CIRCLE, Pointer, TableReply, TableScene
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.turns import beside, gaps

# --- the token ------------------------------------------------------------------------------------------


def shift(scene: TableScene, pointer: Pointer, dx: int, up: int) -> TableReply:
    """An arrow: to the nearest gap there that the token may go to; where no board is shown, to the next clockwise."""
    possible = gaps(scene.view)
    points = compass.gaps(scene, pointer)
    at = possible.index(pointer.gap) if pointer.gap in possible else -1
    if points and at >= 0:
        found = compass.there([points[gap] for gap in possible], points[pointer.gap], dx, up)
        at = found if found >= 0 else at
    else:
        at = (at + (dx or -up)) % len(possible) if at >= 0 else 0
    return Reply(replace(pointer, gap=possible[at], zone=CIRCLE, act=""))


def to_gap(scene: TableScene, pointer: Pointer, gap: int) -> TableReply:
    """A gap chosen by the mouse."""
    possible = gaps(scene.view)
    if gap in possible:
        return Reply(replace(pointer, gap=gap, zone=CIRCLE, act=""))
    there = " or ".join(where(scene.view.circle, one) for one in possible)
    return Reply(pointer, say=f"The roll brings the token {there}.", rule="K-5")


def to_letter(scene: TableScene, pointer: Pointer, letter: str) -> TableReply:
    """A gap beside a letter: the one after it; once more: the one before it."""
    circle = scene.view.circle
    if letter not in circle:
        return Reply(pointer, say=f"{letter} is not in the circle any more.", rule="R-8")
    before = circle.index(letter)
    after = (before + 1) % len(circle)
    possible = gaps(scene.view)
    wishes = [gap for gap in (after, before) if gap in possible]
    if not wishes:
        return to_gap(scene, pointer, after)
    return to_gap(scene, pointer, wishes[-1] if pointer.gap == wishes[0] else wishes[0])


def where(circle: str, gap: int) -> str:
    """A gap in words.

    >>> where("ABC", 1), where("ABC", 0), where("A", 0)
    ('between A and B', 'between C and A', 'beside A')
    """
    here = beside(circle, gap)
    return f"between {here[0]} and {here[1]}" if len(here) > 1 else f"beside {here}"


# --- arranging ------------------------------------------------------------------------------------------


def fresh(pointer: Pointer) -> Pointer:
    """All letters in the order of the alphabet, to begin with."""
    return replace(pointer, circle=ALPHABET, slot=0, held=-1, gap=0, zone=CIRCLE, act="")


def walk(scene: TableScene, pointer: Pointer, dx: int, up: int) -> TableReply:
    """An arrow: the cursor to the nearest letter there, or clockwise; a letter picked up goes along."""
    points = compass.letters(scene, pointer)
    if not points:
        return to_slot(pointer, (pointer.slot + (dx or -up)) % len(pointer.circle))
    found = compass.there(points, points[pointer.slot], dx, up)
    return to_slot(pointer, found if found >= 0 else pointer.slot)


def to_slot(pointer: Pointer, there: int) -> TableReply:
    """The cursor to a place in the circle, with the letter that was picked up."""
    if pointer.held < 0:
        return Reply(replace(pointer, slot=there, zone=CIRCLE, act=""))
    return Reply(replace(_moved(pointer, pointer.held, there), slot=there, held=there))


def pick(pointer: Pointer, slot: int | None = None) -> TableReply:
    """Pick the letter under the cursor up, or lay the one in hand down."""
    slot = pointer.slot if slot is None else slot
    if not 0 <= slot < len(pointer.circle):
        return Reply(pointer)
    if pointer.held < 0:
        return Reply(replace(pointer, slot=slot, held=slot, zone=CIRCLE, act=""))
    if slot == pointer.held:
        return Reply(replace(pointer, slot=slot, held=-1))
    return Reply(replace(_moved(pointer, pointer.held, slot), slot=slot, held=-1))


def _moved(pointer: Pointer, old: int, new: int) -> Pointer:
    ends = {0, len(pointer.circle) - 1}
    if {old, new} == ends and len(ends) == 2:
        # Neighbours in the circle: taken out and put in again at the other end the order would be the same.
        return replace(pointer, circle=pointer.circle[-1] + pointer.circle[1:-1] + pointer.circle[0])
    letter = pointer.circle[old]
    rest = pointer.circle[:old] + pointer.circle[old + 1 :]
    return replace(pointer, circle=rest[:new] + letter + rest[new:])


def put_token(pointer: Pointer, gap: int | None = None) -> TableReply:
    """The token into the gap before the letter under the cursor."""
    gap = pointer.slot if gap is None else gap
    here = replace(pointer, gap=gap % len(pointer.circle))
    return Reply(here, say=f"The token will begin {where(here.circle, here.gap)}.")


def seek(pointer: Pointer, letter: str) -> TableReply:
    """A letter key: the cursor to that letter."""
    slot = pointer.circle.index(letter)
    return to_slot(pointer, slot) if pointer.held < 0 else pick(pointer, slot)


def why_no_arranging(scene: TableScene) -> str:
    """Why the circle cannot be laid now, or ''."""
    if situation.phase(scene) == "arrange":
        return ""
    return scene.waiting() if not situation.phase(scene) else "The circle lies already."

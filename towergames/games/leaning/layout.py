"""The table as recorded: contacts, disturbed pieces, the facts of a piece where it stands, Foundations set up ready."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from towergames.core.contract import Refusal
from towergames.games.leaning.model import (
    FOUNDATION,
    INSIDE,
    PIPS,
    SHIFTED,
    TURNED,
    Aim,
    Layout,
    Piece,
    Pose,
    Rest,
    Settled,
)
from towergames.games.leaning.scoring import Facts, refusals


def label(piece: int) -> str:
    """The piece as people call it.

    >>> label(3)
    'P3'
    """
    return f"P{piece}"


def find(layout: Layout, piece: int) -> Piece | None:
    """The piece of that number, None when it is not on the table."""
    return next((one for one in layout.pieces if one.id == piece), None)


def touched_by(layout: Layout, piece: int) -> tuple[int, ...]:
    """The pieces that a piece touches (L-5: each once, the table never)."""
    pairs = (pair for pair in layout.touches if piece in pair)
    return tuple(sorted(a if b == piece else b for a, b in pairs))


def room_of(layout: Layout, one: Piece) -> int:
    """L-4: how many more pieces one of the layout may touch."""
    return max(0, PIPS[one.size] - len(touched_by(layout, one.id)))


def without(layout: Layout, gone: Collection[int]) -> Layout:
    """The table after some pieces are taken off, before anything moves."""
    return Layout(
        tuple(one for one in layout.pieces if one.id not in gone),
        tuple(pair for pair in layout.touches if pair[0] not in gone and pair[1] not in gone),
        tuple(near for near in layout.near if near.tip not in gone and near.hollow not in gone),
    )


def settled(layout: Layout, outcome: Settled) -> Layout:
    """The table after everything came to rest."""
    rests = {rest.piece: rest for rest in outcome.rests}
    pieces = tuple(
        replace(one, pose=rests[one.id].pose, corners=rests[one.id].corners) if one.id in rests else one
        for one in layout.pieces
    )
    return Layout(pieces, outcome.touches, outcome.near)


def moved(rest: Rest) -> bool:
    """L-16: whether it moved or turned further than creep does."""
    return rest.shift > SHIFTED or rest.turn > TURNED


def disturbed(before: Layout, outcome: Settled) -> tuple[int, ...]:
    """L-16: the pieces that moved, turned, or lost all that they rested on."""
    rests = {rest.piece: rest for rest in outcome.rests}
    after = settled(before, outcome)
    found = []
    for one in before.pieces:
        rest = rests.get(one.id)
        if (rest is not None and moved(rest)) or _lost_support(before, after, one.id):
            found.append(one.id)
    return tuple(found)


def _lost_support(before: Layout, after: Layout, piece: int) -> bool:
    then, now = find(before, piece), find(after, piece)
    if then is None or now is None or (then.corners and now.corners):
        return False
    rested_on = set(touched_by(before, piece))
    return bool(rested_on or then.corners) and not rested_on & set(touched_by(after, piece))


# --- whether a piece may stand where it does -----------------------------------------------------------


def facts_of(layout: Layout, piece: int, before: Layout, *, held: bool = False) -> Facts:
    """The facts of a piece on the table; ``before`` tells how many pieces the others touched without it (L-6)."""
    one = find(layout, piece)
    assert one is not None
    meets = {near for near in layout.near if near.gap <= INSIDE and piece in (near.tip, near.hollow)}
    inside = sorted({near.hollow if near.tip == piece else near.tip for near in meets})
    return _facts(one.size, held, one.corners, touched_by(layout, piece), inside, before, piece)


def facts_aimed(size: str, held: bool, aim: Aim, before: Layout, piece: int) -> Facts:
    """The facts of a piece in the hand; ``piece`` is its number, which the table may still show elsewhere."""
    return _facts(size, held, aim.corners, aim.touches, aim.inside, before, piece)


def _facts(
    size: str, held: bool, corners: int, touches: Collection[int], inside: Collection[int], before: Layout, piece: int
) -> Facts:
    known = {one.id: one for one in before.pieces}
    others = {other: len(set(touched_by(before, other)) - {piece}) for other in touches}
    return Facts(
        size=size,
        held=held,
        corners=corners,
        touches=tuple(map(label, touches)),
        levels={label(other): known[other].level for other in touches if other in known},
        others={label(other): count for other, count in others.items()},
        pips={label(other): PIPS[known[other].size] for other in touches if other in known},
        inside=tuple(map(label, inside)),
        grounded=piece in FOUNDATION,
    )


def why_not(layout: Layout, piece: int, contacts: str) -> tuple[Refusal, ...]:
    """The rules that a piece breaks where it stands or lies; the size rule is not asked (L-17)."""
    return refusals(facts_of(layout, piece, without(layout, {piece})), both=contacts == "both")


def relevelled(layout: Layout, piece: int) -> Layout:
    """The table with the level of one piece found anew (L-9)."""
    level = facts_of(layout, piece, layout).level
    return replace(layout, pieces=tuple(replace(one, level=level) if one.id == piece else one for one in layout.pieces))


def laid_anew(layout: Layout, fallen: Collection[int], gone: Collection[int] = ()) -> Layout:
    """The table with the levels of pieces that a fall has moved found anew, the lowest first; ``gone`` bear nothing."""
    left = without(layout, gone)
    levels = {one.id: one.level for one in left.pieces if one.id not in fallen}
    waiting = {one.id: touched_by(left, one.id) for one in left.pieces if one.id in fallen and not one.corners}
    levels |= {one.id: 0 for one in left.pieces if one.id in fallen and one.corners}
    while waiting:
        above = {
            piece: 1 + min(levels[other] for other in touched if other in levels)
            for piece, touched in waiting.items()
            if any(other in levels for other in touched)
        }
        lowest = min(above.values(), default=0)
        found = [piece for piece in waiting if above.get(piece, 0) == lowest]
        levels |= dict.fromkeys(found, lowest)
        waiting = {piece: touched for piece, touched in waiting.items() if piece not in found}
    return replace(layout, pieces=tuple(replace(one, level=levels.get(one.id, one.level)) for one in layout.pieces))


READY_FOUNDATIONS: dict[tuple[str, str], tuple[tuple[Pose, Pose], ...]] = {
    ("large", "large"): (
        (
            Pose(-27801, -3510, 11303, 843538, -77906, 515908, 127330),
            Pose(10293, 10820, 16135, -564343, -717552, -408210, 277),
        ),
        (
            Pose(-22046, 4257, 10787, 857798, 92927, 477139, -166990),
            Pose(19066, -9909, 16083, 116626, -624432, 539455, 552695),
        ),
        (
            Pose(-30224, 1804, 11923, 817542, 41299, 571337, -59111),
            Pose(18230, -12512, 15479, 311783, -471109, 672452, 478181),
        ),
        (
            Pose(-30264, 1674, 12000, 812695, 38547, 578887, -54135),
            Pose(17516, -12461, 15975, 298435, -421340, 708647, 480862),
        ),
        (
            Pose(-28908, -1401, 11482, 843243, -31094, 534386, 49062),
            Pose(11486, 11137, 16606, -555094, -692843, -454728, 71148),
        ),
        (
            Pose(-25843, 4578, 11545, 825790, 103788, 530271, -161587),
            Pose(18528, -11813, 16079, 205786, -527960, 634147, 526088),
        ),
    ),
}
"""Sizes -> pairs of poses that stay where they are on every surface."""

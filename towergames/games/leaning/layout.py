"""The table as recorded and as a scene: contacts, levels, disturbed pieces, poses, ready Foundations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from towergames.games.leaning.model import (
    MAX_SHIFT_UM,
    MAX_TURN_MILLIDEGREES,
    PIPS,
    Layout,
    Near,
    Piece,
    RestingPiece,
    TableSettled,
)
from towergames.games.leaning.pyramids import POINT, SIZES, corners, inner_corners, shape
from towergames.physics.geometry import PER_CM, Pose, Vec, angle_between, length, sub
from towergames.physics.recording import MAX_RECORDED_UM, RecordedPose, read
from towergames.physics.scene import SURFACES, Body, Scene


def label(piece: int) -> str:
    """The name of a piece for people.

    >>> label(3)
    'P3'
    """
    return f"P{piece}"


def listed(pieces: Iterable[int]) -> str:
    """Names of pieces in a row, for people.

    >>> listed((1,)), listed((1, 2, 7))
    ('P1', 'P1, P2 and P7')
    """
    *names, last = map(label, pieces)
    return f"{', '.join(names)} and {last}" if names else last


def find(layout: Layout, piece: int) -> Piece | None:
    """The piece of that number, None if it is not on the table."""
    for one in layout.pieces:
        if one.id == piece:
            return one
    return None


def touched_by(layout: Layout, piece: int) -> tuple[int, ...]:
    """The pieces that a piece touches (L-5: each once, the table never)."""
    pairs = (pair for pair in layout.touches if piece in pair)
    return tuple(sorted(a if b == piece else b for a, b in pairs))


def room_of(layout: Layout, one: Piece) -> int:
    """L-4: number of further pieces that one of the layout may touch."""
    return max(0, PIPS[one.size] - len(touched_by(layout, one.id)))


def without(layout: Layout, gone: Collection[int]) -> Layout:
    """The table after some pieces are taken off, before anything moves."""
    pieces = tuple(one for one in layout.pieces if one.id not in gone)
    touches = tuple((a, b) for a, b in layout.touches if a not in gone and b not in gone)
    near = tuple(near for near in layout.near if near.tip not in gone and near.hollow not in gone)
    return Layout(pieces, touches, near)


def layout_after(layout: Layout, outcome: TableSettled) -> Layout:
    """The table after everything has come to rest."""
    rests = {rest.piece: rest for rest in outcome.rests}
    pieces = tuple(
        replace(one, pose=rests[one.id].pose, corners=rests[one.id].corners) if one.id in rests else one
        for one in layout.pieces
    )
    return Layout(pieces, outcome.touches, outcome.near)


def has_moved(rest: RestingPiece) -> bool:
    """L-16: whether the piece moved or turned further than creep does."""
    return rest.shift > MAX_SHIFT_UM or rest.turn > MAX_TURN_MILLIDEGREES


def disturbed(before: Layout, outcome: TableSettled) -> tuple[int, ...]:
    """L-16: the pieces that moved, turned, or lost all that they rested on."""
    rests = {rest.piece: rest for rest in outcome.rests}
    after = layout_after(before, outcome)
    found = []
    for one in before.pieces:
        rest = rests.get(one.id)
        if (rest is not None and has_moved(rest)) or _lost_support(before, after, one.id):
            found.append(one.id)
    return tuple(found)


def _lost_support(before: Layout, after: Layout, piece: int) -> bool:
    then, now = find(before, piece), find(after, piece)
    if then is None or now is None or (then.corners and now.corners):
        return False
    rested_on = set(touched_by(before, piece))
    return bool(rested_on or then.corners) and not rested_on & set(touched_by(after, piece))


def relevelled_layout(layout: Layout, fallen: Collection[int], gone: Collection[int] = ()) -> Layout:
    """The table with the levels of ``fallen`` pieces recomputed, the lowest first; ``gone`` pieces support none."""
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
        lowest_pieces = [piece for piece in waiting if above.get(piece, 0) == lowest]
        levels |= dict.fromkeys(lowest_pieces, lowest)
        waiting = {piece: touched for piece, touched in waiting.items() if piece not in lowest_pieces}
    return replace(layout, pieces=tuple(replace(one, level=levels.get(one.id, one.level)) for one in layout.pieces))


READY_FOUNDATIONS: dict[tuple[str, str], tuple[tuple[RecordedPose, RecordedPose], ...]] = {
    ("large", "large"): (
        (
            RecordedPose(-27801, -3510, 11303, 843538, -77906, 515908, 127330),
            RecordedPose(10293, 10820, 16135, -564343, -717552, -408210, 277),
        ),
        (
            RecordedPose(-22046, 4257, 10787, 857798, 92927, 477139, -166990),
            RecordedPose(19066, -9909, 16083, 116626, -624432, 539455, 552695),
        ),
        (
            RecordedPose(-30224, 1804, 11923, 817542, 41299, 571337, -59111),
            RecordedPose(18230, -12512, 15479, 311783, -471109, 672452, 478181),
        ),
        (
            RecordedPose(-30264, 1674, 12000, 812695, 38547, 578887, -54135),
            RecordedPose(17516, -12461, 15975, 298435, -421340, 708647, 480862),
        ),
        (
            RecordedPose(-28908, -1401, 11482, 843243, -31094, 534386, 49062),
            RecordedPose(11486, 11137, 16606, -555094, -692843, -454728, 71148),
        ),
        (
            RecordedPose(-25843, 4578, 11545, 825790, 103788, 530271, -161587),
            RecordedPose(18528, -11813, 16079, 205786, -527960, 634147, 526088),
        ),
    ),
}
"""Sizes -> pairs of poses that stay on every surface."""


MAX_NEAR_UM = 5_000
"""Greatest distance of a point from an inside point that is recorded."""

SizeByPiece = Mapping[int, str]
"""Piece number -> size."""


def piece_of(name: str) -> int:
    """The number of a piece from its name in a scene, 0 for the table.

    >>> piece_of("P12"), piece_of("table")
    (12, 0)
    """
    return int(name[1:]) if name[0] == "P" else 0


def sizes_of(layout: Layout) -> dict[int, str]:
    """Piece number -> size, for all pieces on the table."""
    return {one.id: one.size for one in layout.pieces}


def poses_of(layout: Layout, without: Collection[int] = ()) -> dict[str, Pose]:
    """Scene name -> pose, for all pieces on the table."""
    return {label(one.id): read(one.pose) for one in layout.pieces if one.id not in without}


def scene_of(layout: Layout, new: SizeByPiece | None = None, surface: str = "newspaper") -> Scene:
    """A scene with all pieces of a layout and the ``new`` ones (number -> size), free, in the order of
    their numbers.
    """
    sizes = {**sizes_of(layout), **(new or {})}
    bodies = tuple(Body(label(piece), shape(SIZES[sizes[piece]])) for piece in sorted(sizes))
    return Scene(bodies, SURFACES[surface])


def near_points(sizes: SizeByPiece, poses: Mapping[str, Pose]) -> tuple[Near, ...]:
    """Every point near enough to another piece's inside point to be recorded (L-8), in order."""
    tips = {piece: _own(poses, piece, corners(SIZES[size])[POINT]) for piece, size in sizes.items()}
    hollows = {piece: _own(poses, piece, inner_corners(SIZES[size])[POINT]) for piece, size in sizes.items()}
    near = []
    for tip, point in tips.items():
        for hollow, inside in hollows.items():
            if tip != hollow and abs(point[2] - inside[2]) * PER_CM <= MAX_NEAR_UM:
                gap = round(length(sub(point, inside)) * PER_CM)
                if gap <= MAX_NEAR_UM:
                    near.append(Near(tip, hollow, gap))
    return tuple(sorted(near))


def _own(poses: Mapping[str, Pose], piece: int, point: Vec) -> Vec:
    return poses[label(piece)].point(point)


def shift_of(size: str, before: Pose, after: Pose) -> int:
    """Distance that the corner moved that moved most, in micrometres."""
    ways = (length(sub(after.point(corner), before.point(corner))) for corner in corners(SIZES[size]))
    return min(2 * MAX_RECORDED_UM, round(max(ways) * PER_CM))


def turn_of(before: Pose, after: Pose) -> int:
    """Angle that a piece turned, in thousandths of a degree."""
    return min(180_000, round(angle_between(before.turn, after.turn) * 57_295.779513))

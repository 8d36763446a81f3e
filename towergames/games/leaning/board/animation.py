"""Pieces in motion: recorded movements as frames, and all poses in one of them. Needs no engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial

from towergames.board.timeline import MotionFrames, fall_of, frames_of, recorded
from towergames.core.contract import Event
from towergames.games.leaning import text as rule_text
from towergames.games.leaning.board.ui_state import LeaningContext
from towergames.games.leaning.layout import find, label, shift_of, turn_of
from towergames.games.leaning.model import MAX_SHIFT_UM, MAX_TURN_MILLIDEGREES, NEUTRAL, Piece, View
from towergames.physics.geometry import Pose
from towergames.physics.recording import read

SETTLE = "settle"
SCORED: frozenset[str] = frozenset(("place", "break", "wreck"))
"""Events that bring or cost points. The settled pieces stay in sight while the points fly to the player."""
HELD: frozenset[str] = frozenset(("break", "wreck"))
"""Events after which the fallen pieces are looked at until a key."""
ANIMATED: frozenset[str] = frozenset((SETTLE, *SCORED))

MAX_SECONDS = 3.0
"""A longer movement is shown faster."""


@dataclass(frozen=True, slots=True)
class PosedPiece:
    """A piece as it is drawn: number, size, owner and pose (cm)."""

    piece: int
    size: str
    owner: int
    pose: Pose


def film(event: Event, *, falls: bool = False) -> MotionFrames[int]:
    """The frames of a ``settle`` event, by piece; ``falls``: it ends in a Break or a Wreck."""
    text, pieces = event.data.get("trace"), event.data.get("pieces")
    if event.kind != SETTLE or not isinstance(text, str) or not isinstance(pieces, list):
        return (), ()
    names = tuple(int(piece) for piece in pieces)
    if falls and (fall := fall_of(text, names)).fell:
        return fall.frames, fall.seconds
    return frames_of(text, names, MAX_SECONDS)


def film_shown(context: LeaningContext, event: Event) -> MotionFrames[int]:
    """The frames of an event of the step that is shown."""
    return film(event, falls=any(one.kind in HELD for one in (*context.playing, *context.coming)))


def shown_now(context: LeaningContext) -> tuple[Event, tuple[Mapping[int, Pose], ...], int] | None:
    """The recorded movement that is shown: its event, its frames, and which of them is shown now."""
    return recorded(context, partial(film_shown, context))


def standing(context: LeaningContext, lifted: frozenset[int] = frozenset()) -> tuple[PosedPiece, ...]:
    """All pieces on the table as they are drawn now, by number, without those ``lifted`` by the hand."""
    view = context.view
    drawn = {one.piece: one for one in _before(view) if one.piece not in lifted}
    now = shown_now(context)
    if now is not None:
        event, frames, frame = now
        if event.data.get("by") == "clear":
            drawn = {piece: one for piece, one in drawn.items() if piece not in view.clearing}
        known = drawn | _released(view)
        for piece, pose in frames[frame].items():
            if piece in known:
                drawn[piece] = replace(known[piece], pose=pose)
    return tuple(drawn[piece] for piece in sorted(drawn))


@dataclass(frozen=True, slots=True)
class Displacement:
    """A piece that has moved further than the rules allow: where it ``stood``, and how far it moved and turned.

    ``shift`` is in micrometres, ``turn`` in thousandths of a degree.
    """

    stood: PosedPiece
    shift: int
    turn: int

    @property
    def words(self) -> str:
        """The movement beside what is allowed."""
        return rule_text.moved(label(self.stood.piece), self.shift, self.turn)

    @property
    def short(self) -> str:
        """The movement in a few cells, for a picture."""
        if self.shift <= MAX_SHIFT_UM < self.turn and self.turn > MAX_TURN_MILLIDEGREES:
            return f"{-(-self.turn // 1000)} deg"
        return f"{-(-self.shift // 1000)} mm"

    @property
    def is_small(self) -> bool:
        """Whether the eye can hardly see the movement."""
        return self.shift < SMALL_SHIFT_UM


SMALL_SHIFT_UM = 10_000
"""A piece that moved less is shown beside the place where it stood."""


def displaced(context: LeaningContext) -> tuple[Displacement, ...]:
    """The pieces that have moved: in the fall that is shown, or in the Break after which they are put back.

    Those that moved furthest come first. The piece let go of is among them.
    """
    view = context.view
    wanted: Collection[int] = ()
    if context.playing:
        stood, now = _before(view), standing(context)
    elif view.phase == "rebuild" and view.stood is not None:
        wanted = view.broken
        stood = [_posed(one) for one in view.stood.pieces if one.id in wanted]
        now = tuple(_posed(one) for one in view.layout.pieces)
    else:
        return ()
    poses = {one.piece: one.pose for one in now}
    found = []
    for one in stood:
        if one.piece in poses:
            moved = Displacement(
                one, shift_of(one.size, one.pose, poses[one.piece]), turn_of(one.pose, poses[one.piece])
            )
            if one.piece in wanted or moved.shift > MAX_SHIFT_UM or moved.turn > MAX_TURN_MILLIDEGREES:
                found.append(moved)
    return tuple(sorted(found, key=lambda moved: -moved.shift))


def fallen(context: LeaningContext) -> str:
    """The kind of the fall that has just been shown, while its pieces lie still; '' for none."""
    kind = context.playing[-1].kind if context.playing else ""
    return kind if kind in HELD else ""


def fall_seen(context: LeaningContext) -> str:
    """A sentence on the fall that has just been shown, as the eye saw it; '' for none."""
    seen = [event.text for event in context.playing if event.kind == SETTLE]
    return seen[-1] if seen and fallen(context) else ""


def points_now(context: LeaningContext) -> tuple[int, ...]:
    """Each player's points, with what the events that are shown have brought or cost; a beat counts at its end."""
    points = list(context.view.points)
    waits = context.beat is not None and context.beat_seconds < context.beat.seconds
    for event in context.playing[: -1 if waits else None]:
        if event.kind in SCORED and event.seat is not None:
            points[event.seat] += event.data["points"]
    return tuple(points)


def _posed(one: Piece) -> PosedPiece:
    return PosedPiece(one.id, one.size, one.owner, read(one.pose))


def _before(view: View) -> list[PosedPiece]:
    """The table of the view, and the piece just let go of where the hand held it."""
    hand = view.in_hand
    # A Foundation that the table sets up has no place before it stands.
    taken = _released(view) if hand is not None and hand.pose is not None else {}
    shown = [_posed(one) for one in view.layout.pieces if one.id not in taken]
    return shown + list(taken.values())


def _released(view: View) -> dict[int, PosedPiece]:
    hand = view.in_hand
    if hand is None or view.phase != "release":
        return {}
    known = find(view.layout, hand.piece)
    if known is not None:
        owner = known.owner
    else:
        owner = NEUTRAL if hand.kind in ("found", "ready") else view.active
    pieces = {hand.piece: PosedPiece(hand.piece, hand.size, owner, read(hand.pose) if hand.pose else Pose(0, 0, 0))}
    if hand.size2:
        pose = read(hand.pose2) if hand.pose2 else Pose(0, 0, 0)
        pieces[hand.piece + 1] = PosedPiece(hand.piece + 1, hand.size2, owner, pose)
    return pieces


def moved(context: LeaningContext) -> frozenset[int]:
    """The pieces of the last moves, of other players' if there were any: let go of, put back, or disturbed."""
    own: set[int] = set()
    others: set[int] = set()
    for event in context.marks:
        touched = own if event.seat is not None and event.seat == context.seat else others
        piece = event.data.get("piece")
        if event.kind in ("let-go", "place", "keep") and isinstance(piece, int):
            touched.add(piece)
        if event.kind in ("break", "bump"):
            touched.update(int(one) for one in event.data.get("disturbed") or ())
    return frozenset(others or own)

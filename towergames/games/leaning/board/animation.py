"""Pieces in motion: recorded movements as frames, and all poses in one of them. Needs no engine."""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.board.timeline import MotionFrames, frames_of, recorded
from towergames.core.contract import Event
from towergames.games.leaning.board.ui_state import LeaningContext
from towergames.games.leaning.layout import find
from towergames.games.leaning.model import NEUTRAL, View
from towergames.physics.geometry import Pose
from towergames.physics.recording import read

SETTLE = "settle"
SCORED: frozenset[str] = frozenset(("place", "break", "wreck"))
"""Events that bring or cost points. The settled pieces stay in sight while the points fly to the player."""
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


def film(event: Event) -> MotionFrames[int]:
    """The frames of a ``settle`` event, by piece."""
    text, pieces = event.data.get("trace"), event.data.get("pieces")
    if event.kind != SETTLE or not isinstance(text, str) or not isinstance(pieces, list):
        return (), ()
    return frames_of(text, tuple(int(piece) for piece in pieces), MAX_SECONDS)


def standing(context: LeaningContext, lifted: frozenset[int] = frozenset()) -> tuple[PosedPiece, ...]:
    """All pieces on the table as they are drawn now, by number, without those ``lifted`` by the hand."""
    view = context.view
    drawn = {one.piece: one for one in _before(view) if one.piece not in lifted}
    now = recorded(context, film)
    if now is not None:
        event, frames, frame = now
        if event.data.get("by") == "clear":
            drawn = {piece: one for piece, one in drawn.items() if piece not in view.clearing}
        known = drawn | _released(view)
        for piece, pose in frames[frame].items():
            if piece in known:
                drawn[piece] = replace(known[piece], pose=pose)
    return tuple(drawn[piece] for piece in sorted(drawn))


def _before(view: View) -> list[PosedPiece]:
    """The table of the view, and the piece just let go of where the hand held it."""
    hand = view.in_hand
    # A Foundation that the table sets up has no place before it stands.
    taken = _released(view) if hand is not None and hand.pose is not None else {}
    shown = [
        PosedPiece(one.id, one.size, one.owner, read(one.pose)) for one in view.layout.pieces if one.id not in taken
    ]
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

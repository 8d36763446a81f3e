"""The whole table in plain words, for readers and for plain mode: what stands there, the players, and their pieces."""

from __future__ import annotations

from towergames.boards.leaning import acting, situation, suggesting
from towergames.boards.leaning.pointer import Pointer, TableScene
from towergames.boards.leaning.wording import CORNERS, counts, names
from towergames.core.contract import Over
from towergames.core.text import count
from towergames.games.leaning.layout import label, touched_by
from towergames.games.leaning.model import Layout, Piece, View
from towergames.physics.geometry import Pose
from towergames.physics.pyramids import SIZES as SHAPES
from towergames.physics.pyramids import corners


def speak(scene: TableScene) -> tuple[str, ...]:
    """The table in words, most important first."""
    view: View = scene.view
    lines = [_summary(scene)]
    if view.phase == "slip" and view.in_hand is not None:
        lines.append(_slip_line(scene))
    if view.broken:
        lines += [f"To be put back: {names(view.broken)}.", *failed_lines(view)]
    lines += [piece_line(scene, one) for one in view.layout.pieces]
    loose = tuple(one.id for one in view.layout.pieces if looks_loose(view.layout, one))
    if loose:
        lines.append(f"Looks loose (one support): {names(loose)}.")
    return (*lines, *(_player_line(scene, seat) for seat in range(view.seats)))


def _summary(scene: TableScene) -> str:
    view = scene.view
    if not view.layout.pieces:
        return f"The table is empty. {_who(scene)}"
    top = max(height(one) for one in view.layout.pieces)
    level = max(one.level for one in view.layout.pieces)
    last = f" The last piece placed was {view.last_size}." if view.last_size else ""
    pieces = count(len(view.layout.pieces), "piece")
    return f"{pieces} on the table, {top:.1f} cm high, highest level {level}.{last} {_who(scene)}"


def _who(scene: TableScene) -> str:
    turn = scene.turn
    if isinstance(turn, Over):
        return "The game is over."
    seat = getattr(turn, "seat", None)
    if seat is None:
        return "Pieces are moving."
    known = suggesting.known_place(scene, Pointer())
    place = f" The table found a move ({known.ideas[0].words}): let go plays it, idea shows another." if known else ""
    return f"{scene.name_of(seat)} decides.{place}"


def _slip_line(scene: TableScene) -> str:
    view = scene.view
    assert view.in_hand is not None
    tries = _more_tries(view.terms.tries - view.tries)
    return f"{label(view.in_hand.piece)}, {view.in_hand.size}, has slipped; {tries}."


def _more_tries(left: int) -> str:
    return "one more try" if left == 1 else f"{left} more tries"


def failed_lines(view: View) -> tuple[str, ...]:
    """How often each piece that was let go of in vain can still be tried."""
    return tuple(f"{label(piece)} has {_more_tries(left)}." for piece, left in situation.tries_left(view))


def height(one: Piece) -> float:
    """How high the highest corner of a piece is, in cm."""
    pose = Pose.read(one.pose)
    return max(pose.point(corner)[2] for corner in corners(SHAPES[one.size]))


def piece_line(scene: TableScene, one: Piece) -> str:
    """One piece: whose it is, its level, how high it reaches, what it touches, and what it can still take."""
    layout = scene.view.layout
    touched = touched_by(layout, one.id)
    parts = [f"level {one.level}", f"{height(one):.1f} cm"]
    if one.corners:
        parts.append(f"{CORNERS[one.corners]} on the table")
    parts.append(f"touches {names(touched)}" if touched else "touches no piece")
    parts.append(situation.room_words(scene, Pointer(), one.id))
    return f"{situation.piece_words(scene, one.id)}: {', '.join(filter(None, parts))}."


def looks_loose(layout: Layout, one: Piece) -> bool:
    """Whether a piece has one support only: off the table on one piece, or on one corner against one."""
    return len(touched_by(layout, one.id)) + min(one.corners, 1) < 2 or (
        one.corners == 1 and len(touched_by(layout, one.id)) == 1
    )


def _player_line(scene: TableScene, seat: int) -> str:
    view = scene.view
    left = counts(view.hands[seat]) or "no piece"
    held = f", holds {counts(view.held[seat])}" if any(view.held[seat]) else ""
    out = "; out of this game" if view.out[seat] else ""
    return f"{scene.name_of(seat)}: {count(view.points[seat], 'point')}, {left} left{held}{out}."


def speak_hand(scene: TableScene) -> tuple[str, ...]:
    """The looker's pieces, and what may be done with them."""
    view: View = scene.view
    if scene.seat is None or not 0 <= scene.seat < view.seats:
        return ("A spectator has no pieces.",)
    lines = [f"Left: {counts(view.hands[scene.seat]) or 'nothing'}."]
    if any(view.held[scene.seat]):
        lines.append(f"Held: {counts(view.held[scene.seat])}; these go first, off the table.")
    if situation.phase(scene) == "turn":
        good = situation.placeable(scene)
        lines.append(f"May be placed now: {', '.join(good) or 'nothing'}.")
    trouble = situation.missing()
    if not trouble and not situation.why_no_hand(scene):
        lines.append("To place a piece: take (or take small), idea 2 for another place, let go.")
    if situation.phase(scene) and trouble:
        lines.append(f"Pieces cannot be let go here: {trouble}")
    if acting.acts(scene):
        named = Pointer()
        lines.append(f"Besides: {', '.join(acting.act_label(scene, named, act) for act in acting.acts(scene))}.")
    return tuple(lines)

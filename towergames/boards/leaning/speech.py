"""The table in plain words: what the hand is about, and the whole structure for readers and for plain mode."""

from __future__ import annotations

import math

from towergames.boards.leaning import acting, situation
from towergames.boards.leaning.pointer import ACTS, FOUND, LOOKS, REBUILD, WATCH, Pointer, TableScene
from towergames.core.contract import Over, Verdict
from towergames.games.leaning.ideas import RELEASES, Idea
from towergames.games.leaning.layouts import label, touched_by
from towergames.games.leaning.model import PIPS, SIZES, Accept, Aim, Layout, Piece, View
from towergames.games.leaning.scoring import many
from towergames.physics.geometry import Pose
from towergames.physics.pyramids import SIZES as SHAPES
from towergames.physics.pyramids import corners

CORNERS = ("no corner", "one corner", "two corners", "three corners", "four corners", "five corners")


def judged(scene: TableScene, pointer: Pointer) -> Verdict | None:
    """What the judge says to what Enter would submit; None when nothing is complete."""
    action = acting.draft(scene, pointer)
    return scene.game.judge(situation.state_of(scene.view), action) if action is not None else None


# --- under the hand -----------------------------------------------------------------------------------


def hover(scene: TableScene, pointer: Pointer) -> str:
    """One line on what the hand is about."""
    if pointer.kind == WATCH and pointer.grips:
        return f"{situation.waiting(scene)} The hand considers: {aim_words(pointer.aim)}."
    if not situation.phase(scene):
        return _table_line(scene)
    if pointer.zone == ACTS and pointer.act:
        why, rule = acting.why_not(scene, pointer, pointer.act)
        return _ruled(why, rule) if why else _act_line(scene, pointer)
    if pointer.grips:
        return _hand_line(pointer)
    if pointer.busy:
        return f"The hand {pointer.busy}; Esc stops it."
    return _empty_line(scene, pointer)


def _ruled(why: str, rule: str) -> str:
    return f"{why} ({rule})" if rule else why


def _table_line(scene: TableScene) -> str:
    last = scene.view.last_size
    told = f" The last piece placed was {last}." if last and not isinstance(scene.turn, Over) else ""
    return f"{situation.waiting(scene)}{told}"


_ACT_MEANS = {
    "let-go": "Let go of what is in the hand.",
    "drop": "Let go blindly: nothing is checked before everything is at rest.",
    "ready": "The table sets up a Foundation of two large pieces.",
    "hold": "Set it aside as your turn: next time it goes on top, for 2 points more.",
    "pass": "Pass to the right; free now.",
    "skip": "You find no move; the table looks for one first.",
    "accept": "The piece stays where it slipped to, and scores there.",
    "give-up": "The piece is lost.",
    "keep": "The piece stays where it lies.",
    "restore": "Everything goes back to where it stood.",
    "decline": "The structure stays broken: a Wreck, and you are out.",
    "nudge": "Somebody who does not play has bumped the table.",
}


def _act_line(scene: TableScene, pointer: Pointer) -> str:
    name = acting.act_label(scene, pointer, pointer.act)
    means = _ACT_MEANS.get(pointer.act, "This player has bumped the table, and pays if much of it falls.")
    return f"{_upper(name)}: {means}"


def _empty_line(scene: TableScene, pointer: Pointer) -> str:
    why = "There is no physics here (Enter says why)." if situation.missing() else situation.why_no_hand(scene)
    if why:
        return f"{why} Tab leads to what can be done."
    now = situation.phase(scene)
    if now == "found":
        size = situation.chosen_size(scene, pointer)
        return f"The Foundation: Enter takes two {size} pieces; or Tab, ready: the table sets it up."
    if now == "rebuild":
        piece = acting.piece_back(scene, pointer)
        return f"Enter takes {situation.piece_words(scene, piece)}, to put it back; or Tab: keep, decline."
    if now == "slip" and not acting.why_not(scene, pointer, "accept")[0]:
        return f"It lies legally: accept it where it is ({_accepted(scene)}), or Enter takes it again."
    size = situation.chosen_size(scene, pointer)
    held = "held " if situation.places_held(scene) else ""
    where = f" for {label(pointer.target)}" if pointer.target else ""
    again = "again " if now == "slip" else ""
    return f"Enter takes the {held}{size} piece {again}in hand{where}; 1, 2, 3 choose a size, c a target."


def _accepted(scene: TableScene) -> str:
    verdict = scene.game.judge(situation.state_of(scene.view), Accept())
    return many(sum(line.points for line in verdict.preview), "point")


def _hand_line(pointer: Pointer) -> str:
    if 0 <= pointer.idea < len(pointer.ideas):
        more = "+" if pointer.busy == LOOKS else ""
        count = f"{pointer.idea + 1} of {len(pointer.ideas)}{more}"
        return f"Enter lets go, n: another. Idea {count}: {pointer.ideas[pointer.idea].words}."
    second = pointer.kind == FOUND and len(pointer.ghost) == 1
    told = "Enter takes the second piece" if second else aim_words(pointer.aim)
    parts = (feel_words(pointer), told, pointer.said.rstrip("."))
    return ". ".join(_upper(part) for part in parts if part) + "."


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def feel_words(pointer: Pointer) -> str:
    """How steady the piece in hand is, as far as that is known."""
    if pointer.feel is not None:
        return f"feels: {pointer.feel.words}"
    if 0 <= pointer.idea < len(pointer.ideas):
        return stood(pointer.ideas[pointer.idea])
    return ""


def stood(idea: Idea) -> str:
    """How often an idea stood when it was let go of in thought: ``stood in 2 of 3 trials``."""
    return f"stood in {round(idea.steady * RELEASES)} of {RELEASES} trials"


def aim_words(aim: Aim | None) -> str:
    """What is touched, in words.

    >>> aim_words(Aim(2, (3, 5))), aim_words(Aim(0, ())), aim_words(None)
    ('touches P3 and P5, two corners on the table', 'hangs in the air', 'not felt yet')
    """
    if aim is None:
        return "not felt yet"
    if not aim.corners and not aim.touches:
        return "hangs in the air"
    parts = [f"touches {names(aim.touches)}"] if aim.touches else []
    if aim.corners:
        parts.append(f"{CORNERS[aim.corners]} on the table")
    if aim.inside:
        parts.append(f"a point meets the inside point of {names(aim.inside)}")
    return ", ".join(parts)


def names(pieces: tuple[int, ...]) -> str:
    """Pieces in a row, as people say them.

    >>> names((1,)), names((1, 2, 7))
    ('P1', 'P1, P2 and P7')
    """
    told = [label(piece) for piece in pieces]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


# --- the whole table ------------------------------------------------------------------------------------


def speak(scene: TableScene) -> tuple[str, ...]:
    """The table in words, most important first."""
    view: View = scene.view
    lines = [_summary(scene)]
    if view.phase == "slip" and view.in_hand is not None:
        lines.append(_slip_line(scene))
    if view.broken:
        lines.append(f"To be put back: {names(view.broken)}.")
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
    count = many(len(view.layout.pieces), "piece")
    return f"{count} on the table, {top:.1f} cm high, highest level {level}.{last} {_who(scene)}"


def _who(scene: TableScene) -> str:
    turn = scene.turn
    if isinstance(turn, Over):
        return "The game is over."
    seat = getattr(turn, "seat", None)
    return f"{situation.name_of(scene, seat)} decides." if seat is not None else "Everything comes to rest."


def _slip_line(scene: TableScene) -> str:
    view = scene.view
    assert view.in_hand is not None
    left = view.terms.tries - view.tries
    tries = "one more try" if left == 1 else f"{left} more tries"
    return f"{label(view.in_hand.piece)}, {view.in_hand.size}, has slipped; {tries}."


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
    room = PIPS[one.size] - len(touched)
    if scene.view.terms.contacts == "both":
        parts.append(f"room for {many(room, 'contact')}" if room > 0 else "full")
    return f"{situation.piece_words(scene, one.id)}: {', '.join(parts)}."


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
    return f"{situation.name_of(scene, seat)}: {many(view.points[seat], 'point')}, {left} left{held}{out}."


def counts(count: tuple[int, ...]) -> str:
    """How many of each size, in words.

    >>> counts((5, 0, 2)), counts((0, 0, 0))
    ('5 small, 2 large', '')
    """
    return ", ".join(f"{number} {size}" for number, size in zip(count, SIZES, strict=True) if number)


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


# --- the hand, for plain mode ---------------------------------------------------------------------------


def speak_pointer(scene: TableScene, pointer: Pointer) -> tuple[str, ...]:
    """What is being prepared, in words: the piece in hand, what it touches, what it would score or break."""
    if not situation.phase(scene):
        return ()
    if not pointer.grips:
        return (_empty_plain(scene, pointer),)
    what = f"{' and '.join(pointer.sizes)}, {pointer.control} control"
    if pointer.kind == REBUILD:
        what = f"{label(pointer.piece)}, {what}"
    lines = [f"In hand: {what}."]
    if pointer.idea >= 0:
        lines += [_idea_line(pointer, number) for number in range(len(pointer.ideas))]
    else:
        lines.append(f"It is {_where(pointer)}.")
    if pointer.said:
        lines.append(pointer.said)
    level = situation.level_of(scene, pointer)
    on = f", level {level}" if level is not None else ""
    lines.append(f"It {aim_words(pointer.aim)}{on}." if pointer.aim else "What it touches is not felt yet.")
    if pointer.feel is not None:
        lines.append(f"The hand feels: {pointer.feel.words}.")
    return (*lines, *verdict_words(judged(scene, pointer)))


def _empty_plain(scene: TableScene, pointer: Pointer) -> str:
    why = situation.why_no_hand(scene)
    if why:
        return why
    size = situation.chosen_size(scene, pointer)
    return f"The hand is empty. Type: take {size} (or another size), then let go; idea 2, target 3, free for more."


def _idea_line(pointer: Pointer, number: int) -> str:
    idea = pointer.ideas[number]
    mark = " (this one)" if number == pointer.idea else ""
    worth = f", {many(idea.points, 'point')}" if pointer.kind not in (FOUND, REBUILD) else ""
    where = sided(idea.pose, pointer.camera.facing)
    return f"Idea {number + 1}{mark}: {idea.words}, {where}{worth}, {stood(idea)}."


def _where(pointer: Pointer) -> str:
    pose = pointer.pose
    lowest = min(pose.point(corner)[2] for corner in corners(SHAPES[pointer.sizes[pointer.which]]))
    return f"{sided(pose, pointer.camera.facing)}, {max(0.0, lowest) * 10:.0f} mm over the table"


def sided(pose: Pose, facing: float) -> str:
    """On which side of the table's middle something is, as seen by whoever looks that way.

    >>> sided(Pose(2, 0, 0), math.pi / 2), sided(Pose(-2, -3, 0), math.pi / 2), sided(Pose(0, 0, 5), 0)
    ('20 mm right', '20 mm left and 30 mm near', 'in the middle')
    """
    ahead = pose.x * math.cos(facing) + pose.y * math.sin(facing)
    right = pose.x * math.sin(facing) - pose.y * math.cos(facing)
    ways = ((right, "right", "left"), (ahead, "away", "near"))
    told = [f"{abs(way) * 10:.0f} mm {plus if way > 0 else minus}" for way, plus, minus in ways if abs(way) >= 0.3]
    return " and ".join(told) or "in the middle"


def verdict_words(verdict: Verdict | None) -> tuple[str, ...]:
    """Points line by line, or the rules it would break."""
    if verdict is None:
        return ()
    if verdict.refusals:
        return tuple(f"Not allowed: {one.text} ({one.rule})" for one in verdict.refusals)
    if not verdict.preview:
        return (_upper(f"{verdict.note}."),) if verdict.note else ()
    total = sum(line.points for line in verdict.preview)
    parts = ", ".join(f"{line.note} {line.points:+d} ({line.rule})" for line in verdict.preview)
    return (f"It would score {total}: {parts}.",)

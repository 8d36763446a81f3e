"""The table and the hand in sentences: the line under the hand, what is read out, and the phrases of both."""

from __future__ import annotations

import math

from towergames.boards.leaning import controls, situation
from towergames.boards.leaning.background import begun, known_place, with_ui
from towergames.boards.leaning.camera import view_of
from towergames.boards.leaning.ui_state import FOUND, LOOKS, REBUILD, WATCH, LeaningContext, Ui
from towergames.boards.protocol import Description, ReadOut
from towergames.core.contract import Over, Verdict
from towergames.core.text import count, sentence
from towergames.games.leaning.evaluation import Idea
from towergames.games.leaning.layout import label, listed, touched_by
from towergames.games.leaning.model import SIZES, Accept, Aim, Layout, Piece, View
from towergames.physics.geometry import Pose
from towergames.physics.pyramids import SIZES as SHAPES
from towergames.physics.pyramids import corners

CORNERS = ("no corner", "one corner", "two corners", "three corners", "four corners", "five corners")
TASKS = {
    "found": "Build the Foundation",
    "turn": "Place a piece, or hold one",
    "slip": "Place the slipped piece again",
    "rebuild": "Put back what fell",
}


def describe(c: LeaningContext) -> Description:
    """The decision, what the hand is about, what the keys do, and a move that the table has found."""
    aim = c.ui.aim
    told = any(event.kind == "move-known" for event in c.marks) and known_place(c)
    return Description(
        task=TASKS.get(c.phase, ""),
        hint=_hint(c),
        how=_how(c),
        pending=aim is not None and not aim.touches and not aim.corners,
        news="The table found a move: it is in the hand. Enter lets go, n searches for another." if told else "",
    )


def read_out(c: LeaningContext) -> ReadOut:
    """The table, the looker's pieces, and what is in the hand."""
    return ReadOut(_table(with_ui(c, Ui())), _pieces(with_ui(c, Ui())), _in_hand(c))


# --- the line under the hand ------------------------------------------------------------------------------


def _hint(c: LeaningContext) -> str:
    if c.ui.kind == WATCH and c.ui.grips:
        return f"{c.waiting()} The hand considers: {aim_words(c.ui.aim)}."
    if not c.phase:
        return _table_line(c)
    if c.ui.advised:
        return _advised_line(c)
    if c.ui.grips:
        return _hand_line(c.ui)
    if c.ui.busy:
        return f"The hand {c.ui.busy}; Esc stops it."
    return _empty_line(c)


def _how(c: LeaningContext) -> str:
    """What the keys do now, for a lesson."""
    now = c.phase
    if not now:
        return ""
    if c.ui.grips:
        return "Enter lets go, n: another place, c: another target. Esc lays the piece down."
    if c.ui.busy:
        return f"The hand {c.ui.busy}. Esc stops it."
    if now == "found":
        return "Y: the table sets up the Foundation. Enter takes two pieces to build it."
    return "1, 2, 3: size; c: target; Enter takes a piece. A holds one."


def _table_line(c: LeaningContext) -> str:
    last = c.view.last_size
    told = f" The last piece placed was {last}." if last and not isinstance(c.turn, Over) else ""
    return f"{c.waiting()}{told}"


def _advised_line(c: LeaningContext) -> str:
    main = controls.controls(c)[0]
    if main.blocked is None:
        return f"Enter: {main.label}. {main.spec.help}."
    return f"{main.blocked.text} ({main.blocked.rule})" if main.blocked.rule else main.blocked.text


def _empty_line(c: LeaningContext) -> str:
    why = "There is no physics here (Enter says why)." if situation.missing() else situation.why_no_hand(c)
    ways = ", ".join(f"{key}: {text}" for key, text in controls.ways_out(c))
    if why:
        return f"{why} {ways}." if ways else why
    if c.ui.fruitless:
        keys = "; 1 2 3: size, c: target" if c.phase == "turn" else ""
        return f"Enter searches further{keys}; {ways}."
    here = with_ui(c, begun(c))
    if c.phase == "found":
        return f"The Foundation: Enter takes two {here.ui.size} pieces; Y: the table sets it up."
    if c.phase == "slip" and controls.why_not(c, controls.ACCEPT) is None:
        return f"It lies legally: T accepts it where it is ({_accepted(c)}), Enter takes it again."
    full = situation.why_full(here)
    if full:
        return full
    if c.phase == "rebuild":
        return f"Enter takes {situation.piece_words(c, here.ui.piece)}, to put it back; {ways}."
    held = "held " if here.ui.held else ""
    room = situation.room_words(here, here.ui.target)
    where = f" for {label(here.ui.target)}{f' ({room})' if room else ''}" if here.ui.target else ""
    if c.phase == "slip":
        return f"Enter takes the {held}{here.ui.size} piece again{where}; c: target, U: give up."
    return f"Enter takes the {held}{here.ui.size} piece{where}; 1 2 3: size, c: target, A: hold."


def _accepted(c: LeaningContext) -> str:
    verdict = c.game.judge(situation.position(c.view), Accept())
    return count(sum(line.points for line in verdict.preview), "point")


def _hand_line(ui: Ui) -> str:
    if ui.shown is not None:
        more = "+" if ui.busy == LOOKS else ""
        return f"Enter lets go, n: another. Idea {ui.idea + 1} of {len(ui.ideas)}{more}: {ui.shown.words}."
    told = "Enter takes the second piece" if ui.half else aim_words(ui.aim)
    return " ".join(map(sentence, filter(None, (feel_words(ui), told, ui.said))))


# --- the table --------------------------------------------------------------------------------------------


def _table(c: LeaningContext) -> tuple[str, ...]:
    """The table in words, most important first."""
    view: View = c.view
    lines = [_summary(c)]
    if view.phase == "slip" and view.in_hand is not None:
        lines.append(_slip_line(c))
    if view.broken:
        lines += [f"To be put back: {listed(view.broken)}.", *failed_lines(view)]
    lines += [_piece_line(c, one) for one in view.layout.pieces]
    loose = tuple(one.id for one in view.layout.pieces if _looks_loose(view.layout, one))
    if loose:
        lines.append(f"Looks loose (one support): {listed(loose)}.")
    return (*lines, *(_player_line(c, seat) for seat in range(view.seats)))


def _summary(c: LeaningContext) -> str:
    view = c.view
    if not view.layout.pieces:
        return f"The table is empty. {_who(c)}"
    top = max(_height(one) for one in view.layout.pieces)
    level = max(one.level for one in view.layout.pieces)
    last = f" The last piece placed was {view.last_size}." if view.last_size else ""
    pieces = count(len(view.layout.pieces), "piece")
    return f"{pieces} on the table, {top:.1f} cm high, highest level {level}.{last} {_who(c)}"


def _who(c: LeaningContext) -> str:
    turn = c.turn
    if isinstance(turn, Over):
        return "The game is over."
    seat = getattr(turn, "seat", None)
    if seat is None:
        return "Pieces are moving."
    known = known_place(c)
    place = f" The table found a move ({known.ideas[0].words}): let go plays it, idea shows another." if known else ""
    return f"{c.name_of(seat)} decides.{place}"


def _slip_line(c: LeaningContext) -> str:
    view = c.view
    assert view.in_hand is not None
    tries = _more_tries(view.terms.tries - view.tries)
    return f"{label(view.in_hand.piece)}, {view.in_hand.size}, has slipped; {tries}."


def _more_tries(left: int) -> str:
    return "one more try" if left == 1 else f"{left} more tries"


def failed_lines(view: View) -> tuple[str, ...]:
    """The tries left for each piece that has slipped."""
    return tuple(f"{label(piece)} has {_more_tries(left)}." for piece, left in situation.tries_left(view))


def _height(one: Piece) -> float:
    pose = Pose.read(one.pose)
    return max(pose.point(corner)[2] for corner in corners(SHAPES[one.size]))


def _piece_line(c: LeaningContext, one: Piece) -> str:
    layout = c.view.layout
    touched = touched_by(layout, one.id)
    parts = [f"level {one.level}", f"{_height(one):.1f} cm"]
    if one.corners:
        parts.append(f"{CORNERS[one.corners]} on the table")
    parts.append(f"touches {listed(touched)}" if touched else "touches no piece")
    parts.append(situation.room_words(c, one.id))
    return f"{situation.piece_words(c, one.id)}: {', '.join(filter(None, parts))}."


def _looks_loose(layout: Layout, one: Piece) -> bool:
    """Whether a piece has one support only: off the table on one piece, or on one corner against one."""
    touched = len(touched_by(layout, one.id))
    return touched + min(one.corners, 1) < 2 or (one.corners == 1 and touched == 1)


def _player_line(c: LeaningContext, seat: int) -> str:
    view = c.view
    left = counts(view.hands[seat]) or "no piece"
    held = f", holds {counts(view.held[seat])}" if any(view.held[seat]) else ""
    out = "; out of this game" if view.out[seat] else ""
    return f"{c.name_of(seat)}: {count(view.points[seat], 'point')}, {left} left{held}{out}."


def _pieces(c: LeaningContext) -> tuple[str, ...]:
    view: View = c.view
    if c.seat is None or not 0 <= c.seat < view.seats:
        return ("A spectator has no pieces.",)
    lines = [f"Left: {counts(view.hands[c.seat]) or 'nothing'}."]
    if any(view.held[c.seat]):
        lines.append(f"Held: {counts(view.held[c.seat])}; these go first, off the table.")
    if c.phase == "turn":
        good = situation.placeable(c)
        lines.append(f"May be placed now: {', '.join(good) or 'nothing'}.")
    trouble = situation.missing()
    if not trouble and not situation.why_no_hand(c):
        lines.append("To place a piece: take (or take small), idea 2 for another place, let go.")
    if c.phase and trouble:
        lines.append(f"Pieces cannot be let go here: {trouble}")
    if controls.acts(c):
        lines.append(f"Besides: {', '.join(controls.act_label(c, spec).lower() for spec in controls.acts(c))}.")
    return tuple(lines)


# --- what is in the hand ------------------------------------------------------------------------------------


def _in_hand(c: LeaningContext) -> tuple[str, ...]:
    if not c.phase:
        return ()
    if not c.ui.grips:
        return (_empty_plain(c),)
    what = f"{' and '.join(c.ui.sizes)}, {c.ui.control} control"
    if c.ui.kind == REBUILD:
        what = f"{label(c.ui.piece)}, {what}"
    lines = [f"In hand: {what}."]
    if c.ui.idea >= 0:
        lines += [_idea_line(c, number) for number in range(len(c.ui.ideas))]
    else:
        lines.append(f"It is {_where(c)}.")
    if c.ui.said:
        lines.append(c.ui.said)
    level = situation.level_of(c)
    on = f", level {level}" if level is not None else ""
    aim = c.ui.aim
    has = "has " if aim and aim.corners and not aim.touches else ""
    lines.append(f"It {has}{aim_words(aim)}{on}." if aim else "What it touches is not felt yet.")
    if c.ui.feel is not None:
        lines.append(f"The hand feels: {c.ui.feel.words}.")
    return (*lines, *_verdict_words(_judged(c)))


def _judged(c: LeaningContext) -> Verdict | None:
    """What the judge says to what Enter would submit; None when nothing is complete."""
    action = controls.draft(c)
    return c.game.judge(situation.position(c.view), action) if action is not None else None


def _empty_plain(c: LeaningContext) -> str:
    why = situation.why_no_hand(c)
    if why:
        return why
    if c.ui.fruitless:
        ways = ", ".join(("free", *(text for _, text in controls.ways_out(c))))
        if c.phase == "turn":
            ways = f"take with another size, target 3, {ways}"
        return f"No place in {many_tries(c.ui)}. Type take to search further, or: {ways}."
    size = situation.chosen_size(c)
    return f"The hand is empty. Type: take {size} (or another size), then let go; idea 2, target 3, free for more."


def _idea_line(c: LeaningContext, number: int) -> str:
    idea = c.ui.ideas[number]
    mark = " (this one)" if number == c.ui.idea else ""
    worth = f", {count(idea.points, 'point')}" if c.ui.kind not in (FOUND, REBUILD) else ""
    where = sided(idea.pose, view_of(c).camera.facing)
    return f"Idea {number + 1}{mark}: {idea.words}, {where}{worth}, {stood(idea)}."


def _where(c: LeaningContext) -> str:
    pose = c.ui.pose
    lowest = min(pose.point(corner)[2] for corner in corners(SHAPES[c.ui.sizes[c.ui.which]]))
    return f"{sided(pose, view_of(c).camera.facing)}, {max(0.0, lowest) * 10:.0f} mm over the table"


def sided(pose: Pose, facing: float) -> str:
    """On which side of the table's middle something is, as seen by a player who looks that way.

    >>> sided(Pose(2, 0, 0), math.pi / 2), sided(Pose(-2, -3, 0), math.pi / 2), sided(Pose(0, 0, 5), 0)
    ('20 mm right', '20 mm left and 30 mm near', 'in the middle')
    """
    ahead = pose.x * math.cos(facing) + pose.y * math.sin(facing)
    right = pose.x * math.sin(facing) - pose.y * math.cos(facing)
    ways = ((right, "right", "left"), (ahead, "away", "near"))
    told = [f"{abs(way) * 10:.0f} mm {plus if way > 0 else minus}" for way, plus, minus in ways if abs(way) >= 0.3]
    return " and ".join(told) or "in the middle"


def _verdict_words(verdict: Verdict | None) -> tuple[str, ...]:
    """Points line by line, or the rules it would break."""
    if verdict is None:
        return ()
    if verdict.refusals:
        return tuple(f"Not allowed: {one.text} ({one.rule})" for one in verdict.refusals)
    if not verdict.preview:
        return (sentence(verdict.note),) if verdict.note else ()
    total = sum(line.points for line in verdict.preview)
    parts = ", ".join(f"{line.note} {line.points:+d} ({line.rule})" for line in verdict.preview)
    return (f"It would score {total}: {parts}.",)


# --- phrases ----------------------------------------------------------------------------------------------


def feel_words(ui: Ui) -> str:
    """How steady the piece in hand is, as far as that is known."""
    if ui.feel is not None:
        return f"feels: {ui.feel.words}"
    return stood(ui.shown) if ui.shown is not None else ""


def trials(idea: Idea) -> str:
    """In how many of its simulated releases an idea stood: ``2 of 3``."""
    return f"{idea.odds.good} of {idea.odds.releases}"


def chance(idea: Idea) -> str:
    """How likely it is to stand when it is let go of: never 0% and never 100%."""
    return f"{max(1, min(99, round(100 * idea.chance)))}%"


def stood(idea: Idea) -> str:
    """What the trials have shown: ``90% likely to stand, stood in 11 of 12 trials, 1 of 12 broke the structure``."""
    odds = idea.odds
    falls = ((odds.broken, "broke the structure"), (odds.wrecked, "wrecked it"))
    told = [f"{count} of {odds.releases} {what}" for count, what in falls if count]
    return ", ".join((f"{chance(idea)} likely to stand", f"stood in {trials(idea)} trials", *told))


def many_tries(ui: Ui) -> str:
    """How many places were tried for what is in the hand."""
    return count(ui.tried, "try", "tries")


def aim_words(aim: Aim | None) -> str:
    """What is touched, in words.

    >>> aim_words(Aim(2, (3, 5))), aim_words(Aim(0, ())), aim_words(None)
    ('touches P3 and P5, two corners on the table', 'hangs in the air', 'not felt yet')
    """
    if aim is None:
        return "not felt yet"
    if not aim.corners and not aim.touches:
        return "hangs in the air"
    parts = [f"touches {listed(aim.touches)}"] if aim.touches else []
    if aim.corners:
        parts.append(f"{CORNERS[aim.corners]} on the table")
    if aim.inside:
        parts.append(f"a point meets the inside point of {listed(aim.inside)}")
    return ", ".join(parts)


def counts(count: tuple[int, ...]) -> str:
    """How many of each size, in words.

    >>> counts((5, 0, 2)), counts((0, 0, 0))
    ('5 small, 2 large', '')
    """
    return ", ".join(f"{number} {size}" for number, size in zip(count, SIZES, strict=True) if number)

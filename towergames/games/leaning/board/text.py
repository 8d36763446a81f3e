"""The table and the hand in sentences: the line under the hand, the read-out, and the phrases of both."""

from __future__ import annotations

import math

from towergames.board.danger import Danger
from towergames.board.protocol import Description, ReadOut, Steps, steps_at
from towergames.core.contract import Over, Verdict
from towergames.core.text import count, sentence
from towergames.games.leaning.board import controls, position, suggestions
from towergames.games.leaning.board.camera import view_of
from towergames.games.leaning.board.hand_work import begun, known_place, with_ui
from towergames.games.leaning.board.ui_state import FOUND, FREE, REBUILD, WATCH, LeaningContext, Ui
from towergames.games.leaning.evaluation import Idea
from towergames.games.leaning.forecast import falls_in_words
from towergames.games.leaning.layout import label, listed, touched_by
from towergames.games.leaning.model import PIPS, SIZES, Accept, Aim, Layout, Piece, View
from towergames.games.leaning.moves import wreck_warning
from towergames.games.leaning.pyramids import SIZES as SHAPES
from towergames.games.leaning.pyramids import corners
from towergames.physics.geometry import Pose

CORNERS = ("no corner", "one corner", "two corners", "three corners", "four corners", "five corners")


def describe(context: LeaningContext) -> Description:
    """The decision, the state of the hand, the effects of the keys, and a move that the table has found."""
    aim = context.ui.aim
    return Description(
        task=_task(context),
        steps=_steps(context),
        hint=_hint(context),
        how=_how(context),
        pending=aim is not None and not aim.touches and not aim.corners,
        danger=position.danger(context) if context.phase and context.ui.grips else None,
        news=_news(context),
    )


def _news(context: LeaningContext) -> str:
    """The outcome of the viewer's last move, where the next task does not tell it."""
    for event in context.marks:
        if event.kind == "foundation-fails":
            return event.text
        if event.kind == "move-known" and known_place(context):
            return "You can still place a piece: this one, here."
    return ""


def _task(context: LeaningContext) -> str:
    """The decision, a verb first."""
    view, held = context.view, context.seat is not None and position.places_held(context)
    match context.phase:
        case "found":
            return "Pick places, then let go" if context.ui.grips else "Set up the first two pieces"
        case "slip":
            return "Place the slipped piece again"
        case "rebuild":
            return f"Put back {listed(view.broken)}"
        case "turn" if context.ui.grips and context.ui.control == FREE:
            return "Move the piece, then let go"
        case "turn" if context.ui.grips or context.ui.busy:
            return "Pick a place, then let go"
        case "turn":
            return "Place your held piece" if held else "Place a piece, or hold one"
    return ""


def _steps(context: LeaningContext) -> Steps:
    """The parts of a turn; after a Break the pieces still to be put back."""
    match context.phase:
        case "found" | "turn":
            at = 1 if context.ui.grips or context.ui.busy else 0
            names = ("Size", "Move" if context.ui.control == FREE else "Place", "Let go")
            return steps_at(names, at)
        case "slip":
            tries = context.view.terms.tries
            return ((f"Try {min(context.view.tries + 1, tries)} of {tries}", "now"),)
        case "rebuild":
            now = context.ui.piece or next(iter(position.to_rebuild(context)), 0)
            return tuple((label(piece), "now" if piece == now else "next") for piece in context.view.broken)
    return ()


def read_out(c: LeaningContext) -> ReadOut:
    """The table, the viewer's pieces, and the piece in the hand."""
    return ReadOut(_table(with_ui(c, Ui())), _pieces(with_ui(c, Ui())), _in_hand(c))


# --- the line under the hand ------------------------------------------------------------------------------


def _hint(context: LeaningContext) -> str:
    if context.ui.kind == WATCH and context.ui.grips:
        return f"{context.waiting()} Place shown: {aim_words(context.ui.aim)}."
    if not context.phase:
        return _table_line(context)
    if context.ui.advised:
        return _advised_line(context)
    if context.ui.grips:
        return _hand_line(context)
    if context.ui.busy:
        return f"The table is {context.ui.busy}. Esc stops it."
    return _empty_line(context)


def _how(context: LeaningContext) -> str:
    """The effects of the keys now, for a lesson."""
    now = context.phase
    if not now or context.ui.advised:
        return ""
    if context.ui.grips:
        return "Enter lets go. n shows the next place, c leans on another piece, Esc puts it down."
    if context.ui.busy:
        return f"The table is {context.ui.busy}. Esc stops it."
    if now == "found":
        return "Y lets the table start. Enter shows you places."
    return "1, 2, 3 choose a size, c the piece to lean on. Enter shows places, H holds."


def _table_line(c: LeaningContext) -> str:
    last = c.view.last_size
    last_piece = f" The last piece was {last}." if last and not isinstance(c.turn, Over) else ""
    return f"{c.waiting()}{last_piece}"


def _advised_line(c: LeaningContext) -> str:
    main = controls.controls(c)[0]
    if main.blocked is None:
        return f"{main.spec.help}."
    return f"{main.blocked.text} ({main.blocked.rule})" if main.blocked.rule else main.blocked.text


def _empty_line(context: LeaningContext) -> str:
    why = "There is no physics engine here." if position.unavailable_reason() else position.why_no_hand(context)
    ways = ", ".join(f"{key}: {text}" for key, text in controls.ways_out(context))
    if why:
        return f"{why} {ways}." if ways else why
    if context.ui.fruitless:
        return f"Enter looks further.{' Or try another size or piece.' if context.phase == 'turn' else ''}"
    here = with_ui(context, begun(context))
    if context.phase == "found":
        return f"Two {here.ui.size} pieces that prop each other. Both touch the table."
    if context.phase == "slip" and controls.why_not(context, controls.ACCEPT) is None:
        return f"It may stay where it lies: T leaves it there, for {_accepted(context)}."
    full = position.why_full(here)
    if full:
        return full
    if context.phase == "rebuild":
        return f"{position.piece_words(context, here.ui.piece)}: to put back. {ways}."
    return f"{_piece_to_take(here)} {_limit_of(here.ui)}"


def _piece_to_take(here: LeaningContext) -> str:
    """The piece about to be taken and its target: ``Held small piece on P3, room for 1 contact.``"""
    piece = f"{'held ' if here.ui.held else ''}{here.ui.size} piece"
    parts = [piece[0].upper() + piece[1:]]
    if here.ui.target:
        parts[0] += f" on {label(here.ui.target)}"
        parts.append(position.room_words(here, here.ui.target))
    return f"{', '.join(filter(None, parts))}."


def _limit_of(ui: Ui) -> str:
    """The limit for the contacts of the piece about to be taken."""
    return "It must not touch the table." if ui.held else f"It may touch {count(PIPS[ui.size], 'other')}."


def _accepted(c: LeaningContext) -> str:
    verdict = c.game.judge(position.state_shown(c.view), Accept())
    return count(sum(line.points for line in verdict.preview), "point")


def _hand_line(c: LeaningContext) -> str:
    ui = c.ui
    if ui.shown is not None:
        tried = f"{sentence(risk_words(ui.shown))}"
        return f"{tried} {suggestions.fall_words(c, ui.shown.aim.touches)}" if position.is_roomy(c) else tried
    if ui.control == FREE:  # the hand above shows the contacts
        return f"The table is {ui.busy}. Esc stops it." if ui.busy else ui.said
    contacts = "Now the second piece" if ui.half else aim_words(ui.aim)
    return " ".join(map(sentence, filter(None, (feel_words(ui), contacts, ui.said))))


# --- the table --------------------------------------------------------------------------------------------


def _table(context: LeaningContext) -> tuple[str, ...]:
    """The table in words, most important first."""
    view: View = context.view
    lines = [_summary(context)]
    if view.phase == "slip" and view.in_hand is not None:
        lines.append(_slip_line(context))
    if view.broken:
        lines += [f"To be put back: {listed(view.broken)}.", *failed_lines(view)]
    lines += [_piece_line(context, one) for one in view.layout.pieces]
    loose = tuple(one.id for one in view.layout.pieces if _looks_loose(view.layout, one))
    if loose:
        lines.append(f"Pieces with one support: {listed(loose)}.")
    return (*lines, *(_player_line(context, seat) for seat in range(view.seats)))


def _summary(c: LeaningContext) -> str:
    view = c.view
    if not view.layout.pieces:
        return f"The table is empty. {_who(c)}"
    top = max(_height(one) for one in view.layout.pieces)
    level = max(one.level for one in view.layout.pieces)
    last = f" The last piece was {view.last_size}." if view.last_size else ""
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
    place = f" You can still place a piece {known.ideas[0].words}: type let go." if known else ""
    return f"It is {c.name_of(seat)}'s turn.{place}"


def _slip_line(c: LeaningContext) -> str:
    view = c.view
    assert view.in_hand is not None
    tries = _more_tries(view.terms.tries - view.tries)
    return f"{label(view.in_hand.piece)}, {view.in_hand.size}, slipped: {tries}."


def _more_tries(left: int) -> str:
    return "one more try" if left == 1 else f"{left} more tries"


def failed_lines(view: View) -> tuple[str, ...]:
    """The tries left for each piece that has slipped."""
    return tuple(f"{label(piece)} has {_more_tries(left)}." for piece, left in position.tries_left(view))


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
    parts.append(position.room_words(c, one.id))
    return f"{position.piece_words(c, one.id)}: {', '.join(filter(None, parts))}."


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


def _pieces(context: LeaningContext) -> tuple[str, ...]:
    view: View = context.view
    if context.seat is None or not 0 <= context.seat < view.seats:
        return ("You are watching.",)
    lines = [f"Left: {counts(view.hands[context.seat]) or 'nothing'}."]
    if any(view.held[context.seat]):
        lines.append(f"Held: {counts(view.held[context.seat])}; these go first, off the table.")
    if context.phase == "turn":
        good = position.placeable(context)
        lines.append(f"May be placed now: {', '.join(good) or 'nothing'}.")
        if warning := wreck_warning(view):
            lines.append(sentence(warning))
    trouble = position.unavailable_reason()
    if not trouble and not position.why_no_hand(context):
        lines.append("To place a piece, type: take small, idea 2 for the second place, let go.")
    if context.phase and trouble:
        lines.append(f"No piece can be let go here. {trouble}")
    if controls.acts(context):
        lines.append(f"You can also: {_others(context)}.")
    return tuple(lines)


# --- what is in the hand ------------------------------------------------------------------------------------


def _others(c: LeaningContext) -> str:
    """The other actions that can be submitted, as they are typed."""
    others = (spec for spec in controls.acts(c) if spec not in (controls.LET_GO, controls.DROP))
    return ", ".join(c.game.notate(action) for spec in others if (action := controls.action_of(c, spec)) is not None)


def _in_hand(context: LeaningContext) -> tuple[str, ...]:
    if not context.phase:
        return ()
    if not context.ui.grips:
        return (_empty_plain(context),)
    what = " and ".join(context.ui.sizes)
    if context.ui.kind == REBUILD:
        what = f"{label(context.ui.piece)}, {what}"
    lines = [f"In hand: {what}."]
    if context.ui.idea >= 0:
        lines += [_idea_line(context, number) for number in range(len(context.ui.ideas))]
    else:
        lines.append(f"It is {_where(context)}.")
    if context.ui.said:
        lines.append(context.ui.said)
    level = position.level_of(context)
    on = f", level {level}" if level is not None else ""
    aim = context.ui.aim
    has = "has " if aim and aim.corners and not aim.touches else ""
    lines.append(f"It {has}{aim_words(aim)}{on}." if aim else "It is not known yet what it touches.")
    if context.ui.preview is not None and context.ui.shown is None:
        lines.append(f"In the hand it {context.ui.preview.words}.")
    danger = position.danger(context)
    if danger is not None:
        lines.append(danger_words(context.ui, danger))
    judged = _judged(context)
    if judged is not None and judged.legal and context.ui.shown is None and position.touched(context):
        lines.append(suggestions.fall_words(context, position.touched(context)))
    return (*lines, *_verdict_words(judged))


def _judged(c: LeaningContext) -> Verdict | None:
    """The verdict on the action under Enter; None while there is none."""
    action = controls.draft(c)
    return c.game.judge(position.state_shown(c.view), action) if action is not None else None


def _empty_plain(context: LeaningContext) -> str:
    why = position.why_no_hand(context)
    if why:
        return why
    if context.ui.fruitless:
        ways = ", ".join(("free", *(text for _, text in controls.ways_out(context))))
        if context.phase == "turn":
            ways = f"take with another size, target 3, {ways}"
        return f"No place in {many_tries(context.ui)}. Type take to look further, or: {ways}."
    size = position.chosen_size(context)
    return f"Your hand is empty. Type take {size} to see places, then let go. idea 2 is the second place."


def _idea_line(c: LeaningContext, number: int) -> str:
    idea = c.ui.ideas[number]
    mark = ", this one" if number == c.ui.idea else ""
    worth = f", {count(idea.points, 'point')}" if c.ui.kind not in (FOUND, REBUILD) else ""
    where = sided(idea.pose, view_of(c).camera.facing)
    why = suggestions.reasons(c)[number]
    word = f", {idea.forecast.word}" if idea.forecast.word else ""
    facts = f"{idea.words}, {where}{worth}, {why}, {chance_words(idea)}"
    return f"Place {number + 1}{word}{mark}: {facts}. {suggestions.fall_words(c, idea.aim.touches)}"


def _where(c: LeaningContext) -> str:
    pose = c.ui.pose
    lowest = min(pose.point(corner)[2] for corner in corners(SHAPES[c.ui.sizes[c.ui.which]]))
    return f"{sided(pose, view_of(c).camera.facing)}, {max(0.0, lowest) * 10:.0f} mm over the table"


def sided(pose: Pose, facing: float) -> str:
    """The side of the table's middle on which a pose is, as seen by a viewer who faces that way.

    >>> sided(Pose(2, 0, 0), math.pi / 2), sided(Pose(-2, -3, 0), math.pi / 2), sided(Pose(0, 0, 5), 0)
    ('20 mm right', '20 mm left and 30 mm near', 'in the middle')
    """
    ahead = pose.x * math.cos(facing) + pose.y * math.sin(facing)
    right = pose.x * math.sin(facing) - pose.y * math.cos(facing)
    ways = ((right, "right", "left"), (ahead, "away", "near"))
    offsets = [f"{abs(way) * 10:.0f} mm {plus if way > 0 else minus}" for way, plus, minus in ways if abs(way) >= 0.3]
    return " and ".join(offsets) or "in the middle"


def _verdict_words(verdict: Verdict | None) -> tuple[str, ...]:
    """The points line by line, or the rules that would be broken."""
    if verdict is None:
        return ()
    if verdict.refusals:
        return tuple(f"Not allowed: {one.text} ({one.rule})" for one in verdict.refusals)
    if not verdict.preview:
        return (sentence(verdict.note),) if verdict.note else ()
    total = sum(line.points for line in verdict.preview)
    parts = ", ".join(f"{line.note} {line.points:+d} ({line.rule})" for line in verdict.preview)
    return (f"It would score {count(total, 'point')}: {parts}.",)


# --- phrases ----------------------------------------------------------------------------------------------


def feel_words(ui: Ui) -> str:
    """The stability of the piece in hand, as far as it is known."""
    if ui.shown is not None:
        return risk_words(ui.shown)
    return ui.preview.words if ui.preview is not None else ""


def danger_words(ui: Ui, danger: Danger) -> str:
    """The fall that letting go brings, in a sentence."""
    if ui.shown is None and ui.preview is not None and ui.preview.felled:
        return f"Others would fall with it: {listed(ui.preview.felled)}."
    return sentence(danger.words if danger.others else f"it {danger.words}")


def chance_words(idea: Idea) -> str:
    """The chance of a fall at a place, and whether the piece may slip: ``about 1 in 12 falls, may slip a little``."""
    slips = ", may slip a little" if idea.forecast.is_screened and idea.forecast.slides else ""
    return f"{falls_in_words(idea.forecast)}{slips}"


def risk_words(idea: Idea) -> str:
    """The word of a place and its chance of a fall: ``safe, fewer than 1 in 50 falls``."""
    word = idea.forecast.word
    return f"{word}, {falls_in_words(idea.forecast)}" if word else falls_in_words(idea.forecast)


def many_tries(ui: Ui) -> str:
    """The number of tries for the piece in the hand."""
    return count(ui.tried, "try", "tries")


def aim_words(aim: Aim | None) -> str:
    """The contacts in words.

    >>> aim_words(Aim(2, (3, 5))), aim_words(Aim(0, ())), aim_words(None)
    ('touches P3 and P5, two corners on the table', 'touches nothing', 'not known yet')
    """
    if aim is None:
        return "not known yet"
    if not aim.corners and not aim.touches:
        return "touches nothing"
    parts = [f"touches {listed(aim.touches)}"] if aim.touches else []
    if aim.corners:
        parts.append(f"{CORNERS[aim.corners]} on the table")
    if aim.inside:
        parts.append(f"a tip meets an inside tip at {listed(aim.inside)}")
    return ", ".join(parts)


def counts(count: tuple[int, ...]) -> str:
    """The number of each size, in words.

    >>> counts((5, 0, 2)), counts((0, 0, 0))
    ('5 small, 2 large', '')
    """
    return ", ".join(f"{number} {size}" for number, size in zip(count, SIZES, strict=True) if number)

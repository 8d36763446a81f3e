"""The controls of the table: their specs, present meanings, actions, and refusals.

The arrows move the piece in hand, and walk round the table while the hand is empty. Every ctrl or shift key has a plain
one beside it, and no key is a key of the screens, in any preset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from towergames.board.protocol import Confirmation, Control, Hint, Result, Sentences, Spec
from towergames.core.contract import Refusal
from towergames.core.text import count
from towergames.games.leaning import model
from towergames.games.leaning import text as rule_text
from towergames.games.leaning.board import camera, input, position, ui_state
from towergames.games.leaning.board.hand_work import (
    begin,
    begun,
    fetch,
    probe_again,
    step_of,
    take,
    untried_reason,
    warned,
    with_ui,
)
from towergames.games.leaning.board.ui_state import LeaningContext, LeaningControl, LeaningResult, Motion, Ui, empty
from towergames.games.leaning.evaluation import in_words
from towergames.games.leaning.layout import label, listed
from towergames.games.leaning.model import Action
from towergames.games.leaning.moves import closes, points_if_closed
from towergames.games.leaning.rules import first_refusal
from towergames.physics.geometry import Pose

Where = Literal["main", "bar", "footer", "list"]


def _spec(
    name: str, title: str, help: str, *keys: str, typed: Sentences = (), group: str = "hand", when: str = ""
) -> Spec:
    return Spec(f"leaning.{name}", title, help, keys, typed or (name,), group, when)


TAKE = _spec("take", "Take a piece", "Take a piece in hand, or put it down", "K", typed=("take-up",))
NEXT_IDEA = _spec("idea", "Next place", "Show another place for the piece", "n", typed=("idea", "next"))
LAST_IDEA = _spec("idea-back", "Place before", "Show the place before", "N")
SIZE = _spec("size", "Size", "Choose the next size; 1, 2, 3 choose one", "s")
TARGET = _spec("target", "Lean on", "Lean on the next piece", "c")
TARGET_BACK = _spec("target-back", "Lean on before", "Lean on the piece before", "C")
STEP = _spec("step", "Step", "Move the hand in fine, normal or coarse steps", "R")
CONTROL = _spec("control", "My own hand", "Use your own hand, or have places shown", "G")
REST = _spec("rest", "Set down on", "Stand it on the next edge, corner or face", "E")
OTHER = _spec("other", "Other piece", "Take the other piece of the Foundation in hand", "semicolon")
_BACK = ("undo-hand", "back")
UNDO_HAND = _spec("hand-back", "Hand back", "Undo the last motion of the hand", "backspace", "delete", typed=_BACK)
LOWER = _spec("lower", "Lower", "Lower it until it meets something", "d")
LEAN = _spec("lean", "Lean", "Tip it towards the piece to lean on, until they meet", "q")
EASE = _spec("ease", "Ease", "Let it sink slowly until it lies still", "e")
RAISE = _spec("raise", "Back up", "Lift it", "b", typed=("up-again",))
OVER = _spec("over", "Above", "Move it above the piece to lean on", "O", typed=("above",))
TURN_LEFT = _spec("turn-left", "Turn left", "Turn it to the left", "comma")
TURN_RIGHT = _spec("turn-right", "Turn right", "Turn it to the right", "full_stop")
TIP_AWAY = _spec("tip-away", "Tip away", "Tip it away from you", "right_parenthesis")
TIP_NEAR = _spec("tip-near", "Tip near", "Tip it towards you", "left_parenthesis")
ROLL_LEFT = _spec("roll-left", "Roll left", "Tip it to the left", "less_than_sign")
ROLL_RIGHT = _spec("roll-right", "Roll right", "Tip it to the right", "greater_than_sign")


_WHEN = {
    "ready": "The Foundation stands already.",
    "hold": "You can hold a piece when you could place one.",
    "pass": "You cannot pass now. Skip if you find no place.",
    "skip": "You can skip when you could place a piece.",
    "accept": "No piece has slipped.",
    "give-up": "Only a slipped or a held piece can be given up.",
    "keep": "Nothing has to be put back by hand.",
    "restore": "There is nothing to put back at once.",
    "decline": "There is nothing to put back.",
}
"""Why an act means nothing in another phase."""


def _act(name: str, title: str, help: str, key: str, *typed: str, when: str = "") -> Spec:
    keys = (key,) if key else ()
    return _spec(f"act-{name}", title, help, *keys, typed=typed, group="turn", when=when or _WHEN.get(name, ""))


_ASIDE = "Hold a piece of this size: next turn it goes on top, for 2 points extra"
_BLINDLY = "Let the piece fall from where it is"
LET_GO = _act("let-go", "Let go", "Let go of the piece where it is", "equals_sign", "let-go", "let go", "release")
DROP = _act("drop", "Drop it", _BLINDLY, "dollar_sign", "drop", "let go blindly")
READY = _act(
    "ready", "Let the table start", "Let the table set up a Foundation of two large pieces", "Y", "stand-ready"
)
HOLD = _act("hold", "Hold", _ASIDE, "H", "hold-it")
PASS = _act("pass", "Pass", "Pass to the player on the right", "X", "pass-on")
SKIP = _act("skip", "Skip", "Skip your turn; the table looks for a place first", "S", "skip-it")
ACCEPT = _act("accept", "Leave it there", "Leave the piece where it slipped to; it scores there", "T", "accept-it")
GIVE_UP = _act("give-up", "Give up", "Give up the slipped or held piece", "U", "give-up", "give up")
KEEP = _act("keep", "Leave there", "Leave the piece where it lies", "W", "keep-it")
RESTORE = _act("restore", "Put all back", "Put everything back where it stood", "Z", "restore-it")
WAYS_OUT = (HOLD, ACCEPT, KEEP, SKIP, PASS, GIVE_UP)
"""Actions of Enter when every piece is full."""
_BROKEN = "Put nothing back; it counts as a Wreck"
DECLINE = _act("decline", "Put nothing back", _BROKEN, "D", "decline-it")
NUDGE = _act("nudge", "Bump", "Say that a bystander bumped the table", "B", "bumped", when=rule_text.NO_BUMPS)
NUDGES = tuple(
    _act(
        f"nudge-{number}",
        f"Bump by player {number}",
        f"Say that player {number} bumped the table",
        "",
        f"bumped-{number}",
        when=rule_text.NO_BUMPS,
    )
    for number in range(1, 5)
)
"""Reports of bumps by players; for players with higher numbers they are typed: nudge 7."""


_TURNS = {
    TURN_LEFT: ("turn", 1),
    TURN_RIGHT: ("turn", -1),
    TIP_AWAY: ("tip", 1),
    TIP_NEAR: ("tip", -1),
    ROLL_LEFT: ("roll", -1),
    ROLL_RIGHT: ("roll", 1),
}
_PLAIN = {LOWER: "lower", LEAN: "lean", EASE: "ease", OVER: "over"}
LIFT_CM = 1.0
"""Height by which a piece is lifted, at the normal step."""

SPECS: tuple[Spec, ...] = (
    ACCEPT, KEEP,
    TAKE, NEXT_IDEA, LAST_IDEA, SIZE, TARGET, TARGET_BACK, LOWER, LEAN, EASE, RAISE, OVER, REST,
    *_TURNS, STEP, UNDO_HAND, OTHER, CONTROL,
    LET_GO, DROP, READY, HOLD, PASS, SKIP, GIVE_UP, RESTORE, DECLINE, NUDGE, *NUDGES,
    *camera.SPECS,
)  # fmt: skip


# --- what can be done now -------------------------------------------------------------------------------


def controls(context: LeaningContext) -> tuple[LeaningControl, ...]:
    """All controls of this phase, the main one first; () for a viewer who need not decide."""
    if not context.phase:
        return ()
    acts = list(_acts(context))
    main = _main(context, acts)
    next_idea, *handling = _handling(context)
    # Skipping comes first only where nothing can be placed, or a search has found no place.
    hopeless = context.ui.fruitless or position.all_full(context) or _is_stuck(context)
    first = acts if hopeless else [one for one in acts if one.spec in (READY, HOLD, ACCEPT, KEEP)]
    rows = (next_idea, *first, *handling, *(one for one in acts if one not in first))
    return (main, *(one for one in rows if one.spec.id != main.spec.id))


def _main(context: LeaningContext, acts: list[LeaningControl]) -> LeaningControl:
    ui = context.ui
    by_spec = {one.spec.id: replace(one, place="main") for one in acts}
    if ui.advised in by_spec:
        return by_spec[ui.advised]
    if ui.half and not ui.pending:
        return Control(TAKE, "Take the second piece", "main", effect=partial(fetch, context))
    if ui.grips:
        return by_spec[LET_GO.id]
    if context.phase == "rebuild" and context.view.terms.rebuild == "restore":
        return by_spec[RESTORE.id]
    if position.all_full(context) or _is_stuck(context):
        for spec in WAYS_OUT:
            if spec.id in by_spec and not by_spec[spec.id].blocked:
                return by_spec[spec.id]
    return _take(context, "main")


def _is_stuck(context: LeaningContext) -> bool:
    """Whether the player on turn has no piece that may be placed now."""
    return context.phase == "turn" and not position.placeable(context)


def _take(context: LeaningContext, place: Where) -> LeaningControl:
    """The control that takes a piece in hand, or lays the one in hand down."""
    ui = context.ui
    if ui.grips or ui.busy:
        stopped = Refusal("", f"The table is {ui.busy}. Esc stops it.") if place == "main" else None
        return Control(TAKE, "Lay it down", place, stopped, partial(Result, input.empty_hand(ui)))
    why = position.why_no_hand(context)
    if why:
        return Control(TAKE, TAKE.title, place, Refusal("", why))
    if ui.fruitless and ui.control != ui_state.FREE:
        return Control(TAKE, "Look further", place, effect=partial(take, context))
    here = with_ui(context, begun(context))
    text, rule = _why_not_placed(here)
    return Control(TAKE, _take_label(here), place, Refusal(rule, text) if text else None, partial(take, context))


def _take_label(here: LeaningContext) -> str:
    """The label of taking a piece: its places are shown, or it is moved freely."""
    ui = here.ui
    if ui.control != ui_state.FREE:
        return f"Show places for {label(ui.piece)}" if ui.kind == ui_state.REBUILD else "Show me places"
    if ui.kind == ui_state.REBUILD:
        return f"Take {label(ui.piece)}"
    return f"Take two {ui.size}" if ui.kind == ui_state.FOUND else f"Take {'held ' * ui.held}{ui.size}"


def _why_not_placed(here: LeaningContext) -> tuple[str, str]:
    """Why the piece about to be taken cannot be placed, and the rule."""
    if here.ui.kind == ui_state.PLACE:
        offer = next(offer for offer in position.offers(here) if offer.size == here.ui.size)
        if offer.why_not:
            return offer.why_not, offer.rule
    full = position.why_full(here)
    return full, "L-4" if full else ""


def _one(
    spec: Spec, why: str, effect: Callable[[], LeaningResult], place: Where = "list", text: str = ""
) -> LeaningControl:
    """A control; ``why`` is the reason against it, '' if it can be used."""
    return Control(spec, text or spec.title, place, Refusal("", why) if why else None, effect)


def _handling(context: LeaningContext) -> Iterator[LeaningControl]:
    """The controls of the hand: ideas first, then sizes and targets, then motions."""
    yield from _choosing(context)
    yield from _moving(context)


def _choosing(context: LeaningContext) -> Iterator[LeaningControl]:
    """The controls that choose an idea, a size, the kind of control, or a target."""
    ui, free, wide = context.ui, context.ui.control == ui_state.FREE, position.is_roomy(context)
    no_hand = position.why_no_hand(context)
    no_idea = no_hand
    if not no_hand and free and not ui.ideas:
        no_idea = "You use your own hand. Have places shown first."
    another = NEXT_IDEA.title if wide else "Next"
    yield _one(NEXT_IDEA, no_idea, partial(input.another_idea, context, 1), "bar" if ui.ideas else "list", another)
    yield _one(LAST_IDEA, no_idea, partial(input.another_idea, context, -1))
    yield _take(context, "list")
    no_size = "" if ui.grips else no_hand
    sizes = _one(SIZE, no_size, partial(input.next_size, context), "bar" if context.phase == "turn" else "list")
    yield replace(sizes, keys_shown="1 2 3")
    switch = partial(input.switch_control, context, ui_state.GUIDED if free else ui_state.FREE)
    yield _one(CONTROL, "", switch, "bar" if wide else "footer", "Show me places" if free else "My own hand")
    no_target = "" if position.targets(context) else "No piece stands yet."
    yield _one(TARGET, no_target, partial(input.next_target, context, 1), "footer")
    yield _one(TARGET_BACK, no_target, partial(input.next_target, context, -1))


def _moving(context: LeaningContext) -> Iterator[LeaningControl]:
    """The controls that move the piece in hand."""
    ui = context.ui
    no_motion = "" if ui.grips else position.why_no_hand(context) or position.NOTHING_HELD
    place: Where = "footer" if ui.grips and ui.control == ui_state.FREE else "list"
    far, turn = step_of(ui)
    for spec, verb in _PLAIN.items():
        yield _one(spec, no_motion, partial(begin, context, Motion(verb)), place)
    yield _one(RAISE, no_motion, partial(begin, context, Motion("raise", (far / 0.25 * LIFT_CM,))), place, "Lift")
    yield _one(REST, no_motion, partial(input.rest_on, context, ""), place, "Stand on")
    for spec, (verb, way) in _TURNS.items():
        yield _one(spec, no_motion, partial(begin, context, Motion(verb, (way * turn,))))
    yield _one(STEP, "", partial(input.next_step, context))
    no_undo = no_motion or ("" if ui.trail else "The hand has not moved yet.")
    yield _one(UNDO_HAND, no_undo, partial(input.undo, context))
    no_other = "" if len(ui.ghost) == 2 else "Your hand has no second piece."
    yield _one(OTHER, no_other, partial(input.other_piece, context))


# --- what is submitted ----------------------------------------------------------------------------------


def acts(context: LeaningContext) -> tuple[Spec, ...]:
    """The specs of actions in this phase, the most important first; some may be blocked now."""
    match context.phase:
        case "found":
            return LET_GO, READY, DROP
        case "turn":
            return LET_GO, HOLD, *_idling(context), DROP
        case "slip":
            return LET_GO, ACCEPT, GIVE_UP, DROP
        case "rebuild" if context.view.terms.rebuild == "restore":
            return RESTORE, DECLINE
        case "rebuild":
            return LET_GO, KEEP, DECLINE, DROP
    return ()


def _idling(c: LeaningContext) -> tuple[Spec, ...]:
    view, seat = c.view, c.view.active
    passing = PASS if view.free or view.terms.passing == "free" else SKIP
    found: tuple[Spec, ...] = (GIVE_UP,) if any(view.held[seat]) else (passing,)
    if view.terms.bump not in model.REPORTED:
        return found
    # Bumps are out of turn.
    waiting = [number for number in range(view.seats) if number != seat or view.terms.bump == "nudge"]
    players = [NUDGES[number] for number in waiting if number < len(NUDGES) and not view.out[number]]
    return *found, NUDGE, *players


def _acts(c: LeaningContext) -> Iterator[LeaningControl]:
    for spec in acts(c):
        why = why_not(c, spec)
        listed = spec in (LET_GO, DROP, NUDGE, *NUDGES)
        if spec is LET_GO and why is None and untried_reason(c.ui):
            yield Control(LET_GO, act_label(c, spec), effect=partial(warned, c))
            continue
        if spec is LET_GO and why is None and position.let_go(c) is None:
            yield Control(LET_GO, "See what it touches", effect=partial(probe_again, c))
            continue
        action = action_of(c, spec)
        yield Control(spec, act_label(c, spec), "list" if listed else "bar", why, partial(_submit, c, action))


def _submit(c: LeaningContext, action: Action | None) -> LeaningResult:
    return Result(c.ui, action)


def act_label(context: LeaningContext, spec: Spec) -> str:
    """The present effect of an act, in a few words."""
    if spec is LET_GO and context.ui.kind == ui_state.FOUND:
        return "Let go of both"
    if spec is LET_GO and context.ui.kind == ui_state.REBUILD:
        return f"Put {label(context.ui.piece)} back"
    if spec is LET_GO and context.ui.aim is not None and context.ui.aim.touches:
        return f"{'Lean' if context.ui.aim.corners else 'Put'} it on {listed(context.ui.aim.touches)}"[:32]
    if spec is HOLD:
        return f"Hold {_to_hold(context)}"
    if spec is GIVE_UP and context.phase == "turn":
        return f"Give up {_held_size(context)}"
    if spec is KEEP and (piece := position.piece_back(context)):
        return f"Leave {label(piece)} there"
    if spec is NUDGE:
        return "Bump: a bystander"
    if spec in NUDGES:
        return f"Bump: {context.name_of(NUDGES.index(spec))}"[:32]
    return spec.title


def action_of(context: LeaningContext, spec: Spec) -> Action | None:
    """The action of an act; None while it is incomplete."""
    if spec is LET_GO:
        return position.let_go(context)
    if spec is DROP:
        action = position.let_go(context)
        return replace(action, aim=None) if isinstance(action, model.Place | model.Rebuild) else action
    if spec is HOLD:
        return model.Hold(_to_hold(context))
    if spec is GIVE_UP:
        return model.GiveUp("" if context.phase == "slip" else _held_size(context))
    if spec is KEEP:
        piece = position.piece_back(context)
        return model.Keep(piece) if piece else None
    if spec is NUDGE:
        return model.Nudge(-1)
    return model.Nudge(NUDGES.index(spec)) if spec in NUDGES else _SIMPLE.get(spec)


_SIMPLE: dict[Spec, Action] = {
    READY: model.Ready(),
    PASS: model.Pass(),
    SKIP: model.Skip(),
    ACCEPT: model.Accept(),
    RESTORE: model.Restore(),
    DECLINE: model.Decline(),
}
_ADVISED: dict[type[Any], Spec] = {
    **{type(action): spec for spec, action in _SIMPLE.items()},
    model.Hold: HOLD,
    model.GiveUp: GIVE_UP,
    model.Keep: KEEP,
}


def draft(c: LeaningContext) -> Action | None:
    """The action that Enter would submit now."""
    for spec in acts(c):
        if spec.id == c.ui.advised:
            return action_of(c, spec)
    return position.let_go(c)


def why_not(context: LeaningContext, spec: Spec) -> Refusal | None:
    """Why an act cannot be submitted now; None if it can, or if only the contacts must be probed first."""
    if spec in (LET_GO, DROP, READY) and position.unavailable_reason():
        return Refusal("", f"No piece can be let go here. {position.unavailable_reason()}")
    action = action_of(context, spec)
    if action is not None:
        return first_refusal(position.state_shown(context.view), action)
    ui = context.ui
    if ui.pending or ui.busy:
        return Refusal("", "The hand is moving. Wait a moment.")
    if ui.half:
        return Refusal("", "The Foundation has two pieces. Take the second.")
    if spec is LET_GO and ui.grips and ui.kind != ui_state.WATCH:
        return None
    return Refusal("", position.why_no_hand(context) or position.NOTHING_HELD)


def ways_out(c: LeaningContext) -> list[tuple[str, str]]:
    """(key, label) of the acts that remain while no place is known: hold a piece, skip."""
    listed = (LET_GO, DROP, NUDGE, *NUDGES)
    able = (spec for spec in acts(c) if spec not in listed and why_not(c, spec) is None)
    labels = ((spec.keys[0], act_label(c, spec)) for spec in able)
    return [(key, label[0].lower() + label[1:]) for key, label in labels]


def confirmation(context: LeaningContext, action: Action) -> Confirmation | None:
    """The question before an action that cannot be undone, or costs much."""
    match action:
        case model.Place(aim=None) | model.Rebuild(aim=None):
            fact = "The rules are checked when the piece lies still."
            return Confirmation(fact, "drop it")
        case model.GiveUp(size):
            cost = " and costs 2 points" if size else ""
            return Confirmation(f"The {size + ' ' if size else ''}piece is lost{cost}.", "give it up")
        case model.Decline():
            fact = "It counts as a Wreck: you pay 1 point for each piece used and are out of this game."
            return Confirmation(fact, "put nothing back")
        case model.Skip():
            fact = _closing(context) or "The table looks for a place first. If it finds one, your turn goes on."
            return Confirmation(fact, "skip")
        case model.Nudge(by):
            who = "a bystander" if by < 0 else context.name_of(by)
            return Confirmation("The table shakes.", f"say that {who} bumped it")
        case _:
            return None


def _closing(c: LeaningContext) -> str:
    """The cost of a skip for its player if it closes the game (L-22); '' if it does not."""
    state = position.state_shown(c.view)
    if not closes(state):
        return ""
    cost = state.points[state.active] - points_if_closed(state)[state.active]
    costs = f" and cost you {count(cost, 'point')}" if cost else ""
    return f"A skip may end the game{costs}."


def _to_hold(c: LeaningContext) -> str:
    """The chosen size, if one is left in hand; else a size that is left."""
    left = [offer.size for offer in position.offers(c) if offer.left]
    size = c.ui.size or position.chosen_size(c)
    return size if size in left or not left else left[-1]


def _held_size(c: LeaningContext) -> str:
    held = [offer.size for offer in position.offers(c) if offer.held]
    return c.ui.size if c.ui.size in held or not held else held[0]


# --- advice ---------------------------------------------------------------------------------------------


def advise(c: LeaningContext, action: Action) -> Hint[Ui, Action]:
    """A hint: the action in words, with the piece in the hand or the control under Enter.

    The reason of a hint names the points of a place, so they stand in the words of a comparison alone.
    """
    told, ui = _in_words(c, action), _prepared(c, action)
    if not isinstance(action, model.Place) or told.endswith("."):
        return Hint(told, action, ui=ui)
    points = sum(line.points for line in c.game.judge(position.state_shown(c.view), action).preview)
    return Hint(told, action, ui=ui, beside_ghost=f"{told}: {count(points, 'point')}.")


def _prepared(context: LeaningContext, action: Action) -> Ui | None:
    ui = empty(context.ui)
    match action:
        case model.Place(size, held, target, pose, aim):
            ui = replace(ui, kind=ui_state.PLACE, size=size, held=held, target=target, aim=aim or model.Aim(0, ()))
            return replace(ui, sizes=(size,), ghost=(Pose.read(pose),), advised="" if aim else DROP.id)
        case model.Rebuild(piece, pose, aim):
            size = position.size_of(context.view, piece)
            ui = replace(ui, kind=ui_state.REBUILD, piece=piece, size=size, aim=aim)
            return replace(ui, sizes=(size,), ghost=(Pose.read(pose),))
        case model.LayFoundation(size, pose, size2, pose2):
            ghost = (Pose.read(pose), Pose.read(pose2))
            return replace(ui, kind=ui_state.FOUND, sizes=(size, size2), ghost=ghost, which=1)
    spec = _ADVISED.get(type(action))
    if spec is None or spec not in acts(context):
        return None
    size, piece = getattr(action, "size", "") or ui.size, getattr(action, "piece", ui.target)
    return replace(ui, size=size, target=piece, advised=spec.id)


def _in_words(context: LeaningContext, action: Action) -> str:
    """A move with a pose in words for people; other moves are shown as they are typed."""
    match action:
        case model.Place(size, _, _, _, aim) if aim is not None and aim.touches:
            return f"{size.capitalize()} {in_words(aim)}"
        case model.Place(size, held, target):
            return f"Place the {'held ' if held else ''}{size} piece{f' on {label(target)}' if target else ''}."
        case model.Rebuild(piece):
            return f"Put {label(piece)} back."
        case model.LayFoundation(size, _, size2, _):
            return f"Prop a {size} and a {size2} piece on each other."
    return context.game.notate(action)

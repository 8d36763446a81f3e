"""Everything that can be done at the table: the specs, what each means now, what it submits, and why it cannot be.

The arrows move what is in the hand, and walk round the table while it is empty. Every ctrl or shift key has a plain
one beside it, and no key is one of the screens' own, in any preset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from towergames.boards.leaning import input, situation, ui_state
from towergames.boards.leaning.background import begin, begun, fetch, look_again, step_of, take, with_ui
from towergames.boards.leaning.ui_state import LeaningContext, LeaningControl, LeaningResult, Motion, Ui, empty
from towergames.boards.protocol import Advice, Confirmation, Control, Result, Spec, Words
from towergames.core.contract import Refusal
from towergames.games.leaning import model
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import Action
from towergames.games.leaning.moves import closes, points_if_closed
from towergames.games.leaning.rules import first_refusal
from towergames.physics.geometry import Pose

Where = Literal["main", "bar", "footer", "list"]


def _spec(name: str, title: str, help: str, *keys: str, typed: Words = (), group: str = "hand", when: str = "") -> Spec:
    return Spec(f"leaning.{name}", title, help, keys, typed or (name,), group, when, group == "camera")


TAKE = _spec("take", "Take a piece", "Take a piece in hand, or lay it down", "K", typed=("take-up",))
NEXT_IDEA = _spec("idea", "Next idea", "Show another place for the piece", "n", typed=("idea", "next"))
LAST_IDEA = _spec("idea-back", "Idea before", "Show the idea before", "N")
SIZE = _spec("size", "Size", "The next size; 1, 2, 3 choose it", "s")
TARGET = _spec("target", "Target", "The next piece to lean on", "c")
TARGET_BACK = _spec("target-back", "Target before", "The piece before, to lean on", "C")
STEP = _spec("step", "Step", "Fine, normal or coarse steps of the hand", "apostrophe")
CONTROL = _spec("control", "Control", "Guided (with ideas) or free", "G")
REST = _spec("rest", "Set down on", "The next edge, corner or face to stand it on", "E")
OTHER = _spec("other", "Other piece", "The other piece of the Foundation in hand", "semicolon")
_BACK = ("undo-hand", "back")
UNDO_HAND = _spec("hand-back", "Hand back", "Undo the last motion of the hand", "backspace", "delete", typed=_BACK)
LOWER = _spec("lower", "Lower", "Down until it meets something", "d")
LEAN = _spec("lean", "Lean", "Tip it towards the target until it meets something", "q")
EASE = _spec("ease", "Ease", "Let it sink slowly until it lies still", "e")
RAISE = _spec("raise", "Back up", "Lift it", "b", typed=("up-again",))
OVER = _spec("over", "Above", "Hold it above the target", "O", typed=("above",))
TURN_LEFT = _spec("turn-left", "Turn left", "Turn it to the left", "comma")
TURN_RIGHT = _spec("turn-right", "Turn right", "Turn it to the right", "full_stop")
TIP_AWAY = _spec("tip-away", "Tip away", "Tip it away from you", "right_parenthesis")
TIP_NEAR = _spec("tip-near", "Tip near", "Tip it towards you", "left_parenthesis")
ROLL_LEFT = _spec("roll-left", "Roll left", "Tip it to the left", "less_than_sign")
ROLL_RIGHT = _spec("roll-right", "Roll right", "Tip it to the right", "greater_than_sign")


_NO_BUMPS = "Bumps are not reported in this game."
_WHEN = {
    "ready": "The Foundation stands already.",
    "hold": "Pieces are held in an ordinary turn.",
    "pass": "Passing is not free now; skip if you find no move.",
    "skip": "Skipping is for an ordinary turn; the first choice, and free passing, is pass.",
    "accept": "No piece has slipped.",
    "give-up": "Only a slipped or a held piece can be given up.",
    "keep": "Nothing has to be put back by hand.",
    "restore": "There is nothing to restore at once.",
    "decline": "There is nothing to rebuild.",
}
"""Why an act means nothing in another phase."""


def _act(name: str, title: str, help: str, key: str, *typed: str, when: str = "") -> Spec:
    keys = (key,) if key else ()
    return _spec(f"act-{name}", title, help, *keys, typed=typed, group="turn", when=when or _WHEN.get(name, ""))


_ASIDE = "Set a piece of this size aside as your turn: next time it goes on top, for 2 points more"
_BLINDLY = "Let go without seeing what it touches; the rules are checked afterwards"
LET_GO = _act("let-go", "Let go", "Let go of the piece where it is", "equals_sign", "let-go", "let go", "release")
DROP = _act("drop", "Let go blindly", _BLINDLY, "dollar_sign", "drop", "let go blindly")
READY = _act("ready", "Ready", "The table sets up a Foundation of two large pieces", "Y", "stand-ready")
HOLD = _act("hold", "Hold", _ASIDE, "A", "hold-it")
PASS = _act("pass", "Pass", "Pass to the right, where that is free", "X", "pass-on")
SKIP = _act("skip", "Skip", "Say that you find no move; the table looks for one first", "S", "skip-it")
ACCEPT = _act("accept", "Accept", "The piece stays where it slipped to, and scores there", "T", "accept-it")
GIVE_UP = _act("give-up", "Give up", "Give up the slipped or held piece", "U", "give-up", "give up")
KEEP = _act("keep", "Keep", "The disturbed piece stays where it lies", "W", "keep-it")
RESTORE = _act("restore", "Restore", "Everything goes back to where it stood", "Z", "restore-it")
_BROKEN = "Do not rebuild: the structure stays broken, which counts as a Wreck"
DECLINE = _act("decline", "Decline", _BROKEN, "D", "decline-it")
NUDGE = _act("nudge", "Bump", "A bystander has bumped the table", "B", "bumped", when=_NO_BUMPS)
NUDGES = tuple(
    _act(
        f"nudge-{number}",
        f"Bump by player {number}",
        f"Player {number} has bumped the table, and pays if much of it falls",
        "",
        f"bumped-{number}",
        when=_NO_BUMPS,
    )
    for number in range(1, 5)
)
"""Players with higher numbers have no control; their bumps are typed: nudge 7."""


def _look(name: str, title: str, help: str, *keys: str, typed: str = "") -> Spec:
    return _spec(name, title, help, *keys, typed=(typed or name,), group="camera")


_CAMERA = (
    _look("orbit-left", "Walk left", "Go round the table to the left", "shift+left", "H", typed="walk-left"),
    _look("orbit-right", "Walk right", "Go round the table to the right", "shift+right", "L", typed="walk-right"),
    _look("orbit-up", "Look down", "Look from higher up", "shift+up", "I", typed="higher"),
    _look("orbit-down", "Look across", "Look from lower down", "shift+down", "J", typed="deeper"),
    _look("nearer", "Nearer", "Come nearer to the table", "plus", "ampersand"),
    _look("farther", "Farther", "Go away from the table", "minus", "asterisk"),
    _look("pan-left", "Pan left", "Look at what is further left", "left_curly_bracket"),
    _look("pan-right", "Pan right", "Look at what is further right", "right_curly_bracket"),
    _look("pan-up", "Pan up", "Look at what is higher up", "circumflex_accent"),
    _look("pan-down", "Pan down", "Look at what is lower down", "underscore"),
    _look("look", "Next view", "All, from above, from the front, the side, near", "V"),
    _look("names", "Names", "Show or hide the numbers of the pieces", "quotation_mark"),
)
_TURNS = {
    TURN_LEFT: ("turn", 1),
    TURN_RIGHT: ("turn", -1),
    TIP_AWAY: ("tip", 1),
    TIP_NEAR: ("tip", -1),
    ROLL_LEFT: ("roll", -1),
    ROLL_RIGHT: ("roll", 1),
}
_PLAIN = {LOWER: "lower", LEAN: "lean", EASE: "ease", OVER: "over"}
LIFT = 1.0
"""How far a piece is lifted (cm), at the normal step."""

SPECS: tuple[Spec, ...] = (
    ACCEPT, KEEP,
    TAKE, NEXT_IDEA, LAST_IDEA, SIZE, TARGET, TARGET_BACK, LOWER, LEAN, EASE, RAISE, OVER, REST,
    *_TURNS, STEP, UNDO_HAND, OTHER, CONTROL,
    LET_GO, DROP, READY, HOLD, PASS, SKIP, GIVE_UP, RESTORE, DECLINE, NUDGE, *NUDGES,
    *_CAMERA,
)  # fmt: skip


# --- what can be done now -------------------------------------------------------------------------------


def controls(c: LeaningContext) -> tuple[LeaningControl, ...]:
    """All that mean something in this phase, main first; none for a looker who need not decide."""
    if not c.phase:
        return ()
    acts = list(_acts(c))
    main = _main(c, acts)
    next_idea, *handling = _handling(c)
    return (main, *(one for one in (next_idea, *acts, *handling) if one.spec.id != main.spec.id))


def _main(c: LeaningContext, acts: list[LeaningControl]) -> LeaningControl:
    ui = c.ui
    advised = next((one for one in acts if one.spec.id == ui.advised), None)
    if advised is not None:
        return replace(advised, place="main")
    if ui.half and not ui.pending:
        return Control(TAKE, "Take the second piece", "main", effect=partial(fetch, c))
    if ui.grips:
        return next(replace(one, place="main") for one in acts if one.spec is LET_GO)
    if c.phase == "rebuild" and c.view.terms.rebuild == "restore":
        return next(replace(one, place="main") for one in acts if one.spec is RESTORE)
    return _take(c, "main")


def _take(c: LeaningContext, place: Where) -> LeaningControl:
    """Take a piece in hand; with one in it, lay that down."""
    ui = c.ui
    if ui.grips or ui.busy:
        stopped = Refusal("", "The hand is still at it; Esc stops it.") if place == "main" else None
        return Control(TAKE, "Lay it down", place, stopped, partial(Result, input.lay_down(ui)))
    why = situation.why_no_hand(c)
    if why:
        return Control(TAKE, TAKE.title, place, Refusal("", why))
    if ui.fruitless and ui.control != ui_state.FREE:
        return Control(TAKE, "Search further", place, effect=partial(take, c))
    here = with_ui(c, begun(c))
    text, rule = _why_not_placed(here)
    name = (
        label(here.ui.piece) if here.ui.kind == ui_state.REBUILD else f"{'held ' if here.ui.held else ''}{here.ui.size}"
    )
    if here.ui.kind == ui_state.FOUND:
        name = f"two {here.ui.size}"
    return Control(TAKE, f"Take {name}", place, Refusal(rule, text) if text else None, partial(take, c))


def _why_not_placed(here: LeaningContext) -> tuple[str, str]:
    """Why the piece about to be taken cannot be placed, and the rule."""
    if here.ui.kind == ui_state.PLACE:
        offer = next(offer for offer in situation.offers(here) if offer.size == here.ui.size)
        if offer.why_not:
            return offer.why_not, offer.rule
    full = situation.why_full(here)
    return full, "L-4" if full else ""


def _handling(c: LeaningContext) -> Iterator[LeaningControl]:
    ui = c.ui
    no_hand = situation.why_no_hand(c)
    no_motion = no_hand or situation.NOTHING_HELD if not ui.grips else ""
    no_target = "" if situation.targets(c) else "There is no piece to lean on yet."
    no_idea = no_hand or ("" if ui.ideas or ui.control != ui_state.FREE else "Ideas come in guided control.")
    moving: Where = "footer" if ui.grips and ui.control == ui_state.FREE else "list"

    def one(
        spec: Spec, why: str, effect: Callable[[], LeaningResult], place: Where = "list", text: str = ""
    ) -> LeaningControl:
        return Control(spec, text or spec.title, place, Refusal("", why) if why else None, effect)

    yield one(NEXT_IDEA, no_idea, partial(input.another_idea, c, 1), "bar" if ui.ideas else "list")
    yield one(LAST_IDEA, no_idea, partial(input.another_idea, c, -1))
    yield _take(c, "list")
    yield one(SIZE, "" if ui.grips else no_hand, partial(input.next_size, c), "footer")
    yield one(TARGET, no_target, partial(input.next_target, c, 1), "footer")
    yield one(TARGET_BACK, no_target, partial(input.next_target, c, -1))
    far, turn = step_of(ui)
    for spec, verb in _PLAIN.items():
        yield one(spec, no_motion, partial(begin, c, Motion(verb)), moving)
    yield one(RAISE, no_motion, partial(begin, c, Motion("raise", (far / 0.25 * LIFT,))), moving, "Lift")
    yield one(REST, no_motion, partial(input.rest_on, c, ""), moving, "Stand on")
    for spec, (verb, way) in _TURNS.items():
        yield one(spec, no_motion, partial(begin, c, Motion(verb, (way * turn,))))
    yield one(STEP, "", partial(input.next_step, c))
    yield one(UNDO_HAND, no_motion or ("" if ui.trail else "The hand has not moved yet."), partial(input.undo, c))
    other = "" if len(ui.ghost) == 2 else "There is no second piece in the hand."
    yield one(OTHER, other, partial(input.other_piece, c))
    free = ui.control == ui_state.FREE
    yield one(
        CONTROL,
        "",
        partial(input.switch_control, c, ui_state.GUIDED if free else ui_state.FREE),
        "footer",
        "Guided" if free else "My own hand",
    )


# --- what is submitted ----------------------------------------------------------------------------------


def acts(c: LeaningContext) -> tuple[Spec, ...]:
    """What can be submitted in this phase, the most important first; some may be blocked now."""
    match c.phase:
        case "found":
            return LET_GO, READY, DROP
        case "turn":
            return LET_GO, HOLD, *_idling(c), DROP
        case "slip":
            return LET_GO, ACCEPT, GIVE_UP, DROP
        case "rebuild" if c.view.terms.rebuild == "restore":
            return RESTORE, DECLINE
        case "rebuild":
            return LET_GO, KEEP, DECLINE, DROP
    return ()


def _idling(c: LeaningContext) -> tuple[Spec, ...]:
    view, seat = c.view, c.view.active
    passing = PASS if view.free or view.terms.passing == "free" else SKIP
    found: tuple[Spec, ...] = (GIVE_UP,) if any(view.held[seat]) else (passing,)
    if view.terms.bump != "nudge":
        return found
    players = [spec for seat, spec in enumerate(NUDGES[: view.seats]) if not view.out[seat]]
    return *found, NUDGE, *players


def _acts(c: LeaningContext) -> Iterator[LeaningControl]:
    for spec in acts(c):
        why = why_not(c, spec)
        listed = spec in (LET_GO, DROP, NUDGE, *NUDGES)
        if spec is LET_GO and why is None and situation.let_go(c) is None:
            yield Control(LET_GO, "Feel what it touches", effect=partial(look_again, c))
            continue
        action = action_of(c, spec)
        yield Control(spec, act_label(c, spec), "list" if listed else "bar", why, partial(_submit, c, action))


def _submit(c: LeaningContext, action: Action | None) -> LeaningResult:
    return Result(c.ui, action)


def act_label(c: LeaningContext, spec: Spec) -> str:
    """What it would do now, in a few words."""
    if spec is LET_GO and c.ui.kind == ui_state.FOUND:
        return "Let go of both"
    if spec is LET_GO and c.ui.kind == ui_state.REBUILD:
        return f"Put {label(c.ui.piece)} back"
    if spec is HOLD:
        return f"Hold {_to_hold(c)}"
    if spec is GIVE_UP and c.phase == "turn":
        return f"Give up {_held_size(c)}"
    if spec is KEEP and (piece := situation.piece_back(c)):
        return f"Keep {label(piece)}"
    if spec is NUDGE:
        return "Bump: bystander"
    if spec in NUDGES:
        return f"Bump: {c.name_of(NUDGES.index(spec))}"[:32]
    return spec.title


def action_of(c: LeaningContext, spec: Spec) -> Action | None:
    """What it would submit, None when that is not complete."""
    if spec is LET_GO:
        return situation.let_go(c)
    if spec is DROP:
        action = situation.let_go(c)
        return replace(action, aim=None) if isinstance(action, model.Place | model.Rebuild) else action
    if spec is HOLD:
        return model.Hold(_to_hold(c))
    if spec is GIVE_UP:
        return model.GiveUp("" if c.phase == "slip" else _held_size(c))
    if spec is KEEP:
        piece = situation.piece_back(c)
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
    advised = next((spec for spec in acts(c) if spec.id == c.ui.advised), None)
    return action_of(c, advised) if advised is not None else situation.let_go(c)


def why_not(c: LeaningContext, spec: Spec) -> Refusal | None:
    """Why it cannot be submitted now; None when it can, or when the hand only has to look what it touches."""
    if spec in (LET_GO, DROP, READY) and situation.missing():
        return Refusal("", f"Nothing can be let go here: {situation.missing()}")
    action = action_of(c, spec)
    if action is not None:
        return first_refusal(situation.position(c.view), action)
    ui = c.ui
    if ui.pending or ui.busy:
        return Refusal("", "The hand is still moving.")
    if ui.half:
        return Refusal("", "A Foundation has two pieces: Enter takes the second.")
    if spec is LET_GO and ui.grips and ui.kind != ui_state.WATCH:
        return None
    return Refusal("", situation.why_no_hand(c) or situation.NOTHING_HELD)


def ways_out(c: LeaningContext) -> list[tuple[str, str]]:
    """(key, label) of what can be done while no place is known: hold a piece, skip."""
    listed = (LET_GO, DROP, NUDGE, *NUDGES)
    able = (spec for spec in acts(c) if spec not in listed and why_not(c, spec) is None)
    return [(spec.keys[0], act_label(c, spec).lower()) for spec in able]


def confirmation(c: LeaningContext, action: Action) -> Confirmation | None:
    """What cannot be undone, or costs much, is confirmed."""
    match action:
        case model.Place(aim=None) | model.Rebuild(aim=None):
            fact = "You do not see what the piece touches; the rules are checked when all is at rest."
            return Confirmation(fact, "let go blindly")
        case model.GiveUp(size):
            cost = " and costs 2 points" if size else ""
            return Confirmation(f"The {size + ' ' if size else ''}piece is lost{cost}.", "give it up")
        case model.Decline():
            fact = "It counts as a Wreck: you pay for the pieces used and are out of this game."
            return Confirmation(fact, "decline")
        case model.Skip():
            fact = _closing(c) or "The table searches for a move first. If it finds one, your turn goes on."
            return Confirmation(fact, "skip")
        case model.Nudge(by):
            who = "a bystander" if by < 0 else c.name_of(by)
            return Confirmation("The table shakes.", f"say that {who} bumped it")
        case _:
            return None


def _closing(c: LeaningContext) -> str:
    """What a skip costs each player if it closes the game (L-22); empty when it does not."""
    state = situation.position(c.view)
    if not closes(state):
        return ""
    pairs = enumerate(zip(state.points, points_if_closed(state), strict=True))
    told = ", ".join(f"{c.name_of(seat)} {after} ({after - now:+d})" for seat, (now, after) in pairs)
    return f"If the table finds no move, the game closes: {told}."


def _to_hold(c: LeaningContext) -> str:
    """The size chosen, if there is one left in hand; else one that is left."""
    left = [offer.size for offer in situation.offers(c) if offer.left]
    size = c.ui.size or situation.chosen_size(c)
    return size if size in left or not left else left[-1]


def _held_size(c: LeaningContext) -> str:
    held = [offer.size for offer in situation.offers(c) if offer.held]
    return c.ui.size if c.ui.size in held or not held else held[0]


# --- advice ---------------------------------------------------------------------------------------------


def advise(c: LeaningContext, action: Action) -> Advice[Ui, Action]:
    """An action as people say it, with the piece in the hand or the control under Enter."""
    return Advice(_in_words(c, action), action, ui=_prepared(c, action))


def _prepared(c: LeaningContext, action: Action) -> Ui | None:
    ui = empty(c.ui)
    match action:
        case model.Place(size, held, target, pose, aim):
            ui = replace(ui, kind=ui_state.PLACE, size=size, held=held, target=target, aim=aim)
            return replace(ui, sizes=(size,), ghost=(Pose.read(pose),))
        case model.Rebuild(piece, pose, aim):
            size = situation.size_of(c.view, piece)
            ui = replace(ui, kind=ui_state.REBUILD, piece=piece, size=size, aim=aim)
            return replace(ui, sizes=(size,), ghost=(Pose.read(pose),))
        case model.Found(size, pose, size2, pose2):
            ghost = (Pose.read(pose), Pose.read(pose2))
            return replace(ui, kind=ui_state.FOUND, sizes=(size, size2), ghost=ghost, which=1)
    spec = _ADVISED.get(type(action))
    if spec is None or spec not in acts(c):
        return None
    size, piece = getattr(action, "size", "") or ui.size, getattr(action, "piece", ui.target)
    return replace(ui, size=size, target=piece, advised=spec.id)


def _in_words(c: LeaningContext, action: Action) -> str:
    """A move with a pose as people say it; other moves are said as they are typed."""
    match action:
        case model.Place(size, held, target):
            return f"place the {'held ' if held else ''}{size} piece{f' at {label(target)}' if target else ''}"
        case model.Rebuild(piece):
            return f"put {label(piece)} back"
        case model.Found(size, _, size2, _):
            return f"lean a {size} and a {size2} piece against each other"
    return c.game.notate(action)

"""The buttons, and what Enter does: what is submitted, and why something cannot be."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.leaning import situation
from towergames.boards.leaning.pointer import ACTS, FOUND, REBUILD, Pointer, TableReply, TableScene
from towergames.boards.protocol import Confirmation
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import (
    Accept,
    Action,
    Decline,
    Found,
    GiveUp,
    Hold,
    Keep,
    Nudge,
    Pass,
    Place,
    Ready,
    Rebuild,
    Restore,
    Skip,
    state_of,
)
from towergames.games.leaning.model import Pose as Recorded
from towergames.games.leaning.rules import first_refusal
from towergames.games.leaning.turns import closes, points_if_closed

LABELS = {
    "let-go": "let go",
    "drop": "let go blindly",
    "ready": "ready",
    "hold": "hold",
    "pass": "pass",
    "skip": "skip",
    "accept": "accept",
    "give-up": "give up",
    "keep": "keep",
    "restore": "restore",
    "decline": "decline",
    "nudge": "bump: bystander",
}
MOST_BUMPERS = 4


def acts(scene: TableScene) -> tuple[str, ...]:
    """The buttons there are now, in the order of the cursor; some may not be possible just now."""
    match situation.phase(scene):
        case "found":
            return "let-go", "ready", "drop"
        case "turn":
            return "let-go", "hold", *_idling(scene), "drop"
        case "slip":
            return "let-go", "accept", "give-up", "drop"
        case "rebuild" if scene.view.terms.rebuild == "restore":
            return "restore", "decline"
        case "rebuild":
            return "let-go", "keep", "decline", "drop"
        case _:
            return ()


def _idling(scene: TableScene) -> tuple[str, ...]:
    view, seat = scene.view, scene.view.active
    passing = "pass" if view.free or view.terms.passing == "free" else "skip"
    found: tuple[str, ...] = ("give-up",) if any(view.held[seat]) else (passing,)
    if view.terms.bump != "nudge":
        return found
    # A button for everybody would be too many for a large party; the rest is typed: nudge 7.
    players = [f"nudge-{seat + 1}" for seat in range(view.seats) if not view.out[seat]]
    return *found, "nudge", *players[:MOST_BUMPERS]


def ways_out(scene: TableScene, pointer: Pointer) -> str:
    """The buttons that can be pressed while no place is known: ``hold medium, skip``."""
    names = (name for name in acts(scene) if not name.startswith("nudge") and not why_not(scene, pointer, name)[0])
    return ", ".join(act_label(scene, pointer, name) for name in names)


def act_label(scene: TableScene, pointer: Pointer, act: str) -> str:
    """What stands on a button."""
    if act == "hold":
        return f"hold {_to_hold(scene, pointer)}"
    if act == "give-up" and situation.phase(scene) == "turn":
        return f"give up {_held_size(scene, pointer)}"
    if act == "keep":
        piece = piece_back(scene, pointer)
        return f"keep {label(piece)}" if piece else "keep"
    if act.startswith("nudge-"):
        return f"bump: {scene.name_of(_bumper(act))}"
    return LABELS[act]


def action_of(scene: TableScene, pointer: Pointer, act: str) -> Action | None:
    """What pressing the button would submit, None when that is not complete."""
    match act:
        case "let-go":
            return in_hand(scene, pointer)
        case "drop":
            action = in_hand(scene, pointer)
            return replace(action, aim=None) if isinstance(action, (Place, Rebuild)) else action
        case "hold":
            return Hold(_to_hold(scene, pointer))
        case "give-up":
            return GiveUp("" if situation.phase(scene) == "slip" else _held_size(scene, pointer))
        case "keep":
            piece = piece_back(scene, pointer)
            return Keep(piece) if piece else None
        case "nudge":
            return Nudge(-1)
        case _ if act.startswith("nudge-"):
            return Nudge(_bumper(act))
    plain: dict[str, Action] = {
        "ready": Ready(),
        "pass": Pass(),
        "skip": Skip(),
        "accept": Accept(),
        "restore": Restore(),
        "decline": Decline(),
    }
    return plain.get(act)


def in_hand(scene: TableScene, pointer: Pointer) -> Action | None:
    """Letting go of what is in the hand; None while the hand is empty or still moving."""
    if not pointer.grips or pointer.pending or not situation.phase(scene):
        return None
    pose = Recorded(*pointer.ghost[0].recorded())
    if pointer.kind == FOUND:
        if len(pointer.ghost) < 2:
            return None
        return Found(pointer.sizes[0], pose, pointer.sizes[1], Recorded(*pointer.ghost[1].recorded()))
    if pointer.aim is None:
        return None
    if pointer.kind == REBUILD:
        return Rebuild(pointer.piece, pose, pointer.aim)
    return Place(pointer.sizes[0], pointer.held, situation.leans_on(scene, pointer), pose, pointer.aim)


def draft(scene: TableScene, pointer: Pointer) -> Action | None:
    """The action that Enter would submit now."""
    if pointer.zone == ACTS and pointer.act:
        return action_of(scene, pointer, pointer.act)
    return in_hand(scene, pointer)


def why_not(scene: TableScene, pointer: Pointer, act: str) -> tuple[str, str]:
    """Why a button cannot be pressed now, and the rule; two empty texts when it can."""
    now = situation.phase(scene)
    if not now:
        return scene.waiting(), ""
    if act not in acts(scene):
        return _NOT_NOW.get(act, "That cannot be done now."), ""
    if act in ("let-go", "drop", "ready") and situation.missing():
        return f"Nothing can be let go here: {situation.missing()}", ""
    action = action_of(scene, pointer, act)
    if action is None:
        return _incomplete(scene, pointer), ""
    refused = first_refusal(state_of(scene.view), action)
    return (refused.text, refused.rule) if refused else ("", "")


_NOT_NOW = {
    "ready": "The Foundation stands already.",
    "accept": "No piece has slipped.",
    "keep": "Nothing has to be put back by hand.",
    "restore": "There is nothing to restore at once.",
    "decline": "There is nothing to rebuild.",
    "give-up": "Only a slipped or a held piece can be given up.",
    "pass": "Passing is not free now; skip if you find no move.",
    "skip": "Skipping is for an ordinary turn; the first choice, and free passing, is pass.",
    "hold": "Pieces are held in an ordinary turn.",
    "nudge": "Bumps are not reported in this game.",
}


def _incomplete(scene: TableScene, pointer: Pointer) -> str:
    if pointer.pending or pointer.busy:
        return "The hand is still moving."
    if pointer.kind == FOUND and pointer.grips:
        return "A Foundation has two pieces: Enter takes the second."
    return situation.why_no_hand(scene) or "Nothing is in the hand; Enter takes a piece."


def press(scene: TableScene, pointer: Pointer, act: str) -> TableReply:
    """A button by key or mouse."""
    if act not in acts(scene):
        return Reply(pointer, say=why_not(scene, pointer, act)[0])
    there = replace(pointer, zone=ACTS, act=act)
    why, rule = why_not(scene, there, act)
    if why:
        return Reply(there, say=why, rule=rule)
    return Reply(there, submit=action_of(scene, there, act))


def confirmation(scene: TableScene, action: Action) -> Confirmation | None:
    """What cannot be undone, or costs much, is confirmed."""
    match action:
        case Place(aim=None) | Rebuild(aim=None):
            fact = "You do not see what the piece touches; the rules are checked when all is at rest."
            return Confirmation(fact, "let go blindly")
        case GiveUp(size):
            cost = " and costs 2 points" if size else ""
            return Confirmation(f"The {size + ' ' if size else ''}piece is lost{cost}.", "give it up")
        case Decline():
            fact = "It counts as a Wreck: you pay for the pieces used and are out of this game."
            return Confirmation(fact, "decline")
        case Skip():
            fact = closing(scene) or "The table searches for a move first. If it finds one, your turn goes on."
            return Confirmation(fact, "skip")
        case Nudge(by):
            who = "a bystander" if by < 0 else scene.name_of(by)
            return Confirmation("The table shakes.", f"say that {who} bumped it")
        case _:
            return None


def closing(scene: TableScene) -> str:
    """What a skip costs each player if it closes the game (L-22); empty when it does not."""
    state = state_of(scene.view)
    if not closes(state):
        return ""
    pairs = enumerate(zip(state.points, points_if_closed(state), strict=True))
    told = ", ".join(f"{scene.name_of(seat)} {after} ({after - now:+d})" for seat, (now, after) in pairs)
    return f"If the table finds no move, the game closes: {told}."


# --- which piece ----------------------------------------------------------------------------------------


def _bumper(act: str) -> int:
    return int(act.partition("-")[2]) - 1


def _to_hold(scene: TableScene, pointer: Pointer) -> str:
    """The size chosen, if there is one left in hand; else one that is left."""
    left = [offer.size for offer in situation.offers(scene) if offer.left]
    size = pointer.size or situation.chosen_size(scene, pointer)
    return size if size in left or not left else left[-1]


def _held_size(scene: TableScene, pointer: Pointer) -> str:
    held = [offer.size for offer in situation.offers(scene) if offer.held]
    return pointer.size if pointer.size in held or not held else held[0]


def piece_back(scene: TableScene, pointer: Pointer) -> int:
    """The disturbed piece that is meant: the one in hand, the target, else the next one."""
    waiting = situation.to_rebuild(scene)
    for piece in (pointer.piece, pointer.target):
        if piece in waiting:
            return piece
    return waiting[0] if waiting else 0

"""The buttons, and what Enter does: what is submitted, and why something cannot be."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.konexi import circling, placing, situation, spelling
from towergames.boards.konexi.pointer import ACTS, CIRCLE, TOWER, Pointer, TableReply, TableScene
from towergames.boards.protocol import Confirmation
from towergames.games.konexi.model import (
    Action,
    Arrange,
    Begin,
    Done,
    GiveUp,
    Mix,
    Nudge,
    Place,
    Token,
    Word,
    state_of,
)
from towergames.games.konexi.rules import first_refusal

LABELS = {
    "let-go": "let go",
    "before": "place before",
    "next": "next place",
    "turn": "turn",
    "flip": "turn over",
    "other": "other letter",
    "hint": "words here?",
    "give-up": "give up",
    "bump": "bump ...",
    "say": "say it",
    "erase": "erase",
    "clear": "clear",
    "done": "no word",
    "lay": "lay it so",
    "token": "token here",
    "mix": "mix",
    "go": "put it there",
}
_NUDGE, _BEGIN = "nudge-", "begin-"


def acts(scene: TableScene, pointer: Pointer) -> tuple[str, ...]:
    """The buttons there are now, in the order of the cursor; some may not be possible just now."""
    seats = range(1, scene.view.seats + 1)
    if pointer.act.startswith(_NUDGE) and situation.phase(scene) in ("place", "word"):
        return tuple(f"{_NUDGE}{seat}" for seat in seats)
    bump = ("bump",) if scene.view.terms.bump == "nudge" else ()
    match situation.phase(scene):
        case "birthday":
            return tuple(f"{_BEGIN}{seat}" for seat in seats)
        case "arrange":
            return "lay", "token", "mix"
        case "token":
            return ("go",)
        case "place":
            flip = ("flip",) if scene.view.terms.flip else ()
            other = ("other",) if len(situation.offers(scene)) > 1 else ()
            return "let-go", "before", "next", "turn", *flip, *other, "hint", "give-up", *bump
        case "word":
            return "say", "erase", "clear", "done", *bump
        case _:
            return ()


def act_label(scene: TableScene, pointer: Pointer, act: str) -> str:
    """What stands on a button."""
    _, _, number = act.partition("-")
    if number.isdigit():
        name = scene.name_of(int(number) - 1)
        return f"bump: {name}" if act.startswith(_NUDGE) else name
    if act == "let-go" and pointer.letter:
        return f"let go of {pointer.letter}"
    if act == "hint" and pointer.hint:
        return "hide words"
    if act == "done" and scene.view.words_said:
        return "end turn"
    return LABELS[act]


def action_of(pointer: Pointer, act: str) -> Action | None:
    """What pressing the button would submit; None for buttons that only move the hand, and what is incomplete."""
    _, _, number = act.partition("-")
    if number.isdigit():
        return (Begin if act.startswith(_BEGIN) else Nudge)(int(number) - 1)
    match act:
        case "let-go":
            return Place(*pointer.at) if pointer.at is not None else None
        case "say":
            return Word(pointer.word) if pointer.word else None
        case "lay":
            return Arrange(pointer.circle, pointer.gap)
        case "go":
            return Token(pointer.gap)
    plain: dict[str, Action] = {"give-up": GiveUp(), "done": Done(), "mix": Mix()}
    return plain.get(act)


def draft(scene: TableScene, pointer: Pointer) -> Action | None:
    """The action that Enter would submit now."""
    if pointer.zone == ACTS and pointer.act:
        return action_of(pointer, pointer.act)
    match situation.phase(scene):
        case "place" if pointer.zone == TOWER:
            return action_of(pointer, "let-go")
        case "word":
            return action_of(pointer, "say")
        case "token":
            return Token(pointer.gap)
        case _:
            return None


def why_not(scene: TableScene, pointer: Pointer, act: str) -> tuple[str, str]:
    """Why a button cannot be pressed now, and the rule; two empty texts when it can."""
    if not situation.phase(scene):
        return scene.waiting(), ""
    if act not in acts(scene, pointer):
        return _NOT_NOW.get(act, "That cannot be done now."), ""
    if act in ("erase", "clear", "say") and not pointer.word:
        return "No letter of a word has been typed yet.", ""
    if act in ("let-go", "before", "next", "turn", "flip") and pointer.at is None:
        return f"There is no place for {pointer.letter} in the tower.", "K-22"
    if act == "bump":
        refused = first_refusal(state_of(scene.view), Nudge(0))
        return (refused.text, refused.rule) if refused else ("", "")
    action = action_of(pointer, act)
    if action is None:
        return "", ""
    refused = first_refusal(state_of(scene.view), action)
    return (refused.text, refused.rule) if refused else ("", "")


_NOT_NOW = {
    "done": "A turn can only be ended once the letter stands.",
    "clear": "No word is asked for now.",
    "mix": "The circle is only mixed at the beginning of a round, where players lay it.",
    "lay": "The circle is only laid at the beginning of a round, in games where players lay it.",
    "give-up": "There is no letter to add now.",
    "bump": "Bumps are not reported in this game.",
}


def confirmation(scene: TableScene, action: Action) -> Confirmation | None:
    """What costs points, or the word, is confirmed."""
    match action:
        case GiveUp():
            return Confirmation("No letter is added, which counts as a fall.", "give up")
        case Done():
            other = "other " if scene.view.words_said else ""
            return Confirmation(f"No {other}word is said.", "end the turn")
        case _:
            return None


def press(scene: TableScene, pointer: Pointer, act: str) -> TableReply:
    """A button by key or mouse."""
    why, rule = why_not(scene, pointer, act)
    if why:
        return Reply(pointer, say=why, rule=rule)
    there = replace(pointer, zone=ACTS, act=act)
    action = action_of(there, act)
    if action is not None:
        stays = pointer if act == "say" else there
        return Reply(replace(pointer, zone=TOWER, act="") if act.startswith(_NUDGE) else stays, submit=action)
    if act == "bump":
        return Reply(replace(there, act=f"{_NUDGE}1"), say="Who bumped the tower? Esc: nobody.")
    return _handle(scene, there, act)


def _handle(scene: TableScene, there: Pointer, act: str) -> TableReply:
    """Buttons that move the hand; the cursor stays on them."""
    match act:
        case "before" | "next":
            reply = placing.step(scene, there, 1 if act == "next" else -1)
        case "turn":
            reply = placing.turn(scene, there, 1)
        case "flip":
            reply = placing.flip(scene, there)
        case "other":
            reply = placing.other_letter(scene, there)
        case "hint":
            reply = hint(scene, there)
        case "erase":
            reply = spelling.erase(there)
        case "clear":
            reply = Reply(replace(there, word=""))
        case "token":
            reply = circling.put_token(there)
        case _:
            return Reply(there)
    return replace(reply, pointer=replace(reply.pointer, zone=ACTS, act=act))


def hint(scene: TableScene, pointer: Pointer) -> TableReply:
    """Show or hide what a place would make; showing it is help, which is counted once a decision."""
    if situation.phase(scene) != "place":
        return Reply(pointer, say="Words of a place are shown while a letter is placed.")
    if pointer.hint:
        return Reply(replace(pointer, hint=False))
    return Reply(replace(pointer, hint=True, helped=True), help="" if pointer.helped else "hint")


# --- Enter and Esc --------------------------------------------------------------------------------------


def choose(scene: TableScene, pointer: Pointer) -> TableReply:
    """Enter: press the button, take the letter, let go of it, say the word, put the token there."""
    if not situation.phase(scene):
        return Reply(pointer, say=scene.waiting())
    if pointer.zone == ACTS and pointer.act in acts(scene, pointer):
        return press(scene, pointer, pointer.act)
    match situation.phase(scene):
        case "place" if pointer.zone == CIRCLE:
            return placing.take(scene, pointer, pointer.letter)
        case "place" if pointer.at is None:
            return press(scene, pointer, "give-up")
        case "word" if not pointer.word:
            return press(scene, pointer, "done")
        case "arrange":
            return circling.pick(pointer)
    action = draft(scene, pointer)
    return Reply(pointer, submit=action) if action is not None else Reply(pointer)


def back(scene: TableScene, pointer: Pointer) -> Pointer:
    """Esc: away from the buttons, then what was tried, typed or picked up is taken back, then to the circle."""
    now = situation.phase(scene)
    if pointer.zone == ACTS and now != "birthday":
        bumping = pointer.act.startswith(_NUDGE)
        home = CIRCLE if now in ("token", "arrange") else TOWER
        return replace(pointer, act="bump") if bumping else replace(pointer, zone=home, act="")
    if pointer.tried is not None:
        return replace(pointer, tried=None)
    if pointer.held >= 0:
        return replace(pointer, held=-1)
    if now == "word":
        return replace(pointer, word="", on="" if not pointer.word else pointer.on)
    if now == "place" and pointer.zone == TOWER and len(situation.offers(scene)) > 1:
        return replace(pointer, zone=CIRCLE)
    return pointer


def next_zone(scene: TableScene, pointer: Pointer, way: int) -> TableReply:
    """Tab: through the places of the letter in hand, elsewhere between the table and the buttons."""
    now, names = situation.phase(scene), acts(scene, pointer)
    if now == "place" and pointer.zone == TOWER:
        return placing.step(scene, pointer, way)
    home = CIRCLE if now in ("place", "token", "arrange") else TOWER
    if not names or (pointer.zone == ACTS and now != "birthday"):
        return Reply(replace(pointer, zone=home, act=""))
    return Reply(replace(pointer, zone=ACTS, act=pointer.act if pointer.act in names else names[0]))

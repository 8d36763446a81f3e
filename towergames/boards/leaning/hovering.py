"""The line under the hand: what it is about, what Enter would do, and why something cannot be done."""

from __future__ import annotations

from towergames.boards.leaning import acting, situation, working
from towergames.boards.leaning.pointer import ACTS, FOUND, LOOKS, WATCH, Pointer, TableScene
from towergames.boards.leaning.wording import aim_words, feel_words, upper
from towergames.core.contract import Over
from towergames.core.text import count
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import Accept, state_of


def hover(scene: TableScene, pointer: Pointer) -> str:
    """One line on what the hand is about."""
    if pointer.kind == WATCH and pointer.grips:
        return f"{scene.waiting()} The hand considers: {aim_words(pointer.aim)}."
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


def how(scene: TableScene, pointer: Pointer) -> str:
    """What the keys do now, for a lesson."""
    now = situation.phase(scene)
    if not now:
        return ""
    if pointer.zone == ACTS and pointer.act:
        return "Arrows choose another button, Enter presses it, Tab goes back to the table."
    if pointer.grips:
        return "Enter lets go, n: another place, c: another target. Esc lays the piece down."
    if pointer.busy:
        return f"The hand {pointer.busy}. Esc stops it."
    if now == "found":
        return "Tab goes to the button ready, Enter presses it."
    return "1, 2, 3: size; c: target; Enter takes a piece. Tab: buttons, such as hold."


def _ruled(why: str, rule: str) -> str:
    return f"{why} ({rule})" if rule else why


def _table_line(scene: TableScene) -> str:
    last = scene.view.last_size
    told = f" The last piece placed was {last}." if last and not isinstance(scene.turn, Over) else ""
    return f"{scene.waiting()}{told}"


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
    "nudge": "A bystander has bumped the table.",
}


def _act_line(scene: TableScene, pointer: Pointer) -> str:
    name = acting.act_label(scene, pointer, pointer.act)
    means = _ACT_MEANS.get(pointer.act, "This player has bumped the table, and pays if much of it falls.")
    return f"{upper(name)}: {means}"


def _empty_line(scene: TableScene, pointer: Pointer) -> str:
    why = "There is no physics here (Enter says why)." if situation.missing() else situation.why_no_hand(scene)
    if why:
        return f"{why} Tab leads to what can be done."
    now, here = situation.phase(scene), working.begun(scene, pointer)
    if pointer.fruitless:
        keys = "; 1 2 3: size, c: target" if now == "turn" else ""
        return f"Enter searches further{keys}; Tab: {acting.ways_out(scene, pointer)}."
    if now == "found":
        return f"The Foundation: Enter takes two {here.size} pieces; or Tab, ready: the table sets it up."
    if now == "slip" and not acting.why_not(scene, pointer, "accept")[0]:
        return f"It lies legally: accept it where it is ({_accepted(scene)}), or Enter takes it again."
    full = situation.why_full(scene, here)
    if full:
        return full
    if now == "rebuild":
        return f"Enter takes {situation.piece_words(scene, here.piece)}, to put it back; or Tab: keep, decline."
    held = "held " if here.held else ""
    room = situation.room_words(scene, here, here.target)
    target = f"{label(here.target)}{f' ({room})' if room else ''}"
    where = f" for {target}" if here.target else ""
    again = "again " if now == "slip" else ""
    return f"Enter takes the {held}{here.size} piece {again}in hand{where}; 1 2 3: size, c: target."


def _accepted(scene: TableScene) -> str:
    verdict = scene.game.judge(state_of(scene.view), Accept())
    return count(sum(line.points for line in verdict.preview), "point")


def _hand_line(pointer: Pointer) -> str:
    if 0 <= pointer.idea < len(pointer.ideas):
        more = "+" if pointer.busy == LOOKS else ""
        count = f"{pointer.idea + 1} of {len(pointer.ideas)}{more}"
        return f"Enter lets go, n: another. Idea {count}: {pointer.ideas[pointer.idea].words}."
    second = pointer.kind == FOUND and len(pointer.ghost) == 1
    told = "Enter takes the second piece" if second else aim_words(pointer.aim)
    parts = (feel_words(pointer), told, pointer.said.rstrip("."))
    return ". ".join(upper(part) for part in parts if part) + "."

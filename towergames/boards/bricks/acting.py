"""What Enter and the buttons do: picking up, declaring, pairing, and the steps that are submitted."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.bricks import bench, sorting, wishes
from towergames.boards.bricks.bench import TableReply, TableScene
from towergames.boards.bricks.pending import act_draft, draft, new_name, target
from towergames.boards.bricks.pointer import (
    ACTS,
    CARDS,
    LEDGER,
    TOWER,
    Goal,
    Pointer,
    active_name,
    draft_names,
    free,
    stands,
)
from towergames.boards.bricks.sides import explain_end
from towergames.boards.bricks.speech import explain
from towergames.boards.desk import Reply
from towergames.boards.protocol import Confirmation
from towergames.core.text import sentence
from towergames.games.bricks.model import Action, Build, Move, Place, Shift, Submit, UseDraft, rule_id
from towergames.games.bricks.moves import standing
from towergames.games.bricks.pieces import WILD, Piece, card_piece, read_tower


def acts(scene: TableScene) -> tuple[str, ...]:
    """The buttons above the tower: the drafts, and what can be done with them."""
    if bench.phase(scene) != "build":
        return ()
    return (*(f"draft:{name}" for name in draft_names(scene)), "new", "copy", "drop", "compare", "clear", "submit")


def why_not(scene: TableScene, act: str) -> str:
    """Why a button cannot be used now, or ''."""
    if bench.phase(scene) != "build":
        return "Cards are drafted first." if bench.phase(scene) == "pick" else scene.waiting()
    several = len(draft_names(scene)) > 1
    match act:
        case "new" | "copy":
            return "" if new_name(scene) else "Nine drafts are the most; drop one first."
        case "drop":
            return "" if several else "There is only this draft; it can be cleared."
        case "compare":
            return "" if several else "There is only this draft; copy it or begin another to compare."
        case "clear":
            return "" if bench.tower_of(scene) else "There is nothing to take down."
        case _:
            return ""


# --- enter ------------------------------------------------------------------------------------------


def choose(scene: TableScene, pointer: Pointer) -> TableReply:
    """Enter: do the pending step, pick something up, or say what the cursor is on."""
    action = draft(scene, pointer)
    if action is not None:
        return submit(scene, pointer, action)
    if pointer.zone == LEDGER and pointer.wish is None and pointer.word is None:
        told = explain_end(scene, pointer) if bench.over(scene) else explain(scene, pointer.rule)
        return Reply(pointer, say=told, rule=rule_id(pointer.rule))
    if bench.phase(scene) != "build":
        return Reply(pointer, say=scene.waiting())
    if pointer.wish is not None:
        return _take_wish(scene, pointer)
    if pointer.held or pointer.lifted is not None:
        return Reply(free(pointer)) if pointer.zone == TOWER else Reply(replace(pointer, zone=TOWER))
    if pointer.zone == ACTS:
        return press(scene, pointer, pointer.act)
    if pointer.zone == CARDS:
        return _choose_card(scene, pointer)
    if stands(bench.tower_of(scene), pointer.goal):
        return Reply(replace(pointer, lifted=pointer.goal))
    return Reply(replace(pointer, zone=CARDS, aim=True), say="Which card goes there? Esc leaves the place empty.")


def _choose_card(scene: TableScene, pointer: Pointer) -> TableReply:
    if pointer.bar >= 0:
        return Reply(sorting.toggle(pointer, sorting.FILTERS[pointer.bar]))
    code = sorting.at_cursor(scene, pointer)
    if not code:
        return Reply(pointer, say="No card is shown; take filters off or take a piece back.")
    return pick_up(scene, pointer, code)


def pick_up(scene: TableScene, pointer: Pointer, code: str) -> TableReply:
    """A card taken in hand, where it would most likely go; wildcards are declared first."""
    if pointer.pairing:
        return pair_up(scene, pointer, code)
    if code == WILD:
        wish = wishes.begin((WILD,), colour_at(scene, pointer.goal), scene.view.terms.readings)
        return Reply(replace(pointer, wish=wish, zone=CARDS), say="What is the wildcard to be? Enter takes it in hand.")
    return Reply(_holding(scene, pointer, card_piece(code)))


def _holding(scene: TableScene, pointer: Pointer, piece: Piece) -> Pointer:
    goal = target(scene, pointer.goal, piece)
    return replace(free(pointer), held=piece.text, zone=TOWER, goal=goal)


def pair_up(scene: TableScene, pointer: Pointer, code: str) -> TableReply:
    """The first or the second card of a two-card wildcard; then it is declared."""
    if code == WILD:
        return Reply(pointer, say="The natural wildcard cannot be one of the two cards.", rule="B-3")
    pair = (*pointer.pair, code)
    if len(pair) < 2:
        return Reply(replace(pointer, pair=pair, zone=CARDS), say=f"{code} and which other card?")
    wish = wishes.begin(pair, colour_at(scene, pointer.goal), scene.view.terms.readings)
    return Reply(replace(pointer, pair=pair, wish=wish, pairing=False), say="What are the two cards to be together?")


def _take_wish(scene: TableScene, pointer: Pointer) -> TableReply:
    wish = pointer.wish
    assert wish is not None
    if pointer.declared:
        return Reply(free(pointer), say="It stays what it is.")
    return Reply(_holding(scene, pointer, wish.piece))


def colour_at(scene: TableScene, goal: Goal) -> str:
    """The colour of the level under the cursor, or of the one below it."""
    tower = bench.tower_of(scene)
    row = tower[min(goal[0], len(tower)) - 1] if tower and goal[0] else ()
    return row[0].colour if row else "red"


def submit(scene: TableScene, pointer: Pointer, action: Action) -> TableReply:
    """Hand a step to the judge; what is picked up stays in hand until the table has changed."""
    return Reply(replace(pointer, then=_then(scene, pointer, action)), submit=action)


def _then(scene: TableScene, pointer: Pointer, action: Action) -> tuple[str, Goal]:
    """Where the cursor goes once the step is done."""
    match action:
        case Place(_, level, place):
            put = (level, place) if place else (level + 1, 1)
            return (TOWER, (put[0], put[1] + 1)) if pointer.aim else (CARDS, put)
        case Move(level, _, to_level, to_place):
            gone = len(bench.tower_of(scene)[level - 1]) == 1
            at = to_level + (to_place == 0)
            return TOWER, (at - (gone and level < at), max(1, to_place))
        case Shift(level, up):
            return TOWER, (level + (1 if up else -1), pointer.goal[1])
        case Build(text):
            return TOWER, (len(read_tower(text)), 1)
        case UseDraft(name):
            own = bench.bench(scene)
            tower = next((d.tower for d in own.drafts if d.name == name), ()) if own is not None else ()
            return pointer.zone, (len(tower), 1)
        case _:
            return pointer.zone if pointer.word is None else ACTS, pointer.goal


def confirmation(scene: TableScene, action: Action) -> Confirmation | None:
    """Handing in is confirmed, with what it would mean as far as its builder may know."""
    if not isinstance(action, Submit):
        return None
    return Confirmation(_worth(scene, action.word), "hand it in")


def _worth(scene: TableScene, word: str) -> str:
    tower = bench.tower_of(scene)
    if not tower:
        return "The tower is empty: it scores nothing."
    if not bench.open_ledger(scene):
        return "The tower is judged when all towers are shown."
    seen = bench.seen(scene, tower, word)
    return sentence(standing(seen) + ("" if seen.legal else ": it scores nothing"))


def press(scene: TableScene, pointer: Pointer, act: str) -> TableReply:
    """A button by key or mouse; before handing in the longest word is typed where the game wants that."""
    why = why_not(scene, act)
    if why:
        return Reply(pointer, say=why)
    if act == "compare":
        others = [name for name in draft_names(scene) if name != active_name(scene)]
        at = others.index(pointer.compare) + 1 if pointer.compare in others else 0
        return Reply(replace(pointer, compare=others[at] if at < len(others) else ""))
    if act == "submit" and scene.view.terms.typed:
        return Reply(replace(free(pointer), word=""), say="Type the longest word of the tower's letters, then Enter.")
    action = act_draft(scene, act)
    return submit(scene, replace(free(pointer), act=act), action) if action is not None else Reply(pointer)

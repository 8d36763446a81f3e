"""What the workshop's own keys do: taking back, swapping, shifting, adjusting, declaring, two cards, drafts, asking."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.bricks import bench, commands, sorting, wishes
from towergames.boards.bricks.acting import pair_up, pick_up, press, submit
from towergames.boards.bricks.bench import TableReply, TableScene
from towergames.boards.bricks.pointer import CARDS, LEDGER, TOWER, Pointer, active_name, draft_names, free, stands
from towergames.boards.desk import Reply
from towergames.games.bricks.model import Adjust, Ask, Shift, Swap, Take, UseDraft, rule_id
from towergames.games.bricks.pieces import RARE, WILD


def why_not_own(scene: TableScene, pointer: Pointer, command: str) -> str:
    """Why one of the workshop's keys cannot be used now, or ''; where more is missing it says so when it is pressed."""
    if bench.phase(scene) != "build":
        return "Cards are drafted first." if bench.phase(scene) == "pick" else scene.waiting()
    if command == commands.ASK and not scene.view.terms.discovery:
        return "All rules are known in this game."
    if command == commands.DRAFT and len(draft_names(scene)) < 2:
        return "There is only this draft; begin another with * or copy it with @."
    if command in (commands.TAKE, commands.RAISE, commands.LOWER) and not pointer.busy and not bench.tower_of(scene):
        return "No piece stands yet."
    return ""


def own(scene: TableScene, pointer: Pointer, command: str) -> TableReply:
    """The workshop's own keys."""
    if command in commands.ACT_OF:
        return press(scene, pointer, commands.ACT_OF[command])
    if command == commands.SORT:
        order = sorting.ORDERS[(sorting.ORDERS.index(pointer.order) + 1) % len(sorting.ORDERS)]
        return Reply(replace(pointer, order=order, card=0))
    if command == commands.FILTER:
        return Reply(replace(pointer, zone=CARDS, bar=-1 if pointer.bar >= 0 else 0))
    if bench.phase(scene) != "build":
        return Reply(pointer, say=scene.waiting() if not bench.phase(scene) else "Cards are drafted first.")
    match command:
        case commands.TAKE:
            return take(scene, pointer)
        case commands.SWAP:
            return _swap(scene, pointer)
        case commands.RAISE | commands.LOWER:
            return _shift(scene, pointer, command == commands.RAISE)
        case commands.HEAVIER | commands.LIGHTER:
            return _adjust(scene, pointer, 1 if command == commands.HEAVIER else -1)
        case commands.DECLARE:
            return _declare(scene, pointer)
        case commands.STACK:
            return _stack(scene, pointer)
        case commands.DRAFT:
            return _next_draft(scene, pointer)
        case commands.ASK:
            return _ask(scene, pointer)
        case _:
            return Reply(pointer)


def take(scene: TableScene, pointer: Pointer) -> TableReply:
    """The piece under the cursor goes back to the cards; a letter typed last goes first."""
    if pointer.word is not None:
        return Reply(replace(pointer, word=pointer.word[:-1]))
    if pointer.lifted is not None:
        return submit(scene, pointer, Take(*pointer.lifted))
    if pointer.busy:
        return Reply(free(pointer))
    level, place = pointer.goal
    tower = bench.tower_of(scene)
    if 1 <= level <= len(tower) and place == len(tower[level - 1]) + 1:
        place -= 1  # at the end of a level the last piece is meant
    if pointer.zone != TOWER or not stands(tower, (level, place)):
        return Reply(replace(pointer, zone=TOWER), say="Put the cursor on the piece that is to go back.")
    return submit(scene, replace(pointer, goal=(level, place)), Take(level, place))


def _swap(scene: TableScene, pointer: Pointer) -> TableReply:
    if pointer.lifted is None:
        return Reply(pointer, say="Pick up a piece of the tower first, then swap it with another.")
    level, place = pointer.goal
    if level == pointer.lifted[0] and place >= pointer.lifted[1]:
        place += 1  # the piece in hand is not counted while it is in the air
    if not stands(bench.tower_of(scene), (level, place)):
        return Reply(pointer, say="There is no piece here to swap with.")
    return submit(scene, pointer, Swap(*pointer.lifted, level, place))


def _shift(scene: TableScene, pointer: Pointer, up: bool) -> TableReply:
    level = pointer.goal[0]
    if not 1 <= level <= len(bench.tower_of(scene)):
        return Reply(replace(pointer, zone=TOWER), say="Put the cursor on the level that is to be shifted.")
    return submit(scene, replace(free(pointer), zone=TOWER), Shift(level, up))


def _adjust(scene: TableScene, pointer: Pointer, by: int) -> TableReply:
    tower = bench.tower_of(scene)
    if pointer.busy or not stands(tower, pointer.goal):
        return Reply(pointer, say="Put the cursor on a J, Q, X or Z of the tower.", rule=rule_id(8))
    piece = tower[pointer.goal[0] - 1][pointer.goal[1] - 1]
    now = piece.adjust + by
    if abs(now) > 1 and piece.letter in RARE:
        return Reply(pointer, say="One ton is the most.", rule=rule_id(8))
    return submit(scene, replace(pointer, zone=TOWER), Adjust(*pointer.goal, now))


def _declare(scene: TableScene, pointer: Pointer) -> TableReply:
    tower, goal = bench.tower_of(scene), pointer.goal
    if not pointer.busy and pointer.zone == TOWER and stands(tower, goal):
        piece = tower[goal[0] - 1][goal[1] - 1]
        if not piece.made_of:
            text = f"{piece.text} is no wildcard; it stays what it is. & makes a wildcard of two cards."
            return Reply(pointer, say=text, rule="B-1")
        wish = wishes.begin(piece.made_of, piece.colour, scene.view.terms.readings, piece)
        return Reply(replace(pointer, wish=wish, declared=True))
    if bench.left(scene)[WILD]:
        return pick_up(scene, pointer if pointer.aim else free(pointer), WILD)
    return Reply(pointer, say="Put the cursor on a wildcard of the tower.", rule="B-1")


def _stack(scene: TableScene, pointer: Pointer) -> TableReply:
    chosen = sorting.at_cursor(scene, pointer) if pointer.zone == CARDS and pointer.bar < 0 else ""
    empty = replace(free(pointer), zone=CARDS, pairing=True, bar=-1)
    if chosen and chosen != WILD:
        return pair_up(scene, empty, chosen)
    return Reply(empty, say="Which two cards become a wildcard? Choose the first.")


def _next_draft(scene: TableScene, pointer: Pointer) -> TableReply:
    names = draft_names(scene)
    name = names[(names.index(active_name(scene)) + 1) % len(names)]
    return submit(scene, free(pointer), UseDraft(name))


def _ask(scene: TableScene, pointer: Pointer) -> TableReply:
    if not scene.view.terms.discovery:
        return Reply(pointer, say="All rules are known in this game.", rule="B-25")
    hidden = [number for number in range(1, 37) if number not in bench.known(scene)]
    if pointer.zone == LEDGER and pointer.rule in hidden:
        return submit(scene, free(pointer), Ask(pointer.rule))
    rule = pointer.rule if pointer.rule in hidden or not hidden else hidden[0]
    return Reply(replace(free(pointer), zone=LEDGER, rule=rule), say="Which rule? Enter asks for it, for a point.")

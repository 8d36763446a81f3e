"""Letters, digits, arrows, Tab and Esc: what they mean depends on where the cursor is and what is picked up."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.bricks import bench, sorting, wishes
from towergames.boards.bricks.acting import acts, press
from towergames.boards.bricks.bench import TableReply, TableScene
from towergames.boards.bricks.ledger import step_rule
from towergames.boards.bricks.pending import zones
from towergames.boards.bricks.pointer import ACTS, CARDS, LEDGER, TOWER, Pointer, active_name, draft_names, free, walk
from towergames.boards.desk import Reply
from towergames.core.contract import Decide
from towergames.games.bricks.model import LONGEST_WORD

STEPS = {"move.left": (-1, 0), "move.right": (1, 0), "move.up": (0, 1), "move.down": (0, -1)}


def typing(scene: TableScene) -> bool:
    """Whether letter keys belong to the board: while a seated looker's game is on, also when others build."""
    return scene.seat is not None and isinstance(scene.turn, Decide)


def type_letter(scene: TableScene, pointer: Pointer, letter: str) -> TableReply:
    """A letter says what a wildcard is, spells the longest word, or finds a card."""
    if pointer.word is not None:
        return Reply(replace(pointer, word=(pointer.word + letter)[:LONGEST_WORD]))
    if pointer.wish is not None:
        return Reply(replace(pointer, wish=wishes.set_to(pointer.wish, "letter", letter, scene.view.terms.readings)))
    found = sorting.find_letter(scene, replace(pointer, zone=CARDS) if pointer.aim else pointer, letter)
    if found is None:
        where = "on the table" if scene.view.phase == "pick" else "among the cards shown"
        return Reply(pointer, say=f"There is no {letter} {where}.")
    if pointer.held or pointer.lifted is not None:
        found = replace(free(found), zone=CARDS)
    return Reply(found)


def digit(scene: TableScene, pointer: Pointer, number: int) -> TableReply:
    """A digit is the weight of a wildcard, a filter of the cards, a level of the tower, or a draft."""
    if pointer.wish is not None:
        return Reply(
            replace(pointer, wish=wishes.set_to(pointer.wish, "weight", str(number), scene.view.terms.readings))
        )
    if pointer.zone == CARDS:
        if str(number) in sorting.FILTERS:
            return Reply(sorting.toggle(pointer, str(number)))
        return Reply(pointer, say="Digits 1 to 5 filter the cards by weight.")
    if pointer.zone == ACTS and number <= len(draft_names(scene)):
        return press(scene, pointer, f"draft:{draft_names(scene)[number - 1]}")
    if pointer.zone == TOWER and number <= len(bench.tower_of(scene)):
        return Reply(replace(pointer, goal=(number, 1)))
    return Reply(pointer, say=f"There is no number {number} here.")


def move(scene: TableScene, pointer: Pointer, command: str) -> Pointer:
    """An arrow key."""
    across, up = STEPS[command]
    if pointer.wish is not None:
        readings = scene.view.terms.readings
        turned = wishes.turn(pointer.wish, across, readings) if across else wishes.to_field(pointer.wish, -up, readings)
        return replace(pointer, wish=turned)
    match pointer.zone:
        case "tower":
            if bench.over(scene):
                last = scene.view.seats - (not pointer.suggested)  # the best tower found comes after all others
                return replace(pointer, first=max(0, min(pointer.first + across, last)))
            return walk(scene, pointer, across, up)
        case "cards":
            return _along_cards(scene, pointer, across, up)
        case "ledger":
            return replace(pointer, rule=step_rule(pointer.rule, across, -up))
        case _:
            names = acts(scene)
            at = names.index(pointer.act) if pointer.act in names else 0
            return replace(pointer, act=names[(at + across - up) % len(names)]) if names else pointer


def _along_cards(scene: TableScene, pointer: Pointer, across: int, up: int) -> Pointer:
    if pointer.bar >= 0:
        if up < 0:
            return replace(pointer, bar=-1)
        return replace(pointer, bar=(pointer.bar + across) % len(sorting.FILTERS)) if across else pointer
    codes = sorting.shown(scene, pointer)
    if not codes:
        return replace(pointer, bar=0) if up > 0 else pointer
    card = min(pointer.card, len(codes) - 1)
    if across:
        return replace(pointer, card=(card + across) % len(codes))
    grid = sorting.rows(codes, pointer.order)
    row = next(i for i, cells in enumerate(grid) if card in cells)
    if up > 0 and row == 0:
        return replace(pointer, bar=0)
    other = grid[max(0, min(row - up, len(grid) - 1))]
    return replace(pointer, card=other[min(grid[row].index(card), len(other) - 1)])


def next_zone(scene: TableScene, pointer: Pointer, step: int) -> Pointer:
    """Tab: tower, cards, ledger, buttons, leaving out what is not there. What is picked up stays in hand."""
    if pointer.wish is not None or pointer.word is not None:
        return pointer
    names = zones(scene)
    at = names.index(pointer.zone) if pointer.zone in names else 0
    moved = replace(pointer, zone=names[(at + step) % len(names)], bar=-1)
    if moved.zone == ACTS and moved.act not in acts(scene):
        return replace(moved, act=f"draft:{active_name(scene)}")
    return moved


def back(pointer: Pointer) -> Pointer:
    """Esc: one level back; equal when there is nothing to go back from."""
    if pointer.word is not None:
        return replace(pointer, word=None)
    if pointer.wish is not None and pointer.aim:
        return replace(pointer, wish=None)
    if pointer.wish is not None and pointer.pair:
        return replace(pointer, wish=None, pairing=True, pair=pointer.pair[:-1])
    if pointer.pair:
        return replace(pointer, pair=())
    if pointer.busy:
        zone = TOWER if pointer.aim or pointer.lifted or pointer.declared else CARDS
        return replace(free(pointer), zone=zone)
    if pointer.bar >= 0:
        return replace(pointer, bar=-1)
    if pointer.compare:
        return replace(pointer, compare="")
    if pointer.zone in (LEDGER, ACTS):
        return replace(pointer, zone=TOWER)
    return replace(pointer, filters=frozenset()) if pointer.filters else pointer

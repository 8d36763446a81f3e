"""What clicks and jumps mean, by the names of the spots."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.bricks import acting, bench, moving, sorting, wishes
from towergames.boards.bricks.bench import TableReply, TableScene
from towergames.boards.bricks.ledger import BUILDING_NUMBERS, SCORING_NUMBERS
from towergames.boards.bricks.pointer import CARDS, LEDGER, TOWER, Pointer, active_name, free, shows_cards, stands
from towergames.boards.desk import Reply


def click(scene: TableScene, pointer: Pointer, spot: str) -> TableReply:
    """A click on a piece, a card, a button, a filter, a field of a wildcard, or a line of the ledger."""
    kind, _, rest = spot.partition(":")
    match kind:
        case "act":
            return _act(scene, pointer, rest)
        case "card":
            return _card(scene, pointer, rest.partition("~")[0])
        case "filter" if rest in sorting.FILTERS and shows_cards(scene):
            return Reply(sorting.toggle(replace(pointer, zone=CARDS), rest))
        case "sort" if shows_cards(scene):
            order = sorting.ORDERS[(sorting.ORDERS.index(pointer.order) + 1) % len(sorting.ORDERS)]
            return Reply(replace(pointer, order=order, card=0))
        case "rule" if rest.isascii() and rest.isdigit() and int(rest) in (*BUILDING_NUMBERS, *SCORING_NUMBERS):
            return _rule(scene, pointer, int(rest))
        case "wish":
            return _wish(scene, pointer, rest)
        case "word" if pointer.word is not None:
            return acting.choose(scene, pointer) if rest == "ok" else Reply(moving.back(pointer))
        case "seat" if rest.isascii() and rest.isdigit() and int(rest) < scene.view.seats:
            return Reply(replace(pointer, zone=LEDGER, first=_rank(scene, int(rest))))
        case "best" if pointer.suggested:
            return Reply(replace(pointer, zone=LEDGER, first=scene.view.seats))
        case "towers":
            return Reply(replace(pointer, zone=TOWER))
        case "here":
            return acting.choose(scene, pointer)
        case "piece" | "slot" | "new" | "level":
            return _place(scene, pointer, kind, rest)
        case _:
            return Reply(pointer)


def _act(scene: TableScene, pointer: Pointer, act: str) -> TableReply:
    if act not in acting.acts(scene):
        return Reply(pointer)
    if act == f"draft:{active_name(scene)}":
        return Reply(replace(free(pointer), compare="", zone=TOWER))
    return acting.press(scene, pointer, act)


def _card(scene: TableScene, pointer: Pointer, code: str) -> TableReply:
    codes = sorting.shown(scene, pointer)
    if code not in codes or pointer.wish is not None or pointer.word is not None:
        return Reply(pointer)
    at = codes.index(code)
    here = pointer.zone == CARDS and pointer.card == at and pointer.bar < 0
    there = replace(pointer, zone=CARDS, card=at, bar=-1)
    if scene.view.phase == "pick" or bench.phase(scene) != "build":
        return acting.choose(scene, there) if here and bench.phase(scene) else Reply(there)
    if pointer.aim or pointer.pairing:
        return acting.choose(scene, there)
    return acting.pick_up(scene, replace(free(there), card=at), code)


def _rule(scene: TableScene, pointer: Pointer, rule: int) -> TableReply:
    same = pointer.zone == LEDGER and pointer.rule == rule
    there = replace(pointer, zone=LEDGER, rule=rule)
    return acting.choose(scene, there) if same else Reply(there)


def _wish(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    if pointer.wish is None:
        return Reply(pointer)
    if rest == "ok":
        return acting.choose(scene, pointer)
    field, _, value = rest.partition(":")
    if field not in wishes.FIELDS:
        return Reply(pointer)
    return Reply(replace(pointer, wish=wishes.set_to(pointer.wish, field, value, scene.view.terms.readings)))


def _place(scene: TableScene, pointer: Pointer, kind: str, rest: str) -> TableReply:
    """A place of the tower: what is in hand goes there; with nothing in hand its piece is picked up."""
    level, _, place = rest.partition(".")
    if not (level.isascii() and level.isdigit() and (place or "0").isascii() and (place or "0").isdigit()):
        return Reply(pointer)
    if pointer.wish is not None or pointer.word is not None or bench.over(scene):
        return Reply(pointer)
    row = int(level)
    tower = bench.tower_of(scene)
    if row > len(tower) or (kind == "slot" and not row):
        return Reply(pointer)
    if kind == "slot" and 1 <= row <= len(tower):
        lifted = pointer.lifted is not None and pointer.lifted[0] == row
        goal = (row, len(tower[row - 1]) + (0 if lifted else 1))
    elif kind == "piece":
        goal = (row, int(place or 0))
        if not 1 <= goal[1] <= len(tower[row - 1]):
            return Reply(pointer)
    else:
        goal = (row, 0 if kind == "new" or pointer.held or pointer.lifted else 1)
    there = replace(pointer, zone=TOWER, goal=goal, aim=False)
    if bench.phase(scene) != "build" or pointer.pairing:
        return Reply(there if not pointer.pairing else pointer)
    if pointer.held or pointer.lifted is not None:
        return acting.choose(scene, there)
    if kind == "piece" and stands(tower, goal):
        return Reply(replace(there, lifted=goal))
    return Reply(there) if pointer.goal != goal or kind == "level" else acting.choose(scene, there)


def _rank(scene: TableScene, seat: int) -> int:
    """The place of a seat in the order in which towers are shown."""
    ranking = getattr(scene.turn, "ranking", ((*range(scene.view.seats),),))
    return [one for group in ranking for one in group].index(seat)

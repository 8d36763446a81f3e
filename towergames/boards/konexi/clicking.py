"""The mouse: what a click on a spot does, what dragging and the wheel do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.konexi import acting, circling, looking, placing, situation, spelling
from towergames.boards.konexi.pointer import ACTS, LOOKS, SIDE, SPACE, TOWER, Pointer, TableReply, TableScene

Answer = Callable[[TableScene, Pointer, str], TableReply]
DRAGGED = 0.06
"""Radians of the camera for a cell that the mouse is dragged."""


def click(scene: TableScene, pointer: Pointer, spot: str) -> TableReply:
    """A click on a spot; anything unknown does nothing."""
    kind, _, rest = spot.partition(":")
    answer = _ANSWERS.get(kind)
    return answer(scene, pointer, rest) if answer is not None else Reply(pointer)


def _act(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    if rest in acting.acts(scene, pointer):
        return acting.press(scene, pointer, rest)
    return Reply(pointer, say=acting.why_not(scene, pointer, rest)[0])


def _letter(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    """A letter of the tower: spell it; with a letter in hand, put that one on it; else tell of it."""
    if rest not in {spot.letter for spot in scene.view.tower}:
        return Reply(pointer)
    match situation.phase(scene):
        case "word":
            return spelling.toggle(scene, pointer, rest)
        case "place" if pointer.letter:
            return placing.onto_letter(scene, replace(pointer, on=rest), rest)
    return Reply(replace(pointer, on="" if pointer.on == rest else rest))


def _cell(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    at = _numbers(rest, 2)
    if at is None or situation.phase(scene) != "place" or not pointer.letter:
        return Reply(replace(pointer, on="", tried=None))
    return placing.onto_cell(scene, pointer, (at[0], at[1]))


def _joint(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    at = _numbers(rest, 3)
    if at is None or not 0 <= at[2] < 4 or situation.phase(scene) != "place" or not pointer.letter:
        return Reply(pointer)
    return placing.onto_joint(scene, pointer, at[0], at[1], at[2])


def _numbers(text: str, count: int) -> tuple[int, ...] | None:
    parts = text.split(",")
    whole = all(part.removeprefix("-").isascii() and part.removeprefix("-").isdigit() for part in parts)
    return tuple(int(part) for part in parts) if whole and len(parts) == count else None


def _ghost(scene: TableScene, pointer: Pointer, _: str) -> TableReply:
    """The letter in hand: a second click lets go of it."""
    if situation.phase(scene) != "place" or pointer.at is None:
        return Reply(pointer)
    if (pointer.zone, pointer.act) == (ACTS, "let-go"):
        return acting.press(scene, pointer, "let-go")
    told = f"Click once more to let go of {pointer.letter}, or press Enter."
    return Reply(replace(pointer, zone=ACTS, act="let-go", tried=None), say=told)


def _offer(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    if situation.phase(scene) != "place":
        return _circle_letter(scene, pointer, rest)
    return placing.take(scene, pointer, rest) if rest != pointer.letter or pointer.zone != TOWER else Reply(pointer)


def _circle(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    at = _numbers(rest, 1)
    circle = pointer.circle if situation.phase(scene) == "arrange" else scene.view.circle
    if at is None or not 0 <= at[0] < len(circle):
        return Reply(pointer)
    if situation.phase(scene) == "arrange":
        return circling.pick(pointer, at[0])
    return _circle_letter(scene, pointer, circle[at[0]])


def _circle_letter(scene: TableScene, pointer: Pointer, letter: str) -> TableReply:
    match situation.phase(scene):
        case "place":
            return placing.take(scene, pointer, letter)
        case "token" if letter in scene.view.circle:
            return circling.to_letter(scene, pointer, letter)
    return Reply(pointer)


def _gap(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    """A gap of the circle: the token there; once more: for good."""
    at = _numbers(rest, 1)
    if at is None:
        return Reply(pointer)
    match situation.phase(scene):
        case "token" if at[0] == pointer.gap:
            return acting.press(scene, pointer, "go")
        case "token":
            return circling.to_gap(scene, pointer, at[0])
        case "arrange":
            return circling.put_token(pointer, at[0])
    return Reply(pointer)


def _word(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    at = _numbers(rest, 1)
    good = at is not None and 0 <= at[0] < len(pointer.word) and situation.phase(scene) == "word"
    return spelling.without(pointer, at[0]) if good and at is not None else Reply(pointer)


def _view(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    return Reply(looking.seen(scene, pointer, rest) if rest in (SIDE, SPACE) else pointer)


def _look(scene: TableScene, pointer: Pointer, rest: str) -> TableReply:
    return Reply(looking.looked(scene, pointer, rest) if rest in LOOKS else pointer)


_ANSWERS: dict[str, Answer] = {
    "act": _act,
    "letter": _letter,
    "cell": _cell,
    "joint": _joint,
    "ghost": _ghost,
    "offer": _offer,
    "circle": _circle,
    "gap": _gap,
    "word": _word,
    "view": _view,
    "look": _look,
}


def drag(pointer: Pointer, dx: int, dy: int) -> Pointer:
    """Dragging turns the tower, or moves the picture from the side along."""
    if pointer.view == SIDE:
        return looking.shift(pointer, dx / 2, -dy)
    camera = pointer.camera.orbit(-dx * DRAGGED, dy * DRAGGED)
    return replace(pointer, camera=camera, look="", moving=True)


def wheel(pointer: Pointer, steps: int) -> Pointer:
    """The wheel brings the tower nearer, or takes it away."""
    return looking.nearer(pointer, -steps)

"""Keys: the shared ones, the hand's, the letters, and the camera."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.konexi import acting, circling, commands, compass, looking, placing, situation, spelling
from towergames.boards.konexi.pointer import ACTS, CIRCLE, TOWER, Pointer, TableReply, TableScene

ARROWS = {"move.left": (-1, 0), "move.right": (1, 0), "move.up": (0, 1), "move.down": (0, -1)}
"""Shared command -> to the right and up."""
_PLACING = (commands.TURN, commands.TURN_BACK, commands.FLIP, commands.OTHER, commands.HINT)


def do(scene: TableScene, pointer: Pointer, command: str) -> TableReply:
    """A shared or own command."""
    if command in commands.LOOKING:
        return Reply(looking.look(scene, pointer, command))
    if command.startswith(commands.LETTER):
        return letter(scene, pointer, command[len(commands.LETTER) :].upper())
    if command.startswith(commands.ACT):
        return acting.press(scene, pointer, command[len(commands.ACT) :])
    if command.startswith("digit."):
        return number(scene, pointer, int(command[6:]) - 1)
    if command in ARROWS:
        return _arrow(scene, pointer, *ARROWS[command])
    match command:
        case "choose":
            return acting.choose(scene, pointer)
        case "back":
            return Reply(acting.back(scene, pointer))
        case "zone.next" | "zone.previous":
            return acting.next_zone(scene, pointer, 1 if command == "zone.next" else -1)
        case commands.TURN | commands.TURN_BACK:
            return placing.turn(scene, pointer, 1 if command == commands.TURN else -1)
        case commands.FLIP:
            return placing.flip(scene, pointer)
        case commands.OTHER:
            return placing.other_letter(scene, pointer)
        case commands.HINT:
            return acting.hint(scene, pointer)
        case commands.ERASE:
            return spelling.erase(pointer)
        case commands.ADD:
            return spelling.toggle(scene, pointer, pointer.on)
        case commands.TOKEN:
            return circling.put_token(pointer)
    return Reply(pointer)


def enabled(scene: TableScene, pointer: Pointer, command: str) -> str:
    """Empty when a command can be used now, else one sentence why not."""
    if command in commands.LOOKING or not command.startswith("konexi."):
        return ""
    if command.startswith(commands.ACT):
        return acting.why_not(scene, pointer, command[len(commands.ACT) :])[0]
    now = situation.phase(scene)
    if command.startswith(commands.LETTER):
        return _why_no_letter(scene)
    if not now:
        return scene.waiting()
    if command in _PLACING:
        return _why_not_in_hand(scene, pointer, command) if now == "place" else "No letter is in your hand now."
    if command == commands.TOKEN:
        return circling.why_no_arranging(scene)
    if now != "word":
        return "No word is asked for now."
    if command == commands.ERASE and not pointer.word:
        return "No letter of a word has been typed yet."
    if command == commands.ADD and (pointer.zone == ACTS or not pointer.on):
        return "The arrows choose a letter of the tower; or type the word."
    return ""


def _why_not_in_hand(scene: TableScene, pointer: Pointer, command: str) -> str:
    """While a letter is being chosen, the key of a letter on offer chooses it."""
    letter = next(key for c in commands.HANDLING if c.id == command for key in c.keys).upper()
    choosing = pointer.zone == CIRCLE and letter in situation.offers(scene)
    return f"{letter} is on offer: take a letter first." if choosing else ""


def _why_no_letter(scene: TableScene) -> str:
    now = situation.phase(scene)
    if now in ("word", "place", "token", "arrange"):
        return ""
    return scene.waiting() if not now else "Letters are typed once there is a circle."


def letter(scene: TableScene, pointer: Pointer, name: str) -> TableReply:
    """A letter key: type it, take it in hand, or go to it in the circle."""
    match situation.phase(scene):
        case "word":
            return spelling.add(scene, pointer, name)
        case "place":
            return placing.take(scene, pointer, name)
        case "token":
            return circling.to_letter(scene, pointer, name)
        case "arrange":
            return circling.seek(pointer, name)
    return Reply(pointer, say=_why_no_letter(scene))


def number(scene: TableScene, pointer: Pointer, at: int) -> TableReply:
    """A digit: the letter beside the token, or the player."""
    match situation.phase(scene):
        case "place":
            good = situation.offers(scene)
            if at < len(good):
                return placing.take(scene, pointer, good[at])
            return Reply(pointer, say=f"There {'are two letters' if len(good) > 1 else 'is one letter'} to take.")
        case "birthday" if at < scene.view.seats:
            return acting.press(scene, pointer, f"begin-{at + 1}")
        case "birthday":
            return Reply(pointer, say=f"There is no player {at + 1}.")
        case "":
            return Reply(pointer, say=scene.waiting())
    return Reply(pointer, say="Numbers choose a letter on offer, or a player.")


def _arrow(scene: TableScene, pointer: Pointer, dx: int, dy: int) -> TableReply:
    now, names = situation.phase(scene), acting.acts(scene, pointer)
    if pointer.zone == ACTS and names:
        at = names.index(pointer.act) if pointer.act in names else 0
        return Reply(replace(pointer, act=names[(at + dx - dy) % len(names)]))
    match now:
        case "place" if pointer.zone == CIRCLE:
            return _along_offers(scene, pointer, dx, dy)
        case "place":
            return placing.go(scene, pointer, dx, dy)
        case "token":
            return circling.shift(scene, pointer, dx, dy)
        case "arrange":
            return circling.walk(scene, pointer, dx, dy)
    return spelling.walk(scene, replace(pointer, zone=TOWER), dx, dy)


def _along_offers(scene: TableScene, pointer: Pointer, dx: int, dy: int) -> TableReply:
    """To the letter on offer that lies there; else left and right change letters, up and down lead to the tower."""
    good, circle = situation.offers(scene), scene.view.circle
    points = compass.letters(scene, pointer)
    at = -1
    if points and pointer.letter in good:
        at = compass.there([points[circle.index(one)] for one in good], points[circle.index(pointer.letter)], dx, dy)
    if at < 0 and dy:
        return placing.take(scene, pointer, pointer.letter)
    letter = good[at if at >= 0 else (good.find(pointer.letter) + dx) % len(good)]
    return Reply(replace(placing.with_letter(scene, pointer, letter), zone=CIRCLE))

"""The parts of the hand zone: each is drawn into a room and tells its spots. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.leaning import acting, commands, inks, situation, speech, working
from towergames.boards.leaning.pointer import ACTS, FOUND, FREE, REBUILD, WATCH, Pointer, TableScene
from towergames.boards.leaning.wording import aim_words, chance, many_tries, stood, trials
from towergames.boards.protocol import Spot
from towergames.core.contract import Verdict
from towergames.core.text import cell_width, fit
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import PIPS, state_of
from towergames.games.leaning.opponent.suggestions import Idea

SHAPES = {"small": "▟▙", "medium": "▟█▙", "large": "▟██▙"}
ASCII_SHAPES = {"small": "/\\", "medium": "/_\\", "large": "/__\\"}
ROOMY = 38
"""Columns of a list of suggestions that has room for ``3 of 3, 97%``; else it says ``3/3 97%``."""
LIKELY, DOUBTFUL = 0.75, 0.4
"""A suggestion is green from this chance on, yellow from that; less likely ones are red."""


@dataclass(frozen=True, slots=True)
class Room:
    """A rectangle of the canvas."""

    x: int
    y: int
    width: int
    height: int


def put(canvas: Canvas, room: Room, row: int, text: str, ink: Ink = inks.TEXT, x: int = 0) -> int:
    """Write one row of a room, cut to its width; the column after it, counted from the room's left."""
    if not 0 <= row < room.height or x >= room.width:
        return x
    shown = text if cell_width(text) <= room.width - x else fit(text, room.width - x)
    return canvas.put(room.x + x, room.y + row, shown, ink) - room.x


def verdict(scene: TableScene, pointer: Pointer) -> Verdict | None:
    """What the judge says to letting go of what is in the hand, None while that cannot be judged."""
    action = acting.in_hand(scene, pointer)
    return scene.game.judge(state_of(scene.view), action) if action is not None else None


# --- sizes --------------------------------------------------------------------------------------------


def draw_sizes(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer) -> list[Spot]:
    """Three rows: each size with what is left of it as little pyramids, the held ones in brackets."""
    spots = []
    seat = scene.seat if scene.seat is not None else scene.view.active
    shapes = ASCII_SHAPES if scene.ascii_only else SHAPES
    founding = scene.view.phase == "found"
    for row, offer in enumerate(situation.offers(scene)[: room.height]):
        on = pointer.size == offer.size and bool(situation.phase(scene))
        name = f"{'>' if on else ' '}{PIPS[offer.size]} {offer.size:<7}"
        x = put(canvas, room, row, name, inks.CHOSEN if on else inks.MUTED if offer.why_not else inks.BOLD)
        ink = Ink(inks.role(-1 if founding else seat), dim=bool(offer.why_not))
        free = 1 if founding else offer.left
        x = put(canvas, room, row, shapes[offer.size] * (free if not (founding and offer.why_not) else 0), ink, x)
        for _ in range(0 if founding else offer.held):
            x = put(canvas, room, row, "(", inks.WARN, x)
            x = put(canvas, room, row, shapes[offer.size], replace(ink, bold=True), x)
            x = put(canvas, room, row, ")", inks.WARN, x)
        told = _count(offer, founding)
        if room.width - x > len(told):
            put(canvas, room, row, f" {told}", inks.MUTED, x)
        spots.append(Spot(f"size:{offer.size}", room.x, room.y + row, room.width, 1, offer.size))
    return spots


def _count(offer: situation.Offer, founding: bool) -> str:
    if founding:
        return ""
    why = f" {offer.rule}" if offer.why_not and offer.rule and offer.left + offer.held else ""
    return f"{offer.left}{f' +{offer.held} held' if offer.held else ''}{why}"


# --- what it stands on and leans on --------------------------------------------------------------------


def draw_grip(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer) -> list[Spot]:
    """One row: what the hand sets down, which piece it is meant for with its pips, guided or free, the step."""
    spots = []
    texts = [(f"do:{commands.CONTROL}", pointer.control)]
    if pointer.control == FREE:
        texts.append((f"do:{commands.REST}", f"on {pointer.feature}" if pointer.feature else "stand on"))
        texts.append((f"do:{commands.STEP}", pointer.step))
    target = f"{label(pointer.target)}{situation.pips(scene, pointer, pointer.target)}" if pointer.target else "any"
    texts.append((f"do:{commands.TARGET}", f"at {target}"))
    x = 0
    for key, text in texts:
        width = len(text) + 2
        if x + width > room.width:
            continue
        spots.append(Spot(key, room.x + x, room.y, width, 1, text))
        x = put(canvas, room, 0, f"[{text}]", inks.BUTTON, x) + 1
    return spots


# --- suggestions, or the motions of the hand ------------------------------------------------------------


def draw_ideas(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer) -> list[Spot]:
    """Suggested places with the points and how their trials went; in free control the motions to be clicked."""
    if not situation.phase(scene):
        return []
    if pointer.control == FREE and not pointer.ideas:
        return _motions(canvas, room)
    if not pointer.ideas:
        text = f"{pointer.busy} ..." if pointer.busy else _how_to_begin(scene, pointer)
        for row, line in enumerate(wrapped(text, room.width)[: room.height]):
            put(canvas, room, row, line, inks.MUTED)
        return []
    first = max(0, min(pointer.idea - room.height // 2, len(pointer.ideas) - room.height))
    spots = []
    for row, idea in enumerate(pointer.ideas[first : first + room.height]):
        _idea(canvas, room, row, first + row, idea, pointer)
        spots.append(Spot(f"idea:{first + row}", room.x, room.y + row, room.width, 1, idea.words))
    return spots


def _how_to_begin(scene: TableScene, pointer: Pointer) -> str:
    if pointer.grips or pointer.fruitless or situation.why_no_hand(scene):
        return ""
    if situation.why_full(scene, working.begun(scene, pointer)):
        return ""  # the line under the hand says why
    if scene.view.phase == "rebuild":
        left = " ".join(map(label, situation.to_rebuild(scene)))
        return f"To be put back: {left}. A click chooses another."
    return "Places that are found are listed here. A click on a piece: lean on it."


def _idea(canvas: Canvas, room: Room, row: int, number: int, idea: Idea, pointer: Pointer) -> None:
    on = number == pointer.idea
    points = f"{idea.points:+d}" if pointer.kind not in (FOUND, REBUILD) else ""
    seen = f"{trials(idea)}, {chance(idea):>3}"
    if room.width < ROOMY:
        seen = f"{idea.odds.good}/{idea.odds.releases} {chance(idea)}"
    cells = room.width - len(points) - len(seen) - 3
    words = idea.words if len(idea.words) <= cells else idea.words.replace(", leaning", "")
    x = put(canvas, room, row, fit(f"{'>' if on else ' '}{words}", cells + 1), inks.CHOSEN if on else inks.TEXT)
    x = put(canvas, room, row, f" {points} ", inks.CHOSEN if on else inks.BOLD, x)
    put(canvas, room, row, seen, _likely(idea), x)


def _likely(idea: Idea) -> Ink:
    return inks.GOOD_BOLD if idea.chance >= LIKELY else inks.WARN if idea.chance >= DOUBTFUL else inks.BAD


_MOTIONS = (
    (("lower", commands.LOWER), ("lean", commands.LEAN), ("ease", commands.EASE), ("lift", commands.RAISE)),
    (
        ("turn <", commands.TURN_LEFT),
        (">", commands.TURN_RIGHT),
        ("tip ^", commands.TIP_AWAY),
        ("v", commands.TIP_NEAR),
    ),
    (
        ("roll <", commands.ROLL_LEFT),
        (">", commands.ROLL_RIGHT),
        ("above", commands.OVER),
        ("undo", commands.UNDO_HAND),
    ),
    (("left", "move.left"), ("right", "move.right"), ("away", "move.up"), ("near", "move.down")),
)


def _motions(canvas: Canvas, room: Room) -> list[Spot]:
    """The verbs of the hand, to be clicked."""
    spots: list[Spot] = []
    for row, line in enumerate(_MOTIONS[: room.height]):
        x = 0
        for text, command in line:
            if x + len(text) + 2 <= room.width:
                spots.append(Spot(f"do:{command}", room.x + x, room.y + row, len(text) + 2, 1, text))
                x = put(canvas, room, row, f"[{text}]", inks.BUTTON, x) + 1
    return spots


# --- the live readout -----------------------------------------------------------------------------------


Line = tuple[str, Ink]


def readout(scene: TableScene, pointer: Pointer, width: int) -> list[Line]:
    """What the hand touches and feels, the rules it breaks, the points it would score: most important first."""
    if not pointer.grips:
        return _waiting(scene, pointer, width)
    if pointer.kind == WATCH:
        return [(line, inks.MUTED) for line in wrapped(scene.waiting(), width)]
    lines: list[Line] = []
    found = verdict(scene, pointer)
    if pointer.busy and found is None:
        lines.append((f"the hand {pointer.busy} ...", inks.MUTED))
    lines += [(line, inks.TEXT) for line in wrapped(_touching(scene, pointer), width)]
    details: list[Line] = []
    if found is not None:
        for refusal in found.refusals:
            lines += [(line, inks.BAD) for line in wrapped(f"x {refusal.rule} {refusal.text}", width, 2)]
        if found.legal and found.preview:
            total = sum(line.points for line in found.preview)
            lines.append((f"{total:+d} point{'' if abs(total) == 1 else 's'} if it stays so", inks.GOOD_BOLD))
            details = [(f" {line.points:+d} {line.note} ({line.rule})", inks.GOOD) for line in found.preview]
        elif found.legal and found.note:
            lines += [(line, inks.GOOD) for line in wrapped(found.note, width)]
    if 0 <= pointer.idea < len(pointer.ideas):
        idea = pointer.ideas[pointer.idea]
        lines += [(line, _likely(idea)) for line in wrapped(stood(idea), width)]
    lines += [(line, ink) for text, ink in _feeling(pointer) for line in wrapped(text, width)]
    return lines + details


def _touching(scene: TableScene, pointer: Pointer) -> str:
    """Touches, corners, level, and what the last motion met."""
    level = situation.level_of(scene, pointer)
    parts = [
        aim_words(pointer.aim) if pointer.aim is not None else "",
        f"level {level}" if level is not None else "",
    ]
    told = ", ".join(part for part in parts if part)
    return f"{told}. {pointer.said}" if told and pointer.said else told or pointer.said


def _feeling(pointer: Pointer) -> list[Line]:
    if pointer.feel is None:
        return []
    good = pointer.feel.rested and pointer.feel.moved < 3
    return [(f"feels: {pointer.feel.words}", inks.GOOD if good else inks.WARN)]


def _waiting(scene: TableScene, pointer: Pointer, width: int) -> list[Line]:
    """Nothing is in the hand: what this moment is about."""
    view = scene.view
    if scene.playing:
        return [(line, inks.MUTED) for line in wrapped("Pieces are moving.", width)]
    if not situation.phase(scene):
        return [(line, inks.MUTED) for line in wrapped(pointer.said or scene.waiting(), width)]
    if pointer.fruitless:
        return [(line, inks.WARN) for line in wrapped(f"No place in {many_tries(pointer)}.", width)]
    told = {
        "found": "The Foundation: two medium or large pieces that prop each other. Build it, or let the table do it.",
        "slip": f"The {view.in_hand.size if view.in_hand else ''} piece slipped: place it again, accept it where it "
        f"lies, or give it up. Try {min(view.tries + 1, view.terms.tries)} of {view.terms.tries}.",
        "rebuild": " ".join(
            ("A Break: put back what fell, or decline and pay for a Wreck.", *speech.failed_lines(view)),
        ),
    }.get(view.phase, "")
    if not told and any(view.held[view.active]):
        told = "What you hold goes first: place it, hold one more, or give it up."
    if not told:
        told = f"Not another {view.last_size} piece: that was the last one (L-7)." if view.last_size else "Your turn."
    return [(line, inks.MUTED) for line in wrapped(pointer.said or told, width)]


def draw_readout(canvas: Canvas, room: Room, lines: list[Line]) -> None:
    """As many lines as there is room for; what does not fit is said to be there."""
    hidden = len(lines) - room.height
    more = f" +{hidden} more" if hidden > 0 else ""
    for row, (text, ink) in enumerate(lines[: room.height]):
        last = row == room.height - 1
        put(canvas, room, row, fit(text, room.width - len(more)) + more if last and more else text, ink)


# --- buttons ----------------------------------------------------------------------------------------------


def button_rows(scene: TableScene, pointer: Pointer, width: int) -> int:
    """How many rows the buttons take at that width."""
    rows, x = 1, 0
    for act in acting.acts(scene):
        wide = len(acting.act_label(scene, pointer, act)) + 2
        if x and x + wide > width:
            rows, x = rows + 1, 0
        x += wide + 1
    return rows


def draw_buttons(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer) -> list[Spot]:
    """What can be done with the turn; what cannot just now is dim."""
    spots: list[Spot] = []
    x = row = 0
    for act in acting.acts(scene):
        text = acting.act_label(scene, pointer, act)
        if x and x + len(text) + 2 > room.width:
            x, row = 0, row + 1
        if row >= room.height:
            break
        here = pointer.zone == ACTS and pointer.act == act
        off = bool(acting.why_not(scene, pointer, act)[0])
        ink = inks.CURSOR if here else inks.BUTTON_OFF if off else inks.BUTTON
        spots.append(Spot(f"act:{act}", room.x + x, room.y + row, min(len(text) + 2, room.width - x), 1, text))
        x = put(canvas, room, row, f">{text}<" if here else f"({text})" if off else f"[{text}]", ink, x) + 1
    return spots


def wrapped(text: str, cells: int, hang: int = 0) -> list[str]:
    """The text in lines of at most so many cells, later ones indented by ``hang``.

    >>> wrapped("touches P3 P5, off the table", 16)
    ['touches P3 P5,', 'off the table']
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line.strip() and len(line) + 1 + len(word) > cells:
            lines.append(line)
            line = " " * hang
        line = f"{line} {word}" if line.strip() else line + word
    return [*lines, line] if line.strip() else lines

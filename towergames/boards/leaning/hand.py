"""The hand: sizes and suggestions, what the piece in hand touches and would score, and the motions of the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.leaning import controls, inks, situation
from towergames.boards.leaning.background import begun, with_ui
from towergames.boards.leaning.text import aim_words, chance, failed_lines, many_tries, stood, trials
from towergames.boards.leaning.ui_state import FOUND, FREE, REBUILD, WATCH, LeaningContext, Ui
from towergames.boards.protocol import Picture, Spot
from towergames.core.text import cell_width, fit
from towergames.games.leaning.evaluation import Idea
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import PIPS

SIZE_ROWS = 3
COLUMN = 48
"""A hand narrower than this, or as high as wide, is laid out as a column."""
THREE = 90
"""A hand at least this wide has its suggestions between sizes and readout."""
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


def draw_hand(c: LeaningContext, width: int, height: int) -> Picture:
    """The hand drawn to exactly that size: in one, two or three columns."""
    canvas = Canvas(width, height)
    room = Room(1, 0, width - 2, height)
    spots = _column(canvas, c, room) if width < COLUMN else _abreast(canvas, c, room)
    return Picture(canvas, tuple(spots))


def _column(canvas: Canvas, c: LeaningContext, room: Room) -> list[Spot]:
    """All parts below one another; the readout gets what it needs before the suggestions get more than three rows."""
    lines = readout(c, room.width)
    left = room.height - SIZE_ROWS - 1
    ideas = min(max(3, left - len(lines)), left, max(3, len(c.ui.ideas)))
    spots = draw_sizes(canvas, _rows(room, 0, SIZE_ROWS), c)
    spots += draw_grip(canvas, _rows(room, SIZE_ROWS, 1), c)
    spots += draw_ideas(canvas, _rows(room, SIZE_ROWS + 1, ideas), c)
    draw_readout(canvas, _rows(room, SIZE_ROWS + 1 + ideas, left - ideas), lines)
    return spots


def _abreast(canvas: Canvas, c: LeaningContext, room: Room) -> list[Spot]:
    """Sizes at the left, the readout at the right, suggestions between them or, in a narrow hand, below the sizes."""
    three = room.width >= THREE
    sizes = 33 if three else room.width // 2 - 1
    left = Room(room.x, room.y, sizes, room.height)
    spots = draw_sizes(canvas, _rows(left, 0, SIZE_ROWS), c)
    spots += draw_grip(canvas, _rows(left, SIZE_ROWS, 1), c)
    rest = room.width - sizes - 3
    if three:
        wide = rest * 5 // 9
        _rule(canvas, room.x + sizes + 1, room)
        spots += draw_ideas(canvas, Room(room.x + sizes + 3, room.y, wide - 2, room.height), c)
        _rule(canvas, room.x + sizes + 2 + wide, room)
        right = Room(room.x + sizes + 4 + wide, room.y, rest - wide - 1, room.height)
    else:
        spots += draw_ideas(canvas, _rows(left, SIZE_ROWS + 1, room.height - SIZE_ROWS - 1), c)
        _rule(canvas, room.x + sizes + 1, room)
        right = Room(room.x + sizes + 3, room.y, rest, room.height)
    draw_readout(canvas, right, readout(c, right.width))
    return spots


def _rows(room: Room, first: int, count: int) -> Room:
    return Room(room.x, room.y + first, room.width, max(0, min(count, room.height - first)))


def _rule(canvas: Canvas, x: int, room: Room) -> None:
    for row in range(room.height):
        canvas.put(x, room.y + row, "│", inks.LINE)


def put(canvas: Canvas, room: Room, row: int, text: str, ink: Ink = inks.TEXT, x: int = 0) -> int:
    """Write one row of a room, cut to its width; the column after it, counted from the room's left."""
    if not 0 <= row < room.height or x >= room.width:
        return x
    shown = text if cell_width(text) <= room.width - x else fit(text, room.width - x)
    return canvas.put(room.x + x, room.y + row, shown, ink) - room.x


# --- sizes --------------------------------------------------------------------------------------------


def draw_sizes(canvas: Canvas, room: Room, c: LeaningContext) -> list[Spot]:
    """Three rows: each size with what is left of it as little pyramids, the held ones in brackets."""
    spots = []
    seat = c.seat if c.seat is not None else c.view.active
    shapes = inks.ASCII_SHAPES if c.style.ascii_only else inks.SHAPES
    founding = c.view.phase == "found"
    for row, offer in enumerate(situation.offers(c)[: room.height]):
        on = c.ui.size == offer.size and bool(c.phase)
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


def draw_grip(canvas: Canvas, room: Room, c: LeaningContext) -> list[Spot]:
    """One row: what the hand sets down, which piece it is meant for with its pips, guided or free, the step."""
    spots = []
    texts = [(controls.CONTROL, c.ui.control)]
    if c.ui.control == FREE:
        texts.append((controls.REST, f"on {c.ui.feature}" if c.ui.feature else "stand on"))
        texts.append((controls.STEP, c.ui.step))
    target = f"{label(c.ui.target)}{situation.pips(c, c.ui.target)}" if c.ui.target else "any"
    texts.append((controls.TARGET, f"at {target}"))
    x = 0
    for spec, text in texts:
        width = len(text) + 2
        if x + width > room.width:
            continue
        spots.append(Spot(f"control:{spec.id}", room.x + x, room.y, width, 1, text))
        x = put(canvas, room, 0, f"[{text}]", inks.BUTTON, x) + 1
    return spots


# --- suggestions, or the motions of the hand ------------------------------------------------------------


def draw_ideas(canvas: Canvas, room: Room, c: LeaningContext) -> list[Spot]:
    """Suggested places with the points and how their trials went; in free control the motions to be clicked."""
    if not c.phase:
        return []
    if c.ui.control == FREE and not c.ui.ideas:
        return _motions(canvas, room)
    if not c.ui.ideas:
        text = f"{c.ui.busy} ..." if c.ui.busy else _how_to_begin(c)
        for row, line in enumerate(wrapped(text, room.width)[: room.height]):
            put(canvas, room, row, line, inks.MUTED)
        return []
    first = max(0, min(c.ui.idea - room.height // 2, len(c.ui.ideas) - room.height))
    spots = []
    for row, idea in enumerate(c.ui.ideas[first : first + room.height]):
        _idea(canvas, room, row, first + row, idea, c.ui)
        spots.append(Spot(f"idea:{first + row}", room.x, room.y + row, room.width, 1, idea.words))
    return spots


def _how_to_begin(c: LeaningContext) -> str:
    if c.ui.grips or c.ui.fruitless or situation.why_no_hand(c):
        return ""
    if situation.why_full(with_ui(c, begun(c))):
        return ""  # the line under the hand says why
    if c.view.phase == "rebuild":
        left = " ".join(map(label, situation.to_rebuild(c)))
        return f"To be put back: {left}. A click chooses another."
    return "Places that are found are listed here. A click on a piece: lean on it."


def _idea(canvas: Canvas, room: Room, row: int, number: int, idea: Idea, ui: Ui) -> None:
    on = number == ui.idea
    points = f"{idea.points:+d}" if ui.kind not in (FOUND, REBUILD) else ""
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


_MOTIONS: tuple[Mapping[str, str], ...] = (
    {"lower": "lower", "lean": "lean", "ease": "ease", "lift": "raise"},
    {"turn <": "turn-left", ">": "turn-right", "tip ^": "tip-away", "v": "tip-near"},
    {"roll <": "roll-left", ">": "roll-right", "above": "over", "undo": "hand-back"},
)
"""The motions of the hand in rows: words on the board -> the control."""
_SHIFTS = {"left": "left", "right": "right", "away": "up", "near": "down"}
"""Words on the board -> the arrow."""


def _motions(canvas: Canvas, room: Room) -> list[Spot]:
    spots: list[Spot] = []
    lines = [{text: f"control:leaning.{name}" for text, name in line.items()} for line in _MOTIONS]
    lines.append({text: f"move:{arrow}" for text, arrow in _SHIFTS.items()})
    for row, line in enumerate(lines[: room.height]):
        x = 0
        for text, key in line.items():
            if x + len(text) + 2 <= room.width:
                spots.append(Spot(key, room.x + x, room.y + row, len(text) + 2, 1, text))
                x = put(canvas, room, row, f"[{text}]", inks.BUTTON, x) + 1
    return spots


# --- the live readout -----------------------------------------------------------------------------------


Line = tuple[str, Ink]


def readout(c: LeaningContext, width: int) -> list[Line]:
    """What the hand touches and feels, the rules it breaks, the points it would score: most important first."""
    if not c.ui.grips:
        return _waiting(c, width)
    if c.ui.kind == WATCH:
        return _in_lines(c.waiting(), width)
    lines: list[Line] = []
    found = situation.verdict(c)
    if c.ui.busy and found is None:
        lines.append((f"the hand {c.ui.busy} ...", inks.MUTED))
    lines += _in_lines(_touching(c), width, inks.TEXT)
    details: list[Line] = []
    if found is not None:
        for refusal in found.refusals:
            lines += _in_lines(f"x {refusal.rule} {refusal.text}", width, inks.BAD, 2)
        if found.legal and found.preview:
            total = sum(line.points for line in found.preview)
            lines.append((f"{total:+d} point{'' if abs(total) == 1 else 's'} if it stays so", inks.GOOD_BOLD))
            details = [(f" {line.points:+d} {line.note} ({line.rule})", inks.GOOD) for line in found.preview]
        elif found.legal and found.note:
            lines += _in_lines(found.note, width, inks.GOOD)
    if (idea := c.ui.shown) is not None:
        lines += _in_lines(stood(idea), width, _likely(idea))
    if (feel := c.ui.feel) is not None:
        lines += _in_lines(f"feels: {feel.words}", width, inks.GOOD if feel.rested and feel.moved < 3 else inks.WARN)
    return lines + details


def _touching(c: LeaningContext) -> str:
    """Touches, corners, level, and what the last motion met."""
    level = situation.level_of(c)
    parts = [aim_words(c.ui.aim) if c.ui.aim is not None else "", f"level {level}" if level is not None else ""]
    told = ", ".join(filter(None, parts))
    return f"{told}. {c.ui.said}" if told and c.ui.said else told or c.ui.said


def _waiting(c: LeaningContext, width: int) -> list[Line]:
    view = c.view
    if c.playing:
        return _in_lines("Pieces are moving.", width)
    if not c.phase:
        return _in_lines(c.ui.said or c.waiting(), width)
    if c.ui.fruitless:
        return _in_lines(f"No place in {many_tries(c.ui)}.", width, inks.WARN)
    told = {
        "found": "The Foundation: two medium or large pieces that prop each other. Build it, or let the table do it.",
        "slip": f"The {view.in_hand.size if view.in_hand else ''} piece slipped: place it again, accept it where it "
        f"lies, or give it up. Try {min(view.tries + 1, view.terms.tries)} of {view.terms.tries}.",
        "rebuild": " ".join(("A Break: put back what fell, or decline and pay for a Wreck.", *failed_lines(view))),
    }.get(view.phase, "")
    if not told and any(view.held[view.active]):
        told = "What you hold goes first: place it, hold one more, or give it up."
    if not told:
        told = f"Not another {view.last_size} piece: that was the last one (L-7)." if view.last_size else "Your turn."
    return _in_lines(c.ui.said or told, width)


def _in_lines(text: str, width: int, ink: Ink = inks.MUTED, hang: int = 0) -> list[Line]:
    return [(line, ink) for line in wrapped(text, width, hang)]


def draw_readout(canvas: Canvas, room: Room, lines: list[Line]) -> None:
    """As many lines as there is room for; what does not fit is said to be there."""
    hidden = len(lines) - room.height
    more = f" +{hidden} more" if hidden > 0 else ""
    for row, (text, ink) in enumerate(lines[: room.height]):
        last = row == room.height - 1
        put(canvas, room, row, fit(text, room.width - len(more)) + more if last and more else text, ink)


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

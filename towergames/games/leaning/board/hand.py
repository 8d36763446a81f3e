"""The hand: sizes and suggestions, contacts and points of the piece in hand, and the motions of the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from towergames.board import scene_inks
from towergames.board.canvas import Canvas, Ink, Rect, StyledText
from towergames.board.danger import SIGN
from towergames.board.protocol import Picture, Spec, Spot
from towergames.core.text import cell_width, fit, sentence
from towergames.games.leaning import text as rule_text
from towergames.games.leaning.board import animation, controls, inks, position, suggestions
from towergames.games.leaning.board.hand_work import begun, with_ui
from towergames.games.leaning.board.text import aim_words, danger_words, failed_lines, many_tries, risk_words
from towergames.games.leaning.board.ui_state import FOUND, FREE, PLACE, REBUILD, WATCH, LeaningContext
from towergames.games.leaning.forecast import FAIR, SAFE
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import NEUTRAL, PIPS
from towergames.games.leaning.moves import wreck_warning

SIZE_ROWS = 3
WIDE_COLUMNS = 72
"""A hand at least this wide has its sizes in one row and each place in one."""
RISK_COLUMNS, COST_COLUMNS = 31, 8
"""Columns of a wide row for the chance of a fall, and for its cost."""
REASON_COLUMNS = 20
"""Columns of a wide row for the reason, where there is room for it."""
PLACE_COLUMNS = 24
"""Columns of a wide row for the place, at least."""


def draw_hand(context: LeaningContext, width: int, height: int) -> Picture:
    """Draw the hand to exactly this size: the sizes, the places or the motions, and the contacts of the piece."""
    canvas = Canvas(width, height)
    room = Rect(1, 0, width - 2, height)
    spots = draw_sizes(canvas, room, context)
    rows = 1 if width >= WIDE_COLUMNS else SIZE_ROWS
    rest = room.rows(rows, height - rows)
    lines = readout(context, room.width)
    if context.ui.control == FREE and context.phase:
        grip = draw_grip(canvas, rest, context)
        buttons = _motions(canvas, rest.rows(1, rest.height), context)
        used = max((button.y + 1 - rest.y for button in buttons), default=0)
        if rest.height - used > len(lines):
            used += 1
        draw_readout(canvas, rest.rows(used, rest.height - used), lines)
        return Picture(canvas, (*spots, *grip, *buttons))
    if context.ui.shown is None:
        draw_readout(canvas, rest, lines)
        rest, lines = rest.rows(len(lines), rest.height - len(lines)), []
    elif width < WIDE_COLUMNS:  # a row has no room for the reason, the line below the board none for the cost of a fall
        why = suggestions.reasons(context)[context.ui.idea]
        lines = _in_lines(
            f"{sentence(why)} {suggestions.fall_words(context, context.ui.shown.aim.touches)}", room.width
        )
    kept = len(lines) if width < WIDE_COLUMNS else 0
    used = draw_places(canvas, rest.rows(0, rest.height - kept), context, spots) if context.phase else 0
    draw_readout(canvas, rest.rows(used, rest.height - used), lines[: rest.height - used])
    return Picture(canvas, tuple(spots))


# --- sizes --------------------------------------------------------------------------------------------


def draw_sizes(canvas: Canvas, room: Rect, context: LeaningContext) -> list[Spot]:
    """Draw each size with its pieces left: in a wide room side by side, else in three rows."""
    offers = position.offers(context)
    if room.width >= WIDE_COLUMNS - 2:
        x, spots = 0, []
        for offer in offers:
            end = _size(canvas, room, 0, x, context, offer, 1)
            spots.append(Spot(f"size:{offer.size}", room.x + x, room.y, end - x, 1, offer.size))
            x = end + 2
        return spots
    spots = []
    for row, offer in enumerate(offers[: room.height]):
        _size(canvas, room, row, 0, context, offer, offer.left)
        spots.append(Spot(f"size:{offer.size}", room.x, room.y + row, room.width, 1, offer.size))
    return spots


def _size(
    canvas: Canvas, room: Rect, row: int, x: int, context: LeaningContext, offer: position.Offer, drawn: int
) -> int:
    """Draw one size: its digit, its name, ``drawn`` little pyramids, the number left. Return the column after it."""
    founding = context.view.phase == "found"
    seat = context.seat if context.seat is not None else context.view.active
    on = bool(context.phase) and position.chosen_size(context) == offer.size
    shape = (inks.ASCII_SHAPES if context.style.ascii_only else inks.SHAPES)[offer.size]
    name = f"{'>' if on else ' '}{PIPS[offer.size]} {offer.size} "
    name_ink = scene_inks.MUTED if offer.why_not else scene_inks.BOLD
    x = canvas.put_in(room, row, name, scene_inks.CHOSEN if on else name_ink, x)
    ink = Ink(inks.role(NEUTRAL if founding else seat), dim=bool(offer.why_not))
    x = canvas.put_in(room, row, shape * min(1 if founding else drawn, offer.left), ink, x)
    if founding:
        return x
    held = f" + {offer.held} held" if offer.held else ""
    last = ", just placed" if offer.rule in ("L-7", "L-12") and offer.left + offer.held else ""
    shown = f"{held}{last}"
    if x + 2 + len(shown) > room.width:
        shown = held if x + 2 + len(held) <= room.width else ""
    return canvas.put_in(room, row, f" {offer.left}{shown}", scene_inks.WARN if held else scene_inks.MUTED, x)


# --- what it stands on and leans on --------------------------------------------------------------------


def draw_grip(canvas: Canvas, room: Rect, context: LeaningContext) -> list[Spot]:
    """Draw one row of a free hand: the part it sets down, its target, and its step."""
    on = f"on {context.ui.feature}" if context.ui.feature else "stand on"
    leans = f"lean on {label(context.ui.target)}" if context.ui.target else "lean on any"
    texts = {controls.REST: on, controls.TARGET: leans, controls.STEP: f"{context.ui.step} steps"}
    return _buttons(
        canvas, room, 0, [(f"control:{spec.id}", _keyed(context, spec, text)) for spec, text in texts.items()]
    )


def _keyed(context: LeaningContext, spec: Spec, text: str) -> str:
    """A text with the present key of its control before it, if that has one."""
    return f"{context.style.key_of(spec)} {text}".strip()


def _buttons(canvas: Canvas, room: Rect, row: int, wanted: Sequence[tuple[str, str]]) -> list[Spot]:
    """Draw the buttons that fit in a row: spot and text of each."""
    spots, x = list[Spot](), 0
    for key, text in wanted:
        width = cell_width(text) + 2
        if row < room.height and x + width <= room.width:
            spots.append(Spot(key, room.x + x, room.y + row, width, 1, text))
            x = canvas.put_in(room, row, f" {text} ", scene_inks.BUTTON, x) + 1
    return spots


# --- the places that are offered, or the motions of the hand ---------------------------------------------


def draw_places(canvas: Canvas, room: Rect, context: LeaningContext, spots: list[Spot]) -> int:
    """Draw the places with reasons, points and chances of a fall. Return the rows used."""
    ui = context.ui
    if not ui.ideas:
        text = f"The table is {ui.busy} ..." if ui.busy else _how_to_begin(context)
        lines = wrapped(text, room.width)[: max(0, room.height)]
        for row, line in enumerate(lines):
            canvas.put_in(room, row, line, scene_inks.MUTED)
        return len(lines)
    wide = room.width >= WIDE_COLUMNS - 2
    each, why = 1 if wide else 2, suggestions.reasons(context)
    _heading(canvas, room, context, wide=wide)
    fits = max(1, (room.height - 1) // each)
    first = max(0, min(ui.idea - fits // 2, len(ui.ideas) - fits))
    for row, number in enumerate(range(first, min(first + fits, len(ui.ideas)))):
        part, idea = room.rows(1 + row * each, each), ui.ideas[number]
        _place(canvas, part, context, number, why[number])
        title = f"{idea.words}: {why[number]}"
        spots.append(
            Spot(
                f"idea:{number}",
                part.x,
                part.y,
                part.width,
                each,
                title,
                suggestions.fall_words(context, idea.aim.touches),
            )
        )
    return 1 + each * min(fits, len(ui.ideas))


def _heading(canvas: Canvas, room: Rect, context: LeaningContext, *, wide: bool) -> None:
    ui = context.ui
    piece = label(ui.piece) if ui.kind == REBUILD else f"a {'held ' * ui.held}{ui.size} piece"
    title = "Places for two pieces" if ui.kind == FOUND else f"Places for {piece}"
    if ui.target and ui.kind == PLACE:  # the search also lists places elsewhere: the piece may have no room
        touching = [ui.target in idea.aim.touches for idea in ui.ideas]
        if all(touching):
            title = f"Places on {label(ui.target)} for {piece}"
        elif not any(touching):
            title = f"None on {label(ui.target)}. Others for {piece}"
    columns = f"{'how often it falls':<{RISK_COLUMNS}}{'a fall':>{COST_COLUMNS}}" if wide else ""
    if ui.kind == PLACE:
        columns += f"{'points':>7}"
    x = room.width - len(columns)
    canvas.put_in(room, 0, title if cell_width(title) <= x else title.removesuffix(f" for {piece}"), scene_inks.BOLD)
    canvas.put_in(room, 0, columns, scene_inks.MUTED, x)


def _how_to_begin(c: LeaningContext) -> str:
    if c.ui.grips or c.ui.fruitless or position.why_no_hand(c):
        return ""
    if position.why_full(with_ui(c, begun(c))):
        return ""  # the line under the hand says why
    if c.view.phase == "rebuild":
        return "Click one of them to put it back first."
    kinds = "Places" if c.phase == "found" else "Safe, fair and bold places"
    return f"{kinds} will be listed here."


def _place(canvas: Canvas, room: Rect, context: LeaningContext, number: int, why: str) -> None:
    """Draw one place: in one row if the room is wide, else in two."""
    idea, on = context.ui.ideas[number], number == context.ui.idea
    ink, soft = (scene_inks.CHOSEN, inks.SELECTED) if on else (scene_inks.TEXT, scene_inks.MUTED)
    for row in range(room.height):
        canvas.put_in(room, row, " " * room.width, soft)
        if on:
            canvas.put_in(room, row, "▌" if not context.style.plain else ">", inks.HAND_BAR)
    canvas.put_in(room, 0, f"{number + 1:>2}", ink, 1)
    risk, where = risk_words(idea), idea.words[:1].upper() + idea.words[1:]
    danger = position.danger_of(idea)
    sure = replace(_SURE[idea.forecast.word] if danger is None else Ink(danger.role, bold=True), bg=soft.bg)
    if context.ui.kind == PLACE:
        gain = replace(scene_inks.GOOD_BOLD if idea.points > 0 else scene_inks.BAD, bg=soft.bg)
        canvas.put_in(room, 0, f"{idea.points:+4d}", gain, room.width - 4)
    wide = room.width >= WIDE_COLUMNS - 2
    right = room.width - 7 * (context.ui.kind == PLACE)
    told = right - COST_COLUMNS - RISK_COLUMNS
    reasoned = wide and told - REASON_COLUMNS >= PLACE_COLUMNS
    free = told - REASON_COLUMNS * reasoned - 5 if wide else room.width - 8
    where = where if cell_width(where) <= free else where.removesuffix(", 1 corner")
    canvas.put_in(room, 0, fit(where, min(cell_width(where), free)), ink, 4)
    if not wide:
        canvas.put_in(room, 1, risk, sure, 4)
        return
    if reasoned:
        canvas.put_in(room, 0, why, soft, told - REASON_COLUMNS)
    canvas.put_in(room, 0, risk, sure, told)
    canvas.put_in(
        room, 0, f"{suggestions.fall(context, idea.aim.touches)[1]:>{COST_COLUMNS}}", soft, right - COST_COLUMNS
    )


_SURE = {SAFE: scene_inks.GOOD_BOLD, FAIR: scene_inks.GOOD, "": scene_inks.MUTED}
"""Word of a place without danger -> its ink."""


MOTIONS: tuple[Mapping[Spec, str], ...] = (
    {controls.LOWER: "lower", controls.LEAN: "lean", controls.EASE: "ease"},
    {controls.RAISE: "lift", controls.OVER: "above", controls.UNDO_HAND: "undo"},
    {controls.TURN_LEFT: "turn left", controls.TURN_RIGHT: "turn right"},
    {controls.TIP_AWAY: "tip away", controls.TIP_NEAR: "tip near"},
    {controls.ROLL_LEFT: "tip left", controls.ROLL_RIGHT: "tip right"},
)
"""The motions of the hand, which share a row where it has room: the control -> words on the board."""
_SHIFTS = {"left": "left", "right": "right", "up": "away", "down": "near"}
"""The arrow -> words on the board."""


def _motions(canvas: Canvas, room: Rect, context: LeaningContext) -> list[Spot]:
    """Draw a button for each motion of the hand, and one for each arrow."""
    groups = [
        [(f"control:{spec.id}", _keyed(context, spec, text)) for spec, text in group.items()] for group in MOTIONS
    ]
    groups.append([(f"move:{arrow}", text) for arrow, text in _SHIFTS.items()])
    rows = [groups[0]]
    for group in groups[1:]:
        if sum(cell_width(text) + 3 for _, text in (*rows[-1], *group)) - 1 <= room.width:
            rows[-1] = [*rows[-1], *group]
        else:
            rows.append(group)
    spots = list[Spot]()
    for row, wanted in enumerate(rows):
        spots += _buttons(canvas, room, row, wanted)
    return spots


# --- the live readout -----------------------------------------------------------------------------------


def readout(context: LeaningContext, width: int) -> list[StyledText]:
    """The contacts and the settle preview of the piece, the rules it breaks, the points it would score."""
    if not context.ui.grips:
        return _waiting(context, width)
    if context.ui.kind == WATCH:
        return _in_lines(context.waiting(), width)
    lines: list[StyledText] = []
    judged = position.verdict(context)
    if context.ui.busy and judged is None and context.ui.control != FREE:
        lines.append((f"The table is {context.ui.busy} ...", scene_inks.MUTED))
    free = context.ui.control == FREE  # its refusals and messages stand below the board
    for refusal in judged.refusals if judged is not None and not free else ():
        lines += _in_lines(f"x {refusal.text} {refusal.rule}", width, scene_inks.BAD, 2)
    danger = position.danger(context)
    if danger is not None:
        lines += _in_lines(f"{SIGN} {danger_words(context.ui, danger)}", width, Ink(danger.role, bold=True), 2)
    lines += _in_lines(_touching(context), width, scene_inks.TEXT)
    if free and judged is not None and judged.legal and position.touched(context):
        lines += _in_lines(suggestions.fall_words(context, position.touched(context)), width)
    summed = free and width < WIDE_COLUMNS  # the line below the board has the sum, and the room is short
    for line in (
        judged.preview if judged is not None and judged.legal and len(judged.preview) > 1 and not summed else ()
    ):
        lines.append((f"{line.points:+d} {line.note}", scene_inks.GOOD))
    return lines


def _touching(c: LeaningContext) -> str:
    """The contacts, the level, the settle preview, and the result of the last motion."""
    level, preview = position.level_of(c), c.ui.preview if c.ui.shown is None else None
    if preview is not None and preview.words == "falls":
        preview = None  # said in its own colour
    parts = [aim_words(c.ui.aim) if c.ui.aim is not None else "", f"level {level}" if level is not None else ""]
    facts = ", ".join(filter(None, (*parts, preview.words if preview is not None else "")))
    said = "" if c.ui.control == FREE else c.ui.said
    return " ".join(filter(None, (sentence(facts) if facts else "", said)))


def _waiting(context: LeaningContext, width: int) -> list[StyledText]:
    view = context.view
    if animation.fallen(context):
        return _fall_lines(context, width)
    if context.playing:
        return _in_lines("Pieces are still moving.", width)
    if not context.phase:
        return _in_lines(context.ui.said or context.waiting(), width)
    if context.ui.fruitless:
        return _in_lines(f"No place in {many_tries(context.ui)}.", width, scene_inks.WARN)
    match view.phase:
        case "found":
            advice = "Begin with two pieces that prop each other: medium or large, both on the table."
        case "slip":
            advice = "Your piece slipped. Place it again, leave it there if that is allowed, or give it up."
        case "rebuild":
            moved = [sentence(one.words) for one in animation.displaced(context)]
            advice = " ".join(("A Break.", *moved, "Put back what fell.", *failed_lines(view)))
        case _ if any(view.held[view.active]):
            advice = "Your held piece goes first. Place it, hold one more, or give it up."
        case _:
            advice = rule_text.same_size(view.last_size) if view.last_size else ""
    if view.phase == "turn" and (warning := wreck_warning(view)):
        advice = f"{advice} {sentence(warning)}".strip()
    return _in_lines(context.ui.said or advice, width)


def _fall_lines(context: LeaningContext, width: int) -> list[StyledText]:
    """Lines on the fall that was shown, and on the way that each piece moved."""
    seen = animation.fall_seen(context)
    lines = _in_lines(sentence(seen), width, scene_inks.BAD) if seen else []
    others = {one.id for one in context.view.layout.pieces}
    for one in animation.displaced(context):
        if one.stood.piece not in others:
            continue  # the piece let go of may move
        lines += _in_lines(f"{one.words}.", width, scene_inks.TEXT, 2)
    return lines


def _in_lines(text: str, width: int, ink: Ink = scene_inks.MUTED, hang: int = 0) -> list[StyledText]:
    return [(line, ink) for line in wrapped(text, width, hang)]


def draw_readout(canvas: Canvas, room: Rect, lines: list[StyledText]) -> None:
    """Draw the lines that fit; the last row ends in ``+N more`` for the rest."""
    hidden = len(lines) - room.height
    more = f" +{hidden} more" if hidden > 0 else ""
    for row, (text, ink) in enumerate(lines[: room.height]):
        last = row == room.height - 1
        canvas.put_in(room, row, fit(text, room.width - len(more)) + more if last and more else text, ink)


def wrapped(text: str, cells: int, hang: int = 0) -> list[str]:
    """The text in lines of at most ``cells`` cells, later ones indented by ``hang``.

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

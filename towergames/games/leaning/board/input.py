"""Input of the hand: arrows, digits, the mouse, and typed words. Cells are two pixels high and one wide."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace

from towergames.board.protocol import ARROWS, Input, KeyInput, PointerInput, Result
from towergames.core.text import did_you_mean, listed, quoted
from towergames.games.leaning import text as rule_text
from towergames.games.leaning.board import hand_work, position, ui_state
from towergames.games.leaning.board.camera import ORBIT, view_of
from towergames.games.leaning.board.hand_work import begin, probe_again, start_search, step_of, take, with_ui
from towergames.games.leaning.board.table_zone import score_rows
from towergames.games.leaning.board.ui_state import LeaningContext, LeaningResult, Motion, Ui, empty
from towergames.games.leaning.forecast import MOST_FULL_TRIALS, SCREEN_TRIALS
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import SIZES

MIN_ROW_SHARE = 0.25
"""Least ratio of a row to a column, in pixels a cm: seen from low down, a row is a long way on the table."""
FORMS = {
    "take [SIZE]": "take a piece; the places where it could go are shown",
    "target PIECE|any": "the piece to lean on; any: all of them",
    "idea [N]": "the next place, or that one",
    "trials": f"try out all places {SCREEN_TRIALS} times, the best and the one shown {MOST_FULL_TRIALS} times more",
    "let go": "let go of the piece; drop: without a look at what it touches",
    "guided, free": "be shown places, or use your own hand",
    "left, right, away, near [MM]; lift [MM]; lower; above": "move the piece; above is over the target",
    "turn, tip, roll [DEGREES]": "turn it left, tip it away, roll it right; less than 0 the other way",
    "stand on base edge, slant edge, corner, point, base, side": "what is set down",
    "lean": "tip it towards the target until it meets something; ease: let it sink until it lies still",
    "back": "undo the last motion; lay down: empty the hand; other: the other piece of a Foundation",
    "walk-left, walk-right": "go round the table; left, away and the like are as seen from there",
    "pan-left, pan-right, pan-up, pan-down": "look at what is beside, above or below",
}
"""Commands that can be typed for the hand."""
_FILLERS = ("a", "the", "one", "piece")
_NUMBER = re.compile(r"-?\d{1,3}(\.\d{1,2})?\Z")
_WAYS = {"left": (-1, 0), "right": (1, 0), "away": (0, 1), "near": (0, -1)}


def answer(c: LeaningContext, event: Input) -> LeaningResult | None:
    """The answer to input that no control handles; None if it means nothing to the hand."""
    if isinstance(event, KeyInput):
        return _key(c, event.name)
    return _pointed(c, event) if isinstance(event, PointerInput) else _typed(c, event.words)


def _key(context: LeaningContext, name: str) -> LeaningResult | None:
    if name in ARROWS:
        if not context.ui.grips or context.ui.kind == ui_state.WATCH or not context.phase:
            return None
        right, ahead = ARROWS[name]
        far = step_of(context.ui)[0]
        by = sideways(view_of(context).camera.facing, right * far, ahead * far)
        return begin(context, Motion("shift", (*by, 0.0)))
    if name.isdigit():
        return choose_size(context, int(name) - 1)
    if name == "back" and context.ui.kind != ui_state.WATCH:
        if context.ui.kind or context.ui.advised:
            return Result(empty_hand(context.ui))
        return Result(replace(context.ui, target=0)) if context.ui.target else None
    return None


def sideways(facing: float, right: float, ahead: float) -> tuple[float, float]:
    """A step to the viewer's right and ahead (cm), on the table's axes.

    >>> [round(part, 3) for part in sideways(math.pi / 2, 1.0, 2.0)]
    [1.0, 2.0]
    """
    x, y = math.cos(facing), math.sin(facing)
    return right * y + ahead * x, -right * x + ahead * y


# --- what is in the hand ------------------------------------------------------------------------------


def empty_hand(ui: Ui) -> Ui:
    return replace(empty(ui), held=False)


def choose_size(context: LeaningContext, at: int) -> LeaningResult:
    """Choose a size by its pips; a piece in hand is exchanged."""
    if not context.phase:
        return Result(context.ui, say=context.waiting())
    if not 0 <= at < len(SIZES):
        return Result(context.ui, say="1 is small, 2 medium, 3 large.")
    if context.phase == "rebuild":
        return Result(context.ui, say="The pieces keep their sizes. Choose one by its number.")
    offer = position.offers(context)[at]
    ui = replace(context.ui, size=offer.size, advised="")
    if offer.why_not:
        having = offer.left + offer.held
        again = offer.left and offer.why_not == rule_text.same_size(offer.size)
        why = rule_text.same_size(offer.size, hold=True) if again else offer.why_not
        return Result(empty_hand(ui) if having else context.ui, say=why, rule=offer.rule)
    if not ui.grips and not ui.busy:
        return Result(empty_hand(ui))
    if ui.kind == ui_state.FOUND and ui.control == ui_state.FREE:
        left = replace(ui, ghost=ui.ghost[: ui.which], sizes=ui.sizes[: ui.which], trail=())
        return hand_work.fetch(with_ui(context, left))
    return take(with_ui(context, ui))


def next_size(c: LeaningContext) -> LeaningResult:
    """Choose the next size that may be placed."""
    good = position.placeable(c)
    if c.phase == "rebuild" or not good:
        return choose_size(c, 0)
    now = c.ui.size or position.chosen_size(c)
    after = good[(good.index(now) + 1) % len(good)] if now in good else good[0]
    return choose_size(c, SIZES.index(after))


def choose_target(context: LeaningContext, piece: int) -> LeaningResult:
    """Choose a piece to lean on (while rebuilding: the piece to be put back), 0 for any."""
    if context.phase == "rebuild" and piece in position.to_rebuild(context):
        return take(with_ui(context, replace(empty_hand(context.ui), target=piece)))
    sentence = f"Lean on {position.target_words(context, piece)}." if piece else "Lean on any piece."
    ui = replace(context.ui, target=piece, advised="")
    if not ui.grips and not ui.busy:
        return Result(empty_hand(ui), say=sentence)
    if ui.kind in (ui_state.FOUND, ui_state.REBUILD) or ui.control == ui_state.FREE or ui.idea < 0:
        return Result(ui, say=sentence)
    result = take(with_ui(context, ui))
    return result if result.say else replace(result, say=sentence)


def next_target(c: LeaningContext, way: int) -> LeaningResult:
    """Choose the next piece to lean on; after the last one, any."""
    known = (0, *(position.to_rebuild(c) or position.targets(c)))
    at = known.index(c.ui.target) if c.ui.target in known else 0
    return choose_target(c, known[(at + way) % len(known)])


def another_idea(context: LeaningContext, way: int) -> LeaningResult:
    """Show the next idea; after the last one search for more."""
    ui = context.ui
    if not ui.kind or ui.kind == ui_state.WATCH:
        return take(with_ui(context, replace(ui, control=ui_state.GUIDED, advised="")))
    known = len(ui.ideas)
    if not known and ui.busy:
        return Result(ui, say="No place yet. The table is still looking.")
    if ui.idea >= 0:
        after = ui.idea + way
    else:
        after = 0 if way > 0 else known - 1
    if 0 <= after < known:
        return hand_work.idea(context, after)
    if way < 0:
        return hand_work.idea(context, known - 1) if known else Result(ui)
    if ui.busy == ui_state.LOOKS:
        return Result(ui, say="The table is still looking for more places.")
    return start_search(context, "Looking for more places.")


def rest_on(c: LeaningContext, feature: str) -> LeaningResult:
    """Stand the piece on the next edge, corner or face, or on a named one."""
    ui = c.ui
    if not feature:
        feature = ui_state.FEATURES[(_feature_index(ui) + 1) % len(ui_state.FEATURES)]
    if not ui.grips:
        return Result(replace(ui, feature=feature), say=f"It will stand on: {feature}.")
    result = begin(c, Motion("rest", (float(ui_state.FEATURES.index(feature)),)))
    return replace(result, say=f"It stands on: {feature}.")


def _feature_index(ui: Ui) -> int:
    """Index of the feature on which the piece will stand; -1 if it lies otherwise."""
    pending = [int(motion.amount[0]) for motion in ui.pending if motion.verb == "rest"]
    if pending:
        return pending[-1]
    return ui_state.FEATURES.index(ui.feature) if ui.feature in ui_state.FEATURES else -1


def undo(c: LeaningContext) -> LeaningResult:
    """Take back the last motion of the hand."""
    *trail, last = c.ui.trail
    ui = replace(c.ui, trail=tuple(trail), idea=-1, said="")
    ui = replace(ui, sizes=last.sizes, ghost=last.ghost, which=last.which, feature=last.feature)
    return probe_again(with_ui(c, ui))


def switch_control(c: LeaningContext, how: str) -> LeaningResult:
    """Change between guided and free control; the piece in hand stays there."""
    sentence = (
        "Places are shown to you." if how == ui_state.GUIDED else "Your own hand. Arrows move the piece; Enter lets go."
    )
    ui = replace(c.ui, control=how)
    if c.ui.busy == ui_state.LOOKS and how == ui_state.FREE and not c.ui.grips:
        return replace(take(with_ui(c, ui)), say=sentence)
    return Result(ui, say=sentence)


def next_step(c: LeaningContext) -> LeaningResult:
    """Change the step of the hand: fine, normal or coarse."""
    after = ui_state.STEPS[(ui_state.STEPS.index(c.ui.step) + 1) % len(ui_state.STEPS)]
    return Result(replace(c.ui, step=after), say=f"The hand moves in {after} steps.")


def other_piece(c: LeaningContext) -> LeaningResult:
    """Move the other piece of a Foundation from now on."""
    which = 1 - c.ui.which
    result = probe_again(with_ui(c, replace(c.ui, which=which)))
    return replace(result, say=f"You move {label(which + 1)}, {c.ui.sizes[which]}.")


# --- the mouse ----------------------------------------------------------------------------------------


def _pointed(context: LeaningContext, event: PointerInput) -> LeaningResult | None:
    kind, _, rest = event.spot.partition(":")
    if event.wheel:
        return None
    if not event.click:
        return _carried(context, event, int(rest)) if kind == "hand" else None
    if not context.phase:
        return None
    match kind:
        case "piece":
            return _piece(context, rest)
        case "hand" if len(context.ui.ghost) == 2 and rest != str(context.ui.which):
            return other_piece(context)
        case "size" if rest in SIZES:
            result = choose_size(context, SIZES.index(rest))
            idle = not result.ui.grips and not result.work and not result.say
            return take(with_ui(context, result.ui)) if idle else result
        case "idea" if rest.isascii() and rest.isdigit() and int(rest) < len(context.ui.ideas):
            return hand_work.idea(context, int(rest))
        case "move" if rest in ARROWS:
            return _key(context, rest)
    return None


def _piece(c: LeaningContext, name: str) -> LeaningResult | None:
    number = int(name[1:]) if name[1:].isascii() and name[1:].isdigit() else 0
    if number not in (*position.to_rebuild(c), *position.targets(c)):
        return None
    if number == c.ui.target and not c.ui.grips and not c.ui.busy:
        return take(c)  # a second click takes a piece to lean on it
    return choose_target(c, number)


def _carried(c: LeaningContext, event: PointerInput, which: int) -> LeaningResult:
    """Drag the piece over the table by the mouse's way on the picture, until it meets something."""
    ui = c.ui
    idle = c.playing or not c.phase or ui.kind == ui_state.WATCH
    if idle or which >= len(ui.ghost) or (which != ui.which and ui.pending):
        return Result(ui)
    here = with_ui(c, replace(ui, which=which))
    by = _on_the_table(here, event.dx, event.dy)
    return begin(here, Motion("shift", (*by, 0.0))) if by is not None else Result(ui)


def _on_the_table(context: LeaningContext, dx: int, dy: int) -> tuple[float, float] | None:
    """Columns and rows of the picture as cm on the table's axes, at the piece in hand."""
    width, height = context.room if min(context.room) > 0 else (100, 33)
    covered = 2 * score_rows(context, width, height)
    camera = ORBIT.fitted(view_of(context).camera, width, 2 * height, covered)
    place, seen = context.ui.pose.place, []
    for right, ahead in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)):
        x, y = sideways(camera.facing, right, ahead)
        seen.append(camera.project((place[0] + x, place[1] + y, place[2]), width, 2 * height))
    middle, beside, behind = seen
    if middle is None or beside is None or behind is None:
        return None
    column = beside[0] - middle[0]
    row = max(middle[1] - behind[1], MIN_ROW_SHARE * column)
    return sideways(camera.facing, dx / column, -2 * dy / row)


# --- typed words --------------------------------------------------------------------------------------


def _typed(context: LeaningContext, text: str) -> LeaningResult | None:
    words = text.lower().split()
    if not words or not context.phase:
        return None
    verb, rest = words[0], words[1:]
    match verb, " ".join(rest):
        case (("guided" | "free"), ""):
            return switch_control(context, ui_state.GUIDED if verb == "guided" else ui_state.FREE)
        case "lay", "down":
            return Result(empty_hand(context.ui))
        case "trials", "":
            return _trials(context)
        case (("take" | "size"), size) if size or verb == "take":
            return _take(context, rest)
        case "target", piece if piece:
            return _target(context, piece)
        case "idea", number if number.isascii() and number.isdigit():
            return _idea(context, int(number))
        case "stand", on if on.startswith("on "):
            if on[3:] not in ui_state.FEATURES:
                return Result(context.ui, say=f"It can stand on: {', '.join(ui_state.FEATURES)}.")
            return rest_on(context, on[3:])
        case "step", step if step in ui_state.STEPS:
            return Result(replace(context.ui, step=step), say=f"The hand moves in {step} steps.")
        case (("lift" | "raise"), mm):
            return _moved(context, mm, 10.0, lambda mm: Motion("raise", (mm / 10,)))
        case (("left" | "right" | "away" | "near"), mm):
            return _moved(context, mm, 2.5, lambda mm: _shift(context, verb, mm))
        case (("turn" | "tip" | "roll"), degrees):
            return _moved(context, degrees, 5.0, lambda degrees: Motion(verb, (math.radians(degrees),)))
    return None


def _shift(c: LeaningContext, way: str, mm: float) -> Motion:
    right, ahead = _WAYS[way]
    by = sideways(view_of(c).camera.facing, right * mm / 10, ahead * mm / 10)
    return Motion("shift", (*by, 0.0))


def _moved(c: LeaningContext, amount: str, usual: float, motion: Callable[[float], Motion]) -> LeaningResult | None:
    if amount and not _NUMBER.match(amount):
        return None
    if not c.ui.grips:
        return Result(c.ui, say=position.why_no_hand(c) or position.NOTHING_HELD)
    return begin(c, motion(float(amount) if amount else usual))


def _take(context: LeaningContext, rest: list[str]) -> LeaningResult | None:
    words = [word for word in rest if word not in _FILLERS]
    matching = [size for size in SIZES if words and size.startswith(words[-1])]
    if words and len(matching) != 1:
        meant = did_you_mean(words[-1], SIZES, f". Sizes: {listed(SIZES, 'or')}.")
        return Result(context.ui, say=f"{quoted(words[-1], 20)} is not a size{meant}")
    if words[:-1] not in ([], ["held"]):
        return None
    if context.ui.kind == ui_state.PLACE and context.ui.grips and matching == [context.ui.size]:
        return Result(context.ui, say="That piece is in your hand. Its place is kept.")
    if not matching:
        return take(context if context.ui.fruitless else with_ui(context, empty_hand(context.ui)))
    result = choose_size(with_ui(context, empty_hand(context.ui)), SIZES.index(matching[0]))
    return result if result.say else take(with_ui(context, result.ui))


def _target(c: LeaningContext, name: str) -> LeaningResult:
    number = name.removeprefix("p")
    if name != "any" and not (number.isascii() and number.isdigit()):
        return Result(c.ui, say="Name a piece by its number: target 3. target any means all.")
    piece = 0 if name == "any" else int(number)
    if piece and piece not in (*position.targets(c), *position.to_rebuild(c)):
        return Result(c.ui, say=f"P{piece} is not on the table. Choose another piece.")
    return choose_target(c, piece)


def _idea(c: LeaningContext, number: int) -> LeaningResult:
    known = len(c.ui.ideas)
    if not 1 <= number <= known:
        return Result(c.ui, say=f"There are places 1 to {known}." if known else "No places yet. Take a piece first.")
    return hand_work.idea(c, number - 1)


def _trials(c: LeaningContext) -> LeaningResult:
    if c.ui.shown is None:
        return Result(c.ui, say="Take a piece first; trials are for a place shown.")
    work = hand_work.trials(c, idle=False)
    return Result(c.ui, say="" if work else "All trials are done.", work=work)

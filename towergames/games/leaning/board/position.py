"""Questions about the position: pieces that may be placed or put back, their places, and reasons against."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from towergames import physics
from towergames.board.danger import Danger
from towergames.core.contract import Seat, Verdict
from towergames.core.text import count
from towergames.games.leaning import model
from towergames.games.leaning import text as rule_text
from towergames.games.leaning.board.ui_state import FOUND, FREE, PLACE, REBUILD, LeaningContext
from towergames.games.leaning.evaluation import Idea
from towergames.games.leaning.forecast import FAIR_RISK
from towergames.games.leaning.layout import find, label, room_of, touched_by, without
from towergames.games.leaning.model import SIZES, Layout, View
from towergames.games.leaning.placement import facts_aimed
from towergames.games.leaning.rules import first_refusal
from towergames.physics.recording import RecordedPose

ANYWHERE = RecordedPose(0, 0, 0, 1_000_000, 0, 0, 0)
KINDS = {"found": FOUND, "turn": PLACE, "slip": PLACE, "rebuild": REBUILD}
FOUNDING = ("medium", "large")
"""L-2: sizes of a Foundation."""
ROOMY_COLUMNS = 60
"""A board at least this wide has room for long labels below it."""
NOTHING_HELD = "Your hand is empty. Take a piece first."


state_shown = lru_cache(maxsize=8)(model.state_of)
"""The state behind a view, for the judge."""


@lru_cache(maxsize=1)
def unavailable_reason() -> str:
    """Why physics does not work here, as a sentence; '' if it works."""
    return physics.unavailable_reason()


def is_roomy(c: LeaningContext) -> bool:
    """Whether the board is wide enough for long labels and lines below it."""
    return not 0 < c.room[0] < ROOMY_COLUMNS


def decision_key(c: LeaningContext) -> tuple[object, ...]:
    """Key of the decision at hand; when it changes, the prepared move is discarded."""
    view = c.view
    tries = (view.tries, view.failed)
    table = (view.next_piece, view.broken, view.layout, view.hands, view.held)
    return c.seat, c.phase, tries, view.refused, *table


# --- what may be taken in hand ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """One size: numbers in hand and held, and the sentence and rule why none may be placed now ('' if one may)."""

    size: str
    left: int
    held: int
    why_not: str = ""
    rule: str = ""


def offers(c: LeaningContext) -> tuple[Offer, ...]:
    """The three sizes of the viewer, or of the active player."""
    seat = c.seat if c.seat is not None else c.view.active
    if not 0 <= seat < c.view.seats:
        return ()
    return _offers(c.view, seat, c.phase, "" if c.phase else c.waiting())


@lru_cache(maxsize=8)
def _offers(view: View, seat: Seat, phase: str, waiting: str) -> tuple[Offer, ...]:
    rows = zip(SIZES, view.hands[seat], view.held[seat], strict=True)
    return tuple(Offer(size, left, held, *_why_not(view, seat, size, phase, waiting)) for size, left, held in rows)


def _why_not(view: View, seat: Seat, size: str, phase: str, waiting: str) -> tuple[str, str]:
    """Why no piece of that size can be placed now, and the rule."""
    match phase:
        case "found":
            return "" if size in FOUNDING else rule_text.FOUNDATION_SIZES, "L-2"
        case "slip":
            assert view.in_hand is not None
            slipped = view.in_hand.size
            return "" if size == slipped else rule_text.slipped(slipped), "L-14"
        case "rebuild":
            return rule_text.put_back_first(view.broken), "L-17"
        case "turn":
            refused = first_refusal(state_shown(view), model.Place(size, any(view.held[seat]), 0, ANYWHERE))
            return (refused.text, refused.rule) if refused else ("", "")
    return waiting, ""


def places_held(c: LeaningContext) -> bool:
    """Whether a held piece is placed now (L-11: held pieces go first)."""
    view = c.view
    if c.phase == "slip":
        return view.in_hand is not None and view.in_hand.held
    return c.seat is not None and c.seat < view.seats and any(view.held[c.seat])


def placeable(c: LeaningContext) -> tuple[str, ...]:
    """The sizes that may be placed now."""
    return tuple(offer.size for offer in offers(c) if not offer.why_not)


def chosen_size(context: LeaningContext) -> str:
    """The chosen size if the viewer has it, even if only to hold it; else a placeable size with many pieces."""
    view = context.view
    if context.phase == "slip" and view.in_hand is not None:
        return view.in_hand.size
    known = offers(context)
    if context.phase == "found":
        return context.ui.size if context.ui.size in FOUNDING else "large"
    if any(offer.size == context.ui.size and offer.left + offer.held for offer in known):
        return context.ui.size
    good = [offer for offer in known if not offer.why_not]
    having = good or [offer for offer in known if offer.left + offer.held] or list(known)
    return max(having, key=lambda offer: (offer.held, offer.left, offer.size != "small")).size if having else "large"


# --- the table that the hand works on ---------------------------------------------------------------


def table_of(view: View, kind: str, piece: int) -> Layout:
    """The pieces on the table, without those in the hand."""
    if kind == FOUND:
        return Layout()
    if view.phase == "slip" and view.before is not None:
        return view.before
    return without(view.layout, {piece}) if kind == REBUILD else view.layout


def numbers_of(view: View, kind: str, piece: int) -> tuple[int, ...]:
    """The numbers that the pieces in hand have on the table."""
    if kind == FOUND:
        return 1, 2
    if view.phase == "slip" and view.in_hand is not None:
        return (view.in_hand.piece,)
    return (piece,) if kind == REBUILD else (view.next_piece,)


def base(c: LeaningContext) -> Layout:
    """The table on which the hand works now."""
    return table_of(c.view, c.ui.kind or KINDS.get(c.phase, ""), c.ui.piece)


def targets(c: LeaningContext) -> tuple[int, ...]:
    """The pieces that can be leaned on."""
    return tuple(one.id for one in base(c).pieces)


def leans_on(context: LeaningContext) -> int:
    """The target: the chosen piece, else the idea's, a touched one, or the latest (0: none)."""
    if context.ui.kind == FOUND:
        return 2 - context.ui.which if len(context.ui.ghost) == 2 else 0
    known = targets(context)
    hinted = (context.ui.shown.target,) if context.ui.shown else ()
    touched = context.ui.aim.touches if context.ui.aim else ()
    likely: tuple[int, ...] = (context.ui.target, *hinted, *touched, *known[::-1])
    for piece in likely:
        if piece in known:
            return piece
    return 0


def room(c: LeaningContext, piece: int) -> int | None:
    """L-4: number of free contacts of a piece on the hand's table; None if there is no limit."""
    layout = base(c)
    one = find(layout, piece)
    return room_of(layout, one) if one is not None and c.view.terms.contacts == "both" else None


def room_words(c: LeaningContext, piece: int) -> str:
    """The free contacts of a piece in words; '' if there is no limit."""
    free = room(c, piece)
    if free is None:
        return ""
    return f"room for {count(free, 'contact')}" if free else "full"


def target_words(c: LeaningContext, piece: int) -> str:
    """A piece to lean on, for people: ``P3, medium, Ann's, room for 1 contact``."""
    return ", ".join(filter(None, (piece_words(c, piece), room_words(c, piece))))


def why_full(context: LeaningContext) -> str:
    """L-4: why the piece about to be taken finds no place at the target, or anywhere; '' if it may.

    Under free control everything may be tried.
    """
    layout = base(context)
    target = find(layout, context.ui.target)
    if context.view.terms.contacts != "both" or not layout.pieces or context.ui.control == FREE:
        return ""
    if all_full(context):
        return f"Every piece is full. {_without_room(context)}"
    if context.ui.kind != PLACE or target is None or room_of(layout, target):
        return ""
    contacts = count(len(touched_by(layout, target.id)), "contact")
    return f"{label(target.id)} is full: it has {contacts}. Lean on another piece."


def all_full(c: LeaningContext) -> bool:
    """L-4: whether no piece may touch another one more, so that only free control may try."""
    layout = base(c)
    limited = c.view.terms.contacts == "both" and c.ui.control != FREE and bool(layout.pieces)
    return limited and not any(room_of(layout, one) for one in layout.pieces)


def _without_room(c: LeaningContext) -> str:
    match c.phase:
        case "slip":
            return "Leave your piece where it lies, or give it up."
        case "rebuild":
            return "Leave the piece where it lies."
    if c.ui.held:
        return "Hold one more piece, or give one up."
    return f"Hold a piece, or {'pass' if c.view.terms.passing == 'free' else 'skip'}."


def to_rebuild(context: LeaningContext) -> tuple[int, ...]:
    """The pieces to be put back by hand, the ones that stood lowest first: others may rest on them (L-17)."""
    view = context.view
    if context.phase != "rebuild" or view.terms.rebuild != "by-hand":
        return ()
    stood = view.stood or Layout()

    def height(piece: int) -> tuple[int, int]:
        one = find(stood, piece)
        return (one.level, piece) if one else (0, piece)

    return tuple(sorted(view.broken, key=height))


def tries_left(view: View) -> tuple[tuple[int, int], ...]:
    """(piece, tries left) of the pieces to be put back that were let go of in vain (L-17)."""
    return tuple((one, view.terms.tries - view.failed.count(one)) for one in view.broken if one in view.failed)


def size_of(view: View, piece: int) -> str:
    one = find(view.layout, piece)
    return one.size if one else ""


def why_no_hand(context: LeaningContext) -> str:
    """Why no piece can be taken in hand now; '' if one can."""
    now, view = context.phase, context.view
    if not now:
        return context.waiting()
    if unavailable_reason():
        return f"No piece can be let go here. {unavailable_reason()}"
    if now == "found" and view.tries >= model.FOUNDATION_TRIES:
        return rule_text.tries_used(model.FOUNDATION_TRIES)
    if now == "slip" and view.tries >= view.terms.tries:
        return rule_text.NO_TRIES
    if now == "rebuild" and not to_rebuild(context):
        return rule_text.AT_ONCE
    if now == "turn" and not placeable(context):
        reasons = [offer.why_not for offer in offers(context) if offer.left + offer.held]
        return reasons[0] if reasons else "You have no piece left."
    return ""


def level_of(c: LeaningContext) -> int | None:
    """The level of the piece in hand at its present pose (L-9); None while it touches nothing."""
    aim = c.ui.aim
    if aim is None or c.ui.kind not in (PLACE, REBUILD) or not (aim.corners or aim.touches):
        return None
    number = numbers_of(c.view, c.ui.kind, c.ui.piece)[0]
    return facts_aimed(c.ui.sizes[0], c.ui.held, aim, base(c), number).level


def touched(context: LeaningContext) -> tuple[int, ...]:
    """The pieces that the one in hand touches, where a fall may move them."""
    return context.ui.aim.touches if context.ui.aim is not None and context.ui.kind in (PLACE, REBUILD) else ()


def piece_words(c: LeaningContext, piece: int) -> str:
    """A piece for people: ``P3, medium, Ann's``."""
    one = find(c.view.layout, piece)
    if one is None:
        return label(piece)
    owner = "neutral" if one.owner < 0 else f"{c.name_of(one.owner)}'s"
    return f"{label(piece)}, {one.size}, {owner}"


# --- what letting go would do -----------------------------------------------------------------------


def let_go(context: LeaningContext) -> model.LayFoundation | model.Place | model.Rebuild | None:
    """The action that lets go of the piece in hand; None while the hand is empty or moving."""
    ui = context.ui
    if not ui.grips or ui.pending or ui.half or not context.phase:
        return None
    pose = RecordedPose(*ui.ghost[0].recorded())
    if ui.kind == FOUND:
        return model.LayFoundation(ui.sizes[0], pose, ui.sizes[1], RecordedPose(*ui.ghost[1].recorded()))
    if ui.aim is None:
        return None
    if ui.kind == REBUILD:
        return model.Rebuild(ui.piece, pose, ui.aim)
    return model.Place(ui.sizes[0], ui.held, leans_on(context), pose, ui.aim)


def verdict(c: LeaningContext) -> Verdict | None:
    """The verdict on a release of the piece in hand, or on the action of a hint; None while there is none."""
    if c.ui.advised and c.ui.grips and c.verdict is not None:
        return c.verdict
    action = let_go(c)
    return c.game.judge(state_shown(c.view), action) if action is not None else None


EVEN_CHANCE = 0.5
"""The chance to stand below which an offered place is said to fall."""


def danger(context: LeaningContext) -> Danger | None:
    """The fall that letting go of the piece in the hand brings; None where it stands or nothing is known yet."""
    if context.ui.shown is not None:
        return danger_of(context.ui.shown)
    preview = context.ui.preview
    if preview is None or not (preview.falls or preview.felled):
        return None
    return Danger(others=bool(preview.felled))


def danger_of(idea: Idea) -> Danger | None:
    """The fall that an offered place threatens; None where the piece very likely stands."""
    good, slip, *moved = idea.forecast.chances
    if not idea.forecast.is_screened or good >= 1 - FAIR_RISK:
        return None
    return Danger(others=sum(moved) >= slip, possible=good >= EVEN_CHANCE)


def piece_back(c: LeaningContext) -> int:
    """The disturbed piece that is meant: the one in hand, the target, or the next one; 0 for none."""
    waiting = to_rebuild(c)
    for piece in (c.ui.piece, c.ui.target, *waiting):
        if piece in waiting:
            return piece
    return 0

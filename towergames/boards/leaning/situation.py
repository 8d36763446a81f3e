"""What a scene asks of the hand: which piece may be placed or put back, on which table, and why nothing can be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from towergames import physics
from towergames.boards.leaning.pointer import FOUND, FREE, PLACE, REBUILD, Pointer, TableScene
from towergames.core.contract import Decide, Seat
from towergames.core.text import count
from towergames.games.leaning.layout import facts_aimed, find, label, room_of, touched_by, without
from towergames.games.leaning.model import FOUNDATION_TRIES, PIPS, SIZES, Layout, Place, Pose, View, state_of
from towergames.games.leaning.rules import first_refusal

ANYWHERE = Pose(0, 0, 0, 1_000_000, 0, 0, 0)
KINDS = {"found": FOUND, "turn": PLACE, "slip": PLACE, "rebuild": REBUILD}
FOUNDING = ("medium", "large")
"""L-2: what a Foundation can be made of."""


@lru_cache(maxsize=1)
def missing() -> str:
    """Empty where physics works, else one sentence why not."""
    return physics.available()


def phase(scene: TableScene) -> str:
    """The phase that the looker must decide in now, else ''."""
    return scene.view.phase if scene.may_act and isinstance(scene.turn, Decide) else ""


def decision_of(scene: TableScene) -> tuple[object, ...]:
    """What the hand is about: once this has changed, nothing in it makes sense any more."""
    view = scene.view
    tries = (view.tries, view.failed)
    table = (view.next_piece, view.broken, view.layout, view.hands, view.held)
    return scene.seat, phase(scene), tries, view.refused, *table


# --- what may be taken in hand ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """One size: how many are in hand and held, and the sentence and rule why none may be placed now (or empty)."""

    size: str
    left: int
    held: int
    why_not: str = ""
    rule: str = ""


def offers(scene: TableScene) -> tuple[Offer, ...]:
    """The three sizes of whoever looks, or of the one who is on."""
    view = scene.view
    seat = scene.seat if scene.seat is not None else view.active
    if not 0 <= seat < view.seats:
        return ()
    return tuple(_offer(scene, seat, at) for at in range(len(SIZES)))


def _offer(scene: TableScene, seat: Seat, at: int) -> Offer:
    view, size = scene.view, SIZES[at]
    left, held = view.hands[seat][at], view.held[seat][at]
    now = phase(scene)
    if now == "found":
        good = size in FOUNDING
        return Offer(size, left, held, "" if good else "The Foundation is made of medium and large pieces.", "L-2")
    if now == "slip":
        assert view.in_hand is not None
        good = size == view.in_hand.size
        return Offer(
            size, left, held, "" if good else f"The slipped piece is {view.in_hand.size}; place that one.", "L-14"
        )
    if now == "rebuild":
        return Offer(size, left, held, f"No piece is placed before {_broken(view)} put back.", "L-17")
    if now != "turn":
        return Offer(size, left, held, scene.waiting())
    refused = first_refusal(state_of(view), Place(size, any(view.held[seat]), 0, ANYWHERE))
    return Offer(size, left, held, refused.text, refused.rule) if refused else Offer(size, left, held)


def _broken(view: View) -> str:
    if view.terms.rebuild == "restore":
        return "everything is"
    return f"{' and '.join(map(label, view.broken))} {'are' if len(view.broken) > 1 else 'is'}"


def places_held(scene: TableScene) -> bool:
    """Whether what is placed now is a held piece (L-11: they go first)."""
    view = scene.view
    if phase(scene) == "slip":
        return view.in_hand is not None and view.in_hand.held
    return scene.seat is not None and scene.seat < view.seats and any(view.held[scene.seat])


def placeable(scene: TableScene) -> tuple[str, ...]:
    """The sizes that may be placed now."""
    return tuple(offer.size for offer in offers(scene) if not offer.why_not)


def chosen_size(scene: TableScene, pointer: Pointer) -> str:
    """The size chosen, if whoever looks has it; else the one of which there are most that may be placed."""
    view = scene.view
    if phase(scene) == "slip" and view.in_hand is not None:
        return view.in_hand.size
    known = offers(scene)
    if phase(scene) == "found":
        return pointer.size if pointer.size in FOUNDING else "large"
    good = [offer for offer in known if not offer.why_not]
    mine = [offer.size for offer in good or known if offer.left + offer.held]
    if pointer.size in mine:
        return pointer.size
    having = good or [offer for offer in known if offer.left + offer.held] or list(known)
    return max(having, key=lambda offer: (offer.held, offer.left, offer.size != "small")).size if having else "large"


# --- the table that the hand works on ---------------------------------------------------------------


def table_of(view: View, kind: str, piece: int) -> Layout:
    """What stands and lies there, without what is in the hand."""
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


def base(scene: TableScene, pointer: Pointer) -> Layout:
    """The table that the hand works on now."""
    return table_of(scene.view, pointer.kind or KINDS.get(phase(scene), ""), pointer.piece)


def targets(scene: TableScene, pointer: Pointer) -> tuple[int, ...]:
    """The pieces that one can lean on."""
    return tuple(one.id for one in base(scene, pointer).pieces)


def leans_on(scene: TableScene, pointer: Pointer) -> int:
    """The piece that the hand is about: the one chosen, else the idea's, one touched, or the latest (0: none)."""
    if pointer.kind == FOUND:
        return 2 - pointer.which if len(pointer.ghost) == 2 else 0
    known = targets(scene, pointer)
    hinted = (pointer.ideas[pointer.idea].target,) if 0 <= pointer.idea < len(pointer.ideas) else ()
    touched = pointer.aim.touches if pointer.aim else ()
    return next((piece for piece in (pointer.target, *hinted, *touched, *known[::-1]) if piece in known), 0)


def room(scene: TableScene, pointer: Pointer, piece: int) -> int | None:
    """L-4: how many contacts a piece has free on the table that the hand works on; None where there is no limit."""
    layout = base(scene, pointer)
    one = find(layout, piece)
    return room_of(layout, one) if one is not None and scene.view.terms.contacts == "both" else None


def pips(scene: TableScene, pointer: Pointer, piece: int) -> str:
    """The pips of a piece, a block for every contact that is free and a dot for every other; empty without a limit."""
    free, one = room(scene, pointer, piece), find(scene.view.layout, piece)
    if free is None or one is None:
        return ""
    return ("#" if scene.ascii_only else "▄") * free + "." * (PIPS[one.size] - free)


def room_words(scene: TableScene, pointer: Pointer, piece: int) -> str:
    """What a piece can still take, in words; empty where there is no limit."""
    free = room(scene, pointer, piece)
    if free is None:
        return ""
    return f"room for {count(free, 'contact')}" if free else "full"


def target_words(scene: TableScene, pointer: Pointer, piece: int) -> str:
    """A piece to lean on as people say it: ``P3, medium, Ann's, room for 1 contact``."""
    return ", ".join(filter(None, (piece_words(scene, piece), room_words(scene, pointer, piece))))


def why_full(scene: TableScene, pointer: Pointer) -> str:
    """L-4: why the piece about to be taken finds no place at the target, or anywhere; '' where it may.

    Under free control everything may be tried.
    """
    layout = base(scene, pointer)
    target = find(layout, pointer.target)
    if scene.view.terms.contacts != "both" or not layout.pieces or pointer.control == FREE:
        return ""
    if not any(room_of(layout, one) for one in layout.pieces):
        return f"Every piece is full. {_without_room(scene, pointer)}"
    if pointer.kind != PLACE or target is None or room_of(layout, target):
        return ""
    contacts = count(len(touched_by(layout, target.id)), "contact")
    return f"{label(target.id)} is full: it has {contacts}. Choose another target."


def _without_room(scene: TableScene, pointer: Pointer) -> str:
    match phase(scene):
        case "slip":
            return "Accept the piece where it lies, or give it up."
        case "rebuild":
            return "Keep the piece where it lies."
    if pointer.held:
        return "Hold one more piece, or give one up."
    return f"Hold a piece, or {'pass' if scene.view.terms.passing == 'free' else 'skip'}."


def to_rebuild(scene: TableScene) -> tuple[int, ...]:
    """The pieces to be put back by hand, the ones that stood lowest first: others may rest on them (L-17)."""
    view = scene.view
    if phase(scene) != "rebuild" or view.terms.rebuild != "by-hand":
        return ()
    stood = view.stood or Layout()

    def height(piece: int) -> tuple[int, int]:
        one = find(stood, piece)
        return (one.level, piece) if one else (0, piece)

    return tuple(sorted(view.broken, key=height))


def tries_left(view: View) -> tuple[tuple[int, int], ...]:
    """(piece, tries that it has left) of the pieces to be put back that were let go of in vain (L-17)."""
    return tuple((one, view.terms.tries - view.failed.count(one)) for one in view.broken if one in view.failed)


def size_of(view: View, piece: int) -> str:
    """The size of a piece on the table."""
    one = find(view.layout, piece)
    return one.size if one else ""


def why_no_hand(scene: TableScene) -> str:
    """Why nothing can be taken in hand now, or ''."""
    now, view = phase(scene), scene.view
    if not now:
        return scene.waiting()
    if missing():
        return f"Pieces cannot be let go here: {missing()}"
    if now == "found" and view.tries >= FOUNDATION_TRIES:
        return f"After {FOUNDATION_TRIES} tries the table sets the Foundation up."
    if now == "slip" and view.tries >= view.terms.tries:
        return "That was the last try for this piece."
    if now == "rebuild" and not to_rebuild(scene):
        return "In this game everything is put back at once."
    if now == "turn" and not placeable(scene):
        told = [offer.why_not for offer in offers(scene) if offer.left + offer.held]
        return told[0] if told else "There is no piece left."
    return ""


def level_of(scene: TableScene, pointer: Pointer) -> int | None:
    """The level that the piece in hand would have where it is (L-9); None while it touches nothing."""
    aim = pointer.aim
    if aim is None or pointer.kind not in (PLACE, REBUILD) or not (aim.corners or aim.touches):
        return None
    number = numbers_of(scene.view, pointer.kind, pointer.piece)[0]
    return facts_aimed(pointer.sizes[0], pointer.held, aim, base(scene, pointer), number).level


def piece_words(scene: TableScene, piece: int) -> str:
    """A piece as people say it: ``P3, medium, Ann's``."""
    one = find(scene.view.layout, piece)
    if one is None:
        return label(piece)
    owner = "neutral" if one.owner < 0 else f"{scene.name_of(one.owner)}'s"
    return f"{label(piece)}, {one.size}, {owner}"

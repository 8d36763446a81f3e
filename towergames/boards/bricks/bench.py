"""What a scene holds for this board: whose bench is shown, its tower and cards, and the ledger of any tower."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from towergames.boards.desk import Reply, Scene
from towergames.core.contract import Decide, Seat
from towergames.games.bricks.construction import BuildingStep, CannotError, build, cards_left
from towergames.games.bricks.judge import Ledger, judge, settle
from towergames.games.bricks.model import Action, Bench, View, known_rules
from towergames.games.bricks.moves import Insight, insight
from towergames.games.bricks.pieces import Code, Piece, Tower
from towergames.games.bricks.readings import Readings
from towergames.games.bricks.words import Found, lexicon_of

WARMING = (tuple(Piece("red", letter, 1, "hexagon") for letter in "AE" + 30 * "Q"),)
"""A tower of many letters that make no long word, so that words of every length are looked through."""

TableScene = Scene[View]
TableReply = Reply[Action]


def phase(scene: TableScene) -> str:
    """``pick`` or ``build`` when the looker must decide that now, else ''."""
    return scene.view.phase if scene.may_act and isinstance(scene.turn, Decide) else ""


def over(scene: TableScene) -> bool:
    """Whether all towers lie open and are judged."""
    return scene.view.phase == "over"


def shown_seat(scene: TableScene) -> Seat:
    """Whose bench is drawn: the looker's, or for a spectator that of whoever is on."""
    seat = scene.seat if scene.seat is not None else scene.view.active
    return seat if 0 <= seat < len(scene.view.benches) else 0


def bench(scene: TableScene) -> Bench | None:
    """The bench drawn, None where the looker may not see it."""
    return scene.view.benches[shown_seat(scene)]


def tower_of(scene: TableScene) -> Tower:
    """The tower in hand, or the one handed in; nothing where it may not be seen."""
    own = bench(scene)
    if own is None:
        return ()
    return own.tower if own.tower is not None else own.draft


def cards(scene: TableScene) -> tuple[Code, ...]:
    """The cards that the shown seat builds from, used or not."""
    return scene.view.cards_of(shown_seat(scene)) if bench(scene) is not None else ()


def left(scene: TableScene) -> Counter[Code]:
    """The cards that the tower in hand does not use."""
    return _left(tower_of(scene), cards(scene))


@lru_cache(maxsize=64)
def _left(tower: Tower, own: tuple[Code, ...]) -> Counter[Code]:
    return cards_left(tower, own)


def known(scene: TableScene) -> frozenset[int]:
    """The numbers of the rules that the shown seat knows; all once the game is over."""
    own = bench(scene)
    if over(scene) or own is None:
        return frozenset(range(1, 37))
    return known_rules(scene.view.terms, own)


def after(scene: TableScene, step: BuildingStep) -> Tower | None:
    """The tower in hand after a step; None when no hand could do it."""
    return _after(tower_of(scene), step, cards(scene), scene.view.terms.readings)


@lru_cache(maxsize=512)
def _after(tower: Tower, step: BuildingStep, own: tuple[Code, ...], readings: Readings) -> Tower | None:
    try:
        return build(tower, step, own, readings)
    except CannotError:
        return None


# --- the ledger -------------------------------------------------------------------------------------


def open_ledger(scene: TableScene) -> bool:
    """Whether the looker may see what the tower breaks and scores (B-27)."""
    return scene.view.terms.live or over(scene)


def ledger(scene: TableScene, tower: Tower, word: str = "") -> Ledger:
    """The ledger of a tower in this game; without the word list, no words are found."""
    view = scene.view
    asked = (word or "-") if view.terms.typed else ""
    return _ledger(tower, view.list_id, view.list_sha256, view.terms.readings, asked)


def whole_ledger(scene: TableScene, tower: Tower) -> Ledger:
    """The ledger of a tower with its longest word, also where people have to find that themselves (B-14)."""
    view = scene.view
    return _ledger(tower, view.list_id, view.list_sha256, view.terms.readings, "")


@lru_cache(maxsize=2048)
def _ledger(tower: Tower, list_id: str, sha256: str, readings: Readings, word: str) -> Ledger:
    lexicon = lexicon_of(list_id, sha256)
    return judge(tower, lexicon, readings, word=word) if lexicon is not None else settle(tower, Found(), readings)


def seen(scene: TableScene, tower: Tower, word: str = "") -> Insight:
    """The ledger as far as the shown seat knows the rules (B-25)."""
    return insight(ledger(scene, tower, word), known(scene))


def final(scene: TableScene, seat: Seat) -> Ledger:
    """The ledger of a tower that was handed in and appraised."""
    own = scene.view.benches[seat]
    tower = own.tower if own is not None and own.tower is not None else ()
    return _final(tower, scene.view.found[seat], scene.view.terms.readings)


@lru_cache(maxsize=64)
def _final(tower: Tower, found: Found, readings: Readings) -> Ledger:
    return settle(tower, found, readings)


def warm(scene: TableScene) -> None:
    """Read the word list and make its index, as the first tower would."""
    lexicon = lexicon_of(scene.view.list_id, scene.view.list_sha256)
    if lexicon is not None:
        judge(WARMING, lexicon, scene.view.terms.readings)

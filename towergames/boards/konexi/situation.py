"""What a scene asks of the hand: whose decision it is, which letters are on offer, where they fit, what they make."""

from __future__ import annotations

from functools import lru_cache

from towergames.boards.konexi.pointer import Pointer, TableScene
from towergames.core.contract import Decide
from towergames.games.konexi.lattice import Spot, tower_of
from towergames.games.konexi.letters import plastic
from towergames.games.konexi.model import Place, state_of
from towergames.games.konexi.rules import first_refusal
from towergames.games.konexi.statics import reach
from towergames.games.konexi.turns import offered, places_of
from towergames.games.konexi.words import available, find_words, lexicon_of
from towergames.lexicon import Lexicon


def phase(scene: TableScene) -> str:
    """The phase that the looker must decide in now, else ''."""
    return scene.view.phase if scene.may_act and isinstance(scene.turn, Decide) else ""


def decision_of(scene: TableScene) -> tuple[object, ...]:
    """What the hand is about: once this has changed, nothing in it makes sense any more."""
    view = scene.view
    turn = (view.face, view.only, view.new, view.said, view.round)
    return scene.seat, phase(scene), view.tower, view.circle, view.gap, *turn


# --- letters and places -------------------------------------------------------------------------------


def offers(scene: TableScene) -> str:
    """The letters on offer in phase place, for whoever looks; else none."""
    return offered(scene.view) if scene.view.phase == "place" else ""


def places(scene: TableScene, pointer: Pointer) -> tuple[Spot, ...]:
    """The legal places of the letter in hand, from left to right and from below."""
    return places_of(scene.view, pointer.letter) if pointer.letter else ()


def refusal(scene: TableScene, spot: Spot) -> tuple[str, str]:
    """Why a letter may not be put there, and the rule; two empty texts when it may."""
    found = first_refusal(state_of(scene.view), Place(*spot))
    return (found.text, found.rule) if found else ("", "")


# --- what a place would make: only shown as help ------------------------------------------------------


def words_here(scene: TableScene, spot: Spot) -> tuple[str, ...]:
    """The words that a letter would make in a place, the longest first; none where the word list is not here."""
    lexicon = lexicon_of(scene.view)
    return _words(lexicon, (*scene.view.tower, spot), scene.view.terms.shortest) if lexicon is not None else ()


@lru_cache(maxsize=512)
def _words(lexicon: Lexicon, spots: tuple[Spot, ...], shortest: int) -> tuple[str, ...]:
    return find_words(lexicon, tower_of(spots).notched, spots[-1].letter, shortest)


def words_now(scene: TableScene) -> tuple[str, ...]:
    """The words that the new letter makes in the tower (K-9: only for hints)."""
    return available(scene.view) if scene.view.phase == "word" else ()


def balance_here(scene: TableScene, spot: Spot) -> int:
    """How far inside its foot the weight would be on paper with the letter there, in micrometres; below 0 it tips."""
    return plastic().cell_um * reach(tower_of(scene.view.tower), spot) // 1000

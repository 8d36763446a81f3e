"""Questions on a context of this board: the bench shown, its tower and cards, and the ledger of any tower."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from towergames.board.protocol import Context
from towergames.core.contract import Seat
from towergames.games.bricks.construction import CannotError, build, cards_left
from towergames.games.bricks.judge import Ledger, judge, judge_known_words, lexicon_of
from towergames.games.bricks.model import Action, Bench, BuildingStep, View, known_rules
from towergames.games.bricks.moves import Insight, insight
from towergames.games.bricks.pieces import Code, Piece, Tower
from towergames.games.bricks.rules import FoundWords, Readings

WARMING = (tuple(Piece("red", letter, 1, "hexagon") for letter in "AE" + 30 * "Q"),)
"""A tower of many letters that make no long word, so that words of every length are looked through."""

AnyBricksContext = Context[View, Any, Action]
"""A context with any UiState."""


def over(c: AnyBricksContext) -> bool:
    """Whether all towers lie open and are judged."""
    return c.view.phase == "over"


def shown_seat(c: AnyBricksContext) -> Seat:
    """The seat whose bench is drawn: the viewer's, or for a spectator that of the player to move."""
    seat = c.seat if c.seat is not None else c.view.active
    return seat if 0 <= seat < len(c.view.benches) else 0


def bench(c: AnyBricksContext) -> Bench | None:
    """The bench that is drawn; None where the viewer may not see it."""
    return c.view.benches[shown_seat(c)]


def tower_of(c: AnyBricksContext) -> Tower:
    """The tower in hand, or the one handed in; nothing where it may not be seen."""
    own = bench(c)
    if own is None:
        return ()
    return own.tower if own.tower is not None else own.draft


def cards(c: AnyBricksContext) -> tuple[Code, ...]:
    """The cards that the shown seat builds from, used or not."""
    return c.view.cards_of(shown_seat(c)) if bench(c) is not None else ()


def left(c: AnyBricksContext) -> Counter[Code]:
    """The cards that the tower in hand does not use."""
    return cards_left(tower_of(c), cards(c))


def known(c: AnyBricksContext) -> frozenset[int]:
    """The numbers of the rules that the shown seat knows; all once the game is over."""
    own = bench(c)
    if over(c) or own is None:
        return frozenset(range(1, 37))
    return known_rules(c.view.terms, own)


def after(c: AnyBricksContext, step: BuildingStep) -> Tower | None:
    """The tower in hand after a step; None when the step is impossible."""
    return _after(tower_of(c), step, cards(c), c.view.terms.readings)


@lru_cache(maxsize=128)
def _after(tower: Tower, step: BuildingStep, own: tuple[Code, ...], readings: Readings) -> Tower | None:
    try:
        return build(tower, step, own, readings)
    except CannotError:
        return None


def draft_names(c: AnyBricksContext) -> tuple[str, ...]:
    """The drafts of the shown bench, in the order in which they were begun."""
    own = bench(c)
    return tuple(draft.name for draft in own.drafts) if own is not None else ()


def draft_tower(c: AnyBricksContext, name: str) -> Tower:
    """The tower of a draft; nothing where there is no such draft."""
    own = bench(c)
    for draft in own.drafts if own is not None else ():
        if draft.name == name:
            return draft.tower
    return ()


def active_name(c: AnyBricksContext) -> str:
    own = bench(c)
    return own.active if own is not None else ""


def shows_cards(c: AnyBricksContext) -> bool:
    """Whether cards can be selected: those of a bench that may be seen, or the table's in a duel."""
    return not over(c) and (bench(c) is not None or c.view.phase == "pick")


# --- the ledger -------------------------------------------------------------------------------------


def open_ledger(c: AnyBricksContext) -> bool:
    """Whether the viewer may see what the tower breaks and scores (B-27)."""
    return c.view.terms.live or over(c)


def ledger(c: AnyBricksContext, tower: Tower, word: str = "") -> Ledger:
    """The ledger of a tower in this game; without the word list, no words are found."""
    view = c.view
    asked = (word or "-") if view.terms.typed else ""
    return _ledger(tower, view.list_id, view.list_sha256, view.terms.readings, asked)


def whole_ledger(c: AnyBricksContext, tower: Tower) -> Ledger:
    """The ledger of a tower with its longest word, also where the players have to type it (B-14)."""
    view = c.view
    return _ledger(tower, view.list_id, view.list_sha256, view.terms.readings, "")


@lru_cache(maxsize=128)
def _ledger(tower: Tower, list_id: str, sha256: str, readings: Readings, word: str) -> Ledger:
    lexicon = lexicon_of(list_id, sha256)
    return (
        judge(tower, lexicon, readings, word=word)
        if lexicon is not None
        else judge_known_words(tower, FoundWords(), readings)
    )


def seen(c: AnyBricksContext, tower: Tower, word: str = "") -> Insight:
    """The ledger as far as the shown seat knows the rules (B-25)."""
    return insight(ledger(c, tower, word), known(c))


def final(c: AnyBricksContext, seat: Seat) -> Ledger:
    """The ledger of a tower that was handed in and appraised."""
    own = c.view.benches[seat]
    tower = own.tower if own is not None and own.tower is not None else ()
    return judge_known_words(tower, c.view.found[seat], c.view.terms.readings)


def warm(c: AnyBricksContext) -> None:
    """Read the word list and make its index, as the first tower would."""
    lexicon = lexicon_of(c.view.list_id, c.view.list_sha256)
    if lexicon is not None:
        judge(WARMING, lexicon, c.view.terms.readings)

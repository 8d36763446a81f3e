"""The rules of plays and turns, one function a rule in the order in which they are asked, and the legal actions.

``LAYING`` are the rules about tiles on the board; they know no players and serve the score tool as well. ``RULES`` are
the rules about turns. A later rule may rely on what the earlier ones made sure of.
"""

# ruff: noqa: ARG001 - every rule has the same signature

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec import UNSET

from towergames.core.contract import Refusal
from towergames.core.dice import Dice
from towergames.games.words import grid, text
from towergames.games.words.generator import ScoredPlay, generator_for
from towergames.games.words.grid import Board, Word
from towergames.games.words.model import (
    MOST_EXCHANGES,
    MOST_REFUSED,
    RACK,
    SOLO_EXCHANGES,
    USUAL,
    Accept,
    Action,
    Challenge,
    Exchange,
    Pass,
    Play,
    Public,
    State,
    Terms,
)
from towergames.games.words.notation import TEMPLATES, cells_of, is_letter
from towergames.lexicon import Lexicon, word_lists

# --- tiles about to be laid -------------------------------------------------------------------------


@dataclass
class Laying:
    """Tiles about to be laid: ``tiles`` maps squares to tiles, all in one line. ``listed`` None: no word is checked."""

    board: Board
    tiles: dict[int, str]
    terms: Terms = USUAL
    listed: Collection[str] | None = None

    @cached_property
    def formed(self) -> tuple[Word, ...]:
        return grid.formed(self.board, self.tiles)


# --- tiles on the board -----------------------------------------------------------------------------


def rule_no_gaps(laying: Laying) -> Refusal | None:
    """U-6: with the tiles that stand there the new ones make an unbroken line."""
    cells, size = sorted(laying.tiles), laying.terms.size
    step = size if cells[0] % size == cells[-1] % size else 1
    for cell in range(cells[0], cells[-1] + 1, step):
        if cell not in laying.tiles and not laying.board[cell]:
            return text.gap(cell, size)
    return None


def rule_height(laying: Laying) -> Refusal | None:
    """U-19: no stack grows above the limit."""
    for cell in laying.tiles:
        if len(laying.board[cell]) >= laying.terms.height:
            return text.full(cell, laying.terms.size, laying.terms.height)
    return None


def rule_other_letter(laying: Laying) -> Refusal | None:
    """R-14: a tile never covers its own letter."""
    for cell, tile in laying.tiles.items():
        if laying.board[cell].endswith(tile):
            return text.same_letter(cell, laying.terms.size, tile)
    return None


def rule_first_word(laying: Laying) -> Refusal | None:
    """U-5: the first word has two tiles or more and covers a centre square."""
    if any(laying.board):
        return None
    if len(laying.tiles) < 2:
        return text.first_needs_two(min(laying.tiles), laying.terms.size)
    if not grid.centre(laying.terms.size) & laying.tiles.keys():
        return text.first_off_centre(laying.terms.size)
    return None


def rule_connected(laying: Laying) -> Refusal | None:
    """U-6: after the first word, something laid lies on or beside a tile that stands."""
    if not any(laying.board):
        return None
    for cell in laying.tiles:
        if laying.board[cell] or any(laying.board[near] for near in grid.neighbours(cell, laying.terms.size)):
            return None
    return text.touches_nothing(min(laying.tiles), laying.terms.size)


def rule_two_tiles_a_word(laying: Laying) -> Refusal | None:
    """U-20: a play forms at least one word, and a word has two tiles."""
    if not laying.formed:
        return text.no_word(min(laying.tiles), laying.terms.size)
    return None


def rule_cover(laying: Laying) -> Refusal | None:
    """U-2: of every old word at least one tile stays uncovered."""
    if laying.terms.cover:
        for cells in (grid.run(laying.board, cell, down) for cell in laying.tiles for down in (False, True)):
            if len(cells) > 1 and laying.tiles.keys() >= set(cells):
                word = grid.spell("".join(laying.board[cell][-1] for cell in cells))
                return text.covered(word, cells[0], laying.terms.size)
    return None


def rule_plural(laying: Laying) -> Refusal | None:
    """U-3: an S at the end of what stood there before is no play of its own.

    That is: one tile, an S on an empty square, last in every word formed, each of those of three tiles or more, and no
    S before it (PRINCES-S makes no plural).
    """
    cell, *more = laying.tiles
    if not laying.terms.plural or more or laying.tiles[cell] != "S" or laying.board[cell]:
        return None
    if any(word.cells[-1] != cell or len(word.cells) < 3 or word.tiles[-2] == "S" for word in laying.formed):
        return None
    return text.only_an_s(cell, laying.terms.size)


def rule_words(laying: Laying) -> Refusal | None:
    """U-7: every word formed is in the list."""
    if laying.listed is None:
        return None
    bad = [word for word in laying.formed if word.text not in laying.listed]
    if not bad:
        return None
    return text.not_listed(tuple(dict.fromkeys(word.text for word in bad)), bad[0].cells[0], laying.terms.size)


LAYING: tuple[Callable[[Laying], Refusal | None], ...] = (
    rule_no_gaps,
    rule_height,
    rule_other_letter,
    rule_first_word,
    rule_connected,
    rule_two_tiles_a_word,
    rule_cover,
    rule_plural,
    rule_words,
)
"""The rules about tiles on the board, in the order in which they are asked."""


def laying_refusal(laying: Laying) -> Refusal | None:
    """The first rule that refuses to lay the tiles, or None."""
    for rule in LAYING:
        refusal = rule(laying)
        if refusal is not None:
            return refusal
    return None


# --- turns ------------------------------------------------------------------------------------------

RuleCheck = Callable[[State, Any], Refusal | None]

_BEFORE = {"words": "R-10", "order": "R-3", "deal": "R-4"}


def rule_a_game_is_on(state: State, action: Any) -> Refusal | None:
    """R-25: moves are made between the deal and the end, when a player is to move."""
    if state.phase == "over":
        return text.OVER
    if state.phase not in ("turn", "answer"):
        return Refusal(_BEFORE.get(state.phase, "R-5"), text.NO_TURN)
    return None


def rule_a_move_of_this_game(state: State, action: Any) -> Refusal | None:
    """R-5: there are five kinds of move, made of squares and tiles that this game has."""
    match action:
        case Pass() | Challenge() | Accept():
            return None
        case Exchange(tile):
            return None if is_letter(tile) else text.NO_TILE
        case Play():
            fits = cells_of(action, state.terms.size) is not None
            return None if fits else text.OFF_BOARD
        case _:
            return text.NO_MOVE


def rule_answer_when_asked(state: State, action: Any) -> Refusal | None:
    """U-12: a play is answered before the game goes on; without one there is nothing to answer."""
    if state.phase == "answer" and not isinstance(action, Accept | Challenge):
        return text.ANSWER_FIRST
    if state.phase == "turn" and isinstance(action, Accept):
        return text.NOTHING_OPEN
    return None


def rule_challenge_a_fresh_play(state: State, action: Any) -> Refusal | None:
    """U-12: only the play just made can be challenged, by another player."""
    if not isinstance(action, Challenge):
        return None
    if state.terms.checking == "auto-check":
        return text.CHECKED
    if state.pending is None:
        return text.TOO_LATE
    return None


def rule_exchange(state: State, action: Any) -> Refusal | None:
    """R-24, U-13, U-17, U-21, U-25: an exchange is the first try of a turn and needs a tile; few are allowed."""
    if not isinstance(action, Exchange):
        return None
    return no_exchange(state, len(state.bag), tuple(map(len, state.racks)))


def no_exchange(table: Public, bag: int, rack_sizes: tuple[int, ...]) -> Refusal | None:
    """Why the active player cannot exchange a tile; tiles due after a play that may be challenged stay in the bag."""
    if table.terms.deal is not UNSET:
        return text.NO_EXCHANGE
    if table.retry:
        return text.TAKEN_BACK
    if bag <= (0 if table.pending is None else RACK - rack_sizes[table.pending.seat]):
        return text.no_bag(bag)
    if table.seats == 1 and table.exchanges[0] >= SOLO_EXCHANGES:
        return text.exchanges_used("U-17", SOLO_EXCHANGES)
    if table.exchanges[table.active] >= MOST_EXCHANGES:
        return text.exchanges_used("U-21", MOST_EXCHANGES)
    return None


def rule_tiles_from_rack(state: State, action: Any) -> Refusal | None:
    """R-6: tiles come from your own rack."""
    rack = state.racks[state.active]
    tiles = ""
    if isinstance(action, Exchange):
        tiles = action.tile
    elif isinstance(action, Play):
        tiles = action.tiles
    missing = Counter(tiles.replace(".", "")) - Counter(rack)
    if missing and isinstance(action, Play) and (direction := _direction_typed(state, action)):
        return text.across_what(direction, action.row * state.terms.size + action.col, state.terms.size)
    return text.not_on_rack(missing, rack) if missing else None


def _direction_typed(state: State, play: Play) -> str:
    """The direction that stands where a word belongs, as in ``play e5 across``; empty where another word does."""
    words = grid.formed(state.board, cells_of(play, state.terms.size) or {})
    for word in words:
        if not word.down and word.text in ("ACROSS", "DOWN"):
            return word.text
    return ""


def rule_tiles_on_the_board(state: State, action: Any) -> Refusal | None:
    """R-7 to R-16: the tiles may lie there and form words."""
    if not isinstance(action, Play):
        return None
    lexicon = lexicon_of(state) if checks_words(state) else None
    cells = cells_of(action, state.terms.size) or {}
    return laying_refusal(Laying(state.board, cells, state.terms, None if lexicon is None else lexicon.words))


RULES: tuple[RuleCheck, ...] = (
    rule_a_game_is_on,
    rule_a_move_of_this_game,
    rule_answer_when_asked,
    rule_challenge_a_fresh_play,
    rule_exchange,
    rule_tiles_from_rack,
    rule_tiles_on_the_board,
)
"""Every rule about turns in the order in which they are asked; the first refusal stands."""


def first_refusal(state: State, action: Any) -> Refusal | None:
    """The first rule that refuses the action, or None when it is legal. Never raises."""
    for rule in RULES:
        refusal = rule(state, action)
        if refusal is not None:
            return refusal
    return None


def checks_words(state: Public) -> bool:
    """U-12, U-22: whether words are looked up before they are played."""
    return state.terms.checking == "auto-check" or state.refused[state.active] >= MOST_REFUSED


def ends_the_turn(terms: Terms, *, again: bool) -> bool:
    """U-12: whether a play that is taken back ends the turn; ``again`` when it was not the first one of that turn."""
    second_by_rules_1 = terms.checking == "challenge" and again
    return second_by_rules_1 or terms.checking == "loser-loses-turn"


def lexicon_of(state: State) -> Lexicon | None:
    """The word list on the table, None when it is not on this machine (U-24)."""
    return word_lists.find(state.list_sha256)


# --- the legal actions: found along the word list when they are asked for ---------------------------


@dataclass(frozen=True)
class WordChoices:
    """Every play whose words are in the list, best first, then exchanges, passing, and answers to the last play.

    Where words can be challenged, plays with other words are legal too; they are not listed.
    """

    state: State

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def sample(self, dice: Dice) -> Action:
        """A random action; each is equally likely."""
        return dice.choice(self._listed)

    @property
    def templates(self) -> tuple[str, ...]:
        """Forms in which the actions are typed."""
        usual = TEMPLATES.get(self.state.phase, ())
        if self.state.phase != "turn":
            return usual
        kinds = {type(action) for action in self._others()}
        left = tuple(template for template in usual if Exchange in kinds or not template.startswith("exchange"))
        return (*left, "challenge") if Challenge in kinds else left

    @cached_property
    def _listed(self) -> tuple[Action, ...]:
        state = self.state
        if state.phase == "answer":
            return (Accept(), Challenge())
        if state.phase != "turn":
            return ()
        return (*(found.action(state.terms.size) for found in all_plays(state)), *self._others())

    def _others(self) -> Iterator[Action]:
        state = self.state
        others: list[Action] = [Exchange(tile) for tile in sorted(set(state.racks[state.active]))]
        others += [Pass(), Challenge()]
        yield from (action for action in others if first_refusal(state, action) is None)


def all_plays(state: State) -> list[ScoredPlay]:
    """Every play of the seat to move, the highest score first, equal ones in the order of squares."""
    found = generator_for(list_for_play(state)).plays(state.board, state.racks[state.active], state.terms)
    return sorted(found, key=lambda play: (-play.score, play.cell, play.down, play.tiles))


def list_for_play(state: State) -> Lexicon:
    """The word list on the table; where it is not on this machine, the one that ships under its name, or the usual."""
    return lexicon_of(state) or word_lists.resolve(state.list_id) or word_lists.load("standard")

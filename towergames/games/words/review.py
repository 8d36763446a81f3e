"""The review of past plays: the highest score that rack and board allowed, found by the generator (2 ms a play)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import UNSET

from towergames.core.contract import AnyGame, Score
from towergames.core.dice import Dice
from towergames.core.review import Candidate, MoveReview
from towergames.core.text import count, listed
from towergames.games.words import leaves
from towergames.games.words.generator import ScoredPlay
from towergames.games.words.grid import Board, bracketed, formed, show_rack, show_tile, show_tiles, size_of, without
from towergames.games.words.model import (
    RACK,
    TASK_PLAYS,
    Action,
    Exchange,
    Pass,
    Play,
    State,
    View,
    imagine,
    unseen_tiles,
)
from towergames.games.words.moves import scored
from towergames.games.words.notation import cells_of, written
from towergames.games.words.rules import all_plays, ends_the_turn
from towergames.games.words.turn_review import WordsTurns

CANDIDATES = 3
"""Plays that score most and stand beside the one that was made."""


class WordsReview:
    """Compares what was played with the highest-scoring play of the list on the table, from the mover's own rack."""

    measure = "The best play scores the most points in its turn. The tiles kept do not count."
    prize = "bonus"

    def find(self, game: AnyGame, view: View, action: Action, later: Sequence[Score] = ()) -> MoveReview | None:
        """The finding for a play, an exchange or a pass; None for answers, and for a play that was taken back and
        followed by another try.
        """
        if view.phase != "turn" or not isinstance(action, Play | Exchange | Pass):
            return None
        undone = any(line.rule == "U-12" for line in later)
        if undone and not ends_the_turn(view.terms, again=view.retry):
            return None  # what follows in that turn counts
        # Only the mover's rack is read of it, and that the view knows: no chance is left in what is found.
        state = imagine(view, Dice(0))
        got, all_seven = (0, False) if undone else _points(state, action)
        made = written(state.board, action) if isinstance(action, Play) else ""
        plays = all_plays(state)
        pile = unseen_tiles(view)
        places = " and ".join(
            place for place, hidden in (("in the bag", view.bag > 0), ("on other racks", None in view.racks)) if hidden
        )
        unseen = f"{places.capitalize()}, {count(len(pile), 'tile')}: {show_tiles(pile)}." if pile else ""
        if not plays:
            return MoveReview("", "no play", 0, got, prize_got=all_seven, made=made, unseen=unseen)
        best = plays[0].action(state.terms.size)
        return MoveReview(
            best=game.notate(best),
            best_effect=written(state.board, best),
            best_points=plays[0].score,
            got_points=got,
            prize=_earns_bonus(plays[0].tiles, state),
            prize_got=all_seven,
            note="The play was taken back." if undone else _with_leaves(state, plays, action, view.bag),
            made=made,
            best_name=_name(state.board, best),
            candidates=_candidates(state, plays, action, got),
            unseen=unseen,
        )


def _points(state: State, action: Any) -> tuple[int, bool]:
    """Points that the action scored at once, and whether it used all seven tiles."""
    if not isinstance(action, Play):
        return 0, False
    return sum(line.points for line in scored(state, action)[2]), _earns_bonus(action.tiles, state)


def _earns_bonus(tiles: str, state: State) -> bool:
    return bool(state.terms.bingo) and len(tiles.replace(".", "")) == RACK


def _name(board: Board, play: Play) -> str:
    """The main word of a play, letters that stand there already in brackets."""
    tiles = cells_of(play, size_of(board)) or {}
    return bracketed(formed(board, tiles)[0], tiles)


def _in_words(board: Board, play: Play) -> str:
    """A play as people write it, and the other words that it makes."""
    _, *others = formed(board, cells_of(play, size_of(board)) or {})
    also = f" with {listed(word.text for word in others)}" if others else ""
    return f"{written(board, play)}{also}"


def _candidates(state: State, plays: list[ScoredPlay], action: Action, got: int) -> tuple[Candidate, ...]:
    """The plays that score most, and the action that was chosen, with the tiles that each keeps."""
    rack = state.racks[state.active]

    def candidate(play: Play, points: int) -> Candidate:
        kept = without(rack, play.tiles)
        return Candidate(
            _in_words(state.board, play), points, f"keeps {show_rack(kept)}" if kept else "", play == action
        )

    found = [candidate(play, points) for points, play in _best_plays(state, plays, action)]
    if any(one.made for one in found):
        return tuple(found)
    if isinstance(action, Play):
        own = replace(candidate(action, got), made=True)
    elif isinstance(action, Exchange):
        own = Candidate(f"exchange {show_tile(action.tile)}", 0, f"keeps {show_rack(without(rack, action.tile))}", True)
    else:
        own = Candidate("pass", 0, f"keeps {show_rack(rack)}", True)
    return (*found, own)


def _best_plays(state: State, plays: list[ScoredPlay], action: Action) -> list[tuple[int, Play]]:
    """The plays that score most, with their points. Of a word that scores as much at several places one is enough:
    the play that was chosen, else the first.
    """
    found: dict[tuple[int, str], Play] = {}
    for scored_play in plays:
        if len(found) == CANDIDATES and scored_play.score < min(found)[0]:
            break
        play, word = scored_play.action(state.terms.size), (scored_play.score, scored_play.words(state.board))
        if (word in found and play == action) or (word not in found and len(found) < CANDIDATES):
            found[word] = play
    return [(points, play) for (points, _), play in found.items()]


def _with_leaves(state: State, plays: list[ScoredPlay], action: Action, bag: int) -> str:
    """The play with the highest score plus leave value, where that is another one than the play with most points."""
    rack, table = state.racks[state.active], leaves.shipped()

    def worth(play: ScoredPlay) -> float:
        return play.score + table.worth(without(rack, play.tiles), bag)

    wise = max(plays, key=worth)
    last = state.terms.deal is not UNSET and state.turns + 1 >= TASK_PLAYS
    if bag <= 0 or last or worth(wise) <= worth(plays[0]):
        return ""
    if wise.action(state.terms.size) == action:
        return "With the tiles kept counted, no play was better." if wise.score < plays[0].score else ""
    return f"With the tiles kept counted, {wise.words(state.board)} for {count(wise.score, 'point')} is better."


REVIEW = WordsReview()
TURNS = WordsTurns()

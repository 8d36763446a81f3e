"""The review of past plays: the highest score that rack and board allowed, found by the generator (2 ms a play)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from towergames.core.contract import AnyGame, Score
from towergames.core.dice import Dice
from towergames.core.review import MoveReview
from towergames.games.words import leaves
from towergames.games.words.generator import ScoredPlay
from towergames.games.words.grid import show_rack, without
from towergames.games.words.model import RACK, Action, Exchange, Pass, Play, State, View, imagine
from towergames.games.words.moves import scored
from towergames.games.words.rules import all_plays, ends_the_turn


class WordsReview:
    """Compares what was played with the highest-scoring play of the list on the table, from the mover's own rack."""

    measure = "Best is the highest score at once; tiles kept for later do not count."
    prize = "bingo"

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
        got, bingo = (0, False) if undone else _points(state, action)
        plays = all_plays(state)
        if not plays:
            return MoveReview("", "no play", 0, got, prize_got=bingo)
        best = plays[0]
        return MoveReview(
            best=game.notate(best.action(state.terms.size)),
            best_effect=best.words(state.board),
            best_points=best.score,
            got_points=got,
            prize=_is_bingo(best.tiles, state),
            prize_got=bingo,
            note="The play was taken back." if undone else _with_leaves(state, plays, view.bag),
        )


def _points(state: State, action: Any) -> tuple[int, bool]:
    """Points that the action scored at once, and whether it used all seven tiles."""
    if not isinstance(action, Play):
        return 0, False
    return sum(line.points for line in scored(state, action)[2]), _is_bingo(action.tiles, state)


def _is_bingo(tiles: str, state: State) -> bool:
    return bool(state.terms.bingo) and len(tiles.replace(".", "")) == RACK


def _with_leaves(state: State, plays: list[ScoredPlay], bag: int) -> str:
    """The play with the highest score plus leave value, where that is another one."""
    rack, table = state.racks[state.active], leaves.shipped()

    def worth(play: ScoredPlay) -> float:
        return play.score + table.worth(without(rack, play.tiles), bag)

    wise = max(plays, key=worth)
    if bag <= 0 or wise == plays[0] or worth(wise) <= worth(plays[0]):
        return ""
    kept = without(rack, wise.tiles)
    keeping = f", keeping {show_rack(kept)}" if kept else ""
    return f"Counting the tiles kept, {wise.words(state.board)} for {wise.score} is better{keeping}."


REVIEW = WordsReview()

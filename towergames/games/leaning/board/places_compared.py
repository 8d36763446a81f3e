"""The answer to "What was best?" where a piece was let go of: both places, tried out again."""

from __future__ import annotations

from towergames.board.protocol import PastDecision, Sentences
from towergames.core.text import sentence
from towergames.games.leaning import text
from towergames.games.leaning.board import position
from towergames.games.leaning.board.ui_state import LeaningContext
from towergames.games.leaning.forecast import expected_in_words
from towergames.games.leaning.model import Action, Place
from towergames.games.leaning.placement_review import is_tempting, judged_place


def sentences(context: LeaningContext, past: PastDecision[Action]) -> Sentences:
    """What each place brings on average, the best one first; () where no two places can be compared.

    It takes seconds; call it in a thread.
    """
    if not isinstance(past.made, Place) or not isinstance(past.best, Place):
        return ()
    state = position.state_shown(context.view)
    chosen = judged_place(state, past.made)
    best = chosen if past.best == past.made else judged_place(state, past.best)
    if chosen is None or best is None:
        return ()
    told = [sentence(text.on_average(expected_in_words(best.forecast), best.average))]
    if best is chosen:
        return tuple(told)
    told.append(text.chosen_on_average(expected_in_words(chosen.forecast), chosen.average))
    if is_tempting(chosen, best):
        told.append(text.tempting(chosen.points))
    return tuple(told)

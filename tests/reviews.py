"""Reviews of turns that tests read: in few worlds, and each turn judged once in a process."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from towergames.core.feat import Play
from towergames.core.review import TurnReview, TurnReviewer
from towergames.table import turn_review
from towergames.table.history import History

_JUDGED: dict[tuple[object, ...], TurnReview] = {}


def judge_once(patch: pytest.MonkeyPatch, worlds: int | None = None) -> None:
    """Keep what was said of a turn for other reviews of an equal game; ``worlds`` are those in which turns go on."""
    if worlds is not None:
        patch.setattr("towergames.games.takethat.review.WORLDS", worlds)
        patch.setattr("towergames.games.words.turn_review.WORLDS", worlds)
    judge = turn_review._judged

    def judged(reviewer: TurnReviewer, history: History, plays: Sequence[Play], span: range) -> TurnReview:
        header, moves = history.header, tuple(play.notation for play in history.plays)
        options = tuple(sorted(header.options.items()))
        key = (worlds, type(reviewer), header.game, header.seed, options, header.names, moves, span)
        if key not in _JUDGED:
            _JUDGED[key] = judge(reviewer, history, plays, span)
        return _JUDGED[key]

    patch.setattr(turn_review, "_judged", judged)

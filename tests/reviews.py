"""Reviews of turns that tests read: in few worlds, and each turn judged once in a process."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from towergames.core.bot import Clock
from towergames.core.feat import Play
from towergames.core.review import TurnReview, TurnReviewer
from towergames.table import turn_review
from towergames.table.history import History

_JUDGED: dict[tuple[object, ...], TurnReview] = {}


def judge_once(patch: pytest.MonkeyPatch, worlds: int | None = None) -> None:
    """Keep what was said of a turn for other reviews of an equal game.

    Where ``worlds`` is given, turns go on in so many, and Hard thinks for a tenth of its usual time.
    """
    if worlds is not None:
        for module in ("towergames.games.takethat.review", "towergames.games.words.turn_review"):
            patch.setattr(f"{module}.WORLDS", worlds)
            patch.setattr(f"{module}.Clock", lambda iterations: Clock(iterations // 10))
    judge = turn_review._judged

    def judged(reviewer: TurnReviewer, history: History, plays: Sequence[Play], span: range) -> TurnReview:
        header, moves = history.header, tuple(play.notation for play in history.plays)
        options = tuple(sorted(header.options.items()))
        key = (worlds, type(reviewer), header.game, header.seed, options, header.names, moves, span)
        if key not in _JUDGED:
            _JUDGED[key] = judge(reviewer, history, plays, span)
        return _JUDGED[key]

    patch.setattr(turn_review, "_judged", judged)

"""Reviews of turns that tests read: in few worlds, and each turn judged once in a process."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from towergames.core.bot import Clock
from towergames.core.contract import AnyGame
from towergames.core.feat import Play
from towergames.core.review import TurnReview, TurnReviewer
from towergames.games.takethat import review as takethat
from towergames.games.words import review as words

_JUDGED: dict[tuple[object, ...], TurnReview] = {}


def judge_once(patch: pytest.MonkeyPatch, worlds: int | None = None) -> None:
    """Keep what was said of a turn for other reviews of an equal game.

    Where ``worlds`` is given, turns go on in so many, and Hard thinks for a tenth of its usual time.
    """
    if worlds is not None:
        for module in ("towergames.games.takethat.review", "towergames.games.words.turn_review"):
            patch.setattr(f"{module}.WORLDS", worlds)
            patch.setattr(f"{module}.Clock", lambda iterations: Clock(iterations // 10))
    for reviewer in (type(takethat.TURNS), type(words.TURNS)):
        patch.setattr(reviewer, "judge", _remembering(reviewer.judge, worlds))


def _remembering(judge: Callable[..., TurnReview], worlds: int | None) -> Callable[..., TurnReview]:
    def judged(reviewer: TurnReviewer, game: AnyGame, plays: Sequence[Play], turn: range, care: int) -> TurnReview:
        key = (worlds, game.info.key, repr(plays[0].before), repr([play.move for play in plays]), turn, care)
        if key not in _JUDGED:
            _JUDGED[key] = judge(reviewer, game, plays, turn, care)
        return _JUDGED[key]

    return judged

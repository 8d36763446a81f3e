"""What a game says of a decision afterwards: the best that the mover could have seen, and what was left behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from towergames.core.contract import AnyGame, Score


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action of those that a decision is compared with: in words, its points at once, and a note or ''.

    ``made`` is true of the action that was chosen.
    """

    move: str
    points: int
    note: str = ""
    made: bool = False


@dataclass(frozen=True, slots=True)
class MoveReview:
    """The judgement of one decision.

    ``best`` is the notation of the best action and ``best_effect`` the action in words (``best`` is empty where nothing
    better than doing nothing was there). ``made`` is the action that was chosen, in words, or '' where its notation is
    clear. ``best_name`` is the best action without its place, for a sentence beside the board. ``best_points`` and
    ``got_points`` are points at once. ``prize`` is true when the best action earned the game's special bonus
    (``prize_got`` when the action did). ``note`` is one more sentence for a closer look, or empty. ``candidates`` are
    the best actions and the one that was chosen, the best first. ``unseen`` is what the mover had not seen yet, in a
    few words.
    """

    best: str
    best_effect: str
    best_points: int
    got_points: int
    prize: bool = False
    prize_got: bool = False
    note: str = ""
    made: str = ""
    best_name: str = ""
    candidates: tuple[Candidate, ...] = ()
    unseen: str = ""

    @property
    def missed(self) -> int:
        """Points left behind, never below nothing."""
        return max(0, self.best_points - self.got_points)

    @property
    def found(self) -> bool:
        """Whether the action was one of the best."""
        return self.missed == 0


class Reviewer(Protocol):
    """A game's judge of past decisions: ``games/<key>/review.py`` may offer one as ``REVIEW``. Pure, thread-safe.

    Screens show findings of finished games only. ``measure`` says in one sentence what ``best`` means, ``prize`` what
    the special bonus is called (``bonus``; empty where there is none).
    """

    @property
    def measure(self) -> str:
        """The measure of the best action, in one sentence."""
        ...

    @property
    def prize(self) -> str:
        """Name of the special bonus, '' if there is none."""
        ...

    def find(self, game: AnyGame, view: Any, action: Any, later: Sequence[Score] = ()) -> MoveReview | None:
        """Judge the action of the seat that had this view; None where there was nothing to choose or compare.

        ``later`` are the seat's score lines from after the action until it decides again: points may be lost again.
        """
        ...

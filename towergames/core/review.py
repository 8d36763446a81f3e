"""A past decision, or a whole turn, as a game judges it: the best that the mover could have seen, and the loss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from towergames.core.contract import AnyGame, Score, Seat
from towergames.core.feat import Play


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action of those that a decision is compared with: in words, its points at once, and a note or ''.

    ``made`` is true of the action that was chosen. ``value`` is its value where a turn is judged: a chance or points.
    """

    move: str
    points: int
    note: str = ""
    made: bool = False
    value: int | None = None


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

    @property
    def prize(self) -> str:
        """Name of the special bonus, '' if there is none."""

    def find(self, game: AnyGame, view: Any, action: Any, later: Sequence[Score] = ()) -> MoveReview | None:
        """Judge the action of the seat that had this view; None where there was nothing to choose or compare.

        ``later`` are the seat's score lines from after the action until it decides again: points may be lost again.
        """


# --- turns --------------------------------------------------------------------------------------------

Unit = Literal["chance", "points"]
"""The value of a turn: the chance to win in 100, or points."""
LEAST_CHANCE_LOST = 10
"""A turn that lost no more chance than this is not shown."""
LEAST_SHARE_LOST = 0.2
"""A turn that lost no larger share of the points that the best turn brings than this is not shown."""
NEAR = 3
"""A turn that lost no more than this, of 100 or in points, was as good as the best."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """The judgement of one turn of a player: its plays from ``first`` to ``last``, and its ``round``.

    ``before``, ``after`` and ``best`` are a chance to win in 100 or points: at the start of the turn, after it, and
    after the turn that the strongest level would have made. ``made`` and ``advised`` say both turns in a sentence.
    ``moves`` are the actions of the advised turn in their notation, to be played from before ``first``; empty where the
    turn made was the best. ``sentence`` names the temptation and then the fact, or praises a turn that lost nothing;
    {0} is the name of seat 0. ``points`` are those that the turn scored. ``candidates`` are a few turns beside the one
    that was made, the best first; a game whose turns are too long for one line has none. ``praise`` is false of a turn
    that lost little only because the game was decided. ``part`` names the turn in a game that has no rounds:
    ``level 2``. ``stake`` are the points of which a loss is a share, where these are not what the best turn brings.
    ``fell`` is true of a turn that ended in a fall: a review shows it whatever it cost.
    """

    seat: Seat
    round: int
    first: int
    last: int
    before: int
    after: int
    best: int
    made: str
    advised: str
    moves: tuple[str, ...]
    sentence: str
    points: int = 0
    candidates: tuple[Candidate, ...] = ()
    praise: bool = True
    part: str = ""
    stake: int = 0
    fell: bool = False

    @property
    def name(self) -> str:
        """The name of the turn in a sentence: ``round 3``, ``level 2``."""
        return self.part or f"round {self.round}"

    @property
    def lost(self) -> int:
        """The chance or the points that the turn cost, never below nothing."""
        return max(0, self.best - self.after)

    def costs_much(self, unit: Unit) -> bool:
        """Whether the turn cost so much that a review shows it."""
        if unit == "chance":
            return self.lost > LEAST_CHANCE_LOST
        return self.lost > LEAST_SHARE_LOST * (self.stake or abs(self.best - self.before))


class TurnReviewer(Protocol):
    """A game's judge of past turns: ``games/<key>/review.py`` may offer one as ``TURNS``. Pure, thread-safe.

    ``unit`` is the value of its turns. ``measure`` says in one sentence whose estimate this is, and how sure.
    """

    @property
    def unit(self) -> Unit:
        """The value of a turn."""

    @property
    def measure(self) -> str:
        """The estimate in one sentence."""

    def why_not(self, game: AnyGame, first: Any) -> str:
        """Why a game that begins in this state has no review of turns; '' where it has one."""

    def turns(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        """The turns of a seat that can be judged, as numbers of plays (1 is the first)."""

    def judge(self, game: AnyGame, plays: Sequence[Play], turn: range, care: int) -> TurnReview:
        """Judge a turn of the whole game. ``care`` multiplies the work: 1 at first, more before a turn is blamed."""


@runtime_checkable
class TurnsOnDemand(TurnReviewer, Protocol):
    """A judge of turns that takes long: ``turns`` are judged at once, others when somebody asks."""

    def turns_on_demand(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        """All turns of a seat that can be judged."""

"""The review of a player's turns in a finished game: one turn of praise, and at most three that cost much."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from towergames import registry
from towergames.core.contract import Over, Seat, reason_text
from towergames.core.feat import Play
from towergames.core.review import NEAR, Candidate, TurnReview, TurnReviewer, TurnsOnDemand, Unit
from towergames.core.text import count, sentence
from towergames.table.facts import plays_of
from towergames.table.game_review import review_lines, reviewer_of, sweep, why_not
from towergames.table.history import History
from towergames.table.task_end import task_story

if TYPE_CHECKING:
    from towergames.table.facts_cache import FactsCache

MOST_TURNS = 3
"""Turns that a review shows beside the praised one."""
CARE = 4
"""How many times the first work a turn gets before it is blamed."""


@dataclass(frozen=True, slots=True)
class ReviewOfTurns:
    """The judgement of a player's turns, in order, in the unit of the game.

    ``praised`` lost nothing or next to nothing and scored most; None where no turn did so. ``costly`` cost much even
    when they were judged again with more care: the turn that cost most is the last. ``unlucky`` are the other turns
    that ended in a fall.
    """

    seat: Seat
    unit: Unit
    measure: str
    turns: tuple[TurnReview, ...]
    praised: TurnReview | None
    costly: tuple[TurnReview, ...]
    unlucky: tuple[TurnReview, ...] = ()

    @property
    def shown(self) -> tuple[TurnReview, ...]:
        """The turns to be shown: the praised one first."""
        return (*((self.praised,) if self.praised else ()), *self.unlucky, *self.costly)


def turn_reviewer_of(history: History) -> TurnReviewer | None:
    """The game's judge of turns, None where it has none."""
    try:
        return registry.get(history.header.game).turn_review
    except KeyError:
        return None


def why_no_turns(history: History) -> str:
    """Why the turns of a game cannot be reviewed, in one sentence; '' where they can."""
    if not isinstance(history.turn, Over):
        return "A review shows hidden hands. It opens when the game is over."
    reviewer = turn_reviewer_of(history)
    if reviewer is None:
        return f"{history.game.info.title} has no review of turns."
    return reviewer.why_not(history.game, history.first)


def why_no_review(history: History) -> str:
    """Why a game has no review, of decisions or of turns, in one sentence; '' where it has one."""
    turns = why_no_turns(history)
    if turn_reviewer_of(history) is None or (turns and reviewer_of(history) is not None):
        return why_not(history)
    return turns


def reviewed_seats(history: History) -> tuple[Seat, ...]:
    """The seats whose turns are reviewed: those of people, or all where only bots played."""
    return history.humans or tuple(range(len(history.header.seats)))


def review_turns(
    history: History, seat: Seat, stopped: Callable[[], bool] = lambda: False
) -> Iterator[tuple[int, int, ReviewOfTurns | None]]:
    """The steps done, of how many, and at the last step the review; nothing where :func:`why_no_turns` says so."""
    reviewer = turn_reviewer_of(history)
    if reviewer is None or why_no_turns(history):
        return
    plays = plays_of(history)
    spans = reviewer.turns(plays, seat)
    judged: list[TurnReview] = []
    for done, span in enumerate(spans):
        if stopped():
            return
        judged.append(reviewer.judge(history.game, plays, span, 1))
        yield done + 1, len(spans) + 1, None
    blamed: list[TurnReview] = []
    for number in sorted(range(len(spans)), key=lambda number: -judged[number].lost):
        if stopped():
            return
        if not judged[number].costs_much(reviewer.unit):
            continue
        if len(blamed) >= MOST_TURNS and judged[number].lost <= sorted(turn.lost for turn in blamed)[-MOST_TURNS]:
            break  # three others that are sure cost as much
        judged[number] = reviewer.judge(history.game, plays, spans[number], CARE)
        if judged[number].costs_much(reviewer.unit):
            blamed.append(judged[number])
    yield len(spans) + 1, len(spans) + 1, _chosen(reviewer, seat, judged, blamed)


def all_turns(history: History, seat: Seat) -> list[range]:
    """The turns of a seat that can be judged, also those that are judged only when somebody asks."""
    reviewer = turn_reviewer_of(history)
    if reviewer is None or why_no_turns(history):
        return []
    return all_turns_of(reviewer, plays_of(history), seat)


def all_turns_of(reviewer: TurnReviewer, plays: Sequence[Play], seat: Seat) -> list[range]:
    """The turns of a seat that a reviewer can judge, in a game that may still run."""
    return reviewer.turns_on_demand(plays, seat) if isinstance(reviewer, TurnsOnDemand) else reviewer.turns(plays, seat)


def judged_turn(history: History, span: range) -> TurnReview:
    """The judgement of one turn of :func:`all_turns`, with more care before it is blamed."""
    reviewer = turn_reviewer_of(history)
    assert reviewer is not None
    plays = plays_of(history)
    turn = reviewer.judge(history.game, plays, span, 1)
    return reviewer.judge(history.game, plays, span, CARE) if turn.costs_much(reviewer.unit) else turn


def _chosen(
    reviewer: TurnReviewer, seat: Seat, judged: Sequence[TurnReview], blamed: Sequence[TurnReview]
) -> ReviewOfTurns:
    """The turns to be shown of all; ``blamed`` are those that cost much with more care too."""
    good = [turn for turn in judged if turn.praise and turn.points >= 0]
    near = [turn for turn in good if turn.lost <= NEAR and not turn.costs_much(reviewer.unit)]
    praised = max(near, key=lambda turn: (turn.points, turn.after - turn.before), default=None)
    costly = sorted(blamed, key=lambda turn: (turn.lost, turn.first))
    shown = tuple(costly[-MOST_TURNS:])
    unlucky = tuple(turn for turn in judged if turn.fell and turn not in shown and turn is not praised)
    return ReviewOfTurns(seat, reviewer.unit, reviewer.measure, tuple(judged), praised, shown, unlucky)


def reviews(history: History) -> list[ReviewOfTurns]:
    """The finished reviews of all seats that are reviewed."""
    found = []
    for seat in reviewed_seats(history):
        found += [review for _, _, review in review_turns(history, seat) if review is not None]
    return found


def said(history: History, turn: TurnReview) -> str:
    """The sentence about a turn, said to its player."""
    return sentence(reason_text(turn.sentence, history.header.names, turn.seat))


def worth(unit: Unit, amount: int) -> str:
    """An amount in its unit.

    >>> worth("points", 1), worth("chance", 40)
    ('1 point', '40 in 100 to win')
    """
    return count(amount, "point") if unit == "points" else f"{amount} in 100 to win"


def value(unit: Unit, turn: TurnReview) -> str:
    """The values of a turn in words.

    >>> value("points", TurnReview(0, 1, 1, 1, 0, 8, 20, "", "", (), ""))
    '8 points, at best 20'
    """
    if unit == "points":
        before = f", before {turn.before}" if turn.before else ""
        return f"{count(turn.after, 'point')}{before}, at best {turn.best}"
    return f"chance to win {turn.after} in 100, before {turn.before}, at best {turn.best}"


def turn_lines(history: History, review: ReviewOfTurns) -> Iterator[str]:
    """The review in words."""
    yield f"{history.header.names[review.seat]}. {review.measure}"
    for turn in review.shown:
        plays = f"plays {turn.first} to {turn.last}" if turn.last > turn.first else f"play {turn.first}"
        yield f"{turn.name.capitalize()}, {plays}: {value(review.unit, turn)}."
        yield f"  {turn.made}"
        if turn.moves and turn != review.praised:
            yield f"  {turn.advised} To play it: {'; '.join(turn.moves)}."
        yield f"  {said(history, turn)}"
        for candidate in turn.candidates if turn.moves else ():
            yield f"    {candidate_line(review.unit, candidate)}"
    if not review.costly:
        yield nothing_costly(review)


def candidate_line(unit: Unit, candidate: Candidate) -> str:
    """A candidate in words.

    >>> candidate_line("chance", Candidate("5c (WOO)L", 8, "keeps E R", made=True, value=41))
    '5c (WOO)L for 8 points, keeps E R, chance 41 in 100 (played)'
    """
    outcome = f"chance {candidate.value} in 100" if unit == "chance" else f"{candidate.value} in the end"
    parts = [f"{candidate.move} for {count(candidate.points, 'point')}", candidate.note, outcome]
    return ", ".join(part for part in parts if part) + (" (played)" if candidate.made else "")


def lines_of(history: History, cache: FactsCache, *, every: bool) -> Iterator[str]:
    """The whole review in words: the turns, and the moves where they are asked for or no turns can be judged.

    Of a day's task the games of a bot come last.
    """
    for review in reviews(history):
        yield from turn_lines(history, review)
    if reviewer_of(history) is not None and (every or why_no_turns(history)):
        judged = [found for _, found in sweep(history) if found is not None]
        yield from review_lines(history, judged, every=every)
    story = task_story(history, cache)
    if story:
        yield story


def nothing_costly(review: ReviewOfTurns) -> str:
    """The sentence of a review without a costly turn."""
    most = max((turn.lost for turn in review.turns), default=0)
    unit = f"{most} in 100" if review.unit == "chance" else count(most, "point")
    first = f"No turn cost more than {unit}." if most else "No turn that was compared cost anything."
    if most <= NEAR:
        return f"{first} The strongest level would nod."
    return f"{first} All turns together cost {sum(turn.lost for turn in review.turns)}."

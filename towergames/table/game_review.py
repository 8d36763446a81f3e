"""A whole game judged by its reviewer: what was best at each decision, and what that comes to for each player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from towergames import registry
from towergames.core.contract import Decide, Over, Score, Seat
from towergames.core.review import MoveReview, Reviewer
from towergames.core.text import count
from towergames.table.history import History


@dataclass(frozen=True, slots=True)
class ReviewedPlay:
    """The finding for one play: its number (1 is the first play), who made it, and how it is written."""

    play: int
    seat: Seat
    move: str
    finding: MoveReview

    @property
    def in_words(self) -> str:
        """The action as people write it."""
        return self.finding.made or self.move


@dataclass(frozen=True, slots=True)
class ReviewTotals:
    """Totals of a player's decisions. ``best`` and ``worst`` are None where nothing was gained or missed."""

    seat: Seat
    decisions: int
    found: int
    missed: int
    prizes: int
    prizes_missed: int
    best: ReviewedPlay | None
    worst: ReviewedPlay | None

    @property
    def share(self) -> int:
        """Per cent of the decisions in which the best was found; 0 without any."""
        return 100 * self.found // self.decisions if self.decisions else 0


def reviewer_of(history: History) -> Reviewer | None:
    """The game's reviewer, None where it has none."""
    try:
        return registry.get(history.header.game).review
    except KeyError:
        return None


def why_not(history: History) -> str:
    """Why the decisions of a game cannot be reviewed, in one sentence; empty when they can."""
    if not isinstance(history.turn, Over):
        return "A review shows hidden hands. It opens when the game is over."
    if reviewer_of(history) is None:
        return f"{history.game.info.title} has no review."
    return ""


def decision_before(history: History, play: int) -> int:
    """The number of the last decision up to a play, which may itself be an outcome of chance; 0: there is none."""
    while play and not isinstance(history.plays[play - 1].before, Decide):
        play -= 1
    return play


def judge(history: History, play: int, review: Reviewer) -> ReviewedPlay | None:
    """The finding for a play from the mover's own view; None where chance or nobody chose."""
    made = history.plays[play - 1]
    if made.by is None or not isinstance(made.before, Decide):
        return None
    view = history.game.view(history.state_after(play - 1), made.by)
    finding = review.find(history.game, view, made.move, _later(history, play, made.by))
    return ReviewedPlay(play, made.by, made.notation, finding) if finding is not None else None


def _later(history: History, play: int, seat: Seat) -> list[Score]:
    """The seat's score lines from after a play until it decides again."""
    lines: list[Score] = []
    for made in history.plays[play:]:
        if made.by == seat:
            break
        lines += [score for score in made.step.scores if score.seat == seat]
    return lines


def sweep(history: History, stopped: Callable[[], bool] = lambda: False) -> Iterator[tuple[int, ReviewedPlay | None]]:
    """Every play's number with its finding, in order, until ``stopped``; nothing where :func:`why_not` says so."""
    review = reviewer_of(history)
    if review is None or why_not(history):
        return
    for play in range(1, len(history.plays) + 1):
        if stopped():
            return
        yield play, judge(history, play, review)


def most_missed(history: History, judged: Sequence[ReviewedPlay]) -> ReviewedPlay | None:
    """The decision that missed most: a person's, where people played. None where every decision found the best."""
    people = {seat for seat, setup in enumerate(history.header.seats) if not setup.bot}
    own = [one for one in judged if one.seat in people or not people]
    worst = max(own, key=lambda one: one.finding.missed, default=None)
    return worst if worst is not None and not worst.finding.found else None


def tallies(seats: int, judged: Sequence[ReviewedPlay]) -> tuple[ReviewTotals, ...]:
    """One tally a seat, in order."""
    return tuple(_tally(seat, [j for j in judged if j.seat == seat]) for seat in range(seats))


def _tally(seat: Seat, own: list[ReviewedPlay]) -> ReviewTotals:
    best = max(own, key=lambda j: j.finding.got_points, default=None)
    worst = max(own, key=lambda j: j.finding.missed, default=None)
    if best is not None and best.finding.got_points <= 0:
        best = None
    if worst is not None and worst.finding.missed <= 0:
        worst = None
    findings = [judged.finding for judged in own]
    return ReviewTotals(
        seat,
        len(own),
        sum(finding.found for finding in findings),
        sum(finding.missed for finding in findings),
        sum(finding.prize_got for finding in findings),
        sum(finding.prize and not finding.prize_got for finding in findings),
        best,
        worst,
    )


def review_lines(history: History, judged: Sequence[ReviewedPlay], *, every: bool = False) -> Iterator[str]:
    """The review in words: what counts as best, a line a player, then the moves that missed points, or all of them."""
    review, names = reviewer_of(history), history.header.names
    prize = review.prize if review is not None else ""
    yield review.measure if review is not None else ""
    for tally in tallies(len(names), judged):
        line = f"{names[tally.seat]}: the best move in {tally.found} of {tally.decisions}, {tally.share}%. "
        line += f"Missed {count(tally.missed, 'point')}"
        if prize:
            line += f"; {prize}: {tally.prizes}, missed {tally.prizes_missed}"
        if tally.best is not None:
            line += f"; best move {tally.best.play}, {tally.best.in_words} for {tally.best.finding.got_points}"
        yield line
    for entry in judged:
        finding = entry.finding
        if finding.found and not every:
            continue
        said = f"{entry.play:>4}  {names[entry.seat]}: {entry.in_words} for {finding.got_points}"
        if not finding.found:
            said += f"; best {finding.best_effect} for {finding.best_points}; missed {finding.missed}"
        yield said

"""Several good places for a piece, each with words: what guided play offers and what an opponent begins with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.leaning.layout import READY_FOUNDATIONS, find, label
from towergames.games.leaning.model import Aim, Layout, Public
from towergames.games.leaning.opponent.evaluation import Draft, Odds, chances
from towergames.physics import geometry
from towergames.physics.recording import read, recorded

MOST_SEEKS = 400
"""Ideas that are looked at before there are said to be no more."""
RELEASES = 3
"""How many releases are simulated for each idea."""
MOST_RELEASES = 12
"""How many releases are simulated for the idea that is chosen."""


@dataclass(frozen=True, slots=True)
class Idea:
    """One place for a piece. ``pose`` is ready for a release; of a Foundation ``size2`` and ``pose2`` are the second.

    ``odds`` counts how simulated releases ended, with the tremor of the game; ideas that differ only in them are
    equal. ``feature`` is what the hand set down first (a name of ``pyramids.FEATURES`` or ``cavity``), ``target`` a
    piece that it touches; ``aim`` is what the hand feels, ``points`` what it would score.
    """

    size: str
    pose: geometry.Pose
    feature: str
    target: int
    aim: Aim
    odds: Odds = field(compare=False)
    points: int
    words: str
    size2: str = ""
    pose2: geometry.Pose | None = None

    @property
    def chance(self) -> float:
        """How likely the next release is to end well, so few trials considered."""
        return chances(self.odds)[0]

    @property
    def sizes(self) -> tuple[str, ...]:
        """The size of the piece, or of both."""
        return (self.size,) if self.pose2 is None else (self.size, self.size2)

    @property
    def poses(self) -> tuple[geometry.Pose, ...]:
        """Where it is, or where both are."""
        return (self.pose,) if self.pose2 is None else (self.pose, self.pose2)


def best_first(idea: Idea) -> tuple[float, int, float]:
    """The sort key of ideas: chance to stand in steps of a tenth, then points, then chance."""
    return -round(idea.chance, 1), -idea.points, -idea.chance


def seek(
    state: Public, size: str, held: bool, target: int, clock: Clock, seed: int, *, piece: int = 0
) -> Iterator[Idea]:
    """Different places for a piece, one by one as they are found.

    ``target`` 0 is any piece; ``piece`` is the one to put back after a Break (0: a new piece). An iteration of the
    clock is one place looked at. Needs the physics engine: ImportError without it.
    """
    from towergames.games.leaning.opponent.placement_search import PlacementSearch
    from towergames.games.leaning.opponent.rollouts import Rollouts

    base, number, terms = _base(state), piece or state.next_piece, state.terms
    seeker = PlacementSearch(base, number, size, held, terms.surface, terms.contacts, target)
    trials = Rollouts(seeker.hand, terms, state.broken)
    dice, places = Dice(seed, number, "ideas"), list[Idea]()
    stood = find(state.stood or Layout(), piece)
    for done in range(MOST_SEEKS):
        if clock.over(done):
            return
        draft = seeker.there(stood.pose) if stood and not done else seeker.seek(dice)
        if draft is None or any(_alike(read(draft.pose), draft.aim, other) for other in places):
            continue
        odds = trials.tried(draft, RELEASES, dice)
        seeker.worked(draft, odds.good / RELEASES)
        if odds.good:
            # Putting back brings no points (L-17).
            places.append(idea_of(replace(draft, points=0) if piece else draft, odds))
            yield places[-1]


def _base(state: Public) -> Layout:
    """The table on which a piece is placed: after a slip that without it."""
    return state.before if state.phase == "slip" and state.before is not None else state.layout


def try_again(state: Public, idea: Idea, held: bool, seed: int, *, piece: int = 0) -> Iterator[Idea]:
    """The idea after each further simulated release, until there are a dozen.

    In these everything may move, so they take longer than the first ones, on a table of their own.
    """
    from towergames.games.leaning.opponent.placement_search import Hand
    from towergames.games.leaning.opponent.rollouts import Rollouts

    number = piece or state.next_piece
    trials = Rollouts(Hand(_base(state), number, idea.size, state.terms.surface), state.terms, state.broken)
    draft = Draft(idea.size, held, "", idea.feature, idea.target, recorded(idea.pose), idea.aim, idea.points)
    dice = Dice(seed, number, "trials")
    while idea.odds.releases < MOST_RELEASES:
        idea = replace(idea, odds=idea.odds.and_then(trials.release(draft, dice, thorough=True), trials.wreck))
        yield idea


def idea_of(draft: Draft, odds: Odds) -> Idea:
    """A draft with words."""
    words = in_words(draft.aim, draft.way)
    return Idea(draft.size, read(draft.pose), draft.feature, draft.target, draft.aim, odds, draft.points, words)


def seek_foundation(state: Public, size: str, size2: str, clock: Clock, seed: int, *, ready: int = 0) -> Iterator[Idea]:
    """Pairs of poses for a Foundation, one by one as they are found; each stood in a simulated release.

    The first ``ready`` pairs tried are among those that the table sets up.
    """
    from towergames.games.leaning.opponent.placement_search import FoundationSearch, Pair

    founder = FoundationSearch(size, size2, state.terms.surface, state.terms.tremor)
    dice = Dice(seed, 0, "foundation")
    known = (Pair(size, pose, size2, pose2) for pose, pose2 in READY_FOUNDATIONS.get((size, size2), ())[:ready])
    pairs = chain(known, (founder.seek(dice) for _ in range(MOST_SEEKS)))
    for done, pair in enumerate(pairs):
        if clock.over(done):
            return
        if pair is None or not founder.stands(pair, dice):
            continue
        stood = [founder.stands(pair, dice) for _ in range(2 * RELEASES)]
        if sum(stood) < len(stood) - 1:
            continue
        odds = Odds(good=sum(stood), slipped=len(stood) - sum(stood))
        words = f"{size} and {size2}, propped"
        yield Idea(size, read(pair.pose), "base edge", 2, Aim(2, (2,)), odds, 0, words, size2, read(pair.pose2))


def in_words(aim: Aim, way: str = "") -> str:
    """How a piece lies, in a few words.

    >>> in_words(Aim(2, (3,))), in_words(Aim(0, (4, 6)), "hat"), in_words(Aim(1, (5,)))
    ('edge down, leaning on P3', 'as a hat on P4 and P6', 'one corner down, leaning on P5')
    """
    names = [label(piece) for piece in aim.touches]
    on = " and ".join(([", ".join(names[:-1])] if len(names) > 1 else []) + names[-1:])
    if way == "again":
        return f"as it stood before, on {on}"
    if aim.corners == 2:
        return f"edge down, leaning on {on}"
    if aim.corners == 1:
        return f"one corner down, leaning on {on}"
    return f"as a hat on {on}" if way == "hat" else f"lying on {on}"


def _alike(pose: geometry.Pose, aim: Aim, other: Idea) -> bool:
    """Whether two places are nearly one: the same contacts, little between them."""
    if aim.touches != other.aim.touches or aim.corners != other.aim.corners:
        return False
    apart = geometry.length(geometry.sub(pose.place, other.pose.place))
    return apart < 0.8 and geometry.angle_between(pose.turn, other.pose.turn) < 0.5

"""The search for places to suggest to a player, and further trials of one. Needs the engine: import it late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from towergames.core.bot import Clock
from towergames.core.dice import Dice
from towergames.games.leaning.evaluation import MOST_RELEASES, RELEASES, Draft, Idea, Odds, idea_of
from towergames.games.leaning.layout import READY_FOUNDATIONS, find
from towergames.games.leaning.model import Aim, Layout, Public
from towergames.games.leaning.placement_search import FoundationSearch, Pair, PlacementSearch
from towergames.games.leaning.release import Hand, Rollouts
from towergames.physics import geometry
from towergames.physics.recording import read, recorded

MOST_SEEKS = 400
"""Ideas that are looked at before there are said to be no more."""


def seek(
    state: Public, size: str, held: bool, target: int, clock: Clock, seed: int, *, piece: int = 0
) -> Iterator[Idea]:
    """Different places for a piece, one by one as they are found.

    ``target`` 0 is any piece; ``piece`` is the one to put back after a Break (0: a new piece). An iteration of the
    clock is one place looked at.
    """
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
    number = piece or state.next_piece
    trials = Rollouts(Hand(_base(state), number, idea.size, state.terms.surface), state.terms, state.broken)
    draft = Draft(idea.size, held, "", idea.feature, idea.target, recorded(idea.pose), idea.aim, idea.points)
    dice = Dice(seed, number, "trials")
    while idea.odds.releases < MOST_RELEASES:
        idea = replace(idea, odds=idea.odds.and_then(trials.release(draft, dice, thorough=True), trials.wreck))
        yield idea


def seek_foundation(state: Public, size: str, size2: str, clock: Clock, seed: int, *, ready: int = 0) -> Iterator[Idea]:
    """Pairs of poses for a Foundation, one by one as they are found; each stood in a simulated release.

    The first ``ready`` pairs tried are among those that the table sets up.
    """
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


def _alike(pose: geometry.Pose, aim: Aim, other: Idea) -> bool:
    """Whether two places are nearly one: the same contacts, little between them."""
    if aim.touches != other.aim.touches or aim.corners != other.aim.corners:
        return False
    apart = geometry.length(geometry.sub(pose.place, other.pose.place))
    return apart < 0.8 and geometry.angle_between(pose.turn, other.pose.turn) < 0.5

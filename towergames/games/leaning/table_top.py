"""The live port to physics (:class:`towergames.games.leaning.needs.Physics`), and the table's search for a move (L-23).

Poses cannot all be listed, so places are tried; the answer is the same for the same table, however busy the machine is.
Import this late: it needs the engine, and raises ImportError where there is none. All runs in the calling thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from towergames.core.cancellation import go_on, progress
from towergames.core.dice import Dice
from towergames.games.leaning.evaluation import Draft, Odds
from towergames.games.leaning.layout import READY_FOUNDATIONS, label, without
from towergames.games.leaning.model import SIZES, Layout, Public, Settled, State, Terms
from towergames.games.leaning.placement_search import PlacementSearch
from towergames.games.leaning.release import STILL, Rollouts, drawn, left_alone, released
from towergames.physics.geometry import PER_CM
from towergames.physics.recording import read
from towergames.physics.table_top import Velocity

LOOKS = 2500
"""Places that are tried for each size that the player may place."""
RELEASES = 8
"""How many releases are simulated for a place at most."""
FAIR = 4
"""A player must use a place where the piece stood in this many of these releases."""
_REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class Wish:
    """A piece that may be placed in this turn."""

    size: str
    held: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A place, and how the simulated releases ended there."""

    draft: Draft
    odds: Odds


_Question = tuple[Layout, int, tuple[Wish, ...], Terms]
_answers: OrderedDict[_Question, Found | None] = OrderedDict()
"""What was found for the last tables: the opponent that skips, the table and the next player ask the same."""


def wishes_of(state: Public) -> tuple[Wish, ...]:
    """The pieces that the active player may place in this turn (L-7, L-11, L-12)."""
    seat, terms = state.active, state.terms
    held = any(state.held[seat])
    there = state.held[seat] if held else state.hands[seat]
    free = held and terms.held_size == "any"
    return tuple(
        Wish(size, held)
        for size, count in zip(SIZES, there, strict=True)
        if count and (free or size != state.last_size)
    )


def find_place(state: Public, *, over: Callable[[], bool] = lambda: False) -> Found | None:
    """A fair place for one of the pieces that the active player may place now; None when there is none.

    With ``over`` the search ends early, without an answer (None). Raises Stopped when the answer is no longer wanted.
    """
    question = _question(state)
    if question not in _answers:
        search = _Search(*question)
        for look in range(search.most):
            go_on()
            if over():
                return None
            progress(look / search.most)
            if search.look() is not None:
                break
        _answers[question] = search.found
        while len(_answers) > _REMEMBERED:
            _answers.popitem(last=False)
    return _answers[question]


def known_place(state: Public) -> Found | None:
    """What :func:`find_place` found for this table, if it was asked not long ago; nothing is looked for."""
    return _answers.get(_question(state))


def _question(state: Public) -> _Question:
    return state.layout, state.next_piece, wishes_of(state), state.terms


class _Search:
    """Tries places for every wish in turn; pieces that are full are never tried (L-4)."""

    def __init__(
        self, layout: Layout, piece: int, wishes: tuple[Wish, ...], terms: Terms, dice: Dice | None = None
    ) -> None:
        seekers = [
            PlacementSearch(layout, piece, wish.size, wish.held, terms.surface, terms.contacts, thorough=True)
            for wish in wishes
        ]
        self._seekers = [seeker for seeker in seekers if seeker.targets]
        self._trials = [Rollouts(seeker.hand, terms) for seeker in self._seekers]
        self._dice = dice or Dice(0, piece, "moves")
        self._looks = 0
        self.most = LOOKS * len(self._seekers)
        self.found: Found | None = None

    def look(self) -> Found | None:
        """Try one more place."""
        at = self._looks % len(self._seekers)
        self._looks += 1
        draft = self._seekers[at].seek(self._dice)
        if draft is not None:
            odds = self._odds(draft, self._trials[at])
            self._seekers[at].worked(draft, odds.good / odds.releases)
            if odds.good >= FAIR:
                self.found = Found(draft, odds)
        return self.found

    def _odds(self, draft: Draft, trials: Rollouts) -> Odds:
        """Let go until it is fair, or can no longer be."""
        odds = Odds()
        while odds.good < FAIR and odds.releases - odds.good <= RELEASES - FAIR:
            odds = odds.and_then(trials.release(draft, self._dice), trials.wreck)
            if odds.releases == 2 and not odds.good:
                break
        return odds


# --- the port -----------------------------------------------------------------------------------------

_JOLT = 50_000
"""Micrometres a second on each axis: how fast a bumped table jumps away under the pieces, as a standard deviation."""


class LiveTable:
    """Fulfils :class:`towergames.games.leaning.needs.Physics` with physics."""

    def let_go(self, state: State, dice: Dice) -> Settled:
        """Release ``state.in_hand`` with the tremor of the terms. Raises ValueError when nothing is in hand."""
        hand, terms = state.in_hand, state.terms
        if hand is None:
            raise ValueError("nothing is in hand")
        if hand.kind == "ready":
            return self._ready((hand.size, hand.size2), terms.surface, dice)
        assert hand.pose is not None
        hands = {hand.piece: (hand.size, read(hand.pose), drawn(terms.tremor, dice))}
        if hand.kind == "found":
            assert hand.pose2 is not None
            hands = {1: hands[hand.piece], 2: (hand.size2, read(hand.pose2), drawn(terms.tremor, dice))}
        return released(without(state.layout, hands), hands, terms.surface)

    def _ready(self, sizes: tuple[str, str], surface: str, dice: Dice) -> Settled:
        """A Foundation that stands, put down without tremor."""
        one, two = dice.choice(READY_FOUNDATIONS[sizes])
        hands = {1: (sizes[0], read(one), STILL), 2: (sizes[1], read(two), STILL)}
        return released(Layout(), hands, surface)

    def take_off(self, state: State) -> Settled:
        """Take the pieces ``state.clearing`` off the table and let the others come to rest. No tremor."""
        return left_alone(without(state.layout, state.clearing), state.terms.surface, {})

    def bump(self, state: State, dice: Dice) -> Settled:
        """Shake the table once: it jumps sideways under everything, a little up, and comes to rest."""
        jolt = tuple(round(dice.bell() * part) for part in (_JOLT, _JOLT, _JOLT // 4))
        speed = Velocity((jolt[0] / PER_CM, jolt[1] / PER_CM, abs(jolt[2]) / PER_CM))
        speeds = {label(one.id): speed for one in state.layout.pieces}
        return left_alone(state.layout, state.terms.surface, speeds, jolt)

    def can_place(self, state: State) -> bool:
        """Whether the active player can place a piece (L-23): the same answer for the same table."""
        return find_place(state) is not None


LIVE = LiveTable()
"""What :func:`needs.live` finds."""

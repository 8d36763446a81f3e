"""The review of past turns: what the bricks of each level cost of the best tower that could still be built.

A builder may change everything until the tower is handed in, so a brick counts from the play after which it stays on
its level. A turn is a run of plays whose bricks stay on one level; the last turn adds no brick and ends with the
hand-in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from towergames.core.contract import AnyGame, Seat
from towergames.core.feat import Play
from towergames.core.review import NEAR, TurnReview, Unit
from towergames.games.bricks import review_text
from towergames.games.bricks.judge import Ledger, judge, list_for_play
from towergames.games.bricks.model import Build, State, Submit
from towergames.games.bricks.moves import final_ledger
from towergames.games.bricks.notation import notate
from towergames.games.bricks.pieces import Code, Tower, TowerLevel, write_tower
from towergames.games.bricks.rules import Readings
from towergames.lexicon import Lexicon

if TYPE_CHECKING:
    from towergames.games.bricks.solver.completion import TowerAround

STEPS = 40
"""Steps of the first search for a tower; a turn that is blamed gets more."""
FREE = 4
"""How many times these steps a search gets while no brick stands: all turns are measured beside its tower."""
MOST_TURNS = 8
"""Turns of a game, so that its searches take a few seconds; of more the smallest become parts of their neighbours."""

StandingBricks = tuple[tuple[Code, ...], ...]
"""Bricks that stay, by the levels of the tower that was handed in."""


class BricksTurns:
    """Compares turns by the best tower that could still be built. See :class:`towergames.core.review.TurnReviewer`."""

    unit: Unit = "points"
    measure = review_text.MEASURE

    def why_not(self, game: AnyGame, first: State) -> str:  # noqa: ARG002 - the contract
        """The reason against a review: who cannot see a rule is not blamed for it."""
        return review_text.HIDDEN_RULES if first.terms.discovery else ""

    def turns(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        """The turns of a seat, from its first building step to its hand-in."""
        own = [play for play in plays if play.by == seat and play.before.phase == "build"]
        if not own:
            return []
        standing = lasting([play.step.state for play in own], seat)
        parts: list[tuple[int, int]] = []  # the end of each part as a place in ``own``, and its bricks
        before: StandingBricks = ((),) * len(standing[-1])
        last_levels: set[int] = set()
        for place, after in enumerate(standing):
            levels = {number for number, row in enumerate(after) if len(row) > len(before[number])}
            gained = _size(after) - _size(before)
            before = after
            if not levels:
                continue
            if parts and levels == last_levels and len(levels) == 1:
                parts[-1] = place + 1, parts[-1][1] + gained
            else:
                parts.append((place + 1, gained))
            last_levels = levels
        while len(parts) > MOST_TURNS - 1:
            smallest = min(range(1, len(parts)), key=lambda number: parts[number - 1][1] + parts[number][1])
            parts[smallest - 1 : smallest + 1] = [(parts[smallest][0], parts[smallest - 1][1] + parts[smallest][1])]
        ends = [end for end, _ in parts] + [len(own)]
        starts = [0, *ends[:-1]]
        return [range(own[a].number, own[b - 1].number + 1) for a, b in zip(starts, ends, strict=True) if a < b]

    def judge(self, game: AnyGame, plays: Sequence[Play], turn: range, care: int) -> TurnReview:  # noqa: ARG002 - the contract
        """The turn beside the best tower that a search still finds before it."""
        own = plays[turn.start - 1 : turn.stop - 1]
        seat = own[0].by
        assert seat is not None
        search = _Search(plays, seat, self.turns(plays, seat), turn, care)
        start, ended = own[0].before.benches[seat].draft, own[-1].step.state.benches[seat].draft
        most = search.best(turn.start)
        handed_in = isinstance(own[-1].move, Submit)
        after_tower = search.handed_in if handed_in else search.best(turn.stop)
        best, after = search.points(most), search.points(after_tower)
        if handed_in:
            after = plays[-1].step.state.points[seat]
        before_ledger, ledger = search.ledger(start), search.ledger(ended)
        grown = ledger.raw_total - before_ledger.raw_total
        came = search.came(turn)
        if best == 0:
            sentence = review_text.NO_TOWER
        elif best - after <= NEAR:
            sentence = review_text.praise(grown, handed_in)
        elif handed_in:
            sentence = review_text.hasty(final_ledger(plays[-1].step.state, seat), search.ledger(most))
        else:
            theirs = search.ledger(after_tower) if after else None
            sentence = review_text.tempted(before_ledger, ledger, search.ledger(most), theirs, best - after)
        return TurnReview(
            seat=seat,
            round=1,
            first=turn.start,
            last=turn.stop - 1,
            before=best,
            after=after,
            best=best,
            made=review_text.made(came, handed_in),
            advised=review_text.advised(most),
            moves=(notate(Build(write_tower(most))),) if best > after else (),
            sentence=sentence,
            points=max(0, grown),
            part=review_text.part(came, handed_in),
            stake=best,
            praise=best > 0,
        )


class _Search:
    """The best towers that could still be built in one game of a seat."""

    def __init__(self, plays: Sequence[Play], seat: Seat, turns: Sequence[range], judged: range, care: int) -> None:
        self._own = [play for play in plays if play.by == seat and play.before.phase == "build"]
        state: State = self._own[0].before
        self._cards, self._readings = state.cards_of(seat), state.terms.readings
        self._care = dict.fromkeys((judged.start, judged.stop), care)
        self._bounds = [turn.start for turn in turns]
        self._lexicon = list_for_play(state.list_id, state.list_sha256)
        self._standing = lasting([play.step.state for play in self._own], seat)
        self.handed_in: Tower = self._own[-1].step.state.benches[seat].tower or ()

    def standing(self, number: int) -> StandingBricks:
        """The bricks that stay, before the play of this number."""
        known: StandingBricks = ()
        for play, standing in zip(self._own, self._standing, strict=True):
            if play.number >= number:
                break
            known = standing
        return known

    def came(self, turn: range) -> Mapping[int, tuple[Code, ...]]:
        """The bricks that came in a turn, by the number of their level."""
        before, after = self.standing(turn.start), self.standing(turn.stop)
        found = {}
        for number, row in enumerate(after):
            new = Counter(row) - Counter(before[number] if before else ())
            if new:
                found[number + 1] = tuple(new.elements())
        return found

    def best(self, number: int) -> Tower:
        """The best tower around the bricks that stand before a play; those found for later turns have them too."""
        found = [self.handed_in]
        for bound in self._bounds:
            if bound >= number:
                care = self._care.get(bound, 1)
                standing = self.standing(bound)
                found.append(best_tower(self._cards, self._lexicon, self._readings, standing, care))
        return max(found, key=self.points)

    def points(self, tower: Tower) -> int:
        """The points of a tower, 0 where it breaks a rule."""
        return max(0, self.ledger(tower).score or 0)

    def ledger(self, tower: Tower) -> Ledger:
        """The judge's verdict."""
        return judge(tower, self._lexicon, self._readings)


@lru_cache(maxsize=128)
def best_tower(
    cards: tuple[Code, ...], lexicon: Lexicon, readings: Readings, standing: StandingBricks, care: int
) -> Tower:
    """The best tower with these bricks that a search finds, () for none."""
    found = _tower_around(cards, lexicon, readings).best(
        [row for row in standing if row], STEPS * (care if any(standing) else max(care, FREE))
    )
    return found[1] if found is not None else ()


@lru_cache(maxsize=1)
def _tower_around(cards: tuple[Code, ...], lexicon: Lexicon, readings: Readings) -> TowerAround:
    from towergames.games.bricks.solver.completion import TowerAround  # numpy takes a moment to load

    return TowerAround(cards, lexicon, readings)


def lasting(states: Sequence[State], seat: Seat) -> list[StandingBricks]:
    """The bricks that stay on their level from each state on to the last one."""
    final = [_bricks(level) for level in states[-1].benches[seat].draft]
    kept = final
    found: list[StandingBricks] = []
    for state in reversed(states):
        kept = _shared(kept, final, [_bricks(level) for level in state.benches[seat].draft])
        found.append(tuple(tuple(sorted(row.elements())) for row in kept))
    return found[::-1]


def _shared(
    kept: Sequence[Counter[Code]], final: Sequence[Counter[Code]], now: Sequence[Counter[Code]]
) -> list[Counter[Code]]:
    """Of the bricks of each final level, those that stand together on a level now."""
    left, found = list(now), []
    for stays, whole in zip(kept, final, strict=True):
        match = max(left, key=lambda level: (level & whole).total(), default=Counter())
        if match in left and (match & whole):
            left.remove(match)
        found.append(stays & match)
    return found


def _bricks(level: TowerLevel) -> Counter[Code]:
    """The bricks of a level as cards; windows and wildcards may still be anything."""
    return Counter(piece.face for piece in level if not piece.window and not piece.made_of)


def _size(standing: StandingBricks) -> int:
    return sum(map(len, standing))


TURNS = BricksTurns()

"""Simulated releases: the hand trembles, everything may move, and the rules say what has become of it."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from towergames.core.dice import Dice
from towergames.games.leaning.bodies import name_of, piece_of, shift_of, turn_of
from towergames.games.leaning.layout import facts_aimed, touched_by
from towergames.games.leaning.model import SHIFTED, TURNED, Aim, Piece
from towergames.games.leaning.opponent.evaluation import Draft, Ending, Odds
from towergames.games.leaning.opponent.placement_search import Hand
from towergames.games.leaning.options import Terms
from towergames.games.leaning.release import MOST_LOOKS, PATIENCE, SLOWING, STAYS, jittered, trembling
from towergames.games.leaning.scoring import WRECK, placement_lines, refusals
from towergames.physics.recording import read
from towergames.physics.settling import Settled, Until, settle
from towergames.physics.table_top import TOUCH, TableTop, Unstable

LOST = 3.0
"""Centimetres: a release is stopped when another piece has moved so far."""
SECONDS = 2.5
NEIGHBOURS = 2
ROUGHER = {"steady": "normal", "normal": "shaky", "shaky": "shaky"}
"""A hand that trembles more, level for level."""
_THREADS = ThreadPoolExecutor(2, "release")


class Rollouts:
    """Releases of one piece over one position, as often as one likes. Pieces in ``ignored`` may fall (L-17).

    What moves at all is near: in a first look only pieces up to ``NEIGHBOURS`` contacts away can, in a ``thorough`` one
    all of them. The first costs a third of the time, and says nearly always the same.
    """

    def __init__(self, hand: Hand, terms: Terms, ignored: Collection[int] = ()) -> None:
        self.hand, self.terms = hand, terms
        self.ignored = frozenset(ignored)
        self.both, self.wreck = terms.contacts == "both", WRECK[terms.three]
        self.everything = frozenset(one.id for one in hand.layout.pieces)
        self._tables: dict[frozenset[int], TableTop] = {}
        self._second: Rollouts | None = None

    def release(self, draft: Draft, dice: Dice, *, thorough: bool = False, rough: bool = False) -> Ending:
        """Let go once; a ``rough`` hand trembles more than the game's."""
        me = self.hand.me
        free = self.everything if thorough else self._around(draft.aim.touches)
        table = self._table(free)
        shaken, velocity = trembling(
            self.hand.table, me, read(draft.pose), ROUGHER[self.terms.tremor] if rough else self.terms.tremor, dice
        )
        table.place_all({**self.hand.poses, me: shaken})
        seconds = PATIENCE.seconds if thorough else SECONDS
        until = Until(seconds, tuple(map(name_of, sorted(free))), LOST)
        try:
            end = settle(table, velocities={me: velocity}, until=until, traced=False)
            ending, looks = self._ending(draft, free, table, end), 1
            # The table lays everything anew once it rests, and looks again: what hardly stands falls then.
            while thorough and ending.good and end.rested and looks <= MOST_LOOKS:
                table.place_all(jittered(end.poses, looks))
                table.slow(SLOWING)
                end = settle(table, until=until, traced=False)
                ending, looks = self._ending(draft, free, table, end), looks + 1
                if max(end.moved.values()) < STAYS:
                    break
        except Unstable:
            return Ending(len(free), False, 0)
        return ending

    def _ending(self, draft: Draft, free: Collection[int], table: TableTop, end: Settled) -> Ending:
        """The ending seen on the table; all pieces that were free to move count."""
        near = [one for one in self.hand.layout.pieces if one.id in free]
        disturbed = sum(self._is_disturbed(one, table, end) for one in near)
        return Ending(disturbed, False, 0) if disturbed else self._placed(draft, table, end)

    def _around(self, touches: Collection[int]) -> frozenset[int]:
        """The pieces so near that a release may move them."""
        found = set(touches)
        for _ in range(NEIGHBOURS):
            found |= {other for piece in found for other in touched_by(self.hand.layout, piece)}
        return frozenset(found)

    def _table(self, free: frozenset[int]) -> TableTop:
        if free not in self._tables:
            loose = {self.hand.me, *map(name_of, free)}
            bodies = tuple(replace(body, fixed=body.name not in loose) for body in self.hand.scene.bodies)
            self._tables[free] = TableTop(replace(self.hand.scene, bodies=bodies), self.hand.poses)
        return self._tables[free]

    def release_twice(
        self, draft: Draft, dice: Dice, *, thorough: bool = False, rough: bool = False
    ) -> tuple[Ending, Ending]:
        """Let go, and at the same time once more on another table: the engine computes in two threads.

        Only the second time the hand is ``rough``.
        """
        if self._second is None:
            self._second = Rollouts(self.hand.again(), self.terms, self.ignored)
        second = _THREADS.submit(self._second.release, draft, dice.fork("second"), thorough=thorough, rough=rough)
        first = self.release(draft, dice.fork("first"), thorough=thorough)
        return first, second.result()

    def tried(self, draft: Draft, times: int, dice: Dice) -> Odds:
        """The odds of ``times`` releases, fewer when one fails."""
        odds = Odds()
        for _ in range(times):
            odds = odds.and_then(self.release(draft, dice), self.wreck)
            if not odds.good:
                break
        return odds

    def _is_disturbed(self, one: Piece, table: TableTop, end: Settled) -> bool:
        """L-16: it moved, turned, or lost all it rested on."""
        name = name_of(one.id)
        if one.id in self.ignored:
            return False
        # Measured from where it stood before the release: every look at the table begins where the last one ended.
        stood, now = self.hand.poses[name], end.poses[name]
        if shift_of(one.size, stood, now) > SHIFTED or turn_of(stood, now) > TURNED:
            return True
        before = {name_of(other) for other in touched_by(self.hand.layout, one.id)}
        if (one.corners and end.corners_on_table[name]) or not before or before & set(end.touched(name)):
            return False
        # The engine does not list surfaces that rest a hair apart.
        return all(table.distance(name, other, 0.1) > TOUCH for other in before)

    def _placed(self, draft: Draft, table: TableTop, end: Settled) -> Ending:
        me = self.hand.me
        touched = {*end.touched(me), *table.near(me)}
        touches = tuple(sorted(map(piece_of, touched)))
        aim = Aim(len(end.corners_on_table[me]), touches, self.hand.inside_at(end.poses[me]))
        facts = facts_aimed(draft.size, draft.held, aim, self.hand.layout, self.hand.piece)
        legal = not refusals(facts, both=self.both)
        points = sum(line.points for line in placement_lines(facts, 0)) if legal else 0
        return Ending(0, legal, points)

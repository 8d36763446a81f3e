"""Looking for places for one piece: verbs on targets, felt in the hand and judged by the rules, one idea at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from towergames.core.dice import Dice
from towergames.games.leaning.bodies import name_of, read
from towergames.games.leaning.layouts import facts_aimed, room_of
from towergames.games.leaning.model import Layout, Pose
from towergames.games.leaning.opponent.drafts import Draft
from towergames.games.leaning.opponent.hand import Hand
from towergames.games.leaning.opponent.verbs import beside, hat_on, lean_on, rest_on
from towergames.games.leaning.scoring import placement_lines, refusals

WAYS: tuple[tuple[str, str, float], ...] = (
    ("lean", "base edge", 3.0),
    ("lean", "slant edge", 1.5),
    ("lean", "corner", 2.0),
    ("hat", "cavity", 1.5),
    ("rest", "side", 3.0),
    ("rest", "slant edge", 2.5),
    ("rest", "base", 2.0),
    ("rest", "corner", 1.0),
    ("rest", "base edge", 1.0),
)
"""Ways to place a piece and how often each is tried at first; what works on this table is tried more often."""
LEANS = 4
"""How often a piece is leaned from somewhere before another way is tried."""
NEARBY = 0.5
"""How often a thorough search looks beside a place that is promising rather than anywhere."""
AGAIN = "again"
"""No way of finding a place: it is known."""
PRESSED = 0.02
"""A piece may overlap others by so much (cm) where it is said to have stood."""
HIT = 4.0
"""How many more tries a way that has worked once is worth."""

T = TypeVar("T")


class Seeker:
    """Looks for legal places for one piece, again and again; all of them touch ``target``, if it is not 0.

    High targets are tried more often than low ones. A ``thorough`` one tries all alike, and again beside places that
    stood in some simulated releases.
    """

    def __init__(
        self,
        layout: Layout,
        piece: int,
        size: str,
        held: bool,
        surface: str,
        contacts: str,
        target: int = 0,
        *,
        thorough: bool = False,
    ) -> None:
        self.hand = Hand(layout, piece, size, surface)
        self.size, self.held, self.both = size, held, contacts == "both"
        self.wanted = target
        stood = self.hand.layout
        self.full = frozenset(name_of(one.id) for one in stood.pieces if self.both and not room_of(stood, one))
        """The pieces that may touch no other one (L-4)."""
        self.targets = self._targets(target, 0.0 if thorough else 1.5)
        # A held piece stays off the table (L-12).
        self.ways = [way for way in WAYS if not held or way[0] != "lean"]
        self.tries = dict.fromkeys(self.ways, 0)
        self.hits = dict.fromkeys(self.ways, 0.0)
        self._thorough = thorough
        self._promising: list[tuple[Draft, float]] = []

    def _targets(self, target: int, power: float) -> list[tuple[int, float]]:
        """Pieces with room for one contact more (L-4), and how welcome each is: what stands high scores more."""
        return [
            (one.id, (1.0 + one.level) ** power)
            for one in self.hand.layout.pieces
            if name_of(one.id) not in self.full and target in (0, one.id)
        ]

    def seek(self, dice: Dice) -> Draft | None:
        """One idea: None when it comes to nothing, which most do."""
        if not self.targets:
            return None
        if self._promising and dice.random() < NEARBY:
            return self._beside(_weighted(self._promising, dice), dice)
        way = _weighted([(way, self._hope(way)) for way in self.ways], dice)
        target = _weighted(self.targets, dice)
        self.tries[way] += 1
        if not self._held_there(way, name_of(target), dice):
            return None
        draft = self._felt(*way[:2], target)
        if draft is not None:
            self.hits[way] += 1
        return draft

    def _beside(self, known: Draft, dice: Dice) -> Draft | None:
        met = beside(self.hand, read(known.pose), dice)
        return self._felt(known.way, known.feature, known.target) if self._eases(met) else None

    def there(self, pose: Pose) -> Draft | None:
        """The idea of a pose that is given, as where a piece stood before a Break; None when it cannot be there."""
        self.hand.put(read(pose))
        if self.hand.table.overlap(self.hand.me) > PRESSED:
            return None
        return self._felt(AGAIN, "", 0)

    def worked(self, draft: Draft, share: float) -> None:
        """Tell that an idea stood in a share of simulated releases: its way is worth more tries, or fewer."""
        for way in self.ways:
            if way[:2] == (draft.way, draft.feature):
                self.hits[way] += share - 0.5
        if self._thorough and share:
            self._promising.append((draft, share))

    def _hope(self, way: tuple[str, str, float]) -> float:
        return way[2] * (1.0 + HIT * max(self.hits[way], 0.0)) / (3.0 + self.tries[way])

    def _held_there(self, way: tuple[str, str, float], target: str, dice: Dice) -> bool:
        verb, feature, _ = way
        if verb == "lean":
            # Most of these meet nothing or stand in the way, which is soon found.
            met = next(filter(None, (lean_on(self.hand, target, feature, dice) for _ in range(LEANS))), "")
        elif verb == "hat":
            met = hat_on(self.hand, target, dice)
        else:
            met = rest_on(self.hand, target, feature, dice)
        return self._eases(met)

    def _eases(self, met: str) -> bool:
        """Whether the piece, which has met one, comes to rest in the hand without touching one that is full."""
        return bool(met) and met not in self.full and self.hand.ease(self.full).held

    def _felt(self, verb: str, feature: str, target: int) -> Draft | None:
        """The idea where the hand has come to, if the rules allow it there."""
        pose = self.hand.recorded()
        aim = self.hand.aim()
        if not aim.touches or (self.wanted and self.wanted not in aim.touches):
            return None
        facts = facts_aimed(self.size, self.held, aim, self.hand.layout, self.hand.piece)
        if refusals(facts, both=self.both):
            return None
        points = sum(line.points for line in placement_lines(facts, 0))
        target = target if target in aim.touches else aim.touches[0]
        return Draft(self.size, self.held, verb, feature, target, pose, aim, points)


def _weighted(choices: Sequence[tuple[T, float]], dice: Dice) -> T:
    """One of the choices, each as likely as its weight says."""
    at = dice.random() * sum(weight for _, weight in choices)
    for choice, weight in choices:
        at -= weight
        if at < 0:
            return choice
    return choices[-1][0]

"""Judging positions and finding good turns, on the quick copy of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.core.dice import Dice
from towergames.games.takethat.fast import (
    CACHE_LIMIT,
    Plan,
    Rules,
    Stack,
    World,
    builds_left,
)

Pair = tuple[tuple[int, int], ...]
"""The floors still to be built this turn: (card, slot) each."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the judgement believes. ``trust`` is how much of a standing tower's points will come true, by height."""

    trust: tuple[float, ...] = (0.0, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9)
    ahead: float = 0.0  # how much of the mean over the next floor is mixed in
    card: float = 1.2  # worth of a card in hand
    draw: float = 2.0  # worth of a SUITE that draws
    keep: tuple[float, ...] = (0.0, 0.0, 0.4, -0.1, 0.1, 0.3, 0.1, 0.3)  # extra worth of keeping a floor in hand


class Judge:
    """Worth of stacks and plans for one set of rules; remembers what it has worked out."""

    def __init__(self, rules: Rules, weights: Weights | None = None) -> None:
        self.rules = rules
        self.weights = weights or Weights()
        self._worth: dict[tuple[Stack, bool], tuple[float, ...]] = {}
        self._claims: dict[tuple[Stack, int, bool], tuple[tuple[float, int], ...]] = {}

    def worth(self, stack: Stack, last: bool) -> tuple[float, ...]:
        """By seat: what the stack will probably bring, minus the mean of what it brings the others."""
        key = (stack, last)
        found = self._worth.get(key)
        if found is None:
            if len(self._worth) > CACHE_LIMIT:
                self._worth.clear()
            found = self._worth[key] = self._judge(stack, last)
        return found

    def _judge(self, stack: Stack, last: bool) -> tuple[float, ...]:
        rules, weights = self.rules, self.weights
        seats = rules.seats
        if rules.due(stack):
            gains = self._gains(stack, last)
        else:
            trust = 0.9 if last else weights.trust[len(stack)]
            now = self._gains(stack, last)
            if weights.ahead:
                total = [0.0] * seats
                for floor in range(8):
                    for owner in range(-1, seats):
                        grown = (*stack, floor | (owner + 1) << 3)
                        then = self._gains(grown, last)
                        bare = self._gains((floor | (owner + 1) << 3,), last)
                        for seat in range(seats):
                            total[seat] += then[seat] - bare[seat]
                count = 8 * (seats + 1)
                now = [(1 - weights.ahead) * a + weights.ahead * b / count for a, b in zip(now, total, strict=True)]
            gains = [trust * x for x in now]
        everything = sum(gains)
        return tuple(gain - (everything - gain) / (seats - 1) for gain in gains)

    def _gains(self, stack: Stack, last: bool) -> list[float]:
        points, draws = self.rules.result(stack)
        gains: list[float] = list(points)
        if draws and not last:
            for seat in draws:
                gains[seat] += self.weights.draw
        return gains

    def claims(self, stack: Stack, seat: int, last: bool) -> tuple[tuple[float, int], ...]:
        """The storeys worth claiming for ``seat``, each time the best one left: (gain, storey)."""
        key = (stack, seat, last)
        found = self._claims.get(key)
        if found is None:
            if len(self._claims) > CACHE_LIMIT:
                self._claims.clear()
            found = self._claims[key] = self._find_claims(stack, seat, last)
        return found

    def _find_claims(self, stack: Stack, seat: int, last: bool) -> tuple[tuple[float, int], ...]:
        found: list[tuple[float, int]] = []
        mark = (seat + 1) << 3
        worth = self.worth(stack, last)[seat]
        while len(found) < 4:
            best, best_at, best_stack = 0.05, -1, stack
            for at, code in enumerate(stack):
                if not code & 56:
                    claimed = (*stack[:at], code | mark, *stack[at + 1 :])
                    gain = self.worth(claimed, last)[seat] - worth
                    if gain > best:
                        best, best_at, best_stack = gain, at, claimed
            if best_at < 0:
                break
            found.append((best, best_at))
            stack, worth = best_stack, worth + best
        return tuple(found)

    # --- whole turns --------------------------------------------------------------------------------------

    def pairs(self, world: World) -> list[Pair]:
        """Every way to build what is left to build; free slots are alike, so the first ones stand for all."""
        hand = world.hands[world.active]
        left = builds_left(world)
        if left <= 0:
            return [()]
        slots = [slot for slot, stack in enumerate(world.towers) if stack and slot not in world.built]
        free = [slot for slot, stack in enumerate(world.towers) if not stack]
        cards = sorted(set(hand))
        if left == 1:
            return [((card, slot),) for card in cards for slot in slots + free[:1]]
        two = slots + free[:2]
        found: list[Pair] = []
        for i, one in enumerate(two):
            for other in two[i + 1 :]:
                if len(free) > 1 and one == free[1] and other != free[1]:
                    continue
                if len(free) > 1 and other == free[1] and one != free[0]:
                    continue
                both_free = len(free) > 1 and one == free[0] and other == free[1]
                for a in cards:
                    for b in cards:
                        if a == b and hand.count(a) < 2:
                            continue
                        if both_free and b < a:
                            continue
                        found.append(((a, one), (b, other)))
        return found

    def plan(self, world: World, pair: Pair, spare: int = 0) -> tuple[float, Plan]:
        """The pair completed with the best claims; its worth for the active seat.

        ``spare`` changes the number of claims made (0: as many as pay).
        """
        rules, seat = self.rules, world.active
        last = world.last
        towers = world.towers
        hand = world.hands[seat][:]
        built = dict.fromkeys(range(0), ())
        for card, slot in pair:
            hand.remove(card)
            built[slot] = (*towers[slot], rules.storey(card, seat))
        total = 0.0
        options: list[tuple[float, int, int, int]] = []
        for slot, old in enumerate(towers):
            stack = built.get(slot, old)
            if stack:
                total += self.worth(stack, last)[seat]
                for rank, (gain, at) in enumerate(self.claims(stack, seat, last)):
                    options.append((-gain, rank, slot, at))
        return self._with_claims(world, pair, hand, total, options, spare)

    def _with_claims(
        self,
        world: World,
        pair: Pair,
        hand: list[int],
        total: float,
        options: list[tuple[float, int, int, int]],
        spare: int,
    ) -> tuple[float, Plan]:
        weights = self.weights
        card_worth = 0.0 if world.last else weights.card
        options.sort()
        keep = weights.keep
        hand.sort(key=lambda card: keep[card] - 0.3 * (hand.count(card) - 1))
        deck = len(world.deck)
        count = 0
        gained = 0.0
        size = len(hand)
        taken: list[tuple[int, int, int]] = []
        for loss, _, slot, at in options:
            if count >= size:
                break
            # A card beyond the fourth after drawing is worth less, one that keeps us from drawing nothing.
            cost = 0.0 if size - count > 3 and deck else card_worth
            if -loss <= cost and spare <= 0:
                break
            if -loss <= cost:
                spare -= 1
            gained += -loss - cost
            taken.append((slot, at, hand[count]))
            count += 1
        if spare < 0:
            for _ in range(min(-spare, len(taken))):
                taken.pop()
        kept = hand[len(taken) :]
        rest = sum(keep[card] for card in kept) if not world.last else 0.0
        return total + gained + rest, Plan(pair, tuple(taken))

    def quick(self, world: World, dice: Dice, tries: int) -> Plan:
        """A good turn among ``tries`` random pairs."""
        pairs = self.pairs(world)
        if len(pairs) > tries:
            random = dice.random
            count = len(pairs)
            pairs = [pairs[int(random() * count)] for _ in range(tries)]
        return max((self.plan(world, pair) for pair in pairs), key=lambda found: found[0])[1]

    def best(self, world: World, width: int) -> Sequence[tuple[float, Plan]]:
        """The ``width`` turns that look best, best first."""
        found = [self.plan(world, pair) for pair in self.pairs(world)]
        found.sort(key=lambda entry: -entry[0])
        return found[:width]

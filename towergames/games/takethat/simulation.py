"""A quick copy of the rules for the search, and the evaluation of its positions.

Towers are tuples of numbers, a whole turn is one move, and results are cached. Nothing here decides a real game. A
test plays the same turns here and with :mod:`.rules` and compares every state.

A storey is the number ``floor | (owner + 1) << 3 | (builder + 1) << 6``: floor is the place in FLOORS, owner -1 means
vacant, and the builder is kept only with the prototype's texts, where it matters. Cards are places in FLOORS.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest

from towergames.bots.ismcts import lead_to_share
from towergames.core.dice import Dice
from towergames.games.takethat.model import (
    BUILDS_A_TURN,
    DRAWN_A_TURN,
    FLOORS,
    HAND_LIMIT,
    RANK,
    Action,
    Build,
    Claim,
    State,
    Terms,
    Tower,
    View,
    unseen_cards,
)
from towergames.games.takethat.rules import SHORT_HAND

OFFICE, LOBBY, SPIRE, SUITE, ELEVATOR, LANDLORD, NOISE, INFERNO = range(8)

Stack = tuple[int, ...]
"""The storeys of a tower as numbers, ground first; empty for a free slot."""

Result = tuple[tuple[int, ...], tuple[int, ...]]
"""What a stack scores: points by seat, and the seats that draw two cards, in order."""

CACHE_LIMIT = 50_000
"""Entries that each cache may hold before it starts afresh: some tens of megabytes altogether."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The rest of a turn: ``builds`` as (card, slot), then ``claims`` as (slot, storey, card), then the end."""

    builds: tuple[tuple[int, int], ...]
    claims: tuple[tuple[int, int, int], ...]


class World:
    """One imagined game in progress, changed in place. ``towers`` by slot, ``born`` their serials."""

    __slots__ = ("active", "born", "built", "deck", "hands", "last", "over", "points", "serial", "towers", "turns")

    def __init__(self, state: State, prototype: bool) -> None:
        self.towers = [encode(tower, prototype) for tower in state.slots]
        self.born = [tower.serial if tower else 0 for tower in state.slots]
        self.hands = [[RANK[card] for card in hand] for hand in state.hands]
        self.deck = [RANK[card] for card in reversed(state.deck)]  # drawn from the end
        self.points = list(state.points)
        self.active = state.active
        self.turns = state.turns
        self.last = state.last_round
        self.over = state.phase == "over"
        self.built = state.built
        self.serial = state.serial

    def copy(self) -> World:
        """The same world, to be changed on its own."""
        twin = World.__new__(World)
        twin.towers, twin.born = self.towers[:], self.born[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.deck, twin.points = self.deck[:], self.points[:]
        twin.active, twin.turns, twin.last, twin.over = self.active, self.turns, self.last, self.over
        twin.built, twin.serial = self.built, self.serial
        return twin


class Deals:
    """Worlds that fit one view, dealt quickly: only hidden hands and the deck differ between them.

    The faces of tucked cards never matter again, so hidden ones just leave the pile.
    """

    __slots__ = ("_hidden", "_start", "_unseen")

    def __init__(self, view: View, start: State, prototype: bool) -> None:
        self._start = World(start, prototype)
        self._unseen = [RANK[card] for card in unseen_cards(view)]
        self._hidden = [
            (seat, size)
            for seat, (hand, size) in enumerate(zip(view.hands, view.hand_sizes, strict=True))
            if hand is None
        ]

    def world(self, dice: Dice) -> World:
        """The next world, every one equally likely."""
        world = self._start.copy()
        pile = dice.shuffled(self._unseen)
        for seat, size in self._hidden:
            world.hands[seat] = pile[:size]
            del pile[:size]
        world.deck = pile[: len(world.deck)]
        return world


def encode(tower: Tower | None, prototype: bool) -> Stack:
    """A tower as numbers."""
    if tower is None:
        return ()
    return tuple(
        RANK[storey.floor]
        | ((-1 if storey.owner is None else storey.owner) + 1) << 3
        | (((-1 if storey.builder is None else storey.builder) + 1) << 6 if prototype else 0)
        for storey in tower.storeys
    )


class Rules:
    """The rules for one set of terms and seats, with a cache of scored stacks."""

    __slots__ = ("_cache", "empty_deck", "height", "limit", "prototype", "seats")

    def __init__(self, terms: Terms, seats: int) -> None:
        self.seats = seats
        self.height = terms.height
        self.limit = terms.tower_limit
        self.prototype = terms.texts == "prototype"
        self.empty_deck = terms.end == "empty-deck"
        self._cache: dict[Stack, Result] = {}

    def due(self, stack: Stack) -> bool:
        """R-14: full height or a SPIRE on top."""
        return len(stack) >= self.height or stack[-1] & 7 == SPIRE

    def storey(self, card: int, seat: int) -> int:
        """The number of a floor just built by ``seat``."""
        return card | (seat + 1) << 6 if self.prototype else card

    def result(self, stack: Stack) -> Result:
        """Points and draws of a stack scored as it stands."""
        found = self._cache.get(stack)
        if found is None:
            if len(self._cache) > CACHE_LIMIT:
                self._cache.clear()
            found = self._cache[stack] = self._resolve(stack)
        return found

    def _resolve(self, stack: Stack) -> Result:
        points = [0] * self.seats
        draws: list[int] = []
        owners = [(code >> 3 & 7) - 1 for code in stack]
        for at in range(len(stack) - 1, -1, -1):
            owner = owners[at]
            if owner < 0:
                continue
            floor = stack[at] & 7
            if floor == OFFICE:
                points[owner] += 2 * sum(1 for code in stack if code & 7 == OFFICE)
            elif floor == LOBBY:
                points[owner] += len(stack) - 1 - at
            elif floor == SPIRE:
                points[owner] += 3
            elif floor == SUITE:
                if self.prototype:
                    points[owner] += 3
                else:
                    draws.append(owner)
            elif floor == ELEVATOR:
                shift = 6 if self.prototype else 3
                for code in stack:
                    seat = (code >> shift & 7) - 1
                    if seat >= 0:
                        points[seat] += 2
            elif at:
                if floor == LANDLORD:
                    owners[at - 1] = owner
                else:
                    owners[at - 1] = -1
                    if floor == INFERNO and at > 1:
                        owners[at - 2] = -1
        return tuple(points), tuple(draws)

    def outlook(
        self, stack: Stack, owners: list[int], counts: Sequence[int], offices: int, draw: float
    ) -> tuple[list[float], int]:
        """Points by seat under one more floor, and the ELEVATORs at work; a SUITE that draws counts ``draw``.

        ``owners`` (used up), ``counts`` of tucked cards and ``offices`` may differ from the stack's own.
        """
        points = [0.0] * self.seats
        elevators = 0
        top = len(stack)
        for at in range(top - 1, -1, -1):
            owner = owners[at]
            if owner < 0:
                continue
            floor = stack[at] & 7
            if floor == OFFICE:
                points[owner] += 2 * offices
            elif floor == LOBBY:
                points[owner] += top - at
            elif floor == ELEVATOR:
                elevators += 1
            elif floor <= SUITE:
                points[owner] += 3 if floor == SPIRE or self.prototype else draw
            elif at:
                owners[at - 1] = owner if floor == LANDLORD else -1
                if floor == INFERNO and at > 1:
                    owners[at - 2] = -1
        if elevators:
            for seat, count in enumerate(counts):
                points[seat] += 2 * elevators * count
        return points, elevators

    def play(self, world: World, plan: Plan) -> None:
        """The rest of the turn of the active seat, drawing and scoring included."""
        seat = world.active
        hand = world.hands[seat]
        towers = world.towers
        for card, slot in plan.builds:
            hand.remove(card)
            if not towers[slot]:
                world.born[slot] = world.serial
                world.serial += 1
            towers[slot] = (*towers[slot], self.storey(card, seat))
        for slot, at, card in plan.claims:
            hand.remove(card)
            stack = towers[slot]
            towers[slot] = (*stack[:at], stack[at] | (seat + 1) << 3, *stack[at + 1 :])
        self._draw(world, seat, DRAWN_A_TURN)
        due = [slot for slot, stack in enumerate(towers) if stack and self.due(stack)]
        self._score(world, due)
        self._next(world)

    def _draw(self, world: World, seat: int, wanted: int) -> None:
        hand, deck = world.hands[seat], world.deck
        for _ in range(min(wanted, HAND_LIMIT - len(hand), len(deck))):
            hand.append(deck.pop())

    def _score(self, world: World, slots: Sequence[int]) -> None:
        for slot in sorted(slots, key=world.born.__getitem__) if len(slots) > 1 else slots:
            points, draws = self.result(world.towers[slot])
            for seat, gained in enumerate(points):
                world.points[seat] += gained
            for seat in draws:
                self._draw(world, seat, 2)
            world.towers[slot] = ()

    def _next(self, world: World) -> None:
        world.turns += 1
        world.built = ()
        if not world.deck and (self.empty_deck or len(world.hands[world.active]) < SHORT_HAND):
            world.last = True
        if world.last and world.turns % self.seats == 0:
            self._score(world, [slot for slot, stack in enumerate(world.towers) if stack])
            world.over = True
        else:
            world.active = (world.active + 1) % self.seats


def first_action(plan: Plan) -> Action | None:
    """The first real action of a plan; None when nothing is left but to end the turn."""
    if plan.builds:
        card, slot = plan.builds[0]
        return Build(FLOORS[card], slot)
    if plan.claims:
        slot, at, card = plan.claims[0]
        return Claim(slot, at, FLOORS[card])
    return None


def builds_left(world: World) -> int:
    """How many floors the active seat still has to build this turn."""
    return BUILDS_A_TURN - len(world.built)


# --- the evaluation ---------------------------------------------------------------------------------

Pair = tuple[tuple[int, int], ...]
"""The floors still to be built this turn: (card, slot) each."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the evaluation, in points; tuned by matches between variants.

    ``trust``: how much of an unfinished tower's points will come true (``trust_last``: in the last round). ``card``: a
    card in hand. ``draw``: a SUITE that draws. ``keep``: the extra worth of each floor in hand, in the order of FLOORS.
    """

    trust: float = 0.7
    trust_last: float = 0.9
    card: float = 2.3
    draw: float = 5.0
    keep: tuple[float, ...] = (0.0, 0.0, 1.5, 0.0, 0.0, 0.6, 0.2, 0.6)


class Evaluator:
    """The evaluation of stacks and plans for one set of rules, with a cache."""

    def __init__(self, rules: Rules, weights: Weights | None = None) -> None:
        self.rules = rules
        self.weights = weights or Weights()
        self._worth: dict[tuple[Stack, bool], tuple[float, ...]] = {}
        self._claims: dict[tuple[Stack, int, bool], tuple[tuple[float, int], ...]] = {}
        self._promise: dict[tuple[Stack, int, bool], float] = {}

    def worth(self, stack: Stack, last: bool) -> tuple[float, ...]:
        """By seat: the expected points of the stack, less the mean of the others' expected points."""
        key = (stack, last)
        found = self._worth.get(key)
        if found is None:
            if len(self._worth) > CACHE_LIMIT:
                self._worth.clear()
            found = self._worth[key] = self._evaluate(stack, last)
        return found

    def _evaluate(self, stack: Stack, last: bool) -> tuple[float, ...]:
        rules = self.rules
        seats = rules.seats
        gains = self._gains(stack, last) if rules.due(stack) else self._one_floor_on(stack, last)
        everything = sum(gains)
        return tuple(gain - (everything - gain) / (seats - 1) for gain in gains)

    def _one_floor_on(self, stack: Stack, last: bool) -> list[float]:
        """The mean over every next floor, vacant or owned by anybody, less what that floor would be worth alone.

        So a floor that the next builder can empty or take over counts for less than one that is safe. The cases that
        come to the same are resolved once and weighted.
        """
        rules = self.rules
        seats = rules.seats
        shift = 6 if rules.prototype else 3
        counts = [0] * seats
        for code in stack:
            if code >> shift & 7:
                counts[(code >> shift & 7) - 1] += 1
        owners = [(code >> 3 & 7) - 1 for code in stack]
        offices = sum(1 for code in stack if not code & 7)
        draw = 0.0 if last else self.weights.draw
        extra = 0 if rules.prototype else 2  # what one more tucked card brings for each ELEVATOR
        total = [0.0] * seats

        def add(changed: list[int], more: int, weight: int, cards: Sequence[int]) -> None:
            """Count one case ``weight`` times, ``cards`` times by seat with one more card tucked by that seat."""
            points, elevators = rules.outlook(stack, changed, counts, offices + more, draw)
            for seat in range(seats):
                total[seat] += weight * points[seat] + extra * elevators * cards[seat]

        add(owners[:], 0, 7 + 4 * seats, (4,) * seats)  # nothing changes below
        add(owners[:], 1, 1 + seats, (1,) * seats)  # one OFFICE more
        add([*owners[:-1], -1], 0, seats, (1,) * seats)  # NOISE
        add([*owners[:-2], -1, -1][-len(stack) :], 0, seats, (1,) * seats)  # INFERNO
        for owner in range(seats):  # LANDLORD
            add([*owners[:-1], owner], 0, 1, [int(seat == owner) for seat in range(seats)])
            total[owner] += 2 * offices
            for seat in range(seats):
                total[seat] += 2 * counts[seat]
        share = (self.weights.trust_last if last else self.weights.trust) / (8 * (seats + 1))
        return [share * worth for worth in total]

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

    def promise(self, stack: Stack, seat: int, last: bool) -> float:
        """Worth of a stack for ``seat`` once it has made the claims there that pay for their cards."""
        key = (stack, seat, last)
        found = self._promise.get(key)
        if found is None:
            if len(self._promise) > CACHE_LIMIT:
                self._promise.clear()
            card = 0.0 if last else self.weights.card
            gains = sum(gain - card for gain, _ in self.claims(stack, seat, last) if gain > card)
            found = self._promise[key] = self.worth(stack, last)[seat] + gains
        return found

    # --- whole turns --------------------------------------------------------------------------------------

    def pairs(self, world: World, noise: float = 0.0, dice: Dice | None = None) -> list[tuple[float, Pair]]:
        """Every way to build the floors left, with an estimate of its worth; not sorted.

        Free slots are alike, so the first ones stand for all. With ``noise`` each single build is misjudged by up to so
        many points.
        """
        seat, last, keep = world.active, world.last, self.weights.keep
        left = builds_left(world)
        if left <= 0:
            return [(0.0, ())]
        hand = world.hands[seat]
        cards = sorted(set(hand))
        slots = [slot for slot, stack in enumerate(world.towers) if stack and slot not in world.built]
        free = [slot for slot, stack in enumerate(world.towers) if not stack]
        slots += free[:left]
        singles: list[list[tuple[float, int]]] = []
        for slot in slots:
            stack = world.towers[slot]
            base = self.promise(stack, seat, last) if stack else 0.0
            entries = []
            for card in cards:
                grown = (*stack, self.rules.storey(card, seat))
                guess = self.promise(grown, seat, last) - base - keep[card]
                entries.append((guess + noise * dice.random() if dice else guess, card))
            singles.append(entries)
        if left == 1:
            return [
                (guess, ((card, slot),)) for slot, ranked in zip(slots, singles, strict=True) for guess, card in ranked
            ]
        return self._pair_up(hand, slots, singles, free)

    def _pair_up(
        self, hand: list[int], slots: list[int], singles: list[list[tuple[float, int]]], free: list[int]
    ) -> list[tuple[float, Pair]]:
        """All pairs of single builds on two different towers."""
        found: list[tuple[float, Pair]] = []
        second_free = free[1] if len(free) > 1 else -1
        doubles = {card for card in hand if hand.count(card) > 1}
        for i, one in enumerate(slots):
            for j in range(i + 1, len(slots)):
                other = slots[j]
                both_free = other == second_free and one == free[0]
                if other == second_free and not both_free:
                    continue  # the same as building on the first free slot
                for guess, a in singles[i]:
                    for more, b in singles[j]:
                        if (a == b and a not in doubles) or (both_free and b < a):
                            continue
                        found.append((guess + more, ((a, one), (b, other))))
        return found

    def plan(self, world: World, pair: Pair, spare: int = 0) -> tuple[float, Plan]:
        """The pair completed with the best claims; its worth for the active seat.

        ``spare`` changes the number of claims made (0: as many as pay).
        """
        rules, seat = self.rules, world.active
        last = world.last
        towers = world.towers
        hand = world.hands[seat][:]
        built: dict[int, Stack] = {}
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
        copies = Counter(hand)
        hand.sort(key=lambda card: (keep[card] - 0.3 * copies[card], card))
        deck = len(world.deck)
        gained = 0.0
        size = len(hand)
        taken: list[tuple[int, int, int]] = []
        for count, (loss, _, slot, at) in enumerate(options[:size]):
            # A card beyond the fourth after drawing is worth less, one that keeps us from drawing nothing.
            cost = 0.0 if size - count > 3 and deck else card_worth
            if -loss <= cost and spare <= 0:
                break
            if -loss <= cost:
                spare -= 1
            gained += -loss - cost
            taken.append((slot, at, hand[count]))
        if spare < 0:
            for _ in range(min(-spare, len(taken))):
                taken.pop()
        kept = hand[len(taken) :]
        rest = sum(keep[card] for card in kept) if not world.last else 0.0
        return total + gained + rest, Plan(pair, tuple(taken))

    def quick(self, world: World, dice: Dice, noise: float) -> Plan:
        """A good turn by estimates alone; ``noise`` makes it vary."""
        return self.plan(world, max(self.pairs(world, noise, dice))[1])[1]

    def best(self, world: World) -> Plan:
        """The turn that looks best."""
        return self.candidates(world, 1)[0]

    def replies(self, world: World, width: int) -> list[Plan]:
        """The turns with the best estimates, best first."""
        guessed = nlargest(width, self.pairs(world))
        return [self.plan(world, pair)[1] for _, pair in guessed]

    def candidates(self, world: World, width: int) -> list[Plan]:
        """At most ``width`` turns worth searching, the best estimate first: the best pairs, also with other claims."""
        guessed = sorted(self.pairs(world), key=lambda entry: (-entry[0], entry[1]))[: 2 * width]
        found = [(self.plan(world, pair)[0], pair) for _, pair in guessed]
        found.sort(key=lambda entry: (-entry[0], entry[1]))
        plans: dict[Plan, float] = {}
        changes = (0, -1, 1, -2, 2) if len(found) == 1 else (0, -1, 1)
        for place, (_, pair) in enumerate(found[:width]):
            for change in changes if place < 6 else (0,):
                worth, plan = self.plan(world, pair, change)
                if plan not in plans:
                    plans[plan] = worth - 0.5 * abs(change)
        return sorted(plans, key=lambda plan: -plans[plan])[:width]

    def shares(self, world: World) -> list[float]:
        """Every seat's chance to win, between 0 and 1: points, what stands, and hands, against the best other."""
        seats = self.rules.seats
        last = world.last
        leads: list[float] = [float(points) for points in world.points]
        if world.over:
            # The game ends with a full round, so the first player of the game would be next.
            order = [(seat - world.active - 1) % seats for seat in range(seats)]
            best = max(range(seats), key=lambda seat: (world.points[seat], -order[seat]))
            return [1.0 if seat == best else 0.0 for seat in range(seats)]
        for stack in world.towers:
            if stack:
                for seat, worth in enumerate(self.worth(stack, last)):
                    leads[seat] += worth * (seats - 1) / seats
        if not last:
            keep, card = self.weights.keep, self.weights.card
            for seat, hand in enumerate(world.hands):
                leads[seat] += card * len(hand) + sum(keep[held] for held in hand)
        scale = 3.0 + 0.12 * len(world.deck)
        return [lead_to_share(leads, seat, scale) for seat in range(seats)]

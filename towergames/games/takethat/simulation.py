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
from functools import lru_cache
from heapq import nlargest
from itertools import combinations

from towergames.bots.ismcts import lead_to_share
from towergames.core.dice import Dice
from towergames.games.takethat import model
from towergames.games.takethat.model import Action, Build, Claim, EndTurn, State, Terms, Tower, View
from towergames.games.takethat.rules import SHORT_HAND

OFFICE, LOBBY, SPIRE, SUITE, ELEVATOR, LANDLORD, NOISE, INFERNO = range(8)

Stack = tuple[int, ...]
"""The storeys of a tower as numbers, ground first; empty for a free slot."""

StackScore = tuple[tuple[int, ...], tuple[int, ...]]
"""Outcome of scoring a stack: points by seat, and the seats that draw two cards, in order."""

CACHE_LIMIT = 3_000
"""Entries that each cache may hold, 6 MB altogether, which one game fills.

Fifty thousand take 56 MB and save a fifth of the evaluations, but no time that could be measured.
"""


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The rest of a turn: ``builds`` as (card, slot), then ``claims`` as (slot, storey, card), then the end."""

    builds: tuple[tuple[int, int], ...]
    claims: tuple[tuple[int, int, int], ...]

    @property
    def action(self) -> Action:
        """The first action of the plan."""
        if self.builds:
            card, slot = self.builds[0]
            return Build(model.FLOORS[card], slot)
        if self.claims:
            slot, at, card = self.claims[0]
            return Claim(slot, at, model.FLOORS[card])
        return EndTurn()


class Determinization:
    """One imagined game in progress, changed in place. ``towers`` by slot, ``born`` their serials."""

    __slots__ = ("active", "born", "built", "deck", "hands", "last", "over", "points", "serial", "towers", "turns")

    def __init__(self, state: State | View, prototype: bool) -> None:
        """The game of a view has empty hands where they are hidden, and any faces in its deck."""
        deck = state.deck if isinstance(state, State) else model.FLOORS[:1] * state.deck
        self.towers = [encode(tower, prototype) for tower in state.slots]
        self.born = [tower.serial if tower else 0 for tower in state.slots]
        self.hands = [[model.RANK[card] for card in hand or ()] for hand in state.hands]
        self.deck = [model.RANK[card] for card in reversed(deck)]  # drawn from the end
        self.points = list(state.points)
        self.active = state.active
        self.turns = state.turns
        self.last = state.last_round
        self.over = state.phase == "over"
        self.built = state.built
        self.serial = state.serial

    def copy(self) -> Determinization:
        """A copy that can be changed alone."""
        twin = Determinization.__new__(Determinization)
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

    def __init__(self, view: View, start: State, prototype: bool) -> None:
        self._start = Determinization(start, prototype)
        self._unseen = [model.RANK[card] for card in model.unseen_cards(view)]
        self._hidden = [(seat, view.hand_sizes[seat]) for seat, hand in enumerate(view.hands) if hand is None]

    def world(self, dice: Dice) -> Determinization:
        """The next world, every one equally likely."""
        world = self._start.copy()
        pile = dice.shuffled(self._unseen)
        for seat, size in self._hidden:
            world.hands[seat] = pile[:size]
            del pile[:size]
        world.deck = pile[: len(world.deck)]
        return world


def encode(tower: Tower | None, prototype: bool) -> Stack:
    if tower is None:
        return ()
    return tuple(
        model.RANK[storey.floor]
        | (0 if storey.owner is None else storey.owner + 1) << 3
        | (0 if storey.builder is None or not prototype else storey.builder + 1) << 6
        for storey in tower.storeys
    )


class Rules:
    """The rules for one set of terms and seats, with a cache of scored stacks."""

    def __init__(self, terms: Terms, seats: int) -> None:
        self.seats = seats
        self.height = terms.height
        self.prototype = terms.texts == "prototype"
        self.empty_deck = terms.end == "empty-deck"
        self.result = lru_cache(CACHE_LIMIT)(self._resolve)
        """Points and draws of a stack scored as it stands."""

    def due(self, stack: Stack) -> bool:
        """R-14: full height or a SPIRE on top."""
        return len(stack) >= self.height or stack[-1] & 7 == SPIRE

    def storey(self, card: int, seat: int) -> int:
        """The number of a floor just built by ``seat``."""
        return card | (seat + 1) << 6 if self.prototype else card

    def _resolve(self, stack: Stack) -> StackScore:
        points, draws, _ = self.outlook(stack, *self.facts(stack), draw=0, above=0)
        return tuple(int(gained) for gained in points), tuple(draws)

    def facts(self, stack: Stack) -> tuple[list[int], list[int], int]:
        """By storey the owners (-1: vacant), by seat the cards that ELEVATOR counts, and the OFFICE floors."""
        counted = [(code >> (6 if self.prototype else 3) & 7) - 1 for code in stack]
        owners = [(code >> 3 & 7) - 1 for code in stack]
        return owners, [counted.count(seat) for seat in range(self.seats)], sum(not code & 7 for code in stack)

    def outlook(
        self, stack: Stack, owners: list[int], counts: Sequence[int], offices: int, draw: float, above: int
    ) -> tuple[list[float], list[int], int]:
        """Points by seat under ``above`` more floors, the seats that draw two cards, and the number of ELEVATORs.

        A SUITE that draws counts ``draw``. ``owners`` (used up), ``counts`` and ``offices`` may differ from the facts.
        """
        points = [0.0] * self.seats
        draws: list[int] = []
        elevators = 0
        top = len(stack) - 1 + above
        for at in range(len(stack) - 1, -1, -1):
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
            elif floor == SPIRE or (floor == SUITE and self.prototype):
                points[owner] += 3
            elif floor == SUITE:
                points[owner] += draw
                draws.append(owner)
            elif at:
                owners[at - 1] = owner if floor == LANDLORD else -1
                if floor == INFERNO and at > 1:
                    owners[at - 2] = -1
        if elevators:
            for seat, count in enumerate(counts):
                points[seat] += 2 * elevators * count
        return points, draws, elevators

    def play(self, world: Determinization, plan: TurnPlan) -> None:
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
        self._draw(world, seat, model.DRAWN_A_TURN)
        due = [slot for slot, stack in enumerate(towers) if stack and self.due(stack)]
        self._score(world, due)
        world.turns += 1
        world.built = ()
        if not world.deck and (self.empty_deck or len(hand) < SHORT_HAND):
            world.last = True
        if world.last and world.turns % self.seats == 0:
            self._score(world, [slot for slot, stack in enumerate(towers) if stack])
            world.over = True
        else:
            world.active = (seat + 1) % self.seats

    def _draw(self, world: Determinization, seat: int, wanted: int) -> None:
        hand, deck = world.hands[seat], world.deck
        for _ in range(min(wanted, model.HAND_LIMIT - len(hand), len(deck))):
            hand.append(deck.pop())

    def _score(self, world: Determinization, slots: Sequence[int]) -> None:
        for slot in sorted(slots, key=world.born.__getitem__) if len(slots) > 1 else slots:
            points, draws = self.result(world.towers[slot])
            for seat, gained in enumerate(points):
                world.points[seat] += gained
            for seat in draws:
                self._draw(world, seat, 2)
            world.towers[slot] = ()


# --- the evaluation ---------------------------------------------------------------------------------

BuildPair = tuple[tuple[int, int], ...]
"""The floors still to be built this turn: (card, slot) each."""

# The weights of the evaluation, in points, were tuned by matches between variants.
TRUST, TRUST_LAST = 0.7, 0.9
"""How much of an unfinished tower's points will come true, and in the last round."""
CARD, DRAW = 2.3, 5.0
"""Points that a card in hand is worth, and points that a SUITE is worth when it draws."""
KEEP = (0.0, 0.0, 1.5, 0.0, 0.0, 0.6, 0.2, 0.6)
"""Points that each floor in hand is worth beyond CARD, in the order of FLOORS."""


def cheapest_first(hand: Sequence[int]) -> list[int]:
    """The cards of a hand, those first that are spent most easily."""
    copies = Counter(hand)
    return sorted(hand, key=lambda card: (KEEP[card] - 0.3 * copies[card], card))


class Evaluator:
    """The evaluation of stacks and plans for one set of rules, with a cache."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.worth = lru_cache(CACHE_LIMIT)(self._worth)
        self.claims = lru_cache(CACHE_LIMIT)(self._claims)
        self.promise = lru_cache(CACHE_LIMIT)(self._promise)

    def _worth(self, stack: Stack, last: bool) -> tuple[float, ...]:
        """By seat: the expected points of the stack, less the mean of the others' expected points."""
        rules = self.rules
        seats = rules.seats
        if rules.due(stack):
            points, draws = rules.result(stack)
            draw = 0.0 if last else DRAW
            gains = [gained + draw * draws.count(seat) for seat, gained in enumerate(points)]
        else:
            gains = self._one_floor_on(stack, last)
        everything = sum(gains)
        return tuple(gain - (everything - gain) / (seats - 1) for gain in gains)

    def _one_floor_on(self, stack: Stack, last: bool) -> list[float]:
        """The mean over every next floor, vacant or owned by anybody, less what that floor would be worth alone.

        So a floor that the next builder can empty or take over counts for less than one that is safe. The cases that
        come to the same are resolved once and weighted.
        """
        rules = self.rules
        seats = rules.seats
        owners, counts, offices = rules.facts(stack)
        draw = 0.0 if last else DRAW
        extra = 0 if rules.prototype else 2  # what one more tucked card brings for each ELEVATOR
        total = [0.0] * seats

        def add(changed: list[int], more: int, weight: int, cards: Sequence[int]) -> None:
            """Count one case ``weight`` times, ``cards`` times by seat with one more card tucked by that seat."""
            points, _, elevators = rules.outlook(stack, changed, counts, offices + more, draw, above=1)
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
        share = (TRUST_LAST if last else TRUST) / (8 * (seats + 1))
        return [share * worth for worth in total]

    def _claims(self, stack: Stack, seat: int, last: bool) -> tuple[tuple[float, int], ...]:
        """The storeys worth claiming for ``seat``, each time the best one left: (gain, storey)."""
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

    def _promise(self, stack: Stack, seat: int, last: bool) -> float:
        """Worth of a stack for ``seat`` once it has made the claims there that pay for their cards."""
        card = 0.0 if last else CARD
        return self.worth(stack, last)[seat] + sum(g - card for g, _ in self.claims(stack, seat, last) if g > card)

    # --- whole turns --------------------------------------------------------------------------------------

    def pairs(
        self, world: Determinization, noise: float = 0.0, dice: Dice | None = None
    ) -> list[tuple[float, BuildPair]]:
        """Every way to build the floors left, with an estimate of its worth; not sorted.

        Free slots are alike, so the first ones stand for all. With ``noise`` each single build is misjudged by up to so
        many points.
        """
        seat, last = world.active, world.last
        left = model.BUILDS_A_TURN - len(world.built)
        if left <= 0:
            return [(0.0, ())]
        hand = world.hands[seat]
        cards = sorted(set(hand))
        slots = [slot for slot, stack in enumerate(world.towers) if stack and slot not in world.built]
        free = [slot for slot, stack in enumerate(world.towers) if not stack]
        slots += free[:left]
        singles: dict[int, list[tuple[float, int]]] = {}
        for slot in slots:
            stack = world.towers[slot]
            base = self.promise(stack, seat, last) if stack else 0.0
            entries = singles[slot] = []
            for card in cards:
                grown = (*stack, self.rules.storey(card, seat))
                guess = self.promise(grown, seat, last) - base - KEEP[card]
                entries.append((guess + noise * dice.random() if dice else guess, card))
        if left == 1:
            return [(guess, ((card, slot),)) for slot in slots for guess, card in singles[slot]]
        found: list[tuple[float, BuildPair]] = []
        doubles = {card for card in hand if hand.count(card) > 1}
        for one, other in combinations(slots, 2):
            both_free = free[:2] == [one, other]
            if other in free[1:2] and not both_free:
                continue  # the same as building on the first free slot
            found += [
                (guess + more, ((a, one), (b, other)))
                for guess, a in singles[one]
                for more, b in singles[other]
                if (a != b or a in doubles) and not (both_free and b < a)
            ]
        return found

    def plan(self, world: Determinization, pair: BuildPair, spare: int = 0) -> tuple[float, TurnPlan]:
        """The pair completed with the best claims; its worth for the active seat.

        ``spare`` changes the number of claims made (0: as many as pay).
        """
        seat, last, towers = world.active, world.last, world.towers
        hand = world.hands[seat][:]
        built: dict[int, Stack] = {}
        for card, slot in pair:
            hand.remove(card)
            built[slot] = (*towers[slot], self.rules.storey(card, seat))
        total = gained = 0.0
        options: list[tuple[float, int, int, int]] = []
        for slot, old in enumerate(towers):
            stack = built.get(slot, old)
            if stack:
                total += self.worth(stack, last)[seat]
                options += [(-gain, rank, slot, at) for rank, (gain, at) in enumerate(self.claims(stack, seat, last))]
        options.sort()
        size = len(hand)
        hand = cheapest_first(hand)
        taken: list[tuple[int, int, int]] = []
        for count, (loss, _, slot, at) in enumerate(options[:size]):
            # A card beyond the fourth after drawing is worth less, one that keeps us from drawing nothing.
            cost = 0.0 if last or (size - count > 3 and world.deck) else CARD
            if -loss <= cost and spare <= 0:
                break
            if -loss <= cost:
                spare -= 1
            gained += -loss - cost
            taken.append((slot, at, hand[count]))
        if spare < 0:
            del taken[spare:]
        rest = sum(KEEP[card] for card in hand[len(taken) :]) if not last else 0.0
        return total + gained + rest, TurnPlan(pair, tuple(taken))

    def replies(self, world: Determinization, width: int) -> list[TurnPlan]:
        """The turns with the best estimates, best first."""
        return [self.plan(world, pair)[1] for _, pair in nlargest(width, self.pairs(world))]

    def candidates(self, world: Determinization, width: int) -> list[TurnPlan]:
        """At most ``width`` turns worth searching, the best estimate first: the best pairs, also with other claims."""
        guessed = sorted(self.pairs(world), key=lambda entry: (-entry[0], entry[1]))[: 2 * width]
        found = [(self.plan(world, pair)[0], pair) for _, pair in guessed]
        found.sort(key=lambda entry: (-entry[0], entry[1]))
        plans: dict[TurnPlan, float] = {}
        changes = (0, -1, 1, -2, 2) if len(found) == 1 else (0, -1, 1)
        for place, (_, pair) in enumerate(found[:width]):
            for change in changes if place < 6 else (0,):
                worth, plan = self.plan(world, pair, change)
                if plan not in plans:
                    plans[plan] = worth - 0.5 * abs(change)
        return sorted(plans, key=lambda plan: -plans[plan])[:width]

    def shares(self, world: Determinization) -> list[float]:
        """Every seat's chance to win, between 0 and 1: points, what stands, and hands, against the best other."""
        seats, last = self.rules.seats, world.last
        leads = [float(points) for points in world.points]
        if world.over:
            # The game ends with a full round, so the first player of the game would be next.
            best = max(range(seats), key=lambda seat: (world.points[seat], -((seat - world.active - 1) % seats)))
            return [float(seat == best) for seat in range(seats)]
        for stack in world.towers:
            if stack:
                for seat, worth in enumerate(self.worth(stack, last)):
                    leads[seat] += worth * (seats - 1) / seats
        if not last:
            for seat, hand in enumerate(world.hands):
                leads[seat] += CARD * len(hand) + sum(KEEP[held] for held in hand)
        scale = 3.0 + 0.12 * len(world.deck)
        return [lead_to_share(leads, seat, scale) for seat in range(seats)]

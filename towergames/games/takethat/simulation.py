"""A quick copy of the rules for the search: towers as tuples of numbers, whole turns as one move, results cached.

Nothing here decides a real game. A test plays the same turns here and with :mod:`.moves` and compares every state.

A storey is the number ``floor | (owner + 1) << 3 | (builder + 1) << 6``: floor is the place in FLOORS, owner -1 means
vacant, and the builder is kept only with the prototype's texts, where it matters. Cards are places in FLOORS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.core.dice import Dice
from towergames.games.takethat.model import (
    BUILDS_A_TURN,
    DRAWN_A_TURN,
    FLOORS,
    HAND_LIMIT,
    Action,
    Build,
    Claim,
    State,
    Tower,
    View,
)
from towergames.games.takethat.moves import SHORT_HAND
from towergames.games.takethat.observation import RANK, unseen_cards
from towergames.games.takethat.options import Terms

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

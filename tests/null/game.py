"""Null: take pieces from a heap, roll a die now and then, hide a number, and swap it once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from towergames.core.contract import (
    Choices,
    Decide,
    Event,
    GameBase,
    GameInfo,
    IllegalAction,
    Listed,
    Nature,
    NotationError,
    Over,
    Refusal,
    Score,
    Seat,
    Step,
    Turn,
    Verdict,
    complete_terms,
)
from towergames.core.dice import Dice
from towergames.core.options import Options, option, options_of, players

SIDES = 6
SWAP_PRICE = 2


@dataclass(frozen=True, slots=True)
class Take:
    pieces: int


@dataclass(frozen=True, slots=True)
class Swap:
    """Draw a new secret."""


@dataclass(frozen=True, slots=True)
class Deal:
    first: int
    secrets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Number:
    number: int


@dataclass(frozen=True, slots=True)
class State:
    """``due`` is the kind of Nature that goes next, empty when a player does. A view has None for others' secrets."""

    heap: int
    limit: int
    due: str
    active: int
    turns: int
    secrets: tuple[int | None, ...]
    swapped: tuple[bool, ...]
    points: tuple[int, ...]
    first: int = 0
    looker: int | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    heap: int = option(
        "Heap", "How many pieces there are.", "N-3", {12: "a dozen", 1: "one", 40: "many", 4000: "too many"}
    )
    limit: int = option("Limit", "How many may be taken at once.", "N-3", {3: "three", 1: "one"})
    polite: bool = option("Polite", "Whether nobody may swap.", "N-5", {False: "they may", True: "nobody may"})
    motto: str = option("Motto", "Anything you like.", "", {"": "none"}, free=True)
    first: int = option("First", "Who begins.", "N-1", {"random": "by lot", **players(3)}, means={"random": 0})


INFO = GameInfo(
    key="null",
    title="Null",
    pitch="Take pieces and keep a secret.",
    minutes="1 minute",
    seats=(1, 3),
    rules_version=1,
    options=options_of(Terms),
    hidden=True,
    longest=4900,
    starter_option="first",
)


class NullGame(GameBase):
    package = "tests.null"
    info = INFO
    outcomes: Mapping[str, type[Any]] = {"deal": Deal, "roll": Number, "draw": Number}

    def new(self, seats: int, options: Options) -> State:
        terms = complete_terms(Terms, INFO, seats, options)
        nobody = (0,) * seats
        return State(
            heap=terms.heap,
            limit=terms.limit,
            due="deal",
            active=0,
            turns=0,
            secrets=nobody,
            swapped=(terms.polite,) * seats,
            points=nobody,
            first=terms.first,
        )

    def turn(self, s: State) -> Turn:
        if s.due:
            return Nature(s.due)
        if s.heap:
            return Decide(s.active, "move")
        groups = [tuple(i for i, p in enumerate(s.points) if p == points) for points in sorted(set(s.points))[::-1]]
        return Over(tuple(groups), "the heap is gone")

    def choices(self, s: State) -> Choices[Any]:
        if not isinstance(self.turn(s), Decide):
            return Listed(())
        takes = [Take(n) for n in range(1, min(s.limit, s.heap) + 1)]
        swaps = [] if s.swapped[s.active] else [Swap()]
        return Listed((*takes, *swaps), ("take N", "swap"))

    def judge(self, s: State, a: Any) -> Verdict:
        refusal = _refusal(self.turn(s), s, a)
        if refusal:
            return Verdict((refusal,))
        return Verdict(preview=(_taken(s.active, a),) if isinstance(a, Take) else ())

    def apply(self, s: State, a: Any) -> Step[State]:
        verdict = self.judge(s, a)
        if not verdict.legal:
            raise IllegalAction(verdict)
        if isinstance(a, Swap):
            price = min(SWAP_PRICE, s.points[s.active])
            swapped = tuple(was or i == s.active for i, was in enumerate(s.swapped))
            after = replace(s, due="draw", swapped=swapped, points=_plus(s.points, s.active, -price))
            score = Score(s.active, -price, -SWAP_PRICE, "N-5", "a swap")
            return Step(after, (Event("swap", f"{{{s.active}}} swaps", s.active),), (score,))
        after = replace(s, heap=s.heap - a.pieces, points=_plus(s.points, s.active, a.pieces))
        event = Event("take", f"{{{s.active}}} takes {a.pieces}", s.active, {"pieces": a.pieces})
        if after.heap and after.heap % 5 == 0:
            return Step(replace(after, due="roll"), (event,), (_taken(s.active, a),))
        return _next(after, (event,), (_taken(s.active, a),))

    def resolve(self, s: State, n: Nature, dice: Dice) -> Any:
        if n.kind == "deal":
            first = s.first - 1 if s.first else dice.below(len(s.points))
            return Deal(first, tuple(dice.below(SIDES) + 1 for _ in s.points))
        return Number(dice.below(SIDES) + 1)

    def apply_outcome(self, s: State, r: Any) -> Step[State]:
        if isinstance(r, Deal):
            return _deal(s, r)
        if not 1 <= r.number <= SIDES:
            raise ValueError("the number is on no side of the die")
        if s.due == "draw":
            secrets = tuple(r.number if i == s.active else old for i, old in enumerate(s.secrets))
            seen = Event("draw", f"{{{s.active}}} draws {r.number}", s.active, {"number": r.number}, _only(s.active))
            return _next(replace(s, due="", secrets=secrets), (seen,), reveals=True)
        event = Event("roll", f"{{{s.active}}} rolls {r.number}", s.active, {"number": r.number})
        if r.number < SIDES:
            return _next(replace(s, due=""), (event,))
        after = replace(s, due="", points=_plus(s.points, s.active, 1))
        return _next(after, (event,), (Score(s.active, 1, 1, "N-4", "a six"),))

    def view(self, s: State, seat: Seat | None) -> State:
        if s.due == "deal":
            return replace(s, looker=seat)
        return replace(s, looker=seat, secrets=tuple(n if i == seat else None for i, n in enumerate(s.secrets)))

    def imagine(self, v: State, dice: Dice) -> State:
        secrets = tuple(dice.below(SIDES) + 1 if n is None else n for n in v.secrets)
        return replace(v, looker=None, secrets=secrets)

    def reveal(self, s: State) -> State:
        return s

    def notate(self, a: Any) -> str:
        return f"take {a.pieces}" if isinstance(a, Take) else "swap"

    def parse(self, text: str, s: State) -> Any:
        words = text[:100].lower().split()
        if words == ["swap"]:
            return Swap()
        if len(words) == 2 and words[0] == "take" and re.fullmatch("[0-9]{1,4}", words[1]):
            return Take(int(words[1]))
        raise NotationError("take N, or swap")

    def totals(self, s: State) -> tuple[int, ...]:
        return s.points

    def round(self, s: State) -> int:
        return s.turns // len(s.points) + 1

    def status(self, v: State) -> tuple[str, ...]:
        return (f"heap {v.heap}",)


def _refusal(turn: Turn, s: State, a: Any) -> Refusal | None:
    if isinstance(turn, Over):
        return Refusal("N-6", "The game is over.")
    if isinstance(turn, Nature):
        return Refusal("N-1", "Chance goes first.")
    if isinstance(a, Swap):
        return Refusal("N-5", "You cannot swap (again).") if s.swapped[s.active] else None
    if not isinstance(a, Take) or type(a.pieces) is not int:
        return Refusal("N-2", "That is not a move of this game.")
    if not 1 <= a.pieces <= min(s.limit, s.heap):
        return Refusal("N-3", f"Take 1 to {min(s.limit, s.heap)}.", "heap")
    return None


def _deal(s: State, r: Deal) -> Step[State]:
    seats = len(s.points)
    wrong_first = s.first not in (0, r.first + 1)
    if s.due != "deal" or len(r.secrets) != seats or wrong_first or not 0 <= r.first < seats:
        raise ValueError("that deal does not fit the table")
    if not all(1 <= n <= SIDES for n in r.secrets):
        raise ValueError("there is no such secret")
    events = [Event("deal", "Secrets are dealt")]
    events += [Event("secret", f"{{{i}}} gets {n}", i, {"n": n}, _only(i)) for i, n in enumerate(r.secrets)]
    return Step(replace(s, due="", active=r.first, secrets=r.secrets), tuple(events), reveals=True)


def _next(s: State, events: tuple[Event, ...], scores: tuple[Score, ...] = (), reveals: bool = False) -> Step[State]:
    s = replace(s, active=(s.active + 1) % len(s.points), turns=s.turns + 1)
    if s.heap:
        return Step(s, events, scores, reveals)
    lines = tuple(Score(i, n or 0, n or 0, "N-6", "the secret") for i, n in enumerate(s.secrets))
    shown = Event("end", "Secrets are shown: " + ", ".join(f"{{{i}}} {n}" for i, n in enumerate(s.secrets)))
    points = tuple(p + line.points for p, line in zip(s.points, lines, strict=True))
    return Step(replace(s, points=points), (*events, shown), (*scores, *lines), True)


def _taken(seat: Seat, take: Take) -> Score:
    return Score(seat, take.pieces, take.pieces, "N-3", "pieces")


def _plus(points: tuple[int, ...], seat: Seat, gain: int) -> tuple[int, ...]:
    return tuple(p + gain * (i == seat) for i, p in enumerate(points))


def _only(seat: Seat) -> frozenset[Seat]:
    return frozenset({seat})


GAME = NullGame()

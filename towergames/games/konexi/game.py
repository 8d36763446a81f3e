"""Konexi as a :class:`towergames.core.contract.Game`: its facts, the empty table, turns, status, and the wiring of the
modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from towergames.core.contract import (
    Choices,
    Decide,
    GameInfo,
    IllegalAction,
    Nature,
    OpenGame,
    Seat,
    Step,
    Turn,
    Verdict,
)
from towergames.core.dice import Dice
from towergames.core.options import Options
from towergames.core.text import count
from towergames.games.konexi import hindsight, model, moves, notation, requirements
from towergames.games.konexi.model import OPTIONS, Action, Outcome, State, View, terms_of
from towergames.games.konexi.rules import KonexiChoices, first_refusal

INFO = GameInfo(
    key="konexi",
    title="Konexi",
    pitch="Letters, balance, a die.",
    minutes="30 minutes",
    seats=(1, 6),
    rules_version=2,  # rules 1: a bump that leaves the tower standing costs nothing (K-12)
    options=OPTIONS,
    exhaustive=False,  # the circle has too many orders to list
    # 24 rounds: the circle, and 26 letters with seven records (roll, token, two for a bump, place, release, word or
    # done); where all words score (K-27), up to 12 words a round that a bump takes away, and some 200 that count
    longest=4950,
    starter_option="first",
    at_zero="you give up; once your letter stands, you say no more words",
    slow=True,
    emblem=(
        "...1..1.4444..",
        "...1..1..44...",
        "...1111..44...",
        "...1..1333333.",
        "...1..1..33...",
        "..2222222.33..",
        ".....22...33..",
        ".....22...33..",
    ),
)


class Konexi(OpenGame):
    """The rules of Konexi as a value without memory. See :class:`towergames.core.contract.Game`.

    ``physics`` returns the port to physics; only live play calls it.
    """

    package = "towergames.games.konexi"
    outcomes: Mapping[str, type[Any]] = moves.OUTCOMES
    losses = staticmethod(hindsight.losses)

    def __init__(
        self, physics: Callable[[], requirements.KonexiPhysicsPort] = requirements.live, info: GameInfo = INFO
    ) -> None:
        self._physics = physics
        self.info = info

    def new(self, seats: int, options: Options) -> State:
        return State(terms_of(self.info, seats, options), seats, points=(0,) * seats)

    def turn(self, s: State) -> Turn:
        if s.phase in self.outcomes:
            return Nature(s.phase)
        return moves.ranking(s) if s.phase == "over" else Decide(s.active, s.phase)

    def choices(self, s: State) -> Choices[Action]:
        return KonexiChoices(s)

    def judge(self, s: State, a: Any) -> Verdict:
        refusal = first_refusal(s, a)
        return Verdict((refusal,)) if refusal else moves.verdict_of(s, a)

    def apply(self, s: State, a: Action) -> Step[State]:
        refusal = first_refusal(s, a)
        if refusal:
            raise IllegalAction(Verdict((refusal,)))
        return moves.apply_action(s, a)

    def move_at_zero(self, s: State) -> Action:
        """Give up; a letter that stands ends the turn, and what comes before a letter is the first choice."""
        match s.phase:
            case "place":
                return model.GiveUp()
            case "word":
                return model.EndTurn()
        return next(iter(KonexiChoices(s)))

    def dice_name(self, s: State, turn: Turn) -> str:  # noqa: ARG002 - the contract
        """K-29: the dice of today's task are named by the number of the letter."""
        name = model.task_chance(s.terms)
        return f"{name}|{s.phase} {len(s.tower) + 1}" if name else ""

    def resolve(self, s: State, n: Nature, dice: Dice) -> Outcome:
        """Resolve the outcome. Raises PhysicsMissing if physics is needed and there is no engine."""
        return moves.resolve(s, n, dice, self._physics)

    def apply_outcome(self, s: State, r: Outcome) -> Step[State]:
        return moves.apply_outcome(s, r)

    def view(self, s: State, seat: Seat | None) -> View:
        return model.observation(s, seat)

    def imagine(self, v: View, dice: Dice) -> State:  # noqa: ARG002 - nothing is hidden
        return model.state_of(v)

    def notate(self, a: Action) -> str:
        return notation.notate(a)

    def parse(self, text: str, s: State) -> Action:
        return notation.parse(text, s)

    def totals(self, s: State) -> tuple[int, ...]:
        return s.points

    def round(self, s: State) -> int:
        return s.round

    def status(self, v: View) -> tuple[str, ...]:
        """Points to win, standing letters, words said in this turn, and the word list."""
        stand = f"{count(len(v.tower), 'letter')} {'stands' if len(v.tower) == 1 else 'stand'}"
        if model.task_chance(v.terms):
            stand = f"{len(v.tower)} of {model.TASK_LETTERS} letters stand"
        facts = ["One tower" if v.terms.endless is True else f"First to {v.terms.target} points", stand]
        if v.words_said:
            facts.append(f"{count(len(v.words_said), 'word')} said, {count(sum(map(len, v.words_said)), 'point')}")
        if v.list_id:
            facts.append(f"{v.list_id.capitalize()} word list")
        return tuple(facts)


GAME = Konexi()
FORMER = (Konexi(info=replace(INFO, rules_version=1)),)
"""The game by earlier rules, for the saves that were begun by them."""

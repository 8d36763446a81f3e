"""Konexi behind the contract: its facts, the empty table, turns, status, and the wiring of the modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from towergames.core.contract import (
    Choices,
    Decide,
    GameInfo,
    IllegalAction,
    Nature,
    Options,
    Seat,
    Step,
    Turn,
    Verdict,
)
from towergames.core.dice import Dice
from towergames.core.rulesheet import RuleSheet, load_rule_sheet
from towergames.core.text import count
from towergames.games.konexi import chance, model, moves, needs, notation
from towergames.games.konexi.model import ANY, OPTIONS, UNROLLED, Action, Balance, Outcome, State, View, settle_terms
from towergames.games.konexi.moves import NOBODY, foresee, ranking
from towergames.games.konexi.rules import KonexiChoices, first_refusal

INFO = GameInfo(
    key="konexi",
    title="Konexi",
    pitch="Notch letters into a tower that must not fall, and make words of those that hold together.",
    minutes="30 minutes",
    seats=(1, 6),
    rules_version=1,
    options=OPTIONS,
    hidden=False,
    exhaustive=False,  # the circle can be laid in too many ways to list
    # 24 rounds: the circle, and 26 letters with seven records (roll, token, two for a bump, place, release, word or
    # done); where all words score (K-27), up to 12 words a round that a bump takes away, and some 200 that count
    longest=4950,
    starter_option="first",
    slow=True,
)


class Konexi:
    """The rules of Konexi as a value without memory. See :class:`towergames.core.contract.Game`.

    ``physics`` returns the port to physics; only live play calls it.
    """

    info: GameInfo = INFO
    outcomes: Mapping[str, type[Any]] = chance.OUTCOMES

    def __init__(self, physics: Callable[[], needs.Physics] = needs.live) -> None:
        self._physics = physics

    @property
    def rule_sheet(self) -> RuleSheet:
        """The rules in our own words."""
        return _rule_sheet()

    def new(self, seats: int, options: Options) -> State:
        """The empty table before a word list is laid out. Raises OptionError."""
        return State(
            terms=settle_terms(INFO, seats, options),
            seats=seats,
            phase="words",
            list_id="",
            list_sha256="",
            first=0,
            active=0,
            round=1,
            points=(0,) * seats,
            circle="",
            gap=0,
            face=UNROLLED,
            only="",
            tower=(),
            rests=(),
            balance=Balance(),
            in_hand=None,
            new="",
            bumper=NOBODY,
            nudged=False,
            ended=None,
            ending="",
        )

    def turn(self, s: State) -> Turn:
        """Chance, the word list and physics answer for some phases; else the active player decides."""
        if s.phase in chance.OUTCOMES:
            return Nature(s.phase)
        if s.phase == "over":
            return ranking(s)
        return Decide(s.active, s.phase)

    def choices(self, s: State) -> Choices[Action]:
        """The legal actions; of the ways to lay the circle only two."""
        return KonexiChoices(s)

    def judge(self, s: State, a: Any) -> Verdict:
        """The first rule that refuses, or what the action would bring."""
        refusal = first_refusal(s, a)
        return Verdict((refusal,)) if refusal else foresee(s, a)

    def apply(self, s: State, a: Action) -> Step[State]:
        """The action done. Raises IllegalAction when a rule refuses."""
        refusal = first_refusal(s, a)
        if refusal:
            raise IllegalAction(Verdict((refusal,)))
        return moves.perform(s, a)

    def resolve(self, s: State, n: Nature, dice: Dice) -> Outcome:
        """Roll, mix, ask the list, or let physics answer. Raises PhysicsMissing where there is no engine."""
        return chance.resolve(s, n, dice, self._physics)

    def settle(self, s: State, r: Outcome) -> Step[State]:
        """Apply a recorded outcome. Raises ValueError when it cannot follow from the state."""
        return chance.settle(s, r)

    def view(self, s: State, seat: Seat | None) -> View:
        """All that the seat may know: everything."""
        return model.observation(s, seat)

    def imagine(self, v: View, dice: Dice) -> State:  # noqa: ARG002 - nothing is hidden
        """The state itself."""
        return model.state_of(v)

    def reveal(self, s: State) -> View:
        """The view of a spectator."""
        return model.observation(s, None)

    def notate(self, a: Action) -> str:
        """The action as typed: ``word RULE``."""
        return notation.notate(a)

    def parse(self, text: str, s: State) -> Action:
        """The action meant by the text. Raises NotationError."""
        return notation.parse(text, s)

    def totals(self, s: State) -> tuple[int, ...]:
        """Points by seat."""
        return s.points

    def round(self, s: State) -> int:
        """The round, from 1: how many towers have been begun."""
        return s.round

    def status(self, v: View) -> tuple[str, ...]:
        """Letters in the tower, the die, the word list, points to win."""
        facts = [f"{count(len(v.tower), 'letter')} in the tower"]
        chosen = not v.tower and v.terms.base != "rolled"  # K-4: this base came without a roll
        if v.face != UNROLLED and not chosen:
            facts.append("die: any letter" if v.face == ANY else f"die: {v.face}")
        if v.list_id:
            facts.append(f"words {v.list_id}")
        if v.words_said:
            facts.append(f"{count(len(v.words_said), 'word')} said, {count(sum(map(len, v.words_said)), 'point')}")
        facts.append("one tower" if v.terms.endless is True else f"first to {v.terms.target}")
        return tuple(facts)


@cache
def _rule_sheet() -> RuleSheet:
    return load_rule_sheet("towergames.games.konexi")


GAME = Konexi()

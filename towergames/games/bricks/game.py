"""Brick Tower behind the contract: facts, first state, turn and status; the other methods lead to their module."""

from __future__ import annotations

from collections.abc import Mapping
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
from towergames.games.bricks import chance, model, moves, notation
from towergames.games.bricks.model import (
    MOST_STEPS,
    NEW_BENCH,
    OPTIONS,
    Action,
    Outcome,
    State,
    View,
    puzzle_of,
    settle_terms,
)
from towergames.games.bricks.moves import BrickChoices, first_refusal

INFO = GameInfo(
    key="bricks",
    title="Brick Tower",
    pitch="One tower, 36 rules. How good can it be?",
    minutes="20 minutes",
    seats=(1, 6),
    rules_version=1,
    options=OPTIONS,
    hidden=True,
    exhaustive=False,  # any tower of the cards may be built at once
    # the list, the deal and the appraisal; at most 100 cards drafted, all building steps, six towers handed in
    longest=MOST_STEPS + 110,
    starter_option="first",
    puzzle_of=puzzle_of,
)


class BrickTower:
    """The rules of Brick Tower as a value without memory. See :class:`towergames.core.contract.Game`."""

    info: GameInfo = INFO
    outcomes: Mapping[str, type[Any]] = chance.OUTCOMES

    @property
    def rule_sheet(self) -> RuleSheet:
        """The rules in our own words."""
        return load_rule_sheet("towergames.games.bricks")

    def new(self, seats: int, options: Options) -> State:
        """An empty table before a word list is laid out. Raises OptionError."""
        terms = settle_terms(INFO, seats, options)
        return State(
            terms=terms,
            seats=seats,
            phase="words",
            list_id="",
            list_sha256="",
            code="",
            materials=(),
            pool=(),
            picked=((),) * seats if terms.mode == "duel" else (),
            first=0,
            active=0,
            steps=(0,) * seats,
            found=(),
            points=(0,) * seats,
            ending="",
            benches=(NEW_BENCH,) * seats,
            order=(),
        )

    def turn(self, s: State) -> Turn:
        """Nature names the list, deals and appraises; else a seat drafts or builds, one after another (B-20)."""
        if s.phase in self.outcomes:
            return Nature(s.phase)
        if s.phase == "over":
            return moves.ranking(s)
        return Decide(s.active, s.phase)

    def choices(self, s: State) -> Choices[Action]:
        """Some of the legal steps; there are too many towers to list."""
        return BrickChoices(s)

    def judge(self, s: State, a: Any) -> Verdict:
        """Why the step cannot be done, or what it would bring."""
        refusal = first_refusal(s, a)
        return Verdict((refusal,)) if refusal else moves.foresee(s, a)

    def apply(self, s: State, a: Action) -> Step[State]:
        """The step done. Raises IllegalAction when it cannot be."""
        refusal = first_refusal(s, a)
        if refusal:
            raise IllegalAction(Verdict((refusal,)))
        return moves.perform(s, a)

    def resolve(self, s: State, n: Nature, dice: Dice) -> Outcome:
        """Name the list, deal, or look for words in the towers."""
        return chance.resolve(s, n, dice)

    def settle(self, s: State, r: Outcome) -> Step[State]:
        """Apply a recorded outcome. Raises ValueError when it cannot follow from the state."""
        return chance.settle(s, r)

    def view(self, s: State, seat: Seat | None) -> View:
        """All that the seat may know."""
        return model.view_of(s, seat)

    def imagine(self, v: View, dice: Dice) -> State:
        """The view with other builders' drafts made up."""
        return model.imagine(v, dice)

    def reveal(self, s: State) -> View:
        """The view with all benches."""
        return model.reveal(s)

    def notate(self, a: Action) -> str:
        """The step as typed: ``place A5RY 2.3``."""
        return notation.notate(a)

    def parse(self, text: str, s: State) -> Action:
        """The step meant by the text. Raises NotationError."""
        return notation.parse(text, s)

    def totals(self, s: State) -> tuple[int, ...]:
        """Points by seat: nothing before the reveal."""
        return s.points

    def round(self, s: State) -> int:  # noqa: ARG002 - the contract
        """A puzzle is one round."""
        return 1

    def status(self, v: View) -> tuple[str, ...]:
        """The puzzle, the word list, and how far a draft duel or the building is."""
        facts = [f"puzzle {v.code}"] if v.code else []
        if v.list_id:
            facts.append(f"words {v.list_id}")
        if v.phase == "pick":
            facts.append(f"table {len(v.pool)}")
        if v.seats > 1 and v.phase == "build":
            facts.append(f"handed in {sum(v.has_submitted(seat) for seat in range(v.seats))} of {v.seats}")
        return tuple(facts)


GAME = BrickTower()

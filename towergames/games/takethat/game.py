"""Take That Towers behind the contract: facts, first state, turn and status; the other methods lead to their module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.contract import (
    Choices,
    Decide,
    GameInfo,
    IllegalAction,
    Listed,
    Nature,
    Options,
    Seat,
    Step,
    Turn,
    Verdict,
)
from towergames.core.dice import Dice
from towergames.core.rulesheet import RuleSheet, load_rule_sheet
from towergames.games.takethat import model, notation, rules
from towergames.games.takethat.model import OPTIONS, Action, Deal, State, View, full_deck, settle_terms
from towergames.games.takethat.rules import first_refusal, foresee, legal_actions

INFO = GameInfo(
    key="takethat",
    title="Take That Towers",
    pitch="Build shared towers, claim the right floors, and evict the others before the tower is scored.",
    minutes="20 minutes",
    seats=(2, 4),
    rules_version=1,
    options=OPTIONS,
    hidden=True,
    exhaustive=True,
    longest=300,  # every turn takes 2 cards or more off deck and hands: < 45 turns, 65 claims, two towers due a turn
    starter_option="first",
)


class TakeThat:
    """The rules of Take That Towers as a value without memory. See :class:`towergames.core.contract.Game`."""

    info: GameInfo = INFO
    outcomes: Mapping[str, type[Deal]] = {"deal": Deal}

    @property
    def rule_sheet(self) -> RuleSheet:
        """The rules in our own words."""
        return load_rule_sheet("towergames.games.takethat")

    def new(self, seats: int, options: Options) -> State:
        """The empty table before the deal. Raises OptionError."""
        terms = settle_terms(INFO, seats, options)
        return State(
            terms=terms,
            seats=seats,
            phase="deal",
            first=0,
            active=0,
            turns=0,
            last_round=False,
            deck=(),
            hands=((),) * seats,
            slots=(None,) * terms.tower_limit,
            built=(),
            discard=(),
            points=(0,) * seats,
            serial=0,
        )

    def turn(self, s: State) -> Turn:
        """Nature deals; then the active seat decides (phases build, claim, order) until the game is over."""
        if s.phase == "deal":
            return Nature("deal")
        if s.phase == "over":
            return rules.ranking(s)
        return Decide(s.active, s.phase)

    def choices(self, s: State) -> Choices[Action]:
        """Every legal action: floors in the order of the hand, slots from the left, storeys from the ground."""
        return Listed(legal_actions(s), notation.TEMPLATES.get(s.phase, ()))

    def judge(self, s: State, a: Any) -> Verdict:
        """The first rule that refuses, or what the action would bring."""
        refusal = first_refusal(s, a)
        return Verdict((refusal,)) if refusal else foresee(s, a)

    def apply(self, s: State, a: Action) -> Step[State]:
        """The action done. Raises IllegalAction when a rule refuses."""
        refusal = first_refusal(s, a)
        if refusal:
            raise IllegalAction(Verdict((refusal,)))
        return rules.perform(s, a)

    def resolve(self, s: State, n: Nature, dice: Dice) -> Deal:  # noqa: ARG002 - the contract
        """Shuffle, and draw the first player where the options leave it open (R-2, T-12)."""
        first = dice.below(s.seats) if s.terms.first == 0 else s.terms.first - 1
        return Deal(first, tuple(dice.shuffled(full_deck(s.terms))))

    def settle(self, s: State, r: Deal) -> Step[State]:
        """Deal the recorded deck. Raises ValueError when it cannot follow from the state."""
        return rules.deal(s, r)

    def view(self, s: State, seat: Seat | None) -> View:
        """All that the seat may know (T-11)."""
        return model.view_of(s, seat)

    def imagine(self, v: View, dice: Dice) -> State:
        """The view with the unseen cards shuffled into deck, hands and tucks."""
        return model.imagine(v, dice)

    def reveal(self, s: State) -> View:
        """The view with all hands and tucked faces."""
        return model.reveal(s)

    def notate(self, a: Action) -> str:
        """The action as typed: ``build OFFICE A``."""
        return notation.notate(a)

    def parse(self, text: str, s: State) -> Action:  # noqa: ARG002 - the contract
        """The action meant by the text. Raises NotationError."""
        return notation.parse(text)

    def totals(self, s: State) -> tuple[int, ...]:
        """Points by seat."""
        return s.points

    def round(self, s: State) -> int:
        """The round being played, or the last one played."""
        return max(1, s.turns // s.seats + (s.phase != "over"))

    def status(self, v: View) -> tuple[str, ...]:
        """Whether it is the last round, deck, discard pile, towers standing."""
        standing = sum(tower is not None for tower in v.slots)
        facts = (f"deck {v.deck}", f"discard {len(v.discard)}", f"towers {standing}/{v.terms.tower_limit}")
        return ("last round", *facts) if v.last_round and v.phase != "over" else facts


GAME = TakeThat()

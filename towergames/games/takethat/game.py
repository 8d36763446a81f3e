"""Take That Towers behind the contract: facts, first state, turn and status; the other methods lead to their module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from towergames.core import contract
from towergames.core.dice import Dice
from towergames.core.options import Options
from towergames.games.takethat import hindsight, model, notation, rules
from towergames.games.takethat.model import Action, Deal, State

INFO = contract.GameInfo(
    key="takethat",
    title="Take That Towers",
    pitch="Build together, own the floors that score.",
    minutes="20 minutes",
    seats=(2, 4),
    rules_version=1,
    options=model.OPTIONS,
    hidden=True,
    longest=300,  # every turn takes 2 cards or more off deck and hands: < 45 turns, 65 claims, two towers due a turn
    starter_option="first",
    at_zero="the floors that you must still build come from the left of your hand, you claim nothing more, and draw",
    emblem=(
        ".....ssss.....",
        ".....sAsA.....",
        ".....ssss.....",
        "eeee.sBsB.....",
        "ewew.ssss.llll",
        "eeee.swsw.lClC",
        "eCeC.ssss.llll",
        "eeee.sAsA.lwlw",
    ),
)


class TakeThat(contract.GameBase):
    """The rules of Take That Towers as a value without memory. See :class:`towergames.core.contract.Game`."""

    package = "towergames.games.takethat"
    info = INFO
    outcomes: Mapping[str, type[Deal]] = {"deal": Deal}
    judge = staticmethod(rules.judge)
    apply_outcome = staticmethod(rules.deal)
    view = staticmethod(model.view_of)
    imagine = staticmethod(model.imagine)
    reveal = staticmethod(model.reveal)
    notate = staticmethod(notation.notate)
    parse = staticmethod(notation.parse)
    losses = staticmethod(hindsight.losses)
    decisive = staticmethod(hindsight.decisive)

    def new(self, seats: int, options: Options) -> State:
        """The empty table before the deal. Raises OptionError."""
        terms = contract.complete_terms(model.Terms, INFO, seats, options)
        limit = terms.tower_limit or model.usual_towers(seats)
        return State(
            terms=replace(terms, tower_limit=limit),
            seats=seats,
            phase="deal",
            first=0,
            active=0,
            turns=0,
            last_round=False,
            deck=(),
            hands=((),) * seats,
            slots=(None,) * limit,
            built=(),
            discard=(),
            points=(0,) * seats,
            serial=0,
        )

    def counts_as_move(self, action: Any) -> bool:
        """The end of a turn is no move."""
        return not isinstance(action, model.EndTurn)

    def turn(self, s: State) -> contract.Turn:
        """Nature deals; then the active seat decides (phases build, claim, order) until the game is over."""
        if s.phase == "deal":
            return contract.Nature("deal")
        return rules.ranking(s) if s.phase == "over" else contract.Decide(s.active, s.phase)

    def choices(self, s: State) -> contract.Choices[Action]:
        """Every legal action: floors in the order of the hand, slots from the left, storeys from the ground."""
        return contract.Listed(rules.legal_actions(s), notation.TEMPLATES.get(s.phase, ()))

    def move_at_zero(self, s: State) -> Action:
        """The end of the turn; before that the floors that R-6 asks for, and towers that are due from the left."""
        actions = rules.legal_actions(s)
        return actions[-1] if s.phase == "claim" else actions[0]

    def apply(self, s: State, a: Action) -> contract.Step[State]:
        """The action done. Raises IllegalAction when a rule refuses."""
        refusal = rules.first_refusal(s, a)
        if refusal:
            raise contract.IllegalAction(contract.Verdict((refusal,)))
        return rules.perform(s, a)

    def resolve(self, s: State, _n: contract.Nature, dice: Dice) -> Deal:
        """Shuffle, and draw the first player where the options leave it open (R-2, T-12)."""
        first = dice.below(s.seats) if s.terms.first == 0 else s.terms.first - 1
        return Deal(first, tuple(dice.shuffled(model.full_deck(s.terms))))

    def dice_name(self, s: State, turn: contract.Nature | contract.Decide) -> str:
        """T-16: the day has one deck. A bot's dice are named by its turn and by what it has done in that turn."""
        chance = model.task_chance(s.terms)
        if not chance:
            return ""
        if isinstance(turn, contract.Nature):
            return f"{chance}|deck"
        return f"{chance}|turn {s.turns}|{s.phase} {len(s.built)} {len(s.hands[s.active])}"

    def totals(self, s: State) -> tuple[int, ...]:
        """Points by seat."""
        return s.points

    def round(self, s: State) -> int:
        """The round being played, or the last one played."""
        return max(1, s.turns // s.seats + (s.phase != "over"))

    def status(self, v: model.View) -> tuple[str, ...]:
        """Whether it is the last round, deck, discard pile, and the cards in the hands, by seat."""
        hands = f"Hands {', '.join(map(str, v.hand_sizes))}"
        facts = (f"Deck {v.deck}", f"Discard {len(v.discard)}", hands)
        return ("Last round", *facts) if v.last_round and v.phase != "over" else facts


GAME: contract.Game[State, Any, Deal, model.View] = TakeThat()

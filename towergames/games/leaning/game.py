"""Leaning Towers as a :class:`towergames.core.contract.Game`: facts, the empty table, turns, status, and the wiring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from towergames.core import contract
from towergames.core.contract import Decide, GameInfo, Nature, Seat, Step, Verdict, complete_terms
from towergames.core.dice import Dice
from towergames.core.options import OptionError, Options
from towergames.core.text import count
from towergames.games.leaning import chance, hindsight, model, moves, notation, requirements, rules
from towergames.games.leaning.model import OPTIONS, Action, Outcome, State, Terms, View, hand_of, task_chance
from towergames.games.leaning.rules import LeaningChoices, all_refusals

INFO = GameInfo(
    key="leaning",
    title="Leaning Towers",
    pitch="Lean pyramids on pyramids, up and up.",
    minutes="30 minutes",
    seats=(2, 10),
    task_seats=1,
    rules_version=2,  # rules 1: the player on turn could be said to have bumped the table (L-21)
    options=OPTIONS,
    exhaustive=False,  # a pose can be any
    # ten players: 150 pieces held, placed after five tries and bumped, 150 turns skipped, and Breaks to put back
    longest=4000,
    starter_option="first",
    at_zero="you skip; where you may not, your Held piece is given up, or the first possible piece is placed",
    slow=True,
    goal_option="series",
    emblem=(
        "........C.....",
        ".......CCC....",
        "......CCCCC...",
        "...B.CCCCCCC..",
        "..BBB.AAA.....",
        "..BBBAAAAA.D..",
        ".BBBBBAAAADDE.",
        ".BBBBBBAAADDEE",
    ),
)


class LeaningTowers(contract.OpenGame):
    """The rules of Leaning Towers as a value without memory. See :class:`towergames.core.contract.Game`.

    ``table`` returns the port to physics; only live play calls it.
    """

    package = "towergames.games.leaning"
    outcomes: Mapping[str, type[Any]] = chance.OUTCOMES
    losses = staticmethod(hindsight.losses)

    def decisive(self, step: Step[State], seat: Seat) -> str:
        return hindsight.decisive(step, seat) or super().decisive(step, seat)

    def __init__(
        self, table: Callable[[], requirements.LeaningPhysicsPort] = requirements.live, info: GameInfo = INFO
    ) -> None:
        self._table = table
        self.info = info

    def new(self, seats: int, options: Options) -> State:
        terms = complete_terms(Terms, self.info, seats, options)
        if terms.bump == "nudge" and self.info.rules_version > 1:
            terms = replace(terms, bump="nudge-waiting")
        if task_chance(terms) and seats > 1:
            raise OptionError("The deal of a day is for one player", "deal")
        none = ((0, 0, 0),) * seats
        zeros = (0,) * seats
        hands = (hand_of(terms),) * seats
        out = (False,) * seats
        empty = State(terms=terms, seats=seats, hands=hands, held=none, gone=none, points=zeros, out=out, skips=zeros)
        return chance.begin(empty, terms.first - 1) if terms.first else empty

    def turn(self, s: State) -> contract.Turn:
        """Chance and physics answer in some phases; else the active player decides."""
        if s.phase in chance.OUTCOMES:
            return Nature(s.phase)
        if s.phase == "over":
            return moves.ranking(s)
        return Decide(s.active, s.phase)

    def choices(self, s: State) -> contract.Choices[Action]:
        """The legal actions; of all poses only a few plain ones."""
        return LeaningChoices(s)

    def judge(self, s: State, a: Any) -> Verdict:
        """Every rule that refuses the action, or the preview of its effects."""
        found = all_refusals(s, a)
        return Verdict(found) if found else moves.verdict_of(s, a)

    def apply(self, s: State, a: Action) -> Step[State]:
        """Apply the action. Raises IllegalAction when a rule refuses it."""
        found = all_refusals(s, a)
        if found:
            raise contract.IllegalAction(Verdict(found))
        return moves.apply_action(s, a)

    def move_at_zero(self, s: State) -> Action:
        return rules.move_at_zero(s)

    def resolve(self, s: State, n: Nature, dice: Dice) -> Outcome:
        """Resolve the outcome. Raises PhysicsMissing if physics is needed and there is no engine."""
        return chance.resolve(s, n, dice, self._table)

    def dice_name(self, s: State, turn: contract.Turn) -> str:  # noqa: ARG002 - the contract
        """L-33: the dice of today's task are named by the number of the piece and of the try."""
        name, used = task_chance(s.terms), sum(hand_of(s.terms)) - sum(s.hands[s.active]) - sum(s.held[s.active])
        return f"{name}|piece {used} try {s.tries}" if name else ""

    def apply_outcome(self, s: State, r: Outcome) -> Step[State]:
        """Apply a recorded outcome. Raises ValueError when it cannot follow from the state."""
        return chance.apply_outcome(s, r)

    def view(self, s: State, seat: Seat | None) -> View:
        return model.observation(s, seat)

    def imagine(self, v: View, dice: Dice) -> State:  # noqa: ARG002 - nothing is hidden
        return model.state_of(v)

    def notate(self, a: Action) -> str:
        return notation.notate(a)

    def parse(self, text: str, s: State) -> Action:  # noqa: ARG002 - a move reads the same in every state
        """The action meant by the text. Raises NotationError."""
        return notation.parse(text)

    def totals(self, s: State) -> tuple[int, ...]:
        return s.points

    def round(self, s: State) -> int:
        return s.lap

    def status(self, v: View) -> tuple[str, ...]:
        """The size that may not follow, the highest level, the table; the tries and the pieces to put back first."""
        highest = max((one.level for one in v.layout.pieces), default=0)
        facts = [f"highest piece: level {highest}", f"on {v.terms.surface}"]
        if v.last_size:
            facts.insert(0, f"last piece: {v.last_size}")
        if v.phase in ("turn", "slip") and (warning := moves.wreck_warning(v)):
            facts.append(warning)
        if v.phase == "slip":
            facts.insert(0, f"{count(v.terms.tries - v.tries, 'try', 'tries')} left")
        if v.broken:
            facts.insert(0, f"{count(len(v.broken), 'piece')} to put back")
        return tuple(facts)


GAME = LeaningTowers()
FORMER = (LeaningTowers(info=replace(INFO, rules_version=1)),)
"""The game by earlier rules, for the saves that were begun by them."""

"""Stacked Words behind the contract: facts, first state, turn and status; other modules have the other methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from msgspec import UNSET

from towergames.core.contract import (
    Choices,
    Decide,
    GameBase,
    GameInfo,
    IllegalAction,
    Nature,
    Seat,
    Step,
    Turn,
    Verdict,
)
from towergames.core.options import Options
from towergames.core.text import count
from towergames.games.words import chance, model, moves, notation, reading
from towergames.games.words.model import OPTIONS, SOLO_EXCHANGES, TASK_PLAYS, Action, State, View, terms_of
from towergames.games.words.rules import WordChoices, first_refusal
from towergames.lexicon import list_name

INFO = GameInfo(
    key="words",
    title="Stacked Words",
    pitch="Words that cross, letters that stack.",
    minutes="40 minutes",
    seats=(1, 4),
    rules_version=2,  # rules 1: a second play taken back in one turn counts as a pass (U-12)
    options=OPTIONS,
    hidden=True,
    exhaustive=False,  # with challenges any letters may be played
    # 100 plays of six records, 160 exchanges of two, 100 plays taken back of five, three passes after each of those
    longest=2600,
    starter_option="first",
    any_word=model.any_word,
    clock_of=model.clock_of,
    disputes=("challenge",),
    at_zero="you pass, and a play that you could challenge stands",
    emblem=(
        "..T",
        "STACK",
        "..L",
        "..L",
    ),
)


@dataclass(frozen=True)
class StackedWords(GameBase):
    """The rules of Stacked Words as a value without memory. See :class:`towergames.core.contract.Game`."""

    info: GameInfo = INFO
    package = "towergames.games.words"
    outcomes: ClassVar[Mapping[str, type[Any]]] = chance.OUTCOMES
    loss_kinds = frozenset(("ruling", "loses", "lost-turn", "leftover"))
    resolve = staticmethod(chance.resolve)
    apply_outcome = staticmethod(chance.apply_outcome)
    view = staticmethod(model.view_of)
    imagine = staticmethod(model.imagine)
    reveal = staticmethod(model.reveal)
    notate = staticmethod(notation.notate)
    parse = staticmethod(reading.parse)

    def new(self, seats: int, options: Options) -> State:
        """The empty board before a word list is laid out. Raises OptionError."""
        terms = terms_of(self.info, seats, options)
        none = (0,) * seats
        return State(
            terms=terms,
            seats=seats,
            board=("",) * terms.size**2,
            racks=("",) * seats,
            points=none,
            exchanges=none,
            refused=none,
            skips=none,
        )

    def turn(self, s: State) -> Turn:
        """Nature lays out the list, finds the first player, deals and draws; else a seat decides (turn or answer)."""
        if s.phase in self.outcomes:
            return Nature(s.phase)
        if s.phase == "over":
            return moves.ranking(s)
        return Decide(s.asked[0] if s.phase == "answer" else s.active, s.phase)

    def choices(self, s: State) -> Choices[Action]:
        return WordChoices(s)

    def judge(self, s: State, a: Any) -> Verdict:
        refusal = first_refusal(s, a)
        return Verdict((refusal,)) if refusal else moves.verdict_of(s, a)

    def apply(self, s: State, a: Action) -> Step[State]:
        refusal = first_refusal(s, a)
        if refusal:
            raise IllegalAction(Verdict((refusal,)))
        return moves.perform(s, a)

    def counts_as_move(self, action: Any) -> bool:
        """An answer to a play is no move (U-12)."""
        return not isinstance(action, model.Challenge | model.Accept)

    def move_at_zero(self, s: State) -> Action:
        """U-23: the turn is passed, or the open play stands."""
        return model.Accept() if s.phase == "answer" else model.Pass()

    def dice_name(self, s: State, turn: Nature | Decide) -> str:  # noqa: ARG002 - the contract
        """U-25: the whole bag has one order on a day, so that every draw reads on in it."""
        return model.bag_name(s.terms)

    def totals(self, s: State) -> tuple[int, ...]:
        return s.points

    def round(self, s: State) -> int:
        return max(1, -(-s.turns // s.seats) if s.phase == "over" else s.turns // s.seats + 1)

    def decisive(self, step: Step[State], seat: Seat) -> str:
        """The word of a play with all its points; else the line of the score."""
        own = [line for line in step.scores if line.seat == seat and line.rule in moves.PLAY_RULES]
        gained = sum(line.points for line in own)
        if not own or any(line.points < -gained for line in step.scores):
            return super().decisive(step, seat)
        return f"{own[0].note.partition(',')[0]} {gained:+d}"

    def status(self, v: View) -> tuple[str, ...]:
        """Tiles in the bag, word list, exchanges left alone, and whether a play can be challenged."""
        facts = [f"{count(v.bag, 'tile')} in the bag"]
        if v.list_id:
            facts.append(list_name(v.list_id))
        if v.terms.deal is not UNSET:
            facts.append(f"{count(max(0, TASK_PLAYS - v.turns), 'play')} left")
        elif v.seats == 1:
            facts.append(f"{count(max(0, SOLO_EXCHANGES - v.exchanges[0]), 'exchange')} left")
        if v.pending is not None:
            facts.append("last play open")
        return tuple(facts)


GAME = StackedWords()
FORMER = (StackedWords(replace(INFO, rules_version=1)),)
"""The game by earlier rules, for the saves that were begun by them."""

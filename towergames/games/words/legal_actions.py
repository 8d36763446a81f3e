"""The legal actions of the seat to move: found along the word list when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from towergames.core.dice import Dice
from towergames.games.words import notation
from towergames.games.words.generator import Found, generator_for
from towergames.games.words.model import Accept, Action, Challenge, Exchange, Pass, Play, State
from towergames.games.words.rules import first_refusal, lexicon_of
from towergames.lexicon import Lexicon, shelf


@dataclass(frozen=True)
class WordChoices:
    """Every play whose words are in the list, best first, then exchanges, passing, and answers to the last play.

    Where words can be challenged, plays with other words are legal too; they are not listed.
    """

    state: State

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def sample(self, dice: Dice) -> Action:
        """One of them, evenly."""
        return dice.choice(self._listed)

    @property
    def templates(self) -> tuple[str, ...]:
        """How they are typed."""
        usual = notation.TEMPLATES.get(self.state.phase, ())
        if self.state.phase != "turn":
            return usual
        kinds = {type(action) for action in self._others()}
        left = tuple(template for template in usual if Exchange in kinds or not template.startswith("exchange"))
        return (*left, "challenge") if Challenge in kinds else left

    @cached_property
    def _listed(self) -> tuple[Action, ...]:
        state = self.state
        if state.phase == "answer":
            return (Accept(), Challenge())
        if state.phase != "turn":
            return ()
        return (*(play_of(found, state.terms.size) for found in all_plays(state)), *self._others())

    def _others(self) -> Iterator[Action]:
        state = self.state
        others: list[Action] = [Exchange(tile) for tile in sorted(set(state.racks[state.active]))]
        others += [Pass(), Challenge()]
        yield from (action for action in others if first_refusal(state, action) is None)


def all_plays(state: State) -> list[Found]:
    """Every play of the seat to move, the highest score first, equal ones in the order of squares."""
    terms = state.terms
    found = generator_for(list_for_play(state)).plays(
        state.board,
        state.racks[state.active],
        cover=terms.cover,
        plural=terms.plural,
        height=terms.height,
        bingo=terms.bingo,
    )
    return sorted(found, key=lambda play: (-play.score, play.cell, play.down, play.tiles))


def list_for_play(state: State) -> Lexicon:
    """The word list on the table; where it is not on this machine, the one that ships under its name, or the usual."""
    return lexicon_of(state) or shelf.resolve(state.list_id) or shelf.load("standard")


def play_of(found: Found, size: int) -> Play:
    """The action of a found play."""
    row, col = divmod(found.cell, size)
    return Play(row, col, found.down, found.tiles)

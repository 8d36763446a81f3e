"""The legal actions of the seat to move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from towergames.core.dice import Dice
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import (
    Action,
    Arrange,
    Begin,
    Done,
    GiveUp,
    Mix,
    Nudge,
    Place,
    State,
    Token,
    Word,
)
from towergames.games.konexi.notation import PLACE
from towergames.games.konexi.rules import first_refusal
from towergames.games.konexi.turns import gaps, offered, places_of
from towergames.games.konexi.words import available


@dataclass(frozen=True)
class KonexiChoices:
    """Every legal action, but of the ways to lay the circle only the alphabet, and of words those of the list."""

    state: State

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def sample(self, dice: Dice) -> Action:
        """One of them, evenly."""
        return dice.choice(self._listed)

    @property
    def templates(self) -> tuple[str, ...]:
        """How they are typed."""
        return tuple(_TEMPLATES[kind] for kind in dict.fromkeys(map(type, self._listed)))

    @cached_property
    def _listed(self) -> tuple[Action, ...]:
        state = self.state
        match state.phase:
            case "birthday":
                return tuple(Begin(seat) for seat in range(state.seats))
            case "arrange":
                return (Mix(), Arrange(ALPHABET, 0))
            case "token":
                return tuple(Token(gap) for gap in gaps(state))
            case "place":
                spots = [spot for letter in offered(state) for spot in places_of(state, letter)]
                return (*(Place(*spot) for spot in spots), GiveUp(), *self._nudges())
            case "word":
                return (*(Word(word) for word in available(state)), Done(), *self._nudges())
            case _:
                return ()

    def _nudges(self) -> Iterator[Action]:
        nudges = (Nudge(seat) for seat in range(self.state.seats))
        return (nudge for nudge in nudges if first_refusal(self.state, nudge) is None)


_TEMPLATES: dict[type, str] = {
    Begin: "begin PLAYER",
    Arrange: "circle LETTERS token NUMBER",
    Mix: "mix",
    Token: "token NUMBER",
    Place: PLACE,
    GiveUp: "give-up",
    Word: "word WORD",
    Done: "done",
    Nudge: "nudge PLAYER",
}

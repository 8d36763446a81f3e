"""The steps of the seat to move: those that a list can hold, and some that lead a random player to an end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from towergames.core.dice import Dice
from towergames.games.bricks.building import cards_left
from towergames.games.bricks.model import Action, Ask, Build, Clear, Pick, Place, State, Submit, Take, known_rules
from towergames.games.bricks.notation import TEMPLATES
from towergames.games.bricks.pieces import WILD, Tower, write_tower
from towergames.games.bricks.quick import quick_tower


@dataclass(frozen=True, slots=True)
class BrickChoices:
    """Placing any ordinary card anywhere, taking any piece, asking, a tower thrown together, and handing in.

    All other building steps (moving, swapping, wildcards, drafts, whole towers) are legal too; they are not listed.
    """

    state: State

    def __iter__(self) -> Iterator[Action]:
        state = self.state
        if state.phase == "pick":
            yield from (Pick(card) for card in dict.fromkeys(state.pool))
        if state.phase != "build":
            return
        if self._may_build:
            tower = self._tower
            yield from (Place(card, *goal) for card in self._cards for goal in _goals(tower))
            yield from (Take(*spot) for spot in _spots(tower))
            yield from self._others()
        yield Submit()

    def sample(self, dice: Dice) -> Action:
        """One of them: mostly a card placed, and handing in sooner or later."""
        state = self.state
        if state.phase == "pick":
            return Pick(dice.choice(state.pool))
        tower, throw = self._tower, dice.below(100)
        if not self._may_build or throw < 8:
            return Submit()
        others = tuple(self._others())
        made = next((other for other in others if isinstance(other, Build)), None)
        if made is not None and made.tower == write_tower(tower) and throw < 60:
            return Submit()
        if throw < 20 and others:
            return dice.choice(others)
        if throw < 30 and tower:
            return Take(*dice.choice(_spots(tower)))
        if not self._cards:
            return Submit()
        return Place(dice.choice(self._cards), *dice.choice(_goals(tower)))

    @property
    def templates(self) -> tuple[str, ...]:
        """How they are typed."""
        terms, usual = self.state.terms, TEMPLATES.get(self.state.phase, ())
        if self.state.phase != "build":
            return usual
        ask = ("ask RULE",) if terms.discovery else ()
        return (*usual, *ask, "submit WORD" if terms.typed else "submit")

    @property
    def _may_build(self) -> bool:
        return self.state.steps[self.state.active] < self.state.most_steps

    @property
    def _tower(self) -> Tower:
        return self.state.benches[self.state.active].draft

    @property
    def _cards(self) -> tuple[str, ...]:
        """The ordinary cards left, each kind once."""
        left = cards_left(self._tower, self.state.cards_of(self.state.active))
        return tuple(sorted(card for card in left if card != WILD))

    def _others(self) -> Iterator[Action]:
        state = self.state
        if self._tower:
            yield Clear()
        if state.terms.discovery:
            known = known_rules(state.terms, state.benches[state.active])
            yield from (Ask(number) for number in range(1, 37) if number not in known)
        if state.terms.mode == "build":  # of drafted cards there are too many hands to throw a tower together for each
            made = quick_tower(state.materials, 0)
            if made is not None:
                yield Build(write_tower(made))


def _spots(tower: Tower) -> tuple[tuple[int, int], ...]:
    """Where pieces stand."""
    return tuple((row, at) for row, level in enumerate(tower, start=1) for at in range(1, len(level) + 1))


def _goals(tower: Tower) -> tuple[tuple[int, int], ...]:
    """Where a card can be put: at every place and the right end of every level, and on a new level anywhere."""
    inside = [(row, at) for row, level in enumerate(tower, start=1) for at in range(1, len(level) + 2)]
    return (*inside, *((row, 0) for row in range(len(tower) + 1)))

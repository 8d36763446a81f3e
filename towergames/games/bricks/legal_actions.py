"""Which steps may be done, and the choices of the seat to move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from towergames.core.contract import Refusal
from towergames.core.dice import Dice
from towergames.games.bricks.construction import BuildingStep, CannotError, build, cards_left
from towergames.games.bricks.deal import quick_tower
from towergames.games.bricks.model import (
    MOST_DRAFTS,
    Action,
    Ask,
    Build,
    Clear,
    CopyDraft,
    DropDraft,
    Pick,
    Place,
    State,
    Submit,
    Take,
    UseDraft,
    known_rules,
)
from towergames.games.bricks.notation import NAME, TEMPLATES, WORD
from towergames.games.bricks.pieces import WILD, Tower, write_tower

BUILDING_STEPS: tuple[type, ...] = get_args(BuildingStep)
DRAFTING_STEPS: tuple[type, ...] = (UseDraft, CopyDraft, DropDraft)


def first_refusal(state: State, action: Any) -> Refusal | None:
    """Why the seat to move may not do this; None when it may. Total: any action of any type gets an answer."""
    if state.phase == "pick":
        return _picking(state, action)
    if state.phase != "build":
        return Refusal("B-20", "No player can build now.")
    if type(action) is Submit:
        return _submitting(state, action.word)
    if type(action) is Pick:
        return Refusal("B-24", "No cards are taken from the table now.")
    if state.steps[state.active] >= state.most_steps:
        return Refusal("B-22", f"All {state.most_steps} building steps are used up; only handing in is left.")
    if isinstance(action, BUILDING_STEPS):
        return _building(state, action)
    if isinstance(action, DRAFTING_STEPS):
        return _drafting(state, action)
    if type(action) is Ask:
        return _asking(state, action.rule)
    return Refusal("B-22", "That is no building step.")


def _picking(state: State, action: Any) -> Refusal | None:
    if type(action) is not Pick or type(action.card) is not str:
        return Refusal("B-24", "Everybody takes cards from the table before building begins.")
    if action.card not in state.pool:
        return Refusal("B-24", f"{action.card[:20]} is not on the table.", f"card:{action.card[:20]}")
    return None


def _submitting(state: State, word: Any) -> Refusal | None:
    """B-14: the longest word is typed where the option wants it, and nowhere else."""
    if type(word) is not str or (word and not WORD.match(word)):
        return Refusal("B-14", "The longest word is typed in letters A to Z.")
    if word and not state.terms.typed:
        return Refusal("B-14", "The program finds the longest word in this game; hand in without one.")
    return None


def _building(state: State, action: Any) -> Refusal | None:
    bench = state.benches[state.active]
    if type(action) is Clear and not bench.draft:
        return Refusal("B-22", "There is nothing to take down.")
    try:
        build(bench.draft, action, state.cards_of(state.active), state.terms.readings)
    except CannotError as error:
        return error.refusal
    return None


def _drafting(state: State, action: Any) -> Refusal | None:
    bench, name = state.benches[state.active], action.name
    names = [draft.name for draft in bench.drafts]
    if type(name) is not str or not NAME.match(name):
        return Refusal("B-22", "Drafts have short names of small letters, digits and dashes.")
    if type(action) is DropDraft:
        if name not in names:
            return Refusal("B-22", f"There is no draft {name}; there are {', '.join(names)}.")
        return Refusal("B-22", "The only draft cannot be thrown away; clear it instead.") if len(names) == 1 else None
    if name == bench.active:
        return Refusal("B-22", f"Draft {name} is in hand already.")
    if type(action) is CopyDraft and name in names:
        return Refusal("B-22", f"There is a draft {name} already; drop it first.")
    if name not in names and len(names) >= MOST_DRAFTS:
        return Refusal("B-22", f"{MOST_DRAFTS} drafts are the most; drop one first.")
    return None


def _asking(state: State, rule: Any) -> Refusal | None:
    if not state.terms.discovery:
        return Refusal("B-25", "All rules are known in this game.")
    if type(rule) is not int or not 1 <= rule <= 36:
        return Refusal("B-25", "Rules are numbered 1 to 36.")
    if rule in known_rules(state.terms, state.benches[state.active]):
        return Refusal("B-25", f"Rule {rule} is known already.")
    return None


# --- choices --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BrickChoices:
    """Placing any ordinary card anywhere, taking any piece, asking, one complete tower, and handing in.

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

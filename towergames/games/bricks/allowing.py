"""Whether a step may be done: only what no hand could do is refused, for a draft may break every rule."""

from __future__ import annotations

from typing import Any, get_args

from towergames.core.contract import Refusal
from towergames.games.bricks.building import BuildingStep, CannotError, build
from towergames.games.bricks.model import (
    MOST_DRAFTS,
    Ask,
    Clear,
    CopyDraft,
    DropDraft,
    Pick,
    State,
    Submit,
    UseDraft,
    known_rules,
)
from towergames.games.bricks.notation import NAME, WORD

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

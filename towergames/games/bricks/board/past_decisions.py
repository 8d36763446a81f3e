"""The answer to "What was best?" at a building step: the best tower known as a picture, and three sentences."""

from __future__ import annotations

from dataclasses import replace

from towergames.board.protocol import Comparison, PastDecision
from towergames.core.text import count, listed
from towergames.games.bricks import model
from towergames.games.bricks.board import position
from towergames.games.bricks.board.analysis import prepared
from towergames.games.bricks.board.better_steps import improving
from towergames.games.bricks.board.ledger import SCORING_NUMBERS
from towergames.games.bricks.board.ui_state import BricksContext, Ui, free
from towergames.games.bricks.construction import CannotError, build
from towergames.games.bricks.moves import BUILDING_STEPS, Insight, change, insight
from towergames.games.bricks.pieces import Tower, write_tower
from towergames.games.bricks.rule_names import RULE_NAMES
from towergames.games.bricks.text import card_name, step_instruction, step_words

EVERY_RULE = frozenset(range(1, 37))
MOST_GAINS = 3
"""Rules that the last sentence names."""


def comparison(c: BricksContext, past: PastDecision[model.Action]) -> Comparison[Ui]:
    """Compare a step with the best single step, and the tower with the best one known of the same cards."""
    if c.phase == "pick":
        return _picked(c, past)
    best = _best_tower(c, past)
    step = improving(c)
    sentences = (_made(c, past.made), _best_step(c, past.made, step), _tower_words(c, best))
    shown: Ui | None = None
    if best is not None:
        shown = replace(free(c.ui), zone="tower", compare="", suggested=model.Build(write_tower(best)))
    elif step is not None:
        shown = prepared(c, step[0])
    return Comparison(tuple(text for text in sentences if text), shown)


def _picked(c: BricksContext, past: PastDecision[model.Action]) -> Comparison[Ui]:
    words = f"take {card_name(past.best.card)}" if isinstance(past.best, model.Pick) else ""
    shown = prepared(c, past.best) if past.best is not None and past.best != past.made else None
    return Comparison(past.in_words(words), shown)


def _best_tower(c: BricksContext, past: PastDecision[model.Action]) -> Tower | None:
    """The better of the bot's tower and the one that the results are measured by; None where neither is better."""
    tower = position.tower_of(c)
    found: Tower | None = None
    most = position.whole_ledger(c, tower).score
    for action in (past.best, c.measure):
        if not isinstance(action, model.Build):
            continue
        try:
            built = build((), action, position.cards(c), c.view.terms.readings)
        except CannotError:
            continue
        score = position.whole_ledger(c, built).score
        if score is not None and (most is None or score > most):
            most, found = score, built
    return found


def _seen(c: BricksContext, tower: Tower) -> Insight:
    return insight(position.whole_ledger(c, tower), EVERY_RULE)


def _made(c: BricksContext, made: model.Action) -> str:
    tower = position.tower_of(c)
    name = c.name_of(position.shown_seat(c))
    if isinstance(made, model.Submit):
        score = position.whole_ledger(c, tower).score
        what = f"a tower of {count(score, 'point')}" if score is not None else "a tower that breaks a rule"
        return f"{name} hands in {what}."
    done = f"{name} {step_words(made, tower)}"
    after = position.after(c, made) if isinstance(made, BUILDING_STEPS) else None  # type: ignore[arg-type]
    if after is None:
        return f"{done}."
    return f"{done}: {change(_seen(c, tower), _seen(c, after))}."


def _best_step(c: BricksContext, made: model.Action, better: tuple[model.BuildingStep, Insight] | None) -> str:
    if better is None:
        return "No single step made this tower better."
    step, found = better
    if step == made:
        return "No single step was better."
    tower = position.tower_of(c)
    effect = change(position.seen(c, tower), found)
    return f"The best single step was to {step_instruction(step, tower)}: {effect}."


def _tower_words(c: BricksContext, best: Tower | None) -> str:
    if best is None:
        return ""
    ours, theirs = position.whole_ledger(c, position.tower_of(c)), position.whole_ledger(c, best)
    gains = {rule: theirs.points[rule] - ours.points[rule] for rule in SCORING_NUMBERS[1:]}
    most = sorted((rule for rule in gains if gains[rule] > 0), key=lambda rule: (-gains[rule], rule))[:MOST_GAINS]
    by = f"; it gains most by {listed([f'{RULE_NAMES[rule]} {gains[rule]:+d}' for rule in most])}" if most else ""
    return f"The best tower known has {count(theirs.raw_total, 'point')}{by}."

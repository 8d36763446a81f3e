"""The sentences of a review of turns: each names the temptation, then the fact; rules have their short names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from towergames.core.text import count, listed
from towergames.games.bricks.judge import Ledger
from towergames.games.bricks.pieces import Code, Tower, card_piece
from towergames.games.bricks.rule_names import names_of

MEASURE = "Points are those of the best tower found around the bricks that stay."
HIDDEN_RULES = "In Discovery some rules are hidden while you build, so no turn is judged."


def made(came: Mapping[int, Sequence[Code]], handed_in: bool) -> str:
    """The turn that was made: its bricks that stay, by level."""
    if handed_in:
        return "You handed the tower in."
    levels = []
    for level, row in sorted(came.items()):
        bricks = [card_piece(code) for code in row]
        levels.append(f"{bricks[0].colour} {listed([brick.letter for brick in bricks])} on level {level}")
    return f"You laid {'; '.join(levels)}."


def advised(tower: Tower) -> str:
    """The best tower in short, from the ground up: the letters of each level, # for a window."""
    levels = [f"{level[0].colour} {''.join(piece.letter or '#' for piece in level)}" for level in tower]
    return f"Hard would build from the ground up, # for a window: {', '.join(levels)}."


def praise(grown: int, handed_in: bool) -> str:
    """The sentence about a turn that lost next to nothing.

    >>> praise(9, False), praise(0, True)
    ('These bricks brought 9 points, and the best tower stayed in reach.', 'You handed in the best that stood.')
    """
    if handed_in:
        return "You handed in the best that stood."
    if grown > 0:
        return f"These bricks brought {count(grown, 'point')}, and the best tower stayed in reach."
    return "These bricks left the best tower in reach."


def tempted(before: Ledger, now: Ledger, best: Ledger, still: Ledger | None, lost: int) -> str:
    """The sentence about bricks that cost points: what they brought at once, then what the best tower has by a rule."""
    if still is None:
        return f"{_lure(before, now)}, but no tower that keeps all rules was found around them."
    rule = _most_gained(still, best)
    if rule is None:
        return f"{_lure(before, now)}, but around them no tower has the last {count(lost, 'point')}."
    had, has = best.points[rule], still.points[rule]
    return f"{_lure(before, now)}, but {names_of([rule])} then gave {has} at best. Without them it gave {had}."


NO_TOWER = "No tower that keeps all rules was found around these bricks."


def _lure(before: Ledger, now: Ledger) -> str:
    """The good that bricks did at once: a rule that gave more, a rule that was kept, or their place."""
    rule = _most_gained(before, now)
    if rule is not None:
        gain = now.points[rule] - before.points[rule]
        return f"{names_of([rule])} gave {gain} more at once"
    mended = [rule for rule in before.violations if rule not in now.violations]
    if mended:
        verb = "was" if len(mended) == 1 else "were"
        return f"{names_of(mended)} {verb} kept at last"
    return "These bricks fitted where they stood"


def hasty(own: Ledger, best: Ledger) -> str:
    """The sentence about a tower handed in too early: a broken rule, or points left in windows and order."""
    if own.violations:
        rules = list(own.violations)
        breaks = f"{names_of(rules)} {'was' if len(rules) == 1 else 'were'} broken"
        return f"The tower looked ready, but {breaks}, so it scored nothing. The same bricks could keep all rules."
    rule = _most_gained(own, best)
    if rule is None:
        return "The tower kept all rules and looked ready, but the same bricks had more points in them."
    had, has = own.points[rule], best.points[rule]
    fact = f"{names_of([rule])} gave {had}, and {has} in the best one around the same bricks"
    return f"The tower kept all rules and looked ready, but {fact}."


def part(came: Mapping[int, Sequence[Code]], handed_in: bool) -> str:
    """The name of a turn: ``level 2``, ``levels 1-3``, ``hand-in``."""
    if handed_in:
        return "hand-in"
    low, high = min(came), max(came)
    return f"level {low}" if low == high else f"levels {low}-{high}"


def _most_gained(less: Ledger, more: Ledger) -> int | None:
    """The rule by which one tower has most more than another; None where it has nowhere more."""
    gains = {rule: more.points[rule] - less.points[rule] for rule in more.points}
    rule = max(gains, key=lambda rule: (gains[rule], -rule), default=None)
    return rule if rule is not None and gains[rule] > 0 else None

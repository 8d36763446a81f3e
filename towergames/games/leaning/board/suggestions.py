"""The places offered for a piece: chance to stand, reasons for each, and the possible cost of a fall."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from towergames.core.text import count
from towergames.games.leaning.board import position
from towergames.games.leaning.board.camera import view_of
from towergames.games.leaning.board.ui_state import FOUND, REBUILD, LeaningContext
from towergames.games.leaning.evaluation import Idea
from towergames.games.leaning.layout import find, label, touched_by
from towergames.games.leaning.model import FULL, Layout
from towergames.games.leaning.placement import WRECK_PIECES, facts_aimed
from towergames.games.leaning.pyramids import SIZES, corners
from towergames.games.leaning.text import gain
from towergames.physics.geometry import PER_CM, length, sub

SAFE, FAIR, BOLD = "safe", "fair", "bold"
GROUPS = (SAFE, FAIR, BOLD)
SAFE_CHANCE, FAIR_CHANCE = 0.8, 0.5
"""Chance to stand from which a place is safe; from FAIR_CHANCE it is fair, below it is bold."""


def group(idea: Idea) -> str:
    """The group of a place by its trials: safe, fair or bold."""
    if idea.chance >= SAFE_CHANCE:
        return SAFE
    return FAIR if idea.chance >= FAIR_CHANCE else BOLD


def grouped(ideas: Sequence[Idea]) -> tuple[Idea, ...]:
    """The places, safe ones first and bold ones last; in a group those with the most points first."""
    return tuple(sorted(ideas, key=lambda idea: (GROUPS.index(group(idea)), -idea.points)))


def worth_showing(known: Sequence[Idea], new: Sequence[Idea], *, over: bool) -> tuple[Idea, ...]:
    """The new places that are offered.

    A bold place is offered only for more points than any other, at the end of the search. Without better places all are
    offered.
    """
    sure = [idea for idea in new if group(idea) != BOLD]
    if not over:
        return tuple(sure)
    most = max((idea.points for idea in (*known, *sure)), default=-math.inf)
    daring = [idea for idea in new if group(idea) == BOLD and idea.points > most]
    return tuple(sure + daring) or (() if known else tuple(new))


# --- what a fall may cost -----------------------------------------------------------------------------


def at_risk(layout: Layout, touches: Sequence[int]) -> frozenset[int]:
    """Pieces that may move when something that touches ``touches`` is released: those pieces and whatever rests on
    them.
    """
    levels = {one.id: one.level for one in layout.pieces}
    found, open_ones = set[int](), [piece for piece in touches if piece in levels]
    while open_ones:
        piece = open_ones.pop()
        found.add(piece)
        above = (other for other in touched_by(layout, piece) if levels.get(other, -1) >= levels[piece])
        open_ones += [other for other in above if other not in found]
    return frozenset(found)


def fall(context: LeaningContext, idea: Idea) -> tuple[int, int, bool]:
    """The possible effect of a fall: pieces that may move, their cost in points (0 or less), and whether it
    is a Wreck.
    """
    view, ui = context.view, context.ui
    if ui.kind == FOUND:
        return 0, 0, False
    moved = len(at_risk(position.base(context), idea.aim.touches))
    left = sum(view.hands[view.active]) + sum(view.held[view.active])
    if ui.kind == REBUILD:
        return moved, left - FULL, True
    taken = view.phase != "slip"
    held = sum(view.held[view.active]) + (ui.held and not taken)
    if moved >= WRECK_PIECES[view.terms.three]:
        return moved, left - taken - FULL - 2 * held, True
    return moved, -2 * moved - 2 * held, False


def fall_words(c: LeaningContext, idea: Idea) -> str:
    """The possible cost of a fall, in a sentence."""
    _, points, wreck = fall(c, idea)
    if not points:
        return "A fall costs nothing."
    return f"A fall may put you out: {gain(points)}." if wreck else f"A fall may cost {count(-points, 'point')}."


# --- why ----------------------------------------------------------------------------------------------


def reasons(c: LeaningContext) -> tuple[str, ...]:
    """A reason for each of the places, all different."""
    ideas, chosen = c.ui.ideas, list[str]()
    facts = _foundations(ideas) if c.ui.kind == FOUND else _placement_reasons(c, ideas)
    for number, possible in enumerate(facts, start=1):
        fresh = (reason for reason in possible if reason not in chosen)
        chosen.append(next(fresh, f"place {number}"))
    return tuple(chosen)


def _top(idea: Idea) -> float:
    """The height (cm) that the piece would reach."""
    return max(idea.pose.point(corner)[2] for corner in corners(SIZES[idea.size]))


def _only(values: Sequence[float], at: int) -> bool:
    """Whether one value is larger than all others."""
    return all(values[at] > value for k, value in enumerate(values) if k != at)


def _foundations(ideas: Sequence[Idea]) -> Iterator[Iterator[str]]:
    tall = [_top(idea) for idea in ideas]
    wide = [length(sub(idea.poses[0].place, idea.poses[-1].place)) for idea in ideas]

    def mine(at: int) -> Iterator[str]:
        if _only(tall, at):
            yield "the tallest"
        if _only(wide, at):
            yield "far apart"
        if _only([-value for value in tall], at):
            yield "the lowest"
        if _only([-value for value in wide], at):
            yield "close together"

    return (mine(at) for at in range(len(ideas)))


def _placement_reasons(context: LeaningContext, ideas: Sequence[Idea]) -> Iterator[Iterator[str]]:
    base, number = position.base(context), position.numbers_of(context.view, context.ui.kind, context.ui.piece)[0]
    levels = [facts_aimed(one.size, context.ui.held, one.aim, base, number).level for one in ideas]
    points = [one.points for one in ideas]
    shares = [one.odds.good / max(1, one.odds.releases) for one in ideas]
    few = [-fall(context, one)[0] for one in ideas]
    contacts = [-len(one.aim.touches) for one in ideas]

    def mine(at: int) -> Iterator[str]:
        idea = ideas[at]
        if _only(points, at):
            yield "the most points"
        if _only(levels, at):
            yield "the highest place"
        if _only(shares, at):
            yield "stood most often"
        if _only(few, at):
            yield "the least can fall"
        if _only(contacts, at):
            yield "leaves most room"
        if idea.aim.corners == 1:
            yield "1 corner: +1 point"
        for piece in idea.aim.touches:
            if not at_risk(base, (piece,)) - {piece}:
                yield f"{label(piece)} carries nothing"
            if position.room(context, piece) == 1:
                yield f"{label(piece)} is full then"
        yield from _sides(context, idea, base)
        yield f"its top {_top(idea) * 10:.0f} mm up"

    return (mine(at) for at in range(len(ideas)))


def _sides(context: LeaningContext, idea: Idea, base: Layout) -> Iterator[str]:
    """The sides of the target on which the piece leans, as seen now, the main side first."""
    target = find(base, idea.target)
    if target is None:
        yield "by itself"
        return
    x, y = (idea.pose.place[k] - target.pose[k] / PER_CM for k in (0, 1))
    facing = view_of(context).camera.facing
    ahead = x * math.cos(facing) + y * math.sin(facing)
    right = x * math.sin(facing) - y * math.cos(facing)
    ways = (
        (abs(right), "right of" if right > 0 else "left of"),
        (abs(ahead), "behind" if ahead > 0 else "in front of"),
    )
    yield from (f"{way} {label(idea.target)}" for _, way in sorted(ways, reverse=True))

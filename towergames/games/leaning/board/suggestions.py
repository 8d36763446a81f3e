"""The places offered for a piece: their order, reasons for each, and the possible cost of a fall."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from towergames.core.text import count
from towergames.games.leaning.board import position
from towergames.games.leaning.board.camera import view_of
from towergames.games.leaning.board.ui_state import FOUND, REBUILD, LeaningContext
from towergames.games.leaning.evaluation import Idea
from towergames.games.leaning.forecast import BOLD, FAIR
from towergames.games.leaning.layout import find, label, touched_by
from towergames.games.leaning.model import FOUNDATION, Layout, hand_of
from towergames.games.leaning.moves import wreck_warning
from towergames.games.leaning.placement import WRECK_PIECES, facts_aimed
from towergames.games.leaning.pyramids import SIZES, corners
from towergames.games.leaning.text import gain
from towergames.physics.geometry import PER_CM, length, sub


def worth(context: LeaningContext, idea: Idea) -> tuple[float, float]:
    """The sort key of places, the best one last: the average points of a release, falls included; then the chance to
    stand.

    The first trials decide as long as a place has no word. The row of a place moves when the place gets its word.
    """
    known = idea.forecast if idea.forecast.is_screened else idea.forecast.first_trials
    stands, falls = 1 - known.fall_chance, known.fall_chance
    return stands * idea.points + falls * fall(context, idea.aim.touches)[1], stands


def worth_at_first(context: LeaningContext, idea: Idea) -> tuple[float, ...]:
    """The sort key of the place that is shown first: safe or not tried out yet, then fair, then bold."""
    rank = {BOLD: 0, FAIR: 1}.get(idea.forecast.word, 2)
    return rank, *worth(context, idea)


def ordered(context: LeaningContext, ideas: Sequence[Idea]) -> tuple[Idea, ...]:
    """The places, the best first."""
    return tuple(sorted(ideas, key=partial(worth, context), reverse=True))


def worth_keeping(ideas: Sequence[Idea], shown: Idea | None) -> tuple[Idea, ...]:
    """The places that stay in the list at the end of a search.

    A bold place stays only for more points than any other, or in the hand. Without better places all stay.
    """
    most = max((idea.points for idea in ideas if idea.forecast.word != BOLD), default=-math.inf)
    return tuple(idea for idea in ideas if idea.forecast.word != BOLD or idea.points > most or idea == shown)


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


def fall(context: LeaningContext, touches: Sequence[int]) -> tuple[int, int, bool]:
    """The possible effect of a fall of a piece that touches others.

    These are the pieces that may move, their cost in points (0 or less), and whether it is a Wreck.
    """
    view, ui = context.view, context.ui
    if ui.kind == FOUND:
        return 0, 0, False
    moved = len(at_risk(position.base(context), touches))
    left, begun = sum(view.hands[view.active]) + sum(view.held[view.active]), sum(hand_of(view.terms))
    if ui.kind == REBUILD:
        return moved, left - begun, True
    taken = view.phase != "slip"
    held = sum(view.held[view.active]) + (ui.held and not taken)
    if moved >= WRECK_PIECES[view.terms.three]:
        return moved, left - taken - begun - 2 * held, True
    return moved, -2 * moved - 2 * held, False


def may_end(context: LeaningContext, touches: Sequence[int]) -> bool:
    """L-19, L-20: whether a Wreck of pieces that these carry may end the game."""
    view, base = context.view, position.base(context)
    moved = at_risk(base, touches)
    left = len(base.pieces) - len(moved)
    return bool(wreck_warning(view) or moved & set(FOUNDATION) or 2 * left < len(base.pieces))


def fall_words(c: LeaningContext, touches: Sequence[int]) -> str:
    """The possible cost of a fall of a piece that touches others, in a sentence."""
    _, points, wreck = fall(c, touches)
    if not points:
        return "A fall here costs nothing."
    if wreck:
        ends = " and end the game" if may_end(c, touches) else ""
        return f"A fall here may put you out{ends}: {gain(points)}."
    return f"A fall here may cost {count(-points, 'point')}."


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
    chances = [one.chance for one in ideas]
    few = [-fall(context, one.aim.touches)[0] for one in ideas]
    contacts = [-len(one.aim.touches) for one in ideas]

    def mine(at: int) -> Iterator[str]:
        idea = ideas[at]
        if _only(points, at):
            yield "the most points"
        if _only(levels, at):
            yield "the highest place"
        if _only(chances, at):
            yield "the safest"
        if _only(few, at):
            yield "fewest pieces at risk"
        if _only(contacts, at):
            yield "leaves the most room"
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

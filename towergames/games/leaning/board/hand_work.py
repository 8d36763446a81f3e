"""Slow work of the hand: motions, probes of the piece in hand, and ideas for its place.

All of it runs in a thread. An answer is void once the hand has done something else: its serial number has changed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from towergames.board.protocol import Failure, Result, Work
from towergames.core.bot import Clock
from towergames.core.text import count
from towergames.games.leaning.board import position, suggestions, ui_state
from towergames.games.leaning.board.camera import view_of
from towergames.games.leaning.board.ui_state import LeaningContext, LeaningResult, LeaningWork, Ui, empty
from towergames.games.leaning.evaluation import Idea, idea_of
from towergames.games.leaning.forecast import BOLD, FULL_TRIALS, MOST_FULL_TRIALS, SCREEN_TRIALS
from towergames.games.leaning.layout import find
from towergames.games.leaning.model import State
from towergames.physics.geometry import Pose, length, sub

MERGEABLE_VERBS = ("shift", "raise", "turn", "tip", "roll")
"""Motions of which two in a row are merged into one longer motion."""
IDEAS_PER_SEARCH = 6
"""Ideas that one search collects."""
SEARCH_SECONDS = 4.0
"""Time of a search for ideas, at most."""
EXTRA_SECONDS = 1.5
"""After IDEAS_PER_SEARCH ideas the search continues this long, for places with more points only."""
IDEAS_BEFORE_SHOWING = 3
"""The best idea is tried out and shown once this many are found, or after SHOW_AFTER_SECONDS. A bold one waits for the
end of the search.
"""
SHOW_AFTER_SECONDS = 1.2
"""Time after which the best idea is tried out and shown, however few are found."""
SCREEN_SECONDS = 3.0
"""Time after a search in which its places are tried out. The place that leads is tried out however long it takes."""
MAX_SIMILAR_IDEAS = 2
"""Ideas with equal words and points that one search keeps."""
SAME_PLACE_CM = 0.5
"""Ideas whose places differ by no more are equal."""
READY_FOUNDATIONS_TRIED = 2
"""Foundations of the table that are tried first."""


def with_ui(c: LeaningContext, ui: Ui) -> LeaningContext:
    """The context with another UiState."""
    return replace(c, ui=ui)


def _work(
    ui: Ui,
    run: Callable[[Clock], Any],
    done: Callable[[LeaningContext, Any], LeaningResult],
    progress: Callable[[LeaningContext, Any], Ui | None] = lambda _c, _news: None,
    *,
    idle: bool = False,
) -> LeaningWork:
    """Work for the hand as it is now. When the hand does something else, the answer is void."""

    def answered(c: LeaningContext, answer: Any) -> LeaningResult:
        if c.ui.serial != ui.serial:
            return Result(c.ui)
        if isinstance(answer, Failure):
            return Result(replace(c.ui, pending=(), busy=""), say=answer.text)
        return done(c, answer)

    def report(c: LeaningContext, news: Any) -> Ui | None:
        return progress(c, news) if c.ui.serial == ui.serial else None

    return Work(run, answered, report, idle)


# --- motions ------------------------------------------------------------------------------------------


def grip_of(context: LeaningContext) -> ui_state.Grip:
    """The pieces in the hand and the table around them."""
    ui = context.ui
    return ui_state.Grip(
        layout=position.table_of(context.view, ui.kind, ui.piece),
        surface=context.view.terms.surface,
        numbers=position.numbers_of(context.view, ui.kind, ui.piece)[: len(ui.sizes)],
        sizes=ui.sizes,
        poses=ui.ghost,
        which=ui.which,
        feature=ui.feature,
        target=position.leans_on(context),
        facing=view_of(context).camera.facing,
    )


def begin(c: LeaningContext, motion: ui_state.Motion) -> LeaningResult:
    """Start a motion of the hand, after its pending motions."""
    pending = c.ui.pending
    if pending and pending[-1].verb == motion.verb and motion.verb in MERGEABLE_VERBS:
        # A key that is held down must not fill the queue.
        amount = tuple(a + b for a, b in zip(pending[-1].amount, motion.amount, strict=True))
        pending, motion = pending[:-1], ui_state.Motion(motion.verb, amount)
    return _carry(c, replace(c.ui, pending=(*pending, motion), busy=ui_state.MOVES, said=""))


def probe_again(c: LeaningContext) -> LeaningResult:
    """Probe the piece in hand again: its contacts are not known."""
    return _carry(c, replace(c.ui, pending=(), busy=ui_state.FEELS, aim=None, preview=None))


def _carry(c: LeaningContext, ui: Ui) -> LeaningResult:
    """Start the pending motions, and probe the contacts afterwards."""
    ui = replace(ui, serial=ui.serial + 1, advised="")
    grip = grip_of(with_ui(c, ui))

    def run(clock: Clock) -> ui_state.HandResult:
        from towergames.games.leaning.board.hand_motions import carry_out

        return carry_out(grip, ui.pending, clock)

    return Result(ui, work=_work(ui, run, _moved))


def _moved(context: LeaningContext, done: ui_state.HandResult) -> LeaningResult:
    """Apply the result of the motions, then probe how the piece would settle."""
    went = done.poses != context.ui.ghost
    ui = replace(
        context.ui,
        ghost=done.poses,
        feature=done.feature,
        aim=done.aim,
        pending=(),
        said=done.said,
        busy="",
        preview=None,
        trail=ui_state.remembered(context.ui) if went and not context.ui.fresh else context.ui.trail,
        fresh=False,
        idea=-1 if went else context.ui.idea,
    )
    return _start_probe(with_ui(context, ui))


def _start_probe(context: LeaningContext) -> LeaningResult:
    """Probe how the piece would settle, unless it hangs in the air."""
    ui = context.ui
    if ui.half or (len(ui.ghost) == 1 and ui.aim and not ui.aim.touches and not ui.aim.corners):
        return Result(ui)
    grip = grip_of(context)

    def run(_: Clock) -> ui_state.SettlePreview:
        from towergames.games.leaning.board.hand_motions import preview_release

        return preview_release(grip)

    def done(context: LeaningContext, preview: ui_state.SettlePreview) -> LeaningResult:
        now = with_ui(context, replace(context.ui, preview=preview, busy=""))
        return Result(now.ui, work=trials(now) if now.ui.shown is not None else _others(now))

    return Result(replace(ui, busy=ui_state.FEELS), work=_work(ui, run, done))


def _others(context: LeaningContext) -> LeaningWork | None:
    """Work that finds the other pieces which a release here would move; None where there are none."""
    grip = grip_of(context)
    if len(grip.poses) > 1 or not grip.layout.pieces:
        return None

    def run(_: Clock) -> tuple[int, ...]:
        from towergames.games.leaning.board.hand_motions import felled

        return felled(grip)

    def done(context: LeaningContext, moved: tuple[int, ...]) -> LeaningResult:
        preview = context.ui.preview
        if preview is None:
            return Result(context.ui)
        return Result(replace(context.ui, preview=replace(preview, felled=moved)))

    return _work(context.ui, run, done, idle=True)


# --- taking in hand -----------------------------------------------------------------------------------


def take(context: LeaningContext) -> LeaningResult:
    """Take a piece in hand: with ideas for its place, or beside the target for free movement."""
    why = position.why_no_hand(context)
    if why:
        return Result(context.ui, say=why)
    if context.ui.fruitless and context.ui.control != ui_state.FREE:
        return start_search(context)  # continues with other tries
    here = with_ui(context, begun(context))
    if here.ui.kind == ui_state.PLACE and here.ui.size not in position.placeable(context):
        offer = next(offer for offer in position.offers(context) if offer.size == here.ui.size)
        return Result(context.ui, say=offer.why_not, rule=offer.rule)
    full = position.why_full(here)
    if full:
        return Result(context.ui, say=full, rule="L-4")
    return fetch(here) if here.ui.control == ui_state.FREE else start_search(here)


def begun(c: LeaningContext) -> Ui:
    """The empty hand with the size and the piece that it is about to take."""
    kind = position.KINDS[c.phase]
    piece, size = 0, position.chosen_size(c)
    if kind == ui_state.REBUILD:
        waiting = position.to_rebuild(c)
        piece = c.ui.target if c.ui.target in waiting else waiting[0]
        size = position.size_of(c.view, piece)
    held = kind == ui_state.PLACE and position.places_held(c)
    ui = replace(empty(c.ui), kind=kind, piece=piece, size=size, held=held)
    return ui if ui.target in position.targets(with_ui(c, ui)) else replace(ui, target=0)


def fetch(context: LeaningContext) -> LeaningResult:
    """Take a piece in hand for free movement: beside its target, or where it stood before a Break or a slip."""
    ui = context.ui
    before = _where_before(context)
    start = before or Pose(0.0, 0.0, 10.0)
    ui = replace(
        ui,
        feature=ui.feature if ui.feature in ui_state.FEATURES else ui_state.FEATURES[0],
        target=1 if ui.half else ui.target,
        sizes=(*ui.sizes, ui.size) if ui.half else (ui.size,),
        ghost=(*ui.ghost, start) if ui.half else (start,),
        which=1 if ui.half else 0,
        aim=None,
        preview=None,
        fresh=True,
        idea=-1,
    )
    return begin(with_ui(context, ui), ui_state.Motion("back-to" if before else "fetch"))


def _where_before(context: LeaningContext) -> Pose | None:
    """The pose before a Break, or at the release before a slip; None for a new piece."""
    view = context.view
    if context.ui.kind == ui_state.REBUILD and view.stood is not None:
        one = find(view.stood, context.ui.piece)
        return Pose.read(one.pose) if one else None
    if (
        context.ui.kind == ui_state.PLACE
        and view.phase == "slip"
        and view.in_hand is not None
        and view.in_hand.pose is not None
    ):
        return Pose.read(view.in_hand.pose)
    return None


# --- ideas --------------------------------------------------------------------------------------------


IdeaWorth = Callable[[Idea], tuple[float, ...]]
"""The sort key of an idea; the best one has the greatest."""


@dataclass(frozen=True, slots=True)
class IdeaSearch:
    """State of a search: its ideas, whether it is over, the number of ideas known before, and its number of tries."""

    found: tuple[Idea, ...]
    over: bool
    known: int = 0
    tried: int = 0


class _Budget(Clock):
    """The work's clock with an end of its own. It counts the tries."""

    __slots__ = ("_outer", "tried")

    def __init__(self, outer: Clock, seconds: float) -> None:
        super().__init__(seconds=seconds)
        self._outer = outer
        self.tried = 0

    def over(self, done: int) -> bool:
        """Whether either clock is over; if not, count one more try."""
        over = super().over(done) or self._outer.over(0)
        self.tried += not over
        return over


def start_search(c: LeaningContext, say: str = "") -> LeaningResult:
    """Search places for the chosen piece, and show them as they are found."""
    ui = replace(c.ui, serial=c.ui.serial + 1, busy=ui_state.LOOKS, said="", advised="")
    state, here = position.state_shown(c.view), with_ui(c, ui)
    value, at_first = partial(suggestions.worth, here), partial(suggestions.worth_at_first, here)
    return Result(
        ui, say=say, work=_work(ui, lambda clock: _search(state, ui, value, at_first, clock), _search_done, _show_found)
    )


def _search(state: State, ui: Ui, value: IdeaWorth, at_first: IdeaWorth, clock: Clock) -> IdeaSearch:
    ideas: list[Idea] = []
    began, enough = time.monotonic(), 0.0
    known = len(ui.ideas)
    ready = bool(ui.ideas) or ui.kind == ui_state.REBUILD  # the first idea for a broken piece is its old place
    budget = _Budget(clock, SEARCH_SECONDS)
    for idea in _ideas(state, ui, budget):
        if any(_is_same_idea(idea, one) for one in ui.ideas):
            continue
        if enough and idea.points <= max(one.points for one in ideas):
            if time.monotonic() - enough > EXTRA_SECONDS:
                break
            continue
        alike = sum((idea.words, idea.points) == (one.words, one.points) for one in ideas)
        if ui.kind != ui_state.FOUND and alike >= MAX_SIMILAR_IDEAS:
            continue
        ideas.append(idea)
        if not ready and (len(ideas) >= IDEAS_BEFORE_SHOWING or time.monotonic() - began > SHOW_AFTER_SECONDS):
            for _ in _tried_out(state, ui, ideas, at_first, clock, seconds=0.0):
                pass
            ready = max(ideas, key=at_first).forecast.word != BOLD
        if ready:
            clock.report_progress(IdeaSearch(tuple(ideas), over=False, known=known))
        if enough and time.monotonic() - enough > EXTRA_SECONDS:
            break
        if not enough and sum(one.forecast.word != BOLD for one in ideas) >= IDEAS_PER_SEARCH:
            enough = time.monotonic()
    if not ideas and not ui.ideas and ui.kind == ui_state.PLACE and not ui.target and state.refused:
        # L-23: a save records that the table found a move, but not its place, so the search is repeated to its end.
        from towergames.games.leaning.live_physics import find_place

        find_place(state, over=lambda: clock.over(0))
        ideas += filter(None, (refused_for(state),))
    for changed in _tried_out(state, ui, ideas, value, clock, seconds=SCREEN_SECONDS):
        if ready and changed.forecast.is_screened:
            clock.report_progress(IdeaSearch(tuple(ideas), over=False, known=known))
    return IdeaSearch(tuple(ideas), over=True, known=known, tried=budget.tried)


def _tried_out(
    state: State, ui: Ui, ideas: list[Idea], value: IdeaWorth, clock: Clock, *, seconds: float
) -> Iterator[Idea]:
    """Try the ideas out in the list itself, the leading one first, and yield each after two more trials.

    After ``seconds`` only the leading one is tried out to its end.
    """
    from towergames.games.leaning.placement_search import IdeaTrials

    began, trials = time.monotonic(), IdeaTrials(state, ui.held, ui.serial, piece=ui.piece)
    while (waiting := [idea for idea in ideas if not idea.forecast.is_screened]) and not clock.stopped:
        leader = max(ideas, key=value)
        if leader.forecast.is_screened and time.monotonic() - began > seconds:
            return
        chosen = max(waiting, key=value) if leader.forecast.is_screened else leader
        at = ideas.index(chosen)
        ideas[at] = trials.tried_twice(chosen)
        yield ideas[at]


def _is_same_idea(one: Idea, other: Idea) -> bool:
    return one.aim == other.aim and length(sub(one.pose.place, other.pose.place)) < SAME_PLACE_CM


def _ideas(state: State, ui: Ui, clock: Clock) -> Iterator[Idea]:
    from towergames.games.leaning import placement_search

    if ui.kind == ui_state.FOUND:
        ready = 0 if ui.ideas else READY_FOUNDATIONS_TRIED
        return placement_search.search_foundations(state, ui.size, ui.size, clock, ui.serial, ready=ready)
    if ui.kind == ui_state.REBUILD:
        return placement_search.search_placements(
            state, ui.size, held=False, target=0, clock=clock, seed=ui.serial, piece=ui.piece
        )
    known = refused_for(state)
    wanted = known and known.size == ui.size and ui.target in (0, *known.aim.touches) and not ui.ideas
    first = (known,) if known and wanted else ()
    return chain(first, placement_search.search_placements(state, ui.size, ui.held, ui.target, clock, ui.serial))


def refused_for(state: State) -> Idea | None:
    """L-23: the place for which the table refused a skip in this turn; None if it is not remembered."""
    if not state.refused or position.unavailable_reason():
        return None
    from towergames.games.leaning.live_physics import known_place

    found = known_place(state)
    return idea_of(found) if found else None


def known_place(c: LeaningContext) -> Ui | None:
    """L-23: the place for which the table refused a skip, in the player's hand; None if it is not known."""
    idea = refused_for(position.state_shown(c.view)) if c.phase == "turn" else None
    if idea is None:
        return None
    # A player who holds a piece cannot skip, so the table never searched for a held piece.
    return show_idea(replace(empty(c.ui), kind=ui_state.PLACE, size=idea.size, held=False, ideas=(idea,)), 0)


def _show_found(context: LeaningContext, search: IdeaSearch) -> Ui | None:
    """Add new ideas and trials; show the best one if the hand is empty, the best new one if the player waits for more.

    The place in the hand keeps its row, the others move.
    """
    ui = context.ui
    new = tuple(idea for idea in search.found if idea not in ui.ideas)
    first = len(ui.ideas)
    onward = search.known == first and ui.idea == first - 1  # the player has seen all and asked for more
    ideas = (*(_newest(idea, search.found) for idea in ui.ideas), *new)
    if search.over:
        ideas = suggestions.worth_keeping(ideas, ui.shown)
    if not ideas:
        return None
    fresh = suggestions.ordered(context, [idea for idea in new if idea in ideas])
    ui = _reordered(context, replace(ui, ideas=ideas, idea=ideas.index(ui.shown) if ui.shown else ui.idea))
    if fresh and onward and ui.grips:
        return show_idea(ui, ui.ideas.index(fresh[0]))
    return ui if ui.grips else _first_shown(context, ui)


def _first_shown(context: LeaningContext, ui: Ui) -> Ui:
    """The hand at the best of the safe places, or at the best of all where none is safe."""
    best = max(ui.ideas, key=partial(suggestions.worth_at_first, context))
    return show_idea(ui, ui.ideas.index(best))


def _newest(idea: Idea, found: Sequence[Idea]) -> Idea:
    """The idea with the forecast that a search has for it."""
    return found[found.index(idea)] if idea in found else idea


def _reordered(context: LeaningContext, ui: Ui, *, fixed: bool = True) -> Ui:
    """The places in order; with ``fixed`` the place in the hand keeps its row."""
    ideas = list(suggestions.ordered(context, ui.ideas))
    if ui.shown is None:
        return replace(ui, ideas=tuple(ideas))
    if fixed:
        ideas.insert(ui.idea, ideas.pop(ideas.index(ui.shown)))
    return replace(ui, ideas=tuple(ideas), idea=ideas.index(ui.shown))


def _search_done(c: LeaningContext, answer: IdeaSearch) -> LeaningResult:
    ui = _show_found(c, answer) or c.ui
    ui = replace(ui, busy="", tried=c.ui.tried + answer.tried)
    if not ui.ideas:
        return Result(ui)
    if not ui.grips:
        ui = _first_shown(c, ui)
    tries = count(ui.tried, "try", "tries")
    said = "" if set(answer.found) & set(ui.ideas) else f"No other place in {tries}."
    return Result(ui, say=said, work=trials(with_ui(c, ui)))


def show_idea(ui: Ui, number: int) -> Ui:
    """Move the piece in hand to the place of idea ``number``."""
    idea = ui.ideas[number]
    return replace(
        ui,
        idea=number,
        size=idea.size if ui.kind == ui_state.PLACE else ui.size,
        sizes=idea.sizes,
        ghost=idea.poses,
        which=len(idea.poses) - 1,
        feature=idea.feature if idea.feature in ui_state.FEATURES else ui.feature,
        aim=idea.aim,
        preview=None,
        trail=ui_state.remembered(ui),
        pending=(),
        said="",
        advised="",
        warned=False,
    )


def idea(c: LeaningContext, number: int) -> LeaningResult:
    """Show an idea and try it out. A running search continues."""
    ui = _reordered(c, show_idea(c.ui, number), fixed=False)
    if c.ui.busy == ui_state.LOOKS:
        return Result(ui)
    ui = replace(ui, serial=ui.serial + 1, busy="")
    return Result(ui, work=trials(with_ui(c, ui)))


def next_trials(context: LeaningContext) -> tuple[Idea, bool] | None:
    """The place that is tried next while the player chooses, and whether in full; None if all trials are made.

    First all places are tried out, the one in the hand before the others; then the place that leads and the one in the
    hand have full trials.
    """
    ui = context.ui
    if ui.shown is None:
        return None
    value = partial(suggestions.worth, context)
    if not ui.shown.forecast.is_screened:
        return ui.shown, False
    waiting = [idea for idea in ui.ideas if not idea.forecast.is_screened]
    leader = max(ui.ideas, key=value)
    if leader.forecast.is_screened and leader.forecast.fulls.releases < FULL_TRIALS:
        return leader, True
    if waiting:
        return max(waiting, key=value), False
    for idea in (leader, ui.shown):
        if idea.forecast.fulls.releases < MOST_FULL_TRIALS:
            return idea, True
    return None


def trials(context: LeaningContext, *, idle: bool = True) -> LeaningWork | None:
    """Work that tries out the places; None if all their trials are made."""
    if context.ui.kind == ui_state.WATCH or next_trials(context) is None:
        return None
    state, ui = position.state_shown(context.view), context.ui

    def run(clock: Clock) -> tuple[Idea, ...]:
        from towergames.games.leaning.placement_search import IdeaTrials

        made, now = IdeaTrials(state, ui.held, ui.serial, piece=ui.piece), ui
        while not clock.stopped and (chosen := next_trials(with_ui(context, now))):
            idea, full = chosen
            tried = made.tried_twice(idea, full=full)
            now = replace(now, ideas=tuple(tried if one == idea else one for one in now.ideas))
            clock.report_progress(tried)
        return now.ideas

    def done(context: LeaningContext, tried: tuple[Idea, ...]) -> LeaningResult:
        ui = replace(context.ui, ideas=tuple(_newest(idea, tried) for idea in context.ui.ideas))
        return Result(_reordered(context, ui))

    return _work(ui, run, done, _with_trial, idle=idle)


def _with_trial(c: LeaningContext, known: Idea) -> Ui | None:
    """Replace an idea by its copy with more trials; the rows move when one gets its word, or has had a full trial."""
    ideas = c.ui.ideas
    if known not in ideas:
        return None
    at = ideas.index(known)
    return _reordered(c, replace(c.ui, ideas=(*ideas[:at], known, *ideas[at + 1 :])))


def untried_reason(ui: Ui) -> str:
    """The reason to ask before the piece is let go at a place without a word; '' at a place that has its word."""
    if ui.shown is None or ui.shown.forecast.is_screened or ui.warned:
        return ""
    return f"Not tried out yet: {ui.shown.forecast.screened} of {SCREEN_TRIALS}. Enter again lets go."


def warned(context: LeaningContext) -> LeaningResult:
    """Warn of a place that has no word yet, and try it out until it has one."""
    ui = replace(context.ui, warned=True)
    if ui.busy != ui_state.LOOKS:
        ui = replace(ui, serial=ui.serial + 1, busy="")
    here = with_ui(context, ui)
    return Result(ui, say=untried_reason(context.ui), work=None if ui.busy else trials(here))


def step_of(ui: Ui) -> tuple[float, float]:
    """Distance (cm) and angle (radians) of one key press."""
    far, turn = {"fine": (0.05, 1.0), "normal": (0.25, 5.0), "coarse": (1.0, 15.0)}[ui.step]
    return far, math.radians(turn)

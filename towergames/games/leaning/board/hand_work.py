"""Slow work of the hand: motions, probes of the piece in hand, and ideas for its place.

All of it runs in a thread. An answer is void once the hand has done something else: its serial number has changed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from towergames.board.protocol import Failure, Result, Work
from towergames.core.bot import Clock
from towergames.core.text import count
from towergames.games.leaning.board import position, suggestions, ui_state
from towergames.games.leaning.board.camera import view_of
from towergames.games.leaning.board.ui_state import LeaningContext, LeaningResult, LeaningWork, Ui, empty
from towergames.games.leaning.evaluation import MOST_RELEASES, Idea, best_first, idea_of
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
"""The best idea is shown once this many are found, or after SHOW_AFTER_SECONDS."""
SHOW_AFTER_SECONDS = 1.2
"""Time after which the best idea is shown, however few are found."""
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
    state = position.state_shown(c.view)
    return Result(ui, say=say, work=_work(ui, lambda clock: _search(state, ui, clock), _search_done, _show_found))


def _search(state: State, ui: Ui, clock: Clock) -> IdeaSearch:
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
            ideas.sort(key=best_first)
            ready = True
        if ready:
            clock.report_progress(IdeaSearch(tuple(ideas), over=False, known=known))
        if enough and time.monotonic() - enough > EXTRA_SECONDS:
            break
        if not enough and sum(suggestions.group(one) != suggestions.BOLD for one in ideas) >= IDEAS_PER_SEARCH:
            enough = time.monotonic()
    if not ideas and not ui.ideas and ui.kind == ui_state.PLACE and not ui.target and state.refused:
        # L-23: a save records that the table found a move, but not its place, so the search is repeated to its end.
        from towergames.games.leaning.live_physics import find_place

        find_place(state, over=lambda: clock.over(0))
        ideas += filter(None, (refused_for(state),))
    if not ready:
        ideas.sort(key=best_first)
    return IdeaSearch(tuple(ideas), over=True, known=known, tried=budget.tried)


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
    """Append new ideas; show the first of them if the hand is empty or the player waits for more.

    No row moves while the search runs. At its end the places are grouped; the place in the hand stays there.
    """
    ui = context.ui
    new = tuple(idea for idea in search.found if idea not in ui.ideas)
    good = suggestions.worth_showing(ui.ideas, new, over=search.over)
    if not good:
        return None
    first = len(ui.ideas)
    onward = search.known == first and ui.idea == first - 1  # the player has seen all and asked for more
    fresh = suggestions.grouped(good)
    ui = replace(ui, ideas=(*ui.ideas, *fresh))
    return show_idea(ui, ui.ideas.index(fresh[0])) if onward or not ui.grips else ui


def _regrouped(ui: Ui) -> Ui:
    """The places in groups, with the same place in the hand."""
    ideas = suggestions.grouped(ui.ideas)
    return replace(ui, ideas=ideas, idea=ideas.index(ui.shown) if ui.shown else ui.idea)


def _search_done(c: LeaningContext, answer: IdeaSearch) -> LeaningResult:
    ui = _show_found(c, answer) or c.ui
    ui = replace(ui, busy="", tried=c.ui.tried + answer.tried)
    if not ui.ideas:
        return Result(ui)
    ui = _regrouped(ui) if ui.grips else show_idea(_regrouped(ui), 0)
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
    )


def idea(c: LeaningContext, number: int) -> LeaningResult:
    """Show an idea and simulate further releases of it. A running search continues."""
    ui = show_idea(c.ui, number)
    if c.ui.busy == ui_state.LOOKS:
        return Result(ui)
    ui = _regrouped(replace(ui, serial=ui.serial + 1, busy=""))  # trials may have changed the group of the idea before
    return Result(ui, work=trials(with_ui(c, ui)))


def trials(context: LeaningContext, *, idle: bool = True) -> LeaningWork | None:
    """Work that simulates further releases of the shown idea; None if it has had all its trials."""
    idea = context.ui.shown
    if idea is None or context.ui.kind not in (ui_state.PLACE, ui_state.REBUILD) or idea.odds.releases >= MOST_RELEASES:
        return None
    state, ui, tried = position.state_shown(context.view), context.ui, idea

    def run(clock: Clock) -> Idea:
        from towergames.games.leaning import placement_search

        known = tried
        for known in placement_search.try_again(state, tried, ui.held, ui.serial, piece=ui.piece):
            clock.report_progress(known)
            if clock.stopped:
                break
        return known

    return _work(ui, run, lambda c, known: Result(_with_trial(c, known) or c.ui), _with_trial, idle=idle)


def _with_trial(c: LeaningContext, known: Idea) -> Ui | None:
    """Replace an idea by its copy with one more trial."""
    ideas = c.ui.ideas
    if known not in ideas:
        return None
    at = ideas.index(known)
    return replace(c.ui, ideas=(*ideas[:at], known, *ideas[at + 1 :]))


def step_of(ui: Ui) -> tuple[float, float]:
    """Distance (cm) and angle (radians) of one key press."""
    far, turn = {"fine": (0.05, 1.0), "normal": (0.25, 5.0), "coarse": (1.0, 15.0)}[ui.step]
    return far, math.radians(turn)

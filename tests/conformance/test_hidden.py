"""What a seat may not know it cannot learn: not from views, choices, verdicts, events, pictures or words."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from tests.combinations import sample
from tests.conformance.facts import CONSERVED, SHOWN_ON_THE_WAY
from tests.conformance.playing import Case, Moment, each_case, spread, trace
from towergames.board.protocol import AnyContext, Context
from towergames.core.contract import Decide, Event, event_text, visible
from towergames.core.dice import Dice
from towergames.session.ui_memory import plain_look
from towergames.table.records import digest

CASES = each_case(3)


def _other_world(case: Case, moment: Moment, viewer: int | None, dice: Dice) -> Any:
    """A state that looks the same to him; None where it is the very same one, from which nothing else can follow."""
    imagined = case.game.imagine(case.game.view(moment.state, viewer), dice)
    return None if imagined == moment.state else imagined


@CASES
def test_an_imagined_state_looks_exactly_like_the_real_one(case: Case) -> None:
    for at, moment in enumerate(trace(case).moments[:: sample(2, 1)]):
        for viewer in (None, *range(case.seats)):
            view = case.game.view(moment.state, viewer)
            imagined = case.game.imagine(view, Dice(7, at, str(viewer)))
            CONSERVED[case.entry.key](imagined)
            assert case.game.view(imagined, viewer) == view
            assert case.game.turn(imagined) == case.game.turn(moment.state)
            assert case.game.totals(imagined) == case.game.totals(moment.state)
            assert case.game.round(imagined) == case.game.round(moment.state)


@CASES
def test_imagining_is_reproducible_and_explores_other_worlds(case: Case) -> None:
    worlds = set()
    for moment in trace(case).some(10):
        view = case.game.view(moment.state, None)
        first, again = (case.game.imagine(view, Dice(3, 1)) for _ in range(2))
        assert digest(first) == digest(again)
        worlds.add(digest(case.game.imagine(view, Dice(4, 1))) == moment.digest)
    if case.game.info.hidden and not dict(case.options).get("open"):
        assert False in worlds, "the game says that it hides something, yet imagine always finds the truth"


@CASES
def test_choices_and_verdicts_depend_only_on_what_the_mover_knows(case: Case) -> None:
    for at, moment in enumerate(trace(case).some(25)):
        imagined = _other_world(case, moment, moment.turn.seat, Dice(11, at))
        if imagined is None:
            continue
        assert tuple(case.game.choices(imagined)) == moment.listed
        for move in [*spread(moment.listed), moment.move]:
            assert case.game.judge(imagined, move) == case.game.judge(moment.state, move)


def _heard(events: tuple[Event, ...], viewer: int | None, case: Case) -> list[object]:
    names = tuple(f"P{i}" for i in range(case.seats))
    shown = SHOWN_ON_THE_WAY.get(case.entry.key, ())
    heard = [e for e in events if visible(e, viewer) and e.kind not in shown]
    return [(e.kind, e.seat, event_text(e, names), dict(e.data)) for e in heard]


@CASES
def test_events_tell_nobody_more_than_his_next_view_does(case: Case) -> None:
    """The same move in the real world and in one that looks the same to somebody else: if both lead to what looks the
    same to him again, then he must have heard the same."""
    compared = 0
    for at, moment in enumerate(trace(case).decisions):
        assert isinstance(moment.turn, Decide)
        for viewer in (None, *range(case.seats)):
            for world in range(sample(1, 2)):
                other = _other_world(case, moment, viewer, Dice(13 + world, at, str(viewer)))
                if other is None:
                    compared += 1
                    continue
                if not case.game.judge(other, moment.move).legal:
                    continue
                step = case.game.apply(other, moment.move)
                if case.game.view(step.state, viewer) == case.game.view(moment.step.state, viewer):
                    compared += 1
                    assert _heard(step.events, viewer, case) == _heard(moment.step.events, viewer, case)
                    assert step.scores == moment.step.scores
    assert compared or len(trace(case).decisions) < 4


@CASES
def test_a_step_that_shows_the_mover_something_new_says_so(case: Case) -> None:
    """Undo without consent may not be a way to look at a card: where the outcome of a move depends on what the mover
    could not know, the step must be marked as revealing."""
    for at, moment in enumerate(trace(case).decisions):
        if moment.step.reveals:
            continue
        seat = moment.turn.seat
        other = _other_world(case, moment, seat, Dice(17, at))
        if other is None:
            continue
        step = case.game.apply(other, moment.move)
        assert case.game.view(step.state, seat) == case.game.view(moment.step.state, seat)


@CASES
def test_pictures_and_words_are_the_same_in_every_world_that_looks_the_same(case: Case) -> None:
    board = case.entry.board
    names = tuple(f"Player {i + 1}" for i in range(case.seats))
    led_to = {id(after.state): before.step.events for before, after in pairwise(trace(case).moments)}
    for at, moment in enumerate(trace(case).some(6)):
        for viewer in (None, *range(case.seats)):
            said = []
            marks = tuple(event for event in led_to.get(id(moment.state), ()) if visible(event, viewer))
            imagined = _other_world(case, moment, viewer, Dice(19, at))
            if imagined is None:
                continue
            # Boards draw more where there is more room.
            sizes = board.sizes(case.seats, case.game.view(moment.state, viewer))
            wide, high = (120, 30) if at % 2 else sizes.board
            for state in (moment.state, imagined):
                turn = case.game.turn(state)
                bare: AnyContext = Context(case.game, case.game.view(state, viewer), turn, viewer, names, None)
                c = plain_look(board, replace(bare, may_act=turn.seat == viewer, marks=marks))
                said.append(
                    (
                        board.draw(c, "board", (wide, high)).canvas.text(),
                        board.draw(c, "hand", (wide, sizes.hand)).canvas.text(),
                        board.read_out(c),
                        board.describe(c),
                        [(one.spec.id, one.label, one.blocked) for one in board.controls(c)],
                    )
                )
            assert said[0] == said[1]

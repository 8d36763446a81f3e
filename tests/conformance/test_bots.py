"""Every opponent of every game: legal, in budget, reproducible, stoppable. Strength is measured elsewhere."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import Any

import pytest

from tests.combinations import long, sample
from tests.conformance.facts import listed_as_promised
from tests.conformance.playing import Case, cases, some_cases, trace
from tests.conformance.seating import header_for
from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import visible
from towergames.core.dice import Dice
from towergames.table.records import SeatSetup, clean_header

ITERATIONS = 4
"""Of a search: enough to go through all of its parts; how well it plays is not asked here."""


def _everyday(case: Case, level: Level) -> bool:
    """Each level once, with the middle, the highest and the lowest number of seats in turn."""
    few = some_cases(case.entry, 1)
    return case == few[case.entry.levels.index(level) % len(few)]


def _given(case: Case, level: Level, **named: str) -> list[Any]:
    return [pytest.param(case, level, **named)] if _everyday(case, level) else long(case, level, **named)


LEVELS = pytest.mark.parametrize(
    ("case", "level"),
    [
        given
        for case in cases(1)
        for level in case.entry.levels
        for given in _given(case, level, id=f"{case}-{level.name}")
    ],
)


@LEVELS
def test_a_bot_picks_a_legal_move_and_the_same_one_again(case: Case, level: Level) -> None:
    """Also a bot that has played before."""
    experienced = level.make(case.game)
    for at, moment in enumerate(trace(case).some(4)):
        view = case.game.view(moment.state, moment.turn.seat)
        bots = (experienced, level.make(case.game))
        thoughts = [bot.choose(view, Dice(5, at, "bot"), Clock(iterations=ITERATIONS)) for bot in bots]
        move, choices = thoughts[0].action, set(case.game.choices(moment.state))
        assert case.game.judge(moment.state, move).legal
        assert listed_as_promised(case.game, moment.state, move, True, move in choices)
        assert thoughts[0] == thoughts[1]
        assert thoughts[0].why.isprintable()
        if case.entry.key != "words":  # tests/games/words/test_bots.py asks more of that
            assert not _named(thoughts[0].why, case, moment.state, move)


def _named(why: str, case: Case, state: object, move: object) -> list[str]:
    """What a reason names of a move that the log hides (pieces are in capitals; A and I are words)."""
    log = " ".join(event.text for event in case.game.apply(state, move).events if visible(event, None))
    pieces = set(re.findall(r"\b[A-Z][A-Z0-9]*\b", case.game.notate(move))) - {"A", "I"}
    return [piece for piece in pieces if not re.search(rf"\b{piece}\b", log) and re.search(rf"\b{piece}\b", why)]


@LEVELS
def test_a_bot_answers_in_time_and_at_once_when_stopped(case: Case, level: Level) -> None:
    moment = trace(case).some(3)[0]
    view = case.game.view(moment.state, moment.turn.seat)
    began = time.thread_time()  # that of the processor: the machine may be busy
    thought = level.make(case.game).choose(view, Dice(5), Clock(seconds=0.05))
    assert time.thread_time() - began < 0.05 + 1.0
    assert case.game.judge(moment.state, thought.action).legal
    stopped = Clock(seconds=30)
    stopped.stop()
    for clock in (stopped, Clock(0)):
        began = time.thread_time()
        thought = level.make(case.game).choose(view, Dice(5), clock)
        assert time.thread_time() - began < 1.0
        assert case.game.judge(moment.state, thought.action).legal


@LEVELS
def test_a_bot_sees_only_a_view(case: Case, level: Level) -> None:
    """Worlds that look the same to it get the same answer (it could not tell them apart even if it tried)."""
    for moment in trace(case).some(4)[1:]:
        seat = moment.turn.seat
        answers = list[Thought[Any]]()
        for world in range(sample(2, 3)):
            state = case.game.imagine(case.game.view(moment.state, seat), Dice(world))
            clock = Clock(iterations=ITERATIONS)
            answers.append(level.make(case.game).choose(case.game.view(state, seat), Dice(9), clock))
        assert all(answer == answers[0] for answer in answers)


def test_levels_have_names_that_saves_can_keep_and_budgets() -> None:
    for case in cases(1):
        for level in case.entry.levels:
            assert level.blurb
            header = replace(header_for(case), seats=(SeatSetup("Ann", level.name),))
            assert clean_header(header).seats[0].bot == level.name

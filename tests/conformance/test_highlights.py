"""Highlights of every game: each belongs to an event that everyone may know, and is short enough to watch."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from tests.conformance.playing import Case, each_case, trace
from towergames.core.contract import event_text
from towergames.core.feat import Play
from towergames.core.highlight import MOST_SECONDS, Theme

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "June")


@each_case()
def test_a_highlight_is_an_event_for_everyone_with_a_whole_sentence(case: Case) -> None:
    for number, moment in enumerate(trace(case).moments, start=1):
        play = Play(number, getattr(moment.turn, "seat", None), moment.move, moment.state, moment.step)
        found = case.entry.highlights(play)
        assert [one.event for one in found] == sorted(one.event for one in found)
        for one in found:
            event = moment.step.events[one.event]
            assert event.seen_by is None, one
            assert set(one.seats) <= set(range(case.seats)) and len(set(one.seats)) == len(one.seats)
            assert 0 <= one.seconds <= MOST_SECONDS and one.theme in get_args(Theme)
            told = event_text(replace(event, text=one.sentence), NAMES[: case.seats])
            assert "{" not in told and (not told or (told[0].isupper() and len(told) < 100)), told

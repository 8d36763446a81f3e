"""Highlights of every game: those of public events follow from what everyone may know; each is short enough."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from tests.conformance.playing import Case, each_case, trace
from towergames.core.contract import Event, event_text
from towergames.core.feat import Play
from towergames.core.highlight import MOST_SECONDS, Theme

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "June")


def _as_spectators_see(case: Case, play: Play) -> Play:
    """The play with the views of a spectator for the states, without its move and without private events."""
    events = tuple(event if event.seen_by is None else Event("", "") for event in play.step.events)
    step = replace(play.step, state=case.game.view(play.step.state, None), events=events)
    return replace(play, move=None, before=case.game.view(play.before, None), step=step)


@each_case()
def test_a_highlight_has_a_whole_sentence_and_follows_from_what_those_who_see_it_may_know(case: Case) -> None:
    for number, moment in enumerate(trace(case).moments, start=1):
        play = Play(number, getattr(moment.turn, "seat", None), moment.move, moment.state, moment.step)
        found = list(case.entry.highlights(play))
        public = [one for one in found if moment.step.events[one.event].seen_by is None]
        assert public == list(case.entry.highlights(_as_spectators_see(case, play))), (
            "something hidden has a part in it"
        )
        assert [one.event for one in found] == sorted(one.event for one in found)
        for one in found:
            event = moment.step.events[one.event]
            assert set(one.seats) <= set(range(case.seats)) and len(set(one.seats)) == len(one.seats)
            assert 0 <= one.seconds <= MOST_SECONDS and one.theme in get_args(Theme)
            told = event_text(replace(event, text=one.sentence), NAMES[: case.seats])
            assert "{" not in told and (not told or (told[0].isupper() and len(told) < 100)), told

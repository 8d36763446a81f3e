"""Feats of any game: they follow every random game, note whole numbers and short texts, and are always equal."""

from __future__ import annotations

import json

from tests.conformance.playing import Case, Trace, each_case, trace
from towergames.core.contract import Decide, Over
from towergames.core.feat import FinishedGame, Mark, Play
from towergames.core.text import cell_width, clean

LONGEST_TEXT = 40


def finished(case: Case, played: Trace) -> FinishedGame:
    game = played.game
    turn = game.turn(played.last)
    assert isinstance(turn, Over)
    plays = []
    for number, moment in enumerate(played.moments, start=1):
        by = moment.turn.seat if isinstance(moment.turn, Decide) else None
        plays.append(Play(number, by, moment.move, moment.state, moment.step))
    winners = turn.ranking[0] if turn.ranking else ()
    return FinishedGame(plays, game.totals(played.last), winners, game.round(played.last), dict(case.options))


@each_case(4)
def test_marks_of_a_random_game_are_whole_and_short(case: Case) -> None:
    feats, game = case.entry.feats, finished(case, trace(case))
    found = feats.marks(game)
    assert found == feats.marks(game), "they are pure"
    assert len(found) == case.seats
    for marks in found:
        assert all(Mark(*mark) == marks[key] for key, mark in json.loads(json.dumps(marks)).items())
        for key, mark in marks.items():
            assert type(mark.value) is int and 0 <= mark.play <= len(game.plays), key
            assert clean(mark.text, LONGEST_TEXT) == mark.text and cell_width(mark.text) <= LONGEST_TEXT, mark
    for one in feats.achievements:
        for marks in found:
            assert isinstance(one.near_text(marks.get(one.measure or one.key)), str)
            assert one.met(marks) in (True, False)

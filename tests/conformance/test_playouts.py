"""Whole games at random: they end, they change nothing behind them, they lose nothing, and the points add up."""

from __future__ import annotations

import msgspec
import pytest

from tests.conformance.facts import CONSERVED, PLAYOUTS
from tests.conformance.playing import ENTRIES, Case, cases, each_case, trace, walk
from towergames.core.contract import Decide, Nature, Over
from towergames.table.records import MAX_LINE, MAX_RECORDS, digest

CASES = each_case()


@CASES
def test_a_game_changes_none_of_its_earlier_states(case: Case) -> None:
    game = trace(case)
    for moment in game.moments:
        assert digest(moment.state) == moment.digest
        assert isinstance(moment.listed, tuple)
        case.game.view(moment.state, 0)
        case.game.view(moment.state, None)
        case.game.reveal(moment.state)
        assert digest(moment.state) == moment.digest


@CASES
def test_nothing_is_lost_and_nothing_made_up(case: Case) -> None:
    for moment in trace(case).moments:
        CONSERVED[case.entry.key](moment.state)
    CONSERVED[case.entry.key](trace(case).last)


@CASES
def test_the_totals_are_the_sum_of_all_score_lines(case: Case) -> None:
    sums = [0] * case.seats
    for moment in trace(case).moments:
        assert case.game.totals(moment.state) == tuple(sums)
        for score in moment.step.scores:
            sums[score.seat] += score.points
    assert case.game.totals(trace(case).last) == tuple(sums)


@CASES
def test_the_end_ranks_every_seat_once_and_leaves_no_choice(case: Case) -> None:
    last = trace(case).last
    turn = case.game.turn(last)
    assert isinstance(turn, Over)
    assert sorted(seat for group in turn.ranking for seat in group) == list(range(case.seats))
    assert all(turn.ranking)
    assert turn.reason
    assert list(case.game.choices(last)) == []
    totals = case.game.totals(last)
    assert totals[turn.ranking[0][0]] == max(totals), "all games here are won by points"


@CASES
def test_states_views_and_outcomes_are_json_without_floats(case: Case) -> None:
    def floats(value: object) -> bool:
        if isinstance(value, dict):
            return any(map(floats, value.values()))
        return any(map(floats, value)) if isinstance(value, list | tuple) else isinstance(value, float)

    for moment in trace(case).moments:
        for thing in (moment.state, moment.move, case.game.view(moment.state, 0), case.game.reveal(moment.state)):
            assert not floats(msgspec.to_builtins(thing))
        for event in moment.step.events:
            assert msgspec.json.decode(msgspec.json.encode(event.data)) == event.data, "event data changes when written"


@CASES
def test_recorded_outcomes_read_back_as_they_were(case: Case) -> None:
    for moment in trace(case).moments:
        if isinstance(moment.turn, Nature):
            kind = case.game.outcomes[moment.turn.kind]
            line = msgspec.json.encode(moment.move)
            assert len(line) < MAX_LINE - 1000
            assert msgspec.json.decode(line, type=kind) == moment.move
            assert case.game.apply_outcome(moment.state, moment.move) == moment.step


@CASES
def test_rounds_never_go_back_and_the_status_is_public_text(case: Case) -> None:
    before = 1
    for moment in trace(case).moments:
        number = case.game.round(moment.state)
        assert number >= before
        before = number
        assert all(case.game.status(case.game.view(moment.state, None)))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.key)
def test_playouts_end_within_the_declared_length(entry) -> None:
    _playouts(entry, PLAYOUTS.get(entry.key, 40))


@pytest.mark.long
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.key)
def test_ten_thousand_playouts_for_every_number_of_seats(entry) -> None:
    low, high = entry.game.info.seats
    _playouts(entry, 10_000 * (high - low + 1))


def _playouts(entry, count: int) -> None:
    assert entry.game.info.longest * 2 <= MAX_RECORDS, "a journal must have room for the game and for undo"
    of_game = [case for case in cases() if case.entry == entry]
    for seed in range(count):
        case = of_game[seed % len(of_game)]
        last = case.game.new(case.seats, dict(case.options))
        for state, turn, _, step in walk(case.game, case.seats, dict(case.options), seed):
            if not isinstance(turn, Decide):
                CONSERVED[entry.key](state)
            last = step.state
        assert isinstance(case.game.turn(last), Over)
        CONSERVED[entry.key](last)

"""The judge is total, agrees with the lists and with ``apply``, and cites rules that exist."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance.facts import listed_as_promised
from tests.conformance.playing import ENTRIES, MANY, Case, cases, each_case, spread, trace
from towergames.core.contract import Decide, IllegalAction, NotationError, Verdict
from towergames.core.dice import Dice
from towergames.table.records import digest

CASES = each_case()

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@lru_cache(maxsize=8)
def _every_move(case: Case) -> list[Any]:
    """Different moves that were possible at some time in a game, legal now or not: all, or many of each state's."""
    found: dict[Any, None] = {}
    for moment in trace(case).some(40):
        found.update(dict.fromkeys(spread(moment.listed)))
        found[moment.move] = None
    return list(found)


@CASES
def test_everything_listed_or_sampled_is_legal_and_listed_once(case: Case) -> None:
    for moment in trace(case).some(40):
        choices = case.game.choices(moment.state)
        listed = list(choices)
        known = set(listed)
        assert len(known) == len(listed) > 0
        assert all(case.game.judge(moment.state, move).legal for move in spread(listed))
        for throw in range(5):
            assert choices.sample(Dice(throw)) in known
        assert all(isinstance(template, str) for template in choices.templates)
        assert choices.templates


@CASES
def test_apply_raises_exactly_when_the_judge_refuses_and_leaves_the_state_alone(case: Case) -> None:
    moves, ids = _every_move(case), set(case.game.rule_sheet.ids)
    for at, moment in enumerate(trace(case).some(25)):
        listed = dict.fromkeys(moment.listed)
        # Where moves are many, other ones come from state to state, and always some of this state's own.
        step = len(moves) // MANY
        tried = moves if step < 2 else moves[at % step :: step]
        for move in dict.fromkeys([*tried, *spread(list(listed), 40), moment.move]):
            verdict = case.game.judge(moment.state, move)
            assert listed_as_promised(case.game, moment.state, move, verdict.legal, move in listed), (move, verdict)
            if verdict.legal:
                case.game.apply(moment.state, move)
            else:
                with pytest.raises(IllegalAction) as caught:
                    case.game.apply(moment.state, move)
                assert caught.value.verdict.refusals
                assert {refusal.rule for refusal in verdict.refusals} <= ids
                assert all(refusal.text for refusal in verdict.refusals)
        assert digest(moment.state) == moment.digest


@CASES
def test_nothing_is_legal_when_no_player_is_to_move(case: Case) -> None:
    game = trace(case)
    quiet = [m.state for m in game.moments if not isinstance(m.turn, Decide)] + [game.last]
    moves = spread(_every_move(case), 10)
    for state in quiet:
        assert list(case.game.choices(state)) == []
        for move in moves:
            assert not case.game.judge(state, move).legal


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.key)
@given(thing=junk, at=st.integers(0, 10**6))
def test_the_judge_answers_to_junk_with_a_refusal(entry, thing: Any, at: int) -> None:
    case = next(case for case in cases() if case.entry == entry)
    moments = trace(case).moments
    state = moments[at % len(moments)].state
    verdict = case.game.judge(state, thing)
    assert isinstance(verdict, Verdict)
    assert not verdict.legal
    with pytest.raises(IllegalAction):
        case.game.apply(state, thing)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.key)
@given(data=st.data(), at=st.integers(0, 10**6))
def test_the_judge_answers_to_moves_made_of_junk(entry, data: st.DataObject, at: int) -> None:
    """Real moves with a field replaced by anything at all."""
    case = next(case for case in cases() if case.entry == entry)
    decisions = trace(case).decisions
    moment = decisions[at % len(decisions)]
    names = [f.name for f in dataclasses.fields(moment.move)]
    bad = dataclasses.replace(moment.move, **{name: data.draw(junk) for name in names})
    verdict = case.game.judge(moment.state, bad)
    assert isinstance(verdict, Verdict)
    if not verdict.legal:
        with pytest.raises(IllegalAction):
            case.game.apply(moment.state, bad)


@CASES
def test_score_lines_and_previews_cite_rules_that_exist(case: Case) -> None:
    ids = set(case.game.rule_sheet.ids)
    lines = [line for moment in trace(case).moments for line in moment.step.scores]
    for moment in trace(case).some(20):
        for move in spread(moment.listed):
            lines += case.game.judge(moment.state, move).preview
    for line in lines:
        assert line.rule in ids
        assert 0 <= line.seat < case.seats


@CASES
def test_notation_is_one_line_unique_and_read_back(case: Case) -> None:
    for moment in trace(case).some(40):
        listed = moment.listed
        assert len({case.game.notate(move) for move in listed}) == len(listed)
        for move in [*spread(listed, 60), moment.move]:
            text = case.game.notate(move)
            assert text.isprintable()
            assert 0 < len(text) <= 200
            assert case.game.parse(text, moment.state) == move
            assert case.game.parse(f"  {text.upper()} ", moment.state) == move


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.key)
@given(text=st.text(max_size=60) | st.from_regex(r"[a-z]{1,8} [A-Za-z0-9]{1,8}( [A-Z]{1,8})?", fullmatch=True))
def test_any_text_is_a_move_or_a_notation_error(entry, text: str) -> None:
    case = next(case for case in cases() if case.entry == entry)
    state = trace(case).decisions[0].state
    try:
        move = case.game.parse(text, state)
    except NotationError as error:
        assert str(error)
    else:
        assert case.game.parse(case.game.notate(move), state) == move
        assert isinstance(case.game.judge(state, move), Verdict)

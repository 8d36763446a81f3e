"""The review of placements: falls at once, others on demand, and sentences that are true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.leaning.making import FORECASTS, HERE, lands, settle, state
from tests.games.leaning.test_bots import live
from towergames import physics, registry
from towergames.core.feat import Play
from towergames.core.review import TurnsOnDemand
from towergames.games.leaning import review, text
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import Accept, Action, Aim, GiveUp, Hold, Place, Skip, State
from towergames.games.leaning.placement_review import JudgedPlace, some_place_promises
from towergames.games.leaning.review import TURNS, compared
from towergames.table.facts import plays_of
from towergames.table.save_file import load_file
from towergames.table.turn_review import _chosen, all_turns, judged_turn

MADE = Place("medium", False, 1, HERE, Aim(1, (1,)))
OTHER = Place("small", False, 2, HERE, Aim(1, (2,)))
FALL_OF_TWO = {"disturbs": (2,)}
WRECK_OF_ALL: dict[str, Any] = {"lying": (1, 2, 3)}
SAVES = Path(__file__).parents[3] / "saves"


def placed(s: State, action: Place = MADE, **end: Any) -> list[Play]:
    """The plays of one placement: the release, and its end."""
    released = GAME.apply(s, action)
    settled = settle(released.state, lands(released.state, **end))
    return [Play(1, s.active, action, s, released), Play(2, None, None, released.state, settled)]


Judged = dict[Place, list[JudgedPlace]]


@pytest.fixture
def judges(monkeypatch: pytest.MonkeyPatch) -> Callable[[Action, Judged], None]:
    """Hard's move, and the judgements of both places, look by look."""

    def say(advised: Action, judged: Judged) -> None:
        monkeypatch.setattr(review, "_strongest_move", lambda _state: advised)
        monkeypatch.setattr(review, "_looked_at", lambda _state, action, look: judged[action][look])

    monkeypatch.setattr(review, "some_place_promises", lambda _state, _points: True)
    return say


def judged(word: str, points: int, average: float) -> JudgedPlace:
    return JudgedPlace(points, FORECASTS[word], average)


def test_falls_and_the_best_placement_are_judged_at_once_and_the_others_on_demand() -> None:
    history = load_file(SAVES / "example-leaning-wreck.jsonl").history
    plays = plays_of(history)
    assert isinstance(TURNS, TurnsOnDemand) and registry.get("leaning").turn_review is TURNS
    for seat in (0, 1):
        at_once, every = TURNS.turns(plays, seat), all_turns(history, seat)
        assert 0 < len(at_once) < len(every) and set(at_once) <= set(every)
        kinds = [{event.kind for event in plays[turn.stop - 2].step.events} for turn in at_once]
        assert sum(bool(found & {"break", "wreck"}) for found in kinds) == len(at_once) - 1
        assert all(plays[turn.start - 1].by == seat for turn in every)


def test_a_blind_release_is_not_judged_and_a_game_without_points_praises_none() -> None:
    blind = placed(state(), replace(MADE, aim=None))
    assert TURNS.turns_on_demand(blind, 0) == []
    slipped = placed(state(), corners=3, shift=9_000)
    assert TURNS.turns_on_demand(slipped, 0) == [range(1, 3)] and TURNS.turns(slipped, 0) == []
    assert TURNS.turns(placed(state()), 0) == [range(1, 3)]
    assert TURNS.turns(placed(state(), **FALL_OF_TWO), 0) == [range(1, 3)]


def test_a_place_that_promised_more_is_an_invitation(judges: Any) -> None:
    judges(OTHER, {MADE: [judged("bold", 5, -2.6)], OTHER: [judged("safe", 2, 1.9)]})
    turn = TURNS.judge(GAME, placed(replace(state(), points=(7, 0)), **FALL_OF_TWO), range(1, 3), 1)
    assert (turn.before, turn.after, turn.best, turn.lost, turn.points) == (7, 4, 9, 5, -2)
    assert turn.costs_much("points")
    assert turn.made == "You placed a medium piece against P1, 1 corner. Break: P2 moved, -2 points."
    advised = "Hard would place a small piece against P2, 1 corner: 2 points, fewer than 1 in 50 falls."
    assert turn.advised == advised and GAME.parse(turn.moves[0], state()) == OTHER
    assert turn.sentence == text.invitation(5, "about 1 in 2 falls", "fewer than 1 in 50 falls")


def test_only_a_loss_in_every_look_counts_and_the_least_of_them(judges: Any) -> None:
    bad, worse, good = judged("fair", 2, -1.0), judged("bold", 2, -4.0), judged("safe", 2, 2.0)
    judges(OTHER, {MADE: [worse, bad, worse, worse], OTHER: [good] * 4})
    assert compared(GAME, state(), MADE, 4, fell=True).chosen == bad
    judges(OTHER, {MADE: [worse, worse, worse, good], OTHER: [good] * 4})
    found = compared(GAME, state(), MADE, 4, fell=True)
    assert found.advised is None and found.chosen == good
    judges(MADE, {MADE: [bad]})
    assert compared(GAME, state(), MADE, 1, fell=True).advised is None, "Hard's own choice"


@pytest.mark.parametrize(
    ("chosen", "best", "sentence"),
    [
        (
            judged("bold", 2, -3.0),
            judged("fair", 3, 1.0),
            text.looked_steady("about 1 in 2 falls", "about 1 in 12 falls"),
        ),
        (judged("safe", 1, 1.0), judged("safe", 4, 3.9), text.as_safe(4, "fewer than 1 in 50 falls")),
    ],
)
def test_the_reason_is_the_risk_or_the_points(judges: Any, chosen: Any, best: Any, sentence: str) -> None:
    judges(OTHER, {MADE: [chosen], OTHER: [best]})
    assert TURNS.judge(GAME, placed(state(), **FALL_OF_TWO), range(1, 3), 1).sentence == sentence
    stood = TURNS.judge(GAME, placed(state()), range(1, 3), 1)
    assert stood.sentence == (text.stood_this_time(sentence) if chosen.forecast.word == "bold" else sentence)
    assert stood.made == "You placed a medium piece against P1, 1 corner. P3 stands on level 0: +2 points."


def test_a_place_as_good_as_any_is_praised_or_was_bad_luck(judges: Any) -> None:
    good, bold = judged("safe", 1, 1.0), judged("bold", 1, -2.0)
    for chosen, stands, falls in (
        (good, text.praise_placed(2, "fewer than 1 in 50 falls"), text.sound("fewer than 1 in 50 falls")),
        (bold, text.praise_bold(2, "about 1 in 2 falls"), text.nothing_better("about 1 in 2 falls")),
    ):
        judges(OTHER, {MADE: [chosen], OTHER: [replace(chosen, average=chosen.average + 0.4)]})
        for end, sentence in (({}, stands), (FALL_OF_TWO, falls)):
            turn = TURNS.judge(GAME, placed(state(), **end), range(1, 3), 1)
            assert (turn.sentence, turn.lost, turn.moves, turn.advised) == (sentence, 0, (), "")


@pytest.mark.parametrize(
    ("advised", "words"),
    [
        (Hold("small"), "Hard would hold a small piece: 0 points."),
        (Skip(), "Hard would skip the turn: 0 points."),
    ],
)
def test_hard_may_let_go_of_no_piece(judges: Any, advised: Action, words: str) -> None:
    judges(advised, {MADE: [judged("bold", 2, -3.0)]})
    s = state(passing="free") if isinstance(advised, Skip) else state()
    turn = TURNS.judge(GAME, placed(s, **FALL_OF_TWO), range(1, 3), 1)
    assert turn.advised == words and turn.best == turn.before
    assert turn.sentence == text.looked_like_the_only_way("about 1 in 2 falls")


def test_hard_is_asked_only_where_some_place_promises_enough(judges: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def promises(_state: State, points: float) -> bool:
        asked.append(points)
        return len(asked) > 1

    monkeypatch.setattr(review, "some_place_promises", promises)
    judges(OTHER, {MADE: [judged("fair", 1, 0.5)], OTHER: [judged("safe", 4, 3.9)]})
    plays = placed(state())
    assert TURNS.judge(GAME, plays, range(1, 3), 1).lost == 0, "no place promises enough"
    assert TURNS.judge(GAME, plays, range(1, 3), 1).lost == 4 - 0 and asked == [2.0, 2.0]
    assert TURNS.judge(GAME, placed(state(), **FALL_OF_TWO), range(1, 3), 1).lost and len(asked) == 2, "a fall"
    judges(Skip(), {MADE: [judged("bold", 1, -2.0)]})
    assert TURNS.judge(GAME, plays, range(1, 3), 1).lost and len(asked) == 2, "nothing at all was better"


@live
@pytest.mark.parametrize(("points", "promised"), [(1.0, True), (40.0, False)])
def test_a_quick_search_tells_whether_a_place_promises_points(points: float, promised: bool) -> None:
    history = load_file(SAVES / "example-leaning-wreck.jsonl").history
    assert some_place_promises(history.state_after(9), points) is promised


@live
def test_after_a_slip_the_quick_search_is_for_the_piece_that_slipped() -> None:
    slipped = placed(state(), shift=9_000)[-1].step.state
    assert slipped.phase == "slip" and not some_place_promises(slipped, 40.0)


def test_a_turn_with_a_fall_is_always_shown(judges: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    good = judged("safe", 1, 1.0)
    judges(OTHER, {MADE: [good], OTHER: [good]})
    fall = TURNS.judge(GAME, placed(state(), **FALL_OF_TWO), range(1, 3), 1)
    assert fall.fell and fall.lost == 0 and not TURNS.judge(GAME, placed(state(), shift=9_000), range(1, 3), 1).fell
    found = _chosen(TURNS, 0, [fall], [])
    assert found.shown == found.unlucky == (fall,) and not found.costly
    costly = replace(fall, best=fall.after + 5)
    assert _chosen(TURNS, 0, [fall, costly], [costly]).shown == (fall, costly), "the costly turn stays the last"


def test_after_a_slip_the_piece_may_stay_or_be_given_up(judges: Any) -> None:
    slipped = placed(state(), shift=9_000)[-1].step.state
    assert slipped.phase == "slip"
    again = placed(slipped, **FALL_OF_TWO)
    for advised, words in ((Accept(), text.LEAVE_INSTEAD), (GiveUp(), text.GIVE_UP_INSTEAD)):
        judges(advised, {MADE: [judged("bold", 1, -3.0)]})
        assert TURNS.judge(GAME, again, range(1, 3), 1).advised.startswith(f"Hard would {words}: ")


def test_a_skip_that_ends_the_game_is_not_compared_in_points(judges: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    judges(Skip(), {MADE: [judged("bold", 2, -3.0)]})
    monkeypatch.setattr(review, "closes", lambda _state: True)
    assert compared(GAME, state(), MADE, 1, fell=True).advised is None


def test_a_wreck_is_told_with_its_points(judges: Any) -> None:
    judges(OTHER, {MADE: [judged("bold", 5, -6.0)], OTHER: [judged("safe", 2, 1.9)]})
    plays = placed(state((3, "large", 1, 0), touches=((1, 3),)), **WRECK_OF_ALL)
    turn = TURNS.judge(GAME, plays, range(1, 3), 1)
    assert turn.made.endswith(f". {text.wreck_result(turn.points)}.") and turn.points < 0


def test_without_the_engine_there_is_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    assert TURNS.why_not(GAME, state()) == ""
    monkeypatch.setattr(physics, "unavailable_reason", lambda: "no engine")
    assert TURNS.why_not(GAME, state()) == text.NO_ENGINE_TO_TRY


@live
def test_a_fall_of_the_example_is_compared_with_a_place_that_stands() -> None:
    history = load_file(SAVES / "example-leaning-wreck.jsonl").history
    fall = range(6, 8)
    turn = judged_turn(history, fall)
    assert turn.costs_much("points") and turn.made.endswith("Break: P3 moved, -2 points.")
    move = history.game.parse(turn.moves[0], history.state_after(5))
    assert not history.game.judge(history.state_after(5), move).refusals
    plays = plays_of(history)
    assert TURNS.judge(history.game, plays, fall, 1) == TURNS.judge(history.game, plays, fall, 1), "equal answers"

"""The opponents of Leaning Towers: what they weigh, what they do in every phase, and that what they place stands."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from tests.combinations import first, sample
from tests.games.leaning.making import HERE, lands, state
from towergames import physics
from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import Nature
from towergames.core.dice import Dice
from towergames.games.leaning import bots, forecast, model, pyramids
from towergames.games.leaning.evaluation import (
    CandidatePlacement,
    Idea,
    SimulatedPlacement,
    Stakes,
    room_on,
)
from towergames.games.leaning.forecast import Forecast, Odds, ReleaseOutcome
from towergames.games.leaning.game import GAME
from towergames.games.leaning.layout import READY_FOUNDATIONS
from towergames.games.leaning.model import Hold, Keep, Place, State
from towergames.games.leaning.placement_search import search_placements
from towergames.physics.recording import recorded

live = pytest.mark.skipif(bool(physics.unavailable_reason()), reason=physics.unavailable_reason())
LEVELS = pytest.mark.parametrize("level", bots.LEVELS, ids=lambda level: level.name)


STAKES = Stakes(left=10, held=0, tries=2, room=6)


def draft(size: str = "medium", touches: tuple[int, ...] = (1,), points: int = 2) -> CandidatePlacement:
    return CandidatePlacement(size, False, "rest", "side", touches[0], HERE, model.Aim(0, touches), points)


def odds(good: int = 0, slipped: int = 0, broken: int = 0, wrecked: int = 0, points: int = 2) -> Forecast:
    return Forecast(falls=Odds(good, slipped, broken, wrecked, points * good))


def test_releases_are_counted_by_how_they_end() -> None:
    counted = Odds()
    for ending in (
        ReleaseOutcome(0, True, 3),
        ReleaseOutcome(0, False, 0),
        ReleaseOutcome(2, False, 0),
        ReleaseOutcome(3, False, 0),
    ):
        counted = counted.and_then(ending, wreck=3)
    assert counted == Odds(1, 1, 1, 1, 3)
    assert Odds().and_then(ReleaseOutcome(3, False, 0), wreck=4).broken == 1


def test_chances_add_up_and_follow_what_was_seen() -> None:
    for seen in (Forecast(), odds(8), odds(1, 2, 3, 4), Forecast(quick=Odds(2, 1))):
        assert sum(seen.chances) == pytest.approx(1)
    assert odds(10).chances[0] > odds(2).chances[0] > Forecast().chances[0] > odds(2, 0, 2).chances[0]


def test_each_hand_has_its_own_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    clean = Odds(good=12)
    before = Forecast(falls=clean).fall_chance
    worse = forecast.NUMBERS["shaky"]._replace(prior_falls=0.1)
    monkeypatch.setitem(forecast.NUMBERS, "shaky", worse)
    assert Forecast(falls=clean, hand="shaky").fall_chance == pytest.approx(5 * before)
    assert Forecast(falls=clean).fall_chance == before


@live
def test_a_place_is_foretold_by_the_numbers_of_the_game_s_hand() -> None:
    s = founded(tremor="steady")
    assert next(search_placements(s, "small", False, 0, Clock(200), 7)).forecast.hand == "steady"


def test_a_sure_place_is_worth_more_than_a_risky_one_of_more_points() -> None:
    assert STAKES.value(draft(), odds(8)) > STAKES.value(draft(points=4), odds(4, 0, 2, 2, points=4))
    assert STAKES.value(draft(points=3), odds(8, points=3)) > STAKES.value(draft(), odds(8))


def test_a_wreck_is_feared_more_than_a_break_and_a_break_more_than_a_slip() -> None:
    slip, fall, wreck = (STAKES.value(draft(), odds(6, *ends)) for ends in ((2, 0, 0), (0, 2, 0), (0, 0, 2)))
    assert slip > fall > wreck


def test_a_place_that_always_slips_is_worth_less_than_any_that_holds() -> None:
    many = STAKES.value(draft(points=5), odds(0, 10))
    assert 0 < many < STAKES.value(draft(points=1), odds(2, points=1))


def test_room_to_build_on_is_worth_something_while_there_are_pieces_left() -> None:
    early, late = Stakes(10, 0, 2, room=3), Stakes(0, 0, 2, room=3)
    large, small = draft("large"), draft("small")
    assert early.value(large, odds(8)) > early.value(small, odds(8))
    assert late.value(large, odds(8)) == late.value(small, odds(8))
    crossing = draft("large", touches=(1, 2))
    assert early.value(crossing, odds(8)) < early.value(large, odds(8))


def test_closing_the_game_is_good_for_the_leader_only() -> None:
    last = draft("small", touches=(1,), points=1)
    ahead, behind = (Stakes(5, 0, 2, room=1, lead=lead) for lead in (4, -4))
    assert ahead.value(last, odds(8, points=1)) > ahead.value(draft("large", points=1), odds(8, points=1))
    assert behind.value(last, odds(8, points=1)) < behind.value(draft("large", points=1), odds(8, points=1))


def test_the_stakes_are_read_from_the_table() -> None:
    s = state(held=(1, 0, 0), tries=3)
    assert room_on(s.layout) == 4
    # If it closed now fourteen pieces in hand and one held cost 16, the other's fifteen in hand 15.
    assert Stakes.of(s, s.layout) == Stakes(left=14, held=1, tries=2, room=4, wreck=3, lead=-1)
    assert Stakes.of(replace(s, points=(3, 0)), s.layout).lead == 2
    assert Stakes.of(state(three="break"), s.layout).wreck == 4


def ask(s: State, level: Level = bots.LEVELS[1], iterations: int = 30, seed: int = 1) -> Thought[Any]:
    thought = level.make(GAME).choose(GAME.view(s, s.active), Dice(seed), Clock(iterations))
    assert GAME.judge(s, thought.action).legal, thought
    return thought


def after(s: State, action: Any, seed: int = 1) -> State:
    """The state once the action is done and everything rests."""
    s = GAME.apply(s, action).state
    ply = 0
    while isinstance(turn := GAME.turn(s), Nature):
        s = GAME.apply_outcome(s, GAME.resolve(s, turn, Dice(seed, ply, turn.kind))).state
        ply += 1
    return s


@cache
def founded(**options: Any) -> State:
    """The first turn at a Foundation that stands."""
    return after(GAME.new(2, {"first": 1, **options}), model.Ready())


def slipped(corners: int = 2, **options: Any) -> State:
    """A piece has come to rest far from its release, lying on ``corners`` corners."""
    s = founded(**options)
    s = GAME.apply(s, Place("medium", False, 1, HERE)).state
    outcome = lands(s, corners, (1,), shift=30_000)
    return GAME.apply_outcome(s, outcome).state


@cache
def broken() -> State:
    """The first player has just knocked a piece of the second over, which lies flat on the table."""
    s = founded()
    s = after(s, ask(s, iterations=8).action)
    piece = s.layout.pieces[2]
    s = GAME.apply(s, Place("large" if piece.size != "large" else "medium", False, 1, HERE)).state
    lying = pyramids.standing(pyramids.SIZES[piece.size], pyramids.attitude(pyramids.SIZES[piece.size], "side"), 9.0)
    outcome = lands(s, 2, (1,), lying=(3,), lost=[pair for pair in s.layout.touches if 3 in pair])
    rests = tuple(rest._replace(pose=recorded(lying)) if rest.piece == 3 else rest for rest in outcome.rests)
    s = GAME.apply_outcome(s, replace(outcome, rests=rests)).state
    return GAME.apply_outcome(s, GAME.resolve(s, Nature(s.phase), Dice(1))).state


@live
@pytest.mark.parametrize("level", first(1, bots.LEVELS[::-1]), ids=lambda level: level.name)
def test_a_foundation_is_built_first(level: Level) -> None:
    assert isinstance(ask(GAME.new(2, {"first": 1}), level).action, model.LayFoundation)


@live
@LEVELS
def test_every_level_places_pieces_that_stand(level: Level) -> None:
    stood, tries = 0, sample(2, 3)
    for seed in range(tries):
        s = founded()
        thought = ask(s, level, sample(8, level.iterations), seed)
        assert isinstance(thought.action, Place | Hold)
        s = after(s, thought.action, seed)
        stood += len(s.layout.pieces) == 3 or isinstance(thought.action, Hold)
        if stood == tries - 1:
            return
    raise AssertionError("more than one fell")


@live
def test_a_foundation_in_thought_keeps_the_distance_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """L-8, as the rules measure it."""
    from towergames.games.leaning import layout, placement
    from towergames.games.leaning.trials import FoundationTrials

    pair = READY_FOUNDATIONS["large", "large"][0]
    trials = FoundationTrials("large", "large", founded(tremor="steady").terms)
    assert trials.fall(pair, Dice(1)).good
    for module in (layout, placement):
        monkeypatch.setattr(module, "MAX_NEAR_UM" if module is layout else "INSIDE_UM", 1_000_000)
    assert not trials.fall(pair, Dice(1)).good, "a metre"


@live
def test_after_some_tries_the_table_is_asked_for_a_foundation() -> None:
    s = replace(GAME.new(2, {"first": 1}), tries=3)
    assert isinstance(ask(s).action, model.Ready)


@live
def test_held_pieces_go_first_and_never_to_the_table() -> None:
    s = founded()
    s = replace(s, hands=((4, 4, 5), (5, 5, 5)), held=((1, 1, 0), (0, 0, 0)))
    for seed in range(sample(1, 3)):
        action = ask(s, iterations=sample(10, 20), seed=seed).action
        if isinstance(action, Place):
            assert action.held
            assert action.aim is not None
            assert action.aim.corners == 0
        else:
            assert isinstance(action, Hold | model.GiveUp)


@live
def test_the_size_placed_last_is_not_placed_again() -> None:
    s = replace(founded(), last_size="large")
    seeds = range(sample(1, 3))
    assert {ask(s, iterations=10, seed=seed).action.size for seed in seeds} <= {"small", "medium"}


@live
def test_a_slipped_piece_is_left_where_it_is_legal_else_placed_again_or_given_up() -> None:
    assert isinstance(ask(slipped(2)).action, model.Accept)
    again = ask(slipped(3), iterations=10).action
    assert isinstance(again, Place)
    assert again.size == "medium"
    assert isinstance(ask(replace(slipped(3), tries=2), iterations=0).action, model.GiveUp)


@live
def test_who_finds_nothing_searches_as_the_table_does_before_a_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    s = replace(founded(), free=False)
    assert isinstance(ask(s, iterations=0).action, Place), "the table would find that place as well"
    monkeypatch.setattr("towergames.games.leaning.bot_decision.find_place", lambda *_, **__: None)
    assert isinstance(ask(s, iterations=0).action, model.Skip)
    assert isinstance(ask(replace(s, refused=True), iterations=0).action, Hold)
    free = replace(founded(passing="free"), free=False)
    assert isinstance(ask(free, iterations=0).action, model.Pass)
    held = replace(s, held=((1, 0, 0), (0, 0, 0)))
    assert isinstance(ask(held, iterations=0).action, model.GiveUp)


@live
def test_a_risk_is_taken_rather_than_a_skip_that_closes_a_game_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from towergames.games.leaning import bot_decision

    risky = SimulatedPlacement(draft(), odds(3, 0, 3))
    monkeypatch.setattr(bot_decision, "find_place", lambda *_, **__: None)
    monkeypatch.setattr(bot_decision.PlacementPlan, "think", lambda *_: risky)
    s = replace(founded(), free=False, points=(0, 3))
    assert isinstance(ask(s).action, model.Skip), "it costs less than the risk while the game goes on"
    assert isinstance(ask(replace(s, idle=1)).action, Place), "the game would be closed, and lost"


@live
def test_after_a_break_pieces_are_kept_restored_or_put_back_legally() -> None:
    s = broken()
    restoring = replace(s, terms=replace(s.terms, rebuild="restore"))
    assert isinstance(ask(restoring).action, model.Restore)
    assert s.phase == "rebuild"
    action = ask(s, iterations=12).action
    assert isinstance(action, model.Rebuild)
    assert action.aim is not None
    assert isinstance(ask(s, iterations=0).action, model.Rebuild)
    assert isinstance(ask(replace(s, stood=None), iterations=0).action, model.Decline)
    legal = replace(s, layout=s.stood)  # type: ignore[arg-type]
    assert isinstance(ask(legal).action, Keep)


@live
def test_what_lies_legally_on_a_piece_that_must_be_lifted_is_not_kept() -> None:
    s = broken()
    flat = s.layout.pieces[2]
    on_it = replace(flat, id=4, pose=HERE, corners=1)
    layout = replace(s.layout, pieces=(*s.layout.pieces, on_it), touches=(*s.layout.touches, (3, 4)))
    s = replace(s, layout=layout, broken=(3, 4), next_piece=5)
    assert GAME.judge(s, Keep(4)).legal
    assert not GAME.judge(s, Keep(3)).legal
    # The hard one lets go in thought, with the other one out of account.
    assert not isinstance(ask(s, bots.LEVELS[-1], iterations=0).action, Keep)


@live
def test_a_skip_without_a_size_to_place_does_not_blame_the_risk() -> None:
    from towergames.games.leaning.bot_decision import MoveChooser, SimulationEffort

    left = replace(state(last="small"), hands=((1, 0, 0), (5, 5, 5)))
    thought = MoveChooser(SimulationEffort(2))._turn(left, Dice(1), Clock())
    assert (thought.action, thought.why) == (model.Skip(), "No piece that is left may be placed now.")


@live
def test_a_careful_player_holds_a_piece_when_there_is_time_and_a_sure_place_for_it() -> None:
    from towergames.games.leaning.bot_decision import MoveChooser, SimulationEffort

    sure = [SimulatedPlacement(draft(touches=(touched,)), odds(8)) for touched in (1, 2)]
    worth: dict[int, float] = {1: 1.0, 2: 2.0}
    plan: Any = SimpleNamespace(
        candidates=sure,
        stakes=Stakes(14, 0, 2, 9),
        value=lambda one: worth[one.draft.target],
        is_untried=lambda one: False,
    )
    player, s = MoveChooser(SimulationEffort(2), holds=True), state()
    assert player.hold_for(s, plan, sure[1], Dice(1)) is sure[1]
    assert player.hold_for(state(held=(1, 0, 0)), plan, sure[1], Dice(1)) is None
    plan.stakes = Stakes(14, 0, 2, 4)
    assert player.hold_for(s, plan, sure[1], Dice(1)) is None
    worth[2] = 0.0
    assert player.hold_for(s, plan, sure[1], Dice(1)) is sure[0]
    plan.candidates = sure[:1]
    assert player.hold_for(s, plan, sure[1], Dice(1)) is None
    assert player.hold_for(replace(s, out=(False, True)), plan, sure[1], Dice(1)) is sure[0]


def planned(effort: Any, seed: int = 4, iterations: int = 8) -> Any:
    from towergames.games.leaning.bot_decision import make_plan, placement_requests

    s = founded()
    plan = make_plan(s, s.layout, placement_requests(s), effort)
    return plan, plan.think(Clock(iterations), Dice(seed))


@live
def test_what_a_careful_player_chooses_has_been_tried_out() -> None:
    from towergames.games.leaning.bot_decision import SimulationEffort

    _, best = planned(SimulationEffort(2, trial_ms=1e9), seed=3)
    assert best.forecast.is_screened and not best.forecast.fulls.releases
    _, hasty = planned(SimulationEffort(2, trial_ms=0.0))
    assert hasty.forecast.quick.releases and not hasty.forecast.screened


@live
def test_the_trials_of_a_turn_are_limited_by_their_number_not_by_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    from towergames.games.leaning import bot_decision, trials
    from towergames.games.leaning.bot_decision import SimulationEffort

    made: list[bool] = []

    def tried_twice(*at: Any, full: bool = False, **_: Any) -> Forecast:
        made.append(full)
        at[0]._piece_steps.append(1000 * at[0].pieces)
        return at[2]  # type: ignore[no-any-return]  # the forecast: the leader never comes to an end

    monkeypatch.setattr(bot_decision, "tried_twice", tried_twice)
    plan, _ = planned(SimulationEffort(2, trial_ms=1000.0))
    assert made and plan.trials.spent_ms + trials.pair_ms(plan.trials) > 1000
    assert plan.trials.spent_ms - trials.STEP_MS * plan.trials.pieces * 1000 <= 1000


@live
def test_a_place_that_stands_whenever_a_rougher_hand_lets_go_needs_few_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    from towergames.games.leaning.bot_decision import CLEAN_FALLS, SimulationEffort
    from towergames.games.leaning.trials import ReleaseTrials

    made, bad = list[bool](), list[ReleaseOutcome]()
    stands = ReleaseOutcome(0, legal=True, points=9)

    def fall(*_: Any, rough: bool = False) -> ReleaseOutcome:
        made.append(rough)
        return bad.pop() if bad else stands

    monkeypatch.setattr(ReleaseTrials, "fall", fall)
    monkeypatch.setattr(ReleaseTrials, "quick", lambda *_, **__: stands)
    effort = SimulationEffort(2, enough=1, trial_ms=1e9, roughs_first=True)
    planned(effort, iterations=100)
    assert all(made[: forecast.ROUGH_TRIALS]) and made.count(False) == CLEAN_FALLS
    bad.append(ReleaseOutcome(0, legal=False, points=0))
    _, best = planned(effort, iterations=100)
    assert best.forecast.bad and best.forecast.is_screened, "a place that fell once is tried out in full"


@live
@pytest.mark.parametrize(("good", "steps"), [(True, 300), (True, 80), (False, 150), (False, 20)])
@pytest.mark.parametrize("found", [0.0, 0.02, 1.0])
def test_no_decision_takes_more_than_six_seconds_of_work(
    good: bool, steps: int, found: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    from towergames.games.leaning import live_physics, trials
    from towergames.games.leaning.placement_search import PlacementSearch

    tries, opened, luck = [0], list[trials.ReleaseTrials](), Dice(5)
    begin = trials.ReleaseTrials.__init__

    def opening(self: Any, *at: Any, **named: Any) -> None:
        begin(self, *at, **named)
        assert steps * 0.005 <= self.seconds == trials.SHORT_FALL_SECONDS
        opened.append(self)

    def released(self: Any, *_: Any, free: Any, **__: Any) -> ReleaseOutcome:
        self._piece_steps.append(steps * 32 * (1 if good else trials.COLLAPSE))
        return ReleaseOutcome(0 if good else 3, good, 2 if good else 0)

    def try_once(*_: Any) -> CandidatePlacement | None:
        tries[0] += 1
        return draft() if luck.random() < found else None

    monkeypatch.setattr(trials.ReleaseTrials, "__init__", opening)
    monkeypatch.setattr(trials.ReleaseTrials, "_released", released)
    monkeypatch.setattr(trials.ReleaseTrials, "pieces", 32)
    monkeypatch.setattr(PlacementSearch, "try_once", try_once)
    live_physics._answers.clear()
    level = bots.LEVELS[-1]
    level.make(GAME).choose(GAME.view(founded(), 0), Dice(3), Clock(level.iterations))
    spent = sum(one.spent_ms for one in opened) + tries[0] * trials.TRY_MS
    live_physics._answers.clear()
    assert 0 < spent <= 6000


def test_a_place_where_a_rougher_hand_brings_others_down_is_feared() -> None:
    sound, shaky = (Forecast(falls=Odds(good=9), roughs=rough) for rough in (Odds(good=8), Odds(good=6, wrecked=2)))
    assert STAKES.value(draft(), shaky) < STAKES.value(draft(), sound) - 1


@live
def test_the_moves_considered_are_told_and_the_chosen_one_last() -> None:
    heard: list[Any] = []
    s = founded()
    action = bots.HARD.choose(GAME.view(s, 0), Dice(3), Clock(6, on_progress=heard.append)).action
    assert all(isinstance(idea, Idea) for idea in heard)
    assert isinstance(action, Hold) or recorded(heard[-1].pose) == action.pose


@live
@pytest.mark.parametrize("size", ["small", "medium", "large"])
def test_ideas_are_legal_different_and_said_in_words(size: str) -> None:
    s = founded()
    found = list(islice(search_placements(s, size, False, 0, Clock(200), 7), 4))
    assert len(found) >= 2
    assert len({(idea.aim, recorded(idea.pose)) for idea in found}) == len(found)
    for idea in found:
        verdict = GAME.judge(s, Place(size, False, idea.target, recorded(idea.pose), idea.aim))
        assert verdict.legal
        assert sum(line.points for line in verdict.preview) == idea.points
        assert all(f"P{piece}" in idea.words for piece in idea.aim.touches)
        assert idea.forecast.quick.good


@live
def test_ideas_keep_to_the_target_and_stop_when_told() -> None:
    s = founded()
    assert {idea.target for idea in islice(search_placements(s, "small", False, 2, Clock(80), 1), 3)} == {2}
    stopped = Clock(100)
    stopped.stop()
    assert list(search_placements(s, "small", False, 0, stopped, 1)) == []


@live
def test_a_broken_piece_is_first_offered_its_old_place() -> None:
    s = broken()
    found = list(islice(search_placements(s, s.layout.pieces[2].size, False, 0, Clock(120), 2, piece=3), 3))
    assert found
    assert all(idea.points == 0 for idea in found)
    for idea in found:
        assert GAME.judge(s, model.Rebuild(3, recorded(idea.pose), idea.aim)).legal


@live
def test_only_places_that_could_lead_are_tried_out() -> None:
    from towergames.games.leaning.bot_decision import SimulationEffort

    plan, best = planned(SimulationEffort(2, trial_ms=1e9), iterations=60)
    untried = [one for one in plan.candidates if plan.is_untried(one)]
    assert untried and not plan.is_untried(best)
    assert all(plan.value(one) <= max(plan.value(best), best.draft.points) for one in untried)


@live
def test_once_the_trials_are_spent_the_best_place_that_was_tried_is_chosen() -> None:
    from towergames.games.leaning.bot_decision import SimulationEffort

    plan, best = planned(SimulationEffort(2, trial_ms=1e-9), iterations=60)
    assert len(plan.candidates) == 1, "after the first place nothing more can be tried out"
    plan.candidates.append(SimulatedPlacement(replace(best.draft, points=9)))
    assert plan.best() is best


@live
def test_easy_tries_its_place_out_when_it_leads_and_the_tower_is_tall() -> None:
    from towergames.games.leaning.bot_decision import TALL_LEVEL

    s = founded()
    tall = replace(
        s, layout=replace(s.layout, pieces=(replace(s.layout.pieces[0], level=TALL_LEVEL), s.layout.pieces[1]))
    )
    for state_now, points, tried in ((tall, (9, 0), True), (tall, (0, 9), False), (s, (9, 0), False)):
        heard: list[Any] = []
        bots.EASY.choose(GAME.view(replace(state_now, points=points), 0), Dice(3), Clock(8, on_progress=heard.append))
        assert heard and bool(heard[-1].forecast.quick.releases) == tried


@live
def test_a_reason_says_whether_a_place_was_found_or_was_too_risky() -> None:
    from towergames.games.leaning.bot_decision import MoveChooser, SimulationEffort, _why_idle, fallback_move

    poor = SimulatedPlacement(draft(), odds(0))
    s = state()
    assert _why_idle(s, None) == "No place was found."
    assert _why_idle(s, poor) == "No place that was found was worth the risk."
    ahead = replace(s, idle=1, points=(9, 0))
    assert _why_idle(ahead, poor) == "A skip may end the game, and this player leads."
    assert _why_idle(replace(ahead, points=(0, 9)), poor) == "No place that was found was worth the risk."
    assert fallback_move(s, None)[1] == "No place was found, so a piece is held."
    assert fallback_move(s, poor)[1] == "No place that was found was worth the risk, so a piece is held."
    holding = state(held=(1, 0, 0))
    no_more = replace(holding, hands=((0, 0, 0), holding.hands[1]))
    assert fallback_move(no_more, None)[1] == "No place was found for the held piece."
    assert fallback_move(no_more, poor)[1] == "No place that was found was worth the risk."
    tired = replace(GAME.new(2, {"first": 1}), tries=3)
    assert MoveChooser(SimulationEffort(2)).move(tired, Dice(1), Clock()).why.startswith("The tries did not stand")


def test_a_cautious_player_fears_a_fall_more_than_its_trials_say() -> None:
    known = odds(9, 1, 1, 1)
    good, slipped, broken, wrecked = known.chances
    careful = known.chances_with(3.0)
    assert careful[0] == pytest.approx(good**3) and sum(careful) == pytest.approx(1)
    assert careful[1] / slipped == pytest.approx(careful[3] / wrecked) and careful[2] > broken
    assert known.chances_with(1.0) == pytest.approx(known.chances)
    assert STAKES.value(draft(), known, 3.0) < STAKES.value(draft(), known)


@live
def test_the_hard_one_takes_a_sure_place_before_one_with_a_point_more() -> None:
    from towergames.games.leaning.bot_decision import SimulationEffort

    sure = SimulatedPlacement(draft(points=3), odds(12, points=3))
    risky = SimulatedPlacement(draft(points=5), odds(12, broken=3, points=5))
    for caution, chosen in ((1.0, risky), (3.0, sure)):
        plan, _ = planned(SimulationEffort(2, trial_ms=1e9, caution=caution), iterations=0)
        plan.candidates += [sure, risky]
        assert plan.best() is chosen

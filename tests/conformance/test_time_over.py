"""The move at zero: legal at every decision, the same in every world that looks the same, and every game ends by it."""

from __future__ import annotations

from tests.conformance.facts import random_move
from tests.conformance.playing import ENTRIES, Case, each_case, trace
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice

CASES = each_case()


@CASES
def test_the_move_at_zero_is_legal_at_every_decision_and_reads_itself_again(case: Case) -> None:
    for moment in trace(case).decisions:
        move = case.game.move_at_zero(moment.state)
        assert case.game.judge(moment.state, move).legal, (moment.turn, move)
        assert case.game.parse(case.game.notate(move), moment.state) == move
        case.game.apply(moment.state, move)


@CASES
def test_the_move_at_zero_depends_only_on_what_the_mover_knows(case: Case) -> None:
    for moment in trace(case).some(10):
        assert isinstance(moment.turn, Decide)
        other = case.game.imagine(case.game.view(moment.state, moment.turn.seat), Dice(1, 0, "zero"))
        assert case.game.move_at_zero(other) == case.game.move_at_zero(moment.state)


def _ends(case: Case, at_zero: frozenset[int], seed: int) -> None:
    """Play with some seats whose clocks are at zero, while the others move at random."""
    game = case.game
    state, plays, in_turn, before = game.new(case.seats, dict(case.options)), 0, 0, -1
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Decide):
            out_of_time = turn.seat in at_zero
            in_turn = in_turn + 1 if turn.seat == before and case.seats > 1 and out_of_time else 0
            before = turn.seat
            assert in_turn < 40, "the move at zero does not come to the end of the turn"
            dice = Dice(seed, plays, "suite")
            move = game.move_at_zero(state) if out_of_time else random_move(game, state, dice)
            state = game.apply(state, move).state
        else:
            state = game.apply_outcome(state, game.resolve(state, turn, Dice(seed, plays, turn.kind))).state
        plays += 1
        assert plays <= game.info.longest


@CASES
def test_a_game_ends_in_which_every_clock_is_at_zero(case: Case) -> None:
    _ends(case, frozenset(range(case.seats)), 5)


@CASES
def test_a_game_ends_in_which_one_clock_is_at_zero(case: Case) -> None:
    _ends(case, frozenset({0}), 6)


def test_every_game_says_what_happens_at_zero() -> None:
    for entry in ENTRIES:
        told = entry.game.info.at_zero
        assert told and told[0].islower() and not told.endswith("."), entry.key

"""The review of turns: the best tower around the bricks that stay, and sentences that are true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.games.bricks.built import finished, placed
from towergames import registry
from towergames.core.review import TurnReview
from towergames.games.bricks import review, review_text
from towergames.games.bricks.deal import daily_code, deal, quick_tower
from towergames.games.bricks.game import GAME
from towergames.games.bricks.judge import judge
from towergames.games.bricks.model import Build, Clear, Submit, Take
from towergames.games.bricks.pieces import read_tower, write_tower
from towergames.games.bricks.review import TURNS, lasting
from towergames.games.bricks.rule_names import names_of
from towergames.games.bricks.rules import STANDARD
from towergames.games.bricks.solver.completion import TowerAround
from towergames.lexicon import load
from towergames.table.facts import plays_of
from towergames.table.history import History
from towergames.table.turn_review import reviews, turn_lines, why_no_review
from towergames.table.turn_try import TurnTry

MINE = "O4HY T4TY W3TY #Y / F4TB H5RB #B / Q1RR+1 S2HR / O2RR"
"""47 points of the cards of M-G2XEW, of which a search finds 78."""
BROKEN = "F4TB H5RB / O4HY T4TY / Q1RR+1 S2HR / O2RR"


@pytest.fixture(scope="module", autouse=True)
def brief_search() -> Iterator[None]:
    """Towers that brief searches find are remembered for all tests of this module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review, "STEPS", 10)
        review.best_tower.cache_clear()
        yield
    review.best_tower.cache_clear()


def judged(history: History, care: int = 1) -> list[TurnReview]:
    plays = plays_of(history)
    return [TURNS.judge(GAME, plays, turn, care) for turn in TURNS.turns(plays, 0)]


def test_every_building_step_is_in_one_turn_of_a_level_and_the_hand_in_is_the_last() -> None:
    history = finished(MINE)
    plays = plays_of(history)
    turns = TURNS.turns(plays, 0)
    assert [number for turn in turns for number in turn] == [play.number for play in plays if play.by == 0]
    assert [turn.part for turn in judged(history)] == ["level 1", "level 2", "level 3", "level 4", "hand-in"]
    assert TURNS.turns(plays[:2], 0) == [], "nobody builds yet"


def test_a_brick_counts_from_the_step_after_which_it_stays() -> None:
    steps = [*placed(BROKEN), Take(1, 2)]
    history = finished(MINE, Clear(), *steps, Build(MINE))
    states = [play.step.state for play in plays_of(history) if play.by == 0]
    standing = lasting(states, 0)
    cleared = next(
        n for n, play in enumerate(p for p in plays_of(history) if p.by == 0) if isinstance(play.move, Clear)
    )
    assert all(not any(rows) for rows in standing[: cleared + 1]), "what was cleared did not stay"
    assert sum(map(len, standing[-1])) == 8 and sum(map(len, standing[-3])) == 6, "F4TB stayed, H5RB was taken"
    for before, after in pairwise(standing):
        assert all(not Counter(a) - Counter(b) for a, b in zip(before, after, strict=True)), "bricks only come"


def test_values_fall_from_the_best_tower_to_the_points_of_the_hand_in() -> None:
    turns = judged(finished(MINE))
    assert turns[-1].after == 47 and turns[0].best > 60
    for turn in turns:
        assert turn.before == turn.best >= turn.after >= 47
    review.best_tower.cache_clear()
    assert turns == judged(finished(MINE)), "the same question has the same answer"


def test_the_advised_tower_can_be_built_from_before_the_turn() -> None:
    history = finished(MINE)
    for turn in judged(history):
        state = history.state_after(turn.first - 1)
        for move in turn.moves:
            state = GAME.apply(state, GAME.parse(move, state)).state
            assert judge(state.benches[0].draft, load("standard")).score == turn.best
        assert bool(turn.moves) is (turn.lost > 0)


def test_a_tower_around_bricks_has_them_together_on_a_level() -> None:
    cards = deal("M-G2XEW")
    search = TowerAround(cards, load("standard"), STANDARD)
    rows = (("F4TB", "H5RB"), ("O4HY", "T4TY"))
    found = search.best((*rows, ()), 30)
    assert found is not None and found == search.best(rows, 30)
    score, tower = found
    assert judge(tower, load("standard")).score == score
    for row in rows:
        assert any(not Counter(row) - Counter(piece.face for piece in level) for level in tower)
    heavy = tuple(card for card in cards if card.endswith("R") and len(card) == 4)
    assert search.best((heavy[:3], heavy[3:5]), 1) is None, "one step finds no tower"


def test_a_tower_handed_in_too_early_is_told_kindly() -> None:
    own, broken = judged(finished(MINE))[-1], judged(finished(BROKEN))[-1]
    assert own.sentence.startswith("The tower kept all rules and looked ready, but ")
    assert broken.after == 0 and broken.sentence == (
        'The tower looked ready, but "One pair only" and "A multiple of 4" were broken, so it scored nothing. '
        "The same bricks could keep all rules."
    )
    assert own.made == "You handed the tower in."
    assert own.advised.startswith("Hard would build from the ground up, # for a window: ")


def test_bricks_that_cost_points_are_told_with_what_they_brought() -> None:
    def ledger(text: str):  # type: ignore[no-untyped-def]
        return judge(read_tower(text), load("standard"))

    empty, best = ledger(""), ledger(MINE)
    some = ledger("F4TB H5RB")
    told = review_text.tempted(empty, some, best, some, 20)
    assert " more at once, but " in told and told.count("gave") == 3
    assert review_text.tempted(empty, some, best, None, 20).endswith(
        "but no tower that keeps all rules was found around them."
    )
    told = review_text.tempted(best, best, best, best, 20)
    assert told == "These bricks fitted where they stood, but around them no tower has the last 20 points."
    assert review_text.hasty(best, best).endswith("the same bricks had more points in them.")


def test_a_rule_that_was_kept_at_last_is_a_temptation() -> None:
    rules = ("O2RR / O4HY", "T4TY / F4TB / O2RR / O4HY / H5RB")
    before, now = (judge(read_tower(text), load("standard")) for text in rules)
    mended = {rule for rule in before.violations if rule not in now.violations}
    assert mended
    same = replace(now, points=before.points)
    told = review_text.tempted(before, same, before, same, 9)
    assert told.startswith(f"{names_of(sorted(mended))} w") and " kept at last, but around them no tower has" in told


def test_bricks_around_which_no_tower_stands_are_no_praise() -> None:
    reds = [card for card in deal(daily_code("2026-11-22", "standard")) if card.endswith("R") and len(card) == 4][:7]
    assert len(reds) == 7
    tower = f"{' '.join(reds[:4])} / {' '.join(reds[4:])}"
    history = finished(tower, puzzle=daily_code("2026-11-22", "standard"))
    last = judged(history)[-1]
    assert (last.best, last.after, last.sentence) == (0, 0, review_text.NO_TOWER) and not last.moves
    (found,) = reviews(history)
    assert found.praised is None or found.praised.after > 0
    assert any(turn.sentence.endswith("was found around them.") for turn in found.costly)


def test_small_turns_become_one_where_levels_were_built_in_turn() -> None:
    tower = quick_tower(deal(daily_code("2026-11-22", "standard")), 45)
    assert tower is not None
    steps = [step for step in placed(write_tower(tower)) if step.place == 0]
    later = [step for step in placed(write_tower(tower)) if step.place]
    later.sort(key=lambda step: (step.place, step.level))
    history = finished("A3RY", Take(1, 1), *steps, *later, puzzle=daily_code("2026-11-22", "standard"))
    turns = TURNS.turns(plays_of(history), 0)
    assert 2 < len(turns) <= review.MOST_TURNS
    assert [number for turn in turns for number in turn] == [p.number for p in plays_of(history) if p.by == 0]


def test_a_whole_tower_is_one_turn_of_all_levels() -> None:
    turns = judged(finished("O2RR", Clear(), Build(MINE)))
    assert [turn.part for turn in turns] == ["levels 1-4", "hand-in"]
    assert turns[0].made.startswith("You laid yellow O, T and W on level 1; ")


def test_praise_says_what_the_bricks_brought() -> None:
    assert review_text.praise(0, False) == "These bricks left the best tower in reach."
    history = finished(MINE)
    (found,) = reviews(history)
    lines = list(turn_lines(history, found))
    assert found.praised is not None and any(line.startswith("Hand-in, play 13: 47 points, before ") for line in lines)
    assert found.costly[-1].part == "hand-in"


def test_hidden_rules_have_no_review() -> None:
    assert why_no_review(finished(MINE, discovery=True)) == review_text.HIDDEN_RULES
    assert TURNS.why_not(GAME, GAME.new(1, {})) == "" and registry.get("bricks").turn_review is TURNS


def test_a_try_goes_to_the_hand_in_and_is_compared_by_the_turn_of_its_name() -> None:
    history = finished(MINE)
    turns = judged(history)
    again = TurnTry(history, turns[-1])
    again.submit(0, again.parse(turns[-1].moves[0]))
    assert not again.ended, "a builder goes on until the hand-in"
    again.submit(0, Submit())
    tried = again.judged()
    assert again.ended and tried is not None and tried.part == "hand-in" and tried.after == turns[-1].best
    second = TurnTry(history, turns[1])
    for step in placed(MINE)[4:]:
        second.submit(0, step)
    second.submit(0, Submit())
    tried = second.judged()
    assert tried is not None and (tried.part, tried.after) == ("level 2", turns[1].after)
    nothing = TurnTry(history, turns[1])
    nothing.submit(0, Submit())
    tried = nothing.judged()
    assert tried is not None and tried.part == "hand-in" and tried.after == 0, "no level 2 was laid"

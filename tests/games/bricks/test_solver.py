"""The solver: what it returns is legal and scored as the judge scores it, for any materials, readings and word list."""

from __future__ import annotations

import threading

import pytest

from towergames.core.bot import Clock
from towergames.games.bricks.deal import code_of, deal
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import missing
from towergames.games.bricks.rules import STANDARD, Readings
from towergames.games.bricks.solver import Solution, solve
from towergames.lexicon import Lexicon, load, shelf

STEPS = 5

READINGS = (
    STANDARD,
    Readings(gaps="break", windows="close-up", repeated="once", stack_cards=2, runs="each"),
    Readings(wild_window=False, heaviest=9, lightest=0, wild_adjusts=False, wild_rare=False, zero=False),
    Readings(high_floors="go-on", free_letters=True, windows="close-up", stack_cards=2),
)


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return load("standard")


def check(found: Solution, cards: tuple[str, ...], words: Lexicon, readings: Readings) -> None:
    assert found.tower is not None
    ledger = judge(found.tower, words, readings)
    assert ledger.legal, ledger.violations
    assert ledger.score == found.score
    assert not missing(found.tower, cards)
    assert found.bound is not None and found.score is not None and found.score <= found.bound


@pytest.mark.parametrize(("number", "size"), list(enumerate(["standard", "eight", "six", "mini"])))
def test_a_solution_is_legal_and_scored_by_the_judge(number: int, size: str, words: Lexicon) -> None:
    cards = deal(code_of(size, 700 + number))
    found = solve(cards, words, READINGS[number], clock=Clock(STEPS), seed=number)
    check(found, cards, words, READINGS[number])


def test_many_cards_and_another_list() -> None:
    from towergames.games.bricks.deal import DECK

    words = shelf.add("few", ["TOWER", "TOE", "ROW", "SEA", "AREA", "EARTH"])
    cards = (*DECK, "#R", "#R", "#R", "#B", "#Y", "*")
    check(solve(cards, words, clock=Clock(STEPS), seed=5), cards, words, STANDARD)


@pytest.mark.parametrize("cards", [(), ("*",), ("A5RY", "B4RB", "*"), ("#R",) * 9, ("A1TR", "C2TR", "E3TR")])
def test_too_few_cards_are_told_as_that(cards: tuple[str, ...], words: Lexicon) -> None:
    found = solve(cards, words, clock=Clock(STEPS))
    assert found.tower is None and found.score is None
    assert found.proven and "bricks" in found.bound_how


def test_cards_that_make_no_tower_give_none(words: Lexicon) -> None:
    found = solve(("A5RY",) * 7, words, clock=Clock(4))
    assert found.tower is None and found.score is None


def test_searches_know_a_list_that_does_not_ship() -> None:
    few = shelf.add("fewer", ["TOWER", "TOE", "ROW"])
    cards = deal(code_of("mini", 3))
    found = solve(cards, few, clock=Clock(STEPS), seed=1, searches=2)
    check(found, cards, few, STANDARD)


def test_improvements_are_told_as_they_come(words: Lexicon) -> None:
    told: list[Solution] = []
    found = solve(deal(code_of("six", 4)), words, clock=Clock(2 * STEPS), on_improvement=told.append)
    scores = [each.score or 0 for each in told]
    assert scores == sorted(set(scores)) and scores
    assert told[-1].score == found.score


def test_it_can_be_stopped_from_another_thread(words: Lexicon) -> None:
    clock = Clock()
    threading.Timer(0.3, clock.stop).start()
    solve(deal(code_of("mini", 4)), words, clock=clock, searches=1)


def test_an_error_of_a_search_is_raised_where_it_can_be_seen(words: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(population: object) -> None:
        raise RuntimeError("so it goes")

    monkeypatch.setattr("towergames.games.bricks.solver.population.Population.step", fail)
    with pytest.raises(RuntimeError, match="so it goes"):
        solve(deal(code_of("mini", 4)), words, clock=Clock(STEPS))

"""The ways to play: puzzles, draft duel, Discovery, typed words, blind building, timer, readings."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tests.conformance.playing import walk
from tests.games.bricks.promises import conserved
from tests.games.bricks.tables import GOOD, MINI, do, rule, run, settle, table
from towergames.core.contract import Decide, Over
from towergames.core.options import OptionError
from towergames.games.bricks.deal import daily_code, deal
from towergames.games.bricks.game import GAME
from towergames.games.bricks.model import HIDDEN_AT_FIRST, KNOWN_FROM_THE_START, OPTIONS, known_rules
from towergames.games.bricks.moves import draft_ledger, insight
from towergames.games.bricks.rules import Readings


def test_every_reading_is_an_option_of_the_game() -> None:
    assert [option.key for option in OPTIONS[-len(fields(Readings)) :]] == [field.name for field in fields(Readings)]


def test_every_option_speaks_of_a_rule_there_is_and_explains_its_values() -> None:
    for option in OPTIONS:
        assert option.rule in GAME.rule_sheet.ids and len(option.labels) == len(option.values)
        assert option.help.endswith(".")


def test_readings_reach_the_judge() -> None:
    s = table(stack_cards=2, free_letters=True)
    assert s.terms.readings == Readings(stack_cards=2, free_letters=True)
    built = run(s, f"build {GOOD}", "stack X2TR U2HY #Y 4.2")
    once = run(table(), f"build {GOOD}", "stack X2TR U2HY #Y 4.2")
    assert draft_ledger(built, built.benches[0].draft).points[33] == -4
    assert draft_ledger(once, once.benches[0].draft).points[33] == -2


@pytest.mark.parametrize(
    "bad",
    [
        {"puzzle": "S-Y2FN8"},
        {"puzzle": "tomorrow"},
        {"puzzle": "2026-02-30"},
        {"puzzle": "A5RY B4RB C1TR"},
        {"puzzle": "A5RY B4RB C1TR #R #B #Y ?"},
        {"words": "nonsense"},
        {"words": "../secret"},
        {"timer": 15},
        {"first": 3},
        {"mode": "race"},
        {"gaps": "jump"},
        {"nonsense": 1},
    ],
)
def test_what_is_no_option_is_refused_with_a_clean_sentence(bad: dict) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.new(2, bad)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("seats", [0, 7, True, 2.0, "2"])
def test_one_to_six_players(seats: object) -> None:
    with pytest.raises(OptionError):
        GAME.new(seats, {})  # type: ignore[arg-type]


def test_the_timer_is_a_term_for_the_screen_only() -> None:
    assert GAME.new(1, {"timer": 20}).terms.timer == 20 and GAME.new(1, {}).terms.timer == 0


def test_a_code_deals_its_size_whatever_size_is_asked_for() -> None:
    s = settle(GAME.new(1, {"puzzle": MINI.lower(), "size": "standard"}))
    assert (s.code, s.terms.size, len(s.materials)) == (MINI, "mini", 16)


def test_a_day_is_the_same_puzzle_for_all_in_each_size() -> None:
    for size in ("standard", "mini"):
        s = settle(GAME.new(1, {"puzzle": "2026-11-21", "size": size}), seed=5)
        assert s.code == daily_code("2026-11-21", size)
        assert s.materials == settle(GAME.new(3, {"puzzle": "2026-11-21", "size": size}), seed=6).materials


def test_cards_may_be_chosen_one_by_one() -> None:
    cards = "A5RY B4RB C1TR D5TB L5HB #R *"
    s = settle(GAME.new(1, {"puzzle": cards}))
    assert s.materials == tuple(cards.split()) and s.code == ""
    assert isinstance(GAME.turn(run(s, "build A5RY / B4RB", "submit")), Over)
    assert not any(fact.startswith("puzzle") for fact in GAME.status(GAME.view(s, 0)))


def test_the_status_names_the_puzzle_so_that_it_can_be_shared() -> None:
    assert f"puzzle {MINI}" in GAME.status(GAME.view(table(), None))
    together = GAME.status(GAME.view(table(2), 0))
    assert together.index("0 of 2 handed in") < together.index("standard word list"), (
        "narrow screens leave the last out"
    )


@pytest.mark.parametrize(("seats", "hand"), [(2, 17), (3, 17), (4, 16), (5, 17), (6, 16)])
def test_cards_are_taken_in_turn_until_all_have_the_same_number(seats: int, hand: int) -> None:
    s = settle(GAME.new(seats, {"mode": "duel", "first": 2, "puzzle": "S-22222"}))
    assert s.materials == deal("S-22222", seats) and s.hand == hand
    turns = []
    while s.phase == "pick":
        turns.append(GAME.turn(s).seat)  # type: ignore[union-attr]
        assert rule(s, "submit") == "B-24"
        s = do(s, f"pick {s.pool[0]}").state
        conserved(s)
    assert turns == [(1 + n) % seats for n in range(seats * hand)]
    assert GAME.turn(s) == Decide(1, "build") and [len(own) for own in s.picked] == [hand] * seats
    assert s.pool == ()


def test_everybody_builds_from_the_cards_taken_only() -> None:
    s = table(2, mode="duel")
    first = s.pool[0]
    assert rule(s, "pick Z9TR") == "B-24"
    s = run(s, f"pick {first}")
    assert rule(s, f"pick {first}") == "B-24"
    while s.phase == "pick":
        s = run(s, f"pick {s.pool[0]}")
    own, others = s.cards_of(0)[0], s.cards_of(1)[0]
    assert rule(s, f"place {own} 0+") == "" and rule(s, f"place {others} 0+") == "B-23"
    assert rule(s, f"pick {own}") == "B-24"


def test_a_duel_alone_is_a_plain_puzzle_and_too_few_cards_are_refused() -> None:
    assert GAME.new(1, {"mode": "duel"}).terms.mode == "build"
    with pytest.raises(OptionError, match="too few"):
        GAME.new(2, {"mode": "duel", "puzzle": "A5RY B4RB C1TR D5TB L5HB #R *"})


def test_discovery_begins_with_seven_rules_and_hides_the_order_of_the_others() -> None:
    s = table(discovery=True)
    assert sorted(s.order) == sorted(HIDDEN_AT_FIRST)
    assert known_rules(s.terms, s.benches[0]) == set(KNOWN_FROM_THE_START)
    assert GAME.view(s, 0).order is None
    assert known_rules(table().terms, table().benches[0]) == set(range(1, 37))
    assert settle(GAME.new(1, {"discovery": True}), 1).order != settle(GAME.new(1, {"discovery": True}), 2).order


def test_every_three_cards_more_than_ever_bring_a_rule_to_light_once() -> None:
    s = table(discovery=True)
    seen = []
    for text in ("place D5TB 0+", "place L5HB 1.2", "place R1RB 1.3", "take 1.1", "place D5TB 1.1", "place A4HR 1+"):
        step = do(s, text)
        s = step.state
        seen.append((s.benches[0].known, step.reveals))
    first = s.order[:1]
    assert seen == [((), False), ((), False), (first, True), (first, False), (first, False), (first, False)]
    s = run(s, "stack O2RR U3TR #R 2.2")
    assert s.benches[0].known == s.order[:2], "a wildcard of two cards uses two cards"
    s = run(s, "clear", f"build {GOOD}")
    assert s.benches[0].known == s.order[:4]


def test_a_rule_asked_for_costs_a_point_and_is_told_once() -> None:
    s = table(discovery=True)
    assert rule(s, "ask 1") == "B-25" and rule(s, "ask 37") == "B-25"
    s = run(s, "ask 17", "ask 36")
    assert rule(s, "ask 17") == "B-25" and s.benches[0].known == (17, 36)
    step = do(s, "ask 35")
    assert step.reveals and "learns the rule Letters apart (35)" in step.events[1].text
    s = run(s, f"build {GOOD}")
    assert len(s.benches[0].known) == 2 + 4, "those that come by building are still to come"
    end = run(s, "submit")
    assert GAME.totals(end) == (47 - 2,)


def test_a_ledger_tells_only_of_rules_that_are_known() -> None:
    s = run(table(discovery=True), f"build {GOOD}", "adjust 1.4 +1")
    draft = s.benches[0].draft
    known = frozenset(KNOWN_FROM_THE_START)
    told = insight(draft_ledger(s, draft), known)
    assert (told.legal, told.broken, told.points, told.complete) == (False, {}, {}, False)
    told = insight(draft_ledger(s, draft), known | {17, 14})
    assert set(told.broken) == {17} and told.points == {14: 12} and told.total == 12
    assert insight(draft_ledger(s, draft), frozenset(range(1, 37))).complete


def test_verdicts_in_discovery_name_no_rule_that_has_not_come_to_light() -> None:
    s = run(table(discovery=True), f"build {GOOD}")
    while 17 in s.benches[0].known:  # whichever four rules came to light, 17 shall not be one of them
        s = run(table(discovery=True, seed=s.steps[0] + 1), f"build {GOOD}")
    note = GAME.judge(s, GAME.parse("adjust 1.4 +1", s)).note
    assert note == "X weighs 5 tons instead of 4; the tower then breaks a rule that is still hidden"
    asked = run(s, "ask 17")
    assert GAME.judge(asked, GAME.parse("adjust 1.4 +1", asked)).note == (
        'X weighs 5 tons instead of 4; breaks "A multiple of 4"; 1 rule to go'
    )
    assert "by the rules known so far" in GAME.judge(s, GAME.parse("submit", s)).note


@pytest.mark.parametrize(
    ("word", "points"), [("DOLOURS", 7), ("loud", 4), ("", 0), ("ZOOLOGY", 0), ("DLROW", 0), ("SOLAR", 5)]
)
def test_the_longest_word_is_the_one_that_is_typed(word: str, points: int) -> None:
    s = run(table(longest="typed"), f"build {GOOD}", f"submit {word}")
    assert GAME.totals(s) == (47 - 7 + points,)
    assert s.found[0].longest == (word.upper() if points else "")


def test_the_typed_word_is_previewed_and_no_other_is_given_away() -> None:
    s = run(table(longest="typed"), f"build {GOOD}")
    assert GAME.judge(s, GAME.parse("submit LOUD", s)).note.endswith("44 points")
    assert GAME.judge(s, GAME.parse("take 4.1", s)).note.startswith("breaks ")
    assert draft_ledger(s, s.benches[0].draft).words.longest == ""
    assert "submit WORD" in GAME.choices(s).templates


def test_blind_building_tells_nothing_until_the_end() -> None:
    s = run(table(ledger="blind"), f"build {GOOD}")
    assert GAME.judge(s, GAME.parse("adjust 1.4 +1", s)).note == "X weighs 5 tons instead of 4"
    assert GAME.judge(s, GAME.parse("take 1.4", s)).note == ""
    assert "points" not in GAME.judge(s, GAME.parse("submit", s)).note
    assert GAME.totals(run(s, "submit")) == (47,)


def test_random_players_hand_in_legal_towers_now_and_then() -> None:
    legal = 0
    for seed in range(12):
        *_, last = (step for *_, step in walk(GAME, 1, {"puzzle": MINI}, seed))
        legal += last.scores[0].rule != "R-2"
    assert 2 <= legal <= 11

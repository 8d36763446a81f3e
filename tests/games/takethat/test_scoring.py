"""Scoring: the published examples, every floor, and ten thousand towers against a second resolver.

The second resolver was written from the rule text alone and made to be obvious rather than quick: floors are
dictionaries in a list from the top down, and every effect is a sentence.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.takethat.tables import Given, act, table, tower, walk
from towergames.core.contract import Score, event_text
from towergames.core.dice import Dice
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import COPIES, FLOORS, EndTurn, Storey, Tower, full_deck
from towergames.games.takethat.scoring import NO_LIMIT, floor_event, resolve_tower, score_lines, sum_points
from towergames.games.takethat.simulation import Rules, encode

PUBLISHED: tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...] = (
    ("OFFICE -, NOISE -, LANDLORD 4, LANDLORD 2, OFFICE 3, LOBBY 1", (5, 0, 0, 4), (0, 0, 0, 0)),
    ("SPIRE 1, INFERNO 2, LANDLORD -, LOBBY 4, ELEVATOR 3, SUITE 2", (5, 4, 2, 2), (0, 2, 0, 0)),
    ("SPIRE -, LANDLORD 2, NOISE -, SUITE 2, ELEVATOR 1", (2, 4, 0, 0), (0, 0, 0, 0)),
)


@pytest.mark.parametrize(("text", "points", "draws"), PUBLISHED)
def test_the_published_examples(text: str, points: tuple[int, ...], draws: tuple[int, ...]) -> None:
    floors = [entry.split() for entry in text.split(", ")]
    storeys = [Storey(floor, None if owner == "-" else int(owner) - 1) for floor, owner in reversed(floors)]
    results = resolve_tower(storeys, 4)
    assert sum_points(results, 4) == points
    assert tuple(dict(pair for result in results for pair in result.draws).get(seat, 0) for seat in range(4)) == draws


def test_the_prototype_suite_scores_and_its_elevator_counts_builders() -> None:
    storeys = (Storey("ELEVATOR", 0, None, 1), Storey("SUITE", 1, None, 1), Storey("LOBBY", None, None, 0))
    results = resolve_tower(storeys, 2, "prototype")
    assert sum_points(results, 2) == (2, 3 + 4) and all(not result.draws for result in results)


@pytest.mark.parametrize(
    ("hands", "deck", "draws"),
    [
        ([0, 0], 9, [(0, 2), (1, 2)]),
        ([5, 6], 9, [(0, 1), (1, 0)]),
        ([0, 0], 3, [(1, 2), (0, 1)]),
        ([0, 0], 0, [(0, 0), (1, 0)]),
    ],
)
def test_suite_draws_as_far_as_hand_and_deck_allow(hands: list[int], deck: int, draws: list[tuple[int, int]]) -> None:
    results = resolve_tower(tower(("SUITE", 0), ("SUITE", 1)).storeys, 2, "printed", hands, deck)
    assert sorted(pair for result in results for pair in result.draws) == sorted(draws)


def test_the_same_owner_of_two_suites_fills_his_hand_once() -> None:
    results = resolve_tower(tower(("SUITE", 0), ("SUITE", 0)).storeys, 2, "printed", [3, 0], 9)
    assert [result.draws for result in results] == [((0, 2),), ((0, 1),)]


def random_storeys(dice: Dice, seats: int) -> list[Storey]:
    """A tower of 1 to 7 random floors, half of them owned."""
    return [
        Storey(dice.choice(FLOORS), dice.below(seats) if dice.below(2) else None, None, dice.below(seats))
        for _ in range(1 + dice.below(7))
    ]


@pytest.mark.parametrize("texts", ["printed", "prototype"])
def test_ten_thousand_towers_against_the_naive_resolver(texts: str) -> None:
    dice = Dice(17, 0, texts)
    for _ in range(10_000):
        seats = 2 + dice.below(3)
        storeys = random_storeys(dice, seats)
        hands = [dice.below(7) for _ in range(seats)]
        deck = dice.below(8)
        results = resolve_tower(storeys, seats, texts, hands, deck)
        draws = [
            sum(count for result in results for who, count in result.draws if who == seat) for seat in range(seats)
        ]
        flat = [(storey.floor, storey.owner, storey.builder) for storey in reversed(storeys)]
        expected = resolve(flat, seats, texts == "prototype", hands, deck)
        assert (list(sum_points(results, seats)), draws) == expected, flat


@pytest.mark.parametrize("texts", ["printed", "prototype"])
def test_the_quick_copy_scores_the_same(texts: str) -> None:
    dice = Dice(18, 0, texts)
    terms = GAME.new(4, {"texts": texts}).terms
    rules = Rules(terms, 4)
    for _ in range(3_000):
        storeys = random_storeys(dice, 4)
        results = resolve_tower(storeys, 4, texts, None, NO_LIMIT)
        points, drawers = rules.result(encode(Tower(0, tuple(storeys)), rules.prototype))
        assert points == sum_points(results, 4)
        assert list(drawers) == [seat for result in results for seat, _ in result.draws]


def test_the_screen_can_step_through_a_scoring_from_the_top() -> None:
    state = act(table(tower(("OFFICE", 1), ("LANDLORD", 0))), "build SPIRE A", "build OFFICE B", "claim A3 LOBBY")
    step = GAME.apply(state, GAME.parse("end", state))
    floors = [event for event in step.events if event.kind == "score.floor"]
    assert [event.data["storey"] for event in floors] == [2, 1, 0]
    assert floors[1].data["owners"] == [0, 0, 0]
    assert [event.data["points"] for event in floors] == [{"0": 3}, {}, {"0": 2}]
    assert [event.kind for event in step.events if event.kind.startswith("score")][::4] == ["score.start", "score.end"]
    assert event_text(floors[2], ["Ann", "Bob"]) == "Floor 1 OFFICE, Ann +2: 1 OFFICE floor in the tower"
    assert step.scores[0] == Score(0, 3, 3, "SPIRE", "floor 3 of A")


def test_the_preview_says_what_scoring_will_bring() -> None:
    state = act(table(tower(("LOBBY", 1))), "build OFFICE B")
    verdict = GAME.judge(state, GAME.parse("build SPIRE A", state))
    assert verdict.note == "this turn A gives P2 +1"
    assert [(line.seat, line.points) for line in verdict.preview] == [(1, 1)]
    after = act(state, "build SPIRE A")
    end = GAME.parse("end", after)
    assert GAME.judge(after, end).preview == GAME.apply(after, end).scores


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_preview_of_ending_a_turn_comes_true_and_its_lines_cite_floors_and_take_no_points(seats: int) -> None:
    for state in walk(seats, seed=seats):
        if state.phase == "claim":
            step = GAME.apply(state, EndTurn())
            assert all(line.points == line.nominal >= 0 and line.rule in FLOORS for line in step.scores)
            if step.state.phase != "over":
                assert GAME.judge(state, EndTurn()).preview == step.scores


def test_the_decks_hold_what_the_box_says() -> None:
    even, weighted = full_deck(GAME.new(2, {}).terms), full_deck(GAME.new(2, {"deck": "weighted"}).terms)
    assert len(even) == 64 and {even.count(floor) for floor in FLOORS} == {8}
    assert len(weighted) == 65 and tuple(weighted.count(floor) for floor in FLOORS) == COPIES["weighted"]
    assert (weighted.count("OFFICE"), weighted.count("INFERNO")) == (12, 5)


def _whys(*floors: Given, texts: str = "printed", hands: list[int] | None = None, deck: int = 9) -> list[str]:
    """What each floor says of itself, the top one first."""
    return [result.why for result in resolve_tower(tower(*floors).storeys, 2, texts, hands, deck)]


def test_every_floor_says_in_a_few_words_what_it_did() -> None:
    assert _whys(("OFFICE", 1)) == ["1 OFFICE floor in the tower"]
    assert _whys(("OFFICE", 1), "OFFICE") == ["vacant", "2 OFFICE floors in the tower"]
    assert _whys(("LOBBY", 1)) == ["0 floors above it"]
    assert _whys(("LOBBY", 1), "NOISE") == ["vacant", "1 floor above it"]
    assert _whys(("SPIRE", 1)) == [""] and _whys(("ELEVATOR", 1)) == ["2 for each own card in the tower"]
    assert _whys(("ELEVATOR", 1), texts="prototype") == ["2 for each own floor in the tower"]
    assert _whys(("LOBBY", 0), ("LANDLORD", 1)) == ["takes over floor 1 LOBBY", "1 floor above it"]
    assert _whys(("NOISE", 1)) == _whys(("LANDLORD", 1)) == _whys(("INFERNO", 1)) == ["nothing below it"]
    assert _whys("LOBBY", ("NOISE", 1)) == ["evicts floor 1 LOBBY", "vacant"]
    assert _whys("LOBBY", ("NOISE", 1), texts="prototype") == ["silences floor 1 LOBBY", "vacant"]
    assert _whys("LOBBY", "SPIRE", ("INFERNO", 1))[0] == "evicts floor 2 SPIRE and floor 1 LOBBY"


def test_suite_says_why_it_draws_less() -> None:
    assert _whys(("SUITE", 1)) == ["draws 2 cards"]
    assert _whys(("SUITE", 1), hands=[0, 5]) == ["draws 1 card"]
    assert _whys(("SUITE", 1), hands=[0, 6]) == ["draws 0 cards, the hand is full"]
    assert _whys(("SUITE", 1), hands=[0, 6], deck=0) == ["draws 0 cards, the deck is empty"]
    assert _whys(("SUITE", 1), texts="prototype") == [""]


def test_score_lines_and_events_are_told_in_words() -> None:
    results = resolve_tower(tower(("LOBBY", 1), ("SUITE", 0), ("OFFICE", 1)).storeys, 2)
    assert [line.note for line in score_lines(results, 1)] == [
        "floor 3 of B, 1 OFFICE floor in the tower",
        "floor 1 of B, 2 floors above it",
    ]
    assert [floor_event(result, 1).text for result in results] == [
        "Floor 3 OFFICE, {1} +2: 1 OFFICE floor in the tower",
        "Floor 2 SUITE of {0}: draws 2 cards",
        "Floor 1 LOBBY, {1} +2: 2 floors above it",
    ]
    vacant = resolve_tower(tower("LOBBY").storeys, 2)
    assert floor_event(vacant[0], 1).text == "Floor 1 LOBBY, vacant"
    shared = resolve_tower(tower(("NOISE", 0), ("ELEVATOR", 1)).storeys, 2)
    assert floor_event(shared[0], 0).text == "Floor 2 ELEVATOR, {0} +2, {1} +2: 2 for each own card in the tower"


def resolve(
    tower: list[tuple[str, int | None, int | None]],
    players: int,
    prototype: bool = False,
    hands: list[int] | None = None,
    deck: int = 1000,
) -> tuple[list[int], list[int]]:
    """Points and draws by player (from 0) of a tower of (floor, tucked player, builder) from the top to the ground."""
    floors: list[dict[str, Any]] = [
        {"name": name, "tucked": tucked, "builder": builder, "now": tucked, "silent": False}
        for name, tucked, builder in tower
    ]
    points, draws = [0] * players, [0] * players
    sizes = list(hands) if hands is not None else [-1000] * players

    position = 0
    while position < len(floors):
        floor = floors[position]
        below = floors[position + 1 :]
        position += 1
        if floor["now"] is None or floor["silent"]:
            continue
        me = floor["now"]
        if floor["name"] == "OFFICE":
            for other in floors:
                if other["name"] == "OFFICE":
                    points[me] += 2
        if floor["name"] == "LOBBY":
            for other in floors:
                if other is floor:
                    break
                points[me] += 1
        if floor["name"] == "SPIRE":
            points[me] += 3
        if floor["name"] == "SUITE" and prototype:
            points[me] += 3
        if floor["name"] == "SUITE" and not prototype:
            for _ in range(2):
                if sizes[me] < 6 and deck > 0:
                    sizes[me] += 1
                    deck -= 1
                    draws[me] += 1
        if floor["name"] == "ELEVATOR":
            for other in floors:
                gets = other["builder"] if prototype else other["tucked"]
                if gets is not None:
                    points[gets] += 2
        if floor["name"] == "LANDLORD" and below:
            below[0]["now"] = me
        if floor["name"] == "NOISE" and below:
            silence(below[0], prototype)
        if floor["name"] == "INFERNO":
            for victim in below[:2]:
                silence(victim, prototype)
    return points, draws


def silence(floor: dict[str, Any], prototype: bool) -> None:
    """Printed: the floor becomes vacant. Prototype: it keeps its owner and loses its effect."""
    if prototype:
        floor["silent"] = True
    else:
        floor["now"] = None

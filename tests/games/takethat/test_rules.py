"""The rule matrix: every rule with an accepted and a refused example (or, where nothing can be refused, its effect)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.takethat.tables import accepted, act, refused, table, tower
from towergames.core.contract import Decide, IllegalAction, Nature, NotationError, OptionError, Over
from towergames.core.dice import Dice
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import Build, Claim, Deal, EndTurn, ScoreNext, full_deck
from towergames.games.takethat.rules import RULES, first_refusal


def test_rule_R_2_moves_after_the_deal_accepted() -> None:
    accepted(table(), "build OFFICE A")


def test_rule_R_2_moves_before_the_deal_refused() -> None:
    assert refused(GAME.new(2, {}), "build OFFICE A") == ("R-2", "")


def test_rule_R_2_everybody_is_dealt_four_cards_from_the_top() -> None:
    fresh = GAME.new(3, {"first": 2})
    deck = full_deck(fresh.terms)
    state = GAME.settle(fresh, Deal(1, deck)).state
    assert [len(hand) for hand in state.hands] == [4, 4, 4]
    assert state.hands[1] == deck[:4], "the first player is dealt first"
    assert len(state.deck) == 64 - 12


@pytest.mark.parametrize("first", [-1, 2, 7])
def test_rule_R_2_deal_to_a_seat_that_is_not_there_refused(first: int) -> None:
    fresh = GAME.new(2, {})
    with pytest.raises(ValueError, match="first player"):
        GAME.settle(fresh, Deal(first, full_deck(fresh.terms)))


def test_rule_R_2_deal_of_another_deck_refused() -> None:
    fresh = GAME.new(2, {})
    with pytest.raises(ValueError, match="deck"):
        GAME.settle(fresh, Deal(0, full_deck(fresh.terms)[:-1]))


def test_rule_R_2_second_deal_refused() -> None:
    state = table()
    with pytest.raises(ValueError, match="once"):
        GAME.settle(state, Deal(0, full_deck(state.terms)))


def test_rule_R_3_building_on_a_tower_others_began_accepted() -> None:
    state = accepted(table(tower(("OFFICE", 1))), "build LOBBY A")
    assert state.slots[0] is not None
    assert [storey.floor for storey in state.slots[0].storeys] == ["OFFICE", "LOBBY"]


def test_rule_R_3_building_sets_off_no_effect() -> None:
    assert accepted(table(), "build SUITE A").points == (0, 0)


def test_rule_R_4_a_tucked_card_makes_its_player_the_owner() -> None:
    state = act(table(), "build OFFICE A", "build LOBBY B", "claim A1 SUITE")
    assert state.slots[0] is not None and state.slots[0].storeys[0].owner == 0
    assert state.slots[1] is not None and state.slots[1].storeys[0].owner is None


def test_rule_R_5_claiming_after_both_builds_accepted() -> None:
    accepted(act(table(), "build OFFICE A", "build LOBBY B"), "claim A1 SPIRE")


def test_rule_R_5_claiming_before_both_builds_refused() -> None:
    assert refused(table(tower("OFFICE")), "claim A1 SPIRE") == ("R-5", "storey:A1")
    assert refused(act(table(), "build OFFICE A"), "claim A1 SPIRE") == ("R-5", "storey:A1")


HAND = ["OFFICE", "LOBBY", "SPIRE", "SUITE", "NOISE"]


class Lookalike(str):
    """A string to most eyes, but nothing that a journal would read back."""


JUNK: tuple[Any, ...] = (
    None,
    7,
    object(),
    (),
    Build("PENTHOUSE", 0),
    Build(["OFFICE"], 0),  # type: ignore[arg-type]
    Build("OFFICE", True),
    Build("OFFICE", -1),
    Build("OFFICE", 10**9),
    Build("OFFICE", "A"),  # type: ignore[arg-type]
    Build(Lookalike("OFFICE"), 0),
    Claim(0, 0, Lookalike("OFFICE")),
    Claim(0, 0, "PENTHOUSE"),
    Claim(-1, 0, "OFFICE"),
    Claim(0, -1, "OFFICE"),
    Claim(0, 1.0, "OFFICE"),  # type: ignore[arg-type]
    Claim(0, 0, {}),  # type: ignore[arg-type]
    ScoreNext(None),  # type: ignore[arg-type]
    ScoreNext(-1),
    Build,
    EndTurn,
)


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
@pytest.mark.parametrize("phase", ["build", "claim", "order"])
def test_rule_R_5_anything_that_is_no_move_refused(junk: Any, phase: str) -> None:
    state = table(tower("OFFICE"), phase=phase)
    assert refused(state, junk)[0] == "R-5"
    with pytest.raises(IllegalAction):
        GAME.apply(state, junk)


def test_rule_R_6_ending_after_two_floors_accepted() -> None:
    accepted(act(table(), "build OFFICE A", "build LOBBY B"), "end")


def test_rule_R_6_ending_with_fewer_floors_refused() -> None:
    assert refused(table(), "end") == ("R-6", "end")
    assert refused(act(table(), "build OFFICE A"), "end") == ("R-6", "end")


def test_rule_R_6_says_how_many_floors_are_missing() -> None:
    for state, missing in ((table(), "two floors"), (act(table(), "build OFFICE A"), "one more floor")):
        text = GAME.judge(state, EndTurn()).refusals[0].text
        assert text == f"You must build {missing} before you can end your turn."


def test_rule_R_6_a_third_floor_refused() -> None:
    assert refused(act(table(), "build OFFICE A", "build LOBBY B"), "build SPIRE C") == ("R-6", "end")


def test_rule_R_7_second_floor_on_another_tower_accepted() -> None:
    accepted(act(table(tower("OFFICE")), "build OFFICE A"), "build LOBBY B")


def test_rule_R_7_second_floor_on_the_same_tower_refused() -> None:
    assert refused(act(table(tower("OFFICE")), "build OFFICE A"), "build LOBBY A") == ("R-7", "slot:A")
    assert refused(act(table(), "build OFFICE A"), "build LOBBY A") == ("R-7", "slot:A")


def test_rule_R_8_a_card_in_hand_accepted() -> None:
    state = accepted(table(), "build OFFICE A")
    assert state.hands[0] == ("LOBBY", "SPIRE", "SUITE")


def test_rule_R_8_a_card_not_in_hand_refused() -> None:
    assert refused(table(), "build NOISE A") == ("R-8", "hand:NOISE")
    assert refused(act(table(), "build OFFICE A"), "build OFFICE B") == ("R-8", "hand:OFFICE")
    assert refused(act(table(), "build OFFICE A", "build LOBBY B"), "claim A1 OFFICE") == ("R-8", "hand:OFFICE")


@pytest.mark.parametrize(("seats", "towers", "limit"), [(2, "auto", 3), (3, "auto", 3), (4, "auto", 4), (2, 5, 5)])
def test_rule_R_9_towers_up_to_the_limit_accepted_and_beyond_refused(seats: int, towers: Any, limit: int) -> None:
    state = table(seats=seats, options={"towers": towers})
    accepted(state, Build("OFFICE", limit - 1))
    assert refused(state, Build("OFFICE", limit)) == ("R-9", f"slot:{'ABCDEF'[limit]}")


def test_rule_R_10_claiming_no_floor_one_or_several_accepted() -> None:
    state = act(table(tower("NOISE", "LOBBY")), "build OFFICE A", "build LOBBY B")
    accepted(state, "end")
    accepted(accepted(state, "claim A1 SPIRE"), "claim A2 SUITE")


def test_rule_R_10_claiming_where_nothing_stands_refused() -> None:
    state = act(table(tower("NOISE")), "build OFFICE A", "build LOBBY B")
    assert refused(state, "claim C1 SPIRE") == ("R-10", "slot:C")
    assert refused(state, "claim E1 SPIRE") == ("R-10", "slot:E")
    assert refused(state, "claim A3 SPIRE") == ("R-10", "slot:A")


def test_rule_R_11_a_floor_with_a_tucked_card_refused_and_without_accepted() -> None:
    state = act(table(tower(("NOISE", 1), ("SUITE", 0))), "build OFFICE A", "build LOBBY B")
    assert refused(state, "claim A1 SPIRE") == ("R-11", "storey:A1")
    assert refused(state, "claim A2 SPIRE") == ("R-11", "storey:A2")
    accepted(state, "claim A3 SPIRE")


def test_rule_R_12_three_cards_are_drawn() -> None:
    state = act(table(), "build OFFICE A", "build LOBBY B", "end")
    assert len(state.hands[0]) == 5
    assert state.active == 1


def test_rule_R_12_a_short_deck_gives_what_it_has() -> None:
    state = act(table(deck=2), "build OFFICE A", "build LOBBY B", "end")
    assert len(state.hands[0]) == 4
    assert state.deck == ()


def test_rule_R_13_drawing_stops_at_six_cards() -> None:
    full = "OFFICE LOBBY SPIRE SUITE NOISE NOISE"
    state = act(table(hands=(full, "OFFICE")), "build OFFICE A", "build LOBBY B")
    before = len(state.deck)
    state = act(state, "end")
    assert len(state.hands[0]) == 6
    assert len(state.deck) == before - 2


@pytest.mark.parametrize("height", [5, 6, 7])
def test_rule_R_14_full_height_is_scored_and_less_is_not(height: int) -> None:
    nearly, short = tower(*["NOISE"] * (height - 1)), tower(*["INFERNO"] * (height - 2))
    state = act(table(nearly, short, options={"height": height}), "build OFFICE A", "build LOBBY B", "end")
    assert state.slots[0] is None
    assert state.slots[1] is not None


def test_rule_R_14_a_vacant_spire_has_its_tower_scored() -> None:
    state = act(table(tower(("LOBBY", 1))), "build SPIRE A", "build OFFICE B", "end")
    assert state.slots[0] is None
    assert state.points == (0, 1)


def test_rule_R_14_choosing_a_tower_that_is_not_due_refused() -> None:
    state = both_due()
    accepted(state, "score B")
    assert refused(state, "score C") == ("R-14", "slot:C")


def test_rule_R_15_a_change_of_owner_counts_for_floors_below() -> None:
    state = act(table(tower("LOBBY", ("LANDLORD", 1))), "build SPIRE A", "build OFFICE B", "end")
    assert state.points == (0, 2)


def test_rule_R_16_vacant_floors_do_nothing_but_are_counted() -> None:
    state = act(table(tower(("OFFICE", 1), "OFFICE", "LOBBY")), "build SPIRE A", "build OFFICE B", "end")
    assert state.points == (0, 4)


def test_rule_R_17_a_scored_tower_and_its_tucks_are_discarded() -> None:
    state = act(table(tower(("LOBBY", 1))), "build SPIRE A", "build OFFICE B", "end")
    assert state.discard == ("LOBBY", "SPIRE", "INFERNO")
    accepted(act(state, "build OFFICE A"), "build LOBBY B")


def test_rule_R_18_moves_after_the_end_refused() -> None:
    over = ended()
    for move in ("build OFFICE A", "claim A1 OFFICE", "end", "score A"):
        assert refused(over, move)[0] == "R-18"
    assert list(GAME.choices(over)) == []


def test_rule_R_18_the_last_round_is_played_to_its_end() -> None:
    state = act(table(deck=0), "build OFFICE A", "build LOBBY B", "end")
    assert state.last_round
    assert GAME.turn(state) == Decide(1, "build")
    state = act(state, "build OFFICE A", "build LOBBY B", "end")
    assert isinstance(GAME.turn(state), Over)


def test_rule_R_19_standing_towers_are_scored_at_the_end() -> None:
    state = act(table(tower(("SPIRE", 0), ("OFFICE", 1)), deck=0, active=1, turns=1), "build LOBBY B", "build OFFICE C")
    assert act(state, "end").points == (3, 2)


def test_rule_R_20_most_points_win() -> None:
    turn = GAME.turn(ended())
    assert isinstance(turn, Over)
    assert turn.ranking == ((1,), (0,))
    assert "most points, 3" in turn.reason


def test_rule_T_1_the_oldest_tower_is_scored_first() -> None:
    old, young = tower(("SUITE", 0), "NOISE", serial=3), tower(("SUITE", 1), "NOISE", serial=9)
    hands = ("SPIRE SPIRE", "OFFICE")
    state = act(table(young, old, hands=hands, deck=4), "build SPIRE A", "build SPIRE B", "end")
    assert [len(hand) for hand in state.hands] == [4, 1], "seat 0 drew 3, then the last card for the older SUITE"


def both_due() -> Any:
    """Two towers finished in one turn with the order left to the player."""
    towers = (tower(("SUITE", 0), serial=0), tower(("SUITE", 1), serial=1), tower("NOISE", serial=2))
    state = table(*towers, hands=("SPIRE SPIRE", "OFFICE"), deck=4, options={"due": "chosen"})
    return act(state, "build SPIRE A", "build SPIRE B", "end")


def test_rule_T_1_the_player_chooses_the_order_accepted() -> None:
    state = both_due()
    assert GAME.turn(state) == Decide(0, "order")
    after = accepted(state, "score B")
    assert GAME.turn(after) == Decide(1, "build")
    assert [len(hand) for hand in after.hands] == [3, 2]


def test_rule_T_1_other_moves_while_the_order_is_open_refused() -> None:
    state = both_due()
    assert refused(state, "end") == ("T-1", "")
    assert refused(state, "build OFFICE A") == ("T-1", "")


def test_rule_T_1_choosing_an_order_at_other_times_refused() -> None:
    assert refused(table(tower("SPIRE")), "score A") == ("T-1", "slot:A")


@pytest.mark.parametrize(
    ("end", "cards", "last"), [("short-hand", 4, True), ("short-hand", 5, False), ("empty-deck", 5, True)]
)
def test_rule_T_2_what_brings_on_the_last_round(end: str, cards: int, last: bool) -> None:
    hand = " ".join(HAND[:cards])
    state = act(table(hands=(hand, hand), deck=0, options={"end": end}), "build OFFICE A", "build LOBBY B", "end")
    assert state.last_round is last


def test_rule_T_2_the_last_player_in_turn_order_ends_the_game_at_once() -> None:
    state = table(deck=0, first=1, active=0, turns=1)
    assert isinstance(GAME.turn(act(state, "build OFFICE A", "build LOBBY B", "end")), Over)


def test_rule_T_3_a_player_can_always_build() -> None:
    state = table(hands=("OFFICE OFFICE OFFICE", "LOBBY"), options={"towers": 2})
    after = accepted(state, "build OFFICE A")
    assert list(GAME.choices(after)) == [Build("OFFICE", 1)]


def test_rule_T_4_new_floors_spires_and_finished_towers_may_be_claimed() -> None:
    state = act(table(tower("NOISE")), "build SPIRE A", "build OFFICE B")
    for move in ("claim A1 LOBBY", "claim A2 LOBBY", "claim B1 LOBBY"):
        accepted(state, move)


def test_rule_T_5_a_spire_as_sixth_floor_scores_once() -> None:
    state = act(table(tower(*["NOISE"] * 4, ("OFFICE", 1))), "build SPIRE A", "build OFFICE B", "end")
    assert state.points == (0, 2)


def test_rule_T_6_drawing_comes_before_scoring() -> None:
    hands = ("OFFICE LOBBY SPIRE SUITE NOISE", "OFFICE")
    state = act(table(tower(("SUITE", 0)), hands=hands), "build SPIRE A", "build OFFICE B", "end")
    assert len(state.hands[0]) == 6, "3 left, 3 drawn, nothing fits for SUITE"


def test_rule_T_7_a_finished_tower_still_takes_its_place() -> None:
    state = act(table(tower("NOISE"), tower("NOISE"), tower("NOISE")), "build SPIRE A")
    assert refused(state, Build("OFFICE", 3)) == ("R-9", "slot:D")


@pytest.mark.parametrize("floor", ["LANDLORD", "NOISE", "INFERNO"])
def test_rule_T_8_nothing_below_the_ground(floor: str) -> None:
    assert act(table(tower((floor, 1))), "build SPIRE A", "build OFFICE B", "end").points == (0, 0)


def test_rule_T_9_suite_brings_nothing_at_the_end() -> None:
    state = table(tower(("SUITE", 1), ("SUITE", 0)), deck=0, active=1, turns=1)
    over = act(state, "build LOBBY B", "build OFFICE C", "end")
    assert [len(hand) for hand in over.hands] == [4, 2]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_rule_T_10_ties_go_to_the_earlier_in_turn_order(first: int) -> None:
    turn = GAME.turn(table(seats=3, hands=(), phase="over", first=first, points=(5, 5, 5)))
    assert isinstance(turn, Over)
    assert turn.ranking == tuple(((first + place) % 3,) for place in range(3))
    assert "T-10" in turn.reason


def test_rule_T_11_hands_and_tucked_faces_are_hidden() -> None:
    state = act(table(), "build OFFICE A", "build LOBBY B", "claim A1 SPIRE")
    for seat in (None, 0, 1):
        seen = GAME.view(state, seat)
        assert seen.slots[0] is not None and seen.slots[0].storeys[0].tuck is None
        assert [hand is None for hand in seen.hands] == [seat != 0, seat != 1]


def test_rule_T_12_the_first_player_is_drawn_unless_named() -> None:
    drawn = {GAME.resolve(GAME.new(3, {}), Nature("deal"), Dice(seed)).first for seed in range(40)}
    assert drawn == {0, 1, 2}
    assert {GAME.resolve(GAME.new(3, {"first": 3}), Nature("deal"), Dice(seed)).first for seed in range(9)} == {2}


def test_rule_T_12_a_first_player_who_is_not_there_refused() -> None:
    with pytest.raises(OptionError, match="no player 4"):
        GAME.new(3, {"first": 4})
    fresh = GAME.new(2, {"first": 1})
    with pytest.raises(ValueError, match="first player"):
        GAME.settle(fresh, Deal(1, full_deck(fresh.terms)))


def test_rule_T_13_points_are_kept_without_cards() -> None:
    state = act(table(tower(("LOBBY", 1))), "build SPIRE A", "build OFFICE B", "end")
    assert GAME.totals(state) == (0, 1)


def test_rule_T_14_a_full_hand_draws_nothing_for_suite() -> None:
    full = "OFFICE LOBBY SPIRE SUITE NOISE NOISE"
    state = act(table(tower(("SUITE", 1)), hands=("SPIRE OFFICE", full)), "build SPIRE A", "build OFFICE B", "end")
    assert len(state.hands[1]) == 6


def ended() -> Any:
    """A game that player 2 won with 3 points."""
    state = table(tower(("SPIRE", 1), ("OFFICE", 0)), deck=0, active=1, turns=1)
    return act(state, "build LOBBY B", "build OFFICE C", "end")


def test_moves_far_off_the_table_are_refused_without_a_spot() -> None:
    """Slots beyond the letters have no place on the board to point at."""
    assert refused(table(), Build("OFFICE", 60)) == ("R-9", "")
    assert refused(table(), Claim(60, 0, "OFFICE")) == ("R-5", "")
    assert refused(act(table(), "build OFFICE A", "build LOBBY B"), Claim(60, 0, "SPIRE")) == ("R-10", "")
    assert refused(table(), Build("OFFICE", 25)) == ("R-9", "slot:Z")
    assert refused(table(), Claim(25, 0, "OFFICE")) == ("R-5", "storey:Z1")
    assert refused(table(), Build("OFFICE", 26)) == ("R-9", "")
    assert refused(table(), Build("OFFICE", 99))[0] == "R-9" and refused(table(), Build("OFFICE", 100))[0] == "R-5"
    assert refused(table(), Claim(26, 0, "OFFICE")) == ("R-5", "")


def test_every_judge_function_names_a_rule_of_the_sheet() -> None:
    for rule in RULES:
        ids = (rule.__doc__ or "").split(":")[0].split(", ")
        assert ids and all(GAME.rule_sheet.find(rule_id) for rule_id in ids), rule.__name__


def test_every_rule_of_the_sheet_has_a_test() -> None:
    from towergames.games.takethat.model import FLOORS

    tested = " ".join(name for name in globals() if name.startswith("test_rule_"))
    elsewhere = {"R-1", "T-15", *FLOORS}  # the goal; never negative and the floors: test_scoring
    missing = [i for i in GAME.rule_sheet.ids if f"test_rule_{i.replace('-', '_')}_" not in tested + " "]
    assert set(missing) <= elsewhere


def test_listing_and_judging_agree_on_every_well_formed_move() -> None:
    from tests.games.takethat.walks import walk
    from towergames.games.takethat.model import FLOORS

    for state in walk(3, seed=5, options={"due": "chosen"}):
        legal = set(GAME.choices(state))
        tried: list[Any] = [EndTurn(), *(ScoreNext(slot) for slot in range(5))]
        tried += [Build(floor, slot) for floor in FLOORS for slot in range(5)]
        tried += [Claim(slot, at, floor) for slot in range(4) for at in range(7) for floor in FLOORS]
        assert {action for action in tried if first_refusal(state, action) is None} == legal


def test_typing_errors_say_what_would_be_valid() -> None:
    for line, hint in (
        ("", "build FLOOR TOWER"),
        ("jump", "begin with build"),
        ("build s a", "SPIRE or SUITE"),
        ("build office", "build needs a floor and a tower, such as: build OFFICE A"),
        ("claim A3", "claim needs a tower with a storey and the card to tuck, such as: claim A3 OFFICE"),
        ("claim A0 NOISE", "from 1"),
        ("score", "score B"),
        ("end now", "stands alone"),
        ("build zoo a", "the floors are OFFICE"),
    ):
        with pytest.raises(NotationError, match=hint):
            GAME.parse(line, table())


def test_every_refusal_says_in_one_sentence_what_is_wrong() -> None:
    begun, both = act(table(), "build OFFICE A"), act(table(tower(("NOISE", 1))), "build OFFICE A", "build LOBBY B")
    said = [
        GAME.judge(state, move).refusals[0].text
        for state, move in (
            (GAME.new(2, {}), EndTurn()),
            (ended(), EndTurn()),
            (table(), None),
            (table(), Build("PENTHOUSE", 0)),
            (both, Build("SPIRE", 2)),
            (begun, EndTurn()),
            (begun, Claim(0, 0, "SPIRE")),
            (both_due(), EndTurn()),
            (begun, ScoreNext(0)),
            (both_due(), ScoreNext(2)),
            (begun, Build("NOISE", 1)),
            (begun, Build("SPIRE", 3)),
            (begun, Build("SPIRE", 0)),
            (both, Claim(2, 0, "SPIRE")),
            (both, Claim(0, 2, "SPIRE")),
            (both, Claim(1, 1, "SPIRE")),
            (both, Claim(0, 0, "SPIRE")),
        )
    ]
    assert said == [
        "The cards have not been dealt yet.",
        "The game is over.",
        "That is no move of this game: a turn builds, claims and ends.",
        "That move names no floor or place that this game has.",
        "You have built your two floors; claim floors now or end your turn.",
        "You must build one more floor before you can end your turn.",
        "Floors are claimed after both floors have been built.",
        "Choose first which of the finished towers is scored next.",
        "There is no order of scoring to choose now.",
        "Tower C is not to be scored now.",
        "You hold no NOISE.",
        "Only 3 towers may stand at once.",
        "You already built on tower A this turn; the second floor goes elsewhere.",
        "There is no tower in that place.",
        "Tower A has only 2 floors.",
        "Tower B has only 1 floor.",
        "That floor already has a tucked card.",
    ]

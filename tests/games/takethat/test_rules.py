"""What test_rule_matrix.py does not ask of the rules: deals, junk, limits, ends, and the words of every refusal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.takethat.tables import accepted, act, refused, table, tower, two_due
from towergames.core.contract import Decide, IllegalAction, Nature, Over, Refusal
from towergames.core.dice import Dice
from towergames.core.options import OptionError
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import Build, Claim, Deal, EndTurn, ScoreNext, full_deck
from towergames.games.takethat.rules import first_refusal


def test_rule_R_2_everybody_is_dealt_four_cards_from_the_top() -> None:
    fresh = GAME.new(3, {"first": 2})
    deck = full_deck(fresh.terms)
    state = GAME.apply_outcome(fresh, Deal(1, deck)).state
    assert [len(hand) for hand in state.hands] == [4, 4, 4]
    assert state.hands[1] == deck[:4], "the first player is dealt first"
    assert len(state.deck) == 64 - 12


FRESH = GAME.new(2, {})
DECK = full_deck(FRESH.terms)


@pytest.mark.parametrize(
    ("state", "first", "deck", "told"),
    [
        *((FRESH, seat, DECK, f"seat {seat} cannot be the first player of this game") for seat in (-1, 2, 7)),
        (FRESH, 0, DECK[:-1], "the deck of the deal is not the deck of this game"),
        (table(), 0, DECK, "a deal comes once, before the first turn"),
        (GAME.new(2, {"first": 1}), 1, DECK, "seat 1 cannot be the first player of this game"),
    ],
)
def test_rules_R_2_and_T_12_a_deal_that_cannot_be_is_refused(state: Any, first: int, deck: Any, told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}$"):
        GAME.apply_outcome(state, Deal(first, deck))


class Lookalike(str):
    """A string to most eyes, but nothing that a journal would read back."""


JUNK: tuple[Any, ...] = (
    *(None, 7, object(), (), Build, EndTurn),
    *(Build(floor, 0) for floor in ("PENTHOUSE", ["OFFICE"], Lookalike("OFFICE"))),  # type: ignore[arg-type]
    *(Build("OFFICE", slot) for slot in (True, -1, 10**9, "A")),  # type: ignore[arg-type]
    *(Claim(0, 0, card) for card in (Lookalike("OFFICE"), "PENTHOUSE", {})),  # type: ignore[arg-type]
    *(Claim(-1, 0, "OFFICE"), Claim(0, -1, "OFFICE"), Claim(0, 1.0, "OFFICE")),  # type: ignore[arg-type]
    *(ScoreNext(slot) for slot in (None, -1)),  # type: ignore[arg-type]
)


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
@pytest.mark.parametrize("phase", ["build", "claim", "order"])
def test_rule_R_5_anything_that_is_no_move_refused(junk: Any, phase: str) -> None:
    state = table(tower("OFFICE"), phase=phase)
    assert refused(state, junk)[0] == "R-5"
    with pytest.raises(IllegalAction):
        GAME.apply(state, junk)


@pytest.mark.parametrize(("seats", "towers", "limit"), [(2, "auto", 3), (3, "auto", 3), (4, "auto", 4), (2, 5, 5)])
def test_rule_R_9_towers_up_to_the_limit_accepted_and_beyond_refused(seats: int, towers: Any, limit: int) -> None:
    state = table(seats=seats, options={"towers": towers})
    accepted(state, Build("OFFICE", limit - 1))
    assert refused(state, Build("OFFICE", limit)) == ("R-9", f"slot:{'ABCDEF'[limit]}")


@pytest.mark.parametrize("height", [5, 6, 7])
def test_rule_R_14_full_height_is_scored_and_less_is_not(height: int) -> None:
    nearly, short = tower(*["NOISE"] * (height - 1)), tower(*["INFERNO"] * (height - 2))
    state = act(table(nearly, short, options={"height": height}), "build OFFICE A", "build LOBBY B", "end")
    assert state.slots[0] is None and state.slots[1] is not None


def test_rule_R_17_a_scored_tower_and_its_tucks_are_discarded() -> None:
    state = act(table(tower(("LOBBY", 1))), "build SPIRE A", "build OFFICE B", "end")
    assert state.discard == ("LOBBY", "SPIRE", "INFERNO")
    accepted(act(state, "build OFFICE A"), "build LOBBY B")


def test_rule_R_18_the_last_round_is_played_to_its_end() -> None:
    state = act(table(deck=0), "build OFFICE A", "build LOBBY B", "end")
    assert state.last_round and GAME.turn(state) == Decide(1, "build")
    state = act(state, "build OFFICE A", "build LOBBY B", "end")
    assert isinstance(GAME.turn(state), Over)


def test_rule_T_1_the_oldest_tower_is_scored_first() -> None:
    old, young = tower(("SUITE", 0), "NOISE", serial=3), tower(("SUITE", 1), "NOISE", serial=9)
    hands = ("SPIRE SPIRE", "OFFICE")
    state = act(table(young, old, hands=hands, deck=4), "build SPIRE A", "build SPIRE B", "end")
    assert [len(hand) for hand in state.hands] == [4, 1], "seat 0 drew 3, then the last card for the older SUITE"


def test_rule_T_1_the_player_chooses_the_order_accepted() -> None:
    state = two_due("chosen")
    assert GAME.turn(state) == Decide(0, "order")
    after = accepted(state, "score B")
    assert GAME.turn(after) == Decide(1, "build") and [len(hand) for hand in after.hands] == [3, 2]


def test_rule_T_2_the_last_player_in_turn_order_ends_the_game_at_once() -> None:
    state = table(deck=0, first=1, active=0, turns=1)
    assert isinstance(GAME.turn(act(state, "build OFFICE A", "build LOBBY B", "end")), Over)


def test_rule_T_6_drawing_comes_before_scoring() -> None:
    hands = ("OFFICE LOBBY SPIRE SUITE NOISE", "OFFICE")
    state = act(table(tower(("SUITE", 0)), hands=hands), "build SPIRE A", "build OFFICE B", "end")
    assert len(state.hands[0]) == 6, "3 left, 3 drawn, nothing fits for SUITE"


@pytest.mark.parametrize("first", [0, 1, 2])
def test_rule_T_10_ties_go_to_the_earlier_in_turn_order(first: int) -> None:
    turn = GAME.turn(table(seats=3, hands=(), phase="over", first=first, points=(5, 5, 5)))
    assert isinstance(turn, Over)
    assert turn.ranking == tuple(((first + place) % 3,) for place in range(3))
    assert "the one who went first wins" in turn.reason


@pytest.mark.parametrize(
    ("owners", "told"),
    [((1, 0), "{0} wins with 3 points; in a tie the player who went first wins"), ((1, 1), "{1} wins with 6 points")],
)
def test_rule_R_20_the_end_says_who_has_won_and_why(owners: tuple[int, int], told: str) -> None:
    state = table(tower(*(("SPIRE", owner) for owner in owners)), deck=0, active=1, turns=1)
    built = act(state, "build LOBBY B", "build OFFICE C")
    assert GAME.apply(built, EndTurn()).events[-1].text == told


def test_rule_T_12_the_first_player_is_drawn_unless_named() -> None:
    drawn = {GAME.resolve(GAME.new(3, {}), Nature("deal"), Dice(seed)).first for seed in range(40)}
    assert drawn == {0, 1, 2}
    assert {GAME.resolve(GAME.new(3, {"first": 3}), Nature("deal"), Dice(seed)).first for seed in range(9)} == {2}


def test_rule_T_12_a_first_player_who_is_not_there_refused() -> None:
    with pytest.raises(OptionError, match="first=4 is not possible with 3 players"):
        GAME.new(3, {"first": 4})


def ended() -> Any:
    """A game that player 2 won with 3 points."""
    state = table(tower(("SPIRE", 1), ("OFFICE", 0)), deck=0, active=1, turns=1)
    return act(state, "build LOBBY B", "build OFFICE C", "end")


def test_listing_and_judging_agree_on_every_well_formed_move() -> None:
    from tests.games.takethat.tables import walk
    from towergames.games.takethat.model import FLOORS

    for state in walk(3, seed=5, options={"due": "chosen"}):
        legal = set(GAME.choices(state))
        tried: list[Any] = [EndTurn(), *(ScoreNext(slot) for slot in range(5))]
        tried += [Build(floor, slot) for floor in FLOORS for slot in range(5)]
        tried += [Claim(slot, at, floor) for slot in range(4) for at in range(7) for floor in FLOORS]
        assert {action for action in tried if first_refusal(state, action) is None} == legal


BEGUN = act(table(), "build OFFICE A")
BOTH = act(table(tower(("NOISE", 1))), "build OFFICE A", "build LOBBY B")
NO_TOWER = "No tower stands there. Choose A or B."
THREE_TOWERS = "3 towers is the limit. Build on A, B or C."
REFUSALS: tuple[tuple[Any, Any, str, str, str], ...] = (
    (GAME.new(2, {}), EndTurn(), "R-2", "", "The cards are still being dealt."),
    (table(), None, "R-5", "", "That is not a move of this game. Build, claim or end your turn."),
    (table(), Build("OFFICE", 26), "R-5", "", "That is not a floor or place of this game. Choose a card and a tower."),
    (BEGUN, Claim(0, 0, "SPIRE"), "R-5", "storey:A1", "Build both floors first; then you can claim."),
    (BOTH, Build("SPIRE", 2), "R-6", "end", "Both floors are built. Claim a floor or end your turn."),
    (table(), EndTurn(), "R-6", "end", "Build 2 more floors first."),
    (BEGUN, EndTurn(), "R-6", "end", "Build 1 more floor first."),
    (BEGUN, Build("NOISE", 1), "R-8", "hand:NOISE", "You have no NOISE. Choose another card."),
    (BEGUN, Build("OFFICE", 1), "R-8", "hand:OFFICE", "You have no OFFICE. Choose another card."),
    (BOTH, Claim(0, 1, "OFFICE"), "R-8", "hand:OFFICE", "You have no OFFICE. Choose another card."),
    (BEGUN, Build("SPIRE", 3), "R-9", "slot:D", THREE_TOWERS),
    (table(), Build("OFFICE", 25), "R-9", "slot:Z", THREE_TOWERS),
    (BEGUN, Build("SPIRE", 0), "R-7", "slot:A", "You built on A this turn. Build on B or C."),
    (BOTH, Claim(2, 0, "SPIRE"), "R-10", "slot:C", NO_TOWER),
    (BOTH, Claim(25, 0, "SPIRE"), "R-10", "slot:Z", NO_TOWER),
    (BOTH, Claim(0, 2, "SPIRE"), "R-10", "slot:A", "Tower A has only 2 floors. Choose floor 1 or 2."),
    (BOTH, Claim(1, 1, "SPIRE"), "R-10", "slot:B", "Tower B has only 1 floor. Choose floor 1."),
    (BOTH, Claim(0, 0, "SPIRE"), "R-11", "storey:A1", "Floor 1 of A has an owner. Choose a vacant floor."),
    (two_due("chosen"), EndTurn(), "T-1", "", "2 towers are finished. Choose which scores first."),
    (BEGUN, ScoreNext(0), "T-1", "slot:A", "Nothing to choose: towers score in order."),
    (two_due("chosen"), ScoreNext(2), "R-14", "slot:C", "Tower C is not finished. Choose A or B."),
    (ended(), EndTurn(), "R-18", "", "The game is over."),
)


@pytest.mark.parametrize(("state", "move", "rule", "at", "text"), REFUSALS, ids=range(len(REFUSALS)))
def test_a_refusal_says_the_rule_what_is_wrong_and_where(state: Any, move: Any, rule: str, at: str, text: str) -> None:
    assert GAME.judge(state, move).refusals == (Refusal(rule, text, at),)

"""The reasons for moves: what a move is for, what it opens or keeps away, and the danger; never a hidden card."""

from __future__ import annotations

import pytest

from tests.games.takethat.tables import Given, table, tower, two_due, walk
from towergames.core.bot import Clock
from towergames.core.contract import Decide, reason_text
from towergames.core.dice import Dice
from towergames.games.takethat.bots import LEVELS, best_claim
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import Build, Claim, EndTurn, ScoreNext, State
from towergames.games.takethat.reasons import reason

NAMES = ("Ann", "Bob")


def told(state: State, move: str, claims: tuple[tuple[int, int], ...] = ()) -> str:
    """The reason for Ann's move as it is said to her."""
    text = reason(GAME.view(state, state.active), GAME.parse(move, state), claims)
    return reason_text(text, NAMES, you=state.active)


def building(*floors: Given, seats: int = 2) -> State:
    return table(
        tower(*floors), seats=seats, hands=("OFFICE LOBBY LANDLORD NOISE INFERNO SPIRE SUITE ELEVATOR", "OFFICE")
    )


def claiming(*floors: Given, **changes: object) -> State:
    return table(tower(*floors), hands=("OFFICE", "OFFICE"), phase="claim", built=(0, 1), **changes)


MINE, BOBS = 0, 1
NOISY = "danger: a NOISE on top would cost you 2 cards"


@pytest.mark.parametrize(
    ("floors", "move", "why"),
    [
        ((), "build OFFICE A", "who claims it scores 2"),
        ((), "build LOBBY A", "it scores 1 for each floor that is built on it"),
        ((), "build SUITE A", "who claims it draws 2 cards"),
        ((), "build NOISE A", "nothing is below it, so it harms nobody"),
        (("LOBBY",), "build NOISE A", "nobody owns what is below it, so it harms nobody now"),
        (
            (("NOISE", MINE),),
            "build NOISE A",
            "a harmless place for NOISE: a claim of it costs nobody else points now",
        ),
        (
            (("OFFICE", MINE),),
            "build LANDLORD A",
            "leaves LANDLORD vacant over your OFFICE: who claims it takes 2",
        ),
        (
            (("LOBBY", BOBS), "OFFICE"),
            "build INFERNO A",
            "gives Bob 1 when A scores; leaves INFERNO vacant over Bob's LOBBY: a claim costs Bob 2",
        ),
        (
            (("OFFICE", MINE), ("LANDLORD", MINE)),
            "build NOISE A",
            "a harmless place for NOISE: a claim of it costs nobody else points now",
        ),
        (
            (("OFFICE", BOBS), ("LANDLORD", MINE)),
            "build NOISE A",
            "leaves NOISE vacant over your LANDLORD: a claim costs you 2",
        ),
        (
            (("OFFICE", BOBS),),
            "build OFFICE A",
            "gives Bob 2 when A scores; who claims it scores 4",
        ),
        (
            (("OFFICE", MINE),),
            "build SUITE A",
            "who claims it draws 2 cards; shields your OFFICE from NOISE and LANDLORD",
        ),
        (
            (("OFFICE", MINE), ("LOBBY", BOBS)),
            "build SPIRE A",
            "A scores this turn: you +2, Bob +1",
        ),
    ],
)
def test_a_floor_is_built_for_a_reason(floors: tuple[Given, ...], move: str, why: str) -> None:
    assert told(building(*floors), move) == why


def test_a_claim_that_follows_is_part_of_the_reason() -> None:
    state = building(("OFFICE", BOBS))
    assert told(state, "build NOISE A", ((0, 1),)) == "if a claim follows: costs Bob 2"
    assert told(state, "build SUITE A", ((0, 1), (1, 0))) == "if a claim follows: draws 2 cards when A scores"
    assert told(building("OFFICE"), "build INFERNO A", ((0, 1),)) == "a claim would keep it from the others"
    assert told(building("OFFICE"), "build OFFICE A", ((0, 0), (0, 1))) == "if 2 claims follow: +8"


@pytest.mark.parametrize(
    ("floors", "move", "why"),
    [
        (("OFFICE", "OFFICE"), "claim A1 OFFICE", "+4 when A scores"),
        (("OFFICE",), "claim A1 OFFICE", "+2 when A scores; danger: a NOISE on top would cost you 2"),
        ((("LOBBY", BOBS), "NOISE"), "claim A2 OFFICE", "costs Bob 1 when A scores"),
        (
            (("OFFICE", BOBS), "LANDLORD"),
            "claim A2 OFFICE",
            "+2 when A scores, costs Bob 2; danger: a NOISE on top would cost you 2",
        ),
        (
            (("OFFICE", MINE), "LANDLORD"),
            "claim A2 OFFICE",
            "keeps LANDLORD from the others: their claim would cost you 2",
        ),
        (
            ("LOBBY", "INFERNO", "OFFICE"),
            "claim A1 OFFICE",
            "+2 when A scores; danger: a claim of the vacant INFERNO, floor 2, costs you 2",
        ),
        ((("LOBBY", MINE), ("LOBBY", MINE), "OFFICE"), "claim A3 OFFICE", "+2 when A scores"),
        (("SUITE",), "claim A1 OFFICE", f"draws 2 cards when A scores; {NOISY}"),
        ((("ELEVATOR", BOBS), "SUITE"), "claim A2 OFFICE", f"+2 when A scores; draws 2 cards too; {NOISY}"),
        (("LOBBY",), "claim A1 OFFICE", "it scores 1 for each floor that is built on it"),
        (("INFERNO",), "claim A1 OFFICE", "it scores nothing yet; a card there counts once an ELEVATOR is built"),
        ((("SUITE", BOBS), "NOISE"), "claim A2 OFFICE", "keeps 2 cards from Bob"),
        (
            (("SUITE", BOBS), "LANDLORD"),
            "claim A2 OFFICE",
            f"takes over Bob's SUITE, which draws 2 cards when A scores; {NOISY}",
        ),
        (
            ("INFERNO", "SPIRE"),
            "claim A1 OFFICE",
            "no points change in A, which scores this turn",
        ),
        (("OFFICE", "SPIRE"), "claim A2 OFFICE", "+3 when A scores; safe, since A scores this turn"),
        (
            ("OFFICE", ("NOISE", BOBS)),
            "claim A1 OFFICE",
            "it scores nothing yet; a card there counts once an ELEVATOR is built",
        ),
    ],
)
def test_a_floor_is_claimed_for_a_reason(floors: tuple[Given, ...], move: str, why: str) -> None:
    assert told(claiming(*floors), move) == why


def test_a_floor_that_scores_more_for_one_player_says_for_whom() -> None:
    assert told(building(("NOISE", BOBS)), "build ELEVATOR A") == "claimed by you it scores 2, by Bob 4"


def test_a_noise_on_top_is_a_danger_where_a_claim_makes_it_dearer() -> None:
    below = claiming("LOBBY", ("ELEVATOR", MINE))
    assert told(below, "claim A1 OFFICE") == "+3 when A scores; danger: a NOISE on top would cost you 3"
    assert told(claiming("OFFICE", ("OFFICE", MINE)), "claim A1 OFFICE") == "+4 when A scores"
    assert told(claiming(("NOISE", MINE), "SUITE"), "claim A2 OFFICE") == (
        "draws 2 cards when A scores; danger: a NOISE on top would cost you 2 cards"
    )


def test_a_floor_that_finishes_a_tower_names_what_the_tower_scores() -> None:
    state = building("SUITE", ("OFFICE", BOBS))
    assert told(state, "build SPIRE A", ((0, 2),)) == "A scores this turn; if a claim follows: you +3, Bob +2"
    assert told(building(("OFFICE", BOBS)), "build SPIRE A") == "A scores this turn before it grows: Bob +2"


def finishing(hand: str, **changes: object) -> State:
    """Ann has built on B, and her SPIRE would finish A with its SUITE."""
    return table(tower("SUITE"), tower("OFFICE"), hands=(hand, "OFFICE"), built=(1,), **changes)


@pytest.mark.parametrize(("offices", "gain"), [(1, "2 cards for you"), (3, "1 card for you"), (4, "no points")])
def test_a_suite_promises_the_cards_that_the_hand_will_hold(offices: int, gain: str) -> None:
    """The claims of the turn leave the hand first, then three cards are drawn, then the tower scores."""
    state = finishing("SPIRE" + offices * " OFFICE")
    assert told(state, "build SPIRE A", ((0, 0),)) == f"A scores this turn; if a claim follows: {gain}"


def test_a_suite_promises_no_card_once_the_deck_is_empty() -> None:
    state = finishing("SPIRE OFFICE", deck=3)
    assert told(state, "build SPIRE A", ((0, 0),)) == "A scores this turn; if a claim follows: no points"
    last = claiming("SUITE", deck=0)
    assert told(last, "claim A1 OFFICE") == "it scores nothing yet; a card there counts once an ELEVATOR is built"
    assert best_claim(GAME.view(last, 0)) is None


def test_a_suite_whose_cards_the_hand_cannot_hold_is_not_the_best_claim() -> None:
    """A hand of four tucks one card and draws three: it is full, and the SUITE draws nothing."""
    for hand, best in (("OFFICE OFFICE OFFICE OFFICE", 1), ("OFFICE OFFICE", 0)):
        state = table(tower("SUITE", "SPIRE"), hands=(hand, "OFFICE"), phase="claim", built=(0, 1))
        claim = best_claim(GAME.view(state, 0))
        assert claim is not None and claim.storey == best


def test_the_end_of_a_turn_names_the_claim_that_is_left_out() -> None:
    assert told(claiming("OFFICE", ("SPIRE", MINE)), "end") == (
        "keeps 1 card rather than claim floor 1 of A for +2; A scores this turn: you +3"
    )
    assert told(claiming("OFFICE"), "end") == (
        "keeps 1 card rather than claim floor 1 of A for +2, which the others could undo"
    )
    assert told(claiming("INFERNO"), "end") == "no vacant floor would score now"
    shared = claiming(("NOISE", BOBS), ("NOISE", BOBS), "ELEVATOR")
    assert told(shared, "end") == "the claims left help the others as much as you"
    assert told(claiming(("INFERNO", MINE)), "end") == "no floor is vacant"
    empty = table(tower("OFFICE"), hands=("", "OFFICE"), phase="claim", built=(0, 1))
    assert told(empty, "end") == "no card is left to claim with"
    assert reason(GAME.view(two_due("chosen"), 0), ScoreNext(0)) == "the oldest tower scores first"


def test_a_reason_is_made_of_what_everyone_sees() -> None:
    for seed in range(3):
        for state in list(walk(3, seed))[::5]:
            if isinstance(GAME.turn(state), Decide):
                for action in list(GAME.choices(state))[::4]:
                    assert reason(GAME.view(state, None), action) == reason(GAME.view(state, state.active), action)


def test_no_reason_says_nothing() -> None:
    """Points alone are no reason, and neither are no points: some intent, effect or danger is named."""
    for state in list(walk(3, 4))[::3]:
        if isinstance(GAME.turn(state), Decide):
            for level in LEVELS[1:4]:
                thought = level.make(GAME).choose(GAME.view(state, state.active), Dice(1), Clock(24))
                assert thought.why not in ("", ".") and "only good move" not in thought.why


def test_the_most_useful_claim_is_found_with_the_cheapest_card() -> None:
    state = table(tower("OFFICE", "OFFICE", "OFFICE"), tower("NOISE"), hands=("SPIRE SUITE", "OFFICE"), phase="claim")
    claim = best_claim(GAME.view(state, 0))
    assert claim is not None and (claim.slot, claim.card) == (0, "SUITE")
    worthless = table(tower("NOISE"), hands=("SPIRE", "OFFICE"), phase="claim")
    assert best_claim(GAME.view(worthless, 0)) is None
    assert best_claim(GAME.view(table(tower("OFFICE"), hands=("", ""), phase="claim"), 0)) is None


def test_every_floor_and_move_has_a_reason() -> None:
    kinds = {Build: 0, Claim: 0, EndTurn: 0}
    for state in list(walk(2, 9)):
        if isinstance(GAME.turn(state), Decide):
            for action in GAME.choices(state):
                kinds[type(action)] += 1
                assert reason(GAME.view(state, state.active), action)
    assert min(kinds.values()) > 0


def test_in_a_decided_game_the_best_estimate_is_played() -> None:
    """Every turn wins as surely, so the search would play any of them; a safe claim is still made."""
    spired = table(
        tower(("LOBBY", BOBS), "SPIRE"),
        hands=("LANDLORD", "OFFICE"),
        phase="claim",
        built=(0, 1),
        deck=18,
        points=(80, 1),
    )
    for seed in range(4):
        thought = LEVELS[-1].make(GAME).choose(GAME.view(spired, 0), Dice(seed), Clock(16))
        assert thought.action == Claim(0, 1, "LANDLORD")

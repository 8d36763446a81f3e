"""What each seat may know, and worlds imagined from it."""

from __future__ import annotations

from tests.games.takethat.tables import act, table
from towergames.core.contract import event_text, visible
from towergames.core.dice import Dice
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import unseen_cards


def test_imagined_hands_vary() -> None:
    seen = GAME.view(table(), 0)
    assert len({GAME.imagine(seen, Dice(seed)).hands[1] for seed in range(30)}) > 10
    assert {GAME.imagine(seen, Dice(seed)).hands[0] for seed in range(30)} == {table().hands[0]}


def test_own_tucks_are_shown_only_to_their_player_and_only_by_option() -> None:
    for options, seats_that_see in (({}, []), ({"own_tucks": True}, [0]), ({"open": True}, [None, 0, 1])):
        state = act(table(options=options), "build OFFICE A", "build LOBBY B", "claim A1 SPIRE")
        who = []
        for seat in (None, 0, 1):
            standing = GAME.view(state, seat).slots[0]
            assert standing is not None
            if standing.storeys[0].tuck == "SPIRE":
                who.append(seat)
        assert who == seats_that_see


def test_a_reveal_hides_nothing_but_the_deck() -> None:
    state = act(table(), "build OFFICE A", "build LOBBY B", "claim A1 SPIRE")
    seen = GAME.reveal(state)
    assert seen.hands == state.hands and seen.slots == state.slots
    assert sorted(unseen_cards(seen)) == sorted(state.deck)


def test_faces_are_told_to_their_player_alone() -> None:
    state = act(table(), "build OFFICE A", "build LOBBY B")
    claim = GAME.apply(state, GAME.parse("claim A1 SPIRE", state))
    public = [event for event in claim.events if visible(event, 1)]
    assert [event_text(event, ["Ann", "Bob"]) for event in public] == ["Ann claims floor 1 of A, OFFICE"]
    assert "SPIRE" in event_text(
        next(event for event in claim.events if visible(event, 0) and event not in public), ["A", "B"]
    )
    assert not claim.reveals
    end = GAME.apply(claim.state, GAME.parse("end", claim.state))
    assert end.reveals
    assert [event.text for event in end.events if visible(event, None)] == ["{0} draws 3 cards"]
    assert [event.kind for event in end.events if visible(event, 0)] == ["draw", "draw.faces"]


def test_with_open_hands_everybody_is_told() -> None:
    state = act(table(options={"open": True}), "build OFFICE A", "build LOBBY B")
    for move in ("claim A1 SPIRE", "end"):
        step = GAME.apply(state, GAME.parse(move, state))
        assert len(step.events) > 1 and all(visible(event, None) for event in step.events)


def test_the_status_line_tells_public_facts() -> None:
    assert GAME.status(GAME.view(table(), None)) == ("Deck 56", "Discard 0", "Hands 4, 4")
    assert GAME.status(GAME.view(table(last_round=True), None))[0] == "Last round"

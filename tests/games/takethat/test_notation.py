"""Moves as people type them."""

from __future__ import annotations

import pytest

from tests.games.takethat.tables import table, walk
from towergames.core.contract import NotationError
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import FLOORS, Action, Build, Claim, EndTurn, ScoreNext


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("build OFFICE A", Build("OFFICE", 0)),
        ("BUILD office a", Build("OFFICE", 0)),
        ("  b   off  on tower b ", Build("OFFICE", 1)),
        ("build c spire", Build("SPIRE", 2)),
        ("build e e", Build("ELEVATOR", 4)),
        ("build noise complaint a", Build("NOISE", 0)),
        ("claim A3 OFFICE", Claim(0, 2, "OFFICE")),
        ("claim a 3 with lob", Claim(0, 2, "LOBBY")),
        ("c lobby a3", Claim(0, 2, "LOBBY")),
        ("claim inferno under b 12", Claim(1, 11, "INFERNO")),
        ("end", EndTurn()),
        ("END TURN", EndTurn()),
        ("e", EndTurn()),
        ("score tower b", ScoreNext(1)),
        (",build office, a", Build("OFFICE", 0)),
        ("spire a", Build("SPIRE", 0)),
        ("BUILD spire A", Build("SPIRE", 0)),
        ("put SPIRE on A.", Build("SPIRE", 0)),
        ("a: elev", Build("ELEVATOR", 0)),
        ("on tower B build office", Build("OFFICE", 1)),
        ("build(noise, a)", Build("NOISE", 0)),
        ("a3 lobby", Claim(0, 2, "LOBBY")),
        ("LOBBY claims A3", Claim(0, 2, "LOBBY")),
        ("use lobby to claim floor 3 of A", Claim(0, 2, "LOBBY")),
        ("claim floor 12 of tower b with suite", Claim(1, 11, "SUITE")),
        ("tower B score", ScoreNext(1)),
        ("I end my turn", EndTurn()),
    ],
)
def test_typed_moves_are_understood(typed: str, meant: Action) -> None:
    assert GAME.parse(typed, table()) == meant


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("", "build FLOOR TOWER"),
        ("  ", "build FLOOR TOWER"),
        (" ,, ", "build FLOOR TOWER"),
        ("jump", "is not a move"),
        ("\x1b[2J", "is not a move"),
        ("b" * 9999, "is not a move"),
        ("build", "build needs a floor and a tower, such as: build OFFICE A"),
        ("build OFFICE A B", "build needs a floor"),
        ("build s a", "SPIRE or SUITE"),
        ("build zoo a", "the floors are OFFICE"),
        ("claim A3", "claim needs a floor and the card to tuck, such as: claim A3 OFFICE"),
        ("claim 3 a", "claim needs a floor"),
        ("claim A3 OFFICE 2", "claim needs a floor"),
        ("claim A0 NOISE", "from 1"),
        ("score", "score B"),
        ("score ab", "is not a tower"),
        ("end now", "stands alone"),
        ("a", "is not a move"),
        ("spier a", 'Did you mean "SPIRE"?'),
        ("scroe b", 'Did you mean "score"?'),
        ("biuld office a", 'Did you mean "build"?'),
        ("a3 zoo", "is not a move"),
        ("on the", "is not a move"),
    ],
)
def test_anything_else_is_answered_with_what_would_be_valid(typed: str, hint: str) -> None:
    with pytest.raises(NotationError, match=hint) as caught:
        GAME.parse(typed, table())
    assert len(str(caught.value)) < 400 and str(caught.value).isprintable()


def test_notation_and_parsing_agree_and_no_two_moves_look_alike() -> None:
    actions: list[Action] = [EndTurn(), *(ScoreNext(slot) for slot in range(5))]
    actions += [Build(floor, slot) for floor in FLOORS for slot in range(5)]
    actions += [Claim(slot, at, floor) for slot in range(5) for at in range(7) for floor in FLOORS]
    texts = [GAME.notate(action) for action in actions]
    assert len(set(texts)) == len(texts)
    assert [GAME.parse(text.lower(), table()) for text in texts] == actions


def test_every_phase_says_how_its_moves_are_typed() -> None:
    phases = {state.phase: GAME.choices(state).templates for state in walk(2, 1)}
    assert phases["build"] == ("build FLOOR TOWER",)
    assert phases["claim"] == ("claim TOWER+FLOOR CARD", "end")

"""Moves of Leaning Towers as people write them."""

from __future__ import annotations

import pytest

from towergames.core.contract import NotationError
from towergames.games.leaning.notation import notate, parse

POSE = "at 1 2 3 turn 1 0 0 0"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("HOLD Large", "hold large"),
        ("hold a large piece", "hold large"),
        ("large hold", "hold large"),
        ("hold the large one", "hold large"),
        ("hold l", "hold large"),
        ("give up", "forfeit"),
        ("give up small", "forfeit small"),
        ("give up my small piece", "forfeit small"),
        ("keep piece 5", "keep P5"),
        ("P5 keep", "keep P5"),
        ("nudge player 2", "nudge 2"),
        ("nobody", "nudge nobody"),
        ("please pass", "pass"),
        (f"small {POSE}", f"place small {POSE}"),
        (f"held small on p3 {POSE}", f"place held small on P3 {POSE}"),
        (f"p3 {POSE}", f"put P3 {POSE}"),
        (f"small {POSE} and large {POSE}", f"found small {POSE} and large {POSE}"),
    ],
)
def test_typed_moves_are_understood(typed: str, meant: str) -> None:
    assert notate(parse(typed)) == meant
    assert notate(parse(typed.upper())) == meant


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("fly", '"fly" is not a move'),
        ("hlod large", 'Did you mean "hold"?'),
        ("large", '"large" is not a move'),
        ("at 1", '"at" is not a move'),
        ("the piece", "is not a move"),
        ("hold lrage", 'Did you mean "large"?'),
    ],
)
def test_what_is_no_move_is_said(typed: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(typed)
    assert told in str(caught.value)

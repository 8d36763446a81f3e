"""How moves are written and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.words.making import GAME, state, with_words
from towergames.core.contract import NotationError
from towergames.games.words.model import Accept, Challenge, Exchange, Pass, Play
from towergames.games.words.notation import cells_of, notate, parse, play_of

S = state(with_words(("c5", "MOOD", False)), racks=("WLQUITA", "AEINRST"))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play c5 across W..L", Play(4, 2, False, "W..L")),
        ("play c5 across WOOL", Play(4, 2, False, "W..L")),
        ("play c5 across W(OO)L", Play(4, 2, False, "W..L")),
        ("Play 5C right wool", Play(4, 2, False, "W..L")),
        ("p across c5 WOOD", Play(4, 2, False, "W")),
        ("play c5 WOOD", Play(4, 2, False, "W")),
        ("play f5 across L", Play(4, 5, False, "L")),
        ("play f5 down L", Play(4, 5, False, "L")),
        ("play f5 down D", Play(4, 5, False, "D")),
        ("play a1 down QUIT", Play(0, 0, True, "QIT")),
        ("play a1 d quuit", Play(0, 0, True, "QUIT")),
        ("play j10 down AT", Play(9, 9, True, "AT")),
        ("exchange E", Exchange("E")),
        ("swap my tile qu", Exchange("Q")),
        ("x q", Exchange("Q")),
        ("pass", Pass()),
        ("PASS my", Pass()),
        ("challenge", Challenge()),
        ("a", Accept()),
    ],
)
def test_what_people_type_is_understood(text: str, action) -> None:
    assert parse(text, S) == action
    if GAME.judge(S, action).refusals[:1] != ():
        return
    assert parse(notate(action), S) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "jump",
        "play",
        "play c5",
        "play z5 across AT",
        "play c11 across AT",
        "play c0 AT",
        "play c5 sideways AT",
        "play c5 across ...",
        "play c5 across A1",
        "play c5 across W(OO",
        "play c5 across ((A))",
        "exchange",
        "exchange EE",
        "exchange 5",
        "pass now",
        "accept it all",
        "play c5 across ABCDEFGHIJK",
        "play j10 across .........A",
        "play c5 across é",
    ],
)
def test_what_is_no_move_is_answered_with_what_would_be(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text, S)
    assert str(caught.value).isprintable()


tiles = st.text("ABQUZ.", min_size=1, max_size=8).filter(lambda t: t[0] != "." and t[-1] != ".")


@given(st.integers(0, 9), st.integers(0, 9), st.booleans(), tiles)
def test_notation_round_trips_on_an_empty_board(row: int, col: int, down: bool, spelled: str) -> None:
    play = Play(row, col, down and len(spelled) > 1, spelled)
    cells = cells_of(play, 10)
    if cells is None:
        return
    empty = state()
    text = notate(play)
    assert parse(text, empty) == play
    assert parse(f"  {text.upper()} ", empty) == play
    if "." not in spelled or len(cells) > 1:
        assert play_of(cells, 10) == play

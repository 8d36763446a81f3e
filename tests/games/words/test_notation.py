"""How moves are written and read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.forked import ROOT
from tests.games.words.making import GAME, state, with_words
from towergames.core.contract import NotationError
from towergames.games.words import reading
from towergames.games.words.model import Accept, Challenge, Exchange, Pass, Play
from towergames.games.words.notation import TEMPLATES, cells_of, notate, parse, play_of, written
from towergames.session.text import form_of
from towergames.table.save_file import load_file

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
        ("play WOOL c5", Play(4, 2, False, "W..L")),
        ("play quit a1 down", Play(0, 0, True, "QIT")),
        ("play quit at a1 down", Play(0, 0, True, "QIT")),
        ("play c5 across down", Play(4, 2, False, "D.WN")),
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


NO_MOVES = (
    *("", "   ", "jump", "jump AT", "c5", "c5 sideways AT", "c11 AT"),
    *("play", "play c5", "play z5 across AT", "play c11 across AT", "play c0 AT", "play c5 sideways AT"),
    *("play c5 across ...", "play c5 across A1", "play c5 across W(OO", "play c5 across ((A))", "play c5 across é"),
    *("play c5 across ABCDEFGHIJK", "play j10 across .........A"),
    *("exchange", "exchange EE", "exchange 5", "pass now", "accept it all"),
)


@pytest.mark.parametrize("text", NO_MOVES)
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
    assert parse(text, empty) == play and parse(f"  {text.upper()} ", empty) == play
    if "." not in spelled or len(cells) > 1:
        assert play_of(cells, 10) == play


def read(text: str, s: Any = S) -> Any:
    return GAME.parse(text, s)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("d2 CAT", "play d2 down CAT"),  # letter first: down, number first: across
        ("2d CAT", "play d2 across CAT"),
        ("2D cat", "play d2 across CAT"),
        ("CAT d2", "play d2 down CAT"),
        ("d2 across CAT", "play d2 across CAT"),
        ("2d down CAT", "play d2 down CAT"),
        ("play d2 CAT", "play d2 across CAT"),  # with a verb the order of the square says nothing
        ("play 2d CAT", "play d2 across CAT"),
        ("c5 MOOT", "play f5 across T"),  # down it would take tiles that the rack has not
        ("5c MOOT", "play f5 across T"),
        ("5f DOG", "play f6 down OG"),  # across it would make no word
        ("f5 DOG", "play f6 down OG"),
        ("j10 DOG", "play j10 down DOG"),  # legal in neither direction: as it is written
        ("10j DOG", "play j10 across DOG"),
        ("5c MOODS", "play g5 across S"),
    ],
)
def test_a_play_without_a_verb_is_read_as_in_scrabble(text: str, written: str) -> None:
    racks = ("ACDGOTS", "AEINRST")
    s = state(racks=racks) if "d2" in written else state(with_words(("c5", "MOOD", False)), racks=racks)
    assert notate(read(text, s)) == written


def test_a_word_that_begins_off_the_board_in_both_directions_is_no_play() -> None:
    s = state(with_words(("j10", "A", False), ("i9", "ON", False)), racks=("TEINRST", "AEINRST"))
    with pytest.raises(NotationError, match="runs off the board"):
        read("j10 AT", s)


def test_a_refusal_of_such_a_line_names_the_form_of_a_play() -> None:
    for text in ("c5", "c5 m1ght", "c11 AT"):
        with pytest.raises(NotationError) as caught:
            read(text)
        assert caught.value.verb == "play"
        assert form_of(caught.value.verb, TEMPLATES["turn"], caught.value) == "Type: play SQUARE across|down WORD."
    with pytest.raises(NotationError) as caught:
        read("jump AT")
    assert caught.value.verb == "" and str(caught.value) == '"jump" is not a move'


def test_a_direction_alone_is_asked_for_its_word_unless_the_rack_can_make_it() -> None:
    def told(text: str, rack: str) -> str:
        s = state(racks=(rack, "AEINRST"))
        refusals = GAME.judge(s, read(text, s)).refusals
        return f"{refusals[0].text} {refusals[0].rule}" if refusals else ""

    assert told("play e5 across", "AEINRST") == (
        "Across what? Type the word after it, such as: play e5 across MOOD. R-6"
    )
    assert told("play e5 down", "AEINRST").startswith("Down what? Type the word after it, such as: play e5 down MOOD.")
    assert told("play e5 across", "ACROSSX").startswith("ACROSS is not in the word list")
    assert told("play e5 across CAT", "AEINRST") == "Your rack has no C. R-6"
    assert told("play e5 down ACROSS", "AEINRST") == "Your rack has no C, no O and only one S. R-6"


def test_every_play_of_a_game_is_read_as_it_is_written_with_brackets() -> None:
    history = load_file(ROOT / "saves" / "example-words.jsonl").history
    plays = [(n, made.move) for n, made in enumerate(history.plays) if isinstance(made.move, Play)]
    texts = [written(history.state_after(n).board, play) for n, play in plays]
    for (n, play), text in zip(plays, texts, strict=True):
        assert reading.parse(text, history.state_after(n)) == play, text
    assert sum("(" in text for text in texts) > len(texts) // 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play c5 across W(OA)L", "A is in brackets, but e5 has O"),
        ("play c4 down (X)A", "X is in brackets, but c4 has no tile"),
    ],
)
def test_letters_in_brackets_must_stand_there(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        parse(text, S)
    assert parse("play i5 across AT(O)", S) == Play(4, 8, False, "AT"), "the judge says that it runs off the board"

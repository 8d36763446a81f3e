"""The deck by its recipe, deals that never change, and the names of puzzles."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towergames.core.options import is_day
from towergames.games.bricks.deal import (
    CODES,
    COLOUR_LETTERS,
    DECK,
    LEAST_POINTS,
    PER_COLOUR,
    SIGNS,
    SIZES,
    PuzzleError,
    Stream,
    balanced,
    check_code,
    code_of,
    daily_code,
    deal,
    quick_tower,
    read_materials,
)
from towergames.games.bricks.judge import judge_known_words
from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS, missing, write_tower
from towergames.games.bricks.rules import FoundWords


def test_the_deck_has_ninety_different_bricks_thirty_of_each_colour() -> None:
    assert len(DECK) == len(set(DECK)) == 90
    assert Counter(code[3] for code in DECK) == {"R": 30, "B": 30, "Y": 30}


@pytest.mark.parametrize("colour", "RBY")
def test_a_colour_has_every_letter_and_every_weight_and_shape_twice(colour: str) -> None:
    own = [code for code in DECK if code[3] == colour]
    letters = Counter(code[0] for code in own)
    assert letters == {letter: 2 if letter in "AEIO" else 1 for letter in LETTERS}
    pairs = Counter(code[1:3] for code in own)
    assert pairs == {f"{tons}{shape}": 2 for tons in range(1, 6) for shape in "TRH"}


def test_a_letter_has_another_weight_and_another_shape_in_every_colour() -> None:
    for place, letter in enumerate(COLOUR_LETTERS):
        three = [DECK[place + 30 * colour] for colour in range(3)]
        assert {code[0] for code in three} == {letter} and len({code[1] for code in three}) == 3
        assert len({code[2] for code in three}) == 3


def test_the_stream_is_sha256_in_counter_mode() -> None:
    stream = Stream("x")
    first = [stream.below(2**64) for _ in range(5)]
    blocks = hashlib.sha256(b"x|0").hexdigest() + hashlib.sha256(b"x|1").hexdigest()
    assert first == [int(blocks[16 * at : 16 * (at + 1)], 16) for at in range(5)]


def test_the_stream_draws_evenly_and_without_repeats() -> None:
    stream = Stream("even")
    counts = Counter(stream.below(6) for _ in range(6000))
    assert set(counts) == set(range(6)) and all(850 < n < 1150 for n in counts.values())
    assert sorted(stream.some("abcdef", 6)) == list("abcdef")
    assert len(set(stream.some(range(100), 20))) == 20


GOLDEN = {
    "S-22222": "A1TR A4HR G5RR I1HR J2TR N4HR O5TR R4TR U3TR X2TR B4HB C2RB E1RB F4TB I3TB J4RB K2TB L5HB N1TB Q3HB "
    "E3HY H2HY I5RY J1HY K4RY N3RY O4HY P2RY S1RY Y4RY #R #B #Y *",
    "S-Y2FN9": "G5RR H3TR J2TR O5TR P3HR S2HR T5RR U3TR W4RR Y5HR C2RB E3HB J4RB M3RB O2RB P5TB V3TB W1HB Y2TB Z5HB "
    "E3HY E5TY G4TY H2HY J1HY K4RY N3RY O1TY P2RY R3HY #R #B #Y *",
    "E-2222S": "C5TR D3HR G5RR I1HR L3RR M1TR R4TR U3TR B4HB C2RB I3TB M3RB N1TB R1RB X4RB Z5HB A3RY A5HY E5TY H2HY "
    "K4RY L2TY Y4RY Z2TY #R #B #Y *",
    "X-2222K": "H3TR I4RR M1TR O5TR V1HR Z3RR F4TB I1HB M3RB R1RB V3TB Y2TB B1TY K4RY M5HY V5RY Y4RY Z2TY #R #B #Y *",
    "M-268KF": "A4HR O2RR U3TR X2TR D5TB L5HB R1RB X4RB O4HY S1RY T4TY U2HY #R #B #Y *",
}


@pytest.mark.parametrize(("code", "cards"), GOLDEN.items())
def test_a_code_deals_the_same_cards_for_ever(code: str, cards: str) -> None:
    """These may never change: people have shared the codes."""
    assert " ".join(deal(code)) == cards


@pytest.mark.parametrize("size", SIZES)
def test_deals_are_balanced_parts_of_the_deck_with_windows_and_a_wildcard(size: str) -> None:
    count = PER_COLOUR[SIZES[size]]
    for number in range(5):
        cards = deal(code_of(size, number * 12_345))
        bricks = cards[: 3 * count]
        assert len(cards) == 3 * count + 4 and cards[3 * count :] == ("#R", "#B", "#Y", "*")
        assert not Counter(bricks) - Counter(DECK)
        assert Counter(code[3] for code in bricks) == dict.fromkeys("RBY", count)
        assert balanced(bricks)
        vowels = sum(code[0] in VOWELS for code in bricks) / len(bricks)
        assert 0.26 <= vowels <= 0.42
        if size == "standard":
            assert 2 <= sum(code[0] in RARE for code in bricks) <= 5


@pytest.mark.parametrize("size", SIZES)
def test_every_deal_holds_a_legal_tower_worth_building(size: str) -> None:
    letter = SIZES[size]
    for number in range(5):
        cards = deal(code_of(size, number * 54_321 + 7))
        tower = quick_tower(cards, LEAST_POINTS[letter])
        assert tower is not None and not missing(tower, cards)
        ledger = judge_known_words(tower, FoundWords())
        assert ledger.legal, write_tower(tower)
        assert ledger.raw_total >= LEAST_POINTS[letter]


def test_a_quick_tower_is_refused_where_there_is_none() -> None:
    assert quick_tower(("A1TR", "A2TR", "E3TB", "E4TB", "I1HY", "O2HY", "*")) is None


@pytest.mark.parametrize(("players", "cards"), [(1, 34), (2, 34), (3, 52), (4, 67), (5, 85), (6, 100)])
def test_more_players_draft_from_a_larger_set(players: int, cards: int) -> None:
    dealt = deal("S-22222", players)
    assert len(dealt) == cards
    assert not Counter(code for code in dealt if len(code) == 4) - Counter(DECK)
    assert balanced([code for code in dealt if len(code) == 4])


@given(st.sampled_from(sorted(SIZES)), st.integers(0, CODES - 1))
def test_codes_are_read_back_however_they_are_typed(size: str, number: int) -> None:
    code = code_of(size, number)
    assert check_code(code) == code and check_code(f" {code.lower()} ") == code
    assert check_code(code.replace("-", "")) == code and check_code(code.replace("-", " ")) == code


@given(st.sampled_from(sorted(SIZES)), st.integers(0, CODES - 1), st.integers(0, 4), st.sampled_from(SIGNS))
def test_a_wrong_sign_swapped_neighbours_and_another_size_are_seen(size: str, number: int, at: int, sign: str) -> None:
    code = code_of(size, number)
    one, place = 2 + at, 2 + min(at, 3)
    swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
    others = (letter + code[1:] for letter in "SEXM")
    for wrong in {code[:one] + sign + code[one + 1 :], swapped, *others} - {code}:
        with pytest.raises(PuzzleError, match="does not fit"):
            check_code(wrong)


@pytest.mark.parametrize("text", ["", "S", "Q-22222", "S-2222", "S-222222", "S-2222O", "S-I2222", "S--2222", "S-22é22"])
def test_what_is_no_code_is_answered_with_what_would_be(text: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        check_code(text)
    assert str(caught.value).isprintable()


def test_a_day_has_its_puzzle_for_ever_and_days_have_different_ones() -> None:
    assert daily_code("2026-11-21", "standard") == "S-Y2FN9"
    days = [(date(2026, 1, 1) + timedelta(days=n)).isoformat() for n in range(366)]
    assert len({daily_code(day, "standard") for day in days}) > 360
    assert {daily_code("2026-11-21", size)[0] for size in SIZES} == set("SEXM")


def test_a_day_deals_the_same_cards_on_another_machine() -> None:
    """The code by its recipe alone, and the deal in processes that hash otherwise."""
    block = int.from_bytes(hashlib.sha256(b"towergames bricks daily 1|S|2026-11-21").digest()[:8], "big") % 31**4
    signs = "".join(SIGNS[block // 31**power % 31] for power in (3, 2, 1, 0))
    assert daily_code("2026-11-21", "standard")[2:6] == signs
    program = "from towergames.games.bricks.deal import *; print(*deal(daily_code('2026-11-21', 'standard')))"
    for seed in ("1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": "Pacific/Auckland"}
        told = subprocess.check_output([sys.executable, "-c", program], env=environment, text=True)
        assert told.strip() == GOLDEN["S-Y2FN9"]


@pytest.mark.parametrize(
    "text", ["2026-13-01", "2026-02-30", "26-11-21", "20261121", "2026-W47-6", "today", "٢٠٢٦-١١-٢١"]
)
def test_what_is_no_day_is_refused(text: str) -> None:
    assert not is_day(text)
    with pytest.raises(PuzzleError):
        daily_code(text, "standard")


def test_cards_may_be_given_one_by_one() -> None:
    assert read_materials("a5ry, b4rb #r  * #r #b") == ("A5RY", "B4RB", "#R", "*", "#R", "#B")


@pytest.mark.parametrize(
    "text", ["A5RY B4RB", "A5RY " * 101, "A5RY B4RB #R * * #B", "A5RY B4RB #R #B #Y Z9", "A5RY B4RB #R #B #Y ##"]
)
def test_what_are_no_materials_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        read_materials(text)

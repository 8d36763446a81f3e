"""The judge as a whole: fixtures, properties, speed, and the words it finds."""

from __future__ import annotations

import random
import time
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.bricks.making import WORKED, any_readings, any_tower, ledger, tower, words
from towergames import lexicon
from towergames.games.bricks.judge import (
    SHARES,
    WordIndex,
    bars,
    columns,
    find_words,
    judge,
    judge_known_words,
    letters_of,
    list_for_play,
    longest_word,
    medal,
)
from towergames.games.bricks.pieces import COLOURS, Piece, Tower
from towergames.games.bricks.rules import CHOICES, STANDARD, FoundWords, Readings

SEEDS = st.integers(0, 2**32)


def some_tower(seed: int) -> Tower:
    return any_tower(random.Random(seed))


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("", "", ()),
        (" / R3RY", " / R3RY #Y", (11,)),  # a second level of two pieces
        ("W4RY", "W3RY", (6, 17)),  # 35 tons, and 11 at the bottom
        ("D4RB T3HB", "C4RB D3HB", (35,)),
        ("D4RB T3HB #B", "C4RB #B D3HB", ()),
        ("R3RY", "S3RY", (23,)),
        ("R3HY W4RY", "W4RY R3HY", (1,)),
        ("#Y #Y / E4TB", "#Y #B / E4TB", (4,)),
        ("O5HY", "O3HY", (5,)),
    ],
)
def test_changes_of_the_worked_tower(old: str, new: str, rules: tuple[int, ...]) -> None:
    text = WORKED.replace(old, new) if old else WORKED
    found = ledger(text)
    assert tuple(found.violations) == rules
    assert found.legal == (not rules) and (found.score is None) == bool(rules)


def test_the_worked_tower_scores_75() -> None:
    assert ledger(WORKED).score == 75
    assert judge_known_words(tower(WORKED), FoundWords((), "DANEWORT")).score == 75  # as a replay does, without a list


def test_a_typed_word_is_the_only_one_tried() -> None:
    assert ledger(WORKED, word="danewort").points[19] == 10
    assert ledger(WORKED, word="Tower").words.longest == "TOWER"
    assert ledger(WORKED, word="towers").points[19] == 0  # no S
    assert ledger(WORKED, word="treowdan").words.longest == ""  # not listed
    assert ledger(WORKED, word="-").points[19] == 0


def test_places_of_breaches_are_in_the_tower() -> None:
    for seed in range(200):
        made = some_tower(seed)
        for breach in judge(made, words()).breaches:
            for row, place in breach.places:
                assert 0 <= row < len(made)
                assert place is None or 0 <= place < len(made[row])


@given(SEEDS)
def test_levels_are_judged_as_given(seed: int) -> None:
    made = some_tower(seed)
    turned = made[::-1]
    one, other = judge(made, words()), judge(turned, words())
    for rule in (4, 6, 9, 11, 16, 17, 21, 23, 24, 26, 27, 35):  # these do not ask which level is on top
        assert (rule in one.violations) == (rule in other.violations)
    for rule in (3, 7, 10, 12, 13, 14, 18, 19, 20, 22, 25, 28, 29, 30, 33, 34, 36):
        assert one.points[rule] == other.points[rule]
    if len(made) > 1 and 5 not in one.violations:
        assert 5 in other.violations


@given(SEEDS, st.data())
def test_windows_never_change_whether_letters_are_in_order(seed: int, data: st.DataObject) -> None:
    made = some_tower(seed)
    if not made:
        return
    row = data.draw(st.integers(0, len(made) - 1))
    at = data.draw(st.integers(0, len(made[row])))
    more = (*made[row][:at], Piece(data.draw(st.sampled_from(COLOURS))), *made[row][at:])
    widened = (*made[:row], more, *made[row + 1 :])
    told = judge_known_words(made, FoundWords()).violations.get(1)
    assert judge_known_words(widened, FoundWords()).violations.get(1) == told
    without = tuple(tuple(piece for piece in level if piece.letter) for level in made)
    assert judge_known_words(without, FoundWords()).violations.get(1) == told


@given(SEEDS)
def test_a_window_more_never_makes_alphabet_neighbours(seed: int) -> None:
    made = some_tower(seed)
    parted = tuple(tuple(p for piece in level for p in (piece, Piece(piece.colour))) for level in made)
    assert 35 not in judge_known_words(parted, FoundWords()).violations


@given(SEEDS)
def test_the_usual_readings_are_the_first_choices(seed: int) -> None:
    first = Readings(**{key: choices[0] for key, choices in CHOICES.items()})  # type: ignore[arg-type]
    assert first == STANDARD and set(CHOICES) == {field.name for field in fields(Readings)}
    made = some_tower(seed)
    assert judge(made, words()) == judge(made, words(), first) == judge(made, words(), STANDARD)


@given(SEEDS)
def test_without_wildcards_only_some_readings_matter(seed: int) -> None:
    draw = random.Random(seed)
    plain = tuple(tuple(replace(piece, made_of=()) for piece in level) for level in any_tower(draw))
    readings = any_readings(draw)
    of_wildcards = ["stack_cards", "wild_window", "heaviest", "lightest", "wild_adjusts", "wild_rare", "free_letters"]
    same = replace(STANDARD, **{key: getattr(readings, key) for key in of_wildcards})
    assert judge(plain, words(), same) == judge(plain, words())


@given(SEEDS)
def test_colours_matter_only_where_colours_are_counted(seed: int) -> None:
    made = some_tower(seed)
    turn = dict(zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True))
    painted = tuple(tuple(replace(piece, colour=turn[piece.colour]) for piece in level) for level in made)
    one, other = judge(made, words()), judge(painted, words())
    assert set(one.violations) == set(other.violations)
    assert {r for r in one.points if one.points[r] != other.points[r]} <= {25, 29, 30}


@given(st.text("AEINORSTLDC", min_size=4, max_size=16))
def test_the_longest_word_is_the_longest_anagram(letters: str) -> None:
    listed = lexicon.load("common")
    made = [word for word in listed.letters.anagrams(letters, all_used=False) if len(word) > 1]
    assert longest_word(listed, letters) == min(made, key=lambda word: (-len(word), word), default="")


def test_free_letters_belong_to_wildcard_bricks() -> None:
    made = tower("A5RY *=X3HY / (A5RY+#B)=Z4TB #B / (A5RY+#B)=#B")
    assert letters_of(made) == ("AXZ", 0)
    free = Readings(free_letters=True)
    assert letters_of(made, free) == ("A", 2) and find_words(made, words(), free).longest == "ACT"
    assert find_words(made, words(), free, "tea").longest == "TEA"
    assert find_words(made, words(), free, "note").longest == ""


def test_columns_say_where_their_letters_stand() -> None:
    first, second, third = columns(tower("A5RY #Y W4RY / E4TB / #B O3HB"))
    assert (first.letters, first.places) == ("EA", ((1, 0), (0, 0)))
    assert (second.letters, second.places) == ("O", ((2, 1),))
    assert (third.letters, third.places) == ("W", ((0, 2),))


def test_a_list_that_is_not_there_is_played_with_the_one_of_its_name_or_the_usual_one() -> None:
    common, gone = lexicon.load("common"), "0" * 64
    assert list_for_play("small", common.sha256) is list_for_play("common", gone) is common
    assert list_for_play("gone", gone) is lexicon.load("standard")


def test_an_index_of_few_words() -> None:
    assert WordIndex(frozenset()).longest("ABC") == ""
    assert WordIndex(frozenset({"A", "AB"})).longest("A") == ""  # one letter is no word
    assert WordIndex(frozenset({"BA", "AB"})).longest("AB") == "AB"


def test_a_tower_is_judged_within_a_millisecond() -> None:
    listed = lexicon.load("standard")
    towers = [some_tower(seed) for seed in range(150)]
    for made in towers:
        find_words(made, listed)  # every length's index is made
    best: list[float] = []
    for made in towers:
        fresh = any_tower(random.Random(len(best) + 1000))
        began = time.process_time()
        judge(fresh, listed)
        best.append(time.process_time() - began)
        judge(made, listed)
    assert sorted(best)[len(best) // 2] < 0.001


def test_bars_are_whole_points_rounded_up() -> None:
    assert bars(100) == {"bronze": 50, "silver": 70, "gold": 90}
    assert bars(101) == {"bronze": 51, "silver": 71, "gold": 91}
    assert bars(1) == {"bronze": 1, "silver": 1, "gold": 1}


@pytest.mark.parametrize("best", [1, 47, 82, 99, 114])
def test_each_bar_is_the_first_point_of_its_medal(best: int) -> None:
    for (name, share), least in zip(SHARES, bars(best).values(), strict=True):
        assert 100 * least >= share * best > 100 * (least - 1)
        names = [known for known, _ in SHARES]
        assert names.index(medal(least, best)) >= names.index(name)
        assert medal(least - 1, best) in ("", *names[: names.index(name)])
    assert medal(best, best) == "gold"


def test_no_medal_for_illegal_towers_nor_where_no_tower_gives_points() -> None:
    assert medal(None, 80) == "" and bars(0) == {} and bars(-4) == {}
    assert medal(0, 0) == "" and medal(-3, 10) == ""

"""Words of a tower: connected groups, the finder against brute force, and the example of the rules."""

from __future__ import annotations

from functools import cache

import pytest

from tests.combinations import first
from tests.games.konexi.making import random_tower, rule_tower, small_list
from towergames.core.dice import Dice
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.tower import tower_of
from towergames.games.konexi.words import connected, find_words, index_of, set_of
from towergames.lexicon import Lexicon, add, load

EXAMPLE = tower_of(rule_tower()).notched


def groups(notched, new: str) -> set[frozenset[str]]:
    """Every connected set of letters with the new one, by growing each by one letter at a time."""
    found = {frozenset(new)}
    fresh = list(found)
    while fresh:
        group = fresh.pop()
        for letter in {other for one in group for other in notched[one]} - group:
            more = group | {letter}
            if more not in found:
                found.add(more)
                fresh.append(more)
    return found


@cache
def by_set(lexicon: Lexicon) -> dict[frozenset[str], set[str]]:
    """The words with no letter twice."""
    found: dict[frozenset[str], set[str]] = {}
    for word in lexicon.words:
        if len(set(word)) == len(word):
            found.setdefault(frozenset(word), set()).add(word)
    return found


def by_brute_force(lexicon: Lexicon, notched, new: str, shortest: int = 2) -> set[str]:
    """Every word whose letters are one of the groups, each used once."""
    found = (by_set(lexicon).get(made, set()) for made in groups(notched, new) if len(made) >= shortest)
    return set().union(*found)


@pytest.mark.parametrize("seed", first(5, range(12)))
def test_the_finder_finds_what_brute_force_over_all_connected_sets_finds(seed: int) -> None:
    tower = random_tower(Dice(seed, 0, "words"), 3 + seed)
    for new in tower.letters[:: 1 + seed // 4]:
        found = find_words(load("common"), tower.notched, new)
        assert set(found) == by_brute_force(load("common"), tower.notched, new)
        assert list(found) == sorted(found, key=lambda word: (-len(word), word))


def test_the_finder_finds_all_words_in_a_tower_of_every_letter_where_all_are_notched() -> None:
    everywhere = {letter: frozenset(ALPHABET.replace(letter, "")) for letter in ALPHABET}
    lexicon = load("common")
    found = find_words(lexicon, everywhere, "Q")
    assert set(found) == {word for word in lexicon.words if "Q" in word and 1 < len(set(word)) == len(word)}


def test_the_example_of_the_rules_rule_counts_and_clue_does_not() -> None:
    assert connected("RULE", EXAMPLE)
    assert not connected("CLUE", EXAMPLE), "C hangs on R, which is no letter of the word"
    assert connected("CRUEL", EXAMPLE)
    assert set(find_words(small_list(), EXAMPLE, "E")) == by_brute_force(small_list(), EXAMPLE, "E")
    assert find_words(small_list(), EXAMPLE, "E")[0] == "CRUEL"
    assert "CLUE" not in find_words(small_list(), EXAMPLE, "C")


def test_k7_two_pairs_that_are_not_joined_make_no_word() -> None:
    """Read to the letter of the rule each letter would touch another one of the word."""
    pairs = {"T": "E", "E": "T", "A": "M", "M": "AX", "X": "M"}
    assert not connected("TEAM", pairs)
    assert find_words(add("teams", ["TEAM", "MA", "AM"]), pairs, "M") == ("AM", "MA")


def test_words_of_one_letter_and_words_with_a_letter_twice_are_never_found() -> None:
    lexicon = add("odd", ["A", "AA", "TAT", "AT"])
    assert find_words(lexicon, {"A": "T", "T": "A"}, "A") == ("AT",)
    assert find_words(lexicon, {"A": ""}, "A") == ()
    assert find_words(lexicon, {"A": "T", "T": "A"}, "Z") == ()


def test_short_words_can_be_left_out() -> None:
    assert set(find_words(small_list(), EXAMPLE, "E", 3)) == by_brute_force(small_list(), EXAMPLE, "E", 3)
    assert all(len(word) > 2 for word in find_words(small_list(), EXAMPLE, "E", 3))


def test_anagrams_share_a_set() -> None:
    index = index_of(small_list())
    assert index.words[set_of("RULE")] == ("LURE", "RULE")
    assert all(made & set_of("C") for made in index.sets["C"])
    assert set_of("ERR") not in index.words

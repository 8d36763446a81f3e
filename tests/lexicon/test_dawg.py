"""The word graph against plain sets."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towergames.lexicon.dawg import Dawg, DawgError, build

words = st.lists(st.text("ABCQ", min_size=1, max_size=6), max_size=40)


@given(words)
def test_a_graph_holds_exactly_its_words(given_words: list[str]) -> None:
    graph = build(given_words)
    assert graph.anagrams("ABCQ" * 6, all_used=False) == sorted(set(given_words))
    for word in given_words:
        assert word in graph and (word + "A" in graph) == (word + "A" in given_words)
    assert "" not in graph and 5 not in graph


@given(words)
def test_a_graph_is_minimal_and_has_no_circles(given_words: list[str]) -> None:
    graph = build(given_words)
    nodes = list(zip(graph.edges, graph.final, strict=True))[:-1]  # the root may equal no other node
    assert len(set(nodes)) == len(nodes)
    for node, edges in enumerate(graph.edges):
        assert all(child < node for _, _, child in edges)
        assert [letter for letter, _, _ in edges] == sorted(letter for letter, _, _ in edges)


@given(words)
def test_bytes_give_the_graph_back(given_words: list[str]) -> None:
    graph = build(given_words)
    again = Dawg.from_bytes(graph.to_bytes())
    assert (again.edges, again.final, again.root) == (graph.edges, graph.final, graph.root)


@given(st.binary(max_size=200))
def test_junk_is_no_graph(data: bytes) -> None:
    with pytest.raises(DawgError):
        Dawg.from_bytes(data)


@given(words.filter(bool), st.data())
def test_damaged_bytes_never_lead_out_of_the_graph(given_words: list[str], data: st.DataObject) -> None:
    whole = bytearray(build(given_words).to_bytes())
    whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        graph = Dawg.from_bytes(bytes(whole))
    except DawgError:
        return
    for edges in graph.edges:
        assert all(0 <= child < len(graph.edges) for _, _, child in edges)


@given(words, st.text("ABCQ", max_size=6), st.booleans())
def test_anagrams_are_what_the_letters_can_spell(given_words: list[str], letters: str, all_used: bool) -> None:
    def fits(word: str) -> bool:
        return Counter(word) <= Counter(letters) and (not all_used or len(word) == len(letters))

    found = build(given_words).anagrams(letters, all_used=all_used)
    assert found == [word for word in sorted(set(given_words)) if fits(word)]


@given(words, st.text("ABC?", min_size=1, max_size=4))
def test_patterns_match_letter_by_letter(given_words: list[str], pattern: str) -> None:
    def fits(word: str) -> bool:
        return len(word) == len(pattern) and all(p in ("?", c) for p, c in zip(pattern, word, strict=True))

    assert build(given_words).matching(pattern) == [word for word in sorted(set(given_words)) if fits(word)]


def test_no_words_make_an_empty_graph() -> None:
    graph = build([])
    assert graph.anagrams("ABC", all_used=False) == []

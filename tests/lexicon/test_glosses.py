"""Definitions: a word's own, or that of the word it is a form of."""

from __future__ import annotations

import pytest

from towergames import lexicon
from towergames.lexicon import define, glosses
from towergames.lexicon.lookup import MAX_HITS, Page, page_of, tidy


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("mood", "mood"),
        ("MOODS", "mood"),
        ("ran", "run"),
        ("hopped", "hop"),
        ("running", "running"),
        ("ponies", "pony"),
        ("boxes", "box"),
        ("happier", "happy"),
        ("cried", "cry"),
        ("geese", "goose"),
        ("mice", "mouse"),
    ],
)
def test_a_form_leads_to_its_word(word: str, lemma: str) -> None:
    found = define(word)
    assert found is not None and found.lemma == lemma
    assert found.word == word.lower() and found.part in ("noun", "verb", "adjective", "adverb")
    assert 0 < len(found.text) <= 160
    assert found.text.isprintable()


@pytest.mark.parametrize("word", ["zzzz", "", "s", "ing", "xqs", "mood-swing"])
def test_no_definition_is_no_fault(word: str) -> None:
    assert define(word) is None


def test_most_words_of_the_usual_list_have_one() -> None:
    words = sorted(lexicon.load("standard").words)[::71]
    assert sum(define(word) is not None for word in words) > 0.75 * len(words)


def test_a_missing_file_means_no_definitions(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(glosses, "wordlists_folder", lambda: tmp_path)
    assert define("mood") is None


SMALL = lexicon.add("small", ["mood", "doom", "moods", "smood", "maid", "mild"])
OTHER = lexicon.add("other", ["mood"])


def test_a_word_with_its_lists_hooks_and_anagrams() -> None:
    page = page_of("MOOD", (SMALL, OTHER))
    assert page.found is not None and page.found.holding == ("small", "other")
    assert (page.found.before, page.found.behind) == ("S", "S")
    assert [hit.word for hit in page.hits] == ["DOOM"] and page.hits[0].meaning.startswith("verb, ")


def test_a_pattern_gives_the_words_that_fit() -> None:
    page = page_of("M??D", (SMALL, OTHER))
    assert page.found is None and [hit.word for hit in page.hits] == ["MAID", "MILD", "MOOD"]


def test_without_search_there_are_no_hits() -> None:
    assert page_of("M??D", (SMALL,), search=False) == Page("M??D")
    page = page_of("MOOD", (SMALL,), search=False)
    assert page.found is not None and page.hits == () and page.total == 0


def test_many_words_are_capped_and_counted() -> None:
    page = page_of("?????", (lexicon.load("common"),))
    assert len(page.hits) == MAX_HITS < page.total


@pytest.mark.parametrize(
    ("typed", "query"), [("  mood ", "MOOD"), ("m?o-d1", "M?OD"), ("", ""), ("é\x1b[31m", "M"), ("a" * 99, "A" * 24)]
)
def test_what_is_typed_is_tidied(typed: str, query: str) -> None:
    assert tidy(typed) == query

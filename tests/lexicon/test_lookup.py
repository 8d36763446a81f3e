"""Looking words up as they are typed."""

from __future__ import annotations

import pytest

from towergames import lexicon
from towergames.lexicon.lookup import MAX_HITS, Page, page_of, tidy

SMALL = lexicon.add("small", ["mood", "doom", "moods", "smood", "maid", "mild"])
OTHER = lexicon.add("other", ["mood"])


def test_a_word_with_its_lists_hooks_and_anagrams() -> None:
    page = page_of("MOOD", (SMALL, OTHER))
    assert page.found is not None
    assert page.found.holding == ("small", "other")
    assert (page.found.before, page.found.behind) == ("S", "S")
    assert [hit.word for hit in page.hits] == ["DOOM"]
    assert page.hits[0].meaning.startswith("verb, ")


def test_a_pattern_gives_the_words_that_fit() -> None:
    page = page_of("M??D", (SMALL, OTHER))
    assert page.found is None
    assert [hit.word for hit in page.hits] == ["MAID", "MILD", "MOOD"]


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

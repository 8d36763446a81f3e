"""Definitions: a word's own, or that of the word it is a form of."""

from __future__ import annotations

import pytest

from towergames import lexicon
from towergames.lexicon import define, glosses


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
    assert found is not None
    assert found.lemma == lemma
    assert found.word == word.lower()
    assert found.part in ("noun", "verb", "adjective", "adverb")
    assert 0 < len(found.text) <= 160
    assert found.text.isprintable()


@pytest.mark.parametrize("word", ["zzzz", "", "s", "ing", "xqs", "mood-swing"])
def test_no_definition_is_no_fault(word: str) -> None:
    assert define(word) is None


def test_most_words_of_the_usual_list_have_one() -> None:
    words = sorted(lexicon.load("standard").words)[::7]
    assert sum(define(word) is not None for word in words) > 0.75 * len(words)


def test_a_missing_file_means_no_definitions(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(glosses, "wordlists_folder", lambda: tmp_path)
    assert define("mood") is None

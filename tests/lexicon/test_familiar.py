"""The words that opponents think of."""

from __future__ import annotations

import pytest

from towergames import lexicon
from towergames.lexicon import shelf
from towergames.lexicon.shelf import EVERYDAY, FAMILIAR, familiar


@pytest.mark.parametrize("name", (EVERYDAY, FAMILIAR))
def test_the_words_are_those_of_the_manifest_and_of_the_usual_list(name: str) -> None:
    words = familiar(name)
    assert len(words) == shelf.manifest()["familiar"][name]["words"]
    assert words < lexicon.load("standard").words


def test_everyday_words_are_familiar_and_rare_words_are_neither() -> None:
    assert familiar(EVERYDAY) < familiar(FAMILIAR)
    assert {"HOUSE", "BIRD", "THINK"} <= familiar(EVERYDAY)
    assert {"GNAW", "THYME"} <= familiar(FAMILIAR) - familiar(EVERYDAY)
    assert not {"TYRO", "CWM", "DHOTI"} & familiar(FAMILIAR)


def test_no_game_is_played_by_them() -> None:
    assert not {EVERYDAY, FAMILIAR} & set(lexicon.shipped())
    with pytest.raises(lexicon.LexiconError):
        lexicon.load(EVERYDAY)

"""Rules of the box that are off here unless chosen are not called house rules."""

from __future__ import annotations

import pytest

from towergames import registry

OFF_HERE = "The box has a rule that is off here unless you choose it: "

IN_THE_BOX = [
    ("konexi", "R-3", "sets it out"),
    ("konexi", "R-4", "the next birthday"),
    ("konexi", "K-12", "bumps the tower"),
    ("konexi", "K-14", "the next birthday"),
    ("leaning", "L-21", "bumps the table"),
    ("words", "R-24", "may challenge it"),
]


def text_of(key: str, rule: str) -> str:
    found = registry.get(key).game.rule_sheet.find(rule)
    return found.text


@pytest.mark.parametrize(("key", "rule", "what"), IN_THE_BOX)
def test_a_rule_of_the_box_is_not_called_a_house_rule(key: str, rule: str, what: str) -> None:
    text = text_of(key, rule)
    house, box = (text.find(words) for words in ("House rule", OFF_HERE))
    assert 0 <= box < text.index(what, box)
    assert house < box or what not in text[house:]


def test_a_bump_is_told_as_the_box_tells_it() -> None:
    text = text_of("konexi", "R-23")
    assert "If you bump the tower" in text and "the round ends" in text
    assert registry.get("konexi").game.info.option("bump_cost").rule == "R-23"


def test_take_that_says_that_the_number_of_each_card_is_our_own() -> None:
    assert "the numbers are our own" in text_of("takethat", "R-2")

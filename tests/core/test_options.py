"""An option that is declared once has its row, its default, its check and its place in the terms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.null.entry import NULL
from towergames.core.contract import complete_terms
from towergames.core.options import Option, OptionError, fill, group, option, options_of, players


@dataclass(frozen=True, slots=True)
class House:
    polite: bool = option("Polite", "Whether one is polite.", "N-5", {True: "yes", False: "no"})


@dataclass(frozen=True, slots=True)
class Terms:
    limit: int = option(
        "Limit", "How many.", "N-3", {"auto": "as many as fit", 3: "three"}, key="most", means={"auto": 0}
    )
    house: House = group(House)
    motto: str = option(
        "Motto", "Any word.", "", {"": "none"}, free=True, wrong=lambda text: "too long" if len(text) > 3 else ""
    )
    first: int = option("First", "Who begins.", "N-1", {"random": "by lot", **players(3)}, means={"random": 0})


INFO = replace(NULL.game.info, options=options_of(Terms))


def test_a_field_gives_the_row_of_the_form() -> None:
    assert [row.key for row in INFO.options] == ["most", "polite", "motto", "first"]
    assert INFO.option("polite") == Option(
        "polite", "Polite", (True, False), "Whether one is polite.", ("yes", "no"), "N-5"
    )


def test_the_form_may_have_an_order_of_its_own_and_rows_that_no_field_keeps() -> None:
    series = Option("series", "Series", (50, 0), "How many points win.")
    rows = options_of(Terms, series, order="first series")
    assert [row.key for row in rows] == ["first", "series", "most", "polite", "motto"]


def test_the_terms_hold_defaults_choices_and_what_they_mean() -> None:
    assert fill(Terms, {}) == Terms(0, House(True), "", 0)
    assert complete_terms(Terms, INFO, 3, {"most": 3, "polite": False, "motto": "so", "first": 3}) == Terms(
        3, House(False), "so", 3
    )


@pytest.mark.parametrize(
    ("seats", "given", "why"),
    [
        (4, {}, "Null is for 1 to 3 players; you gave 4"),
        (True, {}, "Null is for 1 to 3 players; you gave True"),
        (2, {"first": 3}, "first=3 is not possible with 2 players"),
        (2, {"motto": "four"}, "motto: too long"),
        (2, {"most": 4}, "most=4 is not possible. Values: auto, 3"),
        (2, {"colour": 1}, 'Null has no option "colour". Options: most, polite, motto, first'),
        (2, {"limt": 1}, 'Null has no option "limt". Did you mean "most" (Limit)?'),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(seats: Any, given: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionError) as caught:
        complete_terms(Terms, INFO, seats, given)
    assert str(caught.value).startswith(why)

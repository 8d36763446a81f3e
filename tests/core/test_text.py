"""Text from strangers: nothing that acts on a terminal comes through, and nothing good is lost."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towergames.core.text import NAME_CELLS, cell_width, clean, fit, one_in, slug

NASTY = {
    "clear the screen": ("\x1b[2JAnn", "[2JAnn"),
    "write the clipboard": ("\x1b]52;c;aGk=\x07Ann", "]52;c;aGk=Ann"),
    "8-bit CSI": ("\x9b31mAnn", "31mAnn"),
    "NUL": ("A\x00nn", "Ann"),
    "DEL": ("An\x7fn", "Ann"),
    "BEL and backspace": ("A\x07n\x08n", "Ann"),
    "right to left": ("Ann\u202egnp.exe", "Anngnp.exe"),
    "isolates": ("\u2066Ann\u2069", "Ann"),
    "zero width": ("A\u200bn\u200dn\ufeff", "Ann"),
    "soft hyphen": ("An\u00adn", "Ann"),
    "surrogate": ("An\ud800n", "Ann"),
    "private use": ("An\ue000n", "Ann"),
    "unassigned": ("An\u0378n", "Ann"),
    "noncharacter": ("An\uffffn", "Ann"),
    "tag characters": ("An\U000e0041n", "Ann"),
    "line separators": ("An\u2028n\u2029", "An n"),
    "many lines": ("Ann\n\n\tLee\r\n", "Ann Lee"),
    "odd blanks": ("\u3000Ann\u00a0\u2003Lee ", "Ann Lee"),
    "a mark without a base": ("\u0301Ann", "Ann"),
    "a tower of marks is cut to four": ("q" + "\u0301" * 50, "q" + "\u0301" * 4),
    **{f"invisible letters {sign!a}": (sign * 3, "") for sign in "\u3164\u115f\uffa0\u2800"},
    "a name of its own": ("Zoë Łuk", "Zoë Łuk"),
    "decomposed": ("Zoe\u0308", "Zoë"),
    "wide": ("塔", "塔"),
    "empty": ("", ""),
    "blank": (" \t ", ""),
}


@pytest.mark.parametrize(("dirty", "wanted"), NASTY.values(), ids=NASTY)
def test_clean(dirty: str, wanted: str) -> None:
    assert clean(dirty) == wanted


def test_the_width_is_counted_in_cells() -> None:
    assert clean("塔" * 40, 16) == "塔" * 8
    assert clean("a" + "塔" * 40, 16) == "a" + "塔" * 7
    assert clean("x" * 10**6, NAME_CELLS) == "x" * 16


@given(st.text(max_size=80), st.integers(1, 40))
def test_whatever_comes_in_is_harmless_short_and_stays_the_same_when_cleaned_again(text: str, cells: int) -> None:
    made = clean(text, cells)
    assert cell_width(made) <= cells
    assert all(unicodedata.category(ch)[0] != "C" and unicodedata.category(ch) not in ("Zl", "Zp") for ch in made)
    assert made.isprintable()
    assert made == made.strip()
    assert clean(made, cells) == made
    assert unicodedata.is_normalized("NFC", made)


@given(st.text(alphabet="aé塔 ~", max_size=30), st.integers(0, 20))
def test_fit_is_exactly_as_wide_as_asked(text: str, cells: int) -> None:
    made = fit(text, cells)
    assert cell_width(made) == cells
    assert made.rstrip() == text.rstrip() or "~" in made or not cells


@given(st.text(max_size=200))
def test_a_slug_is_always_a_file_name(text: str) -> None:
    made = slug(text)
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,62}", made)
    assert not re.fullmatch(r"con|prn|aux|nul|com\d|lpt\d", made)


@pytest.mark.parametrize("name", ["con", "PRN", "Aux", "nul", "com1", "LPT9", "COM¹"])
def test_device_names_are_no_slugs(name: str) -> None:
    assert slug(name).endswith("-game")


def test_nothing_fits_into_no_cells() -> None:
    assert fit("Ann", 0) == ""
    assert fit("塔塔", 3) == "塔~"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.0, "fewer than 1 in 50"),
        (0.019, "fewer than 1 in 50"),
        (0.021, "about 1 in 30"),
        (0.08, "about 1 in 12"),
        (0.15, "about 1 in 6"),
        (0.6, "about 1 in 2"),
        (0.61, "more than 1 in 2"),
    ],
)
def test_a_small_chance_is_said_as_one_in_a_round_number(chance: float, words: str) -> None:
    assert one_in(chance) == words

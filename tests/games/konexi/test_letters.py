"""The letters as data: what every one of them promises, and the page that shows them."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from tests.games.konexi import letter_sheet
from towergames.games.konexi import letters
from towergames.games.konexi.letters import ALPHABET, HEIGHT, PLASTIC, WIDTH, mass, poses, shape, upright
from towergames.games.konexi.tower import PlacedLetter, Tower, balance, places, stands

EACH = pytest.mark.parametrize("letter", ALPHABET)


@EACH
def test_a_letter_fills_its_frame_and_hangs_together(letter: str) -> None:
    one = upright(letter)
    assert (one.width, one.height) == (WIDTH, HEIGHT)
    reached, fresh = set(), [one.cells[0]]
    while fresh:
        x, y = fresh.pop()
        reached.add((x, y))
        beside = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}  # a slanting stroke touches at corners
        fresh += beside & set(one.cells) - reached
    assert reached == set(one.cells)


@EACH
def test_a_letter_has_two_plugs_and_two_sockets_on_three_sides_at_least(letter: str) -> None:
    one = upright(letter)
    plugs = sum(c.plug for c in one.connectors)
    assert min(plugs, len(one.connectors) - plugs) >= 2
    assert len({c.side for c in one.connectors}) >= 3
    assert len(one.connectors) <= 9


@EACH
def test_connectors_are_on_the_edge_and_no_two_face_each_other_within_a_letter(letter: str) -> None:
    one = upright(letter)
    faced = [c.beyond for c in one.connectors]
    assert not set(faced) & set(one.cells)
    plugs = [c.beyond for c in one.connectors if c.plug]
    assert len(plugs) == len(set(plugs)), "two plugs in one cell would meet"


@EACH
def test_a_letter_stands_in_some_pose_whether_or_not_it_may_be_turned_over(letter: str) -> None:
    for flip in (False, True):
        steady = [one for one in poses(letter) if one.flip == flip and stands(one)]
        assert steady
        for one in steady:
            assert balance(Tower((PlacedLetter(letter, one.turn, flip, 0, 0),))).margin > 0
            assert all(c.y > 0 or c.side != 3 for c in one.connectors if c.plug)


def test_each_letter_can_be_joined_with_every_other_in_every_way_it_stands_best() -> None:
    for letter in ALPHABET:
        bases = [Tower((PlacedLetter(letter, one.turn, False, 0, 0),)) for one in poses(letter)[:4] if stands(one)]
        for other in ALPHABET.replace(letter, ""):
            assert any(places(base, other, flips=False) for base in bases), letter + other


@EACH
def test_all_eight_poses_differ_so_that_no_place_has_two_names(letter: str) -> None:
    assert len({(one.cells, one.connectors) for one in poses(letter)}) == 8
    assert shape(letter, 4) == shape(letter, 0)
    for one in poses(letter):
        assert (min(x for x, _ in one.cells), min(y for _, y in one.cells)) == (0, 0)
        assert len(one.cells) == len(upright(letter).cells)
        assert sorted(c.plug for c in one.connectors) == sorted(c.plug for c in upright(letter).connectors)


def test_letters_weigh_what_their_cells_weigh() -> None:
    assert mass("B") == len(upright("B").cells) * PLASTIC.cell_mg
    assert 8_000 <= min(map(mass, ALPHABET)) <= max(map(mass, ALPHABET)) <= 19_000


def test_turning_and_turning_over_move_connectors_with_their_cells() -> None:
    foot = next(c for c in upright("L").connectors if c.side == 0)
    assert (foot.x, foot.y, foot.plug) == (4, 0, True)
    up = next(c for c in shape("L", 1).connectors if c.side == 1 and c.x == 6 and c.plug)
    assert up.y == 4
    over = next(c for c in shape("L", 0, True).connectors if c.side == 2 and c.plug)
    assert (over.x, over.y) == (0, 0)


def test_every_drawing_has_rows_of_known_marks() -> None:
    drawings = tomllib.loads(Path(letters.__file__).with_name("letters.toml").read_text(encoding="utf-8"))["letters"]
    assert list(drawings) == list(ALPHABET)
    for letter, drawing in drawings.items():
        assert [len(row) for row in drawing.split()] == [WIDTH] * HEIGHT, letter
        assert set(drawing.replace("\n", "")) <= set(".#>^<v[u]n"), letter


def test_the_page_of_letters_is_made_from_the_data() -> None:
    page = Path(letters.__file__).with_name("LETTERS.md")
    if os.environ.get("TOWERGAMES_GOLDEN") == "write":
        page.write_text(letter_sheet.letters_page(), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == letter_sheet.letters_page()

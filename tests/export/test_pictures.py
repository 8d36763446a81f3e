"""The pictures of the README: the committed files are those that the command makes, small and harmless."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.export.films import harmless
from tests.golden import pictures
from tests.golden.pictures import BOARDS, FOLDER, PICTURES
from towergames.lexicon import glosses

MOST_KB = {"film.svg": 600, "leaning.svg": 120, "words.svg": 120}
"""Files that may be larger than 30 kB."""
IN_SPACE = ("film.svg", "leaning.svg", "words.svg")
"""Pictures of solid things: the last digits of their colours differ between machines."""


def words(svg: str) -> list[str]:
    """What a picture says in letters."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


@pytest.mark.parametrize("name", PICTURES)
def test_a_committed_picture_is_small_well_formed_and_harmless(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg" and harmless(text)
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None and title.text
    assert len(text.encode()) < MOST_KB.get(name, 30) * 1000
    assert len(words(text)) > 10
    assert int(root.get("width", "")) <= 840, "as wide as a README"


@pytest.mark.parametrize("name", [name for name in PICTURES if name not in IN_SPACE])
def test_a_committed_picture_is_what_the_command_draws(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PICTURES[name]() + "\n"


@pytest.mark.parametrize("name", IN_SPACE)
def test_a_committed_picture_of_solid_things_has_the_words_of_the_present_one(name: str) -> None:
    glosses._load.cache_clear()  # a picture shows meanings only once they have been read
    assert words((FOLDER / name).read_text(encoding="utf-8")) == words(PICTURES[name]())


def test_the_command_writes_the_pictures_that_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr("sys.argv", ["pictures", "bricks.svg", "konexi.svg"])
    pictures.main()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bricks.svg", "konexi.svg"]
    assert set(PICTURES) >= {f"{name}.svg" for name in BOARDS}

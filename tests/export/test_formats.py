"""Every format of an export, for an example of each game, in light and dark and in seven bits."""

from __future__ import annotations

import json
from itertools import product
from xml.etree import ElementTree

import pytest

from tests.combinations import first
from tests.export.films import SVG, harmless
from tests.tui.mid_games import example
from towergames import registry
from towergames.export import render as export
from towergames.export.film import MOST_BYTES, film
from towergames.export.render import png, render

LOOKS = (("light", False), ("dark", True), ("dark", False), ("light", True))
NAMES = registry.keys()
EVERYDAY = [(name, *LOOKS[number % len(LOOKS)]) for number, name in enumerate(NAMES)]
CASES = [*EVERYDAY, *(case for case in product(NAMES, ("dark", "light"), (False, True)) if case not in EVERYDAY)]


# Every day each game in one look, and each look once.
@pytest.mark.parametrize(("name", "theme", "ascii_only"), first(len(EVERYDAY), CASES))
def test_each_format_is_whole_and_names_the_players(name: str, theme: str, ascii_only: bool) -> None:
    history = example(name)
    names = history.header.names
    made = {f: render(history, f, name=name, theme=theme, ascii_only=ascii_only) for f in ("text", "json", "svg")}
    short = film(history, theme=theme, ascii_only=ascii_only, moments=1)
    assert all(player in made["text"] for player in names) and json.loads(made["json"])["finished"]
    for picture in (made["svg"], short.svg):
        root = ElementTree.fromstring(picture)
        shown = " ".join(text.text or "" for text in root.iter(f"{SVG}text"))
        assert all(player in shown for player in names) and harmless(picture)
    assert not short.left_out and len(short.svg.encode()) < MOST_BYTES / 4
    if ascii_only:
        assert all(text.isascii() for text in (made["text"], made["json"], made["svg"], short.svg))


@pytest.mark.parametrize("name", registry.keys())
def test_boards_of_solid_things_have_a_picture_in_pixels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name != "leaning":  # one in the size that people get; the others are drawn quickly
        monkeypatch.setattr(export, "PNG_CELL", (4, 8))
    made = png(example(name), theme="light")
    assert made is None or made.startswith(b"\x89PNG")
    assert (made is not None) == (name in ("leaning", "words"))

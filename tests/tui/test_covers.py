"""The covers of the games: what the first frame shows of each game before the game is imported."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest

from tests.golden.covers import GAMES, cover_of
from tests.tui.desktop import SIZES, running
from tests.tui.frames import frame
from towergames import registry
from towergames.board.canvas import Canvas
from towergames.core.cover import Cover
from towergames.registry import Entry
from towergames.table.agenda import Agenda
from towergames.table.daybook import Daybook
from towergames.tui.screens.menu import MenuScreen, Today
from towergames.tui.widgets.gallery import EMBLEM_ROLES, Gallery, draw_emblem, first_cards, make_card, make_cards

FIRST_CARDS = """
import sys
from towergames.tui.screens import menu
cards = menu.first_cards()
assert all(card.cover.title and card.cover.emblem for card in cards), cards
unwanted = ("towergames.games.", "towergames.physics", "mujoco", "numpy")
loaded = [name for name in sys.modules if name.startswith(unwanted)]
colours = {f"{card.key}{end}" for card in cards for end in ("", ".palette")}
print(*[name for name in loaded if name.removeprefix("towergames.games.") not in colours])
print(*[name for name in sys.modules if name.startswith("towergames.board.") and name.endswith(".board")])
"""


@pytest.mark.parametrize("entry", registry.ENTRIES, ids=lambda entry: entry.key)
def test_a_cover_says_what_its_game_says(entry: Entry) -> None:
    """Made anew by ``python -m tests.golden.covers``."""
    assert entry.cover == cover_of(entry)
    assert (GAMES / entry.key / "cover.json").read_text(encoding="utf-8") == cover_of(entry).written()


@pytest.mark.parametrize("entry", registry.ENTRIES, ids=lambda entry: entry.key)
def test_the_picture_of_a_cover_is_the_one_that_the_game_draws(entry: Entry) -> None:
    shipped, drawn = Canvas(20, 5), Canvas(20, 5)
    assert entry.cover is not None
    card = make_card(entry, ask=False)
    draw_emblem(shipped, 0, 0, 20, card)
    draw_emblem(drawn, 0, 0, 20, replace(card, cover=Cover.of(entry.game.info, entry.tutorial)))
    pixels = {pixel for row in entry.cover.emblem for pixel in row if len(entry.cover.emblem) == 8}
    assert pixels <= {".", *EMBLEM_ROLES, *card.roles}, "a pixel that nothing paints"
    assert all(shipped.same_row(drawn, row) for row in range(5))


def test_covers_are_read_with_no_more_of_a_game_than_its_colours() -> None:
    run = subprocess.run([sys.executable, "-c", FIRST_CARDS], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == []


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
async def test_names_and_pictures_are_in_the_first_frame(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MenuScreen, "_look", lambda menu: None)
    async with running(size) as (app, _):
        first = frame(app)
        assert isinstance(app.screen, MenuScreen)
        nothing = Agenda("Ann", date(2026, 11, 27), (), Daybook())
        app.screen._seen(make_cards(), None, Today(nothing, {}))
        assert frame(app) == first
        assert all(word in first for entry in registry.ENTRIES for word in entry.game.info.title.split())
        pictures = [card.cover.emblem for card in app.screen.query_one(Gallery).front.cards]
        assert pictures == [entry.game.info.emblem for entry in registry.ENTRIES]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"title": "A", "facts": "", "pitch": "", "lessons": 1, "emblem": 5}']
)
def test_a_game_without_a_readable_cover_is_shown_once_it_is_imported(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Cover.read
    monkeypatch.setattr(Cover, "read", lambda _: read(text))
    assert [card.cover.title for card in first_cards()] == [""] * len(registry.ENTRIES)
    assert all(card.cover == cover_of(registry.get(card.key)) for card in make_cards())

"""Moves as games write them: a misspelt word is answered with the one probably meant, guides write them properly."""

from __future__ import annotations

import pytest

from tests.guides import steps
from towergames import registry
from towergames.core.contract import NotationError
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header


def parse(key: str, text: str) -> None:
    game = registry.get(key).game
    table = Table(History(game, new_header(game, [SeatSetup("Ann"), SeatSetup("Bob")], {}, 7)))
    table.advance()
    table.parse(text)


@pytest.mark.parametrize(
    ("key", "typed", "meant"),
    [
        ("takethat", "biuld OFFICE A", "build"),
        ("takethat", "build OFICE A", "OFFICE"),
        ("bricks", "plcae A5RY 1.1", "place"),
        ("konexi", "plaec R at 3 5", "place"),
        ("leaning", "hodl small", "hold"),
        ("leaning", "hold samll", "small"),
        ("words", "exchnage E", "exchange"),
        ("words", "play e5 acros MOOD", "across"),
    ],
)
def test_a_misspelt_word_of_a_move_gets_a_suggestion(key: str, typed: str, meant: str) -> None:
    with pytest.raises(NotationError, match=rf'Did you mean "{meant}"\?'):
        parse(key, typed)


@pytest.mark.parametrize("key", ["bricks", "takethat", "words"])
def test_the_moves_of_a_guide_are_written_as_the_game_writes_them(key: str) -> None:
    for step in steps(key):
        before, after = (len(play.table.history.plays) for play in (step.before, step.after))
        written = [play.notation for play in step.after.table.history.plays[before:after] if play.by is not None]
        assert written == [line for line in (step.before.suggestion(), *step.lesson.then) if line], step.lesson.title

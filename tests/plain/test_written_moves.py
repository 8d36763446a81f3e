"""Moves as people write them: plain mode and the screen read one line alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plain.helpers import header_of, play
from tests.tui.game_kit import opened
from towergames import registry
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import Header
from towergames.table.save_file import load_file
from towergames.table.store import Store

TAKETHAT = header_of("Ann", "bot:random", first=1)
WORDS = header_of("Bob", "bot:random", game="words", first=1, seed=7)
BRICKS = header_of("Ann", game="bricks", puzzle="M-G2XEW")


def card(header: Header) -> str:
    """The first floor in the hand of Ann."""
    table = Table(History(registry.get("takethat").game, header))
    table.advance()
    return table.game.notate(table.legal()[0]).split()[1].lower()


LINES = [
    (TAKETHAT, "{card} a"),
    (TAKETHAT, "BUILD {card} A"),
    (TAKETHAT, "put {card} on tower A"),
    (BRICKS, "place blue F 0+"),
    (BRICKS, "FB +"),
]


@pytest.mark.parametrize(("header", "line"), LINES)
async def test_a_line_is_one_move_in_both_clients(tmp_path: Path, header: Header, line: str) -> None:
    typed = line.format(card=card(TAKETHAT))
    play(tmp_path, header, [typed, "quit"])
    plain = load_file(tmp_path / "test.jsonl").history.plays
    Store(tmp_path / "saves").begin(header, "test").close()
    async with opened(tmp_path, "test") as shown:
        moves = shown.table.moves
        shown.game.typed(typed)
        await shown.until(lambda: shown.table.moves > moves)
        made = shown.table.history.plays
        assert [one.notation for one in made] == [one.notation for one in plain]


@pytest.mark.parametrize(
    ("header", "line", "form"),
    [
        (TAKETHAT, "build zoo a", "Type: build FLOOR TOWER."),
        (WORDS, "play c5", "Type: play SQUARE across|down WORD."),
        (WORDS, "c5 m1ght", "Type: play SQUARE across|down WORD."),
        (BRICKS, "place", "such as: place yellow A 2.3, or place A5RY + for a new level at the top."),
        (BRICKS, "swap 1.1", "such as: swap 2.3 1.1."),
        (BRICKS, "place N4HR 2.0", "Type: place CARD LEVEL.PLACE or place CARD LEVEL+."),
    ],
)
async def test_a_refusal_shows_the_form_of_this_move_alone(
    tmp_path: Path, header: Header, line: str, form: str
) -> None:
    _, text = play(tmp_path, header, [line, "quit"])
    told = " ".join(text.split())
    assert form in told and told.count("Type:") < 2 and "Moves now" not in told and "declare" not in told
    Store(tmp_path / "saves").begin(header, "test").close()
    async with opened(tmp_path, "test", (120, 40)) as shown:
        shown.game.typed(line)
        assert form in shown.game.session.message.text
        assert "declare" not in shown.game.session.message.text

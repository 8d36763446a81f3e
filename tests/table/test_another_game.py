"""Another game with the players of a finished one: who may play it, its bots, its score, and every window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conformance.seating import play_on
from tests.plain.helpers import header_of
from tests.table.helpers import null_header, null_table
from towergames import registry
from towergames.core.bot import CHARACTERS, Level, nearest_level
from towergames.core.contract import Over
from towergames.session import commands, next_game
from towergames.table.another_game import another_game, games_for, seats_at
from towergames.table.errors import TableError
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import OPEN_FORMAT, Header, SeatSetup, SeriesLink
from towergames.table.setup import games_won, series_line, wins_line
from towergames.table.shared import SharedTable
from towergames.table.store import Store


def finished(header: Header, store: Store | None = None) -> Table:
    game = registry.get(header.game).game
    table = Table(History(game, header)) if store is None else store.begin(header, "evening")
    if isinstance(table, SharedTable):
        for seat in table.humans:
            table.sit(seat)
        table.follow()
    table.advance()
    while not isinstance(table.turn, Over):
        if isinstance(table, SharedTable):
            table.submit(table.turn.seat, table.legal()[-1])
            table.follow()
        else:
            play_on(table, 100)
    return table


def open_one(*seats: str) -> Header:
    return replace(null_header(*seats), format=OPEN_FORMAT)


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[SharedTable, SharedTable, SharedTable]]:
    """A finished table with two players at one window, an onlooker, and a window without news."""
    table = finished(open_one("", ""), Store(tmp_path))
    assert isinstance(table, SharedTable)
    watching = Store(tmp_path).join("evening")
    late = Store(tmp_path).join("evening")
    yield table, watching, late
    for one in (table, watching, late):
        one.close()


def test_a_game_fits_by_its_number_of_players_and_by_its_bots() -> None:
    assert [entry.key for entry in games_for(header_of("Ann", "Ben"))] == [
        "bricks",
        "konexi",
        "leaning",
        "words",
        "null",
    ]
    five = header_of("Ann", "Ben", "Cleo", "Dan", "Eve", game="bricks")
    assert [entry.key for entry in games_for(five)] == ["konexi", "leaning"]


def test_a_bot_plays_the_level_with_the_nearest_character() -> None:
    levels = [Level(name, "", NotImplemented) for name in ("random", "easy", "normal", "club", "hard")]
    nearest = {name: nearest_level(name, levels).name for name in (*CHARACTERS, "random", "gone")}
    assert nearest == {
        "beginner": "easy",
        "easy": "easy",
        "casual": "easy",
        "club": "club",
        "normal": "normal",
        "hard": "hard",
        "random": "easy",
        "gone": "easy",
    }
    nameless = [Level("silly", "", NotImplemented), Level("clever", "", NotImplemented)]
    assert nearest_level("hard", nameless).name == "silly"


def test_a_bot_has_the_name_of_the_character_that_plays_and_people_keep_theirs() -> None:
    entry = registry.get("konexi")
    seats = (SeatSetup("Mira", "casual"), SeatSetup("Gus", "easy"), SeatSetup("Zed", "casual"), SeatSetup("Mia"))
    placed = seats_at(entry, seats)
    assert placed == (SeatSetup("Karl", "easy"), SeatSetup("Gus", "easy"), SeatSetup("Zed", "easy"), SeatSetup("Mia"))
    assert seats_at(registry.get("words"), seats) == seats, "the game has these levels"


def test_another_game_has_its_usual_rules_and_goes_on_with_the_wins() -> None:
    table = finished(replace(open_one("", ""), series=SeriesLink("friday", 3, (20, 9), (2, 0))))
    header = another_game(table.history, "words", 5)
    assert (header.game, header.names, header.format) == ("words", table.names, OPEN_FORMAT)
    assert header.options == another_game(table.history, "words", 6).options
    assert header.series == SeriesLink("friday", 1, (0, 0), games_won(table.history))
    first = finished(another_game(table.history, "takethat", 5))
    assert series_line(first.history) == "", "the points of the game are told already"
    assert wins_line(first.history).startswith("Games won at this table: Ann ")
    assert sum(games_won(first.history)) == 4


def test_a_game_that_does_not_count_is_followed_by_one_without_a_series(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = finished(null_header("", ""))
    monkeypatch.setattr(type(table.game.info), "day_of", lambda _info, _options: "2026-11-28")
    assert another_game(table.history, "takethat", 9).series is None


def test_a_game_that_still_runs_or_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    running = null_table("", "")
    with pytest.raises(TableError, match="when this one is over"):
        another_game(running.history, "words", 1)
    table = finished(null_header("", ""))
    for key in ("null", "nonsense"):
        with pytest.raises(TableError, match="cannot be played by these players"):
            another_game(table.history, key, 1)
    with pytest.raises(TableError, match="the seed must be"):
        another_game(table.history, "words", -1)


def test_every_window_is_told_of_the_other_game_and_joins_it(
    both: tuple[SharedTable, SharedTable, SharedTable], tmp_path: Path
) -> None:
    table, watching, late = both
    assert next_game.why_not_rematch(watching) == next_game.why_not_another(watching) == next_game.PLAYERS_BEGIN
    assert isinstance(next_game.rematch(Store(tmp_path), watching), commands.Refused)
    assert next_game.why_not_another(table) == ""
    fresh = next_game.rematch(Store(tmp_path), table, "takethat")
    assert isinstance(fresh, SharedTable) and fresh.header.game == "takethat" and fresh.here == table.here
    watching.follow()
    assert next_game.next_game_told(watching.history) == "The next game has begun: Take That Towers."
    assert next_game.why_not_rematch(watching) == "" and next_game.why_not_another(table) == next_game.NEXT_BEGUN
    seen = next_game.rematch(Store(tmp_path), watching, "words")
    assert isinstance(seen, SharedTable) and seen.name == fresh.name, "only one game follows"
    seen.close()
    again = Store(tmp_path).again(late, "words")
    assert again.name == fresh.name, "the window had not seen it"
    again.close()
    fresh.close()


def test_a_game_is_meant_by_its_key_its_title_or_the_beginning_of_one(tmp_path: Path) -> None:
    table = finished(null_header("", "easy"), Store(tmp_path))

    def meant(word: str) -> str:
        answer = next_game.other_game(table, word)
        return answer.why if isinstance(answer, commands.Refused) else answer.key

    assert [meant(word) for word in ("words", "Stacked words", "ta", "LEAN")] == [
        "words",
        "words",
        "takethat",
        "leaning",
    ]
    assert meant("zzz").startswith('No game "zzz"')
    assert meant("").startswith("No game")
    assert next_game.seats_told(table, registry.get("takethat")) != ""
    table.close()
    running = null_table("", "")
    answer = next_game.other_game(running, "words")
    assert isinstance(answer, commands.Refused) and answer.why == "The game is not over yet."


def test_players_for_whom_there_is_no_other_game_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(null_header("", ""), Store(tmp_path))
    monkeypatch.setattr(next_game, "games_for", lambda _: ())
    answer = next_game.other_games(table)
    assert answer == commands.Refused("No other game here is for 2 players.")
    table.close()

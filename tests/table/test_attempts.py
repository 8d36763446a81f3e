"""The first attempt at the puzzle of a day is marked as such, later ones are counted, and nothing hides the first."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import pytest

from tests.plain.helpers import header_of
from tests.table.record_kit import counted_in
from towergames.core.contract import Decide
from towergames.games.bricks.deal import daily_code, deal, quick_tower
from towergames.games.bricks.pieces import write_tower
from towergames.table import local_date
from towergames.table.agenda import daybook_of
from towergames.table.facts_cache import FactsCache
from towergames.table.journal import read_journal
from towergames.table.kept_tasks import KeptTasks
from towergames.table.remarks import shareable
from towergames.table.results_table import result_rows
from towergames.table.setup import attempt_told
from towergames.table.solo_ranking import standing
from towergames.table.store import Store

DAY = "2026-11-21"
CODE = daily_code(DAY, "mini")


def attempt(
    folder: Path,
    *names: str,
    puzzle: str = DAY,
    size: str = "mini",
    least: int = 0,
    ends: bool = True,
    **options: object,
) -> int:
    """Begin a game, and hand a tower of ``least`` points in; which attempt its save says that it is."""
    header = header_of(*names or ("Ann",), game="bricks", puzzle=puzzle, size=size, seed=least + 1, **options)
    store = Store(folder)
    table = store.begin(header)
    path = table.journal.path if table.journal is not None else folder
    while ends and isinstance(turn := table.turn, Decide):
        tower = quick_tower(deal(CODE), least) if least else None
        if tower is not None:
            table.submit(turn.seat, table.parse(f"build {write_tower(tower)}"))
        table.submit(turn.seat, table.parse("submit"))
    table.close()
    return read_journal(path).header.attempt


def test_attempts_are_counted_in_the_save(tmp_path: Path) -> None:
    assert attempt(tmp_path, ends=False) == 1
    assert attempt(tmp_path) == 2, "who has seen the cards has made an attempt"
    assert attempt(tmp_path, puzzle=CODE.lower()) == 3, "the same cards by their code"
    assert attempt(tmp_path, ledger="blind", discovery=True, words="wide") == 4, "the same cards with other rules"
    assert attempt(tmp_path, size="six") == 1 and attempt(tmp_path, puzzle="2026-11-22") == 1, "other cards"
    assert attempt(tmp_path, puzzle="random") == 0
    assert attempt(tmp_path, "Bob") == 1 and attempt(tmp_path, "Bob", "ann") == 5, "each has own attempts"


def test_a_save_in_the_trash_a_copy_and_a_branch_change_nothing(store: Store, tmp_path: Path) -> None:
    attempt(tmp_path)
    name = store.names()[0]
    store.duplicate(name)
    table = store.open(name)
    store.branch(table.history, 2, name).close()
    table.close()
    store.delete(name)
    assert attempt(tmp_path) == 2


def test_only_puzzles_of_a_day_tell_their_attempts(tmp_path: Path) -> None:
    for puzzle, told in ((DAY, "first attempt"), (DAY, "attempt 2"), ("M-G2XEW", ""), ("random", "")):
        table = Store(tmp_path).begin(header_of("Ann", game="bricks", puzzle=puzzle, size="mini"))
        assert attempt_told(table.history) == told
        line = shareable(table.history, "Ann 47 points")
        assert line == ("Ann 47 points, " + told if told else "Ann 47 points")
        table.note(0, "hint")
        assert shareable(table.history, "Ann 47 points") == f"{line}, with help" and not shareable(table.history, "")
        table.close()


def test_a_better_attempt_does_not_hide_the_first(tmp_path: Path) -> None:
    attempt(tmp_path, least=10)
    attempt(tmp_path, least=40)
    attempt(tmp_path)
    found = [game.facts for game in counted_in(tmp_path)]
    first, best = found[0].seats[0].points, max(one.seats[0].points for one in found)
    assert [one.attempt for one in found] == [1, 2, 3] and 0 < first < best
    games = counted_in(tmp_path)
    assert result_rows(games)[0].best == result_rows(games[::-1])[0].best == first, "in any order"
    compared = standing(found[2], found)
    assert (compared.first, compared.best, compared.games) == (first, best, 3)


def test_a_streak_of_puzzles_of_34_cards_goes_on_with_todays_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, size in ((17, "standard"), (18, "standard"), (20, "standard"), (21, "mini")):
        monkeypatch.setattr(local_date, "now", lambda day=day: datetime(2026, 11, day, 20))
        puzzle = f"2026-11-{day}"
        table = Store(tmp_path).begin(header_of("Ann", game="bricks", puzzle=puzzle, size=size))
        tower = quick_tower(deal(daily_code(puzzle, size)), 20)
        assert tower is not None
        table.submit(0, table.parse(f"build {write_tower(tower)}"))
        table.submit(0, table.parse("submit"))
        table.close()
    games = FactsCache(tmp_path, tmp_path / "config").all_games()
    book = daybook_of(games, "ann", KeptTasks(tmp_path / "config"))
    found = [book.streak(date(2026, 11, day)) for day in range(18, 25)]
    assert found == [2, 2, 3, 4, 4, 2, 0]
    assert [one.medal for one in book.results if one.former] == [""] * 3


def test_where_the_first_attempt_was_not_ended_there_is_none(tmp_path: Path) -> None:
    attempt(tmp_path, ends=False)
    attempt(tmp_path, least=10)
    (found,) = [game.facts for game in counted_in(tmp_path)]
    assert found.attempt == 2 and standing(found, [found]).first is None


@pytest.mark.parametrize("attempt_", ['"attempt":-1', '"attempt":"first"'])
def test_an_attempt_that_cannot_be_makes_a_bad_header(tmp_path: Path, attempt_: str) -> None:
    import hashlib

    attempt(tmp_path, ends=False)
    path = Store(tmp_path).path(Store(tmp_path).names()[0])
    line = path.read_text().splitlines()[0].replace('"attempt":1', attempt_)
    content = line[: line.rindex(',"sum"')] + "}"
    path.write_text(f'{content[:-1]},"sum":"{hashlib.sha256(content.encode()).hexdigest()}"}}\n')
    assert list(Store(tmp_path).headers()) == []
    assert attempt(tmp_path) == 1

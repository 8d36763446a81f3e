"""Today's task at a table: which games are it, its seats, chance and bot, and days that are not today."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from tests.plain.helpers import header_of
from towergames import registry
from towergames.core.contract import Decide
from towergames.core.daily import Rival
from towergames.table import local_date
from towergames.table.errors import SetupError
from towergames.table.journal import read_journal
from towergames.table.opponents import budget, dice_at, think
from towergames.table.records import Branch, Header
from towergames.table.setup import check_seats
from towergames.table.store import Store
from towergames.table.today import bots_of, daily_of, task_day, task_header, task_kind

DAY = "2026-11-27"


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_date, "now", lambda: datetime.fromisoformat(f"{DAY} 21:30"))


def task(game: str, *, day: str = "today", seed: int = 7, seats: tuple[str, ...] = (), **options: object) -> Header:
    entry = registry.get(game)
    assert entry.daily is not None
    own = entry.daily.options(DAY if day == "today" else day) | {entry.daily.option: day}
    bots = [f"bot:{bot}" for bot in bots_of(entry.daily) if bot]
    return header_of(*(seats or ("Ann", *bots)), game=game, seed=seed, **{**own, **options})


GAMES = [entry.key for entry in registry.ENTRIES if entry.daily is not None]


@pytest.mark.parametrize("game", GAMES)
def test_todays_task_is_known_by_its_options_and_seats(game: str) -> None:
    header = task(game)
    assert task_day(header) == DAY and task_kind(header) == "task"
    assert header.late is not True and "late" not in str(header.options)
    assert task_day(replace(header, branch=Branch("other", 3))) == "", "played on from a replay"


@pytest.mark.parametrize(
    "other",
    [
        lambda: task("words", words="common"),
        lambda: task("words", board=8),
        lambda: task("words", height=4),
        lambda: task("words", deal="random"),
        lambda: task("takethat", height=5),
        lambda: task("takethat", first=2),
        lambda: task("takethat", seats=("Ann", "bot:easy")),
        lambda: task("takethat", seats=("bot:normal", "Ann")),
        lambda: task("takethat", seats=("Ann", "Bob")),
        lambda: task("takethat", seats=("Ann", "bot:normal", "bot:normal")),
        lambda: task("bricks", size="eight"),
        lambda: task("bricks", seats=("Ann", "Bob")),
        lambda: replace(task("words"), game="gone"),
        lambda: header_of("Ann", game="konexi") if registry.get("konexi").daily is None else task("words", board=8),
    ],
)
def test_other_rules_sizes_and_players_are_not_todays_task(other: Callable[[], Header]) -> None:
    assert task_day(other()) == ""


def test_a_former_form_keeps_its_day_and_earns_no_medal() -> None:
    header = task("bricks", size="standard")
    assert task_day(header) == DAY and task_kind(header) == "former"
    assert task_kind(task("bricks", size="standard", day="2026-11-26")) == "", "late days keep nothing"
    sunday = task("bricks", day="2026-11-22")
    assert task_kind(sunday) == "late" and sunday.options["size"] == "standard"


def test_who_begins_matters_only_where_the_task_says_it() -> None:
    assert task_day(task("words", first=1)) == DAY


def test_the_word_list_may_be_of_another_edition() -> None:
    header = task("words")
    options = {**header.options, "words": "standard@0123"}
    assert task_day(replace(header, options=options)) == DAY


def test_a_game_without_a_task_has_none() -> None:
    assert daily_of("gone") is None and daily_of("words") is registry.get("words").daily


@pytest.mark.parametrize(("day", "late"), [(DAY, False), ("today", False), ("2026-11-26", True), ("2026-11-28", True)])
def test_the_task_of_another_day_is_marked_in_the_save(tmp_path: Path, day: str, late: bool) -> None:
    table = Store(tmp_path).begin(task("words", day=day))
    table.close()
    assert table.journal is not None
    line = table.journal.path.read_bytes().splitlines()[0]
    header = read_journal(table.journal.path).header
    assert (header.late is True) == late == (b'"late":true' in line)
    assert late or b"late" not in line, "other saves are written as before"


def test_attempts_at_todays_task_are_counted_for_each_person(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def begun(header: Header) -> int:
        table = store.begin(header)
        table.close()
        assert table.journal is not None
        return read_journal(table.journal.path).header.attempt

    assert [begun(task("words")), begun(task("words", seed=8)), begun(task("words", board=8))] == [1, 2, 3]
    assert begun(task("words", seats=("Bob",))) == 1 and begun(task("takethat")) == 1
    assert begun(header_of("Ann", game="words")) == 0


@pytest.mark.parametrize("game", ["words", "takethat"])
def test_chance_of_the_task_is_the_same_for_every_seed_and_after_every_undo(tmp_path: Path, game: str) -> None:
    tables = [Store(tmp_path).begin(task(game, seed=seed)) for seed in (7, 8)]
    first, second = tables
    assert first.history.state == second.history.state
    move = first.legal()[0] if first.legal() else first.sample(dice_at(first, Decide(0, "turn")))
    for _ in range(3):  # clicks that the second table does not have
        first.submit(0, move)
        first.undo(0)
    first.note(0, "hint")
    first.submit(0, move)
    second.submit(0, move)
    assert first.history.state == second.history.state
    for table in tables:
        table.close()


def test_the_rival_thinks_with_its_iterations_and_no_seconds(tmp_path: Path) -> None:
    table = Store(tmp_path).begin(task("takethat"))
    level = registry.get("takethat").level("normal")
    assert budget(table, level) == (level.iterations, level.seconds), "a hint for the person may be quick"
    while isinstance(turn := table.turn, Decide) and turn.seat == 0:
        table.submit(0, table.legal()[0])
    daily = registry.get("takethat").daily
    assert daily is not None and daily.rival == Rival("normal", 24)
    assert budget(table, level) == (24, None)
    hard = registry.get("takethat").level("hard")
    assert budget(table, hard) == (hard.iterations, hard.seconds), "another level gives a hint"
    assert think(table, level) == think(table, level, live=False)
    other = Store(tmp_path).begin(replace(task("takethat", seed=99), created=table.header.created))
    while isinstance(turn := other.turn, Decide) and turn.seat == 0:
        other.submit(0, other.legal()[0])
    assert think(other, level) == think(table, level), "one Tess for everyone"
    table.close()
    other.close()


def test_other_games_keep_their_dice_and_budget(tmp_path: Path) -> None:
    tables = [Store(tmp_path).begin(header_of("Ann", "bot:normal", first=2, seed=seed)) for seed in (7, 8)]
    level = registry.get("takethat").level("normal")
    turn = tables[0].turn
    assert isinstance(turn, Decide)
    assert budget(tables[0], level) == (level.iterations, level.seconds)
    assert dice_at(tables[0], turn).random() != dice_at(tables[1], turn).random()
    for table in tables:
        table.close()


def test_too_few_players_are_refused_where_no_task_allows_them() -> None:
    game = registry.get("takethat").game
    with pytest.raises(SetupError, match="2 to 4 players"):
        check_seats(game, (), ())


@pytest.mark.parametrize("game", GAMES)
def test_a_person_begins_the_task_of_a_day(game: str) -> None:
    entry = registry.get(game)
    header = task_header(entry, "Tess")
    assert task_kind(header) == "task" and header.names[0] == "Tess" and len(set(header.names)) == len(header.names)
    assert task_kind(task_header(entry, "Ann", "2026-11-26")) == "late"
    for wrong in ("2026-11-31", "random", ""):
        with pytest.raises(SetupError, match="is not a day"):
            task_header(entry, "Ann", wrong)


def test_the_local_date_is_that_of_the_clock_where_the_player_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert local_date.today() in (datetime.now().date(), local_date.now().date())
    for told, left in (("2026-11-27 18:18", 342), ("2026-11-27 00:00", 1440), ("2026-11-27 23:59", 1)):
        monkeypatch.setattr(local_date, "now", lambda told=told: datetime.fromisoformat(told))
        assert local_date.minutes_left() == left and str(local_date.today()) == "2026-11-27"

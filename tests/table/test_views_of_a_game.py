"""Pad, replay, series, statistics, setup, bots at the table, verify: everything that reads a game."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.seating import play_on
from tests.null.entry import NULL
from tests.table.helpers import do, null_header, null_table, saved_game
from tests.table.record_kit import counted, counted_in, seat
from towergames.core.bot import Level, Thought
from towergames.core.contract import Over, Score
from towergames.core.dice import Dice
from towergames.core.text import cell_width
from towergames.session.bot_tasks import BotTask
from towergames.session.replay import Perspective, Replay
from towergames.table.errors import TableError
from towergames.table.facts import Facts, facts, unusual_options
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.opponents import bot_dice, level_of, think
from towergames.table.pad import Pad, build_pad
from towergames.table.records import SeatSetup, SeriesLink
from towergames.table.results_table import games_csv, result_rows, results_csv
from towergames.table.save_file import verify
from towergames.table.setup import (
    MAX_FREE_TEXT,
    SetupError,
    check_seats,
    new_header,
    random_seed,
    rematch,
    starter,
    timestamp,
)
from towergames.table.solo_ranking import SoloRanking, standing
from towergames.table.store import Store


def _finished(*bots: str, **options: Any) -> Table:
    return _ended(null_table(*bots, **options))


def _ended(table: Table) -> Table:
    table.advance()
    play_on(table, 1000)
    assert isinstance(table.turn, Over)
    return table


def test_the_pad_adds_up_by_round_and_by_play() -> None:
    table = _finished("", "", "")
    pad = table.pad()
    assert pad.totals == table.totals
    assert [sum(points) for points in zip(*(row for _, row in pad.rounds()), strict=True)] == list(pad.totals)
    for place in range(3):
        curve = pad.curve(place, table.moves)
        assert len(curve) == table.moves + 1
        assert curve[0] == 0
        assert curve[-1] == pad.totals[place]
    best = max(pad.totals)
    assert [rank == 1 for rank in pad.ranks] == [points == best for points in pad.totals]


def test_points_may_be_pencilled_in() -> None:
    table = null_table("", "", moves=["take 2"], first=1)
    pad = build_pad(table.history, extra=(Score(1, 5, 5, "N-3"),))
    assert pad.totals == (table.totals[0], table.totals[1] + 5)
    assert pad.lines[-1].play == table.moves + 1
    assert pad.curve(1, table.moves)[-1] == table.totals[1]


def test_a_csv_pad_is_no_formula_and_has_every_line() -> None:
    table = _finished("", "")
    pad = replace(table.pad(), names=("=1+1", "+x"))
    rows = list(csv.reader(io.StringIO(pad.as_csv())))
    assert rows[0] == ["round", "play", "player", "points", "nominal", "rule", "note"]
    assert len(rows) == 1 + len(pad.lines) + 2
    assert {row[2] for row in rows[1:]} == {"'=1+1", "'+x"}
    assert [int(row[3]) for row in rows[-2:]] == list(pad.totals)


def test_the_text_pad_stands_in_columns_even_with_wide_names() -> None:
    pad = Pad(("塔塔塔", "Bob"), (), (0, 0))
    assert len({cell_width(line) for line in pad.as_text().splitlines()}) == 1


def test_a_series_carries_points_into_the_pad() -> None:
    header = replace(null_header("", ""), series=SeriesLink("s", 2, (10, 3), (1, 0)))
    table = Table(History(NULL.game, header))
    table.advance()
    do(table, "take 2")
    assert table.pad().grand_totals == tuple(a + b for a, b in zip(table.totals, (10, 3), strict=True))


def test_a_replay_moves_by_turns_and_stays_inside() -> None:
    replay = Replay(_finished("", "", first=1, polite=True).history)
    assert (replay.seek(-5), replay.seek(10**6)) == (0, replay.length)
    assert replay.finished
    seen = [replay.seek(0)]
    while seen[-1] < replay.length:
        seen.append(replay.seek(replay.next_turn()))
        assert isinstance(replay.turn, Over) or replay.turn is not None
    assert seen == sorted(set(seen))
    back = [replay.at]
    while back[-1] > 0:
        back.append(replay.seek(replay.previous_turn()))
    assert back[::-1] == seen
    assert replay.events() == ()


def test_hands_in_a_replay_are_shown_only_when_the_game_is_over() -> None:
    table = null_table("", "", moves=["take 1"], first=1)
    replay = Replay(table.history)
    replay.seek(2)
    assert replay.context().view.secrets == (None, None)
    assert [event.kind for event in replay.events()] == ["take"]
    assert replay.log()
    assert replay.look_as("all hands").startswith("Hands are shown when the game is over.")
    for forbidden in (Perspective("Ann", 0), Perspective("all hands", None, True)):
        replay.perspective = forbidden
        for deed in (replay.context, replay.log):
            with pytest.raises(TableError, match="hands are shown when the game is over"):
                deed()
    play_on(table, 100)
    replay = Replay(table.history)
    assert replay.look_as("all hands") == ""
    assert None not in replay.context().view.secrets
    replay.seek(1)
    replay.perspective = Perspective("Ann", 0)
    assert [event.kind for event in replay.events()] == ["deal", "secret"]
    replay.perspective = Perspective("Bob", 1)
    assert len(replay.log()) == 2


def test_markers_name_big_swings_and_undos() -> None:
    table = null_table("", "", moves=["take 3"], first=1)
    table.undo(0, (1,))
    play_on(table, 100)
    titles = [marker.title for marker in Replay(table.history).markers]
    assert any(title.startswith("Ann undid 1 move") for title in titles)
    assert any(title.startswith(("Ann +", "Bob +")) for title in titles)
    assert Replay(null_table("", "").history).markers == ()


def test_a_rematch_passes_the_start_on_and_carries_points_and_wins() -> None:
    table = _finished("", "easy", first=2)
    assert starter(table.history) == 1
    header = rematch(table.history, 99, "evening")
    assert header.options["first"] == 1
    assert (header.series.id, header.series.number, header.series.points) == ("evening", 2, table.totals)
    best = max(table.totals)
    assert header.series.wins == tuple(int(points == best) for points in table.totals)
    assert header.seats == table.header.seats
    again = rematch(_ended(Table(History(NULL.game, header))).history, 100)
    assert again.series.number == 3
    assert again.options["first"] == 2


def alone(points: int, name: str = "Ann", id: str = "", setup: str = "") -> Facts:
    game = counted(seat(name, points, 1)).facts
    return game._replace(id=id or game.id, setup=setup)


def test_games_alone_are_ranked_and_compared_with_their_like() -> None:
    first, low, high = alone(4, id="first"), alone(-3), alone(10**6)
    other = counted(seat("Ann", 10**7, 1), seat("Bob", 1, 2)).facts
    longer = alone(10**6, setup="heap 9")
    assert standing(first, [low, other, first, high, longer]) == SoloRanking(2, 3, 10**6)
    assert standing(first, []) == SoloRanking(1, 1, 4)
    assert standing(low, [alone(-3), high]) == SoloRanking(2, 3, 10**6), "equal points share a place"
    assert standing(first, [alone(10**6, "Zoe")]) == SoloRanking(1, 1, 4)
    assert standing(first, [alone(10**6, "ANN")]) == SoloRanking(2, 2, 10**6), "Ann and ANN are one person"
    assert standing(first, [alone(10**6, id="first")]).games == 1, "a copy is the same game"


def test_a_setup_in_short_names_what_differs() -> None:
    info = NULL.game.info
    starter = (info.starter_option,)
    assert unusual_options(info, null_header("", ""), starter) == ""
    assert unusual_options(info, null_header("", "", first=2), starter) == ""
    assert unusual_options(info, null_header("", "", heap=40), starter) == "heap 40"


def test_there_is_no_rematch_of_a_running_game() -> None:
    table = null_table("", "", first=2)
    assert starter(table.history) == 1
    assert starter(History(NULL.game, null_header("", ""))) == 0
    with pytest.raises(TableError, match="you can play again when this game is over"):
        rematch(table.history, 1)
    assert facts(table.history) is None


def test_results_count_finished_games_once_and_by_opponents(store: Store) -> None:
    for number, bots in enumerate((("", ""), ("", "easy"), ("",), ("random", "easy"))):
        table = store.begin(null_header(*bots, seed=number), f"g{number}")
        if number == 1:
            table.note(0, "hint")
        play_on(table, 1000)
        table.close()
    store.begin(null_header("", ""), "unfinished").close()
    store.duplicate("g0")
    (store.folder / "broken.jsonl").write_bytes(b"x\n")
    found = counted_in(store.folder)
    assert sorted(game.save for game in found) == ["g0", "g1", "g2", "g3"]
    lines = {(line.player, line.opponents): line for line in result_rows(found)}
    assert set(lines) == {("Ann", "people"), ("Bob", "people"), ("Ann", "easy"), ("Ann", "alone")}
    helped = lines["Ann", "easy"]
    assert (helped.played, helped.helped) == (1, 1)
    assert helped.helped_won == helped.won
    alone = lines["Ann", "alone"]
    assert (alone.played, alone.won, alone.best) == (1, 1, alone.points)
    assert lines["Ann", "people"].won + lines["Bob", "people"].won >= 1


def test_names_that_differ_in_case_are_one_person_with_the_name_written_last() -> None:
    (line,) = result_rows([counted(seat("Ann", 4, 1)), counted(seat("ann", 10**6, 1))])
    assert (line.player, line.played, line.best) == ("ann", 2, 10**6)


def test_tables_for_other_programs_take_no_name_for_a_formula() -> None:
    games = [
        counted(
            seat("=Ann", 12, 1, help=2, turn=7, steal=3), seat("Odo", 3, 2, "hard", turn=5), day="2026-11-28", attempt=1
        ),
        counted(seat("=Ann", 5, 1)),
    ]
    heads, first, second, third = [row.split(",") for row in games_csv(games).splitlines()]
    assert heads[-2:] == ["steal", "turn"] and first[-2:] == ["3", "7"] and second[-2:] == ["", "5"]
    assert first[heads.index("player")] == "'=Ann" and first[heads.index("help")] == "hint:2"
    assert second[heads.index("level")] == "hard" and third[-2:] == ["", ""]
    assert results_csv(games).splitlines() == [
        "game,player,opponents,played,won,helped,helped_won,points,best,mean",
        "null,'=Ann,alone,1,1,0,0,5,5,5.0",
        "null,'=Ann,hard,1,1,1,1,12,12,12.0",
    ]


def test_seats_are_cleaned_and_checked() -> None:
    made = check_seats(NULL.game, (SeatSetup(" A\x1b[2Jnn\u202e "), SeatSetup("Bob", "easy")), ("easy",))
    assert [seat.name for seat in made] == ["A[2Jnn", "Bob"]
    bad: list[tuple[str, tuple[SeatSetup, ...]]] = [
        ("for 1 to 3 players", ()),
        ("for 1 to 3 players", (SeatSetup("a"),) * 4),
        ("needs a name", (SeatSetup("\u200b"),)),
        ("are called", (SeatSetup("Ann"), SeatSetup("ANN"))),
        ("name of player 2 has a picture such as an emoji", (SeatSetup("Ann"), SeatSetup("\U0001f600 Bo"))),
        ('no bot level "deep". Levels: easy', (SeatSetup("Ann", "deep"),)),
    ]
    for match, seats in bad:
        with pytest.raises(SetupError, match=match):
            check_seats(NULL.game, seats, ("easy",))


def test_a_header_is_made_only_of_what_can_be_played() -> None:
    seats = (SeatSetup("Ann"), SeatSetup("Bob"))
    header = new_header(NULL.game, seats, {"heap": 40}, 7)
    assert header.options == {"heap": 40, "limit": 3, "polite": False, "motto": "", "first": "random"}
    assert len(header.created) == len(timestamp()) == 20
    for options, seed in (({"heap": 13}, 1), ({"nope": 1}, 1), ({"first": 3}, 1), ({}, -1), ({}, 2**53)):
        with pytest.raises(SetupError):
            new_header(NULL.game, seats, options, seed)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="longer than"):
        new_header(NULL.game, seats, {"motto": "x" * (MAX_FREE_TEXT + 1)}, 1)
    assert all(100_000 <= random_seed() < 1_000_000 for _ in range(20))


def test_the_longest_texts_allowed_still_fit_the_first_line(store: Store) -> None:
    seats = tuple(SeatSetup(chr(0x20000 + i) * 8) for i in range(3))
    header = new_header(NULL.game, seats, {"motto": "\U0001f600" * MAX_FREE_TEXT}, 2**53 - 1)
    store.begin(header, "game").close()
    assert verify(store.path("game")).ok


def test_a_level_is_found_by_name_and_an_unknown_one_is_played_by_the_weakest() -> None:
    table = null_table("", "easy")
    assert level_of(table, 0) is None
    assert level_of(table, 1).name == "easy"
    seats = (SeatSetup("Ann"), SeatSetup("Bob", "unknown"))
    stranger = Table(History(NULL.game, replace(null_header("", ""), seats=seats)))
    assert level_of(stranger, 1).name == "random"


def test_a_game_without_bots_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = null_table("", "easy")
    monkeypatch.setattr("towergames.registry.Entry.levels", ())
    with pytest.raises(TableError, match="has no bots"):
        level_of(table, 1)


def at_once(function: Callable[..., object], *given: Any) -> None:
    function(*given)


def test_a_bot_thinks_in_its_own_thread_and_can_be_dropped() -> None:
    table = null_table("", "", first=1)
    level = NULL.level("easy")
    told = threading.Event()
    thinking = BotTask(table, level, at_once, lambda thought: told.set()).start()
    assert told.wait(5)
    assert thinking.error is None
    assert thinking.thought == think(table, level) == think(table, level, live=False)
    assert thinking.version == table.version
    assert thinking.seconds >= 0
    table.submit(thinking.seat, thinking.thought.action)


class Slow:
    def __init__(self, game: object) -> None:
        self.game: Any = game

    def choose(self, view: Any, dice: Any, clock: Any) -> Thought[Any]:
        done = 0
        while not clock.over(done):
            done += 1
        return Thought(self.game.parse("take 1", view), "", done)


def test_a_slow_bot_answers_when_hurried_and_keeps_silent_when_dropped() -> None:
    table = null_table("", "", first=1)
    level = Level("slow", "", Slow, None, 60)
    told: list[BotTask] = []
    thinking = BotTask(table, level, at_once, told.append).start()
    thinking.hurry()
    thinking._task._thread.join(5)
    assert told == [thinking]
    dropped = BotTask(table, level, at_once, told.append).start()
    dropped.drop()
    dropped._task._thread.join(5)
    assert told == [thinking]


def test_a_bot_that_fails_is_told_and_does_not_take_the_game_down() -> None:
    class Broken(Slow):
        def choose(self, view: Any, dice: Any, clock: Any) -> Thought[Any]:
            raise ZeroDivisionError

    table = null_table("", "", first=1)
    told: list[BotTask] = []
    BotTask(table, Level("broken", "", Broken), at_once, told.append).start()._task._thread.join(5)
    assert isinstance(told[0].error, ZeroDivisionError)
    assert told[0].thought is None


def test_nobody_thinks_when_nobody_is_to_move() -> None:
    table = _finished("", "")
    level = NULL.level("easy")
    for deed in (lambda: think(table, level), lambda: BotTask(table, level, at_once, lambda _: None)):
        with pytest.raises(TableError, match="no player can move now"):
            deed()


def test_a_bots_dice_tell_nothing_of_the_games() -> None:
    assert bot_dice(5, 3, 1).random() != Dice(5, 3, "seat 1").random()
    assert bot_dice(5, 3, 1).random() == bot_dice(5, 3, 1).random()
    assert len({bot_dice(5, ply, seat).random() for ply in range(3) for seat in range(3)}) == 9


def test_verify_names_the_record_where_a_save_breaks(tmp_path: Path) -> None:
    path = saved_game(tmp_path, moves=100)
    good = verify(path)
    assert (good.ok, good.record, good.reason, good.finished, good.game) == (True, None, "", True, "null")
    lines = path.read_bytes().splitlines(keepends=True)
    assert good.records == len(lines) - 1
    path.write_bytes(b"".join([*lines[:5], lines[5].replace(b"take", b"tale").replace(b"kind", b"kinb"), *lines[6:]]))
    bad = verify(path)
    assert (bad.ok, bad.record, bad.records) == (False, 5, 4)
    assert "checksum" in bad.reason
    assert not bad.finished
    missing = verify(tmp_path / "no\x1bthing.jsonl")
    assert (missing.ok, missing.record) == (False, 0)
    assert missing.file.isprintable()
    assert missing.reason.isprintable()


def test_a_game_without_a_rule_for_the_start_has_rematches_too(monkeypatch: pytest.MonkeyPatch) -> None:
    table = _finished("", "")
    monkeypatch.setattr(type(NULL.game), "info", replace(NULL.game.info, starter_option=""))
    assert rematch(table.history, 3).options == table.header.options

"""The level that fits a person: from games that count, by Elo with the levels as anchors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.seating import play_on
from tests.table.helpers import null_header
from tests.table.record_kit import counted, seat
from towergames.core.bot import EVEN, Level
from towergames.core.contract import Over
from towergames.table.facts_cache import CountedGame, FactsCache
from towergames.table.level_record import (
    EVEN_SCORE,
    RECENT_GAMES,
    LevelGame,
    LevelRecord,
    called,
    first_record,
    level_ratings,
    level_records,
    read_level_records,
    settled_seats,
)
from towergames.table.records import SeatSetup
from towergames.table.rivals import expected_share
from towergames.table.store import Store


def maker(_: Any) -> Any:
    raise AssertionError("nobody plays here")


def level(name: str, rating: int | None) -> Level:
    return Level(name, "", maker, rating=rating)


LADDER = (level("random", 400), level("easy", 1000), level("casual", 1300), level("normal", 1680), level("hard", 1875))


def record(*scores: tuple[str, float]) -> LevelRecord:
    return LevelRecord(tuple(LevelGame(name, score) for name, score in scores))


def test_a_person_without_games_meets_the_weakest_opponent() -> None:
    assert LevelRecord().even_level(LADDER).name == "easy"
    assert LevelRecord().even_sentence(LADDER) == "Even: tonight Gus (Easy), for the first time."


def test_the_level_that_fits_has_the_expected_score_nearest_to_an_even_game() -> None:
    played = record(*[("easy", 1)] * 6, ("casual", 1), ("casual", 0), ("casual", 1))
    fits = played.even_level(LADDER)
    rating = played.rating(LADDER)
    scores = {one.name: expected_share(rating, one.rating or 0) for one in LADDER[1:]}
    assert fits.name == min(scores, key=lambda name: abs(scores[name] - EVEN_SCORE)) == "casual"
    assert played.even_sentence(LADDER) == "Even: tonight Mira (Casual), you won 2 of 3."


def test_the_rating_is_the_one_at_which_the_games_are_expected_to_score_as_they_did() -> None:
    played = record(("casual", 1), ("casual", 0), ("casual", 0.5), ("normal", 0))
    rating = played.rating(LADDER)
    expected = 3 * expected_share(rating, 1300) + expected_share(rating, 1680) + 2 * expected_share(rating, 1000)
    assert expected == pytest.approx(1.5 + 1, abs=0.01)


def test_only_the_newest_games_decide_and_levels_that_are_gone_do_not() -> None:
    lost = [("easy", 0.0)] * 40
    won = [("easy", 1.0)] * RECENT_GAMES
    assert record(*lost, *won).rating(LADDER) == record(*won).rating(LADDER)
    assert record(("expert", 0)).rating(LADDER) == LevelRecord().rating(LADDER)


def test_a_ladder_with_an_unmeasured_level_has_equal_gaps() -> None:
    assert level_ratings(LADDER)["casual"] == 1300 and "random" not in level_ratings(LADDER)
    assert level_ratings((level("beginner", None), level("easy", 1000))) == {"beginner": 1000, "easy": 1250}
    assert level_ratings(LADDER[:1]) == {"random": 400}, "a game with random play alone has no other opponent"


@pytest.mark.parametrize(
    ("games", "following"),
    [
        ([], ""),
        ([("easy", 1)], ""),
        ([("easy", 1), ("easy", 1)], "casual"),
        ([("casual", 1), ("easy", 1)], ""),
        ([("easy", 1)] * 3, ""),
        ([("easy", 1)] * 4, "casual"),
        ([("easy", 1), ("easy", 0.5)], ""),
        ([("normal", 0)] * 2, ""),
        ([("normal", 0)] * 3, "casual"),
        ([("easy", 0)] * 3, ""),
        ([("hard", 1)] * 2, ""),
        ([("expert", 1)] * 2, ""),
        ([("random", 1)] * 2, ""),
    ],
)
def test_the_next_level_is_proposed_after_two_wins_and_the_one_before_after_three_losses(
    games: Sequence[tuple[str, float]], following: str
) -> None:
    proposal = record(*games).proposal(LADDER)
    assert (proposal.following.name if proposal else "") == following


def test_the_task_of_a_day_neither_proposes_a_level_nor_stands_in_the_way_of_a_proposal() -> None:
    won, lost = (
        counted(seat("Ann", 9, rank), seat("Tess", 5, 3 - rank, "normal"), game="takethat", day="2026-11-26", attempt=1)
        for rank in (1, 2)
    )
    easy = result(("Ann", "Gus"), ("", "easy"), 0)
    twice = level_records([easy, easy, lost], "takethat")["ann"]
    proposal = twice.proposal(LADDER)
    assert proposal is not None and proposal.following.name == "casual"
    assert twice.against("normal") == (0, 1), "the task is a game against its level all the same"
    assert level_records([won, won], "takethat")["ann"].proposal(LADDER) is None


def test_a_proposal_says_the_reason_in_its_sentence() -> None:
    up, down = record(*[("easy", 1)] * 2).proposal(LADDER), record(*[("normal", 0)] * 3).proposal(LADDER)
    assert up and up.sentence == "After two wins in a row against Gus (Easy), Mira (Casual) is next."
    assert down and down.sentence == "After three losses to Tess (Normal), a game against Mira (Casual) may be closer."
    assert called(level("sly", None)) == "Sly"


def result(
    names: tuple[str, ...], bots: tuple[str, ...], *best: int, helped: bool = False, game: str = "takethat"
) -> CountedGame:
    ranks = [1 if place in best else 1 + max(1, len(best)) for place in range(len(names))]
    seats = [
        seat(name, 0, rank, bot, help=helped and not bot) for name, rank, bot in zip(names, ranks, bots, strict=True)
    ]
    return counted(*seats, game=game)


def test_games_of_one_person_against_one_bot_count() -> None:
    found = level_records(
        [
            result(("Ann", "Gus"), ("", "easy"), 0),
            result(("Gus", "ANN"), ("easy", ""), 0),
            result(("Ann", "Gus"), ("", "easy"), 0, 1),
            result(("Ann", "Gus"), ("", "easy"), 0, game="words"),
            result(("Ann", "Bob"), ("", ""), 0),
            result(("Gus", "Odo"), ("easy", "hard"), 0),
            result(("Ann", "Gus", "Odo"), ("", "easy", "hard"), 0),
        ],
        "takethat",
    )
    assert found == {"ann": record(("easy", 1), ("easy", 0), ("easy", 0.5))}
    assert found["ann"].against("easy") == (1, 3) and found["ann"].against("hard") == (0, 0)


def test_a_game_won_with_help_shows_nothing_and_one_lost_with_help_is_lost() -> None:
    won, lost = (
        result(("Ann", "Gus"), ("", "easy"), 0, helped=True),
        result(("Ann", "Gus"), ("", "easy"), 1, helped=True),
    )
    assert level_records([won, lost], "takethat") == {"ann": record(("easy", 0))}
    assert level_records([result(("Ann", "Gus"), ("", "easy"))], "takethat") == {"ann": record(("easy", 0))}


def test_the_finished_games_of_a_folder_are_read_by_game_and_table(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number, bots in enumerate((("", "easy"), ("", "random"), ("", ""), ("", "easy", "easy"))):
        table = store.begin(null_header(*bots, seed=number))
        play_on(table, 500)
        assert isinstance(table.turn, Over)
        table.close()
    store.begin(null_header("", "easy", seed=9)).close()
    facts = FactsCache(tmp_path, tmp_path / "config")
    (found,) = read_level_records(facts, "null").items()
    assert found[0] == "ann" and sorted(game.level for game in found[1].games) == ["easy", "random"]
    assert read_level_records(facts, "takethat") == {}


def test_even_becomes_the_level_of_the_first_person_and_names_its_bots() -> None:
    seats = (SeatSetup("Ann"), SeatSetup("", EVEN), SeatSetup("Bob"), SeatSetup("", EVEN), SeatSetup("Zoe", EVEN))
    records = {"ann": record(*[("easy", 1)] * 6), "bob": LevelRecord()}
    settled = settled_seats(seats, LADDER, records)
    assert [seat.bot for seat in settled] == ["", "casual", "", "casual", "casual"]
    assert [settled[1].name, settled[4].name] == ["Mira", "Zoe"] and settled[3].name not in ("", "Mira")
    plain = (SeatSetup("Ann"), SeatSetup("Odo", "hard"))
    assert settled_seats(plain, LADDER, records) == plain
    assert settled_seats(seats, (), records) == seats
    assert first_record((SeatSetup("Gus", "easy"),), records) == LevelRecord()

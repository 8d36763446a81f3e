"""Days of a person: what keeps a day, takes a medal, goes on with a streak, and stands in a line to share."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import product

import pytest

from towergames import registry
from towergames.core.daily import MOST_SIGNS, SIGNS, Daily, Medals, Rival, Task
from towergames.core.text import cell_width
from towergames.table.daybook import (
    SHARED_CELLS,
    SKYLINE_DAYS,
    Daybook,
    SkylineDay,
    TaskResult,
    day_name,
    share_day,
    share_line,
    short_day,
    streak,
    streak_text,
    task_result,
)
from towergames.table.facts import Facts, SeatFacts

TODAY = date(2026, 11, 27)
ALONE = Daily(
    name="Words",
    option="deal",
    on=lambda _: Task("six words", "Six words.", 7),
    medals=Medals(10, 20, 30),
    signs=lambda _: "",
)
HOUSE = replace(ALONE, medals=Medals(50, 70, 90), house=lambda _: 110)
RIVAL = replace(ALONE, name="Take That", medals=Medals(-9, 1, 10), rival=Rival("normal", 24))


def back(days: int) -> date:
    return TODAY - timedelta(days=days)


def found(*points: int, task: str = "task", attempt: int = 1, day: date = TODAY, helped: bool = False) -> Facts:
    """The facts of a game by Ann, against Tess where there are two points."""
    seats = [
        SeatFacts(name, bot, own, 1, {"hint": 1} if helped and not bot else {}, {})
        for (name, bot), own in zip((("Ann", ""), ("Tess", "normal")), points, strict=False)
    ]
    known = {
        "game": "words",
        "id": "1",
        "created": "",
        "setup": "",
        "usual": True,
        "day": day.isoformat() if task else "",
        "earns_medal": task in ("task", "late"),
        "late": task == "late",
        "attempt": attempt,
        "plays": 9,
        "rounds": 1,
        "seats": tuple(seats),
    }
    return Facts(**known)  # type: ignore[arg-type]


def result(facts: Facts, daily: Daily = ALONE, house: int | None = None) -> TaskResult:
    made = task_result("save", facts, daily, lambda *_: house)
    assert made is not None
    return made


# --- results ------------------------------------------------------------------------------------------


def test_the_first_attempt_takes_a_medal_and_keeps_its_day() -> None:
    first = result(found(25))
    assert (first.score, first.medal, first.kept, first.mark, first.late) == (25, "silver", True, "silver", False)


@pytest.mark.parametrize(
    ("facts", "mark", "kept", "late"),
    [
        (found(25, attempt=2), "attempt 2", True, False),
        (found(25, helped=True), "with help", True, False),
        (found(25, task="late"), "silver", False, True),
        (found(25, task="former"), "", True, False),
        (found(0), "", False, False),
        (found(9), "", True, False),
    ],
    ids=["later attempt", "help", "late", "former task", "nothing scored", "below bronze"],
)
def test_what_takes_no_medal_or_keeps_no_day(facts: Facts, mark: str, kept: bool, late: bool) -> None:
    made = result(facts)
    assert (made.mark, made.kept, made.late) == (mark, kept, late)
    assert bool(made.medal) == (mark == "silver")


def test_other_games_are_no_results() -> None:
    assert task_result("save", found(25, task=""), ALONE, lambda *_: None) is None


def test_medals_that_are_shares_wait_for_the_house() -> None:
    assert result(found(83), HOUSE).medal == "" and result(found(83), HOUSE).house is None
    assert (result(found(83), HOUSE, 110).medal, result(found(83), HOUSE, 110).house) == ("silver", 110)
    assert result(found(83, task="former"), HOUSE, 110).house is None, "the house is that of the present task"


def test_a_game_may_have_a_word_for_a_result_below_bronze() -> None:
    bricks = replace(HOUSE, below="stands")
    assert result(found(37), bricks, 110).mark == "stands" and result(found(37), bricks).mark == ""
    assert result(found(0), bricks, 110).mark == "" and result(found(60), bricks, 110).mark == "bronze"
    assert share_line(bricks, result(found(37), bricks, 110), "▅") == "towergames 27 Nov Words ▅ 37 of 110 stands"


def test_the_lead_over_the_rival_is_the_score_and_a_lost_game_keeps_the_day() -> None:
    lost = result(found(20, 49), RIVAL)
    assert (lost.score, lost.medal, lost.kept) == (-29, "", True)
    assert not result(found(0, 0), RIVAL).kept and result(found(42, 39), RIVAL).medal == "silver"


def test_of_several_attempts_the_day_shows_the_first_one_that_ended() -> None:
    book = Daybook([result(found(30, attempt=3)), result(found(12, attempt=2)), result(found(5, task="late"))])
    assert {game: one.attempt for game, one in book.on(TODAY).items()} == {"words": 2}
    assert book.on(back(1)) == {}


# --- streaks ------------------------------------------------------------------------------------------


def kept(*days: int) -> set[date]:
    """The days so many days ago."""
    return {back(number) for number in days}


@pytest.mark.parametrize(
    ("days", "number"),
    [
        ((), 0),
        ((0,), 1),
        ((1,), 1),
        ((2,), 1),
        ((3,), 0),
        ((0, 1, 2), 3),
        ((1, 2, 3), 3),
        ((0, 2, 3), 3),
        ((0, 1, 4, 5), 2),
        ((0, 2, 4, 5), 2),
        ((0, 2, 3, 4, 5, 6, 8, 9), 6),
        ((0, 2, 3, 4, 5, 6, 7, 9, 10), 9),
        (range(400), 400),
    ],
    ids=str,
)
def test_days_in_a_row_with_one_days_rest_in_seven(days: tuple[int, ...], number: int) -> None:
    assert streak(kept(*days), TODAY) == number


def test_todays_open_tasks_end_no_streak_and_two_rests_in_seven_days_do() -> None:
    assert streak(kept(1, 2, 4), TODAY) == streak(kept(1, 2, 4), back(1)) == 3
    rests = [(first, second) for first, second in product(range(1, 12), repeat=2) if first < second]
    for first, second in rests:
        days = [day for day in range(30) if day not in (first, second)]
        whole = streak(kept(*days), TODAY) == 28
        assert whole == (second - first >= 7), (first, second)


def test_the_new_year_and_a_leap_day_are_days_like_others() -> None:
    for today in (date(2027, 1, 2), date(2028, 3, 1)):
        assert streak({today - timedelta(days=number) for number in range(5)}, today) == 5


def test_a_streak_is_shown_from_three_days_on() -> None:
    assert [streak_text(number) for number in (0, 2, 3, 10)] == ["", "", "3 days in a row", "10 days in a row"]


def test_a_day_is_kept_by_any_one_task_and_the_skyline_has_its_games_and_medals() -> None:
    book = Daybook(
        [
            result(found(25)),
            result(found(5))._replace(game="konexi"),
            result(found(25, attempt=2)),
            result(found(35, day=back(2), helped=True)),
            result(found(35, day=back(3), task="late")),
            result(found(0, day=back(4))),
            result(found(35, day=back(SKYLINE_DAYS))),
        ]
    )
    assert book.kept == {TODAY, back(2), back(SKYLINE_DAYS)} and book.streak(TODAY) == 2
    line = book.skyline(TODAY)
    assert len(line) == SKYLINE_DAYS and line[0] == (back(13), 0, 0)
    assert line[-1] == SkylineDay(TODAY, 2, 1) and line[-3] == (back(2), 1, 0)
    assert line[-2] == (back(1), 0, 0) and line[-4] == (back(3), 0, 0) and line[-5] == (back(4), 0, 0)


# --- lines to share -----------------------------------------------------------------------------------


def test_the_line_of_a_task() -> None:
    assert share_line(HOUSE, result(found(83), HOUSE, 110), "▆█▄▆▂▇") == (
        "towergames 27 Nov Words ▆█▄▆▂▇ 83 of 110 silver"
    )
    assert share_line(RIVAL, result(found(42, 39), RIVAL), "▲▼=", plain=True) == (
        "towergames 27 Nov Take That +-= +3 silver"
    )
    assert share_line(ALONE, result(found(9)), "") == "towergames 27 Nov Words 9"
    assert share_line(ALONE, result(found(30, task="late")), "▁") == "towergames 27 Nov Words ▁ 30 gold late"
    assert share_line(ALONE, result(found(30, helped=True)), "▁") == "towergames 27 Nov Words ▁ 30 with help"


def test_the_line_of_the_day() -> None:
    gold, plain = result(found(30)), result(found(1))
    line = share_day(TODAY, [gold, None, plain, gold._replace(medal="silver"), gold._replace(medal="bronze")], 10)
    assert line == "towergames 27 Nov █·▁▅▃ 4 of 5, 10 days in a row"
    assert share_day(TODAY, [None, plain], 2, plain=True) == "towergames 27 Nov .1 1 of 2"


@pytest.mark.parametrize("entry", [entry for entry in registry.ENTRIES if entry.daily is not None], ids=lambda e: e.key)
def test_the_longest_lines_have_sixty_cells_and_no_letter_but_those_of_its_fixed_words(entry: registry.Entry) -> None:
    daily = entry.daily
    assert daily is not None
    points = (-199, 0) if daily.rival is None else (0, 199)
    day = date(2026, 12, 24)
    for attempt, helped, task in product((1, 12), (False, True), ("task", "late")):
        facts = found(*points[: daily.seats], attempt=attempt, helped=helped, day=day, task=task)
        made = result(facts, daily, 199)._replace(medal="bronze")
        for plain in (False, True):
            line = share_line(daily, made, SIGNS + SIGNS, plain=plain)
            assert cell_width(line) <= SHARED_CELLS, line
            assert line.isascii() or not plain
            words = {"towergames", "24", "Dec", *daily.name.split(), "of", "late", "with", "help", "attempt", "bronze"}
            rest = [word for word in line.split() if word not in words]
            assert not any(sign.isalpha() for word in rest for sign in word), rest
            assert all(sign in SIGNS for sign in rest[0]) or plain
    assert len(SIGNS[:MOST_SIGNS]) <= MOST_SIGNS
    assert cell_width(share_day(day, [None] * 6, 9999)) <= SHARED_CELLS


def test_days_are_named_in_english_on_every_machine() -> None:
    assert (day_name(TODAY), short_day(TODAY), day_name(date(2027, 1, 1))) == ("27 November", "27 Nov", "1 January")

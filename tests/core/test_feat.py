"""Marks, records and achievements as a game declares them, without a game."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.null.entry import NULL
from towergames import registry
from towergames.core.contract import Event, Score, Step
from towergames.core.feat import (
    Achievement,
    Feats,
    FinishedGame,
    Mark,
    Marks,
    Play,
    RecordLine,
    note_result,
)


def game(*lines: tuple[Score, ...], points: tuple[int, ...], winners: tuple[int, ...]) -> FinishedGame:
    plays = [Play(number, 0, None, None, Step(None, (), scores)) for number, scores in enumerate(lines, start=1)]
    return FinishedGame(plays, points, winners, 4, {})


def line(seat: int, points: int) -> Score:
    return Score(seat, points, points, "R-1")


def test_the_best_mark_stays_and_of_equal_ones_the_first() -> None:
    marks, early, late = Marks(2), Play(1, 0, None, None, Step(None)), Play(2, 0, None, None, Step(None))
    marks.note(0, "turn", 20, "CAT", early)
    marks.note(0, "turn", 20, "DOG", late)
    marks.note(1, "turn", 30)
    assert marks.by_seat == [{"turn": Mark(20, "CAT", 1)}, {"turn": Mark(30)}]
    marks.note(0, "turn", 21, "EEL", late)
    assert marks.by_seat[0]["turn"] == (21, "EEL", 2)


def test_of_a_measure_that_counts_least_the_smallest_stays() -> None:
    marks = Marks(1, frozenset({"rounds"}))
    for value in (7, 5, 6):
        marks.note(0, "rounds", value)
    assert marks.value(0, "rounds") == 5


def test_a_sum_has_the_last_play_that_added_to_it() -> None:
    marks = Marks(1)
    assert marks.value(0, "taken") == 0
    marks.add(0, "taken", play=Play(3, 0, None, None, Step(None)))
    marks.add(0, "taken", 2)
    assert marks.by_seat[0] == {"taken": Mark(3, "", 3)}


def test_what_is_nobodys_is_not_noted() -> None:
    marks = Marks(1)
    marks.note(None, "turn", 20)
    marks.add(None, "taken")
    assert marks.by_seat == [{}]


def test_an_achievement_is_met_at_its_goal_and_says_how_near_it_was() -> None:
    one = Achievement("thirty", "Thirty", "good", "A turn of 30 points or more.", "turn", 30)
    assert [one.met({"turn": Mark(value)}) for value in (29, 30, 31)] == [False, True, True]
    assert not one.met({"other": Mark(99)})
    assert one.near_text(Mark(29)) == "best 29 of 30" and one.near_text(None) == ""


def test_a_goal_may_be_a_limit_and_a_near_miss_has_words_of_its_own() -> None:
    light = Achievement("light", "Light", "rare", "At most 60 cards.", goal=60, near="{text}", least=True)
    assert [light.met({"light": Mark(value)}) for value in (59, 60, 61)] == [True, True, False]
    assert light.near_text(Mark(61, "61 cards")) == "61 cards"
    assert Achievement("qu", "Qu", "good", "A word with Qu.").near_text(Mark(1)) == ""


def test_the_marks_of_a_game_keep_what_counts_least() -> None:
    def watch(_game: FinishedGame, marks: Marks) -> None:
        for value in (6, 4):
            marks.note(0, "rounds", value)

    feats = Feats(1, watch, (RecordLine("Fewest rounds", "rounds", least=True),))
    assert feats.marks(game(points=(1,), winners=(0,))) == [{"rounds": Mark(4)}]


def test_a_win_notes_lead_rounds_and_the_play_after_which_it_was_furthest_behind() -> None:
    marks = Marks(2)
    note_result(game((line(1, 4),), (line(1, 5),), (), (line(0, 12),), points=(12, 9), winners=(0,)), marks)
    assert marks.by_seat[0] == {
        "points": Mark(12, "", 4),
        "margin": Mark(3, "", 4),
        "close": Mark(3, "", 4),
        "rounds": Mark(4, "", 4),
        "comeback": Mark(9, "", 2),
    }
    assert marks.by_seat[1] == {"points": Mark(9, "", 4)}


@pytest.mark.parametrize(("points", "winners"), [((5, 5), (0, 1)), ((5,), (0,))])
def test_a_shared_win_and_a_game_alone_note_points_only(points: tuple[int, ...], winners: tuple[int, ...]) -> None:
    marks, played = Marks(len(points)), game(points=points, winners=winners)
    note_result(played, marks)
    assert [set(of_seat) for of_seat in marks.by_seat] == [{"points"}] * len(points)
    assert not any(played.won(seat) for seat in played.seats)


def test_the_events_of_a_play_are_chosen_by_kind() -> None:
    play = Play(1, 0, None, None, Step(None, (Event("word", ""), Event("roll", ""), Event("fall", ""))))
    assert [event.kind for event in play.events("word", "fall")] == ["word", "fall"]


def test_a_game_without_feats_has_none() -> None:
    feats = NULL.feats
    assert not feats.records and not feats.achievements and feats.marks(game(points=(3, 2), winners=(0,))) == [{}, {}]
    assert feats.beside_house({}, 9, 10) == {}


WITH_FEATS = [entry for entry in registry.ENTRIES if entry.has("feats")]


@pytest.mark.parametrize("entry", WITH_FEATS, ids=lambda entry: entry.key)
def test_the_feats_of_a_game_are_sound(entry: registry.Entry) -> None:
    feats = entry.feats
    assert feats.version >= 1 and len(feats.records) == 8
    titles = [one.title for one in (*feats.records, *feats.achievements)]
    assert len(set(titles)) == len(titles)
    grades = [one.grade for one in feats.achievements]
    assert len(grades) == 7 and grades == sorted(grades, key=("first", "good", "rare").index)
    for one in feats.achievements:
        assert one.condition.endswith(".") and len(one.condition.split()) <= 25, one.key
        one.near_text(Mark(1, "a text"))
    for record in feats.records:
        assert len(record.title) <= 20 and record.form.format(1)
    for habit in feats.habits:
        assert habit.text.format(rival="Tess", count=2, games=6, share=40).endswith(".")


HEAVY = ("msgspec", "numpy", "mujoco", "textual", "towergames.table.history", "towergames.lexicon")


def test_the_title_may_read_feats_and_facts_before_its_first_frame() -> None:
    """No journal, bot, board, engine or word list is imported for them."""
    code = f"""
import sys
from towergames import registry
from towergames.table import facts_cache
for entry in registry.ENTRIES:
    entry.feats
print([name for name in sys.modules if name.startswith({HEAVY!r}) or name.endswith((".bots", ".board"))])
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"

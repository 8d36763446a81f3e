"""The picture of the end of a game: nothing is cut, and what it says is in the journal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from tests.combinations import combined
from towergames.board.canvas import Ink
from towergames.board.protocol import Style
from towergames.games.leaning.model import Decline
from towergames.session.falls import branch_point, has_fall, last_fall
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.never_before import NeverBefore, News
from towergames.table.save_file import load_file
from towergames.tui.keymap import KeyMap
from towergames.tui.screens.game.end_card import NEXT
from towergames.tui.screens.game.end_view import draw_end, ending_of, news_lines, plan_end
from towergames.tui.screens.game.final_position import FinalPosition
from towergames.tui.widgets.action_bar import command_chips

EXAMPLES = sorted((Path(__file__).parents[2] / "saves").glob("example-*.jsonl"))
NAMES = [path.stem for path in EXAMPLES]


def example(name: str) -> History:
    return load_file(EXAMPLES[NAMES.index(name)]).history


@combined(name=NAMES, size=[(80, 23), (100, 29), (120, 39), (200, 59)])
def test_the_end_of_every_game_has_room_for_result_and_chips(name: str, size: tuple[int, int]) -> None:
    end = ending_of(example(name))
    chips = command_chips(NEXT, KeyMap({}))
    picture = draw_end(end, lambda _: (), chips, "The game is saved.", Style(), *size)
    text = picture.canvas.text()
    assert end.head in text and "Enter Play again" in text and "~" not in text
    assert len(picture.spots) == len(chips) and sum(chip.main for chip in chips) == 1
    assert all(f"{points}" in text for points in end.pad.totals)


@combined(name=NAMES, size=[(120, 39), (160, 49)])
def test_the_last_position_stands_above_the_points_where_there_is_room(name: str, size: tuple[int, int]) -> None:
    history = example(name)
    calls: Queue[tuple[Any, ...]] = Queue()
    position = FinalPosition(history, lambda *call: calls.put(call), lambda: None)
    end, body = ending_of(history), size[1] - 4
    layout = plan_end(size[0], body, position.least, position.alone)
    assert layout.position_rows >= position.least[1] and layout.left >= position.least[0]
    assert layout.words(size[0]) >= 44

    def draw() -> list[str]:
        picture = draw_end(end, lambda _: (), (), "", Style(), *size, position=position)
        return [picture.canvas.row(y)[: layout.left] for y in range(1, 1 + layout.position_rows)]

    empty = draw()
    function, answer = calls.get(timeout=60)
    function(answer)
    shown = draw()
    assert empty != shown and any(row.strip() for row in shown)
    assert not any("[Flat]" in row or "[Side]" in row for row in shown), "a button that does nothing is left out"
    position.drop()


def test_where_more_was_possible_as_many_sentences_stand_as_fit() -> None:
    end = ending_of(load_file(next(path for path in EXAMPLES if path.stem == "example-bricks")).history)
    missed = [
        f"Sentence {number} is long enough to take two rows of words on the smallest screen." for number in range(9)
    ]

    def shown(size: tuple[int, int]) -> int:
        text = draw_end(
            end, lambda _: [("Ada: silver.", Ink("text"))], (), "", Style(), *size, missed=missed
        ).canvas.text()
        assert "Ada: silver." in text
        return text.count("Sentence ")

    assert 0 < shown((80, 24)) < shown((120, 40)) == 9


def test_a_low_or_narrow_end_screen_has_the_points_alone() -> None:
    for width, body in ((80, 19), (119, 23), (100, 40)):
        assert plan_end(width, body, (66, 12)).position_rows == 0
    assert plan_end(80, 19, (66, 12)).left == 36


def test_a_picture_that_has_names_and_points_stands_alone_on_a_low_end_screen() -> None:
    layout = plan_end(80, 19, (33, 14), alone=True)
    assert (layout.left, layout.position_rows) == (33, 19) and layout.words(80) == 44
    assert plan_end(80, 19, (34, 14), alone=True).position_rows == 0, "the words need their columns"
    assert plan_end(80, 40, (33, 14), alone=True).position_rows == 30, "the towers of points have room"


def test_towers_that_leave_the_board_when_they_are_scored_stand_on_the_end_screen() -> None:
    history = load_file(next(path for path in EXAMPLES if path.stem == "example-takethat")).history
    position = FinalPosition(history, lambda *_: None, lambda: None)
    assert position._plays == len(history.plays) - 1
    assert "OFFICE" in position._draw((70, 24), Style(), "", None, 0.0).text()


def test_the_end_tells_of_the_last_wreck_and_what_it_cost() -> None:
    path = next(path for path in EXAMPLES if "wreck" in path.stem)
    end = ending_of(load_file(path).history)
    assert end.wreck == "Wreck: Bob lost 9 points in round 9." and end.fall_play == 53


def test_the_last_fall_that_can_be_watched_is_found_in_every_game_with_falls() -> None:
    history = load_file(next(path for path in EXAMPLES if path.stem == "example-konexi-falls")).history
    end = ending_of(history)
    assert not end.wreck and has_fall(history, end.fall_play)
    assert not any(has_fall(history, play) for play in range(end.fall_play + 1, len(history.plays) + 1))
    words = load_file(next(path for path in EXAMPLES if path.stem == "example-words")).history
    assert ending_of(words).fall_play == 0


def test_a_wreck_without_a_movement_shows_the_fall_before_it() -> None:
    table = Table(load_file(next(path for path in EXAMPLES if "wreck" in path.stem)).history.copy(7))
    table.advance()
    assert table.history.state.phase == "rebuild"
    table.submit(table.history.state.active, Decline())
    wreck = len(table.history.plays)
    assert table.history.plays[-1].step.events[0].kind == "wreck"
    assert not has_fall(table.history, wreck) and last_fall(table.history, wreck) == 7


def test_a_game_is_played_on_from_before_a_fall() -> None:
    history = load_file(next(path for path in EXAMPLES if "wreck" in path.stem)).history
    before = branch_point(history, 53)
    assert not history.humans, "so the decision of a bot is the last one"
    assert history.plays[before].by is not None and before < 53
    assert all(play.by is None for play in history.plays[before + 1 : 53])
    assert branch_point(history, 20) == 20


@pytest.mark.parametrize("size", [(80, 23), (80, 22), (120, 39), (160, 49)])
def test_what_was_never_so_before_stands_below_the_result(size: tuple[int, int]) -> None:
    end = ending_of(load_file(EXAMPLES[-3]).history)
    news = (
        News("Achievement", "Skyline: one tower pays you 16 points or more", "good"),
        News("Record", "largest tower 18, tower B, round 5 (was 12)"),
        News("Rival", "first win against Tess, 1 to 5"),
    )
    ann = NeverBefore("Ann", news, "", "1205 → 1235 ▲30", "Next: Ivo, Club.")
    text = draw_end(end, lambda _: (), (), "", Style(), *size, never_before=(ann,)).canvas.text()
    assert "New records and achievements" in text and "~" not in text
    for told in ("Achievement  ▄ Skyline: one tower pays", "Record       largest tower 18", "Next: Ivo, Club."):
        assert told in text
    assert ("┏━ New records and achievements" in text) is (size[1] > 30)
    plain = draw_end(end, lambda _: (), (), "", Style(ascii_only=True), *size, never_before=(ann,)).canvas.text()
    assert "Achievement  + Skyline" in plain, "the signs of grades differ in ASCII too"


def test_where_the_room_is_short_achievements_have_no_condition_so_that_the_table_and_the_story_stay() -> None:
    end = replace(ending_of(load_file(EXAMPLES[-3]).history), turning="Ann took the lead in round 7 and kept it.")
    news = tuple(
        News(
            "Achievement", f"Skyline {n}: one tower that stands pays you sixteen points or more", "good", f"Skyline {n}"
        )
        for n in range(3)
    )
    ann = NeverBefore("Ann", news, "", "1205 → 1235 ▲30", "Next: Ivo, Club.")
    for size, whole in (((80, 23), False), ((120, 39), True)):
        text = draw_end(end, lambda _: (), (), "", Style(), *size, never_before=(ann,)).canvas.text()
        assert ("▄ Skyline 2: one tower" in text) is whole and "Achievement  ▄ Skyline 0" in text
        assert "Ann took the lead in round 7" in text and "Total" in text, size


def test_short_news_keep_inside_their_frame() -> None:
    end = replace(ending_of(load_file(EXAMPLES[-3]).history), why=("A reason.",) * 20)
    text = "biggest tower of all that stood in sixty games and more " * 2
    ann = NeverBefore("Ann", (News("Record", text.strip()), News("Achievement", text, "good", "Skyline")))
    lines = draw_end(end, lambda _: (), (), "", Style(), 120, 39, never_before=(ann,)).canvas.text().splitlines()
    (first,) = (number for number, line in enumerate(lines) if "┏━ New records and achievements" in line)
    (last,) = (number for number, line in enumerate(lines) if "┗━" in line)
    assert "▄ Skyline" in lines[last - 1] and "stood" not in lines[last - 1], "the news are brief"
    assert all(line.rstrip().endswith("┃") and line.rstrip()[-2] == " " for line in lines[first + 1 : last])


def test_how_near_it_was_needs_no_frame_and_two_people_are_named() -> None:
    end = ending_of(load_file(EXAMPLES[-3]).history)
    near = NeverBefore("Ben", (), "Best turn 29; your best is 39.")
    text = draw_end(end, lambda _: (), (), "", Style(), 120, 39, never_before=(near,)).canvas.text()
    assert "Best turn 29; your best is 39." in text and "New records and achievements" not in text
    assert [line for line, _ in news_lines((near, near), 50, Style())] == ["Ben", near.near, "Ben", near.near]

"""Highlights of Brick Tower: the first legal tower, a tower handed in, a long word; and their pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.board.pictures import sound
from tests.feats import Game
from tests.games.bricks.board.tables import WORKED
from tests.games.bricks.test_feats import SIX_LETTERS, dealt, settled
from towergames.board.protocol import Style
from towergames.core.highlight import Highlight
from towergames.games.bricks.beats import beat_of_best
from towergames.games.bricks.board import BOARD
from towergames.games.bricks.judge import judge
from towergames.games.bricks.model import Build, Submit
from towergames.games.bricks.pieces import cards_of, read_tower, write_tower
from towergames.lexicon import load
from towergames.session.animation import Frame, frames_of
from towergames.session.context import context_at, events_of
from towergames.session.ui_memory import plain_look
from towergames.table.asides import asides_of
from towergames.table.highlights import beats_by_event, beats_of, highlights_of

SHORT_WORD = "A5RY R3HY W4RY #Y #Y / E4TB #B / D4RB / O5HY"
"""A tower whose longest word has fewer than six letters."""


def beats(game: Game) -> list[list[str]]:
    """The kinds of the beats of each play."""
    return [[one.kind for one in beats_of(game.history, number)] for number in range(len(game.history.plays))]


def last(game: Game) -> list[Highlight]:
    return list(highlights_of(game.history, len(game.history.plays) - 1))


def duel(first: str, second: str) -> Game:
    """A duel of Ann and Bob with the cards of a tower each, after both have handed in."""
    game = settled(Game("bricks", seats=2, mode="duel", first=1))
    picked = tuple(tuple(cards_of(read_tower(WORKED)).elements()) for _ in range(2))
    game.history.first = replace(game.history.state, phase="build", pool=(), picked=picked)
    del game.history.plays[:]
    return settled(game.move(f"build {first}", "submit", f"build {second}", "submit"))


def test_the_first_legal_tower_is_a_beat_and_no_later_one() -> None:
    game = dealt(WORKED).move(f"build {WORKED}", "take 5.1", "take 1.4", "place #Y 1.4")
    assert beats(game)[0] == ["legal"]
    game.move("clear", f"build {WORKED}")
    assert beats(game)[1:] == [[]] * (len(game.history.plays) - 1)
    assert beats(dealt(WORKED).move("build A5RY", f"build {WORKED}")) == [[], ["legal"]]


def test_the_log_of_a_builder_alone_tells_it_too() -> None:
    (line,) = asides_of(dealt(WORKED).move(f"build {WORKED}").history, talk=False)[0, 0]
    assert line.text == "Ann's tower keeps all building rules."


@pytest.mark.parametrize("options", [{"ledger": "blind"}, {"discovery": True}])
def test_where_rules_or_the_score_are_hidden_no_beat_tells_of_them(options: dict[str, str | bool]) -> None:
    assert beats(dealt(WORKED, **options).move(f"build {WORKED}")) == [[]]


def test_a_tower_handed_in_and_a_long_word_are_the_two_beats_of_the_end() -> None:
    game = settled(dealt(WORKED).move(f"build {WORKED}", "submit"))
    assert beats(game)[-1] == ["hand-in", "long-word"]
    shown, word = last(game)
    assert shown.points == 75 == sum(shown.data["points"].values()) and shown.data["total"] == 75
    assert word.data["word"] == "NARROWED" and word.sentence == "{0}'s tower spells NARROWED: 8 letters."
    broken = settled(dealt(WORKED).move("build A5RY", "submit"))
    assert not last(broken)


def test_a_word_of_five_letters_is_no_beat() -> None:
    game = settled(dealt(WORKED).move(f"build {SHORT_WORD}", "submit"))
    assert "long-word" not in [one.kind for one in last(game)]
    six = settled(dealt(WORKED).move(f"build {SIX_LETTERS}", "submit"))
    assert [one.data["word"] for one in last(six) if one.kind == "long-word"] == ["ARDENT"]


def test_of_two_towers_the_one_with_more_points_is_shown() -> None:
    game = duel(SIX_LETTERS, WORKED)
    shown = list(beats_of(game.history, len(game.history.plays) - 1))
    assert [(one.kind, one.seats) for one in shown] == [("hand-in", (1,)), ("long-word", (1,))]


def test_the_first_legal_tower_of_another_player_is_shown_to_that_player_alone() -> None:
    game = duel(WORKED, WORKED)
    step = game.history.plays[0].step.events[0]
    assert beats(game)[0] == ["legal"] and not highlights_of(game.history, 0)
    assert "keeps all" not in str(asides_of(game.history, talk=True)), "the log is read by everyone"
    assert step in events_of(game.history, 0, 1, 0) and step not in events_of(game.history, 0, 1, 1)


def frames(game: Game, number: int, motion: str, style: Style) -> list[Frame]:
    context = context_at(game.history, 0, number, style=style)
    context = replace(context, ui=BOARD.adapt(replace(context, ui=None), True))
    events = events_of(game.history, number, number + 1, 0)
    return list(frames_of(BOARD, context, events, number, motion, beats_by_event(game.history, number)))


@pytest.mark.parametrize("style", [Style(), Style(ascii_only=True)])
@pytest.mark.parametrize("size", [(68, 9), (80, 15), (120, 30), (160, 40)])
def test_every_frame_of_a_beat_is_a_sound_picture(size: tuple[int, int], style: Style) -> None:
    game = settled(dealt(WORKED).move(f"build {WORKED}", "submit"))
    for number in (0, len(game.history.plays) - 1):
        for frame in frames(game, number, "full", style):
            sound(BOARD.draw(frame.context, "board", size), *size)


def test_the_last_frame_says_all_of_it_and_without_motion_there_is_none() -> None:
    game = settled(dealt(WORKED).move(f"build {WORKED}", "submit"))
    end = len(game.history.plays) - 1

    def drawn(number: int, motion: str) -> list[str]:
        return [
            BOARD.draw(one.context, "board", (80, 15)).canvas.text() for one in frames(game, number, motion, Style())
        ]

    (legal,) = drawn(0, "basic")
    assert "All 16 rules kept" in legal and " x" not in legal
    first, *_ = drawn(0, "full")
    assert "x" in first.splitlines()[3]
    handed_in, word = drawn(end, "basic")
    assert "Ann: 75 points" in handed_in and "N     A     R     R     O     W     E     D" in word
    assert "Ann: 75 points" not in drawn(end, "full")[0]
    assert drawn(0, "none") == drawn(end, "none") == []


def lesser() -> Build:
    """A legal tower of the same cards with one piece less and fewer points."""
    tower = read_tower(WORKED)
    for level, row in enumerate(tower):
        for place in range(len(row)):
            less = (*tower[:level], (*row[:place], *row[place + 1 :]), *tower[level + 1 :])
            score = judge(less, load("standard")).score if all(less) else None
            if score is not None and 0 < score < 75:
                return Build(write_tower(less))
    raise AssertionError("no such tower")


def test_a_medal_is_the_last_load_once_the_best_tower_is_known() -> None:
    game = settled(dealt(WORKED).move(f"build {WORKED}", "submit"))
    state, best = game.history.state, Build(WORKED)
    gold = beat_of_best(state, best)
    assert gold is not None and (gold.kind, gold.points, gold.data) == ("medal", 75, {"medal": "gold", "most": 75})
    beaten = beat_of_best(state, lesser())
    assert beaten is not None and beaten.kind == "beaten" and beaten.data["most"] < 75
    assert beat_of_best(state, Submit()) is None, "no tower"
    broken = settled(dealt(WORKED).move("build A5RY", "submit"))
    assert beat_of_best(broken.history.state, best) is None, "no medal"
    both = duel(SIX_LETTERS, WORKED)
    assert beat_of_best(both.history.state, best) is None, "a rival is no measure"


@pytest.mark.parametrize("size", [(24, 16), (50, 20), (80, 24), (120, 30)])
@pytest.mark.parametrize("style", [Style(), Style(ascii_only=True, colours=False)])
def test_the_load_comes_down_on_the_finished_tower_and_a_beaten_search_sinks(
    size: tuple[int, int], style: Style
) -> None:
    game = settled(dealt(WORKED).move(f"build {WORKED}", "submit"))
    bare = context_at(game.history, 0, everything=True, marks=(), style=style)
    context = replace(plain_look(BOARD, bare), measure=lesser())
    still = BOARD.draw(context, "board", size).canvas
    beat = beat_of_best(game.history.state, lesser())
    assert beat is not None
    rows = []
    for part in (0.0, 0.4, 1.0):
        picture = BOARD.draw(replace(context, beat=beat, beat_seconds=part * beat.seconds), "board", size)
        sound(picture, *size)
        text = [picture.canvas.row(number) for number in range(size[1])]
        assert text[0] == still.row(0), "the name and the points stay"
        rows.append(next(number for number, row in enumerate(text) if row.startswith(" GOLD ")))
        shown = f" search {beat.data['most']} " in "".join(text[1:])
        assert shown or part > 0.0 or size == (120, 30), "then it sinks; a tower of large pieces hides it at once"
        assert part < 1.0 or not shown
    assert rows == sorted(rows)

"""Highlights of Leaning Towers, and the pictures of the beats."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.board.pictures import sound
from tests.games.leaning.making import SHIFT_UM
from tests.games.leaning.test_feats import ON_P3, Table, last_piece
from towergames.board.protocol import Style
from towergames.core.highlight import MOST_SECONDS, Highlight
from towergames.games.leaning.board import BOARD
from towergames.games.leaning.board.camera import camera_now, view_of
from towergames.session.animation import Frame, frames_of
from towergames.session.context import context_at, events_of
from towergames.table.highlights import beats_by_event, beats_of, highlights_of

ANN = 0


def seen(table: Table, play: int = -1) -> dict[str, Highlight]:
    """The highlights of a play by kind; the last play if no other one is named."""
    plays = len(table.history.plays)
    return {one.kind: one for one in highlights_of(table.history, play % plays)}


def risen(level: int = 2, count: int = 2) -> Table:
    """Ann's piece stands on P3, on the level above it."""
    return Table(last_piece(level=level - 1, count=count)).let_go("medium" if count > 1 else "small", **ON_P3)


def test_a_piece_above_all_others_is_a_highlight_from_level_2_on() -> None:
    high = seen(risen())["highest"]
    assert (high.seats, high.points, high.theme, high.seconds) == ((ANN,), 2, "grows", 1.0)
    assert high.sentence == "P4 is the highest piece so far: level 2." and high.data == {"piece": 4}
    assert "highest" not in seen(risen(1)), "a first piece on another one is not high"
    lower = Table(last_piece(level=4, count=2)).let_go("medium", corners=1, touches=(1,))
    assert "highest" not in seen(lower)


def test_a_last_piece_and_the_winner_are_highlights() -> None:
    last = seen(risen(1, count=1))
    assert last["last-piece"].sentence == "{0}'s last piece stands." and last["last-piece"].theme == "last"
    assert (last["win"].seats, last["win"].points, last["win"].seconds) == ((ANN,), 11, 0)
    assert "last-piece" not in seen(risen(1, count=2))
    even = Table(last_piece(points=(0, 1))).let_go(touches=(), corners=2)
    assert "win" not in seen(even), "a shared first place has no winner"


def test_a_slip_that_may_stay_is_a_highlight_and_another_one_is_none() -> None:
    stays = Table(last_piece(count=2)).let_go("medium", touches=(), shift=SHIFT_UM)
    slip = seen(stays)["slip"]
    assert slip.sentence == "" and slip.seconds < 1, "the event says it"
    lies = Table(last_piece(count=2)).let_go("medium", corners=3, touches=(), shift=SHIFT_UM)
    assert not seen(lies)


def test_falls_are_highlights_and_their_film_is_the_picture() -> None:
    broken = Table(last_piece(count=2)).let_go("medium", touches=(3,), disturbs=(3,))
    fall = seen(broken, 1)["break"]
    assert (fall.theme, fall.points, fall.seconds) == ("fall", -2, 0)
    wreck = seen(Table(last_piece()).let_go(touches=(3,), disturbs=(1, 2, 3)), 1)["wreck"]
    assert wreck.size > fall.size > seen(risen(6))["highest"].size and wreck.seats == (ANN,)


def frames(table: Table, play: int, motion: str = "full", style: Style | None = None) -> list[Frame]:
    context = context_at(table.history, ANN, play, style=style or Style())
    context = replace(context, ui=BOARD.adapt(replace(context, ui=None), True))
    events, beats = events_of(table.history, play, play + 1, ANN), beats_by_event(table.history, play)
    return list(frames_of(BOARD, context, events, play, motion, beats))


def board(frame: Frame, size: tuple[int, int] = (80, 15)) -> str:
    return BOARD.draw(frame.context, "board", size).canvas.text()


def beating(shown: list[Frame]) -> list[Frame]:
    """The frames of beats."""
    return [one for one in shown if one.highlight is not None]


def test_the_camera_rises_to_a_new_highest_piece_and_a_sentence_says_its_level() -> None:
    first, *_, last = beating(frames(risen(), 1))
    start, end = (camera_now(one.context, view_of(one.context)) for one in (first, last))
    assert " Ann 9 " in board(first) and " Ann 12 " in board(last), "the points count at the end, as in the score list"
    assert end.distance < start.distance and end.target != start.target
    assert "P4 is the highest piece so far: level 2." in board(last)


def test_of_two_highlights_of_one_event_the_larger_is_shown() -> None:
    table = risen(3, count=1)
    assert {"highest", "last-piece"} <= seen(table).keys()
    assert {one.context.beat.kind for one in beating(frames(table, 1)) if one.context.beat} == {"highest"}
    assert sum(one.seconds for one in beats_of(table.history, 1)) <= MOST_SECONDS


def test_without_movement_there_is_the_last_frame_and_without_motion_none() -> None:
    (still,) = beating(frames(risen(), 1, "basic"))
    assert board(still) == board(beating(frames(risen(), 1))[-1])
    assert frames(risen(), 1, "none") == []


def test_after_a_slip_the_place_of_the_hand_is_seen() -> None:
    stays = Table(last_piece(count=2)).let_go("medium", touches=(), shift=SHIFT_UM)
    last = beating(frames(stays, 1))[-1]
    assert "The medium piece slips, and may stay there." in board(last)


@pytest.mark.parametrize("style", [Style(), Style(ascii_only=True)])
@pytest.mark.parametrize("size", [(60, 9), (80, 15), (120, 30)])
def test_every_frame_of_a_beat_is_a_sound_picture(size: tuple[int, int], style: Style) -> None:
    for table in (risen(), risen(1, count=1)):
        for frame in beating(frames(table, 1, style=style))[::6]:
            sound(BOARD.draw(frame.context, "board", size), *size)

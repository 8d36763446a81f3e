"""Highlights of Konexi, and the pictures of the beats."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.board.pictures import sound
from tests.games.konexi.board.tables import context_of
from tests.games.konexi.making import do, letting_go, random_tower, released, rule_tower, saying, settle, state
from towergames.core.contract import Step
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.core.highlight import MOST_SECONDS, Highlight
from towergames.games.konexi.beats import TALL_TOWERS, highlights
from towergames.games.konexi.board import BOARD
from towergames.games.konexi.board.animation import FALLEN_SECONDS
from towergames.games.konexi.board.camera import SPACE, viewpoint_of
from towergames.games.konexi.board.fall_view import camera_now
from towergames.games.konexi.game import GAME
from towergames.games.konexi.model import Balance, GiveUp, State
from towergames.session.animation import Frame, frames_of

ANN = 0
ON_R = 300
"""A load in thousandths that is far from breaking a joint."""


def play_of(before: State, step: Step[State]) -> Play:
    return Play(1, None, None, before, step)


def standing(letters: int = 4, *, load: int = 0, before: int = ON_R, seats: int = 2) -> Play:
    """A letter that stands on a tower of so many letters."""
    tower = random_tower(Dice(3), letters).spots
    assert len(tower) == letters
    going = letting_go(replace(state(tower, seats=seats), balance=Balance(5000, before, tower[-1].letter)))
    loaded = tower[-1].letter if load else ""
    return play_of(going, settle(going, released(going, margin=4000, load=load, loaded=loaded)))


def word(said: str, **more: int) -> Play:
    before = replace(saying(seats=2), **more)
    return play_of(before, do(before, f"word {said}"))


def seen(play: Play) -> dict[str, Highlight]:
    return {one.kind: one for one in highlights(play)}


def test_a_joint_that_bears_more_than_ever_and_holds_is_a_near_miss() -> None:
    tight = seen(standing(load=810))["near-miss"]
    assert (tight.seats, tight.seconds, tight.theme) == ((ANN,), 1.2, "")
    assert tight.sentence == f"A near miss: the joint of {tight.data['letter']} bears 81% of what it can."
    assert not seen(standing(load=700)), "a joint with room is none"
    assert not seen(standing(load=810, before=810)), "nor one that bore as much before"


@pytest.mark.parametrize("letters", TALL_TOWERS)
def test_the_tenth_and_the_fifteenth_letter_are_highlights(letters: int) -> None:
    tall = seen(standing(letters - 1))["tall"]
    assert (tall.theme, tall.points, tall.sentence) == ("grows", letters, f"The tower has {letters} letters.")
    assert not seen(standing(letters - 2)) and not seen(standing(letters))


def test_a_word_of_five_letters_is_a_highlight_and_its_own_event_says_it() -> None:
    long = seen(word("CRUEL"))["long-word"]
    assert (long.seats, long.theme, long.points, long.sentence) == ((ANN,), "scores", 5, "")
    assert not seen(word("RULE"))


def test_a_fall_is_a_highlight_and_its_film_is_the_picture() -> None:
    before = letting_go(state(rule_tower(), seats=2, points=(9, 0)))
    fall = seen(play_of(before, settle(before, released(before, "collapse"))))["fall"]
    assert (fall.theme, fall.points, fall.seconds, fall.seats) == ("fall", -3, 0, (ANN,))
    assert (
        fall.size
        > seen(standing(load=810))["near-miss"].size
        > max(0, *(one.size for one in highlights(word("CRUEL"))))
    )
    given_up = state(rule_tower(), seats=2)
    assert not seen(play_of(given_up, GAME.apply(given_up, GiveUp()))), "nothing falls for a player who gives up"


def test_one_winner_of_several_players_is_a_highlight() -> None:
    won = seen(word("RULE", points=(17, 4)))["win"]
    assert (won.seats, won.theme, won.points, won.seconds) == ((ANN,), "win", 21, 0)
    alone = letting_go(replace(state(rule_tower(), seats=1), points=(5,)))
    over = settle(alone, released(alone, "collapse"))
    assert "win" not in seen(play_of(alone, over)) and "fall" in seen(play_of(alone, over))


def test_a_shared_first_place_has_no_winner() -> None:
    before = letting_go(replace(state(rule_tower(), seats=2, tower="endless"), points=(8, 5)))
    step = settle(before, released(before, "collapse"))
    assert step.state.points == (5, 5) and "win" not in seen(play_of(before, step))


# --- pictures -------------------------------------------------------------------------------------------


def frames(play: Play, motion: str = "full", view: str = "", **style: bool) -> list[Frame]:
    context = context_of(play.before, **style)
    if view:
        context = replace(context, viewpoint=replace(viewpoint_of(context), view=view))
    events = play.step.events
    beats = {id(events[one.event]): one for one in highlights(play) if one.seconds}
    return list(frames_of(BOARD, context, events, 0, motion, beats))


def beating(shown: list[Frame]) -> list[Frame]:
    """The frames of beats."""
    return [one for one in shown if one.highlight is not None]


def board(frame: Frame, size: tuple[int, int] = (80, 18)) -> str:
    return BOARD.draw(frame.context, "board", size).canvas.text()


def test_the_load_of_the_joint_is_counted_up_and_then_it_holds() -> None:
    shown = [board(frame) for frame in beating(frames(standing(load=810)))]
    assert "bears 31% of what it can." in shown[0] and "A near miss" not in shown[0]
    assert all("near miss: the joint of" in one and "bears 81%" in one for one in shown[-3:])


def test_the_letters_of_a_tall_tower_are_counted_from_the_base_up() -> None:
    play = standing(9)
    shown = beating(frames(play))
    assert "  1 letter  " in board(shown[0]) and "  10 letters  " in board(shown[-1])
    assert f"({play.before.tower[0].letter})" in board(shown[0])
    deep = beating(frames(play, view=SPACE))
    start, end = (camera_now(one.context, viewpoint_of(one.context).camera) for one in (deep[0], deep[-1]))
    assert end.distance > start.distance


def test_the_letters_of_a_long_word_are_lit_one_after_the_other_and_points_wait() -> None:
    first, *_, last = beating(frames(word("CRUEL", points=(3, 0))))
    assert "  C  " in board(first) and "C R U E L" in board(last) and "(L)" not in board(first)
    assert " Ann 3 " in board(first) and " Ann 8 " in board(last)


def test_nothing_is_shown_twice_and_motion_can_be_off() -> None:
    play = standing(load=810)
    near = [one for one in frames(play) if any(event.kind == "place" for event in one.context.playing)]
    assert all(one.highlight is not None for one in near)
    (still,) = beating(frames(play, "basic"))
    assert board(still) == board(near[-1])
    assert frames(play, "none") == []
    assert all(one.seconds <= MOST_SECONDS for made in (play, standing(9), word("CRUEL")) for one in highlights(made))
    assert FALLEN_SECONDS <= MOST_SECONDS


@pytest.mark.parametrize("style", [{}, {"ascii_only": True}, {"colours": False}])
@pytest.mark.parametrize("view", ["", SPACE])
@pytest.mark.parametrize("size", [(44, 14), (80, 18)])
def test_every_frame_of_a_beat_is_a_sound_picture(size: tuple[int, int], view: str, style: dict[str, bool]) -> None:
    for play in (standing(load=810), standing(9), word("CRUEL")):
        for frame in beating(frames(play, view=view, **style))[::7]:
            sound(BOARD.draw(frame.context, "board", size), *size)

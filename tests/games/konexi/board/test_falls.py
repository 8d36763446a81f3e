"""Pictures of falls: seen from above while they fall, the heap from near, and who is to blame marked in time."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.board.pictures import sound
from tests.combinations import combined
from tests.games.konexi.board.tables import context_of
from tests.games.konexi.making import rule_tower, state, toppling
from towergames.board import solids
from towergames.board.canvas import Rect
from towergames.board.protocol import Picture
from towergames.board.solids import PictureSpec
from towergames.core.contract import Event
from towergames.games.konexi.board import BOARD, animation, camera, fall_view
from towergames.games.konexi.board.camera import SPACE, viewpoint_of
from towergames.games.konexi.board.fall_view import LOOK_DOWN
from towergames.games.konexi.board.picture import PLAIN_SCALES, SCALES, Window, layout
from towergames.games.konexi.board.side_view import TABLE_TOP
from towergames.games.konexi.board.ui_state import KonexiContext
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.camera import MAX_PITCH
from towergames.physics.geometry import Pose
from towergames.physics.recording import read_movement, written
from towergames.session.animation import Frame, frames_of

SIZES = ((44, 16), (60, 9), (80, 14), (100, 40))
SPOTS = rule_tower()
CAUSE = "LE"


def falling(
    spots: tuple[PlacedLetter, ...] = SPOTS, trace: str = "", view: str = "", **style: bool
) -> tuple[list[KonexiContext], list[Frame]]:
    """The contexts of a release after which a tower falls, and their frames."""
    context = context_of(replace(state(spots[:-1], phase="release"), in_hand=spots[-1]), **style)
    if view:
        context = replace(context, viewpoint=replace(viewpoint_of(context), view=view))
    letters = "".join(spot.letter for spot in spots)
    settle = Event("settle", "", data={"trace": trace or toppling(spots), "letters": letters, "by": "release"})
    fall = Event("fall", "{0} loses 3 points", seat=0, data={"kind": "touch", "cause": CAUSE, "points": -3})
    frames = list(frames_of(BOARD, context, (settle, fall), 0, "full"))
    return [frame.context for frame in frames], frames


def drawn(context: KonexiContext, size: tuple[int, int]) -> Picture:
    return BOARD.draw(context, "board", size)


def rows_with_letters(context: KonexiContext, size: tuple[int, int] = (44, 16)) -> int:
    """The rows in which the middle of a letter is seen."""
    picture = drawn(context, size)
    assert picture.at is not None
    rows = {y for y in range(size[1]) for x in range(size[0]) if picture.at(x, y).startswith("letter")}
    return len(rows)


@pytest.mark.parametrize("style", [{}, {"ascii_only": True}, {"colours": False}])
def test_a_tower_that_tips_towards_the_viewer_is_not_one_row(style: dict[str, bool]) -> None:
    contexts, _ = falling(**style)  # type: ignore[arg-type]
    assert rows_with_letters(contexts[0]) > 6
    assert rows_with_letters(contexts[-2]) > 3, "seen from above"
    assert rows_with_letters(contexts[-1]) > 5, "and the heap from near"


def test_the_heap_lies_where_the_camera_has_come_to_and_never_jumps() -> None:
    for size in SIZES:
        for style in ({}, {"ascii_only": True}):
            contexts, _ = falling(**style)  # type: ignore[arg-type]
            shown = [animation.shown_fall(context) for context in contexts]
            room = Rect(0, 1, size[0], size[1] - 1)
            plain = bool(style)
            scales = PLAIN_SCALES if plain else SCALES
            windows = [
                fall_view.side_fall(one, room, Window(*scales[1], -5, 20), plain=plain).window for one in shown if one
            ]
            assert windows[-1] == windows[-2], "the heap lies still when its cost is told"
            steps = [scales.index((window.columns, window.rows)) for window in windows]
            assert max(abs(after - before) for before, after in pairwise(steps)) <= 1, "the camera comes near by steps"
    before, after = (drawn(context, (44, 16)).canvas.text().splitlines()[2:] for context in contexts[-2:])
    assert before == after


def test_the_table_is_seen_under_a_fall_without_colours_too() -> None:
    contexts, _ = falling(ascii_only=True)
    lines = drawn(contexts[-1], (44, 16)).canvas.text().splitlines()
    assert lines[-1].startswith("....") and "=" in drawn(contexts[0], (44, 16)).canvas.text().splitlines()[-1]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", ["", SPACE])
def test_falls_fit_into_boards_of_all_sizes(size: tuple[int, int], view: str) -> None:
    contexts, _ = falling(view=view)
    for context in (*contexts[:: max(1, len(contexts) // 6)], contexts[-1]):
        sound(drawn(context, size), *size)


@combined(size=[(44, 16), (80, 30), (100, 40), (160, 40)], side=range(6))
def test_the_heap_is_wholly_in_sight_in_3d(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], side: int) -> None:
    seen: list[PictureSpec] = []
    take = solids.picture
    monkeypatch.setattr(solids, "picture", lambda spec, *rest, **more: seen.append(spec) or take(spec, *rest, **more))
    pictures = [list(picture) for picture in read_movement(toppling(SPOTS), len(SPOTS)).pictures]
    for number, picture in enumerate(pictures):
        far = min(14.0, number)
        picture[-1] = Pose(far * math.cos(side), far * math.sin(side), 0.6)
    contexts, _ = falling(trace=written(pictures, 50, 6000), view=SPACE)
    drawn(contexts[-1], size)
    room = layout(*size).room
    for letter, pose in zip(SPOTS, pictures[-1], strict=True):
        for corner in camera._corners(letter.letter, pose):
            at = seen[-1].project(corner)
            assert at is not None and 0 <= at[0] <= room.x + room.width and 0 <= at[1] <= size[1]


@pytest.mark.parametrize("size", [(80, 30), (160, 40)])
def test_beside_the_circle_the_tower_stands_in_the_middle_of_its_room_from_every_height(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    seen: list[PictureSpec] = []
    take = solids.picture
    monkeypatch.setattr(solids, "picture", lambda spec, *rest, **more: seen.append(spec) or take(spec, *rest, **more))
    contexts, _ = falling(view=SPACE)
    context = replace(contexts[0], playing=())
    for pitch in (0.0, 0.3, 0.6, 0.8, 1.0, MAX_PITCH):
        aimed = replace(viewpoint_of(context).camera, pitch=pitch)
        drawn(replace(context, viewpoint=replace(viewpoint_of(context), camera=aimed)), size)
        at, room = seen[-1].project(aimed.target), layout(*size).room
        assert at is not None and abs(at[0] - (room.x + room.width / 2)) < 2.5


def test_the_view_looks_down_from_the_moment_on_and_never_jumps() -> None:
    contexts, _ = falling()
    shown = [animation.shown_fall(context) for context in contexts]
    assert shown[0] is not None
    moment, last = shown[0].fall.moment, len(shown[0].fall.frames) - 1
    tilts = [fall_view._tilt(shown[0], frame) for frame in range(last + 1)]
    assert moment > 3 and not any(tilts[: moment + 1])
    assert tilts[-1] == pytest.approx(LOOK_DOWN) and tilts == sorted(tilts)
    assert max(b - a for a, b in pairwise(tilts)) < math.radians(8)
    before = drawn(contexts[0], (44, 16)).canvas
    after = drawn(contexts[-2], (44, 16)).canvas
    assert before.ink(2, 12).bg != TABLE_TOP == after.ink(2, 12).bg


def test_the_letters_to_blame_are_marked_when_the_fall_begins_and_its_cost_is_told_afterwards() -> None:
    contexts, frames = falling()
    shown = animation.shown_fall(contexts[0])
    assert shown is not None
    marked = [animation.blamed(context) for context in contexts]
    assert marked[: shown.fall.moment] == [""] * shown.fall.moment
    assert set(marked[shown.fall.moment :]) == {CAUSE}
    texts = [drawn(context, (44, 16)).canvas.text() for context in contexts]
    assert ["loses 3 points" in text for text in texts] == [False] * (len(texts) - 1) + [True]
    assert "!L!" in texts[-1] and "!L!" not in texts[0]
    assert frames[-1].held


def test_a_fall_for_which_no_letter_is_to_blame_marks_none() -> None:
    contexts, _ = falling()
    settle = contexts[-2].playing[-1:]
    assert animation.blamed(replace(contexts[-2], playing=settle, coming=())) == ""


def test_letters_that_have_fallen_off_the_table_are_not_drawn() -> None:
    pictures = [list(picture) for picture in read_movement(toppling(SPOTS), len(SPOTS)).pictures]
    for number, picture in enumerate(pictures):
        picture[-1] = Pose(40.0, 0.0, min(0.0, 10.0 - number))
    contexts, _ = falling(trace=written(pictures, 50, 6000))
    assert {one.spot.letter for one in animation.standing(contexts[0])} >= {SPOTS[-1].letter}
    assert SPOTS[-1].letter not in {one.spot.letter for one in animation.standing(contexts[-1])}
    sound(drawn(contexts[-1], (44, 16)), 44, 16)


def test_a_fall_after_which_nothing_lies_on_the_table_shows_the_empty_table() -> None:
    away = [[Pose(40.0 + number, 0.0, -float(number)) for _ in SPOTS] for number in range(20)]
    contexts, _ = falling(trace=written(away, 50, 6000))
    for view in ("", SPACE):
        shown = falling(trace=written(away, 50, 6000), view=view)[0][-1] if view else contexts[-1]
        sound(drawn(shown, (44, 16)), 44, 16)


def test_the_heap_is_a_fine_picture_in_3d() -> None:
    contexts, _ = falling(view=SPACE, still=True)
    assert drawn(contexts[-1], (44, 16)).pixels is not None
    assert drawn(contexts[-2], (44, 16)).pixels is None


def test_the_3d_picture_goes_on_under_the_circle() -> None:
    context = context_of(state(SPOTS, circle="ABDF", gap=1))
    context = replace(context, viewpoint=replace(viewpoint_of(context), view=SPACE))
    canvas = drawn(context, (100, 40)).canvas
    assert all(canvas.has_own_colours(y) for y in range(2, 40))
    row = canvas.own_colours(30)
    assert sum(row) > 90, "no column is empty"


def test_a_tower_that_falls_has_no_balance() -> None:
    contexts, _ = falling()
    hands = [
        BOARD.draw(context, "hand", (80, 6)).canvas.text() for context in (contexts[0], contexts[-2], contexts[-1])
    ]
    assert ["Balance" in text for text in hands] == [True, False, False]

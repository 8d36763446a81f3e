"""Pictures of Leaning Towers: they fit, show every piece, say in text what colours say, and move as was recorded.

Pictures differ a little from machine to machine, so there are no goldens here: only what must hold of every picture.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from tests.board.pictures import sound
from tests.combinations import combined, sample
from tests.games.leaning.board.hands import seen
from tests.games.leaning.canned import CannedTable
from tests.games.leaning.making import FORECASTS
from towergames.board import solids
from towergames.board.canvas import Canvas
from towergames.board.orbit import OrbitView
from towergames.board.protocol import Picture, PointerInput, Style
from towergames.core.contract import Event, Nature, Over
from towergames.core.dice import Dice
from towergames.games.leaning.board import BOARD, animation, camera, hand, inks, position, suggestions, table_zone
from towergames.games.leaning.board import SIZES as LEAST
from towergames.games.leaning.board.camera import view_of
from towergames.games.leaning.board.examples import EXAMPLES, TOWER, WRECK, table
from towergames.games.leaning.board.ui_state import LeaningContext, SettlePreview
from towergames.games.leaning.evaluation import Idea
from towergames.games.leaning.forecast import Forecast, Odds
from towergames.games.leaning.game import GAME, LeaningTowers
from towergames.games.leaning.layout import room_of
from towergames.games.leaning.model import Aim, InHand, Layout, State
from towergames.games.leaning.pyramids import SMALL, attitude, standing
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose, Vec
from towergames.physics.recording import MOST_TRACE, RecordedPose, read, recorded, written
from towergames.renderer import sheet_corners
from towergames.session.animation import Frame, frames_of
from towergames.session.context import context_at, events_of
from towergames.table.history import History
from towergames.table.save_file import load_file
from towergames.tui.message_lines import foretold

SIZES = ((60, 12), (46, 22), (80, 15), (120, 28))
BLOCKS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█▁▂▃▅▆▇▏▎▍▋▊▉"
GHOST = standing(SMALL, attitude(SMALL, "base edge", 1.0, 0.4), -3, -5, 0.3)


def tower(count: int = 14, seats: int = 2, text: str = TOWER, **changes: Any) -> State:
    standing_there = table(text, seats, count)
    begun = GAME.new(seats, {"first": 1})
    return replace(begun, **{"phase": "turn", "layout": standing_there, "next_piece": count + 1, **changes})


def seen_by(state: State, viewer: int | None = 0, ascii_only: bool = False, **changes: Any) -> LeaningContext:
    c = seen(state, viewer, style=Style(ascii_only=ascii_only), **changes)
    return looked(replace(c, ui=BOARD.adapt(c, new=True)))


def looked(c: LeaningContext, **changes: Any) -> LeaningContext:
    """The context with the camera that follows, some of its viewpoint changed."""
    view = replace(BOARD.camera.follow(c, c.viewpoint), **changes)
    return replace(c, viewpoint=view)


def ui(c: LeaningContext, **changes: Any) -> LeaningContext:
    return replace(c, ui=replace(c.ui, **changes))


def beats(event: Event) -> tuple[float, ...]:
    return animation.film(event)[1]


def holding(c: LeaningContext, **changes: Any) -> LeaningContext:
    """The context with a small piece in the hand, and ideas for it."""
    words = ("safe", "fair", "bold", "safe", "")
    ideas = tuple(
        Idea("small", GHOST, "base edge", 7, Aim(2, (7,)), FORECASTS[word], k, f"idea {k}")
        for k, word in enumerate(words)
    )
    here = ui(
        c,
        kind="place",
        size="small",
        target=7,
        sizes=("small",),
        ghost=(GHOST,),
        aim=Aim(1, (4,)),
        preview=SettlePreview(0.1, True, "feels steady"),
        ideas=ideas,
        idea=1,
    )
    return ui(here, **changes)


def drawn_board(c: LeaningContext, width: int, height: int) -> Picture:
    return BOARD.draw(c, "board", (width, height))


def drawn_hand(c: LeaningContext, width: int, height: int) -> Picture:
    return BOARD.draw(c, "hand", (width, height))


def labels(canvas: Canvas) -> str:
    return " ".join(canvas.row(y) for y in range(canvas.height))


def tags(canvas: Canvas) -> set[str]:
    """The names of the pieces."""
    return set(re.findall(r"[>*]?P\d+(?: full)?<?", labels(canvas)))


@combined(size=SIZES, ascii_only=[False, True])
def test_tables_fit_with_and_without_a_piece_in_hand(size: tuple[int, int], ascii_only: bool) -> None:
    for state in (tower(2), tower(14), tower(14, 2, WRECK), tower(14, 10), GAME.new(2, {"first": 1})):
        scene = seen_by(state, ascii_only=ascii_only)
        for c in (scene, holding(scene), looked(holding(scene, busy="lowers"), labels=False)):
            picture = drawn_board(c, *size)
            sound(picture, *size)
            assert not ascii_only or picture.canvas.text(ascii_only=True).isascii()


@pytest.mark.parametrize("seats", [2, 10])
def test_any_game_can_be_drawn_at_any_moment(seats: int) -> None:
    game = LeaningTowers(lambda: CannedTable(15))
    dice = Dice(seats)
    state = game.new(seats, {"surface": "glass"})
    events: tuple[Event, ...] = ()
    most = 0
    for ply in range(240):
        turn, most = game.turn(state), max(most, len(state.layout.pieces))
        if isinstance(turn, Over):
            break
        if ply % sample(17, 8) == 0:
            scene = replace(seen_by(state, ply % seats), marks=events)
            sound(drawn_board(scene, *LEAST.board), *LEAST.board)
            sound(drawn_hand(scene, 60, LEAST.hand), 60, LEAST.hand)
        if isinstance(turn, Nature):
            step = game.apply_outcome(state, game.resolve(state, turn, dice))
        else:
            step = game.apply(state, game.choices(state).sample(dice))
        state, events = step.state, step.events
    assert most > 3


@pytest.mark.parametrize("size", [(34, 14), (60, 6), (80, 6), (80, 7), (120, 8), (200, 12)])
def test_hands_fit_at_every_moment_of_a_turn(size: tuple[int, int]) -> None:
    held: dict[str, Any] = {"held": ((1, 0, 1), (0, 2, 0))}
    for state in (tower(9), tower(9, **held), GAME.new(2, {"first": 1}), tower(14, last_size="small")):
        for viewer in (0, 1, None):
            scene = seen_by(state, viewer)
            for c in (
                scene,
                holding(scene),
                holding(scene, aim=Aim(3, (7, 6)), advised="leaning.act-hold"),
                holding(scene, control="free", ideas=(), said="meets P7"),
                holding(scene, kind="watch", busy="thinks"),
            ):
                sound(drawn_hand(c, *size), *size)


def test_every_piece_of_the_first_view_is_seen_and_can_be_clicked_where_its_spot_is() -> None:
    scene = seen_by(tower(14))
    for size in ((46, 22), (120, 28)):
        picture = drawn_board(scene, *size)
        spots = {spot.key: spot for spot in picture.spots if spot.key.startswith("piece:")}
        assert len(spots) >= 12, "hardly any piece is hidden behind others"
        assert picture.at is not None
        for key, spot in spots.items():
            assert picture.at(spot.x + spot.width // 2, spot.y) == key
        assert picture.at(0, size[1] - 1) == ""


def test_what_is_written_over_the_picture_is_hit_before_it() -> None:
    scene = seen_by(tower(14))
    near = looked(scene, camera=Camera(target=(2, -3, 1), distance=5))
    picture = drawn_board(near, 80, 20)
    spot = next(spot for spot in picture.spots if spot.key == "view:top")
    assert picture.at is not None
    assert picture.at(40, 15).startswith("piece:") and picture.at(spot.x, spot.y) == ""


def test_pieces_have_no_names_on_them_but_for_the_target_and_the_last_move_until_they_are_asked_for() -> None:
    marks = (Event("let-go", "", seat=1, data={"piece": 7}), Event("let-go", "", seat=0, data={"piece": 6}))
    c = ui(seen_by(tower(9), marks=marks), target=4)
    quiet = drawn_board(c, 160, 50)
    assert tags(quiet.canvas) == {">P4<", "*P7"}, "the last move of others, not the viewer's own"
    asked = drawn_board(replace(c, viewpoint=BOARD.camera.move(c, "leaning.names")), 160, 50)
    assert {"P5", "P8", "P2"} <= {tag.removesuffix(" full") for tag in tags(asked.canvas)}
    for picture in (quiet, asked):
        for spot in picture.spots:
            if spot.key.startswith("piece:") and spot.width > 1:
                cells = [(x, spot.y) for x in range(spot.x, spot.x + spot.width)]
                assert not any(quiet.at(*cell).startswith("piece:") for cell in cells if quiet.at), spot


def test_without_colour_the_names_say_whose_the_pieces_are() -> None:
    scene = seen_by(tower(9))
    plain = replace(scene, style=Style(ascii_only=True, colours=False))
    text = labels(drawn_board(plain, 160, 50).canvas)
    assert "P8 Balthasar" in text and "P5 Ann" in text
    assert "P8" not in labels(
        drawn_board(replace(plain, viewpoint=BOARD.camera.move(plain, "leaning.names")), 160, 50).canvas
    )


def test_offered_places_have_their_numbers_in_list_and_picture() -> None:
    scene = seen_by(tower(14, last_size="large"))
    c = ui(holding(scene), target=0)
    apart = tuple(replace(one, pose=Pose(k * 4.0 - 8, 0, 1)) for k, one in enumerate(c.ui.ideas))
    c = ui(c, ideas=apart, idea=1, ghost=(apart[1].pose,))
    spots = {spot.key: spot for spot in drawn_board(looked(c), 120, 30).spots}
    picture = drawn_board(looked(c), 120, 30).canvas
    for number in (1, 3, 4, 5):
        spot = spots[f"idea:{number - 1}"]
        assert picture.row(spot.y)[spot.x] == str(number)
    assert "▌ 2 Idea 1" in hand_text(c, 200, 16)


def test_the_pieces_of_listed_places_have_their_names_and_free_contacts() -> None:
    scene = seen_by(tower(14, last_size="large"))
    c = ui(holding(scene), target=0)
    ideas = tuple(replace(one, aim=Aim(1, (k + 5,))) for k, one in enumerate(c.ui.ideas))
    c, touched = ui(c, ideas=ideas), {5, 6, 7, 8, 9}
    for size in ((44, 22), (120, 30)):
        shown = labels(drawn_board(looked(c), *size).canvas)
        for piece in touched:
            free = position.room(c, piece)
            assert f"P{piece} {free} free" in shown if free else f"P{piece} full" in shown
        named = set(re.findall(r"P\d+", shown))
        assert named == {f"P{piece}" for piece in touched}, "no other piece has its name"


def test_the_names_of_the_pieces_are_a_button() -> None:
    scene = seen_by(tower(9))
    for size in ((44, 22), (80, 20)):
        picture = drawn_board(scene, *size)
        spot = next(spot for spot in picture.spots if spot.key == "view:names")
        assert picture.canvas.row(spot.y)[spot.x : spot.x + spot.width] == " names "
        named = replace(scene, viewpoint=BOARD.camera.move(scene, PointerInput(spot.key)))
        assert "P5" in labels(drawn_board(named, *size).canvas)
        assert "[names]" in drawn_board(named, *size).canvas.row(spot.y)
        keyed = replace(scene, style=Style(key_of=lambda _: "L"))
        assert " L names " in drawn_board(keyed, *size).canvas.row(spot.y)


def test_a_ghost_of_the_own_hand_says_whether_it_may_be_let_go() -> None:
    scene = seen_by(tower(14, last_size="large"))
    for c, sign in (
        (holding(scene), "+"),
        (holding(scene, aim=Aim(3, (4,))), "x"),
        (holding(scene, aim=None), "?"),
        (holding(scene, preview=SettlePreview(40, True, "falls", falls=True)), "!"),
    ):
        c = ui(c, target=0, ideas=(), idea=-1)
        spaced = " ".join(labels(drawn_board(c, 80, 20).canvas))
        assert [one for one in (" + ", " x ", " ? ", " ! ") if one in spaced] == [f" {sign} "]


@pytest.mark.parametrize(
    ("preview", "role", "words"),
    [
        (SettlePreview(0.1, True, "feels steady", felled=()), "", ""),
        (SettlePreview(40, True, "falls", falls=True), "warn", "! It would fall."),
        (SettlePreview(7, True, "slips 7 mm", falls=True, felled=()), "warn", "! It would fall."),
        (SettlePreview(0.1, True, "feels steady", felled=(4, 5)), "bad", "! Others would fall with it: P4 and P5."),
    ],
)
def test_a_fall_has_one_colour_and_one_sign_everywhere(preview: SettlePreview, role: str, words: str) -> None:
    scene = seen_by(tower(14, last_size="large"))
    c = ui(holding(scene, preview=preview), target=0, ideas=(), idea=-1)
    danger = BOARD.describe(c).danger
    assert (danger.role if danger is not None else "") == role
    assert table_zone._ghosts(c, table_zone._sign(c))[0].rim == (role or "good")
    text = hand_text(c, 36, 13)
    assert words in " ".join(text.split()) and "falls" not in text
    verdict = position.verdict(c)
    assert verdict is not None and verdict.legal
    tag, ink, _ = foretold(verdict, c.names, danger=danger)
    assert (tag[0], ink) == (("!", role) if role else ("+", "good")) and "allowed" not in tag
    drawn = drawn_hand(c, 36, 13).canvas
    for row in range(13):
        at = drawn.row(row).find("!")
        assert at < 0 or drawn.ink(at, row).fg == role
    assert not words or words[2:] in BOARD.read_out(c).prepared


def test_an_offered_place_is_dangerous_by_its_trials() -> None:
    scene = seen_by(tower(14, last_size="large"))
    signs = {}
    for odds in (Odds(20), Odds(8, 4), Odds(2, 10), Odds(8, 1, 3), Odds(2, 1, 9)):
        idea = replace(holding(scene).ui.ideas[0], forecast=Forecast(falls=odds))
        danger = BOARD.describe(ui(holding(scene), ideas=(idea,), idea=0)).danger
        signs[odds] = (danger.role, danger.words) if danger is not None else None
    assert list(signs.values()) == [
        None,
        ("warn", "may fall"),
        ("warn", "would fall"),
        ("bad", "others may fall with it"),
        ("bad", "others would fall with it"),
    ]


def test_a_target_behind_others_is_labelled_where_it_would_be() -> None:
    state = tower(9)
    behind = replace(state.layout.pieces[8], pose=RecordedPose(46_000, -4_000, 1_000, 1_000_000, 0, 0, 0), size="small")
    scene = seen_by(replace(state, layout=Layout((*state.layout.pieces[:8], behind))))
    for yaw in range(0, 360, 30):
        turned = replace(view_of(scene).camera, yaw=math.radians(yaw), pitch=0.3)
        picture = drawn_board(looked(ui(scene, target=9), camera=turned), 60, 17)
        spot = next(spot for spot in picture.spots if spot.key == "piece:P9")
        assert ">" in picture.canvas.row(spot.y)[spot.x : spot.x + spot.width]


def test_what_the_hand_has_taken_is_not_drawn_where_it_lay() -> None:
    slipped = tower(9, phase="slip", before=table(TOWER, 2, 8), in_hand=InHand("place", 9, "large"), tries=1)
    scene = seen_by(slipped)
    assert 9 in [one.piece for one in animation.standing(scene)]
    text = labels(drawn_board(looked(holding(scene, sizes=("large",), target=0), labels=True), 120, 34).canvas)
    assert "P9" not in text and "P8" in text


def test_a_still_picture_is_finer_than_a_moving_one_and_both_are_kept() -> None:
    scene = seen_by(tower(9))
    moving = drawn_board(replace(scene, style=Style(still=False)), 60, 16).canvas
    still = drawn_board(scene, 60, 16).canvas
    assert set(labels(moving)) & set("▁▃▅▇▏▎▍▋▊▉") == set()
    assert set(labels(still)) & set("▁▃▅▇▏▎▍▋▊▉")
    before = solids._drawn.cache_info().misses
    drawn_board(ui(scene, target=0, said="another word"), 60, 16)
    assert solids._drawn.cache_info().misses == before, "nothing that is seen has changed: nothing is drawn anew"


def test_no_label_covers_a_piece() -> None:
    """Of any piece at least three quarters are left to be seen, and a label on one piece covers no other."""
    marks = (Event("let-go", "", seat=1, data={"piece": 8}),)
    for state in (tower(14), tower(14, 2, WRECK)):
        scene = ui(seen_by(state, marks=marks), target=5)
        for size in ((44, 22), (80, 22), (120, 36)):
            picture = drawn_board(scene, *size)
            assert picture.at is not None
            covered: dict[str, int] = {}
            area: dict[str, int] = {}
            for x, y in product(range(size[0]), range(2, size[1] - 1)):
                if key := picture.at(x, y):
                    area[key] = area.get(key, 0) + 1
                    if not picture.canvas.ink(x, y).bg.startswith("#") or picture.canvas.row(y)[x] not in BLOCKS:
                        covered[key] = covered.get(key, 0) + 1
            for key, cells in covered.items():
                assert 4 * cells <= area[key], (size, key)
            assert {"piece:P5", "piece:P8"} <= {spot.key for spot in picture.spots}
            text = picture.canvas.text()
            assert re.search(r">\S*5\S*", text) and re.search(r"\*\S*8", text), "target and newest have a label"


def assert_in_view(seen: Camera, corners: Iterable[Vec], wide: int, high: int, covered: int) -> None:
    """All corners are in a picture of that size, below the rows that are covered."""
    for corner in corners:
        at = seen.project(corner, wide, high)
        assert at is not None and 0 <= at[0] <= wide and covered <= at[1] <= high


def test_the_first_view_has_everything_in_it_in_pictures_of_every_shape() -> None:
    state = tower(14)
    aimed = camera.home(GAME.view(state, 0))
    corners = camera.points(camera.placed_pieces(state.layout))
    for wide, high, covered in ((46, 44, 2), (80, 30, 2), (200, 90, 4), (60, 24, 2)):
        assert_in_view(camera.ORBIT.fitted(aimed, wide, high, covered), corners, wide, high, covered)


def test_a_named_look_shows_everything_after_any_jump() -> None:
    """In a replay that is opened at its beginning and goes to its end, no piece is out of the picture."""
    begin = BOARD.camera.follow(seen_by(GAME.new(2, {"first": 1})), None)
    for state in (tower(14), tower(5)):
        scene = replace(seen_by(state), viewpoint=begin)
        for _ in range(2):
            view = BOARD.camera.follow(scene, scene.viewpoint)
            assert camera.ORBIT.sees(view.camera, camera.points(camera.placed_pieces(state.layout)))
            scene = replace(scene, viewpoint=view)
        moved = BOARD.camera.move(scene, "leaning.pan-left")
        assert moved is not None and moved.look == ""


def test_an_empty_table_shows_the_whole_sheet() -> None:
    empty = seen_by(GAME.new(2, {"first": 1}))
    for wide, high in ((44, 44), (120, 72), (160, 100)):
        assert_in_view(camera.ORBIT.fitted(view_of(empty).camera, wide, high, 2), sheet_corners(), wide, high, 2)
    few = BOARD.camera.follow(replace(seen_by(tower(2)), viewpoint=view_of(empty)), view_of(empty))
    assert few.camera.pitch == camera.START_CAMERA.pitch, "pieces are seen from lower down"


def test_the_camera_stays_until_the_newest_piece_is_out_of_sight() -> None:
    small, large = GAME.view(tower(5), 0), GAME.view(tower(14), 0)
    aimed = camera.home(large)
    assert camera.following(aimed, camera.placed_pieces(large.layout)) == aimed
    near, standing = camera.home(small), camera.placed_pieces(small.layout)
    moved = camera.following(near, standing, (("small", Pose(9.0, 9.0, 1.0)),))
    assert moved != near and (moved.yaw, moved.pitch) == (near.yaw, near.pitch)
    assert moved.distance >= near.distance
    detail = Camera(target=(0, 0, 8), distance=5)
    assert camera.following(detail, camera.placed_pieces(large.layout)) == detail, (
        "a player who looks at a detail is left alone"
    )


def test_the_camera_follows_the_hand_and_is_left_alone_where_it_was_moved() -> None:
    c = seen_by(tower(5))
    far = Pose(9.0, 9.0, 1.0)
    held = looked(ui(c, sizes=("small",), ghost=(far,), kind="place"))
    assert view_of(held).camera != view_of(c).camera
    aside = replace(held, viewpoint=BOARD.camera.move(held, "leaning.pan-left"))
    for _ in range(20):
        aside = replace(aside, viewpoint=BOARD.camera.move(aside, "leaning.pan-left"))
    assert looked(aside).viewpoint == aside.viewpoint, "nothing but the camera has moved"
    watched = ui(c, sizes=("small",), ghost=(far,), kind="watch")
    assert view_of(looked(watched)).camera == view_of(c).camera, "it does not follow another player's hand"


def test_the_camera_comes_nearer_to_a_table_with_little_on_it_unless_turned_by_hand() -> None:
    view = GAME.view(tower(2), 0)
    far, standing = replace(camera.START_CAMERA, distance=60.0), camera.placed_pieces(view.layout)
    assert camera.following(far, standing, name="all").distance < 20
    assert camera.following(far, standing) == far


def test_named_views_stand_where_their_names_say() -> None:
    view = GAME.view(tower(9), 0)
    before = Camera(yaw=1.0, pitch=0.5)
    assert camera.home(view, (), "top", before).pitch > 1.4
    front, side = (camera.home(view, (), name, before) for name in ("front", "side"))
    assert front.yaw == pytest.approx(-math.pi / 2) and side.yaw == 0 and front.pitch < 0.2
    assert camera.home(view, (), "all", before).yaw == before.yaw
    near = camera.home(view, (("small", GHOST),), "near", before)
    assert near.distance < 12 and math.dist(near.target, GHOST.place) < 2


def test_what_rolled_off_the_table_is_not_looked_after() -> None:
    state = tower(9)
    gone = replace(state.layout.pieces[8], pose=RecordedPose(9_000_000, 0, 0, 1_000_000, 0, 0, 0))
    rolled = replace(state, layout=Layout((*state.layout.pieces[:8], gone)))
    assert camera.home(GAME.view(rolled, 0)).distance < 40


def falling(seconds: float = 1.0) -> tuple[State, Event]:
    """A table from which piece 9 is let go and falls to the side."""
    state = tower(8, next_piece=9)
    hand = InHand("place", 9, "large", pose=RecordedPose(0, 0, 120_000, 1_000_000, 0, 0, 0))
    count = round(seconds * 30) + 1
    pictures = [(Pose(k * 10 / count, 0, 12 - 11 * k / count),) for k in range(count)]
    still = [pictures[-1]] * 20
    trace = written([*pictures, *still], 33, MOST_TRACE)
    event = Event("settle", "", data={"trace": trace, "pieces": [9], "by": "release"})
    return replace(state, phase="release", in_hand=hand), event


def test_a_recorded_fall_is_played_smoothly_and_not_for_long() -> None:
    _, event = falling(1.0)
    shown = beats(event)
    assert all(seconds == pytest.approx(1 / 30, abs=0.003) for seconds in shown[:-1])
    assert 0.9 < sum(shown[:-1]) < 1.2, "the stillness at the end is left out"
    _, long = falling(9.0)
    assert sum(beats(long)) < 4
    assert beats(Event("settle", "", data={"trace": "", "pieces": [9], "by": "bump"})) == ()
    assert beats(Event("settle", "", data={"trace": "33 2 nonsense", "pieces": [9], "by": "bump"})) == ()
    assert beats(Event("place", "")) == ()


@pytest.mark.parametrize("period", [33, 66, 99, 396])
def test_a_long_fall_of_many_pieces_is_shown_with_twenty_pictures_a_second_too(period: int) -> None:
    count = 1980 // period
    trace = written(
        [(Pose(0.01 * k * period, 0, 40 - 0.02 * k * period),) for k in range(count + 1)], period, MOST_TRACE
    )
    event = Event("settle", "", data={"trace": trace, "pieces": [9], "by": "release"})
    frames, seconds = animation.film(event)
    assert max(seconds[:-1]) <= 0.05 and sum(seconds[:-1]) == pytest.approx(1.98)
    heights = [frame[9].z for frame in frames]
    assert heights == sorted(heights, reverse=True) and heights[-1] == pytest.approx(40 - 0.02 * 1980)


def test_the_last_wobble_is_shown_slower_and_held() -> None:
    state = tower(8, next_piece=9)
    turns = [Pose.of((0, 0, 2), (1, 0.02 * math.sin(k), 0, 0)) for k in range(8)]
    trace = written([(one,) for one in turns], 33, MOST_TRACE)
    event = Event("settle", "", data={"trace": trace, "pieces": [9], "by": "release"})
    frames, seconds = animation.film(event)
    assert len(frames) == len(seconds) and sum(seconds) > 3 * 7 * 0.033, "three times as long as it took"
    assert max(seconds[:-1]) <= 0.05 < seconds[-1], "at least 20 pictures a second, and the last one stays"
    assert state.next_piece == 9 and frames[-1][9].turn == pytest.approx(turns[-1].turn, abs=1e-3)


def test_pieces_are_where_the_record_says_frame_by_frame() -> None:
    state, event = falling()
    scene = seen_by(state, 1)
    assert animation.standing(scene)[-1].pose.z == pytest.approx(12), "as the hand held it"
    heights = []
    for frame in range(len(beats(event))):
        shown = animation.standing(replace(scene, playing=(event,), frame=frame))
        assert [one.piece for one in shown] == list(range(1, 10))
        assert shown[0] == animation.standing(scene)[0], "what does not move stays"
        heights.append(shown[-1].pose.z)
    assert heights == sorted(heights, reverse=True) and heights[-1] < 1.5
    after = (event, Event("slip", "", seat=0))
    assert animation.standing(replace(scene, playing=after, frame=0))[-1].pose.z == heights[-1]


def test_a_ready_foundation_appears_with_its_movement_and_cleared_pieces_are_gone() -> None:
    begun = replace(GAME.new(2, {"first": 1}), phase="release", in_hand=InHand("ready", 1, "large", size2="large"))
    assert animation.standing(seen_by(begun)) == ()
    trace = written([(Pose(0, 0, 1), Pose(4, 0, 1))] * 3, 33, MOST_TRACE)
    event = Event("settle", "", data={"trace": trace, "pieces": [1, 2], "by": "release"})
    shown = animation.standing(replace(seen_by(begun), playing=(event,)))
    assert [(one.piece, one.size, one.owner) for one in shown] == [(1, "large", -1), (2, "large", -1)]
    clearing = seen_by(tower(9, phase="clear", clearing=(8, 9)))
    trace = written([(Pose(0, 0, 1),)] * 3, 33, MOST_TRACE)
    gone = Event("settle", "", data={"trace": trace, "pieces": [7], "by": "clear"})
    assert [one.piece for one in animation.standing(replace(clearing, playing=(gone,)))] == list(range(1, 8))


def test_the_camera_goes_along_slowly_while_pieces_fall_out_of_its_sight() -> None:
    state, event = falling()
    scene = seen_by(state, 1)
    before = OrbitView(camera.home(GAME.view(tower(8), 0)))
    count = len(beats(event))
    way = [camera.camera_now(replace(scene, playing=(event,), frame=frame), before) for frame in range(count)]
    assert way[0] == before.camera
    steps = [math.dist(one.target, other.target) for one, other in pairwise(way)]
    assert sum(steps) > 0 and max(steps) < 0.2 * max(1.0, sum(steps))
    assert camera.camera_now(scene, before) == before.camera


def test_frames_of_a_fall_are_drawn() -> None:
    state, event = falling(0.3)
    scene = seen_by(state, 1)
    seen = set()
    for frame in range(len(beats(event))):
        picture = drawn_board(replace(scene, playing=(event,), frame=frame), 60, 14)
        sound(picture, 60, 14)
        seen.add(repr([picture.canvas.ink(x, y).bg for y in range(2, 13) for x in range(60)]))
    assert len(seen) > 5


@pytest.fixture(scope="module")
def falls() -> History:
    """A recorded game in which pieces fall."""
    return load_file(Path(__file__).parents[4] / "saves" / "example-leaning-wreck.jsonl").history


def shown_frames(history: History, play: int, motion: str = "full") -> list[Frame]:
    """The frames of a play of a game."""
    before = context_at(history, 0, play - 1, view=GAME.view(history.state_after(play - 1), 0))
    before = replace(before, ui=BOARD.adapt(before, True), style=Style(still=False))
    return list(frames_of(BOARD, before, events_of(history, play - 1, play, 0), play - 1, motion))


def test_after_a_break_the_old_places_are_seen_with_the_distances(falls: History) -> None:
    frames = shown_frames(falls, 7)
    *moving, end = frames
    assert end.held and end.context.playing[-1].kind == "break"
    assert [one.words for one in animation.displaced(end.context)][-1] == "P3 moved 5 mm, 3 allowed"
    assert "Pieces are still moving." in hand_text(moving[3].context, 36, 13)
    said = " ".join(hand_text(end.context, 36, 13).split())
    assert "The small piece slid off P1. P3 moved 5 mm, 3 allowed." in said and "P4 moved" not in said
    picture = drawn_board(end.context, 44, 22)
    assert "P3 5 mm" in labels(picture.canvas) and "P3 5 mm" not in labels(
        drawn_board(moving[3].context, 44, 22).canvas
    )
    assert "30 mm" not in labels(picture.canvas), "the piece that is lost has no limit"
    assert animation.points_now(end.context) == falls.state_after(7).points != animation.points_now(moving[3].context)
    old = {one.name: one for one in table_zone._old_places(end.context, animation.displaced(end.context))}
    stood = {one.id: one for one in end.context.view.layout.pieces}
    assert old["~3"].ghost and old["~3"].pose == read(stood[3].pose)
    assert camera.camera_now(end.context, view_of(end.context)).distance == camera.NEAR_CM, "5 mm are seen from near"
    wreck = shown_frames(falls, 53)[-1].context
    assert camera.camera_now(wreck, view_of(wreck)).distance > camera.NEAR_CM
    still = shown_frames(falls, 7, "none")
    assert len(still) == 2 and still[1].held and still[1].context.frame == end.context.frame, "two stills"
    sound(picture, 44, 22)


def test_while_pieces_are_put_back_the_places_where_they_stood_are_seen(falls: History) -> None:
    play = next(n for n, one in enumerate(falls.plays) if n > 7 and one.step.state.phase == "rebuild")
    state = falls.plays[play].step.state
    scene = seen_by(state, state.active)
    scene = ui(scene, decision=None)
    moved = animation.displaced(scene)
    assert {one.stood.piece for one in moved} == set(state.broken)
    assert moved[0].words in " ".join(hand_text(scene, 36, 13).split())
    assert f"P{moved[0].stood.piece} {moved[0].short}" in labels(drawn_board(scene, 80, 20).canvas)


def test_after_a_wreck_all_that_moved_is_outlined_with_its_distance(falls: History) -> None:
    end = shown_frames(falls, 53)[-1]
    assert (
        animation.fallen(end.context) == "wreck" and animation.fall_seen(end.context) == "The large piece tipped over"
    )
    moved = animation.displaced(end.context)
    shown = labels(drawn_board(end.context, 80, 20).canvas)
    for one in moved:
        assert f"P{one.stood.piece} {one.short}" in shown
    old = {one.name for one in table_zone._old_places(end.context, moved)}
    assert old == {f"~{one.stood.piece}" for one in moved if one.is_small}


def test_a_piece_that_only_turned_has_its_angle() -> None:
    stood = animation.PosedPiece(5, "small", 0, Pose(0, 0, 0))
    assert animation.Displacement(stood, 900, 6_200).short == "7 deg"
    assert animation.Displacement(stood, 4_100, 6_200).short == "5 mm"


def test_full_pieces_are_dark_and_said_to_be_full() -> None:
    state = tower(9)
    shown = state.layout.pieces[1:]  # of the first one little is seen
    full = next(one for one in shown if not room_of(state.layout, one))
    free = next(one for one in shown if room_of(state.layout, one))
    scene = looked(seen_by(state), labels=True)
    assert f"P{full.id} full" in labels(drawn_board(scene, 160, 50).canvas)
    assert inks.plate(0, full=True) != inks.plate(0)
    told = {spot.title: spot.tooltip for spot in drawn_board(scene, 160, 50).spots if spot.tooltip}
    assert told[f"P{full.id}"].endswith(", full.") and "room for" in told[f"P{free.id}"]
    own = seen_by(replace(state, terms=replace(state.terms, contacts="own")))
    assert not position.room_words(own, full.id)


def hand_text(c: LeaningContext, width: int = 120, height: int = 8) -> str:
    return drawn_hand(c, width, height).canvas.text()


def test_the_hand_says_what_would_be_scored_and_how_it_feels() -> None:
    scene = seen_by(tower(14, last_size="large"))
    text = hand_text(holding(scene), 200, 16)
    assert "Touches P4, one corner on the table, level 0." in text, (
        "the trials say how it stands, and nothing else does"
    )
    assert "level 0, feels steady." in hand_text(holding(scene, idea=-1), 200, 16)
    assert "+1 small piece" in text and "+1 one corner on the table" in text
    assert " 4 Idea 3" in text and "▌ 2 Idea 1" in text and "points" in text
    assert "100%" not in text, "a few trials make nothing certain"


@pytest.mark.parametrize("width", [200, 78, 36])
@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("safe", "safe, fewer than 1 in 50 falls"),
        ("fair", "fair, about 1 in 12 falls"),
        ("bold", "bold, about 1 in 2 falls"),
        ("", "3 trials so far"),
    ],
)
def test_a_place_says_how_often_it_falls(width: int, word: str, told: str) -> None:
    scene = seen_by(tower(14, last_size="large"))
    c = holding(scene)
    known = replace(c.ui.ideas[0], forecast=FORECASTS[word])
    assert told in hand_text(ui(c, ideas=(known,), idea=0), width, 16)


@pytest.mark.parametrize(
    ("touched", "heading"),
    [
        ((7, 7), "Places on P7 for a small piece"),
        ((3, 3), "None on P7. Others for a small piece"),
        ((3, 7), "Places for a small piece"),
    ],
)
def test_the_heading_names_a_piece_only_where_the_places_touch_it(touched: tuple[int, ...], heading: str) -> None:
    scene = seen_by(tower(14, last_size="large"))
    ideas = tuple(
        Idea("small", GHOST, "base edge", one, Aim(0, (one,)), FORECASTS["safe"], 1, f"on P{one}") for one in touched
    )
    assert heading in hand_text(holding(scene, ideas=ideas, idea=0), 200, 16)


@pytest.mark.parametrize("size", [(36, 16), (78, 10)])
def test_where_a_place_is_leaves_out_the_corner_before_it_is_cut(size: tuple[int, int]) -> None:
    c = holding(seen_by(tower(14, last_size="large")))
    long = replace(c.ui.ideas[1], words="between P10 and P11, 1 corner", aim=Aim(1, (10, 11)))
    rows = hand_text(ui(c, ideas=(long,), idea=0), *size)
    assert "Between P10 and P11 " in rows and "~" not in rows


def test_the_hand_names_the_rules_that_would_be_broken() -> None:
    scene = seen_by(tower(14, last_size="small"))
    text = hand_text(holding(scene, aim=Aim(3, (4,))))
    assert "x The last piece was small. Use medium or large. L-7" in text
    other = seen_by(tower(14, last_size="large"))
    assert "x 3 corners touch the table" in hand_text(holding(other, aim=Aim(3, (4,))))
    assert BOARD.controls(holding(other, aim=Aim(3, (4,))))[0].blocked is not None


def test_sizes_show_what_is_left_and_held_without_colour() -> None:
    scene = seen_by(tower(9, hands=((2, 5, 0), (5, 5, 5)), held=((0, 0, 1), (0, 0, 0))))
    rows = hand_text(scene, 36, 14).splitlines()
    assert rows[0].count("▟▙") == 2 and "2" in rows[0]
    assert rows[1].count("▟█▙") == 5
    assert "0 + 1 held" in rows[2]
    assert "1 small ▟▙ 2" in hand_text(scene).splitlines()[0], "one pyramid each where all stand in a row"
    assert "/\\/\\" in hand_text(replace(scene, style=Style(ascii_only=True)), 36, 14)


def test_on_the_smallest_screen_the_hand_says_how_likely_the_piece_is_to_stand() -> None:
    scene = seen_by(tower(14, last_size="large"))
    c = holding(scene)
    for at, words in enumerate(("safe, few", "fair, ", "bold, ", "safe, few", "3 trials so far")):
        told = hand_text(ui(c, idea=at), 36, 14)
        rows = told.splitlines()
        here = next(row for row, line in enumerate(rows) if f"Idea {at}" in line)
        assert rows[here].endswith(f"+{at}") and words in rows[here + 1], "its points, then how sure it is"
        assert "A fall here may cost 2 points." in " ".join(told.split())
    assert "The most points." in told, "the last place says why one would choose it"


def test_after_a_fall_the_place_of_a_piece_that_was_held_high_is_in_sight(falls: History) -> None:
    wreck = shown_frames(falls, 53)[-1].context
    hand = wreck.view.in_hand
    assert hand is not None and hand.pose is not None
    lifted = replace(hand, pose=recorded(read(hand.pose).moved((0.0, 0.0, 9.0))))
    c = replace(wreck, view=replace(wreck.view, in_hand=lifted))
    seen = camera.camera_now(c, view_of(wreck))
    old_places = [(one.stood.size, one.stood.pose) for one in animation.displaced(c)]
    assert camera.ORBIT.sees(seen, camera.points(old_places))


@pytest.mark.parametrize(
    ("standing", "touches", "ends"),
    [(14, (7,), False), (14, (1,), True), (5, (3, 4), False), (5, (3, 4, 5), True)],
)
def test_l19_a_place_where_a_wreck_may_end_the_game_says_so(
    standing: int, touches: tuple[int, ...], ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    c = holding(seen_by(tower(standing, last_size="large")))
    monkeypatch.setattr(suggestions, "fall", lambda *_: (3, -7, True))
    monkeypatch.setattr(suggestions, "at_risk", lambda _, pieces: frozenset(pieces))
    told = suggestions.fall_words(c, touches)
    assert told == f"A fall here may put you out{' and end the game' if ends else ''}: -7 points."


def test_while_a_bot_thinks_the_hand_says_so_in_a_sentence() -> None:
    scene = seen_by(tower(9), 1)
    idea = Idea("small", GHOST, "base edge", 7, Aim(2, (7,)), FORECASTS["safe"], 2, "leaning on P7")
    watched = BOARD.background.show_idea(scene, idea)
    assert watched is not None
    rows = [row.strip() for row in hand_text(replace(scene, ui=watched), 36, 14).splitlines()]
    assert "It is Ann's turn." in rows and "thinks" not in rows


def test_free_control_has_its_motions_to_be_clicked() -> None:
    scene = seen_by(tower(9))
    shown = {"leaning.lower": "d", "leaning.turn-left": ",", "leaning.hand-back": "Bksp"}
    keyed = Style(key_of=lambda spec: shown.get(spec.id, "x"))
    for width in (34, 78):
        picture = drawn_hand(replace(holding(scene, control="free", ideas=()), style=keyed), width, 14)
        keys = {spot.key for spot in picture.spots}
        motions = {f"control:{spec.id}" for group in hand.MOTIONS for spec in group}
        assert motions | {"move:left", "move:right", "move:up", "move:down", "control:leaning.target"} <= keys
        assert {"size:small", "size:medium", "size:large"} <= keys
        assert " d lower " in picture.canvas.text() and " , turn left " in picture.canvas.text()


def test_a_free_hand_says_in_one_place_what_it_does() -> None:
    scene = holding(seen_by(tower(9)), control="free", ideas=(), said="It meets P2.")
    zones = drawn_hand(scene, 34, 14).canvas.text() + drawn_board(scene, 44, 22).canvas.text()
    assert "It meets P2." not in zones and BOARD.describe(scene).hint == "It meets P2."
    busy = ui(scene, busy="moving")
    zones = drawn_hand(busy, 34, 14).canvas.text() + drawn_board(busy, 44, 22).canvas.text()
    assert "moving" not in zones and BOARD.describe(busy).hint == "The table is moving. Esc stops it."


def test_players_stand_above_the_table_with_points_pieces_and_holds() -> None:
    scene = seen_by(tower(9, points=(12, -3), held=((0, 0, 0), (0, 1, 1)), out=(False, False)))
    canvas = Canvas(80, 20)
    from towergames.games.leaning.board.table_zone import draw_scores, score_rows

    draw_scores(canvas, scene)
    assert canvas.row(0).startswith(">1 Ann 12") and "2 Balthasar -3" in canvas.row(0)
    assert "M L held" in canvas.row(0)
    narrow = Canvas(44, 20)
    draw_scores(narrow, scene)
    assert narrow.row(1).startswith(" 2 Balthasar -3  15 left, M L held")
    many = seen_by(tower(9, seats=10))
    assert score_rows(many, 60, 12) <= 2, "ten players on the smallest board"


def test_examples_belong_to_rules_show_what_is_marked_and_can_be_drawn_small() -> None:
    assert set(EXAMPLES) <= set(GAME.rule_sheet.ids)
    for rule, shot in EXAMPLES.items():
        scene = BOARD.example(rule)
        assert scene is not None
        assert set(shot.marked) <= {one.id for one in scene.view.layout.pieces}
        assert animation.moved(scene) == set(shot.marked)
        assert BOARD.read_out(scene).board
        sound(drawn_board(scene, *LEAST.board), *LEAST.board)
    assert BOARD.example("R-33") is None

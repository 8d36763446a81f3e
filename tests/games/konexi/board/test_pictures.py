"""Pictures of Konexi: they fit, show every letter as it stands, say in signs what colours say, and move as recorded."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest

from tests.board.pictures import sound
from tests.board.test_palette import COLOURED, RGB_THEMES, too_faint, too_near
from tests.combinations import THOROUGH, combined
from tests.games.konexi.board.tables import context_of
from tests.games.konexi.making import random_tower, rule_tower, saying, state
from towergames.board.canvas import Canvas
from towergames.board.protocol import Picture
from towergames.core.contract import Event, Step, Verdict
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.games.konexi.beats import highlights, near_miss
from towergames.games.konexi.board import BOARD, animation, camera, fall_view, picture, table_zone, ui_state
from towergames.games.konexi.board.camera import SPACE, viewpoint_of
from towergames.games.konexi.board.examples import bowed, grown
from towergames.games.konexi.board.hand import draw_table, firmness
from towergames.games.konexi.board.picture import DrawnLetter, Flat, Window
from towergames.games.konexi.board.side_view import LARGE_CARD, card, draw_side
from towergames.games.konexi.board.ui_state import KonexiContext, balance_here
from towergames.games.konexi.board.weight import Weight, weigh
from towergames.games.konexi.bodies import CELL, poses_of
from towergames.games.konexi.letters import ALPHABET, STEPS, poses, upright
from towergames.games.konexi.model import FACES, Balance, RestingLetter, RoundEnd, State
from towergames.games.konexi.palette import PLASTICS, letter_role
from towergames.games.konexi.rules import beside, places_of
from towergames.games.konexi.tower import PlacedLetter, balance, joints, places, tower_of
from towergames.physics.geometry import Pose, about
from towergames.physics.recording import RecordedPose as Recorded
from towergames.physics.recording import written
from towergames.tui.message_lines import foretold

SIZES = ((60, 9), (44, 16), (44, 22), (80, 14), (78, 30), (118, 44))


def standing(count: int, **changes: Any) -> State:
    """A player about to add a letter to ``count`` letters, which stand straight."""
    spots = grown(count)
    made = replace(state(spots), rests=bowed(spots), gap=3)
    return replace(made, **changes)


def board_of(c: KonexiContext, width: int = 100, height: int = 40, **changes: Any) -> Picture:
    """The board, with changes of the UiState and of the viewpoint."""
    return BOARD.draw(_changed(c, changes), "board", (width, height))


def hand_of(c: KonexiContext, width: int, height: int, **changes: Any) -> Picture:
    """The hand, with changes of the UiState."""
    return BOARD.draw(_changed(c, changes), "hand", (width, height))


def _changed(c: KonexiContext, changes: dict[str, Any]) -> KonexiContext:
    look = {name: changes.pop(name) for name in ("view", "zoom", "pan", "labels", "camera") if name in changes}
    return replace(c, ui=replace(c.ui, **changes), viewpoint=replace(viewpoint_of(c), **look))


def text(canvas: Canvas) -> str:
    return "\n".join(canvas.row(y) for y in range(canvas.height))


def keys(picture: Picture, kind: str) -> set[str]:
    return {spot.key for spot in picture.spots if spot.key.startswith(kind)}


@combined(size=SIZES, plain=[{}, {"ascii_only": True}, {"colours": False}])
def test_tables_of_any_height_fit(size: tuple[int, int], plain: dict[str, bool]) -> None:
    """Everybody looks at every table and in every way, but not at every table in every way."""
    tables = (state(), standing(1), standing(12), standing(22), saying(), state(phase="roll", circle="AB"))
    ways: tuple[dict[str, Any], ...] = (
        {},
        {"labels": False, "zoom": 2, "pan": (5, -3), "on": "E"},
        {"zoom": -2, "hint": True, "word": "RULE"},
    )
    for (i, s), (j, viewer), (k, changes) in product(enumerate(tables), enumerate((0, 1, None)), enumerate(ways)):
        if (i + j + k) % 3 == 0 or THOROUGH:
            found = board_of(context_of(s, viewer, **plain), *size, **changes)
            sound(found, *size)
            assert not plain.get("ascii_only") or found.canvas.text(ascii_only=True).isascii()


@pytest.mark.parametrize("size", [(34, 11), (36, 13), (60, 5), (80, 5), (78, 6), (120, 7)])
def test_hands_fit_at_every_moment_of_a_turn(size: tuple[int, int]) -> None:
    arranged = state(phase="arrange", circle=ALPHABET)
    for s in (state(), standing(9), saying(), arranged, state(phase="birthday"), standing(9, phase="token", face=0)):
        for viewer in (0, 1, None):
            for plain in ({}, {"ascii_only": True, "colours": False}):
                for changes in ({}, {"hint": True}, {"word": "LUCREABDFGH"}, {"who": s.seats - 1}):
                    sound(hand_of(context_of(s, viewer, **plain), *size, **changes), *size)


@pytest.mark.parametrize("letter", ALPHABET)
def test_every_letter_is_drawn_as_its_cells_in_all_poses(letter: str) -> None:
    for one in poses(letter):
        seen = text(card(letter, "plastic-1", 18, 9, LARGE_CARD, one.turn, one.flip, plain=True)).split("\n")
        left, top = round((18 - 2 * one.width) / 2), round((9 - one.height) / 2)
        bare = set(one.cells) - {(c.x, c.y) for c in one.connectors if not c.plug}
        for x in range(one.width):
            for y in range(one.height):
                at = seen[top + one.height - 1 - y][left + 2 * x : left + 2 * x + 2]
                inside = (x, y) in one.cells
                assert (letter in at) == inside or (inside and (x, y) not in bare), (one.turn, one.flip, x, y, seen)


def test_teeth_stand_out_and_sockets_are_cut_in() -> None:
    one = upright("L")
    seen = card("L", "plastic-1", 24, 18, (4.0, 2.0))

    def body(x: float, y: float) -> bool:
        """Whether there is plastic at a place of the letter."""
        column, row = 2 + 4 * x, 2 + 2 * (7 - y)
        ink, glyph = seen.ink(int(column), int(row)), seen.row(int(row))[int(column)]
        bit = 1 << (int(2 * (column % 1)) + 2 * int(2 * (row % 1)))
        filled = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".index(glyph) & bit
        return (ink.fg if filled else ink.bg).startswith("plastic")

    for c in one.connectors:
        dx, dy = STEPS[c.side]
        tooth = (c.x + 0.5 + 0.6 * dx, c.y + 0.5 + 0.6 * dy)
        hole = (c.x + 0.5 + 0.4 * dx, c.y + 0.5 + 0.4 * dy)
        assert body(*tooth) is c.plug, c
        assert body(*hole) is c.plug, c


def test_neighbours_never_share_a_colour() -> None:
    for seed in range(12):
        spots = random_tower(Dice(seed), 26).spots
        cells = tower_of(spots).cells
        known = picture.roles(spots)
        assert set(known.values()) <= set(PLASTICS)
        for (x, y), letter in cells.items():
            for dx, dy in STEPS:
                other = cells.get((x + dx, y + dy), letter)
                assert other == letter or known[other] != known[letter], (seed, letter, other)
        assert picture.roles(spots[:-1]) == {k: v for k, v in known.items() if k != spots[-1].letter}


def test_every_cell_of_the_tower_is_where_the_mouse_finds_it() -> None:
    s = standing(8, phase="roll")
    c = context_of(s)
    found = board_of(c, 120, 44)
    seen = table_zone._window(c, viewpoint_of(c), picture.layout(120, 44).room, plain=False)
    assert found.at is not None
    cells = tower_of(s.tower).cells
    cut = {(spot.x + c.x, spot.y + c.y) for spot in s.tower for c in spot.shape.connectors if not c.plug}
    for (x, y), letter in cells.items():
        column, row = int(seen.column(x + 0.5)), int(seen.row(y + 0.5))
        spot = next((s for s in found.spots if s.x <= column < s.x + s.width and s.y == row and s.key != "table"), None)
        if (x, y) not in cut:
            assert (spot.key if spot else found.at(column, row)) == f"letter:{letter}"
    high = max(y for _, y in cells) + 2
    assert found.at(int(seen.column(0.5)), int(seen.row(high + 0.5))) == f"cell:0,{high}"


def test_a_tower_that_has_bent_is_seen_bent() -> None:
    spots: tuple[PlacedLetter, ...] = (PlacedLetter("H", 1, False, 0, 0),)
    while len(spots) < 4:
        letter = "IXZ"[len(spots) - 1]
        spots = (*spots, max(places(tower_of(spots), letter), key=lambda s: (s.y, s.x)))
    straight, bent = (context_of(replace(state(spots, phase="roll"), rests=bowed(spots, by))) for by in (0.0, 4.0))
    aside = []
    for one in (straight, bent):
        where = {s.key: s.x for s in board_of(one, 80, 44).spots}
        aside.append(where[f"letter:{spots[-1].letter}"] - where["letter:H"])
    assert abs(aside[0] - aside[1]) >= 2


@pytest.mark.parametrize("letter", "AKSWZ")
def test_a_letter_that_leans_a_little_keeps_its_strokes_and_one_that_falls_does_not(letter: str) -> None:
    window = Window(2.0, 1.0, -10.0, 20.0)

    def drawn(degrees: float, aside: float = 0.0) -> str:
        turn = about((0.0, 1.0, 0.0), math.radians(degrees))
        x, _, z = Pose(0.0, 0.0, 0.0, *turn).point((2.5 * CELL, 0.0, 3.5 * CELL))
        pose = Pose((2.5 + aside) * CELL - x, 0.0, 9 * CELL - z, *turn)
        shown = draw_side(Flat((DrawnLetter(letter, pose, PLASTICS[0]),), window, 50, 25, plain=False))
        rows = [row.rstrip() for row in text(shown.canvas).split("\n") if row.strip()]
        indent = min(len(row) - len(row.lstrip()) for row in rows)
        return "\n".join(row[indent:] for row in rows)

    assert drawn(0.0) == drawn(6.0) == drawn(-6.0, 0.1)
    assert drawn(0.0) != drawn(20.0)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(("aside", "up"), [*product((-60.0, -22.0, 2.5, 22.0, 60.0), (-40.0, 9.0, 40.0))])
def test_a_letter_that_leans_out_of_the_plane_is_drawn_wherever_it_lies(aside: float, up: float, plain: bool) -> None:
    window = Window(2.0, 1.0, -10.0, 20.0)
    for degrees in (30, 60, 85, 90):
        pose = Pose(aside * CELL, 0.0, up * CELL, *about((1.0, 0.0, 0.0), math.radians(degrees)))
        shown = draw_side(Flat((DrawnLetter("K", pose, PLASTICS[0]),), window, 50, 25, plain=plain))
        rows = text(shown.canvas).split("\n")
        assert len(rows) == 25 and {len(row) for row in rows} == {50}
        seen = any(shown.pick(x, y) for x in range(50) for y in range(25))
        assert seen == ((aside, up) == (2.5, 9.0))


def test_the_whole_tower_is_in_sight_from_the_side_and_nearer_shows_less() -> None:
    c = context_of(standing(12, phase="roll"))
    whole = keys(board_of(c, 118, 44, labels=False), "letter:")
    assert len(whole) == 12
    assert len(keys(board_of(c, 118, 44, labels=False, zoom=4), "letter:")) < 12
    one, moved = (board_of(c, 118, 44, pan=pan) for pan in ((0, 0), (4, 0)))
    x = {spot.key: spot.x for spot in one.spots}
    for spot in moved.spots:
        if spot.key.startswith("letter:") and spot.key in x:
            assert spot.x > x[spot.key]


@pytest.mark.parametrize(("wide", "high"), [(36, 19), (70, 28), (150, 50)])
def test_windows_show_the_hand_and_stand_on_whole_cells(wide: int, high: int) -> None:
    room = picture.Rect(4, 2, wide, high)
    for tower in (None, (0.0, 0.0, 5.0, 7.0), (-20.0, 0.0, 25.0, 60.0)):
        for hand in (None, (20.0, 50.0, 25.0, 57.0), (-9.0, 1.0, -2.0, 6.0)):
            found = picture.fit(tower, hand, None, room, plain=False)
            assert (found.left * found.columns) % 1 == pytest.approx(0, abs=1e-6)
            if hand is not None:
                assert room.x <= found.column(hand[0]) and found.column(hand[2]) <= room.x + wide
                assert room.y <= found.row(hand[3]) and found.row(hand[1]) <= room.y + high


def test_the_letter_in_hand_says_whether_it_may_be_let_go() -> None:
    c = context_of(standing(5))
    letter = c.ui.letter
    assert f"+{letter}" in text(board_of(c).canvas)
    refused = board_of(c, tried=PlacedLetter(letter, 0, False, 0, 0))
    assert f"x{letter}" in text(refused.canvas) and f"+{letter}" not in text(refused.canvas)
    other = context_of(standing(5), 1)
    assert "ghost" not in keys(board_of(other), "ghost"), "nobody else's hand is known"


def test_just_the_connectors_with_legal_places_are_marked() -> None:
    s = standing(6)
    c = context_of(s)
    letter = c.ui.letter
    tower = tower_of(s.tower)
    legal = set()
    for spot in places(tower, letter):
        for j in joints(tower, spot):
            dx, dy = STEPS[j.side]
            legal.add(f"joint:{j.x + dx},{j.y + dy},{(j.side + 2) % 4}")
    marked = keys(board_of(c, 118, 44), "joint:")
    assert marked <= legal and len(marked) >= len(legal) - 3, "a few may be hidden by names"
    assert not keys(board_of(context_of(s, 1), 118, 44), "joint:")


def test_letters_of_the_word_stand_out_without_colour() -> None:
    c = context_of(saying(), colours=False)
    assert not re.search("[a-z]{3}", text(board_of(c).canvas).split("\n", 1)[1].replace("letters left", ""))
    shown = text(board_of(c, word="RULE").canvas)
    assert "ccc" in shown.lower() and "CC" not in shown, "C is not in the word"
    assert "(R)" in shown and "RRR" in shown


def test_new_letter_cursor_and_culprits_have_signs() -> None:
    c = context_of(saying())
    found = text(board_of(c, on="U").canvas)
    assert "*E" in found and ">U<" in found
    fall = Event("fall", "", seat=0, data={"kind": "drop", "cause": "EL", "points": -3})
    shown = text(board_of(replace(c, playing=(fall,))).canvas)
    assert "!E!" in shown and "!L!" in shown and "E and L drop off the tower" in shown


def test_the_terminals_cursor_stands_on_what_it_is_about() -> None:
    c = context_of(standing(5))
    for choosing, key in ((True, f"circle:{c.view.circle.index(c.ui.letter)}"), (False, "ghost")):
        found = board_of(c, choosing=choosing)
        spot = next(spot for spot in found.spots if spot.key == key)
        assert found.cursor == (spot.x, spot.y)
    found = board_of(context_of(standing(5, phase="token", face=0)), gap=7)
    assert found.cursor == next((s.x, s.y) for s in found.spots if s.key == "gap:7")
    found = board_of(context_of(saying()), on="L")
    assert found.cursor == next((s.x, s.y) for s in found.spots if s.key == "letter:L")


def test_every_end_of_a_round_is_explained_on_the_empty_table() -> None:
    for kind, words in (
        ("collapse", "The tower tips over"),
        ("sideways", "tips over sideways"),
        ("drop", "Q drops off the tower"),
        ("touch", "Q touches the table"),
        ("notch", "The joint of Q breaks"),
        ("given-up", "Giving up counts as a fall"),
        ("blocked", "no letter beside the token fitted"),
        ("all-letters", "all 26 letters stood"),
    ):
        cause = "Q" if kind in ("drop", "touch", "notch") else ""
        begun = replace(state(circle=ALPHABET), round=2, ended=RoundEnd(kind, cause, 0, 9))
        shown = text(board_of(context_of(begun)).canvas)
        assert "Round 1: " in shown and words in shown
        told = " ".join(line[:58].strip() for line in shown.splitlines()[1:4])
        assert ("The tower had 9 letters." in told) is (kind != "all-letters")
        assert "Round 1: " not in text(board_of(context_of(replace(begun, tower=standing(1).tower))).canvas)


def test_why_a_round_ended_is_told_whole_on_the_narrowest_board() -> None:
    end = RoundEnd("notch", "KR", 0, 12)
    c = context_of(replace(state((), phase="place"), round=4, ended=end))
    drawn = text(board_of(c, 44, 22).canvas)
    assert "Round 3: The joints of K and R break." in drawn and "The tower had 12 letters." in drawn


def test_a_bump_is_told_while_the_tower_sways() -> None:
    told = Event("bump", "{1} bumps the tower", seat=1, data={"by": 1, "kind": "stands"})
    shown = text(board_of(replace(context_of(standing(5, phase="bump")), playing=(told,))).canvas)
    assert "Balthasar bumps the tower" in shown


@pytest.mark.parametrize("size", [(60, 9), (44, 22), (120, 44)])
@pytest.mark.parametrize("circle", [ALPHABET, "QXZAB", "AB", "Z"])
def test_all_letters_lie_in_the_circle_with_the_token_between_two(size: tuple[int, int], circle: str) -> None:
    c = context_of(replace(state(circle=circle), gap=len(circle) - 1))
    found = board_of(c, *size) if size[0] >= picture.TRACK_BESIDE else hand_of(c, 36, 13)
    lying = {s.key: s for s in found.spots if s.key.startswith("circle:")}
    assert len(lying) == len(circle)
    assert f"gap:{len(circle) - 1}" in keys(found, "gap:"), "for other gaps a click on the letter before does it"
    for number, letter in enumerate(circle):
        spot = lying[f"circle:{number}"]
        assert letter in found.canvas.row(spot.y)[spot.x : spot.x + spot.width]
    shown = text(found.canvas)
    assert "▟█" in shown
    first = c.ui.letter
    others = set(beside(circle, len(circle) - 1)) - {first}
    marks = "><" if size == picture.SIZES.board else "▌▐"
    assert f"{marks[0]}{first}{marks[1]}" in shown
    assert all(f" {other} " in shown or f"[{other}]" in shown for other in others)


def test_the_circle_runs_clockwise() -> None:
    found = board_of(context_of(state(phase="roll")), 100, 40)
    track = picture.layout(100, 40).track
    assert track is not None
    middle = (track.x + (track.width - 1) / 2, track.y + (track.height - 1) / 2)
    angles = []
    for number in range(26):
        spot = next(s for s in found.spots if s.key == f"circle:{number}")
        angles.append(math.atan2(spot.x + 1 - middle[0], 2 * (middle[1] - spot.y)))
    turns = [(b - a) % (2 * math.pi) for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
    assert all(0 < turn < 1 for turn in turns) and sum(turns) == pytest.approx(2 * math.pi)


@pytest.mark.parametrize("face", FACES)
def test_the_die_rolls_and_then_shows_its_face(face: int) -> None:
    s = state(phase="roll")
    told = Event("roll", "", seat=0, data={"face": face, "from": s.gap})
    c = context_of(replace(s, face=-1))
    beats = BOARD.frames(c, told)
    frames = [text(board_of(replace(c, playing=(told,), frame=k)).canvas) for k in range(len(beats))]
    assert "╱" in frames[0] and "╱" not in frames[-1]
    assert (f"{'ANY' if face == 0 else face:^5}") in frames[-1]


def test_the_token_goes_letter_by_letter_to_its_gap() -> None:
    s = replace(state(phase="roll"), gap=24)
    told = Event("token", "", seat=0, data={"gap": 2, "face": 4, "letters": "BC"})
    c = context_of(s)
    gaps = [animation.gap_now(replace(c, playing=(told,), frame=k)) for k in range(len(BOARD.frames(c, told)))]
    assert gaps == [24, 25, 0, 1, 2]
    back = Event("token", "", seat=0, data={"gap": 20, "face": 4, "letters": "BC"})
    assert animation.way(c.view, back) == (24, 23, 22, 21, 20)
    assert animation.gap_now(replace(c, playing=(told, back), frame=0)) == 24


def test_the_gauge_agrees_with_the_scales() -> None:
    for count in (1, 5, 12):
        s = standing(count, phase="roll")
        found = weigh(animation.before(context_of(s).view))
        assert found is not None
        assert found.margin == pytest.approx(balance(tower_of(s.tower)).margin * 10 * CELL / 1000, abs=0.02)
    assert weigh(()) is None


def test_balance_is_told_in_figures_and_signs() -> None:
    s = standing(5, phase="roll")
    s = replace(s, balance=replace(s.balance, load=430, loaded="Z"))
    assert re.search(r"\[ *\^ *\]", text(board_of(context_of(s)).canvas))
    for width, told in ((36, "steady 43%"), (80, "steady 43% of what Z can bear")):
        hand = text(hand_of(context_of(s), width, 14).canvas)
        assert told in hand and re.search(r"Balance .*(steady|close) \d+ mm", hand)


def test_the_weight_with_the_letter_in_hand_is_only_shown_as_help() -> None:
    c = context_of(standing(2))
    far = max(ui_state.places(c), key=lambda spot: spot.x)

    def foot(found: Canvas) -> str:
        return next(row for row in text(found).split("\n") if "[" in row and "^" in row)

    assert "o" not in foot(board_of(c, at=far).canvas)
    row = foot(board_of(c, at=far, hint=True).canvas)
    assert row.index("^") < row.index("o"), "the letter is at the right"
    for hint in (False, True):
        bar = text(hand_of(c, 36, 13, at=far, hint=hint).canvas)
        line = next(row for row in bar.split("\n") if "mm" in row)
        assert ("o" in line) is hint


def test_words_are_only_shown_as_help() -> None:
    c = context_of(saying())
    for size in ((36, 13), (80, 6)):
        assert "LUCRE" not in text(hand_of(c, *size).canvas)
    assert "Help: CRUEL" in text(hand_of(c, 36, 13, hint=True).canvas)


def moving(spots: tuple[PlacedLetter, ...], frames: int = 20, period: int = 50, speed: float = 0.4) -> Event:
    """A recorded movement in which the last letter falls to the right, ``speed`` cm a frame."""
    start = poses_of(bowed(spots))
    pictures = []
    for k in range(frames):
        way = dict(start)
        last = spots[-1].letter
        way[last] = start[last].moved((speed * k, 0.0, 0.0)).rotated(about((0.0, 1.0, 0.0), 0.02 * k), (0.0, 0.0, 0.0))
        pictures.append(tuple(way[spot.letter] for spot in spots))
    data = {"trace": written(pictures, period, 6000), "letters": "".join(s.letter for s in spots), "by": "release"}
    return Event("settle", "", data=data)


def frames_of(c: KonexiContext, event: Event) -> Iterator[KonexiContext]:
    for frame in range(len(BOARD.frames(c, event))):
        yield replace(c, playing=(event,), frame=frame)


def test_letters_move_as_was_recorded_and_stay_where_they_fell() -> None:
    spots = rule_tower()
    s = replace(state(spots[:-1], phase="release"), in_hand=spots[-1])
    c, event = context_of(s), moving(spots)
    last = spots[-1].letter
    ways = [{one.spot.letter: one.pose for one in animation.standing(at)} for at in frames_of(c, event)]
    assert len(ways) == len(BOARD.frames(c, event)) > 5
    assert all(a[last].x < b[last].x for a, b in pairwise(ways))
    fall = Event("fall", "", seat=0, data={"kind": "drop", "cause": last, "points": -3})
    after = animation.standing(replace(c, playing=(event, fall), frame=0))
    assert after[-1].pose == ways[-1][last]


def test_where_the_tower_has_no_room_the_side_view_goes_with_the_letter_that_falls() -> None:
    s = standing(16)
    spots = s.tower
    c = context_of(replace(state(spots[:-1], phase="release"), in_hand=spots[-1]))
    seen = [
        f"*{spots[-1].letter}" in text(board_of(one, 30, 9).canvas)
        for one in frames_of(c, moving(spots, 30, speed=1.0))
    ]
    assert len(seen) > 20 and sum(seen) > 0.75 * len(seen)


def test_the_camera_keeps_a_fall_in_sight() -> None:
    spots = rule_tower()
    c, event = context_of(replace(state(spots[:-1], phase="release"), in_hand=spots[-1])), moving(spots, 30)
    start = viewpoint_of(c).camera
    at = [fall_view.camera_now(one, start) for one in frames_of(c, event)]
    assert at[0] == start
    frames = animation.film(event)[0]
    whole = at[round(fall_view.NEAR_SHARE * (len(at) - 1))]
    for camera_then, shown in ((whole, (frames[0], frames[-1])), (at[-1], (frames[-1],))):
        for corner in (corner for frame in shown for corner in camera.points(frame.items())):
            seen = camera_then.project(corner, 100, 100)
            assert seen is not None and 0 <= seen[0] <= 100 and 0 <= seen[1] <= 100
    assert at[-1].distance < whole.distance, "at last the heap is seen from near"
    turned = replace(start, yaw=2.0)
    assert [fall_view.camera_now(one, turned).yaw for one in frames_of(c, event)] == [pytest.approx(2.0)] * len(at)


@pytest.mark.parametrize(("angle", "told"), [(0.0, "steady"), (0.2, "will fall"), (1.2, "")])
def test_a_tower_that_tips_sideways_is_told_to_fall_and_one_that_lies_is_not_weighed(angle: float, told: str) -> None:
    turn = about((1.0, 0.0, 0.0), angle)
    stood = animation.before(context_of(standing(3)).view)
    found = weigh(tuple(replace(one, pose=one.pose.rotated(turn, (0.0, 0.0, 0.0))) for one in stood))
    assert (firmness(found.margin) if found else "") == told


def test_a_movement_that_cannot_be_read_is_left_out() -> None:
    c = context_of(saying())
    for trace in ("", "QUJD", "50 3 xxxx"):
        event = Event("settle", "", data={"trace": trace, "letters": "RCULE", "by": "release"})
        assert not BOARD.frames(c, event)
        sound(board_of(replace(c, playing=(event,)), 60, 20), 60, 20)


def test_letters_that_lie_flat_or_stand_on_edge_are_drawn() -> None:
    spots = rule_tower()
    for turn in (about((1.0, 0.0, 0.0), 1.5), about((0.0, 0.0, 1.0), 1.57), about((1.0, 1.0, 0.3), 2.4)):
        rests = list(bowed(spots))
        moved = Pose(6.0, 0.0, 2.0, *turn)
        rests[-1] = RestingLetter(spots[-1].letter, Recorded(*moved.recorded()), 0, 0)
        found = board_of(context_of(replace(state(spots, phase="roll"), rests=tuple(rests))), 100, 40)
        assert found.at is not None
        seen = {found.at(x, y) for x in range(100) for y in range(1, 40)}
        assert f"letter:{spots[-1].letter}" in seen


@pytest.mark.parametrize("size", [(60, 9), (44, 22), (118, 44)])
def test_the_tower_is_seen_in_3d(size: tuple[int, int]) -> None:
    for plain in ({"still": False}, {"still": False, "ascii_only": True, "colours": False}):
        for s in (state(), standing(9)):
            sound(board_of(context_of(s, **plain), *size, view=SPACE), *size)
    found = board_of(context_of(standing(9), still=False), 118, 44, view=SPACE)
    assert len(keys(found, "letter:")) == 9 and "ghost" in keys(found, "ghost")
    spot = next(s for s in found.spots if s.key.startswith("letter:"))
    assert found.at is not None and found.at(0, 43) == ""
    assert spot.y > 0


def test_a_still_picture_is_only_drawn_when_there_is_time() -> None:
    still, quick = (context_of(standing(4), still=still) for still in (True, False))
    first = text(board_of(quick, 44, 22, view=SPACE).canvas)
    fine = text(board_of(still, 44, 22, view=SPACE).canvas)
    assert first != fine
    assert text(board_of(quick, 44, 22, view=SPACE).canvas) == fine


def test_a_picture_without_cursor_has_nothing_prepared() -> None:
    for s in (standing(5), standing(5, phase="token", face=0), saying(), state(phase="arrange", circle=ALPHABET)):
        found = board_of(context_of(s, cursor=False), 80, 30, word="RU", on="L")
        assert not keys(found, "ghost") and not set(text(found.canvas)) & set("+()")


@pytest.mark.parametrize("theme", RGB_THEMES)
def test_letters_can_be_read_and_told_apart(theme: str) -> None:
    assert too_faint(theme, ["plate-ink"], PLASTICS, 4.5) == {}
    assert too_faint(theme, PLASTICS, ("sky", "sky-low", "card"), 2.8) == {}
    assert too_faint(theme, map(letter_role, PLASTICS), ("card",), 4.5) == {}
    for sight in COLOURED:
        assert too_near(theme, sight, PLASTICS) == {}


# --- danger ---------------------------------------------------------------------------------------------


def test_a_place_at_which_the_tower_would_tip_is_red_in_rim_word_and_panel_once_help_shows_it() -> None:
    c = context_of(standing(6))
    found = []
    for spot in places_of(c.view, c.ui.letter):
        at = _changed(c, {"at": spot, "hint": True, "choosing": False})
        told = BOARD.describe(at).danger
        assert ("beside the foot" in BOARD.describe(at).hint) is (told is not None)
        if told is None:
            assert balance_here(c.view, spot) > -1500
            continue
        found.append(spot)
        assert told.role == "bad" and told.words == "others would fall with it"
        board, hand = board_of(at), hand_of(at, 80, 6)
        assert f"!{spot.letter}" in text(board.canvas) and f"+{spot.letter}" not in text(board.canvas)
        assert "! would fall" in text(hand.canvas)
        assert re.search(r"! would fall \d+(\.\d)? mm", text(hand_of(at, 36, 13).canvas)), "whole in the narrowest hand"
        unseen = replace(at, ui=replace(at.ui, hint=False))
        assert BOARD.describe(unseen).danger is None and "would fall" not in text(hand_of(unseen, 80, 6).canvas)
    assert found and len(found) < len(places_of(c.view, c.ui.letter))


def test_what_a_fall_would_cost_stands_beside_the_danger() -> None:
    c = context_of(replace(standing(6), points=(8, 2, 0)))
    spot = min(places_of(c.view, c.ui.letter), key=lambda one: balance_here(c.view, one))
    danger = BOARD.describe(_changed(c, {"at": spot, "hint": True, "choosing": False})).danger
    assert danger is not None and danger.cost == "it costs 3 points and ends the round"
    verdict = Verdict(note="1 joint with C")
    assert foretold(verdict, c.names, danger=danger) == ("! others would fall with it:", "bad", danger.cost)


def test_points_of_a_fall_and_of_a_word_are_counted_while_they_are_shown() -> None:
    c = context_of(replace(standing(6), points=(8, 2, 0)))
    fell = Event("fall", "The tower tips over. {0} loses 3 points", 0, {"kind": "collapse", "cause": "", "points": -3})
    said = Event("word", "{1} says CAT: 3 points", seat=1, data={"word": "CAT", "points": 3})
    shown = text(board_of(replace(c, playing=(said, fell))).canvas)
    assert "Ann 5" in shown and "Balthasar 5" in shown and "Ann loses 3 points." in shown


@pytest.mark.parametrize("plain", [False, True])
def test_the_mark_of_a_weight_inside_the_foot_hides_no_bracket_and_outside_it_stands_outside(plain: bool) -> None:
    window = Window(2.0, 1.0, 0.0, 5.0)
    for tenth in range(-10, 61):
        weight = Weight(2.0, 5.0, 1.0 + tenth / 10, 0.0)
        canvas = Canvas(30, 6)
        draw_table(canvas, 5, window, weight, None, plain=plain)
        row = text(canvas).splitlines()[5]
        assert row.count("[") == row.count("]") == row.count("^") == 1
        assert (row.index("[") < row.index("^") < row.index("]")) is (weight.left < weight.at < weight.right)


def placed(load: int, loaded: str = "C") -> Event:
    data = {"letter": "E", "margin": 5000, "load": load, "loaded": loaded}
    return Event("place", "E stands", seat=0, data=data)


@pytest.mark.parametrize(("load", "before", "shown"), [(820, 300, True), (690, 300, False), (820, 820, False)])
def test_a_near_miss_is_seen_on_the_board_and_said(load: int, before: int, shown: bool) -> None:
    spots = rule_tower()
    c = context_of(replace(state(spots, phase="release"), balance=Balance(5000, before, "C")))
    event = placed(load)
    assert (
        any(one.kind == "near-miss" for one in highlights(Play(1, None, None, c.view, Step(c.view, (event,))))) == shown
    )
    playing = replace(c, playing=(event,))
    drawn = text(board_of(playing).canvas)
    told = "A near miss: the joint of C bears 82% of what it can."
    assert (told in drawn and "!C" in drawn) == (load > 700)
    after = context_of(replace(saying(), balance=Balance(5000, load, "C")), marks=(event,))
    assert ("!C" in text(board_of(after).canvas)) == (load > 700)
    assert BOARD.describe(after).news == f"E stands. {told if load > 700 else ''}".strip()


def test_while_a_tower_falls_no_joint_is_marked_as_strained() -> None:
    c = context_of(replace(state(rule_tower(), phase="release"), balance=Balance(5000, 900, "C")))
    fall = Event("fall", "", seat=0, data={"kind": "drop", "cause": "E", "points": -3})
    assert animation.strained(c) == "C" and animation.strained(replace(c, playing=(fall,))) == ""
    assert animation.strained(replace(c, playing=(placed(300),))) == ""
    assert near_miss(placed(900, "")) == ""

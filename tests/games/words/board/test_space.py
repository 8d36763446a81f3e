"""The board in 3D: nothing on it is hidden, its letters can be read, and its squares can be clicked."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.board.pictures import sound
from tests.board.player import Player
from tests.combinations import combined
from tests.games.words.board.tables import HIGH, at, player
from towergames.board.protocol import KeyInput, Picture, PointerInput, Style
from towergames.core.contract import Refusal, Verdict
from towergames.games.words.board import BOARD, space, space_text
from towergames.games.words.board.camera import (
    FLAT,
    LEAST,
    LOOKS,
    PANEL_COLUMNS,
    SPACE,
    BoardView,
    no_space_on,
    picture_size,
    viewpoint_of,
)
from towergames.games.words.board.examples import DEAR, MOOD, ExamplePosition
from towergames.games.words.board.space import HIGH as TILE
from towergames.games.words.board.space import mesh_of
from towergames.games.words.board.space_text import draw_space
from towergames.games.words.grid import COLUMNS, show_tile, spot
from towergames.renderer.light import ROUGH, baked
from towergames.renderer.meshes import placed
from towergames.renderer.rasterizer import LitScene, RenderSettings, draw

PICTURES = ((46, 21), (56, 31), (90, 41), (96, 43), (118, 51))
"""Columns and rows of pictures."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def zone(columns: int, rows: int) -> tuple[int, int]:
    """The size of a board whose picture has that size."""
    size = (columns, rows + 1) if rows == LEAST[1] else (columns + PANEL_COLUMNS, rows)
    assert picture_size(*size) == (columns, rows)
    return size


def in_space(p: Player, look: str = "front", *, style: Style | None = None, **view: Any) -> Player:
    seen = BoardView(**{"view": SPACE, "look": look, "camera": LOOKS[look], **view})
    return Player(BOARD, replace(p.context, viewpoint=seen, style=style or Style()))


def worst(kind: str, size: int) -> Player:
    """A board on which stacks of five stand before single tiles, row by row or like a chequer."""
    board = []
    for cell in range(size * size):
        row, column = divmod(cell, size)
        high = row % 2 == 1 if kind == "rows" else (row + column) % 2 == 1
        board.append(LETTERS[cell % 26] * (5 if high else 1))
    begun = player(ExamplePosition((), rack="AEINRST"))
    terms = replace(begun.context.view.terms, size=size)
    return in_space(player(begun.context, board=tuple(board), terms=terms, last=()))


def drawn(p: Player, columns: int, rows: int) -> space_text.SpacePicture:
    assert zone(columns, rows)
    return draw_space(p.context, columns, rows)


@combined(size=[10, 8], kind=["rows", "chequer"], picture=PICTURES)
def test_no_letter_is_hidden_by_the_stacks_before_it(size: int, kind: str, picture: tuple[int, int]) -> None:
    p = worst(kind, size)
    scene = drawn(p, *picture)
    for sight in {scene.sight, replace(scene.sight, exact=False)}:  # with large letters, and with small ones
        letters = space_text.letters_on(sight, scene.seen)
        assert len(letters) == size * size
        assert [name for name, glyphs in letters.items() if not glyphs] == []


@combined(kind=["rows", "chequer"], picture=PICTURES)
def test_an_engraved_letter_is_seen_whole(kind: str, picture: tuple[int, int]) -> None:
    columns, rows = picture
    frame = drawn(worst(kind, 10), columns, rows).sight.frame(still=True, fine=True)
    mesh = placed(tuple((one.kind, one.pose) for one in frame.solids), mesh_of)
    settings = RenderSettings(frame.camera, 10 * columns, 20 * rows, 1.0, "wood", "dark")
    body = draw(LitScene(mesh, baked(mesh, ROUGH)), settings, np.ones((len(frame.solids), 3), np.float32), {}).body
    half = space.LETTERING.half
    for number, one in enumerate(frame.solids):
        if not one.letter:
            continue
        x, y, z = one.pose.place
        for across in (-0.45, 0.0, 0.45):
            for along in (-0.46, 0.1, 0.66):  # the letter stands a little behind the middle
                at_ = frame.project((x + across * half, y + along * half, z + TILE))
                assert at_ is not None and body[int(20 * at_[1]), int(10 * at_[0])] == number, one.name


@pytest.mark.parametrize("columns, rows", PICTURES)
def test_letters_do_not_share_cells(columns: int, rows: int) -> None:
    scene = drawn(worst("rows", 10), columns, rows)
    found: list[tuple[int, int]] = []
    for glyphs in space_text.letters_on(scene.sight, scene.seen).values():
        for x, y, text in glyphs:
            found += [(x + k, y) for k in range(len(text))]
    assert len(found) == len(set(found)) and found
    assert scene.sight.large == (rows > 41)


@combined(size=[(60, 24), (78, 31), (112, 41), (140, 52), (220, 70)], look=LOOKS, theme=["dark", "light", "contrast"])
def test_a_board_in_3d_is_sound_and_shows_the_tiles_on_top(size: tuple[int, int], look: str, theme: str) -> None:
    p = in_space(at(player(HIGH), 8, "REST", down=True), look, style=Style(theme=theme, still=False))
    found = p.picture("board", size)
    sound(found, *size)
    assert {"view:flat", "view:3d", "view:front", "view:corner", "view:top"} <= {one.key for one in found.spots}
    assert found.cursor is not None


@combined(size=[8, 10], zone_size=[(46, 25), (55, 25), (60, 31), (65, 31), (67, 22), (78, 31)], view=[FLAT, SPACE])
def test_the_names_of_the_views_cover_no_square(size: int, zone_size: tuple[int, int], view: str) -> None:
    worst_of_all = worst("rows", size).context
    shown = Player(BOARD, replace(worst_of_all, viewpoint=BoardView(view=view))).picture("board", zone_size)
    cells: dict[str, set[tuple[int, int]]] = {"view": set(), "cell": set()}
    for one in shown.spots:
        places = product(range(one.x, one.x + one.width), range(one.y, one.y + one.height))
        cells[one.key.partition(":")[0]] |= set(places)
    buttons, squares = cells["view"], cells["cell"]
    assert buttons and squares and not buttons & squares


@pytest.mark.parametrize("zone_size", [(44, 22), (55, 25), (78, 31), (110, 41)])
@pytest.mark.parametrize("view", [FLAT, SPACE])
def test_the_letters_of_a_jump_cover_no_letter_of_a_tile(zone_size: tuple[int, int], view: str) -> None:
    worst_of_all = worst("rows", 10).context
    shown = Player(BOARD, replace(worst_of_all, viewpoint=BoardView(view=view))).picture("board", zone_size)
    rows = shown.canvas.text().splitlines()
    squares = [one for one in shown.spots if one.key.startswith("cell:")]
    covered = {(one.x + one.label[0] + i, one.y + one.label[1]) for one in squares for i in (0, 1)}
    assert len(covered) == 2 * len(squares) == 200
    hidden = [rows[y][x] for x, y in covered if x < len(rows[y]) and rows[y][x].isalpha()]
    assert set(hidden) <= {"u"}, "a label may stand on half of a Qu"


def test_letters_are_seen_where_their_tiles_are() -> None:
    p = in_space(player(HIGH))
    found = p.picture("board", (78, 31))
    assert found.at is not None
    for cell, stack in enumerate(p.context.view.board):
        seen = [(x, y) for y in range(31) for x in range(56) if found.at(x, y) == spot(cell, 10)]
        texts = {found.canvas.row(y)[x] for x, y in seen}
        assert not stack or show_tile(stack[-1])[0] in texts


@pytest.mark.parametrize("columns, rows", PICTURES)
def test_the_letters_of_the_columns_stand_on_the_rim_of_the_board(columns: int, rows: int) -> None:
    scene = drawn(worst("rows", 10), columns, rows)
    grounds = {scene.canvas.ink(x, y).bg for x, y in letters_below(scene)}
    assert len(grounds) == 1
    ground = grounds.pop()
    red, blue = int(ground[1:3], 16), int(ground[5:7], 16)
    assert blue > 1.3 * red, "the rim is blue, the table and the tiles are brown"


def letters_below(scene: space_text.SpacePicture) -> list[tuple[int, int]]:
    """The cells of the letters a to j."""
    row = max(y for y in range(scene.canvas.height) if "a" in scene.canvas.row(y))
    found = [(x, row) for x, char in enumerate(scene.canvas.row(row)) if char in COLUMNS]
    assert [scene.canvas.row(row)[x] for x, _ in found] == list(COLUMNS)
    return found


def test_tops_fronts_and_empty_squares_are_clicked() -> None:
    p = in_space(worst("chequer", 10))
    found = p.picture("board", (112, 41))
    assert found.at is not None
    clicked = {found.at(x, y) for y in range(41) for x in range(90)}
    assert {spot(cell, 10) for cell in range(100)} <= clicked
    empty = in_space(player(ExamplePosition((), rack="AEINRST"))).picture("board", (112, 41))
    assert empty.at is not None
    for one in empty.spots:
        if one.key.startswith("cell:"):
            assert empty.at(one.x, one.y) == empty.at(one.x + 1, one.y) == one.key
    assert empty.at(0, 0) == "" and empty.at(300, 5) == ""


def test_stacks_bear_their_heights_until_these_are_hidden() -> None:
    p = in_space(player(HIGH))

    def digits(shown: Player) -> list[str]:
        picture = shown.picture("board", (112, 41))
        return [ch for y in range(41) for ch in picture.canvas.row(y)[6:88] if ch.isdigit()]

    stacks = [len(stack) for stack in p.context.view.board if len(stack) > 1]
    assert set(digits(p)) <= {str(n) for n in stacks} and len(digits(p)) > len(stacks) / 2
    assert digits(in_space(player(HIGH), labels=False)) == []


def solids(p: Player) -> dict[str, Any]:
    return {one.name: one for one in space.solids_of(space.pieces(p.context), 10, fine=True)}


def test_tiles_not_yet_played_lie_higher_in_blue_and_the_verdict_is_their_rim() -> None:
    p = player(ExamplePosition((MOOD, DEAR), rack="AEINRST"))
    before, laid = solids(p), solids(at(p, 42, "T"))
    name = "cell:c5/2"
    assert name not in before and laid[name].role == "tile-new"
    assert laid[name].pose.place[2] > space.GROUND + TILE
    assert laid["cell:c5/1"].kind != "under", "a gap below the tile shows the top of the next one"
    q = at(p, 42, "T")
    wrong = Refusal("R-13", "The stack is too high.", at="cell:c5")
    for verdict, rim in ((Verdict(()), "good"), (Verdict((wrong,)), "bad"), (None, "")):
        c = replace(q.context, verdict=verdict, ui=replace(q.context.ui, cell=0))
        assert {one.name: one.rim for one in space.solids_of(space.pieces(c), 10, fine=True)}[name] == rim


def test_the_tile_in_hand_is_seen_through_over_its_square() -> None:
    p = player(ExamplePosition((MOOD, DEAR), rack="AEINRST"))
    held = replace(p.context, ui=replace(p.context.ui, held=3, cell=42))
    ghosts = [one for one in space.solids_of(space.pieces(held), 10, fine=True) if one.ghost]
    assert [(one.name, one.letter, one.rim) for one in ghosts] == [("cell:c5/held", "N", "good")]
    found = in_space(Player(BOARD, held)).picture("board", (112, 41))
    assert found.at is not None and "cell:c5" in {found.at(x, y) for y in range(41) for x in range(90)}


def test_the_cursor_is_on_an_empty_square_or_on_a_tile() -> None:
    p = player(ExamplePosition((MOOD,), rack="AEINRST"))
    on_tile = replace(p.context, ui=replace(p.context.ui, cell=42))
    assert {one.name: one for one in space.solids_of(space.pieces(on_tile), 10, fine=True)}["cell:c5/1"].role == "lit"
    empty = replace(p.context, ui=replace(p.context.ui, cell=0))
    squares = space.squares_of(space.pieces(empty), 10, "dark").squares
    assert [cell for cell, one in enumerate(squares) if one.role == "lit"] == [0] and squares[0].rim == "cursor"


# --- the view -------------------------------------------------------------------------------------------


def test_the_view_is_flat_at_first_and_3d_only_where_there_is_room_and_colour() -> None:
    p = player(HIGH)
    assert viewpoint_of(p.context).view == FLAT
    assert no_space_on(p.context, 44, 22) == "The board in 3D needs a larger window."
    for style in (Style(ascii_only=True), Style(colours=False), Style(theme="terminal")):
        c = replace(p.context, style=style)
        assert no_space_on(c, 112, 41) == "The board in 3D needs a theme with true colours."
    few = replace(p.context, style=Style(true_colours=False))
    assert no_space_on(few, 112, 41) == "The board in 3D needs a terminal with true colours."
    assert not no_space_on(p.context, LEAST[0], LEAST[1] + 1) and no_space_on(p.context, *LEAST)


def test_a_board_that_shrinks_is_flat_until_there_is_room_again() -> None:
    p, flat = in_space(player(HIGH)), player(HIGH)
    small, large = (44, 22), (112, 41)

    def text(which: Player, size: tuple[int, int]) -> str:
        return which.picture("board", size).canvas.text()

    assert text(p, small) == text(flat, small) and text(p, large) != text(flat, large)
    shrunk = replace(p.context, room=small)
    assert (
        BOARD.camera.why_not(shrunk, "words.look")
        and BOARD.camera.follow(shrunk, shrunk.viewpoint) == p.context.viewpoint
    )


def test_views_and_looks_are_chosen_by_keys_and_clicks() -> None:
    camera, c = BOARD.camera, replace(player(HIGH).context, room=(112, 41))

    def after(event: Any, before: BoardView | None) -> Any:
        return camera.move(replace(c, viewpoint=before), event)

    shown = after("words.view", None)
    assert shown.view == SPACE and after("words.view", shown).view == FLAT
    assert after(PointerInput("view:3d"), None) == shown and after(PointerInput("view:flat"), shown).view == FLAT
    assert after("words.look", None).look == "front", "the first key shows the first look"
    corner = after("words.look", shown)
    assert (corner.look, corner.camera) == ("corner", LOOKS["corner"])
    assert after(PointerInput("view:top"), corner).look == "top"
    turned = after("words.orbit-left", corner)
    assert turned.look == "" and turned.camera.yaw != corner.camera.yaw
    assert after("words.whole", turned) == replace(shown, look="front")
    assert after(PointerInput("", dx=2, dy=1), shown).camera != shown.camera
    nearer = after(PointerInput("", wheel=-1), shown)
    assert nearer.camera.distance < shown.camera.distance
    for event in ("words.orbit-left", PointerInput("", dx=2), PointerInput("cell:a1"), KeyInput("left")):
        assert after(event, BoardView()) is None, "the flat board has no camera"


def columns_of(p: Player) -> int:
    found = picture_of(p)
    return sum(found.at(x, y) != "" for y in range(41) for x in range(90)) if found.at else 0


def picture_of(p: Player) -> Picture:
    return p.picture("board", (112, 41))


def test_a_step_nearer_shows_the_board_larger() -> None:
    p = in_space(player(HIGH))
    camera = LOOKS["front"]
    near, far = (replace(p.context, viewpoint=BoardView(camera.zoom(by), "", view=SPACE)) for by in (1.12, 1 / 1.12))
    assert columns_of(Player(BOARD, far)) < columns_of(p) < columns_of(Player(BOARD, near))


def test_quick_pictures_are_drawn_until_the_still_one_is_ready() -> None:
    p = in_space(player(ExamplePosition((MOOD,), rack="XYZ")), style=Style(still=False))
    size = (78, 31)
    quick = p.picture("board", size)
    assert quick.pixels is None
    still = in_space(p).picture("board", size)
    assert still.pixels is not None and still.canvas.text() != quick.canvas.text()
    image = still.pixels.draw(4, 8)
    assert image.shape == (31 * 8, 56 * 4, 3)

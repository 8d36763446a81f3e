"""Konexi on low screens: whole towers, named letters, rule pictures and hands in little room."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.board.pictures import sound
from tests.combinations import combined
from tests.games.konexi.board.tables import context_of
from tests.games.konexi.board.test_pictures import board_of, hand_of, keys, standing, text
from tests.games.konexi.making import random_tower, rule_tower, saying, state
from towergames.board.canvas import Canvas
from towergames.board.protocol import Picture
from towergames.core.contract import Event
from towergames.core.dice import Dice
from towergames.games.konexi.board import BOARD, animation, examples, picture, ui_state
from towergames.games.konexi.board.examples import MAX_LOW_CELLS, bowed, joined
from towergames.games.konexi.board.examples import RULE_EXAMPLE as EXAMPLE
from towergames.games.konexi.board.side_view import card
from towergames.games.konexi.board.table_zone import clear_column
from towergames.games.konexi.board.ui_state import KonexiContext
from towergames.games.konexi.game import GAME
from towergames.games.konexi.letters import ALPHABET, poses
from towergames.games.konexi.model import SayWord
from towergames.games.konexi.tower import PlacedLetter, balance, tower_of
from towergames.tui.screens import rules as rules_view

IN_PLAY, REPLAYED, LESSON = (44, 22), (80, 15), (44, 15)
"""Boards on a screen of 80x24."""
PAGE = (80, 16)
"""The rules browser's page there, below the list."""


def tower(seed: int, letters: int) -> tuple[PlacedLetter, ...]:
    return random_tower(Dice(seed), letters).spots


def context_with(spots: tuple[PlacedLetter, ...], **changes: bool) -> KonexiContext:
    return context_of(replace(state(spots, phase="roll"), rests=bowed(spots, 0.3)), **changes)


def named(found: Picture) -> set[str]:
    """The letters of the tower whose name can be read on the board, where the mouse finds them too."""
    spots = {spot.key.removeprefix("letter:"): spot for spot in found.spots if spot.key.startswith("letter:")}
    return {name for name, s in spots.items() if name in found.canvas.row(s.y)[s.x : s.x + s.width]}


@combined(
    plain=[False, True],
    size=[IN_PLAY, REPLAYED, LESSON, (56, 28), (78, 29)],
    made=[(0, 5), (1, 5), (0, 12), (1, 12), (2, 20), (2, 26), (3, 26), (4, 26)],
)
def test_every_letter_of_a_tower_is_in_sight(made: tuple[int, int], size: tuple[int, int], plain: bool) -> None:
    seed, letters = made
    spots = tower(seed, letters)
    found = board_of(context_with(spots, ascii_only=plain, colours=not plain), *size)
    sound(found, *size)
    if _has_room(spots, picture.layout(*size).room):
        assert named(found) == {spot.letter for spot in spots}
        assert re.search(r"\[.*\^|\^.*\]|\]\^", "".join(text(found.canvas).split("\n")[-3:])), "and what it stands on"
    else:
        assert (letters, size) != (26, IN_PLAY), "there all letters have room"


def _has_room(spots: tuple[PlacedLetter, ...], room: picture.Rect) -> bool:
    """Whether the farthest scale shows all of a tower."""
    columns, rows = picture.SCALES[0]
    cells = tower_of(spots).cells
    wide = max(x for x, _ in cells) - min(x for x, _ in cells) + 4
    return wide * columns <= room.width and (max(y for _, y in cells) + 3) * rows <= room.height - 1


def test_the_nearest_scale_is_taken_at_which_the_whole_tower_is_seen() -> None:
    room = picture.Rect(4, 2, 36, 19)
    for high in range(7, 70, 3):
        for letters in (False, True):
            tall = (0.0, 0.0, 12.0, float(high))
            seen = picture.fit(tall, None, None, room, plain=letters)
            assert room.y <= seen.row(high) and seen.row(0) == room.y + room.height - 1
            scales = picture.PLAIN_SCALES if letters else picture.SCALES
            nearer = scales[min(len(scales) - 1, scales.index((seen.columns, seen.rows)) + 1)]
            free = (
                picture.MARGIN_ABOVE
                if (high + picture.MARGIN_ABOVE) * scales[0][1] <= room.height - 1
                else picture.STENCIL_BORDER
            )
            assert (high + free) * nearer[1] > room.height - 1 or (12 + 2 * picture.MARGIN_BESIDE) * nearer[
                0
            ] > room.width


@pytest.mark.parametrize("letter", ALPHABET)
def test_small_letters_lose_no_stroke(letter: str) -> None:
    for columns, rows in picture.SCALES[:3]:
        for one in poses(letter):
            wide, high = int(one.width * columns) + 4, int(one.height * rows) + 4
            drawn = card(letter, "plastic-1", wide, high, (columns, rows), one.turn, one.flip)
            rows_full = [y for y in range(high) if any(_plastic(drawn, x, y) for x in range(wide))]
            columns_full = [x for x in range(wide) if any(_plastic(drawn, x, y) for y in range(high))]
            assert rows_full == list(range(rows_full[0], rows_full[-1] + 1)), "no gap"
            assert one.height * rows - 1 < len(rows_full) < one.height * rows + 2
            assert one.width * columns - 1 < len(columns_full) < one.width * columns + 2


def _plastic(canvas: Canvas, x: int, y: int) -> bool:
    ink = canvas.ink(x, y)
    return ink.bg.startswith("plastic") or (canvas.row(y)[x] != " " and ink.fg.startswith("plastic"))


@pytest.mark.parametrize("rule_id", examples.EXAMPLES)
def test_rule_pictures_show_every_letter_on_a_screen_of_80x24(rule_id: str) -> None:
    page, shot = rules_view.page_of(GAME.rule_sheet, BOARD, rule_id), examples.EXAMPLES[rule_id]
    c = examples.example(rule_id)
    assert page is not None and c is not None
    assert len(c.view.tower) == (5 if shot.tower == "RULE" else shot.tower)
    assert not shot.word or GAME.judge(saying(), SayWord(shot.word)).legal
    ends = picture.bounds(one.pose for one in animation.before(c.view))
    assert shot.fall or ends is None or ends[1] > -0.2, "no letter is under the table"
    _, rows = rules_view.board_rows(page, BOARD, *PAGE)
    assert rows >= picture.SIZES.board[1]
    for size in ((PAGE[0], rows), picture.SIZES.board)[: 1 if c.may_act else 2]:
        found = board_of(c, *size)
        sound(found, *size)
        assert named(found) >= {spot.letter for spot in c.view.tower}, size
        assert not shot.word or (set(shot.word) <= named(found) and " ".join(shot.word) in text(found.canvas))


def test_the_example_of_the_rules_is_low_upright_and_stands() -> None:
    spots = joined(*EXAMPLE)
    assert max(spot.y + spot.shape.height for spot in spots) <= MAX_LOW_CELLS
    assert balance(tower_of(spots)).margin > 500
    assert not any(spot.turn or spot.flip for spot in spots)


def test_what_is_told_stands_beside_the_tower_where_it_has_room() -> None:
    told = Event("word", "", seat=0, data={"word": "LURE"})
    spots = rule_tower()
    c = replace(context_of(saying()), playing=(told,))
    for size in ((80, 9), (80, 15)):
        quiet, loud = board_of(context_of(saying()), *size, labels=False), board_of(c, *size, labels=False)
        assert quiet.at is not None and loud.at is not None
        row = next(y for y in range(size[1]) if "L U R E" in loud.canvas.row(y))
        column = loud.canvas.row(row).index("L U R E")
        assert not any(quiet.at(x, row).startswith("letter:") for x in range(column - 2, column + 9))
    assert len(named(board_of(c, 80, 9))) == len(spots)


def test_a_clear_place_is_the_nearest_to_the_middle() -> None:
    rows = range(3, 5)
    assert clear_column(lambda x, y: False, rows, 10, 40) == 15
    assert clear_column(lambda x, y: y in rows and 14 <= x < 26, rows, 10, 40) in (3, 27)
    assert clear_column(lambda x, y: True, rows, 10, 40) == 15


def test_a_sign_hides_no_neighbours_name() -> None:
    spots = tower(3, 20)
    word = "".join(sorted(spot.letter for spot in spots))
    c = context_of(replace(state(spots, phase="word", new=spots[-1].letter), rests=bowed(spots)))
    for size in (IN_PLAY, REPLAYED):
        found, loud = board_of(c, *size), board_of(c, *size, word=word)
        assert named(found) == named(loud) == set(word)


@pytest.mark.parametrize("size", [(36, 11), (36, 13), (40, 14)])
def test_a_narrow_hand_shows_the_circle_and_the_balance(size: tuple[int, int]) -> None:
    c = context_of(standing(5, phase="token", face=0))
    found = hand_of(c, *size)
    shown = text(found.canvas)
    assert "Choose a gap." in shown and "[ANY]" in shown and "Balance" in shown and "Joint" in shown
    assert len([spot for spot in found.spots if spot.key.startswith("circle:")]) == 21
    assert "~" not in shown
    offered = hand_of(context_of(standing(5)), *size)
    assert {"offer:" + letter for letter in ui_state.offers(context_of(standing(5)).view)} <= keys(offered, "offer:")
    assert "Ann takes " in text(hand_of(context_of(standing(5), 1), *size).canvas)

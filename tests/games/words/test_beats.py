"""Highlights of Stacked Words, each found and missed by one, and the pictures of their beats."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.board.pictures import sound
from tests.feats import Game
from tests.games.words.making import state
from tests.games.words.test_feats import EMPTY, HIGH, last_play, played, row
from towergames.board.protocol import Style
from towergames.core.highlight import Highlight
from towergames.games.words.board import BOARD, space
from towergames.games.words.model import State
from towergames.session.animation import Frame, frames_of
from towergames.session.context import context_at, events_of
from towergames.table.highlights import beats_by_event, highlights_of

ANN, BOB = 0, 1


def seen(game: Game, play: int = -1) -> dict[str, Highlight]:
    """The highlights of a play by kind; the last play if no other one is named."""
    plays = len(game.history.plays)
    return {one.kind: one for one in highlights_of(game.history, play % plays)}


def challenged(rack: str, play: str, *, bad: tuple[str, ...] = (), **options: str) -> Game:
    """Ann's play, which Bob challenges."""
    checking = options.get("checking", "challenge")
    position = state(EMPTY, (rack, "V"), bag="", checking=checking)
    return Game("words", position, first=1, checking=checking).move(play, "challenge").chance({"bad": list(bad)})


def behind(points: tuple[int, int], **options: str) -> State:
    """Ann has one play left, CAT for 6 points, and so many points; Bob has one tile."""
    return replace(state(EMPTY, ("ACT", "V"), bag="", **options), points=points)


def test_a_turn_of_30_points_is_large_and_one_of_29_is_not() -> None:
    large = seen(played("thirty"))["large-turn"]
    assert (large.seats, large.points, large.theme, large.size) == ((ANN,), 30, "scores", 30)
    assert large.sentence == "" and large.data == {"cells": [15], "counted": 30}, "the event says it"
    assert "large-turn" not in seen(played("thirty", missed=True))


def test_seven_tiles_at_once_are_one_highlight_and_six_are_none() -> None:
    game = played("full-house")
    seven = seen(game)["all-seven"]
    assert (seven.seats, seven.theme, seven.points) == ((ANN,), "scores", 34) and len(seven.data["cells"]) == 7
    events = game.history.plays[-1].step.events
    assert events[seven.event].kind == "bingo" and seven.sentence == "", "the event says it"
    assert "large-turn" not in seen(game), "seven tiles for 34 points are one highlight"
    assert "all-seven" not in seen(played("full-house", missed=True))


def test_a_word_taken_back_is_a_highlight() -> None:
    back = seen(challenged("RETAINX", "play d5 RETAINX", bad=("RETAINX",)))["taken-back"]
    assert (back.seats, back.theme, back.points) == ((ANN,), "back", 34) and len(back.data["cells"]) == 7


def test_a_play_that_is_open_is_no_highlight_until_a_challenge_has_failed() -> None:
    game = challenged("RETAINS", "play d5 RETAINS")
    assert not seen(game, 0), "the play may still be taken back"
    stands = seen(game)["all-seven"]
    assert (stands.seats, stands.points) == ((ANN,), 34)
    assert stands.sentence == "{0} uses all 7 tiles: 20 points extra", "no event of the ruling says it"
    small = challenged("CATV", "play d5 CAT")
    assert not seen(small)


def test_the_last_tile_of_the_bag_is_a_highlight_and_the_one_before_is_none() -> None:
    for bag, last in (("AE", True), ("AEI", True), ("AEIO", False)):
        game = Game("words", state(EMPTY, ("ACTNRST", "VVV"), bag=bag), first=1).move("play e5 CAT")
        game.chance({"tiles": bag[:3]})
        assert ("last-tile" in seen(game)) == last, bag
    game = (
        Game("words", state(EMPTY, ("ACTNRST", "VVV"), bag="AE"), first=1).move("play e5 CAT").chance({"tiles": "AE"})
    )
    tile = seen(game)["last-tile"]
    assert (tile.theme, tile.seats, tile.sentence) == ("last", (), "The bag is empty. No tile is left to draw.")


def test_a_winner_who_was_behind_is_a_highlight() -> None:
    lead = seen(Game("words", behind((0, 3)), first=1).move("play e5 CAT"))["lead"]
    assert (lead.seats, lead.theme, lead.points) == ((ANN,), "win", 3)
    assert lead.data == {"before": [0, 3], "after": [6, -2]}, "Bob's last tile costs 5 points"
    assert lead.sentence == "{0} was 3 points behind and wins at the end."


def test_a_winner_who_was_not_behind_and_a_shared_win_are_none() -> None:
    for points in ((3, 0), (3, 3), (0, 11), (0, 20)):
        assert not seen(Game("words", behind(points), first=1).move("play e5 CAT")), points


def test_points_of_an_open_play_are_not_certain_before_the_end() -> None:
    game = Game("words", behind((0, 3), checking="challenge"), first=1, checking="challenge")
    game.move("play e5 CAT", "accept")
    lead = seen(game)["lead"]
    assert lead.points == 3 and lead.data["before"] == [0, 3]


def test_a_large_last_play_that_wins_is_two_highlights_and_the_lead_is_the_larger() -> None:
    position = last_play(row(*[f"{HIGH}{letter}" for letter in "CARES"], HIGH), "S")
    position = replace(position, points=(0, 9), racks=("S", "V"))
    both = seen(Game("words", position, first=1).move("play a2 .....S"))
    assert both["lead"].size > both["large-turn"].size


# --- pictures -----------------------------------------------------------------------------------------


def beating(
    game: Game, play: int = -1, motion: str = "full", style: Style | None = None, seat: int = BOB
) -> list[Frame]:
    """The frames of the beats of a play as a seat sees them."""
    at = play % len(game.history.plays)
    context = context_at(game.history, seat, at, style=style or Style())
    context = replace(context, ui=BOARD.adapt(replace(context, ui=None), True))
    events, beats = events_of(game.history, at, at + 1, seat), beats_by_event(game.history, at)
    return [one for one in frames_of(BOARD, context, events, at, motion, beats) if one.highlight is not None]


def board(frame: Frame, size: tuple[int, int] = (120, 32)) -> str:
    return BOARD.draw(frame.context, "board", size).canvas.text()


def words_of(text: str) -> str:
    """A picture as one line, so that a sentence is found across rows."""
    return " ".join(text.replace("│", " ").split())


def levels(frame: Frame) -> dict[int, float]:
    """How high the tiles of a picture in 3D are above their places, by square."""
    return {piece.cell: piece.above for piece in space.pieces(frame.context) if piece.above}


def emptied() -> Game:
    """Ann's draw takes the last tiles of the bag."""
    game = Game("words", state(EMPTY, ("ACTNRST", "VVV"), bag="AEI"), first=1)
    return game.move("play e5 CAT").chance({"tiles": "AEI"})


def overtaken() -> Game:
    """Ann wins with her last play."""
    return Game("words", behind((0, 3)), first=1).move("play e5 CAT")


def refused() -> Game:
    """Ann's word is taken back."""
    return challenged("RETAINX", "play d5 RETAINX", bad=("RETAINX",))


BEATS = {
    "large-turn": (lambda: played("thirty"), 0.9),
    "all-seven": (lambda: played("full-house"), 1.2),
    "taken-back": (refused, 0.8),
    "last-tile": (emptied, 0.6),
    "lead": (overtaken, 1.2),
}


@pytest.mark.parametrize("kind", BEATS)
def test_a_beat_lasts_so_long_and_without_movement_its_last_frame_is_shown(kind: str) -> None:
    make, seconds = BEATS[kind]
    frames = beating(make())
    assert {one.highlight.kind for one in frames if one.highlight} == {kind}
    assert frames[-1].context.beat_seconds == seconds == seen(make())[kind].seconds
    (still,) = beating(make(), motion="basic")
    assert board(still) == board(frames[-1])
    assert beating(make(), motion="none") == []


@pytest.mark.parametrize("seat", [ANN, BOB])
def test_seven_tiles_rise_one_after_the_other_and_the_bonus_is_counted_beside_them(seat: int) -> None:
    frames = beating(played("full-house"), seat=seat)
    cells = seen(played("full-house"))["all-seven"].data["cells"]
    assert set(levels(frames[0])) == {cells[0]} and not levels(frames[-1])
    first = [min(at for at, frame in enumerate(frames) if cell in levels(frame)) for cell in cells]
    assert first == sorted(first) and len(set(first)) >= 6, "one after the other"
    assert " +0 " in board(frames[0]) and " +20 " in board(frames[-1]) and " +20 " not in board(frames[0])
    assert "all 7 tiles: 20 points extra." in words_of(board(frames[-1]))


def test_without_a_bonus_the_points_of_the_seven_tiles_are_counted() -> None:
    position = state(EMPTY, ("RETAINS", "V"), bag="", bingo=0)
    game = Game("words", position, first=1, bingo=0).move("play d5 RETAINS")
    assert " +14 " in board(beating(game)[-1])


def test_the_points_of_a_large_turn_are_beside_its_tiles_wherever_these_are() -> None:
    under = (*[f"{HIGH}{letter}" for letter in "CARE"], HIGH, HIGH)
    for play, position, where in (
        ("play a2 ....SS", row(*under), "right of f2"),
        ("play j2 down ....SS", column(9, 1, *under), "below j7"),
        ("play j5 down ....SS", column(9, 4, *under), "above j9"),
    ):
        last = beating(Game("words", last_play(position, "SS"), first=1).move(play))[-1]
        picture = BOARD.draw(last.context, "board", (120, 32))
        (spot,) = (spot for spot in picture.spots if spot.key == f"cell:{where[-2:]}")
        edge = max(one.x + one.width for one in picture.spots if one.key.startswith("cell:"))
        (y,) = (y for y in range(32) if "+30" in picture.canvas.row(y)[:edge])
        x = picture.canvas.row(y).index("+30")
        beside = {"right": x >= spot.x + spot.width, "below": y == spot.y + spot.height, "above": y == spot.y - 1}
        assert beside[where.split()[0]], where
        assert (y in range(spot.y, spot.y + spot.height)) == where.startswith("right")


def column(at: int, top: int, *stacks: str) -> tuple[str, ...]:
    """A board with stacks from the top down in one column."""
    cells = [""] * 100
    for number, stack in enumerate(stacks):
        cells[(top + number) * 10 + at] = stack
    return tuple(cells)


def test_a_word_that_is_taken_back_is_marked_and_leaves_tile_by_tile() -> None:
    frames = beating(refused())
    tops = [[len(piece.stack) for piece in space.pieces(one.context)] for one in frames]
    assert sum(tops[0]) == 7 and 0 < sum(tops[len(tops) // 2]) < 7 and sum(tops[-1]) == 0
    assert {piece.rim for piece in space.pieces(frames[0].context) if piece.stack} == {"bad"}
    signs = [board(one, (80, 12)).count("x") for one in beating(refused(), style=Style(colours=False))]
    assert signs[0] == 7 and signs == sorted(signs, reverse=True), "a sign says it where there are no colours"
    assert signs[-1] == 0
    assert "RETAINX is not in the word list." in words_of(board(frames[-1]))


def test_the_bag_is_counted_down_and_a_sentence_says_that_it_is_empty() -> None:
    frames = beating(emptied())
    assert "Bag: 3 tiles" in board(frames[0]) and "Bag: 0 tiles" in board(frames[-1])
    assert "The bag is empty." in board(frames[-1])


def test_the_winner_goes_past_the_other_while_the_points_are_counted() -> None:
    frames = beating(overtaken())
    first, last = board(frames[0]), board(frames[-1])
    assert points_in(first) == {"Ann": 0, "Bob": 3} and points_in(last) == {"Ann": 6, "Bob": -2}
    assert points_in(board(frames[-1], (80, 12))) == points_in(last), "the list of players does not repeat older points"
    assert "behind" not in first and "Ann was 3 points behind and wins at the end." in words_of(last)


def points_in(text: str) -> dict[str, int]:
    """The points beside the names in a picture."""
    return {name: int(points) for name, points in re.findall(r"(Ann|Bob) +(-?\d+) *$", text, re.MULTILINE)}


@pytest.mark.parametrize("style", [Style(), Style(ascii_only=True)], ids=["blocks", "ascii"])
@pytest.mark.parametrize("size", [(43, 12), (80, 12), (80, 21), (120, 32), (160, 42)])
def test_every_frame_of_a_beat_is_a_sound_picture(size: tuple[int, int], style: Style) -> None:
    for make, _ in BEATS.values():
        for frame in beating(make(), style=style)[::6]:
            sound(BOARD.draw(frame.context, "board", size), *size)
            sound(BOARD.draw(frame.context, "hand", (36, 14)), 36, 14)

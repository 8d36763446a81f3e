"""The pictures of the beats of Take That Towers, from their first moment to their last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.board import tables
from tests.feats import Game
from tests.games.takethat.tables import Given, table, tower
from towergames.board import digits
from towergames.games.takethat.board import BOARD
from towergames.games.takethat.game import GAME
from towergames.table.highlights import beats_of

ANN, BOB = 0, 1
SIZES = ((78, 16), (78, 15), (118, 30))


def film(kind: str, *floors: Given, size: tuple[int, int] = SIZES[0], **more: object) -> list[str]:
    """The picture of a beat at its start, after each tenth of its time, and at its end."""
    given: dict[str, object] = {"hands": ("OFFICE NOISE", "OFFICE"), "phase": "claim", "built": (0, 1), "active": ANN}
    state = table(tower(*floors), **{**given, **more})  # type: ignore[arg-type]
    game = Game("takethat", state, seats=2)
    game.move("end")
    (beat,) = [one for one in beats_of(game.history, len(game.history.plays) - 1) if one.kind == kind]
    assert 0 < beat.seconds <= 2
    step = game.history.plays[-1].step
    c = tables.seen(GAME, state, (), ANN)
    c = replace(c, ui=BOARD.adapt(c, True))
    c = replace(c, playing=tuple(step.events[: beat.event + 1]), frame=1 if kind in ("steal", "eviction") else 0)
    pictures = []
    for tenth in range(11):
        seen = replace(c, beat=beat, beat_seconds=beat.seconds * tenth / 10)
        canvas = BOARD.draw(seen, "board", size).canvas
        pictures.append("\n".join(canvas.row(row) for row in range(canvas.height)))
    return pictures


@pytest.mark.parametrize("size", SIZES)
def test_take_that_is_said_when_the_windows_have_gone_out(size: tuple[int, int]) -> None:
    shown = film("steal", ("OFFICE", BOB), ("LANDLORD", ANN), "SPIRE", size=size)
    assert "T A K E   T H A T !" not in shown[0] and "T A K E   T H A T !" in shown[-1]
    assert shown[3].count("╌") > shown[0].count("╌") and shown[-1].count("╌") < shown[3].count("╌")


@pytest.mark.parametrize("size", (*SIZES, (60, 14)))
def test_words_in_the_sky_cover_nothing(size: tuple[int, int]) -> None:
    floors = ("ELEVATOR", "ELEVATOR", ("OFFICE", BOB), ("LANDLORD", ANN), "LOBBY", "SPIRE")
    shown = film("steal", *floors, size=size)
    assert "T A K E   T H A T !" in shown[-1] and "T A K E" not in shown[0]
    for before, after in zip(shown[0].splitlines(), shown[-1].splitlines(), strict=True):
        if "T A K E" in after:
            start = after.index("T A K E")
            assert not before[start - 1 : start + 20].strip(" ┄"), before


@pytest.mark.parametrize("size", SIZES)
def test_the_windows_of_an_evicted_floor_go_dark(size: tuple[int, int]) -> None:
    shown = film("eviction", ("OFFICE", BOB), ("NOISE", ANN), "SPIRE", size=size)
    assert shown[6].count("╌") > shown[0].count("╌")
    assert "╳" not in shown[0] and "╳" in shown[-1]


@pytest.mark.parametrize("size", SIZES)
def test_the_points_of_a_large_tower_are_counted(size: tuple[int, int]) -> None:
    spire = ("SPIRE", ANN)
    shown = film("large-tower", spire, spire, spire, spire, size=size)
    assert shown[0] != shown[5] != shown[-1]
    for row in range(digits.ROWS):
        of_twelve = " ".join(digits.DIGITS[figure][3 * row : 3 * row + 3] for figure in "12")
        assert of_twelve in shown[-1] and of_twelve not in shown[0], shown[-1]


@pytest.mark.parametrize("size", SIZES)
def test_the_last_round_is_named_in_the_sky(size: tuple[int, int]) -> None:
    shown = film("last-round", ("OFFICE", ANN), size=size, deck=0, hands=("", "OFFICE"))
    assert all("L A S T   R O U N D" in picture for picture in shown)


@pytest.mark.parametrize("size", SIZES)
def test_the_points_grow_until_the_winner_is_named(size: tuple[int, int]) -> None:
    spire = ("SPIRE", ANN)
    over = {"deck": 0, "turns": 9, "last_round": True, "hands": ("", "OFFICE"), "points": (0, 5)}
    shown = film("lead", spire, spire, size=size, **over)
    assert "0 points" in shown[0] and "winner" not in shown[0]
    assert "6 points" in shown[-1] and "5 points" in shown[-1] and "winner" in shown[-1]

"""Konexi on the screen: whole games by keys alone and by the mouse alone, falls, help, and words that are refused."""

from __future__ import annotations

from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest
from textual.widget import Widget

from tests.combinations import sample
from tests.games.konexi.canned import CannedPhysics, replace_physics
from tests.tui.game_kit import Play, playing
from towergames.core.contract import Over
from towergames.core.dice import Dice
from towergames.games.konexi.board import input as board_input
from towergames.games.konexi.game import GAME
from towergames.games.konexi.model import Place, State
from towergames.games.konexi.rules import offered, places_of
from towergames.games.konexi.tower import PlacedLetter, tower_of
from towergames.games.konexi.words import find_words, lexicon_of, sayable_words
from towergames.tui.screens.game.end_card import EndCard

PATIENCE = 20.0
NEVER = 10**6


@pytest.fixture(autouse=True)
def canned(monkeypatch: pytest.MonkeyPatch, every_game: None) -> CannedPhysics:
    """Letters that stand until a test overrides it."""
    physics = CannedPhysics(NEVER)
    replace_physics(monkeypatch, physics)
    return physics


def state_of(play: Play) -> State:
    state: State = play.table.history.state
    return state


async def settled(play: Play) -> None:
    """Until somebody may decide, or the game is over."""
    screen = play.game

    def ready() -> bool:
        over = isinstance(play.table.turn, Over)
        return over or (screen.session.context().may_act and not screen.settling.active and screen.stage.beat is None)

    await play.until(ready, PATIENCE)
    if play.game.look_back.recap_open:
        await play.press("escape")


def best_place(state: State, letter: str, near: PlacedLetter | None, most: int) -> PlacedLetter:
    """The place that makes the longest word, at most ``most`` steps of Tab away."""
    lexicon, spots = lexicon_of(state), places_of(state, letter)
    assert lexicon is not None
    at = spots.index(near) if near in spots else 0
    reached = [spots[(at + step) % len(spots)] for step in range(-most, most + 1)]

    def worth(spot: PlacedLetter) -> int:
        found = find_words(lexicon, tower_of((*state.tower, spot)).notched, letter)
        return len(found[0]) if found else 0

    return max(reached, key=worth)


async def spot_clicked(play: Play, zone: str, key: str) -> bool:
    """Click on a spot of the board or the hand; False where it is not drawn."""
    view = play.game.query_one(zone, Widget)
    picture = play.game.zone(zone[1:]).picture
    spot = next((spot for spot in picture.spots if spot.key == key), None)
    middle = [(spot.x + spot.width // 2, spot.y + spot.height // 2)] if spot else []
    cells = product(range(picture.canvas.width), range(picture.canvas.height)) if picture.at else ()
    bare = (cell for cell in chain(middle, cells) if picture.at is None or picture.at(*cell) == key)
    if (cell := next(bare, next(iter(middle), None))) is None:
        return False
    await play.pilot.click(view, offset=cell)
    return True


async def clicked(play: Play, key: str) -> None:
    """Click on a spot wherever it is."""
    for zone in ("#hand", "#actions", "#board"):
        if await spot_clicked(play, zone, key):
            break
    else:
        raise AssertionError(f"{key}\n{play.text}")
    await play.pilot.pause()


async def turn_by_keys(play: Play) -> None:
    state, session = state_of(play), play.game.session
    if state.phase == "token":
        await play.press("right", "enter")
        await settled(play)
        state = state_of(play)
    if len(offered(state)) > 1:
        await play.press("enter")
    spots = places_of(state, session.memory.ui.letter)
    wish = best_place(state, session.memory.ui.letter, session.memory.ui.at, sample(3, 8))
    steps = spots.index(wish) - spots.index(session.memory.ui.at)
    steps -= len(spots) * round(steps / len(spots))
    for _ in range(abs(steps)):
        await play.press("tab" if steps > 0 else "shift+tab")
    assert session.memory.ui.at == wish
    await play.press("enter")
    await settled(play)
    state = state_of(play)
    if state.phase == "word":
        words = sayable_words(state)
        await play.press(*(words[0].lower() if words else ("equals_sign",)), "enter")
        await settled(play)


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.long)])
async def test_a_whole_game_is_played_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, "Ann,Bob", game="konexi", size=size, seed=3, first=1) as play:
        await settled(play)
        for _ in range(60):
            if isinstance(play.table.turn, Over):
                break
            await turn_by_keys(play)
        assert max(GAME.totals(state_of(play))) >= 20
        await play.until(lambda: isinstance(play.app.screen, EndCard), PATIENCE)
        assert "wins" in play.text


async def turn_by_mouse(play: Play) -> None:
    state, session = state_of(play), play.game.session
    if state.phase == "token":
        await clicked(play, "gap:3")
        await clicked(play, "control:konexi.put-token")
        await settled(play)
        state = state_of(play)
    letter = offered(state)[-1]
    await clicked(play, f"offer:{letter}")
    assert session.memory.ui.letter == letter
    if state.tower:  # a place on a letter low in the tower, so that all stays in sight
        low = sorted(state.tower, key=lambda spot: spot.y)
        await clicked(play, f"letter:{low[0].letter}")
    await clicked(play, "control:konexi.let-go")
    await settled(play)
    state = state_of(play)
    if state.phase == "word":
        words = sayable_words(state)
        for letter in words[0] if words else "":
            await clicked(play, f"letter:{letter}")
        if words:
            assert session.memory.ui.word == words[0]
            await clicked(play, "control:konexi.say")
        else:
            await clicked(play, "control:konexi.act-done")
            await play.pilot.press("enter")
        await settled(play)


@pytest.mark.parametrize("turns", [7, pytest.param(80, marks=pytest.mark.long)])
async def test_a_game_is_played_with_the_mouse(
    tmp_path: Path, canned: CannedPhysics, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    """Seven turns have letters, words, a fall and a new tower; eighty are more than the whole game."""
    # Without colours letters are as large as characters: what is clicked here would be out of sight.
    monkeypatch.delenv("NO_COLOR", raising=False)
    async with playing(tmp_path, "Ann,Bob", game="konexi", size=(120, 40), seed=3, first=1) as play:
        await settled(play)
        for number in range(turns):
            if isinstance(play.table.turn, Over):
                break
            canned.of = 1 if number % 8 == 5 else NEVER
            await turn_by_mouse(play)
        assert max(GAME.totals(state_of(play))) >= (20 if turns == 80 else 1)


async def test_typed_moves_and_completions_do_not_tell_the_words(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Bob", game="konexi", size=(80, 24), seed=5, first=1) as play:
        await settled(play)
        for _ in range(6):
            await turn_by_keys(play)
            if state_of(play).phase == "place" and available_after_first(play):
                break
        await play.press("enter", "enter")
        await settled(play)
        assert state_of(play).phase == "word"
        hidden = set(sayable_words(state_of(play)))
        told: Any = " ".join(play.game.completions()).upper().split()
        assert not hidden & set(told)
        assert not hidden & set(play.text.upper().split())


def available_after_first(play: Play) -> bool:
    return len(state_of(play).tower) >= 2


async def test_enter_alone_ends_a_turn_as_the_hint_advises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_input, "sayable_words", lambda _: ())
    async with playing(tmp_path, "Ann,Bob", game="konexi", first=1) as play:
        while state_of(play).phase != "word":
            await settled(play)
            state = state_of(play)
            move: Any = play.table.sample(Dice(1, play.table.moves, "way"))
            if state.phase == "place":
                move = Place(*places_of(state, offered(state)[0])[0])
            play.game.flow.act(move)
            await play.pilot.pause()
        await settled(play)
        moves = play.table.moves
        await play.press("f4")
        await play.until(lambda: "without one. Enter plays it." in play.said, PATIENCE)
        await play.press("enter")
        await play.until(lambda: play.table.moves > moves, PATIENCE)
        assert play.table.history.plays[moves].notation == "done"

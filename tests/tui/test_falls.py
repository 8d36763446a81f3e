"""Falls on a screen: no key skips one before it has been seen, and the fallen pieces stay until a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import pytest
from textual.timer import Timer

from tests.games.konexi.canned import CannedPhysics, outcome, replace_physics
from tests.games.konexi.making import toppling
from tests.tui.game_kit import Play, playing
from towergames.core.dice import Dice
from towergames.core.highlight import Highlight
from towergames.games.konexi.model import Released
from towergames.games.konexi.tower import PlacedLetter
from towergames.session.animation import Frame
from towergames.table.records import OPEN_FORMAT, SeatSetup
from towergames.tui.screens.game import animation_player
from towergames.tui.screens.game.animation_player import AGAIN_SPEED, DEAF_SECONDS, AnimationPlayer
from towergames.tui.screens.game.screen import HEAP_SECONDS, SHARED_HEAP_SECONDS

# --- the player of animations ---------------------------------------------------------------------------


@dataclass
class Clock:
    """A host whose time passes by hand."""

    now: float = 100.0
    due: list[tuple[float, Callable[[], None]]] = field(default_factory=list)

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer:
        entry = (self.now + delay, callback)
        self.due.append(entry)
        return cast("Timer", _Stoppable(self, entry))

    def show_beat(self, moving: bool) -> None:
        """Nothing is drawn."""

    def passes(self, seconds: float) -> None:
        end = self.now + seconds
        while self.due and min(self.due)[0] <= end:
            entry = min(self.due, key=lambda one: one[0])
            self.due.remove(entry)
            self.now = entry[0]
            entry[1]()
        self.now = end


@dataclass
class _Stoppable:
    clock: Clock
    entry: Any

    def stop(self) -> None:
        if self.entry in self.clock.due:
            self.clock.due.remove(self.entry)


@dataclass
class Stage:
    clock: Clock
    player: AnimationPlayer
    ended: list[bool] = field(default_factory=list)

    def play(self, *beats: Frame) -> None:
        self.player.play(list(beats), lambda: self.ended.append(True))

    @property
    def shown(self) -> int:
        """The number of the frame that is shown, -1 for none."""
        return -1 if self.player.beat is None else self.player._at


@pytest.fixture(params=[20.0])
def stage(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    clock = Clock()
    monkeypatch.setattr(animation_player.time, "monotonic", lambda: clock.now)
    yield Stage(clock, AnimationPlayer(cast("Any", clock), patience=lambda: request.param))


def frames(plays: int, moving: int, *, held: bool = True) -> list[Frame]:
    """A movement of frames of a tenth of a second, and what it leads to."""
    context = cast("Any", type("Context", (), {"playing": (), "seat": None, "beat": None})())
    return [*[Frame(context, 0.2, plays)] * moving, Frame(context, 2.0, plays, held=held)]


def test_the_key_that_let_go_does_not_skip_the_fall(stage: Stage) -> None:
    stage.play(*frames(1, 10))
    stage.clock.passes(DEAF_SECONDS - 0.1)
    stage.player.skip()
    assert stage.shown < 5 and not stage.ended
    stage.clock.passes(0.2)
    stage.player.skip()
    assert stage.shown == 10 and stage.player.heap_lies, "the first key that counts shows the heap"
    stage.player.skip()
    assert stage.shown == 10, "a key that is held down does not take the heap away"
    stage.clock.passes(DEAF_SECONDS)
    stage.player.skip()
    assert stage.ended == [True]


def beat(plays: int, number: int) -> list[Frame]:
    """The frames of a beat of 1.6 seconds."""
    highlight = Highlight(f"kind {number}", 0, 1, seconds=1.6)
    context = cast("Any", type("Context", (), {"playing": (), "seat": None, "beat": highlight})())
    return [Frame(context, 0.2, plays)] * 8


def test_a_beat_heeds_no_key_for_half_a_second_and_then_a_key_goes_on(stage: Stage) -> None:
    ordinary = frames(1, 3, held=False)
    stage.play(*ordinary, *beat(1, 1), *beat(1, 2), *ordinary)
    stage.player.skip()
    assert stage.shown == 4 and stage.player.shows_beat, "a key never skips a beat that has not begun"
    stage.player.skip()
    assert stage.shown == 4, "the key may be the one before"
    stage.clock.passes(DEAF_SECONDS + 0.01)
    stage.player.skip()
    assert stage.shown == 12, "the second beat"
    stage.clock.passes(DEAF_SECONDS + 0.01)
    stage.player.skip()
    assert stage.ended == [True] and not stage.player.shows_beat


def test_a_beat_is_shown_again_at_half_speed(stage: Stage) -> None:
    stage.play(*beat(1, 1), *frames(1, 1, held=False))
    stage.clock.passes(1.1)
    assert stage.shown == 5
    stage.player.again()
    assert stage.shown == 0
    stage.clock.passes(1.7)
    assert stage.shown == 4, "half as far in the same time"
    stage.clock.passes(1.6 + 0.2)
    assert stage.shown > 7, "what follows has its own speed"


def test_a_key_goes_on_from_a_beat_to_a_fall(stage: Stage) -> None:
    stage.play(*beat(1, 1), *frames(2, 10))
    stage.clock.passes(DEAF_SECONDS + 0.01)
    stage.player.skip()
    assert stage.shown == 8 and stage.player.falling and not stage.player.shows_beat


def test_the_heap_lies_until_a_key_or_until_patience_ends(stage: Stage) -> None:
    stage.play(*frames(1, 3))
    stage.clock.passes(1.0)
    assert stage.player.heap_lies
    stage.clock.passes(19.0)
    assert stage.player.heap_lies
    stage.clock.passes(1.0)
    assert stage.ended == [True] and not stage.player.heap_lies


def test_a_fall_is_shown_again_more_slowly(stage: Stage) -> None:
    stage.play(*frames(1, 5))
    stage.clock.passes(1.5)
    assert stage.player.heap_lies
    stage.player.again()
    assert stage.shown == 0
    stage.clock.passes(0.9)
    assert stage.shown == int(0.9 * AGAIN_SPEED / 0.2)
    stage.clock.passes(1.2)
    assert stage.player.heap_lies
    stage.player.again()
    stage.clock.passes(DEAF_SECONDS)
    stage.player.skip()
    assert stage.player.heap_lies, "a key shows the heap here too"


def test_no_key_skips_a_fall_that_has_not_begun(stage: Stage) -> None:
    stage.play(*frames(1, 5, held=False), *frames(2, 5), *frames(3, 5, held=False), *frames(4, 5))
    stage.clock.passes(0.7)
    stage.player.skip()
    assert stage.shown == 6, "a key in the animation before it goes on with the fall"
    stage.player.skip()
    assert stage.shown == 6
    stage.clock.passes(0.7)
    stage.player.skip()
    assert stage.shown == 11 and stage.player.heap_lies
    stage.clock.passes(0.7)
    stage.player.skip()
    assert stage.shown == 12 and stage.player.falling, "another fall comes"
    stage.clock.passes(0.7)
    stage.player.skip()
    assert stage.shown == 18
    stage.clock.passes(10.0)
    assert stage.shown == 23 and stage.player.heap_lies
    stage.player.again()
    assert stage.shown == 18, "of several falls the one that is shown"


def test_what_follows_a_held_frame_keeps_its_time(stage: Stage) -> None:
    stage.play(*frames(1, 2), *frames(2, 5, held=False))
    stage.clock.passes(0.5 + 20.0)
    assert stage.shown == 3
    stage.clock.passes(0.5)
    assert stage.shown in (5, 6), "frames after it are not left out"


@pytest.mark.parametrize("stage", [0.0], indirect=True)
def test_where_nobody_looks_on_falls_are_like_other_animations(stage: Stage) -> None:
    stage.play(*frames(1, 5))
    assert not stage.player.falling
    stage.clock.passes(1.1)
    assert not stage.player.heap_lies and not stage.ended
    stage.clock.passes(2.0)
    assert stage.ended == [True]
    stage.play(*frames(1, 5))
    stage.player.again()
    stage.player.skip()
    assert len(stage.ended) == 2


# --- on the game screen ---------------------------------------------------------------------------------


class Toppling(CannedPhysics):
    """A table top on which every tower of two letters topples."""

    def _answer(self, spots: tuple[PlacedLetter, ...], dice: Dice) -> Released:
        if len(spots) < 2:
            return outcome(spots)
        return replace(outcome(spots, "collapse"), trace=toppling(spots))


@pytest.fixture
def topples(monkeypatch: pytest.MonkeyPatch, every_game: None) -> None:
    replace_physics(monkeypatch, Toppling())


async def to_the_fall(play: Play) -> None:
    """Make moves up to the letter whose tower topples, and let go of it."""
    screen, dice = play.game, Dice(1)

    def ready() -> bool:
        return screen.stage.beat is not None or (screen.session.context().may_act and not screen.settling.active)

    for _ in range(40):
        await play.until(ready)
        if screen.stage.falling:
            return
        if screen.stage.beat is not None:
            screen.flow.skip()
        else:
            screen.flow.act(play.table.sample(dice))
    raise AssertionError("nothing fell")


async def test_the_task_names_the_key_that_is_set_for_seeing_a_fall_again(tmp_path: Path, topples: None) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "keys.toml").write_text('"fall.again" = ["v"]\n')
    async with playing(tmp_path, "Ann,Bob", game="konexi", flags={"motion": "full"}) as play:
        await to_the_fall(play)
        await play.until(lambda: play.game.stage.heap_lies)
        assert "Any key goes on, v repeats it." in play.text
        await play.press("v")
        assert play.game.stage.falling and not play.game.stage.heap_lies


async def test_a_fall_is_seen_and_its_heap_lies_until_a_key(tmp_path: Path, topples: None) -> None:
    async with playing(tmp_path, "Ann,Bob", game="konexi", flags={"motion": "full"}) as play:
        await to_the_fall(play)
        stage, bar = play.game.stage, play.game.zone("actions")
        await play.press("enter")
        assert stage.falling, "the key may be the one that let go"
        await play.until(lambda: stage.heap_lies)
        assert "Everything lies still" in play.text and "Any key" in play.text and "See it again" in play.text
        for again in ("r", "R", "f6", "chip"):
            if again == "chip":
                spot = next(one for one in bar.picture.spots if one.key == "command:fall.again")
                await play.pilot.click(bar, offset=(spot.x + 1, spot.y))
            else:
                await play.press(again)
            assert stage.falling and not stage.heap_lies, again
            stage._deaf_until = 0.0
            await play.press("x")
            assert stage.heap_lies, "the next key shows the heap at once"
        await play.press("r")
        await play.until(lambda: stage.heap_lies)
        stage._deaf_until = 0.0
        await play.press("x")
        assert stage.beat is not None and not stage.falling, "the next round begins"
        await play.press("x")
        assert stage.beat is None and play.game.session.context().may_act


async def test_a_click_too_shows_the_heap_before_it_goes_on(tmp_path: Path, topples: None) -> None:
    async with playing(tmp_path, "Ann,Bob", game="konexi", flags={"motion": "full"}) as play:
        await to_the_fall(play)
        await play.pilot.click(play.game.board, offset=(20, 5))
        assert play.game.stage.falling
        for heap in (True, False):
            play.game.stage._deaf_until = 0.0
            await play.pilot.click(play.game.board, offset=(20, 5))
            await play.until(lambda heap=heap: play.game.stage.heap_lies == heap)
        assert not play.game.stage.falling


@pytest.mark.parametrize("motion", ["none", "basic"])
async def test_without_motion_a_fall_is_two_stills(tmp_path: Path, topples: None, motion: str) -> None:
    async with playing(tmp_path, "Ann,Bob", game="konexi", flags={"motion": motion}) as play:
        await to_the_fall(play)
        before, stage = play.text, play.game.stage
        assert stage.falling and not stage.heap_lies
        assert [beat.held for beat in stage._beats[:2]] == [False, True] and stage._beats[0].seconds >= 0.5
        await play.until(lambda: stage.heap_lies)
        assert play.text != before


async def test_a_game_of_bots_does_not_wait_for_a_key(tmp_path: Path, topples: None) -> None:
    async with playing(tmp_path, "Ann,Bob", game="konexi") as play:
        assert play.game._patience() == HEAP_SECONDS
        play.table.history.header = replace(play.table.header, format=OPEN_FORMAT)
        assert play.game._patience() == SHARED_HEAP_SECONDS
        bots = (SeatSetup("Hal", "easy"), SeatSetup("Gus", "easy"))
        play.table.history.header = replace(play.table.header, seats=bots)
        assert play.game._patience() == 0.0

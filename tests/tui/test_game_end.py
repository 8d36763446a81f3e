"""The end of a game: animations, the card with the result, and what may follow."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.frames import frame, until
from tests.tui.game_kit import header, playing
from towergames.board.canvas import Canvas
from towergames.board.orbit import OrbitView
from towergames.board.protocol import Style
from towergames.core.bot import Clock
from towergames.core.contract import Decide
from towergames.core.review import TurnReview
from towergames.games.leaning.board.camera import START_CAMERA
from towergames.registry import Entry, get
from towergames.run_request import RunRequest
from towergames.session.animation import Pace, animation_after, points_of
from towergames.session.session import Session
from towergames.table.history import History
from towergames.table.log import LogLine
from towergames.table.match import Table
from towergames.table.save_file import load_file
from towergames.table.solo_ranking import SoloRanking
from towergames.table.store import Store
from towergames.table.turn_review import ReviewOfTurns
from towergames.table.turn_try import TurnTry
from towergames.tui.app import TowerApp
from towergames.tui.dialogs import ChoiceDialog
from towergames.tui.screens import turn_review
from towergames.tui.screens.game import animation_player
from towergames.tui.screens.game.animation_player import Flyer
from towergames.tui.screens.game.end_card import EndCard
from towergames.tui.screens.game.end_view import CONFETTI, _scoring, draw_end, ending_of
from towergames.tui.screens.game.panes import first_difference
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.replay import ReplayScreen
from towergames.tui.screens.turn_review import TurnReviewScreen

pytestmark = pytest.mark.usefixtures("null_game")

EXAMPLES = Path(__file__).parents[2] / "saves"


async def test_the_end_card_tells_the_result_and_a_rematch_passes_the_start_on(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy", first=1, heap=1) as play:
        await play.press("enter")
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        await play.pilot.pause()
        assert "Ann wins with" in play.text and "The heap is gone" in play.text and "Play again" in play.text
        old, points = play.game, play.table.totals
        await play.press("enter")
        await play.until(lambda: play.game is not old)
        await play.pilot.pause()
        series = play.table.header.series
        assert series is not None and series.number == 2 and series.points == points
        assert play.table.header.options["first"] == 2
        assert len([s for s in play.app.screen_stack if isinstance(s, GameScreen)]) == 1


async def test_a_game_alone_is_compared_with_the_others_alone(tmp_path: Path) -> None:
    for name, seed in (("solo-a", 1), ("solo-b", 2)):
        table = Store(tmp_path / "saves").begin(header("Ann", first=1, heap=1, seed=seed), name)
        table.submit(0, table.legal()[0])
        table.close()
    async with playing(tmp_path, "Ann", first=1, heap=1) as play:
        await play.press("enter")
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        await play.until(lambda: "alone with these house" in play.text)
        points = play.table.totals[0]
        assert f"Ann scores {points} point" in play.text and "wins" not in play.text
        assert "This game is 1st of 3." in play.text


@pytest.mark.parametrize(
    ("place", "ordinal"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (23, "23rd")]
)
def test_places_are_told_in_ordinals(place: int, ordinal: str) -> None:
    assert f"is {ordinal} of 30." in SoloRanking(place, 30, 99).in_words("Ann")
    assert SoloRanking(1, 1, 9).in_words("Ann") == "Ann's first game alone with these house rules."


async def test_quitting_works_as_soon_as_the_card_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EndCard, "SETTLE", 60.0)
    async with playing(tmp_path, "Ann", first=1, heap=1) as play:
        await play.press("enter")
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        await play.press("m", "escape", "enter")
        assert isinstance(play.app.screen, EndCard)
        await play.press("ctrl+q")
        await play.pilot.pause()
        assert play.app.return_code == 0 and not play.app.is_running


@pytest.mark.parametrize("seats", ["Ann", "Ann,Hal:easy"])
@pytest.mark.parametrize("moment", ["push", "compose", "on_mount", "on_resize", "own_commands"])
async def test_a_signal_while_the_card_comes_up_ends_the_program_cleanly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: str, moment: str
) -> None:
    async with playing(tmp_path, seats, first=1, heap=1) as play:
        app = play.app
        done = getattr(EndCard, moment, None)

        def signalled(self: EndCard) -> Any:
            if app.return_code is None:
                app.leave(143)
            return done(self)  # type: ignore[misc]

        if done is not None:
            monkeypatch.setattr(EndCard, moment, signalled)
        play.game.typed("take 1")
        if done is None:
            assert isinstance(app.screen, EndCard)
            app.leave(143)
        for _ in range(400):
            await asyncio.sleep(0.01)
            if not app.is_running:
                break
    assert app.return_code == 143 and app._exception is None


async def test_undo_after_the_end_goes_on(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1, heap=1) as play:
        await play.press("enter")
        await play.until(lambda: isinstance(play.app.screen, EndCard))
        await play.press("b", "u", "y")
        assert isinstance(play.table.turn, Decide) and play.game.session.context().may_act
        await play.press("r")
        await play.until(lambda: isinstance(play.app.screen, EndCard))


async def test_help_and_series_stand_on_the_card(null_game: Entry) -> None:
    table = Table(History(null_game.game, header("Ann,Bob", first=1, heap=1)))
    table.advance()
    table.note(0, "hint")
    table.submit(0, table.parse("take 1"))
    text = draw_end(ending_of(table.history), lambda _: (), (), "", Style(), 80, 23).canvas.text()
    assert "Help used: 1 hint." in text and "█1 Ann" in text and "▚2 Bob" in text


@pytest.mark.parametrize("width", range(76, 161, 4))
@pytest.mark.usefixtures("every_game")
def test_rounds_that_are_left_out_do_not_run_into_the_first_one_shown(width: int) -> None:
    history = load_file(Path(__file__).parents[2] / "saves" / "example-leaning-wreck.jsonl").history
    text = draw_end(ending_of(history), lambda _: (), (), "", Style(), width, 40).canvas.text()
    assert re.search(r"1-\d+ left out +\d", text), "a space, then the number of a round"


def scored() -> tuple[Session, int]:
    """A game of Take That Towers in which the last play scored a tower."""
    entry = get("takethat")
    table = Table(History(entry.game, header("Ann,Bob", "takethat", seed=5, first=1)))
    table.advance()
    for _ in range(200):
        turn = table.turn
        assert isinstance(turn, Decide)
        legal = table.legal()
        claims = [a for a in legal if entry.game.notate(a).startswith("claim")]
        before = table.moves
        table.submit(turn.seat, claims[0] if claims else legal[-1])
        if any(e.kind == "score.floor" and points_of(e) for e in table.history.plays[-1].step.events):
            return Session(table, entry.board), before
    raise AssertionError("nothing was scored")


def test_beats_count_up_to_what_the_pad_says() -> None:
    session, first = scored()
    full = animation_after(session, first, None, "full")
    basic = animation_after(session, first, None, "basic")
    assert animation_after(session, first, None, "none") == [] and len(basic) < len(full)
    gained = [0, 0]
    for score in session.table.history.plays[first].step.scores:
        gained[score.seat] += score.points
    assert list(full[-1].counted) == list(basic[-1].counted) == gained
    spent = [sum(b.seconds for b in frames if b.highlight is None) for frames in (full, basic)]
    assert abs(spent[0] - spent[1]) < 1e-9, "a highlight has its own time without movement"
    assert min(b.seconds for b in basic) > 1 / 6  # nothing changes more than six times a second: no flash above 3 Hz
    for beat in full:
        assert beat.context.seat is None and all(hand is None for hand in beat.context.view.hands)


@pytest.mark.parametrize("motion", ["basic", "full"])
async def test_scoring_is_shown_step_by_step_and_any_key_skips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, motion: str
) -> None:
    monkeypatch.setattr(Pace, "begin", lambda *_: 60.0)  # so that a busy machine sees the first beat
    async with playing(tmp_path, "Ann", first=1, heap=12, flags={"motion": motion}) as play:
        await play.press("2", "enter")  # leaves 10: the die is rolled and shown
        assert play.game.stage.beat is not None and "Any key Skip" in play.text.replace("  ", " ")
        await play.press("x")
        assert play.game.stage.beat is None and play.game.session.context().may_act


async def test_a_key_has_its_effect_while_only_ones_own_piece_drops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pace, "begin", lambda *_: 60.0)  # so that a busy machine sees the first beat
    async with playing(tmp_path, "Ann,Ben", game="takethat", flags={"motion": "full"}) as play:
        if not isinstance(play.app.screen, GameScreen):
            play.app.screen.dismiss(True)  # type: ignore[attr-defined]
        await play.until(lambda: isinstance(play.app.screen, GameScreen) and play.game.session.context().may_act)
        await play.press("enter")
        assert play.game.stage.passing and play.table.moves == 2
        await play.press("enter")
        assert play.table.moves == 3, "the second floor is built at once"


async def test_the_turn_ends_by_itself_where_that_is_wanted(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1, heap=12, limit=1, polite=True, flags={"auto_end": True}) as play:
        await play.press("enter")
        await play.until(lambda: play.table.history.ended)


async def test_points_fly_from_the_floor_to_the_pad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animation_player, "SECONDS", 2.0)  # so that a busy machine sees them
    session, first = scored()
    async with playing(tmp_path, "Ann,Bob", game="takethat", size=(120, 40), flags={"motion": "full"}) as play:
        play.app.screen.dismiss(True)  # type: ignore[attr-defined]
        await play.until(lambda: isinstance(play.app.screen, GameScreen))
        beat = replace(next(b for b in animation_after(session, first, None, "full") if b.fresh), plays=0, seconds=3.0)
        done: list[bool] = []
        play.game.stage.play([beat], lambda: done.append(True))
        await play.until(lambda: [f for f in play.game.query(Flyer) if f.region.width])
        assert len(play.game.query(Flyer)) == len(beat.fresh)
        await play.until(lambda: bool(done))
        await play.until(lambda: not play.game.query(Flyer))


async def test_points_never_fly_over_the_keys(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy", first=1, heap=40) as play:
        panes = play.game.panes
        assert "status" in panes.boxes
        shown = dict(panes.boxes)
        for missing in ((), ("pad",), ("pad", "status")):
            panes.boxes = {name: box for name, box in shown.items() if name not in missing}
            place = panes.pad_place(0)
            keys = [shown[name] for name in ("actions", "lines") if name in shown]
            assert all(not y <= place.y < y + height for _, y, _, height in keys), missing
            assert place.y < play.app.size.height - 1


def test_points_that_change_no_cell_start_where_the_board_changed_before() -> None:
    old, new = Canvas(6, 3), Canvas(6, 3)
    assert first_difference(old, new) is None
    new.put(2, 1, "A")
    assert first_difference(old, new) == (2, 1)
    new.put(4, 2, "+1")
    assert first_difference(old, new) == (4, 2), "points are shown there"


@asynccontextmanager
async def ended(home: Path, save: str, **flags: Any) -> AsyncIterator[tuple[TowerApp, Pilot[Any], EndCard]]:
    """The card at the end of an example game."""
    saves = home / "saves"
    saves.mkdir()
    shutil.copy(EXAMPLES / f"{save}.jsonl", saves)
    app = TowerApp(RunRequest("open", saves, save=save, config=home / "config", flags={"motion": "none"} | flags))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, EndCard) and "What next?" in frame(app))
        assert isinstance(app.screen, EndCard)
        yield app, pilot, app.screen


@pytest.mark.usefixtures("every_game")
async def test_f_shows_the_wreck_from_the_side_where_it_is_hidden_least(tmp_path: Path) -> None:
    async with ended(tmp_path, "example-leaning-wreck", motion="full") as (app, pilot, card):
        assert "f  See the wreck" in frame(app)
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await until(pilot, lambda: isinstance(view := replay.memory.viewpoint, OrbitView) and view.look == "all")
        await until(pilot, lambda: replay.model.at == card.ending.fall_play)
        view = replay.memory.viewpoint
        assert isinstance(view, OrbitView) and view.camera.yaw != START_CAMERA.yaw
        assert replay.model.frames("full")[0].seconds <= 1 / 20
        await until(pilot, lambda: replay.playback.repeats)
        assert "the fall at half speed" in frame(app) and "Again" in frame(app)
        replay.playback.stage.skip()
        assert replay.playback.stage.beat is not None, "it begins again"
        await pilot.press("f9")
        assert not replay.playback.repeats and replay.playback.stage.beat is None, "any key ends it"
        await pilot.press("space")
        assert replay.playback.repeats and replay.model.at == card.ending.fall_play, "Space shows the fall again"
        await pilot.press("left")
        assert not replay.playback.repeats and replay.model.at == card.ending.fall_play - 1
        await pilot.press("right", "b")
        await until(pilot, lambda: app.table is not None and app.table.header.branch is not None)
        assert "'s last decision" in list(app._notifications)[-1].message


@pytest.mark.usefixtures("every_game")
async def test_without_motion_a_fall_is_two_stills_and_then_its_end(tmp_path: Path) -> None:
    async with ended(tmp_path, "example-konexi-falls") as (app, pilot, _card):
        assert "f  See the last fall" in frame(app)
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await until(pilot, lambda: replay.playback.stage.beat is not None)
        assert not replay.playback.repeats and len(replay.model.frames("none")) == 2


async def test_i_finds_the_best_move_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, search = Event(), EndCard._search_missed

    def held(self: EndCard, clock: Clock) -> tuple[int, str]:
        seen.wait(60)  # the search may end before the screen that announces it is drawn
        return search(self, clock)

    monkeypatch.setattr(EndCard, "_search_missed", held)
    async with ended(tmp_path, "example-words") as (app, pilot, card):
        await pilot.press("i")
        await until(pilot, lambda: "Looking for the best move missed." in frame(app))
        seen.set()
        await until(pilot, lambda: "Best move missed: in round " in frame(app), 60)
        words = " ".join(text for text, _ in card._told(60))  # on the screen its rows are beside the towers
        missed = words.partition("Best move missed: ")[2].partition(" points")[0]
        assert re.search(r"could play [A-Z(]", missed), "a word, and no square"
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await until(pilot, lambda: "Before move" in frame(app), 60)
        assert replay.model.history.plays[replay.model.at - 1].by is not None


async def test_what_was_best_leads_from_the_end_card_to_the_move_that_decided(tmp_path: Path) -> None:
    async with ended(tmp_path, "example-takethat") as (app, pilot, card):
        assert "What was best?" in frame(app) and "missed" not in frame(app)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await until(pilot, lambda: replay.model.at == card.best_play > 0)
        assert replay.judgement.active


@pytest.mark.parametrize(
    ("save", "said"),
    [
        ("example-words", "Press i to find the best move missed."),
        ("example-takethat", "This game is not saved, so no replay can show what was best."),
    ],
)
async def test_where_what_was_best_is_not_offered_its_key_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, save: str, said: str
) -> None:
    async with ended(tmp_path, save) as (app, pilot, card):
        if save == "example-takethat":
            monkeypatch.setattr(card._table, "journal", None)
            card.heard()
        await pilot.press("a")
        assert list(app._notifications)[-1].message == said and app.screen is card


@pytest.mark.usefixtures("every_game")
async def test_the_replay_of_a_reviewed_turn_leads_back_to_the_review_and_to_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = TurnReview(0, 1, 1, 2, 0, 2, 2, "You placed a piece.", "", (), "Praise.", points=2)
    found = ReviewOfTurns(0, "points", "Measured.", (made,), made, ())
    monkeypatch.setattr(turn_review, "review_turns", lambda *_: iter([(1, 1, found)]))
    async with ended(tmp_path, "example-leaning") as (app, pilot, _):
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, TurnReviewScreen) and app.screen.found is not None)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.pause()
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TurnReviewScreen))
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.table, TurnTry) and isinstance(app.screen, GameScreen))
        await pilot.pause()
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, TurnReviewScreen) and app.screen.found is not None)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EndCard))


async def test_confetti_falls_and_then_no_timer_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EndCard, "FALL", 0.3)
    async with ended(tmp_path, "example-words", motion="full") as (_app, pilot, card):
        await until(pilot, lambda: card._fallen == CONFETTI)
        assert not [timer for timer in card._timers if timer._callback == card._fall]


def test_the_move_that_took_the_lead_is_the_one_that_scored() -> None:
    lines = [
        LogLine(9, 1, "draw", "Ben draws 3 cards"),
        LogLine(9, None, "score.end", "Tower B scores: Ann +1, Ben +3"),
    ]
    assert _scoring(lines, 1, "Ben", 3) == ["Tower B scores: Ann +1, Ben +3"]
    own = LogLine(9, 1, "word", "Ben says SUN: 3 points")
    assert _scoring([*lines, own], 1, "Ben", 3)[0] == own.text


@pytest.mark.usefixtures("every_game")
def test_the_end_names_the_move_that_took_the_lead() -> None:
    told = ending_of(load_file(EXAMPLES / "example-konexi.jsonl").history).turning
    assert told == "Ben took the lead in round 2 with SEPTUM +6, and kept it."
    duel = ending_of(load_file(EXAMPLES / "example-bricks-duel.jsonl").history)
    assert duel.turning == "What decided: Every 2 cards +7.", "all towers score at once, so nobody led before"
    wreck = ending_of(load_file(EXAMPLES / "example-leaning.jsonl").history).turning
    assert wreck == "Ann took the lead in round 2 with P5 on level 2: +3, and kept it."
    words = ending_of(load_file(EXAMPLES / "example-words.jsonl").history).turning
    assert words == "Ada took the lead in round 13 with ACYL +33, and kept it."


@pytest.mark.parametrize(("columns", "rows"), [(80, 23), (100, 30), (120, 39), (160, 49)])
def test_rounds_left_out_of_the_end_card_hide_no_number_of_a_round(columns: int, rows: int) -> None:
    history = load_file(EXAMPLES / "example-words.jsonl").history
    text = draw_end(ending_of(history), lambda _: (), (), "", Style(), columns, rows).canvas.text()
    heading = next(row for row in text.splitlines() if "left out" in row)
    last, shown = heading.partition("Rounds 1-")[2].split(" left out")
    assert int(shown.split()[0]) == int(last) + 1

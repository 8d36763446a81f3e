"""The replay screen: any point at once, whose eyes, markers, playing on from here, and what the bot would have done."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.tui.desktop import SIZES
from tests.tui.frames import check_goldens, frame, until
from tests.tui.game_kit import header
from tests.tui.library_kit import BOARD, fill, long_history, play_on, played, showing, table_of
from towergames import registry
from towergames.core.bot import Level, Thought
from towergames.core.contract import Over
from towergames.lexicon import definitions_read, glosses
from towergames.registry import Entry
from towergames.session.analysis import Analyst, advise
from towergames.session.replay import Replay
from towergames.table.errors import SaveError
from towergames.table.records import OPEN_FORMAT
from towergames.table.shared import SharedTable
from towergames.table.store import Store, load_file
from towergames.tui.keymap import KeyMap
from towergames.tui.screens.finder import HelpScreen
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.replay import CHIPS, COMMANDS, ReplayScreen
from towergames.tui.screens.replay_view import PANES, Show, column_of, draw_replay, lay_out, play_at, track
from towergames.tui.widgets.action_bar import command_chips

# --- without a screen -------------------------------------------------------------------------------


def test_ten_long_names_and_a_thousand_moves_fit_every_pane() -> None:
    model = Replay(long_history(1000), board=BOARD)
    model.seek(777)
    for width, height in ((60, 22), (80, 23), (120, 39), (200, 59)):
        for pane in range(len(PANES)):
            text = draw_replay(model, Show(pane=pane), width, height).canvas.text()
            assert max(map(len, text.splitlines())) <= width
    assert "[bold]here[/]" in text, "what looks like markup is text"


def test_any_point_of_a_thousand_moves_is_there_in_a_tenth_of_a_second() -> None:
    model = Replay(long_history(1000), board=BOARD)
    taken = []
    for play in (999, 1, 500, 1000, 0, 333):
        begun = time.thread_time()
        model.seek(play)
        draw_replay(model, Show(), 120, 39)
        taken.append(time.thread_time() - begun)
    assert sorted(taken)[len(taken) // 2] < 0.1


def test_the_pad_always_agrees_with_the_state_and_the_log_stops_at_the_cursor() -> None:
    model = Replay(played())
    for play in range(model.length + 1):
        model.seek(play)
        assert model.pad_now().totals == model.game.totals(model.history.state_after(play))
        assert all(line.play <= play for line in model.log())


def test_a_running_game_shows_nothing_hidden_and_says_why() -> None:
    model = Replay(played(most=20))
    assert "when the game is over" in model.next_perspective()
    assert "when the game is over" in model.look_as("Ann")
    for play in range(model.length + 1):
        model.seek(play)
        assert model.context().seat is None
        assert all(hand is None for hand in model.context().view.hands)
        assert not any(word in line.text for line in model.log() for word in (" tucks ", " gets OFF"))


def test_views_of_a_finished_game_are_everyones_each_seats_and_all_hands() -> None:
    model = Replay(played())
    model.seek(30)
    seen = []
    for _ in model.perspectives:
        seen.append((model.perspective.title, sum(hand is not None for hand in model.context().view.hands)))
        model.next_perspective()
    assert seen == [("everyone", 0), ("Ann", 1), ("Bob", 1), ("all hands", 2)]
    assert model.look_as("2") == ""
    assert model.perspective.title == "Bob"
    assert "everyone" in model.look_as("Zoe")


def test_a_finished_game_alone_is_watched_through_its_players_eyes(tmp_path: Path, null_game: Entry) -> None:
    table = Store(tmp_path).begin(header("Ann", first=1, heap=1))
    assert Replay(table.history).perspective.title == "everyone"
    table.submit(0, table.legal()[0])
    table.close()
    assert Replay(table.history).perspective.title == "Ann"


def test_scoring_is_animated_in_full_shortened_or_not_at_all() -> None:
    model = Replay(played())
    scored = next(m.play for m in model.markers)
    model.seek(scored)
    full, basic = model.frames("full"), model.frames("basic")
    assert len(full) > len(basic) > 2
    assert sum(f.seconds for f in full) == pytest.approx(sum(f.seconds for f in basic))
    assert model.frames("none") == ()
    assert model.pad_now(full[0]).totals == model.game.totals(model.history.state_after(scored - 1)), "not yet written"
    assert len(model.log(full[0])) < len(model.log(full[-1])) <= len(model.log())
    model.seek(2)
    assert len(model.frames("full")) == 3 and model.frames("basic") == (), "a floor that is built drops"


def test_every_column_of_the_bar_leads_back_to_itself() -> None:
    model = Replay(played())
    line = track(lay_out(model, 80, 23).bar, model.length)
    assert [column_of(play_at(c, 1000, line.width), 1000, line.width) for c in range(line.width)] == list(
        range(line.width)
    )


def test_the_bar_marks_the_start_of_each_round_and_nothing_is_cut() -> None:
    model = Replay(played())
    assert [number for number, _ in model.rounds] == list(range(2, model.rounds[-1][0] + 1))
    keymap = KeyMap({})
    chips = command_chips([command for command in COMMANDS if command.id.split(".")[-1] in CHIPS], keymap)
    assert [chip.label for chip in chips if chip.main] == ["Play"]
    for width, height in ((80, 23), (100, 29), (120, 39), (200, 59)):
        for play in range(0, model.length + 1, 7):
            model.seek(play)
            text = draw_replay(model, Show(chips=chips), width, height).canvas.text()
            assert "~" not in text and "Space Play" in text and f"move {play} of {model.length}" in text
    assert "start" in text and "round 2" in text and "end" in text


def test_the_bar_marks_help_with_h_and_what_was_taken_back_with_u() -> None:
    table = table_of(2, 11)
    play_on(table, 11, 12, undo_at=0)
    table.note(0, "hint")
    assert sorted(Replay(table.history).helped.values()) == ["h", "u"]


# --- advice -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FirstChoice:
    """Chooses what the game lists first, when it may."""

    game: Any
    release: list[bool]

    def choose(self, view: Any, dice: Any, clock: Any) -> Thought[Any]:
        while not self.release and not clock.over(0):
            time.sleep(0.002)
        return Thought(next(iter(self.game.choices(self.game.imagine(view, dice)))))


def level(release: list[bool]) -> Level:
    return Level("stub", "first", lambda game: FirstChoice(game, release), iterations=None, seconds=20.0)


def test_advice_is_what_the_bot_chooses_from_the_movers_own_view() -> None:
    from towergames.core.bot import Clock

    history = played()
    told = [advise(history, play, level([True]), Clock()) for play in range(1, 12)]
    assert told[0] is None, "chance deals"
    assert all(a is not None for a in told[1:])
    for play, advice in enumerate(told[1:], start=2):
        assert advice is not None
        state = history.state_after(play - 1)
        first = next(iter(history.game.choices(state)))
        assert advice.move == history.game.notate(first)
        assert advice.same == (first == history.plays[play - 1].move)


def test_a_later_wish_stops_the_thought_under_way_and_answers_are_kept() -> None:
    release: list[bool] = []
    told: list[int] = []
    analyst = Analyst(played(), level(release), lambda function, given: function(given), told.append)
    analyst.want(5)
    analyst.want(8)
    deadline = time.monotonic() + 5
    release.append(True)
    while not analyst.known(8) and time.monotonic() < deadline:
        time.sleep(0.005)
    assert analyst.known(8)
    assert not analyst.known(5), "a stopped thought is no answer"
    assert analyst.line(8).startswith("stub ")
    analyst.stop()


# --- on the screen ----------------------------------------------------------------------------------


async def test_a_replay_reads_the_definitions_that_its_board_shows(tmp_path: Path) -> None:
    glosses._load.cache_clear()
    screen = ReplayScreen.from_file(Path(__file__).parents[2] / "saves" / "example-words.jsonl")
    async with showing(screen, tmp_path) as (_, pilot):
        await until(pilot, definitions_read)


async def test_keys_go_anywhere_and_panes_and_speeds_change(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    screen = ReplayScreen.from_file(store.path("takethat-ann-bob"))
    async with showing(screen, tmp_path, store=store) as (_app, pilot):
        model = screen.model
        await pilot.press("5")
        assert model.at == model.length * 5 // 10
        before = model.at
        await pilot.press("right", "left", "pagedown")
        turn = model.at
        assert turn > before
        await pilot.press("pageup", "end")
        assert model.at == model.length
        await pilot.press("home", "n")
        assert model.at == model.markers[0].play
        screen.typed("goto 7")
        assert model.at == 7
        screen.typed("goto 7000")
        assert model.at == 7
        screen.typed("speed 4")
        await pilot.press("plus", "plus", "minus")
        assert screen.playback.speed == 4.0
        await pilot.press("g")
        await pilot.press("1", "2", "enter")
        assert model.at == 12


async def test_messages_are_shown_in_the_log_when_they_are_asked_for(tmp_path: Path) -> None:
    store = Store(tmp_path / "saves")
    table = store.begin(replace(header("Ann,Bob", "takethat"), format=OPEN_FORMAT), "game")
    assert isinstance(table, SharedTable)
    table.say(0, "good evening")
    table.close()
    screen = ReplayScreen.from_file(store.path("game"))
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        await pilot.press("end")
        assert "good evening" not in frame(app)
        await pilot.press("m")
        await until(pilot, lambda: "Says: good evening" in frame(app))
        await pilot.press("m")
        await until(pilot, lambda: "Says: good evening" not in frame(app))


async def test_help_names_the_first_and_the_last_of_keys_that_are_alike(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    screen = ReplayScreen.from_file(store.path("takethat-ann-bob"))
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        row = next(row for row in app.screen.listing().rows if row.key == "replay.tenth.1")
        assert row.value == "Go to 10% ... 90%" and row.note == "Go to after 10% of the moves"


async def test_layout(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    screen = ReplayScreen.from_file(store.path("takethat-ann-bob-cleo"))
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        screen.seek(screen.model.markers[-1].play - 1)
        screen.look_as("all hands")
        await pilot.pause()
        await check_goldens(app, pilot, "replay", SIZES)


async def test_playing_runs_to_the_end_and_a_click_on_the_bar_goes_there(tmp_path: Path) -> None:
    screen = ReplayScreen(played())
    async with showing(screen, tmp_path) as (app, pilot):
        screen.typed("speed 8")
        screen.seek(screen.model.length - 3)
        await pilot.press("space")
        assert screen.playback.playing
        await until(pilot, lambda: not screen.playback.playing)
        assert screen.model.at == screen.model.length
        assert "clashes" not in frame(app)
        view = app.screen.query_one("#replay")
        line = track(lay_out(screen.model, view.size.width, view.size.height).bar, screen.model.length)
        await pilot.click("#replay", offset=(line.x, line.y))
        assert screen.model.at == 0
        marker = next(s for s in view.spots if s.key.startswith("marker:"))  # type: ignore[attr-defined]
        await pilot.click("#replay", offset=(marker.x, marker.y))
        assert f"marker:{screen.model.at}" == marker.key


async def test_play_from_here_makes_a_new_save_and_leaves_the_old_one_alone(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    old = store.path("takethat-ann-bob").read_bytes()
    screen = ReplayScreen.from_file(store.path("takethat-ann-bob"))
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        screen.seek(screen.model.length)
        assert not screen.run_command("replay.branch"), "at the end there is nothing to play on"
        screen.seek(25)
        await pilot.press("b")
        await pilot.pause()
        assert any(isinstance(s, GameScreen) for s in app.screen_stack)
        assert app.table is not None
        assert app.table.moves == 25
        assert app.table.header.branch is not None
    assert store.path("takethat-ann-bob").read_bytes() == old
    assert len(store.names()) == 6


async def test_before_the_end_of_a_game_with_hidden_cards_nobody_plays_on_from_its_replay(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    screen = ReplayScreen.from_file(store.path("takethat-ann-bob-2"))
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        screen.seek(10)
        await pilot.press("b")
        await pilot.pause()
        assert app.screen is screen
        assert "has hidden hands" in screen.why_no_branch()
    assert len(store.names()) == 5


async def test_a_damaged_save_shows_its_good_part_and_says_so(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    screen = ReplayScreen.from_file(store.path("half"))
    async with showing(screen, tmp_path, store=store) as (app, _):
        assert "Damaged at record" in frame(app)
        assert 0 < screen.model.length < 60
        assert not screen.run_command("replay.view")
        assert not screen.run_command("replay.analyse")
    with pytest.raises(SaveError):
        ReplayScreen.from_file(store.path("nothing"))


async def test_analysis_tells_what_the_bot_would_have_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Entry, "levels", property(lambda self: (level([True]),)))
    screen = ReplayScreen(played())
    async with showing(screen, tmp_path) as (app, pilot):
        screen.seek(9)
        await pilot.press("a")
        await until(pilot, lambda: "stub would" in frame(app) or "stub agrees" in frame(app))
        await pilot.press("a")
        assert "stub" not in frame(app)


def test_the_kits_games_are_over_where_they_should_be(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    loaded = load_file(store.path("takethat-ann-bob"))
    assert isinstance(loaded.history.turn, Over)
    assert loaded.history.remarks, "somebody took something back"
    assert registry.get("takethat").game.info.key == "takethat"

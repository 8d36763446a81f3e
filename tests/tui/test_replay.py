"""The replay screen: any point at once, whose eyes, markers, playing on from here, and what the bot would have done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.tui.desktop import SIZES
from tests.tui.frames import check_goldens, frame, settled, until
from tests.tui.game_kit import header
from tests.tui.library_kit import fill, long_history, play_on, played, showing, table_of, toy_known
from tests.tui.mid_games import SAVES
from towergames.board.protocol import PastDecision
from towergames.core.bot import Clock, Level, Thought
from towergames.core.contract import Decide
from towergames.games.words.review import REVIEW
from towergames.lexicon import definitions_read, glosses
from towergames.registry import Entry
from towergames.session.analysis import ONLY_MOVE, BotAnalysis, bot_finding
from towergames.session.replay import Replay
from towergames.table.errors import SaveError
from towergames.table.game_review import decision_before, judge
from towergames.table.records import OPEN_FORMAT
from towergames.table.save_file import load_file
from towergames.table.shared import SharedTable
from towergames.table.store import Store
from towergames.tui.paint import Rect
from towergames.tui.screens.finder import HelpScreen
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.game.side_panes import totals
from towergames.tui.screens.replay import PANES, ReplayScreen
from towergames.tui.screens.timeline import SIGNS, Timeline, column_of, play_at, track
from towergames.tui.zone_layout import TALL_TIMELINE, TIMELINE

# --- without a screen -------------------------------------------------------------------------------


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


def test_a_finished_game_against_bots_is_watched_through_the_eyes_of_its_only_person(
    tmp_path: Path, null_game: Entry
) -> None:
    table = Store(tmp_path).begin(header("Hal:random,Ann", first=1, heap=1))
    while isinstance(table.turn, Decide):
        table.submit(table.turn.seat, table.legal()[0])
    table.close()
    assert Replay(table.history).perspective.title == "Ann"
    assert Replay(played()).perspective.title == "everyone"


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


def test_every_column_of_the_timeline_leads_back_to_itself() -> None:
    model = Replay(played())
    timeline = Timeline(model, lambda: "", tuple)
    for width in (60, 80, 200):
        at = timeline.draw(width, TIMELINE).at
        assert at is not None
        plays = [timeline.clicked(key) for x in range(width) if (key := at(x, 1))]
        assert plays[0] == 0 and plays[-1] == model.length and plays == sorted(plays)  # type: ignore[type-var]
    assert [column_of(play_at(c, 1000, 71), 1000, 71) for c in range(71)] == list(range(71))


def test_the_timeline_marks_the_start_of_each_round_and_nothing_is_cut() -> None:
    model = Replay(played())
    assert [number for number, _ in model.rounds] == list(range(2, model.rounds[-1][0] + 1))
    timeline = Timeline(model, lambda: "", tuple)
    for width in (80, 100, 120, 200):
        for play in range(0, model.length + 1, 7):
            model.seek(play)
            text = timeline.draw(width, TALL_TIMELINE).canvas.text()
            assert "~" not in text and model.caption().split("; ")[0] in text
    assert "start" in text and "round 2" in text and "end" in text


def test_the_marks_of_the_timeline_are_explained_where_there_is_room() -> None:
    timeline = Timeline(Replay(played()), lambda: "", tuple)
    first = timeline.draw(160, TALL_TIMELINE).canvas.row(0)
    assert all(f"{sign} {meaning}" in first for sign, _, meaning in SIGNS)
    narrow = timeline.draw(60, TALL_TIMELINE).canvas.row(0)
    assert "▆ points" in narrow and "undo" not in narrow
    judged = Timeline(Replay(played()), lambda: "It was the best move.", tuple)
    assert "points lost" not in judged.draw(160, TALL_TIMELINE).canvas.row(0), "the answer comes first"


async def test_help_explains_the_marks_of_the_timeline(tmp_path: Path) -> None:
    async with showing(ReplayScreen(played()), tmp_path, (80, 24)) as (app, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        rows = [row.text for row in app.screen.listing().rows]  # type: ignore[attr-defined]
        assert "Marks of the timeline" in rows and any("a round begins" in text for text in rows)


def test_the_bar_marks_help_with_h_and_what_was_taken_back_with_u() -> None:
    table = table_of(2, 11)
    play_on(table, 11, 12, undo_at=0)
    table.note(0, "hint")
    model = Replay(table.history)
    assert sorted(model.helped.values()) == ["h", "u"]
    hint = next(marker for marker in model.markers if not marker.stop)
    assert "hint" in hint.title, "a hint has a mark"
    reached = []
    while (after := model.marker_after()) is not None:
        reached.append(after)
        model.seek(after.play)
    assert reached and hint not in reached, "but no key stops at it"
    model.seek(reached[-1].play + 1)
    assert model.marker_before() == reached[-1]


def test_losses_hang_red_from_the_track_and_gains_stand_on_it() -> None:
    model = Replay(played())
    length = model.length
    model.__dict__["gains"] = tuple(8 if play == 10 else 0 for play in range(1, length + 1))
    model.__dict__["losses"] = tuple({40: 2, 70: 8}.get(play, 0) for play in range(1, length + 1))
    canvas = Timeline(model, lambda: "", lambda: {"log"}).draw(120, TIMELINE).canvas
    line = track(Rect(2, 0, 117, TIMELINE), length)
    drawn = {play: line.x + column_of(play, length, line.width) for play in (10, 40, 70)}
    assert [canvas.row(0)[x] for x in drawn.values()] == ["█", "▔", "▀"]
    assert [canvas.ink(x, 0).fg for x in drawn.values()] == ["good", "bad", "bad"]
    assert {marker.play for marker in model.markers if marker.stop} == {10, 40, 70}


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


def test_the_answer_is_what_the_bot_chooses_from_the_movers_own_view() -> None:
    history = played()
    for play in range(2, 12):
        state, made = history.state_after(play - 1), history.plays[play - 1].move
        choices = list(history.game.choices(state))
        finding = bot_finding(history, play, level([True]), Clock())
        if len(choices) == 1:
            assert finding.sentences == (ONLY_MOVE,)
        elif choices[0] == made:
            assert finding.sentences == ("This was the Stub bot's choice too.",)
        else:
            assert finding.sentences[0].startswith("The Stub bot's choice: ")


def test_after_an_outcome_of_chance_the_decision_before_it_is_judged() -> None:
    history = load_file(SAVES / "example-words.jsonl").history
    outcome = next(n for n, play in enumerate(history.plays, start=1) if n > 20 and play.by is None)
    decision = decision_before(history, outcome)
    assert decision < outcome and history.plays[decision - 1].by is not None
    assert decision_before(history, 1) == 0, "chance begins"
    replay = Replay(history)
    assert replay.decision_in_words(decision).endswith(".")
    assert replay.decision_in_words(1) != ""


def test_a_later_wish_stops_the_thought_under_way_and_answers_are_kept() -> None:
    release: list[bool] = []
    told: list[int] = []
    analyst = BotAnalysis(played(), level(release), lambda function, given: function(given), told.append)
    analyst.want(5)
    analyst.want(8)
    deadline = time.monotonic() + 5
    release.append(True)
    while analyst.finding(8) is None and time.monotonic() < deadline:
        time.sleep(0.005)
    assert analyst.finding(8) is not None
    assert analyst.finding(5) is None, "a stopped thought is no answer"
    analyst.stop()


def test_points_missed_are_named_and_a_reason_does_not_repeat_the_move() -> None:
    past = PastDecision("a", "b", "hard", 3, ("Build B: it scores.",))
    assert past.in_words("Build B") == (
        "The Hard bot's choice: Build B: it scores.",
        "It scores 3 points more in that move.",
    )
    assert PastDecision("a", "b", missed=-1).in_words("Build B")[1] == "It scores 1 point fewer in that move."
    assert PastDecision("a", "a").in_words("Build A") == ("This was the best move.",)
    assert PastDecision("a", None, why=("There was no play.",)).in_words("") == ("There was no play.",)


# --- on the screen ----------------------------------------------------------------------------------


@pytest.fixture
def toy() -> Iterator[None]:
    with toy_known():
        yield


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("size", [(60, 22), (80, 24), (120, 40), (200, 60)])
async def test_ten_long_names_and_a_thousand_moves_fit_every_pane(tmp_path: Path, size: tuple[int, int]) -> None:
    screen = ReplayScreen(long_history(1000))
    async with showing(screen, tmp_path, size) as (app, pilot):
        screen.seek(777)
        for _ in PANES:
            await pilot.press("tab")
            rows = frame(app).splitlines()
            assert max(map(len, rows)) <= size[0] and "move 777 of 1000" in rows[0]
        await until(pilot, lambda: "[bold]here[/]" in frame(app))  # text that resembles markup is text


@pytest.mark.usefixtures("toy")
async def test_any_point_of_a_thousand_moves_is_there_in_a_tenth_of_a_second(tmp_path: Path) -> None:
    screen = ReplayScreen(long_history(1000))
    async with showing(screen, tmp_path, (120, 40)):
        taken = []
        for play in (999, 1, 500, 1000, 0, 333):
            begun = time.thread_time()
            screen.seek(play)
            taken.append(time.thread_time() - begun)
            assert f"move {play} of 1000" in screen.panes.zone("status").picture.canvas.text()
    assert sorted(taken)[len(taken) // 2] < 0.1


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_chips_and_position_are_shown_at_every_move(tmp_path: Path, size: tuple[int, int]) -> None:
    screen = ReplayScreen(played())
    async with showing(screen, tmp_path, size):
        for play in range(0, screen.model.length + 1, 7):
            screen.seek(play)
            chips = screen.panes.zone("actions").picture.canvas.text()
            assert "Space Play" in chips and "~" not in chips
            assert f"move {screen.model.move} of" in screen.panes.zone("status").picture.canvas.text()
        assert [chip.label for chip in screen.scene().chips if chip.main] == ["Play"]


async def test_points_are_counted_while_a_move_is_shown_and_added_when_it_is_over(tmp_path: Path) -> None:
    screen = ReplayScreen(played())
    async with showing(screen, tmp_path) as (_, pilot):
        screen.services.change_settings({"motion": "full"})
        scored = next(marker.play for marker in screen.model.markers)
        screen.seek(scored)
        after = screen.scene()
        screen.playback.show_move()
        first = screen.scene()
        assert first.animated and first.pad.totals != after.pad.totals == totals(after.pad, after.pad_look)
        assert sum(after.pad_look.extra) == sum(after.pad.totals) - sum(first.pad.totals)
        await until(pilot, lambda: totals(screen.scene().pad, screen.scene().pad_look) == after.pad.totals)
        await pilot.press("right", "left")
        assert not screen.scene().animated and screen.scene().pad == after.pad


async def test_what_was_best_is_a_ghost_in_the_position_before_the_decision(tmp_path: Path) -> None:
    screen = ReplayScreen.from_file(SAVES / "example-words.jsonl")
    async with showing(screen, tmp_path) as (app, pilot):
        await pilot.press("a")
        missed = next(
            play
            for play in range(1, screen.model.length + 1)
            if (one := judge(screen.model.history, play, REVIEW)) is not None and not one.finding.found
        )
        screen.seek(missed)
        await until(pilot, lambda: "Before move" in frame(app))
        ghost = screen.shown()
        assert ghost.seat == screen.model.history.plays[missed - 1].by and ghost.draft is not None
        assert ghost.verdict is not None and ghost.verdict.legal, "the best move can be played"
        assert "What was best?" in frame(app) and screen.scene().hand
        assert not any(spot.key.startswith("cell:") for spot in screen.panes.zone("board").spots)
        screen.look_as("all hands")
        await pilot.press("a")
        assert "Before move" not in frame(app) and screen.shown().draft is None
        await pilot.press("a", "home")
        assert screen.judgement.sentences == ("No player has made a decision yet.",)


async def test_a_line_of_the_log_leads_to_its_move(tmp_path: Path) -> None:
    screen = ReplayScreen(played())
    async with showing(screen, tmp_path, (120, 40)) as (_, pilot):
        await pilot.press("end")
        line = screen.panes.zone("log").spots[1]
        await pilot.click("#log", offset=(line.x + 5, line.y))
        assert line.key == f"play:{screen.model.at}" and screen.model.at < screen.model.length


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
        assert model.move == 7 and model.at == 9  # the deal and the end of a turn are no moves
        screen.typed("goto 7000")
        assert model.move == 7
        screen.typed("speed 4")
        await pilot.press("plus", "plus", "minus")
        assert screen.playback.speed == 4.0
        await pilot.press("g")
        await pilot.press("1", "2", "enter")
        assert model.move == 12


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
        assert row.value == "Go to 10% ... 90%" and row.note == "Go to 10% of the moves"


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
        view = screen.panes.zone("timeline")
        line = track(Rect(2, 0, view.size.width - 3, view.size.height), screen.model.length)
        for row in (0, 1):
            screen.seek(5)
            await pilot.click("#timeline", offset=(line.x, row))
            assert screen.model.at == 0
        marker = next(s for s in view.spots if s.key.startswith("marker:"))
        await pilot.click("#timeline", offset=(marker.x, marker.y))
        assert f"marker:{screen.model.at}" == marker.key


async def test_play_from_here_makes_a_new_save_and_leaves_the_old_one_alone(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    old = store.path("takethat-ann-bob").read_bytes()
    screen = ReplayScreen.from_file(store.path("takethat-ann-bob"))
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        screen.seek(25)
        await pilot.press("b")
        await pilot.pause()
        assert any(isinstance(s, GameScreen) for s in app.screen_stack)
        assert app.table is not None
        assert app.table.moves == 25
        assert app.table.header.branch is not None
    assert store.path("takethat-ann-bob").read_bytes() == old
    assert len(store.names()) == 6


async def test_at_the_end_a_game_is_played_on_from_the_last_decision_of_a_person(tmp_path: Path) -> None:
    store = fill(tmp_path / "saves")
    screen = ReplayScreen.from_file(store.path("takethat-ann-bob"))
    async with showing(screen, tmp_path, store=store) as (app, pilot):
        screen.seek(screen.model.length)
        plays = screen.model.history.plays
        last = max(number for number, play in enumerate(plays) if play.by in screen.model.history.humans)
        await pilot.press("b")
        await until(pilot, lambda: app.table is not None)
        assert app.table is not None and app.table.moves == last


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
        await until(pilot, lambda: "Stub bot's choice" in frame(app))
        await pilot.press("a")
        assert "Stub" not in frame(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_time_left_stands_in_the_first_row(tmp_path: Path, size: tuple[int, int]) -> None:
    table = Store(tmp_path).begin(replace(header("Ann,Bob", "takethat", first=1), clock="2+10"), "clock")
    table.submit(0, table.legal()[0])
    table.note_clock(0, (83_000, 120_000))
    screen = ReplayScreen(table.history)
    async with showing(screen, tmp_path, size) as (app, pilot):
        screen.seek(0)
        assert "2:00" not in frame(app).splitlines()[0]
        screen.seek(len(table.history.plays))
        await settled(app, pilot)
        first = frame(app).splitlines()[0]
        assert "move 1 of 1" in first and "Ann 1:23" in first and "Bob 2:00" in first
    table.close()

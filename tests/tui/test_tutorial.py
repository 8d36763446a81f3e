"""The lesson: ten steps at most, every one playable, wrong moves answered, skipped, taken back and taken up again."""

from __future__ import annotations

import pytest

from tests.combinations import long
from tests.tui.desktop import do, running
from tests.tui.frames import frame, until
from tests.tui.lesson_kit import lesson_of, teaches
from towergames import registry
from towergames.core.contract import Decide
from towergames.session.lesson import LEARNER, LessonPlay, LessonTable
from towergames.tui.screens.game.guide import Guide
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

GAMES = [entry.key for entry in registry.ENTRIES if entry.tutorial is not None]


def begin(key: str, done: int = 0, moves: list[str] | None = None) -> LessonPlay:
    entry = registry.get(key)
    assert entry.tutorial is not None
    return LessonPlay(entry, entry.tutorial, done, moves)


@pytest.mark.usefixtures("every_game", "remembered_releases")
@pytest.mark.parametrize("key", GAMES)
def test_the_lesson_is_played_to_its_end_with_every_wrong_move_answered(key: str) -> None:
    play = begin(key)
    assert 1 <= play.count <= 10
    while (lesson := play.lesson) is not None:
        assert lesson.title and lesson.say
        if play.reading:
            assert not play.typed("anything").right
            play.go_on()
            continue
        assert isinstance(play.table.turn, Decide) and play.table.turn.seat == LEARNER
        state = play.table.history.state
        for action in play.table.legal():
            notation = play.table.game.notate(action)
            if notation not in lesson.accept and not lesson.accept_any:
                answer = play.submit(action)
                assert not answer.right and answer.say
                assert play.table.history.state == state
        assert not play.typed("@@@").right
        moves = lesson.accept or (play.table.game.notate(play.table.legal()[0]),)
        assert any(play.typed(move).right for move in reversed(moves))
    assert play.finished and not play.typed("anything").right


@pytest.mark.usefixtures("every_game", "remembered_releases")
@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_is_taken_up_where_it_was_left_and_taken_back(key: str) -> None:
    play = begin(key)
    for _ in range(play.count - 1):
        assert play.skip()
    again = begin(key, play.step, play.moves)
    assert again.step == play.step and again.table.history.state == play.table.history.state
    again.back()
    assert again.step == play.step - 1
    assert begin(key, 99, ["nonsense"] * 40).finished


async def test_a_step_is_played_by_keys_words_and_mouse_and_wrong_moves_are_answered() -> None:
    async with running(settle=False, motion="none") as (app, pilot):
        await do(app, pilot, "menu.learn takethat")
        learned, screen = lesson_of(app), lesson_of(app).screen
        assert "Step 1 of 8" in frame(app)
        screen.typed("build LOBBY B")
        await pilot.pause()
        assert learned.step == 0 and "! That is allowed" in frame(app)
        screen.typed("biuld OFFICE A")
        await pilot.pause()
        assert " ".join(frame(app).split()).count('Did you mean "build"?') == 1
        screen.typed("build OFFICE A")
        await pilot.pause()
        assert learned.step == 1
        hand = screen.zone("hand")
        spot = next(s for s in hand.picture.spots if "LOBBY" in s.title or "LOBBY" in s.key)
        await pilot.click(hand, offset=(spot.x + 2, spot.y + 1))
        board = screen.zone("board")
        place = next(s for s in board.picture.spots if s.key == "slot:B")
        for _ in range(2):
            if learned.step == 1:
                await pilot.click(board, offset=(place.x + 3, place.y + place.height - 2))
        assert learned.step == 2, frame(app)


async def test_showing_and_stepping_back_and_leaving_and_coming_again() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.learn takethat", "lesson.show", "lesson.show", "lesson.show", "lesson.before")
        assert lesson_of(app).step == 2
        await do(app, pilot, "back", "back")  # from the board to the hand, then out
        assert "Leave the lesson?" in frame(app)
        await pilot.press("enter")  # the safe answer comes first
        assert teaches(app)
        await do(app, pilot, "back", "confirm.yes", "menu.learn")
        assert "goes on at step 3 of 8" in frame(app)
        await do(app, pilot, "back", "menu.learn takethat")
        assert teaches(app) and "Step 3 of 8" in frame(app)
        for _ in range(7):
            await do(app, pilot, "lesson.show")
        assert frame(app).startswith(" Watch\n") and "scored, from the top" in frame(app)
        await pilot.press("enter")  # any key skips what is shown
        assert "Well done" in frame(app) and "SPIRE, Ada +3" in frame(app)
        assert app.store.names() == []


@pytest.mark.parametrize("key", ["takethat", "words"])
async def test_no_lesson_text_is_cut_on_a_large_screen(key: str) -> None:
    """On small ones: ``test_lessons_fit_a_terminal_with_a_status_line``."""
    async with running((120, 40), settle=False, motion="none") as (app, pilot):
        await do(app, pilot, f"menu.learn {key}")
        learned = lesson_of(app)
        while (lesson := learned.play.lesson) is not None:
            shown = " ".join(frame(app).replace("│", "\n").split())
            assert all(word in shown for word in lesson.say.split()), (lesson.title, frame(app))
            await do(app, pilot, "lesson.next" if learned.play.reading else "lesson.show")


WORDS_BY_KEYS: tuple[tuple[str, ...], ...] = (
    ("enter",),
    ("b", "e", "x", "backspace", "n", "d", "enter"),
    ("t", "enter"),
    ("full_stop",),
    ("equals_sign", "x", "enter"),
    ("asterisk", "enter"),
    ("right", "up", "space", "m", "i", "n", "i", "s", "enter"),
    ("f", "o", "n", "t", "s", "enter"),
    ("enter",),
)
"""What a learner of Stacked Words presses in each step."""


@pytest.mark.parametrize("size", [pytest.param((80, 24), id="80x24"), *long((120, 40), id="120x40")])
async def test_the_lesson_on_words_is_played_by_keys_alone(size: tuple[int, int]) -> None:
    async with running(size, settle=False) as (app, pilot):
        await do(app, pilot, "menu.learn words")
        learned = lesson_of(app)
        assert learned.play.count == len(WORDS_BY_KEYS)
        for step, keys in enumerate(WORDS_BY_KEYS):
            lesson = learned.play.lesson
            assert learned.step == step and lesson is not None, frame(app)
            shown = " ".join(frame(app).replace("│", "\n").split())
            assert all(word in shown for word in lesson.say.split()), (lesson.title, frame(app))
            assert all(word in shown for word in lesson.keys.split()), (lesson.title, frame(app))
            if step and not learned.play.reading and not lesson.accept_any:
                await pilot.press("minus")  # passing is never right
                shown = " ".join(frame(app).replace("│", "\n").split())
                assert learned.step == step and all(word in shown for word in lesson.wrong.split()), frame(app)
            await pilot.press(*keys)
            await pilot.pause()
            if learned.screen.stage.beat:
                await pilot.press("escape")
        assert learned.play.finished and "Well done" in frame(app)


async def test_a_step_to_read_answers_letters_and_enter_goes_on() -> None:
    async with running(settle=False) as (app, pilot):
        app.push_screen(GameScreen(LessonTable(begin("words"), 3)))
        await until(pilot, lambda: teaches(app) and lesson_of(app).step == 3)
        await pilot.pause()
        learned = lesson_of(app)
        await pilot.press("c")
        assert "This step has no move" in frame(app) and not learned.memory.ui.laid
        labels = {command: key for command, key, _ in learned.screen.query_one(KeyBar).items}
        assert labels["lesson.next"] == "." and "choose" not in labels, "Enter stands in the action bar"
        bar = learned.screen.query_one("#actions", CanvasView)
        assert [spot.key for spot in bar.picture.spots] == ["command:lesson.read"]
        await pilot.click(bar, offset=(3, 0))
        assert learned.step == 4
        await pilot.press("f7")
        assert learned.step == 3


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("key", ["bricks", "words", "takethat"])
async def test_the_second_key_of_a_newcomer_makes_a_legal_move(key: str) -> None:
    async with running((80, 24), settle=False) as (app, pilot):
        digit = [entry.key for entry in registry.entries()].index(key) + 1
        await pilot.press(str(digit))
        await until(pilot, lambda: teaches(app))
        await pilot.pause()
        learned = lesson_of(app)
        assert learned.step == 0
        await pilot.press("enter")
        assert learned.step == 1, frame(app)


@pytest.mark.parametrize(("keys", "names"), [(["enter"], 2), (["1"], 2)], ids=["play it now", "play on from here"])
async def test_after_the_last_step_a_real_game_begins(
    keys: list[str], names: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Guide, "SETTLE", 0.0)
    play = begin("takethat")
    while not play.finished:
        assert play.skip()
    async with running((80, 24)) as (app, pilot):
        app.push_screen(GameScreen(LessonTable(begin("takethat"), play.step, play.moves)))
        await until(pilot, lambda: teaches(app) and lesson_of(app).play.finished)
        await pilot.pause()
        assert all(words in frame(app) for words in ("Enter Play it now", "Play on from here", "Another lesson"))
        await pilot.press(*keys)
        await until(pilot, lambda: isinstance(app.screen, GameScreen) and not teaches(app))
        table = app.table
        assert table is not None and len(table.names) == names and len(table.humans) == 1 and app.store.names()
        assert (table.header.branch is not None) == (keys == ["1"])

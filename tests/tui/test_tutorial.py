"""The lesson: ten steps at most, every one playable, wrong moves answered, skipped, taken back and taken up again."""

from __future__ import annotations

import pytest

from tests.tui.desktop import do, running
from tests.tui.frames import frame, until
from tests.tui.lesson_kit import learning, lesson_of, teaches
from towergames import registry
from towergames.core.contract import Decide
from towergames.session.lesson import LEARNER, LessonPlay, LessonTable
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
    async with learning("takethat", motion="none") as (app, pilot, learned):
        screen = learned.screen
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


async def test_a_step_to_read_answers_letters_and_enter_goes_on() -> None:
    async with running(settle=False) as (app, pilot):
        app.push_screen(GameScreen(LessonTable(begin("words"), 3)))
        await until(pilot, lambda: teaches(app) and lesson_of(app).step == 3)
        await pilot.pause()
        learned = lesson_of(app)
        await pilot.press("c")
        assert "This step has no move" in frame(app) and not learned.memory.ui.laid
        labels = {command: key for command, key, _ in learned.screen.query_one(KeyBar).items}
        assert labels["lesson.next"] == "F5" and "choose" not in labels, "Enter stands in the action bar"
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

"""The lesson: ten steps at most, every one playable, wrong moves answered, skipped, taken back and taken up again."""

from __future__ import annotations

import pytest

from tests.tui.desktop import do, running, text
from towergames import registry
from towergames.core.contract import Decide
from towergames.tui.lesson_play import LEARNER, LessonPlay
from towergames.tui.screens.tutorial import TutorialScreen

GAMES = [entry.key for entry in registry.ENTRIES if entry.tutorial is not None]


def begin(key: str, done: int = 0, moves: list[str] | None = None) -> LessonPlay:
    entry = registry.get(key)
    assert entry.tutorial is not None
    return LessonPlay(entry, entry.tutorial, done, moves)


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
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.learn takethat")
        screen = app.screen
        assert isinstance(screen, TutorialScreen) and "Step 1/10" in text(app)
        await pilot.press("enter")
        assert screen.play.step == 1 and "Step 2/10" in text(app)
        screen.typed("build LOBBY B")
        await pilot.pause()
        assert screen.play.step == 1 and "! That would be allowed" in text(app)
        screen.typed("build OFFICE A")
        assert screen.play.step == 2
        hand = screen.query_one("#lesson-hand")
        spot = next(s for s in hand.picture.spots if "LOBBY" in s.title or "LOBBY" in s.key)  # type: ignore[attr-defined]
        await pilot.click(hand, offset=(spot.x + 2, spot.y + 1))
        board = screen.query_one("#lesson-board")
        place = next(s for s in board.picture.spots if s.key == "slot:B")  # type: ignore[attr-defined]
        for _ in range(2):
            if screen.play.step == 2:
                await pilot.click(board, offset=(place.x + 3, place.y + place.height - 2))
        assert screen.play.step == 3, text(app)


async def test_showing_and_stepping_back_and_leaving_and_coming_again() -> None:
    async with running(settle=False) as (app, pilot):
        await do(app, pilot, "menu.learn takethat", "lesson.show", "lesson.show", "lesson.show", "lesson.before")
        assert isinstance(app.screen, TutorialScreen) and app.screen.play.step == 2
        await do(app, pilot, "back")
        await do(app, pilot, "menu.rules")
        assert "goes on at step 3 of 10" in text(app)
        await do(app, pilot, "back", "menu.learn")
        assert isinstance(app.screen, TutorialScreen) and "Step 3/10" in text(app)
        for _ in range(8):
            await do(app, pilot, "lesson.show")
        assert "Scoring" in text(app) and "scored from the top" in text(app)
        await pilot.press("enter")  # any key skips what is shown
        assert "Well done" in text(app) and "LOBBY" in text(app)
        assert app.store.names() == []


async def test_no_lesson_text_is_cut() -> None:
    for size in ((80, 24), (120, 40)):
        async with running(size, settle=False) as (app, pilot):
            await do(app, pilot, "menu.learn takethat")
            screen = app.screen
            assert isinstance(screen, TutorialScreen)
            while (lesson := screen.play.lesson) is not None:
                shown = " ".join(text(app).replace("│", "\n").split())
                assert all(word in shown for word in lesson.say.split()), (lesson.title, text(app))
                await do(app, pilot, "lesson.show")

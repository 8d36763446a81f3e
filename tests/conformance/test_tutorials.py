"""The tutorials: few lessons, and an answer to every wrong move. The tests of a game play its own."""

from __future__ import annotations

from tests.conformance.playing import ADDED, ENTRIES


def test_a_tutorial_is_short_and_every_wrong_move_is_answered() -> None:
    for entry in (entry for entry in ENTRIES if entry not in ADDED):
        lessons = entry.tutorial.lessons
        assert (5 if entry.key in ("takethat", "words") else 8) <= len(lessons) <= 10
        assert all(bool(lesson.wrong) == bool(lesson.accept) for lesson in lessons)

"""Plain mode plays every guide to its end with what it says to type."""

from __future__ import annotations

import io

import pytest

from tests.games.konexi.test_tutorial import Paper
from towergames import physics, registry
from towergames.games.konexi import requirements
from towergames.games.konexi.game import GAME as KONEXI
from towergames.plain.console import Console
from towergames.plain.lessons import LessonConversation

NO_ENGINE = physics.unavailable_reason()
LEANING = pytest.param("leaning", marks=pytest.mark.skipif(bool(NO_ENGINE), reason=NO_ENGINE))


class Obedient(io.StringIO):
    """A learner who types what was said last, line by line, or an empty line."""

    def __init__(self, out: io.StringIO) -> None:
        super().__init__()
        self._out = out
        self._heard = 0
        self.waiting: list[str] = []

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        told = self._out.getvalue()[self._heard :]
        self._heard += len(told)
        for line in told.splitlines():
            if line.startswith("Type: "):
                self.waiting = [line.removeprefix("Type: ")]
            elif line.startswith("Then type: "):
                self.waiting.append(line.removeprefix("Then type: "))
        return f"{self.waiting.pop(0) if self.waiting else ''}\n"


@pytest.mark.parametrize("key", ["bricks", "konexi", LEANING, "words", "takethat"])
def test_what_a_guide_says_to_type_leads_to_its_end(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = Paper()
    monkeypatch.setattr(KONEXI, "_physics", lambda: paper)
    monkeypatch.setattr(requirements, "unavailable_reason", lambda: "")
    tutorial = registry.get(key).tutorial
    assert tutorial is not None
    out = io.StringIO()
    assert LessonConversation(tutorial, Console(Obedient(out), out)).run()
    assert f"Step {tutorial.count} of {tutorial.count}:" in out.getvalue()
    assert "That is allowed, but not in this lesson." not in out.getvalue()

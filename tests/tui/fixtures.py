"""The screens are tested with the same games however many are registered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from tests.combinations import sample
from tests.tui.frames import draw_screen, idle, messages_taken, undrawn
from tests.tui.fresh_moment import check_moments
from towergames import physics, registry
from towergames.board.protocol import Hint
from towergames.games.bricks.board.analysis import BricksAnalysis

REGISTERED = tuple(registry.ENTRIES)

PINNED = ("takethat", "words")
"""The first is the one that menus suggest to newcomers; goldens of shared screens show these two."""


@pytest.fixture(autouse=True)
def pinned_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A further game changes no picture here; a test about all games asks for ``every_game``."""
    monkeypatch.setattr(registry, "ENTRIES", [registry.Entry(key) for key in PINNED])


@pytest.fixture(autouse=True, scope="session")
def shared_rules() -> Iterator[None]:
    """A style sheet is parsed once for all programs of a process that have the same colours, not for each anew."""
    parse = Stylesheet._parse_rules
    known: dict[object, list[RuleSet]] = {}

    def parsed(self: Stylesheet, *args: Any, **named: Any) -> list[RuleSet]:
        key = (args, *named.items(), *self._variables.items())
        if key not in known:
            known[key] = parse(self, *args, **named)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parsed)
        yield


@pytest.fixture(autouse=True)
def prompt_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pilot waits for conditions, not for the clock, and then draws the screen."""
    monkeypatch.setattr("textual.screen.Screen._compositor_refresh", lambda screen: undrawn.add(screen))
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", idle)
    monkeypatch.setattr("textual.pilot.Pilot._wait_for_screen", messages_taken)


@pytest.fixture(autouse=True)
def fresh_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs at a table is pushed, not asked for: each game screen is checked against its parts."""
    check_moments(monkeypatch)


@pytest.fixture
def every_frame(monkeypatch: pytest.MonkeyPatch, prompt_pilot: None) -> None:
    """Each change is drawn at once, as on a terminal: for tests that look at frames before the program is at rest."""
    monkeypatch.setattr("textual.screen.Screen._compositor_refresh", draw_screen)


@pytest.fixture(autouse=True)
def quiet_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a game nothing is searched for, unless a test says so."""
    monkeypatch.setattr(BricksAnalysis, "search", lambda *_: Hint("Nothing was searched for."))


_RELEASES: dict[Any, Any] = {}


@pytest.fixture
def remembered_releases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release of Leaning Towers is worked out once in this process, and the table not looked at again at rest."""
    if physics.unavailable_reason():
        return
    from towergames.games.leaning import live_physics, release

    monkeypatch.setattr(release, "STABLE_REBUILDS", sample(0, 2))
    released = live_physics.released

    def remembered(layout: Any, hands: Any, surface: str) -> Any:
        key = (layout, tuple(sorted(hands.items())), surface)
        if key not in _RELEASES:
            _RELEASES[key] = released(layout, hands, surface)
        return _RELEASES[key]

    monkeypatch.setattr(live_physics, "released", remembered)


@pytest.fixture
def every_game(monkeypatch: pytest.MonkeyPatch, pinned_games: None) -> None:
    """All games that are registered."""
    monkeypatch.setattr(registry, "ENTRIES", list(REGISTERED))

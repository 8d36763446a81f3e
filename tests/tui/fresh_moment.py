"""Checks that what a game screen says of itself is true whenever a command depends on it."""

from __future__ import annotations

from dataclasses import fields
from functools import wraps
from typing import Any

import pytest

from towergames.session.session import moment_of
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.widgets.keybar import KeyBar

CHECKED = ("refresh_keys", "why_not", "run_command")
"""The methods before which a screen is checked."""


def stale(screen: GameScreen) -> list[str]:
    """What is not as the parts of the screen have it, and what a moment made now has otherwise."""
    activity, board, bots, settling = screen.session.activity, screen.board_input, screen.bots, screen.settling
    truth: dict[str, Any] = {
        "animation": screen.stage.beat is not None,
        "fall": screen.stage.falling,
        "beat": screen.stage.shows_beat,
        "heap": screen.stage.heap_lies,
        "thinking": bots.thinking is not None,
        "resting": bots._pause is not None or activity.stepping,
        "settling": settling.wait if settling.active else "",
        "can_stop": settling.can_stop,
        "work": board.works.active,
        "lasting": board.works.lasting,
        "searching": screen.search.active,
    }
    said = {name: getattr(activity, name) for name in truth}
    moment, now = screen.session.moment(), moment_of(screen.session)
    for name in (*(one.name for one in fields(now) if one.compare), "refused"):
        said[name], truth[name] = getattr(moment, name), getattr(now, name)
    said["asking now"], truth["asking now"] = moment.asking, board.controller.asking
    return [f"{name}: {said[name]!r}, not {truth[name]!r}" for name in truth if said[name] != truth[name]]


def check_footer(screen: GameScreen) -> None:
    """What the screen has listed is what it would list now, and so is its footer."""
    assert screen.commands() == super(TableScreen, screen).commands()
    now = KeyBar()
    now._changed = screen
    for bar in screen.query(KeyBar):
        assert bar.items == now.items


def check_moments(patch: pytest.MonkeyPatch) -> None:
    """Check every game screen before each of :data:`CHECKED`; while a footer is worked out, nothing else happens."""
    footers = 0
    """Number of footers that are being worked out."""

    def checked(name: str) -> Any:
        method = getattr(GameScreen, name)

        @wraps(method)
        def run(screen: GameScreen, *given: Any, **named: Any) -> Any:
            nonlocal footers
            assert footers or not (wrong := stale(screen)), f"before {name}: {'; '.join(wrong)}"
            answer = method(screen, *given, **named)
            if name == "refresh_keys" and screen.is_open:
                footers += 1
                check_footer(screen)
                footers -= 1
            return answer

        return run

    take = KeyBar._take

    def taken(bar: KeyBar) -> None:
        nonlocal footers
        screen = bar._changed
        if isinstance(screen, GameScreen):
            assert footers or not (wrong := stale(screen)), f"before a footer: {'; '.join(wrong)}"
        footers += 1
        take(bar)
        footers -= 1

    for name in CHECKED:
        patch.setattr(GameScreen, name, checked(name))
    patch.setattr(KeyBar, "_take", taken)

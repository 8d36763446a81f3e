"""The fixtures of all tests of screens."""

from __future__ import annotations

from tests.tui.fixtures import *  # noqa: F403 - pytest finds them by their names

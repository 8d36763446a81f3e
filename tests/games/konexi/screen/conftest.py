"""The fixtures of all tests of screens."""

from tests.tui.fixtures import *  # noqa: F403 - pytest finds them by their names

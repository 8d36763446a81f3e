"""Everything here needs a POSIX pseudo-terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

if sys.platform == "win32":
    collect_ignore_glob = ["*"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = str(HERE)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.pty)

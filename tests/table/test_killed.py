"""R1 and R11 with real processes: killed, racing, or with a file that is harmed, they lose no acknowledged move."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.combinations import long
from tests.table import harming

ROOT = Path(__file__).resolve().parents[2]
FAULTS = {
    "killing": ("lost", "corrupt"),
    "racing": ("lost", "damaged", "crashed", "twice", "locks left"),
    "sharing": ("lost", "twice", "damaged", "stuck", "not taken over"),
    "harming": harming.FAULTS,
}
"""The module of a trial -> what must not be found."""
MEETINGS = {"racing": "read_only", "sharing": "keepers"}
"""The module of a trial -> what is found where processes meet; a tenth of the trials must have it."""
EVERYDAY = [("killing", 40, 1), ("racing", 25, 1), ("sharing", 25, 1), ("harming", 8, 1)]
LONG = [("killing", 2000, 2), ("racing", 500, 2), ("sharing", 1000, 2), ("harming", 500, 2)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the trials fork")
@pytest.mark.parametrize(
    ("trial", "count", "seed"), [*EVERYDAY, *(param for values in LONG for param in long(*values))]
)
def test_no_acknowledged_move_is_lost_or_done_twice(trial: str, count: int, seed: int) -> None:
    command = [sys.executable, "-m", f"tests.table.{trial}", str(count), str(seed)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3000, check=True)
    found = json.loads(run.stdout)
    print(found)
    assert not any(found[fault] for fault in FAULTS[trial]), found
    assert found["acknowledged"] > count, "the processes were killed before they did anything"
    if trial in MEETINGS:
        assert found[MEETINGS[trial]] > count // 10, "the processes hardly ever met"

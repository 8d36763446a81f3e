"""The same seed gives the same game in any process, with any hash seed, whatever others do to ``random``."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.facts import PLAYOUTS
from tests.conformance.playing import cases, walk
from towergames.table.records import digest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = os.pathsep.join(str(folder) for folder in (ROOT, ROOT / "docs" / "makers" / "example-game"))

PROGRAM = """
import random, sys
random.seed({pollution})
from tests.conformance.facts import canned_physics
from tests.conformance.test_determinism import fingerprints
random.random()
with canned_physics():
    print(fingerprints({seeds}, {every}))
"""


def fingerprints(seeds: int, every: int = 1) -> str:
    """One hash over every state of games with seeds 0 ... ``seeds`` - 1 of every game and number of seats.

    Of the numbers of seats and options, as listed, only each so many-th is taken.
    """
    total = hashlib.sha256()
    for case in cases(2)[::every]:
        for seed in range(seeds if case.entry.key not in PLAYOUTS else -(-seeds // 5)):
            for state, _, move, step in walk(case.game, case.seats, dict(case.options), seed):
                random.random()
                total.update(f"{digest(state)}{move!r}{step.events!r}{step.scores!r}".encode())
    return total.hexdigest()


def _elsewhere(hash_seed: int, seeds: int, every: int = 1) -> str:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(pollution=hash_seed, seeds=seeds, every=every)],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": FOLDERS},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=3000,
        check=True,
    )
    return run.stdout.strip()


def test_the_same_seeds_give_the_same_games_in_a_process_with_another_hash_seed() -> None:
    assert _elsewhere(4242, 1, 5) == fingerprints(1, 5)


@pytest.mark.long
def test_a_thousand_seeds_under_three_hash_seeds() -> None:
    assert len({_elsewhere(hash_seed, 1000) for hash_seed in (0, 1, 4242)}) == 1

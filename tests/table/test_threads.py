"""Several threads may read saves at once, also the first ones of a program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "saves"
FIRST_READING = """
import sys, threading, time
from pathlib import Path
from towergames import registry
from towergames.table.save_file import load_file

assert registry.get("takethat").game and registry.get("bricks").game

def step(frame, event, argument):
    if frame.f_code.co_name == "get_dataclass_info" and frame.f_locals["obj"] not in met:
        met.append(frame.f_locals["obj"])
        begin()
        time.sleep(0.05)

def begin():
    threads.append(threading.Thread(target=lambda: done.append(load_file(Path(sys.argv[1])).damage)))
    threads[-1].start()

threads, done, met = [], [], []
threading.settrace(step)
begin()
for thread in threads:
    thread.join()
assert done == [None] * len(threads), done
"""
"""Reads one save in many threads. Whenever msgspec meets a class, one more thread begins."""


@pytest.mark.parametrize("save", ["example-takethat", "example-bricks-duel"])
def test_threads_read_the_first_save_of_a_program_at_once(save: str) -> None:
    # msgspec crashes the whole program where two threads meet a type for the first time at once.
    command = [sys.executable, "-c", FIRST_READING, str(EXAMPLES / f"{save}.jsonl")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stderr) == (0, "")

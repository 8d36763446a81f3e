"""The window of a browser whose table's file is cut, or cannot be kept at all: what page and host are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.web.conftest import Served, opened
from towergames.exit_codes import NOT_WRITTEN
from towergames.table.save_file import load_file
from towergames.table.seats import HERE

pytest.importorskip("fcntl")


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 30)


def replace_folder(path: Path) -> None:
    """No folder can be made there any more."""
    path.parent.rename(path.parent.with_name("away"))
    path.parent.write_text("a file", encoding="utf-8")


@pytest.mark.parametrize(("harm", "code"), [(cut, 0), (replace_folder, NOT_WRITTEN)])
def test_the_process_of_a_seat_keeps_the_table_or_its_code_tells(own_home: Path, harm, code: int) -> None:
    ann = opened(own_home / "saves", "Ann", "Bob")
    state = ann.history.state
    command = (sys.executable, "-m", "towergames.web.session", str(own_home / "saves"), "evening", "1", str(own_home))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as bob:
        assert bob.stdin is not None
        end = time.monotonic() + 30
        while ann.presence(1) != HERE:
            assert time.monotonic() < end
            time.sleep(0.05)
        time.sleep(0.5)  # the table is on its screen
        harm(ann.journal.path)
        told = json.dumps({"type": "quit"}).encode()
        bob.stdin.write(b"M" + len(told).to_bytes(4, "big") + told)
        bob.stdin.flush()
        assert bob.wait(30) == code
    if not code:
        assert load_file(own_home / "saves" / "evening-conflict.jsonl").history.state == state


async def test_the_page_is_told_that_nothing_could_be_kept(served: Served) -> None:
    socket = await served.window()
    await served.seen(socket, "Waiting for Ann")
    replace_folder(served.ann.journal.path)
    await served.keys(socket, "\x11")
    while not isinstance(reason := (await socket.receive(timeout=30)).extra, str) or not reason:
        pass
    assert reason == "the last moves could not be saved"
    served.ann.journal.path.parent.unlink()
    served.ann.journal.path.parent.with_name("away").rename(served.ann.journal.path.parent)

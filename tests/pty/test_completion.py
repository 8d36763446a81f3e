"""Completion at the prompt of a real bash, which cuts words at ``=`` and ``:``."""

from __future__ import annotations

import os
import select
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

if sys.platform != "win32":
    import pty

pytestmark = pytest.mark.pty
BASH = shutil.which("bash")
LONGEST = 60.0


@pytest.fixture
def complete(tmp_path: Path) -> Iterator[Callable[[str, str], None]]:
    """Type a line and Tab, and wait until bash shows another line."""
    if BASH is None:
        pytest.skip("needs bash")
    program = tmp_path / "bin" / "towergames"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m towergames "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PS1": "> ", "TERM": "dumb", "INPUTRC": os.devnull, "SHELL": BASH}
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(BASH, [BASH, "--norc", "--noprofile", "-i"], environment)

    def until(text: str) -> None:
        seen, end = b"", time.monotonic() + LONGEST
        while not seen.endswith(text.encode()):
            assert time.monotonic() < end, seen
            if select.select([terminal], [], [], 0.1)[0]:
                seen += os.read(terminal, 65536)

    os.write(terminal, b'bind "set enable-bracketed-paste off"; bind "set bell-style none"; echo be"gun"\n')
    until("begun\r\n> ")
    os.write(terminal, b'eval "$(_TOWERGAMES_COMPLETE=source_bash towergames)"; echo re"ady"\n')
    until("ready\r\n> ")

    def press(line: str, shown: str) -> None:
        os.write(terminal, line.encode() + b"\t")
        until(shown)

    yield press
    os.close(terminal)
    os.waitpid(child, 0)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("towergames play takethat --option deck=w", "towergames play takethat --option deck=weighted "),
        ("towergames play takethat --seat Ann --seat bot:h", "towergames play takethat --seat Ann --seat bot:hard "),
        ("towergames play takethat --seat Carl=bot:h", "towergames play takethat --seat Carl=bot:hard "),
        ("towergames --theme=da", "towergames --theme=dark "),
        ("towergames replay example-t", "towergames replay example-takethat "),
    ],
)
def test_tab_completes_what_follows_a_cut(complete: Callable[[str, str], None], typed: str, shown: str) -> None:
    complete(typed, shown)

"""The command line as these tests run it."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from tests.forked import start
from towergames.cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process, with ``given`` as standard input: exit code, stdout, stderr."""

    def runner(*arguments: str, given: bytes | None = None) -> tuple[int, str, str]:
        if given is not None:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return runner


def process(
    *arguments: str, given: bytes = b"", streams: Mapping[int, str | int | None] | None = None, **environment: str
) -> tuple[int, str, str]:
    """Run a command line in a process of its own, with ``given`` as standard input: exit code, stdout, stderr.

    ``streams`` are other standard streams: a file to write to by its path or its number, or None for a closed one.
    """
    with ExitStack() as stack:
        caught = [stack.enter_context(TemporaryFile()) for _ in range(3)]
        caught[0].write(given)
        caught[0].seek(0)
        files: list[int | None] = [file.fileno() for file in caught]
        for number, other in (streams or {}).items():
            if isinstance(other, str):
                other = stack.enter_context(open(other, "wb", buffering=0)).fileno()
            files[number] = other
        child = start(arguments, files, os.environ | environment, Path.cwd())
        try:
            code = child.wait(60)
        except subprocess.TimeoutExpired:
            os.kill(child.pid, 9)  # Windows has no name for it
            child.wait()
            raise
        for file in caught:
            file.seek(0)
        _, out, err = (file.read().decode(errors="replace") for file in caught)
    assert "Traceback" not in err and "Exception ignored" not in err
    return code, out, err


@contextmanager
def unread() -> Iterator[int]:
    """A pipe whose reader has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        yield writing
    finally:
        os.close(writing)

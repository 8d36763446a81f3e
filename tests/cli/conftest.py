"""The command line as these tests run it."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

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

"""``serve`` on the command line, and as a process."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.conftest import opened
from towergames.cli.main import main
from towergames.cli.serve import _code, _listen
from towergames.table.shared import SharedTable
from towergames.web.server import address_of

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def ann(own_home: Path) -> Iterator[SharedTable]:
    """An open table at which Ann sits in another window."""
    table = opened(own_home / "saves", "Ann", "Bob", "Cleo", "bot:easy")
    yield table
    table.close()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seat", "Ann"], "Ann sits at another window already"),
        (["--seat", "Zoe"], "no open table has a seat for Zoe"),
        (["evening", "--seat", "Zoe"], 'no seat "Zoe"'),
        (["nothing"], 'no saved game "nothing"'),
        (["--port", "70000"], "70000"),
    ],
)
def test_what_cannot_be_served_is_refused(ann: SharedTable, capsys: Captured, words: list[str], told: str) -> None:
    assert main(["serve", *words]) == 2
    assert told in capsys.readouterr().err


def test_without_tables_it_says_so(capsys: Captured) -> None:
    assert main(["serve"]) == 2
    assert "no open table" in capsys.readouterr().err


def test_without_the_extra_it_says_so(ann: SharedTable, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve.app_service", None)
    for name in ("towergames.web.server", "towergames.web.seat_process"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert main(["serve"]) == 2
    assert 'pip install "towergames[web]"' in capsys.readouterr().err


def test_a_port_in_use_is_named(ann: SharedTable, capsys: Captured) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot be used" in capsys.readouterr().err
    assert ann.presence(1) == "gone"


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
def test_the_process_prints_links_and_no_token_elsewhere(ann: SharedTable, own_home: Path) -> None:
    command = [sys.executable, "-m", "towergames", "serve", "--port", "0", "--saves", str(own_home / "saves")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        links = dict(process.stdout.readline().split(": ") for _ in range(2))
        assert list(links) == ["Bob", "Cleo"] and ann.presence(1) == "away"
        link = links["Bob"].strip()
        token = link.rpartition("/")[2]
        with urllib.request.urlopen(link) as page:  # a real client
            assert page.status == 200
        port = int(link.split(":")[2].split("/")[0])
        for attack in (f"GET /seat/{token} HTTP/9.9\r\n\r\n", f"\x00{token}\r\n\r\n", f"GET /{token}" + "x" * 20_000):
            with socket.create_connection(("127.0.0.1", port)) as raw:
                raw.settimeout(10)
                raw.sendall(attack.encode())
                raw.shutdown(socket.SHUT_WR)
                raw.recv(1000)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 143
    assert "Only browsers on this machine" in err and "--host" in err
    assert token not in out + err and "Traceback" not in err
    assert ann.presence(1) == "gone"


@pytest.mark.parametrize(
    ("host", "address", "reach"),
    [
        ("127.0.0.1", "127.0.0.1", "this machine"),
        ("127.1", "127.0.0.1", "this machine"),
        ("::1", "::1", "this machine"),
        ("localhost", "localhost", "this machine"),
        ("0.0.0.0", "0.0.0.0", "every address"),
        ("0", "0.0.0.0", "every address"),
        ("192.168.1.20", "192.168.1.20", "one address"),
    ],
)
def test_who_can_reach_a_host(host: str, address: str, reach: str) -> None:
    assert _listen(host) == (address, reach)
    assert address_of(address) not in ("0.0.0.0", "::")


@pytest.mark.parametrize("host", ["", "nonsense..x", "no.such.name.invalid"])
def test_what_is_no_address_or_name_is_refused(ann: SharedTable, capsys: Captured, host: str) -> None:
    assert main(["serve", "--host", host]) == 2
    assert "is no address or name of this machine" in capsys.readouterr().err
    assert ann.presence(1) == "gone"


def test_a_code_is_white_on_black_on_any_terminal() -> None:
    lines = _code("http://192.168.1.20:8470/seat/" + "a" * 32).splitlines()
    assert all(line.startswith("\x1b[38;5;231;48;5;16m") and line.endswith("\x1b[0m") for line in lines)
    assert len(lines) < 23, "the link below it stands on the same screen of 24 rows"

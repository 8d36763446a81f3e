"""``serve`` on the command line, and as a process."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.web.conftest import opened
from towergames.cli import host_window
from towergames.cli.front_end import Globals
from towergames.cli.host_window import HostWindow
from towergames.cli.main import main
from towergames.cli.serve import _choose, _code, _listen, _served
from towergames.plain.console import Console
from towergames.table.save_file import load_file
from towergames.table.seats import KEPT
from towergames.table.shared import SharedTable
from towergames.table.store import Store
from towergames.web.addresses import address_of

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
        (["takethat", "--table", "evening"], "both say what to serve"),
        (["takethat", "--seat", "Ann"], "Take That Towers is for"),
        (["evening", "--option", "height=5"], "are for a new game"),
        (["evening", "--clock", "10+5"], "are for a new game"),
        (["evening", "--public", "example.org"], "--public example.org is no address of a server"),
        (["takethat", "--seat", "bot:easy", "--seat", "bot:easy"], "only bots play. Add --seat NAME"),
        (["evening", "--guests", "2"], "--guests is for a new game"),
        (["takethat", "--guests", "5"], "Take That Towers is for 2 to 4 players; you gave 5"),
        (["takethat", "--seat", "bot:easy", "--guests", "1", "--here"], "--here needs your name. Add --seat NAME"),
        (["takethat", "--seat", "Ann", "--seat", "Ben", "--host", "nonsense..x"], "is no address or name"),
    ],
)
def test_what_cannot_be_served_is_refused(ann: SharedTable, capsys: Captured, words: list[str], told: str) -> None:
    assert main(["serve", *words]) == 2
    assert told in capsys.readouterr().err
    assert len(Store(ann.journal.path.parent).names()) == 1, "no game was begun"


def test_without_tables_it_says_so(capsys: Captured) -> None:
    assert main(["serve"]) == 2
    assert "no open table" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("started", "way"),
    [
        (["uv", "run", "towergames"], "uv run --no-dev --extra web towergames serve"),
        (["towergames"], 'pipx install --force ".[web]"'),
    ],
)
def test_without_the_extra_it_says_how_to_get_it(
    ann: SharedTable, capsys: Captured, monkeypatch: pytest.MonkeyPatch, started: list[str], way: str
) -> None:
    monkeypatch.setattr("towergames.own_command.own_command", lambda: started)
    monkeypatch.setitem(sys.modules, "textual_serve.app_service", None)
    for name in ("towergames.web.server", "towergames.web.seat_process"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert main(["serve"]) == 2
    assert way in capsys.readouterr().err


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
        assert list(links) == ["Bob", "Cleo"] and ann.presence(1) == KEPT
        link = links["Bob"].strip()
        token = link.rpartition("/")[2]
        client = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with client.open(link) as page:  # a real client
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


@contextmanager
def serving(home: Path, *words: str) -> Iterator[tuple[dict[str, str], subprocess.Popen[str]]]:
    """The links of a server by the name of their seat, and its process."""
    command = [sys.executable, "-m", "towergames", "--saves", str(home / "saves"), "serve", "--port", "0", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        links = {}
        while len(links) < 2:
            name, _, link = process.stdout.readline().strip().partition(": ")
            links[name] = link
        try:
            yield links, process
        finally:
            process.terminate()
            process.communicate(timeout=30)


def test_a_game_begins_with_a_link_for_each_person_and_one_for_onlookers(own_home: Path) -> None:
    words = ("takethat", "--seat", "Ann", "--seat", "bot:easy", "--watch", "--option", "height=5")
    with serving(own_home, *words) as (links, _):
        assert list(links) == ["Ann", "Onlookers"]
        (table,) = Store(own_home / "saves").open_tables()
        assert table.game == "takethat" and table.seats[0] == "Ann"
        assert load_file(table.path).history.header.options["height"] == 5
        for link in links.values():
            with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(link) as page:
                assert page.status == 200


def test_a_host_sits_down_here_once_every_guest_has_chosen_a_name(own_home: Path) -> None:
    with serving(own_home, "takethat", "--seat", "Ann", "--guests", "2", "--here") as (links, process):
        assert list(links) == ["Guest 1", "Guest 2"]
        assert process.stderr is not None
        told = iter(process.stderr.readline, "")
        assert "You can sit down when every guest has chosen a name.\n" in told, "and it has not said more yet"
        for name, link in zip(("Ben", "Cleo"), links.values(), strict=True):
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            page = browser.open(link).geturl()
            origin = {"Origin": page.rpartition("/table/")[0]}
            browser.open(urllib.request.Request(page, data=f"name={name}".encode(), headers=origin)).close()
        begun = [next(told) for _ in range(4)]
        assert begun[2].startswith("The game has begun: ") and begun[3] == "Press Enter to sit down as Ann.\n"


def test_the_public_address_is_in_the_links(own_home: Path) -> None:
    words = ("takethat", "--seat", "Ann", "--seat", "Ben", "--public", "https://towers.example.org/")
    with serving(own_home, *words) as (links, _):
        assert all(link.startswith("https://towers.example.org/seat/") for link in links.values())


def test_a_host_chooses_a_table_or_a_new_game(
    ann: SharedTable, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = Globals(saves=str(own_home / "saves"))
    said: list[str] = []

    def choose(*lines: str) -> Path | None:
        typed = iter(lines)
        monkeypatch.setattr(Console, "ask", lambda self, _: next(typed))
        monkeypatch.setattr(Console, "say", lambda self, *lines: said.extend(lines))
        return _choose(given)

    assert choose("9999", "x", "1") == ann.journal.path
    assert said[0].startswith("1 evening: Take That Towers, Ann, Bob, Cleo") and "2 New game: Brick Tower" in said
    assert said.count("Type a number from 1 to 6.") == 2
    begun = choose("6", "Ann, Ben", "", "")
    assert begun is not None and load_file(begun).history.header.open
    assert choose("quit") is None


def test_a_host_who_sits_down_here_keeps_the_first_seat_without_a_link(ann: SharedTable) -> None:
    served = _served(ann.journal.path, (), here=True, watch=False)
    assert served.here == "Bob" and [name for _, name in served.links] == ["Cleo"]


async def test_messages_wait_until_the_window_of_the_host_is_closed(
    ann: SharedTable, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, ...]] = []
    window = HostWindow("Bob", ["--ascii"], lambda: ann.journal.path)
    lines = iter(["\n", ""])

    async def line() -> str:
        return next(lines)

    class Process:
        returncode = 0

        async def wait(self) -> int:
            window.log("Cleo has opened the table from 127.0.0.1.")
            assert "Cleo" not in capsys.readouterr().err
            return 0

    async def start(*words: str) -> Process:
        started.append(words)
        return Process()

    monkeypatch.setattr(host_window, "_line", line)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    await window.run()
    assert started[0][-4:] == ("join", "evening", "--seat", "Bob") and "--ascii" in started[0]
    assert "Cleo has opened the table from 127.0.0.1.\nYou have left the table." in capsys.readouterr().err
    window.log("The game is over.")
    assert "The game is over." in capsys.readouterr().err

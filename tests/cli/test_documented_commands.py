"""Every command of the README and of the pages for players ends as it should, run as it stands there.

What a page leaves open gets a value here. Some commands get a word more, so that they end sooner. What installs is
run by ``tests/packaging/test_installing.py``.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.documented import Command, commands
from tests.cli.test_simulate import Started, started
from tests.packaging.installing import INSTALLS, LAUNCHERS
from tests.plain.helpers import header_of
from towergames.table.records import OPEN_FORMAT
from towergames.table.store import Store

EVERY = commands()
TABLE = "takethat-ann-ben"
OPEN_VALUES = {"ADDRESS": "127.0.0.1", "COMMAND": "play", "GAME": "takethat", "NAME": TABLE, "WORD": "tower"}
TOWER = {"players": 2, "tower": [{"floor": "SPIRE", "owner": 1}, {"floor": "LOBBY", "owner": 2}]}
BOARD = {"board": [" ".join([".."] * 10)] * 10, "rack": "AEINRST", "cover_rule": True, "plural_rule": True}
DOCUMENTS = {"takethat": TOWER, "words": BOARD}
SOONER = {"solve": ("--seconds", "1"), "simulate": ("--results", "games.jsonl"), "ladder": ("--results", "games.jsonl")}
ELSEWHERE = {
    "uv run pytest": ".ci/run",
    "uv run lint-imports": ".ci/run",
    "pipx run uv run pytest": ".ci/run",
    "uv run --no-dev": "the beginning of a command, not one",
    "man towergames": "tests/packaging/test_shared_files.py",
    "sudo apt install pipx": "of Debian",
    "pipx ensurepath": "of pipx",
    "pip install uv": "of pip",
    "ssh -R 8470:127.0.0.1:8470 you@example.org": "of OpenSSH",
}
"""Commands that are not the program's own, and who runs them."""
OWN = [command for command in EVERY if command.line not in INSTALLS and command.line not in ELSEWHERE]


def prepare(home: Path, line: str) -> None:
    """The open table that a page has begun before, with a free seat for each name."""
    name = f"{TABLE}-conflict" if "-conflict" in line else TABLE
    header = replace(header_of("Ann", "Ben", "Bob", "Cleo"), format=OPEN_FORMAT)
    Store(home / "saves").begin(header, name).close()


def filled(line: str, folder: Path) -> list[str]:
    """The words of a command of the program, with a value for all that the page leaves open."""
    words = shlex.split(line)[1:]
    for place, word in enumerate(words):
        if word == "FILE":
            file = folder / "document.json"
            file.write_text(json.dumps(DOCUMENTS[words[place - 1]]))
            words[place] = str(file)
        for name, value in OPEN_VALUES.items():
            if word == name or word.startswith(f"{name}-"):
                words[place] = word.replace(name, value)
    return [*words, *(SOONER.get(words[0], ()) if words else ())]


def runs_on(words: list[str]) -> bool:
    """Whether a command goes on for long until it is interrupted: a server, and bots that play one another."""
    seats = [words[place + 1] for place, word in enumerate(words) if word == "--seat"]
    only_bots = bool(seats) and all("bot:" in seat for seat in seats)
    return words[0] in ("serve", "simulate", "ladder") or (words[0] == "play" and only_bots)


def interrupted(words: list[str]) -> tuple[int, str, str]:
    """Start a command, wait for its first line or game, and end it by Ctrl+C: exit code, the line, messages."""
    port = ["--port", "0"] if words[0] == "serve" else []
    with started(*words, *port) as program:
        first = _game(program) if "--results" in words else program.stdout.readline().decode()
        time.sleep(0.2)
        os.kill(program.pid, signal.SIGINT)
        code, _, told = program.end()
    return code, first, told.decode(errors="replace")


def _game(program: Started) -> str:
    """The first line of the file of results, which the working folder has."""
    results = Path("games.jsonl")
    while not results.exists() or "\n" not in results.read_text():
        assert program.child.poll() is None
        time.sleep(0.05)
    return results.read_text()


@pytest.mark.parametrize("command", EVERY, ids=lambda command: f"{command.page}: {command.line}"[:90])
def test_it_is_known_who_runs_every_command(command: Command) -> None:
    own = command.line.rpartition(" | ")[2].split(" ")[0] == "towergames"
    assert own or command.line in INSTALLS or command.line in ELSEWHERE
    assert command.launcher in ("", *LAUNCHERS)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C of a process")
@pytest.mark.parametrize("command", OWN, ids=lambda command: f"{command.page}: {command.line}"[:90])
def test_the_command_does_what_the_page_says(
    command: Command, run: Run, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    prepare(own_home, command.line)
    given, _, line = command.line.rpartition(" | ")
    words = filled(line, tmp_path)
    if "--install-completion" in words:
        # Which shell it is for, the program learns from the process that has started it.
        installs = f'"{sys.executable}" -m towergames --install-completion; true'
        assert subprocess.run(["bash", "-c", installs], timeout=60, check=False).returncode == 0
        assert (own_home / ".bash_completions").is_dir()
        return
    if words and runs_on(words):
        code, first, err = interrupted(words)
        assert code == 130 and "Traceback" not in err, err
        assert "http" in first if words[0] == "serve" else first
        return
    if "clean" in words:
        monkeypatch.setattr("towergames.cli.clean.is_terminal", lambda _: True)
    typed = subprocess.check_output(["bash", "-c", given]) if given else b"yes\nquit\n"
    code, out, err = run(*words, given=typed)
    assert code == 0, err
    assert out or err or "-o" in words
    assert "towergames: " not in err

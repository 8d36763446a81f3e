"""A start on Windows, played on this system: every module, a game in plain mode, saves, settings, games of bots."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.platforms.windows import NOT_THERE

ROOT = Path(__file__).resolve().parents[2]

faked = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="Windows is played on Linux alone")


OnWindows = Callable[[Path, str], str]

PROGRAM = """
import gc, json, os, signal, sys
fork = os.fork
from tests.platforms.windows import *
become_windows()
for name in every_module():
    importlib.import_module(name)
from tests.conformance.seating import play_on
from tests.null.entry import NULL, registered
from tests.table.helpers import null_header
from tests.tui.frames import until
from towergames import registry, settings
from towergames.cli.main import main
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.run_request import RunRequest
from towergames.table.errors import SaveError
from towergames.table.records import OPEN_FORMAT, SeatSetup
from towergames.table.setup import new_header
from towergames.table.storage import OsHandle
from towergames.table.save_file import verify
from towergames.table.store import Store
gc.freeze()
for line in sys.stdin:
    home, code = json.loads(line)
    pid = fork()
    if not pid:
        signal.alarm(120)
        for number, path in enumerate((os.devnull, f"{home}/told", f"{home}/wrong")):
            os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), number)
        places = {"HOME": home, "TOWERGAMES_SAVES": f"{home}/saves", "TOWERGAMES_CONFIG": f"{home}/config"}
        os.environ.update(places)
        store = Store(Path(f"{home}/saves"))
        exec(compile(code, "test", "exec"))
        sys.exit()
    print(os.waitpid(pid, 0)[1], flush=True)
"""
"""Becomes Windows once, imports every module there, and runs each program that it reads in a child of its own."""


@pytest.fixture(scope="module")
def on_windows() -> Iterator[OnWindows]:
    """Run code on such a Windows, in a process of its own; what it prints, with output in its usual encoding."""
    kept = ("PATH", "SYSTEMROOT", "PYTHONPYCACHEPREFIX")
    known = {name: os.environ[name] for name in kept if name in os.environ}
    env = {**known, "PYTHONIOENCODING": "cp1252", "TOWERGAMES_DEBUG": "1"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=ROOT, env=env, text=True, **pipes) as system:

        def run(home: Path, code: str) -> str:
            print(json.dumps([str(home), code]), file=system.stdin, flush=True)
            assert system.stdout.readline() == "0\n", (home / "wrong").read_text("cp1252")
            told = (home / "told").read_text("cp1252")
            for name in ("told", "wrong"):
                (home / name).unlink()
            return told

        yield run
        system.stdin.close()


@faked
def test_every_module_is_imported_and_none_asks_for_what_is_not_there(on_windows: OnWindows, tmp_path: Path) -> None:
    code = "print(sys.platform, set(every_module()) - set(sys.modules))"
    assert on_windows(tmp_path, code) == "win32 set()\n"


def test_the_program_asks_for_the_system_in_one_way() -> None:
    strange = re.compile(r"\bos\.name\b|platform\.system\(|\bWINDOWS\b(?!\s*[,+\]]| =)")
    for path in (ROOT / "towergames").rglob("*.py"):
        if "solver" not in path.parts:
            assert not strange.search(path.read_text(encoding="utf-8")), path


@faked
def test_a_game_is_played_in_lines_saved_and_gone_on_with(on_windows: OnWindows, tmp_path: Path) -> None:
    code = """
import io
def told(typed, *words):
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="cp1252")
    assert main(words) == 0
seats = "--seat", "Zoë", "--seat", "bot:easy"
told(b"\\nhelp\\nquit\\n", "play", "takethat", *seats, "--seed", "7", "--name", "game")
told(b"\\nquit\\n", "continue")
told(b"", "verify", "game")
"""
    text = on_windows(tmp_path, code)
    assert text.count("Saved as game.") == 4, "when each of two sittings begins and ends"
    assert "Zoe" in text, "what cp1252 does not have in common with 7 bits is not sent"
    assert [path.name for path in (tmp_path / "saves").iterdir()] == ["game.jsonl"], "no lock is left behind"


@faked
def test_every_game_is_played_saved_and_read_back(on_windows: OnWindows, tmp_path: Path) -> None:
    code = """
for entry in registry.entries():
    table = store.begin(new_header(entry.game, [SeatSetup("Ann"), SeatSetup("Bob")], {}, 4), entry.key)
    for _ in range(4):
        if isinstance(table.turn, Decide):
            table.submit(table.turn.seat, table.sample(Dice(table.moves)))
    assert table.close()
    assert verify(store.path(entry.key)).ok
    table = store.open(entry.key)
    assert table.moves and not table.read_only
    assert table.close()
"""
    on_windows(tmp_path, code)


@faked
def test_saves_are_moved_copied_deleted_brought_back_and_recovered(on_windows: OnWindows, tmp_path: Path) -> None:
    code = """
with registered(NULL):
    table = store.begin(null_header("", ""), "game")
    assert not table.news()
    play_on(table, 3)
    again = store.open("game")
    assert again.read_only
    for forbidden in (lambda: store.rename("game", "other"), lambda: store.delete("game")):
        try:
            forbidden()
        except SaveError as error:
            assert "open in another window" in str(error)
        else:
            raise AssertionError
    again.close()
    assert table.close()
    assert store.duplicate("game") == "game-copy"
    assert store.rename("game", "other") == "other"
    assert store.restore(store.delete("other")) == "other"
    with store.path("other").open("ab") as file:
        file.write(b"{damaged")
    table = store.open("other")
    assert not table.read_only and "was damaged" in table.news()[0]
    assert table.close()
    print(*sorted(path.name for path in store.folder.iterdir()))
"""
    assert on_windows(tmp_path, code) == ".trash game-copy.jsonl other.jsonl other.jsonl.damaged\n"


@faked
def test_a_game_whose_first_line_cannot_be_written_leaves_no_file_behind(on_windows: OnWindows, tmp_path: Path) -> None:
    code = """
def full(self, data):
    raise OSError(errno.ENOSPC, "No space left on device")
with registered(NULL):
    OsHandle.write = full
    assert not store.begin(null_header("", ""), "game").close()
    print(list(store.folder.iterdir()))
"""
    assert on_windows(tmp_path, code) == "[]\n"


@faked
def test_settings_and_results_of_bots_are_written(on_windows: OnWindows, tmp_path: Path) -> None:
    code = """
from towergames.arena.workers import MOST_ON_WINDOWS, LocalWorkers
for theme in ("light", "dark"):
    settings.save(settings.load(), {"theme": theme})
assert settings.load().text("theme") == "dark"
results = str(Path(os.environ["HOME"]) / "results.jsonl")
for games in ("2", "3"):
    seats = ("--seat", "bot:random", "--seat", "bot:random")
    assert main(["simulate", "takethat", *seats, "--games", games, "--workers", "1", "--results", results]) == 0
workers = LocalWorkers(200)
assert workers.count == MOST_ON_WINDOWS
workers.close()
assert main(["doctor"]) == 0
"""
    assert "width of box glyphs: not measured" in on_windows(tmp_path, code)


@faked
def test_the_screen_is_shown_by_its_own_driver_and_a_game_is_played(on_windows: OnWindows, tmp_path: Path) -> None:
    code = f"""
import asyncio
from towergames.tui.app import TowerApp
from towergames.tui.run import ENDING
assert signal.SIGBREAK in ENDING
async def show():
    app = TowerApp(RunRequest("menu", store.folder))
    assert app.get_driver_class().__name__ == "WindowsDriver"
    async with app.run_test(size=(80, 24)) as pilot:
        menu = app.screen
        await pilot.press("n")
        await until(pilot, lambda: app.screen is not menu)
        await pilot.press("enter")
        await until(pilot, lambda: type(app.screen).__name__ == "GameScreen")
        app.stop(0)
asyncio.run(show())
assert {NOT_THERE!r} not in sys.modules
"""
    on_windows(tmp_path, code)
    assert [path.name for path in (tmp_path / "saves").iterdir() if path.suffix == ".jsonl"]


@faked
def test_two_windows_share_an_open_table(on_windows: OnWindows, tmp_path: Path) -> None:
    code = """
from dataclasses import replace
header = new_header(registry.get("takethat").game, [SeatSetup("Ann"), SeatSetup("Bob")], {}, 4)
ann = store.begin(replace(header, format=OPEN_FORMAT), "game")
bob = store.join("game", (1,))
while not ann.history.ended:
    for table in (ann, bob):
        table.follow()
        if isinstance(table.turn, Decide) and table.turn.seat in table.here:
            table.submit(table.turn.seat, table.legal()[0])
print(ann.presence(1), bob.presence(0), ann.moves == bob.moves or bob.follow() is not None)
bob.close()
print(ann.presence(1))
ann.close()
"""
    assert on_windows(tmp_path, code).split() == ["here", "here", "True", "gone"]
    assert [path.name for path in (tmp_path / "saves").iterdir()] == ["game.jsonl"], "no lock is left behind"

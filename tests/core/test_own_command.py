"""The command that joins a table starts the program as it was started here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from towergames import own_command
from towergames.own_command import join_command
from towergames.paths import checkout, default_saves_folder

HOME = default_saves_folder()
SCRIPT = "towergames.exe" if sys.platform == "win32" else "towergames"
Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def started(tmp_path: Path, monkeypatch: Patch) -> Path:
    """The script of the program in a folder of PATH, started from there by its name."""
    script = tmp_path / "bin" / SCRIPT
    script.parent.mkdir()
    script.touch(0o755)
    monkeypatch.setattr(sys, "argv", [str(script), "play"])
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(script.parent))
    for name in ("UV_RUN_RECURSION_DEPTH", "VIRTUAL_ENV"):
        monkeypatch.delenv(name, raising=False)
    return script


def test_a_program_on_the_path_is_named() -> None:
    assert join_command(HOME, "evening", "Ben") == "towergames join evening --seat Ben"


def test_saves_in_another_folder_and_odd_names_are_part_of_the_command(tmp_path: Path) -> None:
    told = join_command(tmp_path / "our games", "evening", "Ben O'Hara")
    if sys.platform != "win32":
        assert told == f"towergames join evening --seat 'Ben O'\"'\"'Hara' --saves '{tmp_path}/our games'"


def test_saves_that_a_variable_names_are_part_of_the_command_too(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("TOWERGAMES_SAVES", str(HOME))
    assert "--saves" not in join_command(HOME, "evening", "Ben")
    monkeypatch.setenv("TOWERGAMES_SAVES", str(tmp_path))
    assert "--saves" in join_command(tmp_path, "evening", "Ben")


def test_a_script_that_other_terminals_do_not_find_is_named_with_its_folder(started: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("PATH", "")
    assert own_command.own_command() == [str(started)]
    monkeypatch.setenv("PATH", str(started.parent))
    monkeypatch.setattr(sys, "prefix", str(started.parent.parent))  # a virtual environment that is active here alone
    assert own_command.own_command() == [str(started)]


def test_a_module_is_started_by_its_python(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/towergames/__main__.py"])
    assert own_command.own_command() == [sys.executable, "-m", "towergames"]


def test_uv_run_is_part_of_the_command_with_its_project_and_no_more(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("UV_RUN_RECURSION_DEPTH", "1")
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    assert own_command.own_command() == ["uv", "run", "towergames"]
    monkeypatch.setattr(own_command, "DEVELOPERS_TOOL", "no_such_package")
    assert own_command.own_command() == ["uv", "run", "--no-dev", "towergames"]
    monkeypatch.chdir(tmp_path)
    assert own_command.own_command() == ["uv", "run", "--project", str(checkout()), "--no-dev", "towergames"]
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path))  # uv runs a shell of another project
    assert own_command.own_command() == ["towergames"]


@pytest.mark.skipif(shutil.which("uv") is None, reason="needs uv")
def test_uv_itself_marks_what_it_runs(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.undo()
    words = "import json; from towergames.own_command import own_command; print(json.dumps(own_command()))"
    command = ["uv", "run", "--no-sync", "--project", str(checkout()), "python", "-c", words]
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    found = subprocess.run(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, check=True, timeout=60)
    assert json.loads(found.stdout)[:4] == ["uv", "run", "--project", str(checkout())]

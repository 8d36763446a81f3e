"""The command that starts this program from another terminal, as it was started in this one."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from towergames.paths import checkout, default_saves_folder

PROGRAM = "towergames"
DEVELOPERS_TOOL = "pytest"
"""A package that ``uv run`` installs unless ``--no-dev`` is given."""


def own_command() -> list[str]:
    """The words that start the program: by ``uv run``, by its name on PATH, by the path of its script, by Python."""
    started = Path(sys.argv[0])
    if root := _project_of_uv():
        elsewhere = [] if Path.cwd().is_relative_to(root) else ["--project", str(root)]
        # Else joining would install the developers' tools, which are larger than the program.
        lean = ["--no-dev"] if find_spec(DEVELOPERS_TOOL) is None else []
        return ["uv", "run", *elsewhere, *lean, PROGRAM]
    if started.stem == PROGRAM:
        script = started.absolute()
        found = shutil.which(PROGRAM)
        # The folder of a virtual environment is on PATH only where that is active.
        private = sys.prefix != sys.base_prefix and script.is_relative_to(sys.prefix)
        return [PROGRAM] if found is not None and Path(found) == script and not private else [str(script)]
    return [sys.executable, "-m", PROGRAM]


def join_command(saves: Path, table: str, seat: str) -> str:
    """The whole command that joins a seat of an open table, to copy into another terminal."""
    words = [*own_command(), "join", table, "--seat", seat]
    folder = saves.resolve()
    if folder != default_saves_folder().resolve():
        words += ["--saves", str(folder)]
    return line_of(words)


def line_of(words: list[str]) -> str:
    """The words as one line, quoted for the shell of this system."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _project_of_uv() -> Path | None:
    """The checkout whose environment ``uv run`` has started this program in; None where it was started otherwise."""
    environment = os.environ.get("VIRTUAL_ENV")
    if "UV_RUN_RECURSION_DEPTH" not in os.environ or environment is None:
        return None
    return checkout() if Path(environment) == Path(sys.prefix) else None

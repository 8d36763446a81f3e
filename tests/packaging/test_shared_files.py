"""What the wheel puts into ``share``: man page, completions, and the entry for desktops."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typer

from tests.golden import completions, man_page
from towergames.cli.app import app

ROOT = Path(__file__).parents[2]
SHARE = ROOT / "docs" / "share"
ENTRY = SHARE / "applications" / "towergames.desktop"
TYPED = {
    # zsh hands its own words to the script; _arguments is what the script calls with the answer.
    "zsh": '_arguments() { print -r -- "$@" }; fpath=("$PLACE"); autoload -Uz _towergames; '
    "words=(towergames play take); CURRENT=3; _towergames",
    "bash": 'source "$FILE"; COMP_WORDS=(towergames play take); COMP_CWORD=2; '
    '_towergames_completion towergames; echo "${COMPREPLY[@]}"',
    "fish": 'source "$FILE"; complete -C "towergames play take"',
}
"""What completes the line "towergames play take" in each shell."""


def needs(program: str) -> str:
    """The path of a program of this machine; without it the test is skipped."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def test_the_man_page_is_that_of_the_program() -> None:
    assert man_page.PAGE.read_text("ascii") == man_page.page(), "python -m tests.golden.man_page makes it anew"


def test_the_man_page_has_every_command() -> None:
    group = typer.main.get_command(app)
    page = man_page.PAGE.read_text("ascii")
    for name in group.list_commands(typer.Context(group)):
        assert f"\n.SS {name}\ntowergames {name} " in page


def test_the_man_page_has_no_fault_in_its_form() -> None:
    done = subprocess.run(
        [needs("mandoc"), "-T", "lint", str(man_page.PAGE)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("shell", completions.FILES)
def test_the_completions_are_those_of_the_program(shell: str) -> None:
    written = completions.FILES[shell].read_text("ascii")
    assert written == completions.script(shell), "python -m tests.golden.completions makes it anew"


@pytest.mark.parametrize("shell", completions.FILES)
def test_a_shell_completes_the_name_of_a_game_with_its_file(shell: str, tmp_path: Path) -> None:
    program = tmp_path / "towergames"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m towergames "$@"\n')
    program.chmod(0o755)
    file = completions.FILES[shell]
    found = os.environ | {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "FILE": str(file),
        "PLACE": str(file.parent),
    }
    command = [needs(shell), *(["-f"] if shell == "zsh" else []), "-c", TYPED[shell]]
    done = subprocess.run(command, env=found, capture_output=True, text=True, timeout=60)
    assert "takethat" in done.stdout and done.stderr == ""


def test_the_desktop_entry_starts_the_program_in_a_terminal_with_its_icon() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read_string(ENTRY.read_text("utf-8"))
    said = entry["Desktop Entry"]
    assert (said["Exec"], said["Terminal"]) == ("towergames", "true")
    icon = SHARE / "icons" / "hicolor" / "scalable" / "apps" / f"{said['Icon']}.svg"
    drawn = ElementTree.parse(icon).getroot()
    assert drawn.get("viewBox") == "0 0 128 128"
    assert not [part for part in drawn.iter() if part.tag.rpartition("}")[2] in ("image", "script", "text")]


def test_the_desktop_entry_has_no_fault_in_its_form() -> None:
    done = subprocess.run([needs("desktop-file-validate"), str(ENTRY)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "")


def test_all_of_it_goes_into_the_wheel_and_into_the_source() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert build["wheel"]["shared-data"] == {"docs/share": "share"} and "docs" in build["sdist"]["include"]

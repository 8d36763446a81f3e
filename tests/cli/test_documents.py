"""README and docs/: what they name exists, and what exists is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.golden import keys
from towergames import __version__, exit_codes, registry
from towergames.cli.app import app
from towergames.core.options import show_scalar
from towergames.settings import SETTINGS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TESTING = (ROOT / "docs" / "makers" / "testing.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "players" / "commands.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "towergames").rglob("*.md")])
FOR_DEVELOPERS = ("developing.md", "CONTRIBUTING.md")
"""Pages of those who change the program: only their commands install the tools of the tests."""
FIRST_SCREEN = 45


def table(page: str, heading: str) -> dict[str, str]:
    """The rows of the first table below a heading: the name in the first cell -> the whole row."""
    rows = page[page.index(heading) :].split("\n|---", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    return {row.split("|")[1].strip().strip("`").split("\\")[0].split()[0]: row for row in rows}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'\b(?:src|srcset)="([^"]+)"', text)
    links = [link for link in links if not link.startswith("http")]
    for link in links:
        path, _, heading = link.partition("#")
        target = page.parent / path
        assert target.exists(), link
        if heading:
            titles = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}, link


def test_what_players_copy_installs_no_tools_of_developers() -> None:
    for page in PAGES:
        for command in re.findall(r"uv run[^`\n]* (?:towergames|dask) ", page.read_text(encoding="utf-8")):
            assert "--no-dev" in command or page.name in FOR_DEVELOPERS, (page, command)


def test_the_newest_version_of_the_changelog_is_that_of_the_program() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\S+) - (\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    assert versions and versions[0][0] == __version__
    assert versions == sorted(versions, key=lambda one: one[1], reverse=True)


def test_the_metadata_of_the_package_names_the_systems_that_were_tried() -> None:
    """The Pythons of the classifiers are those of the table; of the systems only those on which something was run."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows = [row.split("|") for row in TESTING[TESTING.index("| System |") :].split("\n\n")[0].splitlines()[2:]]
    tried = {f"Operating System :: POSIX :: {row[1].split(',')[0].strip()}" for row in rows if row[2].strip()}
    pythons = {found for row in rows for found in re.findall(r"3\.\d+", row[2])}
    named = project["classifiers"]
    assert {name for name in named if name.startswith("Operating System")} == tried
    assert {name.rpartition(" ")[2] for name in named if "Python :: 3." in name} == pythons
    assert project["authors"] and project["keywords"]


def test_the_first_screen_has_a_picture_the_ways_to_try_it_and_every_game() -> None:
    first = README.splitlines()[: FIRST_SCREEN - 1]
    for picture in ("screen-light", "screen-dark", "film"):
        assert any(f"docs/pictures/{picture}.svg" in line for line in first[:12])
    for way in (
        "pip install uv && uv run --no-dev towergames",
        "pipx run uv run --no-dev towergames",
        "uvx --from . towergames",
        "pipx install .",
    ):
        assert any(line.startswith(f"    {way} ") for line in first)
    for entry in registry.entries():
        info = entry.game.info
        row = next(line for line in first if line.startswith(f"| {info.title} |"))
        assert f'src="docs/pictures/{entry.key}.svg"' in row
        assert f"| {info.seats[0]}-{info.seats[1]} | {info.minutes.split()[0]} |" in row
    assert "pytest" not in "\n".join(first), "whoever wants to play need not read how the tests are run"
    for way in ("pip install uv && uv run pytest", "pipx run uv run pytest"):
        assert f"    {way} " in README


def test_the_page_of_keys_is_that_of_the_program() -> None:
    assert keys.PAGE.read_text(encoding="utf-8") == keys.page(), "python -m tests.golden.keys makes it anew"


def test_the_table_of_commands_is_that_of_the_program() -> None:
    group: Any = typer.main.get_command(app)
    told = table(COMMANDS, "# Commands")
    assert set(told) - {"towergames"} == set(group.list_commands(typer.Context(group)))
    for name in sorted(set(told) - {"towergames"}):
        known = {option for field in group.get_command(None, name).params for option in field.opts}
        assert set(re.findall(r"--[a-z]+", told[name])) <= known, name


def test_the_table_of_settings_is_that_of_the_program() -> None:
    told = table(COMMANDS, "## Settings")
    assert list(told) == [option.key for option in SETTINGS]
    for option in SETTINGS:
        assert option.title in told[option.key]
        values = re.findall(r"`([^`]+)`", told[option.key].split("|")[3])
        assert values == [show_scalar(value) for value in option.values], option.key


def test_the_table_of_exit_codes_is_that_of_the_program() -> None:
    told = " ".join(table(COMMANDS, "## Exit codes").values())
    for name, code in vars(exit_codes).items():
        assert not name.isupper() or re.search(rf"\b{code}\b", told), name

"""The commands of the README and of the pages for players, as they stand there."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs" / "players").glob("*.md")))
PROGRAMS = ("towergames", "uv", "uvx", "pip", "pipx", "python3", "echo", "sudo", "ssh", "man", "dask", "bash", "podman")
"""First words by which a line is a command."""
_BLOCK = re.compile(r"^```\w*\n(.*?)^```|((?:^    [^ \n][^\n]*\n)+)", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_LAUNCHER = re.compile(r'^((?:pipx run )?uv run --no-dev(?: --extra \w+)*|uvx --from (?:"[^"]+"|\S+)) (?=towergames\b)')


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a page. ``launcher`` is what starts the program in a checkout, '' where its name alone does."""

    page: str
    line: str
    launcher: str = ""


def commands() -> list[Command]:
    """All commands, each once a page."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        lines = [line for block in _BLOCK.finditer(text) for line in _logical(block[1] or block[2])]
        lines += _INLINE.findall(_BLOCK.sub("", text))
        found += [_command(page.name, line.strip()) for line in lines if _is_command(line.strip())]
    return list(dict.fromkeys(found))


def _is_command(line: str) -> bool:
    return line.split(" ")[0] in PROGRAMS and (" " in line or line == "towergames")


def _command(page: str, line: str) -> Command:
    line = line.rpartition(" && ")[2] if line.startswith(("pip install uv", "pipx install uv")) else line
    launcher = _LAUNCHER.match(line)
    return Command(page, line[launcher.end() :], launcher[1]) if launcher else Command(page, line)


def _logical(block: str) -> list[str]:
    """The lines of a block without comments; a quoted text may have several lines."""
    lines: list[str] = []
    begun = ""
    for line in block.splitlines():
        begun = f"{begun}\n{line}" if begun else re.sub(r"\s+# .*", "", line)
        try:
            shlex.split(begun)
        except ValueError:  # a quotation that goes on
            continue
        lines.append(begun)
        begun = ""
    return lines

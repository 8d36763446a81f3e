"""What the program finds on this machine: terminal, colours, encoding, versions, paths, settings. Pasteable."""

from __future__ import annotations

import locale
import os
import platform
import shutil
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from towergames.cli.front_end import Globals
from towergames.cli.terminal import DUMB, measure_glyph, pictures
from towergames.core.text import clean, reason_of

_WIDEST = 200
"""Cells of the longest text from the environment that is shown."""

_SHOWN = ("TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", "TEXTUAL_ANIMATIONS", "LANG", "LC_ALL", "SSH_TTY", "TMUX")
_PACKAGES = ("textual", "rich", "typer", "msgspec", "platformdirs", "mujoco-core", "numpy")


def examine(given: Globals) -> dict[str, Any]:
    """All findings as JSON-pure data. Reads and measures; writes nothing but what the trial of the engine found."""
    return {
        "versions": _versions(),
        "games": _games(),
        "terminal": (terminal := _terminal()),
        "paths": _paths(given),
        "settings": _settings(given),
        "advice": _advice(terminal),
    }


def _versions() -> dict[str, str]:
    from towergames import __version__

    found = {"towergames": __version__, "python": platform.python_version(), "system": platform.platform()}
    for name in _PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "missing"
    return found


def _games() -> dict[str, str]:
    """For each game, whether this machine can play it, or the reason why not."""
    from towergames import registry

    found = {entry.key: entry.unavailable_reason or "can be played" for entry in registry.entries()}
    return found | {name: f"left out: {why}" for name, why in registry.foreign().faults.items()}


def _terminal() -> dict[str, Any]:
    size = shutil.get_terminal_size((0, 0))
    without_mouse = os.environ.get("TERM", "") in (*DUMB, "linux")
    return {
        "stdin": "terminal" if sys.stdin.isatty() else "pipe or file",
        "stdout": "terminal" if sys.stdout.isatty() else "pipe or file",
        "columns": size.columns,
        "rows": size.lines,
        "encoding": sys.stdout.encoding,
        "locale": clean(locale.setlocale(locale.LC_CTYPE), _WIDEST),
        "colours": colours(os.environ),
        "mouse": "unlikely" if without_mouse else "likely; not tested",
        "width of box glyphs": measure_glyph() or "not measured",
        "pictures in pixels": pictures(),
        "variables": {name: clean(os.environ[name], _WIDEST) for name in _SHOWN if name in os.environ},
    }


def colours(environment: Mapping[str, str]) -> str:
    """How many colours the terminal says it has.

    >>> colours({"TERM": "screen-256color"}), colours({"TERM": "xterm", "NO_COLOR": "1"})
    ('256', 'none, by NO_COLOR')
    """
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR"):
        return "none, by NO_COLOR"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "16 million"
    if "256" in term:
        return "256"
    return "none" if term in DUMB else "16"


def _paths(given: Globals) -> dict[str, Any]:
    from towergames.paths import cache_folder, config_folder, wordlists_folder

    found = {
        "saves": given.saves_folder,
        "config": config_folder(given.config),
        "cache": cache_folder(),
        "word lists": wordlists_folder(),
    }
    return {name: {"path": _short(path), "state": _state(path)} for name, path in found.items()}


def _short(path: Path) -> str:
    """The path with the home folder as ~, fit to be pasted in public."""
    with suppress(ValueError, RuntimeError):  # elsewhere, or a user without a home
        path = Path("~") / path.relative_to(Path.home())
    return clean(str(path), _WIDEST)


def _state(path: Path) -> str:
    try:
        if not stat.S_ISDIR(path.stat().st_mode):  # exists() and is_dir() of Python 3.14 hide every error
            return "not a folder"
        return "can be written" if os.access(path, os.W_OK) else "cannot be written"
    except (FileNotFoundError, NotADirectoryError):
        return "not there yet"
    except (OSError, ValueError) as error:
        return reason_of(error)


def _settings(given: Globals) -> dict[str, Any]:
    from towergames import settings

    found = settings.load(given.config, given.flags)
    home = "~"
    with suppress(RuntimeError):  # a user without an entry and without HOME
        home = str(Path.home())
    return {
        "file": _short(found.path),
        "notices": [notice.replace(home, "~") for notice in found.notices],
        "values": {key: {"value": found.values[key], "source": found.sources[key]} for key in found.values},
    }


def _advice(terminal: Mapping[str, Any]) -> list[str]:
    advice = []
    columns, rows = terminal["columns"], terminal["rows"]
    if sys.stdout.isatty() and (columns < 80 or rows < 24):
        advice.append(f"The terminal has {columns}x{rows}; the games need 80x24.")
    if terminal["width of box glyphs"] == 2:
        advice.append("Box glyphs are two cells wide here: --ascii draws with 7-bit characters.")
    if not (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf"):
        advice.append("The encoding is not UTF-8: --ascii draws with 7-bit characters.")
    return advice


def as_text(report: Mapping[str, Any]) -> list[str]:
    """The findings as lines."""
    lines: list[str] = []
    for part in ("versions", "games", "terminal"):
        lines.append(f"{part}:")
        for name, value in report[part].items():
            shown = ", ".join(f"{k}={v}" for k, v in value.items()) or "none" if isinstance(value, dict) else value
            lines.append(f"  {name}: {shown}")
    lines.append("paths:")
    lines += [f"  {name}: {where['path']} ({where['state']})" for name, where in report["paths"].items()]
    found = report["settings"]
    lines.append(f"settings (flag > environment > file > default), file {found['file']}:")
    for key, setting in found["values"].items():
        value = setting["value"]
        shown = ("off", "on")[value] if isinstance(value, bool) else value
        lines.append(f"  {key} = {shown} (from {setting['source']})")
    lines += [f"  notice: {notice}" for notice in found["notices"]]
    lines += [f"advice: {line}" for line in report["advice"]]
    return lines

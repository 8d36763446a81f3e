"""Settings: one flat TOML file by hand or by the settings screen; flag > environment > file > default."""

from __future__ import annotations

import errno
import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from towergames.core.files import read_regular
from towergames.core.options import Option, OptionError, Scalar, show_scalar
from towergames.core.text import clean, did_you_mean, quoted, reason_of
from towergames.paths import config_folder

FILE_NAME = "settings.toml"
KEYS_NAME = "keys.toml"
MAX_FILE = 64 * 1024

SETTINGS: tuple[Option, ...] = (
    Option(
        "theme",
        "Theme",
        ("dark", "light", "contrast", "terminal"),
        "Colours of the program.",
        ("bright on dark", "dark on light", "strongest contrast", "the terminal's own 16 colours"),
    ),
    Option(
        "glyphs",
        "Characters",
        ("auto", "full", "ascii"),
        "Box and block characters, or plain ASCII.",
        ("ASCII where the terminal's encoding needs it", "always box and block characters", "ASCII only"),
    ),
    Option(
        "pictures",
        "Pictures",
        ("auto", "cells", "pixels"),
        "Boards in 3D while nothing moves. Pixels need a browser, or a terminal with Kitty graphics or Sixel.",
        (
            "pixels if the terminal can, but not over SSH",
            "always character cells",
            "pixels if the terminal can, also over SSH",
        ),
    ),
    Option(
        "motion",
        "Motion",
        ("full", "basic", "none"),
        "Animation. TEXTUAL_ANIMATIONS overrides this.",
        ("everything moves", "step by step, without movement", "results at once"),
    ),
    Option(
        "pace",
        "Bot pace",
        ("normal", "instant", "short", "step"),
        "How long a bot's move is shown. Any key ends the wait.",
        ("about a second", "no pause", "a third of a second", "wait for a key"),
    ),
    Option("talk", "Talk", (True, False), "Bots say a line now and then, in the log. No line is about what is hidden."),
    Option(
        "turn_report",
        "Turn report",
        ("changes", "full"),
        "What plain mode shows at the start of a turn.",
        ("what has changed since the player's last turn", "the whole table and hand"),
    ),
    Option(
        "confirm",
        "Confirm my move",
        (False, True),
        "Ask before a move that you cannot take back, but not about answers.",
    ),
    Option("auto_end", "End turn by itself", (False, True), "End the turn when no other move is possible."),
    Option(
        "curtain",
        "Hand over",
        ("key", "hold", "pin"),
        "What shows the hand of the next player.",
        (
            "the next player presses a key",
            "the next player presses Enter twice",
            "the next player types a PIN of four digits",
        ),
    ),
    Option(
        "idle_minutes",
        "Hide hand after",
        (5, 1, 2, 10, 0),
        "Minutes without a key until your hand is hidden. 0: it stays.",
    ),
    Option(
        "call",
        "Call",
        ("title", "bell", "both", "off"),
        "What calls you when it is your turn and you do not look at the window.",
        (
            "the title of the window, and a notification if the terminal has them",
            "the bell of the terminal",
            "title, notification and bell",
            "nothing",
        ),
    ),
    Option("mouse", "Mouse", (True, False), "Use the mouse. Off lets the terminal select text."),
    Option(
        "keys",
        "Key preset",
        ("default", "vim", "word"),
        "Key preset. The settings screen and keys.toml change single keys.",
        ("arrows", "arrows and hjkl", "commands on Ctrl and function keys; letters are typed"),
    ),
)


OF_WINDOW = ("theme", "glyphs", "pictures", "motion", "pace", "talk", "confirm", "auto_end", "keys")
"""The settings of one window. A guest in a browser may change them there; the others are those of the host."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its value and where it came from, and what was wrong with the file, if anything.

    ``sources`` values are ``flag``, ``environment``, ``file`` or ``default``.
    """

    values: Mapping[str, Scalar]
    sources: Mapping[str, str]
    path: Path
    notices: tuple[str, ...] = ()

    def __getitem__(self, key: str) -> Scalar:
        return self.values[key]

    def text(self, key: str) -> str:
        """The value as a string (for settings that are words)."""
        return str(self.values[key])

    def flag(self, key: str) -> bool:
        """The value as on or off."""
        return bool(self.values[key])

    def number(self, key: str) -> int:
        """The value as a whole number."""
        return int(self.values[key])


@dataclass(slots=True)
class _Reading:
    values: dict[str, Scalar] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)


def load(config: str | None = None, flags: Mapping[str, Scalar] | None = None) -> Settings:
    """Read the settings; a bad or unreadable file gives defaults and a notice that names it. Never raises."""
    folder = config_folder(config)
    path = folder / FILE_NAME
    reading = _Reading({o.key: o.default for o in SETTINGS}, {o.key: "default" for o in SETTINGS})
    _read_file(path, reading)
    for option in SETTINGS:
        name = f"TOWERGAMES_{option.key.upper()}"
        if name in os.environ:
            _take(reading, option, os.environ[name], "environment", name)
    for key, value in (flags or {}).items():
        reading.values[key], reading.sources[key] = value, "flag"
    return Settings(reading.values, reading.sources, path, tuple(reading.notices))


def _read_file(path: Path, reading: _Reading) -> None:
    """Take the values of the file, and note what is wrong in it."""
    try:
        data = tomllib.loads(text_of(path))
    except FileNotFoundError:
        return
    except (OSError, ValueError, RecursionError) as error:
        reading.notices.append(f"{_shown(path)}: cannot be read: {reason_of(error)}. The defaults are used")
        return
    known = {option.key: option for option in SETTINGS}
    for key, value in data.items():
        if key not in known:
            near = did_you_mean(key, known)
            reading.notices.append(f"{_shown(path)}: no setting {quoted(key)}{near}")
        elif isinstance(value, (str, bool, int)):
            _take(reading, known[key], show_scalar(value), "file", _shown(path))
        else:
            reading.notices.append(f"{_shown(path)}: setting {clean(key)} must be a word, a number or true/false")


def _shown(path: Path) -> str:
    return clean(str(path), 100)


def text_of(path: Path) -> str:
    """The text of a file that people write, with or without a byte order mark. Raises OSError or ValueError."""
    data = read_regular(path, MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise ValueError("larger than 64 KiB")
    return data.decode("utf-8-sig")


def _take(reading: _Reading, option: Option, text: str, source: str, where: str) -> None:
    aliases = {"true": "on", "false": "off", "1": "on", "0": "off"} if isinstance(option.default, bool) else {}
    try:
        reading.values[option.key] = option.read(aliases.get(text.lower(), text))
        reading.sources[option.key] = source
    except OptionError as error:
        reading.notices.append(f"{where}: {clean(str(error), 120)}")


def save(settings: Settings, changes: Mapping[str, Scalar]) -> Settings:
    """Write changed settings into the file, keeping its comments and unknown lines. Raises OSError."""
    try:
        lines = text_of(settings.path).splitlines()
    except FileNotFoundError:
        lines = []
    except ValueError as error:
        raise OSError(errno.EINVAL, f"it cannot be read: {error}") from None
    if not lines:
        lines = ["# Settings of towergames. Change them here or in the program."]
    for key, value in changes.items():
        line = f"{key} = {_toml(value)}"
        # Below the first [table] a key would belong to that table.
        top = 0
        while top < len(lines) and not lines[top].lstrip().startswith("["):
            top += 1
        at = [i for i, old in enumerate(lines[:top]) if re.match(rf"\s*{re.escape(key)}\s*=", old)]
        if at:
            comment = re.search(r"\s+#.*$", lines[at[0]])
            lines[at[0]] = line + (comment.group(0) if comment else "")
        else:
            lines.insert(top, line)
    write_atomically(settings.path, "\n".join(lines) + "\n")
    values = {**settings.values, **changes}
    sources = {**settings.sources, **dict.fromkeys(changes, "file")}
    return Settings(values, sources, settings.path, settings.notices)


def _toml(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else json.dumps(value)


def write_atomically(path: Path, text: str) -> None:
    """Replace a small file whole: temporary file beside it, fsync, rename. Raises OSError; the old file stays then."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a regular file")
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with open(temporary, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise

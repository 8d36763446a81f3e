"""The files that this program has written on this machine. Files of somebody else beside them stay.

A file is the program's own by its name and its place, a saved game by its first line too. Links are nobody's.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from towergames.core.files import read_regular
from towergames.lexicon import cache as lexicon_cache
from towergames.paths import cache_folder, checkout, default_config_folder, default_saves_folder, examples_folder
from towergames.session.app_state import FILE_NAME as TABLES_NAME
from towergames.settings import FILE_NAME as SETTINGS_NAME
from towergames.settings import KEYS_NAME
from towergames.table.examples import example_names
from towergames.table.kept_tasks import FILE_NAME as TASKS_NAME
from towergames.table.lock import state_of
from towergames.table.records import MAGIC
from towergames.table.storage import SUFFIX, is_name
from towergames.table.store import TRASH
from towergames.tui.screens.records.since import SINCE_NAME

_FIRST = f'{{"magic":"{MAGIC}"'.encode()
_BESIDE = re.compile(r"\.([a-z0-9-]+)\.jsonl\.([a-z0-9-]+)")
"""Locks and unfinished files of a saved game have its name and a word for what they are."""
_ASIDE = re.compile(r"([a-z0-9-]+)\.jsonl\.(?:damaged|format-\d+)(?:-\d+)?")
"""Copies of a saved game that were put aside begin with its name."""
_REMEMBERED = (SETTINGS_NAME, KEYS_NAME, TABLES_NAME, TASKS_NAME, SINCE_NAME)
_OF_SETTINGS = re.compile("|".join(rf"{re.escape(name)}|\.{re.escape(name)}\.\d+\.new" for name in _REMEMBERED))
_FACTS = re.compile(r"facts-1-[0-9a-f]{8}\.jsonl|\.facts-1-[0-9a-f]{8}\.jsonl\.\d+\.new")
_GRAPHS = re.compile(r"[0-9a-f]{32}-[a-z0-9-]+\.dawg|\.new-.+")
_LISTS = re.compile(r"[0-9a-f]{64}\.words")
_TRIALS = re.compile(r"engine-[0-9a-f]{16}\.txt|\.engine-.+")
_BASH_FILE = Path(".bash_completions") / "towergames.sh"
_COMPLETIONS = (
    _BASH_FILE,
    Path(".zfunc") / "_towergames",
    Path(".config") / "fish" / "completions" / "towergames.fish",
)
"""The scripts that ``--install-completion`` writes, in the home folder."""


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """Files of one kind in one folder. ``remade``: the program makes them again when it needs them."""

    kind: str
    folder: Path
    files: tuple[Path, ...]
    remade: bool = False


def own_files(saves: Path, config: Path) -> list[OwnFiles]:
    """All files of the program: in these folders of saved games and settings, in the cache, and for shells."""
    words, cache = lexicon_cache.folder(), cache_folder()
    found = [
        OwnFiles("saved games", saves, _matching(saves, lambda file: _is_of_saves(file, saves))),
        OwnFiles("deleted games", saves / TRASH, _matching(saves / TRASH, lambda file: _is_of_saves(file, saves))),
        OwnFiles("settings and what is remembered", config, _matching(config, _named(_OF_SETTINGS))),
        OwnFiles("facts of finished games", config, _matching(config, _named(_FACTS)), remade=True),
        OwnFiles("word lists made ready", words, _matching(words, _named(_GRAPHS)), remade=True),
        OwnFiles("copies of your own word lists", words, _matching(words, _named(_LISTS))),
        OwnFiles("trials of the physics engine", cache, _matching(cache, _named(_TRIALS)), remade=True),
    ]
    with suppress(RuntimeError):  # a user without a home
        home = Path.home()
        scripts = tuple(home / name for name in _COMPLETIONS if _is_regular(home / name))
        found.append(OwnFiles("completion of commands in shells", home, scripts))
    return [group for group in found if group.files]


def own_folders(saves: Path, config: Path, files: Iterable[Path]) -> list[Path]:
    """The folders that the program has made, those inside others first.

    A folder that a person names is one of them only where it holds some of these files of the program.
    """
    held = {parent for file in files for parent in file.parents}
    made = [lexicon_cache.folder(), cache_folder()]
    trash = saves / TRASH
    if not trash.is_symlink():
        made.append(trash)
    for named, usual in ((saves, default_saves_folder()), (config, default_config_folder())):
        if named in held or named == usual:
            made.append(named)
    if saves == default_saves_folder() and checkout() is None:
        made.append(saves.parent)
    return made


def strangers(folders: Iterable[Path], own: Iterable[Path]) -> list[Path]:
    """The paths in folders of the program that are neither its own files nor folders, nor come with a checkout."""
    shipped = {examples_folder() / f"{name}{SUFFIX}" for name in example_names()} | {examples_folder() / "README.md"}
    known = {*own, *folders, *shipped}
    return [path for folder in dict.fromkeys(folders) for path in _entries(folder) if path not in known]


def open_game(saves: Path) -> str:
    """The name of a saved game that is open in another window, '' if none is."""
    for path in _entries(saves):
        found = _BESIDE.fullmatch(path.name)
        if found and state_of(saves / f"{found[1]}{SUFFIX}", found[2]) is not None:
            return found[1]
    return ""


def remove(path: Path) -> None:
    """Remove a file; with the script for bash goes the line of ~/.bashrc that reads it. Raises OSError."""
    if path.parts[-2:] == _BASH_FILE.parts:
        _forget_line(path.parents[1] / ".bashrc", f"source '{path}'")
    path.unlink()


def _forget_line(path: Path, line: str) -> None:
    """Take a line out of a file that a person writes; everything else in it stays, byte for byte. Raises OSError."""
    file = path.resolve()
    try:
        lines = file.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return
    kept = [one for one in lines if one.strip() != os.fsencode(line)]
    if kept == lines:
        return
    fresh = file.with_name(f".{file.name}.towergames.new")
    fresh.write_bytes(b"".join(kept))
    shutil.copymode(file, fresh)
    fresh.replace(file)


def _matching(folder: Path, is_own: Callable[[Path], bool]) -> tuple[Path, ...]:
    if folder.is_symlink() and folder.name == TRASH:
        return ()
    return tuple(path for path in _entries(folder) if _is_regular(path) and is_own(path))


def _named(pattern: re.Pattern[str]) -> Callable[[Path], bool]:
    return lambda path: pattern.fullmatch(path.name) is not None


def _is_of_saves(path: Path, saves: Path) -> bool:
    """Whether a file is a saved game, or belongs to one, and does not come with the program."""
    for pattern in (_BESIDE, _ASIDE):
        if found := pattern.fullmatch(path.name):
            return is_name(found[1])
    if path.suffix != SUFFIX or not is_name(path.stem):
        return False
    if saves == examples_folder() and path.stem in example_names():
        return False
    try:
        return read_regular(path, len(_FIRST)) == _FIRST
    except OSError:
        return False


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []

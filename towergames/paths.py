"""Where things are kept: saves, settings, caches. Nothing is created by asking."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

APP = "towergames"


def checkout() -> Path | None:
    """The folder with this project's pyproject.toml when running from a checkout, else None."""
    root = Path(__file__).resolve().parent.parent
    return root if (root / "pyproject.toml").is_file() and (root / "saves").is_dir() else None


def expanded(named: str) -> Path:
    """The path with ``~`` as the home folder; a ``~name`` that nobody has is a name like any other."""
    try:
        return Path(named).expanduser()
    except RuntimeError:  # ~somebody who does not exist: then it is a folder's name
        return Path(named)


def saves_folder(given: str | None = None) -> Path:
    """``--saves``, else TOWERGAMES_SAVES, else ``saves/`` of a checkout, else the platform's user-data folder."""
    named = given or os.environ.get("TOWERGAMES_SAVES")
    return expanded(named) if named else default_saves_folder()


def default_saves_folder() -> Path:
    """``saves/`` of a checkout, else the platform's user-data folder."""
    root = checkout()
    return root / "saves" if root else Path(platformdirs.user_data_dir(APP, appauthor=False)) / "saves"


def examples_folder() -> Path:
    """The finished games that ship: in ``saves/`` of a checkout, inside the package in an installed wheel."""
    root = checkout()
    return root / "saves" if root else Path(__file__).resolve().parent / "examples"


def config_folder(given: str | None = None) -> Path:
    """``--config``, else TOWERGAMES_CONFIG, else the platform's config folder."""
    named = given or os.environ.get("TOWERGAMES_CONFIG")
    return expanded(named) if named else default_config_folder()


def default_config_folder() -> Path:
    """The platform's config folder."""
    return Path(platformdirs.user_config_dir(APP, appauthor=False))


def cache_folder() -> Path:
    """The platform's cache folder for this program."""
    return Path(platformdirs.user_cache_dir(APP, appauthor=False))


def wordlists_folder() -> Path:
    """The word lists that ship: beside pyproject.toml in a checkout, inside the package in an installed wheel."""
    root = checkout()
    return root / "wordlists" if root else Path(__file__).resolve().parent / "wordlists"

"""The names of saves: slugs, each at most once in a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from towergames.core.text import slug

SUFFIX = ".jsonl"

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}\Z")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\Z")


def is_name(text: str) -> bool:
    """Whether a save may be called so."""
    return bool(_SLUG.match(text)) and not _RESERVED.match(text)


def names_in(folder: Path) -> list[str]:
    """The names of the saves in a folder, in alphabetical order."""
    found = [entry for entry in _entries(folder) if entry.endswith(SUFFIX)]
    return sorted(stem for entry in found if _SLUG.match(stem := entry.removesuffix(SUFFIX)))


def free_name(folder: Path, wish: str, but: str = "") -> str:
    """A name made of the wish that no save in the folder has, and not ``but`` (upper and lower case are the same)."""
    taken = {entry.casefold() for entry in (*_entries(folder), f"{but}{SUFFIX}")}
    return next(name for name in _numbered(slug(wish)) if f"{name}{SUFFIX}" not in taken)


def _entries(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _numbered(base: str) -> Iterator[str]:
    yield base
    number = 2
    while True:
        yield f"{base[:56].rstrip('-')}-{number}"
        number += 1

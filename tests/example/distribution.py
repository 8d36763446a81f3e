"""Distributions in a folder on the path, with the metadata of an installed one, made without a network."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

from towergames import registry
from towergames.registry import foreign  # the function itself: tests/conftest.py hides it from all other tests

EXAMPLE = Path(__file__).parents[2] / "docs" / "makers" / "example-game"
NIM = registry.Entry("nim", "towergames_nim")


def write_metadata(folder: Path, name: str, entry_points: str) -> None:
    """The ``dist-info`` of a distribution; ``entry_points`` is the text of its file of that name."""
    made = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    made.mkdir(parents=True)
    (made / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (made / "entry_points.txt").write_text(entry_points, encoding="utf-8")


def write_example_metadata(folder: Path) -> None:
    """The metadata that a build makes from the example's pyproject.toml; its package is on the path already."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [f"{key} = {value}" for key, value in project["entry-points"][registry.GROUP].items()]
    write_metadata(folder, project["name"], "\n".join([f"[{registry.GROUP}]", *lines, ""]))


def write_package(folder: Path, name: str, modules: Mapping[str, str]) -> None:
    (folder / name).mkdir(parents=True)
    for module, text in {"__init__": "", **modules}.items():
        (folder / name / f"{module}.py").write_text(text, encoding="utf-8")


@contextmanager
def found_in(folder: Path) -> Iterator[registry.Foreign]:
    """The registry looks for the distributions in the folder, and in no other, inside the block."""
    before, hidden, modules = list(sys.path), registry.foreign, set(sys.modules)
    # Other folders keep their packages, but lose their metadata.
    sys.path[:] = [str(folder), *(place for place in before if not list(Path(place or ".").glob("*.dist-info")))]
    invalidate_caches()
    registry._is_there.cache_clear()
    foreign.cache_clear()
    registry.foreign = foreign
    try:
        found = foreign()
        sys.path[:] = [str(folder), *before]
        yield found
    finally:
        registry.foreign = hidden
        foreign.cache_clear()
        sys.path[:] = before
        for name in set(sys.modules) - modules:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]

"""The program with a Textual in which one part has another name: ``python -m tests.pty.without_part PART ...``.

Textual itself is consistent. Only who reaches into it from outside misses the part.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any


class Renaming(MetaPathFinder):
    """Finds the modules of Textual, in which each ``part`` is called ``part_gone``."""

    def __init__(self, part: str) -> None:
        self._part, self._new = part, f"{part}_gone"

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A module, which may be called by its new name alone."""
        parent, _, last = fullname.rpartition(".")
        if fullname.partition(".")[0] != "textual":
            return None
        if last == self._part:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        there = f"{parent}.{self._part}" if last == self._new else fullname
        spec = PathFinder.find_spec(there, path)
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return spec
        renamed = ModuleSpec(fullname, Loader(fullname, spec.loader.path, self._part, self._new), origin=spec.origin)
        renamed.submodule_search_locations = spec.submodule_search_locations
        renamed.has_location = True
        return renamed


class Loader(SourceFileLoader):
    """Compiles a module after the change."""

    def __init__(self, fullname: str, path: str, part: str, new: str) -> None:
        super().__init__(fullname, path)
        self._change = rf"\b{re.escape(part)}\b", new

    def get_code(self, fullname: str) -> CodeType | None:
        """The code, of which nothing is kept."""
        source: Any = self.get_source(fullname)
        return compile(re.sub(*self._change, source), self.path, "exec", dont_inherit=True)


def main(part: str) -> None:
    """Run the program without a part."""
    sys.meta_path.insert(0, Renaming(part))
    from towergames.cli.main import entry

    entry()


if __name__ == "__main__":
    main(sys.argv.pop(1))

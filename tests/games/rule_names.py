"""The rules that tests name."""

from __future__ import annotations

import re
from pathlib import Path


def rules_named_beside(file: str) -> set[str]:
    """The rules in the names of the tests that lie in the folder of a file: ``test_k7_and_r15_agree`` has two."""
    named: set[str] = set()
    for path in Path(file).parent.glob("test_*.py"):
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            named |= {f"{kind.upper()}-{number}" for kind, number in re.findall(r"_([a-z])(\d+)(?=_)", name)}
    return named

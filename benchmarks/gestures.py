"""How many functions a gesture runs: ``python -m benchmarks.gestures`` prints a table, with ``--list`` each function.

``tests/tui/gestures.py`` says what is counted. Figures in tui/SPEED.md.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.tui.gestures import GESTURES, gesture


def main() -> None:
    """Print the table."""
    for name, what in GESTURES.items():
        profile = asyncio.run(gesture(Path(tempfile.mkdtemp()), *what))
        print(f"{name}: {len(profile.functions)} functions in {len(profile.files)} files")
        if "--list" in sys.argv:
            print(*(f"    {function}" for function in profile.functions), sep="\n")


if __name__ == "__main__":
    main()

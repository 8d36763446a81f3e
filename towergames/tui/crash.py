"""What is printed when the program fails: where, but never with which values: they could be hidden cards."""

from __future__ import annotations

import traceback
from pathlib import Path

EXIT_CRASH = 70
"""The exit code of a fault in the program itself (EX_SOFTWARE)."""

_PACKAGE = Path(__file__).resolve().parent.parent
_FRAMES = 12


def crash_report(error: BaseException, kept: str = "") -> str:
    """Type and place of the error, innermost last, without its message, its values, or names of folders.

    ``kept`` says what is on the disk of the game that was played, if one was.
    """
    rows = []
    for frame in traceback.extract_tb(error.__traceback__)[-_FRAMES:]:
        path = Path(frame.filename)
        try:
            name = str(Path("towergames") / path.resolve().relative_to(_PACKAGE))
        except ValueError:
            name = path.name
        rows.append(f"  {name}:{frame.lineno} in {frame.name}")
    return "\n".join(
        [
            f"towergames has to stop: a fault in the program ({type(error).__name__}).",
            *rows,
            *([kept] if kept else []),
        ]
    )

"""The process of one window in a browser, which the server starts: ``python -P -m towergames.web.session``.

No module is imported from the current folder. Where towergames is not installed, PYTHONPATH has to name its folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from towergames.run_request import TAKE, RunRequest
from towergames.tui.run import run_tui


def main(saves: str, table: str, seat: str, config: str, *words: str) -> int:
    """Play a seat of an open table, or watch it where ``seat`` is empty. Packets of textual-serve go in and out.

    The word ``take`` takes the seat from a window that sits there.
    """
    seats, taking = (int(seat),) if seat else (), TAKE in words
    request = RunRequest(
        "join", Path(saves), save=table, seats=seats, config=Path(config), from_others=taking, served=True
    )
    return run_tui(request)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

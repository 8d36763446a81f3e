"""A series of games of two entrants, as rows of JSON in a file. A stopped series goes on with its file."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Row = dict[str, Any]
"""A finished game, or what a probe has noted."""
Play = Callable[[tuple[str, ...], int], Row]
"""Plays one game: the entrants by seat, and the seed."""


def read(paths: list[str]) -> list[Row]:
    """All rows of some files."""
    lines = (line for path in paths for line in Path(path).read_text().splitlines())
    return [json.loads(line) for line in lines]


def append(path: Path, row: Row) -> None:
    """Write a row at the end of a file."""
    with path.open("a") as file:
        file.write(json.dumps(row) + "\n")


def number_given(at: int, otherwise: int) -> int:
    """The argument of the program at a place, if there is one."""
    return int(sys.argv[at]) if len(sys.argv) > at else otherwise


def seconds_given(arguments: list[str]) -> float:
    """Take ``--seconds N`` out of the arguments: no game begins after so long."""
    if "--seconds" not in arguments:
        return float("inf")
    at = arguments.index("--seconds")
    seconds = float(arguments[at + 1])
    del arguments[at : at + 2]
    return seconds


def play_series(path: Path, names: tuple[str, str], games: int, first: int, until: float, play: Play) -> None:
    """Play pairs of games with one seed and the seats swapped, but none that the file has, and none after ``until``."""
    done = {(row["seed"], tuple(row["names"])) for row in read([str(path)])} if path.exists() else set()
    for at in range(games):
        seed, seats = first + at // 2, names if at % 2 == 0 else names[::-1]
        if (seed, seats) not in done and time.monotonic() < until:
            append(path, play(seats, seed))

"""Short ways to a table in the middle of a null game, and to bytes that lie."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.conformance.seating import play_on
from tests.null.entry import NULL
from towergames.core.options import Scalar
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import Header, SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store

NAMES = ("Ann", "Bob", "Cleo")


def null_header(*bots: str, seed: int = 1, **options: Scalar) -> Header:
    """A null game for as many seats as there are strings; "" is a person, else the bot's level."""
    seats = [SeatSetup(NAMES[i], bot) for i, bot in enumerate(bots or ("", ""))]
    return new_header(NULL.game, seats, options, seed, levels=("random", "easy"), created="2026-01-01T00:00:00Z")


def null_table(*bots: str, moves: Sequence[str] = (), **options: Scalar) -> Table:
    """A table without a journal after some moves by whoever is on."""
    table = Table(History(NULL.game, null_header(*bots, **options)))
    table.advance()
    do(table, *moves)
    return table


def do(table: Table, *moves: str) -> None:
    for move in moves:
        table.submit(table.turn.seat, table.parse(move))


def saved_game(folder: Path, name: str = "game", moves: int = 8, **options: Scalar) -> Path:
    """The file of a closed save after some random moves."""
    table = Store(folder).begin(null_header("", "", **{"heap": 40, **options}), name)
    play_on(table, moves)
    table.close()
    return folder / f"{name}.jsonl"


def append(path: Path, data: bytes) -> None:
    """As another program writes behind the records."""
    with path.open("ab") as file:
        file.write(data)


def reseal(lines: Sequence[dict[str, Any]]) -> bytes:
    """A chain of any records at all with right sums: what somebody writes who has read FORMAT.md."""
    out, before = [], ""
    for number, line in enumerate(lines):
        if number:
            line = {**line, "prev": line["prev"] if line.get("prev") == "keep" else before}
        content = json.dumps(line, separators=(",", ":"), ensure_ascii=True).encode()
        before = hashlib.sha256(content).hexdigest()
        out.append(content[:-1] + b',"sum":"' + before.encode() + b'"}\n')
    return b"".join(out)


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The records of a save without their sums, to be changed and resealed."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    return [{key: value for key, value in line.items() if key != "sum"} for line in lines]

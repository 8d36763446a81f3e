"""Saves and word lists from strangers: only refusals come out, and how much time and memory they take (R6).

``python -m benchmarks.hostile_files 100000`` tries so many small files of each kind, and always the largest ones.
Seconds are of the processor, so that other work on the machine does not count.
"""

from __future__ import annotations

import copy
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.golden.make import SAVES
from tests.null.entry import NULL, registered
from tests.table.helpers import lines_of, reseal
from towergames import lexicon
from towergames.table.errors import SaveError
from towergames.table.journal import parse_journal
from towergames.table.records import MAX_FILE
from towergames.table.save_file import replay_contents

JUNK = (None, True, -1, 0, 7, 2**53, 10**30, 1.5, 1e308, "", "x", "\x1b[2J", "\u202e", "é" * 40, "9" * 400, [], [[]])
JUNK += ({}, {"a": 1}, [1, 2, 3], [None] * 50, {"": {"": {"": {}}}}, ["x", {"y": [0]}])  # type: ignore[assignment]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*([path] if path else []), *(p for key, inner in items for p in places(inner, (*path, key)))]


def lie(lines: list[dict[str, Any]], dice: random.Random) -> bytes:
    """A save with right sums and some values that are not what belongs there; sometimes with broken bytes besides."""
    lines = copy.deepcopy(lines[: dice.randint(1, len(lines))])
    for _ in range(dice.randint(1, 3)):
        row = dice.choice(lines[:3] if dice.random() < 0.6 else lines)
        *path, last = dice.choice(places(row))
        target: Any = row
        for key in path:
            target = target[key]
        target[last] = copy.deepcopy(dice.choice(JUNK))
    data = bytearray(reseal(lines))
    if dice.random() < 0.2:
        data[dice.randrange(len(data))] = dice.randrange(256)
    return bytes(data)


def words(dice: random.Random) -> bytes:
    """A word list of words, half words and noise."""
    parts = (b"mood", b"quit", b"\xff\xfe", b"\x00", b"\x1b[2J", b"na\xc3\xafve", b"\r", b" ", b"#", b"z" * 300)
    return b"".join(dice.choice(parts) + dice.choice((b"\n", b"", b"\r\n")) for _ in range(dice.randint(0, 60)))


def largest_saves() -> dict[str, bytes]:
    """The worst that the caps let in."""
    game = lines_of(SAVES / "takethat-r1-2.jsonl")
    note = {"n": 0, "by": 0, "kind": "note", "body": {"note": "hint"}, "state": "0" * 16, "prev": ""}
    return {
        "8 MiB in one line": b"[" * MAX_FILE,
        "8 MiB of empty lines": reseal(game[:1]) + b"\n" * (MAX_FILE - 4096),
        "10,000 records": reseal([*game[:2], *(note | {"n": n} for n in range(2, 10_001))]),
        "larger than 8 MiB": b" " * (MAX_FILE + 1),
    }


def tried(name: str, read: Callable[[], Any], refusal: type[Exception], shown: bool = True) -> float:
    """Seconds for one file; whatever is raised that is no refusal ends the run."""
    before, began, said = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time(), "opened"
    try:
        read()
    except refusal as error:
        said = f"refused: {str(error)[:60]}"
    took = time.process_time() - began
    if shown:
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        print(f"  {name}: {took:.2f} s, at most {more:.0f} MiB more, {said}")
    return took


def main(count: int, folder: Path) -> None:
    dice = random.Random(1)
    golden = [lines_of(SAVES / name)[:30] for name in ("null-r1-2.jsonl", "takethat-r1-2.jsonl", "words-r1-2.jsonl")]
    replay_contents(parse_journal(reseal(golden[2])))  # what every process loads once

    def save(data: bytes) -> Callable[[], Any]:
        return lambda: replay_contents(parse_journal(data))

    def word_list(data: bytes) -> Callable[[], Any]:
        (folder / "list.txt").write_bytes(data)
        return lambda: lexicon.load(folder / "list.txt")

    slowest = max(tried("", save(lie(dice.choice(golden), dice)), SaveError, False) for _ in range(count))
    print(f"{count} small saves: slowest {slowest:.3f} s")
    for name, data in largest_saves().items():
        tried(name, save(data), SaveError)
    slowest = max(tried("", word_list(words(dice)), lexicon.LexiconError, False) for _ in range(count))
    print(f"{count} small word lists: slowest {slowest:.3f} s")
    letters = "abcdefghijklmnopqrstuvwxyz"
    many = ["".join(dice.choices(letters, k=9)) for _ in range(1_900_000)]
    tried("300,000 words", word_list("\n".join(many[:300_000]).encode()), lexicon.LexiconError)
    tried("32 MiB in one line", word_list(b"a" * (32 << 20)), lexicon.LexiconError)
    tried("32 MiB of bad lines", word_list(b"x y\n" * (8 << 20)), lexicon.LexiconError)
    tried("1.9 million words", word_list("\n".join(many).encode()), lexicon.LexiconError)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home, registered(NULL):
        os.environ["XDG_CACHE_HOME"] = home  # what is read is remembered there
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, Path(home))

"""The cache of facts of 500 finished games: ``python -m benchmarks.facts_cache [GAMES_OF_EACH]``.

Writes 100 games of each kind: the finished games that are kept in ``tests/golden/saves`` and ``saves``, in turn, each
with other players and another date. Prints seconds of the processor: for a replay of every journal, as statistics
needed once; for facts found for the first time; and for facts that the cache vouches for. Fails where the last take
more than a fiftieth of the first, or the second more than twice as long. The replay is that of the same run, so the
load of the machine does not matter much.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from towergames import registry
from towergames.core.contract import Over
from towergames.table.errors import SaveError
from towergames.table.facts_cache import FactsCache
from towergames.table.journal import Contents, in_format, read_journal
from towergames.table.records import SeatSetup
from towergames.table.save_file import replay_contents
from towergames.table.store import Store

ROOT = Path(__file__).resolve().parent.parent
VOUCHED, ANEW = 50, 2


def finished(game: str) -> list[Contents]:
    """The journals of finished games that are kept with the project."""
    found = []
    for path in sorted([*(ROOT / "tests/golden/saves").glob(f"{game}-*.jsonl"), *(ROOT / "saves").glob(f"*-{game}*")]):
        with suppress(SaveError):
            contents = read_journal(path)
            if contents.header.branch is None and isinstance(replay_contents(contents).history.turn, Over):
                found.append(contents)
    return found


def write_games(folder: Path, of_each: int) -> None:
    """Write so many saves of each game."""
    for entry in registry.ENTRIES:
        for number, contents in enumerate(islice(cycle(finished(entry.key)), of_each)):
            header = contents.header
            created = f"2026-{1 + number % 12:02}-{1 + number // 12 % 28:02}T{number % 24:02}:{number % 60:02}:00Z"
            seats = tuple(SeatSetup(f"Player {at}", seat.bot) for at, seat in enumerate(header.seats, start=1))
            other = replace(contents, header=replace(header, created=created, seats=seats))
            (folder / f"{entry.key}-{number}.jsonl").write_bytes(in_format(other, header.format))


def replay_all(store: Store) -> int:
    """Replay every journal, and how many games are over."""
    over = 0
    for name in store.names():
        history = replay_contents(read_journal(store.path(name), store.storage)).history
        if isinstance(history.turn, Over):
            history.game.totals(history.state)
            over += 1
    return over


def measure(of_each: int) -> bool:
    """Print the times, and whether they keep the limits."""
    with TemporaryDirectory() as folder:
        saves = Path(folder, "saves")
        saves.mkdir()
        write_games(saves, of_each)
        store = Store(saves)
        replay_all(store)  # what is imported and read once
        began = time.process_time()
        over = replay_all(store)
        replayed = time.process_time() - began
        began = time.process_time()
        games = FactsCache(saves, Path(folder)).all_games()
        anew = time.process_time() - began
        assert len(games) == over == of_each * len(registry.ENTRIES), (len(games), over)
        fresh = []
        for _ in range(5):
            cache = FactsCache(saves, Path(folder))
            began = time.process_time()
            known = cache.games()
            fresh.append(time.process_time() - began)
            assert known == games
        vouched, size = sorted(fresh)[2], cache.path.stat().st_size
    print(f"{len(games)} games, a cache of {size / 1024:.0f} KiB")
    print(f"every journal replayed: {replayed:.3f} s")
    print(f"facts found for the first time: {anew:.3f} s, {anew / replayed:.2f} times as long (limit {ANEW})")
    print(f"facts vouched for: {vouched:.4f} s, a part of {replayed / vouched:.0f} (limit {VOUCHED})")
    return anew <= ANEW * replayed and vouched * VOUCHED <= replayed


def main() -> int:
    return int(not measure(int(*sys.argv[1:] or ["100"])))


if __name__ == "__main__":
    sys.exit(main())

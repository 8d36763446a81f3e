"""How fast all legal plays with their scores are found. Run it by hand:

    python -m benchmarks.words_generator [LIST|FILE] [GAMES]

Positions come from greedy self-play of two; every position before a play is timed, best of three. The board with no
tile is timed apart, with AEINRST as the worst rack known.
"""

from __future__ import annotations

import sys
import time

from towergames import lexicon
from towergames.core.dice import Dice
from towergames.games.words import grid
from towergames.games.words.generator import Generator
from towergames.games.words.model import full_bag
from towergames.games.words.spelling import tiles_of


def positions(generator: Generator, games: int) -> list[tuple[tuple[str, ...], str]]:
    """(board, rack) before each turn of some games of the highest score."""
    found = []
    for game in range(games):
        bag = Dice(game, 0, "bench").shuffled(full_bag(10))
        board: tuple[str, ...] = ("",) * 100
        racks = [[bag.pop() for _ in range(7)] for _ in range(2)]
        for turn in range(200):
            rack = racks[turn % 2]
            text = "".join(sorted(rack))
            found.append((board, text))
            plays = generator.plays(board, text)
            if not plays or not rack:
                break
            tiles = min(plays, key=lambda p: (-p.score, p.cell, p.down, p.tiles)).placements(10)
            board = grid.place_tiles(board, tiles)
            for tile in tiles.values():
                rack.remove(tile)
            while len(rack) < 7 and bag:
                rack.append(bag.pop())
    return found


def timed(generator: Generator, board: tuple[str, ...], rack: str) -> float:
    """Milliseconds for one position, the best of three."""
    best = 1e9
    for _ in range(3):
        began = time.process_time()
        generator.plays(board, rack)
        best = min(best, time.process_time() - began)
    return best * 1000


def loop() -> float:
    """Nanoseconds for one turn of a plain loop: 25 to 30 where nothing else runs, more on a busy machine."""
    best = 1e9
    for _ in range(5):
        began, total = time.process_time(), 0
        for i in range(200_000):
            total += i & 7
        best = min(best, time.process_time() - began)
    return best / 200_000 * 1e9


def main() -> None:
    """Measure and print."""
    chosen = lexicon.load(sys.argv[1] if len(sys.argv) > 1 else "standard")
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    found = positions(Generator(tiles_of(chosen)), games)
    full = [(board, rack) for board, rack in found if len(rack) == 7 and any(board)]
    generator = Generator(tiles_of(chosen))
    first = []
    for board, rack in full:  # each position met for the first time, as in a game
        began = time.process_time()
        generator.plays(board, rack)
        first.append((time.process_time() - began) * 1000)
    again = [timed(generator, board, rack) for board, rack in full]
    print(f"a plain loop takes {loop():.0f} ns a turn here just now")
    plays = sum(len(generator.plays(board, rack)) for board, rack in full) / len(full)
    print(f"{chosen.reference}: {len(full)} mid-game positions with seven tiles, {plays:.0f} plays each on average")
    for name, times in (("first met", first), ("met again", again)):
        ordered = sorted(times)
        mean, p99 = sum(times) / len(times), ordered[int(len(times) * 0.99)]
        print(f"  {name}: mean {mean:.2f} ms, 99 % {p99:.2f} ms, worst {ordered[-1]:.2f} ms")
    for rack in ("AEINRST", "EIQSTUA"):
        count = len(generator.plays(("",) * 100, rack))
        print(f"  empty board, {rack}: {timed(generator, ('',) * 100, rack):.2f} ms, {count} plays")


if __name__ == "__main__":
    main()

"""How high towers of Konexi grow, how they fall, and what a release costs: run by hand.

    python -m tests.bench.konexi_rounds play FILE HAND [ROUNDS [SEED]]
    python -m tests.bench.konexi_rounds report FILE...

``play`` lets three ``easy`` opponents play rounds with a steady, normal or shaky hand, each round a new game from its
own seed. It appends one line of JSON a round to FILE and goes on where it was stopped. On one machine the same call
gives the same towers; milliseconds are time of this process. ``report`` tells for each hand the letters in the tower
when the round ended, how it ended, and what a release cost.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from towergames.core.bot import Clock
from towergames.core.contract import Decide, Nature, Over
from towergames.core.dice import Dice
from towergames.games.konexi.bots import EASY
from towergames.games.konexi.game import GAME
from towergames.games.konexi.model import FALLS, FULL, State

Row = dict[str, Any]


def play_round(hand: str, seed: int) -> Row:
    """One round from an empty table to its end."""
    s: State = GAME.new(3, {"hand": hand, "target": 50})
    row: Row = {"hand": hand, "seed": seed, "letters": 0, "kind": "won", "cause": "", "ms": [], "words": []}
    ply = 0
    while not isinstance(turn := GAME.turn(s), Over) and s.round == 1:
        ply += 1
        if isinstance(turn, Nature):
            start = time.process_time()
            outcome = GAME.resolve(s, turn, Dice(seed, ply, turn.kind))
            if turn.kind == "release":
                row["ms"].append(round(1000 * (time.process_time() - start), 1))
            step = GAME.settle(s, outcome)
        else:
            assert isinstance(turn, Decide)
            thought = EASY.choose(GAME.view(s, turn.seat), Dice(seed, ply, "easy"), Clock())
            step = GAME.apply(s, thought.action)
        row["words"] += [line.points for line in step.scores if line.points > 0]
        s = step.state
    if s.ended is None:
        row["letters"] = len(s.tower)
    else:
        row |= {"letters": s.ended.letters, "kind": s.ended.kind, "cause": s.ended.cause}
    return row


def play(file: Path, hand: str, rounds: int, seed: int) -> None:
    """Rounds that are not in the file yet."""
    done = {(row["hand"], row["seed"]) for row in rows([file])} if file.exists() else set()
    for number in range(seed, seed + rounds):
        if (hand, number) not in done:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(play_round(hand, number)) + "\n")


def rows(files: list[Path]) -> list[Row]:
    """All rounds of some files."""
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def report(files: list[Path]) -> None:
    """A table for each hand."""
    by_hand: dict[str, list[Row]] = defaultdict(list)
    for row in rows(files):
        by_hand[row["hand"]].append(row)
    for hand in (hand for hand in ("steady", "normal", "shaky") if hand in by_hand):
        found = by_hand[hand]
        letters = sorted(row["letters"] for row in found)
        low, middle, high = statistics.quantiles(letters, n=4)
        print(f"{hand}: {len(found)} rounds")
        print(f"  letters: {letters[0]}..{letters[-1]}, quartiles {low:g} {middle:g} {high:g}")
        kinds = Counter(row["kind"] for row in found)
        print("  ends: " + ", ".join(f"{kind} {kinds[kind]}" for kind in (*FALLS, *sorted(set(kinds) - set(FALLS)))))
        print(f"  all letters: {kinds[FULL]}; of up to three letters: {sum(count <= 3 for count in letters)}")
        words = [points for row in found for points in row["words"]]
        print(f"  words: {len(words) / sum(letters):.2f} a letter, {statistics.mean(words or [0]):.1f} points each")
        times = sorted(ms for row in found for ms in row["ms"])
        late = times[int(0.99 * len(times))]
        print(f"  a release, ms: mean {statistics.mean(times):.1f}, 99 % {late:.0f}, most {times[-1]:.0f}")


def main() -> None:
    """Do what the command line says."""
    match sys.argv[1:]:
        case ["play", file, hand, *rest]:
            rounds, seed = [*map(int, rest), *(200, 1)[len(rest) :]]
            play(Path(file), hand, rounds, seed)
        case ["report", *files] if files:
            report([Path(file) for file in files])
        case _:
            print(__doc__)


if __name__ == "__main__":
    main()

"""Whether the search before a skip (L-22, L-23) overlooks moves in late positions: run by hand.

    python -m tests.bench.leaning_closing [POSITIONS [SEED]]

Games of random places that stand are played; every turn in which the table has little room left is a position. Where
the table's search finds no move, a search that is TIMES as long, with other dice, is asked as well.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import count
from statistics import mean, median
from typing import Any

from tests.bench.leaning_strength import RandomStable
from towergames.core.bot import Clock
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.games.leaning import table_top
from towergames.games.leaning.evaluation import room_on
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import State

LITTLE = 3
"""Free contacts of all pieces together."""
TIMES = 8


def late_positions(first_seed: int) -> Iterator[State]:
    """Turns of games with little room, one game after the other."""
    for seed in count(first_seed):
        state: Any = GAME.new(2, {"foundation": "ready", "first": 1})
        ply = 0
        while not isinstance(turn := GAME.turn(state), Over):
            if isinstance(turn, Decide):
                if state.phase == "turn" and not state.refused and 0 < room_on(state.layout) <= LITTLE:
                    yield state
                dice = Dice(seed, ply, "move")
                action = RandomStable().choose(GAME.view(state, turn.seat), dice, Clock(40)).action
                state = GAME.apply(state, action).state
            else:
                state = GAME.settle(state, GAME.resolve(state, turn, Dice(seed, ply, turn.kind))).state
            ply += 1


def long_search(state: State) -> int:
    """How many looks it takes until a move is found, 0 for none."""
    question = state.layout, state.next_piece, table_top.wishes_of(state), state.terms
    search = table_top.looks(*question, Dice(1, state.next_piece, "long search"), TIMES * table_top.LOOKS)
    return next((look for look, (_, found) in enumerate(search) if found is not None), 0)


def main(positions: str = "200", seed: str = "1") -> None:
    answered: list[bool] = []
    seconds: dict[bool, list[float]] = {True: [], False: []}
    wrong = 0
    known: set[object] = set()
    for state in late_positions(int(seed)):
        key = state.layout, table_top.wishes_of(state)
        if key in known:
            continue
        known.add(key)
        began = time.process_time()
        answered.append(table_top.find_place(state) is not None)
        seconds[answered[-1]].append(time.process_time() - began)
        if not answered[-1] and (looks := long_search(state)):
            wrong += 1
            print(f"overlooked: {len(state.layout.pieces)} pieces, room {room_on(state.layout)}, found after {looks}")
        print(f"{len(answered)} positions, {sum(answered)} with a move, {wrong} wrong", file=sys.stderr, flush=True)
        if len(answered) == int(positions):
            break
    print(f"{len(answered)} positions: {sum(answered)} with a move, {wrong} wrong")
    for answer, spent in seconds.items():
        if spent:
            told = f"median {median(spent):.1f} s, mean {mean(spent):.1f}, most {max(spent):.1f}"
            print(f"{'a move' if answer else 'no move'}: {told} of CPU time")


if __name__ == "__main__":
    main(*sys.argv[1:])

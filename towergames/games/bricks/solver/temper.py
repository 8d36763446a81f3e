"""Parallel tempering: towers at several temperatures, each changed by the rule of Metropolis, neighbours exchanged."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from towergames.games.bricks.solver.layout import BAD, HEATS, NEWS, SCORE, TAKEN, TRIED
from towergames.games.bricks.solver.moves import change
from towergames.games.bricks.solver.pieces import throw
from towergames.games.bricks.solver.survey import Row
from towergames.games.bricks.solver.worth import worth


def temper(
    towers: Sequence[Row],
    worths: Row,
    heats: Sequence[float],
    logs: Sequence[float],
    spare: Row,
    best: Row,
    told: Row,
    d: Row,
    memo: Row,
    trie: Sequence[int],
    bank: Sequence[int],
    tries: int,
) -> None:
    """Try so many changes at each temperature (the coldest first), then let neighbours change places."""
    length = len(spare)
    for at in range(len(heats)):
        tower = towers[at]
        now = worths[at]
        for _ in range(tries):
            for i in range(length):
                spare[i] = tower[i]
            if not change(spare, d):
                continue
            limit = now + heats[at] * logs[throw(d, HEATS)]
            reached = worth(spare, d, memo, trie, bank, limit)
            if reached < limit:
                continue
            now = reached
            for i in range(length):
                tower[i] = spare[i]
            told[TAKEN] += 1
            if now > told[SCORE] and d[BAD] == 0:
                told[SCORE] = now
                told[NEWS] = 1
                for i in range(length):
                    best[i] = spare[i]
        worths[at] = now
    told[TRIED] += tries * len(heats)
    neighbours(towers, worths, heats, logs, d)


def neighbours(
    towers: Sequence[Row], worths: Row, heats: Sequence[float], logs: Sequence[float], d: MutableSequence[int]
) -> None:
    """The better of two towers goes to the colder place, the worse one sometimes."""
    for at in range(len(heats) - 1, 0, -1):
        gain = (worths[at] - worths[at - 1]) * (1 / heats[at - 1] - 1 / heats[at])
        if gain < logs[throw(d, HEATS)]:
            continue
        warm, cold = towers[at], towers[at - 1]
        for i in range(len(warm)):
            one = warm[i]
            warm[i] = cold[i]
            cold[i] = one
        kept = worths[at]
        worths[at] = worths[at - 1]
        worths[at - 1] = kept

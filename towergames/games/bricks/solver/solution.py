"""The solution: chains run until the clock is over, and the best of their towers is kept."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from queue import SimpleQueue
from typing import Any

from towergames.core.bot import Clock
from towergames.games.bricks.deal import quick_tower
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import Code, Tower
from towergames.games.bricks.rules import STANDARD, Readings
from towergames.games.bricks.solver import rows as at
from towergames.games.bricks.solver.bound import upper_bound
from towergames.games.bricks.solver.engine import Run, compilable, compiled
from towergames.games.bricks.solver.hand import Hand, build
from towergames.games.bricks.solver.proof import HOW, LOWEST, proof, provable
from towergames.games.bricks.solver.sampler import temper
from towergames.lexicon import Lexicon

MOST_CHAINS = 2
"""Chains beside one another, where the machine has so many processors and the engine is compiled."""

SLOW_TOWERS = 4
"""Towers of a chain that has seconds only and no compiled engine: in a million changes fewer towers get further."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best tower found, None when none was: then ``score`` is None too.

    ``seconds`` is when it was found after the start, ``steps`` how many steps all chains made. No tower scores more
    than ``bound`` (None: there is no legal tower), ``bound_how`` says why; ``proven`` that none is better than this.
    """

    tower: Tower | None
    score: int | None
    seconds: float
    steps: int
    bound: int | None
    bound_how: str
    proven: bool


def solve(
    materials: Sequence[Code],
    lexicon: Lexicon,
    readings: Readings = STANDARD,
    *,
    clock: Clock,
    seed: int = 0,
    on_improvement: Callable[[Solution], None] | None = None,
    chains: int | None = None,
) -> Solution:
    """The best tower found before the clock is over; its iterations are steps of each chain.

    ``chains`` None: as many as help on this machine, where the clock has seconds only; else one. Equal seed, iterations
    and chains give the same tower. Where the clock has seconds only and the cards are few, a proof is tried beside one
    chain. ``on_improvement`` is called in the caller's thread with every better solution.
    Raises LexiconError, and PieceError for materials that are no cards.
    """
    began = time.monotonic()
    hand = Hand(materials, readings)
    best = _first(materials, hand, lexicon)
    if best.proven:
        return best
    if best.tower is not None and on_improvement is not None:
        on_improvement(best)
    if chains is None:
        chains = min(MOST_CHAINS, os.cpu_count() or 1) if clock.iterations is None and compilable() else 1
    words = Words(hand, lexicon)
    workers = [_search(hand, words, clock, seed * 1009 + number) for number in range(chains)]
    if clock.iterations is None and provable(hand):
        workers[1:] = [_prove(hand, lexicon, clock, lambda: LOWEST if best.score is None else best.score)]
    leader = -1
    for report in _reports(workers):
        best = replace(best, steps=best.steps + report.steps)
        if report.bound is not None:
            best = _bounded(best, report.bound)
            if best.proven:
                break
        if report.found is None:
            continue
        score, tower = report.found
        better = best.score is None or score > best.score
        # Chains finish in any order: of equal towers the first chain's is kept, so that a seed gives the same anywhere.
        if better or (score == best.score and report.chain < leader):
            leader = report.chain
            seconds = time.monotonic() - began if better else best.seconds
            best = replace(best, tower=tower, score=score, seconds=seconds, proven=score == best.bound)
            if better and on_improvement is not None:
                on_improvement(best)
            if best.proven:
                break
    return best


def _first(materials: Sequence[Code], hand: Hand, lexicon: Lexicon) -> Solution:
    """A first legal tower, and the bound that needs no search."""
    began = time.monotonic()
    bound = upper_bound(hand, lexicon)
    tower = quick_tower(tuple(materials)) if bound.points is not None else None
    score = judge(tower, lexicon, hand.readings).score if tower is not None else None
    return Solution(tower, score, time.monotonic() - began, 0, bound.points, bound.how, bound.points is None)


def _bounded(best: Solution, points: int) -> Solution:
    """What is known when no tower has more than so many points."""
    if best.score is None and points <= LOWEST:
        return replace(best, bound=None, bound_how="every way to build from these cards was tried", proven=True)
    if best.bound is None or points >= best.bound:
        return best
    return replace(best, bound=points, bound_how=HOW, proven=points == best.score)


@dataclass(frozen=True, slots=True)
class _Report:
    """News of a worker: a better tower than it had, if any, the steps since its last report, and a bound if proven."""

    found: Found | None = None
    steps: int = 0
    bound: int | None = None
    chain: int = 0
    error: BaseException | None = None
    ended: bool = False


_Worker = Iterator[_Report]


def _reports(workers: list[_Worker]) -> Iterator[_Report]:
    """The reports of all: one works in this thread, several in threads of their own."""
    if len(workers) == 1:
        yield from workers[0]
        return
    news: SimpleQueue[_Report] = SimpleQueue()
    enough = threading.Event()

    def work(chain: int) -> None:
        try:
            for report in workers[chain]:
                news.put(replace(report, chain=chain))
                if enough.is_set():
                    return
        except BaseException as error:
            news.put(_Report(chain=chain, error=error, ended=True))
        else:
            news.put(_Report(chain=chain, ended=True))

    threads = [threading.Thread(target=work, args=(n,), name=f"solver-{n + 1}") for n in range(len(workers))]
    for thread in threads:
        thread.start()
    try:
        going = len(workers)
        while going:
            report = news.get()
            if report.error is not None:
                raise report.error
            going -= report.ended
            yield report
    finally:
        enough.set()
        for thread in threads:
            thread.join()


def _search(hand: Hand, words: Words, clock: Clock, seed: int) -> _Worker:
    few = clock.iterations is None and not compilable()
    chain = Chain(hand, words, seed, towers=SLOW_TOWERS if few else TOWERS)
    steps = 0
    while not clock.over(steps):
        found = chain.step()
        steps += 1
        yield _Report(found, 1)


def _prove(hand: Hand, lexicon: Lexicon, clock: Clock, best: Callable[[], int]) -> _Worker:
    for news in proof(hand, lexicon, best):
        yield _Report(news.found, bound=news.bound)
        if clock.over(0):
            break


# --- one chain of towers --------------------------------------------------------------------------


Found = tuple[int, Tower]
"""A legal tower with its score by the judge."""

COLDEST, HOTTEST = 0.7, 1.6
"""Temperatures in points; those between are spread evenly as ratios."""

TOWERS = 12
"""Towers that a chain holds, one at each temperature."""

TRIES = 100
"""Changes of each tower in one step."""

NOTHING = -1000


class Words:
    """The words that a hand can make, for all chains of that hand. Raises LexiconError."""

    def __init__(self, hand: Hand, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.shelves = at.shelves_of(hand, lexicon)
        self._most = at.slots_of(hand)

    def rows(self, arrays: bool) -> tuple[Any, Any]:
        """The trie and the bank."""
        return self._arrays if arrays else self._lists

    @cached_property
    def _lists(self) -> tuple[Any, Any]:
        return at.trie_of(self.lexicon, self._most), at.bank_of(self.shelves)

    @cached_property
    def _arrays(self) -> tuple[Any, Any]:
        import numpy as np

        trie = np.array(at.trie_of(self.lexicon, self._most), dtype=np.int32)
        return trie, np.array(at.bank_of(self.shelves, 64), dtype=np.int64)


class Chain:
    """A search by parallel tempering. Equal arguments give equal towers, with or without numba."""

    def __init__(
        self, hand: Hand, words: Words, seed: int, overlooked: Collection[int] = (), towers: int = TOWERS
    ) -> None:
        self._hand, self._words = hand, words
        empty = at.empty_tower(hand)
        heats = [COLDEST * (HOTTEST / COLDEST) ** (number / max(1, towers - 1)) for number in range(towers)]
        self._rows: dict[str, Any] = {  # the first arguments of temper, in its order
            "towers": [list(empty) for _ in heats],
            "worths": [NOTHING] * towers,
            "heats": heats,
            "logs": _logs(),
            "spare": list(empty),
            "best": list(empty),
            "told": [NOTHING, 0, 0, 0],
            "workspace": at.workspace_of(hand, words.shelves, seed, overlooked),
        }
        self._memo: Any = None
        self._run: Run = temper

    def step(self) -> Found | None:
        """Try TRIES changes of each tower; the best tower so far if it is new. What is returned was judged legal."""
        if self._run is temper and (run := compiled()) is not None:
            self.compile(run)
        if self._memo is None:
            self._memo = [-1, 0] * (at.MEMO // 2)
        self._run(*self._rows.values(), self._memo, *self._words.rows(self._run is not temper), TRIES)
        if not self._rows["told"][at.NEWS]:
            return None
        self._rows["told"][at.NEWS] = 0
        tower = build(at.plan_of([int(number) for number in self._rows["best"]], self._hand), self._hand)
        score = judge(tower, self._words.lexicon, self._hand.readings).score if tower is not None else None
        return None if tower is None or score is None else (score, tower)

    def compile(self, run: Run) -> None:
        """Go on with the compiled engine from where the chain is."""
        import numpy as np

        workspace = self._rows["workspace"]
        # The scratch part is cleared: without numba it has numbers of any size.
        workspace[at.WORK :] = [0] * (len(workspace) - at.WORK)
        self._rows = {
            name: np.array(row, dtype=np.float64 if name in ("heats", "logs") else np.int64)
            for name, row in self._rows.items()
        }
        self._memo = np.zeros(at.MEMO, dtype=np.int64)
        self._memo[::2] = -1
        self._run = run


@cache
def _logs() -> list[float]:
    """Logarithms of numbers spread evenly in (0, 1): thresholds of acceptance, in units of the temperature."""
    return [math.log((number + 0.5) / at.HEATS) for number in range(at.HEATS)]

"""Solving: lines of thought run until the clock is over, and the best of their towers is kept."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from queue import SimpleQueue

from towergames.core.bot import Clock
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import Code, Tower
from towergames.games.bricks.quick import quick_tower
from towergames.games.bricks.readings import STANDARD, Readings
from towergames.games.bricks.solver.bound import upper_bound
from towergames.games.bricks.solver.engine import compilable
from towergames.games.bricks.solver.hand import Hand
from towergames.games.bricks.solver.line import TOWERS, Found, Line, Words
from towergames.games.bricks.solver.proof.prover import HOW, LOWEST, proof, provable
from towergames.lexicon import Lexicon

MOST_LINES = 2
"""Lines of thought beside one another, where the machine has so many processors and the engine is compiled."""

SLOW_TOWERS = 4
"""Towers of a line that has seconds only and no compiled engine: in a million changes fewer towers get further."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best tower found, None when none was: then ``score`` is None too.

    ``seconds`` is when it was found after the start, ``steps`` how many steps all lines made. No tower scores more
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
    lines: int | None = None,
) -> Solution:
    """The best tower found before the clock is over; its iterations are steps of each line of thought.

    ``lines`` None: as many as help on this machine, where the clock has seconds only; else one. Equal seed, iterations
    and lines give the same tower. Where the clock has seconds only and the cards are few, a proof is tried beside one
    line. ``on_improvement`` is called in the caller's thread with every better solution.
    Raises LexiconError, and PieceError for materials that are no cards.
    """
    began = time.monotonic()
    hand = Hand(materials, readings)
    best = _first(materials, hand, lexicon)
    if best.proven:
        return best
    if best.tower is not None and on_improvement is not None:
        on_improvement(best)
    if lines is None:
        lines = min(MOST_LINES, os.cpu_count() or 1) if clock.iterations is None and compilable() else 1
    thinkers = _thinkers(hand, Words(hand, lexicon), clock, seed, lines)
    if clock.iterations is None and provable(hand):
        thinkers[1:] = [_prove(hand, lexicon, clock, lambda: LOWEST if best.score is None else best.score)]
    leader = -1
    for report in _reports(thinkers):
        best = replace(best, steps=best.steps + report.steps)
        if report.bound is not None:
            best = _bounded(best, report.bound)
            if best.proven:
                break
        if report.found is None:
            continue
        score, tower = report.found
        better = best.score is None or score > best.score
        # Lines finish in any order: of equal towers the first line's is kept, so that a seed gives the same anywhere.
        if better or (score == best.score and report.line < leader):
            leader = report.line
            seconds = time.monotonic() - began if better else best.seconds
            best = replace(best, tower=tower, score=score, seconds=seconds, proven=score == best.bound)
            if better and on_improvement is not None:
                on_improvement(best)
            if best.proven:
                break
    return best


def _first(materials: Sequence[Code], hand: Hand, lexicon: Lexicon) -> Solution:
    """A tower thrown together, and the bound that needs no search."""
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
    """News of a thinker: a better tower than it had, if any, and the steps since its last report; a bound if proven."""

    found: Found | None = None
    steps: int = 0
    bound: int | None = None
    line: int = 0
    error: BaseException | None = None
    ended: bool = False


_Thinker = Iterator[_Report]


def _thinkers(hand: Hand, words: Words, clock: Clock, seed: int, lines: int) -> list[_Thinker]:
    return [_think(hand, words, clock, _line_seed(seed, number)) for number in range(lines)]


def _reports(thinkers: list[_Thinker]) -> Iterator[_Report]:
    """The reports of all: one thinks in this thread, several in threads of their own."""
    if len(thinkers) == 1:
        yield from thinkers[0]
        return
    news: SimpleQueue[_Report] = SimpleQueue()
    enough = threading.Event()

    def work(line: int) -> None:
        try:
            for report in thinkers[line]:
                news.put(replace(report, line=line))
                if enough.is_set():
                    return
        except BaseException as error:
            news.put(_Report(line=line, error=error, ended=True))
        else:
            news.put(_Report(line=line, ended=True))

    threads = [threading.Thread(target=work, args=(n,), name=f"solver-{n + 1}") for n in range(len(thinkers))]
    for thread in threads:
        thread.start()
    try:
        going = len(thinkers)
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


def _think(hand: Hand, words: Words, clock: Clock, seed: int) -> _Thinker:
    few = clock.iterations is None and not compilable()
    line = Line(hand, words, seed, towers=SLOW_TOWERS if few else TOWERS)
    steps = 0
    while not clock.over(steps):
        found = line.step()
        steps += 1
        yield _Report(found, 1)


def _prove(hand: Hand, lexicon: Lexicon, clock: Clock, best: Callable[[], int]) -> _Thinker:
    for news in proof(hand, lexicon, best):
        yield _Report(news.found, bound=news.bound)
        if clock.over(0):
            break


def _line_seed(seed: int, line: int) -> int:
    """The seed of one of the lines."""
    return seed * 1009 + line

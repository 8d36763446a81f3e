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
    and lines give the same tower. ``on_improvement`` is called in the caller's thread with every better solution.
    Raises LexiconError, and PieceError for materials that are no cards.
    """
    began = time.monotonic()
    hand = Hand(materials, readings)
    bound = upper_bound(hand, lexicon)
    best = Solution(None, None, 0.0, 0, bound.points, bound.how, bound.points is None)
    if best.proven:
        return best
    first = quick_tower(tuple(materials))
    if first is not None:
        best = replace(best, tower=first, score=judge(first, lexicon, readings).score, seconds=time.monotonic() - began)
        if on_improvement is not None:
            on_improvement(best)
    if lines is None:
        lines = min(MOST_LINES, os.cpu_count() or 1) if clock.iterations is None and compilable() else 1
    leader = -1
    for report in _reports(hand, Words(hand, lexicon), clock, seed, lines):
        best = replace(best, steps=best.steps + report.steps)
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


@dataclass(frozen=True, slots=True)
class _Report:
    """News of a line: a better tower than it had, if any, and the steps since its last report."""

    line: int
    found: Found | None
    steps: int
    error: BaseException | None = None
    ended: bool = False


def _reports(hand: Hand, words: Words, clock: Clock, seed: int, lines: int) -> Iterator[_Report]:
    """The reports of all lines: one thinks in this thread, several in threads of their own."""
    if lines == 1:
        yield from _think(hand, words, clock, _line_seed(seed, 0), 0)
        return
    news: SimpleQueue[_Report] = SimpleQueue()
    enough = threading.Event()

    def work(line: int) -> None:
        try:
            for report in _think(hand, words, clock, _line_seed(seed, line), line):
                news.put(report)
                if enough.is_set():
                    return
        except BaseException as error:
            news.put(_Report(line, None, 0, error, ended=True))
        else:
            news.put(_Report(line, None, 0, ended=True))

    threads = [threading.Thread(target=work, args=(line,), name=f"solver-{line + 1}") for line in range(lines)]
    for thread in threads:
        thread.start()
    try:
        going = lines
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


def _think(hand: Hand, words: Words, clock: Clock, seed: int, number: int) -> Iterator[_Report]:
    few = clock.iterations is None and not compilable()
    line = Line(hand, words, seed, towers=SLOW_TOWERS if few else TOWERS)
    steps = 0
    while not clock.over(steps):
        found = line.step()
        steps += 1
        yield _Report(number, found, 1)


def _line_seed(seed: int, line: int) -> int:
    """The seed of one of the lines."""
    return seed * 1009 + line

"""The solution: searches run until the clock is over, and the best of their towers is kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from queue import SimpleQueue

from towergames.core.bot import Clock
from towergames.core.processes import own_cores
from towergames.games.bricks.deal import quick_tower
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import Code, Tower
from towergames.games.bricks.rules import STANDARD, Readings
from towergames.games.bricks.solver.bound import upper_bound
from towergames.games.bricks.solver.encoding import EncodedTower, Materials, build_tower
from towergames.games.bricks.solver.proof import HOW, LOWEST, countable, provable
from towergames.games.bricks.solver.word_tables import WordTables
from towergames.lexicon import Lexicon

MOST_SEARCHES = 8
"""Searches at the same time, one on each core: each takes 100 MB of memory."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best tower found, None when none was: then ``score`` is None too.

    ``seconds`` is when it was found after the start, ``steps`` how many steps all searches made. No tower scores more
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
    cards: Sequence[Code],
    lexicon: Lexicon,
    readings: Readings = STANDARD,
    *,
    clock: Clock,
    seed: int = 0,
    on_improvement: Callable[[Solution], None] | None = None,
    searches: int | None = None,
) -> Solution:
    """Search for the best tower until the clock is over; its iterations are steps of each search.

    ``searches`` None: one for each core where the clock has seconds only, else one, which works in this thread. Equal
    seed, iterations and searches give the same tower. Where the clock has seconds only and the cards are few, a better
    bound and a proof are tried as well. ``on_improvement`` is called in this thread with every better solution. Raises
    LexiconError, and PieceError for materials that are no cards.
    """
    began = time.monotonic()
    materials = Materials(cards, readings)
    first = _first(cards, materials, lexicon)
    if first.proven:
        return first
    if first.tower is not None and on_improvement is not None:
        on_improvement(first)
    if clock.over(0):
        return first  # no process need start
    timed = clock.iterations is None
    if searches is None:
        searches = min(MOST_SEARCHES, own_cores()) if timed else 0
    beside = searches - (timed and provable(materials))  # its proof takes the place of one
    seeds = [seed * 1009 + number for number in range(max(1, beside))]
    progress = _Progress(first, began)
    workers = [_search(materials, lexicon, clock, seeds, apart=searches > 0)]
    if timed and countable(materials):
        workers.append(_prove(materials, lexicon, clock, progress.known_points))
    for report in _reports(workers):
        if progress.take(report) and on_improvement is not None:
            on_improvement(progress.best)
        if progress.best.proven:
            break
    return progress.best


class _Progress:
    """The best solution so far, while reports of the searches and of the proof come in."""

    def __init__(self, first: Solution, began: float) -> None:
        self.best = first
        self._began = began
        self._leader = -1

    def known_points(self) -> int:
        """The points of the best tower, LOWEST before there is one."""
        return LOWEST if self.best.score is None else self.best.score

    def take(self, report: _Report) -> bool:
        """Take the news of a report. Return whether it has a better tower."""
        self.best = replace(self.best, steps=self.best.steps + report.steps)
        if report.bound is not None:
            self.best = _bounded(self.best, report.bound)
        if report.found is None or self.best.proven:
            return False
        score, tower = report.found
        better = self.best.score is None or score > self.best.score
        # Searches end in any order: of equal towers the first one's is kept, so that a seed gives the same anywhere.
        if better or (score == self.best.score and report.search < self._leader):
            self._leader = report.search
            seconds = time.monotonic() - self._began if better else self.best.seconds
            proven = score == self.best.bound
            self.best = replace(self.best, tower=tower, score=score, seconds=seconds, proven=proven)
        return better


def _first(cards: Sequence[Code], materials: Materials, lexicon: Lexicon) -> Solution:
    """A first legal tower, and the bound that needs no search."""
    began = time.monotonic()
    bound = upper_bound(materials, lexicon)
    tower = quick_tower(tuple(cards)) if bound.points is not None else None
    score = judge(tower, lexicon, materials.readings).score if tower is not None else None
    return Solution(tower, score, time.monotonic() - began, 0, bound.points, bound.how, bound.points is None)


def _bounded(best: Solution, points: int) -> Solution:
    """The solution when no tower is known to have more than ``points`` points."""
    if best.score is None and points <= LOWEST:
        return replace(best, bound=None, bound_how="every way to build from these cards was tried", proven=True)
    if best.bound is None or points >= best.bound:
        return best
    return replace(best, bound=points, bound_how=HOW, proven=points == best.score)


ScoredTower = tuple[int, Tower]
"""A legal tower with its score by the judge."""


@dataclass(frozen=True, slots=True)
class _Report:
    """News of a worker: a better tower than it had, if any, the steps since its last report, and a bound if proven."""

    found: ScoredTower | None = None
    steps: int = 0
    bound: int | None = None
    search: int = 0
    error: BaseException | None = None
    ended: bool = False


_Worker = Generator[_Report, None, None]


def _reports(workers: list[_Worker]) -> Iterator[_Report]:
    """The reports of all: one works in this thread, several in threads of their own."""
    if len(workers) == 1:
        yield from workers[0]
        return
    news: SimpleQueue[_Report] = SimpleQueue()
    enough = threading.Event()

    def work(worker: int) -> None:
        try:
            with closing(workers[worker]) as reports:  # which ends its processes
                for report in reports:
                    news.put(report)
                    if enough.is_set():
                        return
        except BaseException as error:
            news.put(_Report(error=error, ended=True))
        else:
            news.put(_Report(ended=True))

    threads = [threading.Thread(target=work, args=(n,), name=f"solver-{n + 1}") for n in range(len(workers))]
    try:  # an interrupt can come at once
        for thread in threads:
            thread.start()
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
            if thread.ident is not None:
                thread.join()


def _search(materials: Materials, lexicon: Lexicon, clock: Clock, seeds: list[int], apart: bool) -> _Worker:
    """A population for each seed: ``apart``, in processes of their own, or one after the other in this thread."""
    from towergames.games.bricks.solver.faces import Faces  # numpy takes a moment to load
    from towergames.games.bricks.solver.population import Population
    from towergames.games.bricks.solver.workers import search

    def faces() -> Faces:
        return Faces(materials, WordTables(materials, lexicon))

    came = False
    for message in search(faces, seeds, clock) if apart else ():
        came = True
        yield _Report(_judged(message.found, materials, lexicon), message.steps, search=message.worker)
    for number, seed in enumerate(seeds if not came and not clock.over(0) else ()):
        population, steps = Population(faces(), seed), 0
        while not clock.over(steps):
            improved = population.step()
            steps += 1
            yield _Report(_judged(improved, materials, lexicon), 1, search=number)


def _judged(found: tuple[int, EncodedTower] | None, materials: Materials, lexicon: Lexicon) -> ScoredTower | None:
    tower = build_tower(found[1], materials) if found is not None else None
    score = judge(tower, lexicon, materials.readings).score if tower is not None else None
    return None if tower is None or score is None else (score, tower)


def _prove(materials: Materials, lexicon: Lexicon, clock: Clock, best: Callable[[], int]) -> _Worker:
    """Bounds and proofs, in a process of its own where one can be started."""
    from towergames.games.bricks.solver.selection_bound import SelectionBound  # numpy takes a moment to load
    from towergames.games.bricks.solver.workers import prove

    came = False
    for news in prove(materials, lexicon, clock, best):
        came = True
        yield _Report(news.found, bound=news.bound)
    for news in SelectionBound(materials, lexicon).news(best) if not came and not clock.over(0) else ():
        yield _Report(news.found, bound=news.bound)
        if clock.over(0):
            return

"""A better tower, or the best: the solver at work on the cards of the bench shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from towergames.boards.bricks import bench
from towergames.boards.bricks.bench import TableScene
from towergames.boards.desk import Tip
from towergames.core.bot import Clock
from towergames.games.bricks.construction import CannotError, build
from towergames.games.bricks.model import Action, Build
from towergames.games.bricks.pieces import Tower, write_tower
from towergames.games.bricks.words import list_for_play

STEPS_OF_THE_DAY = 600
"""Steps of the search that measures the puzzle of a day: the same on every machine, however quick it is.

On ten standard deals it reached 94 % (87 to 99 %) of what two searches of ten times as many steps found. It takes a
second with the compiled engine, half a minute without (SOLVER.md).
"""

LOWEST = -1000
"""Fewer points than any tower has."""


def is_fixed(scene: TableScene) -> bool:
    """Whether the search measures the results of the puzzle of a day, so that nothing else may count (B-31)."""
    return bench.over(scene) and scene.day != "" and scene.measure is None


def budget(scene: TableScene, seconds: float) -> Clock:
    """A number of steps for the puzzle of a day, else the seconds."""
    return Clock(iterations=STEPS_OF_THE_DAY) if is_fixed(scene) else Clock(seconds=seconds)


def search(
    scene: TableScene, clock: Clock, tell: Callable[[Tip[Action]], None], known: Sequence[Action] = ()
) -> Tip[Action]:
    """Let the solver look for towers better than the one that stands; ``tell`` is called with each one found."""
    from towergames.games.bricks.solver import Solution, compilable, kept, solve  # only who asks for it needs them

    view = scene.view
    lexicon = list_for_play(view.list_id, view.list_sha256)
    standing = bench.whole_ledger(scene, bench.tower_of(scene)).score if not bench.over(scene) else None
    least = standing if standing is not None else LOWEST
    before = None if is_fixed(scene) else max(_worth(scene, known), key=lambda worth: worth[0], default=None)
    if before is not None and before[0] > least:
        least = before[0]
        tell(Tip(f"{least} points, known before.", Build(write_tower(before[1])), least))
    if compilable() and not kept():
        tell(Tip("The search is being compiled for this machine, once; until then it is slow."))

    def better(found: Solution) -> None:
        if found.tower is not None and found.score is not None and found.score > least:
            text = f"{found.score} points after {found.seconds:.1f} s."
            tell(Tip(text, Build(write_tower(found.tower)), found.score))

    best = solve(bench.cards(scene), lexicon, view.terms.readings, clock=clock, seed=1, on_improvement=better)
    if best.tower is not None and best.score is not None and best.score > least:
        sure = "and none is better" if best.proven else f"no tower has more than {best.bound}"
        text = f"The best tower found has {best.score} points; {sure}."
        return Tip(text, Build(write_tower(best.tower)), best.score)
    none = "; there is none" if best.proven else ""
    if before is not None and before[0] == least:
        text = f"The best tower known has {least} points; no better one was found{none}."
        return Tip(text, Build(write_tower(before[1])), least)
    if best.tower is None:
        return Tip("No legal tower was found from these cards.")
    return Tip(f"No tower of more than {least} points was found{none}.")


def _worth(scene: TableScene, known: Sequence[Action]) -> Iterator[tuple[int, Tower]]:
    """Points and tower of what is known and can be built from the cards shown; at the end what was handed in too."""
    towers = [own.tower for own in scene.view.benches if own is not None and own.tower] if bench.over(scene) else []
    cards, readings = bench.cards(scene), scene.view.terms.readings
    for step in [*(action for action in known if isinstance(action, Build)), *map(Build, map(write_tower, towers))]:
        try:
            tower = build((), step, cards, readings)
        except CannotError:
            continue
        score = bench.whole_ledger(scene, tower).score
        if score is not None:
            yield score, tower

"""A better tower, or the best: the solver at work on the cards of the bench shown."""

from __future__ import annotations

from collections.abc import Callable

from towergames.boards.bricks import bench
from towergames.boards.bricks.bench import TableScene
from towergames.boards.desk import Tip
from towergames.core.bot import Clock
from towergames.games.bricks.model import Action, Build
from towergames.games.bricks.nature import list_for_play
from towergames.games.bricks.pieces import write_tower


def search(scene: TableScene, clock: Clock, tell: Callable[[Tip[Action]], None]) -> Tip[Action]:
    """Let the solver look for towers better than the one that stands; ``tell`` is called with each one found."""
    from towergames.games.bricks.solver import Solution, compilable, kept, solve  # only who asks for it needs them

    view = scene.view
    lexicon = list_for_play(view.list_id, view.list_sha256)
    standing = bench.whole_ledger(scene, bench.tower_of(scene)).score if not bench.over(scene) else None
    least = standing if standing is not None else -1000
    if compilable() and not kept():
        tell(Tip("The search is being made fast for this machine, once; until then it thinks slowly."))

    def better(found: Solution) -> None:
        if found.tower is not None and found.score is not None and found.score > least:
            tell(Tip(f"{found.score} points after {found.seconds:.1f} s.", Build(write_tower(found.tower))))

    best = solve(bench.cards(scene), lexicon, view.terms.readings, clock=clock, seed=1, on_improvement=better)
    if best.tower is None or best.score is None:
        return Tip("No legal tower was found from these cards.")
    if best.score <= least:
        return Tip(f"No tower of more than {least} points was found" + (", for there is none." if best.proven else "."))
    sure = "and none is better" if best.proven else f"no tower has more than {best.bound}"
    return Tip(f"The best tower found has {best.score} points; {sure}.", Build(write_tower(best.tower)))

"""The best tower with bricks that stand already: one population in this thread, in which these bricks stay together."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import Code, Tower
from towergames.games.bricks.rules import Readings
from towergames.games.bricks.solver.encoding import Materials, build_tower
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.population import Population
from towergames.games.bricks.solver.word_tables import WordTables
from towergames.lexicon import Lexicon


class TowerAround:
    """Searches for the best tower of the same cards, around bricks that stand. Equal questions have equal answers."""

    def __init__(self, cards: Sequence[Code], lexicon: Lexicon, readings: Readings) -> None:
        self._materials = Materials(cards, readings)
        self._lexicon = lexicon
        self._faces = Faces(self._materials, WordTables(self._materials, lexicon))

    def best(self, standing: Sequence[Sequence[Code]], steps: int) -> tuple[int, Tower] | None:
        """The best tower that a search of ``steps`` steps finds, with its points; None where none keeps all rules.

        ``standing`` are bricks in groups; those of a group stay on one level.
        """
        population = Population(self._faces, seed=1, kept=self._numbers(standing))
        found = None
        for _ in range(steps):
            found = population.step() or found
        tower = build_tower(found[1], self._materials) if found is not None else None
        score = judge(tower, self._lexicon, self._materials.readings).score if tower is not None else None
        return (score, tower) if tower is not None and score is not None else None

    def _numbers(self, standing: Sequence[Sequence[Code]]) -> list[list[int]]:
        """The bricks as numbers of the materials, each used once."""
        free: dict[Code, list[int]] = {}
        for number, brick in enumerate(self._materials.bricks):
            free.setdefault(brick.code, []).append(number)
        return [[free[code].pop() for code in group] for group in standing if group]

"""The solver: the best tower that it can find from given cards, and a bound that no tower passes.

``solve`` does it all. How it works and how good it is: ``SOLVER.md``.
"""

from __future__ import annotations

from towergames.games.bricks.solver.engine import compilable, kept, prepare, prepare_proofs
from towergames.games.bricks.solver.solution import Solution, solve

__all__ = ["Solution", "compilable", "kept", "prepare", "prepare_proofs", "solve"]

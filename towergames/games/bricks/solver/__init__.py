"""The solver of Brick Tower: :func:`solve` gives the best tower found of given cards, and an upper bound on its score.

The search is parallel tempering (replica exchange Monte Carlo; D. J. Earl and M. W. Deem, "Parallel tempering: Theory,
applications, and new perspectives", Phys. Chem. Chem. Phys. 7, 2005, 3910-3916, https://doi.org/10.1039/B509983H).
Twelve towers are held at temperatures between 0.7 and 1.6 points. A small random change of a tower is accepted by the
rule of Metropolis: always when the score does not fall, else with probability exp(-loss / temperature). Towers of
neighbouring temperatures change places by the same rule. A broken rule costs points in the search; the judge has the
last word on every tower.

Read in this order: ``hand`` (cards and towers in numbers), ``rows`` (the arrays of the search, their columns by name),
``evaluation`` (the score of an array), ``sampler`` (changes and exchanges), ``solution`` (chains until the clock is
over). ``engine`` compiles the arrays' functions with numba where that is installed; else they run as they are, move for
move the same. ``bound`` is an upper bound from counts alone. ``proof`` is a branch and bound over all towers of few
cards: ``proof_rows`` (its arrays), ``walk`` and ``arrangement`` (its two halves).

Figures and details: ``SOLVER.md``.
"""

from __future__ import annotations

from towergames.games.bricks.solver.engine import compilable, kept, prepare, prepare_proofs
from towergames.games.bricks.solver.solution import Solution, solve

__all__ = ["Solution", "compilable", "kept", "prepare", "prepare_proofs", "solve"]

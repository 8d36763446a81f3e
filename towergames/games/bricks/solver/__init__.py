"""The solver of Brick Tower: :func:`solve` gives the best tower found of given cards, and an upper bound on its score.

The search is parallel tempering (replica exchange Monte Carlo; D. J. Earl and M. W. Deem, "Parallel tempering: Theory,
applications, and new perspectives", Phys. Chem. Chem. Phys. 7, 2005, 3910-3916). Twelve towers are held at temperatures
between 0.7 and 1.6 points. A small random change of a tower is accepted by the rule of Metropolis: always when the
score does not fall, else with probability exp(-loss / temperature). Towers of neighbouring temperatures change
places by the same rule. A broken rule costs points in the search; the judge has the last word on every tower.

- ``encoding`` turns cards, readings and words into arrays of whole numbers, and arrays back into towers. ``layout``
  names their columns.
- ``evaluation`` scores an array, ``parallel_tempering`` changes and exchanges arrays. ``engine`` compiles both with
  numba where that is installed; else they run as they are, move for move the same.
- ``bound`` gives an upper bound from counts alone. ``proof`` is a branch and bound over all towers of few cards.
- ``solution`` runs chains of towers and the proof side by side until the clock is over.

Figures and details: ``SOLVER.md``.
"""

from __future__ import annotations

from towergames.games.bricks.solver.engine import compilable, kept, prepare, prepare_proofs
from towergames.games.bricks.solver.solution import Solution, solve

__all__ = ["Solution", "compilable", "kept", "prepare", "prepare_proofs", "solve"]

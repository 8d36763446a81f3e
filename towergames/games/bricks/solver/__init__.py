"""The solver of Brick Tower: :func:`solve` gives the best tower found of given cards, and an upper bound on its score.

The search is parallel tempering (replica exchange Monte Carlo; D. J. Earl and M. W. Deem, "Parallel tempering: Theory,
applications, and new perspectives", Phys. Chem. Chem. Phys. 7, 2005, 3910-3916, https://doi.org/10.1039/B509983H).
Towers are held at several temperatures, in points. A small random change of a tower is accepted by the rule of
Metropolis: always when the score does not fall, else with probability exp(-loss / temperature). Towers of neighbouring
temperatures change places by the same rule. A broken rule costs points in the search; the judge has the last word on
every tower.

Read it in this order: ``encoding`` (cards and towers in numbers), ``word_tables``, ``letter_sets``, ``faces`` (tables),
``batch`` (the score of many towers at once), ``proposals`` (changes of many towers), ``population`` (rounds and
exchanges), ``workers`` (a population in each of several processes), ``solution`` (all of it, until the clock is over).

``bound`` is an upper bound from counts alone. ``selection_bound`` is a closer one for few cards, the sum of
``letter_bound`` and ``structure_bound``. ``target_search`` looks for a tower of one selection of bricks, which proves
the bound where it ends.

Figures and details: ``SOLVER.md``.
"""

from __future__ import annotations

from towergames.games.bricks.solver.solution import Solution, solve

__all__ = ["Solution", "solve"]

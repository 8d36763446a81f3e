"""Proofs by branch and bound: every tower that could beat the best one known is visited, unless a bound rules it out.

(A. H. Land and A. G. Doig, "An automatic method of solving discrete programming problems", Econometrica 28, 1960,
497-520.) The tree has four levels: ``walk`` branches on how bricks and wildcards part into levels, ``arrangement`` on
windows, on letters of wildcards, and on the places of the windows, column by column. The tables that ``prover`` makes
and ``walk`` completes hold the exact points of the rules that depend on letters alone. ``layout`` names the columns of
the arrays.
"""

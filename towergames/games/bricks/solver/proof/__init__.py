"""Proofs: every tower that could be better than the best one found is looked at, as far as bounds do not rule it out.

``tables`` writes down what letters and levels the cards can make, ``walk`` goes through the ways to part bricks and
wildcards into levels, ``panes`` through the windows, ``columns`` through letters and places. ``prover`` runs them.
"""

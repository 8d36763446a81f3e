"""A game package with nothing in it."""

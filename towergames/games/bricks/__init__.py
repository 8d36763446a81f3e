"""Brick Tower: a card puzzle of 36 rules."""

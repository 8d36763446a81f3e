"""The playable lesson of a game."""

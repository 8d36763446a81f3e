"""The review screen: what was best at each move of a finished game."""

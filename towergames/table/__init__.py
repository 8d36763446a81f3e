"""One match of any game: turns, journal, replay, undo, series, facts and records."""

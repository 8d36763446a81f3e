"""The replay screen: a game that was played, with a cursor in it."""

"""Records: the book of each game, rivals, ratings and achievements."""

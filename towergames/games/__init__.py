"""The games: one folder each, knowing core and never each other or a screen."""

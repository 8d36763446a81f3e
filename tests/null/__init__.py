"""The smallest game that has a bit of everything; it lives in the tests to prove that shared code knows no game."""

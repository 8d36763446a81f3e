"""Null once more, with dice that roll for a while."""

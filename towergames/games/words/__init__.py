"""Stacked Words: a word board whose words grow upwards, for 1-4 players."""

"""Where the parts of the board and of the hand lie, at any size: the one source of the least sizes. Pure."""

from __future__ import annotations

from towergames.boards.desk import Abreast

LEAST = (60, 9)
"""Columns and rows below which the table cannot be shown."""
HAND_ROWS = 6
"""Rows of the hand where it lies below the board."""
ABREAST = Abreast(columns=44, rows=15, hand=36, tall=14, low=12)
"""On a low screen the hand stands beside the board: a picture of 44 x 22 cells shows more than one of 80 x 13."""
COLUMN = 48
"""A hand narrower than this, or as high as wide, is laid out as a column."""
THREE = 90
"""A hand at least this wide has its suggestions between sizes and readout."""

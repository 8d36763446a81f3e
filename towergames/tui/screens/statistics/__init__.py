"""The statistics of all saved games."""

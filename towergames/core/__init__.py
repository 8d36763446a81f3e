"""The contract that every game fulfils, and the small tools it stands on (standard library only)."""

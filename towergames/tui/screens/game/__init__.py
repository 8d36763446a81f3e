"""The game screen: one table being played."""

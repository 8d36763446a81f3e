"""Leaning Towers: pyramids that lean on one another; the rules read recorded outcomes and know no physics."""

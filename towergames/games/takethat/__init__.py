"""Take That Towers: a card game of shared skyscrapers for 2-4 players."""

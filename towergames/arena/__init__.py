"""Bots against bots: games without journals on any number of processes and machines, win shares and ratings."""

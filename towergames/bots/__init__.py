"""Search methods that know only the contract: random, greedy, information-set tree search."""

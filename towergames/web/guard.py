"""The requests that are refused since there were too many of them."""

from __future__ import annotations

import time
from collections import Counter

WRONG = 10
"""Wrong links in a minute after which further ones of an address are refused for the rest of that minute."""
REQUESTS = 300
"""Requests in a minute for one link, or of one address, after which further ones are refused in the same way."""


class Guard:
    """Counts requests in the present minute, each by its key: what is counted under one key refuses no other."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._requests: Counter[str] = Counter()
        self._wrong: Counter[str] = Counter()
        self._told: set[str] = set()

    def admits(self, key: str) -> bool:
        """Count a request; whether it is answered."""
        now = time.monotonic()
        if now - self._since > 60.0:
            self._since = now
            self._requests.clear()
            self._wrong.clear()
            self._told.clear()
        self._requests[key] += 1
        return self._requests[key] <= REQUESTS and self._wrong[key] < WRONG

    def begins_a_flood(self, key: str) -> bool:
        """Whether the last request is the first that is too many."""
        return self._requests[key] == REQUESTS + 1

    def wrong(self, address: str) -> int:
        """Count a wrong link; how many there were."""
        self._wrong[address] += 1
        return self._wrong[address]

    def tells(self, address: str) -> bool:
        """Whether to log a refusal that is not counted: once a minute for each address."""
        told = address in self._told
        self._told.add(address)
        return not told

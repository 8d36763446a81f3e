"""The judge: whether a tower stands by the rules, and what it scores, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from towergames.games.bricks.facts import Breach, Facts
from towergames.games.bricks.pieces import Tower
from towergames.games.bricks.readings import STANDARD, Readings
from towergames.games.bricks.rules import BUILDING, NUMBER, POINTS, rule_2
from towergames.games.bricks.words import Found, find_words
from towergames.lexicon import Lexicon


@dataclass(frozen=True)
class Ledger:
    """What the judge says of a tower. ``points`` has every rule that gives points, 3 to 36, also for illegal towers."""

    breaches: tuple[Breach, ...]
    points: Mapping[int, int]
    words: Found

    @cached_property
    def violations(self) -> Mapping[int, tuple[str, ...]]:
        """Rule number -> sentences, for the building rules that are broken."""
        found: dict[int, tuple[str, ...]] = {}
        for breach in self.breaches:
            found[breach.rule] = (*found.get(breach.rule, ()), breach.text)
        return found

    @property
    def column_words(self) -> tuple[str, ...]:
        """The words of rule 15 from left to right."""
        return self.words.columns

    @property
    def longest_word(self) -> str:
        """The word of rule 19, "" for none."""
        return self.words.longest

    @property
    def legal(self) -> bool:
        """Whether no building rule is broken."""
        return not self.breaches

    @cached_property
    def raw_total(self) -> int:
        """All points together, whether the tower is legal or not."""
        return sum(self.points.values())

    @property
    def score(self) -> int | None:
        """The score; None when the tower is illegal (rule 2)."""
        return rule_2(self.breaches, self.raw_total)


def judge(tower: Tower, lexicon: Lexicon, readings: Readings = STANDARD, *, word: str = "") -> Ledger:
    """Judge a tower. With ``word``, that word alone is tried for rule 19 (B-14). Raises LexiconError."""
    return settle(tower, find_words(tower, lexicon, readings, word), readings)


def settle(tower: Tower, words: Found, readings: Readings = STANDARD) -> Ledger:
    """Judge a tower whose words are known already, as in a replay; no word list is read."""
    facts = Facts(tower, readings, words)
    breaches = tuple(breach for rule in BUILDING for breach in rule(facts))
    return Ledger(breaches, {NUMBER[rule]: rule(facts) for rule in POINTS}, words)


# --- medals (B-31) --------------------------------------------------------------------------------


SHARES: tuple[tuple[str, int], ...] = (("bronze", 60), ("silver", 75), ("gold", 90))
"""Medal and the percentage of the best score that it takes, lowest first.

The opponents reach about 59, 77 and 98 % (``SOLVER.md``): bronze is for who beats ``easy``, silver for who is as good
as ``normal``, gold lies between that and the solver.
"""


def bars(best: int) -> dict[str, int]:
    """Medal -> the fewest points for it where the best tower has ``best``; nothing where no tower gives points.

    >>> bars(101)
    {'bronze': 61, 'silver': 76, 'gold': 91}
    """
    return {medal: -(-best * share // 100) for medal, share in SHARES} if best > 0 else {}


def medal(points: int | None, best: int) -> str:
    """The medal for a tower, '' for none; ``points`` is None for an illegal tower.

    >>> medal(91, 101), medal(90, 101), medal(60, 101), medal(None, 101)
    ('gold', 'silver', '', '')
    """
    won = [name for name, least in bars(best).items() if points is not None and points >= least]
    return won[-1] if won else ""

"""The danger of letting go: one language of colours and words for the boards on which things fall.

Amber: the piece itself falls. Red: others fall with it. A sign and words say so too, for pictures without colours.
"""

from __future__ import annotations

from dataclasses import dataclass

SIGN = "!"
"""The sign of every danger."""


@dataclass(frozen=True, slots=True)
class Danger:
    """The fall that letting go brings: whether ``others`` fall with the piece, and whether a fall is only ``possible``.

    ``cost`` says what the fall costs; it is shown in place of the note of the move.

    >>> Danger(others=False).words, Danger(others=True, possible=True).words
    ('would fall', 'others may fall with it')
    """

    others: bool
    possible: bool = False
    cost: str = ""

    @property
    def role(self) -> str:
        """The role of the ink for rim, sign and words."""
        return "bad" if self.others else "warn"

    @property
    def words(self) -> str:
        """The fall in a few words, without its subject."""
        verb = "may" if self.possible else "would"
        return f"others {verb} fall with it" if self.others else f"{verb} fall"

"""What the hand has found, and how a release ended, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.games.leaning.model import Aim, Pose


@dataclass(frozen=True, slots=True)
class Draft:
    """A place for a piece, felt in the hand: nothing is known yet of what the structure does.

    ``way`` is how it was found (lean, hat, rest), ``feature`` what it was set down on, ``target`` a piece that it
    is felt on, ``points`` what it would score.
    """

    size: str
    held: bool
    way: str
    feature: str
    target: int
    pose: Pose
    aim: Aim
    points: int


@dataclass(frozen=True, slots=True)
class Ending:
    """What became of one release: how many others were disturbed; whether the piece is legal where it lies, and its
    points there. One that slipped into a legal place can be left there (L-14).
    """

    disturbed: int
    legal: bool
    points: int

    @property
    def good(self) -> bool:
        """Whether the player has placed the piece, where it was let go or where it slipped to."""
        return not self.disturbed and self.legal

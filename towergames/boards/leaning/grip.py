"""What is in the hand and around it, as the work in a thread is told, and what that answers. Needs no engine."""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.boards.leaning.pointer import Feel
from towergames.games.leaning.model import NEUTRAL, Aim, Layout, Piece
from towergames.games.leaning.model import Pose as Recorded
from towergames.physics.geometry import Pose


@dataclass(frozen=True, slots=True)
class Grip:
    """What is in the hand and where: the table without it, the numbers and sizes of the pieces held, which one moves.

    ``facing`` is the direction in which the player looks over the table (radians), ``target`` the piece to lean on.
    """

    layout: Layout
    surface: str
    numbers: tuple[int, ...]
    sizes: tuple[str, ...]
    poses: tuple[Pose, ...]
    which: int
    feature: str
    target: int
    facing: float

    @property
    def around(self) -> Layout:
        """The table, and the other piece in the hand."""
        others = [
            Piece(number, size, NEUTRAL, Recorded(*pose.recorded()), 0, 0)
            for at, (number, size, pose) in enumerate(zip(self.numbers, self.sizes, self.poses, strict=True))
            if at != self.which
        ]
        return replace(self.layout, pieces=(*self.layout.pieces, *others)) if others else self.layout

    def moved(self, pose: Pose, feature: str) -> Grip:
        """The same with the moving piece elsewhere."""
        poses = tuple(pose if at == self.which else old for at, old in enumerate(self.poses))
        return replace(self, poses=poses, feature=feature)


@dataclass(frozen=True, slots=True)
class Done:
    """What the hand holds after its motions, what that touches, and what the last motion met."""

    serial: int
    poses: tuple[Pose, ...]
    feature: str
    aim: Aim
    said: str


@dataclass(frozen=True, slots=True)
class Felt:
    """How the piece in the hand feels."""

    serial: int
    feel: Feel

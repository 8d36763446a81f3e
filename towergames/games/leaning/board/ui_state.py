"""The prepared move of one seat: the piece in hand, its contacts and its preview, suggestions, and the target.

Keys of spots: ``piece:P3``, ``hand:0`` the piece in hand, ``size:small``, ``idea:2``, ``move:left`` an arrow,
``view:top`` a named viewpoint, ``table`` for all the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from towergames.board.protocol import Context, Control, Result, Work
from towergames.games.leaning.evaluation import Idea
from towergames.games.leaning.model import NEUTRAL, Action, Aim, Layout, Piece, View
from towergames.physics.geometry import Pose
from towergames.physics.recording import RecordedPose

GUIDED, FREE = "guided", "free"
PLACE, REBUILD, FOUND, WATCH = "place", "rebuild", "found", "watch"
FEATURES = ("base edge", "slant edge", "corner", "point", "base", "side")
"""Parts on which a piece can stand."""
MOVES, FEELS, LOOKS = "moving", "feeling", "looking for places"
"""Words for what the hand is busy with."""
MOST_TRAIL = 60
STEPS = ("fine", "normal", "coarse")


@dataclass(frozen=True, slots=True)
class SettlePreview:
    """The movement of the piece after a release if all other pieces were fixed: millimetres, and in words.

    ``rested`` is false if it was still moving at the end. ``falls``: it would not stay where it is let go of.
    ``felled`` are the other pieces that a release by a steady hand moves, None before that is known.
    """

    moved: float
    rested: bool
    words: str
    falls: bool = False
    felled: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Motion:
    """A requested motion that waits for the table: a verb of ``hand_motions`` and its amount (cm, radians, or none)."""

    verb: str
    amount: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class HandSnapshot:
    """A state of the hand to which it can go back."""

    sizes: tuple[str, ...]
    ghost: tuple[Pose, ...]
    which: int
    feature: str


@dataclass(frozen=True, slots=True)
class Ui:
    """The hand over the table.

    ``kind`` is the task of the hand: place, rebuild, found, watch (another player's hand), or ''. ``ghost`` are the
    poses of the pieces in hand, ``sizes`` their sizes; a Foundation has two. ``which`` is the index of the one that
    moves. ``size`` is the chosen size, ``held`` whether it is a held piece. ``piece`` is the number being put back (0:
    none), ``target`` the piece to lean on (0: any), ``feature`` the part that is set down.

    ``aim`` has the contacts of the piece in hand, None before they are known. ``ideas`` are the suggestions and
    ``idea`` the shown one, or -1 once the hand has moved; ``tried`` counts the tries for them. ``pending`` are motions
    that are not done yet, and ``busy`` describes the present work in words; ``serial`` distinguishes late answers from
    expected ones. ``said`` is the result of the last motion. ``fresh`` is true until a newly taken piece has found its
    first place. ``advised`` is the id of the control that a hint has put under Enter. ``warned`` is true once the
    player knows that the shown idea is not tried out yet.
    """

    control: str = GUIDED
    kind: str = ""
    size: str = ""
    held: bool = False
    piece: int = 0
    target: int = 0
    feature: str = ""
    sizes: tuple[str, ...] = ()
    ghost: tuple[Pose, ...] = ()
    which: int = 0
    aim: Aim | None = None
    preview: SettlePreview | None = None
    trail: tuple[HandSnapshot, ...] = ()
    fresh: bool = False
    ideas: tuple[Idea, ...] = ()
    idea: int = -1
    tried: int = 0
    step: str = "normal"
    pending: tuple[Motion, ...] = ()
    serial: int = 0
    busy: str = ""
    said: str = ""
    advised: str = ""
    warned: bool = False
    decision: Any = None
    """Key of the decision (phase, tries, pieces): when it changes, the hand is emptied."""

    @property
    def grips(self) -> bool:
        """Whether there is a piece in the hand."""
        return bool(self.ghost)

    @property
    def shown(self) -> Idea | None:
        """The idea in the hand, as long as the hand has not moved."""
        return self.ideas[self.idea] if 0 <= self.idea < len(self.ideas) else None

    @property
    def half(self) -> bool:
        """Whether only the first piece of a Foundation is in the hand."""
        return self.kind == FOUND and len(self.ghost) == 1

    @property
    def fruitless(self) -> bool:
        """Whether a search for places found none."""
        return bool(self.tried) and not self.ghost and not self.ideas and not self.busy

    @property
    def pose(self) -> Pose:
        """The pose of the piece that moves. Only while a piece is in the hand."""
        return self.ghost[self.which]


LeaningContext = Context[View, Ui, Action]
LeaningResult = Result[Ui, Action]
LeaningControl = Control[Ui, Action]
LeaningWork = Work[Ui, Action]


def empty(ui: Ui) -> Ui:
    """An empty hand without suggestions and work; control, size and target stay."""
    return Ui(
        control=ui.control,
        size=ui.size,
        held=ui.held,
        target=ui.target,
        feature=ui.feature,
        step=ui.step,
        serial=ui.serial + 1,
        decision=ui.decision,
    )


def remembered(ui: Ui) -> tuple[HandSnapshot, ...]:
    """The trail with the present state of the hand appended."""
    if not ui.grips:
        return ui.trail
    return (*ui.trail[-MOST_TRAIL:], HandSnapshot(ui.sizes, ui.ghost, ui.which, ui.feature))


@dataclass(frozen=True, slots=True)
class Grip:
    """The input of slow work: the table without the pieces in the hand, those pieces, and the one that moves.

    ``facing`` is the viewer's direction over the table (radians), ``target`` the piece to lean on.
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
        others = [
            Piece(number, size, NEUTRAL, RecordedPose(*pose.recorded()), 0, 0)
            for at, (number, size, pose) in enumerate(zip(self.numbers, self.sizes, self.poses, strict=True))
            if at != self.which
        ]
        return replace(self.layout, pieces=(*self.layout.pieces, *others)) if others else self.layout


@dataclass(frozen=True, slots=True)
class HandResult:
    """The result of motions: poses, feature, contacts, and what the last motion met, in words."""

    poses: tuple[Pose, ...]
    feature: str
    aim: Aim
    said: str

"""What one seat is about to do at the table: the piece in hand and how it feels, what was suggested, what is aimed at.

Keys of what can be clicked: ``piece:P3``, ``hand:0`` the piece in hand, ``size:small``, ``idea:2``, ``move:left`` an
arrow, ``view:top`` a named look, ``table`` for all the rest.
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
"""What a piece can be stood on."""
MOVES, FEELS, LOOKS = "moving", "feeling", "looking for places"
"""What the hand may be busy with."""
MOST_TRAIL = 60
STEPS = ("fine", "normal", "coarse")


@dataclass(frozen=True, slots=True)
class SettlePreview:
    """How the piece would move after its release if all other pieces were fixed: millimetres, and in words.

    ``rested`` is false when it was still moving.
    """

    moved: float
    rested: bool
    words: str


@dataclass(frozen=True, slots=True)
class Motion:
    """A wish of the hand that waits for the table: a verb of ``manipulation`` and how much (cm, radians, or none)."""

    verb: str
    amount: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class HandSnapshot:
    """What the hand can go back to."""

    sizes: tuple[str, ...]
    ghost: tuple[Pose, ...]
    which: int
    feature: str


@dataclass(frozen=True, slots=True)
class Ui:
    """The hand over the table.

    ``kind`` says what the hand is about: place, rebuild, found, watch (another player's hand), or nothing. ``ghost`` is
    where the pieces in hand are, empty while none is; ``sizes`` are theirs (two for a Foundation), and ``which`` is the
    one that moves. ``size`` is the size chosen, ``held`` whether it is a held piece, ``piece`` the number being put
    back (0: none), ``target`` the piece to lean on (0: any), ``feature`` what is set down.

    ``aim`` is what the ghost touches, None before that is known. ``ideas`` are the suggestions and ``idea`` the one
    shown, or -1 once the hand has moved; ``tried`` counts the places that were tried for them. ``pending`` are motions
    that are not done yet and ``busy`` says in words what the hand is doing; ``serial`` tells late answers from those
    waited for. ``said`` is what the last motion met; ``fresh`` is true until a piece newly taken has found its first
    place. ``advised`` is the id of the control that a hint has put under Enter.
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
    decision: Any = None
    """What the hand was about to decide (phase, tries, pieces): once that has changed the hand is empty again."""

    @property
    def grips(self) -> bool:
        """Whether there is anything in the hand."""
        return bool(self.ghost)

    @property
    def shown(self) -> Idea | None:
        """The idea that is in the hand as it was found."""
        return self.ideas[self.idea] if 0 <= self.idea < len(self.ideas) else None

    @property
    def half(self) -> bool:
        """Whether the first piece of a Foundation is in the hand and the second is not."""
        return self.kind == FOUND and len(self.ghost) == 1

    @property
    def fruitless(self) -> bool:
        """Whether places were looked for and none was found."""
        return bool(self.tried) and not self.ghost and not self.ideas and not self.busy

    @property
    def pose(self) -> Pose:
        """The pose of the piece that moves. Only while something is in the hand."""
        return self.ghost[self.which]


LeaningContext = Context[View, Ui, Action]
LeaningResult = Result[Ui, Action]
LeaningControl = Control[Ui, Action]
LeaningWork = Work[Ui, Action]


def empty(ui: Ui) -> Ui:
    """Nothing in the hand, nothing suggested, nothing under way; control, size and target stay."""
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
    """The trail with what is in the hand now."""
    if not ui.grips:
        return ui.trail
    return (*ui.trail[-MOST_TRAIL:], HandSnapshot(ui.sizes, ui.ghost, ui.which, ui.feature))


@dataclass(frozen=True, slots=True)
class Grip:
    """What slow work is told: the table without what is in the hand, the pieces in the hand, and which one moves.

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
        others = [
            Piece(number, size, NEUTRAL, RecordedPose(*pose.recorded()), 0, 0)
            for at, (number, size, pose) in enumerate(zip(self.numbers, self.sizes, self.poses, strict=True))
            if at != self.which
        ]
        return replace(self.layout, pieces=(*self.layout.pieces, *others)) if others else self.layout


@dataclass(frozen=True, slots=True)
class HandResult:
    """What the hand holds after its motions, what that touches, and what the last motion met."""

    poses: tuple[Pose, ...]
    feature: str
    aim: Aim
    said: str

"""The hand over the table: the camera, the piece in hand and how it feels, what was suggested, where the cursor is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from towergames.boards.desk import Reply, Scene
from towergames.games.leaning.model import Action, Aim, View
from towergames.games.leaning.opponent.suggestions import Idea
from towergames.physics.camera import Camera
from towergames.physics.geometry import Pose

GUIDED, FREE = "guided", "free"
TABLE, ACTS = "table", "acts"
PLACE, REBUILD, FOUND, WATCH = "place", "rebuild", "found", "watch"
FEATURES = ("base edge", "slant edge", "corner", "point", "base", "side")
"""What a piece can be stood on."""
MOVES, FEELS, LOOKS = "moves", "feels", "looks for places"
"""What the hand may be busy with."""
MOST_TRAIL = 60
STEPS = ("fine", "normal", "coarse")

TableScene = Scene[View]
TableReply = Reply[Action]


@dataclass(frozen=True, slots=True)
class Feel:
    """How the piece would go by itself if everything else stood like rock: millimetres, degrees, and in words.

    ``touches`` and ``corners`` are what it would touch then; ``rested`` is false when it was still moving.
    """

    moved: float
    turned: float
    rested: bool
    words: str
    touches: tuple[int, ...] = ()
    corners: int = 0


@dataclass(frozen=True, slots=True)
class Motion:
    """A wish of the hand that waits for the table: a verb of ``verbs`` and how much (cm, radians, or none)."""

    verb: str
    amount: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """What the hand can go back to."""

    sizes: tuple[str, ...]
    ghost: tuple[Pose, ...]
    which: int
    feature: str


@dataclass(frozen=True, slots=True)
class Pointer:
    """Camera and hand.

    ``kind`` says what the hand is about: place, rebuild, found, watch (somebody else's hand), or nothing. ``ghost`` is
    where the pieces in hand are, empty while none is; ``sizes`` are theirs (two for a Foundation), and ``which`` is the
    one that moves. ``size`` is the size chosen, ``held`` whether it is a held piece, ``piece`` the number being put
    back (0: none), ``target`` the piece to lean on (0: any), ``feature`` what is set down.

    ``aim`` is what the ghost touches, None before that is known. ``ideas`` are the suggestions and ``idea`` the one
    shown, or -1 once the hand has moved; ``tried`` counts the places that were tried for them. ``pending`` are motions
    that are not done yet and ``busy`` says in words what the hand is doing; ``serial`` tells late answers from those
    waited for. ``said`` is what the last motion met; ``fresh`` is true until a piece newly taken has found its first
    place.

    ``zone`` is table or acts, ``act`` the button under the cursor. ``view`` is the named view of the camera (empty:
    turned by hand), ``moving`` is true until the screen has been still for a while.
    """

    camera: Camera = field(default_factory=Camera)
    view: str = "all"
    moving: bool = False
    labels: bool = True
    control: str = GUIDED
    zone: str = TABLE
    act: str = ""
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
    feel: Feel | None = None
    trail: tuple[Held, ...] = ()
    fresh: bool = False
    ideas: tuple[Idea, ...] = ()
    idea: int = -1
    tried: int = 0
    step: str = "normal"
    pending: tuple[Motion, ...] = ()
    serial: int = 0
    busy: str = ""
    said: str = ""
    decision: Any = None
    """What the hand was about to decide (phase, tries, pieces): once that has changed the hand is empty again."""

    @property
    def grips(self) -> bool:
        """Whether there is anything in the hand."""
        return bool(self.ghost)

    @property
    def fruitless(self) -> bool:
        """Whether places were looked for and none was found."""
        return bool(self.tried) and not self.ghost and not self.ideas and not self.busy

    @property
    def pose(self) -> Pose:
        """The pose of the piece that moves. Only while something is in the hand."""
        return self.ghost[self.which]


def empty(pointer: Pointer) -> Pointer:
    """Nothing in the hand, nothing suggested, nothing under way; camera, control and target stay."""
    return replace(
        pointer,
        kind="",
        piece=0,
        sizes=(),
        ghost=(),
        which=0,
        aim=None,
        feel=None,
        trail=(),
        fresh=False,
        ideas=(),
        idea=-1,
        tried=0,
        pending=(),
        serial=pointer.serial + 1,
        busy="",
        said="",
    )


def remembered(pointer: Pointer) -> tuple[Held, ...]:
    """The trail with what is in the hand now."""
    if not pointer.grips:
        return pointer.trail
    now = Held(pointer.sizes, pointer.ghost, pointer.which, pointer.feature)
    return (*pointer.trail[-MOST_TRAIL:], now)

"""The types of Leaning Towers: options, pieces, state and view, actions, and outcomes of chance and physics.

There are no floats: lengths are micrometres, angles thousandths of a degree, quaternions millionths. The table is z =
0. The origin of a piece's frame is the middle of the open base, and its z axis leads to the point. Pieces are numbered
from 1 in the order in which they come to the table; 1 and 2 are the Foundation. People see ``P1``, ``P2``, ... A count
of pieces is always (small, medium, large).
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from towergames.core.contract import Seat
from towergames.core.daily import chance_name, deal_option
from towergames.core.options import BY_LOT, Option, option, options_of, players
from towergames.physics.recording import RecordedPose

# --- options ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game.

    ``first`` is 0 for a starter at random, else the number of the player. Only physics reads ``surface`` and
    ``tremor``. In games by rules 2 ``bump`` is ``nudge-waiting`` instead of ``nudge``. ``deal`` is the day of today's
    task (L-33), UNSET elsewhere, so that older saves keep their digests.
    """

    first: int = option(
        "First player",
        "Who sets up the Foundation and starts.",
        "R-3",
        {"random": "drawn by lot", **players(10)},
        means={"random": 0},
        names=BY_LOT,
    )
    foundation: str = option(
        "Foundation",
        "Who sets up the first two pieces.",
        "L-2",
        {"built": "the first player sets it up", "ready": "it stands already"},
        names={"built": "First player", "ready": "Stands already"},
    )
    contacts: str = option(
        "Contact limit",
        "Whose pips limit how many pieces may touch.",
        "L-4",
        {"both": "games often close; all pieces have a limit", "placed": "games last longer; only the new one has"},
        names={"both": "All pieces", "placed": "The new piece"},
    )
    held_size: str = option(
        "Held sizes",
        "Whether a held piece may have the size placed last.",
        "L-12",
        {"any": "any size", "other": "another size, like any piece"},
        names={"any": "Any size", "other": "Another size"},
        key="held",
    )
    tries: int = option(
        "Tries",
        "How often you may try a piece before it is lost.",
        "L-14",
        {3: "3 tries", 1: "1 try", 2: "2 tries", 5: "5 tries"},
        names={3: "3 tries"},
    )
    three: str = option(
        "Three moved",
        "Whether exactly 3 other moved pieces make a Wreck or a Break.",
        "L-15",
        {"wreck": "a Wreck", "break": "a Break"},
    )
    rebuild: str = option(
        "Rebuilding",
        "How the pieces go back after a Break.",
        "L-17",
        {"by-hand": "one by one, in any legal place", "restore": "all at once, as they stood"},
        names={"restore": "All at once"},
    )
    alone: str = option(
        "One player left",
        "What happens when all others are out of the game.",
        "L-20",
        {"continue": "that player plays on", "end": "the game ends"},
        names={"continue": "Plays on", "end": "Game ends"},
    )
    bump: str = option(
        "Bumps",
        "Whether the table may be bumped out of turn.",
        "L-21",
        {
            "off": "never",
            "table": "sometimes a bystander",
            "players": "sometimes a waiting player",
            "nudge": "when a player reports it",
        },
        names={"off": "Never", "table": "Bystander", "players": "Players", "nudge": "When reported"},
    )
    passing: str = option(
        "Passing",
        "Whether you may pass when you could place.",
        "L-23",
        {"checked": "only if you cannot place", "free": "whenever you like"},
        names={"checked": "Only if stuck", "free": "Any time"},
    )
    surface: str = option(
        "Table",
        "What the pieces stand on.",
        "R-2",
        {"newspaper": "grips well", "wood": "grips less", "glass": "slippery, for experts"},
    )
    tremor: str = option(
        "Hand",
        "How much your hand shakes when it lets go.",
        "R-13",
        {"normal": "it shakes a little", "steady": "it shakes very little", "shaky": "it shakes a lot"},
    )
    deal: str | UnsetType = deal_option("L-33", UNSET)


SERIES = Option(
    "series",
    "Match",
    (50, 0, 25, 100),
    "How many points win a match of several games.",
    ("to 50 points", "without end", "to 25 points", "to 100 points"),
    "L-25",
    names=("50 points", "No end", "25", "100"),
)
"""A setting of the table, not a term of a game: only the table counts a series."""

OPTIONS = options_of(
    Terms,
    SERIES,
    order="tremor surface foundation series contacts held tries three rebuild alone bump passing first",
)

# --- pieces and what the rules measure --------------------------------------------------------------

SIZES = ("small", "medium", "large")
PIPS = {"small": 1, "medium": 2, "large": 3}
EACH = 5
"""Pieces of each size that a player begins with."""
FULL = 15
NEUTRAL = -1
"""The owner of the Foundation."""
NOBODY = -2
"""The bumper when nothing bumps the table (see :class:`Fate`)."""
FOUNDATION = (1, 2)

Count = tuple[int, int, int]

TASK_VERSION = 1
"""Version of today's task. It changes when the same day would have other chance, or the rules change."""
TASK_HAND: Count = (3, 3, 2)
"""L-33: the pieces of today's task."""


def hand_of(terms: Terms) -> Count:
    """The pieces that a player begins with (R-3, L-33)."""
    return (EACH, EACH, EACH) if terms.deal is UNSET else TASK_HAND


def task_chance(terms: Terms) -> str:
    """The name of all chance in today's task (L-33); '' in other games."""
    return "" if terms.deal is UNSET else chance_name("leaning", TASK_VERSION, terms.deal)


MAX_SHIFT_UM = 3_000
"""L-16: a piece one of whose corners moved further is disturbed, or has slipped if it was let go of."""
MAX_TURN_MILLIDEGREES = 5_000
"""L-16: a piece that turned further is disturbed, or has slipped if it was let go of."""
INSIDE_UM = 1_000
"""L-8: a point this near to the inside point of another piece touches it."""
FOUNDATION_TRIES = 12
MOST_SKIPS = 15
"""L-23: turns that one player may skip in a game."""
REPORTED = ("nudge", "nudge-waiting")
"""L-21: values of ``bump`` with which players report bumps.

With ``nudge``, of games by rules 1, the player on turn can be reported too.
"""
MOST_NUDGES = 20
"""L-21: bumps that the players may report in a game."""


class Near(NamedTuple):
    """The distance in micrometres from the point of piece ``tip`` to the inside point of piece ``hollow``."""

    tip: int
    hollow: int
    gap: int


class RestingPiece(NamedTuple):
    """A piece after everything has come to rest.

    ``corners`` counts its corners on the table, of five with the point. ``shift`` is the distance that its corner moved
    at most, ``turn`` the angle that the piece turned. Both count from the moment before, or from the pose in the hand
    for a piece let go of.
    """

    piece: int
    pose: RecordedPose
    corners: int
    shift: int
    turn: int


@dataclass(frozen=True, slots=True)
class Aim:
    """The contacts of a piece in the hand: corners on the table, pieces touched, points that meet inside points.

    ``inside`` are pieces whose inside point meets its point, or whose point meets its inside point.
    """

    corners: int
    touches: tuple[int, ...] = ()
    inside: tuple[int, ...] = ()


# --- what a player can do ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayFoundation:
    """L-2: let go of two neutral pieces at once."""

    size: str
    pose: RecordedPose
    size2: str
    pose2: RecordedPose


@dataclass(frozen=True, slots=True)
class Ready:
    """L-2: let the table set up a Foundation that stands."""


@dataclass(frozen=True, slots=True)
class Place:
    """Let go of one piece.

    ``target`` is the piece it should lean on (0: none). ``aim`` None is a blind release.
    """

    size: str
    held: bool
    target: int
    pose: RecordedPose
    aim: Aim | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """L-11: set a piece aside instead of placing one."""

    size: str


@dataclass(frozen=True, slots=True)
class Pass:
    """L-3, L-23: do nothing, where passing is free."""


@dataclass(frozen=True, slots=True)
class Skip:
    """L-22, L-23: declare that there is no move; the table searches for one."""


@dataclass(frozen=True, slots=True)
class Accept:
    """L-14: leave a slipped piece where it came to rest."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """L-13, L-14: give up the slipped piece in hand, or a held piece of that size (then ``size`` is not empty)."""

    size: str = ""


@dataclass(frozen=True, slots=True)
class Rebuild:
    """L-17: take a disturbed piece from its place and let go of it at ``pose``."""

    piece: int
    pose: RecordedPose
    aim: Aim | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """L-17: leave a disturbed piece where it is."""

    piece: int


@dataclass(frozen=True, slots=True)
class Restore:
    """L-17: put everything back as it stood before the Break."""


@dataclass(frozen=True, slots=True)
class Decline:
    """L-17: do not rebuild."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """L-21: report that the table was bumped, by a seat or (-1) by a bystander."""

    by: int


Action = (
    LayFoundation | Ready | Place | Hold | Pass | Skip | Accept | GiveUp | Rebuild | Keep | Restore | Decline | Nudge
)


# --- what chance and physics answer -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class First:
    """The player who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Fate:
    """L-21: the bumper after a placement: a seat, -1 for a bystander, -2 for no bump."""

    by: int


@dataclass(frozen=True, slots=True)
class PlaceFound:
    """L-23: whether the table found a legal pose for the player who skips."""

    found: bool


@dataclass(frozen=True, slots=True)
class TableSettled:
    """The table at rest: the outcome of release, foundation, clear and bump.

    ``rests`` has every piece whose pose changed, and always the ones let go of. ``touches`` are all pairs of pieces
    that touch now, lower number first. ``near`` are all points within 5 mm of another piece's inside point. ``tremor``,
    ``engine`` and ``trace`` (the movement, base64) are for information; no rule reads them.
    """

    rests: tuple[RestingPiece, ...]
    touches: tuple[tuple[int, int], ...]
    near: tuple[Near, ...] = ()
    tremor: tuple[int, ...] = ()
    engine: str = ""
    trace: str = ""


Outcome = First | Fate | PlaceFound | TableSettled


# --- the table --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the table. ``level`` was settled when it was placed (L-9) and stays."""

    id: int
    size: str
    owner: int
    pose: RecordedPose
    corners: int
    level: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything on the table: pieces by number, pairs that touch, points near inside points."""

    pieces: tuple[Piece, ...] = ()
    touches: tuple[tuple[int, int], ...] = ()
    near: tuple[Near, ...] = ()


@dataclass(frozen=True, slots=True)
class InHand:
    """The piece being placed or put back: its number, size, whether it was held, and the pose of its release.

    ``kind``: place, rebuild, found (two pieces: ``size2`` and ``pose2`` are the second) or ready.
    """

    kind: str
    piece: int
    size: str
    held: bool = False
    target: int = 0
    pose: RecordedPose | None = None
    size2: str = ""
    pose2: RecordedPose | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """Everything that everybody knows, which is the whole game.

    ``phase``: order, found, foundation, turn, release, search, slip, clear, rebuild, fate, bump, over. ``in_hand`` is
    the piece about to be or just released; ``before`` is the table without it. ``stood`` is the table as it was before
    a Break, and before a Wreck or a Bump while fallen pieces are taken off. ``broken`` are the pieces still to be put
    back, ``failed`` the ones let go of in vain for that, once for every time. ``clearing`` are about to be taken off.
    ``gone`` counts pieces that are lost: given up, or fallen and taken off. ``last_size`` is the size of the last
    placement that stands. ``tries`` counts releases of the piece in hand, or attempts to lay a Foundation. ``free`` is
    true for the first player's first choice. ``refused`` is true when the table knew a move in this turn, ``nudged``
    when a bump was reported in this turn. ``idle`` counts turns skipped in a row. ``out`` are the ejected players;
    ``bumper`` is the player who bumps now.
    """

    terms: Terms
    seats: int
    phase: str = "order"
    first: Seat = 0
    active: Seat = 0
    lap: int = 1
    hands: tuple[Count, ...]
    held: tuple[Count, ...]
    gone: tuple[Count, ...]
    points: tuple[int, ...]
    out: tuple[bool, ...]
    skips: tuple[int, ...]
    layout: Layout = Layout()
    next_piece: int = 1
    last_size: str = ""
    in_hand: InHand | None = None
    tries: int = 0
    before: Layout | None = None
    stood: Layout | None = None
    broken: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    clearing: tuple[int, ...] = ()
    free: bool = False
    refused: bool = False
    nudged: bool = False
    nudges: int = 0
    bumper: int = NOBODY
    idle: int = 0
    ending: str = ""


@dataclass(frozen=True, slots=True)
class State(Public):
    """The whole game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Public):
    """The knowledge of ``seat`` (None: a spectator), which is everything."""

    seat: Seat | None


def observation(state: Public, seat: Seat | None) -> View:
    return View(seat=seat, **{one.name: getattr(state, one.name) for one in fields(Public)})


def state_of(seen: Public) -> State:
    """The state behind a view: nothing is hidden."""
    return State(**{one.name: getattr(seen, one.name) for one in fields(Public)})

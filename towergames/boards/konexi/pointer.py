"""The hand over the table: how it is looked at, the letter in hand and where it would go, the word being typed.

Keys of what can be clicked on board and hand: ``letter:R`` a letter of the tower, ``cell:3,-5`` an empty cell beside
it, ``joint:3,5,1`` a free plug or socket of the tower (its cell and side), ``ghost`` the letter in hand, ``circle:7``
a letter of the circle by its place in it, ``gap:7`` the gap before that letter, ``offer:R`` a letter on offer,
``word:2`` a letter of the word being typed, ``act:done`` a button, ``view:side`` and ``view:3d``, ``look:corner``,
``table`` for all the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from towergames.boards.desk import Reply, Scene
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.model import Action, View
from towergames.physics.camera import Camera

TOWER, CIRCLE, ACTS = "tower", "circle", "acts"
"""Zones: placing and reading at the tower, choosing letters and gaps in the circle, the buttons."""
SIDE, SPACE = "side", "3d"
"""How the tower is drawn: flat from the side, or with a camera."""
LOOKS = ("front", "corner", "edge", "back", "top")
"""The camera's views with a name."""

TableScene = Scene[View]
TableReply = Reply[Action]


@dataclass(frozen=True, slots=True)
class Pointer:
    """Camera and hand.

    ``zone`` is where the cursor is, ``act`` the button under it. ``view`` is side or 3d; ``look`` the named view of the
    ``camera`` ("" once it was turned by hand). In the side view ``zoom`` counts steps nearer than the whole tower
    (below 0: farther) and ``pan`` is how many cells the picture is shifted to the right and up. ``moving`` is true
    until the screen has been still for a while; ``labels`` whether letters bear their names.

    Phase place: ``letter`` is the one in hand, of those on offer, ``at`` its place, always a legal one (None: it has
    none), and ``tried`` a place just clicked that a rule refuses, drawn as refused. ``hint`` shows which words that
    would make and how the tower would balance; ``helped`` is true once that has been counted as help.

    Phase token: ``gap`` is where the token would go. Phase arrange: ``circle`` are the letters as they lie by now,
    ``slot`` the place in the circle under the cursor, ``held`` the place of a letter picked up (-1: none), ``gap`` the
    token's. Phase birthday: ``slot`` is the player.

    Phase word: ``word`` is what was typed so far. In every phase ``on`` is the letter of the tower under the cursor
    ("": none).
    """

    camera: Camera = field(default_factory=Camera)
    view: str = SIDE
    look: str = "corner"
    zoom: int = 0
    pan: tuple[int, int] = (0, 0)
    moving: bool = False
    labels: bool = True
    zone: str = TOWER
    act: str = ""
    letter: str = ""
    at: Spot | None = None
    tried: Spot | None = None
    hint: bool = False
    helped: bool = False
    gap: int = 0
    circle: str = ""
    slot: int = 0
    held: int = -1
    word: str = ""
    on: str = ""
    decision: Any = None
    """What the hand was about to decide; once that has changed, it begins anew."""

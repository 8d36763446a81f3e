"""What the command line asks a front end to do: the one word between ``cli`` and ``tui`` or ``plain``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from towergames.core.contract import Seat
    from towergames.core.options import Scalar
    from towergames.table.records import Header

RequestKind = Literal["menu", "play", "open", "join", "replay"]
WRONG_PIN = "wrong_pin"
"""The type of the packet by which a served program tells its server that a PIN was wrong."""
TO_PAGE = "page"
"""The type of a packet that the server of a served program passes on to the page."""
TAKE = "take"
"""The word by which a page, and its server, ask that a seat is taken from the window that sits there."""
PIXELS, DRAWN = "pixels", "drawn"
"""The types of the packets of a page: the pixels of a cell, and that it has a part of a picture."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One thing to run until the person leaves.

    ``menu`` opens the menu; ``play`` begins a game with ``header``, saved as ``save`` if given; ``open`` continues
    the save called ``save`` in ``saves``; ``join`` sits down at that open table on ``seats``, or watches it if
    ``seats`` is empty; ``replay`` shows the journal at ``path``. At an open table ``pin`` opens the seats that have a
    PIN; the other seats then ask for ``new_pin``. ``config`` is the folder of the settings if one was named,
    ``flags`` are settings given on the command line (keys of ``settings.SETTINGS``).
    ``from_others``: windows that sit on these seats stand up.
    ``served``: a browser shows the program, so only ``join`` is possible, without menu, other saves and settings.
    ``messages``: replays show the messages between windows.
    ``notices`` are lines to show first, such as the errors in a file of words.
    """

    kind: RequestKind
    saves: Path
    header: Header | None = None
    save: str | None = None
    path: Path | None = None
    seats: tuple[Seat, ...] = ()
    pin: str = field(default="", repr=False)
    new_pin: str = field(default="", repr=False)
    config: Path | None = None
    flags: Mapping[str, Scalar] = field(default_factory=dict)
    from_others: bool = False
    served: bool = False
    notices: tuple[str, ...] = ()
    messages: bool = False

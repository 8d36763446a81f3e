"""What boards draw, and what names a command: the part of the interface that the title screen needs too.

It stands apart from :mod:`towergames.board.protocol`, which gives it to boards and clients, so that the title screen
does not wait for the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from towergames.board.canvas import Canvas


@dataclass(frozen=True, slots=True)
class Spec:
    """A command of a board, the same at every table: for key files, help, the palette and plain mode.

    ``id`` is its name in key files (``KEY.claim``), ``keys`` are the default keys in Textual's spelling, ``typed``
    the words that mean it after ``:`` and in plain mode, ``group`` a heading in help. ``when`` is a sentence that
    says when it can be used; it is the refusal while no control has this spec. A ``camera`` spec only changes the
    viewpoint: it works for spectators, while others move, in replays, in examples and after the end.
    """

    id: str
    title: str
    help: str
    keys: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    group: str = "game"
    when: str = ""
    camera: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """Drawing style of a whole picture.

    ``ascii_only``: 7-bit characters. Without ``colours`` only characters are seen. ``still``: the slow, finer picture
    (see ``UiSpec.still_pictures``). Without ``cursor`` the UiState is not drawn. ``theme``: the palette's theme, for
    pictures that mix their own colours. ``key_of`` gives the present key of a spec as people read it, for buttons that
    a board draws itself; '' where there are no keys. Without ``true_colours`` the terminal knows few colours.
    """

    ascii_only: bool = False
    colours: bool = True
    still: bool = True
    cursor: bool = True
    theme: str = "dark"
    true_colours: bool = True
    key_of: Callable[[Spec], str] = field(default=lambda _: "", compare=False)

    @property
    def plain(self) -> bool:
        """Whether a picture must do without colours or block characters."""
        return self.ascii_only or not self.colours


@dataclass(frozen=True, slots=True)
class Spot:
    """A target of the mouse and of jump mode: a key of the board's own and a rectangle in cells.

    The key ``control:ID`` presses that control. ``tells`` is a sentence shown while the mouse is on the spot.
    ``label`` is where jump mode puts its letters, in cells from (``x``, ``y``): beside what they would cover.
    """

    key: str
    x: int
    y: int
    width: int
    height: int
    title: str = ""
    tooltip: str = ""
    label: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class PixelArea:
    """The part of a picture that could be shown in true pixels: ``width`` x ``height`` cells from (``x``, ``y``).

    ``draw`` renders the part slowly, for cells of the given pixels across and down, as an array of rows x columns x 3
    bytes; ``rough`` does that more quickly and less finely. Cells without colours of their own are left out.
    """

    draw: Callable[[int, int], Any]
    width: int
    height: int
    x: int = 0
    y: int = 0
    rough: Callable[[int, int], Any] | None = None

    def moved(self, x: int, y: int) -> PixelArea:
        """The part on a larger picture, onto which its picture was copied at (``x``, ``y``)."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn zone: cells, spots, and where the hardware cursor belongs (x, y), if anywhere.

    ``at`` returns the key of the spot at a cell, for shapes other than rectangles; for '' the rectangles decide.
    ``pixels`` is what a still one in 3D shows.
    """

    canvas: Canvas
    spots: tuple[Spot, ...] = ()
    cursor: tuple[int, int] | None = None
    at: Callable[[int, int], str] | None = None
    pixels: PixelArea | None = None

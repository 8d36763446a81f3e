"""What a seat has prepared: cursor and direction, the order of its rack, and the tiles laid on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from towergames.board.protocol import Context
from towergames.core.contract import Decide, Event, Seat
from towergames.games.words.model import Action, Challenge, Pass, View
from towergames.games.words.notation import play_of

BOARD, RACK = "board", "rack"


@dataclass(frozen=True, slots=True)
class Ui:
    """Cursor and pending tiles.

    ``zone`` is where the cursor is: board or rack. ``cell`` is the square under it and ``down`` the way that typed
    letters run; ``ended`` is true when the last letter stood on the last square of its line. ``order`` are the tiles of
    the rack as they lie, those on the board included; ``laid`` are (square, index in ``order``) in the order of laying.
    ``slot`` is the rack's cursor, ``held`` the index of a tile picked up, or -1. ``swapping`` is true while a tile to
    exchange is chosen. ``board`` is what the tiles were laid on; ``quiet`` is true when a Qu has just been typed, so
    that the u people type after it is passed over. ``mixes`` counts shuffles. ``advised`` is a pass or a challenge that
    a hint has prepared: Enter does it, any other key drops it.
    """

    zone: str = BOARD
    cell: int = 0
    down: bool = False
    ended: bool = False
    order: str = ""
    laid: tuple[tuple[int, int], ...] = ()
    slot: int = 0
    held: int = -1
    swapping: bool = False
    board: tuple[str, ...] = ()
    quiet: bool = False
    mixes: int = 0
    advised: Pass | Challenge | None = None

    def tile_at(self, cell: int) -> str:
        """The pending tile on a square, "" where there is none."""
        return self.tiles.get(cell, "")

    @property
    def tiles(self) -> dict[int, str]:
        """Square -> pending tile."""
        return {cell: self.order[slot] for cell, slot in self.laid}

    @property
    def out(self) -> frozenset[int]:
        """Indices in ``order`` that lie on the board."""
        return frozenset(slot for _, slot in self.laid)


WordsContext = Context[View, Ui, Action]
AnyWordsContext = Context[View, Any, Action]
"""A context whose UiState is not read."""


# --- the table ----------------------------------------------------------------------------------------


def shown_seat(c: AnyWordsContext) -> Seat:
    """Seat of the rack that is drawn: the viewer's, or for a spectator that of the player on turn."""
    return c.seat if c.seat is not None else c.view.active


def rack(c: AnyWordsContext) -> str:
    """The rack drawn, as far as it may be seen."""
    return c.view.racks[shown_seat(c)] or ""


def typing(c: AnyWordsContext) -> bool:
    """Whether letter keys belong to the board: while a seated viewer sees the rack, also in the turns of others."""
    return c.seat is not None and isinstance(c.turn, Decide) and c.view.racks[c.seat] is not None


def cursor_shown(c: WordsContext) -> bool:
    """Whether the board shows where the cursor is: not while a play is being shown."""
    return c.style.cursor and not c.playing and (c.ui.zone == BOARD or bool(c.ui.laid))


def tiles_of(event: Event) -> tuple[tuple[int, str], ...]:
    """(square, tile) of a play, in the order in which they are laid; empty for other events."""
    return tuple((cell, tile) for cell, tile in event.data["tiles"]) if event.kind == "play" else ()


def marked(c: AnyWordsContext) -> frozenset[int]:
    """Squares that others have played since the viewer's last decision, else those of the last play that stands."""
    cells: set[int] = set()
    latest: tuple[int, ...] = ()
    for event in c.marks:
        if event.kind == "play" and (event.seat is None or event.seat != c.seat):
            latest = tuple(cell for cell, _ in tiles_of(event))
            cells.update(latest)
        elif event.kind == "ruling" and event.data["bad"]:
            cells.difference_update(latest)
    return frozenset(cell for cell in cells or c.view.last if c.view.board[cell])


@dataclass(frozen=True, slots=True)
class Played:
    """A play in the log: who, its words, its points."""

    seat: Seat | None
    words: tuple[str, ...]
    points: int


def last_play(events: Sequence[Event]) -> Played | None:
    """The last play in the log; None if there was none or it was taken back."""
    last = None
    for event in events:
        if event.kind == "play":
            last = Played(event.seat, tuple(event.data["words"]), event.data["points"])
        elif event.kind == "ruling" and event.data["bad"]:
            last = None
    return last


# --- beginning and keeping ----------------------------------------------------------------------------


def begin(c: AnyWordsContext) -> Ui:
    """The UiState of a seat that has not looked yet: the cursor on the last play, else in the centre."""
    return Ui(cell=_home(c), order=rack(c), board=c.view.board)


def adapt(c: Context[View, Ui | None, Action], new: bool) -> Ui:
    """The rack lies as it was left, and so do pending tiles, unless board or rack have changed meanwhile."""
    if c.ui is None:
        return begin(c)
    kept = _keep(c, c.ui)
    if not new:
        return kept
    if kept.laid and not c.view.retry:  # what was taken back after a challenge is not laid again
        return replace(kept, held=-1, swapping=False)
    return replace(begin(c), order=kept.order, mixes=kept.mixes)


def _home(c: AnyWordsContext) -> int:
    cells, size = marked(c), c.view.terms.size
    return min(cells) if cells else (size // 2 - 1) * size + size // 2 - 1


def _keep(c: AnyWordsContext, ui: Ui) -> Ui:
    tiles, on = rack(c), c.phase == "turn"
    same = Counter(ui.order) == Counter(tiles)
    order = ui.order if same else _rearranged(_unlaid_first(ui), tiles)
    laid = ui.laid if same and on and ui.board == c.view.board else ()
    held = ui.held if same and on and ui.held < len(order) else -1
    zone = ui.zone if order else BOARD
    return replace(
        ui,
        zone=zone,
        cell=ui.cell if 0 <= ui.cell < len(c.view.board) else _home(c),
        order=order,
        laid=laid,
        held=-1 if held in {slot for _, slot in laid} else held,
        slot=max(0, min(ui.slot, len(order) - 1)),
        swapping=ui.swapping and on and zone == RACK,
        board=c.view.board,
        ended=ui.ended and bool(laid),
        advised=ui.advised if c.phase else None,
    )


def _unlaid_first(ui: Ui) -> str:
    """The tiles in the rack's order, with the tiles on the board last: the first of two equal tiles then stays."""
    out = ui.out
    return "".join(ui.order[slot] for slot in sorted(range(len(ui.order)), key=lambda slot: slot in out))


def _rearranged(order: str, tiles: str) -> str:
    """The tiles in the order in which those still there lay, new ones behind them.

    >>> _rearranged("TEA", "AET"), _rearranged("TEA", "AETZ"), _rearranged("TEA", "AB")
    ('TEA', 'TEAZ', 'AB')
    """
    left = Counter(tiles)
    kept = ""
    for tile in order:
        if left[tile]:
            left[tile] -= 1
            kept += tile
    return kept + "".join(sorted(left.elements()))


# --- the move prepared --------------------------------------------------------------------------------


def pending(c: WordsContext) -> Action | None:
    """The play that the pending tiles make, None without any."""
    return play_of(c.ui.tiles, c.view.terms.size) if c.ui.laid else None

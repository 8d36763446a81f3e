"""Where each seat's cursor is and what it has prepared, and how one screen looks at the table."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from towergames.boards.protocol import AnyBoard, AnyContext, Key, Pointing, Size, Viewpoint
from towergames.core.contract import Seat, Verdict

Judge = Callable[[Any], Verdict]


class UiMemory:
    """The UiState of every seat that has looked from this screen, and the screen's viewpoint and size.

    No seat is given another's UiState; the viewpoint is the screen's and goes on.
    """

    def __init__(self, board: AnyBoard) -> None:
        self.board = board
        self.viewpoint: Viewpoint | None = None
        self.room: Size = (0, 0)
        """The size of the board as it is shown now."""
        self.seat: Seat | None = None
        """Whose UiState is shown; None is a spectator's."""
        self._states: dict[Seat | None, Any] = {}
        self._decision: tuple[Seat | None, bool] | None = None
        self._view: Any = None
        """The view that the UiState was adapted to."""
        self._key: Hashable = None
        self._filled: tuple[tuple[Any, ...], AnyContext] | None = None

    @property
    def ui(self) -> Any:
        """The UiState that is shown; None before the first look."""
        return self.state_of(self.seat)

    def state_of(self, seat: Seat | None) -> Any:
        """The UiState of a seat; None where it has never looked."""
        return self._states.get(seat)

    # --- changes of the table ---------------------------------------------------------------------------

    def follow(self, c: AnyContext) -> None:
        """The table has changed: a new decision begins as its seat left things, else what still makes sense stays."""
        decision = (c.seat, c.may_act)
        self._adapt(c, new=c.may_act and decision != self._decision)
        self._decision = decision

    def keep(self, c: AnyContext) -> None:
        """What still makes sense in the context stays."""
        self._adapt(c, new=False)

    def begin(self, c: AnyContext) -> None:
        """A decision begins, or the table is looked at for the first time."""
        self._adapt(c, new=True)

    def at(self, c: AnyContext, key: Hashable, judge: Judge | None = None) -> AnyContext:
        """The filled context of a client that jumps from one position to another, each with a ``key`` of its own."""
        if key != self._key or self.ui is None or c.seat != self.seat:
            self.begin(c)
            self._key = key
        return self.fill(c, judge)

    def _adapt(self, c: AnyContext, *, new: bool) -> None:
        self.seat = c.seat
        given = replace(c, ui=self.ui, viewpoint=self.viewpoint, room=self.room)
        self._set(c, self.board.adapt(given, new))

    def _set(self, c: AnyContext, ui: Any) -> None:
        self._states[c.seat], self._view = ui, c.view
        camera = self.board.camera
        if camera is not None:
            self.viewpoint = camera.follow(replace(c, ui=ui, viewpoint=self.viewpoint, room=self.room), self.viewpoint)

    # --- changes by the looker --------------------------------------------------------------------------

    def take(self, c: AnyContext, ui: Any) -> None:
        """The UiState that a board has answered with."""
        self._set(c, self.fitted(c, ui))

    def fitted(self, c: AnyContext, ui: Any) -> Any:
        """Another UiState as it would be taken."""
        return self.board.adapt(replace(c, ui=ui, viewpoint=self.viewpoint, room=self.room), False)

    def restore(self, c: AnyContext, ui: Any) -> None:
        """The looker's UiState as it was before."""
        self._states[c.seat] = ui
        self.keep(c)

    def look(self, c: AnyContext, event: Pointing | Key | str) -> bool:
        """Look at the table in another way, in the filled context ``c``; whether the event means that."""
        camera = self.board.camera
        moved = camera.move(c, event) if camera is not None else None
        if camera is None or moved is None:
            return False
        self.viewpoint = camera.follow(replace(c, viewpoint=moved), moved)
        return True

    # --- what is shown ----------------------------------------------------------------------------------

    def fill(self, c: AnyContext, judge: Judge | None = None) -> AnyContext:
        """The context with UiState, viewpoint and room; with the prepared move and its verdict where the looker acts.

        The same object while nothing changes.
        """
        key = (c, self.ui, self.viewpoint, self.room)
        last = self._filled
        if last is None or not all(a is b for a, b in zip(key, last[0], strict=True)):
            self._filled = key, self._fill(c, judge)
            return self._filled[1]
        return last[1]

    def _fill(self, c: AnyContext, judge: Judge | None) -> AnyContext:
        filled = replace(c, ui=self.ui, viewpoint=self.viewpoint, room=self.room)
        if c.view is not self._view:  # a picture of an earlier position, as in an animation
            filled = replace(filled, ui=self.board.adapt(filled, False))
        if not c.may_act:
            return filled
        draft = self.board.draft(filled)
        return replace(filled, draft=draft, verdict=judge(draft) if judge is not None and draft is not None else None)


def plain_look(board: AnyBoard, c: AnyContext) -> AnyContext:
    """The context as it is looked at for the first time: for pictures on which nobody acts."""
    return UiMemory(board).at(c, None)

"""The UiState of each seat, and the viewpoint of one screen."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from towergames.board.camera_controls import VIEW
from towergames.board.protocol import AnyBoard, AnyContext, KeyInput, PointerInput, Size, Viewpoint
from towergames.core.contract import Seat, Verdict

Judge = Callable[[Any], Verdict]


class UiMemory:
    """The UiState of every seat that has used this screen, and the viewpoint and size of the screen.

    A seat never gets the UiState of another one. The viewpoint belongs to the screen, so all seats share it.
    """

    def __init__(self, board: AnyBoard, view: str = "") -> None:
        self.board = board
        self.first_view = view
        """The named view with which the viewpoint begins; '' leaves the choice to the board."""
        self.viewpoint: Viewpoint | None = None
        self.room: Size = (0, 0)
        """The size of the board as it is shown now."""
        self.seat: Seat | None = None
        """The seat whose UiState is shown; None is a spectator's."""
        self.ui: Any = None
        """The UiState that is shown; None at first."""
        self._states: dict[Seat | None, Any] = {}
        self._decision: tuple[Seat | None, bool] | None = None
        self._view: Any = None
        """The view that the UiState was adapted to."""
        self._key: Hashable = None
        self._filled: tuple[tuple[Any, ...], AnyContext] | None = None

    def forget(self) -> None:
        """Drop all UiStates; the viewpoint stays."""
        self._states.clear()
        self.ui = None

    # --- changes of the table ---------------------------------------------------------------------------

    def follow(self, c: AnyContext) -> None:
        """Adapt to a change of the table: begin a new decision, or keep what is still valid."""
        decision = (c.seat, c.may_act)
        self._adapt(c, new=c.may_act and decision != self._decision)
        self._decision = decision

    def keep(self, c: AnyContext) -> None:
        """Keep what is still valid in the context."""
        self._adapt(c, new=False)

    def begin(self, c: AnyContext) -> None:
        """Begin a decision, or the first view of the table."""
        self._adapt(c, new=True)

    def at(self, c: AnyContext, key: Hashable, judge: Judge | None = None, ui: Any = None) -> AnyContext:
        """The filled context for a client that jumps between positions; ``key`` names the position.

        ``ui`` is a UiState with a prepared move to begin with; None: the board's own.
        """
        if key != self._key or self.ui is None or c.seat != self.seat:
            self.begin(c)
            if ui is not None:
                self.remember(c, ui)
            self._key = key
        return self.fill(c, judge)

    def _adapt(self, c: AnyContext, *, new: bool) -> None:
        self.seat, self.ui = c.seat, self._states.get(c.seat)
        given = replace(c, ui=self.ui, viewpoint=self.viewpoint, room=self.room)
        self._set(c, self.board.adapt(given, new))

    def _set(self, c: AnyContext, ui: Any) -> None:
        self._states[c.seat], self._view = ui, c.view
        if c.seat == self.seat:
            self.ui = ui
        camera, begins = self.board.camera, self.viewpoint is None
        if camera is not None:
            self.viewpoint = camera.follow(replace(c, ui=ui, viewpoint=self.viewpoint, room=self.room), self.viewpoint)
            if begins and self.first_view:
                self.show_view(replace(c, ui=ui), self.first_view)

    # --- changes by the viewer --------------------------------------------------------------------------

    def remember(self, c: AnyContext, ui: Any) -> None:
        """Take the UiState of a board's answer."""
        self._set(c, self.fitted(c, ui))

    def fitted(self, c: AnyContext, ui: Any) -> Any:
        """Another UiState as :meth:`take` would adapt it."""
        return self.board.adapt(replace(c, ui=ui, viewpoint=self.viewpoint, room=self.room), False)

    def restore(self, c: AnyContext, ui: Any) -> None:
        """Restore an earlier UiState of the viewer."""
        self._states[c.seat] = ui
        self.keep(c)

    def set_room(self, room: Size) -> None:
        """Set the size of the board as it is shown now. An equal size keeps the filled context."""
        if room != self.room:
            self.room = room

    def look(self, c: AnyContext, event: PointerInput | KeyInput | str) -> bool:
        """Move the camera in the filled context ``c``; returns whether the event does that."""
        camera = self.board.camera
        moved = camera.move(c, event) if camera is not None else None
        if camera is None or moved is None:
            return False
        self.viewpoint = camera.follow(replace(c, viewpoint=moved), moved)
        return True

    def show_view(self, c: AnyContext, view: str) -> bool:
        """Show a named view, if the board has it; returns whether it has."""
        return self.look(replace(c, viewpoint=self.viewpoint, room=self.room), PointerInput(f"{VIEW}{view}"))

    def fill(self, c: AnyContext, judge: Judge | None = None) -> AnyContext:
        """The context with UiState, viewpoint and room; for a viewer who may act, also with draft and verdict.

        Nothing new is made while nothing changes.
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
    """The context with the first UiState and viewpoint, for pictures on which nobody acts."""
    return UiMemory(board).at(c, None)


def showcase_look(board: AnyBoard, c: AnyContext, *, cover: bool = False) -> AnyContext:
    """The context as :func:`plain_look` gives it, from the board's most beautiful view, or that of a ``cover``."""
    showcase = board.spec.showcase
    if showcase is None:
        return plain_look(board, c)
    return UiMemory(board, showcase.cover if cover else showcase.view).at(c, None)

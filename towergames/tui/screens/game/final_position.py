"""The last position of a game as its board draws it, for the end screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from towergames import registry
from towergames.board.camera_controls import VIEW
from towergames.board.canvas import Canvas
from towergames.board.protocol import BoardSizes, Failure, Size, Style
from towergames.core.highlight import Highlight
from towergames.session import privacy
from towergames.session.context import context_at
from towergames.session.task import Call, Task
from towergames.session.ui_memory import UiMemory
from towergames.table.game_review import decision_before
from towergames.table.history import History

MOST_KEPT = 4
"""Pictures that are kept: of a few sizes, while a window is dragged."""


class FinalPosition:
    """Pictures of the last position. A thread draws them, since boards in 3D take their time.

    ``soon`` is the call of a :class:`Task`, ``ready`` is called when a picture is there. ``view`` names the view that
    the person chose on boards of the game, '' for none.
    """

    def __init__(
        self, history: History, soon: Call, ready: Callable[[], None], view: Callable[[], str] = lambda: ""
    ) -> None:
        self._history, self._soon, self._ready, self._view = history, soon, ready, view
        self._board = registry.get(history.header.game).board
        self._canvases: dict[tuple[Size, Style, bool, float], Canvas | None] = {}
        self.beat: Highlight | None = None
        """The beat that is drawn over the position, and how far it is."""
        self.beat_seconds = 0.0
        self._task: Task | None = None

    @property
    def least(self) -> Size:
        """The least size of the picture."""
        return self._sizes.finished or self._sizes.board

    @property
    def alone(self) -> bool:
        """Whether the picture has names and points, so that no towers of points need stand below it."""
        return self._sizes.finished is not None

    @property
    def _sizes(self) -> BoardSizes:
        history = self._history
        return self._board.sizes(len(history.header.names), history.game.reveal(history.state))

    def canvas(self, size: Size, style: Style) -> Canvas | None:
        """The picture of exactly that size; None while it is drawn, or where drawing failed."""
        beat, seconds = self.beat, self.beat_seconds
        key = (size, style, self._history.measure is not None, -1.0 if beat is None else seconds)  # medals, and a beat
        if key not in self._canvases and self._task is None:

            def drawn(answer: Canvas | Failure) -> None:
                self._task = None
                while len(self._canvases) >= MOST_KEPT:
                    del self._canvases[next(iter(self._canvases))]
                self._canvases[key] = answer if isinstance(answer, Canvas) else None
                self._ready()

            view = self._view()
            self._task = Task(
                self._soon, lambda _: self._draw(size, style, view, beat, seconds), drawn, name="final"
            ).start()
        known = [canvas for (of, look, *_), canvas in self._canvases.items() if (of, look) == (size, style) and canvas]
        return self._canvases.get(key) or (known[-1] if known else None)

    def _draw(self, size: Size, style: Style, view: str, beat: Highlight | None, seconds: float) -> Canvas:
        privacy.require(self._history, everything=True)
        memory, showcase = UiMemory(self._board), self._board.spec.showcase
        memory.first_view = view or (showcase.view if showcase is not None else "")
        memory.set_room(size)
        bare = context_at(
            self._history, None, self._plays, everything=True, marks=(), style=replace(style, cursor=False)
        )
        shown = replace(memory.at(bare, None), beat=beat, beat_seconds=seconds)
        picture = self._board.draw(shown, "board", size)
        for spot in picture.spots:
            if spot.key.startswith(VIEW):  # a button that does nothing here
                picture.canvas.fill(spot.x, spot.y, spot.width, spot.height)
        return picture.canvas

    @property
    def _plays(self) -> int:
        """The number of plays before the position shown."""
        last = len(self._history.plays)
        return max(0, decision_before(self._history, last) - 1) if self._board.spec.cleared else last

    def drop(self) -> None:
        """Stop drawing: the screen has gone."""
        if self._task is not None:
            self._task.drop()

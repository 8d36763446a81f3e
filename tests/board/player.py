"""A player at a board, without any client: presses keys and controls, points, types, and reads what is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames.board.protocol import (
    AnyBoard,
    AnyContext,
    Control,
    Failure,
    Input,
    KeyInput,
    Picture,
    PointerInput,
    Result,
    TextInput,
    Work,
)
from towergames.core.bot import Clock


class Player:
    """One seat at one position. Everything done goes through the board's controls first, then its input."""

    def __init__(self, board: AnyBoard, context: AnyContext) -> None:
        self.board = board
        self.said = self.rule = self.help = ""
        self.lines: tuple[str, ...] = ()
        self.submitted: Any = None
        self.work: Work[Any, Any] | None = None
        self._moved: Any = None
        self._context = context
        self.see(context, new=context.ui is None)

    def see(self, context: AnyContext, *, new: bool = False) -> None:
        """Look at another position; the UiState, after a move the one that came with it, is adapted to it."""
        before = self._context.ui if self._moved is None else self._moved
        ui = before if context.ui is None else context.ui
        self._moved = None
        seen = replace(context, ui=ui, viewpoint=self._context.viewpoint)
        self._take_ui(seen, self.board.adapt(seen, new))

    def _take_ui(self, context: AnyContext, ui: Any) -> None:
        c = replace(context, ui=ui, draft=None)
        if c.may_act:
            c = replace(c, draft=self.board.draft(c))
        if self.board.camera:
            c = replace(c, viewpoint=self.board.camera.follow(c, c.viewpoint))
        self._context = c

    # --- what is seen -----------------------------------------------------------------------------------

    @property
    def context(self) -> AnyContext:
        return self._context

    @property
    def ui(self) -> Any:
        return self._context.ui

    @property
    def draft(self) -> Any:
        return self._context.draft

    @property
    def controls(self) -> dict[str, Control[Any, Any]]:
        return {control.spec.id: control for control in self.board.controls(self._context)}

    @property
    def main(self) -> Control[Any, Any] | None:
        """What Enter presses."""
        return next((control for control in self.controls.values() if control.place == "main"), None)

    def picture(self, zone: Any = "board", size: tuple[int, int] = (80, 18)) -> Picture:
        return self.board.draw(self._context, zone, size)

    # --- what is done -----------------------------------------------------------------------------------

    def take(self, result: Result[Any, Any] | None) -> Player:
        """Do what the board answered, as clients do; slow work is kept in ``work``. None changes nothing."""
        self.said = self.rule = self.help = ""
        self.lines, self.submitted, self._moved = (), None, None
        if result is not None:
            self.said, self.rule, self.lines, self.help = result.say, result.rule, result.lines, result.help
            self.submitted, self.work = result.submit, result.work
            if result.submit is None:
                self._take_ui(self._context, self.board.adapt(replace(self._context, ui=result.ui), new=False))
            else:
                self._moved = result.ui
        return self

    def press(self, *ids: str) -> Player:
        """Press controls, "main" being the main one; a blocked one says why."""
        for name in ids:
            control = self.main if name == "main" else self.controls.get(name)
            assert control is not None, f"no control {name!r} among {sorted(self.controls)}"
            if control.blocked is not None:
                self.take(None)
                self.said, self.rule = control.blocked.text, control.blocked.rule
            else:
                assert control.effect is not None, f"{control.spec.id} is done by keys alone"
                self.take(control.effect())
        return self

    def key(self, *names: str) -> Player:
        """Press keys by their meaning (``left``, ``next``, ``3``, ``a``), "enter" being the main control."""
        for name in names:
            if name == "enter":
                self.press("main")
            else:
                self._give(KeyInput(name))
        return self

    def click(self, spot: str) -> Player:
        """Click a spot; one that stands for a control presses that."""
        return (
            self.press(spot.removeprefix("control:")) if spot.startswith("control:") else self._give(PointerInput(spot))
        )

    def drag(self, spot: str, dx: int, dy: int) -> Player:
        """Drag the mouse by so many cells, having pressed it on the spot."""
        return self._give(PointerInput(spot, dx, dy))

    def wheel(self, steps: int) -> Player:
        return self._give(PointerInput("", wheel=steps))

    def line(self, words: str) -> Player:
        """Type words: a control's, else what the board makes of them."""
        named = next((one.spec.id for one in self.controls.values() if words in one.spec.typed), None)
        return self.press(named) if named is not None else self._give(TextInput(words))

    def look(self, spec: str) -> Player:
        camera = self.board.camera
        assert camera is not None
        moved = camera.move(self._context, spec)
        if moved is not None:
            self._context = replace(self._context, viewpoint=camera.follow(self._context, moved))
        return self

    def finish(self) -> Player:
        """Do the slow work that waits, and what it asks for next, and take the answers."""
        while self.work is not None:
            work, self.work = self.work, None
            try:
                answer: Any = work.run(Clock())
            except Exception as error:  # as the client's thread does
                answer = Failure(str(error))
            self.take(work.done(self._context, answer))
        return self

    def _give(self, event: Input) -> Player:
        result = self.board.input(self._context, event)
        camera = self.board.camera
        if result is None and camera is not None and isinstance(event, PointerInput | KeyInput):
            moved = camera.move(self._context, event)
            if moved is not None:
                self._context = replace(self._context, viewpoint=camera.follow(self._context, moved))
        return self.take(result)

"""A board on a screen that only shows a table: its pictures, and its camera for keys and the mouse."""

from __future__ import annotations

from typing import Any, cast

from textual.screen import Screen

from towergames.board.protocol import AnyBoard, AnyContext, PointerInput
from towergames.session.controller import why_not_look
from towergames.session.ui_memory import UiMemory
from towergames.tui.command_screen import CommandMixin
from towergames.tui.commands import Command, command_of
from towergames.tui.widgets.live_board import Pictures, Timed, remember_view


class WatchedBoard(CommandMixin):
    """A mixin for screens that only show a table: the screen says what it shows and where the board is."""

    board: AnyBoard

    def start_looking(self, screen: Timed) -> None:
        """Start; the screen calls this first."""
        self.memory = UiMemory(self.board)
        self.pictures = Pictures(screen, self)

    def shown(self) -> AnyContext | None:
        """The context that is drawn now; None where no board is shown, which may be so at any moment."""
        raise NotImplementedError

    def over_board(self, x: int, y: int) -> bool:
        """Whether a cell of the screen belongs to the board."""
        raise NotImplementedError

    def repaint_board(self) -> None:
        """Draw the board again."""
        raise NotImplementedError

    def own_commands(self) -> tuple[Command, ...]:
        """The screen's own commands, then those of the camera; the screen's own keys come first."""
        cameras = (
            [command_of(spec) for spec in self.board.spec.specs if spec.camera] if self.shown() is not None else ()
        )
        return (*super().own_commands(), *cameras)

    def _is_camera(self, command_id: str) -> bool:
        return any(spec.id == command_id and spec.camera for spec in self.board.spec.specs)

    def why_not(self, command_id: str) -> str:
        """Why a command cannot be used; the board answers for its camera."""
        if not self._is_camera(command_id):
            return super().why_not(command_id)
        c = self.shown()
        if c is None or self.memory.ui is None:
            return "There is no board here."
        return why_not_look(self.board, c, command_id)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """Run a command; the board moves its camera."""
        if not self._is_camera(command_id) or self.why_not(command_id):
            return super().run_command(command_id, argument)
        return self._look(command_id)

    def click_board(self, spot: str) -> bool:
        """Choose a named view by a click; returns whether the spot is one."""
        return self._look(PointerInput(spot))

    def drag_board(self, dx: int, dy: int, spot: str) -> bool:
        """Move the camera by dragging; returns whether that was possible."""
        return self._on_board() and self._look(PointerInput(spot, dx, dy))

    def wheel_board(self, steps: int) -> bool:
        """Move the camera by the wheel; returns whether that was possible."""
        return self._on_board() and self._look(PointerInput("", wheel=steps))

    def _look(self, event: PointerInput | str) -> bool:
        c = self.shown()
        if c is None or not self.memory.look(c, event):
            return False
        self.pictures.stirred()
        remember_view(self.services, c.game.info.key, self.memory.viewpoint)
        return True

    def _on_board(self) -> bool:
        x, y = cast("Screen[Any]", self).app.mouse_position
        return self.memory.ui is not None and self.over_board(int(x), int(y))

"""Screens that only look at a table (replays, examples): the desk's camera by keys, words, wheel and dragging."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from towergames.boards.desk import AnyDesk, Command, Scene
from towergames.session.ui_memory import UiMemory
from towergames.tui.base import Commanded
from towergames.tui.play.eyes import Eyes

if TYPE_CHECKING:
    from towergames.tui.base import TowerScreen


class Onlooking(Commanded):
    """Mixed into such screens, which say what desk and scene they show and where the board is drawn."""

    desk: AnyDesk

    def start_looking(self, screen: TowerScreen[Any]) -> None:
        """Called at the beginning."""
        self.memory = UiMemory(self.desk)
        self.eyes = Eyes(screen, self)

    @property
    def pointer(self) -> Any:
        """The desk's."""
        return self.memory.pointer

    @pointer.setter
    def pointer(self, pointer: Any) -> None:
        self.memory.pointer = pointer

    def shown_scene(self) -> Scene[Any]:
        """What is on the board now."""
        raise NotImplementedError

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the board now."""
        raise NotImplementedError

    def looked_at(self) -> bool:
        """Whether a board is shown at all."""
        return True

    def over_board(self, x: int, y: int) -> bool:
        """Whether that cell of the screen belongs to the board."""
        raise NotImplementedError

    def repaint_board(self) -> None:
        """Draw the board anew."""
        raise NotImplementedError

    def own_commands(self) -> tuple[Command, ...]:
        """The screen's own, then the camera's; a key of the screen's own stays that."""
        looking = tuple(c for c in self.desk.commands if c.looking) if self.looked_at() else ()
        return (*super().own_commands(), *looking)

    def _looks(self, command_id: str) -> bool:
        return any(c.id == command_id and c.looking for c in self.desk.commands)

    def why_not(self, command_id: str) -> str:
        """The desk knows about its own commands."""
        if not self._looks(command_id):
            return super().why_not(command_id)
        if not self.looked_at() or self.pointer is None:
            return "There is no board to be looked at here."
        return self.desk.enabled(self.shown_scene(), self.pointer, command_id)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """The desk moves its camera."""
        if not self._looks(command_id) or self.why_not(command_id):
            return super().run_command(command_id, argument)
        self.eyes.turn(self.desk.do(self.shown_scene(), self.pointer, command_id).pointer)
        return True

    def drag_board(self, dx: int, dy: int, spot: str) -> bool:
        """The mouse was dragged; whether that means anything there."""
        return self._on_board() and self.eyes.dragged(dx, dy, spot)

    def wheel_board(self, steps: int) -> bool:
        """The wheel was turned; whether that means anything there."""
        return self._on_board() and self.eyes.wheeled(steps)

    def _on_board(self) -> bool:
        x, y = self.tower_app.mouse_position
        return self.looked_at() and self.pointer is not None and self.over_board(int(x), int(y))

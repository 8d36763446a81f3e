"""The game screen of a table that moves: a camera for the looker, slow work of the hand, the wheel and dragging."""

from __future__ import annotations

from typing import Any

from textual import events

from towergames.boards.desk import AnyDesk, Reply, Scene
from towergames.session.session import Message
from towergames.table.errors import TableError
from towergames.tui.commands import MOVES
from towergames.tui.screens.game.after_game import Afterwards
from towergames.tui.zone_layout import room_for_board

WHILE_SETTLING = frozenset(
    {"help", "palette", "type", "jump", "export", "quit", "menu", "rule", "rule.open", "pace", "bots.pause"}
    | {"log.up", "log.down", "pad", "pad.sheet", "view.turn", "hand.hide", "game.why", "work.stop"}
    | {"tell.board", "tell.hand", "tell.log"}
)
"""Commands that change nothing on the table."""


class Lively(Afterwards):
    """What :class:`Works` and :class:`Eyes` need of a game screen, and what they give it."""

    @property
    def desk(self) -> AnyDesk:
        """The game's."""
        return self.session.desk

    @property
    def pointer(self) -> Any:
        """The looker's."""
        return self.session.pointer

    @pointer.setter
    def pointer(self, pointer: Any) -> None:
        self.session.pointer = pointer

    def shown_scene(self) -> Scene[Any]:
        """What the board is drawn from now, be it a frame of an animation."""
        return self.scene if self.stage.beat is not None else self.session.judged()

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the board; none where it is not drawn."""
        size = self.board.size
        return (size.width, size.height) if room_for_board(size.width, size.height, self.needs()) else (0, 0)

    # --- work -------------------------------------------------------------------------------------------

    def work_scene(self) -> Scene[Any]:
        """The table as the looker sees it."""
        return self.session.scene()

    def work_for(self) -> tuple[Any, ...]:
        """The position, the looker and the look back."""
        session = self.session
        return (session.table.history.state, session.looker, session.past)

    def work_told(self, pointer: Any) -> None:
        """Something was told while the desk works."""
        self.eyes.told(pointer)
        self.repaint("hand", "lines")

    def work_done(self, reply: Reply[Any]) -> None:
        """Go on with the desk's reply."""
        self.take(reply)
        self.repaint("board", "hand", "lines", "pad")

    def work_lasts(self) -> None:
        """The keys below are others while a work can be ended."""
        self.refresh_keys()

    def can_work_stop(self) -> str:
        """Why there is no work to end."""
        return "" if self.works.active or self.settling.can_stop else "Nothing is being worked out."

    def do_work_stop(self, argument: str = "") -> None:
        """End the work and take what it has found; a move that waits for a search is not made."""
        if self.settling.can_stop:
            self.settling.stop()
        self.works.stop()

    # --- replies ----------------------------------------------------------------------------------------

    def take(self, reply: Reply[Any]) -> None:
        """Do what the desk answered: pointer, words, work, and a move of the player who may move now."""
        if reply.help and not self._marked(reply.help):
            return
        before = self.session.pointer
        action = self.session.take(reply)
        self.works.follow(reply, before)
        if action is not None and self.session.scene().may_act:
            self.offer(action, before)

    def offer(self, action: Any, before: Any) -> None:
        """Submit a person's move, once it is confirmed where it must be; ``before`` is the pointer to go back to."""
        if not self.session.must_confirm(action, before):
            self.act(action)

    def _marked(self, kind: str) -> bool:
        """Mark help in the save; False, and said, where that cannot be done."""
        session = self.session
        try:
            session.table.note(session.scene().seat or 0, kind)
        except TableError as error:
            self.tell(Message(f"No help: {error}.", "bad"))
            return False
        return True

    def act(self, action: Any) -> None:
        """Submit a move of the person who decides."""

    # --- who may do what --------------------------------------------------------------------------------

    def is_desk(self, command_id: str) -> bool:
        """Whether the desk handles the command."""
        return any(c.id == command_id for c in (*MOVES, *self.session.desk.commands))

    def is_looking(self, command_id: str) -> bool:
        """Whether the desk handles it and it only changes how the table is looked at."""
        return any(c.id == command_id and c.looking for c in self.session.desk.commands)

    def why_not(self, command_id: str) -> str:
        """Empty when the command can be used now, else why not; the desk knows about its own."""
        session = self.session
        if self.is_looking(command_id):
            return session.desk.enabled(self.scene, session.pointer, command_id)
        if self.settling.active and command_id not in WHILE_SETTLING:
            return self.settling.wait
        if not self.is_desk(command_id):
            return super().why_not(command_id)
        if session.past is not None and command_id == "choose":
            return "This is an earlier position; Esc goes back to now."
        return session.desk.enabled(session.scene(), session.pointer, command_id)

    def look(self, command_id: str) -> None:
        """Run a command that only changes how the table is looked at, whatever else goes on."""
        self.eyes.turn(self.session.desk.do(self.scene, self.session.pointer, command_id).pointer)

    # --- the wheel --------------------------------------------------------------------------------------

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Over the log, older lines; over the board whatever the desk makes of it."""
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Over the log, newer lines; over the board whatever the desk makes of it."""
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, steps: int) -> None:
        if self.zone("log").region.contains(event.screen_x, event.screen_y):
            self.run_command("log.up" if steps < 0 else "log.down")
        elif self.board.region.contains(event.screen_x, event.screen_y) and self.eyes.wheeled(steps):
            event.stop()

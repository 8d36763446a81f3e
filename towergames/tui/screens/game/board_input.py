"""The board and the hand on the game screen: they are drawn by the game's desk, and what is done to them goes to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from towergames.boards.desk import AnyDesk, Command, Reply, Scene
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture
from towergames.session.session import SILENCE, Message, Session, typed_moves
from towergames.table.errors import TableError
from towergames.tui import message_lines, zone_layout
from towergames.tui.commands import MOVES
from towergames.tui.screens.game.animation_player import Stage, first_difference
from towergames.tui.screens.game.host import Host
from towergames.tui.screens.game.slow_moves import Settling
from towergames.tui.widgets.board_view import Eyes, Works


class BoardInput:
    """The desk of one game screen, with the camera and the slow work of the looker's hand."""

    def __init__(self, session: Session, host: Host, stage: Stage, settling: Settling) -> None:
        self._session = session
        self._host = host
        self._stage = stage
        self._settling = settling
        self.works = Works(host, self)
        self.eyes = Eyes(host, self, self.works)
        self.change = (0, 0)
        """Column and row at which the board has changed last in an animation."""
        self._needs: zone_layout.Needs | None = None

    # --- what Eyes and Works ask for --------------------------------------------------------------------

    @property
    def desk(self) -> AnyDesk:
        """The game's."""
        return self._session.desk

    @property
    def pointer(self) -> Any:
        """The looker's."""
        return self._session.pointer

    @pointer.setter
    def pointer(self, pointer: Any) -> None:
        self._session.pointer = pointer

    def shown_scene(self) -> Scene[Any]:
        """What the board is drawn from now, be it a frame of an animation."""
        beat = self._stage.beat
        return beat.scene if beat is not None else self._session.judged()

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the board; none where it is not drawn."""
        size = self._host.zone("board").size
        return (size.width, size.height) if self._fits(size.width, size.height) else (0, 0)

    def repaint_board(self) -> None:
        """Draw the board anew."""
        self._host.draw("board")

    def work_scene(self) -> Scene[Any]:
        """The table as the looker sees it."""
        return self._session.scene()

    def work_for(self) -> tuple[Any, ...]:
        """The position, the looker and the look back."""
        session = self._session
        return (session.table.history.state, session.looker, session.past)

    def work_told(self, pointer: Any) -> None:
        """Something was told while the desk works."""
        self.eyes.told(pointer)
        self._host.repaint("hand", "lines")

    def work_done(self, reply: Reply[Any]) -> None:
        """Go on with the desk's reply."""
        self._take(reply)
        self._host.repaint("board", "hand", "lines", "pad")

    def work_lasts(self) -> None:
        """The keys below are others while a work can be ended."""
        self._host.refresh_keys()

    # --- commands ---------------------------------------------------------------------------------------

    def command(self, command_id: str) -> Command | None:
        """The desk's command or that of the cursor; None for all others."""
        return next((c for c in (*MOVES, *self.desk.commands) if c.id == command_id), None)

    def why_not(self, command: Command) -> str:
        """Empty when the command can be used now, else why not."""
        session = self._session
        if command.looking:
            return self.desk.enabled(self._scene(), session.pointer, command.id)
        if self._settling.active:
            return self._settling.wait
        if session.past is not None and command.id == "choose":
            return "This is an earlier position; Esc goes back to now."
        return self.desk.enabled(session.scene(), session.pointer, command.id)

    def look(self, command: Command) -> None:
        """Run a command that only changes how the table is looked at, whatever else goes on."""
        self.eyes.turn(self.desk.do(self._scene(), self._session.pointer, command.id).pointer)

    def press(self, command: Command) -> bool:
        """Run a command; False when it is Esc and there was nothing to go back from."""
        session = self._session
        scene, before = replace(session.scene(), room=self.board_size()), session.pointer
        reply = self.desk.do(scene, before, command.id)
        self._handle(reply)
        return command.id != "back" or reply.pointer != before or bool(reply.say)

    def idle_keys(self) -> tuple[str, ...]:
        """Those of Enter and Esc that do nothing on the board just now."""
        session = self._session
        idle = []
        for key, meant in (("enter", "choose"), ("escape", "back")):
            reply = self.desk.do(session.scene(), session.pointer, meant)
            if not reply.rule and reply.pointer == session.pointer:
                idle.append(key)
        return tuple(idle)

    # --- the mouse and typed words ----------------------------------------------------------------------

    def click(self, spot: str) -> None:
        """A spot of the board or the hand was clicked."""
        session = self._session
        session.message = SILENCE
        self._handle(self.desk.click(session.scene(), session.pointer, spot))

    def dragged(self, dx: int, dy: int, spot: str) -> bool:
        """The mouse was dragged on the board; what is in the hand stays where it is while everything settles."""
        return self.eyes.dragged(dx, dy, "" if self._settling.active else spot)

    def understands(self, text: str) -> bool:
        """Whether typed text is a move, or words of the desk's own."""
        return self._session.read(text) is not None or self._words(text) is not None

    def type_words(self, text: str) -> bool:
        """Do what typed words mean on the board; False when they are a move, or mean nothing there."""
        session = self._session
        reply = self._words(text) if session.read(text) is None else None
        if reply is None:
            return False
        session.message = SILENCE
        self._handle(reply)
        return True

    def _words(self, text: str) -> Reply[Any] | None:
        return self.desk.typed(self._session.scene(), self._session.pointer, text)

    def moves(self) -> Iterable[str]:
        """The moves that can be typed now, the prepared one first."""
        session = self._session
        draft = session.draft()
        if draft is not None and draft[1].legal:
            yield session.game.notate(draft[0])
        if session.scene().may_act:
            yield from typed_moves(session.table)

    # --- replies ----------------------------------------------------------------------------------------

    def _handle(self, reply: Reply[Any]) -> None:
        """The desk's reply to a player's input: what has no action leaves what was asked."""
        if reply.submit is None:
            self._session.asked.drop()
        self._take(reply)

    def _take(self, reply: Reply[Any]) -> None:
        """Do what the desk answered: pointer, words, work, and a move of the player who may move now."""
        session = self._session
        if reply.help and not self._marked(reply.help):
            return
        before = session.pointer
        action = session.take(reply)
        self.works.follow(reply, before)
        if action is not None and session.scene().may_act:
            self.offer(action, before)

    def _marked(self, kind: str) -> bool:
        """Mark help in the save; False, and said, where that cannot be done."""
        session = self._session
        try:
            session.table.note(session.scene().seat or 0, kind)
        except TableError as error:
            self._host.tell(Message(f"No help: {error}.", "bad"))
            return False
        return True

    def offer(self, action: Any, before: Any) -> None:
        """Submit a person's move, once it is confirmed where it must be; ``before`` is the pointer to go back to."""
        if not self._session.must_confirm(action, before):
            self._host.flow.act(action)

    def why_not_confirm(self) -> str:
        """Why there is nothing to confirm."""
        return "" if self._session.asked.pending(self._session.scene()) else "Nothing is asked."

    def confirm(self) -> None:
        """Make the move that was asked about."""
        action = self._session.asked.action
        self._session.asked.drop()
        self._host.flow.act(action)

    def decline(self) -> None:
        """Leave the move that was asked about, with the hand as it was before."""
        session, before = self._session, self._session.asked.before
        session.asked.drop()
        session.pointer = self.desk.keep(session.scene(), before)

    def why_not_stop(self) -> str:
        """Why there is no work to end."""
        return "" if self.works.active or self._settling.can_stop else "Nothing is being worked out."

    def stop(self) -> None:
        """End the work and take what it has found; a move that waits for a search is not made."""
        if self._settling.can_stop:
            self._settling.stop()
        self.works.stop()

    # --- pictures ---------------------------------------------------------------------------------------

    def needs(self) -> zone_layout.Needs:
        """What the desk asks for, with this number of seats."""
        if self._needs is None:
            seats, view = len(self._session.table.names), self._session.view_of(None)
            self._needs = zone_layout.Needs(*self.desk.size(seats, view), seats, self.desk.abreast(seats, view))
        return self._needs

    def _fits(self, width: int, height: int) -> bool:
        return zone_layout.room_for_board(width, height, self.needs())

    def _scene(self) -> Scene[Any]:
        """What is shown, without the judge's answer to what is prepared."""
        beat = self._stage.beat
        return beat.scene if beat is not None else self._session.scene()

    def draw_board(self, width: int, height: int) -> Picture:
        """The board."""
        if not self._fits(width, height):
            return Picture(Canvas(width, height))
        scene = self.eyes.scene(self.shown_scene(), (width, height))
        picture = self.desk.board(scene, self._session.pointer, width, height)
        if self._stage.beat is not None:
            self.change = first_difference(self._host.zone("board").picture.canvas, picture.canvas)
        return picture

    def draw_hand(self, width: int, height: int) -> Picture:
        """The hand."""
        if not zone_layout.room_for_hand(width, height, self.needs()):
            return Picture(Canvas(width, height))
        return self.desk.hand(self._scene(), self._session.pointer, width, height)

    def words(self, pointed: str) -> message_lines.Words:
        """What stands under the hand; ``pointed`` is what the mouse is on."""
        session, beat = self._session, self._stage.beat
        names = session.table.names
        if beat is not None:
            playing = beat.scene.playing or beat.scene.marks
            text = playing[-1].text.format(*names) if playing else ""
            return message_lines.Words(text, Message("Any key skips", "muted"), names)
        scene = session.judged()
        # While Enter reads a rule, what the cursor's words promise for Enter would be wrong.
        hover = pointed or ("" if session.message.rule else self.desk.hover(scene, session.pointer))
        unfinished = self.desk.unfinished(scene, session.pointer)
        return message_lines.Words(hover, session.message, names, scene.verdict, unfinished, "Enter")

    def text(self) -> str:
        """The board as text, as large as it is shown."""
        session, size = self._session, self._host.zone("board").size
        scene = replace(session.judged(), colours=False)
        picture = self.desk.board(scene, session.pointer, size.width, size.height)
        return picture.canvas.text(ascii_only=session.style.ascii_only)

"""Board and hand on the game screen: the game's board draws them, and the controller gives it the input."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from towergames.board.protocol import AnyContext, Confirmation, KeyInput, PointerInput, Result
from towergames.core.contract import Over
from towergames.core.text import sentence
from towergames.session.controller import CHOOSE, Controller
from towergames.session.lesson import LessonTable
from towergames.session.session import SILENCE, Message, Session, asks, asks_a_finger, typed_moves
from towergames.table.errors import TableError
from towergames.tui import message_lines, zone_layout
from towergames.tui.dialogs import TextDialog
from towergames.tui.screens.game.animation_player import AnimationPlayer
from towergames.tui.screens.game.slow_moves import SlowMoves
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.widgets import action_bar
from towergames.tui.widgets.live_board import Pictures, Works, remember_view


class BoardInput:
    """The board of one game screen, with the camera and the slow work of the viewer: a client of the controller."""

    def __init__(self, session: Session, screen: TableScreen, stage: AnimationPlayer, settling: SlowMoves) -> None:
        self._session = session
        self._screen = screen
        self._stage = stage
        self._settling = settling
        self.memory = session.memory
        self.context = session.context
        self.controller = Controller(session.board, self)
        self.controller.asked.heard = lambda view: session.does(asked=view)
        if not isinstance(session.table, LessonTable):  # where a wrong move is taken back by itself
            self.controller.asked.asks_before = self._asks_before
        self.works = Works(screen, self)
        self.follow = self.works.follow
        self.pictures = Pictures(screen, self)
        self._needs: zone_layout.Needs | None = None
        self._needs_at_end = False
        """Whether these are the sizes after the end, where a board may need less for the hand."""
        self._typed = ""
        """The typed words to which the next answer belongs."""

    # --- the client of the controller -------------------------------------------------------------------

    def shown(self) -> AnyContext:
        """The context that is drawn now, which may be a frame of an animation."""
        beat = self._stage.beat
        return self.memory.fill(beat.context) if beat is not None else self._session.context()

    def mark_help(self, kind: str) -> bool:
        """Mark help in the save; if that fails, say so and return False."""
        session = self._session
        try:
            session.table.note_once(session.bare().seat or 0, kind)
        except TableError as error:
            self._screen.tell(Message(f"No help: {error}.", "bad"))
            return False
        return True

    def answered(self, result: Result[Any, Any]) -> None:
        """Show the answer under the hand, a long one in a dialog."""
        if result.say:
            self._session.message = Message(result.say, "warn" if result.rule else "", result.rule)
        if result.lines:
            title = sentence(self._typed.partition(" ")[0].lower() or result.say).rstrip(".")
            self._screen.services.push_screen(TextDialog(title, result.lines))

    def ask(self, question: Confirmation) -> None:
        """Show the question under the hand."""
        touched = self._screen.services.touched
        self._session.message = Message(asks_a_finger(question) if touched else asks(question), "warn")

    def _asks_before(self, action: Any) -> bool:
        return self._screen.services.settings.flag("confirm") and self._session.table.is_final(action)

    def switch_confirming(self) -> None:
        """Ask before each move that cannot be taken back from now on, or no longer."""
        services = self._screen.services
        services.change_settings({"confirm": not services.settings.flag("confirm")})
        asks_now = services.settings.flag("confirm")
        told = "You are asked before moves that you cannot take back." if asks_now else "Your moves are made at once."
        self._screen.tell(Message(told, "accent"))

    def legal(self, action: Any) -> bool:
        """Whether the table takes an action."""
        return self._session.table.takes(action)

    def submit(self, action: Any) -> None:
        """Make the move of the person who decides."""
        self._screen.flow.act(action)

    def looked(self) -> None:
        """Draw the board, since the camera has moved, and remember which view was chosen."""
        self.pictures.stirred()
        remember_view(self._screen.services, self._session.table.header.game, self.memory.viewpoint)

    # --- what Pictures and Works ask for ----------------------------------------------------------------

    def repaint_board(self) -> None:
        """Draw the board again."""
        self._screen.repaint_board()

    def work_for(self) -> tuple[Any, ...]:
        """The position of the work: the table, the viewer and the look back."""
        session = self._session
        return (session.table.history.state, session.viewer, session.past)

    def work_told(self) -> None:
        """Draw again, since a report of the work has changed the UiState."""
        self.pictures.stirred()
        self._screen.repaint("hand", "actions", "lines")

    def work_done(self) -> None:
        """Draw everything, since the answer may change anything."""
        self._screen.repaint("board", "hand", "actions", "lines", "pad")

    def work_runs(self, *, active: bool, lasting: bool) -> None:
        """Note whether a person waits for work; the action bar has a chip more while the work can be ended."""
        session = self._session
        appears = lasting != session.activity.lasting
        session.does(work=active, lasting=lasting)
        if appears:
            self._screen.repaint("actions")

    # --- commands ---------------------------------------------------------------------------------------

    def hindrance(self, command_id: str) -> str:
        """The reason why the screen allows no command of the board now; '' if it does."""
        if command_id in self.controller.cameras:
            return ""
        session = self._session
        if session.activity.settling:
            return session.activity.settling
        looks_back = session.past is not None and command_id == CHOOSE
        return "This is an earlier position. Esc returns to the current one." if looks_back else ""

    def idle_keys(self) -> tuple[str, ...]:
        """The keys of Enter and Esc that do nothing on the board now."""
        c, main = self.context(), self.controller.control(CHOOSE)
        chosen = main.effect() if main is not None and main.blocked is None and main.effect is not None else None
        results = {"enter": chosen, "escape": self._session.board.input(c, KeyInput("back"))}
        idle = [key for key, found in results.items() if found is None or (not found.rule and found.ui == c.ui)]
        return tuple(idle)

    # --- the mouse and typed words ----------------------------------------------------------------------

    def click(self, spot: str) -> None:
        """Handle a click on a spot of the board, the hand or the action bar."""
        self._session.message = SILENCE
        self.controller.pointer(PointerInput(spot))

    def dragged(self, dx: int, dy: int, spot: str) -> bool:
        """Handle dragging on the board; during an animation it only moves the camera."""
        return self._moved(PointerInput(spot, dx, dy))

    def wheeled(self, steps: int) -> bool:
        """Handle the wheel over the board; returns whether it means anything."""
        return self._moved(PointerInput("", wheel=steps))

    def _moved(self, event: PointerInput) -> bool:
        moving = self._settling.active or self._stage.beat is not None
        return self.controller.look(event) if moving else self.controller.pointer(event)

    def understands(self, text: str) -> bool:
        """Whether typed text is a move, or words that the board understands."""
        return self._session.read(text) is not None or self.controller.understands(text)

    def type_words(self, text: str) -> bool:
        """Give typed words to the board; returns False if they are a move, or the board does not understand them."""
        if self._session.read(text) is not None or not self.controller.understands(text):
            return False
        self._session.message, self._typed = SILENCE, text
        self.controller.type_text(text)
        self._typed = ""
        return True

    def moves(self) -> Iterable[str]:
        """The moves that can be typed now, the prepared one first."""
        session, c = self._session, self.context()
        if c.verdict is not None and c.verdict.legal:
            yield session.game.notate(c.draft)
        if c.may_act:
            yield from typed_moves(session.table)
            yield from session.board.typed_in_words(c)

    def stop(self) -> None:
        """End the work and take what it has found; a move that waits for a search is not made."""
        if self._settling.can_stop:
            self._settling.stop()
        self.works.stop()

    # --- pictures ---------------------------------------------------------------------------------------

    def needs(self) -> zone_layout.Needs:
        """The sizes that the board needs for this number of seats; the hand includes the action bar."""
        at_end = isinstance(self._session.table.turn, Over)
        if self._needs is None or self._needs_at_end != at_end:
            self._needs_at_end = at_end
            session, seats = self._session, len(self._session.table.names)
            sizes = session.board.sizes(seats, session.view_of(None))
            self._needs = zone_layout.needs_of(sizes, seats, action_bar.ROWS + 1)
            if isinstance(session.table, LessonTable):
                self._needs = replace(self._needs, guide=zone_layout.GUIDE)
        return self._needs

    def words(self) -> message_lines.MessageLines:
        """The lines under the hand."""
        session, beat = self._session, self._stage.beat
        names = session.table.names
        if beat is not None:
            playing = beat.context.playing or beat.context.marks
            text = playing[-1].text.format(*names) if playing else ""
            if any(event.kind in session.board.spec.held for event in beat.context.coming):
                text = ""  # nothing is said of a fall before it has been seen
            return message_lines.MessageLines(text, SILENCE, names)
        c = self.context()
        told = session.board.describe(c)
        key = self._screen.key_of("rule")
        message = session.message.beside(c.draft)
        return message_lines.MessageLines(told.hint, message, names, c.verdict, told.pending, key, told.danger)

    def text(self) -> str:
        """The board as text, in its size on the screen."""
        c, size = self.context(), self._screen.zone("board").size
        plain = replace(c, style=replace(c.style, colours=False))
        picture = self._session.board.draw(plain, "board", (size.width, size.height))
        return picture.canvas.text(ascii_only=c.style.ascii_only)

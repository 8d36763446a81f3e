"""The bots at the table: they think in threads, and can be paused and hurried; their faults do not end the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.timer import Timer

from towergames.core.dice import Dice
from towergames.core.text import sentence
from towergames.session import commands
from towergames.session.bot_tasks import BotTask
from towergames.session.session import Message, Session
from towergames.session.text import bot_failed
from towergames.table.opponents import level_of
from towergames.tui.dialogs import TextDialog
from towergames.tui.screens.game.board_input import BoardInput
from towergames.tui.screens.game.slow_moves import SlowMoves
from towergames.tui.screens.game.table_screen import TableScreen

PACES = ("normal", "short", "instant", "step")
WAIT = {"instant": 0.0, "short": 0.33, "normal": 1.0, "step": 0.0}
"""Seconds between a bot's move and the next one, by pace."""
SPEED = {"instant": 0.0, "short": 0.5, "normal": 1.0, "step": 1.0}
"""The factor on the time for which a bot's scoring is shown."""
TICK = 0.5
"""Seconds between two updates of the time shown."""


class Bots:
    """The bots of one game screen."""

    def __init__(self, session: Session, screen: TableScreen, board: BoardInput, settling: SlowMoves) -> None:
        self._session = session
        self._screen = screen
        self._board = board
        self._settling = settling
        self._thinking: BotTask | None = None
        self._kept: BotTask | None = None
        self._ticker: Timer | None = None
        self._pause: Timer | None = None

    @property
    def paused(self) -> bool:
        """Whether the bots are paused."""
        return self._session.activity.paused

    @property
    def thinking(self) -> BotTask | None:
        """The thought of the bot that thinks now."""
        return self._thinking

    @thinking.setter
    def thinking(self, thinking: BotTask | None) -> None:
        self._thinking = thinking
        self._session.does(thinking=thinking is not None)

    # --- moving -----------------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        """Whether a bot has to move now."""
        session = self._session
        return session.decider is not None and not session.decider_is_human and session.table.keeps

    @property
    def resting(self) -> bool:
        """Whether the game pauses after a bot's move; any key ends the pause."""
        return self._session.activity.resting

    def begin(self) -> None:
        """Let the bot on turn think, unless a bot thinks already or the bots are paused."""
        if self.paused or self.thinking is not None or self.resting or not self.active:
            return
        session = self._session
        table = session.table
        try:
            level = level_of(table, session.decider) if session.decider is not None else None
            if level is None:
                return
            self.thinking = BotTask(table, level, self._screen.soon, self._came_back, self._told).start()
        except Exception as error:  # a save may name an unknown level or a broken bot
            self._stumbled(table.names[session.decider or 0], error)
            return
        self._tick()

    def _told(self, thinking: BotTask, idea: Any) -> None:
        """Show what the bot on turn considers, if the board can draw it."""
        session = self._session
        still = self.paused or session.past is not None or self._screen.services.motion == "none"
        if still or thinking is not self.thinking or thinking.version != session.table.version:
            return
        background = session.board.background
        ui = background.show_idea(session.context(), idea) if background is not None else None
        if ui is not None:
            session.memory.remember(session.bare(), ui)
            self._board.pictures.stirred()

    def _came_back(self, thinking: BotTask) -> None:
        """Handle a bot's answer: play it, keep it during a pause, or drop it if the table has changed."""
        if thinking is not self.thinking:
            return
        if self.paused:
            self._kept = thinking
            return
        self.thinking = None
        self._stop_ticking()
        if thinking.version != self._session.table.version:
            self._screen.flow.go_on()
            return
        self._move(thinking)

    def _move(self, thinking: BotTask) -> None:
        name, thought = self._session.table.names[thinking.seat], thinking.thought
        if thinking.error is not None or thought is None:
            self._stumbled(name, thinking.error)
        else:
            self._submit(thought.action, thought.why, lambda: self._stumbled(name, None, self._settling.problem))

    def _submit(self, action: Any, why: str, refused: Callable[[], None], said: str = "") -> None:
        """Make a bot's move, and then show a message."""
        table, first, version = self._session.table, self._session.table.moves, self._session.table.version

        def done(did: bool) -> None:
            if not did and table.version != version:
                return  # another window was faster; what it did is shown next
            if not did:
                refused()
                return
            if said:
                self._screen.tell(Message(said, "bad"))
            self._session.reasons.add(table.history, first, why)
            self._screen.flow.moved(first, SPEED[self.pace], self.rest)

        self._settling.submit(action, done)

    def _stumbled(self, name: str, error: Exception | None, problem: str = "") -> None:
        """Say that a bot failed, and play a random legal move for it."""
        screen, table = self._screen, self._session.table
        why = bot_failed(error) if error is not None else sentence(problem or "its move was not legal")

        def refused() -> None:
            self._session.does(paused=True)
            screen.tell(Message(f"{name} cannot move. {why} The bots are paused.", "bad"))
            screen.repaint()

        try:
            move = table.sample(Dice(table.header.seed, table.moves, "fallback"))
        except Exception:
            refused()
            return
        said = f"{name} could not decide and played a random move. {why}"
        self._submit(move, "A random move, because the bot failed", refused, said)

    def rest(self) -> None:
        """Show the bot's move for a while, then go on."""
        screen, pace = self._screen, self.pace
        if not self.active:
            screen.flow.go_on()
            return
        if pace == "step":
            self._session.does(resting=not self.paused, stepping=not self.paused)
            screen.repaint()
        elif WAIT[pace]:
            self._pause = screen.set_timer(WAIT[pace], self.go)
            self._session.does(resting=True)
        else:
            screen.flow.go_on()

    def go(self) -> None:
        """End the pause after a bot's move."""
        self._end_pause()
        self._screen.flow.go_on()

    def _end_pause(self) -> None:
        if self._pause is not None:
            self._pause.stop()
        self._pause = None
        self._session.does(resting=False, stepping=False)

    # --- holding ----------------------------------------------------------------------------------------

    @property
    def pace(self) -> str:
        """The pace of bots: a key of :data:`WAIT`."""
        return self._screen.services.settings.text("pace")

    def change_pace(self, wish: str) -> None:
        """Set the named pace, or the next one."""
        after = PACES[(PACES.index(self.pace) + 1) % len(PACES)] if self.pace in PACES else PACES[0]
        pace = wish if wish in PACES else after
        self._screen.services.change_settings({"pace": pace})
        self._screen.tell(Message(f"Bot pace: {pace}.", "accent"))

    def toggle(self) -> None:
        """Pause the bots, or go on."""
        self._session.does(paused=not self.paused)
        if self.paused:
            self._end_pause()
            self._stop_ticking()
        elif self._kept is not None:
            kept, self._kept = self._kept, None
            self._came_back(kept)
        elif self.thinking is not None:
            self._tick()
        else:
            self._screen.flow.go_on()
        self._screen.repaint()

    def hurry(self) -> None:
        """Let the bot answer with the best move it has found."""
        if self.thinking is not None:
            self.thinking.hurry()

    def drop(self) -> None:
        """Stop all bots: the table has changed, or the screen closes."""
        if self.thinking is not None:
            self.thinking.drop()
        self.thinking = self._kept = None
        self._end_pause()
        self._stop_ticking()

    # --- what is shown ----------------------------------------------------------------------------------

    def show_reasons(self) -> None:
        """Show why a move was refused, why something was lost, and why the bots moved, since the viewer's last turn."""
        self._screen.services.push_screen(TextDialog("Why", self._why(), at_end=True))

    def _why(self) -> tuple[str, ...]:
        session = self._session
        return commands.why(session.table, session.reasons, session.viewer, session.past)

    def doing(self) -> tuple[str, str]:
        """The work of the bot on turn, and the time that it has thought, for the action bar."""
        if self.paused:
            return "is paused", ""
        if self._session.activity.stepping:
            return "is next; press any key", ""
        if self.thinking is None:
            return "is next", ""
        seconds = self.thinking.seconds
        level = self.thinking.level.name
        name = self._session.table.names[self.thinking.seat]
        strength = "" if level in name.lower() else f", {level}"
        mark = "|/-\\"[int(seconds / TICK) % 4] if self._screen.services.motion != "none" else "."
        return "is thinking", f"{mark} {seconds:.0f} s{strength}"

    def _tick(self) -> None:
        self._stop_ticking()
        self._ticker = self._screen.set_interval(TICK, lambda: self._screen.draw("actions"))
        self._screen.draw("actions")

    def _stop_ticking(self) -> None:
        if self._ticker is not None:
            self._ticker.stop()
        self._ticker = None

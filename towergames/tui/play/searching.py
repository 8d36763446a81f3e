"""A search for the best that could be done, where the game's desk can: in a thread, each better find shown at once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

from towergames.boards.desk import Scene, Tip
from towergames.core.bot import Clock
from towergames.core.contract import Over
from towergames.core.text import sentence
from towergames.table.errors import TableError
from towergames.tui.play.session import Message

if TYPE_CHECKING:
    from towergames.tui.screens.game import GameScreen

SECONDS = 20.0
"""How long is searched; Esc ends it earlier."""


class Search:
    """The search of one game screen. What it has found lies on the table as a hint does."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self._clock: Clock | None = None
        self._version = -1
        self._found: Any = None
        self.heard: Callable[[], None] = lambda: None
        """Called with every better find."""

    @property
    def active(self) -> bool:
        """Whether it is searching."""
        return self._clock is not None

    @property
    def best(self) -> Any:
        """The best that was found for the table as it stands, None before anything was."""
        return self._found if self._version == self._screen.session.table.version else None

    def judge(self) -> None:
        """Search by itself once the game is over: the results are measured by what is found (B-31)."""
        if self._version != self._screen.session.table.version:
            self.begin()

    def begin(self) -> bool:
        """Search on the position as the looker sees it, marked as help while the game is on; False where none can."""
        screen, session = self._screen, self._screen.session
        if not session.desk.searches or self.active:
            return self.active
        scene = session.scene()
        if not isinstance(scene.turn, Over):
            try:
                session.table.note(scene.seat if scene.seat is not None else 0, "hint")
            except TableError as error:
                screen.tell(Message(sentence(f"no hint: {error}"), "bad"))
                return True
        if self._version != session.table.version:
            self._found = None
        self._clock, self._version = Clock(seconds=SECONDS), session.table.version
        Thread(target=self._run, args=(session.scene(), self._clock), name="search", daemon=True).start()
        screen.tell(Message("Searching ... Esc ends the search.", "accent"))
        screen.repaint()
        return True

    def stop(self) -> None:
        """Be content with what was found."""
        if self._clock is not None:
            self._clock.stop()

    def drop(self) -> None:
        """Forget the search: the screen goes away."""
        self.stop()
        self._clock = None

    def _run(self, scene: Scene[Any], clock: Clock) -> None:
        try:
            last = self._screen.session.desk.search(scene, clock, lambda tip: self._report(clock, tip, False))
        except Exception as error:  # said openly; the game goes on
            last = Tip(f"The search failed ({type(error).__name__}).")
        self._report(clock, last, True)

    def _report(self, clock: Clock, tip: Tip[Any], done: bool) -> None:
        with suppress(Exception):  # the program may have ended meanwhile
            self._screen.app.call_from_thread(self._show, clock, tip, done)

    def _show(self, clock: Clock, tip: Tip[Any], done: bool) -> None:
        screen, session = self._screen, self._screen.session
        if clock is not self._clock:
            return
        if done:
            self._clock = None
        if session.table.version != self._version or not screen.is_open:
            clock.stop()
            return
        if tip.action is not None:
            laid = session.desk.suggest(session.scene(), session.pointer, tip.action)
            session.pointer = laid if laid is not None else session.pointer
            screen.bots.hinted = (self._version, tip.action)
            self._found = tip.action
            self.heard()
        screen.tell(Message(tip.text if done else f"{tip.text} Esc ends the search.", "accent"))
        screen.repaint()

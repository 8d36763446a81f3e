"""The bots at the table: they think in threads, are shown thinking, paced, paused, hurried, and fail politely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.message import Message as TextualMessage
from textual.timer import Timer

from towergames.core.bot import Level
from towergames.core.dice import Dice
from towergames.session.hints import HINT, Tips, adviser
from towergames.session.session import Message
from towergames.table.errors import TableError
from towergames.table.opponents import Thinking, level_of
from towergames.table.reasons import Reasons

if TYPE_CHECKING:
    from towergames.tui.screens.game.port import GamePort

WAIT = {"instant": 0.0, "short": 0.33, "normal": 1.0, "step": 0.0}
"""Seconds that a bot's move stays before the next, by pace."""
SPEED = {"instant": 0.0, "short": 0.5, "normal": 1.0, "step": 1.0}
"""How long a bot's scoring is shown, as a factor."""
LIES_THERE = "The hint lies on the table: Enter plays it, Esc takes it back."
TICK = 0.5
"""Seconds between two pictures of the spinner: well below 3 Hz (U45)."""


class Thought(TextualMessage):
    """A thought has come back from its thread."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        super().__init__()


class Told(TextualMessage):
    """A bot has told what it considers."""

    def __init__(self, thinking: Thinking, idea: Any) -> None:
        self.thinking = thinking
        self.idea = idea
        super().__init__()


class Bots:
    """Everything about bots on one game screen."""

    def __init__(self, screen: GamePort) -> None:
        self._screen = screen
        self.paused = False
        self.stepping = False
        """Whether a key is awaited before the next bot's move."""
        self.thinking: Thinking | None = None
        self.advice: Thinking | None = None
        self.hinted: tuple[int, Any] | None = None
        """The last hint and the table's version that it is for."""
        self._tips: Tips | None = None
        self._kept: Thinking | None = None
        self._ticker: Timer | None = None
        self._pause: Timer | None = None
        self.reasons = Reasons()

    # --- moving -----------------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        """Whether a bot has to move now."""
        session = self._screen.session
        return session.decider is not None and not session.decider_is_human and not session.table.read_only

    @property
    def resting(self) -> bool:
        """Whether the last bot's move is being left on the screen; any key skips it."""
        return self._pause is not None or (self.stepping and not self.paused)

    def begin(self) -> None:
        """Let the bot that has to move think, unless one does already or the bots are paused."""
        if self.paused or self.thinking is not None or self.resting:
            return
        session = self._screen.session
        table = session.table
        try:
            level = level_of(table, session.decider) if session.decider is not None else None
            if level is None:
                return
            self.thinking = Thinking(table, level, self._report, self._tell).start()
        except Exception as error:  # a save may name a level or a bot that cannot be made
            self._stumbled(table.names[session.decider or 0], error)
            return
        self._tick()

    def _report(self, thinking: Thinking) -> None:
        self._screen.post_message(Thought(thinking))

    def _tell(self, thinking: Thinking, idea: Any) -> None:
        self._screen.post_message(Told(thinking, idea))

    def told(self, thinking: Thinking, idea: Any) -> None:
        """Show what the bot on turn considers, where the desk can: the player sees it move its hand."""
        session = self._screen.session
        still = self.paused or session.past is not None or self._screen.services.motion == "none"
        if still or thinking is not self.thinking or thinking.version != session.table.version:
            return
        pointer = session.desk.shown(session.scene(), session.pointer, idea)
        if pointer is not None:
            self._screen.eyes.turn(pointer)

    def came_back(self, thinking: Thinking) -> None:
        """A thought is there: play it, keep it while paused, or drop it when the table has changed."""
        if thinking is self.advice:
            self._advise(thinking)
            return
        if thinking is not self.thinking:
            return
        if self.paused:
            self._kept = thinking
            return
        self.thinking = None
        self._stop_ticking()
        if thinking.version != self._screen.session.table.version:
            self._screen.go_on()
            return
        self._move(thinking)

    def _move(self, thinking: Thinking) -> None:
        screen = self._screen
        name = screen.session.table.names[thinking.seat]
        first = screen.session.table.moves
        if thinking.error is not None or thinking.thought is None:
            self._stumbled(name, thinking.error)
            return
        why = thinking.thought.why

        def done(did: bool) -> None:
            if not did:
                self._stumbled(name, None, screen.settling.problem)
                return
            self.reasons.add(screen.session.table.history, first, why)
            screen.moved(first, SPEED[screen.pace], self.rest)

        screen.settling.submit(thinking.thought.action, done)

    def _stumbled(self, name: str, error: Exception | None, problem: str = "") -> None:
        """A bot failed: said openly, and a random legal move is played for it."""
        screen = self._screen
        table, first = screen.session.table, screen.session.table.moves
        fault = type(error).__name__ if error is not None else problem or "its move was not legal"

        def done(did: bool) -> None:
            if not did:
                self.paused = True
                screen.tell(Message(f"{name} cannot move ({fault}); the bots are paused.", "bad"))
                screen.repaint()
                return
            screen.tell(Message(f"{name} failed to think ({fault}); a random legal move was played for it.", "bad"))
            self.reasons.add(table.history, first, f"a random move, since the bot failed ({fault})")
            screen.moved(first, SPEED[screen.pace], self.rest)

        try:
            move = table.sample(Dice(table.header.seed, table.moves, "fallback"))
        except Exception:
            done(False)
        else:
            screen.settling.submit(move, done)

    def rest(self) -> None:
        """Leave the bot's move on the screen for a while, then go on."""
        screen = self._screen
        if not self.active:
            screen.go_on()
            return
        pace = screen.pace
        if pace == "step":
            self.stepping = True
            screen.repaint()
        elif WAIT[pace]:
            self._pause = screen.set_timer(WAIT[pace], self.go)
        else:
            screen.go_on()

    def go(self) -> None:
        """End the rest."""
        if self._pause is not None:
            self._pause.stop()
        self._pause = None
        self.stepping = False
        self._screen.go_on()

    # --- holding ----------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Pause, or go on."""
        self.paused = not self.paused
        if self.paused:
            if self._pause is not None:
                self._pause.stop()
            self._pause = None
            self._stop_ticking()
        elif self._kept is not None:
            kept, self._kept = self._kept, None
            self.came_back(kept)
        elif self.thinking is not None:
            self._tick()
        else:
            self.stepping = False
            self._screen.go_on()
        self._screen.repaint()

    def hurry(self) -> None:
        """The bot answers with the best it has."""
        if self.thinking is not None:
            self.thinking.hurry()

    def drop(self) -> None:
        """Forget every thought: the table has changed, or the screen goes away."""
        for thinking in (self.thinking, self.advice):
            if thinking is not None:
                thinking.drop()
        self.thinking = self.advice = self._kept = None
        self.stepping = False
        if self._pause is not None:
            self._pause.stop()
        self._pause = None
        self._stop_ticking()

    # --- what is shown ----------------------------------------------------------------------------------

    def doing(self) -> str:
        """What the bot on turn is doing, for the status line."""
        if self.paused:
            return "is paused"
        if self.stepping:
            return "is next: any key"
        if self.thinking is None:
            return "is next"
        seconds = self.thinking.seconds
        mark = "|/-\\"[int(seconds / TICK) % 4] if self._screen.services.motion != "none" else "."
        level = self.thinking.level.name
        name = self._screen.session.table.names[self.thinking.seat]
        strength = "" if level in name.lower() else f"({level}) "
        return f"{strength}thinks {mark} {seconds:.0f} s"

    def _tick(self) -> None:
        self._stop_ticking()
        self._ticker = self._screen.set_interval(TICK, self._screen.repaint_status)
        self._screen.repaint_status()

    def _stop_ticking(self) -> None:
        if self._ticker is not None:
            self._ticker.stop()
        self._ticker = None

    # --- advice -----------------------------------------------------------------------------------------

    def strongest(self) -> Level | None:
        """The level that gives hints; None without opponents."""
        return adviser(self._screen.session.table.header.game)

    def ask(self) -> None:
        """Let the strongest level think for the person to move, from that person's own view.

        Where the game's desk has help of its own that comes first, step by step. Asked once more, the hint that was
        given is laid out on the table, where the desk can do so.
        """
        if self._lay_out() or self._tip() or self._screen.search.begin():
            return
        if self._laid_out() is not None:  # it lies there, and looking at it again costs nothing
            self._screen.tell(Message(LIES_THERE, "accent"))
            return
        level = self.strongest()
        if level is None or self.advice is not None:
            return
        screen = self._screen
        try:
            self.advice = Thinking(screen.session.table, level, self._report).start()
        except Exception as error:
            screen.tell(Message(f"No hint: the advisor failed ({type(error).__name__}).", "bad"))
            return
        screen.tell(Message(f"The {level.name} bot is looking for a hint ...", "accent"))

    def _advise(self, advice: Thinking) -> None:
        screen, session = self._screen, self._screen.session
        self.advice = None
        if advice.version != session.table.version or session.looker != advice.seat:
            return
        if advice.thought is None:
            fault = type(advice.error).__name__ if advice.error else "nothing"
            screen.tell(Message(f"No hint was found ({fault}); nothing is counted.", "warn"))
            return
        try:
            # Counted only now that something was found (U44).
            session.table.note(advice.seat, HINT)
        except TableError as error:
            screen.tell(Message(f"No hint: {error}.", "bad"))
            return
        self.hinted = (session.table.version, advice.thought.action)
        action = advice.thought.action
        move = session.desk.in_words(session.scene(), action) or session.game.notate(action)
        why = f": {advice.thought.why}" if advice.thought.why else ""
        again = f" ({self._hint_key()} lays it out)" if self._laid_out() is not None else ""
        screen.tell(Message(f"Hint{again}: {move}{why}", "accent"))
        screen.repaint()

    def _tip(self) -> bool:
        """Tell the next of the desk's own tips on this position; False when all have been told."""
        screen, session = self._screen, self._screen.session
        self._tips = self._tips or Tips(session.desk, session.table)
        try:
            tip = self._tips.give(session.scene())
        except TableError as error:
            screen.tell(Message(f"No hint: {error}.", "bad"))
            return True
        if tip is None:
            return False
        self.hinted = (session.table.version, tip.action) if tip.action is not None else None
        again = f" ({self._hint_key()} lays it out)" if self._laid_out() is not None else ""
        screen.tell(Message(tip.text + again, "accent"))
        return True

    def _hint_key(self) -> str:
        return self._screen.keymap.label(next(c for c in self._screen.commands() if c.id == "hint"))

    def _laid_out(self) -> Any:
        """The pointer with the last hint laid out; None when it is stale or cannot be."""
        session = self._screen.session
        if self.hinted is None or self.hinted[0] != session.table.version:
            return None
        return session.desk.suggest(session.scene(), session.pointer, self.hinted[1])

    def _lay_out(self) -> bool:
        laid, session = self._laid_out(), self._screen.session
        if laid is None or (laid == session.pointer and session.desk.searches):
            return False  # there is none, or it lies there already and something better can be looked for
        self._screen.session.pointer = laid
        self._screen.tell(Message(LIES_THERE, "accent"))
        self._screen.repaint()
        return True

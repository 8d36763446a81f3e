"""One table as it is shown here, without any screen: whose view is shown, where the cursor is, what to say.

Everything shown comes from views; only the methods of the table read its state. While several people share the screen
and cards are hidden, the spectator's view is shown until the player who decides has opened the curtain.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from towergames.board.protocol import AnyBoard, AnyContext, Confirmation, Style
from towergames.core.contract import (
    AnyGame,
    Decide,
    Event,
    IllegalAction,
    NotationError,
    Over,
    Seat,
    Verdict,
)
from towergames.core.text import sentence
from towergames.session.context import context_at, events_of
from towergames.session.moment import IDLE, Moment, moment_at
from towergames.session.privacy import has_secrets
from towergames.session.text import refusal
from towergames.session.ui_memory import UiMemory
from towergames.table.errors import TableError
from towergames.table.log import LogLine, log_lines, shown_lines
from towergames.table.match import Table
from towergames.table.opponents import Reasons
from towergames.table.pad import Pad, build_pad


@dataclass(frozen=True, slots=True)
class Message:
    """The message under the hand: ``tone`` is a palette role, ``rule`` the rule that a refusal cites.

    ``draft`` is the prepared action of which the text speaks, None where it speaks of none. ``otherwise`` is the text
    while another action is prepared. ``aloud`` are the sentences for who has the page read aloud, where they are others
    than the text; none where the log says the same.
    """

    text: str = ""
    tone: str = ""
    rule: str = ""
    draft: Any = None
    otherwise: str = ""
    aloud: tuple[str, ...] | None = None

    def beside(self, draft: Any) -> Message:
        """The message that is true while ``draft`` is prepared."""
        return self if self.draft in (None, draft) else replace(self, text=self.otherwise)


SILENCE = Message()


class Session:
    """A table, the board it is played on, and the people in front of the screen."""

    def __init__(self, table: Table, board: AnyBoard, style: Style = Style()) -> None:
        self.table = table
        self.board = board
        self.style = style
        self.opened: Seat | None = None
        """The seat for which the curtain was opened last."""
        self.shut = False
        """Whether the hand is hidden, by a command or because no key was pressed for a while."""
        self.incomplete = False
        """Whether the clocks stand still: in a lesson, and at an open table while no window has a seat for people."""
        self.past: int | None = None
        """The number of plays at the position shown; None is now."""
        self.message = SILENCE
        self.activity = IDLE
        """A record of all that runs here besides the game."""
        self.reasons = Reasons()
        """The reasons of refusals, and those of the bots."""
        self.touched = time.monotonic()
        """The time at which a person last did anything here, in seconds of the steady clock."""
        self._open = table.header.open
        self._secrets: tuple[int, dict[Seat | None, bool]] = (-1, {})
        self._views: dict[tuple[int, Seat | None, int], Any] = {}
        self._present: Any = None
        """The UiState as it was when the look back began."""
        self._judged: tuple[int, Any, Verdict] | None = None
        self._bare: tuple[Any, AnyContext] | None = None
        self._moment: tuple[AnyContext, Any, Moment] | None = None
        self._log: tuple[tuple[int, ...], Seat | None, tuple[LogLine, ...]] | None = None
        self.memory = UiMemory(self.board)
        self.memory.begin(self.bare())

    def does(self, **changes: Any) -> None:
        """Note that something has begun or ended: fields of :class:`~towergames.session.moment.Activity`."""
        self.activity = replace(self.activity, **changes)

    def moment(self) -> Moment:
        """The facts on which the commands depend; the same object while nothing changes."""
        context = self.bare()
        keeps = self._open and self.table.keeps  # windows take over the bots from one another without a move
        stamp = (keeps, self.reasons, self.reasons.changes, self.activity)
        last = self._moment
        if last is None or last[0] is not context or last[1] != stamp:
            last = self._moment = context, stamp, moment_of(self)
        return last[2]

    # --- who looks --------------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """The rules of the table's game."""
        return self.table.game

    @property
    def decider(self) -> Seat | None:
        """The seat that must move, None when the game is over."""
        turn = self.table.turn
        return turn.seat if isinstance(turn, Decide) else None

    @property
    def decider_is_human(self) -> bool:
        """Whether a person has to move."""
        return self.decider in self.table.humans

    @property
    def decides_here(self) -> bool:
        """Whether a person in front of this window has to move."""
        return self.decider in self.table.here

    @property
    def viewer(self) -> Seat | None:
        """The seat whose view is shown; None is a spectator's."""
        here = self.table.here
        if not here or self.shut:
            return None
        if len(here) == 1:
            return here[0]
        seat = self.decider
        if seat not in here or self.table.read_only:
            return None
        return seat if self.opened == seat or not self.hides(seat) else None

    @property
    def curtain_for(self) -> Seat | None:
        """The seat that must open a curtain now, if any."""
        seat, here = self.decider, self.table.here
        if self.shut:
            if seat in here:
                return seat
            return here[0] if here else None
        if len(here) < 2 or seat not in here or self.table.read_only or self.opened == seat:
            return None
        return seat if self.hides(seat) else None

    def hides(self, seat: Seat | None) -> bool:
        """Whether the seat may see anything that a spectator may not."""
        if self._secrets[0] != self.table.version:
            self._secrets = self.table.version, {}
        secrets = self._secrets[1]
        if seat not in secrets:
            secrets[seat] = has_secrets(self.table.history, seat)
        return secrets[seat]

    # --- what is seen -----------------------------------------------------------------------------------

    def view_of(self, seat: Seat | None, plays: int | None = None) -> Any:
        """The view of a seat now, or after ``plays`` plays."""
        key = (self.table.version, seat, -1 if plays is None else plays)
        if key not in self._views:
            if any(old[0] != self.table.version for old in self._views) or len(self._views) > 64:
                self._views.clear()
            if plays is not None:
                view = self.game.view(self.table.history.state_after(plays), seat)
            else:
                view = self.table.view(seat)
            self._views[key] = view
        return self._views[key]

    def bare(self) -> AnyContext:
        """The table as the viewer sees it, without cursor and camera; the same object while nothing changes."""
        journal = self.table.journal
        obstacle = journal.obstacle if journal is not None else ""  # a save is closed without a move
        style = (self.style, self.style.key_of)  # styles with other keys count as equal
        stamp = (self.table.version, obstacle, self.opened, self.shut, self.past, style)
        if self._bare is None or self._bare[0] != stamp:
            self._bare = stamp, self._make(self.viewer, self.past)
        return self._bare[1]

    def context(self) -> AnyContext:
        """The table as the viewer sees it, with the prepared move and the judge's answer to it."""
        return self.memory.fill(self.bare(), self.judge)

    def _make(self, seat: Seat | None, past: int | None) -> AnyContext:
        over = past is None and not self.shut and isinstance(self.table.turn, Over)
        return context_at(
            self.table.history,
            seat,
            past,
            view=self.table.open_view() if over else self.view_of(seat, past),
            marks=self.marks(seat),
            may_act=seat is not None and past is None and seat == self.decider and not self.table.read_only,
            style=self.style,
        )

    def judge(self, action: Any) -> Verdict:
        """The judge's answer to an action of the player who decides; the last answer is cached."""
        if self._judged is None or self._judged[:2] != (self.table.version, action):
            self._judged = (self.table.version, action, self.table.judge(action))
        return self._judged[2]

    def marks(self, seat: Seat | None) -> tuple[Event, ...]:
        """The events to mark: since the seat's last decision, or those of the move at an earlier position."""
        plays = self.table.history.plays
        if self.past is not None:
            return events_of(self.table.history, self.past - 1, self.past, seat) if self.past else ()
        since = self.since(seat)
        return events_of(self.table.history, since, len(plays), seat)

    def since(self, seat: Seat | None) -> int:
        """The number of plays before the seat's last decision; before any player's last for a spectator."""
        plays = self.table.history.plays
        for i in range(len(plays) - 1, -1, -1):
            by = plays[i].by
            if by is not None and (seat is None or by == seat):
                return i
        return 0

    def log(self) -> tuple[LogLine, ...]:
        """The log that the viewer may read, up to the position shown."""
        seat = self.viewer
        until = self.table.moves if self.past is None else self.past
        history = self.table.history
        key = (self.table.version, until, len(history.said), len(history.remarks), self.table.talks)
        if self._log is None or self._log[:2] != (key, seat):
            self._log = key, seat, log_lines(self.table.history, seat, 0, until, said=True, asides=self.table.asides)
        return self._log[2]

    def log_during(self, plays: int, seat: Seat | None, playing: tuple[Event, ...]) -> tuple[LogLine, ...]:
        """The log while an animation shows the play after ``plays``: only what has been shown of it so far."""
        history, asides = self.table.history, self.table.asides
        told = shown_lines(history, plays, playing, asides)
        return log_lines(history, seat, 0, plays, said=True, asides=asides) + told

    def pad(self) -> Pad:
        """The score pad at the position shown."""
        return build_pad(self.table.history, self.past)

    @property
    def round(self) -> int:
        """The round at the position shown."""
        return self.table.round if self.past is None else self.round_at(self.past)

    def round_at(self, plays: int) -> int:
        """The round after ``plays`` plays."""
        return self.game.round(self.table.history.state_after(plays))

    # --- acting -----------------------------------------------------------------------------------------

    def submit(self, action: Any, known: Sequence[Any] = ()) -> bool:
        """Do an action for the player who decides; if it is refused, set a message and return False.

        ``known`` are its outcomes, if they were computed before.
        """
        seat = self.decider
        try:
            if seat is None:
                raise TableError("the game is over")
            self.table.submit(seat, action, known)
        except IllegalAction as error:
            first = error.verdict.refusals[0]
            self.message = Message(first.text, "bad", first.rule, aloud=tuple(refusal(error.verdict)))
            return False
        except TableError as error:
            self.message = Message(sentence(str(error)), "bad")
            return False
        return True

    def renew(self) -> None:
        """Update the UiState after a change: a new decision begins, or the board keeps what is still valid.

        At a new decision the board gets the seat's last UiState, and decides how much of it stays.
        """
        if self.past is not None:
            self.memory.keep(self.bare())
        else:
            self.memory.follow(self.bare())

    @property
    def clock_runs(self) -> bool:
        """Whether the time of the player who decides runs: a window shows the table to that player, and nothing moves.

        Looking back and dialogs do not stop the clock; a curtain, an animation and a fall do.
        """
        seat, table, activity = self.decider, self.table, self.activity
        if seat is None or self.incomplete or activity.animation or activity.settling:
            return False
        if seat in table.here:
            return seat == self.viewer and not table.read_only
        return table.header.open

    def move_at_zero(self) -> Any:
        """The action that is done for the player who decides when time has run out, with what is prepared here."""
        action, seat, complete = self.table.move_at_zero(), self.viewer, self.board.complete
        if complete is None or seat is None or seat != self.decider:
            return action
        context = self.context() if self.past is None else replace(self._make(seat, None), ui=self._present)
        return complete(context, action)

    def read(self, text: str) -> Any:
        """The move in typed text, None if it is none."""
        try:
            return self.table.parse(text)
        except NotationError:
            return None

    def look(self, plays: int) -> bool:
        """Show the table after ``plays`` plays. Return False if there is no such position."""
        if not 0 <= plays <= self.table.moves:
            return False
        if plays == self.table.moves:
            self.to_now()
            return True
        if self.past is None:
            self._present = self.memory.ui
        self.past = plays
        self.memory.keep(self.bare())
        return True

    def to_now(self) -> None:
        """Go back to the present table, with the UiState from before the look back."""
        if self.past is not None:
            self.past = None
            self.memory.restore(self.bare(), self._present)
            self._present = None
            self.renew()


def moment_of(session: Session) -> Moment:
    """The moment of a session, made from the table as it is now."""
    viewer = session.viewer
    return moment_at(
        session.table,
        session.board,
        session.bare(),
        session.reasons,
        viewer,
        secret=viewer is not None and session.hides(viewer),
        past=session.past,
        news=session.since(viewer) < session.table.moves,
        activity=session.activity,
    )


def asks(question: Confirmation) -> str:
    """The question before an action."""
    return f"{question.fact} Press Enter to {question.deed}, Esc to go back."


def asks_a_finger(question: Confirmation) -> str:
    """The question before an action on a touched screen, whose two buttons answer it."""
    return f"{question.fact} Tap Do it to {question.deed}."


MOST_MOVES = 300


def typed_moves(table: Table) -> list[str]:
    """The moves for completion of typed text: every legal move, else the templates that are whole moves."""
    moves = [table.game.notate(move) for move in table.legal()[:MOST_MOVES]]
    return moves or [form for form in table.templates if form == form.lower() and "|" not in form]

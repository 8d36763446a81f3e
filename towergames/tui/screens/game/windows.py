"""The other windows of an open table: what they do is followed and shown, and what they ask is answered."""

from __future__ import annotations

from textual.timer import Timer

from towergames.board.protocol import Failure
from towergames.core.contract import Decide, Over
from towergames.core.text import sentence
from towergames.session import commands
from towergames.session.other_windows import OtherWindows, Question
from towergames.session.session import SILENCE, Message, Session
from towergames.session.task import Task
from towergames.table.errors import SaveError
from towergames.table.file_watcher import FileWatcher
from towergames.table.seats import ABSENT, AWAY, HERE
from towergames.table.shared import RemoteChange, SharedTable
from towergames.tui.dialogs import AskScreen, ConsentScreen
from towergames.tui.screens.game.animation_player import AnimationPlayer
from towergames.tui.screens.game.calls import ScreenCalls
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.end_card import JOIN_NEXT
from towergames.tui.screens.game.handover import Handover
from towergames.tui.screens.game.hints import BestMoveSearch
from towergames.tui.screens.game.slow_moves import SlowMoves
from towergames.tui.screens.game.table_screen import TableScreen

POLL_SECONDS = 0.1
"""Seconds between two polls of the file watcher."""
CLOSED = "closed"
"""The answer of a question that has been closed, since the table has changed."""
IDLE = 60.0
"""Seconds without a key after which nobody is in front of a window."""


class ScreenWindows:
    """The other windows, as one game screen knows them. Without an open table it does nothing."""

    def __init__(
        self,
        session: Session,
        screen: TableScreen,
        stage: AnimationPlayer,
        settling: SlowMoves,
        handover: Handover,
        clock: GameClock,
        search: BestMoveSearch,
        calls: ScreenCalls,
    ) -> None:
        self._session = session
        self._screen = screen
        self._stage = stage
        self._settling = settling
        self._handover = handover
        self._clock = clock
        self._search = search
        self._calls = calls
        self._timer: Timer | None = None
        self._lookout: FileWatcher | None = None
        self._others: OtherWindows | None = None
        self._first: int | None = None
        """The number of plays before those that are to be shown once the present animation ends."""
        self._question: Question | None = None
        self._dialog: ConsentScreen | None = None
        """The card that asks the question, while it is open."""
        self._work: Task | None = None
        self._failed = -1
        self._trouble = ""
        self._invitation = SILENCE
        """The message that says how to join."""
        self._kept = False
        self._stalled = False

    @property
    def _table(self) -> SharedTable | None:
        table = self._session.table
        return table if isinstance(table, SharedTable) else None

    def start(self) -> None:
        """Begin to follow."""
        table = self._table
        if table is not None and self._timer is None:
            self._others, self._kept = OtherWindows(table, self._session.board), table.keeps
            self._lookout = FileWatcher(table)
            table.stalled = lambda: self.stalled
            self._clock.elsewhere = lambda first: self._show(RemoteChange(first))
            self._timer = self._screen.set_interval(POLL_SECONDS, self.look)

    def drop(self) -> None:
        """Stop, since the screen closes."""
        if self._timer is not None:
            self._timer.stop()
        if self._lookout is not None:
            self._lookout.stop()
        if self._work is not None:
            self._work.drop()
        self._timer = self._work = None

    @property
    def stalled(self) -> bool:
        """Whether the disk does not answer."""
        return self._lookout is not None and self._lookout.stalled

    # --- following --------------------------------------------------------------------------------------

    def look(self) -> None:
        """Show what is new."""
        table, screen, others = self._table, self._screen, self._others
        if table is None or others is None or not screen.is_open:
            return
        if self.stalled != self._stalled:
            self._stalled = self.stalled
            told = "The disk does not answer. The table waits." if self._stalled else "The disk answers again."
            screen.tell(Message(told, "warn"))
        if self._stalled:
            return
        waited = table.is_writing
        try:
            news = table.follow() if waited or self._lookout is None or self._lookout.take_change() else None
        except SaveError as error:
            screen.tell(Message(sentence(str(error)), "bad"))
            return
        for text in table.news():
            screen.services.say(text, severity="warning")
        if news is not None:
            self._show(news)
        elif self._first is not None and self._stage.beat is None:
            self._show(RemoteChange(self._first))
        if table.keeps != self._kept and self._stage.beat is None:
            self._kept = table.keeps
            screen.flow.go_on()  # the bots are ours now, or, after Ctrl+Z, no longer
        for text in others.messages():
            # A notice: a question under the hand stays, and the end card shows it too. The narration reads it aloud.
            screen.services.say(text, aloud=False)
            screen.draw("log")
        for text in others.clock_news():
            screen.services.say(text, aloud=False)
            screen.repaint("log", "status")
        if told := others.next_game():
            screen.services.say(f"{told} {JOIN_NEXT}")
            self._search.heard()
        if not table.is_writing:
            self._ask(table, others)
            self._let_nature(table)
            self._clock.update()
        self._see()
        self._calls.look()
        if self._waits_for_a_window(table, others):
            self._invite(others)
        if table.saved.unsaved_reason != self._trouble:
            self._trouble = table.saved.unsaved_reason
            screen.repaint()
            if waited and not table.is_writing and self._stage.beat is None:
                screen.flow.go_on()  # a bot or the clock may have waited for the disk

    def _show(self, news: RemoteChange) -> None:
        table, flow = self._session.table, self._screen.flow
        first = news.first if self._first is None else min(news.first, self._first)
        self._first = None
        if news.undone:
            flow.begin_anew("The table has changed by an undo. The last moves are undone.")
        elif first >= table.moves:
            self._session.renew()
            self._screen.repaint()
            if isinstance(table.turn, Over):
                flow.go_on()
        elif self._stage.beat is not None:
            self._first = first
        else:
            self._session.message = SILENCE  # it was about the table before
            flow.moved(first, 1.0, flow.go_on)

    def _see(self) -> None:
        """Show who is there, and tell the others whether anyone is here."""
        if self._lookout is not None and (others := self._others) is not None:
            self._lookout.away = self._handover.untouched > IDLE
            if self._lookout.people != others.people:
                first = not others.people
                self._screen.services.read_aloud(*others.meet(self._lookout.people))
                shown = self._invitation is not SILENCE and self._session.message is self._invitation
                if shown or first:
                    self._invite(others)
                self._session.incomplete = others.incomplete
                self._clock.update()
                self._search.heard()  # the end card says who is missing
                self._screen.repaint()

    def _invite(self, others: OtherWindows) -> None:
        """Say who is missing, or how those join who have no window; once all have one, nothing."""
        services = self._screen.services
        told = "" if services.in_browser else others.invitation(services.store.folder)  # a browser has no shell
        told = told or others.missing()
        self._invitation = Message(told, "accent", aloud=()) if told else SILENCE
        self._screen.tell(self._invitation)

    def _waits_for_a_window(self, table: SharedTable, others: OtherWindows) -> bool:
        """Whether nothing happens until somebody joins, and no more than that is said."""
        turn, message = table.turn, self._session.message
        if not isinstance(turn, Decide) or others.people.get(turn.seat) not in ABSENT or message is self._invitation:
            return False
        return message.text in ("", self._session.context().waiting())

    # --- what the keeper does ---------------------------------------------------------------------------

    def _let_nature(self, table: SharedTable) -> None:
        """Compute what Nature does in a slow game, in a thread; other games have done it already."""
        if self._work is not None or self._settling.active or self._failed == table.version:
            return
        work = table.foresee_nature()
        if work is None:
            return
        version = table.version

        def done(answer: object) -> None:
            self._work = None
            if isinstance(answer, Failure):
                self._failed = version
                self._screen.tell(Message(f"The outcome is not known. {answer.text}", "bad"))
            elif isinstance(answer, tuple) and version == table.version:
                first = table.moves
                table.advance(answer)
                self._show(RemoteChange(first))

        self._work = Task(self._screen.soon, lambda _: work(), done, daemon=False, name="nature").start()

    # --- questions --------------------------------------------------------------------------------------

    def _ask(self, table: SharedTable, others: OtherWindows) -> None:
        """Ask a person here about the undo that was asked for elsewhere, and tell one here who refused it."""
        if refusal := others.refusal():
            self._screen.tell(Message(refusal, "warn"))
        dialog, question = self._dialog, self._question
        if dialog is not None and question is not None:
            if dialog.is_active and not others.is_open(question):
                dialog.dismiss(CLOSED)
            return
        # What is typed into a dialog, or onto the screen behind one, is no answer.
        if not self._screen.is_active or self._stage.beat is not None or (question := others.question()) is None:
            return
        seat = question.waiting[0]

        def answered(answer: str | None) -> None:
            self._question, self._dialog = None, None
            told: commands.Done | commands.Refused = commands.Refused(commands.CLOSED_QUESTION)
            if answer != CLOSED:
                told = commands.answer_undo(table, question.request, yes=answer == "yes")
            if isinstance(told, commands.Refused):
                self._screen.tell(Message(told.why, "warn"))
            else:
                self._screen.tell(Message(told.text, "accent"))
            self.look()

        self._question = question
        self._dialog = ConsentScreen(question.asker, table.names[seat], question.what, question.why, sudden=True)
        self._screen.services.push_screen(self._dialog, answered)

    # --- messages and words -----------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Send a message to the other windows; ask for it if there is none."""
        if text.strip():
            self._send(text)
        else:
            asking = AskScreen("Message to the table", note="Enter sends it, Esc sends nothing.")
            self._screen.services.push_screen(asking, lambda said: self._send(said or ""))

    def _send(self, text: str) -> None:
        if not text.strip():
            return
        answer = commands.say(self._session.table, text)
        if isinstance(answer, commands.Refused):
            self._screen.tell(Message(answer.why, "warn"))
        else:
            self._screen.draw("log")

    def named(self, seat: int) -> str:
        """A player's name, with where the player is if not here: ``Bob, away``."""
        name, where = self._session.table.names[seat], self.whereabouts(seat)
        return name if where in (HERE, "") else f"{name}, {where}"

    def whereabouts(self, seat: int) -> str:
        """Whether anyone is at a person's seat of another window; '' before that is known."""
        return self._others.whereabouts(seat) if self._others is not None and self._others.people else ""

    @property
    def facts(self) -> tuple[str, ...]:
        """The players who are not present, for the status line."""
        others = self._others
        told = [] if others is None else [others.told(seat) for seat in others.people]
        return tuple(text for text in told if text)

    @property
    def missing(self) -> str:
        """The sentences that name the players at whose seats nobody is; '' if all players are there."""
        return "" if self._others is None else self._others.missing()

    @property
    def only_watches(self) -> bool:
        """Whether the person at this window plays at no seat, and people play."""
        return self._others is not None and self._others.only_watches

    def waits(self, seat: int) -> str:
        """Whether the player who must move is present, in words for the action bar."""
        table, people = self._session.table, {} if self._others is None else self._others.people
        state = people.get(seat, HERE)
        if seat not in table.humans:
            return "Another window plays the bots."
        if state == HERE:
            return "At another window."
        if state == AWAY:
            return "Away from the window."
        return f"Nobody is at the seat of {table.names[seat]}."

"""One game as a conversation: the player to move is asked, and everything else is printed."""

from __future__ import annotations

from signal import SIGINT
from threading import Event
from time import time_ns
from typing import Any

from towergames import registry
from towergames.board.protocol import AnyContext, ReadOut, Style
from towergames.core.bot import Thought
from towergames.core.cancellation import run_cancellable
from towergames.core.contract import Decide, IllegalAction, NotationError, Over, Seat
from towergames.core.text import count, fault, quoted, sentence
from towergames.core.time_control import shown_time
from towergames.plain import sentences
from towergames.plain.commands import PlainCommands
from towergames.plain.console import Console
from towergames.plain.prepared_move import PreparedMove
from towergames.plain.questions import Left, ask, ask_yes
from towergames.plain.record_lines import never_before_lines
from towergames.plain.vocabulary import find
from towergames.plain.windows import PlainWindows
from towergames.session import commands, next_game
from towergames.session.narration import ONLY_CHANGES, TYPE_A_MOVE, Narration
from towergames.session.privacy import has_secrets
from towergames.session.text import bot_failed, kept, not_allowed, refusal, result, warning
from towergames.signals import Terminated, Watch
from towergames.table.clock import TableClock
from towergames.table.errors import SaveError, TableError
from towergames.table.facts import facts
from towergames.table.facts_cache import CountedGame, FactsCache
from towergames.table.match import Table
from towergames.table.never_before import never_before_at
from towergames.table.notes import UndoRequest
from towergames.table.opponents import Reasons, bot_dice, level_of, think
from towergames.table.record_games import RecordGames
from towergames.table.shared import Overtaken, SharedTable
from towergames.table.task_end import task_end
from towergames.table.today import task_kind
from towergames.table.turn_review import why_no_review


class Conversation:
    """Plays one table until the players leave. :meth:`run` answers ``quit``, ``menu``, ``rematch`` or ``replay``.

    A turn begins with what has changed since the player's last one, or ``in_full`` with the whole table.
    """

    def __init__(
        self, table: Table, facts: FactsCache, console: Console, watch: Watch, *, in_full: bool = False
    ) -> None:
        self.board = registry.get(table.header.game).board
        self.narration = Narration(table, self.board, Style(console.ascii_only, colours=False))
        self.facts = facts
        self.store = facts.store
        self.console = console
        self.watch = watch
        self.reasons = Reasons()
        self.leaving = ""
        self.next_game = ""
        """The key of the game to play next, where ``rematch`` means another game."""
        self._viewer: Seat | None = None
        """Seat whose hidden hand may be on the screen now."""
        self._ended = False
        """Whether the end of the game was printed."""
        self._line_ahead = ""
        """A line that was typed in place of an answer, and is yet to be done."""
        self._late_line = ""
        """A line that was typed when time was over."""
        self._trouble = ""
        self._in_full = in_full
        self.hand = PreparedMove(self.board, self)
        self._answers = PlainCommands(self)
        self.windows = PlainWindows(self, table) if isinstance(table, SharedTable) else None

    # --- facts --------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.narration.table

    @property
    def key(self) -> str:
        """The game's key."""
        return self.table.header.game

    @property
    def clock(self) -> TableClock:
        """The time of each person at the table."""
        return self.table.clock

    @property
    def names(self) -> tuple[str, ...]:
        return self.table.names

    @property
    def mover(self) -> Seat | None:
        """The person who must move now, None for bots, or when nobody must."""
        return self.narration.mover

    @property
    def asked(self) -> UndoRequest | None:
        """The last undo that the people of this window were asked about."""
        return None if self.windows is None else self.windows.asked

    def context(self) -> AnyContext:
        """The table as the person who must move sees it."""
        return self.narration.bare(self.mover)

    def context_of(self, seat: Seat | None) -> AnyContext:
        """The table as the seat sees it, looked at for the first time."""
        return self.narration.context_of(seat)

    def read_out(self, seat: Seat | None) -> ReadOut:
        """The table and the hand of a seat in sentences."""
        return self.narration.read_out(seat)

    # --- the conversation ---------------------------------------------------------------------------------

    def run(self) -> str:
        """Play until the players leave; the word with which they did."""
        self._greet()
        while not self.leaving:
            try:
                self._go_on()
            except Left as left:
                self.leaving = left.where
        return self.leaving

    def _go_on(self) -> None:
        """One thing: a line, a bot's move, or the end."""
        self.clock.follow()
        if isinstance(self.table.turn, Over):
            self._finished()
        elif self.table.read_only:
            self._ask("Watching>")
        elif self.windows is not None and self.windows.wait():
            pass  # another window acts; its move has just been printed, or a line was typed here
        elif self.mover is None:
            self._bot_move()
        else:
            self._human_move(self.mover)

    def _greet(self) -> None:
        self.console.say(*self.narration.greeting())
        if self.table.humans:
            self.console.say(TYPE_A_MOVE if self._in_full else TYPE_A_MOVE + ONLY_CHANGES)
        self._tell_trouble()

    def _human_move(self, seat: Seat) -> None:
        if self._viewer != seat:
            self._hand_over(seat)
            self._begin_turn(seat)
        self.clock.run(self.windows is None or not self.windows.others.incomplete)
        if self.clock.is_over and self.table.keeps:
            late, self._late_line = self._late_line, ""
            if self._time_is_over(seat, late) or self.leaving:
                return
        self._ask(f"{self.names[seat]}{self._time_left(seat)}>")
        self.narration.heard(seat)

    def _hand_over(self, seat: Seat) -> None:
        """The curtain: whatever a player saw is pushed away, and the next one says that he sits there."""
        table = self.table
        if len(table.here) < 2 or not has_secrets(table.history, seat):
            self._viewer = seat
            return
        self.push_away()
        name = self.names[seat]
        while True:
            call = f"Hand over to {name}. Everyone else, look away. {name}, press Enter."
            if not ask(self.console, call, f"Press Enter to show the hand of {name}."):
                break
            self.console.say(f"Press Enter to show the hand of {name}, or type menu or quit.")
        self._viewer = seat

    def push_away(self) -> None:
        """Push what a player saw off the screen, if others come to it; a hand-over comes before it is shown again."""
        if self._viewer is not None and len(self.table.here) > 1 and has_secrets(self.table.history, self._viewer):
            self.console.push_away()
        self._viewer = None

    def agrees(self, question: str) -> bool:
        """Whether a person says yes. Raises Left when the person leaves instead."""
        return ask_yes(self.console, question)

    def _begin_turn(self, seat: Seat) -> None:
        """Tell what happened, then the table and the hand, as far as they are not known from the last turn."""
        table, narration = self.table, self.narration
        last = max((i for i, play in enumerate(table.history.plays) if play.by == seat), default=0)
        # A person alone has just had all of it.
        if len(table.here) > 1 and (not narration.knows(seat) or has_secrets(table.history, seat)):
            news = narration.log(seat, last)
            if news:
                self.console.say("Since your last turn:" if last else "So far:", *(f"  {told}" for told in news))
        self.console.say(*narration.turn(seat, in_full=self._in_full))

    def _time_left(self, seat: Seat) -> str:
        """The time left to decide, for the prompt; '' without a clock."""
        control = self.clock.control
        if control is None:
            return ""
        if self.clock.running is None:
            return ", the clock is stopped"
        left = self.clock.left(seat)
        return f", {count(round(left), 'second')}" if left <= 60 else f", {shown_time(left)}"

    def _ask(self, prompt: str) -> None:
        """Ask for a line, which may come too late. At an open table others may be faster than the person."""
        line: str | None = self._line_ahead
        self._line_ahead = ""
        if not line:
            line = self.console.ask(prompt) if self.windows is None else self.windows.ask(prompt)
        if line is None:
            return
        if self.clock.is_over and self.table.keeps:
            self._late_line = line  # the move at zero comes first
        elif not self.hand.explains(line):
            self._answer(line)
        self._tell_trouble()

    def _answer(self, line: str) -> None:
        """Do what a line says. A question that it neither answers nor repeats is dropped."""
        asked = self.hand.question
        if not line:
            self.console.say(TYPE_A_MOVE)
        elif not self.hand.answers(line) and not self._answers.answer(line):
            self._move(line)
        if not self.leaving:
            self.hand.drop(asked)

    def _time_is_over(self, seat: Seat, line: str) -> bool:
        """Make the move of the game for a player whose time has run out, whatever was typed, and leave if asked to.

        Return whether the move was made.
        """
        table, move = self.table, self.table.move_at_zero()
        before = table.moves
        try:
            with self.watch.hold():
                self.clock.tell_over()
            why = self._do(seat, move)
        except (Overtaken, SaveError) as error:
            why = sentence(str(error))
        if why:
            self.console.say(f"Time is up for {self.names[seat]}. The move was not made. {why}")
        else:
            over = f"Time is up for {self.names[seat]}."
            self._tell_moves(seat, before, f"{over} This move was made: {table.game.notate(move)}.")
        found = find(line)
        if found and found[0].typed in ("quit", "menu"):
            self._answers.answer(line)
        return not why

    def _move(self, line: str) -> None:
        """Play a typed move, or say why not."""
        table, seat = self.table, self.mover
        if seat is None or table.read_only:
            self.console.say(f"{quoted(line)} is not possible now. Type help for all commands.")
            return
        try:
            action = table.parse(line)
        except NotationError as error:
            if sentences.answered(line) is not None:
                self.console.say("No question is open. Type a move, or help for all commands.")
                return
            self.console.say(*self._answers.misunderstood(error, line))
            return
        self.hand.controller.offer(action)

    def mark_help(self, kind: str) -> bool:
        """Mark help in the save; False, and said, where that cannot be done."""
        try:
            if self.mover is not None:
                with self.watch.hold():
                    self.table.note_once(self.mover, kind)
        except TableError as error:
            self.console.say(f"No help: {sentence(str(error))}")
            return False
        return True

    def legal(self, action: Any) -> bool:
        """Whether an action would be taken."""
        return self.table.judge(action).legal

    def is_final(self, action: Any) -> bool:
        """Whether the mover cannot undo a legal action alone."""
        return self.table.is_final(action)

    def submit(self, action: Any) -> None:
        """Do a person's move, or say why it cannot be done."""
        seat = self.mover
        if seat is None or self.table.read_only:
            return
        before = self.table.moves
        try:
            why = self._do(seat, action)
        except IllegalAction as error:
            self.reasons.refuse(seat, " ".join(not_allowed(error.verdict)))
            self.console.say(*refusal(error.verdict))
            return
        except TableError as error:
            why = sentence(str(error))
            self.reasons.refuse(seat, why)
            self.console.say(why)
            return
        if why:
            self.reasons.refuse(seat, f"The move was not made. {why}")
            self.console.say(f"The move was not made. {why}")
        else:
            self._tell_moves(seat, before)
            self._offer_take_back()

    def _offer_take_back(self) -> None:
        """Ask once, in the first games of a person, whether the fall that was just shown is taken back."""
        seat = commands.ask_take_back(self.store, self.table)
        if seat is None:
            return
        name, names = self.names[seat], self.names
        question = f"{name}, take it back? The game then counts in no records and no match. yes or no:"
        line = self.console.ask(question)
        if sentences.answered(line) is None:  # it is meant for the game
            self._line_ahead = line
        if not sentences.answered(line):
            return
        answer = commands.take_back(self.table, seat)
        if isinstance(answer, commands.Consent):
            for other in answer.others:
                if not self.agrees(f"{names[other]}, do you agree that {name} takes the fall back? yes or no:"):
                    self.console.say(f"{names[other]} does not agree. The fall counts.")
                    return
            answer = commands.take_back(self.table, seat, answer.others)
        if isinstance(answer, commands.Refused):
            self.console.say(answer.why)
        elif isinstance(answer, commands.Done):
            self.console.say(answer.text)
            self.changed()

    def _do(self, seat: Seat, action: Any) -> str:
        """Make a move. Return the reason why its outcome could not be computed, '' if it could; then nothing was done.

        Raises as submitting does. Signals are not held back during a fall, since nothing is written yet. Ctrl+C ends a
        search for a move, not the program.
        """
        table = self.table
        work = table.outcome_work(seat, action) if table.game.info.slow else None
        known: tuple[Any, ...] = ()
        quarters: list[int] = []

        def looks(share: float) -> None:
            if int(4 * share) not in quarters:
                quarters.append(int(4 * share))
                end = " Ctrl+C cancels the move." if len(quarters) == 1 else ""
                self.console.say(f"The table looks for a move: {25 * quarters[-1]}%.{end}")

        if work is not None:
            try:
                known = run_cancellable(work, Event(), looks)
            except Terminated as stop:
                if not quarters or stop.number != SIGINT or seat not in table.humans:
                    raise
                return "You stopped the search."
            except Exception as error:  # said openly; the game goes on
                return fault(error)
        with self.watch.hold():
            table.submit(seat, action, known)
        return ""

    def _tell_moves(self, seat: Seat, before: int, *first: str) -> None:
        """Print ``first`` and the outcome of a person's move, without the mover's secrets where others come next."""
        table = self.table
        stays = self.mover == seat or len(table.here) < 2 or not has_secrets(table.history, seat)
        if not stays:
            self.push_away()
        viewer = seat if stays else None
        self.console.say(*first, *self.narration.moves(viewer, before))
        if self.mover == seat:
            self.console.say(self.narration.standing(seat))

    def _bot_move(self) -> None:
        """Let a bot move and tell it by name."""
        table, turn = self.table, self.table.turn
        if not isinstance(turn, Decide):
            raise TableError("no player can move now")
        if self._viewer is not None and len(table.here) < 2:
            viewer: Seat | None = self._viewer
        else:
            self.push_away()
            viewer = None
        before = table.moves
        thought = self._think(turn.seat)
        try:
            why = self._do(turn.seat, thought.action)
        except Overtaken:  # at an open table: what has happened instead is printed next
            return
        except SaveError as error:
            self.console.say(sentence(str(error)))
            self._ask(f"{self.names[turn.seat]} waits. Enter tries again>")
            return
        if why:
            self.console.say(f"{self.names[turn.seat]} cannot move. {why} {kept(table.saved)}")
            self.leaving = "menu"
            return
        self.console.say(*self.narration.moves(viewer, before))
        self.reasons.add(table.history, before, thought.why)
        after = table.turn
        if isinstance(after, Decide) and after.seat == self._viewer:
            # The person who looked on comes to move: no curtain, but the table is printed again.
            self._begin_turn(after.seat)
        self._tell_trouble()

    def _think(self, seat: Seat) -> Thought[Any]:
        table = self.table
        level = level_of(table, seat)
        if level is None:
            raise TableError(f"{self.names[seat]} is not a bot")
        try:
            return think(table, level)
        except Exception as error:  # a bot's fault must not take the game down; it is said, and the game goes on
            name = self.names[seat]
            self.console.say(f"{name} could not decide and played a random move. {bot_failed(error)}")
            choices = table.game.choices(table.history.state)
            return Thought(
                choices.sample(bot_dice(table.header.seed, table.moves, seat)), "A random move, because the bot failed"
            )

    def _finished(self) -> None:
        """The end of the game; without people at the table nobody is asked anything."""
        table = self.table
        if not self._ended:
            self._ended = True
            self.console.say("", *result(table.history), "")
            self.console.show(table.pad().as_text())
            self._tell_task()
            self.console.say(*self.narration.about_the_end())
            self._tell_news()
        if not table.here or table.read_only:
            self.leaving = "quit"
            return
        review = "" if why_no_review(table.history) else " review,"
        another = "" if next_game.why_not_another(table) else " another,"
        self._ask(f"Game over. rematch,{another} replay,{review} menu or quit>")

    def _tell_task(self) -> None:
        """Print the result of a day's task, the line to share, and what comes next."""
        table = self.table
        if table.journal is None or not task_kind(table.header):
            return
        self.facts.all_games()
        end = task_end(table.history, table.name, self.facts.store, self.facts, wait=False)
        if end is not None and end.waits:
            if self.board.analysis is None:
                self.console.say("The house plays today's task. This may take some seconds.")
            else:
                self._measure()
            end = task_end(table.history, table.name, self.facts.store, self.facts, wait=True)
        if end is not None:
            line = end.plain_line if self.console.ascii_only else end.line
            told = f"{end.sentence} {end.medals}".rstrip()
            self.console.say(told, f"To share: {line}", end.ahead)

    def _measure(self) -> None:
        """Let the board search for the best result, which decides the medals."""
        try:
            self._answers.find_best()
        except TableError as error:
            self.console.say(str(error))

    def _tell_news(self) -> None:
        """Print what is new in the records after a game that counts, or how near it came."""
        table = self.table
        found = facts(table.history) if table.journal is not None else None
        if found is None:
            return
        here = table.here if isinstance(table, SharedTable) else table.humans
        game = CountedGame(table.name, found, time_ns())
        self.facts.all_games()
        known = RecordGames(self.facts)
        news = never_before_at(known.with_house(game), known.games, here, known.medal_of)
        self.console.say(*never_before_lines(news))

    def came_back(self) -> None:
        """After others have moved: if it is the turn of the person who looked on, print the table again."""
        if self.mover is not None and self.mover == self._viewer:
            self._begin_turn(self.mover)

    def answer(self, line: str) -> None:
        """Answer a line that was typed while others are on turn."""
        if not line:
            self.console.say("Type a message as say TEXT, or help for all commands.")
        elif not self._answers.answer(line):
            self.console.say("It is another player's turn. Type help for all commands.")

    def changed(self) -> None:
        """After undo or redo: print where the game stands for the player who must move now."""
        seat = self.mover
        self._ended = False
        if seat is not None and seat == self._viewer:
            self.console.say(self.narration.standing(seat))

    def _tell_trouble(self) -> None:
        """Print what is new about the save. Troubles of an open table are printed by ``windows``."""
        self.console.say(*self.table.news())
        if self.windows is not None:
            return
        trouble = warning(self.table.saved)
        if trouble and trouble != self._trouble:
            self.console.say(f"Not saved: {trouble}")
        elif self._trouble and not trouble:
            self.console.say("All moves are saved again.")
        self._trouble = trouble

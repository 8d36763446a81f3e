"""The card at the end of a game: its result, its comparison with other games, and the commands that follow it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic, time_ns
from typing import Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.worker import get_current_worker

from towergames import registry
from towergames.board.canvas import Ink, StyledText
from towergames.board.protocol import Failure, Picture
from towergames.core.bot import Clock
from towergames.core.contract import Over
from towergames.core.highlight import Highlight
from towergames.core.text import count, sentence
from towergames.session import next_game
from towergames.session.analysis import strongest
from towergames.session.task import Task
from towergames.table.asides import spoken_since
from towergames.table.facts import facts
from towergames.table.facts_cache import CountedGame
from towergames.table.game_review import decision_before, most_missed, reviewer_of, sweep
from towergames.table.level_record import Proposal, called, first_record, level_records
from towergames.table.match import Table
from towergames.table.never_before import NeverBefore, never_before_at
from towergames.table.record_games import RecordGames
from towergames.table.remarks import shareable
from towergames.table.setup import attempt_told, next_of_match, starter
from towergames.table.shared import SharedTable
from towergames.table.solo_ranking import standing
from towergames.table.task_end import TaskEnd, task_end, task_story
from towergames.table.today import task_kind
from towergames.table.turn_review import why_no_review
from towergames.tui.command_screen import TowerDialog
from towergames.tui.commands import Command, group
from towergames.tui.dialogs import answers_told
from towergames.tui.paint import BOLD, MUTED, wrap
from towergames.tui.screens.game.another_game import ask_game
from towergames.tui.screens.game.end_view import CONFETTI, draw_end, ending_of
from towergames.tui.screens.game.final_position import FinalPosition
from towergames.tui.settling import Settling
from towergames.tui.widgets.action_bar import COMMAND, command_chips, without_keys
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

HEIGHT_WITH_LAST_WORD = 30
"""Rows of a screen whose end card has room for what a bot says at the end."""
NEXT = group(
    "answers",
    ("answer.rematch", "Play again", "Play again with the same players", "enter", "rematch again", "play again"),
    ("answer.another", "Another game", "Play another game with the same players", "n", "another", "another game"),
    ("answer.replay", "Replay", "Watch this game again", "R w", "replay", "replay"),
    ("answer.wreck", "See the wreck", "Watch how the structure fell", "f", "wreck", "see the wreck"),
    ("answer.review", "Review", "Compare every move with the best one", "r", "review", "review"),
    ("answer.board", "Table", "Look at the table with all hands", "b escape", "board table", "table"),
    ("answer.pad", "Score sheet", "All lines of the score sheet; export as text or CSV", "f8 p", "pad", "score sheet"),
    ("answer.menu", "Menu", "Back to the menu", "ctrl+l m", "menu", "menu"),
)
"""Commands after a game, the likeliest first."""
NEXT_OF_MATCH = replace(
    NEXT[0], title="Next game", help="Start the next game of the match with the same players", footer="next game"
)
"""The next game where a match goes on."""
BEST = Command(
    "answer.best",
    "What was best?",
    "See in the replay what was best at the move that decided",
    ("a",),
    ("best",),
    "answers",
    footer="what was best?",
)
"""In place of a search through all moves, where the game has no reviewer."""
COMPARE = replace(NEXT[5], title="Compare", help="Compare your result with the best one", footer="compare")
"""The table of a game that has a search for the best result."""
MISSED = Command(
    "missed",
    "Best move missed",
    "Find the move that would have scored most",
    ("i",),
    ("missed",),
    "answers",
    footer="best move missed",
)
ANOTHER = NEXT[1]
LAST_FALL = replace(NEXT[3], title="See the last fall", help="Watch how pieces fell", footer="see the last fall")
"""The last fall of a game in which nothing was wrecked."""
NEXT_TASK = Command(
    "answer.task",
    "Next task",
    "Play the next of today's tasks",
    ("enter",),
    ("next task",),
    "answers",
    footer="next task",
)
"""After a day's task, in place of another game: a counted attempt is not begun anew by the likeliest key."""
TRY_AGAIN = replace(
    NEXT[0], title="Try again", help="Play this task again. The first attempt counts.", keys=("g",), footer="try again"
)
OTHER_LEVEL = Command(
    "answer.level",
    "Other level",
    "Play against the level that fits your last games",
    ("u",),
    ("other level",),
    "answers",
    footer="other level",
)
"""The level above after two wins, the level below after three losses."""
MENU_FIRST = replace(NEXT[-1], keys=("enter", *NEXT[-1].keys))
"""The way to the menu after the last task of a day."""
COPY = Command("share", "Copy", "Copy a line about this game to share", ("c",), ("copy",), "answers", footer="copy")


@dataclass(frozen=True, slots=True)
class Judged:
    """Facts about a game besides its result: medals, comparisons, and the line to share."""

    honours: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    share: str = ""


JOIN_NEXT = "Play again joins it."
"""The way to the next game, once another window has begun it."""


class EndCard(TowerDialog[str]):
    """The result on the whole screen, with confetti for the winner.

    Keys do nothing at first: they may be meant to skip the last scoring.
    """

    SETTLE: ClassVar[float] = 0.5
    """Seconds after the end in which only the key that quits works."""
    FALL: ClassVar[float] = 2.0
    """Seconds during which confetti falls."""
    FRAME: ClassVar[float] = 0.1
    """Seconds between two frames of a beat."""
    STAYS: ClassVar[float] = 1.0
    """Seconds for which the end of a beat stays."""

    def __init__(
        self,
        table: Table,
        judged: Callable[[], Judged] = lambda: Judged(),
        withheld: frozenset[str] = frozenset(),
        missing: Callable[[], str] = str,
    ) -> None:
        super().__init__()
        self._withheld = withheld
        self._missing_people = missing
        self.ending = ending_of(table.history)
        self._since = monotonic()
        self._settling = Settling()
        self._table = table
        self._judged = judged
        self._standing = ""
        self._task_end: TaskEnd | None = None
        self._never_before: tuple[NeverBefore, ...] = ()
        self._proposal: Proposal | None = None
        """The level that fits better than this game's, as far as the records are read."""
        self._missed = ""
        self._story = ""
        """The games of a bot at the same task, once they are played."""
        decided = self.ending.fall_play or self.ending.turning_play or len(table.history.plays)
        self.best_play = 0 if reviewer_of(table.history) else decision_before(table.history, decided)
        """The number of the decision that "What was best?" shows; 0 while it is not known."""
        self._looking: Task | None = None
        self._is_task = bool(task_kind(table.header))
        self._measured = table.history.measure is not None
        self._chips = self._answers()
        self._fallen = CONFETTI
        self._position = FinalPosition(table.history, self._soon, self.renew, self._view)

    def _answers(self) -> tuple[Command, ...]:
        """The commands of this game's end that have a chip."""
        history, unsaved = self._table.history, self._table.journal is None
        missing = {"answer.replay", "answer.wreck"} if unsaved else set()
        missing |= self._withheld
        if not self.ending.fall_play:
            missing.add("answer.wreck")
        if self._is_task or next_game.why_not_another(self._table):
            missing.add("answer.another")
        if next_game.only_watches(self._table):
            missing.add("answer.rematch")
        if why_no_review(history):
            missing.add("answer.review")
        found = [command for command in NEXT if command.id not in missing]
        if not self.ending.wreck:
            found = [LAST_FALL if command.id == LAST_FALL.id else command for command in found]
        if next_of_match(history):
            found = [NEXT_OF_MATCH if command.id == NEXT_OF_MATCH.id else command for command in found]
        if self._is_task:
            found = self._after_task(found)
        if self._proposal is not None and "answer.rematch" not in missing:
            rival = called(self._proposal.following)
            found.insert(1, replace(OTHER_LEVEL, title=f"Play {rival}", footer=f"play {rival}"))
        board = registry.get(history.header.game).board
        if board.analysis is not None:
            found = [COMPARE if command.id == COMPARE.id else command for command in found]
        if "answer.review" not in missing and reviewer_of(history) is not None:
            return (*found, MISSED)
        judged = not unsaved and board.analysis is None and strongest(history.header.game) is not None
        return (*found, *((BEST,) if judged and "answer.replay" not in missing else ()))

    def spoken(self) -> tuple[str, ...]:
        """The effect of Enter, and the keys of the answers. The result is described with the table."""
        return (self._hint(), answers_told(self.services.keymap, self._chips))

    def _after_task(self, found: list[Command]) -> list[Command]:
        """The commands after a day's task: Enter plays the next one, or leads to the menu."""
        again = [TRY_AGAIN for command in found if command.id == TRY_AGAIN.id]
        menu = [command for command in found if command.id == MENU_FIRST.id]
        others = [command for command in found if command.id not in (TRY_AGAIN.id, MENU_FIRST.id)]
        end = self._task_end
        if end is None or end.next is None:
            return [*(MENU_FIRST for _ in menu), *others, *again]
        return [replace(NEXT_TASK, title=f"Next: {end.next.title}"), *others, *again, *menu]

    def own_commands(self) -> tuple[Command, ...]:
        """Commands after the game. Their chips are above the footer, so the footer leaves them out."""
        missing = () if BEST in self._chips or "answer.replay" in self._withheld else (BEST,)
        return (*(replace(command, footer="") for command in (*self._chips, *missing)), COPY)

    def compose(self) -> ComposeResult:
        """One picture above the keys."""
        yield CanvasView(self._paint, id="end")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the result, and compare it in a thread with the earlier games."""
        super().on_mount()
        self._settling.begin()
        if self.services.motion == "full" and len(self.ending.pad.names) > 1:
            self._fall()
        if self._table.journal is not None and not self.services.in_browser and isinstance(self._table.turn, Over):
            self._compare()

    def _fall(self) -> None:
        """Let the confetti fall as far as the clock says."""
        self._fallen = min(CONFETTI, int((monotonic() - self._since) / self.FALL * CONFETTI))
        self.renew()
        if self._fallen < CONFETTI:
            self.set_timer(self.FALL / CONFETTI, self._fall)

    def on_unmount(self) -> None:
        """Stop drawing, and looking for the best move missed."""
        self._position.drop()
        if self._looking is not None:
            self._looking.drop()

    @work(thread=True, exclusive=True, group="standing")
    def _compare(self) -> None:
        worker, table = get_current_worker(), self._table
        mine = facts(table.history)
        if mine is None:
            return
        for _ in self.services.facts.update(lambda: not worker.is_cancelled):
            pass
        if worker.is_cancelled:
            return
        if self._is_task:
            self._read_task(wait=False)
        known = RecordGames(self.services.facts)
        here = table.here if isinstance(table, SharedTable) else table.history.humans
        game = known.with_house(CountedGame(table.name, mine, time_ns()))
        found = never_before_at(game, known.games, here, known.medal_of)
        alone = ""
        if mine.alone and (mine.attempt > 1 or not mine.usual):
            ranking = standing(mine, [game.facts for game in known.games])
            alone = ranking.in_words(mine.seats[0].name, attempt_told(table.history))
        self.call_later(self._compared, found, alone, self._find_proposal())
        if self._is_task and not worker.is_cancelled:
            self._read_task(wait=True)

    def _find_proposal(self) -> Proposal | None:
        """The level that fits better than that of this game, where one person has met one bot outside a task."""
        table = self._table
        bots = [seat.bot for seat in table.header.seats if seat.bot]
        if self._is_task or table.header.open or len(table.header.seats) != 2 or len(bots) != 1:
            return None
        entry = registry.get(table.header.game)
        record = first_record(table.header.seats, level_records(self.services.facts.games(), entry.key))
        proposal = record.proposal(entry.levels)
        return proposal if proposal is not None and proposal.now.name == bots[0] else None

    def _read_task(self, *, wait: bool) -> None:
        """Read the lines that the end of a day's task shows; ``wait`` for its house."""
        services, table, worker = self.services, self._table, get_current_worker()
        end = task_end(table.history, table.name, services.store, services.facts, wait=wait)
        if not worker.is_cancelled:
            self.call_later(self._task_read, end)
        if wait:
            story = task_story(table.history, services.facts, lambda: worker.is_cancelled)
            self.call_later(self._story_read, story)

    def heard(self) -> None:
        """Show news: of the search, or that the next game has begun.

        Compare again once the search has measured the results: it may be the task's house.
        """
        self._chips = self._answers()
        self.renew()
        self.refresh_keys()
        if not self._measured and self._table.history.measure is not None:
            self._measured = True
            self._begin_beat()
            if self._is_task and self.is_open:
                self._compare()

    @property
    def beat(self) -> Highlight | None:
        """The beat that is shown over the last position."""
        return self._position.beat

    def _begin_beat(self) -> None:
        """Begin the beat of a medal, as far as one was won without help and at the first attempt."""
        history, found = self._table.history, facts(self._table.history)
        if found is None or history.measure is None or not found.alone or found.seats[0].help or found.attempt > 1:
            return
        beat = registry.get(history.header.game).beat_of_best(history.state, history.measure.move)
        if beat is not None and self.services.motion == "full":
            self._position.beat, self._since = beat, monotonic()
            self._go_on_with_beat()

    def _go_on_with_beat(self) -> None:
        """Draw the beat as far as the clock says; its end stays for a second."""
        beat = self._position.beat
        if beat is None or not self.is_open:
            return
        seconds = monotonic() - self._since
        self._position.beat_seconds = min(seconds, beat.seconds)
        if seconds > beat.seconds + self.STAYS:
            self._position.beat = None
        else:
            self.set_timer(self.FRAME, self._go_on_with_beat)
        self.renew()

    def _task_read(self, end: TaskEnd | None) -> None:
        self._task_end = end
        self._chips = self._answers()
        self.renew()
        self.refresh_keys()

    def _story_read(self, story: str) -> None:
        self._story = story
        self.renew()

    def _compared(self, found: tuple[NeverBefore, ...], alone: str, proposal: Proposal | None) -> None:
        self._never_before, self._standing, self._proposal = found, alone, proposal
        if proposal is not None:
            self._chips = self._answers()
            self.refresh_keys()
        self.renew()

    def _view(self) -> str:
        return self.services.memory.view(self._table.header.game)

    def _soon(self, *call: Any) -> None:
        self.app.call_later(*call)

    def renew(self) -> None:
        """Show more: the comparison with other games, or the result of a search."""
        if self.is_open:
            self.query_one(CanvasView).repaint()

    def _told(self, cells: int) -> list[StyledText]:
        """Facts besides the result: medals, other games, the best move missed, the line to share."""
        line = self.share_line()
        share = f"{self.services.keymap.label(COPY)} copies this line to share: {line}" if line else ""
        tall = self.size.height >= HEIGHT_WITH_LAST_WORD
        found = (
            (spoken_since(self._table.asides, self._table.moves - 1) if tall else "", BOLD),
            *((text, Ink("accent")) for text in self._judged().honours),
            (self._standing, BOLD),
            (self._missed, Ink("accent")),
            (self._story, Ink("text")),
            (share, MUTED),
        )
        return [(part, ink) for text, ink in found if text for part in wrap(text, cells)]

    def _paint(self, width: int, height: int) -> Picture:
        chips = command_chips(self._chips, self.services.keymap)
        if self.services.touched:
            chips = without_keys(chips)
        return draw_end(
            self.ending,
            self._told,
            chips,
            self._hint(),
            self.services.style,
            width,
            height,
            self._fallen,
            self._position,
            self._never_before,
            self._judged().missed,
            self._task_result(),
        )

    def _task_result(self) -> tuple[str, ...]:
        """The result of a day's task, and its medals where the board does not tell them; () for other games."""
        end = self._task_end
        if end is None:
            return ()
        return (end.sentence,) if self._judged().honours or not end.medals else (end.sentence, end.medals)

    def _hint(self) -> str:
        saved = "The game is saved." if self._table.journal is not None else ""
        names, history = self._table.names, self._table.history
        missing = "" if history.next else self._missing_people()  # who has gone to the next game is not missing
        if next_game.only_watches(self._table):
            return f"{next_game.PLAYERS_BEGIN} {missing}".rstrip()
        saved = missing or saved
        if self._is_task:
            ahead = self._task_end.ahead if self._task_end is not None else ""
            return f"{ahead} {saved}".strip()
        if history.next:
            return f"{next_game.next_game_told(history)} {JOIN_NEXT} {saved}"
        if len(names) < 2:
            return f"Play again starts a new game. {saved}"
        who = f", {names[(starter(history) + 1) % len(names)]} starts" if history.game.info.starter_option else ""
        if number := next_of_match(history):
            return f"Next game: game {number} of the match{who}. {saved}"
        return f"Play again: same players{who}. {saved}"

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """An answer ends the card with its id, and with the key of the game where it is another one."""
        if command_id == ANOTHER.id:
            ask_game(self.services, self._table, lambda key: self.dismiss(f"another {key}"))
            return True
        if command_id == OTHER_LEVEL.id and self._proposal is not None:
            self.dismiss(f"level {self._proposal.following.name}")
            return True
        if command_id.startswith("answer.") and self.handler(command_id) is None:
            self.dismiss(command_id.removeprefix("answer."))
            return True
        return super().run_command(command_id, argument)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A chip was clicked."""
        event.stop()
        self.run_command(event.spot.removeprefix(COMMAND))

    def _do_answer_best(self, argument: str = "") -> None:
        self.dismiss("best")

    def _why_not_answer_best(self) -> str:
        """Where the card has another command in place of this one, its key and what it does."""
        if BEST in self._chips:
            return ""
        for command, does in (
            (MISSED, "find the best move missed"),
            (COMPARE, "compare your result with the best one"),
        ):
            if command in self._chips:
                return f"Press {self.services.keymap.label(command)} to {does}."
        if self._table.journal is None:
            return "This game is not saved, so no replay can show what was best."
        return "No bot of this game can say what was best."

    def _do_missed(self, argument: str = "") -> None:
        """Look in a thread for the move that would have scored most more; asked again, show it in the replay."""
        if self.best_play and self._table.journal is not None and "answer.replay" not in self._withheld:
            self.dismiss("best")
            return
        if self._looking is None:
            self._missed = "Looking for the best move missed."
            self._looking = Task(self.app.call_later, self._search_missed, self._found_missed, name="missed").start()
        self.renew()

    def _search_missed(self, clock: Clock) -> tuple[int, str]:
        history = self._table.history
        worst = most_missed(history, [one for _, one in sweep(history, lambda: clock.over(0)) if one is not None])
        if worst is None:
            return 0, "No move would have scored more than the one played."
        name, finding = history.header.names[worst.seat], worst.finding
        number = history.game.round(history.state_after(worst.play - 1))
        told = f"Best move missed: in round {number} {name} could play {finding.best_name}"
        return worst.play, f"{told} for {count(finding.best_points, 'point')}, {finding.missed} more than played."

    def _found_missed(self, answer: tuple[int, str] | Failure) -> None:
        if isinstance(answer, Failure):
            self._missed = sentence(answer.text)
        else:
            self.best_play, self._missed = answer
            if self.best_play:
                self._missed += f" {self.services.keymap.label(MISSED)} shows it on the board."
        self.renew()

    def share_line(self) -> str:
        """The line to share; it says whether help was used."""
        if self._task_end is not None:
            return self._task_end.plain_line if self.services.style.ascii_only else self._task_end.line
        return shareable(self._table.history, self._judged().share)

    def _why_not_share(self) -> str:
        return "" if self.share_line() else "This game has no puzzle code, so there is no line to share."

    def _do_share(self, argument: str = "") -> None:
        self.app.copy_to_clipboard(self.share_line())
        self.services.say("Copied, if your terminal allows it: " + self.share_line())

    def takes_key(self, event: events.Key) -> bool:
        """Ignore keys until the card has been visible for a while."""
        quits = any(command.id == "quit" for command in self.commands_on(event.key))
        return self._settling.lasts(self.SETTLE) and not quits

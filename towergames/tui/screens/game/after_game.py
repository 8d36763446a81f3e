"""What follows the end of a game: the card with the result, the review, the replay and the rematch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar, Protocol

from textual import events, work

from towergames.boards.kit.canvas import Ink
from towergames.boards.protocol import Report
from towergames.core.contract import Over
from towergames.core.text import fit, sentence
from towergames.session.session import Message, Session
from towergames.session.text import help_used, won
from towergames.table.errors import TableError
from towergames.table.game_review import why_not
from towergames.table.match import Table
from towergames.table.records import Header
from towergames.table.series import rematch, series_line
from towergames.table.setup import FIRST, attempt_told, random_seed
from towergames.table.statistics import Standing, result_of, results, shareable, standing, uncounted
from towergames.tui.commands import Command
from towergames.tui.dialogs import Answer, Card, Line, unless_lost
from towergames.tui.paint import BOLD, MUTED, TEXT, identity, wrap
from towergames.tui.screens.game.handover import Handover
from towergames.tui.screens.game.hints import Search
from towergames.tui.screens.game.host import Host
from towergames.tui.services import screen_class
from towergames.tui.widgets.canvas import CanvasView

NEXT = (
    Answer("rematch", "Play again", "r", "Play again with the same players; the next player starts"),
    Answer("replay", "Replay", "w", "Watch this game again"),
    Answer("review", "Review", "v", "Compare every move with the best one"),
    Answer("board", "Table", "b", "Look at the table with all hands"),
    Answer("pad", "Score sheet", "p", "All lines of the score sheet; export as text or CSV"),
    Answer("menu", "Menu", "m", "Back to the menu"),
)


COPY = Command("share", "Copy", "Copy a line about this game to share", ("c",), ("copy",), "answers", footer="copy")


@dataclass(frozen=True, slots=True)
class Judged:
    """What is known about a game besides its result: medals, comparisons, and the line to share."""

    honours: tuple[str, ...] = ()
    share: str = ""


def end_lines(table: Table) -> list[Line]:
    """Winner and reason, one line a player with the points of the latest rounds, help used, and the series."""
    turn = table.turn
    if not isinstance(turn, Over):
        return []
    names, totals, pad = table.names, table.totals, table.pad()
    best = turn.ranking[0] if turn.ranking else ()
    head = won(turn, names, totals)
    lines: list[Line] = [(head, Ink("good", bold=True))]
    if turn.reason not in head:  # in a game alone the points are the reason
        lines += [(text, TEXT) for text in wrap(turn.reason[:1].upper() + turn.reason[1:] + ".", 60)]
    rounds = pad.rounds()[-7:]
    lines += [("", TEXT), (" " * 26 + "sum  round" + "".join(f"{number:>4}" for number, _ in rounds), MUTED)]
    place = 1
    for group in turn.ranking:
        for seat in group:
            row = "".join(f"{points[seat] or '-':>4}" for _, points in rounds)
            who = identity(seat)
            head = f"{place}. {who.shape}{who.number} {fit(names[seat], 18)}{totals[seat]:>4}       {row}"
            lines.append((head, BOLD if seat in best else TEXT))
        place += len(group)
    return [*lines, *_remarks(table)]


def standing_line(name: str, found: Standing, attempt: str = "") -> str:
    """How a game played alone compares with the others; ``attempt`` says which one it is at the puzzle of a day.

    >>> standing_line("Ann", Standing(3, 7, 212))
    "Ann's best alone with these house rules: 212. This game is 3rd of 7."
    >>> standing_line("Ann", Standing(1, 2, 75, 47), "attempt 2")
    "Ann's attempt 2 at the daily puzzle. The first scored 47, the best 75."
    """
    if attempt:
        line = f"{name}'s {attempt} at the daily puzzle."
        first = f"The first scored {found.first}, the best {found.best}." if found.first is not None else ""
        return f"{line} {first}".rstrip() if attempt != FIRST else line
    if found.games == 1:
        return f"{name}'s first game alone with these house rules."
    ending = {1: "st", 2: "nd", 3: "rd"}.get(found.place % 10 if found.place % 100 not in (11, 12, 13) else 0, "th")
    place = f"This game is {found.place}{ending} of {found.games}."
    return f"{name}'s best alone with these house rules: {found.best}. {place}"


def _remarks(table: Table) -> list[Line]:
    lines: list[Line] = []
    if told := help_used(table.history.assists):
        lines += [("", TEXT), (told, Ink("warn"))]
    series = series_line(table.history)
    for text in (uncounted(table.header), f"{series}." if series else ""):
        lines += [("", TEXT), *((line, BOLD) for line in wrap(text, 60))] if text else []
    return lines


class EndCard(Card):
    """The result. Keys do nothing at first: they may be meant to skip the last scoring, and Rematch is selected."""

    WIDTH = 68
    WITH_REVIEW = 76
    SETTLE: ClassVar[float] = 0.8
    """Seconds at first during which only the key that quits works."""

    OWN = (*Card.OWN, COPY)

    def __init__(self, table: Table, judged: Callable[[], Judged] = lambda: Judged()) -> None:
        missing = {"replay"} if table.journal is None else set()
        missing |= {"review"} if why_not(table.history) else set()
        answers = [a for a in NEXT if a.id not in missing]
        if "review" not in missing:
            self.WIDTH = self.WITH_REVIEW
        lines = end_lines(table)
        super().__init__("The game is over", lines, answers)
        seats = [seat for group in table.turn.ranking for seat in group] if isinstance(table.turn, Over) else []
        rows = [at for at, (text, _) in enumerate(lines) if text[:3].strip(" ").endswith(".") and text[:1].isdigit()]
        self.badges = dict(zip(rows, seats, strict=False))
        self._since = monotonic()
        self._table = table
        self._judged = judged
        self._result = self.lines
        self._standing: tuple[Line, ...] = ()

    def on_mount(self) -> None:
        """Show the result; a game played alone is then compared with earlier games, which are read in a thread."""
        self._gather()
        super().on_mount()
        if [seat.bot for seat in self._table.header.seats] == [""] and isinstance(self._table.turn, Over):
            self._compare()

    @work(thread=True, exclusive=True, group="standing")
    def _compare(self) -> None:
        table = self._table
        mine = result_of(table.name, table.history)
        if mine is None:
            return

        def same(header: Header) -> bool:
            return header.game == mine.game and header.names == mine.names

        found = standing(mine, results(self.services.store, same))
        line = standing_line(mine.names[0], found, attempt_told(table.history))
        self.call_later(self._compared, line)

    def _compared(self, text: str) -> None:
        self._standing = (("", TEXT), *((line, BOLD) for line in wrap(text, self.WIDTH - 6)))
        self.renew()

    def renew(self) -> None:
        """Show more: the comparison with other games, or the result of a search."""
        if self.is_open:
            self._gather()
            self._fit()
            self.query_one(CanvasView).repaint()

    def _gather(self) -> None:
        found = self._judged()
        told = [line for text in found.honours for line in wrap(text, self.WIDTH - 6)]
        worth: tuple[Line, ...] = (("", TEXT), *((line, Ink("accent")) for line in told)) if told else ()
        line = self.share_line()
        shared: tuple[Line, ...] = ()
        if line:
            key = self.services.keymap.label(COPY)
            shared = (
                ("", TEXT),
                *((part, MUTED) for part in wrap(f"{key} copies this line to share: {line}", self.WIDTH - 6)),
            )
        self.lines = (*self._result, *worth, *self._standing, *shared)

    def share_line(self) -> str:
        """The line to share; it says whether help was used."""
        return shareable(self._table.history, self._judged().share)

    def _can_share(self) -> str:
        return "" if self.share_line() else "Nobody else can play the same game, so there is no line to share."

    def _do_share(self, argument: str = "") -> None:
        self.app.copy_to_clipboard(self.share_line())
        self.services.say("Copied, if your terminal allows it: " + self.share_line())

    async def on_key(self, event: events.Key) -> None:
        """Ignore keys until the card has been visible for a while."""
        quits = any(command.id == "quit" for command in self.keymap.lookup(event.key, self.commands()))
        if monotonic() - self._since < self.SETTLE and not quits:
            event.stop()
            event.prevent_default()


class AfterHost(Host, Protocol):
    """What this part needs from the screen."""

    @property
    def is_current(self) -> bool:
        """Whether no other screen covers this one."""

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """Run a command, or say why it cannot be run."""


class AfterGame:
    """What one game screen shows after the end."""

    def __init__(self, session: Session, host: AfterHost, search: Search, handover: Handover) -> None:
        self._session = session
        self._host = host
        self._search = search
        self._handover = handover
        self.told = False
        """Whether the card was shown for this end."""
        self._again = False
        """Whether the card comes back after the review or the replay."""

    def covered(self) -> None:
        """Another screen, opened by the card, covers the table; the card comes back after it."""
        self.told, self._again = self.told and not self._again, False

    def why_not(self) -> str:
        """Why there is no result yet."""
        return "" if isinstance(self._session.table.turn, Over) else "The game is not over yet."

    def show(self) -> None:
        """Show the card with the result."""
        if not self._host.is_current:
            return  # another screen covers the table; the turn flow shows the card later
        self.told = True
        card = EndCard(self._session.table, self._judged)
        self._search.heard = card.renew
        self._search.judge()
        self._host.services.push_screen(card, self._answered)

    def _judged(self) -> Judged:
        """The medals and comparisons, or the progress of the search for them."""
        session = self._session
        analysis = session.board.analysis
        report = analysis.report(session.context()) if analysis is not None else Report()
        told = report.honours
        if not told and session.table.history.measure is None and self._search.status:
            told = (self._search.status,)
        return Judged(told, report.share)

    def _answered(self, answer: str | None) -> None:
        journal = self._session.table.journal
        self._again = answer in ("replay", "review", "pad")
        if answer == "replay" and journal is not None:
            self._host.services.open_replay(journal.path)
        elif command := {"rematch": "rematch", "review": "review", "pad": "pad.sheet", "menu": "menu"}.get(
            answer or ""
        ):
            self._host.run_command(command)

    def rematch(self) -> None:
        """Another game with the same seats."""
        services, table = self._host.services, self._session.table
        if table.journal is None:
            self._host.tell(Message("You can play again only from a saved game.", "warn"))
            return

        def begin() -> None:
            try:
                new = services.store.begin(rematch(table.history, random_seed()))
            except TableError as error:
                self._host.tell(Message(sentence(str(error)), "warn"))
                return
            services.close_table()
            services.table = new
            services.switch_screen(screen_class("game")(new, self._handover.pins))

        unless_lost(services, begin)

    def why_no_review(self) -> str:
        """Why the game cannot be reviewed."""
        return why_not(self._session.table.history)

    def review(self) -> None:
        """The review; a move chosen there is shown in the replay."""
        self._host.services.open("review", self._session.table.history, then=self._show_judged)

    def _show_judged(self, play: int | None) -> None:
        if play is None:
            return
        # If the card comes back after the review, it comes back after the replay too.
        self._again, self.told = self._again or not self.told, True
        table = self._session.table
        path = table.journal.path if table.journal is not None else None
        self._host.services.open("replay", table.history, name=table.name, path=path, judged=play)

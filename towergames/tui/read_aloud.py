"""The sentences that a page of a browser reads aloud: those of plain mode, and what lies over the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from textual.screen import Screen

from towergames.board.protocol import AnyContext, Style
from towergames.core.text import clean
from towergames.session.narration import Narration
from towergames.session.session import SILENCE, Message
from towergames.tui.commands import APP
from towergames.tui.screens.finder import CommandLine
from towergames.tui.screens.game.phone_menu import PhoneMenu
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.textual_parts import rows_shown
from towergames.tui.widgets.rows import RowsView

if TYPE_CHECKING:
    from towergames.tui.program_commands import ScreenStack
    from towergames.tui.screens.game.guide import Guide

LOOK_SECONDS = 0.1
"""Seconds between two looks at what is new."""
LONGEST = 1000
"""Characters of one sentence; longer ones are cut."""
MOST = 300
"""Sentences in one packet; of more, the last ones are sent."""
MOST_ROWS = 40
"""Rows of a screen that has no sentences of its own."""
FRAMES = "─━│┃┄┅┆┇┈┉┊┋┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╋═║╔╗╚╝▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐▀░▒▓"
_NO_FRAMES = dict.fromkeys(map(ord, FRAMES), " ")


class Page(Protocol):
    """The driver of a page, as far as sentences go there."""

    def tell_aloud(self, sentences: Sequence[str]) -> None:
        """Add sentences to the log of the page."""

    def tell_line(self, line: str) -> None:
        """Replace the line that says what the cursor is on."""


class Reader:
    """Follows one program in a browser, and sends what is new to its page: nothing twice, and all in order."""

    def __init__(self, app: ScreenStack, page: Page) -> None:
        self._app = app
        self._page = page
        self._waiting: list[str] = []
        """Sentences that come after those about the table."""
        self._game: GameScreen | None = None
        self._narration: Narration | None = None
        """The sentences about the table of :attr:`_game`."""
        self._message: Message = SILENCE
        """The last message under the hand."""
        self._step: list[str] = []
        """The sentences of a lesson's step that were read last."""
        self._top: Screen[Any] | None = None
        """The screen whose text was read last, once it was laid out."""
        self._line = ""
        self._context: AnyContext | None = None
        """The table to which :attr:`_line` belongs, where it lies on top; the same object while nothing changes."""

    def hear(self, *sentences: str) -> None:
        """Take sentences that come after those about the table."""
        self._waiting += sentences

    def look(self) -> None:
        """Send what is new."""
        stack = self._app.screen_stack
        if not stack:
            return
        games = [screen for screen in stack if isinstance(screen, GameScreen)]
        if games and _moves(games[-1]):
            return
        sentences = self._of_table(games[-1]) if games else []
        new, self._waiting = self._waiting, []
        top = stack[-1]
        if top is not self._top and top.is_mounted and top.size:
            self._top = top
            new = [*new, *spoken(top)]
        sentences += new
        if sentences:
            self._page.tell_aloud([clean(sentence, LONGEST) for sentence in sentences][-MOST:])
        context = top.session.context() if isinstance(top, GameScreen) else None
        if context is not None and context is self._context:
            return
        self._context = context
        line = clean(pointed_at(top), LONGEST)
        if line != self._line:
            self._line = line
            self._page.tell_line(line)

    def _of_table(self, game: GameScreen) -> list[str]:
        """What is new at the table and under the hand; nothing while an animation shows what has happened."""
        session = game.session
        if game.guide is not None:
            beside = [] if self._narration is None else self._narration.beside()  # said at the table meanwhile
            return [*beside, *self._of_lesson(game.guide), *self._new_message(session.message)]
        if game is not self._game or self._narration is None:
            style = Style(self._app.ascii_only, colours=False)
            self._game, self._narration = game, Narration(session.table, session.board, style)
        if session.shut:
            return []
        return [*self._narration.follow(session.viewer, *keys_told(game)), *self._new_message(session.message)]

    def _of_lesson(self, guide: Guide) -> list[str]:
        """The sentences of the step that were not read before."""
        told = [sentence for sentence in guide.spoken() if sentence]
        new, self._step = [sentence for sentence in told if sentence not in self._step], told
        return new

    def _new_message(self, message: Message) -> tuple[str, ...]:
        """The message under the hand. One that is set again counts: the person has done again what it is about."""
        before, self._message = self._message, message
        return () if message is before else sentences_of(message)


def _moves(game: GameScreen) -> bool:
    """Whether an animation shows what has happened; pieces that have fallen lie still."""
    activity = game.session.activity
    return activity.animation and not activity.heap


def sentences_of(message: Message) -> tuple[str, ...]:
    """A message under the hand as plain mode prints it; nothing where the log says it."""
    if message.aloud is not None or not message.text:
        return message.aloud or ()
    return (f"{message.text} ({message.rule})" if message.rule else message.text,)


def keys_told(game: GameScreen) -> tuple[str, ...]:
    """How the game is played here, with the keys of this program."""
    help_, type_ = (next(command for command in APP if command.id == name) for name in ("help", "type"))
    keymap = game.keymap
    return (
        f"Press {keymap.label(type_)} before you type, and Enter after it.",
        "The keys of the screen work too: the arrow keys move, Tab goes to the next part, Enter does what is prepared, "
        f"Esc goes back. {keymap.label(help_)} lists all keys.",
    )


def spoken(screen: Screen[Any]) -> list[str]:
    """The text of a screen that lies over the table: its own sentences, else the rows of a whole screen."""
    if own := getattr(screen, "spoken", None):
        return [sentence for sentence in own() if sentence]
    if isinstance(screen, GameScreen) or screen.is_modal:
        return []
    rows = ("".join(segment.text for segment in strip) for strip in rows_shown(screen) or ())
    lines = (" ".join(row.translate(_NO_FRAMES).split()) for row in rows)
    return [line for line in lines if line][:MOST_ROWS]


def pointed_at(screen: Screen[Any]) -> str:
    """The line that tells a person at the keys where the cursor is: that under the hand, or the row of a list."""
    if isinstance(screen, GameScreen):
        session = screen.session
        return session.board.describe(session.context()).hint
    if isinstance(screen, CommandLine):
        return screen.meaning
    if isinstance(screen, PhoneMenu):
        return screen.pointed
    for view in screen.query(RowsView):
        row = view.current
        return f"{row.text} {row.value}".strip() if row is not None else ""
    return ""

"""The lower half of the game screen: zones, messages, drawing. Parts know this half, and the upper half knows parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from towergames.session.session import Message, Session
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import APP, Command
from towergames.tui.keymap import LETTERS, KeyMap
from towergames.tui.screens.game.commands import ALWAYS
from towergames.tui.screens.game.panes import Panes
from towergames.tui.widgets.canvas import CanvasView


class Flow(Protocol):
    """The flow of turns, which calls the parts and is called back by them."""

    def go_on(self) -> None:
        """Do what comes next: the end, a curtain, a person's decision, or a bot's."""

    def act(self, action: Any) -> None:
        """Submit a move of the person who decides."""

    def moved(self, first: int, factor: float, then: Callable[[], None]) -> None:
        """Show the changes since ``first`` plays, in ``factor`` times the usual time, then go on."""

    def begin_anew(self, text: str) -> None:
        """Go on after an undo or a redo, and say ``text``."""

    def time_over(self, action: Any) -> None:
        """Make ``action``, since the turn's time has run out."""


class TableScreen(TowerScreen[None]):
    """A table on the screen, without any knowledge of what its parts are."""

    session: Session
    flow: Flow
    panes: Panes
    beside_words: tuple[str, ...] = ()
    """Zones that are drawn whenever the words under the hand are."""
    _listed: tuple[Command, ...] | None = None
    _by_key: Mapping[str, Sequence[Command]] = {}
    """The commands of :attr:`_listed` by their keys."""
    _footer_facts: tuple[Any, ...] | None = None
    """The facts on which the footer depends, as they were when the commands were listed."""

    def contextual(self) -> tuple[Command, ...]:
        """The commands of the moment, which have chips."""
        return ()

    @property
    def keymap(self) -> KeyMap:
        """Letters belong to the board where they are typed onto it, or in every game where a person wants that."""
        app = self.services
        typed = self.session.board.spec.letters or app.settings.text("keys") == LETTERS
        return app.letters_keymap if typed else app.keymap

    def key_of(self, command_id: str) -> str:
        """The first key of a command, as it is written on the screen."""
        for command in (*ALWAYS, *APP, *self.commands()):
            if command.id == command_id:
                return self.keymap.label(command)
        return ""

    def commands(self) -> tuple[Command, ...]:
        """The commands as the footer shows them; they are listed again once its facts have changed."""
        if self._listed is None:
            self._listed, keymap = super().commands(), self.keymap
            by_key: dict[str, list[Command]] = {}
            for command in self._listed:
                for key in keymap.keys_of(command):
                    by_key.setdefault(key, []).append(command)
            self._by_key = by_key
        return self._listed

    def commands_on(self, key: str) -> Sequence[Command]:
        """The commands that are on a key now, in order."""
        if self._listed is None:
            self.commands()
        return self._by_key.get(key, ())

    def footer_facts(self) -> tuple[Any, ...]:
        """The facts of the table on which its commands depend: while they are equal, nothing is listed again."""
        return (self.session.moment(),)

    def refresh_keys(self) -> None:
        """List the commands again and draw the footer, if anything has changed on which they depend."""
        app = self.services
        facts = (app.settings, app.keymap, app.touched, self.too_small, *self.footer_facts())
        if facts != self._footer_facts:
            self._footer_facts, self._listed = facts, None
            super().refresh_keys()

    @property
    def is_covered(self) -> bool:
        """Whether the person reads or learns on another screen, which does not tell whose turn it is."""
        top = self.services.screen
        return top is not self and isinstance(top, TowerScreen) and not top.TELLS_TURN

    def zone(self, name: str) -> CanvasView:
        return self.query_one(f"#{name}", CanvasView)

    def tell(self, message: Message) -> None:
        """Say something under the hand."""
        self.session.message = message
        self.draw("lines", "actions")  # the first row of a long text stands in the place of the task

    def draw(self, *names: str) -> None:
        """Draw the named zones."""
        if self.is_open:
            self.panes.draw(*names, *(self.beside_words if "lines" in names else ()))

    def repaint(self, *names: str) -> None:
        """Lay the zones out, draw the named ones (all if none is named) and the footer; unchanged rows are not sent."""
        if not self.is_open:
            return
        self.panes.repaint(*names, *(self.beside_words if "lines" in names else ()))
        self.refresh_keys()

    def repaint_board(self) -> None:
        """Draw the board in its new context, all else as it was."""
        raise NotImplementedError

    def show_beat(self, moving: bool) -> None:
        """Draw what the animation shows now."""
        self.repaint_board() if moving else self.repaint()

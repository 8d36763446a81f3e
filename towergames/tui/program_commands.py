"""The commands that are the same on every screen: help, the palette, typed words, the jump, the export, and the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from towergames.exit_codes import INTERRUPTED
from towergames.tui.command_screen import HIDDEN, CommandMixin
from towergames.tui.services import Services, screen_class

if TYPE_CHECKING:
    from textual.screen import Screen


class ScreenStack(Services, Protocol):
    """The program, as far as these commands know it."""

    @property
    def screen_stack(self) -> Sequence[Screen[Any]]:
        """The screens that are open, the topmost last."""

    def pop_screen(self) -> object:
        """Close the topmost screen."""


class ProgramCommands:
    """Does these commands: a method a command, found by its name. Each may be given what was typed after its word."""

    def __init__(self, app: ScreenStack) -> None:
        self._app = app

    def do_quit(self, argument: str = "") -> None:
        """Leave; asked first when the disk has refused the last moves. ``argument`` may be the key that was pressed."""
        from towergames.tui.dialogs import unless_lost

        unless_lost(self._app, lambda: self._app.leave(INTERRUPTED if argument == "ctrl+c" else 0))

    def do_help(self, argument: str = "") -> None:
        """Show the keys of this screen."""
        self._open_over("help", self.run_on)

    def do_palette(self, argument: str = "") -> None:
        """Open the palette with every command of this screen."""
        self._open_over("palette", self.run_on, argument)

    def do_type(self, argument: str = "") -> None:
        """Type a command or a move in words."""
        self._open_over("command-line", lambda below, line: below.typed(line) if line else None, argument)

    def do_jump(self, argument: str = "") -> None:
        """Put a letter on everything that can be clicked."""
        if self._brought_back("jump"):
            return
        jump = screen_class("jump")
        targets = jump.targets(self._app.screen)
        if targets:
            self._app.push_screen(jump(targets))
        else:
            self._app.say("Nothing on this screen can be clicked.")

    def do_export(self, argument: str = "") -> None:
        """Write a picture, a text or the journal of what is shown."""
        if not self._brought_back("export"):
            self._app.open("export", self._app.screen)

    def run_on(self, screen: CommandMixin, command_id: str | None) -> None:
        """Run a command that was chosen over a screen. Where a card hides that screen only the card's own may run."""
        if not command_id:
            return
        if screen.too_small and all(command.id != command_id for command in screen.commands()):
            self._app.say(HIDDEN)
        else:
            screen.run_command(command_id)

    def _open_over(self, name: str, then: Callable[[CommandMixin, Any], None], *given: str) -> None:
        """Open a dialog about the screen below, once that is there itself: it is asked what can be done."""
        below = self._app.screen
        if not isinstance(below, CommandMixin) or self._brought_back(name):
            return
        if below.is_mounted:
            self._app.open(name, below, *given, then=partial(then, below))
        else:
            below.call_later(self._open_over, name, then, *given)

    def _brought_back(self, name: str) -> bool:
        """Whether such a dialog is open already. What lies over it is closed: the same dialog twice is one."""
        kind = screen_class(name)
        if not any(isinstance(screen, kind) for screen in self._app.screen_stack):
            return False
        while not isinstance(self._app.screen, kind):
            self._app.pop_screen()
        return True

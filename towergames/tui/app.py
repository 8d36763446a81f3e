"""The Textual program: settings, themes, saves, and which screen is up. No game is known here."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, SystemCommand
from textual.screen import Screen

from towergames.core.text import clean
from towergames.settings import KEYS_NAME, Settings, load
from towergames.settings import save as save_settings
from towergames.table.store import Store
from towergames.tui.base import Commanded
from towergames.tui.keymap import KeyMap, load_keymap
from towergames.tui.theme import textual_name, textual_themes

if TYPE_CHECKING:
    from towergames.core.contract import Scalar
    from towergames.request import RunRequest
    from towergames.table.match import Table


class TowerApp(App[int], inherit_bindings=False):
    """One table in the terminal."""

    TITLE = "Tower Games"
    CSS_PATH: ClassVar[Any] = ["styles/app.tcss"]
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[Any] = []

    def __init__(self, request: RunRequest) -> None:
        super().__init__()
        self.request = request
        self.settings: Settings = load(str(request.config) if request.config else None, request.flags)
        self.store = Store(request.saves)
        self.keymap: KeyMap = KeyMap({})
        self.table: Table | None = None
        """The table that is being played, so that signals can save it."""

    # --- looks ------------------------------------------------------------------------------------------

    @property
    def palette_theme(self) -> str:
        """The boards' palette in use."""
        return self.settings.text("theme")

    @property
    def ascii_only(self) -> bool:
        """Whether only 7-bit characters may be shown (U62)."""
        wish = self.settings.text("glyphs")
        if wish != "auto":
            return wish == "ascii"
        return "utf" not in (getattr(sys.__stdout__, "encoding", "") or "utf-8").lower()

    @property
    def motion(self) -> str:
        """none, basic or full; TEXTUAL_ANIMATIONS wins (U45)."""
        forced = os.environ.get("TEXTUAL_ANIMATIONS", "").lower()
        return forced if forced in ("none", "basic", "full") else self.settings.text("motion")

    def apply_settings(self) -> None:
        """Bring theme, motion and keys in line with the settings."""
        self.theme = textual_name(self.palette_theme)
        self.animation_level = self.motion  # type: ignore[assignment]  # one of the three literals
        self.keymap = load_keymap(self.settings.text("keys"), self.settings.path.parent / KEYS_NAME, self.known_commands)
        self.set_class(self.ascii_only, "ascii")

    def known_commands(self) -> set[str]:
        """The ids of all commands of all screens and games, for checking a keys.toml."""
        from towergames.tui.catalogue import all_commands

        return {command.id for command in all_commands()}

    def change_settings(self, changes: dict[str, Scalar]) -> None:
        """Write settings and apply them; a file that cannot be written is told, and the change holds for now."""
        try:
            self.settings = save_settings(self.settings, changes)
        except OSError as error:
            values = {**self.settings.values, **changes}
            self.settings = Settings(values, self.settings.sources, self.settings.path, self.settings.notices)
            self.say(f"{self.settings.path} could not be written ({error.strerror}); the change holds until you quit.")
        self.apply_settings()

    # --- life -------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Register themes, catch signals, and show what was asked for."""
        for theme in textual_themes():
            self.register_theme(theme)
        self.apply_settings()
        self._catch_signals()
        for notice in (*self.settings.notices, *self.keymap.notices):
            self.say(notice)
        self._open_first()

    def _open_first(self) -> None:
        from towergames.tui.screens.menu import MenuScreen

        request = self.request
        self.push_screen(MenuScreen())
        if request.kind == "play" and request.header is not None:
            self.open_table(self.store.begin(request.header, request.save or ""))
        elif request.kind == "open" and request.save is not None:
            self.open_table(self.store.open(request.save))
        elif request.kind == "replay" and request.path is not None:
            self.open_replay(request.path)

    def open_table(self, table: Table) -> None:
        """Put a table on the screen."""
        from towergames.tui.screens.game import GameScreen

        self.table = table
        self.push_screen(GameScreen(table))

    def open_replay(self, path: Any) -> None:
        """Put a replay on the screen."""
        from towergames.table.errors import SaveError
        from towergames.tui.screens.replay import ReplayScreen

        try:
            self.push_screen(ReplayScreen.from_file(path))
        except SaveError as error:
            self.say(str(error))

    def to_menu(self) -> None:
        """Close what is open, down to the menu."""
        from towergames.tui.screens.menu import MenuScreen

        if self.table is not None:
            self.table.close()
            self.table = None
        while len(self.screen_stack) > 1 and not isinstance(self.screen, MenuScreen):
            self.pop_screen()

    def say(self, text: str, *, title: str = "", severity: str = "information") -> None:
        """Tell the person something in passing; foreign text in it is cleaned, markup is off."""
        self.notify(clean(text, 400), title=title, severity=severity, markup=False)  # type: ignore[arg-type]

    def do_quit(self, argument: str = "") -> None:
        """Leave. Nothing is ever lost: every move is on the disk already."""
        self.leave(0)

    def leave(self, code: int) -> None:
        """Save, restore the terminal, and end with an exit code."""
        if self.table is not None:
            self.table.close()
            self.table = None
        self.exit(code, return_code=code)

    def do_palette(self, argument: str = "") -> None:
        """Open the palette with every command of this screen."""
        self.action_command_palette()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette reads the same registry as keys and footer."""
        if isinstance(screen, Commanded):
            yield from screen.system_commands()

    def _catch_signals(self) -> None:
        import asyncio

        if not hasattr(signal, "SIGHUP"):
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            try:
                loop.add_signal_handler(number, self.leave, 128 + number)
            except (ValueError, RuntimeError, NotImplementedError):
                # Not the main thread (tests) or no support: the journal is on the disk anyway.
                return

"""The Textual program: settings, themes, saves, and which screen is up. No game is known here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from time import monotonic, time
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.notifications import Notify
from textual.screen import Screen

from towergames.board.picture import Style
from towergames.core.text import clean, not_written
from towergames.session.app_state import Memory
from towergames.session.attention import Attention
from towergames.settings import KEYS_NAME, Settings, load
from towergames.settings import save as save_settings
from towergames.tui.command_screen import CommandMixin, TowerDialog
from towergames.tui.commands import command_of
from towergames.tui.ending import EndingApp
from towergames.tui.glyph_filter import GlyphFilter
from towergames.tui.key_file import save_keys
from towergames.tui.keymap import LETTERS, KeyMap, load_keymap
from towergames.tui.pixels import PixelOverlay
from towergames.tui.program_commands import ProgramCommands
from towergames.tui.ringer import Ringer, TerminalRinger
from towergames.tui.services import screen_class
from towergames.tui.tables import TableOpener
from towergames.tui.terminal_input import Answered
from towergames.tui.textual_parts import FORWARDS, driver_of, knows_posix_driver
from towergames.tui.theme import textual_name, textual_themes

if TYPE_CHECKING:
    from towergames.core.options import Scalar
    from towergames.run_request import RunRequest
    from towergames.table.facts_cache import FactsCache
    from towergames.table.match import Table
    from towergames.table.store import Store
    from towergames.tui.commands import Command


READ = 1.0
"""Seconds that a notice stays at least, whatever is pressed."""
LAID_OUT = 8
"""Refreshes within which a passing message has its size."""
READ_A_SECOND = 20
"""Characters that a person reads in a second: a long notice stays for longer."""
MOST_UNREAD = 15
"""Writes that may wait for the terminal before frames are left out."""
LOOK = 0.1
"""Seconds between two looks whether the terminal has read them."""
TOUCHES = (events.Key, events.MouseDown, events.MouseScrollDown, events.MouseScrollUp, events.Paste)
"""The events by which a window shows that somebody uses it."""


class TowerApp(EndingApp, inherit_bindings=False):
    """One table in the terminal."""

    TITLE = "Tower Games"
    CSS_PATH: ClassVar[Any] = ["styles/app.tcss", "styles/library.tcss", "styles/game.tcss"]
    ENABLE_COMMAND_PALETTE = False  # ours is in screens/finder.py: no emoji, and it says why something cannot be used
    ALLOW_SELECT = False  # it fails where a widget has just gone; without the mouse the terminal selects text
    BINDINGS: ClassVar[Any] = []
    in_browser: ClassVar[bool] = False
    """Whether a page of a browser shows the program."""
    withheld: ClassVar[frozenset[str]] = frozenset()
    """Commands that are not possible here."""

    def __init__(self, request: RunRequest) -> None:
        self.request = request  # which says what driver it is
        super().__init__()
        self.settings: Settings = load(str(request.config) if request.config else None, request.flags)
        self.keymap: KeyMap = KeyMap({})
        self.letters_keymap: KeyMap = KeyMap({}, letters_typed=True)
        """The keys of screens on which letters are typed onto a board."""
        self.opening = request.kind != "menu"
        """Whether a game is about to be shown, so that the menu below it need not be composed yet."""
        self.memory = Memory.load(self.settings.path.parent)
        self.touched = False
        """Whether a finger plays, on the page of a browser: keys are not named then."""
        self.typed_lines: list[str] = []
        """What was typed after ``:``, oldest first."""
        self.pixels = PixelOverlay(self, self)
        self.attention = Attention()
        self.ringer = self.make_ringer()
        self.tables = self.make_tables()
        self.program = ProgramCommands(self)
        self._glyph_filters = {only: GlyphFilter(only) for only in (False, True)}
        self._colourless: dict[bool, LineFilter] = {True: NoColor(), False: Monochrome()}
        self._cleared = 0.0
        self._said = 0.0
        self._behind = False
        """Whether the terminal has not read what was sent, and frames were left out."""
        for theme in textual_themes():
            self.register_theme(theme)
        # Before the style sheets are read for the first time, so that they are read only once.
        self.theme = textual_name(self.palette_theme)
        self.stylesheet.set_variables(self.get_css_variables())

    # --- what a program in a browser does in another way --------------------------------------------------

    def make_tables(self) -> TableOpener:
        """The part that opens tables."""
        return TableOpener(self)

    def make_ringer(self) -> Ringer:
        """The part that calls a person who does not look at the window."""
        return TerminalRinger(self._send, lambda: self.settings.text("call"), os.environ)

    def read_aloud(self, *sentences: str) -> None:
        """Have the page read sentences aloud; a terminal has none."""

    def tell_needs(self, needs: Sequence[tuple[int, int]]) -> None:
        """Tell who shows the program with how many columns and rows the screen can be shown; a terminal needs none."""

    @cached_property
    def store(self) -> Store:
        """The saves; imported when first asked for, after the menu was painted."""
        from towergames.table.store import Store

        return Store(self.request.saves)

    @cached_property
    def facts(self) -> FactsCache:
        """The facts of finished games; imported when first asked for."""
        from towergames.table.facts_cache import FactsCache

        return FactsCache(self.request.saves, self.settings.path.parent)

    def get_driver_class(self) -> type[Driver]:
        """Ours where Textual would take its driver for POSIX terminals; else Textual's own."""
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver" or not knows_posix_driver(found):
            return found
        from towergames.tui.terminal import TowerDriver

        return TowerDriver

    def get_default_screen(self) -> Screen[Any]:
        """The menu lies below everything; so no empty screen is laid out first."""
        menu: Screen[Any] = screen_class("menu")()
        return menu

    def settings_with(self, changes: Mapping[str, Scalar]) -> Settings:
        """The settings with changes, which are written. Raises OSError."""
        return save_settings(self.settings, changes)

    def remember_moves(self, table: Table) -> None:
        """Note that a person has made a move: the welcome of the title screen goes then."""
        with suppress(OSError):  # then the welcome stays
            self.memory.remember_moves(table.history)

    def to_menu(self) -> None:
        """Close what is open, down to the menu."""
        self.tables.close()
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def open(self, name: str, /, *given: Any, then: Callable[[Any], None] | None = None, **named: Any) -> Screen[Any]:
        """Show a screen of :data:`towergames.tui.services.SCREENS`."""
        screen: Screen[Any] = screen_class(name)(*given, **named)
        self.push_screen(screen, then)
        return screen

    # --- looks ------------------------------------------------------------------------------------------

    @property
    def palette_theme(self) -> str:
        """The boards' palette in use."""
        return self.settings.text("theme")

    @property
    def ascii_only(self) -> bool:
        """Whether only 7-bit characters may be shown."""
        wish = self.settings.text("glyphs")
        if wish != "auto":
            return wish == "ascii"
        return "utf" not in (getattr(sys.__stdout__, "encoding", "") or "utf-8").lower()

    @property
    def style(self) -> Style:
        """What boards may use: characters and colours."""
        return Style(
            self.ascii_only,
            colours=not self.no_color,
            theme=self.palette_theme,
            true_colours=self.is_headless or self.console.color_system == "truecolor",
            key_of=lambda spec: self.keymap.label(command_of(spec)),
        )

    def refresh_css(self, animate: bool = True) -> None:
        """Read the style sheets again. The first screen reads them for the first time, and knows the theme."""
        if self.screen_stack:
            super().refresh_css(animate)

    @property
    def motion(self) -> str:
        """none, basic or full; TEXTUAL_ANIMATIONS wins."""
        forced = os.environ.get("TEXTUAL_ANIMATIONS", "").lower()
        return forced if forced in ("none", "basic", "full") else self.settings.text("motion")

    def apply_settings(self) -> None:
        """Bring theme, motion and keys in line with the settings."""
        self.theme = textual_name(self.palette_theme)
        self.animation_level = self.motion  # type: ignore[assignment]  # one of the three literals
        file = self.settings.path.parent / KEYS_NAME
        self.keymap = load_keymap(self.settings.text("keys"), file, self.known_commands, self.known_contexts)
        typing = partial(self.known_contexts, letters_typed=True)
        self.letters_keymap = load_keymap(LETTERS, file, self.known_commands, typing, letters_typed=True)
        self.set_class(self.ascii_only, "ascii")
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh()  # the glyph filter may be another one
            if isinstance(screen, CommandMixin) and screen.is_mounted:
                screen.refresh_keys()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Every line of every widget passes the glyph filter; NO_COLOR holds for the theme that is on now."""
        filters = [f for f in super().get_line_filters() if not isinstance(f, (NoColor, Monochrome))]
        if self.no_color:
            filters.append(self._colourless[self.native_ansi_color])
        return [*filters, self._glyph_filters[self.ascii_only]]

    async def on_event(self, event: events.Event) -> None:
        """Keys are handled in their order also while a screen opens: a later one may not overtake those before it."""
        if isinstance(event, TOUCHES):
            self.attention.seen = monotonic()
            if self.ringer.shown or self.attention.focused is False:
                self.attention.touch()
                self.ringer.hush()
        if FORWARDS and isinstance(event, events.Key) and not event.is_forwarded:
            screens = [screen for screen in self.screen_stack if isinstance(screen, CommandMixin)]
            unfocused = screens[-1:] if self.focused is None and self.screen in screens else []
            for screen in (*(screen for screen in screens if screen.waiting_keys), *unfocused):
                screen.give_key(event)
                return
        await super().on_event(event)

    def on_resize(self) -> None:
        """The terminal has begun, has gone on, or has another size: ask for its pictures and the size of a cell."""
        self.pixels.ask()

    def on_app_focus(self) -> None:
        """Note that a person looks at the window."""
        self.attention.focus(True)
        self.ringer.hush()

    def on_app_blur(self) -> None:
        """Note that nobody looks at the window."""
        self.attention.focus(False)

    def _send(self, codes: str) -> None:
        """Send codes to the terminal, behind what was drawn."""
        if (driver := driver_of(self)) is not None:
            driver.write(codes)

    def on_answered(self, event: Answered) -> None:
        """The terminal has answered."""
        self.pixels.take(event)

    def may_send(self, update: Any) -> bool:
        """Whether an update of the screen is sent; a picture in pixels makes way before.

        While the terminal reads nothing the update is left out, so that the table goes on. All is drawn again later.
        """
        if not self._behind and self._unread > MOST_UNREAD:
            self._behind = True
            self.set_timer(LOOK, self._catch_up)
        if self._behind:
            return False
        self.pixels.make_way(update)
        return True

    @property
    def _unread(self) -> int:
        """Writes that the terminal has not read yet, where the driver knows."""
        return int(getattr(driver_of(self), "unread", 0))

    def _catch_up(self) -> None:
        if self._unread:
            self.set_timer(LOOK, self._catch_up)
        else:
            self._behind = False
            self.screen.refresh()

    def known_commands(self) -> set[str]:
        """The ids of all commands of all screens and games, for checking a keys.toml."""
        from towergames.tui.catalogue import all_commands

        return {command.id for command in all_commands()}

    def commands_by_heading(self) -> dict[str, tuple[Command, ...]]:
        """All commands, each once, under headings for people."""
        from towergames.tui.catalogue import by_heading

        return by_heading()

    def known_contexts(self, letters_typed: bool = False) -> list[tuple[Command, ...]]:
        """Commands that are together on one screen, for finding clashes in a keys.toml."""
        from towergames.tui.catalogue import contexts

        return contexts(letters_typed)

    def change_settings(self, changes: dict[str, Scalar]) -> None:
        """Write settings and apply them. If the file cannot be written, the change holds for now, as a notice says."""
        try:
            self.settings = self.settings_with(changes)
        except OSError as error:
            self.settings = replace(self.settings, values={**self.settings.values, **changes})
            self.say(not_written(self.settings.path, error, "The change holds until you quit."))
        self.apply_settings()
        self.pixels.ask()

    def keymaps(self) -> list[tuple[KeyMap, list[tuple[Command, ...]]]]:
        """The keys, and the commands that are together on one screen, without and with letters typed onto a board."""
        typing = self.known_contexts(letters_typed=True)
        return [(self.keymap, self.known_contexts()), (self.letters_keymap, typing)]

    def change_keys(self, changes: Mapping[str, tuple[str, ...] | None]) -> None:
        """Write keys of commands into the person's file and apply them; None stands for the program's own keys."""
        path = self.settings.path.parent / KEYS_NAME
        try:
            save_keys(path, changes)
        except OSError as error:
            self.say(not_written(path, error, "The keys stay as they were."))
        self.apply_settings()

    # --- life -------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Show what was asked for."""
        self.apply_settings()
        notices = (*self.settings.notices, *self.keymap.notices, *self.letters_keymap.notices, self.memory.notice)
        for notice in dict.fromkeys(filter(None, notices)):
            self.say(notice)
        self._open_first()
        if self.request.notices:
            self.say("; ".join(self.request.notices), severity="warning")

    def _open_first(self) -> None:
        if self.leaving is not None:
            return
        self.tables.open_request(self.request)
        asked, self.opening = self.opening, False
        if asked and len(self.screen_stack) == 1:  # nothing was opened
            self.screen.post_message(events.ScreenResume())

    def clear_overlays(self) -> None:
        """Close every dialog that lies over the screen, and all passing notices: a curtain is about to come."""
        while len(self.screen_stack) > 1 and isinstance(self.screen, TowerDialog) and self.screen.OVERLAY:
            self.pop_screen()
        self.clear_notifications()
        self.typed_lines.clear()  # a typed move may name a card that only its player knows
        self._cleared = time()

    def on_notify(self, event: Notify) -> None:
        """Drop notices that were on their way when the overlays were cleared."""
        if event.notification.raised_at <= self._cleared:
            event.prevent_default()

    def say(self, text: str, *, title: str = "", severity: str = "information", aloud: bool = True) -> None:
        """Tell the person something in passing; foreign text in it is cleaned, markup is off.

        In a terminal nothing is read ``aloud``.
        """
        self._said, text = time(), clean(text, 400)
        seconds = max(self.NOTIFICATION_TIMEOUT, len(text) / READ_A_SECOND)
        self.notify(text, title=title, severity=severity, markup=False, timeout=seconds)  # type: ignore[arg-type]
        self.place_notices()

    def place_notices(self) -> None:
        """Put passing messages where they cover least, once they have been laid out."""
        if self._said:
            self.call_after_refresh(self._place_notices, LAID_OUT)

    def _place_notices(self, tries: int) -> None:
        from towergames.tui import notices  # the first paint has no message

        if not self.screen_stack or self.leaving is not None:
            return
        if not notices.place(self.screen) and tries:
            self.call_after_refresh(self._place_notices, tries - 1)

    def tidy(self) -> None:
        """Take away notices that could be read by now, when a key is pressed: they cover the table."""
        if self._said and time() - self._said >= READ:
            self._said = 0.0
            self.clear_notifications()

    def open_rules(self, game: str, rule: str = "") -> None:
        """The rules browser of a game, at a rule if one is given."""
        self.open("rules", game, *([rule] if rule else []))

    def open_tutorial(self, key: str) -> None:
        """The lesson of a game where it was left, or why there is none."""
        from towergames.session.lesson import LessonTable, why_no_lesson

        if why := why_no_lesson(key):
            self.say(why)
        else:
            self.push_screen(screen_class("game")(LessonTable.where_left(key, *self.memory.lesson(key))))

"""The Textual program: settings, themes, saves, and which screen is up. No game is known here."""

from __future__ import annotations

import os
import sys
import traceback
from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from threading import Event
from time import time
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.notifications import Notify
from textual.screen import Screen

from towergames.board.picture import Style
from towergames.core.text import clean, not_written, sentence
from towergames.exits import INTERRUPTED, NOT_WRITTEN, OUR_FAULT
from towergames.session.text import kept
from towergames.settings import KEYS_NAME, Settings, load
from towergames.settings import save as save_settings
from towergames.table.errors import PinError, TableError
from towergames.tui.app_state import Memory
from towergames.tui.command_screen import HIDDEN, Commanded, TowerDialog
from towergames.tui.glyph_filter import GlyphFilter
from towergames.tui.keymap import LETTERS, KeyMap, load_keymap
from towergames.tui.pixels import Pixels
from towergames.tui.services import screen_class
from towergames.tui.terminal_input import Answered
from towergames.tui.textual_parts import (
    FORWARDS,
    WatchedApp,
    driver_of,
    end_after,
    knows_posix_driver,
    knows_web_driver,
)
from towergames.tui.theme import textual_name, textual_themes

if TYPE_CHECKING:
    from towergames.core.contract import Seat
    from towergames.core.options import Scalar
    from towergames.request import RunRequest
    from towergames.table.history import History
    from towergames.table.match import Table
    from towergames.table.records import Header
    from towergames.table.store import Store
    from towergames.tui.commands import Command


READ = 1.0
"""Seconds that a notice stays at least, whatever is pressed."""
READ_A_SECOND = 20
"""Characters that a person reads in a second: a long notice stays for longer."""
MOST_UNREAD = 15
"""Writes that may wait for the terminal before frames are left out."""
LOOK = 0.1
"""Seconds between two looks whether the terminal has read them."""


class TowerApp(WatchedApp[int], inherit_bindings=False):
    """One table in the terminal."""

    TITLE = "Tower Games"
    CSS_PATH: ClassVar[Any] = ["styles/app.tcss", "styles/library.tcss", "styles/game.tcss"]
    ENABLE_COMMAND_PALETTE = False  # ours is in screens/finder.py: no emoji, and it says why something cannot be used
    ALLOW_SELECT = False  # it fails where a widget has just gone; without the mouse the terminal selects text
    BINDINGS: ClassVar[Any] = []

    def __init__(self, request: RunRequest) -> None:
        self.request = request  # which says what driver it is
        super().__init__()
        self.settings: Settings = load(str(request.config) if request.config else None, request.flags)
        self.keymap: KeyMap = KeyMap({})
        self.letters_keymap: KeyMap = KeyMap({}, letters_typed=True)
        """The keys of screens on which letters are typed onto a board."""
        self.table: Table | None = None
        """The table that is being played, so that signals can save it."""
        self.opening = request.kind != "menu"
        """Whether a game is about to be shown, so that the menu below it need not be composed yet."""
        self.leaving: int | None = None
        """The exit code, once the program is to end; the first reason counts."""
        self.lost = ""
        """A sentence on a table that was closed while moves of it were not on the disk; empty where all are."""
        self._events: AbstractEventLoop | None = None
        """What runs the program, once it runs."""
        self.asked = Event()
        """Set once the program is asked to end."""
        self.closing = Event()
        """Set once it begins to close the table for that."""
        self.closed = Event()
        """Set once the table was closed because the program ends."""
        self.memory = Memory.load(self.settings.path.parent)
        self.typed_lines: list[str] = []
        """What was typed after ``:``, oldest first."""
        self.pixels = Pixels(self, self)
        self.withheld: frozenset[str] = frozenset()
        """Commands that are not possible here."""
        if request.served:
            from towergames.tui.served import WITHHELD

            self.withheld = WITHHELD
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

    @property
    def in_browser(self) -> bool:
        """Whether a page of a browser shows the program."""
        return self.request.served

    def tell_needs(self, needs: Sequence[tuple[int, int]]) -> None:
        """Tell a page with which columns and rows the screen can be shown; only its driver can."""
        if tell := getattr(driver_of(self), "tell_needs", None):
            tell(needs)

    def _tell_wrong_pin(self) -> None:
        """Tell the server of a browser that a PIN was wrong, before the browser is told; only its driver can."""
        if tell := getattr(driver_of(self), "tell_wrong_pin", None):
            tell()

    @cached_property
    def store(self) -> Store:
        """The saves; imported when first asked for, after the menu was painted."""
        if self.request.served:
            from towergames.tui.served import OneTable

            return OneTable(self.request.saves, self.request.save or "")
        from towergames.table.store import Store

        return Store(self.request.saves)

    def get_driver_class(self) -> type[Driver]:
        """Ours for a browser, and where Textual would take its driver for POSIX terminals; else Textual's own."""
        if self.request.served:
            from textual.drivers.web_driver import WebDriver

            from towergames.tui.served import ServedDriver

            return ServedDriver if knows_web_driver() else WebDriver
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver" or not knows_posix_driver(found):
            return found
        from towergames.tui.terminal import TowerDriver

        return TowerDriver

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
        return Style(self.ascii_only, colours=not self.no_color, theme=self.palette_theme)

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
            if isinstance(screen, Commanded) and screen.is_mounted:
                screen.refresh_keys()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Every line of every widget passes the glyph filter; NO_COLOR holds for the theme that is on now."""
        filters = [f for f in super().get_line_filters() if not isinstance(f, (NoColor, Monochrome))]
        if self.no_color:
            filters.append(self._colourless[self.native_ansi_color])
        return [*filters, self._glyph_filters[self.ascii_only]]

    async def on_event(self, event: events.Event) -> None:
        """Keys are handled in their order also while a screen opens: a later one may not overtake those before it."""
        if FORWARDS and isinstance(event, events.Key) and not event.is_forwarded:
            screens = [screen for screen in self.screen_stack if isinstance(screen, Commanded)]
            unfocused = screens[-1:] if self.focused is None and self.screen in screens else []
            for screen in (*(screen for screen in screens if screen.waiting_keys), *unfocused):
                screen.give_key(event)
                return
        await super().on_event(event)

    def on_resize(self) -> None:
        """The terminal has begun, has gone on, or has another size: ask for its pictures and the size of a cell."""
        self.pixels.ask()

    def on_answered(self, event: Answered) -> None:
        """The terminal has answered."""
        self.pixels.take(event)

    def may_send(self, update: Any) -> bool:
        """Whether an update of the screen is sent; a picture in pixels makes way before.

        While the terminal reads nothing the update is left out, so that the table goes on. All is drawn anew later.
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
        """Write settings and apply them; a file that cannot be written is told, and the change holds for now.

        In a browser nothing is written.
        """
        held = replace(self.settings, values={**self.settings.values, **changes})
        try:
            self.settings = held if self.request.served else save_settings(self.settings, changes)
        except OSError as error:
            self.settings = held
            self.say(not_written(self.settings.path, error, "The change holds until you quit."))
        self.apply_settings()
        self.pixels.ask()

    # --- life -------------------------------------------------------------------------------------------

    def on_load(self) -> None:
        """Before the terminal is switched: not at all when a signal has arrived already."""
        self._events = get_running_loop()
        if self.leaving is not None:
            self.leave(self.leaving)

    def on_mount(self) -> None:
        """Show what was asked for."""
        self.apply_settings()
        notices = (*self.settings.notices, *self.keymap.notices, *self.letters_keymap.notices, self.memory.notice)
        for notice in dict.fromkeys(filter(None, notices)):
            self.say(notice)
        self._open_first()
        if self.request.notices:
            self.say("; ".join(self.request.notices), severity="warning")

    def get_default_screen(self) -> Screen[Any]:
        """The menu lies below everything; so no empty screen is laid out first. In a browser there is no menu."""
        if self.request.served:
            from towergames.tui.served import Doorstep

            return Doorstep()
        menu: Screen[Any] = screen_class("menu")()
        return menu

    def _open_first(self) -> None:
        request = self.request
        if self.leaving is not None:
            return
        if request.kind == "play" and request.header is not None:
            self.begin_game(request.header, request.save or "", request.new_pin)
        elif request.kind == "join" and request.save is not None:
            self.join_table(request.save, request.seats, request.pin, request.new_pin)
        elif request.kind == "open" and request.save is not None:
            self.open_save(request.save)
        elif request.kind == "replay" and request.path is not None:
            self.open_replay(request.path)
        asked, self.opening = self.opening, False
        if asked and len(self.screen_stack) == 1:  # nothing was opened
            self.screen.post_message(events.ScreenResume())

    def join_table(self, name: str, seats: Sequence[Seat], pin: str = "", new_pin: str = "") -> bool:
        """Sit down at an open table, or without seats watch it; whether that worked. Asks for the PIN of a seat."""
        try:
            table = self.store.join(name, seats, pin, new_pin=new_pin)
        except PinError as error:
            from towergames.tui.dialogs import AskScreen

            def typed(secret: str | None) -> None:
                if secret:
                    self.join_table(name, seats, secret, new_pin)

            if pin:
                self._tell_wrong_pin()
            note = "Enter opens the seat, Esc goes back."
            self.push_screen(AskScreen(f"{sentence(str(error))} Type the PIN", secret=True, note=note), typed)
            return False
        except TableError as error:
            self.say(str(error), severity="error")
            return False
        self.open_table(table)
        return True

    def open_table_list(self, only: str = "") -> None:
        """Choose a seat at an open table, at that of the name ``only`` if one is given."""

        def chosen(choice: str | None) -> None:
            name, _, seat = (choice or "").partition(":")
            if name:
                self.join_table(name, (int(seat),) if seat else ())

        self.open("join", only, then=chosen)

    def begin_game(self, header: Header, name: str = "", pin: str = "") -> bool:
        """Begin a game and put it on the screen; whether that worked (if not, it was said why)."""
        return self._open(lambda: self.store.begin(header, name, pin))

    def open_save(self, name: str) -> bool:
        """Go on with a save, at an open table with the choice of a seat; whether that worked."""
        try:
            shared = self.store.is_open(name)
        except TableError:
            shared = False  # what is wrong is said by opening it
        if shared:
            self.open_table_list(name)
        return shared or self._open(lambda: self.store.open(name))

    def _open(self, make: Callable[[], Table]) -> bool:
        try:
            table = make()
        except TableError as error:
            self.say(str(error), severity="error")
            return False
        self.open_table(table)
        return True

    def open_table(self, table: Table) -> None:
        """Put a table on the screen; if its word list is not on this machine, ask first (U-24)."""
        self.table = table
        told = _missing(table.history, table.name)
        if not told:
            self._show_table(table)
            return
        from towergames.tui.dialogs import ConfirmDialog

        # Not a passing notice: the curtain of the hand-over would cover it.
        def go(yes: bool | None) -> None:
            self._show_table(table) if yes else self.to_menu()

        self.push_screen(ConfirmDialog(told, "Open the game without its list", "Back to the menu"), go)

    def _show_table(self, table: Table) -> None:
        self.open("game", table)

    def open_replay(self, path: Any) -> None:
        """Put a replay on the screen."""
        if self.request.served:
            return
        try:
            replay = screen_class("replay").from_file(Path(path))
        except TableError as error:
            self.say(str(error), severity="error")
            return
        replay.model.messages = self.request.messages
        self.push_screen(replay)
        told = _missing(replay.model.history, Path(path).stem)
        if told:
            self.say(told, severity="warning")

    def close_table(self) -> None:
        """Let the save that is played go, and say what happened to it."""
        if self.table is not None:
            if not self.table.close():
                self.lost = kept(self.table.saved)
                self.say(self.lost, severity="error")
            self._remember_moves(self.table)
            for text in self.table.news():
                self.say(text, severity="warning")
            self.table = None

    def _remember_moves(self, table: Table) -> None:
        """The welcome of the title screen stays until a person has made a move. In a browser nothing is written."""
        if not self.request.served:
            with suppress(OSError):  # then the welcome stays
                self.memory.remember_moves(table.history)

    def to_menu(self) -> None:
        """Close what is open, down to the menu; in a browser that is the end."""
        if self.request.served:
            self.leave(0)
            return
        self.close_table()
        while len(self.screen_stack) > 1:
            self.pop_screen()

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

    def say(self, text: str, *, title: str = "", severity: str = "information") -> None:
        """Tell the person something in passing; foreign text in it is cleaned, markup is off."""
        self._said, text = time(), clean(text, 400)
        seconds = max(self.NOTIFICATION_TIMEOUT, len(text) / READ_A_SECOND)
        self.notify(text, title=title, severity=severity, markup=False, timeout=seconds)  # type: ignore[arg-type]

    def tidy(self) -> None:
        """Take away notices that could be read by now, when a key is pressed: they cover the table."""
        if self._said and time() - self._said >= READ:
            self._said = 0.0
            self.clear_notifications()

    def do_quit(self, argument: str = "") -> None:
        """Leave; asked first when the disk has refused the last moves. ``argument`` may be the key that was pressed."""
        from towergames.tui.dialogs import unless_lost

        unless_lost(self, lambda: self.leave(INTERRUPTED if argument == "ctrl+c" else 0))

    def leave(self, code: int) -> None:
        """Save, restore the terminal, and end with an exit code."""
        code = self._close(code)
        news = self.table.news() if self.table is not None else ()
        self.exit(code, return_code=code, message="\n".join(filter(None, (*news, self.lost))) or None)

    def stop(self, code: int) -> None:
        """End soon with an exit code. For signal handlers and other threads, at any moment.

        Also while this thread ends the program already: nothing is done then, for which it would wait for itself.
        """
        if self.leaving is not None:
            return
        self.leaving = code
        self.asked.set()
        if self._events is not None:
            with suppress(RuntimeError):  # the loop has just ended
                self._events.call_soon_threadsafe(self.leave, code)

    def resting(self) -> AbstractContextManager[None]:
        """What is open while Ctrl+Z stops the program."""
        return self.table.resting() if self.table is not None else nullcontext()

    def fail(self, error: Exception) -> None:
        """End after a fault of the driver; from any thread."""
        self.call_later(self.end_with, error)

    def _close(self, code: int) -> int:
        """Close the table since the program ends; the exit code, which is another one where moves are lost."""
        if self.leaving is None:
            self.leaving = code
        self.closing.set()
        self.asked.set()
        if self.table is not None:
            if not self.table.close():
                self.lost = kept(self.table.saved)
            self._remember_moves(self.table)
        if self.lost:
            self.leaving = NOT_WRITTEN
        self.closed.set()
        return self.leaving

    def end_with(self, error: Exception) -> None:
        """End with a report in place of Textual's own, which shows local variables and with them hidden cards.

        What fails while the program ends, on screens that are half gone, is not reported.
        """
        fresh = self.leaving is None
        code = self._close(OUR_FAULT)
        news = self.table.news() if self.table is not None else ()
        saved = kept(self.table.saved) if self.table is not None else ""
        report = crash_report(error, " ".join((*news, self.lost or saved)))
        end_after(self, error, code, report if fresh else "")

    def do_help(self, argument: str = "") -> None:
        """The keys of this screen."""
        self._open_over("help", self._run_on)

    def do_palette(self, argument: str = "") -> None:
        """Open the palette with every command of this screen."""
        self._open_over("palette", self._run_on, argument)

    def do_type(self, argument: str = "") -> None:
        """Type a command or a move in words."""
        self._open_over("command-line", lambda below, line: below.typed(line) if line else None, argument)

    def _open_over(self, name: str, then: Callable[[Commanded, Any], None], *given: str) -> None:
        """Open a dialog about the screen below, once that is there itself: it is asked what can be done."""
        below = self.screen
        if not isinstance(below, Commanded) or self._brought_back(name):
            return
        if below.is_mounted:
            self.open(name, below, *given, then=partial(then, below))
        else:
            below.call_later(self._open_over, name, then, *given)

    def _brought_back(self, name: str) -> bool:
        """Whether such a dialog is open already. What lies over it is closed: the same dialog twice is one."""
        kind = screen_class(name)
        if not any(isinstance(screen, kind) for screen in self.screen_stack):
            return False
        while not isinstance(self.screen, kind):
            self.pop_screen()
        return True

    def do_jump(self, argument: str = "") -> None:
        """Put a letter on everything that can be clicked."""
        if not self._brought_back("jump"):
            jump = screen_class("jump")
            found = jump.targets(self.screen)
            self.push_screen(jump(found)) if found else self.say("Nothing on this screen can be clicked.")

    def _run_on(self, screen: Commanded, command_id: str | None) -> None:
        if command_id and screen.too_small and all(command.id != command_id for command in screen.commands()):
            self.say(HIDDEN)
        elif command_id:
            screen.run_command(command_id)

    def do_export(self, argument: str = "") -> None:
        """Write a picture, a text or the journal of what is shown."""
        if not self._brought_back("export"):
            self.open("export", self.screen)

    def open(self, name: str, /, *given: Any, then: Callable[[Any], None] | None = None, **named: Any) -> Screen[Any]:
        """Show a screen of :data:`towergames.tui.services.SCREENS`; in a browser only some of them."""
        if self.request.served:
            from towergames.tui.served import NOT_HERE, SCREENS

            if name not in SCREENS:
                self.say(NOT_HERE)
                return self.screen
        screen: Screen[Any] = screen_class(name)(*given, **named)
        self.push_screen(screen, then)
        return screen

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


def _missing(history: History, save: str) -> str:
    """What to tell who opens a game whose word list is not on this machine; empty when all is well."""
    from towergames.table.wordlists import missing_list

    return missing_list(history.game.info, history.header, history.state, save or "NAME")


# --- what is printed when the program fails -------------------------------------------------------------

_PACKAGE = Path(__file__).resolve().parent.parent
_FRAMES = 12


def crash_report(error: BaseException, kept: str = "") -> str:
    """Type and place of the error, innermost last, without its message, its values, or names of folders.

    Values could be hidden cards. ``kept`` says what is on the disk of the game that was played, if one was.
    """
    rows = []
    for frame in traceback.extract_tb(error.__traceback__)[-_FRAMES:]:
        path = Path(frame.filename)
        try:
            name = str(Path("towergames") / path.resolve().relative_to(_PACKAGE))
        except ValueError:
            name = path.name
        rows.append(f"  {name}:{frame.lineno} in {frame.name}")
    head = f"towergames has to stop because of a fault in the program: {type(error).__name__}."
    return "\n".join([head, *rows, *([kept] if kept else [])])

"""What a screen may ask of the program, and the screens by name.

Screens know neither the program nor one another: they open other screens by these names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.screen import Screen

if TYPE_CHECKING:
    from towergames.board.protocol import Style
    from towergames.core.contract import Seat
    from towergames.core.options import Scalar
    from towergames.session.app_state import Memory
    from towergames.session.attention import Attention
    from towergames.settings import Settings
    from towergames.table.agenda import AgendaItem
    from towergames.table.facts_cache import FactsCache
    from towergames.table.history import History
    from towergames.table.match import Table
    from towergames.table.records import Header
    from towergames.table.store import Store
    from towergames.tui.commands import Command
    from towergames.tui.keymap import KeyMap
    from towergames.tui.ringer import Ringer

SCREENS = {
    "command-line": "finder:CommandLine",
    "export": "export_dialog:ExportDialog",
    "game": "game.screen:GameScreen",
    "help": "finder:HelpScreen",
    "jump": "finder:JumpScreen",
    "join": "join:JoinScreen",
    "learn": "learn:LearnScreen",
    "lookup": "lookup:LookupScreen",
    "menu": "menu:MenuScreen",
    "new-game": "new_game:NewGameScreen",
    "palette": "finder:PaletteScreen",
    "records": "records.screen:RecordsScreen",
    "replay": "replay:ReplayScreen",
    "review": "review:ReviewScreen",
    "rules": "rules:RulesScreen",
    "saves": "saves:SavesScreen",
    "score-pad": "score_pad:PadScreen",
    "settings": "settings:SettingsScreen",
    "turn-review": "turn_review:TurnReviewScreen",
    "welcome": "game.welcome:WelcomeScreen",
}
"""Names of screens: the module in ``tui/screens`` and the class in it, which are imported when first asked for."""


def screen_class(name: str) -> Any:
    """The class of a screen."""
    module, _, found = SCREENS[name].partition(":")
    return getattr(import_module(f"towergames.tui.screens.{module}"), found)


def open_review(
    services: Services,
    history: History,
    *,
    at: int = 0,
    show: Callable[[int], None] | None = None,
    then: Callable[[int | None], None] | None = None,
) -> None:
    """Show the review of a finished game, of its turns where they can be judged.

    ``show`` shows a chosen play above the review; without it the review closes and ``then`` gets the play.
    """
    from towergames.table.turn_review import why_no_turns

    name = "review" if why_no_turns(history) else "turn-review"
    services.open(name, history, at=at, show=show, then=then)


@dataclass(frozen=True, slots=True)
class LookupHelp:
    """What looking words up means while a game runs: ``all`` of it counts as help, or only searching.

    ``mark`` marks the game and answers with one sentence why it could not, or an empty string.
    """

    all: bool
    mark: Callable[[], str]

    @property
    def note(self) -> str:
        """The house rule, for the top of the screen."""
        if self.all:
            return "a look-up counts as help"
        return "a search counts as help"


class Tables(Protocol):
    """The part of the program that opens tables. Where one cannot be opened, the screen says why."""

    def open_save(self, name: str) -> bool:
        """Continue a save; whether that worked."""

    def open_table_list(self, only: str = "") -> None:
        """Choose a seat at an open table, at that of the name ``only`` if one is given."""

    def join_table(self, name: str, seats: Sequence[Seat]) -> bool:
        """Sit down at an open table, or without seats watch it; whether that worked."""

    def begin_game(self, header: Header, name: str = "") -> bool:
        """Begin a game and put it on the screen; whether that worked."""

    def play_task(self, item: AgendaItem, person: str) -> bool:
        """Begin a task of a day, or go on with it; whether that worked."""

    def play_next_task(self, person: str) -> None:
        """Play the next open task of a person, back on the menu where there is none."""

    def open_table(self, table: Table) -> None:
        """Put a table on the screen."""

    def open_replay(self, path: Path, play: int = 0) -> None:
        """Put a replay on the screen, at a play if one is given."""

    def close(self) -> None:
        """Close the save that is played."""


class Program(Protocol):
    """The commands that are the same on every screen; each is found by its name."""

    def do_export(self, argument: str = "") -> None:
        """Write a picture, a text or the journal of what is shown."""


class Services(Protocol):
    """The program, as far as screens and widgets know it."""

    settings: Settings
    keymap: KeyMap
    letters_keymap: KeyMap
    memory: Memory
    table: Table | None
    attention: Attention
    ringer: Ringer
    typed_lines: list[str]
    touched: bool
    """Whether a finger plays, on the page of a browser: keys are not named then."""
    opening: bool
    """Whether a game is about to be shown, so that the menu below it need not be composed yet."""

    @property
    def tables(self) -> Tables:
        """The part that opens tables."""

    @property
    def program(self) -> Program:
        """The commands that are the same on every screen."""

    @property
    def withheld(self) -> frozenset[str]:
        """Commands that are not possible here, as in a browser; screens do not list them."""

    @property
    def in_browser(self) -> bool:
        """Whether a page of a browser shows the program: there is no menu, and letters may be made smaller."""

    @property
    def store(self) -> Store:
        """The saves."""

    @property
    def facts(self) -> FactsCache:
        """The facts of finished games."""

    @property
    def style(self) -> Style:
        """What boards may use: characters and colours."""

    @property
    def ascii_only(self) -> bool:
        """Whether only 7-bit characters may be shown."""

    @property
    def palette_theme(self) -> str:
        """The boards' palette in use."""

    @property
    def motion(self) -> str:
        """How much moves: none, basic or full."""

    def commands_by_heading(self) -> dict[str, tuple[Command, ...]]:
        """All commands, each once, under headings for people."""

    def keymaps(self) -> list[tuple[KeyMap, list[tuple[Command, ...]]]]:
        """The keys, and the commands that are together on one screen, without and with letters typed onto a board."""

    def change_keys(self, changes: Mapping[str, tuple[str, ...] | None]) -> None:
        """Write keys of commands into the person's file and apply them; None stands for the program's own keys."""

    @property
    def screen(self) -> Screen[Any]:
        """The screen on top."""

    def open(self, name: str, /, *given: Any, then: Callable[[Any], None] | None = None, **named: Any) -> Screen[Any]:
        """Show a screen of :data:`SCREENS`, made of what is given; ``then`` is called with its result."""

    def push_screen(self, screen: Any, callback: Callable[[Any], None] | None = None) -> Any:
        """Show a screen, such as a dialog."""

    def switch_screen(self, screen: Any) -> Any:
        """Show a screen instead of the one on top."""

    def say(self, text: str, *, title: str = "", severity: str = "information", aloud: bool = True) -> None:
        """Tell the person something in passing. In a browser it is read ``aloud``, unless something else reads it."""

    def place_notices(self) -> None:
        """Put passing messages where they cover least."""

    def tidy(self) -> None:
        """Take away notices that could be read by now."""

    def clear_overlays(self) -> None:
        """Close every dialog that lies over the screen, and all passing notices."""

    def change_settings(self, changes: dict[str, Scalar]) -> None:
        """Write settings and apply them."""

    def open_tutorial(self, key: str) -> None:
        """The lesson of a game."""

    def open_rules(self, game: str, rule: str = "") -> None:
        """The rules browser of a game, at a rule if one is given."""

    def to_menu(self) -> None:
        """Close what is open, down to the menu."""

    def leave(self, code: int) -> None:
        """Save, restore the terminal, and end with an exit code."""

    def export_screenshot(self, *, title: str | None = None) -> str:
        """The screen as SVG."""

    def read_aloud(self, *sentences: str) -> None:
        """Have a page read sentences aloud, after what has happened before; a terminal reads nothing."""

    def tell_needs(self, needs: Sequence[tuple[int, int]]) -> None:
        """Tell a page with which columns and rows the screen can be shown; a terminal needs nothing."""


def services_of(widget: Any) -> Services:
    """The program that a screen or widget runs in."""
    return cast(Services, widget.app)

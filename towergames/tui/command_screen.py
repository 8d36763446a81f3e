"""What every screen has: commands from one registry, reached by keys, typed words, mouse and palette alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from rich.text import Text
from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen
from textual.timer import Timer
from textual.types import NoActiveAppError
from textual.widget import Widget
from textual.widgets import Input

from towergames.core.text import did_you_mean, quoted
from towergames.tui.commands import APP, LEAVE, WHILE_SMALL, Command, group
from towergames.tui.services import Services, services_of
from towergames.tui.textual_parts import SteadyScreen, forget_drawn, forward
from towergames.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from towergames.board.protocol import AnyBoard
    from towergames.tui.keymap import KeyMap

T = TypeVar("T")
Callback = Callable[..., Any]

EDITING = frozenset(
    ["left", "right", "home", "end", "backspace", "delete", "ctrl+left", "ctrl+right"]
    + [f"ctrl+{letter}" for letter in "adefkuvwx"]
)
"""Keys that a focused field keeps for itself. Enter, Esc, Tab, up and down stay the screen's."""
COMING_UP = (events.Mount, events.Resize, events.ScreenResume)
"""The events of a screen that is shown or resized."""
IN_BROWSER = "Turn the phone, or close its keyboard.\nOn a computer, make the window larger."
"""What helps in a browser, whose page has made its letters as small as can be read."""
HIDDEN = "The window is too small. Make it larger."
"""Why nothing is done on a screen that cannot be seen."""


@dataclass(frozen=True, slots=True)
class Handler:
    """What a command does: ``why_not`` is one sentence why it cannot be used now, or an empty string."""

    do: Callable[..., object]
    why_not: Callable[[], str] = lambda: ""
    argument: bool = False
    """Whether ``do`` is given what was typed after the command's word."""


class CommandMixin:
    """Mixed into screens: finds the command for a key, a typed word or a click, and runs its :class:`Handler`.

    A screen lists its own commands in :attr:`OWN` (or overrides :meth:`own_commands`). :meth:`handler` finds what they
    do: in :attr:`handlers` where the parts of a screen handle them, else in a method named ``_do_`` + the id with dots
    and dashes as underscores, which takes one string. ``_why_not_`` + the id returns the reason why the command cannot
    be used. The command's help says what such a method does.
    """

    OWN: ClassVar[tuple[Command, ...]] = ()
    MINIMUM: ClassVar[tuple[int, int]] = (60, 20)
    NAME: ClassVar[str] = ""
    FOOTER_FIRST: ClassVar[tuple[str, ...]] = ()
    """Commands that the footer names before all others, where several have room."""
    handlers: Mapping[str, Handler] = {}
    """By command id, what parts of the screen do."""
    too_small = False
    """Whether a card covers the screen, since the terminal has too little room for it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.waiting_keys: list[events.Key] = []
        """Keys that were given to the screen and are not handled yet."""

    @property
    def services(self) -> Services:
        """What the program does for screens."""
        return cast("Services", cast("Screen[object]", self).app)

    @property
    def is_open(self) -> bool:
        """Whether the screen is mounted, not left, and the program does not end.

        Textual's ``is_mounted`` stays true afterwards; ``display`` is false while a screen is being removed.
        """
        screen = cast("Screen[object]", self)
        return screen.is_mounted and screen.is_attached and screen.display and screen in screen.app.screen_stack

    @property
    def is_left(self) -> bool:
        """Whether the screen is not among those of the program any more. One that still opens is among them."""
        screen = cast("Screen[object]", self)
        return screen not in screen.app.screen_stack or not screen.is_attached

    def set_timer(self, delay: float, callback: Callback | None = None, **named: Any) -> Timer:
        """Call a function once after so many seconds, if the screen has not been left by then."""
        return cast("Any", super()).set_timer(delay, self._while_here(callback), **named)  # type: ignore[no-any-return]

    def set_interval(self, interval: float, callback: Callback | None = None, **named: Any) -> Timer:
        """Call a function every so many seconds, as long as the screen has not been left."""
        return cast("Any", super()).set_interval(interval, self._while_here(callback), **named)  # type: ignore[no-any-return]

    def call_later(self, callback: Callback, *given: Any, **named: Any) -> bool:
        """Call a function on the program's thread, if the screen has not been left by then; from any thread."""
        return bool(cast("Any", super()).call_later(self._while_here(callback), *given, **named))

    def call_after_refresh(self, callback: Callback, *given: Any, **named: Any) -> bool:
        """Call a function after the next frame, if the screen has not been left by then."""
        return bool(cast("Any", super()).call_after_refresh(self._while_here(callback), *given, **named))

    def _while_here(self, callback: Callback | None) -> Callback:
        """The function, which does nothing once the screen was left: its widgets are gone, and so is its table."""

        def run(*given: Any, **named: Any) -> Any:
            return None if callback is None or self.is_left else callback(*given, **named)

        return run

    async def on_event(self, event: events.Event) -> None:
        """Drop events for which the screen has no widgets, and behind the size card all but keys.

        Several screens may be left at once: one between them is not resumed. While the program ends Textual mounts no
        widgets, so no screen is shown.
        """
        screen = cast("Screen[object]", self)
        behind_card = self.too_small and isinstance(event, events.InputEvent | events.Paste)
        left = isinstance(event, events.ScreenResume) and screen not in screen.app.screen_stack
        late = isinstance(event, COMING_UP) and not screen.is_attached
        if isinstance(event, events.ScreenResume) and not screen.stack_updates:
            # Its widgets were styled as they were mounted. A screen with a style sheet of its own would need it.
            event.refresh_styles = False
        if behind_card and isinstance(event, events.Key):
            await self.on_key(event)
        elif not (behind_card or left or late):
            await cast("Screen[object]", super()).on_event(event)
        if isinstance(event, events.Key) and event in self.waiting_keys:
            self.waiting_keys.remove(event)

    def give_key(self, event: events.Key) -> None:
        """Give the screen a key in its turn: those that it was given before come first."""
        forward(event)
        self.waiting_keys.append(event)
        cast("Screen[object]", self).post_message(event)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close the screen. A key that comes while it closes does nothing: Textual would close the screen below too."""
        if not cast("Screen[object]", self).is_active:
            return AwaitComplete.nothing()  # type: ignore[no-any-return, no-untyped-call]
        return super().dismiss(result)  # type: ignore[misc, no-any-return]

    @property
    def keymap(self) -> KeyMap:
        """Which key does what on this screen."""
        return self.services.keymap

    def own_commands(self) -> tuple[Command, ...]:
        """The screen's own commands, most important first."""
        return self.OWN

    def commands(self) -> tuple[Command, ...]:
        """Everything that can be done here, own commands first."""
        own = self.own_commands()
        ids = {command.id for command in own}
        found = own + tuple(command for command in APP if command.id not in ids)
        found = _while_small(found) if self.too_small else found
        if self.services.in_browser:
            found = tuple(LEAVE if command.id == LEAVE.id else command for command in found)
        return tuple(command for command in found if command.id not in self.services.withheld)

    def minimum(self) -> tuple[int, int]:
        """Columns and rows below which the screen shows the size card instead."""
        return self.MINIMUM

    def minimums(self) -> tuple[tuple[int, int], ...]:
        """Columns and rows that are enough; several pairs where a wider screen may be lower."""
        return (self.minimum(),)

    def handler(self, command_id: str) -> Handler | None:
        """What a command does on this screen or, where that is the same everywhere, in the program."""
        if command_id in self.handlers:
            return self.handlers[command_id]
        name = command_id.replace(".", "_").replace("-", "_")
        do = getattr(self, f"_do_{name}", None) or getattr(self.services.program, f"do_{name}", None)
        check = getattr(self, f"_why_not_{name}", lambda: "")
        return Handler(do, check, argument=True) if do is not None else None

    def why_not(self, command_id: str) -> str:
        """Empty when the command can be used now, else one sentence why not."""
        handler = self.handler(command_id)
        return handler.why_not() if handler is not None else ""

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """Run a command, or say why it cannot be; whether it ran."""
        if command_id in self.services.withheld:
            return False
        why = self.why_not(command_id)
        if why:
            self.services.say(why)
            return False
        handler = self.handler(command_id)
        if handler is None:
            self.services.say(f"Nothing to do for {command_id} here.")
            return False
        handler.do(*[argument] * handler.argument)
        self.refresh_keys()
        return True

    def typed(self, text: str) -> None:
        """Run what was typed after ``:``: a command's word with its argument, or something of the screen's own."""
        if not text.strip():
            return
        command = self._typed_command(text)
        if command is not None:
            self.run_command(command.id, text.strip().partition(" ")[2].strip())
        elif self.too_small:
            self.services.say(HIDDEN)
        else:
            self.typed_other(text.strip())

    def _typed_command(self, text: str) -> Command | None:
        """The command that typed text runs, None where it is something of the screen's own."""
        word, _, rest = text.strip().partition(" ")
        for command in self.commands():
            if word.lower() in command.typed and not (rest and self.prefers_own_words(text)):
                return command
        return None

    def reading(self, text: str) -> str:
        """What Enter does with typed text, or why it cannot; '' where the text means nothing here."""
        command = self._typed_command(text) if text.strip() else None
        return "" if command is None else self.why_not(command.id) or f"{command.title}: {command.help}"

    def prefers_own_words(self, text: str) -> bool:
        """Whether ``text`` means something to the screen itself though its first word is a command's."""
        return False

    def typed_other(self, text: str) -> None:
        """Typed text that is no command; screens with a game take it as a move."""
        word = text.split()[0]
        key = self.keymap.label(next(command for command in APP if command.id == "help"))
        meant = did_you_mean(word, self.typed_words(), f". {key} lists the words.")
        self.services.say(f"Nothing is called {quoted(word)} here{meant}")

    def typed_words(self) -> list[str]:
        """The words of the commands that can be used now."""
        return [word for c in self.commands() if not self.why_not(c.id) for word in c.typed]

    def refresh_keys(self) -> None:
        """Show the commands that are valid now in the key bar."""
        for bar in cast("Screen[object]", self).query(KeyBar):
            bar.update_from(self)

    def completions(self) -> Iterable[str]:
        """What could be typed after ``:`` here, whole lines, most useful first; screens with a game add moves."""
        return [command.word for command in self.commands() if command.typed and not self.why_not(command.id)]

    def forms(self) -> tuple[str, ...]:
        """How what can be typed here is built, where it cannot be listed: ``play SQUARE across|down WORD``."""
        return ()

    def marks_shown(self) -> Sequence[tuple[str, str]]:
        """The marks of the timeline of the screen with their meanings; most screens have none."""
        return ()

    def board_shown(self) -> AnyBoard | None:
        """The board of the game on this screen, whose signs help explains; None where no game is shown."""
        return None

    def help_first(self) -> tuple[str, ...]:
        """The groups of commands that help lists first: those of the zone that has the focus."""
        return ()

    def _do_back(self, argument: str = "") -> None:
        cast("Screen[Any]", self).dismiss(None)

    async def on_key(self, event: events.Key) -> None:
        """Keys that no focused field has taken. Of several commands on a key the first that can be used is meant."""
        screen = cast("Screen[Any]", self)
        top = screen.app.screen
        if top is not screen and isinstance(top, CommandMixin):  # it was typed faster than a dialog could open
            event.stop()
            event.prevent_default()
            top.give_key(events.Key(event.key, event.character))
            return
        if screen.AUTO_FOCUS == "Field" and self._enters(event):
            return
        if not self.too_small and self.takes_key(event):
            event.stop()
            event.prevent_default()
            return
        self.services.tidy()
        if event.key in EDITING and isinstance(screen.focused, Input):
            return
        found = self.commands_on(event.key)
        meant = found[0] if found else None
        if len(found) > 1:
            for command in found:
                if not self.why_not(command.id):
                    meant = command
                    break
        if meant is not None:
            event.stop()
            event.prevent_default()
            self.run_command(meant.id, event.key if meant.id == "quit" else "")

    def takes_key(self, event: events.Key) -> bool:
        """Whether the screen itself uses a key up, before any command."""
        return False

    def commands_on(self, key: str) -> Sequence[Command]:
        """The commands that are on a key now, in order."""
        return self.keymap.lookup(key, self.commands())

    def _enters(self, event: events.Key) -> bool:
        """Whether a letter goes into the screen's field, which did not have the focus yet."""
        if event.is_printable and event.character:
            for field in cast("Screen[Any]", self).query(Input):
                event.stop()
                event.prevent_default()
                field.replace(event.character, *field.selection)
                return True
        return False

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """A command in the key bar was clicked."""
        event.stop()
        self.run_command(event.command_id)

    def on_unmount(self) -> None:
        """Free what was drawn here."""
        forget_drawn()


class TooSmall(Widget, can_focus=True):
    """The card over a screen while the terminal is too small: how much room is needed, and how much there is.

    It goes away by itself, and leaves the footer free, which names what can be done meanwhile.
    """

    DEFAULT_CSS = """
    TooSmall {
        dock: top; width: 100%; height: 100%; margin-bottom: 1; layer: _toosmall;
        background: $background; color: $foreground;
        content-align: center middle; text-align: center;
    }
    """

    def __init__(self, need: tuple[int, int]) -> None:
        super().__init__()
        self.need = need
        self.before: Widget | None = None
        """What had the focus; it gets it again."""

    def on_mount(self) -> None:
        """Take the focus, so that nothing is typed into a field behind the card."""
        self.before = self.screen.focused
        self.screen.set_focus(self)

    def update_need(self, need: tuple[int, int]) -> None:
        """Another size is needed, or the terminal has another size now."""
        self.need = need
        self.refresh()

    def render(self) -> Text:
        """The card."""
        have = self.app.size
        way = IN_BROWSER if services_of(self).in_browser else "Make the window larger."
        return Text(f"needs {self.need[0]}x{self.need[1]}\nhave {have.width}x{have.height}\n\n{way}")


class TowerScreen(CommandMixin, SteadyScreen[T], Generic[T]):
    """A whole screen."""

    AUTO_FOCUS = ""
    TELLS_TURN: ClassVar[bool] = False
    """Whether the screen tells by itself whose turn it is at the table below."""

    def soon(self, function: Callable[..., object], *given: Any) -> None:
        """Run a function on the program's thread; from any thread. Nothing is run for a screen that was left."""
        with suppress(NoActiveAppError):
            self.app.call_later(self._while_here(function), *given)

    def guard_size(self) -> None:
        """Show or hide the card that says how much room is needed."""
        need, have = self.minimum(), self.app.size
        cards = [card for card in self.query(TooSmall) if card.display]  # one that is being removed is none
        self.too_small = have.width < need[0] or have.height < need[1]
        self.services.tell_needs(self.minimums())
        if self.too_small and not cards:
            self.mount(TooSmall(need))
        elif self.too_small:
            cards[0].update_need(need)
        elif cards:
            self.set_focus(cards[0].before)
            cards[0].remove()

    def _why_not_menu(self) -> str:
        return "" if len(self.app.screen_stack) > 1 else "This is the menu."

    def _do_menu(self, argument: str = "") -> None:
        self.services.to_menu()

    def on_mount(self) -> None:
        """Check the room and show the keys."""
        self.guard_size()
        self.refresh_keys()

    def on_screen_resume(self) -> None:
        """Something lay over the screen and has gone."""
        self.guard_size()
        self.refresh_keys()
        self.services.place_notices()

    def on_resize(self, event: events.Resize) -> None:
        """Check the room anew."""
        self.guard_size()
        self.refresh_keys()
        self.services.place_notices()


class TowerDialog(CommandMixin, SteadyScreen[T], ModalScreen[T], Generic[T]):
    """A dialog over a screen. Esc goes back with None.

    ``OVERLAY`` dialogs are closed by :meth:`TowerApp.clear_overlays` when a curtain comes; a curtain itself says False.
    """

    MINIMUM = (20, 6)
    OVERLAY: ClassVar[bool] = True

    OWN: ClassVar[tuple[Command, ...]] = group(
        "dialog", ("back", "Back", "Close and change nothing", "escape", "back", "back")
    )

    def on_mount(self) -> None:
        """Show the keys."""
        self.refresh_keys()


def _while_small(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """What can still be done behind the card, as the screen itself does it where it does."""
    own = {command.id: command for command in commands}
    return tuple(replace(own.get(c.id, c), footer=c.footer) for c in WHILE_SMALL)

"""The private parts of Textual that the program uses; no other module of ours names one.

A version of Textual may lack any of them. Each is looked for when this module is imported or the program starts, and
where one is missing the program does without what it is for, as its function says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, Any, TypeVar, cast

from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip

if TYPE_CHECKING:
    from rich.segment import Segment
    from textual import events
    from textual.driver import Driver
    from textual.geometry import Region, Size
    from textual.widget import Widget

T = TypeVar("T")

try:
    from textual._compositor import ChopsUpdate
except ImportError:
    ChopsUpdate = None  # type: ignore[assignment, misc]
try:
    from textual._styles_cache import StylesCache
except ImportError:
    StylesCache = None  # type: ignore[assignment, misc]

OF_POSIX_DRIVER = (
    *("run_input_thread", "start_application_mode", "stop_application_mode", "process_message"),
    *("_file", "_writer_thread", "fileno", "attrs_before", "exit_event"),
)
"""Parts of Textual's driver for POSIX terminals that ``tui/terminal.py`` replaces or uses."""
OF_WEB_DRIVER = ("_write", "fileno", "_size", "run_input_thread", "process_message", "on_meta", "send_message")
"""Parts of Textual's driver for browsers that ``tui/browser_driver.py`` replaces or uses."""

FORWARDS = hasattr(Message, "_set_forwarded")
"""Whether a key can be given to a screen so that it does not come back. Otherwise Textual gives keys to screens."""
CODED_ROWS = hasattr(Strip, "_segments")
"""Whether a row can carry ready-made codes. Otherwise it is made of segments."""


def _has(kind: type, names: Sequence[str]) -> bool:
    """Whether a class has all these attributes, or sets them when it is made."""
    made: set[str] = set()
    for base in kind.__mro__:
        code = getattr(vars(base).get("__init__"), "__code__", None)
        made.update(getattr(code, "co_names", ()))
    return all(hasattr(kind, name) or name in made for name in names)


# --- drivers --------------------------------------------------------------------------------------------


def knows_posix_driver(driver: type[Driver]) -> bool:
    """Whether ours can stand on this one. Otherwise Textual's own is used: no answers on pictures are read."""
    from textual.drivers import linux_driver

    writer = getattr(linux_driver, "WriterThread", None)
    return writer is not None and _has(driver, OF_POSIX_DRIVER) and _has(writer, ("_queue",))


def knows_web_driver() -> bool:
    """Whether ours can stand on Textual's driver for browsers. Otherwise that is used."""
    try:
        from textual.drivers.web_driver import WebDriver
    except ImportError:
        return False
    return _has(WebDriver, OF_WEB_DRIVER)


def set_parser(module: Any, parser: type) -> None:
    """Have a driver's module make ``parser`` in place of Textual's own; if it makes none, nothing is changed."""
    if hasattr(module, "XTermParser"):
        module.XTermParser = parser


def driver_of(app: App[Any]) -> Driver | None:
    """The driver that is running; None before the start, in which case no pictures are shown in pixels."""
    return cast("Driver | None", getattr(app, "_driver", None))


def write_to(driver: Any, file: object) -> None:
    """Have a driver for POSIX terminals write to a file other than standard error."""
    driver._file = file


def send_with(driver: Any, send: Callable[[bytes], None]) -> None:
    """Have a driver for browsers send its packets with a function other than ``os.write``."""
    driver._write = send


def set_size(driver: Any, size: tuple[int, int]) -> None:
    """Tell a driver for browsers the columns and rows of the page."""
    driver._size = size


class Writes:
    """The writes that wait in Textual's thread for the terminal; of a driver that :func:`knows_posix_driver`."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    @property
    def thread(self) -> Any:
        """The thread, None before the start."""
        return self._driver._writer_thread

    @property
    def _queue(self) -> Queue[str | None]:
        found: Queue[str | None] = Queue() if self.thread is None else self.thread._queue
        return found

    @property
    def count(self) -> int:
        """How many there are."""
        return self._queue.qsize()

    def never_wait(self) -> None:
        """Take any number of them."""
        self._queue.maxsize = 0

    def drop(self) -> None:
        """Drop all of them."""
        with suppress(Empty):
            while True:
                self._queue.get_nowait()

    def end(self) -> None:
        """Have the thread end."""
        with suppress(Full):
            self._queue.put_nowait(None)


# --- the program ----------------------------------------------------------------------------------------


WATCHES = all(hasattr(App, name) for name in ("_display", "_handle_exception"))
"""Whether this Textual lets a program observe each update of the screen and each error.

Otherwise no pictures are shown in pixels, and Textual reports errors in its own way.
"""


class WatchedApp(App[T]):
    """A program that is called with updates and errors before Textual handles them.

    A removed widget does not get the mouse, since it would keep the mouse for ever.
    """

    def capture_mouse(self, widget: Widget | None) -> None:
        """Send all of the mouse to a widget that is shown, or again to what it is over."""
        super().capture_mouse(widget if widget is not None and widget.display else None)

    def may_send(self, update: Any) -> bool:
        """Whether an update of the screen is sent to the terminal."""
        return True

    def end_with(self, error: Exception) -> None:
        """End after a fault."""
        super()._handle_exception(error)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        drawn = renderable is not None and not getattr(self, "_batch_count", 0)
        if not drawn or self.may_send(renderable):
            super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        self.end_with(error)


def end_after(app: App[Any], error: Exception, code: int, report: str) -> None:
    """End a program that has failed, print a report, and let a test that runs it raise the error."""
    if getattr(app, "_exception", error) is None:
        app._exception = error
        if (told := getattr(app, "_exception_event", None)) is not None:
            told.set()
    if hasattr(app, "_exit_renderables") and hasattr(app, "_close_messages_no_wait"):
        from rich.text import Text

        app._return_code = code
        if report:
            app._exit_renderables.append(Text(report))
        app._close_messages_no_wait()
    else:
        app.exit(return_code=code, message=report or None)


# --- screens --------------------------------------------------------------------------------------------


def forward(event: events.Event) -> None:
    """Mark an event as given to a screen; where :data:`FORWARDS`."""
    event._set_forwarded()


class SteadyScreen(Screen[T]):
    """A screen that lays its widgets out only if something has changed: Textual calls for it several times at first.

    What is hidden or removed does not get the focus: a removed widget would take all keys and hand none on.
    """

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:
        """Give the focus to a widget that is shown, or to none."""
        if widget is None or widget.display:  # Textual's ``display`` is false from the moment when removing begins
            super().set_focus(widget, scroll_visible, from_app_focus)

    def _screen_resized(self, size: Size) -> None:
        if size != self.outer_size or getattr(self, "_layout_widgets", True):
            super()._screen_resized(size)


class LazyStrip(Strip):
    """A row of which the segments are made when they are asked for; where :data:`CODED_ROWS`."""

    __slots__ = ("_made", "_make")

    def __init__(self, width: int, segments: Callable[[], list[Segment]]) -> None:
        self._make = segments
        self._made: list[Segment] | None = None
        super().__init__((), width)

    @property
    def _segments(self) -> list[Segment]:
        if self._made is None:
            self._made = self._make()
        return self._made

    @_segments.setter
    def _segments(self, _: list[Segment]) -> None:
        """The base class begins with no segments."""


def forget_drawn() -> None:
    """Empty a cache of Textual that keeps what the last 1024 widgets drew, also removed ones."""
    cached: Any = getattr(StylesCache, "get_inner_outer", None)
    if hasattr(cached, "cache_clear"):
        cached.cache_clear()


def rows_shown(screen: Screen[Any]) -> list[Strip] | None:
    """The rows of the finished frame, in a tenth of the time of a screenshot; None where Textual does not tell."""
    render = getattr(getattr(screen, "_compositor", None), "render_strips", None)
    return None if render is None else list(render())


def widgets_at(screen: Screen[Any], y: int) -> list[tuple[Widget, Region]] | None:
    """The widgets seen in a row, the foremost first, each with its region; None where Textual does not tell."""
    layers = getattr(getattr(screen, "_compositor", None), "layers_visible", None)
    if layers is None:
        return None
    return [(widget, seen) for widget, seen, *_ in (layers[y] if y < len(layers) else ())]


def spans_of(update: object) -> list[tuple[int, int, int]] | None:
    """Row, first and last column of what an update draws; None for all, and where Textual does not tell."""
    if ChopsUpdate is None or not isinstance(update, ChopsUpdate) or not hasattr(update, "spans"):
        return None
    return list(update.spans)

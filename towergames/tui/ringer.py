"""Calls a person by the bell, the title and notifications of the terminal, or by the page of a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from towergames.core.text import clean

if TYPE_CHECKING:
    from towergames.session.calls import Call

PLAIN_TITLE = "Tower Games"
"""The title that stays in a terminal which cannot restore its previous one."""
LONGEST = 80
"""Cells of the longest title."""
KEEP_TITLE, RESTORE_TITLE = "\x1b[22;0t", "\x1b[23;0t"
"""Put the title on the terminal's stack of titles, and take it from there. Terminals without a stack do nothing."""
RESTORING = f"\x1b]2;{PLAIN_TITLE}\a{RESTORE_TITLE}"
"""The codes that restore the title of the terminal."""
NO_TITLE = ("linux", "dumb")
"""Values of TERM without a title, or of terminals that might print it."""
SHARED = ("TMUX", "STY")
"""Variables of tmux and screen, which pass no notification on."""
NOTIFIERS = {
    "TERM": {
        "xterm-kitty": "kitty",
        "xterm-ghostty": "osc777",
        "ghostty": "osc777",
        "wezterm": "osc777",
        "foot": "osc777",
        "foot-extra": "osc777",
    },
    "TERM_PROGRAM": {"iTerm.app": "osc9", "WezTerm": "osc777", "ghostty": "osc777"},
    "LC_TERMINAL": {"iTerm2": "osc9"},
}
"""The terminals that are known to show notifications, by variables of the environment, and the sequence for it.

ConEmu is left out: its OSC 9 opens a dialog.
"""


def safe(text: str) -> str:
    """A text that can end no escape sequence and no field of one."""
    return re.sub(r"[;\\]", ",", clean(text, LONGEST))


def title_of(call: Call, game: str) -> str:
    """The title of a window that calls: the words of the call, and the game."""
    return f"{call.text} - {game}"


def notifier(environment: Mapping[str, str]) -> str:
    """How the terminal shows notifications: kitty, osc9, osc777, or '' where it is not known to do so."""
    if any(environment.get(name) for name in SHARED):
        return ""
    for name, known in NOTIFIERS.items():
        if found := known.get(environment.get(name, "")):
            return found
    return ""


def notification(kind: str, head: str, body: str) -> str:
    """The codes of a notification; '' without a kind."""
    head, body = safe(head), safe(body)
    if kind == "kitty":
        name = "i=towergames:o=unfocused"
        return f"\x1b]99;{name}:d=0;{head}\x1b\\\x1b]99;{name}:d=1:p=body;{body}\x1b\\"
    if kind == "osc777":
        return f"\x1b]777;notify;{head};{body}\x1b\\"
    return f"\x1b]9;{head}: {body}\x1b\\" if kind == "osc9" else ""


class Ringer(Protocol):
    """Calls a person who does not look at the window."""

    shown: str
    """The title that calls now; '' while the window has its own."""

    def ring(self, call: Call, game: str) -> None:
        """Ring once for a new call."""

    def show(self, call: Call | None, game: str) -> None:
        """Have the title say what waits for the person; the window's own title if nothing does."""

    def hush(self) -> None:
        """Give the window its own title back, since it is looked at or the program leaves it."""


class TerminalRinger:
    """Rings in the ways of the setting ``call``. ``write`` sends codes to the terminal."""

    def __init__(self, write: Callable[[str], None], way: Callable[[], str], environment: Mapping[str, str]) -> None:
        self._write = write
        self._way = way
        self._has_title = environment.get("TERM", "") not in NO_TITLE
        self._notifier = notifier(environment)
        self.shown = ""

    def ring(self, call: Call, game: str) -> None:
        way = self._way()
        if way in ("bell", "both"):
            self._write("\a")
        if way in ("title", "both"):
            self._send(notification(self._notifier, game, call.text))

    def show(self, call: Call | None, game: str) -> None:
        wanted = "" if call is None or self._way() not in ("title", "both") else safe(title_of(call, game))
        if wanted == self.shown or not self._has_title:
            return
        if not wanted:
            self.hush()
            return
        self._send(f"{'' if self.shown else KEEP_TITLE}\x1b]2;{wanted}\a")
        self.shown = wanted

    def hush(self) -> None:
        if self.shown:
            self.shown = ""
            self._send(RESTORING)

    def _send(self, codes: str) -> None:
        if codes:
            self._write(codes)


class PageRinger:
    """Has a page call. The person chooses sound and notification on the page itself, which alone can show them."""

    def __init__(self, tell: Callable[[str, bool], None]) -> None:
        self._tell = tell
        self.shown = ""

    def ring(self, call: Call, game: str) -> None:
        self._tell(safe(title_of(call, game)), True)

    def show(self, call: Call | None, game: str) -> None:
        wanted = "" if call is None else safe(title_of(call, game))
        if wanted != self.shown:
            self.shown = wanted
            self._tell(wanted, False)

    def hush(self) -> None:
        self.show(None, "")

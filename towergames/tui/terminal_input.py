"""From what a terminal sends to Textual's messages. Whatever is malformed or unknown gives none.

Textual's own parser would end the program at some sequences and take others for keys. The names of keys are Textual's.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from time import monotonic

from textual import constants, events, messages
from textual.keys import ASCII_KEY_NAMES, KEY_NAME_REPLACEMENTS
from textual.message import Message

from towergames.graphics import ANSWER
from towergames.tui.input_stream import InputStream, Piece

MOST_CELLS = 5000
"""Columns or rows of the largest window that is believed."""

_CONTROLS = {
    "\x00": "ctrl+@",
    "\t": "tab",
    "\r": "enter",
    "\x08": "backspace",
    "\x7f": "backspace",
    "\x1b": "escape",
    "\x1c": "ctrl+backslash",
    "\x1d": "ctrl+right_square_bracket",
    "\x1e": "ctrl+circumflex_accent",
    "\x1f": "ctrl+underscore",
}
"""The control characters whose key is not Ctrl and a letter."""
_AFTER_ESCAPE = {"f": "ctrl+right", "b": "ctrl+left", "\x7f": "ctrl+w", "\t": "shift+tab"}
"""Keys that some terminals send as ESC and a character."""
_LETTERS: dict[str, str] = {
    **dict(zip("ABCDEFH", ("up", "down", "right", "left", "kp_begin", "end", "home"), strict=True)),
    **dict(zip("PQRS", ("f1", "f2", "f3", "f4"), strict=True)),
}
"""Keys by the last letter of CSI 1 ; modifiers LETTER and of SS3."""
_FUNCTION_KEYS = (11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34)
_NUMBERS: dict[int, str] = {
    **dict(enumerate(["home", "insert", "delete", "end", "pageup", "pagedown", "home", "end"], start=1)),
    **{code: f"f{number}" for number, code in enumerate(_FUNCTION_KEYS, start=1)},
    57427: "kp_begin",
}
"""Keys by the number in CSI NUMBER ~."""
_KEYPAD = {**dict(zip("jklmnopqrstuvwxy", "*+,-./0123456789", strict=True)), "M": "\r", "I": "\t", " ": " ", "X": "="}
"""Characters of the number pad by the last letter of SS3."""
_RXVT = {"$": "shift+", "^": "ctrl+", "@": "ctrl+shift+"}
"""Modifiers by the last byte of a key of rxvt."""
_SHIFTED = {"a": "shift+up", "b": "shift+down", "c": "shift+right", "d": "shift+left", "Z": "shift+tab"}
"""Keys by the only letter of a CSI."""
_PRIVATE, _FIRST_NAMED = 0xE000, 57358
_NAMES: tuple[str, ...] = (
    *("caps_lock", "scroll_lock", "num_lock", "print_screen", "pause", "menu"),
    *[f"f{number}" for number in range(1, 36)],
    *"0123456789",
    *("decimal", "divide", "multiply", "subtract", "add", "enter", "equal", "separator"),
    *("left", "right", "up", "down", "pageup", "pagedown", "home", "end", "insert", "delete", "kp_begin"),
    *("media_play", "media_pause", "media_play_pause", "media_reverse", "media_stop", "media_fast_forward"),
    *("media_rewind", "media_track_next", "media_track_previous", "media_record"),
    *("lower_volume", "raise_volume", "mute_volume"),
    *[f"{side}_{key}" for side in ("left", "right") for key in ("shift", "control", "alt", "super", "hyper", "meta")],
    *("iso_level3_shift", "iso_level5_shift"),
)
"""Keys of the Kitty protocol by their code points in the private area, of which the first is ``_FIRST_NAMED``."""
_MODIFIER_KEYS = frozenset(_NAMES[-14:])
_TYPED = {"enter": "\r", "tab": "\t", "backspace": "\x7f", "escape": None, "space": " "}
"""Characters of keys that have a name of their own."""
_MODIFIERS = ("shift", "alt", "ctrl", "super", "hyper", "meta")
_LOCKS = 0b11000000
"""Caps Lock and Num Lock among the bits of the modifiers."""
_KITTY = re.compile(r"(\d*)(?::(\d*))?(?::(\d*))?(?:;(\d*)(?::(\d*))?)?(?:;([\d:]*))?")
"""Code, shifted code and code of the standard layout; modifiers and event; text."""
_PRESSED, _RELEASED = (1, 2), 3
TOLD = "]7701;"
"""The beginning of an escape sequence (OSC) that only the page of a browser sends."""


class Answered(Message):
    """The terminal has answered a question on pictures."""

    def __init__(self, found: re.Match[str]) -> None:
        self.found = found
        super().__init__()


class TerminalInput:
    """Makes messages of bytes. ``escape_wait`` is how many seconds after ESC alone it is the key Esc."""

    def __init__(self, escape_wait: float) -> None:
        self._stream = InputStream(escape_wait)
        self._x = self._y = 0.0
        self._down = 0
        """The button that went down last, since an old report does not tell which one has come up."""
        self._cell: tuple[float, float] | None = None
        """Pixels of a cell across and down, once the terminal reports the mouse in pixels."""

    def feed(self, data: bytes, now: float | None = None) -> Iterator[Message]:
        """Take in bytes that were just read."""
        for piece in self._stream.feed(data, monotonic() if now is None else now):
            yield from self._found(piece)

    def wait(self, longest: float) -> float:
        """Seconds for which to wait for more bytes before :meth:`expire`."""
        deadline = self._stream.deadline()
        return longest if deadline is None else min(longest, max(0.0, deadline - monotonic()))

    def expire(self, now: float | None = None) -> Iterator[Message]:
        """Decide about what has begun, since nothing has come."""
        for piece in self._stream.expire(monotonic() if now is None else now):
            yield from self._found(piece)

    def _found(self, piece: Piece) -> list[Message]:
        """The messages of a piece. A fault of ours costs that piece, and not the game."""
        try:
            return list(self._messages(piece))
        except Exception:
            return []

    def _messages(self, piece: Piece) -> Iterator[Message]:
        text = piece.text
        match piece.kind:
            case "character":
                yield events.Key(_key_of(text), text)
            case "alt":
                yield _alt(text)
            case "escape":
                yield events.Key("escape", "\x1b")
            case "paste":
                yield events.Paste(text.replace("\x00", ""))
            case "mouse":
                button, x, y = (ord(point) - 0x20 for point in text)
                yield from self._old_mouse(button, x, y)
            case "ss3":
                yield from _ss3(text)
            case "string":
                if (found := ANSWER.fullmatch(f"\x1b{text}\x1b\\")) is not None:
                    yield Answered(found)
            case "csi":
                yield from self._csi(text[:-1], text[-1:])

    def _csi(self, body: str, last: str) -> Iterator[Message]:
        if (found := ANSWER.fullmatch(f"\x1b[{body}{last}")) is not None:
            yield Answered(found)
        elif body[:1] == "?":
            yield from _mode(body, last)
        elif body[:1] == "<":
            numbers = _numbers(body[1:])
            if numbers is not None and len(numbers) == 3 and last in "Mm":
                yield from self._mouse(*numbers, up=last == "m")
        elif not body and last in "IO":
            yield events.AppFocus() if last == "I" else events.AppBlur()
        elif last == "t":
            yield from self._resize(body)
        elif last == "M":
            numbers = _numbers(body)
            if numbers is not None and len(numbers) == 3:
                yield from self._old_mouse(numbers[0] - 0x20, *numbers[1:])
        else:
            key = _key(body, last)
            if key is not None:
                yield from key

    # --- the window and the mouse -----------------------------------------------------------------------

    def _resize(self, body: str) -> Iterator[Message]:
        """The size of the window in cells and pixels, as terminals with the mode 2048 tell it (48;rows;columns;...)."""
        numbers = _numbers(re.sub(r":[\d:]*", "", body))
        if numbers is None or len(numbers) != 5 or numbers[0] != 48:
            return
        _, rows, columns, down, across = numbers
        if 0 < rows <= MOST_CELLS and 0 < columns <= MOST_CELLS:
            self._cell = (across / columns, down / rows) if across and down else None
            yield events.Resize.from_dimensions((columns, rows), (across, down))

    def _old_mouse(self, buttons: int, x: int, y: int) -> Iterator[Message]:
        """A report of X10, 1005 or 1015, in which the button that comes up is not named."""
        up = buttons & 0b1100011 == 3
        yield from self._mouse(buttons & ~3 | self._down if up else buttons, x, y, up=up)

    def _mouse(self, buttons: int, x: int, y: int, *, up: bool) -> Iterator[Message]:
        if not (0 <= buttons < 128 and 0 < x < 1 << 16 and 0 < y < 1 << 16):
            return  # a button beyond the wheel, or a place that is none
        at_x, at_y = x - 1.0, y - 1.0
        if self._cell is not None:
            at_x, at_y = at_x / self._cell[0], at_y / self._cell[1]
        delta_x, delta_y = int(at_x) - int(self._x), int(at_y) - int(self._y)
        self._x, self._y = at_x, at_y
        kind: type[events.MouseEvent]
        button = 0 if buttons & 64 else (buttons + 1) & 3
        if buttons & 64:
            wheel = (events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight)
            kind = wheel[buttons & 3]
        elif buttons & 32 or not button:
            kind = events.MouseMove
        else:
            kind = events.MouseUp if up else events.MouseDown
            self._down = buttons & 3
        shift, meta, ctrl = bool(buttons & 4), bool(buttons & 8), bool(buttons & 16)
        yield kind(None, at_x, at_y, delta_x, delta_y, button, shift, meta, ctrl, screen_x=at_x, screen_y=at_y)


class ToldByPage(Message):
    """The page has told something: ``touch`` where a finger plays, ``menu`` when its button was pressed."""

    def __init__(self, word: str) -> None:
        self.word = word
        super().__init__()


class PageInput(TerminalInput):
    """What the page sends: that of a terminal, and what the page itself tells."""

    def _messages(self, piece: Piece) -> Iterator[Message]:
        if piece.kind == "string" and piece.text.startswith(TOLD):
            yield ToldByPage(piece.text.removeprefix(TOLD))
        else:
            yield from super()._messages(piece)


class BrowserInput:
    """Stands in for Textual's own parser in its driver for browsers, which sends whole keys."""

    def __init__(self, debug: bool = False) -> None:
        self._input = PageInput(0.0)

    def feed(self, data: str) -> Iterator[Message]:
        """The messages in what has come."""
        return self._input.feed(data.encode("utf-8", "ignore"))

    def tick(self) -> Iterator[Message]:
        """Messages that are due because nothing has come for a moment."""
        return self._input.expire()


# --- keys -----------------------------------------------------------------------------------------------


def _key_of(character: str) -> str:
    """The name of the key that types a character."""
    if character in _CONTROLS:
        return _CONTROLS[character]
    if character < " ":
        return f"ctrl+{chr(ord(character) + 0x60)}"
    if character.isalnum():
        return character
    name = unicodedata.name(character, "").lower().replace("-", "_").replace(" ", "_")
    name = name or ASCII_KEY_NAMES.get(character, character)
    return KEY_NAME_REPLACEMENTS.get(name, name)


def _alt(character: str) -> events.Key:
    """The key of ESC and a character. The names are those that Textual gives."""
    if character in _AFTER_ESCAPE:
        return events.Key(_AFTER_ESCAPE[character], None)
    name = _key_of(character)
    if len(name) > 1:
        return events.Key(name, character)
    return events.Key(f"alt+shift+{name.lower()}" if name.isupper() else f"alt+{name}", character)


def _ss3(text: str) -> Iterator[events.Key]:
    body, last = text[:-1], text[-1:]
    if body:  # modifiers, as some terminals send them: SS3 5 P
        yield from _kitty(body if ";" in body else f"1;{body}", last) or ()
    elif last in _LETTERS:
        yield events.Key(_LETTERS[last], None)
    elif last in "abcd":
        yield events.Key(f"ctrl+{_LETTERS[last.upper()]}", None)
    elif last in _KEYPAD:
        yield events.Key(_key_of(_KEYPAD[last]), _KEYPAD[last])


def _key(body: str, last: str) -> list[events.Key] | None:
    """The keys of a CSI, None if it stands for none."""
    if body == "[":
        return [events.Key(f"f{ord(last) - 0x40}", None)] if last in "ABCDE" else None
    if not body and last in _SHIFTED:
        return [events.Key(_SHIFTED[last], None)]
    if last in _RXVT:
        name = _NUMBERS.get(int(body)) if re.fullmatch(r"[0-9]{1,2}", body) else None
        return [events.Key(_RXVT[last] + name, None)] if name else None
    if last == "~" and re.fullmatch(r"27;[0-9]+;[0-9]+", body):  # modifyOtherKeys of xterm
        _, modifiers, code = body.split(";")
        return _kitty(f"{code};{modifiers}", "u")
    if last in "ABCD" and re.fullmatch(r"[2-9]", body):
        body = f"1;{body}"
    return _kitty(body, last) if last in ("u", "~", *_LETTERS) else None


def _kitty(body: str, last: str) -> list[events.Key] | None:
    """The keys of a CSI in the form of the Kitty protocol, which includes that of xterm; None if it stands for none."""
    found = _KITTY.fullmatch(body)
    if found is None or not body.isascii():
        return None
    code = int(found[1] or (0 if last == "~" else 1))
    modifiers, event = int(found[4] or 1) - 1, int(found[5] or 1)
    if not 0 <= modifiers < 256 or event not in (*_PRESSED, _RELEASED):
        return None
    if last == "R" and not (found[1] in ("", "1") and not found[4]):
        return None  # where the cursor is, which is the same sequence as F3 with modifiers
    name = _name_of(code, last)
    texts = _text_of(found[6] or "")
    if texts is None or event == _RELEASED or (name is None and not (texts and code == 0)):
        return None
    if texts:  # with the code 0 if no key types them
        return [_with_modifiers(_key_of(text), text, modifiers) for text in texts]
    assert name is not None
    shifted = int(found[2] or 0)
    plain = not modifiers & ~(_LOCKS | 1)
    if plain and last == "u" and len(name) == 1 and name.isalpha() and modifiers:
        upper = bool(modifiers & 1) != bool(modifiers & 0b01000000)
        name = name.upper() if upper and len(name.upper()) == 1 else name
        return [events.Key(name, name)]
    if plain and modifiers & 1 and last == "u" and (character := _character(shifted)):
        return [events.Key(_key_of(character), character)]
    typed = _character(code) if last == "u" and code < _PRIVATE else ""
    return [_with_modifiers(name, None, modifiers, typed or None)]


def _name_of(code: int, last: str) -> str | None:
    if last in _LETTERS:
        return _LETTERS[last] if code == 1 else None
    if last == "~":
        return _NUMBERS.get(code)
    if _FIRST_NAMED <= code < _FIRST_NAMED + len(_NAMES):
        return _NAMES[code - _FIRST_NAMED]
    if code in (9, 13, 27, 127):
        return _key_of(chr(code))
    character = _character(code) if not _PRIVATE <= code < 0xF900 else ""
    return _key_of(character) if character else None


def _text_of(codes: str) -> list[str] | None:
    """The characters that a key has typed; None if one of them cannot be typed."""
    if not codes:
        return []
    characters = [_character(int(code)) if code else "" for code in codes.split(":")]
    return characters if all(characters) else None


def _character(code: int) -> str:
    """The character of a code point, '' if nobody can type it."""
    if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF:
        return ""
    return chr(code)


def _with_modifiers(name: str, text: str | None, modifiers: int, typed: str | None = None) -> events.Key:
    """A key with the names of its modifiers, in their order. ``typed`` is its character where nothing is held down."""
    held = [word for bit, word in enumerate(_MODIFIERS) if modifiers & 1 << bit]
    if name in _MODIFIER_KEYS:
        held = []
    elif text is not None:
        held = [word for word in held if word != "alt" and (word != "shift" or text.isspace())]
    if not held and text is None:
        text = _TYPED.get(name, typed)
    return events.Key("+".join((*sorted(held), name)), text)


# --- answers --------------------------------------------------------------------------------------------


def focus_question(environment: Mapping[str, str]) -> str:
    """The question to a terminal whether it reports its focus; '' where the answer would mislead, or be printed.

    tmux and screen answer for themselves, and may not hear of the focus of their own terminal.
    """
    shared = environment.get("TMUX") or environment.get("STY")
    return "" if shared or environment.get("TERM_PROGRAM") == "Apple_Terminal" else "\x1b[?1004$p"


def _mode(body: str, last: str) -> Iterator[Message]:
    """Answers on modes: whether the terminal draws at once, tells of its size, and reports its focus."""
    found = re.fullmatch(r"\?(1004|2026|2048);([0-4])\$", body)
    if found is None or last != "y":
        return
    setting = int(found[2])
    if found[1] == "1004" and setting == 1:
        yield events.AppFocus()  # it reports its focus from now on, and has it: somebody has just begun the program
    elif found[1] == "2026" and setting:
        yield messages.TerminalSupportsSynchronizedOutput()
    elif found[1] == "2048" and constants.SMOOTH_SCROLL and not _is_iterm():
        yield messages.InBandWindowResize.from_setting_parameter(setting)


def _is_iterm() -> bool:
    """Whether this is iTerm, whose reports of its size have faults, as Textual says."""
    return os.environ.get("LC_TERMINAL", "") == "iTerm2" or os.environ.get("TERM_PROGRAM", "") == "iTerm.app"


def _numbers(body: str) -> list[int] | None:
    """The numbers between semicolons, None if there is anything else."""
    if not re.fullmatch(r"-?[0-9]{1,9}(;-?[0-9]{1,9})*", body):
        return None
    return [int(number) for number in body.split(";")]

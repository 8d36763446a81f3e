"""What a terminal sends, cut into pieces: keys, mouse reports, pastes and control sequences (ECMA-48).

A wrong byte costs itself alone. A sequence that is not known is one piece all the same, however many reads it takes, so
that no part of it is taken for a key. A sequence whose end never comes does not keep the keyboard: after
:data:`PATIENCE` seconds of silence what is typed is a key again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

Kind = Literal["character", "alt", "escape", "csi", "ss3", "string", "mouse", "paste"]

PATIENCE = 2.0
"""Seconds without a byte after which a sequence that has begun is given up.

A string or a paste is given up then by a read without its end that a person may have typed.
"""
LONGEST = 5.0
"""Seconds after which a sequence is given up although bytes come: reads of less than :data:`BURST` are a person's."""
BURST = 16
"""Bytes in one read that no person types."""
MOST_KEPT = 512
"""Bytes of a sequence or string that are kept; a longer one is dropped when it ends."""
MOST_PASTED = 1 << 20
"""Bytes of a paste that are kept."""

ESC, BEL, DEL = 0x1B, 0x07, 0x7F
STRINGS = b"]PX^_"
"""After ESC these bytes begin OSC, DCS, SOS, PM and APC."""
C1 = {0x8F: b"O", 0x90: b"P", 0x98: b"X", 0x9B: b"[", 0x9D: b"]", 0x9E: b"^", 0x9F: b"_"}
"""Code points that stand for ESC and a byte."""
PASTE_END = b"\x1b[201~"
LEAVING = (b"\x03", b"\x11")
"""Ctrl+C and Ctrl+Q. No terminal sends one of them inside something else."""
LATE = {
    ord("["): b"0123456789<=>?ABCDFHIMO",
    ord("]"): b"0123456789",
    ord("P"): b"0123456789>!$+",
    ord("_"): b"G",
}
"""The first two bytes of sequences whose ESC came so long before that it was taken for the key Esc."""


class Piece(NamedTuple):
    """One thing that the terminal has sent.

    ``text`` is the character of ``character`` and ``alt``, the text of a ``paste``, and three code points for an old
    ``mouse`` report. Of ``csi``, ``ss3`` and ``string`` it is what follows ESC and ``[`` or ``O`` or ESC, with the last
    byte of ``csi`` and ``ss3`` and without the terminator of a ``string``.
    """

    kind: Kind
    text: str = ""


class InputStream:
    """Cuts bytes into pieces. ``escape_wait`` is how many seconds after ESC alone it is the key Esc."""

    def __init__(self, escape_wait: float) -> None:
        self._escape_wait = escape_wait
        self._state: Callable[[int], None] = self._ground
        self._kept = bytearray()
        self._length = 0
        """Bytes of a character in UTF-8."""
        self._alt = False
        """Whether ESC stood before a character whose bytes are still coming."""
        self._pieces: list[Piece] = []
        self._now = self._last = self._began = 0.0
        self._escaped = -PATIENCE
        """Time when ESC was taken for the key Esc, if nothing has come since."""
        self._stalled = False
        """Whether a string or a paste has begun, and nothing has come for a while."""

    def feed(self, data: bytes, now: float) -> Iterator[Piece]:
        """Take in bytes that were read at the time ``now``, and yield what has ended."""
        self._now = self._last = now
        if self._stalled and len(data) < BURST and not self._ends_in(data):
            self._state = self._ground
        self._stalled = False
        if len(data) >= BURST:
            self._began = now
        if len(data) < BURST and data[-1:] in LEAVING:
            yield from self._cut(data[:-1])
            if self._state == self._escape:
                self._emit("escape")
            # Esc and P typed quickly begin a string: what ends the program is heard all the same.
            self._state, data = self._ground, data[-1:]
        yield from self._cut(data)

    def _cut(self, data: bytes) -> Iterator[Piece]:
        start = 0
        while start < len(data):
            if self._state == self._paste:
                start = self._pasted(data, start)
            else:
                self._state(data[start])
                start += 1
            if self._pieces:
                yield from self._taken()

    def deadline(self) -> float | None:
        """Time at which :meth:`expire` must decide if nothing comes before, None if no sequence has begun."""
        if self._stalled or self._state in (self._ground, self._character):
            return None
        if self._state in (self._escape, self._late) or self._is_shifted_key():
            return self._last + self._escape_wait
        return min(self._last + PATIENCE, self._began + LONGEST)

    def expire(self, now: float) -> Iterator[Piece]:
        """Decide about what has begun, since nothing has come until ``now``."""
        deadline = self.deadline()
        if deadline is None or now < deadline:
            return
        if self._state == self._escape:
            self._emit("escape")
            self._escaped = now
        elif self._state == self._late:
            self._emit("character", self._kept)
        elif self._is_shifted_key():
            self._emit("csi", self._kept)
        elif self._state == self._mouse and len(self._kept) == 3:
            self._end_mouse(list(self._kept))
        elif self._state in (self._string, self._string_escape, self._paste):
            self._stall()
        if not self._stalled:
            self._state = self._ground
        yield from self._taken()

    def _stall(self) -> None:
        """Wait for the next bytes, and paste the bytes so far except those that may belong to the end mark."""
        self._stalled = True
        if self._state == self._paste:
            held = max(length for length in range(len(PASTE_END)) if self._kept.endswith(PASTE_END[:length]))
            pasted, self._kept = self._kept[: len(self._kept) - held], bytearray(PASTE_END[:held])
            self._pieces.append(Piece("paste", pasted.decode("utf-8", "ignore")))

    def _ends_in(self, data: bytes) -> bool:
        """Whether the end of the string or paste that has begun is in these bytes."""
        if self._state == self._paste:
            return PASTE_END in self._kept + data
        ended = b"\x1b\\" in data or (b"\x07" in data and self._kept[:1] == b"]")
        return ended or (self._state == self._string_escape and data[:1] == b"\\")

    def _taken(self) -> list[Piece]:
        taken, self._pieces = self._pieces, []
        return taken

    def _emit(self, kind: Kind, data: bytes | bytearray = b"") -> None:
        if len(data) <= MOST_KEPT or kind == "paste":
            self._pieces.append(Piece(kind, data.decode("utf-8", "ignore")))
        self._state = self._ground

    def _begin(self, state: Callable[[int], None], kept: bytes = b"") -> None:
        self._state, self._kept, self._began = state, bytearray(kept), self._now

    def _keep(self, byte: int) -> None:
        if len(self._kept) <= MOST_KEPT:
            self._kept.append(byte)

    # --- states: each takes one byte --------------------------------------------------------------------

    def _ground(self, byte: int) -> None:
        escaped, self._escaped = self._escaped, -PATIENCE
        if byte == ESC:
            self._begin(self._escape)
        elif byte in LATE and self._now - escaped < PATIENCE:
            self._begin(self._late, bytes((byte,)))
        elif byte < 0x80:
            self._emit("character", bytes((byte,)))
        else:
            self._alt = False
            self._lead(byte)

    def _late(self, byte: int) -> None:
        """Read the second byte after the key Esc (see :data:`LATE`)."""
        before = self._kept[0]
        if byte in LATE[before]:
            self._begin(self._escape)
            self._escape(before)
        else:
            self._emit("character", bytes((before,)))
        self._state(byte)

    def _lead(self, byte: int) -> None:
        """Begin a character of several bytes; a byte with which none begins is dropped."""
        if 0xC2 <= byte <= 0xDF:
            self._length = 2
        elif 0xE0 <= byte <= 0xEF:
            self._length = 3
        elif 0xF0 <= byte <= 0xF4:
            self._length = 4
        else:
            return
        self._begin(self._character, bytes((byte,)))

    def _character(self, byte: int) -> None:
        if not 0x80 <= byte <= 0xBF:  # the bytes before were no character
            self._state = self._ground
            self._ground(byte)
            return
        self._kept.append(byte)
        if len(self._kept) < self._length:
            return
        self._state = self._ground
        character = self._kept.decode("utf-8", "ignore")
        if not character:  # a surrogate, or longer than it need be
            return
        if "\x80" <= character <= "\x9f":
            introducer = C1.get(ord(character))
            if introducer is not None:
                self._begin(self._escape)
                self._escape(introducer[0])
        else:
            self._emit("alt" if self._alt else "character", self._kept)

    def _escape(self, byte: int) -> None:
        if byte == ESC:
            self._emit("escape")
            self._begin(self._escape)
        elif byte == ord("["):
            self._begin(self._csi)
        elif byte == ord("O"):
            self._begin(self._ss3)
        elif byte in STRINGS:
            self._begin(self._string, bytes((byte,)))
        elif byte == ord("\\"):  # the terminator of a string that has ended before
            self._state = self._ground
        elif byte < 0x80:
            self._emit("alt", bytes((byte,)))
        else:
            self._alt = True
            self._lead(byte)

    def _csi(self, byte: int) -> None:
        if byte == ESC:
            if self._is_shifted_key():
                self._emit("csi", self._kept)
            self._begin(self._escape)
        elif 0x20 <= byte < 0x40:
            self._keep(byte)
        elif not 0x40 <= byte < DEL:
            pass  # no byte of a sequence: it costs itself alone
        elif byte == ord("M") and not self._kept:
            self._begin(self._mouse)
        elif byte == ord("[") and not self._kept:
            self._begin(self._linux_key)
        elif byte == ord("~") and self._kept == b"200":
            self._begin(self._paste)
        else:
            self._keep(byte)
            self._emit("csi", self._kept)

    def _is_shifted_key(self) -> bool:
        """Whether this may be a key of rxvt with Shift, as ESC [ 3 $; other terminals would send one byte more."""
        kept = self._kept
        return self._state == self._csi and kept.endswith(b"$") and kept[:-1].isdigit()

    def _linux_key(self, byte: int) -> None:
        """F1 to F5 of the Linux console, such as ESC [ [ A."""
        if byte == ESC:
            self._begin(self._escape)
        elif 0x20 <= byte < DEL:
            self._emit("csi", bytes((ord("["), byte)))

    def _ss3(self, byte: int) -> None:
        if byte == ESC:
            self._begin(self._escape)
        elif 0x30 <= byte < 0x40:
            self._keep(byte)
        elif 0x20 <= byte < DEL:
            self._keep(byte)
            self._emit("ss3", self._kept)

    def _mouse(self, byte: int) -> None:
        """Read an old mouse report: three code points of one byte each, or in UTF-8."""
        whole = _code_points(self._kept, ended=True) if not 0x80 <= byte <= 0xBF else None
        if whole is None and byte == ESC and len(self._kept) == 3:
            whole = list(self._kept)
        if whole is not None:
            self._end_mouse(whole)
            self._state(byte)
        elif byte == ESC:
            self._begin(self._escape)
        else:
            self._kept.append(byte)
            points = _code_points(self._kept, ended=False)
            if points is not None:
                self._end_mouse(points)

    def _end_mouse(self, points: list[int]) -> None:
        if min(points) >= 0x20:
            self._pieces.append(Piece("mouse", "".join(map(chr, points))))
        self._state = self._ground

    def _string(self, byte: int) -> None:
        if byte == ESC:
            self._state = self._string_escape
        elif byte == BEL and self._kept[:1] == b"]":
            self._emit("string", self._kept)
        elif byte == 0x9C and self._kept[-1:] == b"\xc2":
            self._emit("string", self._kept[:-1])
        else:
            self._keep(byte)

    def _string_escape(self, byte: int) -> None:
        """ESC in a string: with a backslash it is the end, with any other byte another sequence begins."""
        if byte == ord("\\"):
            self._emit("string", self._kept)
        else:
            self._begin(self._escape)
            self._escape(byte)

    def _paste(self, byte: int) -> None:
        """Text between two sequences: see :meth:`_pasted`, which takes many bytes at once."""
        self._pasted(bytes((byte,)), 0)

    def _pasted(self, data: bytes, start: int) -> int:
        """Take the bytes of a paste, and give the number of the byte after them."""
        before = len(self._kept)
        self._kept += data[start:]
        end = self._kept.find(PASTE_END, max(0, before - len(PASTE_END) + 1))
        if end < 0:
            if len(self._kept) > MOST_PASTED:  # the end of the paste may have begun
                del self._kept[MOST_PASTED - len(PASTE_END) : -len(PASTE_END)]
            return len(data)
        self._emit("paste", self._kept[:end])
        return start + end + len(PASTE_END) - before


def _code_points(kept: bytearray, *, ended: bool) -> list[int] | None:
    """The three code points of a mouse report, None if bytes are missing. ``ended``: no byte of it follows."""
    points: list[int] = []
    at = 0
    while at < len(kept) and len(points) < 3:
        leads = 0xC2 <= kept[at] <= 0xDF
        if leads and at + 1 == len(kept) and not ended:
            return None
        if leads and at + 1 < len(kept) and 0x80 <= kept[at + 1] <= 0xBF:
            points.append((kept[at] & 0x1F) << 6 | kept[at + 1] & 0x3F)
            at += 2
        else:
            points.append(kept[at])
            at += 1
    return points if len(points) == 3 else None

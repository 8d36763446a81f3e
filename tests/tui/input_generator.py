"""What terminals send, and what they never should, made from a seed: for tests of the input.

A :class:`Part` knows which keys it stands for, so that a test knows what has to come out whatever the cuts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

ESCAPE_WAIT = 0.2
SHORT, LONG = 0.15, 1.5
"""Seconds between two reads: at any place, and at any place but after ESC and after what may be a key of rxvt."""


@dataclass(frozen=True)
class Part:
    """Some bytes, and the names of the keys that they stand for. ``silence``: seconds in which nothing follows."""

    data: bytes
    keys: tuple[str, ...] = ()
    silence: float = 0.0
    after: bytes = b""
    """What is read alone after the silence."""


KEYS = {
    **{character: character for character in "aZ0kjxéßЖ漢"},
    " ": "space",
    ".": "full_stop",
    "\r": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\x03": "ctrl+c",
    "\x00": "ctrl+@",
    "\x1b[A": "up",
    "\x1bOD": "left",
    "\x1b[H": "home",
    "\x1b[3~": "delete",
    "\x1b[15~": "f5",
    "\x1bOP": "f1",
    "\x1b[1;5C": "ctrl+right",
    "\x1b[1;2B": "shift+down",
    "\x1b[5;5~": "ctrl+pageup",
    "\x1b[Z": "shift+tab",
    "\x1b[[C": "f3",
    "\x1b[7^": "ctrl+home",
    "\x1bx": "alt+x",
    "\x1bX\x1b\\\x1bé": "alt+é",
    "\x1bOj": "asterisk",
    "\x1b[97u": "a",
    "\x1b[97;1:1u": "a",
    "\x1b[97;1:2u": "a",
    "\x1b[97;2u": "A",
    "\x1b[97:65;2u": "A",
    "\x1b[97:65:99;6u": "ctrl+shift+a",
    "\x1b[27u": "escape",
    "\x1b[13;5u": "ctrl+enter",
    "\x1b[57417u": "left",
    "\x1b[49:33;2;33u": "exclamation_mark",
    "\x1b[0;;228u": "ä",
    "\x1b[9;2u": "shift+tab",
    "\x1b[57441;2u": "left_shift",
    "\x1b[1;1:1A": "up",
    "\x1b[3;1:2~": "delete",
    "\x1b[27;5;13~": "ctrl+enter",
    "\x1b[13~": "f3",
    "\x1b[P": "f1",
}
"""What keys send, and the names that Textual has for them."""
NO_KEYS = (
    *(b"\x1b[I", b"\x1b[O", b"\x1b[?62;4;22c", b"\x1b[>41;370;0c", b"\x1b[?1u", b"\x1b[?2026;2$y", b"\x1b[6;13;6t"),
    *(b"\x1b[12;40R", b"\x1b[1;5R", b"\x1b[0n", b"\x1b[?997;1n", b"\x1b[?2048;0$y", b"\x1b[8;24;80t", b"\x1b[201~"),
    *(b"\x1b[48;24;80;384;480t", b"\x1b[48:1;24:0;80;384;480:2t", b"\x1b[48;0;0;0;0t", b"\x1b[48;99999999;1;1;1t"),
    *(b"\x1b[105;1:3u", b"\x1b[1;1:3A", b"\x1b[3;1:3~", b"\x1b[1114112u", b"\x1b[55296u", b"\x1b[99999999999999u"),
    *(b"\x1b[97;0u", b"\x1b[97;257u", b"\x1b[97;1:4u", b"\x1b[97;1;55296u", b"\x1b[97;1;;2;3u", b"\x1b[57600u"),
    *(b"\x1b[97~", b"\x1b[97:98:99:100;2u", b"\x1b[;;;;;;u", b"\x1b[1:2:3Z", b"\x1b[5u", b"\x1b[~", b"\x1b[12A"),
    *(b"\x1b[0A", b"\x1b[999~", b"\x1b[<0;5;5M", b"\x1b[<0;5;5m", b"\x1b[<64;1;1M", b"\x1b[<0;-1;3M"),
    *(b"\x1b[<999999999999;1;1M", b"\x1b[<1;2M", b"\x1b[32;5;5M", b"\x1b[35;300;5M", b"\x1b\\", b"\x1b[=0;1u"),
    *(b"\x1b[12 q", b"\x1b[!p", b"\x1b[1;2;3;4;5;6y", b"\x1b]11;rgb:1e1e/1e1e/2e2e\x07"),
    *(b"\x1b]4;1;rgb:ff/00/00\x1b\\", b"\x1b]52;c;YWJj\x07", b"\x1bP>|xterm(370)\x1b\\", b"\x1bP1+r544e=78\x1b\\"),
    *(b"\x1b_Gi=31;OK\x1b\\", b"\x1b_Gi=1;EINVAL:a\x1b\\", b"\x1b^abc\x1b\\", b"\x1bXabc\x1b\\"),
    *(b"\xc2\x9d11;rgb:0/0/0\x07", b"\xc2\x9b12;40R", b"\xc2\x90>|x\xc2\x9c", b"\xc2\x9c", b"\x1b]l\xc3\x9cber\x1b\\"),
)
"""What is sent besides keys, well or ill formed."""
STRINGS = (b"\x1b]", b"\x1bP", b"\x1b_", b"\x1b^", b"\x1bX")
WRONG = (
    *(b"\xe9", b"\xe2\x82", b"\xc0", b"\xff", b"\xf5", b"\xed\xa0\x80"),
    *(b"\xf4\x90\x80\x80", b"\xe0\x80\x80", b"\xc3"),
)
"""Bytes that are no UTF-8, and that no later ASCII byte makes so."""


def _old_mouse(dice: Random) -> Part:
    """A report of X10, in bytes, or in UTF-8 as of the mode 1005."""
    button, x, y = dice.choice((32, 33, 35, 64, 67, 96)), dice.randint(32, 255), dice.randint(32, 255)
    if dice.random() < 0.5:
        return Part(b"\x1b[M" + "".join(map(chr, (button, x, y))).encode())
    if 0xC2 <= x <= 0xDF and 0x80 <= y <= 0xBF:  # in UTF-8 these two are one
        x = 200 - 40
    return Part(b"\x1b[M" + bytes((button, x, y)))


def _string(dice: Random) -> Part:
    """A string with any content, bytes that are no text among it."""
    begin = dice.choice(STRINGS)
    content = bytes(dice.choice((*range(0x20, 0x7F), 0x01, 0x0D, 0x18, 0x80, 0xE9)) for _ in range(dice.randint(0, 60)))
    end = b"\x07" if begin == b"\x1b]" and dice.random() < 0.5 else b"\x1b\\"
    return Part(begin + content + end)


def _sequence(dice: Random) -> Part:
    """A CSI with any parameters, with bytes in it that belong into none; its last byte makes no key of it."""
    odd = bytes(
        dice.choice((*range(0x20, 0x40), 0x00, 0x07, 0x0D, 0x18, 0x7F, 0xC3, 0xA9)) for _ in range(dice.randint(1, 30))
    )
    return Part(b"\x1b[" + odd + dice.choice(b"hlgkxwvrs").to_bytes())


def _paste(dice: Random) -> Part:
    text = bytes(dice.choice((*range(0x20, 0x7F), 0x0D, 0x1B, 0x07, 0xC3, 0xA9)) for _ in range(dice.randint(0, 200)))
    return Part(b"\x1b[200~" + text.replace(b"\x1b[201~", b"") + b"\x1b[201~")


def _cut_short(dice: Random) -> Part:
    """A sequence whose end never comes."""
    whole = dice.choice((*NO_KEYS, b"\x1b[200~abc", b"\x1b]11;rgb:1e1e/1e1e/2e2e\x07", b"\x1b[97;5;98u", b"\x1b[M  "))
    if whole[0] != 0x1B:
        return Part(whole)
    return Part(whole[: dice.randint(2, max(2, len(whole) - 1))].rstrip(b"\x1b"), ("k",), 5.1, b"k")


def part(dice: Random) -> Part:
    """Something that a terminal may send."""
    kind = dice.random()
    if kind < 0.4:
        data, name = dice.choice(list(KEYS.items()))
        return Part(data.encode(), (name,))
    if kind < 0.42:
        return Part(b"\x1b", ("escape",), silence=0.25)
    if kind < 0.43:
        return Part(b"\x1b[3$", ("shift+delete",), silence=0.25)
    if kind < 0.65:
        return Part(dice.choice(NO_KEYS))
    if kind < 0.72:
        return Part(dice.choice(WRONG))
    make = dice.choice((_old_mouse, _string, _sequence, _paste, _cut_short))
    return make(dice)


def reads(dice: Random, parts: list[Part]) -> Iterator[tuple[bytes, float]]:
    """The bytes as they are read, cut anywhere, each with the seconds until the next read."""
    waiting = b""
    for one in parts:
        data, waiting = waiting + one.data, b""
        for _ in range(dice.choice((0, 0, 1, 2, 8))):
            if len(data) > 1:
                at = dice.randint(1, len(data) - 1)
                read, data = data[:at], data[at:]
                yield read, dice.uniform(0.0, SHORT) if read[-1] in b"\x1b$" or dice.random() < 0.98 else LONG
        if one.silence or dice.random() < 0.5:
            yield data, one.silence or dice.uniform(0.0, SHORT)
            if one.after:
                yield one.after, SHORT
        else:
            waiting = data
    yield waiting, 10.0


def noise(dice: Random, length: int) -> bytes:
    """Bytes of sequences of every form, changed at random places, with any bytes between."""
    data = bytearray()
    while len(data) < length:
        piece = bytearray(part(dice).data) if dice.random() < 0.9 else bytearray(dice.randbytes(dice.randint(1, 20)))
        for _ in range(dice.choice((0, 0, 1, 1, 3))):
            at = dice.randrange(len(piece) + 1)
            match dice.randrange(4):
                case 0:
                    piece[at:at] = dice.randbytes(1)
                case 1:
                    piece[at : at + 1] = dice.randbytes(1)
                case 2:
                    del piece[at : at + dice.randint(1, 4)]
                case _:
                    piece[at:at] = piece[: dice.randint(0, 8)]
        data += piece
    return bytes(data)

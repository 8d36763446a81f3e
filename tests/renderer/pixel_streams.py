"""What a terminal that knows Kitty's protocol or Sixel shows of a stream of codes: a reference that shares no code."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from typing import Any

import numpy as np

_MOVE = re.compile(r"\x1b7\x1b\[(\d+);(\d+)H")
_PART = re.compile(r"\x1b_G([^;\x1b]*);?([^\x1b]*)\x1b\\")
_SIXEL = re.compile(r'\x1b7\x1b\[(\d+);(\d+)H\x1bP0;1;0q"1;1;(\d+);(\d+)([^\x1b]*)\x1b\\\x1b8')
_TOKEN = re.compile(r"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)([?-~])|([?-~])|([$-])")


def kitty_picture(text: str) -> tuple[Any, tuple[int, int], tuple[int, int]]:
    """The image of a stream (rows x columns x RGBA), its first column and row, and the cells that it covers."""
    move = _MOVE.match(text)
    assert move is not None and text.endswith("\x1b8")
    parts = [(dict(one.split("=") for one in keys.split(",")), data) for keys, data in _PART.findall(text)]
    head = parts[0][0]
    assert (head["a"], head["f"], head["o"], head["C"], head["q"]) == ("T", "32", "z", "1", "2")
    assert [keys["m"] for keys, _ in parts] == ["1"] * (len(parts) - 1) + ["0"]
    assert all(len(data) <= 4096 for _, data in parts) and all(set(keys) == {"m"} for keys, _ in parts[1:])
    raw = zlib.decompress(b64decode("".join(data for _, data in parts)))
    image = np.frombuffer(raw, np.uint8).reshape(int(head["v"]), int(head["s"]), 4)
    return image, (int(move[2]) - 1, int(move[1]) - 1), (int(head["c"]), int(head["r"]))


def sixel_picture(text: str, cell: tuple[int, int], screen: Any) -> int:
    """Draw the images of a stream on a screen (rows x columns x RGB, as pixels); returns how many these are.

    A colour must have been set in each image that uses it.
    """
    images = _SIXEL.findall(text)
    assert _SIXEL.sub("", text) == ""
    for row, column, wide, high, data in images:
        assert _TOKEN.sub("", data) == ""
        top, left = (int(row) - 1) * cell[1], (int(column) - 1) * cell[0]
        colours: dict[str, Any] = {}
        x = y = 0
        now = ""
        for token in _TOKEN.finditer(data):
            number, *percent, chosen, times, many, one, end = token.groups()
            if number is not None:
                colours[number] = np.rint(np.array(percent, np.float64) * 2.55)
            elif chosen is not None:
                now = chosen
            elif end is not None:
                x, y = 0, y + 6 * (end == "-")
            else:
                run, bits = int(times or 1), ord(many or one) - 63
                for k in range(6):
                    if bits >> k & 1:
                        assert x + run <= int(wide) and y + k < int(high)
                        screen[top + y + k, left + x : left + x + run] = colours[now]
                x += run
    return len(images)

"""True pixels on a terminal that answers: the streams in what the program writes are decoded (see tests/tui too)."""

from __future__ import annotations

import re
import signal
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from tests.combinations import sample
from tests.forked import ROOT
from tests.pty.terminal import Terminal
from tests.renderer.pixel_streams import kitty_picture, sixel_picture

CELL = (4, 9)
SIZE = {b"\x1b[16t": b"\x1b[6;9;4t"}
KITTY = SIZE | {b"a=q": b"\x1b_Gi=31;OK\x1b\\", b"\x1b[c": b"\x1b[?62;22c"}
SIXEL = SIZE | {b"\x1b[c": b"\x1b[?62;4;22c"}
REMOVE = b"\x1b_Ga=d,d=I,i=7031,q=2\x1b\\"
ON = dict.fromkeys(("SSH_CONNECTION", "TERM_PROGRAM", "TMUX", "STY"), "")
"""Whatever terminal the tests run in."""
WATCH = ["replay", str(ROOT / "saves" / "example-leaning.jsonl")]
_SHOWN = re.compile(rb"(?:\x1b7\x1b\[\d+;\d+H(?:\x1b_G[^\x1b]*\x1b\\|\x1bP[^\x1b]*\x1b\\)+\x1b8)+")
STILL = 6.0
"""Seconds in which a picture would have come."""


def sent(term: Terminal) -> list[re.Match[bytes]]:
    return list(_SHOWN.finditer(term.raw))


def at_end(term: Terminal) -> bytes:
    """The codes of the picture at the end of the game, once it is there."""
    term.wait_for("move 0 of")
    term.send("end")
    term.wait_for("game is over")
    term.wait_for(lambda _: bool(sent(term)) and b"game is over" in term.raw[: sent(term)[-1].start()], 60.0)
    term.wait_idle()  # a picture in Sixel is sent in parts
    return sent(term)[-1][0]


def test_kitty_and_sixel_show_the_same_picture(tmp_path: Path) -> None:
    with Terminal(WATCH, tmp_path, env=ON, answers=KITTY) as term:
        # The finer picture may follow the rough one at once.
        image, corner, _ = kitty_picture("\x1b7" + at_end(term).decode().rpartition("\x1b7")[2])
        before = len(term.raw)
        term.send("home")
        term.wait_for("move 0 of")
        after = bytes(term.raw[before:])
        assert after.index(REMOVE) < after.index(b"move 0 of")
        term.wait_for(lambda _: b"a=T" in term.raw[before:], 60.0)
        term.signal(signal.SIGTERM)
        assert term.wait_end() == 143
        assert term.raw.rindex(b"a=T") < term.raw.rindex(REMOVE) < term.raw.rindex(b"\x1b[?1049l")
    other: Any = np.full((24 * CELL[1], 80 * CELL[0], 3), -999.0)
    with Terminal(WATCH, tmp_path, env=ON, answers=SIXEL) as term:
        sixel_picture(at_end(term).decode(), CELL, other)
    x, y = corner[0] * CELL[0], corner[1] * CELL[1]
    same = other[y : y + len(image), x : x + image.shape[1]]
    bare = image[..., 3] > 0
    assert bare.mean() > 0.5 and (same[~bare] == -999).all()
    assert np.abs(same[bare] - image[bare][:, :3]).mean() < 4


def test_nothing_is_sent_where_pixels_may_not_be(tmp_path: Path) -> None:
    neither = SIZE | {b"\x1b[c": b"\x1b[?62;22c"}
    cases: list[tuple[list[str], dict[str, str], dict[bytes, bytes], bool]] = [
        ([], {}, {}, True),  # the terminal does not answer
        ([], {}, neither, True),
        ([], {"TOWERGAMES_PICTURES": "cells"}, KITTY, False),
        ([], {"NO_COLOR": "1"}, KITTY, False),
        (["--ascii"], {}, KITTY, False),
        (["--plain"], {}, KITTY, False),
    ][sample(1, 0) :: sample(2, 1)]
    with ExitStack() as stack:
        terms = []
        for args, env, answers, _ in cases:
            terms.append(stack.enter_context(Terminal([*args, *WATCH], tmp_path, env=ON | env, answers=answers)))
        for term, (args, *_) in zip(terms, cases, strict=True):
            term.wait_for("Leaning Towers" if "--plain" in args else "move 0 of", 60.0)
        end = time.monotonic() + STILL
        while time.monotonic() < end:
            for term in terms:
                term.pump(0.02)
        for term, (*case, asked) in zip(terms, cases, strict=True):
            assert (b"a=q" in term.raw) is (b"\x1b[16t" in term.raw) is asked, case
            assert b"a=T" not in term.raw and b"\x1bP" not in term.raw, case


def test_help_asks_nothing(tmp_path: Path) -> None:
    with Terminal(["--help"], tmp_path, env=ON, answers=KITTY) as term:
        assert term.wait_end() == 0
        assert b"a=q" not in term.raw and b"\x1b[c" not in term.raw

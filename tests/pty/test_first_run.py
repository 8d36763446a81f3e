"""What a newcomer meets: an empty home, no colour, seven bits."""

from __future__ import annotations

import re
from pathlib import Path

from tests.forked import PROGRAM
from tests.pty.terminal import Terminal


def test_empty_home_shows_the_menu_and_writes_nothing(tmp_path: Path) -> None:
    with Terminal([], tmp_path, program=PROGRAM) as term:
        term.wait_for("Play with a guide")
        assert "Welcome!" in term.text and "Play without a guide" in term.text
        term.send("q")
        assert term.wait_end() == 0
    written = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    # Whether the engine runs on this machine may be known by now, and is kept in the cache.
    assert [file for file in written if not file.startswith("cache/towergames/engine-")] == []


def colours(raw: bytes) -> set[bytes]:
    """SGR parameters that choose a colour other than a grey."""
    found = set()
    for rgb in re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)(?=[;m])", raw):
        if len(set(rgb)) > 1:
            found.add(b";".join(rgb))
    return found


def test_no_color_shows_no_colour(tmp_path: Path) -> None:
    args = ["play", "takethat", "--seat", "Ann", "--seat", "bot:random", "--seed", "7"]
    with Terminal(args, tmp_path, env={"NO_COLOR": "1"}) as term:
        term.wait_for("Round 1")
        assert colours(bytes(term.raw)) == set()
    with Terminal([*args, "--name", "second"], tmp_path) as term:
        term.wait_for("Round 1")
        assert colours(bytes(term.raw))


def test_ascii_sends_seven_bits_only(tmp_path: Path) -> None:
    args = ["--ascii", "play", "takethat", "--seat", "Ann", "--seat", "bot:random", "--seed", "7"]
    with Terminal(args, tmp_path) as term:
        term.wait_for("Round 1")
        term.send("enter", "enter", "?")
        term.pump(0.5)
        assert max(term.raw) < 128

"""Variables of the environment that libraries take for more than they mean."""

from __future__ import annotations

from pathlib import Path

from tests.pty.terminal import Terminal


def test_the_window_has_the_size_that_the_terminal_tells(tmp_path: Path) -> None:
    exported = {"COLUMNS": "200", "LINES": "60"}
    with Terminal([], tmp_path, env=exported) as term, Terminal([], tmp_path) as other:
        for one in (term, other):
            one.wait_for("Quit")
            one.wait_idle()
        assert term.text == other.text
        term.resize(40, 10)
        term.wait_for("have 40x10")
    with Terminal(["--plain", "doctor"], tmp_path, env=exported) as term:
        term.wait_end()
        assert b"columns: 80" in term.raw and b"rows: 24" in term.raw


def test_an_empty_no_color_means_nothing(tmp_path: Path) -> None:
    with Terminal([], tmp_path, env={"NO_COLOR": ""}) as term:
        term.wait_for("Quit")
        term.wait_idle()
        coloured = {part[:12] for part in bytes(term.raw).split(b"\x1b[38;2;")[1:]}
        assert any(len(set(part.split(b"m")[0].split(b";")[:3])) > 1 for part in coloured), "not only greys"
    with Terminal(["doctor"], tmp_path, env={"NO_COLOR": ""}) as term:
        term.wait_end()
        assert b"colours: 16 million" in term.raw

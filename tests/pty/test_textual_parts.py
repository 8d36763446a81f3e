"""The program plays with a Textual that lacks any one of the private parts that it uses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import textual

from tests.combinations import first
from tests.pty.terminal import Terminal
from tests.pty.test_survival import PLAY, build, moves_saved
from towergames.exit_codes import OK

PARTS = (
    *("_driver", "_writer_thread", "_compositor", "_styles_cache", "_display", "_set_forwarded", "_segments"),
    *("_queue", "_file", "run_input_thread", "attrs_before", "exit_event", "WriterThread", "XTermParser"),
    *("ChopsUpdate", "StylesCache", "get_inner_outer", "render_strips", "layers_visible", "spans", "_batch_count"),
    *("_handle_exception", "_exit_renderables", "_close_messages_no_wait", "_exception", "_exception_event"),
    *("_return_code", "_screen_resized", "_layout_widgets", "_sigtstp_application", "_loop", "_app"),
)


def test_textual_has_these_parts_now() -> None:
    source = "\n".join(path.read_text() for path in Path(textual.__file__).parent.rglob("*.py"))
    assert [part for part in PARTS if not re.search(rf"\b{part}\b", source)] == []


@pytest.mark.parametrize("part", first(4, PARTS))
def test_without_one_part_the_program_plays(tmp_path: Path, part: str) -> None:
    with Terminal(PLAY, tmp_path, program=("-m", "tests.pty.without_part", part)) as term:
        before = term.attributes()
        term.wait_for("1 I am Ann", 60.0)
        build(term)
        term.resize(100, 30)
        term.send("?")
        term.wait_for("Go one step back")
        term.send("escape")
        term.wait_for("Build on another tower")
        term.send("\x11")
        assert term.wait_end(60.0) == OK
        assert term.on_main_screen and term.attributes() == before
    assert len(moves_saved(tmp_path)) == 2

"""What the operating system refuses is no fault of this program: closed streams, full disks, long paths, pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Run, process, unread
from tests.combinations import first
from tests.plain.helpers import header_of, script_of
from towergames.core.files import read_regular
from towergames.exit_codes import BAD_INPUT, NOT_WRITTEN
from towergames.session.app_state import Memory
from towergames.settings import load, save
from towergames.table.save_file import load_file
from towergames.tui.keymap import load_keymap
from towergames.tui.screens.records.since import read_since

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX streams and files")

LONG = "/tmp/" + "/".join(["y" * 200] * 30)
BOTS = "play takethat --seat bot:random --seat bot:random --seed 3"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "command", first(4, ["list", "--help", "doctor", BOTS, "--version", "list --json", "rules takethat"])
)
def test_an_output_that_is_full_is_told_and_no_fault_of_ours(command: str) -> None:
    code, _, err = process(*command.split(), streams={1: "/dev/full"})
    assert (code, err) == (NOT_WRITTEN, "towergames: the output cannot be written: No space left on device\n")


@pytest.mark.parametrize(
    ("command", "streams", "expected"),
    [
        ("list", {0: None, 1: None, 2: None}, NOT_WRITTEN),
        ("list", {2: None}, 0),
        ("nosuch", {1: None, 2: None}, BAD_INPUT),
        ("nosuch", {2: "/dev/full"}, BAD_INPUT),
        ("", {0: None}, 0),
        (BOTS, {1: None}, NOT_WRITTEN),
        (BOTS, {2: None}, 0),
        ("score takethat -", {0: None}, BAD_INPUT),
        ("score takethat -", {0: "/dev/null"}, BAD_INPUT),
        ("list", {1: None}, NOT_WRITTEN),
        ("list", {0: None}, 0),
        ("nosuch", {2: None}, BAD_INPUT),
    ],
)
def test_closed_streams_end_with_its_code(command: str, streams: Mapping[int, str | int | None], expected: int) -> None:
    assert process(*command.split(), streams=streams)[0] == expected


def test_no_output_of_a_shells_command_ever_lands_in_a_save(own_home: Path) -> None:
    command = f"{sys.executable} -m towergames {BOTS} --name x <&- >&- 2>&-"
    assert subprocess.run(["bash", "-c", command], timeout=60).returncode == NOT_WRITTEN
    loaded = load_file(own_home / "saves" / "x.jsonl")
    assert loaded.damage is None and loaded.history.records


@pytest.mark.parametrize("command", ["list", "--help", BOTS, "play --help", "rules bricks", "doctor"])
def test_a_reader_that_has_gone_gives_141_in_every_command(command: str) -> None:
    with unread() as pipe:
        assert process(*command.split(), streams={1: pipe}) == (141, "", "")


@pytest.mark.parametrize(
    "arguments",
    [
        f"--saves {LONG} saves",
        f"--saves {LONG} stats",
        f"--saves {LONG} continue",
        f"--saves {LONG} {BOTS}",
        f"load {LONG}",
        f"verify {LONG}",
        f"export {LONG}",
        f"score takethat {LONG}",
        f"lookup mood --words {LONG}",
        f"lookup mood --words {'x' * 300}",
        "lookup mood --words ~nosuch/list",
    ],
)
def test_a_path_that_cannot_be_is_bad_input(run: Run, arguments: str) -> None:
    code, out, err = run(*arguments.split())
    assert (code, out) == (BAD_INPUT, "") and err.startswith("towergames: ")
    assert "fault of this program" not in err


def test_a_long_path_of_settings_is_told_and_does_no_harm(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TOWERGAMES_CONFIG", "TOWERGAMES_SAVES"):
        monkeypatch.setenv(name, LONG)
    code, out, _ = run("doctor")
    assert code == 0 and out.count("File name too long") >= 3
    monkeypatch.delenv("TOWERGAMES_SAVES")
    code, out, _ = run("--plain", given=b"")
    assert code == 0 and "cannot be read: File name too long" in " ".join(out.split())


@pytest.fixture(params=["fifo", "device"])
def stranger(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A pipe that nobody writes into, or a link to a device without end."""
    path = tmp_path / "stranger"
    if request.param == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    return path


def test_a_pipe_or_a_device_is_never_waited_for(stranger: Path, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not a regular file"):
        read_regular(stranger, 10)
    for name in ("settings.toml", "keys.toml", "tables.json", "statistics-since"):
        os.link(stranger, tmp_path / name, follow_symlinks=False)
    known = load(str(tmp_path))
    assert "settings.toml: cannot be read: it is not a regular file. The defaults are used" in known.notices[0]
    with pytest.raises(OSError, match="not a regular file"):
        save(known, {"theme": "light"})
    (notice,) = load_keymap("default", tmp_path / "keys.toml", tuple).notices
    assert "keys.toml cannot be read: it is not a regular file. The preset is used" in notice
    memory = Memory.load(tmp_path)
    assert "tables.json: cannot be read: it is not a regular file. Your last tables are not known" in memory.notice
    with pytest.raises(OSError, match="not a regular file"):
        memory.remember_lesson("takethat", 1, [])
    assert read_since(tmp_path) == ""


def test_a_word_list_or_a_save_that_is_no_file_is_refused(stranger: Path) -> None:
    code, _, err = process("lookup", "mood", "--words", str(stranger))
    assert code == BAD_INPUT and "stranger cannot be read: it is not a regular file" in err
    code, _, err = process("load", str(stranger))
    assert code == BAD_INPUT and ". A saved game ends in .jsonl" in err


def test_settings_and_keys_with_a_byte_order_mark_and_crlf_are_read(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b'\xef\xbb\xbftheme = "light"\r\npace = "short"\r\n')
    (tmp_path / "keys.toml").write_bytes(b'\xef\xbb\xbfhelp = "f9"\r\n')
    known = load(str(tmp_path))
    assert (known["theme"], known["pace"], known.notices) == ("light", "short", ())
    keymap = load_keymap("default", tmp_path / "keys.toml", lambda: ("help",))
    assert keymap.keys["help"] == ("f9",) and keymap.notices == ()


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_the_doctor_tells_only_clean_text(run: Run, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...]) -> None:
    for name in ("LANG", "TERM", "COLORTERM", "TMUX", "TEXTUAL_ANIMATIONS"):
        monkeypatch.setenv(name, f"a\rb\x1b[2J\nc\x07{name}")
    monkeypatch.setenv("TOWERGAMES_SAVES", "/tmp/a\rb\nc")
    monkeypatch.setenv("TOWERGAMES_THEME", "li\rght\x1b[2J")
    _, out, err = run("doctor", *flags)
    told = (out + err).replace("\n", "")
    assert told.isprintable() and "a b[2J cLANG" in told


def test_one_wrong_byte_is_one_refused_line(own_home: Path) -> None:
    move = script_of(header_of("Ann", "Bob", first=1))[0][1]
    play = "play takethat --seat Ann --seat bot:random --option first=1 --seed 7 --name x --plain"
    typed = b"\xef\xbb\xbfboard\r\n" + b"ha\xffnd\n" + f"{move}\r\n".encode() + b"quit\n"
    code, out, _ = process(*play.split(), given=typed)
    said = " ".join(out.split())
    assert code == 0
    assert "That line is not UTF-8 text." in said
    assert "Deck " in said.split("> board")[1]
    assert load_file(own_home / "saves" / "x.jsonl").history.plays[-1].notation == move

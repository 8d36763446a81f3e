"""What the operating system refuses is no fault of this program: closed streams, full disks, long paths, pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.combinations import first
from tests.plain.helpers import header_of, script_of
from towergames.core.files import read_regular
from towergames.exits import BAD_INPUT, NOT_WRITTEN
from towergames.settings import load, save
from towergames.table.store import load_file
from towergames.tui.app_state import Memory
from towergames.tui.keymap import load_keymap
from towergames.tui.screens.statistics import read_since

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX streams and files")

PROGRAM = f"{sys.executable} -m towergames"
LONG = "/tmp/" + "/".join(["y" * 200] * 30)
BOTS = "play takethat --seat bot:random --seat bot:random --seed 3"


def shell(command: str, **environment: str) -> tuple[int, str, str]:
    """A command line in which ``towergames`` stands for the program: exit code, stdout, stderr."""
    done = subprocess.run(
        ["bash", "-c", command.replace("towergames", PROGRAM, 1)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=60,
        env=os.environ | environment,
    )
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "command", first(4, ["list", "--help", "doctor", BOTS, "--version", "list --json", "rules takethat"])
)
def test_an_output_that_is_full_is_told_and_no_fault_of_ours(command: str) -> None:
    code, _, err = shell(f"towergames {command} > /dev/full")
    assert (code, err) == (NOT_WRITTEN, "towergames: the output cannot be written: No space left on device\n")


@pytest.mark.parametrize(
    ("redirected", "expected"),
    first(
        8,
        [
            ("list <&- >&- 2>&-", NOT_WRITTEN),
            ("list 2>&-", 0),
            ("nosuch >&- 2>&-", BAD_INPUT),
            ("nosuch 2>/dev/full", BAD_INPUT),
            ("<&-", 0),
            (f"{BOTS} >&-", NOT_WRITTEN),
            (f"{BOTS} 2>&-", 0),
            ("score takethat - <&-", BAD_INPUT),
            ("score takethat - 0>/dev/null", BAD_INPUT),
            ("list >&-", NOT_WRITTEN),
            ("list <&-", 0),
            ("list >&- 2>&-", NOT_WRITTEN),
            ("nosuch 2>&-", BAD_INPUT),
        ],
    ),
)
def test_closed_streams_end_with_a_true_code(redirected: str, expected: int) -> None:
    assert shell(f"towergames {redirected}")[0] == expected


def test_no_output_ever_lands_in_a_save(own_home: Path) -> None:
    shell(f"towergames {BOTS} --name x <&- >&- 2>&-")
    loaded = load_file(own_home / "saves" / "x.jsonl")
    assert loaded.damage is None and loaded.history.records


@pytest.mark.parametrize("command", first(3, ["list", "--help", BOTS, "play --help", "rules bricks", "doctor"]))
def test_a_reader_that_has_gone_gives_141_in_every_command(command: str) -> None:
    assert shell(f"towergames {command} | head -n 0; exit ${{PIPESTATUS[0]}}")[0] in (0, 141)


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


def test_a_long_path_of_settings_is_told_and_does_no_harm() -> None:
    code, out, _ = shell("towergames doctor", TOWERGAMES_CONFIG=LONG, TOWERGAMES_SAVES=LONG)
    assert code == 0 and out.count("File name too long") >= 3
    code, out, _ = shell("towergames --plain", TOWERGAMES_CONFIG=LONG)
    assert code == 0 and "cannot be read: File name too long" in " ".join(out.split())


# --- what is no file --------------------------------------------------------------------------------------


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
    code, _, err = shell(f"towergames lookup mood --words {stranger}")
    assert code == BAD_INPUT and "stranger cannot be read: it is not a regular file" in err
    code, _, err = shell(f"towergames load {stranger}")
    assert code == BAD_INPUT and ". A saved game ends in .jsonl" in err


def test_settings_and_keys_with_a_byte_order_mark_and_crlf_are_read(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b'\xef\xbb\xbftheme = "light"\r\npace = "short"\r\n')
    (tmp_path / "keys.toml").write_bytes(b'\xef\xbb\xbfhelp = "f9"\r\n')
    known = load(str(tmp_path))
    assert (known["theme"], known["pace"], known.notices) == ("light", "short", ())
    keymap = load_keymap("default", tmp_path / "keys.toml", lambda: ("help",))
    assert keymap.keys["help"] == ("f9",) and keymap.notices == ()


# --- text from the environment and from the keyboard ------------------------------------------------------


def test_the_doctor_tells_no_control_characters_of_the_environment() -> None:
    nasty = {name: f"a\rb\x1b[2J\nc\x07{name}" for name in ("LANG", "TERM", "COLORTERM", "TMUX", "TEXTUAL_ANIMATIONS")}
    folder = {"TOWERGAMES_SAVES": "/tmp/a\rb\nc", "TOWERGAMES_THEME": "li\rght\x1b[2J"}
    for flags in ("", "--json"):
        _, out, err = shell(f"towergames doctor {flags}", **nasty, **folder)
        told = (out + err).replace("\n", "")
        assert told.isprintable() and "a b[2J cLANG" in told


def test_one_wrong_byte_is_one_refused_line(own_home: Path) -> None:
    move = script_of(header_of("Ann", "Bob", first=1))[0][1]
    play = f"{PROGRAM} play takethat --seat Ann --seat bot:random --option first=1 --seed 7 --name x --plain"
    typed = b"\xef\xbb\xbfboard\r\n" + b"ha\xffnd\n" + f"{move}\r\n".encode() + b"quit\n"
    done = subprocess.run(play.split(), input=typed, capture_output=True, timeout=60)
    said = " ".join(done.stdout.decode().split())
    assert done.returncode == 0
    assert "That line is not UTF-8 text." in said
    assert "Deck " in said.split("> board")[1]
    assert load_file(own_home / "saves" / "x.jsonl").history.plays[-1].notation == move

"""What only a process of its own can show: what is imported, how pipes and shells are treated."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Run, process
from towergames import registry
from towergames.cli import complete
from towergames.cli.main import main

HEAVY = (
    *("textual", "rich", "pydantic", "msgspec", "asyncio", "towergames.tui", "towergames.lexicon"),
    *("towergames.games.takethat.game", "towergames.games.words.game"),
)
PROGRAM = [sys.executable, "-m", "towergames"]


def loaded_by(commands: Sequence[str], unwanted: Iterable[str]) -> str:
    """Which of some modules were imported, and after which of the commands, run one after the other in a process."""
    code = (
        "import sys\n"
        "from towergames.cli.main import main\n"
        f"for command in {commands!r}:\n"
        "    assert main(command.split()) == 0\n"
        f"    print('LOADED', command, sorted(set(sys.modules) & {set(unwanted)!r}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    told = [line for line in done.stdout.splitlines() if line.startswith("LOADED")]
    assert len(told) == len(commands)
    return "\n".join(line for line in told if not line.endswith("[]"))


def test_help_loads_nothing_heavy() -> None:
    assert not loaded_by(("--version", "--help", "play --help", "score --help"), HEAVY)


def test_headless_commands_leave_the_screen_alone() -> None:
    screen = ("textual", "rich", "pydantic", "towergames.tui")
    assert not loaded_by(("rules takethat R-1", "saves", "stats", "list"), (*screen, "numpy", "importlib.metadata"))
    assert not loaded_by(("doctor",), screen)


def test_the_title_screen_waits_for_nothing_that_only_tables_need() -> None:
    code = "import sys, towergames.tui.run, towergames.tui.screens.menu\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    later = {"towergames.board.protocol", "towergames.core.contract", "towergames.core.bot", "towergames.table.store"}
    later.add("towergames.table.save_file")
    assert not set(done.stdout.split()) & {*later, "typer", "msgspec", "numpy", "towergames.session.controller"}


@pytest.mark.skipif(os.name != "posix", reason="POSIX pipes")
def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m towergames rules takethat | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.splitlines()[0] == "Take That Towers"
    assert done.stdout.splitlines()[1] in ("0", "141")


def test_a_pipe_to_a_seat_is_answered_and_ends_while_the_other_seat_has_no_window(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    saves = ["--saves", str(tmp_path)]
    play = [*PROGRAM, *saves, "play", "takethat", "--seat", "Ann", "--seat", "Ben", "--open", "--option", "first=1"]
    subprocess.run(play, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=60)
    for typed, last in (("board\nquit\n", "Saved as takethat-ann-ben."), ("board\n", "Waiting for Ann>")):
        join = [*PROGRAM, *saves, "join", "--seat", "Ben"]
        done = subprocess.run(join, input=typed, text=True, capture_output=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Waiting for Ann> board\nAnn builds" in done.stdout
        assert done.stdout.rstrip().endswith(last)


def test_bare_towergames_in_a_pipe_offers_the_menu_and_leaves() -> None:
    code, out, err = process()
    assert (code, err) == (0, "") and "1 continue:" in out and "\x1b" not in out


def test_an_output_that_is_not_utf8_gets_ascii() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    play = [*PROGRAM, "play", "takethat", "--seat", "Jürgen=bot:easy", "--seat", "bot:random", "--plain"]
    done = subprocess.run(play, stdin=subprocess.DEVNULL, capture_output=True, env=environment, timeout=60)
    assert done.returncode == 0 and done.stderr == b""
    assert done.stdout.isascii() and b"Jurgen" in done.stdout


@pytest.mark.parametrize(
    ("shell", "variables"),
    [
        ("bash", {"COMP_WORDS": "towergames\nplay\ntake", "COMP_CWORD": "2"}),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "towergames play take"}),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "towergames play --plain --saves x take"}),
        ("fish", {"_TYPER_COMPLETE_ARGS": "towergames play take", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}),
    ],
)
def test_shells_are_completed(shell: str, variables: dict[str, str]) -> None:
    _, out, _ = process(_TOWERGAMES_COMPLETE=f"complete_{shell}", **variables)
    assert "takethat" in out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("play takethat --option de", "deck=weighted"),
        ("play takethat --option deck =", "weighted"),
        ("play takethat --option deck = w", "weighted"),
        ("play takethat --option = deck = w", "weighted"),
        ("play takethat --seat bo", "bot:easy"),
        ("play takethat --seat bot :", "easy"),
        ("play takethat --seat bot : e", "easy"),
        ("play takethat --seat Ann = bot : e", "easy"),
        ("play takethat --seat Ann = bot : hard --plain --option deck = w", "weighted"),
        ("--theme = da", "dark"),
        ("replay --plain example-wo", "example-words"),
        ("rules takethat R-1", "R-12"),
        ("verify --js", "--json"),
        ("play takethat --pl", "--plain"),
        ("verify --sa", "--saves"),
        ("sc", "score"),
    ],
)
def test_bash_completes_inside_commands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, offered: str
) -> None:
    """Between the spaces are the words as bash cuts them."""
    words = ["towergames", *typed.split()]
    monkeypatch.setattr(complete, "_begun", "")
    variables = {
        "COMP_WORDS": "\n".join(words),
        "COMP_CWORD": str(len(words) - 1),
        "_TOWERGAMES_COMPLETE": "complete_bash",
    }
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=r"^0$"):
        main([])
    told = capsys.readouterr()
    assert offered in told.out.split() and told.err == ""


def test_a_fault_of_ours_is_said_without_a_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(registry, "entries", broken)
    code, _, err = run("list")
    assert code == 70
    assert "a fault of this program, RuntimeError: boom" in err and "Traceback" not in err

"""Foreign text on a real terminal: nothing in a name, a save or a file name may act on it (R9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pty.terminal import Terminal
from towergames import registry
from towergames.table.records import SeatSetup, seal
from towergames.table.setup import new_header

HOSTILE = {
    "clear": "\x1b[2JAnn",
    "clipboard": "\x1b]52;c;cHduZWQ=\x07Ann",
    "c1": "\u009b31mAnn",
    "nul": "A\x00nn",
    "override": "\u202eAnn",
    "markup": "[red]Ann[/red][@click=app.quit]x[/]",
    "title": "\x1b]0;pwned\x07Ann",
}
FORBIDDEN = [b"\x1b]52", b"\x1b]0;pwned", b"\xc2\x9b", b"\x00", "\u202e".encode(), b"\x1b[2JA"]


def hostile_saves(folder: Path) -> None:
    """Two saves whose checksums are right and whose players' names are not."""
    game, kinds = registry.get("takethat").game, sorted(HOSTILE)
    folder.mkdir(parents=True, exist_ok=True)
    for number, names in enumerate((kinds[:4], kinds[4:])):
        header = new_header(game, [SeatSetup(kind) for kind in names], {}, 7)
        fields = {f: getattr(header, f) for f in header.__dataclass_fields__}
        hostile = tuple(SeatSetup(HOSTILE[kind]) for kind in names)
        told = "".join(seat.name for seat in hostile)
        line, _ = seal(type(header)(**(fields | {"seats": hostile, "created": told, "app": told})))
        (folder / f"hostile-{number}.jsonl").write_bytes(line)


def clean_bytes(term: Terminal) -> None:
    for bad in FORBIDDEN:
        assert bad not in term.raw, bad


def test_a_hostile_save_reaches_no_screen_raw(tmp_path: Path) -> None:
    hostile_saves(tmp_path / "saves")
    for number, keys in ((1, ()), (0, ("down",))):
        with Terminal([], tmp_path) as term:
            term.wait_for("New game")
            term.send("l")
            term.wait_for("─ hostile-1 ─")
            term.send(*keys)
            term.wait_for(f"─ hostile-{number} ─")
            term.send("enter")
            term.pump(1.2)
            term.send("enter")
            term.pump(0.5)
            clean_bytes(term)


def test_hostile_names_on_the_command_line_reach_no_screen_raw(tmp_path: Path) -> None:
    names = [HOSTILE[kind].replace("=", "-") for kind in ("clear", "clipboard", "override", "markup")]
    seats = [word for name in names[1:] for word in ("--seat", f"{name}=bot:random")]
    with Terminal(["play", "takethat", "--seat", names[0], *seats, "--seed", "3"], tmp_path) as term:
        term.wait_for("Round 1")
        clean_bytes(term)


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("args", [["saves"], ["load", "hostile", "--plain"], ["verify"], ["export"]])
def test_a_hostile_save_reaches_no_line_raw(tmp_path: Path, args: list[str], number: int) -> None:
    hostile_saves(tmp_path / "saves")
    name = {"saves": [], "load": [f"hostile-{number}"]}.get(args[0], [f"saves/hostile-{number}.jsonl"])
    with Terminal([args[0], *name, *args[2:]], tmp_path) as term:
        term.pump(2.0)
        term.send("quit\r")
        assert term.wait_end() in (0, 1, 2)
        clean_bytes(term)
        assert b"\x1b" not in term.raw

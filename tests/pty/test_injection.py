"""Foreign text on a real terminal: nothing in a name, a save or a file name may act on it (R9)."""

from __future__ import annotations

from collections.abc import Sequence
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


KINDS = sorted(HOSTILE)
GROUPS = pytest.mark.parametrize(
    "kinds", [KINDS[:4], KINDS[4:], *(pytest.param([kind], marks=pytest.mark.long) for kind in KINDS)], ids=",".join
)
"""The names of one save: several in the everyday run, each alone in the long run."""


def hostile_save(folder: Path, kinds: Sequence[str]) -> None:
    """A save whose checksums are right and whose players' names are not."""
    names = [*kinds, "Bob"][: max(2, len(kinds))]
    header = new_header(registry.get("takethat").game, [SeatSetup(name) for name in names], {}, 7)
    fields = {f: getattr(header, f) for f in header.__dataclass_fields__}
    hostile = [SeatSetup(HOSTILE[kind]) for kind in kinds]
    told = "".join(seat.name for seat in hostile)
    seats = (*hostile, *header.seats[len(hostile) :])
    line, _ = seal(type(header)(**(fields | {"seats": seats, "created": told, "app": told})))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hostile.jsonl").write_bytes(line)


def clean_bytes(term: Terminal) -> None:
    for bad in FORBIDDEN:
        assert bad not in term.raw, bad


@GROUPS
def test_a_hostile_save_reaches_no_screen_raw(tmp_path: Path, kinds: list[str]) -> None:
    hostile_save(tmp_path / "saves", kinds)
    with Terminal([], tmp_path) as term:
        term.wait_for("Continue")
        term.send("l")
        term.wait_for("─ hostile ─")
        term.send("enter")
        term.pump(1.2)
        term.send("enter")
        term.pump(0.5)
        clean_bytes(term)


@pytest.mark.parametrize(
    "kinds",
    [
        ["clear", "clipboard", "override", "markup"],
        *(pytest.param([kind], marks=pytest.mark.long) for kind in ("clear", "clipboard", "override", "markup")),
    ],
    ids=",".join,
)
def test_hostile_names_on_the_command_line_reach_no_screen_raw(tmp_path: Path, kinds: list[str]) -> None:
    first, *others = [HOSTILE[kind].replace("=", "-") for kind in kinds]
    seats = [word for name in (others or ["Bob"]) for word in ("--seat", f"{name}=bot:random")]
    with Terminal(["play", "takethat", "--seat", first, *seats, "--seed", "3"], tmp_path) as term:
        term.wait_for("Round 1")
        clean_bytes(term)


@GROUPS
@pytest.mark.parametrize(
    "args",
    [["saves"], ["load", "hostile", "--plain"], ["verify", "saves/hostile.jsonl"], ["export", "saves/hostile.jsonl"]],
    ids=lambda args: args[0],
)
def test_a_hostile_save_reaches_no_line_raw(tmp_path: Path, args: list[str], kinds: list[str]) -> None:
    hostile_save(tmp_path / "saves", kinds)
    with Terminal(args, tmp_path) as term:
        term.pump(2.0)
        term.send("quit\r")
        assert term.wait_end() in (0, 1, 2)
        clean_bytes(term)
        assert b"\x1b" not in term.raw

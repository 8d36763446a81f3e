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


def hostile_save(folder: Path, name: str) -> None:
    """A save whose checksums are right and whose first player's name is not."""
    game = registry.get("takethat").game
    header = new_header(game, [SeatSetup("Ann"), SeatSetup("Bob")], {}, 7)
    fields = {f: getattr(header, f) for f in header.__dataclass_fields__}
    line, _ = seal(
        type(header)(**(fields | {"seats": (SeatSetup(name), SeatSetup("Bob")), "created": name, "app": name}))
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hostile.jsonl").write_bytes(line)


def clean_bytes(term: Terminal) -> None:
    for bad in FORBIDDEN:
        assert bad not in term.raw, bad


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_a_hostile_save_reaches_no_screen_raw(tmp_path: Path, kind: str) -> None:
    hostile_save(tmp_path / "saves", HOSTILE[kind])
    with Terminal([], tmp_path) as term:
        term.wait_for("New game")
        term.send("l")
        term.wait_for("hostile")
        term.pump(0.5)
        term.send("enter")
        term.pump(1.2)
        term.send("enter")
        term.pump(0.5)
        clean_bytes(term)


@pytest.mark.parametrize("kind", ["clear", "clipboard", "override", "markup"])
def test_a_hostile_name_on_the_command_line_reaches_no_screen_raw(tmp_path: Path, kind: str) -> None:
    with Terminal(
        ["play", "takethat", "--seat", HOSTILE[kind].replace("=", "-"), "--seat", "bot:random", "--seed", "3"], tmp_path
    ) as term:
        term.wait_for("Round 1")
        clean_bytes(term)


@pytest.mark.parametrize(
    "args",
    [["saves"], ["load", "hostile", "--plain"], ["verify", "saves/hostile.jsonl"], ["export", "saves/hostile.jsonl"]],
)
def test_a_hostile_save_reaches_no_line_raw(tmp_path: Path, args: list[str]) -> None:
    for kind, name in HOSTILE.items():
        hostile_save(tmp_path / "saves", name)
        with Terminal(args, tmp_path) as term:
            term.pump(2.0)
            term.send("quit\r")
            assert term.wait_end() in (0, 1, 2), kind
            clean_bytes(term)
            assert b"\x1b" not in term.raw

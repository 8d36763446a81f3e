"""A save that another program copied with other ends of lines or a byte order mark is the same save, and played on."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.combinations import combined
from tests.golden.make import SAVES
from tests.plain.helpers import header_of, script_of
from towergames.table.journal import parse_journal
from towergames.table.save_file import load_file, replay_contents, verify
from towergames.table.store import Store

GOLDEN = sorted(SAVES.glob("*.jsonl"))[::7]


def crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def marked(data: bytes) -> bytes:
    return codecs.BOM_UTF8 + data


def both(data: bytes) -> bytes:
    return marked(crlf(data))


def mixed(data: bytes) -> bytes:
    """As a save that was played on after it had been copied."""
    lines = data.splitlines(keepends=True)
    return marked(crlf(b"".join(lines[:4])) + b"".join(lines[4:]))


def unended(data: bytes) -> bytes:
    """As a text editor leaves a file whose last line it does not end."""
    return data.removesuffix(b"\n")


def spaced(data: bytes) -> bytes:
    """With blank lines at the start, between two lines and at the end."""
    lines = data.splitlines(keepends=True)
    return b"\n" + b"".join(lines[:2]) + b"\r\n\n" + b"".join(lines[2:]) + b"\n"


WAYS = [crlf, marked, both, mixed, unended, spaced]
COPIES = pytest.mark.parametrize("copied", WAYS)


@combined(name=[path.name for path in GOLDEN], copied=WAYS)
def test_it_is_read_as_the_save_that_was_copied(name: str, copied: Callable[[bytes], bytes]) -> None:
    data = (SAVES / name).read_bytes()
    original, copy = parse_journal(data), parse_journal(copied(data))
    assert copy.damage is None and copy.records == original.records and copy.last_sum == original.last_sum
    assert copy.good == copied(data)
    assert replay_contents(copy).history.state == replay_contents(original).history.state


def half(folder: Path) -> tuple[Path, list[str]]:
    """A save of a game that is not over, and the moves that were not made."""
    header = header_of("Ann", "Bob", first=1)
    moves = [line for line in script_of(header)[0] if line]
    table = Store(folder).begin(header, "half")
    for move in moves[:6]:
        table.submit(table.turn.seat, table.parse(move))  # type: ignore[union-attr]
    table.close()
    return folder / "half.jsonl", moves[6:]


@COPIES
def test_it_is_played_on_and_stays_one_good_save(tmp_path: Path, copied: Callable[[bytes], bytes]) -> None:
    path, rest = half(tmp_path)
    path.write_bytes(before := copied(path.read_bytes()))
    for move in rest[:4]:  # opened anew for every move
        table = Store(tmp_path).open("half")
        assert not table.read_only
        table.submit(table.turn.seat, table.parse(move))  # type: ignore[union-attr]
        assert table.close() and not table.saved.unsaved_reason
    assert path.read_bytes().startswith(before), "what was there is never rewritten"
    assert verify(path).ok
    assert [play.notation for play in load_file(path).history.plays if play.by is not None][-4:] == rest[:4]


@COPIES
def test_a_changed_byte_is_noticed_and_the_rest_recovered(tmp_path: Path, copied: Callable[[bytes], bytes]) -> None:
    path, _ = half(tmp_path)
    data = copied(path.read_bytes())
    at = data.index(b'"n":4,') + 4
    path.write_bytes(data[:at] + b"5" + data[at + 1 :])
    assert verify(path).record == 4
    table = Store(tmp_path).open("half")
    assert not table.read_only and table.history.records == 3
    table.close()
    assert data.startswith(path.read_bytes()) and verify(path).ok


@pytest.mark.parametrize("ends", [b"\r", b"\r\r\n", b" \n", b"\n \n"])
def test_other_line_ends_are_damage(ends: bytes) -> None:
    data = GOLDEN[0].read_bytes()
    first, second = data.split(b"\n")[:2]
    made = first + b"\n" + second + ends + data.split(b"\n", 2)[2]
    assert parse_journal(made).damage is not None


def test_a_save_of_which_only_the_first_line_is_there_may_lack_its_end(tmp_path: Path) -> None:
    path, _ = half(tmp_path)
    path.write_bytes(path.read_bytes().split(b"\n")[0])
    assert verify(path).ok
    assert not Store(tmp_path).is_open("half")
    table = Store(tmp_path).open("half")
    assert not table.saved.unsaved_reason and table.close()
    assert verify(path).ok and len(path.read_bytes().splitlines()) == table.history.records + 1 > 1

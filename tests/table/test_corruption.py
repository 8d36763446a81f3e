"""R7: no byte changes unnoticed, and what stands before can still be played. Nothing but SaveError comes out."""

from __future__ import annotations

import copy
import random
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.combinations import sample
from tests.golden.make import SAVES
from tests.null.game import NullGame
from tests.table.helpers import lines_of, reseal
from towergames.core.text import clean
from towergames.session.replay import Replay
from towergames.table.errors import SaveError
from towergames.table.facts import facts
from towergames.table.history import History
from towergames.table.journal import parse_journal
from towergames.table.log import log_lines
from towergames.table.pad import build_pad
from towergames.table.records import EDITION_FORMATS, MAX_DEPTH, MAX_FILE, MAX_LINE, MAX_RECORDS, MAX_SEED
from towergames.table.save_file import Loaded, replay_contents

GOLDEN = sorted(path.name for path in SAVES.glob("*.jsonl"))


@cache
def _original(name: str) -> tuple[bytes, Loaded]:
    data = (SAVES / name).read_bytes()
    return data, replay_contents(parse_journal(data))


def _mutations(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Flips, replacements, inserts, deletions and swaps of bytes and lines; never a mere cut between two lines.

    A carriage return before the end of a line, a blank line, and the end of the last line change nothing that counts.
    """
    dice = random.Random(seed)
    lines = data.splitlines(keepends=True)
    while count:
        made = _mutation(data, lines, dice)
        bare = re.sub(rb"(\r?\n)+", b"\n", made.removesuffix(b"\r") + b"\n").removeprefix(b"\n")
        if bare != data and not data.startswith(made):
            count -= 1
            yield made


def _mutation(data: bytes, lines: list[bytes], dice: random.Random) -> bytes:
    at, other = dice.randrange(len(data)), dice.randrange(len(data))
    row, low = dice.randrange(len(lines)), dice.randrange(len(lines) - 1)
    some = bytes([dice.randrange(256)])
    flipped = bytes([data[at] ^ (1 << dice.randrange(8))])
    return dice.choice(
        [
            lambda: data[:at] + flipped + data[at + 1 :],
            lambda: data[:at] + some + data[at + 1 :],
            lambda: data[:at] + some + data[at:],
            lambda: data[:at] + data[at + 1 :],
            lambda: _swapped(data, at, other),
            lambda: b"".join([*lines[:row], lines[low], *lines[row:]]),
            lambda: b"".join([*lines[:low], *lines[low + 1 :]]),
            lambda: b"".join([*lines[:low], lines[low + 1], lines[low], *lines[low + 2 :]]),
        ]
    )()


def _swapped(data: bytes, i: int, j: int) -> bytes:
    out = bytearray(data)
    out[i], out[j] = out[j], out[i]
    return bytes(out)


def _check_mutations(name: str, count: int, seed: int) -> None:
    data, original = _original(name)
    for made in _mutations(data, count, seed):
        try:
            loaded = replay_contents(parse_journal(made))
        except SaveError:
            continue  # the first line was hit
        assert loaded.damage is not None, "a change went unnoticed"
        good = loaded.damage.record - 1
        assert loaded.contents.records[:good] == original.contents.records[:good]
        assert made[: loaded.damage.good_bytes] == data[: loaded.damage.good_bytes]
        assert loaded.history.records == good


@pytest.mark.parametrize("name", GOLDEN)
def test_every_change_of_a_byte_or_a_line_is_noticed(name: str) -> None:
    _check_mutations(name, sample(1, 60), seed=GOLDEN.index(name))


@pytest.mark.long
@pytest.mark.parametrize("game", sorted({name.split("-")[0] for name in GOLDEN}))
def test_twenty_thousand_changes_for_every_game_are_noticed(game: str) -> None:
    of_game = [name for name in GOLDEN if name.startswith(game)]
    for name in of_game:
        _check_mutations(name, 20_000 // len(of_game) + 1, 2)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


def _use(loaded: Loaded) -> None:
    history = loaded.history
    header = history.header
    for text in (*(s.name for s in header.seats), *(s.bot for s in header.seats), header.created, header.app):
        assert clean(text) == text
    log = log_lines(history, None)
    assert all(line.text.isprintable() for line in log)
    build_pad(history).as_text()
    assert build_pad(history).grand_totals is not None
    replay = Replay(history)
    assert isinstance(replay.markers, tuple)
    replay.log()
    found = facts(history)
    assert found is None or all(clean(kind) == kind for seat in found.seats for kind in seat.help)
    assert loaded.damage is None or loaded.damage.reason.isprintable()


def _try(data: bytes) -> Loaded | None:
    try:
        loaded = replay_contents(parse_journal(data))
    except SaveError as error:
        assert str(error).isprintable()
        assert len(str(error)) < 400
        return None
    _use(loaded)
    return loaded


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _places(inner, (*path, key))


@given(data=st.data())
def test_lies_under_right_sums_give_a_game_or_a_save_error(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([n for n in GOLDEN if n.startswith(("null", "takethat-r1-2"))]))
    lines = copy.deepcopy(lines_of(SAVES / name))[:30]
    for _ in range(data.draw(st.integers(1, 3))):
        row = data.draw(st.integers(0, 5) if data.draw(st.booleans()) else st.integers(0, len(lines) - 1))
        place = data.draw(st.sampled_from(list(_places(lines[min(row, len(lines) - 1)]))))
        target: Any = lines[min(row, len(lines) - 1)]
        for key in place[:-1]:
            target = target[key]
        target[place[-1]] = data.draw(junk)
    try:
        made = reseal(lines)
    except (UnicodeEncodeError, ValueError):
        return
    _try(made)


@given(data=st.binary(max_size=400))
def test_any_bytes_at_all_are_no_save_and_no_crash(data: bytes) -> None:
    assert _try(data) is None


def _forged(name: str, row: int, **changes: Any) -> bytes:
    lines = lines_of(SAVES / name)
    lines[row] = lines[row] | changes
    return reseal(lines)


ESCAPES = "\x1b[2J\x9b31m\x07\u202egnp.exe\u200b\x00\x7f"

HEADERS: list[tuple[str, dict[str, Any]]] = [
    ("too many seats", {"seats": [{"name": "x", "bot": ""}] * 11}),
    ("no seats", {"seats": []}),
    ("a seed below zero", {"seed": -1}),
    ("a seed above the most", {"seed": MAX_SEED + 1}),
    ("a seed of a thousand digits", {"seed": 10**1000}),
    ("a seed that is a word", {"seed": "six"}),
    ("another magic", {"magic": "chess"}),
    ("a newer format", {"format": max(EDITION_FORMATS.values()) + 1, "app": ESCAPES}),
    ("format zero", {"format": 0}),
    ("an unknown game", {"game": ESCAPES}),
    ("newer rules", {"rules": 99}),
    ("an option nobody knows", {"options": {ESCAPES: ESCAPES}}),
    ("an option of the wrong type", {"options": {"heap": "12"}}),
    ("a number where the option is on or off", {"options": {"polite": 1}}),
    ("a word where the option is free text", {"options": {"motto": 7}}),
    ("too many options", {"options": {f"o{i}": 1 for i in range(100)}}),
    ("an option that is a list", {"options": {"heap": [12]}}),
    ("a series that does not fit", {"series": {"id": "s", "number": 2, "points": [1], "wins": [0]}}),
    ("a series with huge numbers", {"series": {"id": "s", "number": 2, "points": [10**400, 0], "wins": [0, 0]}}),
    ("a branch from nowhere", {"branch": {"save": "x", "moves": -4}}),
    ("too long a line", {"app": "x" * MAX_LINE}),
]


@pytest.mark.parametrize(("what", "changes"), HEADERS, ids=[what for what, _ in HEADERS])
def test_a_header_with(what: str, changes: dict[str, Any]) -> None:
    """... is refused with a clean sentence."""
    with pytest.raises(SaveError) as caught:
        replay_contents(parse_journal(_forged("null-r1-2.jsonl", 0, **changes)))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_names_and_other_texts_of_strangers_are_clean_when_loaded() -> None:
    seats = [{"name": ESCAPES + "Ann", "bot": ESCAPES}, {"name": ESCAPES, "bot": ""}]
    facts = {"id": ESCAPES, "sha256": "塔" * 300}
    made = _forged(
        "null-r1-2.jsonl", 0, seats=seats, created=ESCAPES, app=ESCAPES, wordlist=facts,
        branch={"save": ESCAPES, "moves": 3}, series={"id": ESCAPES, "number": 2, "points": [1, 2], "wins": [0, 1]},
    )  # fmt: skip
    loaded = _try(made)
    header = loaded.history.header
    assert [seat.name for seat in header.seats] == ["[2J31mgnp.exeAnn", "[2J31mgnp.exe"]
    assert [seat.bot for seat in header.seats] == ["unknown", ""]
    assert header.created == ""
    assert clean(header.branch.save) == header.branch.save == "[2J31mgnp.exe"
    assert header.series.id == "[2J31mgnp.exe"


def test_empty_and_equal_names_are_replaced_when_loaded() -> None:
    seats = [{"name": "\x1b", "bot": ""}, {"name": "ann", "bot": ""}, {"name": "Ann\u200d", "bot": ""}]
    loaded = _try(_forged("null-r1-3.jsonl", 0, seats=seats))
    assert [seat.name for seat in loaded.history.header.seats] == ["Player 1", "ann", "Player 3"]


def _row_of(name: str, kind: str) -> int:
    return next(i for i, line in enumerate(lines_of(SAVES / name)) if line.get("kind") == kind)


def _nested(depth: int) -> list[Any]:
    return [_nested(depth - 1)] if depth else []


RECORDS: list[tuple[str, str, dict[str, Any]]] = [
    ("an undo by nobody", "retract", {"by": 9}),
    ("an undo by a word", "retract", {"by": ESCAPES}),
    ("an undo to the future", "retract", {"body": {"to": 10**6}}),
    ("an undo to true", "retract", {"body": {"to": True}}),
    ("an undo that hides that it looked", "retract", {"body": {"to": 0}}),
    ("an undo that nobody agreed to", "retract", {"body": {"to": 0, "beyond": True, "agreed": []}}),
    ("an undo agreed by a number", "retract", {"body": {"to": 0, "beyond": True, "agreed": 1}}),
    ("a note of no kind", "note", {"body": {"note": ESCAPES}}),
    ("a note by nobody", "note", {"by": 9}),
    ("a move by another", "action", {"by": 1}),
    ("a move by nature", "action", {"by": "nature"}),
    ("a move that is a number", "action", {"body": {"move": 7}}),
    ("a move against the rules", "action", {"body": {"move": "take 9"}}),
    ("a move that is noise", "action", {"body": {"move": ESCAPES}}),
    ("an outcome of another kind", "outcome", {"body": {"kind": "roll", "outcome": {"number": 1}}}),
    ("an outcome by a player", "outcome", {"by": 0}),
    ("an outcome that cannot be", "outcome", {"body": {"kind": "deal", "outcome": {"first": 0, "secrets": [7, 7]}}}),
    ("an outcome of the wrong type", "outcome", {"body": {"kind": "deal", "outcome": {"first": "0", "secrets": []}}}),
    ("an outcome of no type", "outcome", {"body": {"kind": ["deal"]}}),
    ("an end with other points", "end", {"body": {"points": [99, 99]}}),
    ("a kind that nobody knows", "end", {"kind": ESCAPES}),
    ("state that differs", "action", {"state": "0" * 16}),
    ("another number", "action", {"n": 77}),
    ("a chain from elsewhere", "action", {"prev": "keep"}),
    ("a body too deep", "note", {"body": {"note": _nested(MAX_DEPTH + 1)}}),
]


@pytest.mark.parametrize(("what", "kind", "changes"), RECORDS, ids=[what for what, _, _ in RECORDS])
def test_a_record_with(what: str, kind: str, changes: dict[str, Any]) -> None:
    """... ends the good prefix right before it, with a clean reason."""
    row = _row_of("null-r1-2.jsonl", kind)
    loaded = _try(_forged("null-r1-2.jsonl", row, **changes))
    assert loaded.damage.record == row
    assert loaded.history.records == row - 1
    assert len(loaded.damage.reason) <= 200


def test_the_end_may_be_told_in_other_words() -> None:
    """An earlier version wrote the reason, and its sentences were others."""
    row = _row_of("null-r1-2.jsonl", "end")
    body = lines_of(SAVES / "null-r1-2.jsonl")[row]["body"]
    for reason, good in (("in other words", True), (7, False)):
        loaded = _try(_forged("null-r1-2.jsonl", row, body={**body, "reason": reason}))
        assert (loaded.damage is None) == good


def test_a_second_end_is_refused() -> None:
    lines = lines_of(SAVES / "null-r1-2.jsonl")
    again = lines[-1] | {"n": len(lines)}
    loaded = _try(reseal([*lines, again]))
    assert loaded.damage.record == len(lines)
    assert loaded.finished


def test_files_that_are_too_big_too_long_or_too_deep_are_refused_quickly(tmp_path: Path) -> None:
    lines = lines_of(SAVES / "null-r1-2.jsonl")
    note = {"by": 0, "kind": "note", "body": {"note": "hint"}, "state": lines[1]["state"]}
    many = reseal([*lines[:2], *({"n": n, **note} for n in range(2, MAX_RECORDS + 50))])
    head = reseal(lines[:1])
    bombs = {
        "more than 8 MiB": head + b"x" * MAX_FILE,
        "no end of line": b"x" * (MAX_FILE - 1),
        "one long line": head + b"x" * (MAX_FILE // 2) + b"\n",
        "deep": b"[" * (MAX_LINE - 100) + b"\n",
        "empty lines": head + b"\n" * (MAX_FILE // 2),
        "many records": many,
    }
    for what, data in bombs.items():
        began = time.process_time()
        loaded = _try(data)
        assert time.process_time() - began < 2.0, what
        assert loaded is None or (loaded.damage is None) == (what == "empty lines"), what


def test_a_history_longer_than_any_game_is_refused() -> None:
    _, original = _original("null-r1-2.jsonl")

    class Short(NullGame):
        info = replace(NullGame.info, longest=3)

    history = History(Short(), original.history.header)
    fault = history.take_all(original.contents.records)
    assert fault[0] == 4
    assert len(history.plays) == 3


def test_a_game_that_stumbles_over_a_record_is_a_damaged_save_not_a_crash() -> None:
    _, original = _original("null-r1-2.jsonl")

    class Stumbling(NullGame):
        def parse(self, text: str, s: Any) -> Any:
            raise KeyError(ESCAPES)

    history = History(Stumbling(), original.history.header)
    fault = history.take_all(original.contents.records)
    assert fault == (2, "the game cannot follow it (KeyError)")
    with pytest.raises(KeyError):  # but live, a bug is a bug
        history.take(original.contents.records[1], check=False)

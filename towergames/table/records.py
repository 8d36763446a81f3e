"""The lines of a journal and their exact bytes. See FORMAT.md beside this file.

A line is the canonical JSON of a record, closed by ``,"sum":"<64 hex>"}`` over everything before it; each record
carries the sum of the line before, so no byte can change, vanish or swap places unnoticed.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from towergames.core.contract import Scalar
from towergames.core.text import clean

MAGIC = "towergames-journal"
FORMAT = 1

MAX_FILE = 8 * 1024 * 1024
MAX_LINE = 16 * 1024
MAX_DEPTH = 16
MAX_RECORDS = 10_000
"""More than any game takes; undo stops well before, so that every game that was begun can be ended and saved."""

MAX_SEED = 2**53 - 1
"""Seeds stay exact in every JSON reader."""

NOTE = re.compile(r"[a-z][a-z-]{0,19}\Z")
"""What kinds of help look like."""

_SEAL = re.compile(rb',"sum":"([0-9a-f]{64})"\}\Z')

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Who sits where: a cleaned name, and the level of the bot, empty for a person."""

    name: str
    bot: str = ""


@dataclass(frozen=True, slots=True)
class SeriesLink:
    """This game's place in a series: its id, number from 1, the points and wins each seat brings along."""

    id: str
    number: int
    points: tuple[int, ...]
    wins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Where the game was branched from: the save's name, how many moves were taken over, and with which help."""

    save: str
    moves: int
    help: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Header:
    """Line 0: everything needed to begin the game."""

    magic: str
    format: int
    app: str
    game: str
    rules: int
    seats: tuple[SeatSetup, ...]
    options: dict[str, Scalar]
    seed: int
    created: str
    series: SeriesLink | None = None
    branch: Branch | None = None
    wordlist: dict[str, str] | None = None
    physics: dict[str, str] | None = None
    attempt: int = 0
    """The number of this attempt of these people at a named puzzle, from 1; else 0."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def counts(self) -> bool:
        """Whether the game counts in statistics, medals and series: not where it was played on from a replay."""
        return self.branch is None


@dataclass(frozen=True, slots=True)
class Record:
    """One line after the header.

    ``by`` is a seat number, ``nature`` or ``table``; ``kind`` is action, outcome, retract, note or end. ``state`` is
    the digest of the state after it, ``prev`` the sum of the line before.
    """

    n: int
    by: int | str
    kind: str
    body: dict[str, Any] = field(default_factory=dict)
    state: str = ""
    prev: str = ""


class LineError(ValueError):
    """A line is not what it should be; the message says how."""


def digest(state: Any) -> str:
    """Sixteen hex digits that name a state; equal states have equal digests on every machine."""
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]


def seal(record: Header | Record) -> tuple[bytes, str]:
    """The record's line with its newline, and its sum. Raises LineError for a line that could not be read again."""
    content = msgspec.json.encode(record, order="deterministic")
    total = hashlib.sha256(content).hexdigest()
    line = content[:-1] + b',"sum":"' + total.encode() + b'"}\n'
    if len(line) - 1 > MAX_LINE:
        raise LineError(f"the line is longer than {MAX_LINE} bytes")
    return line, total


def unseal(line: bytes, kind: type[T]) -> tuple[T, str]:
    """The record in a line (without its newline) and its sum. Raises LineError."""
    if len(line) > MAX_LINE:
        raise LineError(f"the line is longer than {MAX_LINE} bytes")
    found = _SEAL.search(line)
    if found is None:
        raise LineError("the line has no checksum at its end")
    content, total = line[: found.start()] + b"}", found.group(1).decode()
    if hashlib.sha256(content).hexdigest() != total:
        raise LineError("the line does not match its checksum")
    try:
        record = msgspec.json.decode(content, type=kind, strict=True)
    except Exception as error:  # versions of msgspec differ in what they raise
        raise LineError(f"the line is not a {kind.__name__.strip('_').lower()}: {clean(str(error), 80)}") from None
    if _depth(getattr(record, "body", None)) > MAX_DEPTH:
        raise LineError(f"the line is nested deeper than {MAX_DEPTH}")
    return record, total


def _depth(value: Any, above: int = 0) -> int:
    if above > MAX_DEPTH:
        return above
    if isinstance(value, dict):
        return max((_depth(v, above + 1) for v in value.values()), default=above + 1)
    if isinstance(value, list):
        return max((_depth(v, above + 1) for v in value), default=above + 1)
    return above

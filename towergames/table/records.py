"""The lines of a journal and their exact bytes. See FORMAT.md beside this file.

A line is the canonical JSON of a record, closed by ``,"sum":"<64 hex>"}`` over everything before it; each record
carries the sum of the line before, so no byte can change, vanish or swap places unnoticed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.json import Decoder

from towergames.core.options import OptionError, Scalar
from towergames.core.text import NAME_CELLS, clean
from towergames.core.time_control import read_clock

MAGIC = "towergames-journal"
FORMAT = 1
OPEN_FORMAT = 2
"""The format of a table that is open to several windows."""
EDITION_FORMATS = {FORMAT: 3, OPEN_FORMAT: 4}
"""Format of a game -> format after the game continues with another edition of its word list."""
NEWEST = max(EDITION_FORMATS.values())
"""The newest format that this program reads."""

MAX_FILE = 8 * 1024 * 1024
MAX_LINE = 16 * 1024
MAX_DEPTH = 16
MAX_RECORDS = 10_000
"""More than any game takes; undo stops well before, so that every game that was begun can be ended and saved."""

MAX_SEED = 2**53 - 1
"""Seeds stay exact in every JSON reader."""

NOTE = re.compile(r"[a-z][a-z-]{0,19}\Z")
"""Form of the name of a kind of help."""

MAX_SEATS = 10
MAX_OPTIONS = 64
_LEVEL = re.compile(r"[a-z0-9][a-z0-9-]{0,23}\Z")
_CREATED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z", re.ASCII)
_UNKNOWN_BOT = "unknown"
_SEAL = re.compile(rb',"sum":"([0-9a-f]{64})"\}\Z')

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """The player at a seat: a cleaned name, and the level of the bot, '' for a person."""

    name: str
    bot: str = ""


@dataclass(frozen=True, slots=True)
class SeriesLink:
    """This game's place in a series: the series' id, the game's number from 1, and points and wins so far by seat."""

    id: str
    number: int
    points: tuple[int, ...]
    wins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Origin of a branched game: the save's name, the number of moves taken over, and their kinds of help."""

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
    late: bool | UnsetType = UNSET
    """True where the task of another day was begun. Elsewhere the field is left out, as in older saves."""
    clock: str | UnsetType = UNSET
    """The clock of the table as it is typed (``10+5``). The field is left out for a table without a clock."""

    @property
    def open(self) -> bool:
        """Whether several windows play at this table, each with seats of its own."""
        return self.format in (OPEN_FORMAT, EDITION_FORMATS[OPEN_FORMAT])

    @property
    def editions(self) -> bool:
        """Whether records may say that another edition of the word list holds from there."""
        return self.format in EDITION_FORMATS.values()

    @property
    def identity(self) -> str:
        """Sixteen hex digits that the copies of a game share, also one that had to change its format."""
        return digest(replace(self, format=OPEN_FORMAT if self.open else FORMAT))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def counts(self) -> bool:
        """Whether the game counts in records, medals and series: not where it was played on from a replay."""
        return self.branch is None


@dataclass(frozen=True, slots=True)
class Record:
    """One line after the header.

    ``by`` is a seat number, ``nature`` or ``table``; ``kind`` is action, outcome, retract, note, edition or end.
    ``state`` is the digest of the state after it, ``prev`` the sum of the line before. ``at`` is the universal time of
    its writing, in the form of ``created``. It stands at open tables only, and older saves lack it.
    """

    n: int
    by: int | str
    kind: str
    body: dict[str, Any] = field(default_factory=dict)
    state: str = ""
    prev: str = ""
    at: str | UnsetType = UNSET

    @property
    def written_at(self) -> float | None:
        """The time of its writing in seconds since 1970, None where the record does not tell it."""
        if self.at is UNSET or not _CREATED.match(self.at):
            return None
        try:
            return datetime.fromisoformat(self.at).timestamp()
        except ValueError:  # as the 31st of February
            return None


class LineError(ValueError):
    """A line is not what it should be; the message says how."""


class NewerFormatError(LineError):
    """The save is of a later format; the message follows its name."""


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


def unseal(line: bytes, decoder: Decoder[T]) -> tuple[T, str]:
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
        record = decoder.decode(content)
    except Exception as error:  # versions of msgspec differ in what they raise
        name = decoder.type.__name__.strip("_").lower()
        raise LineError(f"the line is not a {name}: {clean(str(error), 80)}") from None
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


# --- untrusted headers: checked where a game depends on them, cleaned where people read them -----------


@dataclass(frozen=True, slots=True)
class _Preamble:
    magic: str = ""
    format: int = 0


# Made as the module is imported: msgspec crashes where two threads meet a type for the first time at once.
RECORD = Decoder(Record)
_HEADER = Decoder(Header)
_PREAMBLE = Decoder(_Preamble)


def read_header(line: bytes) -> tuple[Header, str]:
    """The header in a journal's first line (without its newline), cleaned, and the line's sum. Raises LineError."""
    preamble, _ = unseal(line, _PREAMBLE)
    if preamble.magic != MAGIC:
        raise LineError("its first line names another kind of file")
    if preamble.format > NEWEST:
        known = f"this program reads formats {FORMAT} to {NEWEST}"
        raise NewerFormatError(f"has format {preamble.format}, and {known}. Update towergames to open it")
    if preamble.format < 1:
        raise LineError(f"format {preamble.format} never existed")
    header, total = unseal(line, _HEADER)
    _check(header)
    return clean_header(header), total


def clean_header(header: Header) -> Header:
    """The header with every text that people may see made harmless; the sums on disk are not touched by this."""
    branch, series = header.branch, header.series
    return replace(
        header,
        app=clean(header.app, 16),
        game=clean(header.game, 24),
        seats=_clean_seats(header.seats),
        created=header.created if _CREATED.match(header.created) else "",
        series=None if series is None else replace(series, id=clean(series.id, 63)),
        branch=None if branch is None else replace(branch, save=clean(branch.save, 63)),
        wordlist=_clean_facts(header.wordlist),
        physics=_clean_facts(header.physics),
    )


def _check(header: Header) -> None:
    seats = len(header.seats)
    if not 1 <= seats <= MAX_SEATS:
        raise LineError(f"it has {seats} seats")
    if not 0 <= header.seed <= MAX_SEED:
        raise LineError(f"its seed is not between 0 and {MAX_SEED}")
    if len(header.options) > MAX_OPTIONS:
        raise LineError(f"it has more than {MAX_OPTIONS} options")
    if not 0 <= header.attempt <= MAX_SEED:
        raise LineError("its number of the attempt is out of range")
    if header.clock:
        _check_clock(header.clock)
    _check_links(header.series, header.branch, seats)


def _check_clock(typed: str) -> None:
    try:
        control = read_clock(typed)
    except OptionError as error:
        raise LineError(f"its clock cannot be read: {error}") from None
    if control is None or control.typed != typed:
        raise LineError("its clock is not written as clocks are")


def _check_links(series: SeriesLink | None, branch: Branch | None, seats: int) -> None:
    if series is not None:
        numbers = (series.number, *series.points, *series.wins)
        if len(series.points) != seats or len(series.wins) != seats or max(map(abs, numbers)) > MAX_SEED:
            raise LineError("its series does not fit its seats")
    if branch is not None and not 0 <= branch.moves <= MAX_SEED:
        raise LineError("it was branched from nowhere")
    if branch is not None and not all(NOTE.match(kind) and 0 < n <= MAX_SEED for kind, n in branch.help.items()):
        raise LineError("its branch has a kind or a count of help that cannot be")


def _clean_seats(seats: Sequence[SeatSetup]) -> tuple[SeatSetup, ...]:
    out: list[SeatSetup] = []
    for number, seat in enumerate(seats, start=1):
        name = clean(seat.name, NAME_CELLS)
        if not name or any(name.casefold() == other.name.casefold() for other in out):
            name = f"Player {number}"
        bot = seat.bot if not seat.bot or _LEVEL.match(seat.bot) else _UNKNOWN_BOT
        out.append(SeatSetup(name, bot))
    return tuple(out)


def _clean_facts(facts: dict[str, str] | None) -> dict[str, str] | None:
    return None if facts is None else {clean(key, 16): clean(value, 64) for key, value in list(facts.items())[:8]}

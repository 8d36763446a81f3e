"""Headers from strangers made fit to use: checked where a game depends on them, cleaned where people read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from towergames.core.text import NAME_CELLS, clean
from towergames.table.records import (
    FORMAT,
    MAGIC,
    MAX_SEED,
    NOTE,
    Branch,
    Header,
    LineError,
    SeatSetup,
    SeriesLink,
    unseal,
)

MAX_SEATS = 10
MAX_OPTIONS = 64

_LEVEL = re.compile(r"[a-z0-9][a-z0-9-]{0,23}\Z")
_CREATED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z", re.ASCII)
_UNKNOWN_BOT = "unknown"


@dataclass(frozen=True, slots=True)
class _Preamble:
    magic: str = ""
    format: int = 0
    app: str = ""


def read_header(line: bytes) -> tuple[Header, str]:
    """The header in a journal's first line (without its newline), cleaned, and the line's sum. Raises LineError."""
    preamble, _ = unseal(line, _Preamble)
    if preamble.magic != MAGIC:
        raise LineError("its first line names another kind of file")
    if preamble.format > FORMAT:
        raise LineError(f"it was written by a newer version ({clean(preamble.app, 16)}, format {preamble.format})")
    if preamble.format < 1:
        raise LineError(f"format {preamble.format} never existed")
    header, total = unseal(line, Header)
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
    _check_links(header.series, header.branch, seats)


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

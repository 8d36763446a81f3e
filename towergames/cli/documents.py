"""JSON from strangers: read within limits, strictly, and refused in words for people."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from towergames.cli.errors import CommandError
from towergames.core.text import clean, reason_of

MAX_DOCUMENT = 1024 * 1024
"""Bytes of a whole document or of one line."""


class DocumentError(ValueError):
    """The text is no JSON document that we take; the message says why."""


def parse(data: bytes) -> Any:
    """The document in some bytes. Raises DocumentError: not UTF-8, not JSON, NaN, twice the same key, too deep or long.

    >>> parse(b'{"players": 2}')
    {'players': 2}
    """
    if len(data) > MAX_DOCUMENT:
        raise DocumentError(f"it is longer than {MAX_DOCUMENT} bytes")
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise DocumentError(f"it is not UTF-8 text (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DocumentError(f"it is not JSON: {error.msg} ({where})") from None
    except RecursionError:
        raise DocumentError("it is nested too deep") from None
    except DocumentError:
        raise
    except ValueError:  # Python refuses to read numbers of thousands of digits
        raise DocumentError("it holds a number with too many digits") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise DocumentError(f"the key {clean(twice)!r} stands twice in one object")
    return made


def _no_constant(name: str) -> Any:
    raise DocumentError(f"{name} is no number that JSON knows")


def read_file(name: str) -> Any:
    """The document in a file. Raises CommandError that names the file."""
    shown = clean(name, 100)
    try:
        path = Path(name)
        if path.is_dir():
            raise CommandError(f"{shown} is a folder; give a file with one JSON document, or - for standard input")
        with path.open("rb") as file:
            data = file.read(MAX_DOCUMENT + 1)
    except (OSError, ValueError) as error:
        raise CommandError(f"{shown} cannot be read: {reason_of(error)}") from None
    try:
        return parse(data)
    except DocumentError as error:
        raise CommandError(f"{shown}: {error}") from None


def read_lines(source: BinaryIO | None = None) -> Iterator[tuple[int, Any]]:
    """(line from 1, document or the DocumentError it gave) for each line that is not blank.

    One document over several lines is read as one, and named by its first line. A line of any length is survived.
    """
    rows = enumerate(_rows(source or sys.stdin.buffer), start=1)
    number, row = next(((number, row) for number, row in rows if row.strip()), (0, b""))
    if not number:
        return
    document = _document(row)
    held = [(number, row)]
    if isinstance(document, DocumentError):
        held += _rest(rows, MAX_DOCUMENT + 1 - len(row))
        whole = _whole([row for _, row in held])
        if whole is not None:
            yield number, whole
            return
    for number, row in itertools.chain(held, rows):
        if row.strip():
            yield number, _document(row)


def _rows(stream: BinaryIO) -> Iterator[bytes]:
    """The lines, each with its end; of one that is too long only so much that it shows. Raises CommandError."""
    try:
        while line := stream.readline(MAX_DOCUMENT + 1):
            rest = line
            while len(rest) > MAX_DOCUMENT and not rest.endswith(b"\n"):
                rest = stream.readline(MAX_DOCUMENT + 1)
            yield line
    except OSError as error:
        raise CommandError(f"standard input cannot be read: {reason_of(error)}") from None


def _rest(rows: Iterator[tuple[int, bytes]], room: int) -> Iterator[tuple[int, bytes]]:
    """The lines that follow, until there are more than a document may have."""
    while room > 0 and (one := next(rows, None)):
        room -= len(one[1])
        yield one


def _whole(rows: list[bytes]) -> Any:
    """The one document that all lines make, or the DocumentError it gives; None where each is one by itself."""
    if sum(bool(row.strip()) for row in rows) < 2 or sum(map(len, rows)) > MAX_DOCUMENT:
        return None
    document = _document(b"".join(rows))
    single = isinstance(document, DocumentError) and any(isinstance(_document(row), dict) for row in rows)
    return None if single else document


def _document(data: bytes) -> Any:
    try:
        return parse(data.rstrip(b"\r\n") if data.endswith(b"\n") else data)
    except DocumentError as error:
        return error

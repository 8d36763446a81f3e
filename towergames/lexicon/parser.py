"""Word lists read from files: the ones that ship, and untrusted ones (within limits, cleaned, with errors by line)."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import re
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from towergames.core.files import read_regular
from towergames.core.text import clean, count, reason_of

MAX_BYTES = 32 * 1024 * 1024
MAX_LINE = 200
"""Longest line of a user's list, in bytes."""
MAX_WORDS = 2_000_000
MAX_LETTERS = 45
MAX_PROBLEMS = 20
"""Most bad lines that are reported with their text. Further ones are only counted."""

_NAME = "has a capital letter, as names have"
_WORD = re.compile(rb"[a-z]{2,45}\Z")


class LexiconError(ValueError):
    """A word list cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A line of a word list that was left out: its number from 1, what stands there (clean, cut), and why."""

    line: int
    text: str
    why: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text!r} {self.why}"


@dataclass(frozen=True, slots=True)
class ParseReport:
    """Result of reading a user's file: words taken, lines left out, and the first of those lines with reasons."""

    file: str
    words: int
    bad_lines: int = 0
    problems: tuple[Problem, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The report in lines for people; empty when the file was clean."""
        if not self.bad_lines:
            return ()
        more = self.bad_lines - len(self.problems)
        head = f"{self.file}: {count(self.words, 'word')} used, {count(self.bad_lines, 'line')} left out"
        return (head, *map(str, self.problems), *([f"and {more:,} more"] if more else []))


def canonical(words: Iterable[str]) -> bytes:
    """The one text of a set of words: small letters, sorted, a newline after each. Its sha256 names the list."""
    return "".join(f"{word}\n" for word in sorted({word.lower() for word in words})).encode("ascii")


def digest(text: bytes) -> str:
    """The name of a canonical text: 64 hex digits."""
    return hashlib.sha256(text).hexdigest()


def read_shipped(path: Path, sha256: str) -> bytes:
    """The canonical text of a list that ships. Raises LexiconError when it is missing or damaged."""
    try:
        text = gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise LexiconError(f"the word list {path.name} cannot be read: {clean(str(error), 80)}") from None
    if digest(text) != sha256:
        raise LexiconError(f"the word list {path.name} is not as it shipped; install the program again")
    return text


def read_file(path: Path) -> tuple[bytes, ParseReport]:
    """The canonical text of a user's list, one word a line, and what was wrong with it.

    Blank lines, lines beginning with ``#``, and what follows a tab are passed over; words in capitals are taken, Names
    are not. The text may be UTF-16. Raises LexiconError when the file cannot be read, is too big, or holds no word.
    """
    name = clean(path.name, 60) or "the file"
    try:
        folder = path.is_dir()
        data = b"" if folder else read_regular(path, MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise LexiconError(f"{name} cannot be read: {reason_of(error)}") from None
    if folder:
        raise LexiconError(f"{name} is a folder. Give a text file with one word on each line")
    if len(data) > MAX_BYTES:
        raise LexiconError(f"{name} is longer than {MAX_BYTES // 1024 // 1024} MB")
    return read_bytes(data, name)


def read_bytes(data: bytes, name: str) -> tuple[bytes, ParseReport]:
    """Read a word list from the bytes of a file, as :func:`read_file` does."""
    words: set[bytes] = set()
    problems: list[Problem] = []
    bad = 0
    tabs = b"\t" in data  # definitions stand behind them
    # Not all lines at once: millions of short ones would take ten times the room of the file.
    lines = BytesIO(_in_bytes(data).replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    for number, raw in enumerate(lines, start=1):
        line = raw.strip()
        if not line or line.startswith(b"#"):
            continue
        if tabs and b"\t" in line:
            line = line.partition(b"\t")[0].rstrip()
        word = line.lower() if line.isupper() else line
        if _WORD.match(word):
            words.add(word)
            continue
        bad += 1
        if len(problems) < MAX_PROBLEMS:
            problems.append(Problem(number, clean(line[:80].decode("utf-8", "replace"), 24), _why(line)))
    if not words:
        raise LexiconError(f"{name} has no word{_mostly(bad, problems)}")
    if len(words) > MAX_WORDS:
        raise LexiconError(f"{name} holds more than {MAX_WORDS:,} words")
    text = b"\n".join(sorted(words)) + b"\n"
    return text, ParseReport(name, len(words), bad, tuple(problems))


def _in_bytes(data: bytes) -> bytes:
    """The text in UTF-8 without a byte order mark; UTF-16 is known by its mark or the zero beside its first letter."""
    zeros = [byte == 0 for byte in data[:2]]
    for mark, coding, beside in (
        (codecs.BOM_UTF16_LE, "utf-16-le", [False, True]),
        (codecs.BOM_UTF16_BE, "utf-16-be", [True, False]),
    ):
        if data.startswith(mark) or zeros == beside:
            return data.removeprefix(mark).decode(coding, "replace").encode("utf-8", "replace")
    return data.removeprefix(codecs.BOM_UTF8)


def _mostly(bad: int, problems: list[Problem]) -> str:
    """The fault of most of the first lines in a file without words, and the remedy."""
    remedy = "Write one word of the letters a to z on each line"
    if not problems:
        return f". {remedy}"
    why, _ = Counter(problem.why for problem in problems).most_common(1)[0]
    first = next(problem for problem in problems if problem.why == why)
    others = f"; {count(bad - 1, 'other line')} left out" if bad > 1 else ""
    if why == _NAME:
        remedy = "Write words in small letters"
    return f". Line {first.line}: {first.text!r} {why}{others}. {remedy}"


def _why(line: bytes) -> str:
    if len(line) > MAX_LINE:
        return f"is longer than {MAX_LINE} bytes"
    if len(line.split()) > 1:
        return "is more than one word"
    if not line.isascii() or not line.isalpha():
        return "has other characters than the letters a to z"
    if len(line) == 1:
        return "has only one letter"
    if len(line) > MAX_LETTERS:
        return f"has more than {MAX_LETTERS} letters"
    return _NAME

"""The cache: word graphs and users' lists, kept in the user's cache folder under the hash of the list.

Nothing here is ever trusted: a file that is missing, old, damaged or of another list is as good as none. What is read
is plain arrays behind a checksum; nothing is executed or unpickled. A folder that cannot be written costs only time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
import zlib
from pathlib import Path

from towergames.core.files import read_regular
from towergames.lexicon.dawg import Dawg, DawgError
from towergames.lexicon.parser import MAX_BYTES, digest
from towergames.paths import cache_folder

FORMAT = 1
"""Raised whenever the bytes of a cached graph change their meaning."""

_MAGIC = b"towergames-dawg\n"
_SHA = re.compile(r"[0-9a-f]{64}\Z")


def folder() -> Path:
    """Folder of word graphs and of users' lists."""
    return cache_folder() / "lexicon"


def load_graph(sha256: str, kind: str) -> Dawg | None:
    """The cached graph of a list, None when there is none that is sound."""
    data = _read(_graph_path(sha256, kind)) or b""
    payload = data[len(_head(sha256, kind, b"")) :]
    if data != _head(sha256, kind, payload) + payload:
        return None
    try:
        return Dawg.from_bytes(payload)
    except DawgError:
        return None


def keep_graph(sha256: str, kind: str, graph: Dawg) -> None:
    """Cache a graph; a disk that refuses is no fault."""
    payload = graph.to_bytes()
    _write(_graph_path(sha256, kind), _head(sha256, kind, payload) + payload)


def load_text(sha256: str) -> tuple[str, bytes] | None:
    """(id, canonical text) of a user's list that was used before, None when it is not here or damaged."""
    if not _SHA.match(sha256):
        return None
    data = _read(folder() / f"{sha256}.words")
    if data is None:
        return None
    name, _, packed = data.partition(b"\n")
    try:
        text = zlib.decompressobj().decompress(packed, MAX_BYTES + 1)
    except zlib.error:
        return None
    known = re.fullmatch(rb"[a-z0-9][a-z0-9-]{0,62}", name)
    return (name.decode("ascii"), text) if known and digest(text) == sha256 else None


def keep_text(sha256: str, name: str, text: bytes) -> None:
    """Cache a user's list, so that a save made with it can be played on later."""
    path = folder() / f"{sha256}.words"
    if not path.exists():
        _write(path, name.encode("ascii") + b"\n" + zlib.compress(text, 6))


def known_texts() -> tuple[str, ...]:
    """The hashes of the users' lists in the cache, in order."""
    try:
        names = sorted(path.stem for path in folder().glob("*.words"))
    except OSError:
        return ()
    return tuple(name for name in names if _SHA.match(name))


def _head(sha256: str, kind: str, payload: bytes) -> bytes:
    return _MAGIC + f"{FORMAT} {sha256} {kind}\n".encode("ascii") + hashlib.sha256(payload).digest()


def _graph_path(sha256: str, kind: str) -> Path:
    return folder() / f"{sha256[:32]}-{kind}.dawg"


def _read(path: Path) -> bytes | None:
    try:
        data = read_regular(path, 2 * MAX_BYTES + 1)
    except (OSError, ValueError):
        return None
    return None if len(data) > 2 * MAX_BYTES else data


def _write(path: Path, data: bytes) -> None:
    """All or nothing: readers never see half a file, and two writers do not mix."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

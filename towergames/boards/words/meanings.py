"""What words mean, without ever waiting for it: the definitions are read by a thread the first time one is wanted."""

from __future__ import annotations

import threading
from functools import lru_cache

from towergames.lexicon import define

_lock = threading.Lock()
_ready = threading.Event()
_reader: list[threading.Thread] = []


def prepare() -> None:
    """Begin to read the definitions, if that has not begun."""
    with _lock:
        if not _reader:
            _reader.append(threading.Thread(target=_read, name="definitions", daemon=True))
            _reader[0].start()


def _read() -> None:
    try:
        define("word")
    finally:
        _ready.set()


def wait(seconds: float = 10.0) -> bool:
    """Have the definitions at hand (tests, pictures): whether they are."""
    prepare()
    return _ready.wait(seconds)


def ready() -> bool:
    """Whether the definitions have been read; begins with it if not."""
    prepare()
    return _ready.is_set()


def meaning(word: str) -> str:
    """``mood: noun, a state of feeling``; empty while definitions are being read, or where there is none."""
    return _known(word) if ready() else ""


@lru_cache(maxsize=1024)
def _known(word: str) -> str:
    found = define(word)
    return str(found) if found else ""

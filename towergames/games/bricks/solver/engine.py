"""The engine: compiled by numba where that is installed, else run as it is. Both do the same, move by move."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from towergames.games.bricks.solver import look, moves, pieces, survey, temper, wilds, worth
from towergames.games.bricks.solver.layout import __file__ as layout_file
from towergames.paths import cache_folder

Run = Callable[..., None]
"""``temper.temper``, compiled or not."""

_MODULES: tuple[ModuleType, ...] = (survey, look, worth, pieces, wilds, moves, temper)

_SIGNATURE = (
    "void(i8[:,::1], i8[::1], f8[::1], f8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i4[::1], i8[::1], i8)"
)

_lock = threading.Lock()
_began = False
_compiled: Run | None = None


def compilable() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None


def compiled() -> Run | None:
    """The compiled engine once it is there. The first call has it made ready in a thread of its own."""
    global _began
    if _compiled is None and not _began and compilable():
        _began = True
        threading.Thread(target=prepare, name="solver-compiler", daemon=True).start()
    return _compiled


def kept() -> bool:
    """Whether the compiled engine was kept by an earlier run, so that it is there in a second or two."""
    return any(_folder().rglob("*.nbc"))


def prepare() -> Run | None:
    """Wait for the compiled engine: about a second, or half a minute when it has to be compiled; None without numba."""
    global _compiled
    with _lock:
        if _compiled is None and compilable():
            _compiled = _compile()
    return _compiled


def _compile() -> Run:
    folder = _folder()
    if not folder.exists():
        shutil.rmtree(folder.parent, ignore_errors=True)  # what other versions of the engine left
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    from numba import njit

    # Functions call one another by name, so copies that live in one module call the compiled ones there. numba looks
    # for that module by its name when it loads what it kept.
    module = sys.modules[f"{__package__}.compiled"] = ModuleType(f"{__package__}.compiled")
    space: dict[str, Any] = vars(module)
    copies = []
    for source in _MODULES:
        for name, value in vars(source).items():
            if isinstance(value, FunctionType) and value.__module__ == source.__name__:
                copies.append(value)
            elif not name.startswith("__"):
                space.setdefault(name, value)
    for function in copies:
        space[function.__name__] = njit(nogil=True)(FunctionType(function.__code__, space, function.__name__))
    whole = FunctionType(temper.temper.__code__, space, temper.temper.__name__)
    try:
        run: Run = njit(_SIGNATURE, nogil=True, cache=True)(whole)
    except (OSError, RuntimeError):  # nothing can be kept here: then it is compiled each time
        run = njit(_SIGNATURE, nogil=True)(whole)
    return run


@cache
def _folder() -> Path:
    """Where this very engine is kept. numba looks at one source file only to see what has changed, so its name does."""
    sources = [Path(str(module.__file__)) for module in _MODULES] + [Path(layout_file)]
    text = b"".join(path.read_bytes() for path in sources)
    return cache_folder() / "solver" / hashlib.sha256(text).hexdigest()[:16]

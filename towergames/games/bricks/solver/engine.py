"""The engine of chains, compiled by numba where that is installed."""

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

from towergames.games.bricks import rules
from towergames.games.bricks.solver import evaluation, rows, sampler
from towergames.paths import cache_folder

Run = Callable[..., None]
"""A function of the engine, compiled or not: ``temper``."""

_MODULES: tuple[ModuleType, ...] = (evaluation, sampler)

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
    return any(_folder().rglob("*temper*.nbc"))


def prepare() -> Run | None:
    """Wait for the compiled engine: about a second, or half a minute when it has to be compiled; None without numba."""
    global _compiled
    with _lock:
        if _compiled is None and compilable():
            _compiled = _compile()
    return _compiled


def _compile() -> Run:
    from_numba = _numba()
    whole = _whole(from_numba)
    run: Run
    try:
        run = from_numba(_SIGNATURE, nogil=True, cache=True)(whole)
    except (OSError, RuntimeError):  # nothing can be kept here: then it is compiled each time
        run = from_numba(_SIGNATURE, nogil=True)(whole)
    return run


def _numba() -> Any:
    """numba's compiler, set to keep what it makes."""
    folder = _folder()
    if not folder.exists():
        shutil.rmtree(folder.parent, ignore_errors=True)  # what other versions of the engine left
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    from numba import njit

    return njit


def _whole(njit: Any) -> FunctionType:
    """``temper`` in a namespace with all names of the modules, where the functions that it calls are to be compiled.

    Functions call one another by name, so copies that live in one module call the compiled ones there. numba looks for
    that module by its name when it loads what it kept.
    """
    module = sys.modules[f"{__package__}.compiled"] = ModuleType(f"{__package__}.compiled")
    space: dict[str, Any] = vars(module)
    copies = {}
    for source in _MODULES:
        for called, value in vars(source).items():
            if isinstance(value, FunctionType):
                copies[called] = value
            elif not called.startswith("__"):
                space.setdefault(called, value)
    for called, function in copies.items():
        space[called] = njit(nogil=True)(FunctionType(function.__code__, space, called))
    return FunctionType(sampler.temper.__code__, space, sampler.temper.__name__)


@cache
def _folder() -> Path:
    """The cache folder of this version of the engine.

    numba checks one source file only for changes, so the name of the folder is a hash of all.
    """
    sources = (*_MODULES, rows, rules)
    text = b"".join(Path(str(module.__file__)).read_bytes() for module in sources)
    return cache_folder() / "solver" / hashlib.sha256(text).hexdigest()[:16]

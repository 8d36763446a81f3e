"""The engine of chains and proofs, compiled by numba where that is installed."""

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
from towergames.games.bricks.solver import arrangement, evaluation, proof_rows, rows, sampler, walk
from towergames.paths import cache_folder

Run = Callable[..., None]
"""A function of the engine, compiled or not: ``temper``, or ``weigh`` and ``walk`` of proofs."""

_MODULES: tuple[ModuleType, ...] = (evaluation, sampler)

_SIGNATURE = (
    "void(i8[:,::1], i8[::1], f8[::1], f8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i4[::1], i8[::1], i8)"
)

_PROOF_MODULES: tuple[ModuleType, ...] = (arrangement, walk)

_lock = threading.Lock()
_began: set[str] = set()
_compiled: Run | None = None
_compiled_proofs: tuple[Run, Run] | None = None


def compilable() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None


def compiled() -> Run | None:
    """The compiled engine once it is there. The first call has it made ready in a thread of its own."""
    if _compiled is None:
        _begin("solver-compiler", prepare)
    return _compiled


def compiled_proofs() -> tuple[Run, Run] | None:
    """``weigh`` and ``walk`` of proofs once they are there, as :func:`compiled` has the engine."""
    if _compiled_proofs is None:
        _begin("proof-compiler", prepare_proofs)
    return _compiled_proofs


def _begin(name: str, task: Callable[[], object]) -> None:
    if name not in _began and compilable():
        _began.add(name)
        threading.Thread(target=task, name=name, daemon=True).start()


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


def prepare_proofs() -> tuple[Run, Run] | None:
    """Wait for ``weigh`` and ``walk`` of proofs, as :func:`prepare` does for the engine; None without numba."""
    global _compiled_proofs
    with _lock:
        if _compiled_proofs is None and compilable():
            _compiled_proofs = _compile_proofs()
    return _compiled_proofs


def _compile() -> Run:
    from_numba = _numba()
    space, _ = _copies("compiled", _MODULES, from_numba)
    return _entry(from_numba, sampler.temper, _SIGNATURE, space)


def _compile_proofs() -> tuple[Run, Run]:
    from_numba = _numba()
    space, copies = _copies("compiled_proofs", _PROOF_MODULES, from_numba)
    if not any(_folder().rglob("*walk*.nbc")):
        # Left to itself numba compiles a function again for every constant that it is called with.
        for name in _callees_first(copies):
            space[name].compile(_signature(copies[name]))
            space[name].disable_compile()
    weigh = _entry(from_numba, walk.weigh, _signature(walk.weigh), space)
    return weigh, _entry(from_numba, walk.walk, _signature(walk.walk), space)


def _numba() -> Any:
    """numba's compiler, set to keep what it makes."""
    folder = _folder()
    if not folder.exists():
        shutil.rmtree(folder.parent, ignore_errors=True)  # what other versions of the engine left
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    from numba import njit

    return njit


def _copies(name: str, modules: tuple[ModuleType, ...], njit: Any) -> tuple[dict[str, Any], dict[str, FunctionType]]:
    """A namespace with all names of the modules, its functions to be compiled; and these functions as they are.

    Functions call one another by name, so copies that live in one module call the compiled ones there. numba looks for
    that module by its name when it loads what it kept.
    """
    module = sys.modules[f"{__package__}.{name}"] = ModuleType(f"{__package__}.{name}")
    space: dict[str, Any] = vars(module)
    copies = {}
    for source in modules:
        for called, value in vars(source).items():
            if isinstance(value, FunctionType):
                copies[called] = value
            elif not called.startswith("__"):
                space.setdefault(called, value)
    for called, function in copies.items():
        space[called] = njit(nogil=True)(FunctionType(function.__code__, space, called))
    return space, copies


def _callees_first(copies: dict[str, FunctionType]) -> list[str]:
    """The functions in an order in which each stands behind those that it calls."""
    ordered: list[str] = []

    def add_called(name: str) -> None:
        for called in copies[name].__code__.co_names:
            if called in copies and called not in (name, *ordered):
                add_called(called)
                ordered.append(called)

    add_called(walk.weigh.__name__)
    add_called(walk.walk.__name__)
    return ordered


_TYPES = {"int": "i8", "bool": "b1", "None": "void", "Row": "i8[::1]", "Table": "i8[::1]"}


def _signature(function: Run) -> str:
    """The signature that a function's annotations mean."""
    *arguments, result = (_TYPES[text] for text in function.__annotations__.values())
    return f"{result}({', '.join(arguments)})"


def _entry(njit: Any, function: Any, signature: str, space: dict[str, Any]) -> Run:
    whole = FunctionType(function.__code__, space, function.__name__)
    run: Run
    try:
        run = njit(signature, nogil=True, cache=True)(whole)
    except (OSError, RuntimeError):  # nothing can be kept here: then it is compiled each time
        run = njit(signature, nogil=True)(whole)
    return run


@cache
def _folder() -> Path:
    """The cache folder of this version of the engine.

    numba checks one source file only for changes, so the name of the folder is a hash of all.
    """
    sources = (*_MODULES, *_PROOF_MODULES, rows, proof_rows, rules)
    text = b"".join(Path(str(module.__file__)).read_bytes() for module in sources)
    return cache_folder() / "solver" / hashlib.sha256(text).hexdigest()[:16]

"""The table top: bodies and poses in; where they come to rest, contacts and motions of a hand out.

The only package that knows the physics engine. Importing it, and its plain modules (``geometry``, ``scene``,
``recording``, ``port``, ``hand_noise``, ``camera``, ``trial``), needs neither; the others do: ask :func:`available`
first, and import them late.
PHYSICS.md has the model, the options and what was measured.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module, util
from threading import Lock

from towergames.signals import uninterrupted

NEEDED = (4, 0, 1)
"""The oldest engine that works: 4.0.0's sparse solver is wrong."""


_asking = Lock()


def available() -> str:
    """Empty when the physics engine can be used here, else the reason why not, in one sentence for a person.

    It may take a second to find out, once in a process; on a new machine twice as long.
    """
    with _asking:  # a second thread waits for what the first finds out
        return _available()


@cache
def _available() -> str:
    if util.find_spec("mujoco") is None or util.find_spec("numpy") is None:
        return (
            "The physics engine (mujoco-core) is not installed. There is a build of it for Linux with glibc, for Macs "
            "with Apple silicon and for 64-bit Windows on Intel or AMD; there: pip install mujoco-core"
        )
    found = engine_version()
    numbers = tuple(int(part) for part in found.split(".")[:3] if part.isdecimal())
    if numbers < NEEDED:
        least = ".".join(map(str, NEEDED))
        known = found or "unknown"
        return f"The physics engine is version {known}; {least} or later is needed: pip install -U mujoco-core"
    from towergames.physics import trial  # the first paint does not wait for the import

    if why := trial.why_not(found):
        return why
    try:
        with uninterrupted():
            import_module("towergames.physics.engine")
    except Exception as error:
        return f"The physics engine is installed but cannot be loaded here: {error}"
    return ""


@cache
def engine_version() -> str:
    """The engine's version, as journals note it (information only), or empty."""
    from importlib import metadata  # pictures of four games need our geometry, and none needs this

    for package in ("mujoco-core", "mujoco"):
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return ""


def engine_label() -> str:
    """The engine and its version, as outcomes note them (information only)."""
    return f"mujoco-core {engine_version()}"

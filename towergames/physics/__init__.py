"""The table top: bodies and poses in; poses at rest, contacts and motions of a hand out.

This is the only package that knows the physics engine. Importing it, and its plain modules (``geometry``, ``scene``,
``recording``, ``rules_port``, ``hand_noise``, ``camera``, ``trial``), needs no engine. The other modules do: call
:func:`unavailable_reason` first, and import them late. PHYSICS.md has the model, the options and the measurements.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module, util
from threading import Lock

from towergames.signals import uninterrupted

OLDEST_VERSION = (4, 0, 1)
"""The oldest engine that works: 4.0.0's sparse solver is wrong."""


_asking = Lock()


def unavailable_reason() -> str:
    """Why the physics engine cannot be used here, as a sentence for the player; '' if it can.

    The first call in a process may take a second, on a new machine two.
    """
    with _asking:  # a second thread waits for the answer of the first
        return _find_reason()


@cache
def _find_reason() -> str:
    if util.find_spec("mujoco") is None or util.find_spec("numpy") is None:
        return (
            "The physics engine (mujoco-core) is not installed. There is a build of it for Linux with glibc, for Macs "
            "with Apple silicon and for 64-bit Windows on Intel or AMD; there: pip install mujoco-core"
        )
    version = engine_version()
    numbers = tuple(int(part) for part in version.split(".")[:3] if part.isdecimal())
    if numbers < OLDEST_VERSION:
        least = ".".join(map(str, OLDEST_VERSION))
        known = version or "unknown"
        return f"The physics engine is version {known}; {least} or later is needed: pip install -U mujoco-core"
    from towergames.physics import trial  # imported late for the first paint

    if why := trial.why_not(version):
        return why
    try:
        with uninterrupted():
            import_module("towergames.physics.engine")
    except Exception as error:
        return f"The physics engine is installed but cannot be loaded here: {error}"
    return ""


@cache
def engine_version() -> str:
    """The engine's version, as journals note it (information only); '' if there is no engine."""
    from importlib import metadata  # imported late: pictures need this package, but not this module

    for package in ("mujoco-core", "mujoco"):
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return ""


def engine_label() -> str:
    """The engine and its version, as outcomes note them (information only)."""
    return f"mujoco-core {engine_version()}"

"""What the game needs beyond this program to be played; replays need nothing."""

from __future__ import annotations

from towergames import physics


def missing() -> str:
    """Empty, or what is missing here, in sentences for a person."""
    return physics.available()


def facts() -> dict[str, str]:
    """What outcomes are made with here: told in a save's header, for information."""
    return {"engine": "mujoco-core", "version": physics.engine_version()}

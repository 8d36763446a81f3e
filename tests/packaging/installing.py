"""The ways to install and start the program that the documents name."""

from __future__ import annotations

LAUNCHERS = (
    "pipx run uv run --no-dev",
    "uv run --no-dev",
    "uv run --no-dev --extra web",
    "uvx --from .",
    'uvx --from ".[web]"',
)
"""What starts the program in a folder with the project, before its name."""
INSTALLS = ("pipx install .", 'pipx install ".[web]"', "pipx uninstall towergames")
"""What installs and removes it."""

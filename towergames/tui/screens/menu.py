"""Placeholder, being written."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.widgets import Static

from towergames.boards.desk import Command
from towergames.tui.base import TowerScreen
from towergames.tui.widgets.keybar import KeyBar

COMMANDS: tuple[Command, ...] = ()


class MenuScreen(TowerScreen[None]):
    """Placeholder."""

    def __init__(self, *args: Any) -> None:
        super().__init__()

    @classmethod
    def from_file(cls, path: Any) -> MenuScreen:
        """Placeholder."""
        return cls(path)

    def compose(self) -> ComposeResult:
        """Placeholder."""
        yield Static("menu", markup=False)
        yield KeyBar()

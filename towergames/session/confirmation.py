"""The action that a person was asked to confirm last."""

from __future__ import annotations

from typing import Any

from towergames.boards.protocol import AnyBoard, AnyContext, Confirmation


class Asked:
    """The action that a person was asked about last. The same action at the same position confirms it."""

    def __init__(self) -> None:
        self.action: Any = None
        """None while there is no question."""
        self.before: Any = None
        """The UiState to go back to if the person does not confirm."""
        self._view: Any = None

    def question(self, board: AnyBoard, c: AnyContext, action: Any, before: Any = None) -> Confirmation | None:
        """What to ask before the action; None when it needs no confirmation or has just been confirmed."""
        confirmed = self.pending(c) and action == self.action
        self.drop()
        found = None if confirmed or board.confirmation is None else board.confirmation(c, action)
        if found is not None:
            self.action, self.before, self._view = action, before, c.view
        return found

    def pending(self, c: AnyContext) -> bool:
        """Whether an action waits for its confirmation at this position."""
        return self.action is not None and self._view == c.view

    def drop(self) -> None:
        """Drop the question, since the person did something else."""
        self.action = self.before = self._view = None

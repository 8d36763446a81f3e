"""The action that a person was asked to confirm last."""

from __future__ import annotations

from typing import Any

from towergames.boards.desk import AnyDesk, Scene
from towergames.boards.protocol import Confirmation


class Asked:
    """The action that a person was asked about last. The same action at the same position confirms it."""

    def __init__(self) -> None:
        self.action: Any = None
        """None while nothing is asked."""
        self.before: Any = None
        """The pointer to go back to if the person does not confirm."""
        self._view: Any = None

    def question(self, desk: AnyDesk, scene: Scene[Any], action: Any, before: Any = None) -> Confirmation | None:
        """What to ask before the action; None when it needs no confirmation or has just been confirmed."""
        confirmed = self.pending(scene) and action == self.action
        self.drop()
        found = None if confirmed else desk.confirmation(scene, action)
        if found is not None:
            self.action, self.before, self._view = action, before, scene.view
        return found

    def pending(self, scene: Scene[Any]) -> bool:
        """Whether an action waits for its confirmation at this position."""
        return self.action is not None and self._view == scene.view

    def drop(self) -> None:
        """Something else was done: nothing is asked any more."""
        self.action = self.before = self._view = None

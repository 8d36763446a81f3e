"""Where each seat's cursor is and what it has prepared: the pointers of one board, from decision to decision."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from towergames.boards.desk import AnyDesk, Scene
from towergames.core.contract import Seat


class UiMemory:
    """The pointer that is shown, and the last one of every seat that has looked.

    No seat is given what another has prepared; only the way of looking at the table (a camera) goes on.
    """

    def __init__(self, desk: AnyDesk) -> None:
        self.desk = desk
        self.pointer: Any = None
        self._seats: dict[Seat, Any] = {}
        self._decision: tuple[Seat | None, bool] = (None, False)
        self._key: Hashable = None
        self._seat: Seat | None = None

    def follow(self, scene: Scene[Any]) -> None:
        """The table has changed: a new decision begins as its seat left things, else what still makes sense stays."""
        decision, before = (scene.seat, scene.may_act), self._decision[0]
        if decision != self._decision and before is not None:
            self._seats[before] = self.pointer
        if self.pointer is None or (decision != self._decision and scene.may_act):
            self.begin(scene)
        else:
            self.keep(scene)
        self._decision = decision

    def keep(self, scene: Scene[Any]) -> None:
        """What still makes sense in the scene stays."""
        self.pointer = self.desk.keep(scene, self.pointer)

    def begin(self, scene: Scene[Any]) -> None:
        """The pointer at the beginning of a decision."""
        before, mine = self.pointer, self._seats.get(scene.seat) if scene.seat is not None else None
        new = self.desk.carry(scene, mine) if mine is not None and scene.may_act else self.desk.start(scene)
        self.pointer = new if before is None else self.desk.looking_on(scene, new, before)

    def at(self, scene: Scene[Any], key: Hashable) -> Any:
        """The pointer for a scene of which another ``key`` says that it is another position or picture."""
        if self.pointer is None or key != self._key:
            if self._seat is not None:
                self._seats[self._seat] = self.pointer
            self.begin(scene)
            self._key, self._seat = key, scene.seat
        return self.pointer

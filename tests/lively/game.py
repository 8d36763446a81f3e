"""Null with slow dice: a roll takes until the test opens the gate, or fails."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from tests.null.game import INFO, NullGame, State
from towergames.core.cancellation import progress, raise_if_stopped
from towergames.core.contract import Nature, complete_options
from towergames.core.dice import Dice
from towergames.core.options import Options


class Gate:
    """What the tests do to the dice; ``share`` is how far they say that they are."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.rolling = threading.Event()
        self.fault: BaseException | None = None
        self.share: float | None = None
        self.reset()

    def reset(self) -> None:
        """Dice that are quick and never fail."""
        self.open.set()
        self.rolling.clear()
        self.fault = None
        self.share = None


GATE = Gate()


OPTIONS = (replace(INFO.options[0], values=(8, 9)), *INFO.options[1:])


class LivelyGame(NullGame):
    """See :class:`tests.null.game.NullGame`."""

    info = replace(INFO, key="lively", title="Lively", slow=True, hidden=False, options=OPTIONS)

    def new(self, seats: int, options: Options) -> State:
        """A small heap."""
        said = complete_options(self.info, options)
        return replace(super().new(seats, {**said, "heap": 12}), heap=int(said["heap"]))

    def resolve(self, s: State, n: Nature, dice: Dice) -> Any:
        """A roll waits for the gate; all else is quick."""
        if n.kind == "roll":
            GATE.rolling.set()
            if GATE.share is not None:
                progress(GATE.share)
            while not GATE.open.wait(0.02):
                raise_if_stopped()
            if GATE.fault is not None:
                raise GATE.fault
        return super().resolve(s, n, dice)


GAME = LivelyGame()

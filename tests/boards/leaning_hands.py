"""Somebody at a table of Leaning Towers, for the tests of its board: commands in, what the desk makes of them out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from towergames.boards.desk import Reply, Scene
from towergames.boards.leaning import DESK
from towergames.boards.leaning.pointer import Pointer
from towergames.core.bot import Clock
from towergames.core.contract import Decide, Event, Nature, Seat
from towergames.core.dice import Dice
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import Action, State

NAMES = ("Ann", "Balthasar", "Zoe", "Eve")


def begun(seed: int = 1, **options: Any) -> State:
    """A table with a ready Foundation; physics answers."""
    given = {"first": 1, "foundation": "ready", "tremor": "steady", **options}
    return resolved(GAME.new(2, given), seed)


def resolved(state: State, seed: int = 1) -> State:
    """After everything that nobody decides, live."""
    while isinstance(turn := GAME.turn(state), Nature):
        state = GAME.settle(state, GAME.resolve(state, turn, Dice(seed, state.tries))).state
    return state


def scene_of(state: State, looker: Seat | str | None = "decider") -> Scene[Any]:
    """The table as the one who decides sees it, or a given looker."""
    turn = GAME.turn(state)
    decider = turn.seat if isinstance(turn, Decide) else None
    seat = decider if looker == "decider" else looker
    assert not isinstance(seat, str)
    may = seat is not None and seat == decider
    return Scene(GAME, GAME.view(state, seat), turn, seat, NAMES[: state.seats], may_act=may)


@dataclass
class Player:
    """A hand at a table: commands are done, works run at once, submissions are kept and not played."""

    state: State
    pointer: Pointer = field(default_factory=Pointer)
    said: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    submitted: list[Action] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pointer = DESK.start(self.scene)

    @property
    def scene(self) -> Scene[Any]:
        """The table as the one who decides sees it."""
        return scene_of(self.state)

    @property
    def line(self) -> str:
        """What is told under the hand."""
        return DESK.hover(self.scene, self.pointer)

    def take(self, reply: Reply[Action]) -> None:
        """Take a reply, and whatever it leads to; nobody waits for idle work."""
        while True:
            self.pointer = reply.pointer
            if reply.say:
                self.said.append(reply.say)
                self.rules.append(reply.rule)
            if reply.submit is not None:
                self.submitted.append(reply.submit)
            if reply.work is None or reply.idle:
                return
            reply = DESK.worked(self.scene, self.pointer, reply.work(Clock()))

    def do(self, *names: str) -> None:
        """Own commands by their short names, shared ones by their whole."""
        for name in names:
            shared = name in ("choose", "back") or "." in name
            self.take(DESK.do(self.scene, self.pointer, name if shared else f"leaning.{name}"))

    def type(self, words: str) -> bool:
        """Type something; whether it was the desk's."""
        reply = DESK.typed(self.scene, self.pointer, words)
        if reply is not None:
            self.take(reply)
        return reply is not None

    def click(self, spot: str) -> None:
        """Click on a spot."""
        self.take(DESK.click(self.scene, self.pointer, spot))

    def why_not(self, name: str) -> str:
        """Why an own command cannot be used."""
        return DESK.enabled(self.scene, self.pointer, f"leaning.{name}")

    def plays(self, action: Action | None = None) -> None:
        """What was submitted last (or another action) is played, and everything comes to rest."""
        step = GAME.apply(self.state, action if action is not None else self.submitted[-1])
        self.events = list(step.events)
        self.state = step.state
        while isinstance(turn := GAME.turn(self.state), Nature):
            step = GAME.settle(self.state, GAME.resolve(self.state, turn, Dice(1, self.state.tries)))
            self.events += step.events
            self.state = step.state
        self.pointer = DESK.carry(self.scene, self.pointer)

    def told(self, kind: str) -> bool:
        """Whether such an event came with the last play."""
        return any(event.kind == kind for event in self.events)


def put(state: State, **changes: Any) -> State:
    """The state with something changed."""
    return replace(state, **changes)


def shown(scene: Scene[Any], pointer: Pointer, idea: Any) -> Pointer:
    """The pointer with something told, which must be news to it."""
    found = DESK.shown(scene, pointer, idea)
    assert found is not None
    return found

"""Somebody at a table of Konexi, for the tests of its board: commands in, what the desk makes of them out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from tests.games.konexi.canned import game
from towergames.boards.desk import Reply, Scene
from towergames.boards.konexi import DESK
from towergames.boards.konexi.pointer import Pointer
from towergames.core.contract import Decide, Nature, Seat
from towergames.core.dice import Dice
from towergames.games.konexi.game import Konexi
from towergames.games.konexi.model import Action, State

NAMES = ("Ann", "Balthasar", "Zoe", "Eve", "Ida", "Bo")
SHARED = ("choose", "back")


def scene_of(state: State, looker: Seat | str | None = "decider", rules: Konexi | None = None) -> Scene[Any]:
    """The table as the one who decides sees it, or a given looker; with the judge's answer to nothing yet."""
    rules = rules or game(10**6)
    turn = rules.turn(state)
    decider = turn.seat if isinstance(turn, Decide) else None
    seat = decider if looker == "decider" else looker
    assert not isinstance(seat, str)
    may = seat is not None and seat == decider
    return Scene(rules, rules.view(state, seat), turn, seat, NAMES[: state.seats], may_act=may)


@dataclass
class Player:
    """A hand at a table: commands are done, submissions are kept and only played by :meth:`plays`."""

    state: State
    of: int = 10**6
    room: tuple[int, int] = (0, 0)
    pointer: Pointer = field(default_factory=Pointer)
    said: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    submitted: list[Action] = field(default_factory=list)
    helped: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = game(self.of)
        self.pointer = DESK.start(self.scene)

    @property
    def scene(self) -> Scene[Any]:
        """The table as the one who decides sees it."""
        return replace(scene_of(self.state, rules=self.game), room=self.room)

    @property
    def line(self) -> str:
        """What is told under the hand."""
        return DESK.hover(self.scene, self.pointer)

    @property
    def last(self) -> str:
        """What was said last."""
        return self.said[-1] if self.said else ""

    def take(self, reply: Reply[Action]) -> None:
        """Take a reply."""
        self.pointer = reply.pointer
        if reply.say:
            self.said.append(reply.say)
            self.rules.append(reply.rule)
        if reply.help:
            self.helped.append(reply.help)
        if reply.submit is not None:
            self.submitted.append(reply.submit)

    def do(self, *names: str) -> None:
        """Own commands by their short names, shared ones by their whole."""
        for name in names:
            whole = name if name in SHARED or "." in name else f"konexi.{name}"
            self.take(DESK.do(self.scene, self.pointer, whole))

    def letters(self, word: str) -> None:
        """Letter keys."""
        self.do(*(f"letter-{letter}" for letter in word.lower()))

    def type(self, words: str) -> bool:
        """Type something; whether it was the desk's."""
        reply = DESK.typed(self.scene, self.pointer, words)
        if reply is not None:
            self.take(reply)
        return reply is not None

    def click(self, *spots: str) -> None:
        """Click on spots."""
        for spot in spots:
            self.take(DESK.click(self.scene, self.pointer, spot))

    def why_not(self, name: str) -> str:
        """Why an own command cannot be used."""
        return DESK.enabled(self.scene, self.pointer, f"konexi.{name}")

    def plays(self) -> None:
        """What was submitted last is played, and everything that nobody decides happens."""
        self.state = live(self.game.apply(self.state, self.submitted[-1]).state, self.game)
        self.pointer = DESK.carry(self.scene, self.pointer)


def live(state: State, rules: Konexi | None = None, seed: int = 1) -> State:
    """After everything that nobody decides."""
    rules = rules or game(10**6)
    number = 0
    while isinstance(turn := rules.turn(state), Nature):
        number += 1
        state = rules.settle(state, rules.resolve(state, turn, Dice(seed, number))).state
    return state


def begun(seats: int = 3, **options: Any) -> State:
    """A real game at its first decision."""
    return live(game(10**6).new(seats, {"first": 1, **options}))

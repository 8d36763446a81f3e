"""A player at a table of Leaning Towers, for the tests of its board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.board.player import Player
from towergames.board.protocol import Context, Failure, Result, TextInput
from towergames.core.bot import Clock
from towergames.core.contract import Decide, Event, Nature, Seat
from towergames.core.dice import Dice
from towergames.games.leaning.board import BOARD
from towergames.games.leaning.board.camera import view_of
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import Action, State
from towergames.physics.camera import Camera

NAMES = ("Ann", "Balthasar", "Cleo", "Zoë", "Eve", "Flo", "Gus", "Hal", "Ida", "Joe")


def begun(seed: int = 1, **options: Any) -> State:
    """A table with a ready Foundation; physics answers."""
    given = {"first": 1, "foundation": "ready", "tremor": "steady", **options}
    return resolved(GAME.new(2, given), seed)


def resolved(state: State, seed: int = 1) -> State:
    """The state after everything that no player decides, live."""
    while isinstance(turn := GAME.turn(state), Nature):
        state = GAME.apply_outcome(state, GAME.resolve(state, turn, Dice(seed, state.tries))).state
    return state


def seen(state: State, viewer: Seat | str | None = "decider", **changes: Any) -> Any:
    """The table as the deciding player sees it, or as a given viewer sees it; the hand is empty."""
    turn = GAME.turn(state)
    decider = turn.seat if isinstance(turn, Decide) else None
    seat = decider if viewer == "decider" else viewer
    assert not isinstance(seat, str)
    may = seat is not None and seat == decider
    names = NAMES[: state.seats]
    return Context(GAME, GAME.view(state, seat), turn, seat, names, None, may_act=may, **changes)


class Hand(Player):
    """A player whose work runs at once, unless it is idle. Submissions are kept until they are played."""

    def __init__(self, state: State, viewer: Seat | str | None = "decider", **changes: Any) -> None:
        self.state = state
        self.events: list[Event] = []
        super().__init__(BOARD, seen(state, viewer, **changes))

    @property
    def hint(self) -> str:
        """The hint under the hand."""
        return BOARD.describe(self.context).hint

    @property
    def camera(self) -> Camera:
        return view_of(self.context).camera

    def holds(self, **changes: Any) -> Hand:
        """Change the UiState."""
        self.take(Result(replace(self.ui, **changes)))
        return self

    def do(self, *names: str) -> Hand:
        """Press controls by short name, "enter" or keys (``key:left``), or type words; slow work is done at once."""
        for name in names:
            if name.startswith("key:"):
                self.key(name[4:])
            elif name == "enter":
                self.press("main")
            elif " " in name:
                self.type(name)
            else:
                self.press(f"leaning.{name}")
            self.finish()
        return self

    def finish(self) -> Player:
        """Do the slow work that a player waits for. The last answer stays."""
        while self.work is not None and not self.work.idle:
            work, self.work = self.work, None
            said, rule = self.said, self.rule
            self.take(work.done(self.context, work.run(Clock())))
            self.said, self.rule = self.said or said, self.rule or rule
        return self

    def type(self, words: str) -> bool:
        """Type something, as clients do: a control's word is no line. Return whether it was understood."""
        named = next((one for one in self.controls.values() if words in one.spec.typed), None)
        result = BOARD.input(self.context, TextInput(words)) if named is None else None
        if named is not None:
            self.press(named.spec.id)
        elif result is not None:
            self.take(result)
        return named is not None or result is not None

    def answer(self, answer: Any) -> Hand:
        """Finish the slow work under way with this answer."""
        assert self.work is not None
        work, self.work = self.work, None
        self.take(work.done(self.context, answer))
        return self

    def news(self, told: Any) -> bool:
        """Report progress of the slow work under way. Return whether it changed anything."""
        assert self.work is not None
        ui = self.work.progress(self.context, told)
        if ui is not None:
            work = self.work
            self.take(Result(ui, work=work))
        return ui is not None

    def fails(self, text: str) -> Hand:
        """Let the slow work under way fail."""
        return self.answer(Failure(text))

    def why_not(self, name: str) -> str:
        blocked = self.controls[f"leaning.{name}"].blocked
        return blocked.text if blocked else ""

    def out(self) -> str:
        """The read-out of the piece in the hand."""
        return "\n".join(BOARD.read_out(self.context).prepared)

    def plays(self, action: Action | None = None) -> None:
        """Play the last submission (or another action), and let everything come to rest."""
        step = GAME.apply(self.state, action if action is not None else self.submitted)
        self.events = list(step.events)
        self.state = step.state
        while isinstance(turn := GAME.turn(self.state), Nature):
            step = GAME.apply_outcome(self.state, GAME.resolve(self.state, turn, Dice(1, self.state.tries)))
            self.events += step.events
            self.state = step.state
        self.see(seen(self.state), new=True)

    def has_event(self, kind: str) -> bool:
        """Whether the last play had an event of this kind."""
        return any(event.kind == kind for event in self.events)

"""Dispatches the input of every client: first to a control of the board, then to its ``input``, then to the camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_lowercase
from typing import Any, Protocol

from towergames.board.protocol import (
    AnyBoard,
    AnyContext,
    Confirmation,
    Control,
    KeyInput,
    PointerInput,
    Result,
    Spec,
    TextInput,
    Work,
)
from towergames.core.text import quoted
from towergames.session.ui_memory import UiMemory

LONGEST_MOVE = 60
"""Cells of a move in the question before it; a longer one is cut."""


class PendingConfirmation:
    """The action that a person was asked about last. The same action at the same position confirms it."""

    def __init__(self) -> None:
        self.action: Any = None
        """None while there is no question."""
        self.before: Any = None
        """The UiState to go back to if the person does not confirm."""
        self.heard: Callable[[Any], None] = lambda _: None
        """Called with the view in which a question is asked, and with None once the question is dropped."""
        self.asks_before: Callable[[Any], bool] = lambda _: False
        """Whether the person's settings ask before this action."""
        self.advised: Callable[[], Any] = lambda: None
        """The action that a hint advises at this position, None for none. The board does not ask about it."""
        self._view: Any = None

    def question(self, board: AnyBoard, c: AnyContext, action: Any, before: Any = None) -> Confirmation | None:
        """The question before an action; None if the action needs no confirmation or has just been confirmed."""
        confirmed = self.pending(c) and action == self.action
        self.drop()
        if confirmed:
            return None
        found = None
        if board.confirmation is not None and action != self.advised():
            found = board.confirmation(c, action)
        if found is None and not isinstance(action, board.spec.answers) and self.asks_before(action):
            found = Confirmation(f"Your move: {quoted(c.game.notate(action), LONGEST_MOVE)}.", "make it")
        if found is not None:
            self.action, self.before, self._view = action, before, c.view
            self.heard(c.view)
        return found

    def pending(self, c: AnyContext) -> bool:
        """Whether an action waits for its confirmation at this position."""
        return self.action is not None and self._view == c.view

    def drop(self) -> None:
        """Drop the question, since the person did something else."""
        if self.action is not None:
            self.action = self.before = self._view = None
            self.heard(None)


CHOOSE = "choose"
"""Enter: it presses the main control."""
CONTROL = "control:"
"""The prefix of the spot key of a control."""
KEYS = {
    **{f"move.{way}": KeyInput(way) for way in ("left", "right", "up", "down")},
    **{f"digit.{digit}": KeyInput(digit) for digit in "123456789"},
    **{f"letter.{letter}": KeyInput(letter) for letter in ascii_lowercase},
    "zone.next": KeyInput("next"),
    "zone.previous": KeyInput("previous"),
    "back": KeyInput("back"),
}
"""The keys that the shared commands of screens are to a board."""


class Client(Protocol):
    """The client, as far as the controller uses it."""

    @property
    def memory(self) -> UiMemory:
        """The UiStates and the viewpoint."""

    def context(self) -> AnyContext:
        """The present table as the person at the keyboard sees it, filled by ``memory``."""

    def shown(self) -> AnyContext:
        """The context that is drawn now, which may be a frame of an animation."""

    def mark_help(self, kind: str) -> bool:
        """Mark help in the save; if that fails, say so and return False."""

    def answered(self, result: Result[Any, Any]) -> None:
        """Show the sentences of the answer."""

    def ask(self, question: Confirmation) -> None:
        """Ask the person to confirm the action."""

    def follow(self, work: Work[Any, Any] | None, *, changed: bool) -> None:
        """Start the work, if there is any; end idle work if the UiState has changed."""

    def legal(self, action: Any) -> bool:
        """Whether an action is legal; only a legal action is confirmed."""

    def submit(self, action: Any) -> None:
        """Make the move."""

    def looked(self) -> None:
        """The viewpoint has changed."""


class Controller:
    """Gives keys, mouse events and typed words of one client to its board, and carries out the answers."""

    def __init__(self, board: AnyBoard, client: Client) -> None:
        self.board = board
        self.asked = PendingConfirmation()
        self._client = client
        self._controls: tuple[AnyContext, Sequence[Control[Any, Any]]] | None = None
        self._specs = {spec.id: spec for spec in board.spec.specs}
        self.verbs = frozenset((*self._specs, *KEYS, CHOOSE))
        """The commands that belong to the board: its specs, Enter, and the shared keys such as ``move.left``."""
        self.cameras = frozenset(spec.id for spec in board.spec.specs if spec.camera)
        """The commands that only move the camera."""

    # --- what can be done -------------------------------------------------------------------------------

    def controls(self, context: AnyContext | None = None) -> Sequence[Control[Any, Any]]:
        """The present controls, the main one first; computed once for each context."""
        c = self._client.context() if context is None else context
        if self._controls is None or self._controls[0] is not c:
            self._controls = c, self.board.controls(c)
        return self._controls[1]

    def control(self, command: str, context: AnyContext | None = None) -> Control[Any, Any] | None:
        """The present control of a command, if there is one. Enter is the main control."""
        for control in self.controls(context):
            if control.spec.id == command or (command == CHOOSE and control.place == "main"):
                return control
        return None

    def footers(self) -> dict[str, str]:
        """The labels of the controls for the footer, by id."""
        return {control.spec.id: control.label for control in self.controls() if control.place == "footer"}

    def why_not(self, command: str) -> str:
        """Why a command of the board cannot be used now, in a sentence; '' when it can."""
        if command in self.cameras:
            return why_not_look(self.board, self._client.shown(), command)
        context = self._client.context()
        control = self.control(command, context)
        if control is not None:
            return control.blocked.text if control.blocked else ""
        waiting = "" if context.may_act else context.waiting()
        if command.startswith("letter."):
            meant = self.board.input(context, KEYS[command]) is not None
            return "" if meant else waiting or "Letters do nothing here now."
        if command in KEYS:
            return ""
        spec = self._specs.get(command)
        return waiting or (spec.when if spec else "") or "That is not possible now."

    def named(self, words: str) -> Spec | None:
        """The spec that typed words name, if any."""
        return next((spec for spec in self.board.spec.specs if words.lower() in spec.typed), None)

    # --- input ------------------------------------------------------------------------------------------

    def press(self, command: str) -> bool:
        """Use a command, or say why it is blocked; returns whether anything was changed or submitted."""
        if command in self.cameras:
            return self.look(command) or self._refuse(command)
        context = self._client.context()
        control = self.control(command, context)
        if control is not None and control.blocked is not None:
            return self._refuse(command, control.blocked.rule)
        if control is not None and control.effect is not None:
            return self.take(control.effect(), context)
        return self._give(KEYS[command], context) if command in KEYS else self._refuse(command)

    def pointer(self, event: PointerInput) -> bool:
        """A mouse event on the board or the hand; returns whether it means anything there."""
        if event.click and event.spot.startswith(CONTROL):
            return self.press(event.spot.removeprefix(CONTROL))
        return self._give(event, self._client.context())

    def understands(self, words: str) -> bool:
        """Whether the board understands these words as a :class:`Line`."""
        return self.board.input(self._client.context(), TextInput(words)) is not None

    def type_text(self, words: str) -> bool:
        """Typed words that are neither a move nor the name of a control; returns whether the board understands them."""
        context = self._client.context()
        result = self.board.input(context, TextInput(words))
        if result is not None:
            self.take(result, context)
        return result is not None

    def _give(self, event: PointerInput | KeyInput, context: AnyContext) -> bool:
        result = self.board.input(context, event)
        return self.look(event) if result is None else self.take(result, context)

    def look(self, event: PointerInput | KeyInput | str) -> bool:
        """Only move the camera, which works during an animation too."""
        moved = self._client.memory.look(self._client.shown(), event)
        if moved:
            self._client.looked()
        return moved

    def _refuse(self, command: str, rule: str = "") -> bool:
        self._client.answered(Result(None, say=self.why_not(command), rule=rule))
        return False

    # --- what the board answers -------------------------------------------------------------------------

    def take(self, result: Result[Any, Any], context: AnyContext, *, late: bool = False) -> bool:
        """Carry out an answer in the order of :class:`Result`; returns whether it changed or submitted anything.

        ``context`` is the present one. ``late``: it is the answer of work; then an open question to the person stays
        open, as with a long answer.
        """
        client, memory = self._client, self._client.memory
        if result.help:
            if not client.mark_help(result.help):
                return False
            context = client.context()  # the mark is in the save, so the table has changed
        before = memory.ui
        memory.remember(context, result.ui)
        if result.say or result.lines:
            client.answered(result)
        changed = memory.ui != before
        if result.work is not None or changed or result.submit is not None:
            client.follow(result.work, changed=changed or result.submit is not None)
        if result.submit is None or not context.may_act:
            if self.asked.action is not None and not late and (changed or not result.lines):
                self.asked.drop()
            return changed or result.work is not None or bool(result.say or result.lines)
        self.offer(result.submit, before)
        return True

    def offer(self, action: Any, before: Any = None) -> None:
        """Submit a move, or ask first if it needs a confirmation; ``before`` is the UiState to go back to."""
        client = self._client
        found = self.asked.question(self.board, client.context(), action, before) if client.legal(action) else None
        if found is not None:
            client.ask(found)
        else:
            self.asked.drop()
            client.submit(action)

    @property
    def asking(self) -> bool:
        """Whether a move waits to be confirmed."""
        return self.asked.action is not None and self.asked.pending(self._client.context())

    def confirm(self) -> None:
        """Make the move that was asked about."""
        action = self.asked.action
        self.asked.drop()
        self._client.submit(action)

    def decline(self) -> None:
        """Do not make the move that was asked about; the UiState before it returns."""
        before = self.asked.before
        self.asked.drop()
        if before is not None:
            self._client.memory.restore(self._client.context(), before)


def why_not_look(board: AnyBoard, c: AnyContext, command: str) -> str:
    """Why a camera spec cannot be used now; '' when it can."""
    return board.camera.why_not(c, command) if board.camera is not None else "That is not possible now."

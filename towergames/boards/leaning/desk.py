"""The desk of Leaning Towers: the one object that screens talk to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames.boards.desk import Abreast, Command, Reply, Scene
from towergames.boards.habits import DeskHabits
from towergames.boards.leaning import (
    acting,
    animation,
    board,
    camera_work,
    clicking,
    commands,
    examples,
    hand_speech,
    hand_zone,
    handling,
    hovering,
    layout,
    legend,
    seeking,
    situation,
    speech,
    suggesting,
    typed,
    working,
)
from towergames.boards.leaning.pointer import TABLE, WATCH, Pointer, empty
from towergames.boards.protocol import Confirmation, Failure, Legend, Picture
from towergames.core.contract import Event
from towergames.games.leaning.model import Action, View


class LeaningDesk(DeskHabits):
    """Draws and handles Leaning Towers. Stateless."""

    typed_forms = typed.FORMS
    fine = True

    @property
    def commands(self) -> tuple[Command, ...]:
        """The game's own commands."""
        return commands.COMMANDS

    @property
    def animated(self) -> frozenset[str]:
        """Kinds of events that deserve a beat of their own."""
        return animation.ANIMATED

    def size(self, seats: int, view: View | None = None) -> tuple[int, int, int]:  # noqa: ARG002 - the protocol
        """(columns, rows of the board, rows of the hand) below which the game cannot be shown."""
        return *layout.LEAST, layout.HAND_ROWS

    def abreast(self, seats: int, view: View) -> Abreast | None:  # noqa: ARG002 - the protocol
        """On a low screen the hand stands beside the board."""
        return layout.ABREAST

    def prepare(self, scene: Scene[View]) -> None:  # noqa: ARG002 - the protocol
        """Load the engine, so that the first key need not wait for it."""
        if not situation.missing():
            from towergames.boards.leaning import jobs  # noqa: F401 - loading it is what is wanted

    # --- beginning and keeping --------------------------------------------------------------------------

    def start(self, scene: Scene[View]) -> Pointer:
        """The pointer at the beginning: the whole table in view, an empty hand."""
        return _fresh(scene, Pointer(camera=camera_work.home(scene.view)))

    def carry(self, scene: Scene[View], old: Pointer) -> Pointer:
        """The camera and the control as they were left; an empty hand, and a target only for a piece that slipped."""
        target = old.target if situation.phase(scene) == "slip" else 0
        return _fresh(scene, replace(empty(old), zone=TABLE, act="", target=target, moving=True))

    def keep(self, scene: Scene[View], pointer: Pointer) -> Pointer:
        """The pointer after the view changed under it: the camera stays, the hand is emptied by another decision."""
        if pointer.decision == situation.decision_of(scene):
            return pointer
        return self.carry(scene, pointer)

    def looking_on(self, scene: Scene[View], pointer: Pointer, before: Pointer) -> Pointer:
        """The new decision seen from where the table was looked at until now."""
        seen = replace(pointer, camera=before.camera, view=before.view, labels=before.labels)
        return _followed(scene, seen)

    def rested(self, scene: Scene[View], pointer: Pointer) -> Pointer:  # noqa: ARG002 - the protocol
        """Nothing moves: time for soft shadows."""
        return replace(pointer, moving=False) if pointer.moving else pointer

    # --- handling ---------------------------------------------------------------------------------------

    def enabled(self, scene: Scene[View], pointer: Pointer, command: str) -> str:
        """Empty when the command can be used now, else one sentence why not."""
        return handling.enabled(scene, self.keep(scene, pointer), command)

    def do(self, scene: Scene[View], pointer: Pointer, command: str) -> Reply[Action]:
        """Handle a shared or own command."""
        here = self.keep(scene, pointer)
        why = handling.enabled(scene, here, command) if not command.startswith(commands.ACT) else ""
        return Reply(here, say=why) if why else handling.do(scene, here, command)

    def click(self, scene: Scene[View], pointer: Pointer, spot: str) -> Reply[Action]:
        """Handle a click on (or a jump to) a spot of the board or the hand."""
        return clicking.click(scene, self.keep(scene, pointer), spot)

    def drag(self, scene: Scene[View], pointer: Pointer, dx: int, dy: int, spot: str) -> Pointer | Reply[Action]:
        """Dragging moves the piece in hand, if it began there; else it turns the table."""
        return clicking.drag(scene, self.keep(scene, pointer), dx, dy, spot)

    def wheel(self, scene: Scene[View], pointer: Pointer, steps: int) -> Pointer:
        """The wheel brings the table nearer."""
        return clicking.wheel(self.keep(scene, pointer), steps)

    def typed(self, scene: Scene[View], pointer: Pointer, words: str) -> Reply[Action] | None:
        """Handle the hand's words with their numbers: ``turn 15``, ``target 3``."""
        return typed.typed(scene, self.keep(scene, pointer), words)

    def worked(self, scene: Scene[View], pointer: Pointer, answer: Any) -> Reply[Action]:
        """A motion has been made, or ideas have been found."""
        here = self.keep(scene, pointer)
        if here is not pointer and not isinstance(answer, Failure):
            return Reply(here)  # the table has changed meanwhile
        return working.worked(scene, here, answer)

    def shown(self, scene: Scene[View], pointer: Pointer, idea: Any) -> Pointer | None:
        """An idea of the player's own search as it comes, or where a thinking bot's hand is."""
        here = self.keep(scene, pointer)
        if isinstance(idea, seeking.Sought):
            return seeking.shown(scene, here, idea)
        if isinstance(idea, seeking.Tried):
            return seeking.renewed(here, idea)
        return suggesting.watched(scene, here, idea)

    def draft(self, scene: Scene[View], pointer: Pointer) -> Action | None:
        """The action that ``choose`` would submit now, for the preview; None when none is complete."""
        return acting.draft(scene, self.keep(scene, pointer))

    def confirmation(self, scene: Scene[View], action: Action) -> Confirmation | None:
        """What cannot be undone, or costs much, is confirmed."""
        return acting.confirmation(scene, action)

    def unfinished(self, scene: Scene[View], pointer: Pointer) -> bool:
        """A piece that hangs in the air is only on its way."""
        aim = self.keep(scene, pointer).aim
        return aim is not None and not aim.touches and not aim.corners

    def suggest(self, scene: Scene[View], pointer: Pointer, action: Action) -> Pointer | None:
        """A hint in the player's hand, so that Enter lets go of it."""
        return suggesting.lay_out(scene, self.keep(scene, pointer), action)

    def in_words(self, scene: Scene[View], action: Action) -> str:
        """Where to put which piece; poses are for programs."""
        return suggesting.in_words(scene, action)

    # --- pictures and words -----------------------------------------------------------------------------

    def hover(self, scene: Scene[View], pointer: Pointer) -> str:
        """One line on what the hand is about."""
        return hovering.hover(scene, self.keep(scene, pointer))

    def how(self, scene: Scene[View], pointer: Pointer) -> str:
        """What the keys do now, for a lesson."""
        return hovering.how(scene, self.keep(scene, pointer))

    def board(self, scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
        """The table drawn to exactly that size."""
        return board.draw_board(scene, self.keep(scene, pointer), width, height)

    def hand(self, scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
        """The looker's pieces and what the hand feels, drawn to exactly that size."""
        return hand_zone.draw_hand(scene, self.keep(scene, pointer), width, height)

    def beats(self, scene: Scene[View], event: Event) -> tuple[float, ...]:  # noqa: ARG002 - the protocol
        """Seconds each picture of a recorded fall lasts."""
        return animation.beats(event)

    def news(self, scene: Scene[View], events: tuple[Event, ...]) -> str:
        """Where the move is shown that the table has found."""
        known = any(event.kind == "move-known" for event in events) and suggesting.known_place(scene, Pointer())
        return "The table found a move: it is in the hand. Enter lets go, n searches for another." if known else ""

    def legend(self) -> Legend:
        """What the signs mean, for help."""
        return legend.legend()

    def speak(self, scene: Scene[View]) -> tuple[str, ...]:
        """The table in words, most important first."""
        return speech.speak(scene)

    def speak_hand(self, scene: Scene[View]) -> tuple[str, ...]:
        """The looker's pieces in words."""
        return speech.speak_hand(scene)

    def speak_pointer(self, scene: Scene[View], pointer: Pointer) -> tuple[str, ...]:
        """What is in the hand, in words."""
        return hand_speech.speak_pointer(scene, self.keep(scene, pointer))

    def example(self, rule_id: str) -> Scene[View] | None:
        """A little scene that shows the rule, for the rules browser; None when the rule needs no picture."""
        return examples.example(rule_id)


def _fresh(scene: Scene[View], pointer: Pointer) -> Pointer:
    """A pointer for the decision of the scene."""
    known = {one.id for one in scene.view.layout.pieces}
    here = replace(
        pointer,
        decision=situation.decision_of(scene),
        target=pointer.target if pointer.target in known else 0,
    )
    return _followed(scene, suggesting.known_place(scene, here) or here)


def _followed(scene: Scene[View], pointer: Pointer) -> Pointer:
    """The camera goes along when the structure grows out of the picture."""
    if pointer.kind == WATCH or not scene.view.layout.pieces:
        return pointer
    return replace(pointer, camera=camera_work.follow(pointer.camera, scene.view, name=pointer.view))


DESK = LeaningDesk()
"""The desk, ready for use."""

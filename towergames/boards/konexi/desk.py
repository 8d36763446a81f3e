"""The desk of Konexi: the one object that screens talk to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames.boards.desk import Abreast, Command, Question, Reply, Scene, Tip
from towergames.boards.habits import DeskHabits
from towergames.boards.konexi import (
    acting,
    animation,
    board,
    camera_work,
    circling,
    clicking,
    commands,
    examples,
    hand_zone,
    handling,
    layout,
    legend,
    listing,
    looking,
    placing,
    situation,
    speech,
    spelling,
    suggesting,
    typed,
)
from towergames.boards.konexi.pointer import ACTS, CIRCLE, TOWER, Pointer
from towergames.boards.protocol import Confirmation, Legend, Picture
from towergames.core.contract import Event
from towergames.games.konexi.model import Action, View
from towergames.games.konexi.turns import gaps
from towergames.games.konexi.words import index_of
from towergames.lexicon import find


class KonexiDesk(DeskHabits):
    """Draws and handles Konexi. Stateless."""

    typed_letters = True
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

    def prepare(self, scene: Scene[View]) -> None:
        """Read the word list, so that no key ever waits for it."""
        lexicon = find(scene.view.list_sha256)
        if lexicon is not None:
            index_of(lexicon)

    # --- beginning and keeping --------------------------------------------------------------------------

    def start(self, scene: Scene[View]) -> Pointer:
        """The pointer at the beginning: the whole tower in view, a letter on offer in hand."""
        camera = camera_work.home(scene.view, None, Pointer().look, Pointer().camera)
        return _fresh(scene, Pointer(camera=camera))

    def carry(self, scene: Scene[View], old: Pointer) -> Pointer:
        """The view as it was left; everything else begins anew."""
        return self.looking_on(scene, _fresh(scene, Pointer(camera=old.camera)), old)

    def keep(self, scene: Scene[View], pointer: Pointer) -> Pointer:
        """The pointer after the view changed under it: another decision begins anew."""
        if pointer.decision == situation.decision_of(scene):
            return pointer
        return self.carry(scene, pointer)

    def looking_on(self, scene: Scene[View], pointer: Pointer, before: Pointer) -> Pointer:
        """The new decision seen as the table was looked at until now."""
        return looking.carried(scene, pointer, before)

    def rested(self, scene: Scene[View], pointer: Pointer) -> Pointer:  # noqa: ARG002 - the protocol
        """Nothing moves: time for the better picture."""
        return replace(pointer, moving=False) if pointer.moving else pointer

    # --- handling ---------------------------------------------------------------------------------------

    def enabled(self, scene: Scene[View], pointer: Pointer, command: str) -> str:
        """Empty when the command can be used now, else one sentence why not."""
        return handling.enabled(scene, self.keep(scene, pointer), command)

    def do(self, scene: Scene[View], pointer: Pointer, command: str) -> Reply[Action]:
        """Handle a shared or own command."""
        here = self.keep(scene, pointer)
        why = handling.enabled(scene, here, command) if not command.startswith(commands.ACT) else ""
        return Reply(here, say=why) if why else _in_sight(scene, here, handling.do(scene, here, command))

    def click(self, scene: Scene[View], pointer: Pointer, spot: str) -> Reply[Action]:
        """Handle a click on (or a jump to) a spot of the board or the hand."""
        here = self.keep(scene, pointer)
        return _in_sight(scene, here, clicking.click(scene, here, spot))

    def drag(self, scene: Scene[View], pointer: Pointer, dx: int, dy: int, spot: str) -> Pointer:  # noqa: ARG002
        """Dragging turns the tower, or moves the picture along."""
        return clicking.drag(self.keep(scene, pointer), dx, dy)

    def wheel(self, scene: Scene[View], pointer: Pointer, steps: int) -> Pointer:
        """The wheel brings the tower nearer."""
        return clicking.wheel(self.keep(scene, pointer), steps)

    def typed(self, scene: Scene[View], pointer: Pointer, words: str) -> Reply[Action] | None:
        """Handle the hand's words: ``try R 12``, ``put 12``, ``say RULE``."""
        here = self.keep(scene, pointer)
        reply = typed.typed(scene, here, words)
        return _in_sight(scene, here, reply) if reply is not None else None

    def shown(self, scene: Scene[View], pointer: Pointer, idea: Any) -> Pointer | None:
        """Where a thinking player considers to put which letter."""
        return suggesting.watched(scene, self.keep(scene, pointer), idea)

    def draft(self, scene: Scene[View], pointer: Pointer) -> Action | None:
        """The action that ``choose`` would submit now, for the preview; None when none is complete."""
        return acting.draft(scene, self.keep(scene, pointer))

    def confirmation(self, scene: Scene[View], action: Action) -> Confirmation | None:
        """What costs points, or the word, is confirmed."""
        return acting.confirmation(scene, action)

    def unfinished(self, scene: Scene[View], pointer: Pointer) -> bool:
        """A word of which only some letters have been typed is no wrong word yet."""
        return spelling.is_unfinished(scene, self.keep(scene, pointer))

    def tip(self, scene: Scene[View], told: int) -> Tip[Action] | None:
        """How long the longest word is, how it begins, the word itself."""
        return suggesting.tip(scene, told)

    def suggest(self, scene: Scene[View], pointer: Pointer, action: Action) -> Pointer | None:
        """A hint in the player's hand, so that Enter does it."""
        return suggesting.lay_out(scene, self.keep(scene, pointer), action)

    def in_words(self, scene: Scene[View], action: Action) -> str:
        """Where to put which letter, and what holds it there."""
        return suggesting.in_words(scene, action)

    # --- pictures and words -----------------------------------------------------------------------------

    def hover(self, scene: Scene[View], pointer: Pointer) -> str:
        """One line on what the hand is about."""
        return speech.hover(scene, self.keep(scene, pointer))

    def how(self, scene: Scene[View], pointer: Pointer) -> str:
        """What the keys do now, for a lesson."""
        return speech.how(scene, self.keep(scene, pointer))

    def board(self, scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
        """The table drawn to exactly that size."""
        return board.draw_board(scene, self.keep(scene, pointer), width, height)

    def hand(self, scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
        """The letters on offer, the word, and the buttons, drawn to exactly that size."""
        return hand_zone.draw_hand(scene, self.keep(scene, pointer), width, height)

    def beats(self, scene: Scene[View], event: Event) -> tuple[float, ...]:
        """Seconds each picture of a roll, a move of the token, or a recorded movement lasts."""
        return animation.beats(scene, event)

    def news(self, scene: Scene[View], events: tuple[Event, ...]) -> str:
        """Why the tower fell, or how it stands now."""
        return speech.news(scene, events)

    def legend(self) -> Legend:
        """What the signs mean, for help."""
        return legend.legend()

    def speak(self, scene: Scene[View]) -> tuple[str, ...]:
        """The table in words, most important first."""
        return speech.speak(scene)

    def speak_hand(self, scene: Scene[View]) -> tuple[str, ...]:
        """What the looker can do now, in words."""
        return speech.speak_hand(scene)

    def speak_pointer(self, scene: Scene[View], pointer: Pointer) -> tuple[str, ...]:
        """What is prepared, in words."""
        return speech.speak_pointer(scene, self.keep(scene, pointer))

    @property
    def questions(self) -> tuple[Question, ...]:
        """Plain mode lists the places of a letter, and tells of a letter of the tower."""
        return listing.QUESTIONS

    def answer(self, scene: Scene[View], question: str, rest: str) -> tuple[str, ...]:
        """The places of a letter, or where one stands."""
        return listing.answer(scene, question, rest)

    def example(self, rule_id: str) -> Scene[View] | None:
        """A little scene that shows the rule, for the rules browser; None when the rule needs no picture."""
        return examples.example(rule_id)


def _in_sight(scene: Scene[View], before: Pointer, reply: Reply[Action]) -> Reply[Action]:
    """The reply, with the letter in hand in the picture."""
    return replace(reply, pointer=looking.in_sight(scene, reply.pointer, before))


def _fresh(scene: Scene[View], pointer: Pointer) -> Pointer:
    """A pointer for the decision of the scene."""
    here = replace(pointer, decision=situation.decision_of(scene))
    match situation.phase(scene):
        case "place":
            good = situation.offers(scene)
            return replace(placing.with_letter(scene, here, good[0]), zone=CIRCLE if len(good) > 1 else TOWER)
        case "token":
            return replace(here, zone=CIRCLE, gap=gaps(scene.view)[0])
        case "arrange":
            return circling.fresh(here)
        case "birthday":
            return replace(here, zone=ACTS, act="begin-1")
        case "word":
            return replace(here, zone=TOWER, on=scene.view.new)
    return here


DESK = KonexiDesk()
"""The desk, ready for use."""

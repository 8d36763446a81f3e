"""The desk of Take That Towers: the one object that screens talk to."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Command, Reply, Scene
from towergames.boards.habits import DeskHabits
from towergames.boards.protocol import Legend, Picture
from towergames.boards.takethat import board, examples, layout, legend, pointer, speech, words
from towergames.boards.takethat.hand import draw_hand
from towergames.boards.takethat.pointer import BOARD, HAND, Pointer
from towergames.boards.takethat.show import ANIMATED, SCORE_END, SCORE_FLOOR, SCORE_START
from towergames.core.contract import Event
from towergames.core.text import count
from towergames.games.takethat.model import Action, EndTurn, View

BUILD, CLAIM, END_TURN, SCORE, NEXT, DISCARD = (
    f"takethat.{name}" for name in ("build", "claim", "end", "score", "next", "discard")
)

COMMANDS: tuple[Command, ...] = (
    Command(BUILD, "Build a floor", "Take the card under the cursor to build with", ("b",), "build", footer="build"),
    Command(CLAIM, "Claim a floor", "Go to the vacant floors, then choose one", ("c",), "claim", footer="claim"),
    Command(END_TURN, "End the turn", "Draw three cards; score what is due", ("e",), "end", footer="end turn"),
    Command(SCORE, "Score a tower", "Choose the tower to be scored next", ("s",), "score-tower", footer="score"),
    Command(NEXT, "Next place", "Go to the next place that can be chosen", ("n",), "place", footer="next place"),
    Command(DISCARD, "Discard pile", "Say what lies in the discard pile", ("d",), "discard"),
)

LEAST_WIDTH = 66
"""Columns that six cards need for name and effect."""
HAND_ROWS = 4
MOST_SEATS_LOTS = {4: 4}
USUAL_LOTS, USUAL_LIMIT = 3, 6


class TakeThatDesk(DeskHabits):
    """Draws and handles Take That Towers. Stateless."""

    @property
    def commands(self) -> tuple[Command, ...]:
        """The game's own commands."""
        return COMMANDS

    @property
    def animated(self) -> frozenset[str]:
        """Scoring a tower is worth watching."""
        return ANIMATED

    def size(self, seats: int, view: View | None = None) -> tuple[int, int, int]:
        """(columns, rows of the board, rows of the hand) below which the game cannot be shown."""
        lots = len(view.slots) if view else MOST_SEATS_LOTS.get(seats, USUAL_LOTS)
        columns, rows = layout.least(lots, view.terms.height if view else USUAL_LIMIT, seats)
        return max(columns, LEAST_WIDTH), rows, HAND_ROWS

    def start(self, scene: Scene[View]) -> Pointer:
        """The pointer at the beginning of a decision."""
        return pointer.start(scene)

    def keep(self, scene: Scene[View], pointer_: Pointer) -> Pointer:
        """The pointer after the view changed: what still makes sense stays."""
        return pointer.keep(scene, pointer_)

    def enabled(self, scene: Scene[View], pointer_: Pointer, command: str) -> str:  # noqa: ARG002 - the protocol
        """Empty when the command can be used now, else one sentence why not."""
        phase = pointer.deciding(scene)
        if command in (BUILD, CLAIM, END_TURN, SCORE):
            return _why_not(scene, phase, command)
        if command in (NEXT, "choose") and not phase:
            return scene.waiting()
        if command == NEXT:
            return "" if pointer.places(scene) else "There is nothing to choose on the board."
        if command.startswith("digit."):
            number = int(command[6:])
            cards = len(pointer.hand(scene))
            return "" if number <= cards else f"There is no card {number} in the hand."
        return ""

    def do(self, scene: Scene[View], pointer_: Pointer, command: str) -> Reply[Action]:
        """Handle a shared or own command."""
        return _settled(scene, self._do(scene, pointer.keep(scene, pointer_), command))

    def _do(self, scene: Scene[View], here: Pointer, command: str) -> Reply[Action]:
        if command in pointer.STEPS:
            return Reply(pointer.move(scene, here, command))
        if command == "choose":
            return pointer.choose(scene, here)
        if command == "back":
            return Reply(pointer.back(here))
        if command in ("zone.next", "zone.previous"):
            return Reply(pointer.next_zone(scene, here, 1 if command == "zone.next" else -1))
        if command.startswith("digit."):
            return pointer.pick_card(scene, here, int(command[6:]) - 1)
        return self._own(scene, here, command)

    def _own(self, scene: Scene[View], here: Pointer, command: str) -> Reply[Action]:
        if command == NEXT:
            return Reply(pointer.next_place(scene, here))
        if command == DISCARD:
            return Reply(here, say=speech.discard(scene.view))
        reason = self.enabled(scene, here, command)
        if reason:
            return Reply(here, say=reason, rule=_RULE_OF.get(command, ""))
        if command == END_TURN:
            return Reply(pointer.after(scene, here, EndTurn()), submit=EndTurn())
        if command == BUILD:
            return _begin_build(scene, here)
        if command == CLAIM:
            if here.zone == BOARD and here.empty and not pointer.can_place(scene, here.slot, here.storey):
                return pointer.pick_place(scene, here)
            return Reply(pointer.aim(scene, replace(here, zone=BOARD, placed=False)))
        if command == SCORE:
            return Reply(pointer.aim(scene, replace(here, zone=BOARD)))
        return Reply(here)

    def click(self, scene: Scene[View], pointer_: Pointer, spot: str) -> Reply[Action]:
        """A click moves the cursor; on the place where the cursor or a pending move already is, it chooses."""
        return _settled(scene, self._click(scene, pointer.keep(scene, pointer_), spot))

    def _click(self, scene: Scene[View], here: Pointer, spot: str) -> Reply[Action]:
        if spot == "deck":
            return Reply(here, say=f"The deck holds {count(scene.view.deck, 'card')}.")
        if spot == "discard":
            return Reply(here, say=speech.discard(scene.view))
        if spot == "end":
            return self.do(scene, here, END_TURN)
        card = words.read_card(spot, pointer.hand(scene))
        if card is not None:
            return _click_card(scene, here, card)
        place = words.read_place(spot)
        if place is None or not 0 <= place[0] < len(scene.view.slots):
            return Reply(here)
        return _click_place(scene, here, place)

    def draft(self, scene: Scene[View], pointer_: Pointer) -> Action | None:
        """The action that ``choose`` would submit now, for the preview; None when none is complete."""
        return pointer.draft(scene, pointer.keep(scene, pointer_))

    def hover(self, scene: Scene[View], pointer_: Pointer) -> str:
        """One line on what the cursor is on."""
        return speech.hover(scene, pointer.keep(scene, pointer_))

    def board(self, scene: Scene[View], pointer_: Pointer, width: int, height: int) -> Picture:
        """The board drawn to exactly that size."""
        return board.draw_board(scene, pointer.keep(scene, pointer_), width, height)

    def hand(self, scene: Scene[View], pointer_: Pointer, width: int, height: int) -> Picture:
        """The looker's hand drawn to exactly that size; backs only when it may not be seen."""
        return draw_hand(scene, pointer.keep(scene, pointer_), width, height)

    def beats(self, scene: Scene[View], event: Event) -> tuple[float, ...]:  # noqa: ARG002 - the protocol
        """Seconds of each frame: a floor lights up, then its effect shows; vacant floors pass quickly."""
        if event.kind == SCORE_START:
            return (0.6,)
        if event.kind == SCORE_FLOOR:
            return (0.35, 0.55) if event.data.get("owner") is not None else (0.25,)
        return (0.8,) if event.kind == SCORE_END else ()

    def legend(self) -> Legend:
        """What the signs on the board mean, for help."""
        return legend.legend()

    def speak(self, scene: Scene[View]) -> tuple[str, ...]:
        """The board in words, most important first."""
        return speech.speak(scene)

    def speak_hand(self, scene: Scene[View]) -> tuple[str, ...]:
        """The looker's hand in words."""
        return speech.speak_hand(scene)

    def example(self, rule_id: str) -> Scene[View] | None:
        """A little scene that shows the rule, or None."""
        return examples.example(rule_id)


_RULE_OF = {BUILD: "R-6", CLAIM: "R-10", END_TURN: "R-6", SCORE: "T-1"}


def _why_not(scene: Scene[View], phase: str, command: str) -> str:
    """Why one of the turn's own commands cannot be used in this phase."""
    if not phase:
        return scene.waiting()
    if command == BUILD:
        return "" if phase == "build" else "Both floors of this turn have been built."
    if command == SCORE:
        return "" if phase == "order" else "There is no order of scoring to choose now."
    if phase == "order":
        return "Choose first which tower is scored next."
    if phase == "build":
        return f"Build {count(words.builds_left(scene.view), 'more floor')} first."
    if command == CLAIM:
        if not pointer.hand(scene):
            return "There is no card left to tuck."
        return "" if pointer.vacant(scene.view) else "No floor is vacant."
    return ""


def _begin_build(scene: Scene[View], here: Pointer) -> Reply[Action]:
    """Pick the card under the cursor, or go to where the one that is wanted next can be chosen."""
    if here.held:
        return Reply(pointer.aim(scene, replace(here, zone=BOARD)))
    if here.zone == HAND and not here.placed:
        return pointer.pick_card(scene, here, here.card)
    return Reply(replace(here, zone=HAND))


def _settled(scene: Scene[View], reply: Reply[Action]) -> Reply[Action]:
    """The reply with a pointer that makes sense in this scene; after a submission that is for the next scene to see."""
    return reply if reply.submit is not None else replace(reply, pointer=pointer.keep(scene, reply.pointer))


def _click_card(scene: Scene[View], here: Pointer, card: int) -> Reply[Action]:
    if here.placed:
        if here.zone == HAND and here.card == card:
            return pointer.choose(scene, here)
        return Reply(replace(here, zone=HAND, card=card))
    if here.held and here.lifted == card:
        return Reply(pointer.back(here))
    return pointer.pick_card(scene, here, card)


def _click_place(scene: Scene[View], here: Pointer, place: tuple[int, int | None]) -> Reply[Action]:
    slot, storey = place
    claiming = scene.view.phase == "claim"
    if storey is None:
        storey = here.storey if claiming and slot == here.slot else words.height_at(scene.view, slot) - 1
    storey = pointer.clamp_storey(scene.view, slot, storey)
    same = here.slot == slot and (not claiming or here.storey == storey)
    there = replace(here, zone=BOARD, slot=slot, storey=storey)
    if not pointer.deciding(scene):
        return Reply(there)
    if same and here.zone == BOARD:
        return pointer.choose(scene, there)
    if here.held or scene.view.phase == "order":
        return Reply(there)
    return pointer.pick_place(scene, replace(there, placed=False))


DESK = TakeThatDesk()
"""The desk, ready for use."""

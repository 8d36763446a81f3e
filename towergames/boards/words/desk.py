"""The desk of Stacked Words: the one object that screens talk to."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Abreast, Command, Reply, Scene
from towergames.boards.habits import DeskHabits
from towergames.boards.protocol import Confirmation, Legend, Limit, Picture
from towergames.boards.words import (
    acting,
    board,
    examples,
    judged,
    laying,
    layout,
    legend,
    meanings,
    pointer,
    show,
    speech,
    suggesting,
)
from towergames.boards.words.commands import (
    ACT_OF,
    COMMANDS,
    LETTER,
    MEANING,
    PLAY,
    RECALL,
    TURN,
)
from towergames.boards.words.pointer import BOARD, RACK, Pointer
from towergames.boards.words.rack import draw_rack
from towergames.core.contract import Event
from towergames.games.words.generator import generator_for
from towergames.games.words.model import Accept, Action, Pass, Play, View
from towergames.lexicon import find

HAND_ROWS = 3
USUAL_SIZE = 10


class WordsDesk(DeskHabits):
    """Draws and handles Stacked Words. Stateless."""

    typed_letters = True

    @property
    def commands(self) -> tuple[Command, ...]:
        """The game's own commands."""
        return COMMANDS

    @property
    def animated(self) -> frozenset[str]:
        """Tiles of others land one by one."""
        return show.ANIMATED

    def size(self, seats: int, view: View | None = None) -> tuple[int, int, int]:  # noqa: ARG002 - the protocol
        """(columns, rows of the board, rows of the hand) below which the game cannot be shown."""
        columns, rows = layout.least(view.terms.size if view else USUAL_SIZE)
        return columns, rows, HAND_ROWS

    def abreast(self, seats: int, view: View) -> Abreast | None:
        """Squares of two rows on low screens, with rack and panel beside the board."""
        return layout.abreast(view.terms.size, seats)

    def start(self, scene: Scene[View]) -> Pointer:
        """The pointer at the beginning of a decision."""
        return pointer.start(scene)

    def carry(self, scene: Scene[View], old: Pointer) -> Pointer:
        """The rack as its owner has laid it; tiles on the board too, unless board or rack have changed meanwhile."""
        return pointer.carry(scene, old)

    def prepare(self, scene: Scene[View]) -> None:
        """Read the word list, its graph and the definitions, so that no key ever waits for them."""
        meanings.prepare()
        lexicon = find(scene.view.list_sha256)
        if lexicon is not None and lexicon.words:
            generator_for(lexicon)

    def limit(self, scene: Scene[View], pointer_: Pointer) -> Limit[Action] | None:  # noqa: ARG002 - the protocol
        """U-23: when the time is over a turn is passed, and a play that should be answered to stands."""
        seconds, now = scene.view.terms.timer, pointer.phase(scene)
        if not seconds or not now:
            return None
        return Limit(seconds, Accept() if now == "answer" else Pass(), (scene.view.turns, now))

    def keep(self, scene: Scene[View], pointer_: Pointer) -> Pointer:
        """The pointer after the view changed: what still makes sense stays."""
        return pointer.keep(scene, pointer_)

    def enabled(self, scene: Scene[View], pointer_: Pointer, command: str) -> str:
        """Empty when the command can be used now, else one sentence why not."""
        here = pointer.keep(scene, pointer_)
        if command.startswith(LETTER):
            return "" if pointer.typing(scene) else "Letters are typed by players while a game is on."
        if command == PLAY:
            return _why_not_play(scene, here)
        if command in ACT_OF:
            return acting.why_not(scene, here, ACT_OF[command])
        if command == RECALL:
            return acting.why_not(scene, here, "recall")
        if command == MEANING:
            return "" if speech.words_at(scene, here.cell) else "No word lies under the cursor."
        if command.startswith("digit."):
            number = int(command[6:])
            return "" if number <= len(here.order) else f"There is no tile {number} on the rack."
        return ""

    def do(self, scene: Scene[View], pointer_: Pointer, command: str) -> Reply[Action]:
        """Handle a shared or own command."""
        return _settled(scene, self._do(scene, pointer.keep(scene, pointer_), command))

    def _do(self, scene: Scene[View], here: Pointer, command: str) -> Reply[Action]:
        if command.startswith(LETTER):
            return laying.type_letter(scene, here, command[len(LETTER) :].upper())
        if command.startswith("digit."):
            return laying.pick(scene, here, int(command[6:]) - 1)
        if command in pointer.STEPS:
            return _move(scene, here, command)
        if command == "choose":
            return acting.choose(scene, here)
        if command == "back":
            return Reply(pointer.back(scene, here))
        if command in ("zone.next", "zone.previous"):
            return Reply(pointer.next_zone(scene, here, 1 if command == "zone.next" else -1))
        return self._own(scene, here, command)

    def _own(self, scene: Scene[View], here: Pointer, command: str) -> Reply[Action]:
        if command == TURN:
            # Space chooses everywhere else, as in other games.
            turned = replace(here, down=not here.down, ended=False, quiet=False)
            return Reply(turned) if here.zone == BOARD else acting.choose(scene, here)
        if command == RECALL:
            return laying.recall(here)
        if command == MEANING:
            return Reply(here, say=speech.meaning_at(scene, here.cell))
        if command in ACT_OF:
            return acting.press(scene, here, ACT_OF[command])
        return Reply(here)

    def click(self, scene: Scene[View], pointer_: Pointer, spot: str) -> Reply[Action]:
        """A click picks up and lays down; on a square that has the cursor it turns the direction."""
        return _settled(scene, acting.click(scene, pointer.keep(scene, pointer_), spot))

    def draft(self, scene: Scene[View], pointer_: Pointer) -> Action | None:
        """The action that ``choose`` would submit now, for the preview; None when none is complete."""
        return acting.draft(scene, pointer.keep(scene, pointer_))

    def confirmation(self, scene: Scene[View], action: Action) -> Confirmation | None:
        """Passing and challenging are confirmed."""
        return acting.confirmation(scene, action)

    def hover(self, scene: Scene[View], pointer_: Pointer) -> str:
        """One line on what the cursor is on."""
        return speech.hover(scene, pointer.keep(scene, pointer_))

    def board(self, scene: Scene[View], pointer_: Pointer, width: int, height: int) -> Picture:
        """The board drawn to exactly that size."""
        return board.draw_board(scene, pointer.keep(scene, pointer_), width, height)

    def hand(self, scene: Scene[View], pointer_: Pointer, width: int, height: int) -> Picture:
        """The looker's rack drawn to exactly that size; backs only when it may not be seen."""
        return draw_rack(scene, pointer.keep(scene, pointer_), width, height)

    def beats(self, scene: Scene[View], event: Event) -> tuple[float, ...]:
        """Seconds of each frame: one frame a tile of somebody else's play."""
        return show.beats(scene, event)

    def unfinished(self, scene: Scene[View], pointer_: Pointer) -> bool:
        """Whether more tiles could still make a play of it."""
        return judged.unfinished(scene, pointer.keep(scene, pointer_))

    def suggest(self, scene: Scene[View], pointer_: Pointer, action: Action) -> Pointer | None:
        """A hint laid out on the table, so that Enter plays it."""
        return suggesting.lay_out(scene, pointer.keep(scene, pointer_), action)

    def news(self, scene: Scene[View], events: tuple[Event, ...]) -> str:
        """What a challenge came to (U-12)."""
        return speech.news(scene, events)

    def legend(self) -> Legend:
        """What the signs on the board mean, for help."""
        return legend.legend()

    def speak(self, scene: Scene[View]) -> tuple[str, ...]:
        """The board in words, most important first."""
        return speech.speak(scene)

    def speak_hand(self, scene: Scene[View]) -> tuple[str, ...]:
        """The looker's rack in words."""
        return speech.speak_hand(scene)

    def example(self, rule_id: str) -> Scene[View] | None:
        """A little scene that shows the rule, for the rules browser; None when the rule needs no picture."""
        return examples.example(rule_id)


def _why_not_play(scene: Scene[View], here: Pointer) -> str:
    """Enter does other things as well; it plays where nothing else comes first."""
    why = acting.why_not(scene, here, "play")
    if why or isinstance(acting.draft(scene, here), Play):
        return why
    return "Lay the picked tile down first." if here.held >= 0 else "Tab back to the board to play."


def _move(scene: Scene[View], here: Pointer, command: str) -> Reply[Action]:
    """An arrow key; on the rack up shuffles and down takes all tiles back (U25)."""
    if here.zone != RACK:
        return Reply(pointer.move(scene, here, command))
    if command == "move.up":
        return laying.shuffle(here)
    if command == "move.down":
        return laying.recall_all(here)
    return Reply(pointer.along_rack(here, pointer.STEPS[command][0]))


def _settled(scene: Scene[View], reply: Reply[Action]) -> Reply[Action]:
    """The reply with a pointer that makes sense in this scene; after a submission that is for the next scene to see."""
    return reply if reply.submit is not None else replace(reply, pointer=pointer.keep(scene, reply.pointer))


DESK = WordsDesk()
"""The desk, ready for use."""

"""The desk of Brick Tower: the one object that screens talk to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from towergames.boards.bricks import (
    acting,
    afterwards,
    bench,
    clicking,
    commands,
    examples,
    layout,
    legend,
    moving,
    searching,
    sides,
    speech,
    suggesting,
    working,
)
from towergames.boards.bricks.bench import TableReply, TableScene
from towergames.boards.bricks.board import draw_board
from towergames.boards.bricks.hand import draw_hand
from towergames.boards.bricks.pending import draft
from towergames.boards.bricks.pointer import LEDGER, Pointer, free, keep, shows_cards, start
from towergames.boards.desk import Command, Question, Reply, Scene, Tip
from towergames.boards.habits import DeskHabits
from towergames.boards.protocol import Confirmation, Legend, Limit, Picture
from towergames.core.bot import Clock
from towergames.core.contract import Event
from towergames.games.bricks.model import Action, Submit, View

HAND_ROWS = 5


class BricksDesk(DeskHabits):
    """Draws and handles Brick Tower. Stateless."""

    typed_letters = True
    alone = True
    searches = True

    @property
    def commands(self) -> tuple[Command, ...]:
        """The game's own commands."""
        return commands.COMMANDS

    @property
    def animated(self) -> frozenset[str]:
        """Nothing moves by itself in a workshop."""
        return frozenset()

    def size(self, seats: int, view: View | None = None) -> tuple[int, int, int]:  # noqa: ARG002 - the protocol
        """(columns, rows of the board, rows of the hand) below which the game cannot be shown."""
        least = examples.LEAST if view is not None and examples.is_example(view) else layout.LEAST
        return *least, HAND_ROWS

    def prepare(self, scene: Scene[View]) -> None:
        """Read the word list, so that no key ever waits for it; then make the solver ready for hints and opponents."""
        from towergames.games.bricks import solver  # rules and pictures do without it

        if scene.view.list_id:
            bench.warm(scene)
        solver.prepare()

    def start(self, scene: Scene[View]) -> Pointer:
        """The pointer at the beginning of a decision."""
        return start(scene)

    def carry(self, scene: Scene[View], old: Pointer) -> Pointer:
        """Cursor, sorting and filters as their owner left them; nothing is in hand."""
        return keep(scene, free(old))

    def keep(self, scene: Scene[View], pointer: Pointer) -> Pointer:
        """The pointer after the view changed: what still makes sense stays."""
        return keep(scene, pointer)

    def limit(self, scene: Scene[View], pointer: Pointer) -> Limit[Action] | None:
        """B-28: when the time is over the draft in hand is handed in as it is."""
        minutes = scene.view.terms.timer
        if not minutes or bench.phase(scene) != "build":
            return None
        word = pointer.word if pointer.word is not None and len(pointer.word) > 1 else ""
        return Limit(60 * minutes, Submit(word), "build")

    def enabled(self, scene: Scene[View], pointer: Pointer, command: str) -> str:
        """Empty when the command can be used now, else one sentence why not."""
        here = keep(scene, pointer)
        if command in commands.ACT_OF:
            return acting.why_not(scene, commands.ACT_OF[command])
        if command.startswith(commands.LETTER):
            return "" if moving.typing(scene) else "Letters find cards while a game is on."
        if command in (commands.SORT, commands.FILTER):
            return "" if shows_cards(scene) else "There are no cards to sort."
        if command.startswith("bricks."):
            return working.why_not_own(scene, here, command)
        return ""

    def do(self, scene: Scene[View], pointer: Pointer, command: str) -> Reply[Action]:
        """Handle a shared or own command."""
        return _settled(scene, _do(scene, keep(scene, pointer), command))

    def click(self, scene: Scene[View], pointer: Pointer, spot: str) -> Reply[Action]:
        """A click picks up and puts down, and chooses among buttons, filters, fields and lines."""
        return _settled(scene, clicking.click(scene, keep(scene, pointer), spot))

    def draft(self, scene: Scene[View], pointer: Pointer) -> Action | None:
        """The action that ``choose`` would submit now, for the preview; None when none is complete."""
        return draft(scene, keep(scene, pointer))

    def confirmation(self, scene: Scene[View], action: Action) -> Confirmation | None:
        """Handing in is confirmed."""
        return acting.confirmation(scene, action)

    def hover(self, scene: Scene[View], pointer: Pointer) -> str:
        """One line on what the cursor is on."""
        here = keep(scene, pointer)
        if bench.over(scene) and here.zone == LEDGER:
            return sides.explain_end(scene, here)
        return speech.hover(scene, here)

    def board(self, scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
        """The tower and the ledger drawn to exactly that size."""
        return draw_board(scene, keep(scene, pointer), width, height)

    def hand(self, scene: Scene[View], pointer: Pointer, width: int, height: int) -> Picture:
        """The cards left drawn to exactly that size."""
        return draw_hand(scene, keep(scene, pointer), width, height)

    def beats(self, scene: Scene[View], event: Event) -> tuple[float, ...]:  # noqa: ARG002 - the protocol
        """Nothing is animated."""
        return ()

    def suggest(self, scene: Scene[View], pointer: Pointer, action: Action) -> Pointer | None:
        """A hint laid out in the workshop, so that Enter builds it."""
        return suggesting.lay_out(scene, keep(scene, pointer), action)

    def tip(self, scene: Scene[View], told: int) -> Tip[Action] | None:
        """What blocks the tower, then where points are left, then one step that makes it better."""
        return suggesting.tip(scene, told)

    def search(
        self, scene: Scene[View], clock: Clock, tell: Callable[[Tip[Action]], None], known: Sequence[Action] = ()
    ) -> Tip[Action]:
        """A better tower, or after the end the best one, from the cards of the bench shown."""
        return searching.search(scene, clock, tell, known)

    def budget(self, scene: Scene[View], seconds: float) -> Clock:
        """B-31: the puzzle of a day is measured by a search of as many steps on every machine."""
        return searching.budget(scene, seconds)

    def news(self, scene: Scene[View], events: tuple[Event, ...]) -> str:
        """B-25: the rules that have become known by a step."""
        return speech.news(scene, events)

    def honours(self, scene: Scene[View]) -> tuple[str, ...]:
        """The bars for the medals, and who has earned which (B-31)."""
        return afterwards.honours(scene)

    def beside(self, scene: Scene[View], best: Action) -> tuple[str, ...]:
        """The best tower known and the looker's, rule by rule."""
        return afterwards.beside(scene, best)

    def share(self, scene: Scene[View]) -> str:
        """The puzzle's code and what was scored, on one line."""
        return afterwards.share(scene)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The ledger line by line, and two drafts beside each other."""
        return afterwards.QUESTIONS

    def answer(self, scene: Scene[View], question: str, rest: str) -> tuple[str, ...]:
        """What was asked in plain mode."""
        return afterwards.answer(scene, question, rest)

    def legend(self) -> Legend:
        """What the signs in the workshop mean, for help."""
        return legend.legend()

    def speak(self, scene: Scene[View]) -> tuple[str, ...]:
        """The bench in words, most important first."""
        return speech.speak(scene)

    def speak_hand(self, scene: Scene[View]) -> tuple[str, ...]:
        """The cards left in words."""
        return speech.speak_hand(scene)

    def example(self, rule_id: str) -> Scene[View] | None:
        """A little scene that shows the rule, for the rules browser; None when the rule needs no picture."""
        return examples.example(rule_id)


def _do(scene: TableScene, here: Pointer, command: str) -> TableReply:
    if command.startswith(commands.LETTER):
        return moving.type_letter(scene, here, command[len(commands.LETTER) :].upper())
    if command.startswith("digit."):
        return moving.digit(scene, here, int(command[6:]))
    if command in moving.STEPS:
        return Reply(moving.move(scene, here, command))
    match command:
        case "choose":
            return acting.choose(scene, here)
        case "back":
            return Reply(moving.back(here))
        case "zone.next" | "zone.previous":
            return Reply(moving.next_zone(scene, here, 1 if command == "zone.next" else -1))
        case _:
            return working.own(scene, here, command)


def _settled(scene: TableScene, reply: TableReply) -> TableReply:
    """The reply with a pointer that makes sense in this scene; after a submission that is for the next scene to see."""
    return reply if reply.submit is not None else replace(reply, pointer=keep(scene, reply.pointer))


DESK = BricksDesk()
"""The desk, ready for use."""

"""The desk: how one game is drawn and handled at any screen. Pure; the screens know no game, only this.

A desk is handed a :class:`Scene` (a view and who looks) and a *pointer* (the desk's own frozen dataclass: cursor,
what is picked up, the pending move) and answers with pictures, or with a new pointer and perhaps an action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from towergames.boards.protocol import Confirmation, Legend, Limit, Picture
from towergames.core.bot import Clock
from towergames.core.contract import A, AnyGame, Decide, Event, Over, Seat, Turn, V, Verdict


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person can do, named once: the source for keys, footer, help, palette, typed text and tests.

    ``id`` is the key-map name (``takethat.claim``), ``keys`` the default keys in Textual's spelling, ``typed`` the word
    after ``:`` and in plain mode, ``group`` a heading in help, ``footer`` a short label (empty: never in the footer).
    ``before`` names commands whose keys it takes on purpose whenever it can be used; on any other key that is a clash.
    ``looking`` commands only change how the table is looked at (a camera): they work for spectators, while others move
    or think, while something is shown step by step, in replays, in examples and after the end. Of the reply to them
    only the pointer counts. ``also`` are further words that mean ``typed``.
    """

    id: str
    title: str
    help: str
    keys: tuple[str, ...]
    typed: str
    group: str = "game"
    footer: str = ""
    before: tuple[str, ...] = ()
    looking: bool = False
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene(Generic[V]):
    """What a desk needs to draw and to handle input.

    ``seat`` is who looks (None: spectator), ``may_act`` whether that seat must decide now. ``marks`` are the events
    since the looker's last decision (the last move is marked until the next input, U18). While an animation runs,
    ``playing`` holds its events so far and ``view`` is still the one from before the step; ``frame`` counts within the
    last event. ``verdict`` is the judge's answer to the desk's :meth:`Desk.draft`, where a board is about to be drawn.
    Without ``colours`` only characters are seen (plain mode, exported text, NO_COLOR). A ``quick`` picture is wanted at
    once on a live screen, where a better one follows (see :attr:`Desk.fine`). ``room`` is the size (columns, rows) of
    the board on the screen, for keys and for the mouse that is dragged on it; (0, 0) where none is shown. ``day`` is
    the day whose puzzle is played, if it is one. ``measure`` is the move that the results are measured by, once the
    game is over and the search for it has ended. A game that was played on from a replay has ``counts`` False: it earns
    no medal, and no line about it is passed on.
    """

    game: AnyGame
    view: V
    turn: Turn
    seat: Seat | None
    names: tuple[str, ...]
    may_act: bool = False
    marks: tuple[Event, ...] = ()
    playing: tuple[Event, ...] = ()
    frame: int = 0
    ascii_only: bool = False
    verdict: Verdict | None = None
    colours: bool = True
    quick: bool = False
    room: tuple[int, int] = (0, 0)
    day: str = ""
    measure: Any = None
    counts: bool = True

    def name_of(self, seat: Seat) -> str:
        """A player's name; never "you", since several may read the same screen (U32)."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"Player {seat + 1}"

    def waiting(self) -> str:
        """Why the looker cannot act now."""
        if isinstance(self.turn, Over):
            return "The game is over."
        if isinstance(self.turn, Decide) and self.turn.seat != self.seat:
            return f"It is {self.name_of(self.turn.seat)}'s turn."
        return "No player can act now."


@dataclass(frozen=True, slots=True)
class Abreast:
    """A second way to lay a low screen out: a board of at least ``columns`` x ``rows`` with the hand beside it.

    The hand then is ``hand`` columns wide and ``tall`` rows high, or more, and shows what the board has no room for.
    On the lowest screens it makes do with ``low`` rows.
    """

    columns: int
    rows: int
    hand: int
    tall: int
    low: int


@dataclass(frozen=True, slots=True)
class Tip(Generic[A]):
    """Help that a desk gives by itself: a sentence, the action that it advises, if it advises one, and its points."""

    text: str
    action: A | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A word of plain mode that one game answers: what may follow it (``takes``), and what it tells."""

    word: str
    takes: str
    help: str


@dataclass(frozen=True, slots=True)
class Reply(Generic[A]):
    """A desk's answer to input: the pointer from now on, an action to submit if one is complete, or what to say.

    ``say`` explains why nothing was done, with the ``rule`` it stands in, if any. ``work`` is what takes too long to be
    done at once: it is run in a thread of its own, ends early when its clock is over, may ``clock.tell`` of what it has
    so far (see :meth:`Desk.shown`), and its answer is handed to :meth:`Desk.worked`. A desk has one work at a time: a
    newer one stops the older, whose answer is dropped; so is one for a table that has changed meanwhile. ``idle`` work
    only says more of what is shown: nothing waits for it, and it ends once the hand does something else. ``help`` names
    help that the pointer shows from now on (``hint``): it is marked in the save first, or the reply is dropped.
    """

    pointer: Any
    submit: A | None = None
    say: str = ""
    rule: str = ""
    work: Callable[[Clock], Any] | None = None
    idle: bool = False
    help: str = ""


class Desk(Protocol[V, A]):
    """One game's picture and handling. Stateless; the pointer carries what must be remembered between keys.

    Shared command ids that every desk handles in :meth:`do`: ``move.left``, ``move.right``, ``move.up``,
    ``move.down``, ``choose`` (Enter, Space), ``back`` (Esc: undo one level of picking; Reply.say == "" and an equal
    pointer mean there was nothing to go back from), ``zone.next`` (Tab), ``zone.previous``, ``digit.1`` to ``digit.9``.
    """

    @property
    def commands(self) -> tuple[Command, ...]:
        """The game's own commands, beyond the shared ones."""
        ...

    @property
    def animated(self) -> frozenset[str]:
        """Kinds of events that deserve a beat of their own on the screen."""
        ...

    def size(self, seats: int, view: V | None = None) -> tuple[int, int, int]:
        """(columns, rows of the board, rows of the hand) below which the game cannot be shown."""
        ...

    def start(self, scene: Scene[V]) -> Any:
        """The pointer at the beginning of a decision."""
        ...

    def keep(self, scene: Scene[V], pointer: Any) -> Any:
        """The pointer after the view changed under it (undo, resize, another's move): what still makes sense stays."""
        ...

    def enabled(self, scene: Scene[V], pointer: Any, command: str) -> str:
        """Empty when the command can be used now, else one sentence why not."""
        ...

    def do(self, scene: Scene[V], pointer: Any, command: str) -> Reply[A]:
        """Handle a shared or own command."""
        ...

    def click(self, scene: Scene[V], pointer: Any, spot: str) -> Reply[A]:
        """Handle a click on (or a jump to) a spot of the board or the hand."""
        ...

    def draft(self, scene: Scene[V], pointer: Any) -> A | None:
        """The action that ``choose`` would submit now, for the preview; None when none is complete."""
        ...

    def confirmation(self, scene: Scene[V], action: A) -> Confirmation | None:
        """What a person confirms before the action is made, however it was given; None where it is made at once."""
        ...

    def hover(self, scene: Scene[V], pointer: Any) -> str:
        """One line on what the cursor is on (the effect of a card or floor in words)."""
        ...

    def how(self, scene: Scene[V], pointer: Any) -> str:
        """What the keys do now, in one sentence for a lesson; '' where cursor and Enter explain themselves."""
        ...

    def board(self, scene: Scene[V], pointer: Any, width: int, height: int) -> Picture:
        """The board drawn to exactly that size (>= the minimum)."""
        ...

    def hand(self, scene: Scene[V], pointer: Any, width: int, height: int) -> Picture:
        """The looker's rack or hand drawn to exactly that size; backs only when it may not be seen."""
        ...

    def beats(self, scene: Scene[V], event: Event) -> tuple[float, ...]:
        """Seconds each frame of the event's animation lasts at normal pace; () when it is not animated."""
        ...

    def speak(self, scene: Scene[V]) -> tuple[str, ...]:
        """The board in words, most important first: plain mode and screen readers."""
        ...

    def speak_hand(self, scene: Scene[V]) -> tuple[str, ...]:
        """The looker's hand in words."""
        ...

    def example(self, rule_id: str) -> Scene[V] | None:
        """A little scene that shows the rule, for the rules browser; None when the rule needs no picture."""
        ...

    # --- what few games need; see DeskHabits ---

    @property
    def typed_letters(self) -> bool:
        """Whether letter keys lay letters on the board, so that no other command may need one (U25)."""
        ...

    @property
    def alone(self) -> bool:
        """Whether the board has the whole screen at first, without log and pad beside it."""
        ...

    def prepare(self, scene: Scene[V]) -> None:
        """Load what judging and drawing need; called once in a thread when a table is put on a screen."""
        ...

    def carry(self, scene: Scene[V], old: Any) -> Any:
        """The pointer at the beginning of a decision of a seat that looked at the table before with pointer ``old``."""
        ...

    def limit(self, scene: Scene[V], pointer: Any) -> Limit[A] | None:
        """The time that the deciding looker has, None without a limit."""
        ...

    def legend(self) -> Legend:
        """What the signs on the board mean, for help."""
        ...

    @property
    def searches(self) -> bool:
        """Whether :meth:`search` can find something."""
        ...

    def search(self, scene: Scene[V], clock: Clock, tell: Callable[[Tip[A]], None], known: Sequence[A] = ()) -> Tip[A]:
        """The best that the looker could do, or could have done; ``tell`` hears of every better find. In a thread.

        ``known`` was found before, for this or another seat: what is worth more than all finds is answered too.
        """
        ...

    def budget(self, scene: Scene[V], seconds: float) -> Clock:
        """How long to search where ``seconds`` are to spare: a number of steps where results must compare."""
        ...

    def tip(self, scene: Scene[V], told: int) -> Tip[A] | None:
        """What to tell whoever wants help, before a bot is asked; ``told`` tips have been given on this position."""
        ...

    def abreast(self, seats: int, view: V) -> Abreast | None:
        """How much more of the board a low screen can show with the hand beside it; None where that gains nothing."""
        ...

    def unfinished(self, scene: Scene[V], pointer: Any) -> bool:
        """Whether what the judge refuses (``scene.verdict``) may be right once more has been laid: nothing is wrong."""
        ...

    def suggest(self, scene: Scene[V], pointer: Any, action: A) -> Any:
        """The pointer with a suggested action prepared, so that ``choose`` submits it; None where that cannot be."""
        ...

    def news(self, scene: Scene[V], events: tuple[Event, ...]) -> str:
        """What must be told of the looker's own move at once, since the log may be out of sight; '' for nothing."""
        ...

    def honours(self, scene: Scene[V]) -> tuple[str, ...]:
        """After the end: what the results are worth beside ``scene.measure``; () until that is known."""
        ...

    def beside(self, scene: Scene[V], best: A) -> tuple[str, ...]:
        """After the end, in words: where the points of the looker and of the best known come from."""
        ...

    def share(self, scene: Scene[V]) -> str:
        """After the end: one line for others who may try the same; '' where nobody could."""
        ...

    @property
    def questions(self) -> tuple[Question, ...]:
        """What plain mode may be asked about this game alone."""
        ...

    def answer(self, scene: Scene[V], question: str, rest: str) -> tuple[str, ...]:
        """The answer to one of the questions, ``rest`` being what was typed after its word."""
        ...

    def in_words(self, scene: Scene[V], action: A) -> str:
        """A move as one would advise it, where its notation is for programs; empty where the notation says it well."""
        ...

    # --- a table that is looked at from all sides, and a hand that takes its time ---

    def worked(self, scene: Scene[V], pointer: Any, answer: Any) -> Reply[A]:
        """A work (see :class:`Reply`) has come back with its answer, or with a Failure; ``pointer`` is the present one.

        The reply may carry the next work.
        """
        ...

    def shown(self, scene: Scene[V], pointer: Any, idea: Any) -> Any:
        """The pointer with what a thinking bot, or a work under way, has told (``clock.tell``); None: nothing new."""
        ...

    def drag(self, scene: Scene[V], pointer: Any, dx: int, dy: int, spot: str) -> Any:
        """The pointer after the mouse was dragged on the board by so many cells; None where that means nothing.

        ``spot`` is where the button went down, empty beside all spots. Called for every cell of the way. What cannot be
        dragged at once is answered by a Reply, of which the pointer and the work count.
        """
        ...

    def wheel(self, scene: Scene[V], pointer: Any, steps: int) -> Any:
        """The pointer after the wheel was turned over the board (down is positive); None where that means nothing."""
        ...

    def rested(self, scene: Scene[V], pointer: Any) -> Any:
        """The pointer for the better picture, once nothing has moved for a quarter of a second; see :attr:`fine`."""
        ...

    @property
    def fine(self) -> bool:
        """Whether the board has a better picture that takes too long to be drawn at once.

        Then screens draw with ``scene.quick``, and once nothing has moved for a quarter of a second without, in a
        thread; the desk keeps its last pictures, so that this one is ready when it is asked for again.
        """
        ...

    def looking_on(self, scene: Scene[V], pointer: Any, before: Any) -> Any:
        """The ``pointer`` of a new decision, looking at the table as ``before``, the one shown until now, did."""
        ...

    def typed(self, scene: Scene[V], pointer: Any, words: str) -> Reply[A] | None:
        """Handle typed words of the desk's own that are no whole move (``turn 15``); None when they are not the desk's.

        On screens words that equal a command's ``typed`` run that command; plain mode asks here first for all words.
        """
        ...

    @property
    def typed_forms(self) -> tuple[str, ...]:
        """How the words that :meth:`typed` understands are built, each with what it does: ``turn DEGREES: turn it``."""
        ...

    def speak_pointer(self, scene: Scene[V], pointer: Any) -> tuple[str, ...]:
        """What is being prepared, in words: plain mode, after the desk's own words and with the hand."""
        ...


AnyDesk = Desk[Any, Any]

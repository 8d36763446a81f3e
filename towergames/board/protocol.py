"""The interface between boards and clients: the input of a board, its answers, and its methods.

A client (a game screen, plain mode, a replay, an export) knows no game. It builds a :class:`Context`, asks the game's
:class:`BoardAdapter` for pictures, sentences and :class:`Control` objects, and carries two things that the board hands
back: the UiState of each seat (cursor and prepared move, the board's own frozen dataclass) and the :class:`Viewpoint`
of each screen (the camera). Boards keep no memory of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from towergames.board.canvas import Run
from towergames.board.danger import Danger
from towergames.board.picture import Picture as Picture
from towergames.board.picture import PixelArea as PixelArea
from towergames.board.picture import Spec as Spec
from towergames.board.picture import Spot as Spot
from towergames.board.picture import Style as Style
from towergames.core.bot import Clock
from towergames.core.contract import A, AnyGame, Decide, Event, Over, Refusal, Seat, Turn, V, Verdict
from towergames.core.highlight import Highlight
from towergames.core.text import count, sentence

U = TypeVar("U")
"""UiState: the cursor and the prepared move of one seat."""

Size = tuple[int, int]
"""Columns and rows."""
Sentences = tuple[str, ...]
Zone = Literal["board", "hand"]
Legend = tuple[tuple[tuple[Run, ...], str], ...]
"""(sample as runs, meaning) pairs; samples are at most eight cells wide."""


# --- what can be done -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Control(Generic[U, A]):
    """A :class:`Spec` at one table at one moment: its label, its place and its effect.

    ``label`` says what pressing it does (``Claim A3 with CASINO``), in at most 32 characters. At most one control has
    the ``place`` "main": Enter presses it, and Space unless another control has that key. "bar" controls are shown
    beside it, "footer" ones by key and label where there is room, "list" ones in help and the palette alone.
    ``blocked`` says why it cannot be used now. Without an ``effect`` :meth:`BoardAdapter.input` handles its keys, which
    ``keys_shown`` names (``1-6``); only such a control may have several keys.
    """

    spec: Spec
    label: str
    place: Literal["main", "bar", "footer", "list"] = "list"
    blocked: Refusal | None = None
    effect: Callable[[], Result[U, A]] | None = field(default=None, compare=False)
    keys_shown: str = ""


@dataclass(frozen=True, slots=True)
class KeyInput:
    """A key that no control has taken, by its meaning.

    ``name`` is left, right, up, down, next (Tab), previous (Shift+Tab), back (Esc: one level of picking), 1 to 9, or a
    small letter while letters are typed.
    """

    name: str


ARROWS: Mapping[str, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""The arrow keys, and the step of each to the right and up."""


@dataclass(frozen=True, slots=True)
class PointerInput:
    """A mouse event on a spot ("" for none): a click, a drag by cells since the last event, or the wheel (down > 0).

    Jump mode sends clicks too. A click has dx, dy and wheel 0.
    """

    spot: str
    dx: int = 0
    dy: int = 0
    wheel: int = 0

    @property
    def click(self) -> bool:
        """Whether it is a click."""
        return not (self.dx or self.dy or self.wheel)


@dataclass(frozen=True, slots=True)
class TextInput:
    """A typed line that is neither a whole move nor the name of a control: ``turn 15``, ``ledger 12``."""

    words: str


Input = KeyInput | PointerInput | TextInput


# --- what a board is given ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """The camera position of one screen. It belongs to the screen, never to a seat, and holds nothing secret.

    A board with a camera has a subclass of its own.
    """

    @property
    def view_name(self) -> str:
        """The name of the view that is chosen, '' on boards with one view only."""
        return ""


@dataclass(frozen=True, slots=True)
class Context(Generic[V, U, A]):
    """Everything that a board may know.

    ``seat`` is the viewer (None: a spectator), ``may_act`` whether that seat must decide now. ``marks`` are the events
    since the viewer's last decision. While an animation runs, ``playing`` holds its events so far, and ``view`` is the
    view before the step; ``frame`` counts within the last event, and ``coming`` are the events after it. While the beat
    of the last event is shown, ``beat`` is its highlight, ``beat_seconds`` the time since it began (at its end the
    highlight's ``seconds``), and ``frame`` the event's last one. ``draft`` is the action that Enter would submit, and
    ``verdict`` the judge's answer to it. ``room`` is the present size of the board, (0, 0) where there is no board.
    ``day`` is the day whose puzzle is played. ``measure`` is the move with which the results are compared, once the
    game is over and the search for it has ended. A game that began in a replay has ``counts`` False: no medals.
    """

    game: AnyGame
    view: V
    turn: Turn
    seat: Seat | None
    names: Sentences
    ui: U
    may_act: bool = False
    draft: A | None = None
    verdict: Verdict | None = None
    marks: tuple[Event, ...] = ()
    playing: tuple[Event, ...] = ()
    frame: int = 0
    coming: tuple[Event, ...] = ()
    beat: Highlight | None = None
    beat_seconds: float = 0.0
    viewpoint: Viewpoint | None = None
    style: Style = Style()
    room: Size = (0, 0)
    day: str = ""
    measure: Any = None
    counts: bool = True

    @property
    def phase(self) -> str:
        """The decision that is due from the viewer, '' for none."""
        return self.turn.phase if self.may_act and isinstance(self.turn, Decide) else ""

    def name_of(self, seat: Seat) -> str:
        """A player's name; never "you", since several may read the same screen."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"Player {seat + 1}"

    def waiting(self) -> str:
        """The reason why the viewer cannot act now."""
        if isinstance(self.turn, Over):
            return "The game is over."
        if isinstance(self.turn, Decide) and self.turn.seat != self.seat:
            return f"It is {self.name_of(self.turn.seat)}'s turn."
        return "It is nobody's turn at the moment."


# --- what a board answers -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Failure:
    """The answer of work that raised an exception: ``text`` is one sentence for people."""

    text: str


@dataclass(frozen=True, slots=True)
class Work(Generic[U, A]):
    """A slow computation, such as a search.

    ``run`` runs in a thread, ends early when its clock is over, and may report what it has so far with ``clock.tell``.
    The other two run on the client's thread with the context of that moment. ``done`` gets the answer or a
    :class:`Failure`. ``progress`` gets each report and returns the new UiState, or None for no change. A seat has one
    work at a time: new work stops the old work, and the old answer is dropped. An answer for a table that has changed
    meanwhile is dropped too. ``idle`` work only adds to what is shown: nobody waits for it, and it ends once the
    UiState changes.
    """

    run: Callable[[Clock], Any]
    done: Callable[[Context[Any, U, A], Any], Result[U, A]]
    progress: Callable[[Context[Any, U, A], Any], U | None] = lambda _context, _news: None
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Result(Generic[U, A]):
    """The answer to input. The client carries it out in this order.

    It marks ``help`` (the kind of help that ``ui`` now shows) in the save; if that fails, it drops the whole answer. It
    takes ``ui``. It says ``say``, which cites ``rule``, and the longer answer ``lines``. It starts ``work``. It submits
    the action ``submit``.
    """

    ui: U
    submit: A | None = None
    say: str = ""
    rule: str = ""
    lines: Sentences = ()
    work: Work[U, A] | None = None
    help: str = ""


Steps = tuple[tuple[str, Literal["done", "now", "next"]], ...]
"""The parts of a turn, and whether each is done, done now, or comes next."""


def steps_at(names: Sequence[str], now: int) -> Steps:
    """The steps of a turn, of which number ``now`` is being done."""
    done: Steps = tuple((name, "done") for name in names[:now])
    present: Steps = tuple((name, "now") for name in names[now : now + 1])
    later: Steps = tuple((name, "next") for name in names[now + 1 :])
    return done + present + later


@dataclass(frozen=True, slots=True)
class Description:
    """The task of the viewer, for the lines under the board.

    ``task`` is the decision in a few words (``Build two floors``), ``steps`` are the parts of the turn. ``hint`` is one
    line on the thing under the cursor. ``how`` explains the keys where cursor and Enter do not explain themselves.
    ``pending``: the refused draft may still become legal. ``danger`` is the fall that the draft would bring. ``news``
    has the effects of the viewer's own move (from ``marks``), since the log may be out of sight.
    """

    task: str = ""
    steps: Steps = ()
    hint: str = ""
    how: str = ""
    pending: bool = False
    news: str = ""
    danger: Danger | None = None


@dataclass(frozen=True, slots=True)
class ReadOut:
    """The table in sentences, most important first: the board, the viewer's hand, and the prepared move."""

    board: Sentences
    hand: Sentences = ()
    prepared: Sentences = ()


@dataclass(frozen=True, slots=True)
class Hint(Generic[U, A]):
    """A hint: its text, the advised action and its points, and the UiState in which Enter does that action.

    ``beside_ghost`` is the text where the board shows the action as a ghost: no square, no number of a place. It is ''
    where ``text`` has none either.
    """

    text: str
    action: A | None = None
    points: int | None = None
    ui: U | None = None
    beside_ghost: str = ""


@dataclass(frozen=True, slots=True)
class PastDecision(Generic[A]):
    """A decision of a finished game: the action ``made``, and the ``best`` action that is known (None: no action).

    ``level`` names the bot that chose the best action, '' where the game's reviewer found it. The best action scores
    ``missed`` points more at once than the action made. ``why`` has further sentences on the best action.
    """

    made: A
    best: A | None
    level: str = ""
    missed: int = 0
    why: Sentences = ()

    def in_words(self, best: str) -> Sentences:
        """The answer to "What was best?"; ``best`` is the best action in words."""
        if self.best is None:
            return self.why
        if self.best == self.made:
            same = (
                f"This was the {self.level.capitalize()} bot's choice too." if self.level else "This was the best move."
            )
            return (same, *self.why)
        why = self.why
        if why and why[0].startswith(best.removesuffix(".")):
            best, why = why[0], why[1:]  # the reason repeats the move
        found = [sentence(f"The {self.level.capitalize()} bot's choice: {best}" if self.level else f"Best: {best}")]
        if self.missed:
            more = "more" if self.missed > 0 else "fewer"
            found.append(f"It scores {count(abs(self.missed), 'point')} {more} in that move.")
        return (*found, *why)


@dataclass(frozen=True, slots=True)
class Comparison(Generic[U]):
    """The answer to "What was best?" for a past decision: sentences without coordinates, and a UiState.

    In the position before the decision, the board shows with ``ui`` the best action as a ghost. None: there is nothing
    to show.
    """

    sentences: Sentences
    ui: U | None = None


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question before an action: ``fact`` is a sentence on its effect, ``deed`` is its name: ``hand it in``."""

    fact: str
    deed: str


@dataclass(frozen=True, slots=True)
class EndReport:
    """After the end: medals, the viewer's result compared with the best known one, and a line to share ('': none).

    ``missed`` says in at most three sentences where the best known result has more.
    """

    honours: Sentences = ()
    missed: Sentences = ()
    comparison: Sentences = ()
    share: str = ""


UNDECIDED = "Medals come when the search ends."
"""The message after the end until the report is known."""


# --- the board ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Beside:
    """A second layout for low screens: a board of at least ``columns`` x ``rows`` with the hand beside it.

    The hand then is ``hand`` columns wide and ``tall`` rows high, or more, and shows what the board has no room for. On
    the lowest screens it has only ``low`` rows.
    """

    columns: int
    rows: int
    hand: int
    tall: int
    low: int


@dataclass(frozen=True, slots=True)
class BoardSizes:
    """The smallest board, the fewest rows of the hand below it, and a layout for low screens if one helps.

    ``tall`` are the rows that the hand gets on high screens, where that is more than one row above the fewest. ``full``
    are the rows in which the board shows all it has: it gets these before the log below it has more than a line.
    ``narrow`` are columns, rows of the board and rows of the hand on screens with fewer columns than ``board`` has,
    such as that of a phone held upright. ``finished`` is the least picture of a finished table that shows names and
    points: the end screen needs no other picture beside it. None: the end screen has a picture of its own.
    """

    board: Size
    hand: int
    beside: Beside | None = None
    tall: int = 0
    full: int = 0
    narrow: tuple[int, int, int] | None = None
    finished: Size | None = None


@dataclass(frozen=True, slots=True)
class Showcase:
    """The most beautiful view of a board with several: its name, and that of a view for very small pictures.

    In windows of ``columns`` x ``rows`` cells and more a new player reads once, in the sentence ``text``, that this
    view exists; ``spec`` is the control that changes to it.
    """

    view: str
    cover: str
    columns: int
    rows: int
    text: str
    spec: str


@dataclass(frozen=True, slots=True)
class UiSpec:
    """The constants of a board.

    ``specs`` are all its controls, cameras included. ``animated`` are kinds of events that are shown frame by frame.
    ``held`` are those whose last frame stays until a key, once pieces have moved in the same step. ``letters``: letters
    are typed in some phase, so that no key of a screen may be a letter. ``board_alone``: the board has the whole screen
    at first, without log and pad, unless the screen is wide. ``still_pictures``: there is a better picture that is
    slow to draw; a thread draws it once nothing has moved for 0.25 s, and the board caches the latest ones. ``forms``
    are the typed lines that the board understands, with their meaning: ``turn DEGREES`` -> ``turn the piece``.
    ``showcase`` is the view for pictures on which nobody acts. ``kind_games`` is the number of first games of a person
    in which a fall may be taken back. ``cleared``: what is scored leaves the board, so the end screen shows the
    position before the last decision. ``answers`` are the kinds of actions that answer a question of the game, so that
    a person who is asked before moves is not asked about them.
    """

    specs: tuple[Spec, ...]
    animated: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    kind_games: int = 0
    letters: bool = False
    board_alone: bool = False
    still_pictures: bool = False
    cleared: bool = False
    answers: tuple[type, ...] = ()
    legend: Legend = ()
    forms: Mapping[str, str] = field(default_factory=dict)
    showcase: Showcase | None = None


class CameraControl(Protocol[V, U, A]):
    """A camera that moves round the table."""

    def follow(self, c: Context[V, U, A], before: Viewpoint | None) -> Viewpoint:
        """The viewpoint after any change, with table and prepared move in sight; ``before`` None: the first one."""

    def overlook(self, c: Context[V, U, A]) -> Viewpoint | None:
        """The viewpoint from which the fall in ``c.playing`` is seen best; called in a thread. None: any will do."""

    def why_not(self, c: Context[V, U, A], spec: str) -> str:
        """Why a camera spec cannot be used now, in a sentence; '' when it can."""

    def move(self, c: Context[V, U, A], event: PointerInput | KeyInput | str) -> Viewpoint | None:
        """The viewpoint after a camera spec (its id), or after a key or mouse event that ``input`` did not take.

        None: the event does not move the camera.
        """


class Analysis(Protocol[V, U, A]):
    """A search for the best move, and the report after the end."""

    def search(
        self, c: Context[V, U, A], clock: Clock, tell: Callable[[Hint[U, A]], None], known: Sequence[A] = ()
    ) -> Hint[U, A]:
        """The best action for the viewer, or after the end the best action there was; runs in a thread.

        ``tell`` is called with every better action found. ``known`` are actions found before, for this or another seat;
        the best of the new and the known actions is the answer.
        """

    def budget(self, c: Context[V, U, A], seconds: float) -> Clock:
        """The clock for a search of ``seconds``; it counts steps instead where results must be comparable."""

    def report(self, c: Context[V, U, A]) -> EndReport:
        """After the end: the results compared with ``c.measure``; empty until that is known."""


class Background(Protocol[V, U, A]):
    """Data that a board loads in advance, and its picture of a thinking bot."""

    def prepare(self, c: Context[V, U, A]) -> None:
        """Load what judging and drawing need; called once for each table, in a thread."""

    def show_idea(self, c: Context[V, U, A], idea: Any) -> U | None:
        """The UiState that shows what a thinking bot considers; None: not drawn."""


class BoardAdapter(Protocol[V, U, A]):
    """One game's board: 15 members and five optional capabilities (None where a game has none). Never raises."""

    spec: UiSpec

    def sizes(self, seats: int, view: V | None) -> BoardSizes:
        """The smallest sizes; ``view`` None: with the default options."""

    def adapt(self, c: Context[V, U | None, A], new: bool) -> U:
        """The UiState for the context. It keeps what is still valid in ``c.ui``, the last UiState of this seat.

        ``new``: a decision of this seat begins. ``c.ui`` None: this seat has no UiState yet.
        """

    def controls(self, c: Context[V, U, A]) -> Sequence[Control[U, A]]:
        """The controls of this phase, the main one first, without cameras; it must take less than 1 ms."""

    def input(self, c: Context[V, U, A], event: Input) -> Result[U, A] | None:
        """Input that no control has taken; None: it means nothing here."""

    def draft(self, c: Context[V, U, A]) -> A | None:
        """The action that Enter would submit now; None when none is complete."""

    def tip(self, c: Context[V, U, A], given: int) -> Hint[U, A] | None:
        """The game's own next tip after ``given`` tips on this position; None: search, or ask a bot.

        A screen lets a thread find it.
        """

    def advise(self, c: Context[V, U, A], action: A) -> Hint[U, A]:
        """An action in words ('' if its notation is clear), and the UiState that prepares it, if there is one."""

    def compare(self, c: Context[V, U, A], past: PastDecision[A]) -> Comparison[U]:
        """The answer to "What was best?"; ``c`` is the position before the decision, as its player saw it.

        Called in a thread, and only for finished games.
        """

    def draw(self, c: Context[V, U, A], zone: Zone, size: Size) -> Picture:
        """A zone at exactly that size; called from any thread. Cards that the view hides are drawn as backs."""

    def frames(self, c: Context[V, U, A], event: Event) -> Sequence[float]:
        """Seconds of each frame of the event's animation at normal pace; empty: not animated."""

    def describe(self, c: Context[V, U, A]) -> Description:
        """The viewer's task; called at every repaint, so it must be fast."""

    def read_out(self, c: Context[V, U, A]) -> ReadOut:
        """The table in sentences, for plain mode and screen readers."""

    def example(self, rule_id: str) -> Context[V, U, A] | None:
        """A position that shows the rule, for the rules browser; None when the rule needs no picture."""

    def typed_in_words(self, c: Context[V, U, A]) -> Sequence[str]:
        """Lines that may be typed now in the words of people, for completion beside the notation."""

    @property
    def camera(self) -> CameraControl[V, U, A] | None:
        """The camera, on boards that show the table from several sides."""

    @property
    def analysis(self) -> Analysis[V, U, A] | None:
        """The search for the best move."""

    @property
    def background(self) -> Background[V, U, A] | None:
        """Data that is loaded in advance, and the picture of a thinking bot."""

    @property
    def complete(self) -> Callable[[Context[V, U, A], A], A] | None:
        """The action at zero (:meth:`Game.move_at_zero`), completed by what the viewer has typed or prepared."""

    @property
    def confirmation(self) -> Callable[[Context[V, U, A], A], Confirmation | None] | None:
        """The question before an action that a person must confirm, by keys, mouse or typed words."""


class BoardBase(Generic[V, U, A]):
    """The members of :class:`BoardAdapter` that simple boards need not write: no capability, nothing animated."""

    camera: CameraControl[V, U, A] | None = None
    analysis: Analysis[V, U, A] | None = None
    background: Background[V, U, A] | None = None
    complete: Callable[[Context[V, U, A], A], A] | None = None
    confirmation: Callable[[Context[V, U, A], A], Confirmation | None] | None = None

    def tip(self, c: Context[V, U, A], given: int) -> Hint[U, A] | None:
        """None: a search or a bot gives the tips."""
        return None

    def advise(self, c: Context[V, U, A], action: A) -> Hint[U, A]:
        """An action that is advised, as a hint: the board may add words and prepare it."""
        return Hint("", action)

    def compare(self, c: Context[V, U, A], past: PastDecision[A]) -> Comparison[U]:
        """The best action in the words of a hint, prepared as a hint prepares it; no ghost where it was made."""
        if past.best is None:
            return Comparison(past.in_words(""))
        hint = self.advise(c, past.best)
        words = past.in_words(hint.beside_ghost or hint.text or c.game.notate(past.best))
        return Comparison(words, hint.ui if past.best != past.made else None)

    def frames(self, c: Context[V, U, A], event: Event) -> Sequence[float]:
        """No frames."""
        return ()

    def example(self, rule_id: str) -> Context[V, U, A] | None:
        """None: the rules are shown without pictures."""
        return None

    def typed_in_words(self, c: Context[V, U, A]) -> Sequence[str]:
        """None but the notation."""
        return ()


AnyBoard = BoardAdapter[Any, Any, Any]
AnyContext = Context[Any, Any, Any]

"""The contract between a game and the table: pure rules on one side, everything else on the other.

A game is a value with methods and no memory. It never reads a clock, a file or a random number: what the
rules cannot decide is a turn of Nature, resolved once by :meth:`Game.resolve` while the game is live and
recorded in the journal, so that a replay only ever calls :meth:`Game.apply_outcome`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from towergames.core.dice import Dice
from towergames.core.options import Option, OptionError, Options, Scalar, fill, is_day, show_scalar
from towergames.core.rulesheet import RuleSheet, load_rule_sheet
from towergames.core.text import count, did_you_mean_titled, quoted

Seat = int
"""A place at the table, counted from 0. People see ``seat + 1``."""

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")
T = TypeVar("T")
V = TypeVar("V")
A_co = TypeVar("A_co", covariant=True)


# --- whose turn it is -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decide:
    """A player must choose; ``phase`` is the game's own word for what is being chosen."""

    seat: Seat
    phase: str


@dataclass(frozen=True, slots=True)
class Nature:
    """Something the rules cannot decide (a shuffle, a die, a falling tower) has to be resolved."""

    kind: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended. ``ranking`` holds every seat once, best group first; ties share a group."""

    ranking: tuple[tuple[Seat, ...], ...]
    reason: str


Turn = Decide | Nature | Over


# --- what a step brings -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """One line of the score pad.

    ``points`` is what counted, ``nominal`` what the rule says before any limit (a penalty that may not go
    below zero), ``rule`` a rule id of the game's sheet, ``note`` the reason in a few words.
    """

    seat: Seat
    points: int
    nominal: int
    rule: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """A change in the game, described in one sentence. An event without text appears on the board, not in the log.

    ``text`` may name players as ``{0}``, ``{1}``, ... (seat numbers); :func:`event_text` fills in the names.
    ``data`` is JSON-pure and feeds animation. ``seen_by`` None: all may know.
    """

    kind: str
    text: str
    seat: Seat | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    seen_by: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The result of an action or an outcome.

    ``reveals`` is true when a player learned something hidden (a card drawn, a tile refilled): undo without
    consent stops there.
    """

    state: S
    events: tuple[Event, ...] = ()
    scores: tuple[Score, ...] = ()
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason against an action: rule id, one sentence, and the spot key of a place on the board if there is one."""

    rule: str
    text: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's answer. ``preview`` is what the action would score or change, as far as the player may know."""

    refusals: tuple[Refusal, ...] = ()
    preview: tuple[Score, ...] = ()
    note: str = ""

    @property
    def legal(self) -> bool:
        """Whether the action may be done now."""
        return not self.refusals


class IllegalAction(Exception):  # noqa: N818 - the contract's word; it names what was tried
    """Raised by :meth:`Game.apply` for an action that the judge refuses."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__("; ".join(f"{r.text} ({r.rule})" for r in verdict.refusals) or "illegal action")


class NotationError(ValueError):
    """Raised by :meth:`Game.parse`: the text is no action. The message says what would be.

    ``verb`` begins the form of the move that was meant, where the text does not say it itself.
    """

    def __init__(self, message: str, verb: str = "") -> None:
        super().__init__(message)
        self.verb = verb


# --- what a game says of itself ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts that the menu, the dialog and the table need before a game begins.

    ``seats`` is (fewest, most). ``rules_version`` changes whenever the same record could lead to another state.
    ``hidden`` games need the hand-over curtain. ``exhaustive`` games can list every legal action.
    ``longest`` bounds the number of journal records a game can take. ``starter_option`` names the option whose
    values are "random", 1, 2, ... (seat + 1), used by a series to pass the start on. ``slow`` games take their time to
    :meth:`Game.resolve` (seconds of physics), so that screens do it in a thread. They compute in an engine that must
    not be running when the program ends: a thread that is started for them is no daemon. ``goal_option``
    names the option whose value is how many points win a series of games, 0 for a series without end. ``puzzle_of``
    names the puzzle that the options set, so that another game of it is another attempt; '' where chance sets it.
    ``task_seats`` is how many play today's task, where they are fewer than ``seats`` allows, else 0.
    ``any_word`` tells whether with these options words may be played that are not in the list, so that asking the list
    is help.
    ``clock_of`` answers the clock that an option sets in games of earlier programs, as it is typed, and '' for none.
    ``disputes`` are the kinds of events in which a player objects to the last move of another one, who is called then.
    ``at_zero`` says what :meth:`Game.move_at_zero` does, in words that follow "At zero".
    ``emblem`` is its small picture on the title screen: eight rows of pixels, four rows of letters, or () for none.
    """

    key: str
    title: str
    pitch: str
    minutes: str
    seats: tuple[int, int]
    rules_version: int
    options: tuple[Option, ...]
    longest: int
    hidden: bool = False
    exhaustive: bool = True
    starter_option: str = ""
    slow: bool = False
    goal_option: str = ""
    puzzle_of: Callable[[Options], str] | None = None
    any_word: Callable[[Options], bool] | None = None
    task_seats: int = 0
    clock_of: Callable[[Options], str] | None = None
    disputes: tuple[str, ...] = ()
    at_zero: str = "the first possible move is made"
    emblem: tuple[str, ...] = ()

    @property
    def players(self) -> str:
        """For how many it is: ``2 to 4 players``, ``2 players``."""
        low, high = self.seats
        return f"{low} to {count(high, 'player')}" if low < high else count(low, "player")

    @property
    def daily_option(self) -> str:
        """The key of the option that sets the puzzle of a day; '' for a game without such a puzzle."""
        for option in self.options:
            if option.dated:
                return option.key
        return ""

    @property
    def house_rules(self) -> tuple[Option, ...]:
        """The options that forms offer."""
        return tuple(option for option in self.options if option.offered)

    def day_of(self, options: Options) -> str:
        """The day whose task or puzzle the options name (``2026-11-21``); '' where they name none."""
        day = str(options.get(self.daily_option, ""))
        return day if is_day(day) else ""

    def fewest_seats(self, options: Options) -> int:
        """The fewest players with these options."""
        return self.task_seats if self.task_seats and self.day_of(options) else self.seats[0]

    def option(self, key: str) -> Option:
        """The option called ``key``. Raises OptionError naming the ones there are."""
        for option in self.options:
            if option.key == key:
                return option
        titles = {option.key: option.title for option in self.options}
        near = did_you_mean_titled(key, titles, f". Options: {', '.join(titles) or 'none'}")
        raise OptionError(f"{self.title} has no option {quoted(key)}{near}")


def complete_options(info: GameInfo, given: Options) -> dict[str, Scalar]:
    """Every option of the game with the given value or its default. Raises OptionError for an unknown option."""
    for key, value in given.items():
        option = info.option(key)
        known = option.free or any(value == v and isinstance(value, bool) == isinstance(v, bool) for v in option.values)
        if not known or (option.free and not isinstance(value, str)):
            raise OptionError(option.impossible(show_scalar(value)), key)
        fault = option.wrong(str(value)) if option.wrong else ""
        if fault:
            raise OptionError(f"{key}: {fault}", key)
    return {option.key: given.get(option.key, option.default) for option in info.options}


def complete_terms(terms: type[T], info: GameInfo, seats: int, given: Options) -> T:
    """The terms of a game for ``seats`` players; options that are not given have their defaults.

    Raises OptionError: an unknown option or value, too few or too many players, a first player who is not there.
    """
    fewest, most = info.fewest_seats(given), info.seats[1]
    if type(seats) is not int or not fewest <= seats <= most:
        raise OptionError(f"{info.title} is for {info.players}; you gave {seats}")
    chosen = complete_options(info, given)
    first = chosen.get(info.starter_option)
    if isinstance(first, int) and first > seats:
        raise OptionError(
            f"{info.starter_option}={first} is not possible with {count(seats, 'player')}", info.starter_option
        )
    return fill(terms, chosen)


class Choices(Protocol[A_co]):
    """The legal actions of the seat to move: listed where that is finite, always ready to be sampled."""

    def __iter__(self) -> Iterator[A_co]:
        """Every legal action once, in a fixed order (only for exhaustive games)."""

    def sample(self, dice: Dice) -> A_co:
        """One legal action, each possible."""

    @property
    def templates(self) -> tuple[str, ...]:
        """Forms in which actions are typed, for hints in prompts: ``("build FLOOR TOWER", ...)``."""


@dataclass(frozen=True, slots=True)
class Listed(Generic[A_co]):
    """Choices that are simply a tuple."""

    actions: tuple[A_co, ...]
    templates: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[A_co]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def sample(self, dice: Dice) -> A_co:
        """One of the actions, evenly."""
        return dice.choice(self.actions)


class Game(Protocol[S, A, R, V]):
    """A game: pure functions over state S, action A, outcome of Nature R and view V. All four are frozen dataclasses.

    States and views must be JSON-pure when encoded (tuples, dataclasses, str, int, bool, None); no floats.
    """

    @property
    def info(self) -> GameInfo:
        """Facts for menu, dialog and table."""

    @property
    def rule_sheet(self) -> RuleSheet:
        """The rules in our own words; every refusal and score line cites one of its ids."""

    @property
    def outcomes(self) -> Mapping[str, type[R]]:
        """Nature kind -> dataclass of its outcome, so that journals can be decoded strictly."""

    def new(self, seats: int, options: Options) -> S:
        """The state before anything happened. Raises OptionError."""

    def turn(self, s: S) -> Turn:
        """Whose turn it is: a seat's, Nature's, or nobody's."""

    def choices(self, s: S) -> Choices[A]:
        """The legal actions now; empty unless the turn is a Decide. Depends only on what the deciding seat may know."""

    def judge(self, s: S, a: A) -> Verdict:
        """May the seat to move do this? Total: any ``a`` of any type gets a verdict, never an exception."""

    def apply(self, s: S, a: A) -> Step[S]:
        """The action done. Raises IllegalAction exactly when :meth:`judge` refuses."""

    def resolve(self, s: S, n: Nature, dice: Dice) -> R:
        """Roll, shuffle or simulate; live only, once. The answer is recorded.

        What takes seconds asks :mod:`towergames.core.cancellation` meanwhile, and raises Stopped when nobody waits.
        """

    def dice_name(self, s: S, turn: Nature | Decide) -> str:
        """The name of the dice for a turn of Nature, or of a bot that decides; '' for dice by seed and number of plays.

        In today's task a name says the day and what is drawn, so that nothing else shifts the luck.
        """

    def apply_outcome(self, s: S, r: R) -> Step[S]:
        """Apply a recorded outcome; pure. Raises ValueError if the outcome cannot follow from this state."""

    def view(self, s: S, seat: Seat | None) -> V:
        """The view of ``seat``; None is a spectator, who sees only public facts."""

    def imagine(self, v: V, dice: Dice) -> S:
        """Some full state consistent with the view: ``view(imagine(v, dice), seat) == v``."""

    def reveal(self, s: S) -> V:
        """The view with nothing hidden, for replays of finished games and post-mortems (never shown while playing)."""

    def notate(self, a: A) -> str:
        """The action on one line, readable and typable; ``parse(notate(a), s) == a``."""

    def parse(self, text: str, s: S) -> A:
        """The action meant by a typed or saved line (legal or not). Raises NotationError."""

    def totals(self, s: S) -> tuple[int, ...]:
        """Points by seat; always the sum of all score lines so far."""

    def round(self, s: S) -> int:
        """The round number that people would say, from 1."""

    def status(self, v: V) -> tuple[str, ...]:
        """Short public facts for the status line, such as ``("deck 41", "discard 6")``."""

    def losses(self, before: S, deed: A | R, step: Step[S], seat: Seat) -> tuple[str, ...]:
        """The reasons why a seat lost a piece, a tower, a floor or points in a step from ``before``.

        One sentence each, of what everyone may know; players are named as :func:`reason_text` has them.
        """

    def decisive(self, step: Step[S], seat: Seat) -> str:
        """The cause of a seat's lead in a step, in a few words: ``Tower A at the end: ELEVATOR +4``; '' for none.

        Players are named as :func:`reason_text` has them.
        """

    def counts_as_move(self, action: A) -> bool:
        """Whether people count an action among the moves: an answer to the move of another player is none."""

    def move_at_zero(self, s: S) -> A:
        """The legal action that is done for the seat to move when its time has run out.

        A player whose time has run out and who moves on in this way must come to the end of the turn.
        """


AnyGame = Game[Any, Any, Any, Any]


def nature_dice(game: AnyGame, state: Any, turn: Nature, seed: int, plays: int) -> Dice:
    """The dice of a turn of Nature: by the game's own name, else by the seed and the number of plays before."""
    name = game.dice_name(state, turn)
    return Dice.named(name) if name else Dice(seed, plays, turn.kind)


# --- what games inherit -----------------------------------------------------------------------------


class GameBase:
    """The members of :class:`Game` that most games need not write."""

    package: str
    """The package with the file ``rules.toml``."""
    loss_kinds: frozenset[str] = frozenset()
    """Kinds of events whose sentence says why the seat of the event lost something."""

    @property
    def rule_sheet(self) -> RuleSheet:
        """The sheet in the package's ``rules.toml``."""
        return load_rule_sheet(self.package)

    def dice_name(self, s: Any, turn: Nature | Decide) -> str:
        """Dice by the seed and the number of plays before."""
        return ""

    def status(self, v: Any) -> tuple[str, ...]:
        """No facts."""
        return ()

    def losses(self, before: Any, deed: Any, step: Step[Any], seat: Seat) -> tuple[str, ...]:
        """The sentences of the events that say it."""
        lost = [event for event in step.events if event.kind in self.loss_kinds and event.seat == seat]
        return tuple(f"{event.text.rstrip('.')}." for event in lost)

    def counts_as_move(self, action: Any) -> bool:
        """Whether it is a move; every action is one."""
        return True

    def move_at_zero(self: AnyGame, s: Any) -> Any:
        """The first of the choices."""
        return next(iter(self.choices(s)))

    def decisive(self, step: Step[Any], seat: Seat) -> str:
        """The line of the score with which the seat got furthest ahead: its note, else the title of its rule."""
        best, lead = None, 0
        for line in step.scores:
            others = [other.points for other in step.scores if other.rule == line.rule and other.seat != seat]
            ahead = line.points - max([0, *others]) if line.seat == seat else -line.points
            if ahead > lead:
                best, lead = line, ahead
        if best is None:
            return ""
        titles = {rule.id: rule.title for rule in self.rule_sheet.rules}
        name = best.note.partition(",")[0] or titles.get(best.rule, best.rule)
        whose = "" if best.seat == seat else f"{{{best.seat}}}'s "
        return f"{whose}{name} {best.points:+d}"


class OpenGame(GameBase):
    """The base of a game without secrets. Its state is its own view, unless it overrides ``view`` and ``imagine``."""

    def view(self, s: Any, seat: Seat | None) -> Any:
        """The state itself."""
        return s

    def imagine(self, v: Any, dice: Dice) -> Any:
        """The view itself."""
        return v

    def reveal(self, s: Any) -> Any:
        """The view of a spectator, from whom nothing is hidden."""
        return self.view(s, None)


class ChancelessGame(GameBase):
    """The base of a game in which no turn is one of Nature."""

    outcomes: Mapping[str, type[Any]] = {}

    def resolve(self, s: Any, n: Nature, dice: Dice) -> Any:
        """Raise ValueError: there is nothing to resolve."""
        raise ValueError("no chance in this game")

    def apply_outcome(self, s: Any, r: Any) -> Step[Any]:
        """Raise ValueError: no record of an outcome can be right."""
        raise ValueError("no chance in this game")


def event_text(event: Event, names: Sequence[str]) -> str:
    """The event's sentence with the players' names filled in.

    >>> event_text(Event("pass", "{1} passes"), ("Ann", "Bob {0}"))
    'Bob {0} passes'
    """
    return event.text.format(*names)


def event_texts(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The sentences of the events that have one, in order.

    >>> event_texts([Event("settle", ""), Event("pass", "{1} passes")], ("Ann", "Bob"))
    ['Bob passes']
    """
    return [event_text(event, names) for event in events if event.text]


def reason_text(reason: str, names: Sequence[str], you: Seat | None = None) -> str:
    """The reason for a move with the players' names filled in; the player ``you`` is addressed.

    >>> reason_text("takes 5 from {1}, over {0}'s LOBBY", ("Ann", "Bob {0}"), you=0)
    'takes 5 from Bob {0}, over your LOBBY'
    >>> reason_text("{0} has {9}", ("Ann",))
    'Ann has {9}'
    """

    def name(found: re.Match[str]) -> str:
        seat, owns = int(found[1]), bool(found[2])
        if seat >= len(names):
            return found[0]
        if seat == you:
            return "your" if owns else "you"
        return f"{names[seat]}'s" if owns else names[seat]

    return re.sub(r"\{(\d+)\}('s)?", name, reason)


def visible(event: Event, seat: Seat | None) -> bool:
    """Whether ``seat`` (None: a spectator) may know of the event."""
    return event.seen_by is None or (seat is not None and seat in event.seen_by)

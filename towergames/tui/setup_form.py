"""The new-game form without a screen: who sits where, which options, which seed, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from towergames.core.bot import CHARACTERS, EVEN, OTHER_NAMES, Level, bot_name, opponents
from towergames.core.contract import GameInfo, complete_options
from towergames.core.dice import Dice
from towergames.core.options import TODAY, Option, OptionError, Scalar, show_scalar
from towergames.core.text import NAME_CELLS, NO_PICTURES, clean, count, has_pictures, listed, sentence
from towergames.core.time_control import NONE, PRESETS, read_clock
from towergames.registry import Entry
from towergames.session.app_state import LastTable
from towergames.table.level_record import LevelRecord, first_record, settled_seats
from towergames.table.records import MAX_SEED, OPEN_FORMAT, Header, SeatSetup
from towergames.table.setup import SetupError, dated, new_header, random_seed
from towergames.table.wordlists import OPTION

PERSON_NAMES = tuple(f"Player {n}" for n in range(1, 11))
GIVEN_NAMES = frozenset((*PERSON_NAMES, *CHARACTERS.values(), *OTHER_NAMES))
"""The names that the form gives; another level of the bot brings another name."""
GAP = "|"
"""A gap between values side by side, in place of a level's name."""
OptionValues = tuple[tuple[str, bool], ...]
"""Names of values side by side, each with whether it is the present one; '' is a gap."""
SEAT, OPTION_LINE, SEED, OPEN_TABLE, CLOCK, START = "seat.", "option.", "seed", "windows", "clock", "start"
"""The lines: a seat by its number, an option by its key, the seed, the windows, the clock, and what starts the game."""


def seat_of(line: str) -> int | None:
    """The seat of a line of the form, None for other lines."""
    return int(line.removeprefix(SEAT)) if line.startswith(SEAT) else None


def option_of(line: str) -> str:
    """The key of the option of a line of the form, '' for other lines."""
    return line.removeprefix(OPTION_LINE) if line.startswith(OPTION_LINE) else ""


@dataclass(slots=True)
class SetupForm:
    """A game before it begins. ``errors`` maps a line (``seat.1``, ``option.deck``, ``start``) to its error."""

    entry: Entry
    seats: list[SeatSetup]
    options: dict[str, Scalar]
    seed: int
    errors: dict[str, str] = field(default_factory=dict)
    open: bool = False
    """Whether each person plays at a window of the person's own."""
    clock: str = NONE
    """The clock of the table, as it is typed."""
    records: Mapping[str, LevelRecord] | None = None
    """Each person's games against the levels; None before they are read."""
    proposal: str = ""
    """Why another level than the last one is chosen, in a sentence."""
    _typed: set[str] = field(default_factory=set)
    """Names that a person typed, which stay with their seats."""
    _untouched: tuple[SeatSetup, ...] = ()
    """The seats as the form began."""

    @classmethod
    def begin(cls, entry: Entry, last: LastTable | None) -> SetupForm:
        """The last table of the game, or one person against a bot (two people where there is none)."""
        info = entry.game.info
        options = dict(last.options) if last else {o.key: o.default for o in info.options}
        form = cls(entry, list(last.seats) if last else [], options, random_seed())
        if not last:
            form.add("")
            while len(form.seats) < max(2, info.seats[0]) and not form.full:
                form.add(form.usual_level)
        form._untouched = tuple(form.seats)
        return form

    @property
    def info(self) -> GameInfo:
        return self.entry.game.info

    @property
    def levels(self) -> tuple[Level, ...]:
        return self.entry.levels

    @property
    def several(self) -> bool:
        """Whether several people play."""
        return sum(not seat.bot for seat in self.seats) > 1

    @property
    def usual_level(self) -> str:
        """The bot that a newcomer should meet, the weakest opponent; empty when there are no bots."""
        return opponents(self.levels)[0].name if self.levels else ""

    @property
    def record(self) -> LevelRecord:
        """The games of the first person at the table against the levels, as far as they are read."""
        return first_record(self.seats, self.records or {})

    @property
    def waits_for_records(self) -> bool:
        """Whether a level follows from games that are still being read."""
        return self.records is None and any(seat.bot == EVEN for seat in self.seats)

    def take_records(self, records: Mapping[str, LevelRecord]) -> None:
        """Take what was read. Where nobody changed the players and one meets one bot, another level may be proposed."""
        self.records = records
        proposal = self.record.proposal(self.levels) if self.levels else None
        bots = [at for at, seat in enumerate(self.seats) if seat.bot]
        alone = len(self.seats) == len(bots) + 1 == 2
        if proposal and alone and tuple(self.seats) == self._untouched and self.seats[bots[0]].bot == proposal.now.name:
            self.choose_level(bots[0], proposal.following.name)
            self.proposal = proposal.sentence
        self._name_even()

    def note_on(self, at: int) -> str:
        """A sentence on why a bot has its level, '' where a person chose it."""
        bot = self.seats[at].bot
        if bot == EVEN:
            return (
                "Even: your games are being read." if self.records is None else self.record.even_sentence(self.levels)
            )
        return self.proposal if bot else ""

    # --- seats ------------------------------------------------------------------------------------------

    @property
    def full(self) -> bool:
        """Whether no further seat can be added."""
        return len(self.seats) >= self.info.seats[1]

    @property
    def least(self) -> bool:
        """Whether no seat can be removed."""
        return len(self.seats) <= self.info.seats[0]

    def add(self, bot: str) -> None:
        """Add a seat with a free name."""
        if not self.full:
            self.seats.append(SeatSetup(self._free_name(bot, self.seats), bot))
            self.proposal = ""

    def _free_name(self, bot: str, others: Sequence[SeatSetup]) -> str:
        """A name that nobody else at the table has."""
        taken = {seat.name.casefold() for seat in others}
        if bot == EVEN:
            bot = self.record.even_level(self.levels).name
        if bot:
            return bot_name(bot, taken)
        return next(name for name in PERSON_NAMES if name.casefold() not in taken)

    def _is_typed(self, name: str) -> bool:
        return name in self._typed or name not in GIVEN_NAMES

    def _name_even(self) -> None:
        """Name the bots of the level that fits after the level that it is now."""
        for at, seat in enumerate(self.seats):
            if seat.bot == EVEN and not self._is_typed(seat.name):
                others = [other for other in self.seats if other is not seat]
                self.seats[at] = SeatSetup(self._free_name(EVEN, others), EVEN)

    def remove(self, at: int) -> None:
        if not self.least:
            del self.seats[at]
            self.errors.clear()
            self.proposal = ""
            self._name_even()

    def swap(self, at: int, by: int) -> int:
        """Move a seat up or down. Return its new place."""
        other = at + by
        if 0 <= other < len(self.seats):
            self.seats[at], self.seats[other] = self.seats[other], self.seats[at]
            self.errors.clear()
            self._name_even()
            return other
        return at

    def shuffle(self) -> None:
        """Put the seats into another order, never the present one."""
        before = list(self.seats)
        for _ in range(20):
            self.seats = list(Dice(random_seed(), 0, "seats").shuffled(before))
            if self.seats != before:
                break
        self.errors.clear()

    @property
    def _kinds(self) -> tuple[str, ...]:
        """Who may sit at a seat: a person (''), the levels weakest first, the level that fits, and random play."""
        if not self.levels:
            return ("",)
        ladder = [level.name for level in opponents(self.levels)]
        others = [level.name for level in self.levels if level.name not in ladder]
        return ("", *ladder, EVEN, *others)

    def turn_level(self, at: int, steps: int) -> None:
        """Take a level after or before the present one. The first and the last are ends."""
        place = self._kinds.index(self.seats[at].bot) + steps
        self.choose_level(at, self._kinds[max(0, min(place, len(self._kinds) - 1))])

    def next_level(self, at: int) -> None:
        """Take the level after the present one, and a person after the last one: for those who only have a mouse."""
        place = self._kinds.index(self.seats[at].bot) + 1
        self.choose_level(at, self._kinds[place % len(self._kinds)])

    def seat_values(self, at: int) -> OptionValues:
        """A person or a bot; for a bot its level, with a gap before what is no level of its own."""
        now = self.seats[at].bot
        if not now:
            return (("Person", True), ("Bot", False)) if self.levels else (("Person", True),)
        return tuple((kind.capitalize() or "Person", kind == now) if kind != GAP else ("", False) for kind in self._row)

    @property
    def _row(self) -> tuple[str, ...]:
        """Who may sit at a seat, as a row shows it."""
        person, *ladder = self._kinds
        place = ladder.index(EVEN)
        return (person, GAP, *ladder[:place], GAP, *ladder[place:])

    def pick_level(self, at: int, choice: int) -> None:
        """Choose one of :meth:`seat_values`."""
        if self.seats[at].bot:
            self.choose_level(at, self._row[choice])
        elif choice:
            self.choose_level(at, self.usual_level)

    def choose_level(self, at: int, bot: str) -> None:
        """Seat a bot of a level, '' for a person. A name that nobody typed is replaced."""
        seat = self.seats[at]
        if bot == seat.bot:
            return
        name = seat.name
        if not self._is_typed(name):
            name = self._free_name(bot, [other for other in self.seats if other is not seat])
        self.seats[at] = SeatSetup(name, bot)
        self.proposal = ""
        self._name_even()

    def rename(self, at: int, name: str) -> None:
        """Give a seat a name for which there is no :meth:`name_error`."""
        cleaned = clean(name, NAME_CELLS)
        self._typed.add(cleaned)
        self.seats[at] = SeatSetup(cleaned, self.seats[at].bot)
        self.errors.clear()
        self._name_even()

    def name_error(self, at: int, name: str) -> str:
        """The error of a name for a seat, '' if it is good."""
        cleaned = clean(name, NAME_CELLS)
        if not cleaned:
            return f"A name has 1 to {NAME_CELLS} characters."
        if cleaned != clean(name, 200):
            return f"The name is too long. {NAME_CELLS} characters fit."
        if has_pictures(cleaned):
            return sentence(f"the name has {NO_PICTURES}")
        others = [seat.name.casefold() for number, seat in enumerate(self.seats) if number != at]
        if cleaned.casefold() in others:
            return f"Another player is called {cleaned}. Choose a different name."
        return ""

    # --- options and seed -------------------------------------------------------------------------------

    def turn_option(self, key: str, steps: int) -> None:
        """Choose a value of an option ``steps`` after the present one."""
        values = self.values_of(self.info.option(key))
        self.pick_option(key, (self._place(key) + steps) % len(values))

    def pick_option(self, key: str, choice: int) -> None:
        """Choose one of :meth:`values_of` an option."""
        self.options[key] = self.values_of(self.info.option(key))[choice]
        self.errors.clear()

    def take_option(self, key: str, value: str) -> None:
        """Set a value for which there is no :meth:`option_error`."""
        self.options[key] = value
        self.errors.clear()

    def values_of(self, option: Option) -> list[Scalar]:
        """The values that Left and Right choose, with the present one even if it is typed or impossible now."""
        now, values = self.options[option.key], list(option.values)
        if option.dated:
            values.append(TODAY)
        if option.key == self.info.starter_option:
            seats = len(self.seats)
            values = [value for value in values if not isinstance(value, int) or value <= seats or value == now]
        return values if show_scalar(now) in map(show_scalar, values) else [*values, now]

    def option_values(self, option: Option) -> OptionValues:
        """The names of :meth:`values_of` an option; a player who begins is called by name."""
        place = self._place(option.key)
        return tuple((self._name(option, value), i == place) for i, value in enumerate(self.values_of(option)))

    def _name(self, option: Option, value: Scalar) -> str:
        if option.key == self.info.starter_option and isinstance(value, int) and value <= len(self.seats):
            return self.seats[value - 1].name
        return "Today" if option.dated and value == TODAY else list_name(option.name_of(value))

    def _place(self, key: str) -> int:
        # True == 1 in Python: compare the values as texts.
        shown = [show_scalar(value) for value in self.values_of(self.info.option(key))]
        return shown.index(show_scalar(self.options[key]))

    def changed(self, option: Option) -> bool:
        """Whether a house rule differs from the rule book."""
        return show_scalar(self.options[option.key]) != show_scalar(option.default)

    def ready(self) -> tuple[str, tuple[str, ...]]:
        """A question to the person who starts, and the game in a sentence: the whole one, then shorter ones."""
        people = [seat.name for seat in self.seats if not seat.bot]
        others = [seat.name for seat in self.seats if seat.name not in people[:1]]
        who, play = "Ready?", f"{listed([*people[:1], *others])} play"
        if len(people) == 1:
            who = f"Ready, {people[0]}?"
            play = f"You play against {listed(others)}" if others else "You play alone"
        changed = sum(map(self.changed, self.info.options))
        rules = f"with {count(changed, 'house rule')}" if changed else "by the rule book"
        minutes = f"about {self.info.minutes}."
        return who, (
            f"{play} {rules}, {minutes}",
            f"{play}, {minutes}",
            f"{count(len(self.seats), 'player')}, {minutes}",
        )

    def effect(self, option: Option, value: Scalar | None = None) -> str:
        """The effect of a value, by default the chosen one, in one line."""
        value = self.options[option.key] if value is None else value
        if option.dated and value == TODAY:
            return "today's puzzle, the same for everyone"
        if value not in option.values:
            return own_list(str(value)) if option.key == OPTION else option.help
        at = [show_scalar(known) for known in option.values].index(show_scalar(value))
        return option.labels[at] if option.labels else option.help

    def option_error(self, key: str, text: str) -> str:
        """The error of a typed value of a free option, '' if it is good."""
        try:
            settled = complete_options(self.info, dated(self.info, {**self.options, key: text}))
            self.entry.game.new(len(self.seats), settled)
        except OptionError as error:
            return self._sentence(error, key)
        return ""

    def defaults(self) -> None:
        """Set all options as the game suggests."""
        self.options = {option.key: option.default for option in self.info.options}
        self.errors.clear()

    @property
    def _clocks(self) -> tuple[str, ...]:
        """The clocks that Left and Right choose, with the present one even if it is typed."""
        offered = (NONE, *PRESETS)
        return offered if self.clock in offered else (*offered, self.clock)

    def clock_values(self) -> OptionValues:
        """The clocks by their typed form, each with whether it is the present one."""
        return tuple((typed if typed != NONE else "None", typed == self.clock) for typed in self._clocks)

    def turn_clock(self, steps: int) -> None:
        """Choose a clock ``steps`` after the present one."""
        self.pick_clock((self._clocks.index(self.clock) + steps) % len(self._clocks))

    def pick_clock(self, choice: int) -> None:
        """Choose one of :meth:`clock_values`."""
        self.clock = self._clocks[choice]

    def clock_error(self, text: str) -> str:
        """The error of a typed clock, '' if it is good."""
        try:
            read_clock(text)
        except OptionError as error:
            return sentence(str(error))
        return ""

    def take_clock(self, text: str) -> None:
        """Set a clock for which there is no :meth:`clock_error`."""
        control = read_clock(text)
        self.clock = NONE if control is None else control.typed

    def clock_effect(self, typed: str = "") -> str:
        """The time of each person in words, with the present clock if none is named."""
        control = read_clock(typed or self.clock)
        return "nobody's time is counted" if control is None else control.effect

    def seed_error(self, text: str) -> str:
        """The error of a typed seed, '' if it is good."""
        plain = text.strip()
        if not plain.isascii() or not plain.isdigit() or int(plain[:20]) > MAX_SEED or len(plain) > 16:
            return f"Type a whole number from 0 to {MAX_SEED}."
        return ""

    def take_seed(self, text: str) -> None:
        """Set a seed for which there is no :meth:`seed_error`."""
        self.seed = int(text)

    def header(self) -> Header | None:
        """The header of the game's journal; None if there are :attr:`errors`."""
        self.errors = {}
        levels = [level.name for level in self.levels]
        seats = settled_seats(self.seats, self.levels, self.records or {})
        try:
            header = new_header(self.entry.game, seats, self.options, self.seed, levels=levels, clock=self.clock)
        except SetupError as error:
            lines = [f"{SEAT}{at}" for at in range(len(self.seats))]
            lines += [f"{OPTION_LINE}{key}" for key in self.options]
            line = error.where if error.where in lines else START
            self.errors[line] = self._sentence(error, option_of(line))
            return None
        if self.open and self.several:
            return replace(header, format=OPEN_FORMAT)
        return header

    def _sentence(self, error: Exception, key: str) -> str:
        """An error in a sentence, with the title of the option instead of its key."""
        text = str(error)
        titles = {option.key: option.title for option in self.info.options}
        if key in titles:
            text = text.removeprefix(f"{key}: ").replace(f"{key}=", f"{titles[key]} ")
        return sentence(text)


def list_name(reference: str) -> str:
    """The name of a word list for people: its reference without the hash.

    >>> list_name("standard"), list_name("my-list@0123456789abcdef")
    ('standard', 'my-list')
    """
    return reference.partition("@")[0]


def own_list(reference: str) -> str:
    """A line about a word list that does not come with the program."""
    from towergames.lexicon import LexiconError, resolve

    try:
        lexicon = resolve(reference)
    except LexiconError as error:
        return clean(str(error), 80)
    return f"your own list, {lexicon.count:,} words" if lexicon is not None else "this list is not on this machine"

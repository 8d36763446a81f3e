"""The new-game form without a screen: who sits where, which options, which seed, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from towergames.core.bot import Level
from towergames.core.contract import GameInfo, complete_options
from towergames.core.dice import Dice
from towergames.core.options import TODAY, Option, OptionError, Scalar, show_scalar
from towergames.core.text import NAME_CELLS, NO_PICTURES, clean, count, has_pictures, listed, sentence
from towergames.registry import Entry
from towergames.table.records import MAX_SEED, OPEN_FORMAT, Header, SeatSetup
from towergames.table.setup import SetupError, dated, new_header, random_seed
from towergames.table.wordlists import OPTION
from towergames.tui.app_state import LastTable

PERSON_NAMES = tuple(f"Player {n}" for n in range(1, 11))
BOT_NAMES = ("Tess", "Odo", "Mira", "Karl", "Ines", "Bela", "Runa", "Ivo", "Alma", "Gus")
PREFERRED_LEVEL = "normal"
OptionValues = tuple[tuple[str, bool], ...]
"""Names of values side by side, each with whether it is the present one; '' is a gap."""
SEAT, OPTION_LINE, SEED, OPEN_TABLE, START = "seat.", "option.", "seed", "windows", "start"
"""The lines of the form: a seat by its number and an option by its key, the seed, the windows, and what starts it."""


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
        """The bot that a newcomer should meet; empty when there are no bots."""
        names = [level.name for level in self.levels]
        if PREFERRED_LEVEL in names or not names:
            return PREFERRED_LEVEL if names else ""
        return names[len(names) // 2]

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
            self.seats.append(SeatSetup(self._free_name(bot), bot))

    def _free_name(self, bot: str) -> str:
        taken = {seat.name.casefold() for seat in self.seats}
        return next(n for n in (BOT_NAMES if bot else PERSON_NAMES) if n.casefold() not in taken)

    def remove(self, at: int) -> None:
        if not self.least:
            del self.seats[at]
            self.errors.clear()

    def swap(self, at: int, by: int) -> int:
        """Move a seat up or down. Return its new place."""
        other = at + by
        if 0 <= other < len(self.seats):
            self.seats[at], self.seats[other] = self.seats[other], self.seats[at]
            self.errors.clear()
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

    def turn_level(self, at: int, steps: int) -> None:
        """Take the level that follows the present one. The strongest bot is followed by a person."""
        kinds = ["", *(level.name for level in self.levels)]
        place = max(0, kinds.index(self.seats[at].bot) + steps)
        self.choose_level(at, kinds[place % len(kinds)])

    def seat_values(self, at: int) -> OptionValues:
        """Person or bot, and for a bot the levels."""
        now = self.seats[at].bot
        values = [("Person", not now)]
        if self.levels:
            values.append(("Bot", bool(now)))
        if now:
            values.append(("", False))
            values += [(level.name.capitalize(), level.name == now) for level in self.levels]
        return tuple(values)

    def pick_level(self, at: int, choice: int) -> None:
        """Choose one of :meth:`seat_values`."""
        person, bot, gap = range(3)
        if choice == person:
            self.choose_level(at, "")
        elif choice == bot:
            self.choose_level(at, self.seats[at].bot or self.usual_level)
        else:
            self.choose_level(at, self.levels[choice - gap - 1].name)

    def choose_level(self, at: int, bot: str) -> None:
        """Seat a bot of a level, '' for a person. A name that nobody chose is replaced."""
        seat = self.seats[at]
        name = seat.name
        if bool(bot) != bool(seat.bot) and name in (*PERSON_NAMES, *BOT_NAMES):
            name = self._free_name(bot)
        self.seats[at] = SeatSetup(name, bot)

    def rename(self, at: int, name: str) -> None:
        """Give a seat a name for which there is no :meth:`name_error`."""
        self.seats[at] = SeatSetup(clean(name, NAME_CELLS), self.seats[at].bot)
        self.errors.clear()

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
        try:
            header = new_header(self.entry.game, self.seats, self.options, self.seed, levels=levels)
        except SetupError as error:
            seats = [f"{SEAT}{at}" for at in range(len(self.seats))]
            options = [f"{OPTION_LINE}{key}" for key in self.options]
            line = error.where if error.where in seats + options else START
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

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
Choices = tuple[tuple[str, bool], ...]
"""Names of values side by side, each with whether it is the present one; '' is a gap."""


@dataclass(slots=True)
class SetupForm:
    """What the person is choosing.

    ``errors`` maps a row (``seat.1``, ``option.deck``, ``seed``, ``start``) to what is wrong with it.
    """

    entry: Entry
    seats: list[SeatSetup]
    options: dict[str, Scalar]
    seed: int
    errors: dict[str, str] = field(default_factory=dict)
    open: bool = False
    """Whether the other people play at windows of their own."""

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
        """The game's facts."""
        return self.entry.game.info

    @property
    def levels(self) -> tuple[Level, ...]:
        """The bots there are."""
        return self.entry.levels

    @property
    def several(self) -> bool:
        """Whether several people play."""
        return sum(not seat.bot for seat in self.seats) > 1

    @property
    def usual_level(self) -> str:
        """The bot that a newcomer should meet; empty when there are no bots."""
        names = [level.name for level in self.levels]
        return PREFERRED_LEVEL if PREFERRED_LEVEL in names else names[len(names) // 2] if names else ""

    # --- seats ------------------------------------------------------------------------------------------

    @property
    def full(self) -> bool:
        """No further seat can be added."""
        return len(self.seats) >= self.info.seats[1]

    @property
    def least(self) -> bool:
        """No seat can be taken away."""
        return len(self.seats) <= self.info.seats[0]

    def add(self, bot: str) -> None:
        """Another seat with a free name."""
        if not self.full:
            self.seats.append(SeatSetup(self._free_name(bot), bot))

    def _free_name(self, bot: str) -> str:
        taken = {seat.name.casefold() for seat in self.seats}
        return next(n for n in (BOT_NAMES if bot else PERSON_NAMES) if n.casefold() not in taken)

    def remove(self, at: int) -> None:
        """One seat less."""
        if not self.least:
            del self.seats[at]
            self.errors.clear()

    def swap(self, at: int, by: int) -> int:
        """Move a seat up or down; where it sits now."""
        other = at + by
        if 0 <= other < len(self.seats):
            self.seats[at], self.seats[other] = self.seats[other], self.seats[at]
            self.errors.clear()
            return other
        return at

    def shuffle(self) -> None:
        """Another order of the seats, never the same."""
        before = list(self.seats)
        for _ in range(20):
            self.seats = list(Dice(random_seed(), 0, "seats").shuffled(before))
            if self.seats != before:
                break
        self.errors.clear()

    def turn_level(self, at: int, steps: int) -> None:
        """A person, or the next level of bot. After the strongest bot comes a person; nothing comes before a person."""
        kinds = ["", *(level.name for level in self.levels)]
        place = max(0, kinds.index(self.seats[at].bot) + steps)
        self.take_level(at, kinds[place % len(kinds)])

    def seat_choices(self, at: int) -> Choices:
        """Person or bot, and for a bot the levels."""
        now = self.seats[at].bot
        levels = (("", False), *((level.name.capitalize(), level.name == now) for level in self.levels))
        return (("Person", not now), *[("Bot", bool(now))] * bool(self.levels), *(levels if now else ()))

    def pick_level(self, at: int, choice: int) -> None:
        """Take one of :meth:`seat_choices`."""
        now = self.seats[at].bot
        self.take_level(at, self.levels[choice - 3].name if choice > 2 else (now or self.usual_level) if choice else "")

    def take_level(self, at: int, bot: str) -> None:
        """A bot of this level, '' for a person. A name nobody chose goes with it."""
        seat = self.seats[at]
        name = seat.name
        if bool(bot) != bool(seat.bot) and name in (*PERSON_NAMES, *BOT_NAMES):
            name = self._free_name(bot)
        self.seats[at] = SeatSetup(name, bot)

    def rename(self, at: int, name: str) -> None:
        """Another name; check it first with :meth:`wrong_name`."""
        self.seats[at] = SeatSetup(clean(name, NAME_CELLS), self.seats[at].bot)
        self.errors.clear()

    def wrong_name(self, at: int, name: str) -> str:
        """Empty, or what is wrong with a name."""
        cleaned = clean(name, NAME_CELLS)
        if not cleaned:
            return f"A name has 1 to {NAME_CELLS} characters."
        if cleaned != clean(name, 200):
            return f"The name is too long. {NAME_CELLS} characters fit."
        if has_pictures(cleaned):
            return sentence(f"the name has {NO_PICTURES}")
        if any(cleaned.casefold() == s.name.casefold() for i, s in enumerate(self.seats) if i != at):
            return f"Another player is called {cleaned}. Choose a different name."
        return ""

    # --- options and seed -------------------------------------------------------------------------------

    def turn_option(self, key: str, steps: int) -> None:
        """The next value of an option."""
        values = self.values_of(self.info.option(key))
        self.pick_option(key, (self._place(key) + steps) % len(values))

    def pick_option(self, key: str, choice: int) -> None:
        """Take one of :meth:`values_of` an option."""
        self.options[key] = self.values_of(self.info.option(key))[choice]
        self.errors.clear()

    def values_of(self, option: Option) -> list[Scalar]:
        """What can be chosen by Left and Right, with the present value, though it be typed or impossible now."""
        now, values = self.options[option.key], [*option.values, *[TODAY] * option.dated]
        if option.key == self.info.starter_option:
            values = [v for v in values if not isinstance(v, int) or v <= len(self.seats) or v == now]
        return values if show_scalar(now) in map(show_scalar, values) else [*values, now]

    def option_choices(self, option: Option) -> Choices:
        """The names of :meth:`values_of` an option; players who begin have their own."""
        place = self._place(option.key)
        return tuple((self._name(option, value), i == place) for i, value in enumerate(self.values_of(option)))

    def _name(self, option: Option, value: Scalar) -> str:
        if option.key == self.info.starter_option and isinstance(value, int) and value <= len(self.seats):
            return self.seats[value - 1].name
        return "Today" if option.dated and value == TODAY else list_name(option.name_of(value))

    def _place(self, key: str) -> int:
        # True == 1 in Python: compare as people type them.
        shown = [show_scalar(value) for value in self.values_of(self.info.option(key))]
        return shown.index(show_scalar(self.options[key]))

    def changed(self, option: Option) -> bool:
        """Whether a house rule differs from the rule book."""
        return show_scalar(self.options[option.key]) != show_scalar(option.default)

    def ready(self) -> tuple[str, tuple[str, ...]]:
        """Who begins, and the game in a sentence: the whole one, then shorter ones."""
        people = [seat.name for seat in self.seats if not seat.bot]
        others = [seat.name for seat in self.seats if seat.name not in people[:1]]
        who, play = "Ready?", f"{listed([*people[:1], *others])} play"
        if len(people) == 1:
            who, play = f"Ready, {people[0]}?", f"You play against {listed(others)}" if others else "You play alone"
        changed = sum(map(self.changed, self.info.options))
        rules = f"with {count(changed, 'house rule')}" if changed else "by the rule book"
        minutes = f"about {self.info.minutes}."
        return who, (
            f"{play} {rules}, {minutes}",
            f"{play}, {minutes}",
            f"{count(len(self.seats), 'player')}, {minutes}",
        )

    def effect(self, option: Option, value: Scalar | None = None) -> str:
        """What a value does, the chosen one unless given, in one line."""
        value = self.options[option.key] if value is None else value
        if option.dated and value == TODAY:
            return "today's puzzle, the same for everyone"
        if value not in option.values:
            return own_list(str(value)) if option.key == OPTION else option.help
        at = [show_scalar(v) for v in option.values].index(show_scalar(value))
        return option.labels[at] if option.labels else option.help

    def wrong_option(self, key: str, text: str) -> str:
        """Empty, or what is wrong with a typed value of a free option."""
        try:
            settled = complete_options(self.info, dated(self.info, {**self.options, key: text}))
            self.entry.game.new(len(self.seats), settled)
        except OptionError as error:
            return self._told(error, key)
        return ""

    def defaults(self) -> None:
        """All options as the game suggests."""
        self.options = {option.key: option.default for option in self.info.options}
        self.errors.clear()

    def wrong_seed(self, text: str) -> str:
        """Empty, or what is wrong with a typed seed."""
        plain = text.strip()
        if not plain.isascii() or not plain.isdigit() or int(plain[:20]) > MAX_SEED or len(plain) > 16:
            return f"Type a whole number from 0 to {MAX_SEED}."
        return ""

    def header(self) -> Header | None:
        """The game's first line, or None with :attr:`errors` saying where and what."""
        self.errors = {}
        try:
            header = new_header(
                self.entry.game, self.seats, self.options, self.seed, levels=[x.name for x in self.levels]
            )
            return replace(header, format=OPEN_FORMAT) if self.open and self.several else header
        except SetupError as error:
            known = {*(f"seat.{at}" for at in range(len(self.seats))), *(f"option.{key}" for key in self.options)}
            where = error.where if error.where in known else "start"
            self.errors[where] = self._told(error, where.removeprefix("option."))
            return None

    def _told(self, error: Exception, key: str) -> str:
        """An error in a sentence, with the title of the option instead of its key."""
        text, option = str(error), next((o for o in self.info.options if o.key == key), None)
        if option is not None:
            text = text.removeprefix(f"{key}: ").replace(f"{key}=", f"{option.title} ")
        return sentence(text)


def list_name(reference: str) -> str:
    """What people call a word list: its reference without the hash.

    >>> list_name("standard"), list_name("my-list@0123456789abcdef")
    ('standard', 'my-list')
    """
    return reference.partition("@")[0]


def own_list(reference: str) -> str:
    """One line on a list that does not ship."""
    from towergames.lexicon import LexiconError, resolve

    try:
        lexicon = resolve(reference)
    except LexiconError as error:
        return clean(str(error), 80)
    return f"your own list, {lexicon.count:,} words" if lexicon is not None else "this list is not on this machine"

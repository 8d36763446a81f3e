"""The questions before a new game, and who sits where from words: ``Ann``, ``bot:hard``, ``Bob=bot:easy``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from towergames.core.bot import EVEN, Level, bot_name, opponents
from towergames.core.contract import GameInfo
from towergames.core.daily import Daily
from towergames.core.options import Option, OptionError, Scalar, show_scalar
from towergames.core.text import clean, count, quoted, sentence, unknown
from towergames.core.time_control import NONE, PRESETS, read_clock
from towergames.plain.console import Console
from towergames.plain.questions import ask
from towergames.registry import Entry
from towergames.table.facts_cache import FactsCache
from towergames.table.level_record import first_record, read_level_records, settled_seats
from towergames.table.records import Header, SeatSetup
from towergames.table.setup import MAX_FREE_TEXT, SetupError, check_seats, new_header, random_seed, read_seed
from towergames.table.today import bots_of
from towergames.table.wordlists import OPTION, settle_list, uses_words

BOT = "bot:"
CLOCK = "clock"
"""The word that sets the clock beside the house rules."""


def read_seat(word: str, levels: Sequence[str]) -> SeatSetup:
    """One seat; a bot without a name has an empty one. Raises SetupError with the levels there are.

    >>> read_seat("Bob=bot:easy", ["easy"])
    SeatSetup(name='Bob', bot='easy')
    """
    text = word.strip()
    name, equals, rest = text.partition("=")
    if text.lower().startswith(BOT):
        name, level = "", text[len(BOT) :]
    elif equals and rest.strip().lower().startswith(BOT):
        level = rest.strip()[len(BOT) :]
    elif equals:
        raise SetupError(
            f"{quoted(text)} is not a player. Write NAME, bot:LEVEL or NAME=bot:LEVEL, such as Bob=bot:{_first(levels)}"
        )
    else:
        return SeatSetup(text)
    level = level.strip().lower()
    known = [*levels, EVEN] if levels else []
    if level not in known:
        raise SetupError(unknown("bot level", level, known, "Levels"))
    return SeatSetup(name.strip(), level)


def read_seats(words: Iterable[str], levels: Sequence[str]) -> tuple[SeatSetup, ...]:
    """All seats. Bots without a name are called after their level's character, but for ``even``. Raises SetupError.

    >>> [seat.name for seat in read_seats(["Ann", "bot:easy", "bot:even"], ["easy"])]
    ['Ann', 'Gus', '']
    """
    seats = [read_seat(word, levels) for word in words]
    taken = [seat.name for seat in seats]
    named: list[SeatSetup] = []
    for seat in seats:
        name = seat.name
        if seat.bot not in ("", EVEN) and not name:
            name = bot_name(seat.bot, taken)
            taken.append(name)
        named.append(SeatSetup(name, seat.bot))
    return tuple(named)


def read_players(
    words: Iterable[str], entry: Entry, facts: FactsCache
) -> tuple[tuple[SeatSetup, ...], tuple[str, ...]]:
    """All seats with their real levels, and a sentence where ``bot:even`` stands for one. Raises SetupError."""
    seats = read_seats(words, [level.name for level in entry.levels])
    if all(seat.bot != EVEN for seat in seats):
        return seats, ()
    records = read_level_records(facts, entry.key)
    sentence = first_record(seats, records).even_sentence(entry.levels)
    return settled_seats(seats, entry.levels, records), (sentence,)


def _without_value(info: GameInfo, key: str) -> str:
    """The error for an option without ``=``."""
    try:
        option = info.option(clean(key))
    except OptionError as error:
        return str(error)
    example = f"{option.key}={show_scalar(option.default)}"
    return f"the option {option.key} has no value. Write it as key=value, such as {example}"


def read_options(info: GameInfo, words: Iterable[str]) -> dict[str, Scalar]:
    """Options given as ``key=value``. Raises SetupError with what there is."""
    values: dict[str, Scalar] = {}
    for word in words:
        key, equals, value = word.partition("=")
        key = key.strip()
        if not equals:
            raise SetupError(_without_value(info, key))
        if key in values:
            raise SetupError(f"the option {clean(key)} is given twice")
        try:
            values[key] = info.option(clean(key)).read(clean(value, MAX_FREE_TEXT))
        except OptionError as error:
            raise SetupError(str(error)) from None
    return values


def read_setup(
    info: GameInfo, words: Iterable[str], word_list: str | None = None
) -> tuple[dict[str, Scalar], tuple[str, ...]]:
    """Options given as ``key=value`` and a word list by name or file; lines on what was wrong in it. Raises SetupError.

    The list is named in the options as saves name it.
    """
    options = read_options(info, words)
    if word_list is not None:
        if not uses_words(info):
            raise SetupError(f"{info.title} uses no word list")
        if OPTION in options:
            raise SetupError("the word list is given twice")
        options[OPTION] = word_list
    return settle_list(info, options)


def default_seats(info: GameInfo, levels: Sequence[Level], task: Daily | None = None) -> tuple[str, ...]:
    """A table for newcomers: one person, and the weakest opponent on every other seat that must be filled.

    At a ``task`` of a day the person sits alone or with its rival.
    """
    if task is not None:
        return ("Player 1", *(f"{BOT}{level}" for level in bots_of(task) if level))
    if not levels:
        return tuple(f"Player {n + 1}" for n in range(max(1, info.seats[0])))
    bots = max(info.seats[0] - 1, 1 if info.seats[1] > 1 else 0)
    return ("Player 1", *[f"{BOT}{opponents(levels)[0].name}"] * bots)


def _first(levels: Sequence[str]) -> str:
    return levels[0] if levels else "LEVEL"


class NewGame:
    """Asks who plays, with which options and which seed. Enter takes what is offered, ``back`` the question before."""

    def __init__(self, entry: Entry, console: Console, facts: FactsCache) -> None:
        self.entry = entry
        self.info = entry.game.info
        self.levels = [level.name for level in entry.levels]
        self.console = console
        self.facts = facts
        self.words: Sequence[str] = default_seats(self.info, entry.levels)
        self.seats: tuple[SeatSetup, ...] = ()
        self.options: dict[str, Scalar] = {}
        self.clock = NONE
        self.seed: int | None = None

    def ask(self) -> Header | None:
        """Ask until the game can begin. Return None when the person goes back before the first question."""
        kinds = [level.name for level in opponents(self.entry.levels)]
        kinds += [EVEN, *(level for level in self.levels if level not in kinds)]
        bots = f" Bots: {', '.join(f'{BOT}{kind}' for kind in kinds)}." if self.levels else ""
        self.console.say(f"{self.info.title} is for {self.info.players}.{bots} Type back to go to the question before.")
        steps = (self._seats, self._options, self._seed)
        at = 0
        while 0 <= at < len(steps):
            at += steps[at]()
        return self._header() if at > 0 else None

    def _header(self) -> Header:
        seed = random_seed() if self.seed is None else self.seed
        return new_header(self.entry.game, self.seats, self.options, seed, levels=self.levels, clock=self.clock)

    # --- each answers how many questions further to go: 1 for an answer, 0 for a wrong one, -1 for back ------

    def _seats(self) -> int:
        question = f"Who plays? Type names and bots with commas. Enter takes {', '.join(self.words)}:"
        line = ask(self.console, question, "Type a line such as Ann, bot:easy. Type back to go to the question before.")
        if line.lower() == "back":
            return -1
        words = [word.strip() for word in line.split(",") if word.strip()] or self.words
        try:
            seats, told = read_players(words, self.entry, self.facts)
            self.seats = check_seats(self.entry.game, seats, self.levels)
        except SetupError as error:
            self.console.say(sentence(str(error)))
            return 0
        self.words = words
        self.console.say(*(told or self._proposed()))
        return 1

    def _proposed(self) -> tuple[str, ...]:
        """A sentence that proposes another level, where the last games against the chosen one suggest it."""
        people = [seat for seat in self.seats if not seat.bot]
        bots = [seat.bot for seat in self.seats if seat.bot]
        if len(people) != 1 or len(bots) != 1:
            return ()
        record = first_record(self.seats, read_level_records(self.facts, self.entry.key))
        proposal = record.proposal(self.entry.levels)
        if proposal is None or proposal.now.name != bots[0]:
            return ()
        following = proposal.following
        name = following.character or following.name.capitalize()
        back = f"To meet {name}, type back, then {people[0].name}, {BOT}{following.name}."
        return (f"{proposal.sentence} {back}",)

    def _options(self) -> int:
        if self.info.house_rules and not self.options:
            keys = ", ".join(option.key for option in self.info.house_rules)
            self.console.say(
                f"{count(len(self.info.house_rules), 'house rule')}: {keys}. Type a name to see its values.",
                "A clock for everyone is set as one of them: clock=10+5. Type clock to see what can be set.",
            )
        pairs = [f"{key}={show_scalar(value)}" for key, value in self.options.items()]
        pairs += [f"{CLOCK}={self.clock}"] if self.clock != NONE else []
        chosen = ", ".join(pairs)
        line = ask(
            self.console,
            f"Which house rules? Type name=value, with spaces between. Enter takes {chosen or 'the rule book'}:",
            "Type a name to see its values, or a choice such as name=value. Type back to go to the question before.",
        )
        if line.lower() == "back":
            return -1
        known = {option.key: option for option in self.info.options}
        if line.lower() in known:
            self.console.say(*explained(known[line.lower()]))
            return 0
        if line.lower() == CLOCK:
            self.console.say(*explained_clock(self.info))
            return 0
        return 1 if self._take(_pairs(line)) else 0

    def _take(self, pairs: Sequence[str]) -> bool:
        """Set the valid options and print the errors of the others. Return whether all were valid."""
        before, clock, all_right = self.options, self.clock, True
        for pair in pairs:
            try:
                key, _, value = pair.partition("=")
                if key.strip().lower() == CLOCK:
                    self._take_clock(value)
                    continue
                option, notices = read_setup(self.info, [pair])
                self.console.say(*notices)
                self.options = {**self.options, **option}
            except SetupError as error:
                self.console.say(sentence(str(error)))
                all_right = False
        try:
            self._header()  # options may exclude one another, or the number of players
        except SetupError as error:
            self.options, self.clock = before, clock
            self.console.say(sentence(str(error)))
            all_right = False
        return all_right

    def _take_clock(self, text: str) -> None:
        """Set the clock. Raises SetupError."""
        try:
            control = read_clock(text)
        except OptionError as error:
            raise SetupError(str(error)) from None
        self.clock = NONE if control is None else control.typed

    def _seed(self) -> int:
        offered = "a random one" if self.seed is None else self.seed
        line = ask(
            self.console,
            f"Which seed? Type a whole number. Enter takes {offered}:",
            "A seed decides what chance does in the game. Type back to go to the question before.",
        )
        if line.lower() == "back":
            return -1
        try:
            self.seed = read_seed(line) if line else self.seed
        except SetupError as error:
            self.console.say(sentence(str(error)))
            return 0
        return 1


def explained(option: Option) -> list[str]:
    """The effect of an option or a setting, and its values, the default first."""
    values = [show_scalar(value) or "nothing" for value in option.values]
    labels = option.labels or ("",) * len(values)
    told = [f"  {value}: {label}" if label else f"  {value}" for value, label in zip(values, labels, strict=True)]
    own = ["  or a file with one word on each line"] if option.key == OPTION else []
    return [f"{option.title}. {option.help}", f"{count(len(told), 'value')}, the default first:", *told, *own]


def explained_clock(info: GameInfo) -> list[str]:
    """The clocks that can be set, and what happens when time has run out."""
    found = [(typed, read_clock(typed)) for typed in PRESETS]
    told = [f"  {typed}: {control.effect}" for typed, control in found if control is not None]
    return [
        f"The clock. Time for each person. At zero {info.at_zero}.",
        f"{count(len(told) + 1, 'value')}, the default first, or another clock such as 15+10 or 45s:",
        f"  {NONE}: nobody's time is counted",
        *told,
    ]


def _pairs(text: str) -> list[str]:
    """Split a line into its ``key=value`` pairs. A value, such as the name of a file, may hold blanks.

    >>> _pairs("words=my list.txt height=4")
    ['words=my list.txt', 'height=4']
    """
    return [pair for pair in re.split(r"\s+(?=\w+=)", text.strip()) if pair]

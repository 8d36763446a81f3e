"""The questions before a new game: every answer is checked as it is given, and only a wrong one is asked again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from towergames.core.contract import Option, Scalar, show_scalar
from towergames.core.text import count, sentence
from towergames.plain.console import Console
from towergames.plain.seats import default_seats, read_seats, read_setup
from towergames.registry import Entry
from towergames.table.records import Header
from towergames.table.setup import SetupError, check_seats, new_header, random_seed, read_seed
from towergames.table.wordlists import OPTION


class NewGame:
    """Asks who plays, with which options and which seed. Enter takes what is offered, ``back`` the question before."""

    def __init__(self, entry: Entry, console: Console) -> None:
        self.entry = entry
        self.info = entry.game.info
        self.levels = [level.name for level in entry.levels]
        self.console = console
        self.words: Sequence[str] = default_seats(self.info, self.levels)
        self.options: dict[str, Scalar] = {}
        self.seed: int | None = None

    def ask(self) -> Header | None:
        """Ask until the game can begin; None when the person goes back before the first question."""
        bots = f" Bots: {', '.join(f'bot:{level}' for level in self.levels)}." if self.levels else ""
        self.console.say(f"{self.info.title} is for {self.info.players}.{bots} Type back for the question before.")
        steps = (self._seats, self._options, self._seed)
        at = 0
        while 0 <= at < len(steps):
            at += steps[at]()
        return self._header() if at > 0 else None

    def _header(self) -> Header:
        seed = random_seed() if self.seed is None else self.seed
        seats = read_seats(self.words, self.levels)
        return new_header(self.entry.game, seats, self.options, seed, levels=self.levels)

    # --- each answers how many questions further to go: 1 for an answer, 0 for a wrong one, -1 for back ------

    def _seats(self) -> int:
        line = self.console.ask(f"Who plays? Names and bots with commas (Enter: {', '.join(self.words)}):")
        if line.lower() == "back":
            return -1
        words = [word.strip() for word in line.split(",") if word.strip()] or self.words
        try:
            check_seats(self.entry.game, read_seats(words, self.levels), self.levels)
        except SetupError as error:
            self.console.say(sentence(str(error)))
            return 0
        self.words = words
        return 1

    def _options(self) -> int:
        if self.info.options and not self.options:
            keys = ", ".join(option.key for option in self.info.options)
            self.console.say(f"{count(len(self.info.options), 'option')}: {keys}. An option's name tells its values.")
        chosen = ", ".join(f"{key}={show_scalar(value)}" for key, value in self.options.items())
        line = self.console.ask(f"Options as key=value with blanks (Enter: {chosen or 'all as usual'}):")
        if line.lower() == "back":
            return -1
        known = {option.key: option for option in self.info.options}
        if line.lower() in known:
            self.console.say(*explained(known[line.lower()]))
            return 0
        return 1 if self._take(_pairs(line)) else 0

    def _take(self, pairs: Sequence[str]) -> bool:
        """Take the options that are right, and say what is wrong with the others; whether all were right."""
        before, all_right = self.options, True
        for pair in pairs:
            try:
                option, notices = read_setup(self.info, [pair])
                self.console.say(*notices)
                self.options = {**self.options, **option}
            except SetupError as error:
                self.console.say(sentence(str(error)))
                all_right = False
        try:
            self._header()  # options may exclude one another, or the number of players
        except SetupError as error:
            self.options = before
            self.console.say(sentence(str(error)))
            all_right = False
        return all_right

    def _seed(self) -> int:
        offered = "any" if self.seed is None else self.seed
        line = self.console.ask(f"Seed, a whole number (Enter: {offered}):")
        if line.lower() == "back":
            return -1
        try:
            self.seed = read_seed(line) if line else self.seed
        except SetupError as error:
            self.console.say(sentence(str(error)))
            return 0
        return 1


def explained(option: Option) -> list[str]:
    """What an option or a setting does, and its values, the usual one first."""
    values = [show_scalar(value) or "nothing" for value in option.values]
    labels = option.labels or ("",) * len(values)
    told = [f"  {value}: {label}" if label else f"  {value}" for value, label in zip(values, labels, strict=True)]
    own = ["  or a file with one word a line"] if option.key == OPTION else []
    return [f"{option.title}. {option.help}", f"{count(len(told), 'value')}, the usual one first:", *told, *own]


def _pairs(text: str) -> list[str]:
    """What is written ``key=value`` one after the other; a value (the name of a file) may hold blanks.

    >>> _pairs("words=my list.txt height=4")
    ['words=my list.txt', 'height=4']
    """
    return [pair for pair in re.split(r"\s+(?=\w+=)", text.strip()) if pair]

"""The menu as questions: every answer is a number or a word, and a wrong one is told what would be right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from towergames import registry, settings
from towergames.core.contract import show_scalar
from towergames.plain import telling
from towergames.plain.console import Console
from towergames.plain.lessons import LessonTalk
from towergames.plain.seats import default_seats, read_seats, read_setup
from towergames.request import RunRequest
from towergames.table import statistics
from towergames.table.records import Header
from towergames.table.setup import SetupError, new_header, random_seed
from towergames.table.store import Store
from towergames.table.wordlists import uses_words

ENTRIES: tuple[tuple[str, str], ...] = (
    ("continue", "go on with the last unfinished game"),
    ("new", "begin a game"),
    ("load", "open a saved game"),
    ("replay", "go through a saved game step by step"),
    ("learn", "a lesson that is played"),
    ("rules", "read the rules of a game"),
    ("statistics", "who won how often"),
    ("settings", "see and change settings"),
    ("quit", "leave"),
)


class Menu:
    """Asks what to do. :meth:`run` answers a request, or None when somebody quits."""

    def __init__(self, request: RunRequest, store: Store, console: Console) -> None:
        self.request = request
        self.store = store
        self.console = console

    def run(self) -> RunRequest | None:
        """Ask until there is something to play or to leave."""
        while True:
            self._offer()
            word = self._pick(self.console.ask("Menu>"), [name for name, _ in ENTRIES])
            if word == "quit":
                return None
            if word:
                chosen: RunRequest | None = getattr(self, f"_{word}")()
                if chosen is not None:
                    return chosen

    def _offer(self) -> None:
        self.console.say("Towergames. Type a number or a word.")
        for number, (word, text) in enumerate(ENTRIES, start=1):
            self.console.say(f"{number} {word}: {text}")

    def _pick(self, answer: str, words: Sequence[str]) -> str:
        """The word meant by a number, a word or its beginning; '' (and a sentence) when none or several."""
        text = answer.lower()
        if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= len(words):
            return words[int(text) - 1]
        found = [w for w in words if w.lower() == text] or [w for w in words if text and w.lower().startswith(text)]
        if len(found) == 1:
            return found[0]
        self.console.say(f"Type a number from 1 to {len(words)}, or one of: {', '.join(words)}.")
        return ""

    def _request(self, kind: str, **more: object) -> RunRequest:
        r = self.request
        fields = {"saves": r.saves, "config": r.config, "flags": r.flags} | more
        return RunRequest(kind, **fields)  # type: ignore[arg-type]

    # --- entries ------------------------------------------------------------------------------------------

    def _continue(self) -> RunRequest | None:
        info = self.store.latest_unfinished()
        if info is None:
            self.console.say("There is no unfinished game. Type new to begin one.")
            return None
        return self._request("open", save=info.name)

    def _new(self) -> RunRequest | None:
        key = self._choose_game()
        header = self._ask_setup(key) if key else None
        return self._request("play", header=header) if header else None

    def _load(self) -> RunRequest | None:
        name = self._choose_save()
        return self._request("open", save=name) if name else None

    def _replay(self) -> RunRequest | None:
        name = self._choose_save()
        return self._request("replay", path=self.store.path(name)) if name else None

    def _learn(self) -> None:
        key = self._choose_game()
        tutorial = registry.get(key).tutorial if key else None
        lacking = registry.missing(key) if key else ""
        if tutorial is not None and lacking:
            self.console.say(f"This game cannot be played here. {lacking}")
        elif tutorial is not None:
            LessonTalk(tutorial, self.console).run()
        elif key:
            self.console.say("This game has no lesson yet; its rules tell all.")

    def _rules(self) -> None:
        key = self._choose_game()
        if key:
            self.console.say(*telling.rules_text(registry.get(key).game.rule_sheet))

    def _statistics(self) -> None:
        lines = telling.statistics_lines(statistics.results(self.store))
        self.console.say(*(lines or ["No person has finished a game yet."]))

    def _settings(self) -> None:
        now = settings.load(_text(self.request.config), self.request.flags)
        self.console.say(*now.notices)
        for option in settings.SETTINGS:
            choices = ", ".join(show_scalar(v) for v in option.values)
            value = show_scalar(now[option.key])
            self.console.say(f"{option.key} = {value} (from {now.sources[option.key]}; {choices}): {option.help}")
        answer = self.console.ask("Change one as key=value, or Enter to go back:")
        key, equals, value = answer.partition("=")
        found = next((o for o in settings.SETTINGS if o.key == key.strip()), None)
        if not answer:
            return
        if found is None or not equals:
            self.console.say("Nothing is changed: write it as key=value with a key from the list.")
            return
        try:
            settings.save(now, {found.key: found.read(value)})
            self.console.say(f"{found.key} is {value.strip()} from now on.")
        except (ValueError, OSError) as error:
            self.console.say(f"Nothing is changed: {error}.")

    # --- questions ----------------------------------------------------------------------------------------

    def _choose_game(self) -> str:
        keys = registry.keys()
        if len(keys) == 1:
            return keys[0]
        for number, key in enumerate(keys, start=1):
            info = registry.get(key).game.info
            low, high = info.seats
            self.console.say(f"{number} {key}: {info.title}, {low} to {high} players, {info.minutes}. {info.pitch}")
        answer = self.console.ask("Which game? Enter goes back:")
        return self._pick(answer, keys) if answer else ""

    def _choose_save(self) -> str:
        saves = self.store.peek_all()
        if not saves:
            self.console.say("There are no saved games yet.")
            return ""
        for number, info in enumerate(saves, start=1):
            self.console.say(f"{number} {telling.save_line(info)}")
        answer = self.console.ask("Which save? Enter goes back:")
        return self._pick(answer, [info.name for info in saves]) if answer else ""

    def _ask_setup(self, key: str) -> Header | None:
        """Seats, options and seed; every question has an answer that Enter takes. None to go back."""
        entry = registry.get(key)
        info, levels = entry.game.info, [level.name for level in entry.levels]
        low, high = info.seats
        usual = default_seats(info, levels)
        bots = f" Bots: {', '.join('bot:' + name for name in levels)}." if levels else ""
        self.console.say(f"{info.title} is for {low} to {high} players.{bots} Type back to go back.")
        answers: list[str] = []
        for question in (f"Who plays? Names and bots with commas (Enter: {', '.join(usual)}):", "Options?", "Seed?"):
            if question == "Options?":
                known = "; ".join(f"{o.key}={'|'.join(show_scalar(v) for v in o.values)}" for o in info.options)
                own = " A word list may also be a file with one word a line: words=FILE." if uses_words(info) else ""
                self.console.say(f"Options, the first value is usual: {known}.{own}")
                question = "Options as key=value with blanks (Enter: all as usual):"
            elif question == "Seed?":
                question = "Seed, a whole number (Enter: any):"
            answers.append(self.console.ask(question))
            if answers[-1].lower() == "back":
                return None
        try:
            words = [w for w in answers[0].split(",") if w.strip()] or usual
            seed = _seed(answers[2])
            options, notices = read_setup(info, _pairs(answers[1]))
            self.console.say(*notices)
            return new_header(entry.game, read_seats(words, levels), options, seed, levels=levels)
        except SetupError as error:
            self.console.say(f"That cannot be played: {error}.")
            return None


def _pairs(text: str) -> list[str]:
    """What is written ``key=value`` one after the other; a value (the name of a file) may hold blanks.

    >>> _pairs("words=my list.txt height=4")
    ['words=my list.txt', 'height=4']
    """
    return [pair for pair in re.split(r"\s+(?=\w+=)", text.strip()) if pair]


def _seed(text: str) -> int:
    if not text:
        return random_seed()
    if not text.isascii() or not text.isdigit() or len(text) > 16:
        raise SetupError("the seed must be a whole number, such as 7")
    return int(text)


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)

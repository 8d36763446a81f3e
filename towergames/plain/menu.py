"""The menu as questions: every answer is a number or a word, and the reply to a wrong answer lists the right ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from towergames import registry, settings
from towergames.core.options import OptionError, show_scalar
from towergames.core.text import count, did_you_mean, quoted, reason_of, sentence, unknown
from towergames.plain import headings, sentences
from towergames.plain.console import Console
from towergames.plain.lessons import LessonConversation
from towergames.plain.new_game import NewGame, explained
from towergames.plain.questions import QUITS, Left, ask
from towergames.plain.record_lines import record_lines
from towergames.run_request import RunRequest
from towergames.session.app_state import Memory, name_error
from towergames.table.agenda import find_missing, read_agenda
from towergames.table.errors import SetupError
from towergames.table.facts_cache import FactsCache
from towergames.table.record_book import games_of, people_of
from towergames.table.record_games import RecordGames
from towergames.table.record_page import person_records
from towergames.table.save_file import load_file
from towergames.table.seats import seats_of_people, vacant_seats
from towergames.table.store import Store
from towergames.table.today import task_header
from towergames.table.waiting_table import waiting_tables

ENTRIES: tuple[tuple[str, str], ...] = (
    ("continue", "continue the last unfinished game"),
    ("new", "start a game"),
    ("today", "the tasks of this day, the same for everyone"),
    ("join", "sit down at a table that another window opened"),
    ("load", "open a saved game"),
    ("replay", "watch a saved game move by move"),
    ("learn", "play with a guide"),
    ("rules", "read the rules of a game"),
    ("records", "your record book, rivals and achievements"),
    ("person", "show the tasks, records and tables of another person; also person NAME"),
    ("settings", "see and change settings"),
    ("quit", "quit the program"),
)

LISTED = "Type a number or a name of the list."


class Menu:
    """Asks what to do. :meth:`run` answers a request, or None when the person quits."""

    def __init__(self, request: RunRequest, store: Store, facts: FactsCache, console: Console) -> None:
        self.request = request
        self.store = store
        self.facts = facts
        self.console = console
        self.memory = Memory.load(settings.load(_text(request.config), request.flags).path.parent)

    def run(self) -> RunRequest | None:
        """Ask until there is something to play or to leave."""
        while True:
            self._offer()
            try:
                chosen = self._choose()
            except Left as left:
                if left.where == "quit":
                    return None
            else:
                if chosen is not None:
                    return chosen

    def _choose(self) -> RunRequest | None:
        """Ask for an entry and do what it says. Raises Left."""
        line = ask(self.console, "Menu>", "Type a number or a word of the list.", QUITS)
        first, _, rest = line.partition(" ")
        if rest and first and "person".startswith(first.lower()):
            self._choose_person(rest)
            return None
        word = self._pick(line, [entry for entry, _ in ENTRIES])
        if word == "quit":
            raise Left(word)
        chosen: RunRequest | None = getattr(self, f"_{word}")() if word else None
        return chosen

    def _offer(self) -> None:
        self.console.say("Towergames. Type a number or a word.")
        you = self.memory.person(self.store)
        if you:
            self.console.say(f"You are {you}.")
        yours = [table for table in waiting_tables(self.store, you) if table.is_yours]
        if yours:
            self.console.say(f"{sentence(yours[0].line())} Type join to open it.")
        for number, (word, text) in enumerate(ENTRIES, start=1):
            self.console.say(f"{number} {word}: {text}")

    def _pick(self, answer: str, words: Sequence[str]) -> str:
        """The word meant by a number, a word or its beginning; '' (and a sentence) when none or several."""
        text = answer.lower()
        if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= len(words):
            return words[int(text) - 1]
        found = [word for word in words if word.lower() == text]
        if text and not found:
            found = [word for word in words if word.lower().startswith(text)]
        if len(found) == 1:
            return found[0]
        near = did_you_mean(answer, words)
        if near:
            self.console.say(f"There is no {quoted(answer)} here{near}")
        else:
            some = f"one of: {', '.join(words)}" if len(words) <= headings.FEW else "a name"
            self.console.say(f"Type a number from 1 to {len(words)}, or {some}.")
        return ""

    def _request(self, kind: str, **more: object) -> RunRequest:
        r = self.request
        fields = {"saves": r.saves, "config": r.config, "flags": r.flags} | more
        return RunRequest(kind, **fields)  # type: ignore[arg-type]

    # --- entries ------------------------------------------------------------------------------------------

    def _continue(self) -> RunRequest | None:
        info = self.store.latest_unfinished()
        if info is None:
            self.console.say(sentence(self.store.unlisted() or "no unfinished game. Type new to start one"))
            return None
        return self._request("open", save=info.name)

    def _new(self) -> RunRequest | None:
        key = self._choose_game()
        lacking = registry.unavailable_reason(key) if key else ""
        if lacking:
            self.console.say(f"This game cannot be played here. {lacking}")
        header = NewGame(registry.get(key), self.console, self.facts).ask() if key and not lacking else None
        return self._request("play", header=header) if header else None

    def _today(self) -> RunRequest | None:
        """List your tasks of today, and ask for one to play."""
        self.facts.all_games()
        agenda = read_agenda(self.store, self.facts, self.memory.person(self.store))
        for _ in find_missing(agenda, self.store, self.facts):
            pass
        agenda = read_agenda(self.store, self.facts, agenda.person)
        self.console.say(*agenda.lines(plain=self.console.ascii_only))
        key = self._ask_for("Which task?", [item.game for item in agenda.items])
        item = agenda.item(key)
        if item is None:
            return None
        if item.begun:
            return self._request("open", save=item.begun)
        self.console.say(item.goals[0])
        if not item.open:
            self.console.say("You have played this task. Another attempt does not count.")
        try:
            return self._request("play", header=task_header(registry.get(key), agenda.person))
        except SetupError as error:
            self.console.say(sentence(str(error)))
            return None

    def _join(self) -> RunRequest | None:
        tables = waiting_tables(self.store, self.memory.person(self.store))
        if not tables:
            self.console.say("No open tables. Open one with: towergames play GAME --seat NAME --seat NAME --open")
            return None
        for number, table in enumerate(tables, start=1):
            self.console.say(f"{number} {sentences.save_line(table.info)}. {table.sentence()}")
        found = {table.info.name: table.info for table in tables}
        name = self._pick(ask(self.console, "Which table?", LISTED), list(found))
        if not name:
            return None
        info = found[name]
        free = {info.seats[seat]: seat for seat in vacant_seats(info.path, seats_of_people(info.bots))}
        words = [*free, "watch"]
        who = ask(self.console, f"Who are you? {', '.join(words)}:", "Type your name, or watch to look on.")
        word = self._pick(who, words)
        if not word:
            return None
        seats = (free[word],) if word in free else ()
        pins = load_file(info.path).history.pins
        about = "Type the PIN with which this seat was taken."
        pin = ask(self.console, f"PIN of {word}:", about) if seats and seats[0] in pins else ""
        return self._request("join", save=name, seats=seats, pin=pin)

    def _load(self) -> RunRequest | None:
        name = self._choose_save()
        return self._request("open", save=name) if name else None

    def _replay(self) -> RunRequest | None:
        name = self._choose_save()
        return self._request("replay", path=self.store.path(name)) if name else None

    def _learn(self) -> None:
        key = self._choose_game()
        tutorial = registry.get(key).tutorial if key else None
        lacking = registry.unavailable_reason(key) if key else ""
        if tutorial is not None and lacking:
            self.console.say(f"This game cannot be played here. {lacking}")
        elif tutorial is not None:
            LessonConversation(tutorial, self.console).run()
        elif key:
            self.console.say("This game has no lesson. Type rules to read its rules.")

    def _rules(self) -> None:
        key = self._choose_game()
        asked = ""
        while key:
            self.console.say(*headings.rules(registry.get(key).game.rule_sheet, asked))
            question = "Which section or rule? Type all for every rule. Enter goes back:"
            asked = ask(self.console, question, "Type the name of a section, or a rule such as 7.")
            if not asked:
                return

    def _records(self) -> None:
        self.facts.all_games()
        known = RecordGames(self.facts)
        lines: list[str] = []
        you = self.memory.person(self.store).casefold()
        for person in sorted(people_of(known.games), key=lambda name: name.casefold() != you):
            own = games_of(known.games, person)
            lines += ["", *record_lines(person_records(person, own, known.medal_of, kept=known.kept))]
        self.console.say(*(lines[1:] or [sentence(self.store.unlisted() or "no finished game yet")]))

    def _person(self) -> None:
        about = "Type a name. The menu then shows the tasks, records and open tables of that person."
        name = ask(self.console, "Whose tasks, records and tables? Enter goes back:", about)
        if name:
            self._choose_person(name)

    def _choose_person(self, name: str) -> None:
        wrong = name_error(name)
        if wrong:
            self.console.say(wrong)
            return
        try:
            self.memory.remember_person(name)
        except OSError as error:
            self.console.say(f"The name could not be kept: {sentence(reason_of(error))}")

    def _settings(self) -> None:
        now = settings.load(_text(self.request.config), self.request.flags)
        self.console.say(*now.notices)
        known = {option.key: option for option in settings.SETTINGS}
        values = ", ".join(f"{key} {show_scalar(now[key])}" for key in known)
        self.console.say(f"{count(len(known), 'setting')}: {values}.")
        question = "Type a name to see its values, or name=value to change it. Enter goes back:"
        while answer := ask(self.console, question, f"Type a name, or a change such as {next(iter(known))}=VALUE."):
            key, equals, value = (part.strip() for part in answer.partition("="))
            found = known.get(key.lower())
            if found is None:
                self.console.say(sentence(unknown("setting", key, known, "Settings")))
            elif not equals:
                self.console.say(f"{found.key} = {show_scalar(now[found.key])}, from {now.sources[found.key]}.")
                self.console.say(*explained(found))
            else:
                source = now.sources[found.key]
                try:
                    now = settings.save(now, {found.key: found.read(value)})
                except OptionError as error:
                    self.console.say(f"Not changed: {sentence(str(error))}")
                except OSError as error:
                    self.console.say(f"Not changed: {now.path.name} cannot be written. {sentence(reason_of(error))}")
                else:
                    first = f", when no {source} overrides it" if source in ("flag", "environment") else ""
                    self.console.say(f"{found.key} is now {value}{first}.")

    # --- questions ----------------------------------------------------------------------------------------

    def _choose_game(self) -> str:
        keys = registry.keys()
        if len(keys) == 1:
            return keys[0]
        for number, key in enumerate(keys, start=1):
            info = registry.get(key).game.info
            self.console.say(f"{number} {key}: {info.title}, {info.players}, {info.minutes}. {info.pitch}")
        return self._ask_for("Which game?", keys)

    def _ask_for(self, question: str, words: Sequence[str]) -> str:
        """Ask until one of the words is meant; '' to go back."""
        while answer := ask(self.console, f"{question} Enter goes back:", LISTED):
            if found := self._pick(answer, words):
                return found
        return ""

    def _choose_save(self) -> str:
        saves = self.store.peek_all()
        if not saves:
            self.console.say(sentence(self.store.unlisted() or "no saved games yet. Type new to start one"))
            return ""
        told = "" if len(saves) <= headings.FEW else f"; here are {headings.FEW}, type all for all of them"
        self.console.say(f"{count(len(saves), 'saved game')}, the newest first{told}:")
        lines = [f"{number} {sentences.save_line(info)}" for number, info in enumerate(saves, start=1)]
        self.console.say(*lines[: headings.FEW])
        while answer := ask(self.console, "Which saved game? Enter goes back:", LISTED):
            if answer.lower() == "all":
                self.console.say(*lines)
            elif found := self._pick(answer, [info.name for info in saves]):
                return found
        return ""


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)

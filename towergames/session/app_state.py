"""What the program remembers beside settings and saves: its person, the last table of each game, how far lessons went.

One small JSON file in the settings folder, written only after something worth remembering was done. It may be
deleted at any time; whatever in it cannot be trusted is ignored.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from towergames.core.options import OptionError, Scalar
from towergames.core.text import NAME_CELLS, clean, has_pictures, reason_of
from towergames.registry import Entry
from towergames.settings import text_of, write_atomically

FILE_NAME = "tables.json"
_MOST_MOVES = 40
_MOST_GREETED = 40

if TYPE_CHECKING:
    from towergames.table.history import History
    from towergames.table.match import Table
    from towergames.table.records import SeatSetup
    from towergames.table.store import Store


@dataclass(frozen=True, slots=True)
class LastTable:
    """Players and options of the last table of a game."""

    seats: tuple[SeatSetup, ...]
    options: Mapping[str, Scalar]


@dataclass(slots=True)
class Memory:
    """The file's content; every reader checks what it takes out. ``notice`` says why a file was not read."""

    path: Path
    data: dict[str, Any] = field(default_factory=dict)
    notice: str = ""

    @classmethod
    def load(cls, folder: Path) -> Memory:
        """Read the file; nothing or nonsense gives an empty memory. Never raises."""
        path = folder / FILE_NAME
        try:
            data = json.loads(text_of(path))
        except FileNotFoundError:
            return cls(path)
        except (OSError, ValueError, RecursionError) as error:
            why = reason_of(error)
            return cls(path, notice=f"{clean(str(path), 100)}: cannot be read: {why}. Your last tables are not known")
        return cls(path, data if isinstance(data, dict) else {})

    @property
    def played(self) -> bool:
        """Whether a person has made a move here, at a table or in a lesson.

        A file of an earlier version does not record that, but names a game only once a game has begun.
        """
        steps = (self.lesson(key)[0] for key in self._part("lessons"))
        return bool(self.data.get("played", self.last_game())) or any(steps)

    def remember_moves(self, history: History) -> None:
        """Write that a person has made a move, and in which game, if one has. Raises OSError."""
        people = {seat for seat, setup in enumerate(history.header.seats) if not setup.bot}
        known, game = self.played and self.last_game(), history.header.game
        if known != game and any(play.by in people for play in history.plays):
            self._write({"played": True, "last_game": game})

    def last_game(self) -> str:
        """The key of the game played last, or empty."""
        found = self.data.get("last_game")
        return found if isinstance(found, str) else ""

    def table(self, entry: Entry) -> LastTable | None:
        """The last table of a game, as far as it still makes sense; None when there is none."""
        found = self._part("tables").get(entry.key)
        if not isinstance(found, dict):
            return None
        from towergames.core.bot import EVEN, opponents  # the first paint does not wait for the import

        levels = {EVEN, *(level.name for level in entry.levels)} if entry.levels else set()
        low, high = entry.game.info.seats
        from towergames.table.records import SeatSetup  # the first paint does not wait for the import

        seats: list[SeatSetup] = []
        for pair in _list(found.get("seats")):
            if isinstance(pair, list) and len(pair) == 2 and all(isinstance(p, str) for p in pair):
                name = clean(pair[0], NAME_CELLS)
                if name and not has_pictures(name) and all(name.casefold() != s.name.casefold() for s in seats):
                    bot = entry.former_levels.get(pair[1], pair[1])
                    if bot and levels and bot not in levels:  # a level that an earlier version had
                        bot = opponents(entry.levels)[-1].name
                    seats.append(SeatSetup(name, bot if levels else ""))
        if not low <= len(seats) <= high:
            return None
        return LastTable(tuple(seats), _options(entry, found.get("options")))

    def remember_table(self, key: str, seats: tuple[SeatSetup, ...], options: Mapping[str, Scalar]) -> None:
        """Write the last table. Raises OSError."""
        tables = self._part("tables") | {key: {"seats": [[s.name, s.bot] for s in seats], "options": dict(options)}}
        self._write({"last_game": key, "tables": tables, "played": self.played})

    def person(self, store: Store) -> str:
        """The person of this installation, whom its tasks, records and open tables call *You*; '' while it has none.

        The first of these that there is:

        1. The person chosen on the title screen or in the menu of plain mode.
        2. The person who was last alone at a window of this installation, in a game against bots, a task, or at a seat
           of an open table. A shared folder does not matter, as the settings folder keeps the name.
        3. The first player of most saved games. Of two with equally many, the one who began the newest. Open tables do
           not count: they may have been begun elsewhere.
        """
        return self._name("person") or self._name("alone") or _most_frequent(store)

    def remember_person(self, name: str) -> None:
        """Write who the person of this installation is; ``name`` has no :func:`name_error`. Raises OSError."""
        self._write({"person": clean(name, NAME_CELLS)})

    def remember_alone(self, table: Table) -> None:
        """Write who is alone at this window, if one person is and the game runs. Raises OSError.

        What is tried out from a replay says nothing about the person: it may be the game of another.
        """
        from towergames.core.contract import Over

        if len(table.here) == 1 and table.header.counts and not isinstance(table.turn, Over):
            name = table.header.seats[table.here[0]].name
            if self.data.get("alone") != name:
                self._write({"alone": name})

    def lesson(self, key: str) -> tuple[int, list[str]]:
        """How many steps of a tutorial were done, and the learner's moves in them; (0, []) when none."""
        found = self._part("lessons").get(key)
        if not isinstance(found, dict):
            return 0, []
        step, moves = found.get("step"), _list(found.get("moves"))
        if not isinstance(step, int) or isinstance(step, bool) or len(moves) > _MOST_MOVES:
            return 0, []
        if not all(isinstance(move, str) for move in moves):
            return 0, []
        return max(0, min(step, _MOST_MOVES)), list(moves)

    def remember_lesson(self, key: str, step: int, moves: list[str]) -> None:
        """Write how far a tutorial went. Raises OSError."""
        self._write({"lessons": self._part("lessons") | {key: {"step": step, "moves": moves}}})

    def is_greeted(self, table: Table) -> bool:
        """Whether the people of this window have read their introduction to a table. Onlookers never have."""
        return _guest(table) in _list(self.data.get("greeted"))

    def remember_greeted(self, table: Table) -> None:
        """Write that the people of this window have read their introduction to a table. Raises OSError."""
        known = [one for one in _list(self.data.get("greeted")) if isinstance(one, str)]
        if table.here:
            self._write({"greeted": [*known, _guest(table)][-_MOST_GREETED:]})

    def view(self, key: str) -> str:
        """The named view that was last chosen on the board of a game, '' if none was."""
        found = self._part("views").get(key)
        return found if isinstance(found, str) else ""

    def learn_view(self, key: str, view: str) -> bool:
        """Write that a person reads of a named view; returns whether it is for the first time. Raises OSError."""
        known = self._part("views_known")
        if known.get(key) == view or self.view(key):
            return False
        self._write({"views_known": known | {key: view}})
        return True

    def remember_view(self, key: str, view: str) -> None:
        """Write the view that was chosen. Raises OSError."""
        if self.view(key) != view:
            self._write({"views": self._part("views") | {key: view}})

    def _name(self, key: str) -> str:
        found = self.data.get(key)
        return clean(found, NAME_CELLS) if isinstance(found, str) else ""

    def _part(self, name: str) -> dict[str, Any]:
        found = self.data.get(name)
        return dict(found) if isinstance(found, dict) else {}

    def _write(self, changes: dict[str, Any]) -> None:
        self.data = {**self.data, **changes}
        write_atomically(self.path, json.dumps(self.data, ensure_ascii=False, indent=1) + "\n")


def _guest(table: Table) -> str:
    """The people of this window at a table, as the file knows them."""
    return f"{table.header.created} {table.name} {' '.join(str(seat) for seat in table.here)}"


def name_error(text: str) -> str:
    """The error in the name of a person; '' if it is good."""
    return "" if clean(text, NAME_CELLS) and not has_pictures(text) else f"A name has 1 to {NAME_CELLS} characters."


def _most_frequent(store: Store) -> str:
    """The first player of most games of one window, of equal ones who began the newest; '' without such a game."""
    games: Counter[str] = Counter()
    names: dict[str, str] = {}
    for name in store.newest_first():
        header = store.header_of(name)
        people = [seat.name for seat in header.seats if not seat.bot] if header is not None else []
        if header is not None and people and not header.open:
            games[people[0].casefold()] += 1
            names.setdefault(people[0].casefold(), people[0])
    return names[games.most_common(1)[0][0]] if games else ""


def _list(found: object) -> list[Any]:
    return found if isinstance(found, list) else []


def _options(entry: Entry, found: object) -> dict[str, Scalar]:
    from towergames.core.contract import complete_options  # the first paint does not wait for the import

    options: dict[str, Scalar] = {}
    given: dict[Any, Any] = found if isinstance(found, dict) else {}
    for key, value in given.items():
        if isinstance(key, str) and isinstance(value, (str, int, bool)):
            try:
                complete_options(entry.game.info, {key: value})
            except OptionError:
                continue
            options[key] = value
    return complete_options(entry.game.info, options)

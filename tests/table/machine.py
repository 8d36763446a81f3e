"""A machine with saves, a settings folder and a clock that tests set."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from towergames import registry
from towergames.core.contract import Decide
from towergames.games.words.model import Pass
from towergames.table import local_date
from towergames.table.agenda import Agenda, agenda_of, daybook_of
from towergames.table.facts_cache import FactsCache
from towergames.table.kept_tasks import KeptTasks
from towergames.table.match import Table
from towergames.table.opponents import level_of, think
from towergames.table.store import Store
from towergames.table.today import task_header

DAY = "2026-11-27"


class Machine:
    """A machine with saves, a settings folder and a clock that tests set."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = Store(folder / "saves")
        self.cache = FactsCache(folder / "saves", folder)
        self.kept = KeptTasks(folder)
        self.clock = datetime.fromisoformat(f"{DAY} 18:18")
        monkeypatch.setattr(local_date, "now", lambda: self.clock)

    def begin(self, game: str, person: str = "Ann", day: str = "today") -> Table:
        return self.store.begin(task_header(registry.get(game), person, day))

    def play(self, game: str, person: str = "Ann", day: str = "today", plays: int = 6, hint: bool = False) -> str:
        """Play a task to its end by the first of all moves, and pass after so many; the name of the save."""
        table = self.begin(game, person, day)
        if hint:
            table.note(0, "hint")
        while isinstance(turn := table.turn, Decide):
            level = level_of(table, turn.seat)
            if level is not None:
                move = think(table, level).action
            elif game == "words":
                move = next(iter(table.game.choices(table.history.state))) if table.moves < 2 + 3 * plays else Pass()
            else:
                move = table.legal()[0] if table.legal() else table.parse("submit")
            table.submit(turn.seat, move)
        table.close()
        return table.name

    def agenda(self, person: str = "Ann") -> Agenda:
        book = daybook_of(self.cache.all_games(), person, self.kept)
        return agenda_of(person, book, self.store, self.kept)

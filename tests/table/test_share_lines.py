"""Lines to share of tasks that were played to their end, in every game: no word, card or place, in 60 cells."""

from __future__ import annotations

from tests.combinations import combined
from tests.table.machine import Machine
from towergames import registry
from towergames.core.bot import Clock
from towergames.core.contract import Decide
from towergames.core.daily import PLAIN_SIGNS, SIGNS
from towergames.core.dice import Dice
from towergames.core.text import cell_width
from towergames.table.daybook import SHARED_CELLS
from towergames.table.match import Table
from towergames.table.save_file import load_file
from towergames.table.task_end import TaskEnd, task_end

FIXED = {"towergames", "Nov", "Dec", "of", "bronze", "silver", "gold", "late", "with", "help", "attempt", "stands"}
"""The words that a line may have beside the name of its game."""


def play_quickly(table: Table, luck: int) -> None:
    """Both seats by the weakest level, with the fewest iterations."""
    level = registry.get(table.header.game).levels[0]
    bot = level.make(table.game)
    while isinstance(turn := table.turn, Decide):
        view = table.game.view(table.history.state, turn.seat)
        table.submit(turn.seat, bot.choose(view, Dice(luck, table.moves, "play"), Clock(1, None)).action)


def end_of(machine: Machine, game: str, day: str, luck: int, helped: bool) -> TaskEnd:
    table = machine.begin(game, day=day)
    if helped:
        table.note(0, "hint")
    play_quickly(table, luck)
    table.close()
    for _ in machine.cache.update():
        pass
    end = task_end(
        load_file(machine.store.path(table.name)).history, table.name, machine.store, machine.cache, wait=False
    )
    assert end is not None
    return end


WAYS = [("2026-11-27", 1, False), ("2026-11-27", 2, True), ("2026-11-22", 3, False)]
"""A day, the luck of the bots, and whether there was a hint."""


@combined(key=[entry.key for entry in registry.ENTRIES if entry.daily is not None], way=WAYS)
def test_a_finished_task_is_shared_without_its_words_cards_and_places(
    machine: Machine, key: str, way: tuple[str, int, bool]
) -> None:
    day, luck, helped = way
    daily = registry.get(key).daily
    assert daily is not None
    end = end_of(machine, key, day, luck, helped)
    for line, signs in ((end.line, SIGNS), (end.plain_line, PLAIN_SIGNS)):
        assert cell_width(line) <= SHARED_CELLS, line
        words = {*FIXED, *daily.name.split()}
        rest = [word for word in line.split() if word not in words]
        assert not any(letter.isalpha() for word in rest for letter in word), line
        drawn = [word for word in rest[1:] if word.strip("+-0123456789")]
        assert all(set(word) <= set(signs) for word in drawn), line
    assert end.plain_line.isascii() and len(end.line) == len(end.plain_line)
    assert ("with help" in end.line) is helped and ("late" in end.line) is (day < "2026-11-27")

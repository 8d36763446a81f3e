"""The next game of the same players, which may be another game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towergames.core.contract import Over
from towergames.core.text import count, listed, sentence, unknown
from towergames.registry import Entry, title_of
from towergames.session.commands import Refused
from towergames.table.another_game import games_for, seats_at
from towergames.table.errors import TableError
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.shared import SharedTable

if TYPE_CHECKING:
    from towergames.table.store import Store

PLAYERS_BEGIN = "The players begin the next game. You can watch it then."
NEXT_BEGUN = "The next game has begun already."


def why_not_rematch(table: Table) -> str:
    """Why nobody can play again now."""
    if not isinstance(table.turn, Over):
        return "The game is not over yet."
    if table.journal is None:
        return "You can play again only from a saved game."
    return PLAYERS_BEGIN if only_watches(table) else ""


def only_watches(table: Table) -> bool:
    """Whether the person at this window has no seat, and waits for the next game that the players begin."""
    return isinstance(table, SharedTable) and not table.may_keep and not table.history.next


def why_not_another(table: Table) -> str:
    """Why nobody can begin another game now."""
    return why_not_rematch(table) or (NEXT_BEGUN if table.history.next else "")


def next_game_told(history: History) -> str:
    """The sentence that the next game has begun, with its title where it is another game."""
    key = history.next_game
    return "The next game has begun." if key == history.header.game else f"The next game has begun: {title_of(key)}."


def other_games(table: Table) -> tuple[Entry, ...] | Refused:
    """The other games that the players of a finished game can play."""
    if refusal := why_not_another(table):
        return Refused(refusal)
    found = games_for(table.header)
    return found or Refused(f"No other game here is for {count(len(table.names), 'player')}.")


def other_game(table: Table, word: str) -> Entry | Refused:
    """The other game that is meant by its key or its title, or by the beginning of one."""
    games = other_games(table)
    if isinstance(games, Refused):
        return games
    wanted = word.strip().casefold()
    found = []
    for entry in games:
        names = (entry.key, entry.game.info.title.casefold())
        if wanted in names:
            return entry
        if any(name.startswith(wanted) for name in names):
            found.append(entry)
    if len(found) == 1:
        return found[0]
    return Refused(sentence(unknown("game", word, [entry.key for entry in games], "Games")))


def seats_told(table: Table, entry: Entry) -> str:
    """The bots of a table at another game, each with its level: ``Gus (Easy)``; '' without bots."""
    seats = seats_at(entry, table.header.seats)
    return listed([f"{seat.name} ({seat.bot.title()})" for seat in seats if seat.bot])


def rematch(store: Store, table: Table, game: str = "") -> Table | Refused:
    """The next game with the same players; ``game`` is the key of another game, '' continues this one.

    The old table is still open then: its window takes the same seats.
    """
    if refusal := why_not_rematch(table):
        return Refused(refusal)
    try:
        return store.again(table, game)
    except TableError as error:
        return Refused(sentence(str(error)))

"""One save file: it is read and replayed as far as it is good, described for a list, and checked to its last byte."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from towergames import registry
from towergames.core.contract import AnyGame, Decide, Over, Seat
from towergames.core.options import OptionError
from towergames.core.text import clean, count, quoted
from towergames.table.errors import SaveError
from towergames.table.history import History, count_moves
from towergames.table.journal import Contents, Damage, read_journal
from towergames.table.records import Branch, Header
from towergames.table.storage import Storage


def game_of(header: Header) -> AnyGame:
    """The game a header names, by the rules it names. Raises SaveError for an unknown game or unknown rules."""
    try:
        entry = registry.get(header.game)
    except KeyError:
        raise SaveError(f"the game {quoted(header.game, 24)} of this saved game is not installed") from None
    known = {game.info.rules_version: game for game in (*entry.former, entry.game)}
    if header.rules not in known:
        rules, title = " and ".join(map(str, known)), entry.game.info.title
        raise SaveError(f"the saved game uses rules {header.rules} of {title}; this program knows rules {rules}")
    return known[header.rules]


def begin_history(header: Header) -> History:
    """The history of a game before its first record. Raises SaveError when the header's setup is not a game's."""
    game = game_of(header)
    low, high = game.info.fewest_seats(header.options), game.info.seats[1]
    if not low <= len(header.seats) <= high:
        raise SaveError(f"the setup of the saved game cannot be played: {game.info.title} is for {game.info.players}")
    try:
        return History(game, header)
    except OptionError as error:  # which may quote a stranger's options
        raise SaveError(f"the setup of the saved game cannot be played: {clean(str(error), 120)}") from None


@dataclass(frozen=True, slots=True)
class Loaded:
    """A save as read back: its history up to the first fault, and that fault (chain or rules), if any."""

    history: History
    contents: Contents
    damage: Damage | None

    @property
    def finished(self) -> bool:
        """Whether the game came to its end."""
        return isinstance(self.history.turn, Over)

    @property
    def decides(self) -> Seat | None:
        """The seat that has to move; None where chance has, or where the game is over."""
        turn = self.history.turn
        return turn.seat if isinstance(turn, Decide) else None

    @property
    def since(self) -> float | None:
        """The time since which the seat that decides has to move, None where no record tells it.

        An undo begins the wait again. A move in the middle of the seat's own turn does not.
        """
        decides, records = self.decides, self.contents.records[: self.history.records]
        for record in reversed(records):
            if record.kind == "retract" or (record.kind == "action" and record.by != decides):
                return record.written_at
        begun = self.contents.header.created
        return datetime.fromisoformat(begun).timestamp() if begun else None


def load_file(path: Path, storage: Storage | None = None) -> Loaded:
    """Read a journal anywhere and replay it as far as it is good. Raises SaveError when nothing can be read."""
    return replay_contents(read_journal(path, storage))


def replay_contents(contents: Contents) -> Loaded:
    """Replay what was read, comparing digests. Raises SaveError when the header's setup is not a game's."""
    try:
        history = begin_history(contents.header)
    except SaveError:
        raise
    except Exception as error:  # a game that fails on one save's setup must not hide the other saves
        raise SaveError(f"the setup of the saved game cannot be played ({type(error).__name__})") from error
    fault = history.take_all(contents.records)
    if fault is not None:
        contents = replace(contents, damage=Damage(fault[0], fault[1], contents.ends[fault[0] - 1]))
    return Loaded(history, contents, contents.damage)


@dataclass(frozen=True, slots=True)
class SaveInfo:
    """A save in the browser. ``problem`` is empty, or why it cannot (or only partly) be read."""

    name: str
    path: Path
    modified: float
    game: str = ""
    seats: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    moves: int = 0
    round: int = 0
    totals: tuple[int, ...] = ()
    finished: bool = False
    problem: str = ""
    branch: Branch | None = None
    open: bool = False
    decides: Seat | None = None
    """The seat that has to move; None where chance has, or where the game is over."""
    since: float = 0.0
    """The time since which that seat has to move, in seconds since 1970. The file's time where no record tells it."""


def info_of(name: str, path: Path, modified: float, loaded: Loaded) -> SaveInfo:
    """The facts of a save that was read."""
    history, header = loaded.history, loaded.history.header
    problem = ""
    if loaded.damage is not None:
        problem = f"damaged at record {loaded.damage.record}; {count(count_moves(history), 'move')} can be read"
    return SaveInfo(
        name,
        path,
        modified,
        header.game,
        header.names,
        tuple(s.bot for s in header.seats),
        count_moves(history),
        history.game.round(history.state),
        history.game.totals(history.state),
        loaded.finished,
        problem,
        header.branch,
        header.open,
        loaded.decides,
        loaded.since or modified,
    )


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """Result of a check. ``record`` is the number of the record where the save breaks (0: its header), None if ``ok``.

    ``moves`` counts the moves that can be trusted, ``records`` the lines before the break. ``reason`` is one clean
    sentence.
    """

    file: str
    ok: bool
    moves: int = 0
    records: int = 0
    record: int | None = None
    reason: str = ""
    game: str = ""
    finished: bool = False
    totals: tuple[int, ...] = ()


def verify(path: Path, storage: Storage | None = None) -> VerifyReport:
    """Check one save from its first byte to its last. Never raises; writes nothing and takes no lock."""
    name = clean(str(path), 200)
    try:
        loaded = load_file(path, storage)
    except SaveError as error:
        return VerifyReport(name, False, record=0, reason=str(error))
    history, damage = loaded.history, loaded.damage
    return VerifyReport(
        name,
        damage is None,
        count_moves(history),
        history.records,
        None if damage is None else damage.record,
        "" if damage is None else damage.reason,
        history.header.game,
        loaded.finished,
        history.game.totals(history.state),
    )

"""What the tests of the library screens stand on: a folder of real games, a long game of a toy, and a way to look."""

from __future__ import annotations

import os
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, ClassVar
from unittest.mock import patch

from textual.pilot import Pilot
from textual.screen import Screen

from towergames import registry
from towergames.board.canvas import Canvas
from towergames.board.protocol import AnyContext, BoardSizes, Picture, Size, UiSpec, Zone
from towergames.core.contract import Decide, Event, GameInfo, Listed, NotationError, Over, Score, Step, Verdict
from towergames.core.rulesheet import Rule, RuleSheet
from towergames.run_request import RunRequest
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import Record, SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.app import TowerApp

WHEN = 1_750_000_000  # 2025-06-15, the date of every save of the tests


# --- real games -------------------------------------------------------------------------------------


def play_on(table: Table, seed: int, most: int = 10_000, undo_at: int = -1) -> None:
    """Random moves, claims preferred, until the end or ``most`` moves; one late undo by consent at ``undo_at``."""
    dice = random.Random(seed)
    for number in range(most):
        turn = table.turn
        if not isinstance(turn, Decide):
            return
        legal = table.legal()
        busy = [action for action in legal if table.game.notate(action) != "end"]
        pool = busy if busy and (len(busy) == len(legal) or dice.random() < 0.7) else legal
        table.submit(turn.seat, dice.choice(pool))
        offer = table.undo_offer(turn.seat)
        if 0 <= undo_at <= number and offer.to is not None and offer.beyond:
            table.undo(turn.seat, offer.needs)
            undo_at = -1


def table_of(
    seats: int, seed: int, store: Store | None = None, names: tuple[str, ...] = ("Ann", "Bob", "Cleo", "Dan")
) -> Table:
    """A game that has just begun, saved if there is a store."""
    game = registry.get("takethat").game
    header = new_header(
        game, [SeatSetup(n) for n in names[:seats]], {}, seed, created=f"2025-06-{seed % 9 + 1:02}T10:00:00Z"
    )
    if store is not None:
        return store.begin(header)
    table = Table(History(game, header))
    table.advance()
    return table


def played(seed: int = 11, seats: int = 2, most: int = 10_000) -> History:
    """A game played at random, in memory."""
    table = table_of(seats, seed)
    play_on(table, seed, most)
    return table.history


@cache
def _files() -> dict[str, bytes]:
    # Played once a run: every move of a saved game waits for the disk.
    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        for seats, seed, most, undo_at in ((2, 11, 10_000, 40), (3, 12, 10_000, -1), (2, 13, 20, -1)):
            table = table_of(seats, seed, store)
            play_on(table, seed, most, undo_at)
            table.close()
        files = {name: store.path(name).read_bytes() for name in store.names()}
    whole = files["takethat-ann-bob-cleo"]
    return files | {"half": whole[: len(whole) // 2], "nothing": b"not a save\n"}


def fill(folder: Path) -> Store:
    """A folder with two finished games (one with an undo), one that runs, a damaged and a broken file."""
    store = Store(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for number, (name, data) in enumerate(sorted(_files().items())):
        store.path(name).write_bytes(data)
        os.utime(store.path(name), (WHEN - 86_400 * number, WHEN - 86_400 * number))
    return store


# --- a toy that lasts as long as you like -----------------------------------------------------------

RULE = Rule("X-1", "Ties", "Equal points share the rank.")
INFO = GameInfo("toy", "A Toy", "Count.", "any time", (1, 10), 1, (), 100_000)


@dataclass(frozen=True, slots=True)
class ToyState:
    """So many moves done by so many seats, and their points."""

    seats: int
    moves: int
    points: tuple[int, ...]


class Toy:
    """Everybody adds one in turn; every seventh move scores. Long enough for a bench, simple enough to trust."""

    info = INFO
    rule_sheet = RuleSheet("A Toy", (("All", (RULE,)),))
    outcomes: ClassVar[dict[str, type]] = {}

    def __init__(self, last: int) -> None:
        self.last = last

    def new(self, seats: int, options: Any) -> ToyState:
        return ToyState(seats, 0, (0,) * seats)

    def turn(self, s: ToyState) -> Any:
        return Over((tuple(range(s.seats)),), "enough") if s.moves >= self.last else Decide(s.moves % s.seats, "count")

    def choices(self, s: ToyState) -> Listed[str]:
        return Listed(("one",))

    def judge(self, s: ToyState, a: Any) -> Verdict:
        return Verdict()

    def apply(self, s: ToyState, a: Any) -> Step[ToyState]:
        seat = s.moves % s.seats
        scores = (Score(seat, 3, 3, "X-1", "seven"),) if s.moves % 7 == 0 else ()
        points = tuple(p + 3 * bool(scores) * (i == seat) for i, p in enumerate(s.points))
        after = replace(s, moves=s.moves + 1, points=points)
        return Step(after, (Event("count", f"{{{seat}}} counts one more [bold]here[/]", seat),), scores)

    reveal = view = lambda self, s, seat=None: s

    def counts_as_move(self, a: Any) -> bool:
        return True

    def notate(self, a: Any) -> str:
        return "one"

    def parse(self, text: str, s: ToyState) -> str:
        if text != "one":
            raise NotationError("say one")
        return text

    def totals(self, s: ToyState) -> tuple[int, ...]:
        return s.points

    def round(self, s: ToyState) -> int:
        return s.moves // s.seats + 1

    def status(self, v: ToyState) -> tuple[str, ...]:
        return ()


class ToyBoard:
    """A board of plain cells, as large as a real one: what a replay asks for."""

    spec = UiSpec(())
    camera = background = None

    def sizes(self, seats: int, view: Any) -> BoardSizes:
        return BoardSizes((60, 10), 4)

    def adapt(self, c: AnyContext, new: bool) -> str:
        return "ui"

    def draw(self, c: AnyContext, zone: Zone, size: Size) -> Picture:
        canvas = Canvas(*size)
        for y in range(size[1] if zone == "board" else 0):
            canvas.put(0, y, f"{c.view.moves:>5} " * (size[0] // 6))
        return Picture(canvas)

    def frames(self, c: AnyContext, event: Event) -> tuple[float, ...]:
        return ()


BOARD: Any = ToyBoard()


@contextmanager
def toy_known() -> Iterator[None]:
    """The toy is one of the games meanwhile."""
    get, entry = (
        registry.get,
        SimpleNamespace(board=BOARD, review=None, turn_review=None, levels=(), highlights=lambda _: ()),
    )
    with patch.object(registry, "get", lambda key: entry if key == INFO.key else get(key)):
        yield


def long_history(moves: int, seats: int = 10) -> History:
    """A finished toy game of so many moves, with names as wide as they may be."""
    game: Any = Toy(moves)
    names = [SeatSetup(f"{i} Bartholomew the"[:16] if i < 10 else "[red]Tenth[/red]") for i in range(1, seats + 1)]
    history = History(game, new_header(game, names, {}, 1))
    for number in range(moves):
        history.take(Record(number + 1, number % seats, "action", {"move": "one"}), check=False)
    return history


# --- looking ----------------------------------------------------------------------------------------


@asynccontextmanager
async def showing(
    screen: Screen[Any], tmp_path: Path, size: tuple[int, int] = (80, 24), store: Store | None = None
) -> AsyncIterator[tuple[TowerApp, Pilot[Any]]]:
    """The program with that screen up."""
    folder = store.folder if store is not None else tmp_path / "saves"
    app = TowerApp(RunRequest("menu", folder, config=tmp_path / "config", flags={"motion": "none"}))
    async with app.run_test(size=size) as pilot:
        app.push_screen(screen)
        await pilot.pause()
        yield app, pilot

"""People at the windows of an open table, as scripts: each types what a bot of the lowest level would do there.

A window is a terminal with the screen, a terminal in plain mode, or what a test makes of :class:`Player`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from tests.pty.terminal import Terminal
from towergames import registry
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.session.text import won
from towergames.table.opponents import think
from towergames.table.records import digest
from towergames.table.save_file import load_file
from towergames.table.shared import SharedTable
from towergames.table.store import Store

NAMES = ("Ann", "Bob", "Cleo", "Dan")
SHORT = {
    "takethat": ("height=5",),
    "words": ("board=8",),
    "bricks": ("size=mini", "mode=duel"),
    "konexi": ("target=20",),
    "leaning": ("series=0",),
}
"""Options of each game that make it short."""
RARE = {
    "takethat": ("due=chosen", "height=5", "towers=2"),
    "words": ("board=8", "checking=challenge"),
    "bricks": ("size=mini",),
    "konexi": ("target=20", "first=birthday", "circle=arranged", "bump=nudge"),
    "leaning": ("series=0", "bump=nudge", "passing=free"),
}
"""Options that keep it short and allow more kinds of moves."""
SAMPLE = 20
"""Random moves among which a kind is looked for that the list of moves lacks."""
TRIES = 3
"""How often a move is typed that is refused only for now."""
SAVED = "The game is saved."
"""What the screen says below the result."""


def plain(data: bytes | bytearray) -> str:
    """What was sent to a window, without colours and movements."""
    return re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b.", "", data.decode("utf-8", "replace"))


class Player:
    """Who sits in front of a terminal, with the screen or in plain mode (``lines``); without a name a watcher."""

    def __init__(self, window: Any, name: str, *, lines: bool = False) -> None:
        self.window, self.name, self.lines = window, name, lines
        self._typed = 0
        """The number of bytes before the last move was typed."""
        self.secrets: set[str] = set()
        """The beginnings of what the log told this player alone: cards or letters."""

    @property
    def bytes(self) -> bytearray:
        """Everything that was sent to the window."""
        return self.window.raw  # type: ignore[no-any-return]

    @property
    def text(self) -> str:
        return self.window.text  # type: ignore[no-any-return]

    def pump(self, seconds: float) -> None:
        """Take in what is sent to the window for that long; fails when the program ends."""
        assert self.window.pump(seconds), f"the window of {self.name} has ended\n{plain(self.bytes[-3000:])}"

    @property
    def last_row(self) -> str:
        """The last row with text that the window shows now."""
        return self.text.rstrip().rpartition("\n")[2]

    def press(self, key: str) -> None:
        self.window.send(key)

    def write(self, text: str) -> None:
        """Type a line and Enter."""
        self.window.send(f"{text}\r")

    def rest(self, seconds: float = 0.3) -> None:
        """Wait until nothing comes for that long: a key would only end an animation."""
        length = -1
        while length != len(self.bytes):
            length = len(self.bytes)
            self.pump(seconds)

    def asked(self) -> bool:
        """Whether the window asks its player for a move."""
        if self.lines:
            return self.last_row.startswith(self.name) and self.last_row.endswith(">")
        return f"Your turn, {self.name}" in self.text

    @property
    def is_welcomed(self) -> bool:
        """Whether the window introduces its player to the table."""
        return "To the table" in self.text

    @property
    def questioned(self) -> bool:
        """Whether the window asks whether the move is meant."""
        return ("Type yes to" if self.lines else "Do it") in self._answer

    @property
    def put_off(self) -> bool:
        """Whether the window has refused the move only for now, as on a slow disk."""
        return any(why in self._answer for why in ("ry again", "Wait until the last move is saved"))

    @property
    def _answer(self) -> str:
        shown = plain(self.bytes[self._typed :]) if self.lines else self.text
        return " ".join(shown.split())

    def type(self, text: str) -> None:
        self._typed = len(self.bytes)
        self.write(text if self.lines else f":{text}")

    def confirm(self) -> None:
        """Answer the question whether a move is meant."""
        self.write("yes") if self.lines else self.press("enter")

    def told(self, result: str, since: int) -> bool:
        """Whether the window says how the game has ended; ``since`` is the number of bytes before the last move."""
        shown = plain(self.bytes[since:]) if self.lines else self.text
        return result in " ".join(shown.split()) and (self.lines or SAVED in shown)

    def picture(self, name: str) -> None:
        """Keep what the window shows, where that is wanted."""


@dataclass
class Evening:
    """A game that is played at several windows. The first players sit, one at each seat; the others watch."""

    table: SharedTable
    """What this process knows of the table; it only watches."""
    players: Sequence[Player]
    pictures: str = ""
    kinds: set[str] = field(default_factory=set)
    """The first words of the moves that were typed."""

    def play(self, moves: int = 600, *, every_kind: bool = False) -> None:
        """Everyone types moves until the game is over, and each window is sent only what its player may know.

        ``every_kind``: a kind of move that nobody has typed yet comes first.
        """
        level = registry.get(self.table.header.game).levels[0]
        sent = [0] * len(self.players)
        for number in range(moves):
            self.until(lambda: isinstance(self.table.turn, Decide | Over), "nobody decided anything")
            if isinstance(self.table.turn, Over):
                break
            assert isinstance(self.table.turn, Decide)
            self._keep_secrets()
            sent = [len(player.bytes) for player in self.players]
            action, game = think(self.table, level, live=False).action, self.table.game
            if every_kind:
                choices, dice = game.choices(self.table.history.state), Dice(number, 0, "kinds")
                possible = (*self.table.legal(), *(choices.sample(dice) for _ in range(SAMPLE)))
                fresh = (move for move in possible if kind_of(game.notate(move)) not in self.kinds)
                action = next(fresh, action)
            self.kinds.add(kind_of(game.notate(action)))
            self._type(self.players[self.table.turn.seat], game.notate(action))
            if number in (6, 20, 40):
                self.picture(str(number))
        self._end(sent)

    def until(self, what: Any, failure: str, seconds: float = 60.0) -> None:
        """Let every window go on until something is so; fails with what they show."""
        end = time.monotonic() + seconds
        while not what():
            if time.monotonic() > end:
                self.fail(failure)
            self.let_go_on(0.02)

    def let_go_on(self, seconds: float) -> None:
        """Read what every window sends for so long."""
        for player in self.players:
            player.pump(seconds)
        self.table.follow()

    def fail(self, failure: str) -> NoReturn:
        self.picture("stuck")
        shown = (f"--- {player.name}\n{player.text}" for player in self.players)
        raise AssertionError("\n".join((failure, *shown)))

    def picture(self, name: str) -> None:
        """Keep what every window shows, where that is wanted."""
        for number, player in enumerate(self.players, start=1):
            player.picture(f"{self.pictures}-{name}-{number}")

    def _type(self, player: Player, move: str) -> None:
        before, failure = self.table.moves, f"{move} was not played by {player.name}"

        def answered() -> bool:
            return self.table.moves > before or player.put_off

        for _ in range(TRIES):
            self._ready(player)
            player.type(move)
            self.until(lambda: answered() or player.questioned, failure)
            if not answered():
                player.confirm()
                self.until(answered, failure)
            if self.table.moves > before:
                return
            self.let_go_on(1.0)  # until the disk has answered
        self.fail(failure)

    def _ready(self, player: Player) -> None:
        self.until(lambda: player.asked() or player.is_welcomed, f"{player.name} was not asked for a move")
        if player.is_welcomed:
            player.press("enter")
        self.until(player.asked, f"{player.name} was not asked for a move")
        player.rest()
        while not player.asked():  # a move of another player is still shown
            self.until(player.asked, f"{player.name} was not asked for a move")
            player.rest()

    def _keep_secrets(self) -> None:
        told = [{line.text for line in self.table.log(seat)} for seat in range(len(self.table.names))]
        for seat, own in enumerate(told):
            others = set().union(*(lines for other, lines in enumerate(told) if other != seat))
            self.players[seat].secrets |= {text[:40] for text in own - others}

    def _end(self, sent: Sequence[int]) -> None:
        turn, history = self.table.turn, self.table.history
        assert isinstance(turn, Over), "the game did not end"
        result = won(turn, self.table.names, self.table.totals)
        for player, length in zip(self.players, sent, strict=True):
            self.until(lambda p=player, n=length: p.told(result, n), f"{player.name} does not see: {result}")
        self.until(lambda: history.ended, "the end was not saved")
        self.picture("end")
        loaded = load_file(self.table.journal.path)
        assert loaded.damage is None
        assert digest(loaded.history.state) == digest(history.state)
        for player, length in zip(self.players, sent, strict=True):
            seen = plain(player.bytes[:length])
            assert "Traceback" not in plain(player.bytes)
            for secret in set().union(*(other.secrets for other in self.players if other is not player)):
                assert secret not in seen


def kind_of(move: str) -> str:
    """The first word of a move."""
    return move.partition(" ")[0]


@contextmanager
def seated(home: Path, game: str, kinds: Sequence[str], *options: str, seed: int = 7) -> Iterator[list[Player]]:
    """Terminals at a new table: ``screen`` or ``lines`` for a player, ``watch`` for a screen that only looks on.

    A player with a ``page`` comes later. The screens differ in size, and the first window shows every animation.
    """
    saves = home / "saves" / "evening.jsonl"
    people = [name for name, kind in zip(NAMES, kinds, strict=False) if kind != "watch"]
    start = [part for name in people for part in ("--seat", name)]
    start += [part for option in options for part in ("--option", option)]
    sizes = iter(((100, 30), (80, 24), (120, 40), (80, 24)))
    with ExitStack() as stack:
        players: list[Player] = []
        for number, kind in enumerate(kinds):
            if kind == "page":
                continue
            name = NAMES[number] if kind != "watch" else ""
            args = ("join", "--seat", name) if name else ("join", "--watch")
            if not players:
                args = ("play", game, *start, "--open", "--seed", str(seed), "--name", "evening")
            lines = kind == "lines"
            env = {} if number == 0 else {"TOWERGAMES_MOTION": "none"}
            args = ("--plain", *args) if lines else args
            terminal = stack.enter_context(Terminal(args, home, (80, 24) if lines else next(sizes), env))
            terminal.wait_for(lambda text: any(person in text for person in people), 60.0)
            while not saves.exists():
                terminal.pump()
            players.append(Player(terminal, name, lines=lines))
        yield players


@contextmanager
def watched(home: Path, players: Sequence[Player], pictures: str = "") -> Iterator[Evening]:
    """The evening of the players of :func:`seated`."""
    table = Store(home / "saves").join("evening")
    try:
        yield Evening(table, players, pictures)
    finally:
        table.close()

"""Saved games of two people that are played again, to the end: at a table of the test, and in Bob's window."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.plain.helpers import flat
from tests.plain.test_windows import Person, sitting
from towergames import registry
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import OPEN_FORMAT, Header, SeatSetup
from towergames.table.save_file import load_file
from towergames.table.shared import SharedTable
from towergames.table.store import Store

ROOT = Path(__file__).parent.parent
GOLDEN = "tests/golden/saves"
ALL = 1000
GAMES = {
    "bricks": (f"{GOLDEN}/bricks-r1-2-duel.jsonl", 0, ALL),
    "konexi": ("saves/example-konexi.jsonl", 0, ALL),
    "leaning": ("saves/example-leaning.jsonl", 8, 16),
    "takethat": (f"{GOLDEN}/takethat-r1-2.jsonl", 0, ALL),
    "words": (f"{GOLDEN}/words-r2-2-challenge.jsonl", 0, ALL),
}
"""For each game a save, the play from which it is played again, and the play from which moves are random.

A whole game of Leaning Towers would take a minute.
"""


@cache
def _saved(game: str) -> History:
    return load_file(ROOT / GAMES[game][0]).history


def _header(game: str) -> Header:
    """The game of the save as an open table, at which Ann and Bob sit; of a series the first game alone."""
    header = _saved(game).header
    options = {**header.options, **{key: 0 for key in ("series",) if key in header.options}}
    return replace(header, format=OPEN_FORMAT, seats=(SeatSetup("Ann"), SeatSetup("Bob")), options=options)


def begun(saves: Path, game: str) -> SharedTable:
    """The table as it is played on, with the test in Ann's window."""
    table = Store(saves).begin(_header(game), "game")
    assert isinstance(table, SharedTable)
    table.copy_plays(_saved(game).plays[table.moves : GAMES[game][1]])
    let_nature_act(table)
    return table


@cache
def moves_of(game: str) -> list[tuple[int, str]]:
    """The seat and the move of each decision to the end."""
    _, first, last = GAMES[game]
    table = Table(History(registry.get(game).game, _header(game)))
    table.advance()
    table.copy_plays(_saved(game).plays[table.moves : first])
    table.advance()
    moves: list[tuple[int, str]] = []
    while isinstance(turn := table.turn, Decide):
        if table.moves < min(last, len(_saved(game).plays)):
            action = table.parse(_saved(game).plays[table.moves].notation)
        else:
            action = table.sample(Dice(3, table.moves, "on"))
        moves.append((turn.seat, table.game.notate(action)))
        table.submit(turn.seat, action)
    return moves


def move_of_ann(ann: SharedTable, move: str) -> None:
    """Make a move of Ann."""
    ann.submit(0, ann.parse(move))
    let_nature_act(ann)


def let_nature_act(ann: SharedTable) -> None:
    """Let Ann's window, which keeps the table, work out what Nature decides."""
    while not isinstance(ann.turn, Decide | Over):
        ann.follow()
        ann.advance()


def printed(saves: Path, game: str) -> str:
    """Everything that Bob's plain mode prints about the game, in one line, without the words that ask him for a line.

    What the game was in Bob's records is left out: a guest in a browser has none on the host's machine.
    """
    ann = begun(saves, game)
    with sitting(saves, 1) as bob:
        for number, (seat, move) in enumerate(moves_of(game)):
            if number:
                last = ann.log(1)[-1].text
                bob.until(lambda last=last: last in flat(bob.out.getvalue()))  # type: ignore[misc]
            prompt = f"{ann.names[1]}>" if seat == 1 else f"Waiting for {ann.names[0]}>"
            bob.until(lambda prompt=prompt: bob.out.getvalue().rstrip().endswith(prompt))  # type: ignore[misc]
            if seat == 0:
                move_of_ann(ann, move)
            else:
                _typed(bob, ann, move)
        bob.sees("Game over. rematch")
        text = bob.out.getvalue()
    ann.close()
    told = text.partition("Game over. rematch")[0].partition("New:")[0]
    return flat(re.sub(r"(Waiting for Ann|Waiting|Bob)>", "", told))


def _typed(bob: Person, ann: SharedTable, move: str) -> None:
    """Let Bob type a move, and say yes if he is asked."""
    before, since, answered = ann.moves, len(bob.out.getvalue()), False
    bob.type(move)

    def done() -> bool:
        nonlocal answered
        ann.follow()
        if not answered and "Type yes to" in flat(bob.out.getvalue()[since:]):
            answered = True
            bob.type("yes")
        return ann.moves > before

    bob.until(done)
    let_nature_act(ann)


def beside_the_table(text: str) -> str:
    """What a page and plain mode say alike: without the keys of each, and with one form of a question."""
    text = re.sub(r"Type yes to ([^.]*), or no\.", r"Yes: \1.", flat(text))
    return re.sub(r"Press Enter to ([^.]*), Esc to go back\.", r"Yes: \1.", text)

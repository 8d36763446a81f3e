"""The bytes of several windows at one table: none holds what only another player may know."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.combinations import first
from tests.pty.terminal import Terminal
from towergames import registry
from towergames.core.contract import Decide
from towergames.games.takethat.model import FLOORS
from towergames.table.match import Table
from towergames.table.opponents import think
from towergames.table.save_file import load_file

pytestmark = pytest.mark.pty

PLAIN, ASKED = "--plain", ("hand", "board", "log", "moves", "score", "best 1", "why", "no such word")
"""What the others type. In lines the search takes as many seconds as are told; a screen knows ``best`` alone."""
SCRIPT = {
    "takethat": ("build NOISE A", "build LANDLORD B", "?end", "build NOISE C", "build LOBBY B", "?end"),
    "words": ("", "pass", "?", "?pass"),
    "bricks": (
        "build B4HB #B T2HB Z5HB / #R I4RR W4RR / J2TR N4HR V1HR / #Y L2TY / Q1RR",
        "?submit",
        "?build C4HY E5TY #Y I5RY S1RY Y4RY / #B K2TB O4HB T2HB Z5HB / N4HR #R V1HR / M5HY / J2TR",
    ),
}
"""What the player on turn types; an empty text is the move of a bot. What is looked for stays in the hands.

Before a text that begins with ``?`` all others ask for everything: once in a turn of each player, when most is known.
"""
FIRST = {"takethat": 1, "words": 2, "bricks": 1}


def letters_of(view: Any, seat: int, game: str) -> Iterable[str]:
    """The rows of letters that a view shows of a player's hand: a rack, or a tower that is being built."""
    if game == "words":
        yield view.racks[seat] or ""
    elif view.benches[seat] is not None:
        for row in chain.from_iterable(draft.tower for draft in view.benches[seat].drafts):
            yield "".join(piece.letter or " " for piece in row)


def canaries(table: Table, seat: int, known: Mapping[int | None, str]) -> list[str]:
    """Patterns for what the seat alone has seen: names of cards, or three letters that stand beside each other."""
    game = table.header.game
    others = "".join(text for other, text in known.items() if other != seat)
    if game == "takethat":
        return [floor for floor in FLOORS if floor in known[seat] and floor not in others]
    view = table.view(seat)
    runs = {row[at : at + 3] for row in letters_of(view, seat, game) for at in range(len(row) - 2)}
    # The columns of a board and the cards of the puzzle in their order are no secret.
    public = " ".join((*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "|", *getattr(view, "materials", ())))
    weight = "[0-9]?[THR]?[RBY]?" if game == "bricks" else ""
    patterns = [f"{weight}[^A-Za-z]{{1,12}}".join(run) for run in sorted(runs) if run.isalpha()]
    return [pattern for pattern in patterns if not re.search(pattern, public)]


def text_of(terminal: Terminal) -> str:
    """Everything that was sent to a terminal, titles too, without colours and movements."""
    return re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", "", bytes(terminal.raw).decode(errors="replace"))


@pytest.mark.parametrize("game", first(1, list(SCRIPT)))
@pytest.mark.parametrize("plain", [pytest.param("Ann", marks=pytest.mark.long), "Bob"])
def test_no_byte_to_a_window_names_what_another_player_holds(tmp_path: Path, game: str, plain: str) -> None:
    save = tmp_path / "saves" / "game.jsonl"
    start = ("--seat", "Ann", "--seat", "Bob", "--open", "--seed", "7", "--option", f"first={FIRST[game]}")

    def window(who: str, *args: str) -> Terminal:
        return Terminal((*((PLAIN,) if who == plain else ()), *args), tmp_path, (100, 30))

    def now() -> Table:
        return Table(load_file(save).history)

    with window("Ann", "play", game, *start, "--name", "game") as ann:
        while not save.exists():
            ann.pump()
        ann.wait_for("Ann")
        with (
            window("Bob", "join", "--seat", "Bob") as bob,
            window(plain, "join", "--watch") as lines,
            window("", "join", "--watch") as screen,
        ):
            by_line = {lines, ann if plain == "Ann" else bob}
            windows, sitting = (ann, bob, lines, screen), {ann: 0, bob: 1}

            def until(what: Callable[[], bool], seconds: float) -> bool:
                end = time.monotonic() + seconds
                while not what() and time.monotonic() < end:
                    for one in windows:
                        one.pump(0.05)
                return what()

            def type_line(one: Terminal, text: str) -> None:
                one.send(f"{text}\r" if one in by_line else f":{text}\r")

            for one in windows:
                one.wait_for("Ann")
            for one in {bob, screen} - by_line:
                one.wait_for("To the table")
                one.send("enter")
            known: dict[int | None, str] = {None: "", 0: "", 1: ""}
            for text in SCRIPT[game]:
                until(lambda: isinstance(now().turn, Decide), 20.0)
                table = now()
                assert isinstance(table.turn, Decide)
                mover, other = (ann, bob) if table.turn.seat == 0 else (bob, ann)
                for one in (other, lines, screen):
                    for word in ASKED if text.startswith("?") else ():
                        type_line(one, word if one in by_line else word.removesuffix(" 1"))
                        one.send(*() if one in by_line else ("escape",))
                move = text.removeprefix("?") or table.game.notate(
                    think(table, registry.get(game).levels[0], live=False).action
                )
                before = table.moves
                for _ in range(3):
                    mover.wait_idle()
                    type_line(mover, move)
                    if until(lambda before=before: now().moves > before, 4.0):  # type: ignore[misc]
                        break
                    mover.send("enter")  # to confirm it
                    if until(lambda before=before: now().moves > before, 4.0):  # type: ignore[misc]
                        break
                else:
                    raise AssertionError(f"{move} was not played\n{mover.text}")
                known = {seat: seen + repr(now().view(seat)) for seat, seen in known.items()}
            for one in windows:
                one.wait_idle()
            table = now()
            for owner, seat in sitting.items():
                patterns = canaries(table, seat, known)
                assert any(re.search(pattern, text_of(owner)) for pattern in patterns), (seat, patterns, owner.text)
                for one in windows:
                    found = [p for p in patterns if one is not owner and re.search(p, text_of(one))]
                    assert not found, (found, one.text)

"""Makes the golden saves and playthroughs anew: ``python -m tests.golden.make [GAME ...]`` from the checkout.

Golden saves stay for ever (R14): run this only for a new game or a new ``rules_version``, and keep the old files then.
Without ``--force`` nothing that exists is overwritten; ``--texts`` tells the playthroughs anew and keeps the saves, for
a wanted change of words or of a word list.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.conformance.facts import canned_physics
from tests.conformance.playing import ENTRIES, Case
from tests.conformance.seating import begin, play_on
from tests.example.distribution import NIM
from tests.null.entry import NULL, registered
from towergames.core.contract import Decide, Over
from towergames.core.options import Scalar
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.records import digest
from towergames.table.save_file import load_file

HERE = Path(__file__).parent
SAVES = HERE / "saves"
TEXTS = HERE / "playthroughs"


MORE: dict[str, tuple[tuple[str, int, dict[str, Scalar]], ...]] = {
    "bricks": (
        ("duel", 2, {"mode": "duel", "size": "six", "first": 2}),
        ("mini", 1, {"size": "mini", "discovery": True, "longest": "typed", "timer": 10}),
        ("daily", 2, {"puzzle": "2026-11-21", "ledger": "blind", "words": "common"}),
        ("loose", 2, {"size": "mini", "gaps": "break", "windows": "close-up", "stack_cards": 2, "runs": "each"}),
    ),
    "konexi": (
        ("arranged", 2, {"first": "birthday", "circle": "arranged", "base": "picked", "direction": "either"}),
        ("auto", 2, {"finding": "auto", "base": "random", "bump": "chance", "shortest": 3, "penalty": 0}),
        ("nudge", 3, {"bump": "nudge", "flip": False, "words": "wide", "target": 30}),
        ("every", 2, {"scoring": "all", "bump": "nudge", "target": 30}),
        ("endless", 3, {"tower": "endless", "finding": "auto", "scoring": "all", "first": 2}),
    ),
    "leaning": (
        ("restore", 2, {"rebuild": "restore", "three": "break", "contacts": "placed", "bump": "players", "tries": 1}),
        ("nudge", 3, {"bump": "nudge", "passing": "free", "alone": "end", "foundation": "ready", "held": "other"}),
    ),
    "words": (
        ("challenge", 2, {"checking": "challenge"}),
        ("taken-back", 2, {"checking": "challenge"}),
        ("strict", 3, {"checking": "loser-loses-turn", "board": 8, "cover": False, "plural": False, "height": 3}),
        ("small", 4, {"checking": "challenge", "board": 8, "words": "wide", "bingo": 0, "ties": "fewer-tiles"}),
        ("small", 1, {"board": 8, "words": "common", "penalty": 1}),
        ("open", 2, {"open": True, "words": "common", "height": 4, "penalty": 0, "first": 2, "timer": 60}),
    ),
}
"""Game -> (tag, seats, options) of games whose settings change what is recorded."""

OPENINGS: dict[str, tuple[str, ...]] = {
    "taken-back": ("play d5 across DEFG", "challenge", "play d5 across FIGK", "challenge")
}
"""Tag -> moves that are played before the random ones: two plays in one turn that are challenged and taken back."""

SEEDS: dict[tuple[str, int], int] = {("konexi", 1): 20_260_102}
"""(game, seats) whose usual seed ends the random game before anything can be taken back."""


def golden_cases() -> dict[str, Case]:
    """Name -> case: every game with every number of seats, and some with other options."""
    found: dict[str, Case] = {}
    for entry in ENTRIES:
        if entry == NIM:  # an example to begin from; nobody keeps saves of it
            continue
        name = f"{entry.key}-r{entry.game.info.rules_version}"
        low, high = entry.game.info.seats
        found |= {f"{name}-{seats}": Case(entry, seats, ()) for seats in range(low, high + 1)}
        for tag, seats, options in MORE.get(entry.key, ()):
            found[f"{name}-{seats}-{tag}"] = Case(entry, seats, tuple(options.items()))
    return found


def playthrough(name: str, folder: Path) -> Table:
    """The golden game: random moves, a free undo, one with consent, a redo and a hint on the way. The table, closed."""
    case, tag = golden_cases()[name], "".join(name.split("-", 3)[3:])
    table = begin(case, folder, seed=SEEDS.get((case.entry.key, case.seats), 20_260_000 + case.seats))
    everybody = tuple(range(case.seats))
    for move in OPENINGS.get(tag, ()):
        table.submit(_mover(table), table.game.parse(move, table.history.state))
    play_on(table, 9, seed=4)
    table.undo(_mover(table), everybody)
    table.redo()
    for _ in range(3):
        table.undo(_mover(table), everybody)
    table.note(_mover(table), "hint")
    play_on(table, 100_000, seed=5)
    table.close()
    return table


def _mover(table: Table) -> int:
    turn = table.turn
    return turn.seat if isinstance(turn, Decide) else 0


def told(table: Table) -> str:
    """The game as a spectator reads it, with the pad and the end."""
    lines = [f"{line.play:>4} {line.text}" for line in table.log(None)]
    turn = table.turn
    assert isinstance(turn, Over)
    end = f"{turn.ranking} {turn.reason} {digest(table.history.state)}"
    return "\n".join([*lines, "", table.pad().as_text(), "", table.pad().as_csv(), end, _untold(table), ""])


def _untold(table: Table) -> str:
    """What no spectator reads, as digests by kind: events with their data, and what the judge says.

    The judge is asked about each move that was made, and about the three moves before it, most of which it refuses.
    """
    found: dict[str, list[Any]] = {}
    moves: list[Any] = []
    state = None
    for play in table.history.plays:
        if isinstance(play.before, Decide) and state is not None:
            moves = [*moves[-3:], play.move]
            found.setdefault("judge", []).extend(table.game.judge(state, move) for move in moves)
        for event in play.step.events:
            found.setdefault(event.kind, []).append((event, play.step.reveals))
        state = play.step.state
    return " ".join(f"{kind}:{digest(parts)[:8]}" for kind, parts in sorted(found.items()))


def facts_of(history: History) -> dict[str, object]:
    """What must stay true of a golden save for ever."""
    return {
        "state": digest(history.state),
        "plays": len(history.plays),
        "totals": list(history.game.totals(history.state)),
    }


def main(arguments: list[str]) -> None:
    """Write what is missing (or, with ``--force``, everything) of the games named, or of all."""
    force, texts = "--force" in arguments, "--texts" in arguments
    wanted = [a for a in arguments if not a.startswith("-")]
    index_path = SAVES / "index.json"
    index = json.loads(index_path.read_text()) if index_path.exists() else {}
    SAVES.mkdir(exist_ok=True)
    TEXTS.mkdir(exist_ok=True)
    for name, case in golden_cases().items():
        save = SAVES / f"{name}.jsonl"
        if (wanted and case.entry.key not in wanted) or (save.exists() and not force and not texts):
            continue
        with tempfile.TemporaryDirectory() as folder:
            table = playthrough(name, Path(folder))
            if force or not save.exists():
                save.write_bytes((Path(folder) / "game.jsonl").read_bytes())
                index[save.name] = facts_of(load_file(save).history)
        (TEXTS / f"{name}.txt").write_text(told(table), encoding="utf-8")
    index_path.write_text(json.dumps(index, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    with registered(NULL), canned_physics():
        main(sys.argv[1:])

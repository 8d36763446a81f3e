"""The command that reviews a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli.errors import CommandError
from towergames.cli.output import out, out_json
from towergames.cli.shared import JsonOpt, SaveArg, find_save, globals_of

if TYPE_CHECKING:
    from towergames.table.game_review import Judged, Tally
    from towergames.table.history import History

REVIEW = """Judge a finished game: the best at every move, what was missed, and what that comes to.

\b
Examples:
  towergames review example-words
  towergames review saves/example-words.jsonl --all
  towergames review example-words --json

Only moves that missed points are listed, unless all are wanted. The best is looked for with what the player could know.
"""


def review(
    ctx: typer.Context,
    save: SaveArg,
    all_: Annotated[bool, typer.Option("--all", help="List every move, not only those that missed points.")] = False,
    json: JsonOpt = False,
) -> int:
    """Review a game."""
    from towergames.table.game_review import review_lines, sweep, tallies, why_not
    from towergames.table.store import load_file

    history = load_file(find_save(globals_of(ctx).store, save)).history
    why = why_not(history)
    if why:
        raise CommandError(f"{why[:1].lower()}{why[1:].rstrip('.')}")
    judged = [found for _, found in sweep(history) if found is not None]
    if json:
        counted = tallies(len(history.header.seats), judged)
        out_json({"players": [_tally(history, t) for t in counted], "moves": [_judged(history, j) for j in judged]})
    else:
        for line in review_lines(history, judged, every=all_):
            out(line)
    return 0


def _tally(history: History, tally: Tally) -> dict[str, Any]:
    return {
        "player": history.header.seats[tally.seat].name,
        "decisions": tally.decisions,
        "found": tally.found,
        "missed": tally.missed,
        "prizes": tally.prizes,
        "prizes_missed": tally.prizes_missed,
        "best": tally.best.play if tally.best is not None else None,
        "worst": tally.worst.play if tally.worst is not None else None,
    }


def _judged(history: History, judged: Judged) -> dict[str, Any]:
    finding = judged.finding
    return {
        "move": judged.play,
        "player": history.header.seats[judged.seat].name,
        "played": judged.move,
        "points": finding.got_points,
        "best": finding.best,
        "makes": finding.told,
        "best_points": finding.best_points,
        "missed": finding.missed,
        "note": finding.note,
    }


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("review", help=REVIEW)(review)

"""The command that reviews a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli.errors import CommandError
from towergames.cli.output import out, out_json
from towergames.cli.shared import JsonOpt, SaveArg, find_save, globals_of

if TYPE_CHECKING:
    from towergames.table.history import History
    from towergames.table.reviewing import Judged, Tally

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
    from towergames.table.reviewing import sweep, tallies, why_not
    from towergames.table.store import load_file

    history = load_file(find_save(globals_of(ctx).store, save)).history
    why = why_not(history)
    if why:
        raise CommandError(f"{why[:1].lower()}{why[1:].rstrip('.')}")
    judged = [found for _, found in sweep(history) if found is not None]
    counted = tallies(len(history.header.seats), judged)
    if json:
        out_json({"players": [_tally(history, t) for t in counted], "moves": [_judged(history, j) for j in judged]})
    else:
        _tell(history, judged, counted, every=all_)
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


def _tell(history: History, judged: list[Judged], counted: tuple[Tally, ...], *, every: bool) -> None:
    from towergames.table.reviewing import reviewer_of

    review_ = reviewer_of(history)
    prize = review_.prize if review_ is not None else ""
    out(review_.measure if review_ is not None else "")
    for tally in counted:
        name = history.header.seats[tally.seat].name
        line = f"{name}: the best found in {tally.found} of {tally.decisions} moves ({tally.share} %), "
        line += f"{tally.missed} points missed"
        if prize:
            line += f", {prize}s {tally.prizes}, missed {tally.prizes_missed}"
        if tally.best is not None:
            line += f"; best move {tally.best.play}: {tally.best.move} for {tally.best.finding.got_points}"
        out(line)
    for entry in judged:
        finding = entry.finding
        if finding.found and not every:
            continue
        name = history.header.seats[entry.seat].name
        said = f"{entry.play:>4}  {name}: {entry.move} for {finding.got_points}"
        if not finding.found:
            said += f"; best {finding.best}, {finding.told} for {finding.best_points}; missed {finding.missed}"
        out(said)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("review", help=REVIEW)(review)

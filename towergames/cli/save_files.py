"""Commands that read a whole save: verify, export, review."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli.front_end import CommandError
from towergames.cli.output import flush, out, out_json, print_message
from towergames.cli.shared import JsonOpt, SaveArg, find_save, globals_of, write_new
from towergames.core.text import clean, count, unknown
from towergames.exit_codes import BAD_INPUT, CHECK_FAILED

if TYPE_CHECKING:
    from towergames.table.game_review import ReviewedPlay, ReviewTotals
    from towergames.table.history import History
    from towergames.table.turn_review import ReviewOfTurns


def verify(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Saved games, by name or file.")],
    json: JsonOpt = False,
) -> int:
    """Check saved games: every line, every rule, every position.

    \b
    Examples:
      towergames verify example-takethat
      towergames verify *.jsonl --json

    For a damaged file the output names the first bad record; 0 is the first line. Exit code 0 when all are good, 1 when
    one is not, 2 when a file cannot be read at all.
    """
    from towergames.table.save_file import verify as check

    given = globals_of(ctx)
    store = given.store
    code, reports = 0, []
    for word in files:
        try:
            path = find_save(store, word)
            with path.open("rb") as file:
                file.read(1)
        except (CommandError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            print_message(f"towergames: {clean(word, 100)}: {reason}")
            code = BAD_INPUT
            continue
        report = check(path)
        reports.append(asdict(report))
        code = code or (0 if report.ok else CHECK_FAILED)
        if not report.ok and path.parent == store.folder:
            given.facts.forget(path.stem)
        if not json:
            out(_verdict(reports[-1]))
            flush()
    if json:
        out_json(reports)
    return code


def _verdict(report: dict[str, Any]) -> str:
    if report["ok"]:
        state = "finished" if report["finished"] else "not finished"
        points = ", ".join(str(n) for n in report["totals"])
        size = f"{count(report['records'], 'record')}, {count(report['moves'], 'move')}"
        return f"{report['file']}: good; {size}, {state}, points {points}"
    before = f"{count(report['moves'], 'move')} before it {'is' if report['moves'] == 1 else 'are'} good"
    kept = f"; {before}" if report["record"] else ""
    return f"{report['file']}: breaks at record {report['record']}: {report['reason']}{kept}"


def export(
    ctx: typer.Context,
    save: SaveArg,
    format_: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="Format: text, json, svg, film, cast or png.")
    ] = "text",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write a new file instead of stdout.")
    ] = None,
    moments: Annotated[
        int,
        typer.Option(
            "--moments", metavar="NUMBER", min=0, help="Film this number of best moments, 0 for the whole game."
        ),
    ] = 0,
) -> int:
    """Write a game as text, data, picture or film.

    \b
    Examples:
      towergames export example-takethat                   log, board, score sheet
      towergames export example-takethat --format json > game.json
      towergames export example-takethat --format svg > board.svg
      towergames export example-takethat --format film > game.svg
      towergames export example-konexi --format film --moments 1 > moment.svg
      towergames export example-takethat --format cast > game.cast
      towergames export example-words --format png -o board.png

    A film is an SVG picture that moves, for a README or a chat. It has at most 2 MB. A cast is a recording for
    asciinema.
    """
    from towergames.export.film import film
    from towergames.export.render import FORMATS, png, render
    from towergames.table.save_file import load_file

    given = globals_of(ctx)
    wanted = format_.strip().lower()
    known = (*FORMATS, "png")
    if wanted not in known:
        raise CommandError(unknown("format", format_, known, "Formats"))
    if moments and wanted != "film":
        raise CommandError("--moments needs --format film")
    if wanted == "png" and output in (None, "-"):
        raise CommandError("A PNG file is no text. Name a file with --output")
    path = find_save(given.store, save)
    loaded = load_file(path)
    if loaded.damage is not None:
        print_message(
            f"towergames: {path.name} is damaged at record {loaded.damage.record}. The moves before it are exported"
        )
    theme = str(given.flags.get("theme", "dark"))
    if wanted == "png" and output is not None:
        picture = png(loaded.history, theme=theme)
        if picture is None:
            raise CommandError(f"{loaded.history.game.info.title} is not drawn in pixels. Use --format svg")
        write_new(output, picture)
        return 0
    ascii_only = given.flags.get("glyphs") == "ascii"
    if wanted == "film":
        made = film(loaded.history, theme=theme, ascii_only=ascii_only, moments=moments)
        text = made.svg
        if made.left_out:
            print_message(f"towergames: {made.left_out}")
    else:
        text = render(loaded.history, wanted, name=path.stem, theme=theme, ascii_only=ascii_only)
    if output is None or output == "-":
        out(*text.split("\n"))
        return 0
    write_new(output, text)
    return 0


def review(
    ctx: typer.Context,
    save: SaveArg,
    all_: Annotated[bool, typer.Option("--all", help="List every move.")] = False,
    json: JsonOpt = False,
) -> int:
    """Compare the moves of a finished game with the best ones.

    \b
    Examples:
      towergames review example-words
      towergames review a-folder/friday.jsonl --all
      towergames review example-words --json

    The best move is found with what the player could know. A game that reviews turns shows the turns of a person
    that cost most, and one turn that cost nothing. Other games show the moves that missed points. With --all every
    move is listed, if the game reviews moves.
    """
    from towergames.table.game_review import sweep, tallies
    from towergames.table.save_file import load_file
    from towergames.table.task_end import task_story
    from towergames.table.turn_review import lines_of, reviews, why_no_review

    given = globals_of(ctx)
    history = load_file(find_save(given.store, save)).history
    why = why_no_review(history)
    if why:
        raise CommandError(f"{why[:1].lower()}{why[1:].rstrip('.')}")
    if not json:
        for line in lines_of(history, given.facts, every=all_):
            out(line)
        return 0
    players: dict[int, dict[str, Any]] = {}
    judged = [found for _, found in sweep(history) if found is not None]
    if judged:
        players = {tally.seat: _tally(history, tally) for tally in tallies(len(history.header.seats), judged)}
    for review in reviews(history):
        players[review.seat] = players.get(review.seat, {}) | _turns(history, review)
    more: dict[str, Any] = {"moves": [_judged(history, one) for one in judged]} if judged else {}
    story = task_story(history, given.facts)
    if story:
        more["story"] = story
    out_json({"players": [players[seat] for seat in sorted(players)], **more})
    return 0


def _turns(history: History, review: ReviewOfTurns) -> dict[str, Any]:
    from towergames.table.turn_review import said

    names = history.header.names
    praised = review.praised.first if review.praised is not None else None
    return {
        "player": names[review.seat],
        "unit": review.unit,
        "praised": praised,
        "costly": [turn.first for turn in review.costly],
        "turns": [{**asdict(turn), "seat": names[turn.seat], "sentence": said(history, turn)} for turn in review.turns],
    }


def _tally(history: History, tally: ReviewTotals) -> dict[str, Any]:
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


def _judged(history: History, judged: ReviewedPlay) -> dict[str, Any]:
    finding = judged.finding
    return {
        "move": judged.play,
        "player": history.header.seats[judged.seat].name,
        "played": judged.move,
        "points": finding.got_points,
        "best": finding.best,
        "makes": finding.best_effect,
        "best_points": finding.best_points,
        "missed": finding.missed,
        "note": finding.note,
    }

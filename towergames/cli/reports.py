"""Commands that show something: list, saves, rules, stats, doctor."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli import complete
from towergames.cli.errors import CommandError
from towergames.cli.output import out, out_json, talk
from towergames.cli.shared import GameArg, JsonOpt, demand_listed, entry_of, globals_of
from towergames.core.text import clean

if TYPE_CHECKING:
    from towergames.registry import Entry

LIST = """The games, their options, bots and tools.

\b
Examples:
  towergames list
  towergames list --json
"""

SAVES = """The saved games, newest first.

\b
Examples:
  towergames saves
  towergames --saves DIR saves --json
"""

RULES = """The rules of a game, or one rule by its id.

\b
Examples:
  towergames rules takethat
  towergames rules takethat R-7
  towergames rules bricks 36
"""

STATS = """Who won how often against whom, from the finished games.

\b
Examples:
  towergames stats
  towergames stats --json
"""

DOCTOR = """What this program finds here: to read, or to paste into a report.

\b
Examples:
  towergames doctor
  towergames doctor --json
"""

RuleArg = Annotated[
    str | None, typer.Argument(metavar="[ID]", help="A rule, such as R-7 or 7.", autocompletion=complete.rule_ids)
]


def list_(json: JsonOpt = False) -> int:
    """Show the games."""
    from towergames import registry
    from towergames.registry import keys

    games = [_facts(registry.get(key)) for key in keys()]
    if json:
        out_json(games)
        return 0
    for game in games:
        players = registry.get(game["key"]).game.info.players
        out(f"{game['key']}: {game['title']}, {players}, {game['minutes']}", f"  {game['pitch']}")
        out(f"  bots: {', '.join(level['name'] for level in game['levels']) or 'none'}")
        for option in game["options"]:
            out(f"  --option {option['key']}={'|'.join(option['values'])}  {option['help']}")
        for tool in game["tools"]:
            out(f"  towergames {tool['name']} {game['key']} FILE|-  {tool['help']}")
    return 0


def _facts(entry: Entry) -> dict[str, Any]:
    from towergames.core.contract import show_scalar

    info = entry.game.info
    return {
        "key": info.key,
        "title": info.title,
        "pitch": info.pitch,
        "minutes": info.minutes,
        "seats": list(info.seats),
        "rules": info.rules_version,
        "levels": [{"name": level.name, "blurb": level.blurb} for level in entry.levels],
        "options": [
            {
                "key": o.key,
                "title": o.title,
                "help": o.help,
                "values": [show_scalar(v) for v in o.values],
                "labels": list(o.labels),
                "default": show_scalar(o.default),
                "rule": o.rule,
            }
            for o in info.options
        ],
        "tools": [{"name": tool.name, "help": tool.help} for tool in entry.tools],
    }


def saves(ctx: typer.Context, json: JsonOpt = False) -> int:
    """Show the saves."""
    from towergames.plain.sentences import save_line

    given = globals_of(ctx)
    demand_listed(given.store)
    found = given.store.peek_all()
    if json:
        out_json([asdict(info) | {"path": str(info.path)} for info in found])
        return 0
    if not found:
        talk(f"No saved games in {clean(str(given.saves_folder), 200)}.")
    out(*(save_line(info) for info in found))
    return 0


def rules(game: GameArg, rule_id: RuleArg = None, json: JsonOpt = False) -> int:
    """Show the rules."""
    from towergames.plain.headings import all_rules, rule_text

    sheet = entry_of(game).game.rule_sheet
    rule = sheet.find(rule_id) if rule_id else None
    if rule_id and rule is None:
        raise CommandError(sheet.missing(rule_id))
    if json:
        out_json([asdict(found) for found in ([rule] if rule else sheet.rules)])
        return 0
    import textwrap

    for line in rule_text(rule) if rule else all_rules(sheet):
        indent = line[: len(line) - len(line.lstrip())]
        out(textwrap.fill(line, 80, subsequent_indent=indent, break_on_hyphens=False))
    return 0


def stats(ctx: typer.Context, json: JsonOpt = False) -> int:
    """Show the statistics."""
    from towergames.plain.sentences import statistics_lines
    from towergames.table import statistics

    store = globals_of(ctx).store
    demand_listed(store)
    found = statistics.results(store)
    if json:
        out_json([asdict(line) for line in statistics.table_of(found)])
        return 0
    lines = statistics_lines(found)
    if not lines:
        talk("No person has finished a game yet.")
    out(*lines)
    return 0


def doctor(ctx: typer.Context, json: JsonOpt = False) -> int:
    """Show what there is."""
    from towergames.cli.doctor import as_text, examine

    report = examine(globals_of(ctx))
    if json:
        out_json(report)
    else:
        out(*as_text(report))
    return 0


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command("list", help=LIST)(list_)
    app.command("saves", help=SAVES)(saves)
    app.command("rules", help=RULES)(rules)
    app.command("stats", help=STATS)(stats)
    app.command("doctor", help=DOCTOR)(doctor)

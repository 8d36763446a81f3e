"""Commands that show something: list, saves, rules, records, doctor, lookup."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli import complete
from towergames.cli.front_end import CommandError
from towergames.cli.output import out, out_json, print_message
from towergames.cli.shared import GameArg, JsonOpt, WordsOpt, demand_listed, entry_of, globals_of, own_person
from towergames.core.text import clean, count, quoted, unknown

if TYPE_CHECKING:
    from towergames.lexicon import Lexicon, WordEntry
    from towergames.registry import Entry

WIDTH = 80
LONGEST_PATTERN = 45

RuleArg = Annotated[
    str | None, typer.Argument(metavar="[ID]", help="A rule, such as R-7 or 7.", autocompletion=complete.rule_ids)
]


def list_(json: JsonOpt = False) -> int:
    """The games, their options, bots and tools.

    \b
    Examples:
      towergames list
      towergames list --json
    """
    from towergames import registry

    games = [_facts(entry) for entry in registry.entries()]
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
    from towergames.core.options import show_scalar

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
    """The saved games, newest first.

    \b
    Examples:
      towergames saves
      towergames --saves DIR saves --json
    """
    from towergames.plain.sentences import save_line

    given = globals_of(ctx)
    demand_listed(given.store)
    found = given.store.peek_all()
    if json:
        out_json([asdict(info) | {"path": str(info.path)} for info in found])
        return 0
    if not found:
        print_message(f"No saved games in {clean(str(given.saves_folder), 200)}.")
    out(*(save_line(info) for info in found))
    return 0


def rules(game: GameArg, rule_id: RuleArg = None, json: JsonOpt = False) -> int:
    """The rules of a game, or one rule by its id.

    \b
    Examples:
      towergames rules takethat
      towergames rules takethat R-7
      towergames rules bricks 36
    """
    from towergames.plain.headings import all_rules, rule_text

    sheet = entry_of(game).game.rule_sheet
    rule = sheet.find(rule_id) if rule_id else None
    if rule_id and rule is None:
        raise CommandError(sheet.unknown_rule_error(rule_id))
    if json:
        out_json([asdict(found) for found in ([rule] if rule else sheet.rules)])
        return 0
    for line in rule_text(rule) if rule else all_rules(sheet):
        indent = line[: len(line) - len(line.lstrip())]
        out(textwrap.fill(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False))
    return 0


PersonOpt = Annotated[
    str, typer.Option("--person", metavar="NAME", help="Whose records. Without it: yours, as the menu knows you.")
]


def records(
    ctx: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One game.", autocompletion=complete.games)
    ] = None,
    person: PersonOpt = "",
    json: JsonOpt = False,
) -> int:
    """The records, rivals and achievements of a person.

    \b
    Examples:
      towergames records
      towergames records takethat --person Ann
      towergames records --json
    """
    from towergames.plain.record_lines import record_lines, records_data
    from towergames.table.record_book import games_of, people_of
    from towergames.table.record_games import RecordGames
    from towergames.table.record_page import person_records
    from towergames.table.results_table import result_rows

    given = globals_of(ctx)
    key = entry_of(game).key if game is not None else ""
    demand_listed(given.store)
    given.facts.all_games()
    known = RecordGames(given.facts)
    people = people_of(known.games)
    wanted = person or own_person(given)
    named = [name for name in people if name.casefold() == wanted.casefold()]
    if person and not named:
        raise CommandError(unknown("person", person, people, "People who have finished a game"))
    who = named[0] if named else wanted or (people or [""])[0]
    found = person_records(who, games_of(known.games, who), known.medal_of, kept=known.kept)
    if json:
        rows = [row._asdict() for row in result_rows(known.games)]
        out_json(records_data(found, key) | {"people": people, "results": rows})
        return 0
    lines = record_lines(found, key)
    if not lines:
        others = f"{who} has no finished game yet. For another person add --person NAME."
        print_message(others if people else "No finished game yet.")
    out(*lines)
    return 0


def doctor(ctx: typer.Context, json: JsonOpt = False) -> int:
    """What the program finds on this machine, for a report of a fault.

    \b
    Examples:
      towergames doctor
      towergames doctor --json
    """
    from towergames.cli.doctor import as_text, examine

    report = examine(globals_of(ctx))
    if json:
        out_json(report)
    else:
        out(*as_text(report))
    return 0


def lookup(
    word: Annotated[list[str] | None, typer.Argument(metavar="WORD...", help="Words to look up.")] = None,
    words: WordsOpt = None,
    anagrams: Annotated[bool, typer.Option("--anagrams", help="List words with the same letters.")] = False,
    pattern: Annotated[
        str | None, typer.Option("--pattern", metavar="C?T", help="List the words that fit; ? is any letter.")
    ] = None,
    json: JsonOpt = False,
) -> int:
    """Look up words: which lists have them, what they mean.

    \b
    Examples:
      towergames lookup mood
      towergames lookup qi za --words wide --json
      towergames lookup aeinrst --anagrams
      towergames lookup --pattern "m??d" --words a-folder/my-list.txt

    Without --words all three lists are searched; anagrams, patterns and the letters before and after a word come from
    the standard list. In a pattern ? is any letter.
    """
    from towergames.lexicon import look_up

    if not word and pattern is None:
        raise CommandError("no word is given. Give a word, or --pattern C?T")
    lists = _lists(words)
    found = [look_up(w, lists) for w in word or ()]
    report: dict[str, Any] = {"words": [_report(entry, lists[0], anagrams=anagrams) for entry in found]}
    if pattern is not None:
        report["pattern"] = {"pattern": pattern.upper(), "words": _matching(pattern, lists[0])}
    if json:
        out_json(report | {"lists": [lexicon.reference for lexicon in lists]})
    else:
        _tell(report, found)
    return 0


def _lists(words: str | None) -> list[Lexicon]:
    from towergames.lexicon import shipped
    from towergames.table.wordlists import load_list

    if words is None:
        return list(shipped().values())
    lexicon, notices = load_list(words)
    print_message(*notices)
    return [lexicon]


def _report(found: WordEntry, lexicon: Lexicon, *, anagrams: bool) -> dict[str, Any]:
    report: dict[str, Any] = {
        "word": found.word,
        "in": {name: name in found.holding for name in found.lists},
        "definition": None if found.definition is None else str(found.definition),
        "before": list(found.before),
        "behind": list(found.behind),
    }
    if anagrams:
        report["anagrams"] = [other for other in lexicon.anagrams(found.word) if other != found.word]
    return report


def _matching(pattern: str, lexicon: Lexicon) -> list[str]:
    letters = pattern.replace("?", "")
    if not pattern or len(pattern) > LONGEST_PATTERN or not (letters.isascii() and (letters.isalpha() or not letters)):
        raise CommandError(
            f"--pattern {quoted(pattern)} is not possible. Use letters a to z, and ? for any letter, such as C?T"
        )
    return lexicon.matching(pattern)


def _tell(report: dict[str, Any], found: list[WordEntry]) -> None:
    for word, entry in zip(report["words"], found, strict=True):
        out(*entry.lines)
        if "anagrams" in word:
            out(*_listed("  anagrams: ", word["anagrams"]))
    if "pattern" in report:
        fitting = report["pattern"]["words"]
        fit = f"{count(len(fitting), 'word')} {'fits' if len(fitting) == 1 else 'fit'}"
        out(*_listed(f"{report['pattern']['pattern']}: {fit}: ", fitting))


def _listed(head: str, words: list[str]) -> list[str]:
    return textwrap.wrap(head + (" ".join(words) or "none"), WIDTH, subsequent_indent="    ")

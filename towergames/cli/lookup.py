"""The command that asks the word lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli.errors import CommandError
from towergames.cli.output import out, out_json, talk
from towergames.cli.shared import JsonOpt, WordsOpt
from towergames.core.text import clean

if TYPE_CHECKING:
    from towergames.lexicon import Found, Lexicon

LOOKUP = """Ask the word lists: is it a word, what does it mean, what can be made of it.

\b
Examples:
  towergames lookup mood
  towergames lookup qi za --words wide --json
  towergames lookup aeinrst --anagrams
  towergames lookup --pattern "m??d" --words a-folder/my-list.txt

Without --words all lists that ship are asked; anagrams, patterns and the letters before and behind a word are then
those of the list standard. In a pattern ? stands for any letter.
"""

WIDTH = 80
LONGEST = 45
"""Letters of the longest pattern."""


def lookup(
    word: Annotated[list[str] | None, typer.Argument(metavar="WORD...", help="Words, in any case.")] = None,
    words: WordsOpt = None,
    anagrams: Annotated[bool, typer.Option("--anagrams", help="Also the words of just these letters.")] = False,
    pattern: Annotated[
        str | None, typer.Option("--pattern", metavar="C?T", help="The words that fit; ? is any letter.")
    ] = None,
    json: JsonOpt = False,
) -> int:
    """Ask the lists."""
    from towergames.lexicon import LexiconError, look_up

    if not word and pattern is None:
        raise CommandError("nothing to look up; give a word, or --pattern C?T")
    lists = _lists(words)
    try:
        found = [look_up(w, lists) for w in word or ()]
        report: dict[str, Any] = {"words": [_report(entry, lists[0], anagrams=anagrams) for entry in found]}
        if pattern is not None:
            report["pattern"] = {"pattern": pattern.upper(), "words": _matching(pattern, lists[0])}
    except LexiconError as error:
        raise CommandError(str(error)) from None
    if json:
        out_json(report | {"lists": [lexicon.reference for lexicon in lists]})
    else:
        _tell(report, found)
    return 0


def _lists(words: str | None) -> list[Lexicon]:
    from towergames.lexicon import LexiconError, shipped
    from towergames.table.errors import SetupError
    from towergames.table.wordlists import load_list

    try:
        if words is None:
            return list(shipped().values())
        lexicon, notices = load_list(words)
    except (LexiconError, SetupError) as error:
        raise CommandError(str(error)) from None
    talk(*notices)
    return [lexicon]


def _report(found: Found, lexicon: Lexicon, *, anagrams: bool) -> dict[str, Any]:
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
    if not pattern or len(pattern) > LONGEST or not (letters.isascii() and (letters.isalpha() or not letters)):
        raise CommandError(f"--pattern {clean(pattern, 40)!r}: letters a to z, and ? for any letter, such as C?T")
    return lexicon.matching(pattern)


def _tell(report: dict[str, Any], found: list[Found]) -> None:
    for word, entry in zip(report["words"], found, strict=True):
        out(*entry.lines)
        if "anagrams" in word:
            out(*_listed("  anagrams: ", word["anagrams"]))
    if "pattern" in report:
        fitting = report["pattern"]["words"]
        count = f"{len(fitting):,} word{'' if len(fitting) == 1 else 's'} fit"
        out(*_listed(f"{report['pattern']['pattern']}: {count}{'s' * (len(fitting) == 1)}: ", fitting))


def _listed(head: str, words: list[str]) -> list[str]:
    import textwrap

    return textwrap.wrap(head + (" ".join(words) or "none"), WIDTH, subsequent_indent="    ")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("lookup", help=LOOKUP)(lookup)

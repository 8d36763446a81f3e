"""Makes ``docs/share/man/man1/towergames.1`` anew: ``python -m tests.golden.man_page`` from the checkout.

The text is that of ``towergames --help`` and of the help of each command. The tables of exit codes, environment and
files are those of ``docs/players/commands.md``. A test compares the page with the program.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from towergames import __version__
from towergames.cli.app import EVERYWHERE, app

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "share" / "man" / "man1" / "towergames.1"
AS_IT_IS = "\b"
"""The mark of Typer before a paragraph whose lines stay as they are."""
LINE = 76
"""Columns of a line of the source, before its escapes."""


def escaped(text: str) -> str:
    """Text as roff reads it: no line is a request, hyphens are those that a shell takes, and all is ASCII.

    >>> escaped("'a-b' …")
    "\\\\&'a\\\\-b' \\\\[u2026]"
    """
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"[^\x00-\x7f]", lambda found: f"\\[u{ord(found[0]):04X}]", text)
    return re.sub(r"^(?=['.])", r"\\&", text, flags=re.MULTILINE)


def prose(text: str) -> str:
    """Text that roff may wrap: each sentence begins a line, and a long one has several."""
    sentences = re.split(r"(?<=[.?:]) +(?=[A-Z])", " ".join(text.split()))
    lines = [line for one in sentences for line in textwrap.wrap(one, LINE, break_on_hyphens=False)]
    return escaped("\n".join(lines))


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text, each with what is to stand before it."""
    for number, paragraph in enumerate(text.strip().split("\n\n")):
        if paragraph.startswith(AS_IT_IS):
            heading, *examples = paragraph.removeprefix(AS_IT_IS).strip("\n").splitlines()
            yield from (".PP", escaped(heading), ".PP", ".nf", ".RS 2")
            for example in examples:
                yield escaped(example.strip())
            yield from (".RE", ".fi")
            continue
        if number:
            yield ".PP"
        yield prose(paragraph)


def items(command: Any, context: Any) -> Iterator[str]:
    """The arguments and options of a command, as its help has them; --help stands among those of the program alone."""
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and (context.parent is None or "--help" not in parameter.opts):
            name, text = record
            yield from (".TP", f".B {escaped(name)}", prose(text))


def synopsis(command: Any, context: Any) -> str:
    """A line with the words that a command takes."""
    return escaped(" ".join([context.command_path, *command.collect_usage_pieces(context)]))


def table(heading: str) -> list[str]:
    """The rows of a table of the commands' page: the first cell, and what it means."""
    text = (ROOT / "docs" / "players" / "commands.md").read_text(encoding="utf-8")
    rows = text[text.index(f"\n{heading}\n") :].split("\n|---", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    lines: list[str] = []
    for row in rows:
        name, meaning = (cell.strip().replace("\0", "|") for cell in row.strip("|").replace("\\|", "\0").split("|"))
        meaning = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", meaning)
        sentence = f"{meaning[:1].upper()}{meaning[1:].rstrip('.')}."
        lines += [".TP", f".B {escaped(name.replace('`', ''))}", prose(sentence.replace("`", ""))]
    return lines


def date() -> str:
    """The day of the newest version in the changelog."""
    found = re.search(r"^## \S+ - (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def page() -> str:
    """The whole page."""
    group: Any = typer.main.get_command(app)
    context = typer.Context(group, info_name="towergames", **group.context_settings)
    purpose, _, examples = (group.help or "").partition("\n\n")
    title = purpose.strip().rstrip(".")
    lines = [f'.TH TOWERGAMES 1 "{date()}" "towergames {__version__}" "Games"']
    lines += [".SH NAME", f"towergames \\- {escaped(title[:1].lower() + title[1:])}"]
    lines += [".SH SYNOPSIS", ".nf", "towergames [OPTIONS]", "towergames COMMAND [OPTIONS] [ARGUMENTS]", ".fi"]
    lines += [
        ".SH DESCRIPTION",
        "Without a command the menu opens. In a pipe it is a menu of lines.",
        *paragraphs(examples),
    ]
    lines += [
        ".SH OPTIONS",
        escaped(EVERYWHERE.replace("that towergames --help shows", "below")),
        *items(group, context),
    ]
    lines += [".SH COMMANDS"]
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        inside = typer.Context(command, info_name=name, parent=context)
        lines += [f".SS {escaped(name)}", synopsis(command, inside), ".PP", *paragraphs(command.help or "")]
        lines += items(command, inside)
    lines += [".SH EXIT STATUS", *table("## Exit codes"), ".SH ENVIRONMENT", *table("## Environment")]
    lines += [".SH FILES", *table("## Files")]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="ascii")

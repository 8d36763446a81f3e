"""Commands that games bring along for people with the real thing: ``score GAME FILE|-`` and its kin.

A game's ``tools.TOOLS`` makes the command; several games may have a tool of one name, then the command serves them all
and knows the flags of each.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from towergames.cli import complete
from towergames.cli.documents import DocumentError, read_file, read_lines
from towergames.cli.errors import CommandError
from towergames.cli.output import out, out_json, out_json_line, talk
from towergames.cli.shared import JsonOpt, entry_of
from towergames.core.contract import Option, OptionError, Scalar, show_scalar
from towergames.core.tool import Tool, ToolError
from towergames.exits import BAD_INPUT


def _owners() -> dict[str, dict[str, Tool]]:
    """Tool name -> game key -> tool."""
    from towergames import registry

    found: dict[str, dict[str, Tool]] = {}
    for entry in registry.entries_with("tools"):
        for tool in entry.tools:
            found.setdefault(tool.name, {})[entry.key] = tool
    return found


def tool_names() -> tuple[str, ...]:
    """The names of all tools of all games."""
    return tuple(_owners())


def tool_command(name: str) -> Any:
    """The command of a tool, or None when no game has it."""
    games = _owners().get(name)
    if games is None:
        return None
    flags: dict[str, Option] = {}
    for tool in games.values():
        for flag in tool.flags:
            flags.setdefault(flag.key, flag)
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(name, help=_help(name, games))(_function(name, games, flags))
    return typer.main.get_command(alone)


def _help(name: str, games: Mapping[str, Tool]) -> str:
    first = next(iter(games))
    bare = f"  towergames {name} {first}\n" if games[first].alone else ""
    head, about = games[first].help, ""
    if len(games) > 1:  # the first line alone stands in the list of commands
        head = f"{name.capitalize()} a real table: {', '.join(games)}."
        about = "\n\n".join(f"{key}: {tool.help}" for key, tool in games.items())
    return (
        f"{head}\n\n\b\nExamples:\n{bare}"
        f"  towergames {name} {first} FILE\n"
        f"  towergames {name} {first} FILE --json\n"
        f"  towergames {name} {first} - < MANY\n\n"
        "FILE holds one JSON document. With - standard input is one document, or every line of it is one, and every "
        'line of the output a result as JSON; what cannot be worked on gives {"error": ..., "line": N} in its '
        "place, and the exit code is 2 at the end."
    ) + (f"\n\n{about}" if about else "")


def _games(games: Mapping[str, Tool]) -> Callable[[str], complete.Completion]:
    return lambda incomplete: [(k, t.help) for k, t in games.items() if k.startswith(incomplete.lower())]


def _is_bare(flag: Option) -> bool:
    """Whether naming the flag says all: ``--all``."""
    return flag.values == (False, True)


def _parameter(key: str, flag: Option) -> inspect.Parameter:
    """The flag as a parameter of the command's function."""
    spelled = f"--{key.replace('_', '-')}"
    annotation: Any
    if _is_bare(flag):
        annotation = Annotated[bool, typer.Option(spelled, help=flag.help)]
    else:
        usual = "" if flag.free else f" ({'|'.join(show_scalar(v) for v in flag.values)})"
        annotation = Annotated[
            str | None,
            typer.Option(spelled, metavar=flag.title.upper(), help=flag.help + usual, autocompletion=_values(flag)),
        ]
    default = False if _is_bare(flag) else None
    return inspect.Parameter(_python_name(key), inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _values(flag: Option) -> Callable[[str], complete.Completion]:
    words = [show_scalar(value) for value in flag.values]
    return lambda incomplete: [(word, "") for word in words if word.startswith(incomplete.lower())]


def _function(name: str, games: Mapping[str, Tool], flags: Mapping[str, Option]) -> Callable[..., int]:
    """The command's function; its signature is made from the flags, since that is what Typer reads."""

    def run(**given: Any) -> int:
        key = entry_of(given["game"]).key
        if key not in games:
            raise CommandError(f"{key} has no {name}; these games have: {', '.join(games)}")
        chosen = _read_flags(games[key], {f: given[_python_name(f)] for f in flags})
        return _work(games[key], given["file"], chosen, given["json"])

    game_type = Annotated[str, typer.Argument(metavar="GAME", help="The game.", autocompletion=_games(games))]
    file_type = Annotated[str | None, typer.Argument(metavar="FILE|-", help="A JSON file, or - for lines of JSON.")]
    parameters = [
        inspect.Parameter("game", inspect.Parameter.KEYWORD_ONLY, annotation=game_type),
        inspect.Parameter(
            "file",
            inspect.Parameter.KEYWORD_ONLY,
            annotation=file_type,
            default=None if any(tool.alone for tool in games.values()) else inspect.Parameter.empty,
        ),
        inspect.Parameter("json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=JsonOpt),
    ]
    parameters += [_parameter(key, flag) for key, flag in flags.items()]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run


def _python_name(key: str) -> str:
    return f"flag_{key.replace('-', '_')}"


def _read_flags(tool: Tool, given: Mapping[str, str | bool | None]) -> dict[str, Scalar]:
    known = {flag.key: flag for flag in tool.flags}
    chosen = {flag.key: flag.default for flag in tool.flags}
    for key, said in given.items():
        if said is None or said is False:
            continue
        if key not in known:
            raise CommandError(f"--{key} means nothing for this game")
        try:
            chosen[key] = said if isinstance(said, bool) else known[key].read(said)
        except OptionError as error:
            raise CommandError(str(error)) from None
    return _with_list(chosen)


def _with_list(flags: dict[str, Scalar]) -> dict[str, Scalar]:
    """The flags with a file of words read once, told of, and named as saves name it."""
    from towergames.table.errors import SetupError
    from towergames.table.wordlists import OPTION, load_list

    if OPTION not in flags:
        return flags
    try:
        lexicon, notices = load_list(str(flags[OPTION]))
    except SetupError as error:
        raise CommandError(str(error)) from None
    talk(*notices)
    return flags | {OPTION: lexicon.reference}


def _work(tool: Tool, file: str | None, flags: Mapping[str, Scalar], as_json: bool) -> int:
    if file == "-":
        return _work_lines(tool, flags)
    try:
        if file is None and not tool.alone:
            raise CommandError(f"{tool.name} needs a FILE for this game")
        document = None if file is None else read_file(file)
        watched = not as_json or sys.stderr.isatty()  # who takes JSON into a pipe has nobody watching
        result = tool.watch(document, flags, talk) if tool.watch and watched else tool.run(document, flags)
    except ToolError as error:
        raise CommandError(str(error)) from None
    if as_json:
        out_json(result)
    else:
        out(*tool.render(result).splitlines())
    return 0


def _work_lines(tool: Tool, flags: Mapping[str, Scalar]) -> int:
    code, number = 0, 0
    for number, document in read_lines():
        try:
            if isinstance(document, DocumentError):
                raise document
            result = tool.run(document, flags)
        except (DocumentError, ToolError) as error:
            result, code = {"error": str(error), "line": number}, BAD_INPUT
        out_json_line(result)
    if not number:
        raise CommandError(f"standard input is empty; {tool.name} with - takes one JSON document, or one a line")
    return code

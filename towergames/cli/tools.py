"""Commands of games for people who play the boxed game, such as ``score GAME FILE|-``.

A game's ``tools.TOOLS`` makes the command. Several games may have a tool of one name; the command then serves all of
them and has the flags of each.
"""

from __future__ import annotations

import inspect
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from towergames.cli import complete
from towergames.cli.front_end import CommandError
from towergames.cli.output import out, out_json, out_json_line, print_message
from towergames.cli.shared import JsonOpt, entry_of
from towergames.core.options import Option, Scalar, show_scalar
from towergames.core.text import clean, quoted, reason_of
from towergames.core.tool import Tool, ToolError
from towergames.exit_codes import BAD_INPUT


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


def tool_helps() -> dict[str, str]:
    """The help of each tool's command by its name."""
    return {name: _help(name, games) for name, games in _owners().items()}


def tool_function(name: str) -> Callable[..., int] | None:
    """The function of a tool's command, or None when no game has the tool."""
    games = _owners().get(name)
    if games is None:
        return None
    flags: dict[str, Option] = {}
    for tool in games.values():
        for flag in tool.flags:
            flags.setdefault(flag.key, flag)
    function = _function(name, games, flags)
    function.__doc__ = _help(name, games)
    return function


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
        "FILE holds one JSON document. With - the command reads standard input: one document, or one on each line. "
        'It writes one JSON result on each line; for a document with an error that is {"error": ..., "line": N}, '
        "and the exit code is 2 at the end."
    ) + (f"\n\n{about}" if about else "")


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
        words = [show_scalar(value) for value in flag.values]
        usual = "" if flag.free else f" Values: {', '.join(words)}."
        values = complete.matching(lambda _: [(word, "") for word in words])
        annotation = Annotated[
            str | None,
            typer.Option(spelled, metavar=flag.title.upper(), help=flag.help + usual, autocompletion=values),
        ]
    default = False if _is_bare(flag) else None
    return inspect.Parameter(_python_name(key), inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _function(name: str, games: Mapping[str, Tool], flags: Mapping[str, Option]) -> Callable[..., int]:
    """The command's function; its signature is made from the flags, since that is what Typer reads."""

    def run(**given: Any) -> int:
        key = entry_of(given["game"]).key
        if key not in games:
            raise CommandError(f"{key} has no {name}. Games: {', '.join(games)}")
        chosen = _read_flags(games[key], {f: given[_python_name(f)] for f in flags})
        return _work(games[key], given["file"], chosen, given["json"])

    keys = complete.matching(lambda _: [(key, tool.help) for key, tool in games.items()])
    game_type = Annotated[str, typer.Argument(metavar="GAME", help="A game.", autocompletion=keys)]
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
            raise CommandError(f"--{key} does nothing in this game. Leave it out")
        chosen[key] = said if isinstance(said, bool) else known[key].read(said)
    return _with_list(chosen)


def _with_list(flags: dict[str, Scalar]) -> dict[str, Scalar]:
    """The flags, with a file of words read, reported, and replaced by its name in saves."""
    from towergames.table.wordlists import OPTION, load_list

    if OPTION not in flags:
        return flags
    lexicon, notices = load_list(str(flags[OPTION]))
    print_message(*notices)
    return flags | {OPTION: lexicon.reference}


def _work(tool: Tool, file: str | None, flags: Mapping[str, Scalar], as_json: bool) -> int:
    if file == "-":
        return _work_lines(tool, flags)
    if file is None and not tool.alone:
        raise CommandError(f"{tool.name} needs a FILE for this game")
    document = None if file is None else read_file(file)
    watched = not as_json or sys.stderr.isatty()  # no person reads what JSON in a pipe says
    result = tool.watch(document, flags, print_message) if tool.watch and watched else tool.run(document, flags)
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
        raise CommandError(f"standard input is empty. {tool.name} with - reads one JSON document, or one on each line")
    return code


# --- untrusted JSON: read within limits, strictly ---------------------------------------------------------------------

MAX_DOCUMENT = 1024 * 1024
"""Bytes of a whole document or of one line."""
MAX_DEPTH = 100
"""Objects and lists inside one another. How deep json itself reads hangs on the Python and on its stack."""


class DocumentError(ValueError):
    """The text is no JSON document that we take; the message says why."""


def parse(data: bytes) -> Any:
    """The document in some bytes. Raises DocumentError: not UTF-8, not JSON, NaN, twice the same key, too deep or long.

    >>> parse(b'{"players": 2}')
    {'players': 2}
    """
    if len(data) > MAX_DOCUMENT:
        raise DocumentError(f"it is longer than {MAX_DOCUMENT} bytes")
    try:
        document = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise DocumentError(f"it is not UTF-8 text, see byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DocumentError(f"it is not JSON: {error.msg}, {where}") from None
    except RecursionError:
        raise DocumentError("it is nested too deep") from None
    except DocumentError:
        raise
    except ValueError:  # Python refuses to read numbers of thousands of digits
        raise DocumentError("it holds a number with too many digits") from None
    if _deeper(document, MAX_DEPTH):
        raise DocumentError("it is nested too deep")
    return document


def _deeper(document: Any, depth: int) -> bool:
    """Whether more objects and lists than that are inside one another."""
    level = [document]
    for _ in range(depth + 1):
        holders = [
            value.values() if isinstance(value, dict) else value for value in level if isinstance(value, (dict, list))
        ]
        if not holders:
            return False
        level = [value for holder in holders for value in holder]
    return True


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise DocumentError(f"the key {quoted(twice)} is in one object twice")
    return made


def _no_constant(name: str) -> Any:
    raise DocumentError(f"{name} is not a JSON number")


def read_file(name: str) -> Any:
    """The document in a file. Raises CommandError that names the file."""
    shown = clean(name, 100)
    try:
        path = Path(name)
        if path.is_dir():
            raise CommandError(f"{shown} is a folder. Give a file with one JSON document, or - for standard input")
        with path.open("rb") as file:
            data = file.read(MAX_DOCUMENT + 1)
    except (OSError, ValueError) as error:
        raise CommandError(f"{shown} cannot be read: {reason_of(error)}") from None
    try:
        return parse(data)
    except DocumentError as error:
        raise CommandError(f"{shown}: {error}") from None


def read_lines(source: BinaryIO | None = None) -> Iterator[tuple[int, Any]]:
    """(line from 1, document or the DocumentError it gave) for each line that is not blank.

    One document over several lines is read as one, and named by its first line. A line of any length is survived.
    """
    rows = enumerate(_rows(source or sys.stdin.buffer), start=1)
    number, row = next(((number, row) for number, row in rows if row.strip()), (0, b""))
    if not number:
        return
    document = _document(row)
    held = [(number, row)]
    if isinstance(document, DocumentError):
        held += _rest(rows, MAX_DOCUMENT + 1 - len(row))
        whole = _whole([row for _, row in held])
        if whole is not None:
            yield number, whole
            return
    for number, row in itertools.chain(held, rows):
        if row.strip():
            yield number, _document(row)


def _rows(stream: BinaryIO) -> Iterator[bytes]:
    """The lines, each with its end; of one that is too long only so much that it shows. Raises CommandError."""
    try:
        while line := stream.readline(MAX_DOCUMENT + 1):
            rest = line
            while len(rest) > MAX_DOCUMENT and not rest.endswith(b"\n"):
                rest = stream.readline(MAX_DOCUMENT + 1)
            yield line
    except OSError as error:
        raise CommandError(f"standard input cannot be read: {reason_of(error)}") from None


def _rest(rows: Iterator[tuple[int, bytes]], room: int) -> Iterator[tuple[int, bytes]]:
    """The lines that follow, until there are more than a document may have."""
    while room > 0 and (one := next(rows, None)):
        room -= len(one[1])
        yield one


def _whole(rows: list[bytes]) -> Any:
    """The one document that all lines make, or the DocumentError it gives; None where each is one by itself."""
    if sum(bool(row.strip()) for row in rows) < 2 or sum(map(len, rows)) > MAX_DOCUMENT:
        return None
    document = _document(b"".join(rows))
    single = isinstance(document, DocumentError) and any(isinstance(_document(row), dict) for row in rows)
    return None if single else document


def _document(data: bytes) -> Any:
    try:
        return parse(data.rstrip(b"\r\n") if data.endswith(b"\n") else data)
    except DocumentError as error:
        return error

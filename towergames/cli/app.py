"""The commands and their help. Nothing heavy is imported here: every command imports what it needs when it runs."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from towergames.cli import complete
from towergames.cli.front_end import GLOBAL_FLAGS, GLOBAL_VALUES, CommandError, Globals, hoist, launch
from towergames.cli.output import PipeClosed, out
from towergames.core.text import did_you_mean, quoted

HELP = """Games about building towers, on one tabletop in the terminal.

\b
Examples:
  towergames                                   the menu
  towergames play takethat --seat Ann --seat bot:normal
  towergames play takethat --seat Ann --seat Bob --plain
  towergames join                              the open tables
  towergames continue                          the last unfinished game
  towergames replay example-takethat           watch a finished game
  towergames rules takethat R-7                one rule
  towergames lookup mood                       a word and its meaning
  towergames COMMAND --help                    examples of a command
"""

EXIT_CODES = (
    "Exit codes: 0 success; 1 verify found a damaged saved game; 2 the command, a file or a line of input is wrong; "
    "70 a fault of this program; 74 moves or output could not be written; "
    "128+n ended by signal n: 129 hang-up, 130 ctrl+C, 141 closed pipe, 143 SIGTERM."
)
EVERYWHERE = "Every command takes --plain, --saves DIR and the other options that towergames --help shows."


class Command(TyperCommand):
    """A command, which takes the global options too."""

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Words that the shell may complete: the options of the command, and the global ones."""
        root = ctx.find_root()
        own = super().shell_complete(ctx, incomplete)
        everywhere = root.command.shell_complete(root, incomplete) if incomplete.startswith("-") else []
        return own + [item for item in everywhere if item.value in (*GLOBAL_VALUES, *GLOBAL_FLAGS)]


OTHER_NAMES = {"stats": "records"}
"""Earlier names of commands."""


class CommandGroup(TyperGroup):
    """The fixed commands and the commands of games, such as ``score``: a game adds one by its ``tools.TOOLS``.

    A command is built when it is run. Building every command would be a fifth of the time that ``--help`` takes.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's signature
        """The names in the order of help."""
        from towergames.cli.tools import tool_names

        return [*functions(), *tool_names()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - Typer's signature
        """The command of that name, or None."""
        from towergames.cli.tools import tool_function

        if function := functions().get(OTHER_NAMES.get(cmd_name, cmd_name)):
            return command_of(cmd_name, function)
        found = tool_function(cmd_name)
        return found and command_of(cmd_name, found)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - Typer's signature
        """Write the names and the first sentences of their help."""
        from towergames.cli.tools import tool_helps

        helps = {name: inspect.getdoc(function) or "" for name, function in functions().items()} | tool_helps()
        room = formatter.width - 6 - max(map(len, helps))
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, TyperCommand(name, help=text).get_short_help_str(room)) for name, text in helps.items()]
            )

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> Any:
        """Read the arguments, also those of a line to complete; this is where help is printed. Raises PipeClosed."""
        with _pipe():
            return super().make_context(info_name, hoist(args), *more, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Run the command. Raises PipeClosed."""
        with _pipe():
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments begin with. Raises CommandError with the command that may be meant."""
        if self.get_command(ctx, args[0]) is None:
            from towergames import registry

            near = did_you_mean(args[0], self.list_commands(ctx), ". See them with: towergames --help")
            games = registry.keys()
            if args[0].lower() in games:
                near = f'. Did you mean "play {args[0].lower()}"?'
            raise CommandError(f"no command {quoted(args[0])}{near}")
        return super().resolve_command(ctx, args)


@contextmanager
def _pipe() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise PipeClosed from None


app = typer.Typer(
    cls=CommandGroup,
    help=HELP,
    epilog=EXIT_CODES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from towergames import __version__

        out(f"towergames {__version__}")
        raise typer.Exit(0)


def _flags(values: dict[str, str | None], ascii_only: bool, no_mouse: bool) -> dict[str, Any]:
    flags: dict[str, Any] = {}
    for key, value in values.items():
        if value is None:
            continue
        from towergames.core.options import OptionError
        from towergames.settings import SETTINGS

        try:
            flags[key] = next(o for o in SETTINGS if o.key == key).read(value)
        except OptionError as error:
            raise CommandError(f"--{key}: {error}") from None
    if ascii_only:
        flags["glyphs"] = "ascii"
    if no_mouse:
        flags["mouse"] = False
    return flags


@app.callback(invoke_without_command=True)
def main_command(
    ctx: typer.Context,
    saves: Annotated[str | None, typer.Option("--saves", metavar="DIR", help="Folder of the saved games.")] = None,
    config: Annotated[str | None, typer.Option("--config", metavar="DIR", help="Folder of the settings.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Text only, line by line, for screen readers and pipes.")
    ] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")] = False,
    theme: Annotated[
        str | None,
        typer.Option(
            "--theme",
            metavar="NAME",
            help="Colours: dark, light, contrast or terminal.",
            autocompletion=complete.themes,
        ),
    ] = None,
    call: Annotated[
        str | None,
        typer.Option(
            "--call",
            metavar="HOW",
            help="What calls you to your turn: title, bell, both or off.",
            autocompletion=complete.calls,
        ),
    ] = None,
    no_mouse: Annotated[
        bool, typer.Option("--no-mouse", help="Use no mouse, so the terminal can select text.")
    ] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="Use no colours, as with NO_COLOR.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> Any:
    """Take in the global options, and without a command open the menu."""
    ctx.obj = Globals(saves, config, plain, _flags({"theme": theme, "call": call}, ascii_only, no_mouse))
    if no_color:
        os.environ["NO_COLOR"] = "1"
    if ctx.invoked_subcommand is None:
        return launch(ctx.obj, "menu")
    return None


@cache
def functions() -> dict[str, Callable[..., int]]:
    """The functions of the fixed commands by name, in the order of help. A docstring is the help of its command."""
    from towergames.cli import arena, clean, play, reports, save_files, serve, tables, today

    return {
        "play": play.play,
        "today": today.today,
        "join": play.join,
        "tables": tables.tables,
        "serve": serve.serve,
        "continue": play.continue_,
        "load": play.load,
        "replay": play.replay,
        "list": reports.list_,
        "saves": reports.saves,
        "rules": reports.rules,
        "records": reports.records,
        "doctor": reports.doctor,
        "lookup": reports.lookup,
        "simulate": arena.simulate,
        "ladder": arena.ladder,
        "verify": save_files.verify,
        "export": save_files.export,
        "review": save_files.review,
        "clean": clean.clean,
    }


def command_of(name: str, function: Callable[..., int]) -> Any:
    """The command that runs a function, with its signature and docstring."""
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(name, cls=Command, epilog=EVERYWHERE)(function)
    return typer.main.get_command(alone)

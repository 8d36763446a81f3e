"""The entry point: arguments in, exit code out, and never a traceback for something the person did."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from towergames.core.text import unknown


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (default: the process's own). Return the exit code."""
    try:
        from towergames.cli.output import PipeClosed, flush, hush, reopen_closed_streams
        from towergames.exit_codes import PIPE_CLOSED

        reopen_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        flush()
        return code
    except KeyboardInterrupt:  # the first, since it may come before the names of the others are known
        return 130
    except (PipeClosed, BrokenPipeError):
        hush(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        if os.environ.get("TOWERGAMES_DEBUG"):
            raise
        return _refused(error)
    finally:
        from towergames.cli.output import flush_talk

        flush_talk()


def _run(arguments: list[str]) -> int:
    from towergames.cli.front_end import CommandError, Globals, launch
    from towergames.cli.output import PipeClosed, print_message
    from towergames.cli.terminal import settle
    from towergames.exit_codes import BAD_INPUT, OUR_FAULT

    settle(os.environ)
    try:
        # Without arguments there is nothing to parse: Typer's import is a tenth of the time to the first paint.
        # A shell that completes a command line gives it in the environment.
        parsed = arguments or "_TOWERGAMES_COMPLETE" in os.environ
        return _parsed(arguments) if parsed else launch(Globals(), "menu")
    except CommandError as error:
        print_message(f"towergames: {error}")
        return BAD_INPUT
    except (PipeClosed, OSError):
        raise
    except Exception as error:
        if _is_for_people(error):
            print_message(f"towergames: {error}")
            return BAD_INPUT
        if os.environ.get("TOWERGAMES_DEBUG"):
            raise
        print_message(
            f"towergames: a fault of this program, {type(error).__name__}: {str(error)[:200]}. Please report it with "
            "the output of: towergames doctor. TOWERGAMES_DEBUG=1 shows where it is"
        )
        return OUR_FAULT


def _parsed(arguments: list[str]) -> int:
    import typer

    from towergames.cli import complete
    from towergames.cli.app import app
    from towergames.exit_codes import BAD_INPUT

    # Typer shows one leaf of its tree of usage errors; its base holds all of them (unknown command, missing argument).
    usage_error: Any = typer.BadParameter.__base__
    if os.environ.get("_TOWERGAMES_COMPLETE") == "complete_bash":
        complete.take_bash_line(os.environ)
    try:
        result = app(args=arguments, prog_name="towergames", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except typer.Abort:
        return 130
    except usage_error as error:
        _explain_usage(error)
        return BAD_INPUT


def _refused(error: OSError) -> int:
    """The operating system refused a path, or the output: exit code, and why."""
    import errno

    from towergames.cli.output import hush, print_message
    from towergames.core.text import clean, reason_of
    from towergames.exit_codes import BAD_INPUT, NOT_WRITTEN

    if error.filename is None:
        hush(sys.stdout)
        print_message(f"towergames: the output cannot be written: {reason_of(error)}")
        return NOT_WRITTEN
    print_message(f"towergames: {clean(str(error.filename), 100)}: {reason_of(error)}")
    return NOT_WRITTEN if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO) else BAD_INPUT


def _is_for_people(error: Exception) -> bool:
    """Whether the message was written for the person who gave the command."""
    from towergames.core.options import OptionError
    from towergames.core.tool import ToolError
    from towergames.lexicon import LexiconError
    from towergames.table.errors import TableError
    from towergames.table.setup import SetupError

    return isinstance(error, (TableError, SetupError, OptionError, ToolError, LexiconError))


def _explain_usage(error: Any) -> None:
    from towergames.cli.front_end import GLOBAL_FLAGS, GLOBAL_VALUES
    from towergames.cli.output import print_message

    ctx = getattr(error, "ctx", None)
    path = ctx.command_path if ctx is not None else "towergames"
    text = error.format_message().strip().rstrip(".")[:400]
    if ctx is not None and hasattr(error, "possibilities"):  # an unknown flag
        flags = [flag for parameter in ctx.command.params for flag in parameter.opts]
        text = unknown("option", error.option_name, [*flags, *GLOBAL_VALUES, *GLOBAL_FLAGS])
    print_message(f"towergames: {text[:1].lower()}{text[1:]}", f"Try: {path} --help")


def entry() -> None:
    """For ``python -m towergames``."""
    sys.exit(main())


if __name__ == "__main__":
    entry()

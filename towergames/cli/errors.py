"""What the command line says when it cannot do what was asked, and of its exit codes."""

from __future__ import annotations


class CommandError(Exception):
    """The command cannot be carried out as given; the message says what is wrong and what would be right."""


class PipeClosed(Exception):  # noqa: N818 - not an error: the reader has seen enough
    """The reader of our output has gone. In place of BrokenPipeError, of which Typer makes exit code 1."""


EXIT_CODES = (
    "Exit codes: 0 all well; 1 a check failed (verify); 2 the command, a file or a line of input is wrong; "
    "70 a fault of this program; 74 moves or output could not be written (a full disk); "
    "128+n ended by signal n (130 ctrl+C, 141 the reading end of a pipe was closed, 143 SIGTERM, 129 hang-up)."
)

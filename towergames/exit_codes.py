"""The exit codes of the program, as docs/players/commands.md lists them."""

OK = 0
CHECK_FAILED = 1
BAD_INPUT = 2
OUR_FAULT = 70
NOT_WRITTEN = 74
"""A move could not be written into its save, or the output could not be written. EX_IOERR of sysexits.h."""
HUNG_UP = 129
"""The terminal has gone: 128 + SIGHUP."""
INTERRUPTED = 130
"""After ctrl+C: 128 + SIGINT, also where the terminal sends a key instead of a signal."""
PIPE_CLOSED = 141

"""Five games about building towers, on one tabletop in the terminal."""

from importlib import import_module
from typing import Any

__version__ = "1.0.0"


def env(game: str, **options: Any) -> Any:
    """A game as a PettingZoo AEC environment: ``env("takethat", seats=3, open=True)``. Needs the extra ``rl``.

    ``seats`` is the number of players (usually 2), ``max_moves`` after how many moves an episode is truncated (never
    if not given), ``render_mode`` None, "ansi" or "human". All other arguments are options of the game. What agents see
    and do is in ``docs/makers/environments.md``. Raises ImportError without the extra, KeyError for an unknown game,
    OptionError for a wrong option or number of seats, and RuntimeError when this machine cannot play the game.
    """
    # By its name and not at the top: every command imports this package.
    return import_module("towergames.environment").env(game, **options)

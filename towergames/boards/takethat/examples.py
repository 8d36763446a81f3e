"""Little scenes for the rules browser."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.games.takethat.model import View


def example(rule_id: str) -> Scene[View] | None:
    """A little scene that shows the rule, or None."""
    return None

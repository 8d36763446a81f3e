"""Today's task: the towers of the day against a bot."""

from collections.abc import Sequence

from towergames.core.daily import Daily, Medals, Rival, Task, bar
from towergames.core.feat import Play


def task(_day: str) -> Task:
    return Task("beat the bot", "Take the last block of today's towers. You begin.", 2)


def signs(plays: Sequence[Play]) -> str:
    """A bar for each of the person's moves: the blocks taken."""
    return "".join(bar(play.move.blocks, 9) for play in plays if play.by == 0)


DAILY = Daily(
    name="Nim",
    option="towers",
    on=task,
    medals=Medals(1, 1, 1, "Gold for a win."),
    signs=signs,
    rival=Rival("normal", iterations=1),
)

"""The cover of a game: what the title screen shows of it before the game is imported."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from towergames.core.contract import GameInfo
    from towergames.core.tutorial import Tutorial


@dataclass(frozen=True, slots=True)
class Cover:
    """Title, facts and picture of a game. ``lessons`` is how many steps its guide has, 0 without a guide."""

    title: str
    facts: str
    pitch: str
    lessons: int
    emblem: tuple[str, ...]

    @classmethod
    def of(cls, info: GameInfo, tutorial: Tutorial | None) -> Cover:
        """The cover of an imported game."""
        facts = f"{info.players.replace(' to ', '-')}, {info.minutes}"
        return cls(info.title, facts, info.pitch, len(tutorial.lessons) if tutorial else 0, info.emblem)

    @classmethod
    def read(cls, text: str) -> Cover:
        """Read what :meth:`written` gave. Raises ValueError, TypeError or KeyError for another text."""
        data = json.loads(text)
        return cls(**{**data, "emblem": tuple(data["emblem"])})

    def written(self) -> str:
        """The cover as JSON, for the file ``cover.json`` in the package of the game."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"

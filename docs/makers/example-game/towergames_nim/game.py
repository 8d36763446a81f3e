"""The rules of Nim: pure functions over a state. It has no secrets, so the state is its own view, and no chance."""

import re
from dataclasses import dataclass, replace
from datetime import date

from towergames.core import contract
from towergames.core.contract import Decide, Event, Listed, Over, Refusal, Seat, Step, Turn, Verdict
from towergames.core.daily import chance_name
from towergames.core.dice import Dice
from towergames.core.options import OptionError, Options, option, options_of
from towergames.core.text import count

LETTERS, TALLEST = "ABCDE", 9
"""The names of the towers, and the blocks of the highest tower that there is."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take ``blocks`` off the tower with the index ``tower``."""

    tower: int
    blocks: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The options of a game."""

    towers: str = option(
        "Towers",
        "How high the towers are at the start: heights such as 3-4-5, today, or a day such as 2026-11-21.",
        "N-1",
        {"3-4-5": "three towers", "1-3-5-7": "four towers", "2-3-5-7-9": "five towers"},
        free=True,
        dated=True,
    )
    last: str = option(
        "Last block",
        "Whether the player who takes the last block wins or loses.",
        "N-4",
        {"wins": "the player who takes it wins", "loses": "the player who takes it loses"},
    )


@dataclass(frozen=True, slots=True)
class State:
    """A position. ``winner`` is None until the end."""

    terms: Terms
    heights: tuple[int, ...]
    active: Seat = 0
    moves: int = 0
    winner: Seat | None = None


INFO = contract.GameInfo(
    key="nim",
    title="Nim",
    pitch="Take blocks off the towers. The last block decides.",
    minutes="2 minutes",
    seats=(2, 2),
    rules_version=1,
    options=options_of(Terms),
    longest=len(LETTERS) * TALLEST,
)


def heights_of(towers: str) -> tuple[int, ...]:
    """The heights that the option names, or those of a day, the same for everyone. Raises OptionError.

    >>> heights_of("3-4-5"), heights_of("2026-11-21")
    ((3, 4, 5), (8, 5, 2, 3))
    """
    if re.fullmatch("[1-9](-[1-9]){2,4}", towers):
        return tuple(map(int, towers.split("-")))
    try:
        dice = Dice(date.fromisoformat(towers).toordinal(), 0, "nim")
    except ValueError:
        raise OptionError("Write 3 to 5 heights such as 3-4-5, or a day such as 2026-11-21", "towers") from None
    return tuple(2 + dice.below(TALLEST - 1) for _ in range(3 + dice.below(len(LETTERS) - 2)))


class NimGame(contract.OpenGame, contract.ChancelessGame):
    """See :class:`towergames.core.contract.Game`."""

    package = "towergames_nim"
    info = INFO

    def new(self, seats: int, options: Options) -> State:
        terms = contract.complete_terms(Terms, INFO, seats, options)
        return State(terms, heights_of(terms.towers))

    def dice_name(self, s: State, turn: Turn) -> str:
        day = INFO.day_of({"towers": s.terms.towers})
        return f"{chance_name('nim', 1, day)}|move {s.moves}" if day else ""

    def turn(self, s: State) -> Turn:
        if s.winner is None:
            return Decide(s.active, "take")
        return Over(((s.winner,), (1 - s.winner,)), "no block is left")

    def choices(self, s: State) -> Listed[Take]:
        listed = [Take(tower, blocks + 1) for tower, height in enumerate(s.heights) for blocks in range(height)]
        return Listed(tuple(listed), ("take TOWER BLOCKS",))

    def judge(self, s: State, a: object) -> Verdict:
        refusal = _refusal(s, a)
        return Verdict((refusal,) if refusal else ())

    def apply(self, s: State, a: Take) -> Step[State]:
        verdict = self.judge(s, a)
        if not verdict.legal:
            raise contract.IllegalAction(verdict)
        heights = tuple(height - a.blocks * (tower == a.tower) for tower, height in enumerate(s.heights))
        text = f"{{{s.active}}} takes {count(a.blocks, 'block')} off tower {LETTERS[a.tower]}"
        event = Event("take", text, s.active, {"tower": a.tower, "blocks": a.blocks, "left": heights[a.tower]})
        after = replace(s, heights=heights, active=1 - s.active, moves=s.moves + 1)
        if any(heights):
            return Step(after, (event,))
        winner, rule = (s.active, "N-4") if s.terms.last == "wins" else (1 - s.active, "N-5")
        score = contract.Score(winner, 1, 1, rule, "the last block")
        return Step(replace(after, winner=winner), (event,), (score,))

    def notate(self, a: Take) -> str:
        return f"take {LETTERS[a.tower]} {a.blocks}"

    def parse(self, text: str, s: State) -> Take:
        """Read ``take B 2``; a bare ``b2`` will do."""
        found = re.fullmatch(r"(?:take\s+)?([a-e])\s*([0-9]{1,2})", text[:100].strip().lower())
        if found is None:
            raise contract.NotationError("take TOWER BLOCKS, for example: take B 2")
        return Take(LETTERS.index(found[1].upper()), int(found[2]))

    def totals(self, s: State) -> tuple[int, ...]:
        return tuple(int(seat == s.winner) for seat in (0, 1))

    def round(self, s: State) -> int:
        return s.moves // 2 + 1


def _refusal(s: State, a: object) -> Refusal | None:
    if s.winner is not None:
        return Refusal("N-4", "The game is over.")
    if not isinstance(a, Take) or type(a.tower) is not int or type(a.blocks) is not int:
        return Refusal("N-2", "A move is a tower and a number of blocks.")
    if not 0 <= a.tower < len(s.heights):
        return Refusal("N-2", f"There are only the towers A to {LETTERS[len(s.heights) - 1]}.")
    height, letter = s.heights[a.tower], LETTERS[a.tower]
    if not height:
        return Refusal("N-2", f"Tower {letter} has no blocks left. Choose another tower.", letter)
    if not 1 <= a.blocks <= height:
        return Refusal("N-2", f"Take 1 to {height} of tower {letter}, not {a.blocks}.", letter)
    return None


GAME = NimGame()

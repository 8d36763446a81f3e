"""The rules of Nim: pure functions over a state. The state hides nothing, so it is its own view."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from towergames.core.contract import (
    Decide,
    Event,
    GameInfo,
    IllegalAction,
    Listed,
    Nature,
    NotationError,
    Over,
    Refusal,
    Score,
    Seat,
    Step,
    Turn,
    Verdict,
    settle,
)
from towergames.core.dice import Dice
from towergames.core.options import Options, option, options_of, players
from towergames.core.rulesheet import RuleSheet, load_rule_sheet
from towergames.core.text import count

LETTERS = "ABCDE"
"""The names of the towers."""
TALLEST = 9
"""Blocks of the highest tower that is drawn by lot; no option has a higher one."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take ``blocks`` off the tower with the index ``tower``."""

    tower: int
    blocks: int


@dataclass(frozen=True, slots=True)
class Lot:
    """What chance decides: the first player, and the heights of the towers."""

    first: Seat
    heights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """The options of a game."""

    heights: str = option(
        "Towers",
        "How high the towers are at the start.",
        "N-1",
        {"3-4-5": "three towers", "1-3-5-7": "four towers", "2-3-5-7-9": "five towers", "random": "3 to 5 by lot"},
    )
    last: str = option(
        "Last block",
        "Whether the player who takes the last block wins or loses.",
        "N-4",
        {"wins": "the player who takes it wins", "loses": "the player who takes it loses"},
    )
    first: int = option("First player", "Who begins.", "N-3", {"random": "by lot", **players(2)}, means={"random": 0})


@dataclass(frozen=True, slots=True)
class State:
    """A position. ``heights`` is empty until the lot is drawn. ``winner`` is None until the end."""

    terms: Terms
    heights: tuple[int, ...] = ()
    highest: int = 0
    active: Seat = 0
    moves: int = 0
    winner: Seat | None = None


INFO = GameInfo(
    key="nim",
    title="Nim",
    pitch="Take blocks off the towers. The last block decides.",
    minutes="2 minutes",
    seats=(2, 2),
    rules_version=1,
    options=options_of(Terms),
    hidden=False,
    exhaustive=True,
    longest=1 + len(LETTERS) * TALLEST,
    starter_option="first",
)


class NimGame:
    """See :class:`towergames.core.contract.Game`."""

    info = INFO
    outcomes: Mapping[str, type[Lot]] = {"lot": Lot}

    @property
    def rule_sheet(self) -> RuleSheet:
        """The rules that refusals and score lines cite."""
        return load_rule_sheet("towergames_nim")

    def new(self, seats: int, options: Options) -> State:
        """Before the lot is drawn."""
        return State(settle(Terms, INFO, seats, options))

    def turn(self, s: State) -> Turn:
        """The lot first, then one player after the other."""
        if not s.heights:
            return Nature("lot")
        if s.winner is None:
            return Decide(s.active, "take")
        return Over(((s.winner,), (1 - s.winner,)), "no block is left")

    def choices(self, s: State) -> Listed[Take]:
        """One to all blocks of each tower."""
        listed = [Take(tower, blocks + 1) for tower, height in enumerate(s.heights) for blocks in range(height)]
        return Listed(tuple(listed), ("take TOWER BLOCKS",))

    def judge(self, s: State, a: object) -> Verdict:
        """Refuse what rule N-2 forbids."""
        refusal = _refusal(self.turn(s), s, a)
        return Verdict((refusal,) if refusal else ())

    def apply(self, s: State, a: Take) -> Step[State]:
        """Take the blocks; with the last one the game ends."""
        verdict = self.judge(s, a)
        if not verdict.legal:
            raise IllegalAction(verdict)
        heights = tuple(height - a.blocks * (tower == a.tower) for tower, height in enumerate(s.heights))
        text = f"{{{s.active}}} takes {count(a.blocks, 'block')} off tower {LETTERS[a.tower]}"
        event = Event("take", text, s.active, {"tower": a.tower, "blocks": a.blocks, "left": heights[a.tower]})
        after = replace(s, heights=heights, active=1 - s.active, moves=s.moves + 1)
        if any(heights):
            return Step(after, (event,))
        winner, rule = (s.active, "N-4") if s.terms.last == "wins" else (1 - s.active, "N-5")
        return Step(replace(after, winner=winner), (event,), (Score(winner, 1, 1, rule, "the last block"),))

    def resolve(self, s: State, n: Nature, dice: Dice) -> Lot:
        """Draw the lot. It is recorded, so that a replay draws nothing."""
        first = s.terms.first - 1 if s.terms.first else dice.below(2)
        if s.terms.heights != "random":
            return Lot(first, _fixed(s.terms))
        towers = 3 + dice.below(len(LETTERS) - 2)
        return Lot(first, tuple(2 + dice.below(TALLEST - 1) for _ in range(towers)))

    def settle(self, s: State, r: Lot) -> Step[State]:
        """Build the towers. Raises ValueError where the record does not fit the options."""
        known = _fixed(s.terms) or r.heights
        if s.heights or r.first not in ({0, 1} if not s.terms.first else {s.terms.first - 1}) or r.heights != known:
            raise ValueError("that lot does not fit the options")
        if not 3 <= len(r.heights) <= len(LETTERS) or not all(0 < height <= TALLEST for height in r.heights):
            raise ValueError("there are no such towers")
        text = f"The towers have {', '.join(map(str, r.heights))} blocks; {{{r.first}}} begins"
        after = replace(s, heights=r.heights, highest=max(r.heights), active=r.first)
        return Step(after, (Event("lot", text, r.first),))

    def view(self, s: State, seat: Seat | None) -> State:
        """Everything: Nim hides nothing."""
        return s

    def imagine(self, v: State, dice: Dice) -> State:
        """The state itself."""
        return v

    def reveal(self, s: State) -> State:
        """The state itself."""
        return s

    def notate(self, a: Take) -> str:
        """``take B 2``."""
        return f"take {LETTERS[a.tower]} {a.blocks}"

    def parse(self, text: str, s: State) -> Take:
        """Read ``take B 2``; a bare ``b2`` will do."""
        found = re.fullmatch(r"(?:take\s+)?([a-e])\s*([0-9]{1,2})", text[:100].strip().lower())
        if found is None:
            raise NotationError("take TOWER BLOCKS, for example: take B 2")
        return Take(LETTERS.index(found[1].upper()), int(found[2]))

    def totals(self, s: State) -> tuple[int, ...]:
        """A point for the winner."""
        return tuple(int(seat == s.winner) for seat in (0, 1))

    def round(self, s: State) -> int:
        """Both have a turn in each round."""
        return s.moves // 2 + 1

    def status(self, v: State) -> tuple[str, ...]:
        """How many blocks are left."""
        return (f"{count(sum(v.heights), 'block')} left",)


def _fixed(terms: Terms) -> tuple[int, ...]:
    """The heights that the option sets; empty where the lot sets them."""
    return () if terms.heights == "random" else tuple(map(int, terms.heights.split("-")))


def _refusal(turn: Turn, s: State, a: object) -> Refusal | None:
    if isinstance(turn, Over):
        return Refusal("N-4", "The game is over.")
    if isinstance(turn, Nature):
        return Refusal("N-1", "The towers are not built yet.")
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

"""Today's task of a game: the same for everyone on a day, from the date alone. No clock, no files.

A game has its own in ``daily.py``. The chance of a day has a versioned name, ``towergames words daily 1|2026-11-27``.
Its dice are named by what is drawn (:meth:`towergames.core.contract.GameBase.dice_name`), so that nothing a player does
shifts the luck of what comes later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from towergames.core.contract import AnyGame, Decide, Nature, nature_dice
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.core.options import Options, Scalar, is_day, option
from towergames.core.text import count, quoted


def task_dice(name: str, who: str = "bots") -> Dice:
    """The dice of a bot in a task, by the name of its decision (:meth:`Game.dice_name`); by default the rival's."""
    return Dice.named(f"{name}|{who}")


def chance_name(game: str, version: int, day: str) -> str:
    """The name of all chance in a game's task of a day.

    >>> chance_name("words", 1, "2026-11-27")
    'towergames words daily 1|2026-11-27'
    """
    return f"towergames {game} daily {version}|{day}"


RANDOM = "random"
"""The value of a dated option by which chance deals."""


def why_not_deal(text: str) -> str:
    """The reason why a text names no deal; '' for ``random`` and for a day."""
    if text == RANDOM or is_day(text):
        return ""
    return f"{quoted(text, 20)} is no deal. Write random, today, or a day such as 2026-11-21"


def deal_option(rule: str, unset: Any) -> Any:
    """The option ``deal`` of a game: dealt by chance, or today's task of a day. ``rule`` is the id that explains it.

    The field holds the day, and ``unset`` for a random deal: with msgspec's UNSET older saves keep their digests. Forms
    do not offer the option, since the title screen begins the task.
    """
    return option(
        "Deal",
        "Which deal: random, today, or a day such as 2026-11-21.",
        rule,
        {RANDOM: "a new one each time"},
        free=True,
        dated=True,
        wrong=why_not_deal,
        means={RANDOM: unset},
        offered=False,
    )


# --- medals -----------------------------------------------------------------------------------------

MEDALS = ("bronze", "silver", "gold")
"""The medals, lowest first."""


@dataclass(frozen=True, slots=True)
class Medals:
    """The fewest points for each medal, or the fewest per cent of the house's points.

    ``told`` says them in a sentence where they are not points.
    """

    bronze: int
    silver: int
    gold: int
    told: str = ""


@dataclass(frozen=True, slots=True)
class Rival:
    """The bot of a task: its level, and the iterations of each thought. Seconds never decide, so all meet one bot."""

    level: str
    iterations: int


@dataclass(frozen=True, slots=True)
class Retelling:
    """Games of a bot at the task of a day, for comparison with a person's result: which level, and how many.

    ``score`` plays the game of a number, from 0, and gives its score. ``dealt`` says what the bot has in common with
    the person: ``cards``.
    """

    level: str
    games: int
    dealt: str
    score: Callable[[str, int], int]

    def told(self, scores: Sequence[int]) -> str:
        """The games in a sentence, their scores being leads."""
        best, worst = max(scores), min(scores)
        who = f"With your {self.dealt} {self.level.capitalize()}"
        if best == worst:
            return f"{who} {_lead_text(best)} in each of {count(len(scores), 'game')}."
        return f"{who} {_lead_text(best)} at best and {_lead_text(worst)} at worst, in {count(len(scores), 'game')}."


def _lead_text(lead: int) -> str:
    """The end of a game for who has the lead.

    >>> _lead_text(13), _lead_text(-17), _lead_text(0)
    ('won by 13', 'lost by 17', 'was level')
    """
    if not lead:
        return "was level"
    return f"{'won' if lead > 0 else 'lost'} by {abs(lead)}"


@dataclass(frozen=True, slots=True)
class Task:
    """The task of one day.

    ``title`` names it in two or three words, ``goal`` says it in a sentence. ``options`` are those of the game beside
    its dated option; all others are as usual.
    """

    title: str
    goal: str
    minutes: int
    options: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Daily:
    """Today's task of a game.

    ``name`` is the game in one word, for the line to share. ``option`` is the dated option. ``on`` gives the task of a
    day. One person plays it: alone, or from the first seat against the ``rival``. The score is the points of the first
    seat, with a rival the lead over it.

    ``house`` computes the points of a deterministic house for a day, of which ``medals`` are shares; it may take
    seconds, and screens ask it in a thread. Its points are kept by ``version``, which changes when the same day would
    have another task. Without a house ``medals`` are points.

    ``house_of_best`` is for a game whose own search after the end is its house: the points of the house, from the last
    state and the best move by which the results are measured. No client then computes ``house`` beside that search.

    ``signs`` draws a finished task in :data:`SIGNS`; it names no word, card or place. ``former`` are options that the
    task had before: games by them keep their day, and earn no medal. ``below`` is the word for a result below bronze,
    where that is worth one. ``retelling`` are games of a bot at the same task.
    """

    name: str
    option: str
    on: Callable[[str], Task]
    medals: Medals
    signs: Callable[[Sequence[Play]], str]
    rival: Rival | None = None
    house: Callable[[str], int] | None = None
    house_of_best: Callable[[Any, Any], int] | None = None
    version: int = 1
    former: tuple[Options, ...] = ()
    below: str = ""
    retelling: Retelling | None = None

    @property
    def seats(self) -> int:
        """The number of seats."""
        return 1 if self.rival is None else 2

    def options(self, day: str) -> dict[str, Scalar]:
        """The options of the task of a day, the dated one too."""
        return {**self.on(day).options, self.option: day}

    def score(self, totals: Sequence[int]) -> int:
        """The score, from the points by seat."""
        return totals[0] - (0 if self.rival is None else totals[1])

    def lines(self, house: int | None) -> dict[str, int]:
        """Medal -> the fewest points for it, lowest first; empty where the house's points are needed and not known."""
        shares = dict(zip(MEDALS, (self.medals.bronze, self.medals.silver, self.medals.gold), strict=True))
        if self.house is None:
            return shares
        if house is None or house <= 0:
            return {}
        return {medal: -(-house * share // 100) for medal, share in shares.items()}

    def medal(self, score: int, house: int | None) -> str:
        """The best medal that a score takes; '' for none."""
        best = ""
        for medal, least in self.lines(house).items():
            if score >= least:
                best = medal
        return best

    def score_text(self, score: int, house: int | None) -> str:
        """The score in a few words: ``83 of 110`` beside a house, ``13 points``; against a rival ``ahead by 3``."""
        if self.rival is not None:
            if score == 0:
                return "level"
            return f"{'ahead' if score > 0 else 'behind'} by {abs(score)}"
        return f"{score} of {house}" if house else count(score, "point")

    def medals_text(self, house: int | None) -> str:
        """The medals in a sentence: ``Bronze from 10, silver 20, gold 30.``"""
        if self.medals.told:
            return self.medals.told
        lines = self.lines(house)
        if lines:
            bronze, silver, gold = lines.values()
            return f"Bronze from {bronze}, silver {silver}, gold {gold}."
        shares = self.medals
        return f"Bronze from {shares.bronze} % of the house's points, silver {shares.silver} %, gold {shares.gold} %."

    def short_medals(self, house: int | None) -> str:
        """The medals in fewer words: ``Bronze 10, silver 20, gold 30.``"""
        lines = self.lines(house)
        if self.medals.told or not lines:
            return self.medals_text(house)
        bronze, silver, gold = lines.values()
        return f"Bronze {bronze}, silver {silver}, gold {gold}."


def play_task(game: AnyGame, daily: Daily, day: str, choose: Callable[[Any, Decide], Any]) -> list[Play]:
    """Play the task of a day to its end; ``choose`` answers a state in which a seat decides with the action.

    A house is made so, and measurements. The same choices give the same plays.
    """
    state = game.new(daily.seats, daily.options(day))
    plays: list[Play] = []
    turn = game.turn(state)
    while isinstance(turn, Decide | Nature):
        if isinstance(turn, Nature):
            move = game.resolve(state, turn, nature_dice(game, state, turn, 0, len(plays)))
            play = Play(len(plays) + 1, None, move, state, game.apply_outcome(state, move))
        else:
            move = choose(state, turn)
            play = Play(len(plays) + 1, turn.seat, move, state, game.apply(state, move))
        plays.append(play)
        state = play.step.state
        turn = game.turn(state)
    return plays


# --- the signs of a finished task ---------------------------------------------------------------------

FALL, SLIP, BREAK = "×", "~", "/"
MORE, LESS, EVEN = "▲", "▼", "="
BARS = "·▁▂▃▄▅▆▇█"
"""Signs of 0 to 8: nothing, then bars."""
SIGNS = BARS + FALL + SLIP + BREAK + MORE + LESS + EVEN
"""Every sign that a line to share may have."""
PLAIN_SIGNS = ".12345678!~/+-="
"""An ASCII sign for each of :data:`SIGNS`. There is no letter among them."""
MOST_SIGNS = 16
"""The most signs of one task, so that its line to share has room."""


def bar(value: float, most: float = 8) -> str:
    """The sign of a value between 0 and ``most``; only 0 and less are shown as nothing.

    >>> bar(0), bar(1), bar(4), bar(55, 110), bar(1, 110), bar(200, 110)
    ('·', '▁', '▄', '▄', '▁', '█')
    """
    if value <= 0 or most <= 0:
        return BARS[0]
    return BARS[min(8, max(1, round(8 * value / most)))]


def plain_signs(signs: str) -> str:
    """Signs in ASCII.

    >>> plain_signs("▆█·×▲")
    '68.!+'
    """
    return signs.translate(str.maketrans(SIGNS, PLAIN_SIGNS))

"""The opponents of Stacked Words, weakest first. How they work and how strong they are: ``BOTS.md``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from msgspec import UNSET

from towergames.bots.baselines import RandomBot
from towergames.core.bot import Clock, Level, Thought
from towergames.core.dice import Dice
from towergames.games.words import leaves
from towergames.games.words.generator import Laws, Position, ScoredPlay, generator_for
from towergames.games.words.grid import formed, without
from towergames.games.words.model import (
    TASK_PLAYS,
    Accept,
    Challenge,
    Exchange,
    Pass,
    State,
    View,
    imagine,
    unseen_tiles,
)
from towergames.games.words.rules import first_refusal, list_for_play
from towergames.games.words.search import Endgame, Method, SearchState, candidates, simulate
from towergames.lexicon import word_lists

MOST_TILES = 6
"""Most tiles that a simulated answer may play. Longer plays are rarely the best and take most of the time."""

NO_PLAY, NO_WORD = "The bot saw no play worth more than an exchange.", "The bot saw no word to play."
"""Reasons to exchange a tile, and to pass. Reasons are public, so they say nothing about the rack."""

MOST_NOTICED = "Of the plays that the bot noticed, none scores more."
NOT_THE_MOST = "The bot noticed it, and did not take the play that scores most."

# --- what every level does alike ----------------------------------------------------------------------


def answer(state: State, view: View, known: Collection[str]) -> Thought[Any] | None:
    """The answer to the play before, where there is one to give; None when it is time for a move."""
    doubted = view.pending is not None and any(word not in known for word in view.pending.words)
    if doubted and first_refusal(state, Challenge()) is None:
        return Thought(Challenge(), "The play has a word that the bot does not know.")
    if view.phase == "answer":
        return Thought(Accept(), "The bot doubts no word of the play.")
    return None


def laws_of(state: State) -> Laws:
    """The rules of this game for finding plays. The word list is loaded by the first call."""
    return Laws(generator_for(list_for_play(state)), state.terms, MOST_TILES)


def exchanges(state: State) -> list[str]:
    """The tiles that may be exchanged now."""
    rack = state.racks[state.active]
    return [tile for tile in sorted(set(rack)) if first_refusal(state, Exchange(tile)) is None]


def without_a_play(state: State, view: View) -> Thought[Any]:
    """Exchange the tile that is missed least, or pass."""
    rack = state.racks[state.active]
    table = leaves.shipped()
    worst = max(exchanges(state), key=lambda tile: table.worth(without(rack, tile), max(1, view.bag)), default="")
    return Thought(Exchange(worst), NO_PLAY) if worst else Thought(Pass(), NO_WORD)


# --- easy, casual and club: play what people see -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sight:
    """The plays that a player notices, as chances.

    ``by_length`` are the chances to think of a word of 2 to 7 letters, ``longer`` that of a longer one. Each further
    word that a play forms counts ``beside``, and tiles around tiles that stand count ``around``. ``best`` is the chance
    to take the best of the plays that are noticed, else the next one, and so on.
    """

    by_length: tuple[float, ...]
    longer: float
    beside: float
    around: float
    best: float

    def of_word(self, word: str) -> float:
        """The chance to think of a word."""
        at = len(word) - 2
        return self.by_length[at] if at < len(self.by_length) else self.longer


EASY = Sight((0.7, 0.6, 0.45, 0.25, 0.12, 0.06), longer=0.03, beside=0.2, around=0.5, best=0.4)
CASUAL = Sight((0.85, 0.8, 0.7, 0.5, 0.3, 0.18), longer=0.08, beside=0.4, around=0.7, best=0.55)
CLUB = Sight((0.95, 0.92, 0.85, 0.7, 0.5, 0.35), longer=0.2, beside=0.65, around=0.85, best=0.7)

NEXT_BEST = 8
"""How far down its list of plays a bot goes that does not take the best one."""


@dataclass(frozen=True, slots=True)
class SeeingBot:
    """Knows the list ``common`` only and misses plays as people do: long words, words beside words, tiles around tiles.

    Of a list that does not ship it knows every word: nothing says which of them are common.
    """

    sight: Sight

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:  # noqa: ARG002 - the protocol
        """A play of words that most people know, or an exchange."""
        state = imagine(view, dice.fork("imagine"))
        table = list_for_play(state)
        known = word_lists.load("common").words if table.ships else table.words
        # Where a wrong challenge costs a turn, it doubts only what is in no list at all.
        strict = view.terms.checking == "loser-loses-turn" and table.ships
        answered = answer(state, view, word_lists.load("wide").words if strict else known)
        if answered:
            return answered
        noticed = self._noticed(state, known, dice)
        if not noticed:
            return without_a_play(state, view)
        at = 0
        while at + 1 < len(noticed) and at < NEXT_BEST and dice.random() > self.sight.best:
            at += 1
        why = MOST_NOTICED if noticed[at].score == noticed[0].score else NOT_THE_MOST
        return Thought(noticed[at].action(state.terms.size), why)

    def _noticed(self, state: State, known: Collection[str], dice: Dice) -> list[ScoredPlay]:
        """The plays that it notices, best first; at least one when it knows the words of any."""
        size = state.terms.size
        plays = Position.of(laws_of(state), state.board).every(state.racks[state.active])
        plays.sort(key=lambda play: (-play.score, play.cell, play.down, play.tiles))
        came_to_mind: dict[str, bool] = {}
        noticed: list[ScoredPlay] = []
        missed: list[ScoredPlay] = []
        for play in plays:
            words = [word.text for word in formed(state.board, play.placements(size))]
            if any(word not in known for word in words):
                continue
            main = words[0]
            if main not in came_to_mind:
                came_to_mind[main] = dice.random() < self.sight.of_word(main)
            chance = self.sight.beside ** (len(words) - 1) * (self.sight.around if "." in play.tiles else 1.0)
            in_place = dice.random() < chance
            (noticed if came_to_mind[main] and in_place else missed).append(play)
        return noticed or missed[-1:]


# --- normal: the highest score ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GreedyWords:
    """Knows the whole list, sees every play, and takes the highest score; a tie is broken at random."""

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:  # noqa: ARG002 - the protocol
        """The play with the highest score, or an exchange."""
        state = imagine(view, dice.fork("imagine"))
        answered = answer(state, view, list_for_play(state).words) if view.pending else None
        if answered:
            return answered
        plays = Position.of(laws_of(state), state.board).every(state.racks[state.active])
        if not plays:
            return without_a_play(state, view)
        most = max(play.score for play in plays)
        play = dice.choice(sorted(play for play in plays if play.score == most))
        return Thought(play.action(state.terms.size), "No play scores more.")


# --- hard: simulation, and the exact end -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class ThinkingBot:
    """Simulates the best plays against sampled racks of the others; with an empty bag it searches to the end."""

    method: Method

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:
        """The play that does best on the average of the worlds it imagined."""
        state = imagine(view, dice.fork("imagine"))
        answered = answer(state, view, list_for_play(state).words) if view.pending else None
        return answered or self.move(view, state, dice, clock)

    def move(self, view: View, state: State, dice: Dice, clock: Clock) -> Thought[Any]:
        """The move of a turn, whether or not the play before could be challenged. ``state`` is imagined."""
        table = table_of(view, state)
        if table.bag == 0 and view.seats == 2:
            return self._end(view, table, state, clock)
        known, method = leaves.shipped(), self.method
        if view.terms.deal is not UNSET:
            if view.turns + 1 >= TASK_PLAYS:
                return GreedyWords().choose(view, dice, clock)
            method = replace(method, per_tile=0.0)  # the plays of a task end before its tiles do
        found = candidates(table, known, exchanges(state), True, method)
        best, done = simulate(table, found, known, method, dice.fork("worlds"), clock)
        if best.play is None:
            return Thought(Exchange(best.swap), NO_PLAY, done) if best.swap else Thought(Pass(), NO_WORD, done)
        why = "With the answers to it counted" if view.seats > 1 else "With the tiles it keeps counted"
        return Thought(best.play.action(state.terms.size), f"{why}, the bot found no better move.", done)

    def _end(self, view: View, table: SearchState, state: State, clock: Clock) -> Thought[Any]:
        other = state.racks[1 - table.seat]
        search = Endgame(view.terms.penalty, clock)
        found = search.choose(table.position, table.rack, other, min(1, view.passes))
        action = Pass() if found.play is None else found.play.action(view.terms.size)
        exact = "The bot searched to the end of the game, and no move does better."
        return Thought(
            action, exact if found.exact else "The bag is empty, and the bot found no better move.", found.done
        )


def table_of(view: View, state: State) -> SearchState:
    """The search's state. ``state`` is imagined from the view; only facts that the view knows are read from it."""
    pending = view.pending
    return SearchState(
        position=Position.of(laws_of(state), view.board),
        seat=state.active,
        racks=view.racks,
        sizes=view.rack_sizes,
        unseen=unseen_tiles(view),
        penalty=view.terms.penalty,
        due=pending.seat if pending is not None and pending.seat != state.active else None,
    )


HARD = Method(width=6, rounds=4, least=3)


LEVELS: tuple[Level, ...] = (
    Level("random", "plays any word it finds", RandomBot, rating=740),
    Level("easy", "knows common words, misses many", lambda _: SeeingBot(EASY), rating=1000),
    Level("casual", "knows common words, misses some", lambda _: SeeingBot(CASUAL), rating=1500),
    Level("club", "knows common words, misses few", lambda _: SeeingBot(CLUB), rating=1790),
    Level("normal", "takes the highest score", lambda _: GreedyWords(), rating=2370),
    Level("hard", "thinks of your answer", lambda _: ThinkingBot(HARD), iterations=200, seconds=None, rating=2560),
)
"""Weakest first."""
FORMER_LEVELS = {"expert": "hard"}
"""Levels of earlier versions, and those that play for them now."""

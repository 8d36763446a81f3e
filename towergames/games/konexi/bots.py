"""The bots of Konexi, weakest first, and their decisions. Method and measured strength: ``BOTS.md``.

A bot lists candidates first, then simulates releases of the best ones. Without a physics engine it decides by weights
alone; no letter can be released there anyway.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from towergames import physics
from towergames.core.bot import Clock, Level, Thought
from towergames.core.dice import Dice
from towergames.core.text import count, one_in
from towergames.games.konexi import model
from towergames.games.konexi.evaluation import LetterOption, NextPosition, Outlook, Race, base_option, worth
from towergames.games.konexi.model import Action, Place, State
from towergames.games.konexi.rules import beside, gaps, places_of, taken
from towergames.games.konexi.tower import PlacedLetter, Tower, tower_of
from towergames.games.konexi.words import (
    LetterSetIndex,
    Vocabulary,
    WordSight,
    index_of,
    lexicon_of,
    sayable_words,
    set_of,
)
from towergames.lexicon import Lexicon, word_lists
from towergames.lexicon.word_lists import EVERYDAY, FAMILIAR, familiar

ReleaseTrial = Callable[[State, PlacedLetter, Dice], bool]
"""Simulate one release of a letter in a place. True if the tower stands."""


def live_trial() -> ReleaseTrial | None:
    """Simulated releases by the physics engine; None without the engine."""
    if physics.unavailable_reason():
        return None
    from towergames.games.konexi.live_physics import draw_tremor, try_release

    def release(state: State, spot: PlacedLetter, dice: Dice) -> bool:
        return try_release(state, spot, draw_tremor(state.terms.hand, dice)).kind == model.STANDS

    return release


PRIOR_TRIALS = 16.0
"""Number of trials for which the estimated chance of a place counts. The weights know more than six trials: with 2 a
place that stood in six of six was said to fall in 0.8 % of releases, and fell in 2.5 % (``BOTS.md``).
"""
BLURRED_PRIOR_TRIALS = 3.0
"""Number of trials for which the chance counts that an inexact eye estimates."""
EXPLORATION_BONUS = 0.5
"""Bonus on the chance of a place that was never tried; it shrinks with the root of its trials."""


@dataclass
class Candidate:
    """A place that may be chosen: its value if the tower stands or falls, and the results of its trials.

    ``gap`` is the gap of the token for this place. ``prior`` is the number of trials for which its estimated chance
    counts.
    """

    gap: int
    option: LetterOption
    stands: float
    falls: float
    prior: float = PRIOR_TRIALS
    good: int = 0
    tried: int = 0

    @property
    def steady(self) -> float:
        """The present estimate of the chance to stand."""
        return (self.prior * self.option.steady + self.good) / (self.prior + self.tried)

    @property
    def value(self) -> float:
        return worth(self.steady, self.stands, self.falls)

    @property
    def promise(self) -> float:
        """An optimistic value, which decides where the next trial goes."""
        hoped = min(1.0, self.steady + EXPLORATION_BONUS / math.sqrt(1.0 + self.prior + self.tried))
        return worth(hoped, self.stands, self.falls)

    @property
    def why(self) -> str:
        """Why the place was chosen, without naming the word."""
        if self.tried:
            sure = f"{one_in(1 - self.steady)} falls" if self.good else "no trial stood"
        else:
            sure = self._look
        return f"{sure}, {count(self.option.points, 'point') if self.option.points else 'no word seen'}"

    @property
    def why_token(self) -> str:
        """Why the token goes beside this letter. Another letter there may be taken in the end, after its trials."""
        letter = self.option.spot.letter
        if self.option.points:
            return f"{letter} can make a word of {self.option.points} letters"
        return f"no word was seen, and {letter} has a place that {self._look}"

    @property
    def _look(self) -> str:
        return "looks steady" if self.steady > 0.7 else "looks risky"


def try_out(
    candidates: Sequence[Candidate],
    try_release: Callable[[PlacedLetter, Dice], bool],
    dice: Dice,
    clock: Clock,
    most: int,
    on_progress: Callable[[Candidate], None],
) -> int:
    """Simulate releases of promising candidates, at most ``most`` each. Return the number of releases.

    ``on_progress`` is called with each new best candidate.
    """
    done = 0
    best: Candidate | None = None
    while not clock.over(done):
        open_ones = [one for one in candidates if one.tried < most]
        if not open_ones:
            break
        one = max(open_ones, key=lambda each: each.promise)
        if max(each.value for each in candidates) > one.promise:
            break
        one.tried += 1
        one.good += try_release(one.option.spot, dice.fork(f"release {done}"))
        done += 1
        leading = max(candidates, key=lambda each: each.value)
        if leading is not best:
            best = leading
            on_progress(leading)
    return done


STANDING_VALUE = 1.0
"""Value in points of a standing tower for a bot that does not look ahead."""


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """Limits of a bot's search for a place.

    ``letters``: letters considered where Any Letter offers more; 0 for all. ``looks``: places of a letter considered
    for each word that the bot sees, and for no word; 0 for all. ``blur``: standard deviation of its error about the
    chance to stand, as a logit. ``width``: number of best places that it considers further. ``releases``: simulated
    releases for each of these, at most. ``ahead``: whether it counts the next player's turn and the race to the target.
    """

    looks: int = 0
    letters: int = 0
    blur: float = 0.0
    width: int = 1
    releases: int = 0
    ahead: bool = False


TALL_TOWER = 10
"""Number of letters from which a tower is tall."""
TESTED_PLACES = 4
"""Number of places that a level without trials tests on a tall tower when it is ahead."""
TESTS = 3
"""Simulated releases for each of these places, at most."""


@dataclass
class TurnPlan:
    """The search for one turn of the active player."""

    state: State
    words: Vocabulary
    effort: SearchEffort
    race: Race = field(init=False)
    then: int = field(init=False)

    def __post_init__(self) -> None:
        self.race = Race.of(self.state)
        self.then = (self.state.active + 1) % self.state.seats

    def candidates(self, where: Iterable[int], dice: Dice, clock: Clock) -> list[Candidate]:
        """The promising places with the token in one of the gaps ``where``, best first."""
        gaps: dict[str, list[int]] = {}
        for gap in where:
            for letter in self.state.only or beside(self.state.circle, gap):
                gaps.setdefault(letter, []).append(gap)
        options = self._options(gaps, dice)
        prior = BLURRED_PRIOR_TRIALS if self.effort.blur else PRIOR_TRIALS
        candidates = [Candidate(gaps[option.spot.letter][0], option, *self._quick(option), prior) for option in options]
        candidates.sort(key=lambda one: -one.value)
        candidates = candidates[: self.effort.width]
        if self.effort.ahead and self.state.tower:
            candidates = [self._ahead(one, gaps[one.option.spot.letter]) for one in _in_time(candidates, clock)]
            candidates.sort(key=lambda one: -one.value)
        return candidates

    def _options(self, letters: Iterable[str], dice: Dice) -> list[LetterOption]:
        if not self.state.tower:
            return [base_option(spot) for letter in letters for spot in places_of(self.state, letter)]
        outlook = self._outlook(tower_of(self.state.tower))
        if not self.effort.looks:
            return [option for letter in letters for option in outlook.options(letter)]
        seen = []
        for letter in dice.shuffled(list(letters))[: self.effort.letters or None]:
            by_word: dict[int, list[LetterOption]] = {}
            for option in dice.shuffled(outlook.options(letter)):
                by_word.setdefault(option.word, []).append(option)
            few = (option for some in by_word.values() for option in some[: self.effort.looks])
            seen += [self._judged(option, dice) for option in few]
        return seen

    def _judged(self, option: LetterOption, dice: Dice) -> LetterOption:
        """The option as judged by a bot with an inexact eye."""
        off = math.exp(self.effort.blur * dice.bell())
        return replace(option, steady=option.steady / (option.steady + (1 - option.steady) * off))

    def _outlook(self, tower: Tower) -> Outlook:
        return Outlook(tower, self.words, self.state.terms.hand, self.state.terms.flip)

    def _quick(self, option: LetterOption) -> tuple[float, float]:
        """The values of a place if the tower stands and if it falls, without looking ahead."""
        me = self.state.active
        if not self.effort.ahead:
            loss = self.race.points[me] - self.race.after_fall(me).points[me]
            return STANDING_VALUE + option.points, -float(loss)
        stands = self.race.after_word(me, option.points).chance(me, self.then)
        return stands, self.race.after_fall(me).chance(me, self.then, lull=True)

    def _ahead(self, one: Candidate, gaps: list[int]) -> Candidate:
        """Re-evaluate a candidate by the next player's best replies.

        The token goes into the gap that leaves this player the highest chance to win.
        """
        me = self.state.active
        race = self.race.after_word(me, one.option.points)
        if race.won(me) or len(self.state.circle) == 1:
            return one
        outlook = self._outlook(tower_of((*self.state.tower, one.option.spot)))
        either = self.state.terms.direction == "either"
        by_gap = []
        for gap in gaps:
            circle, token = taken(self.state.circle, gap, one.option.spot.letter)
            chance = NextPosition(outlook, circle, token, race, self.then, either).chance(me)
            by_gap.append(Candidate(gap, one.option, chance, one.falls))
        return max(by_gap, key=lambda each: each.stands)


def _in_time(found: list[Candidate], clock: Clock) -> Iterator[Candidate]:
    """Yield candidates while there is time, at least one."""
    for number, one in enumerate(found):
        if number and clock.over(0):
            return
        yield one


_KNOWN = 0.05
"""Share of familiar words below which a list counts as another language, or as a special list."""


@cache
def _words(lexicon: Lexicon | None, mind: WordSight | None) -> frozenset[str]:
    """The words of the game's list that a bot with this mind knows.

    If few words of the list are familiar, as in another language, every bot knows all of them.
    """
    words = word_lists.load("standard").words if lexicon is None else lexicon.words
    if mind is None or len(words & familiar(FAMILIAR)) < _KNOWN * len(words):
        return frozenset(words)
    return frozenset(words & familiar(mind.words))


@cache
def _index(lexicon: Lexicon | None, mind: WordSight | None) -> LetterSetIndex:
    return LetterSetIndex(_words(lexicon, mind)) if mind is not None or lexicon is None else index_of(lexicon)


@dataclass(frozen=True, slots=True)
class KonexiBot:
    """A bot: the effort of its search, the words it sees, and its simulated releases.

    ``mind`` None: it sees all words. ``trials`` returns None without an engine; then weights alone decide.
    """

    effort: SearchEffort
    mind: WordSight | None = None
    trials: Callable[[], ReleaseTrial | None] = live_trial

    def choose(self, view: model.View, dice: Dice, clock: Clock) -> Thought[Any]:
        """Choose a legal action for the active player. Reproducible for equal state, dice and iterations."""
        state = model.state_of(view)
        match state.phase:
            case "birthday":
                return Thought(model.Begin(dice.below(state.seats)), "a player drawn by lot")
            case "arrange":
                return Thought(model.Mix(), "every order is as good")
            case "token":
                return self._token(state, dice, clock)
            case "place":
                return self._place(state, dice, clock)
            case _:
                return self._word(state)

    def _token(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        """K-6: choose the gap with the best letter and place. Trials wait until a letter is chosen."""
        possible = gaps(state)
        best = max(self._candidates(state, possible, dice, clock), key=lambda one: one.value, default=None)
        if best is None:
            return Thought(model.Token(possible[0]), "no letter was found that fits")
        clock.report_progress(model.Token(best.gap))
        return Thought(model.Token(best.gap), best.why_token)

    def _place(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        candidates = self._candidates(state, (state.gap,), dice, clock)
        if not candidates:
            return Thought(model.GiveUp(), "no letter beside the token fits")

        def report(one: Candidate) -> None:
            clock.report_progress(Place(*one.option.spot))

        done = 0
        releases = self._effort(state).releases
        release = self.trials() if releases else None
        if release is not None:
            done = try_out(candidates, partial(release, state), dice, clock, releases, report)
        best = max(candidates, key=lambda one: one.value)
        report(best)
        return Thought(Place(*best.option.spot), best.why, done)

    def best_place(self, state: State, dice: Dice, clock: Clock, releases: int) -> Candidate | None:
        """The place that it chooses after at most ``releases`` trials of each, the token still to be put or not."""
        candidates = self.places(state, dice, clock)
        release = self.trials()
        if release is not None:
            try_out(candidates, partial(release, state), dice, clock, releases, lambda _: None)
        return max(candidates, key=lambda one: one.value, default=None)

    def places(self, state: State, dice: Dice, clock: Clock) -> list[Candidate]:
        """The places that it would try out, the token still to be put or not."""
        return self._candidates(state, gaps(state) if state.phase == "token" else (state.gap,), dice, clock)

    def _candidates(self, state: State, where: tuple[int, ...], dice: Dice, clock: Clock) -> list[Candidate]:
        plan = TurnPlan(state, self.vocabulary(state), self._effort(state))
        return plan.candidates(where, dice.fork("looks"), clock)

    def _effort(self, state: State) -> SearchEffort:
        """The effort of one turn. Every level tests its places on a tall tower while it is ahead."""
        others = (points for seat, points in enumerate(state.points) if seat != state.active)
        at_stake = len(state.tower) >= TALL_TOWER and state.points[state.active] > max(others, default=0)
        if self.effort.releases or not at_stake:
            return self.effort
        return replace(self.effort, width=TESTED_PLACES, releases=TESTS)

    def _word(self, state: State) -> Thought[Action]:
        """R-14: the longest word that it sees; among words of one length an everyday one."""
        seen = {one.letters for one in self.vocabulary(state).made(tower_of(state.tower[:-1]), state.new)}
        known = _words(lexicon_of(state), self.mind)
        words = [word for word in sayable_words(state) if word in known and set_of(word) in seen]
        if not words:
            return Thought(model.EndTurn(), "no word was found")
        word = min(words, key=lambda word: (-len(word), word not in familiar(EVERYDAY)))
        return Thought(model.SayWord(word), count(len(word), "point"))

    def vocabulary(self, state: State) -> Vocabulary:
        """The words that the bot knows and sees."""
        if state.letters_score:  # K-28: letters count, not words
            return Vocabulary(LetterSetIndex(()), state.terms.shortest)
        index = _index(lexicon_of(state), self.mind)
        return Vocabulary(index, state.terms.shortest, self.mind, f"{state.active} {state.circle}")


EASY = KonexiBot(SearchEffort(looks=3, letters=3, blur=1.0), WordSight(EVERYDAY, patience=0.25, ideas=2))
NORMAL = KonexiBot(SearchEffort(looks=5, letters=8, blur=0.5), WordSight(FAMILIAR, patience=0.4, ideas=3))
CLUB = KonexiBot(SearchEffort(width=10, releases=6), WordSight(FAMILIAR, patience=0.9, ideas=6))
HARD = KonexiBot(SearchEffort(width=10, releases=6, ahead=True))

LEVELS: tuple[Level, ...] = (
    Level("easy", "knows a few everyday words", lambda _: EASY, rating=1000),
    Level("normal", "knows common words, guesses balance", lambda _: NORMAL, rating=1260),
    Level("club", "knows common words, tests places", lambda _: CLUB, 18, rating=1460),
    Level("hard", "sees all words, tests places", lambda _: HARD, 18, rating=2060),
)
"""Weakest first. The number of trials ends a decision; the two seconds are a cap for live play."""

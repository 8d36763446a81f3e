"""What an opponent does when it is asked: where the token goes, which letter, which place, which word."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from towergames.core.bot import Clock, Thought
from towergames.core.dice import Dice
from towergames.core.text import count
from towergames.games.konexi.circle import beside, gaps
from towergames.games.konexi.finder import WordIndex, index_of, set_of
from towergames.games.konexi.lattice import tower_of
from towergames.games.konexi.model import Action, Begin, Done, GiveUp, Mix, Place, State, Token, Word
from towergames.games.konexi.opponent.choice import Candidate, try_out
from towergames.games.konexi.opponent.planning import Care, Plan
from towergames.games.konexi.opponent.trials import Trial
from towergames.games.konexi.opponent.vocabulary import Mind, Vocabulary
from towergames.games.konexi.rules import available, lexicon_of
from towergames.games.konexi.turns import names
from towergames.lexicon import Lexicon, shelf
from towergames.lexicon.shelf import EVERYDAY, FAMILIAR, familiar

_KNOWN = 0.05
"""A list with a smaller share of familiar words is taken for another language, or a special list."""


@dataclass(frozen=True, slots=True)
class Player:
    """One opponent.

    ``care`` says how thoroughly it looks for a place; ``mind`` says which words it sees (None: all); ``trial``
    simulates a release (None: it judges by weights on paper alone).
    """

    care: Care
    mind: Mind | None = None
    trial: Trial | None = None

    def move(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        """Its move for the player to move. Reproducible for the same state, dice and iterations."""
        match state.phase:
            case "birthday":
                return Thought(Begin(dice.below(state.seats)), "it knows no birthdays")
            case "arrange":
                return Thought(Mix(), "it has no favourite order")
            case "token":
                return self._token(state, dice, clock)
            case "place":
                return self._place(state, dice, clock)
            case _:
                return self._word(state)

    def _token(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        """K-6: by the letter and place that look best; trials wait until the letter is in hand."""
        possible = gaps(state)
        best = max(self._candidates(state, possible, dice, clock), key=lambda one: one.value, default=None)
        if best is None:
            return Thought(Token(possible[0]), "no letter has a place")
        clock.tell(Token(best.gap))
        here = names(beside(state.circle, best.gap))
        return Thought(Token(best.gap), f"beside {here}, for the {best.option.spot.letter}")

    def _place(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        found = self._candidates(state, (state.gap,), dice, clock)
        if not found:
            return Thought(GiveUp(), "no letter on offer has a place")
        done = 0
        if self.trial is not None:
            trial = self.trial
            done = try_out(
                found,
                lambda spot, own: trial(state, spot, own),
                dice,
                clock,
                self.care.releases,
                lambda one: clock.tell(Place(*one.option.spot)),
            )
        best = max(found, key=lambda one: one.value)
        clock.tell(Place(*best.option.spot))
        return Thought(Place(*best.option.spot), why(best), done)

    def _candidates(self, state: State, where: tuple[int, ...], dice: Dice, clock: Clock) -> list[Candidate]:
        plan = Plan(state, self.vocabulary(state), self.care)
        return plan.candidates(where, dice.fork("looks"), clock)

    # --- words ------------------------------------------------------------------------------------------

    def _word(self, state: State) -> Thought[Action]:
        """R-14: the longest word that it sees; of words of one length an everyday one."""
        seen = {one.letters for one in self.vocabulary(state).made(tower_of(state.tower[:-1]), state.new)}
        known = _words(lexicon_of(state), self.mind)
        words = [word for word in available(state) if word in known and set_of(word) in seen]
        if not words:
            return Thought(Done(), "it sees no word")
        word = min(words, key=lambda word: (-len(word), word not in familiar(EVERYDAY)))
        return Thought(Word(word), count(len(word), "point"))

    def vocabulary(self, state: State) -> Vocabulary:
        """The words that it knows, and those of them that it sees."""
        if state.seats == 1:  # K-28: letters count, not words
            return Vocabulary(WordIndex(()), state.terms.shortest)
        index = _index(lexicon_of(state), self.mind)
        return Vocabulary(index, state.terms.shortest, self.mind, f"{state.active} {state.circle}")


def why(best: Candidate) -> str:
    """Why a place was chosen, without telling the word."""
    if best.tried:
        sure = f"it stood in {best.good} of {best.tried} trials"
    else:
        sure = "it looks steady" if best.steady > 0.7 else "it looks risky"
    for_what = f"for {count(best.option.points, 'point')}" if best.option.points else "without a word"
    return f"{for_what}; {sure}"


@cache
def _words(lexicon: Lexicon | None, mind: Mind | None) -> frozenset[str]:
    """The words of the list on the table that a bot with this mind knows.

    Of a list in which few words are familiar, such as one in another language, every bot knows all words.
    """
    words = shelf.load("standard").words if lexicon is None else lexicon.words
    if mind is None or len(words & familiar(FAMILIAR)) < _KNOWN * len(words):
        return frozenset(words)
    return frozenset(words & familiar(mind.words))


@cache
def _index(lexicon: Lexicon | None, mind: Mind | None) -> WordIndex:
    return WordIndex(_words(lexicon, mind)) if mind is not None or lexicon is None else index_of(lexicon)

"""What an opponent does when it is asked: where the token goes, which letter, which place, which word."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from towergames.core.bot import Clock, Thought
from towergames.core.dice import Dice
from towergames.games.konexi.circle import beside, gaps
from towergames.games.konexi.finder import WordIndex, index_of, set_of
from towergames.games.konexi.lattice import tower_of
from towergames.games.konexi.model import Action, Begin, Done, GiveUp, Mix, Place, State, Token, Word
from towergames.games.konexi.opponent.choice import Candidate, try_out
from towergames.games.konexi.opponent.planning import Care, Plan
from towergames.games.konexi.opponent.trials import Trial
from towergames.games.konexi.opponent.vocabulary import Mind, Vocabulary
from towergames.games.konexi.rules import available, lexicon_of
from towergames.games.konexi.turns import many, names
from towergames.lexicon import Lexicon, shelf


@dataclass(frozen=True, slots=True)
class Player:
    """One opponent.

    ``care`` is how much trouble it takes; a ``modest`` one knows common words only; ``glances`` tell how often it looks
    for a word before it has missed it (0: it sees all of them); ``trial`` lets go in thought (None: it does not).
    """

    care: Care
    modest: bool = False
    glances: int = 0
    trial: Trial | None = None

    def move(self, state: State, dice: Dice, clock: Clock) -> Thought[Action]:
        """Its move for the player to move. Reproducible for the same state, dice and iterations."""
        match state.phase:
            case "birthday":
                return Thought(Begin(dice.below(state.seats)), "nobody's birthday is known to it")
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
        """R-14: the longest word that it sees."""
        before = tower_of(state.tower[:-1])
        seen = set(self.vocabulary(state).within(before.letters, state.new))
        known = _words(lexicon_of(state), self.modest)
        words = [word for word in available(state) if word in known and set_of(word) in seen]
        if not words:
            return Thought(Done(), "it sees no word")
        return Thought(Word(words[0]), many(len(words[0]), "point"))

    def vocabulary(self, state: State) -> Vocabulary:
        """The words that come into question for it."""
        if state.seats == 1:  # K-28: letters count, not words
            return Vocabulary(WordIndex(()), state.terms.shortest)
        mind = Mind(self.glances, state.active, state.circle) if self.glances else None
        return Vocabulary(_index(lexicon_of(state), self.modest), state.terms.shortest, mind)


def why(best: Candidate) -> str:
    """Why a place was chosen, without telling the word."""
    if best.tried:
        sure = f"it stood in {best.good} of {best.tried} trials"
    else:
        sure = "it looks steady" if best.steady > 0.7 else "it looks risky"
    for_what = f"for {many(best.option.points, 'point')}" if best.option.points else "without a word"
    return f"{for_what}; {sure}"


@cache
def _words(lexicon: Lexicon | None, modest: bool) -> frozenset[str]:
    """The words that somebody knows: those of the list on the table, a modest player only common ones of them."""
    common = shelf.load("common").words
    words = shelf.load("standard").words if lexicon is None else lexicon.words
    return frozenset(words & common) if modest else frozenset(words)


@cache
def _index(lexicon: Lexicon | None, modest: bool) -> WordIndex:
    return WordIndex(_words(lexicon, modest)) if modest or lexicon is None else index_of(lexicon)

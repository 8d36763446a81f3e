"""The review of past turns: the place and the word of each, beside those that Hard would have chosen.

A turn is worth points on average: the points of its word when the tower stands, less the cost of a fall. Releases are
simulated to find how often the tower stands, for the place of the turn and for Hard's place with equal tremors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from towergames.core.bot import Clock
from towergames.core.contract import AnyGame, Seat
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.core.review import TurnReview, Unit
from towergames.core.text import count, listed, one_in
from towergames.games.konexi.bots import HARD, PRIOR_TRIALS, KonexiBot, live_trial
from towergames.games.konexi.evaluation import steady
from towergames.games.konexi.model import GiveUp, Place, State, Token
from towergames.games.konexi.notation import notate
from towergames.games.konexi.requirements import unavailable_reason
from towergames.games.konexi.rules import beside, gaps, is_blocked, onto
from towergames.games.konexi.tower import PlacedLetter, Scales, joints, tower_of
from towergames.games.konexi.words import words_made
from towergames.lexicon.word_lists import EVERYDAY, familiar

RELEASES, TRIALS = 3, 4
"""Simulated releases of a place that is compared, and of all places among which Hard chooses, for a care of 1."""
LEAST_LOST = 1.5
"""A turn that lost fewer points, on average, was as good as Hard's: releases of a place are no surer than that."""
LEAST_STEADY = 0.75
"""A place of Hard's that stands less often is no advice."""
RISKIER = 0.1
"""A place that falls more often than Hard's by this chance is riskier."""
NO_BETTER = "No place that Hard saw was clearly better."
ALL_SCORE = "A review of Konexi is for games in which one word scores in a turn."
LETTERS_SCORE = "A review of Konexi compares words, and alone the letters count."


@dataclass(frozen=True, slots=True)
class PlaceReview:
    """A letter in a place: the letters that hold it, its word or '', and the chance that the tower stands."""

    spot: PlacedLetter
    held_by: str
    word: str
    steady: float

    def value(self, fall: int) -> float:
        """The points that it brings on average, where a fall costs ``fall`` points."""
        return self.steady * len(self.word) - (1 - self.steady) * fall

    @property
    def falls(self) -> str:
        """How often the tower falls there, in words."""
        return f"{one_in(1 - self.steady)} falls"


class KonexiTurns:
    """Compares turns by the points that they bring on average. See :class:`towergames.core.review.TurnReviewer`."""

    unit: Unit = "points"
    measure = "Points of a turn on average over simulated releases, give or take 1."

    def why_not(self, game: AnyGame, first: State) -> str:  # noqa: ARG002 - as every game is asked
        """The reason against a review: no engine, or points that are not those of one word a turn."""
        if first.letters_score:
            return LETTERS_SCORE
        return ALL_SCORE if first.terms.every is True else unavailable_reason()

    def turns(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        """The turns of a seat that added a letter to a tower, or gave up where one had a place."""
        found: list[range] = []
        token: Play | None = None
        for play in plays:
            if play.by != seat:
                continue
            if isinstance(play.move, Token):
                token = play
            elif isinstance(play.move, Place | GiveUp):
                if play.before.tower and not (isinstance(play.move, GiveUp) and is_blocked(play.before)):
                    put = token is not None and token.before.tower == play.before.tower  # no bump came between them
                    start = token.number if token is not None and put else play.number
                    found.append(range(start, play.number + 1))
                token = None
            elif found and play.before.new:
                found[-1] = range(found[-1].start, play.number + 1)
        return found

    def judge(self, game: AnyGame, plays: Sequence[Play], turn: range, care: int) -> TurnReview:
        """The turn beside Hard's, each place released with the tremors of the other."""
        own = plays[turn.start - 1 : turn.stop - 1]
        start: State = own[0].before
        deed = next(play for play in own if isinstance(play.move, Place | GiveUp))
        stood, said = _outcome(plays, deed)
        dice = Dice.named(f"review {start.round} {len(start.tower)} {care}")
        made = None
        if isinstance(deed.move, Place):
            word = said if stood else _word(start, deed.move.spot)
            made = _released(start, deed.move.spot, word, dice, care)
        fall = min(start.terms.penalty, start.points[start.active])
        worth = made.value(fall) if made is not None else -float(fall)
        best = None
        if _may_be_better(start, worth, fall, dice, care):
            best = _best(start, made, dice, care)
        lost = best.value(fall) - worth if best is not None else 0.0
        near = best is None or lost < LEAST_LOST or best.steady < LEAST_STEADY
        got = round(worth)
        return TurnReview(
            seat=start.active,
            round=game.round(start),
            first=turn.start,
            last=turn.stop - 1,
            before=0,
            after=got,
            best=got if near else got + round(lost),
            made=_made(made, said, stood=stood),
            advised="" if best is None else _advised(best),
            moves=() if near or best is None else _moves(start, best.spot),
            sentence=_praise(made, said, stood=stood) if near or best is None else _why(made, said, best),
            points=len(said) if stood else -fall,
            praise=stood,
        )


def _outcome(plays: Sequence[Play], deed: Play) -> tuple[bool, str]:
    """Whether the letter stood, and the word that was said with it or ''."""
    stood, said = False, ""
    for play in plays[deed.number - 1 :]:
        for event in play.step.events:
            stood = stood or event.kind == "place"
            if event.kind == "word":
                said = event.data["word"]
        if play.step.state.phase not in ("release", "word", "find", "bump"):
            break
    return stood, said


def _hard(care: int) -> KonexiBot:
    """Hard; at first it does not look ahead, for speed."""
    return HARD if care > 1 else replace(HARD, effort=replace(HARD.effort, ahead=False))


def _may_be_better(state: State, worth: float, fall: int, dice: Dice, care: int) -> bool:
    """Whether any place that Hard would try out may bring LEAST_LOST more, if it stands in all of its releases."""
    number = care * RELEASES
    for one in _hard(care).places(state, dice.fork("hard"), Clock(care * TRIALS)):
        hoped = (PRIOR_TRIALS * one.option.steady + number) / (PRIOR_TRIALS + number)
        if hoped * one.option.points - (1 - hoped) * fall - worth >= LEAST_LOST:
            return True
    return False


def _best(state: State, made: PlaceReview | None, dice: Dice, care: int) -> PlaceReview | None:
    """Hard's place, None where no letter has a place; with more care it is released again unless it is the one made."""
    chosen = _hard(care).best_place(state, dice.fork("hard"), Clock(care * TRIALS), HARD.effort.releases)
    if chosen is None:
        return None
    spot = chosen.option.spot
    word = _word(state, spot)
    if made is not None and made.spot == spot:
        return replace(made, word=word)
    if care == 1:
        return PlaceReview(spot, onto(state, spot), word, chosen.steady)
    return _released(state, spot, word, dice, care)


def _released(state: State, spot: PlacedLetter, word: str, dice: Dice, care: int) -> PlaceReview:
    """A place after simulated releases, whose tremors are the same for every place."""
    release, number = live_trial(), care * RELEASES
    assert release is not None
    tower = tower_of(state.tower)
    felt = steady(Scales(tower).weigh(spot, joints(tower, spot)), state.terms.hand)
    good = PRIOR_TRIALS * felt
    for trial in range(number):
        good += release(state, spot, dice.fork(f"release {trial}"))
    return PlaceReview(spot, onto(state, spot), word, good / (PRIOR_TRIALS + number))


def _word(state: State, spot: PlacedLetter) -> str:
    """The longest word that a letter makes in a place, an everyday one if there is any; '' for none."""
    words = words_made(state, (*state.tower, spot))
    return min(words, key=lambda word: (-len(word), word not in familiar(EVERYDAY)), default="")


def _moves(start: State, spot: PlacedLetter) -> tuple[str, ...]:
    """The moves with which a letter comes into its place."""
    moves = [notate(Place(*spot))]
    if start.phase == "token":
        reached = [gap for gap in gaps(start) if spot.letter in beside(start.circle, gap)]
        moves.insert(0, notate(Token(reached[0])))
    return tuple(moves)


# --- in words -------------------------------------------------------------------------------------------


def _made(made: PlaceReview | None, said: str, *, stood: bool) -> str:
    """The turn of the player who is addressed."""
    if made is None:
        return "You gave up."
    joined = f"You joined {made.spot.letter} to {listed(made.held_by)}"
    if not stood:
        return f"{joined}, and the tower fell."
    return f"{joined} and said {said}." if said else f"{joined} and said no word."


def _advised(best: PlaceReview) -> str:
    """Hard's turn."""
    word = f" for {best.word}, {count(len(best.word), 'point')}" if best.word else ""
    return f"Hard would join {best.spot.letter} to {listed(best.held_by)}{word}: {best.falls}."


def _praise(made: PlaceReview | None, said: str, *, stood: bool) -> str:
    """The sentence about a turn that lost nothing."""
    if made is None:
        return f"It was a hard choice. {NO_BETTER}"
    if not stood:
        return f"At this place {made.falls}. {NO_BETTER}"
    word = f"{said} brought {count(len(said), 'point')}" if said else f"{made.spot.letter} stood without a word"
    return f"{word}, and at its place {made.falls}. Hard could hardly do better."


def _why(made: PlaceReview | None, said: str, best: PlaceReview) -> str:
    """The sentence about a costly turn: the temptation, then the fact."""
    letter, points = best.spot.letter, count(len(best.word), "point")
    if made is None:
        return f"No place seemed safe. {letter} had one beside {listed(best.held_by)}: {best.falls}."
    if made.spot == best.spot:
        seen = f"{said} came to mind first" if said else f"No word was in sight for {letter}"
        return f"{seen}. {letter} also made {best.word} there, {points}."
    tempting = f"{made.word} was tempting" if made.word else f"The place of {made.spot.letter} seemed firm"
    if best.steady - made.steady >= RISKIER:
        return f"{tempting}. There {made.falls}; at Hard's place of {letter} {best.falls}."
    return f"{tempting}. {letter} beside {listed(best.held_by)} makes {best.word}, {points}."


TURNS = KonexiTurns()

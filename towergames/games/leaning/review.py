"""The review of placements: each place is tried out again beside that of the strongest level, over the same table.

Those at which something fell are judged at once, and the one that scored most; any other when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from towergames import physics
from towergames.core.bot import Clock
from towergames.core.contract import AnyGame, Seat
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.core.review import TurnReview, Unit
from towergames.games.leaning import text
from towergames.games.leaning.bots import LEVELS
from towergames.games.leaning.evaluation import in_words
from towergames.games.leaning.forecast import BOLD, SAFE, falls_in_words
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import Accept, Action, GiveUp, Hold, Pass, Place, Skip, State
from towergames.games.leaning.moves import closes
from towergames.games.leaning.notation import notate
from towergames.games.leaning.placement_review import JudgedPlace, is_tempting, judged_place, some_place_promises

SURE_POINTS = 1.5
"""Points on average by which a place must be better in every look, for another one to cost anything."""
FALLS = ("break", "wreck")
CONTACTS_KNOWN = "places are judged where there is an engine, and with their contacts"


@dataclass(frozen=True, slots=True)
class ComparedPlaces:
    """The place chosen, and the action of the strongest level with its points on average.

    ``other`` is the judgement of that action's place, None where it lets go of no piece. ``advised`` is None where the
    place chosen was as good.
    """

    chosen: JudgedPlace
    advised: Action | None = None
    other: JudgedPlace | None = None
    average: float = 0.0


class LeaningTurns:
    """Compares places by their points on average. See :class:`towergames.core.review.TurnsOnDemand`."""

    unit: Unit = "points"
    measure = "Points on average of a release, falls included, by trials; 1.5 more or fewer."

    def why_not(self, game: AnyGame, first: State) -> str:  # noqa: ARG002 - the contract
        """The reason against a review: trials need the engine."""
        return text.NO_ENGINE_TO_TRY if physics.unavailable_reason() else ""

    def turns(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        """The placements of a seat at which something fell, and the one that scored most."""
        placed = self.turns_on_demand(plays, seat)
        best = max(placed, key=lambda turn: _points_placed(plays, turn), default=None)
        scored = best is not None and _points_placed(plays, best) > 0
        return [turn for turn in placed if _fell(plays[turn.stop - 2], seat) or (turn is best and scored)]

    def turns_on_demand(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        """Every placement of a seat whose contacts were known."""
        found = []
        for play, outcome in pairwise(plays):
            if play.by == seat and isinstance(play.move, Place) and play.move.aim is not None:
                found.append(range(play.number, outcome.number + 1))
        return found

    def judge(self, game: AnyGame, plays: Sequence[Play], turn: range, care: int) -> TurnReview:
        """The place beside that of Hard. With more care both are looked at more often, and the least loss counts."""
        play, outcome = plays[turn.start - 1], plays[turn.stop - 2]
        state, made = play.before, play.move
        found = compared(game, state, made, care, fell=_fell(outcome, state.active))
        before = state.points[state.active]
        after = before + round(found.chosen.average)
        points = sum(line.points for line in outcome.step.scores if line.seat == state.active)
        result = _result(outcome, state.active)
        return TurnReview(
            seat=state.active,
            round=game.round(state),
            first=turn.start,
            last=turn.stop - 1,
            before=before,
            after=after,
            best=after if found.advised is None else before + round(found.average),
            made=text.turn_made(_piece(made), result),
            advised="" if found.advised is None else _advice(found.advised, found.other, round(found.average)),
            moves=() if found.advised is None else (notate(found.advised),),
            sentence=_sentence(found, points),
            points=points,
            praise=points > 0,
            fell=_fell(outcome, state.active),
        )


def compared(game: AnyGame, state: State, made: Place, care: int, *, fell: bool) -> ComparedPlaces:
    """Both places, from that of ``care`` looks in which the chosen one lost least.

    Unless something ``fell``, the first look asks the strongest level only where some place may bring SURE_POINTS more.
    """
    if care == 1 and not fell:
        first = _looked_at(state, made, 0)
        assert first is not None, CONTACTS_KNOWN
        idle_is_better = first.average <= -SURE_POINTS
        if not idle_is_better and not some_place_promises(state, first.average + SURE_POINTS):
            return ComparedPlaces(first)
    advised = _strongest_move(state)
    least: ComparedPlaces | None = None
    for look in range(care):
        chosen = _looked_at(state, made, look)
        assert chosen is not None, CONTACTS_KNOWN
        known = value(game, state, advised, look)
        if advised == made or known is None or known[0] - chosen.average < SURE_POINTS:
            return ComparedPlaces(chosen)
        average, other = known
        if least is None or average - chosen.average < least.average - least.chosen.average:
            least = ComparedPlaces(chosen, advised, other, average)
    assert least is not None
    return least


def value(game: AnyGame, state: State, action: Action, look: int) -> tuple[float, JudgedPlace | None] | None:
    """The points of an action on average, and its place; None where points do not tell what it is worth."""
    if isinstance(action, Place):
        judged = _looked_at(state, action, look)
        return None if judged is None else (judged.average, judged)
    if isinstance(action, (Skip, Pass)):
        return None if closes(state) else (0.0, None)
    if isinstance(action, (Hold, Accept, GiveUp)):
        scores = game.apply(state, action).scores
        return float(sum(line.points for line in scores if line.seat == state.active)), None
    return None


@lru_cache(maxsize=8)
def _strongest_move(state: State) -> Action:
    """The move of the strongest level. It is asked for again when more care is taken."""
    level = LEVELS[-1]
    view, dice = GAME.view(state, state.active), Dice.named(f"review {state.lap} {state.next_piece} {state.tries}")
    action: Action = level.make(GAME).choose(view, dice, Clock(level.iterations)).action
    return action


_looked_at = lru_cache(maxsize=64)(judged_place)


# --- words --------------------------------------------------------------------------------------------


def _fell(outcome: Play, seat: Seat) -> bool:
    """Whether a seat's release made other pieces fall."""
    return any(event.kind in FALLS and event.seat == seat for event in outcome.step.events)


def _piece(action: Place) -> str:
    assert action.aim is not None
    return text.placed_there(action.size, in_words(action.aim), held=action.held)


def _points_placed(plays: Sequence[Play], turn: range) -> int:
    """The points of a piece that stands; 0 where it does not."""
    step = plays[turn.stop - 2].step
    return sum(event.data["points"] for event in step.events if event.kind == "place")


def _result(outcome: Play, seat: Seat) -> str:
    """The end of a release in words."""
    for event in outcome.step.events:
        if event.seat == seat and event.kind == "wreck":
            return text.wreck_result(event.data["points"])
    told = [event.text for event in outcome.step.events if event.kind in ("place", "slip", "break")]
    return told[0].rstrip(".")


def _advice(action: Action, other: JudgedPlace | None, points: int) -> str:
    """The move of the strongest level in a sentence."""
    if isinstance(action, Place) and other is not None:
        return text.turn_advised(_piece(action), other.points, falls_in_words(other.forecast))
    if isinstance(action, Hold):
        return text.turn_advised_instead(text.hold_instead(action.size), points)
    if isinstance(action, Accept):
        return text.turn_advised_instead(text.LEAVE_INSTEAD, points)
    return text.turn_advised_instead(text.GIVE_UP_INSTEAD if isinstance(action, GiveUp) else text.SKIP_TURN, points)


def _sentence(found: ComparedPlaces, points: int) -> str:
    """The temptation and then the fact; praise for a place as good as Hard's, whatever its outcome was."""
    risk = falls_in_words(found.chosen.forecast)
    bold = found.chosen.forecast.word == BOLD
    if found.advised is None and points > 0:
        return text.praise_bold(points, risk) if bold else text.praise_placed(points, risk)
    if found.advised is None:
        return text.nothing_better(risk) if bold else text.sound(risk)
    reason = _reason(found, risk)
    return text.stood_this_time(reason) if points > 0 and found.chosen.forecast.word != SAFE else reason


def _reason(found: ComparedPlaces, risk: str) -> str:
    if found.other is None:
        return text.looked_like_the_only_way(risk)
    other = falls_in_words(found.other.forecast)
    if is_tempting(found.chosen, found.other):
        return text.invitation(found.chosen.points, risk, other)
    if found.other.forecast.fall_chance < found.chosen.forecast.fall_chance:
        return text.looked_steady(risk, other)
    return text.as_safe(found.other.points, other)


TURNS = LeaningTurns()

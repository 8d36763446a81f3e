"""The review of past turns: each is compared as a whole with the turn that the strongest level would have made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from towergames.core.bot import Clock
from towergames.core.contract import AnyGame, Seat
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.core.review import NEAR, TurnReview, Unit
from towergames.games.takethat import text
from towergames.games.takethat.bots import LEVELS, best_turn, model_for
from towergames.games.takethat.chances import WORLDS, chance, shares_of_turns
from towergames.games.takethat.hindsight import losses
from towergames.games.takethat.model import FLOORS, RANK, Build, Claim, EndTurn, State, Tower, storeys_at
from towergames.games.takethat.notation import notate
from towergames.games.takethat.rules import is_due
from towergames.games.takethat.simulation import TurnPlan


class TakeThatTurns:
    """Compares turns by the chance to win over many worlds. See :class:`towergames.core.review.TurnReviewer`."""

    unit: Unit = "chance"
    measure = "Hard's estimate from what the player could see, give or take 5 in 100."

    def why_not(self, game: AnyGame, first: State) -> str:
        """The reason against a review: chances are measured for two players and the usual rules."""
        if first.seats != 2:
            return text.ONLY_FOR_TWO
        usual = game.new(2, {}).terms
        kept = {name: getattr(first.terms, name) for name in ("first", "deal", "open_hands", "own_tucks", "due_order")}
        return "" if first.terms == replace(usual, **kept) else text.ONLY_USUAL_RULES

    def turns(self, plays: Sequence[Play], seat: Seat) -> list[range]:
        """The turns of a seat."""
        found: list[range] = []
        for play in plays:
            if play.by != seat:
                continue
            if found and plays[found[-1].start - 1].before.turns == play.before.turns:
                found[-1] = range(found[-1].start, play.number + 1)
            else:
                found.append(range(play.number, play.number + 1))
        return found

    def judge(self, game: AnyGame, plays: Sequence[Play], turn: range, care: int) -> TurnReview:
        """The turn beside the best one that Hard's search finds, played on in the same worlds."""
        own = plays[turn.start - 1 : turn.stop - 1]
        start: State = own[0].before
        view, dice = game.view(start, start.active), Dice.named(f"review {start.turns} {care}")
        model, made = model_for(view, dice), plan_of([play.move for play in own])
        best, _, _ = best_turn(model, view, dice, Clock(LEVELS[-1].iterations))
        before, after, other = shares_of_turns(model, view, (None, made, best), care * WORLDS, dice)
        if other <= after:
            best, other = made, after
        got, most = chance(after, moved_last=True), chance(other, moved_last=True)
        near = most - got <= NEAR
        points = sum(line.points for play in own for line in play.step.scores if line.seat == start.active)
        return TurnReview(
            seat=start.active,
            round=game.round(start),
            first=turn.start,
            last=turn.stop - 1,
            before=chance(before, moved_last=False),
            after=got,
            best=most,
            made=text.turn_made(*_in_words(made)),
            advised=text.turn_advised(*_in_words(best)),
            moves=() if best == made else tuple(notate(action) for action in actions_of(best)),
            sentence=_praise(made, points) if near else _why(plays, turn, made, best),
            points=points,
        )


def plan_of(actions: Sequence[object]) -> TurnPlan:
    """The actions of a turn as one move of the search."""
    return TurnPlan(
        tuple((RANK[action.floor], action.slot) for action in actions if isinstance(action, Build)),
        tuple((action.slot, action.storey, RANK[action.card]) for action in actions if isinstance(action, Claim)),
    )


def actions_of(plan: TurnPlan) -> list[Build | Claim | EndTurn]:
    """The actions of a whole turn."""
    builds = [Build(FLOORS[card], slot) for card, slot in plan.builds]
    return [*builds, *(Claim(slot, storey, FLOORS[card]) for slot, storey, card in plan.claims), EndTurn()]


def _in_words(plan: TurnPlan) -> tuple[list[str], list[str]]:
    """The floors that a turn builds, and those that it claims."""
    builds = [text.floor_on(FLOORS[card], slot) for card, slot in plan.builds]
    return builds, [text.floor_of(slot, storey) for slot, storey, _ in sorted(plan.claims)]


def _praise(made: TurnPlan, points: int) -> str:
    """The sentence about a turn that lost nothing."""
    return text.praise_points(points) if points else text.praise_claims(len(made.claims))


# --- the temptation, then the fact ------------------------------------------------------------------------


def _why(plays: Sequence[Play], turn: range, made: TurnPlan, best: TurnPlan) -> str:
    """The clearest reason against a turn: what followed, else where the turns differ."""
    own = plays[turn.start - 1]
    seat = own.by
    assert seat is not None
    answers = []
    for play in plays[turn.stop - 1 :]:
        if play.by == seat:
            break
        answers.append(play)
    for card, slot in made.builds:
        invited = _scored_by_others(answers, slot, seat)
        if invited is not None:
            other, points, theirs = invited
            height = len(storeys_at(own.before, slot)) + 1
            return text.invitation(FLOORS[card], slot, height, other, points, theirs)
    for play in (*plays[turn.start - 1 : turn.stop - 1], *answers):
        taken = losses(play.before, play.move, play.step, seat)
        if taken:
            return text.looked_safe(taken[0])
    built = {(slot, len(storeys_at(own.before, slot))): FLOORS[card] for card, slot in made.builds}
    for play in answers:
        if isinstance(play.move, Claim) and (play.move.slot, play.move.storey) in built:
            return text.left_vacant(built[play.move.slot, play.move.storey], play.move.slot, 1 - seat)
    more = len(best.claims) - len(made.claims)
    if more:
        return text.kept_cards(more) if more > 0 else text.spent_cards(-more)
    builds, claims = _in_words(best)
    same = sorted(best.builds) == sorted(made.builds)
    return text.other_places(claims if same else builds)


def _scored_by_others(answers: Sequence[Play], slot: int, seat: Seat) -> tuple[Seat, int, int] | None:
    """The other player, their points and the seat's in a tower that they finished next; None where they led not.

    A tower that is scored at the end of the game as it stands was finished by nobody.
    """
    for play in answers:
        for event in play.events("score.end"):
            points = event.data["points"]
            own, other = points.get(str(seat), 0), 1 - seat
            tower = Tower(0, storeys_at(play.before, slot))
            finished = event.data["slot"] == slot and is_due(tower, play.before.terms.height)
            if finished and points.get(str(other), 0) > own:
                return other, points[str(other)], own
    return None


TURNS = TakeThatTurns()

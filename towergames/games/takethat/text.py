"""The sentences of the rules: refusals, log lines and reasons. ``{0}`` stands for the name of a player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from towergames.core.contract import Seat
from towergames.core.text import count, listed
from towergames.games.takethat.model import HAND_LIMIT, SUITE_DRAWS
from towergames.games.takethat.notation import letter_of

Gains = Iterable[tuple[Seat, int]]
"""Players and their points or cards."""

# --- refusals ---------------------------------------------------------------------------------------

NOT_DEALT = "The cards are still being dealt."
OVER = "The game is over."
NO_MOVE = "That is not a move of this game. Build, claim or end your turn."
NO_PLACE = "That is not a floor or place of this game. Choose a card and a tower."
BUILT = "Both floors are built. Claim a floor or end your turn."
CLAIM_LATER = "Build both floors first; then you can claim."
NO_ORDER = "Nothing to choose: towers score in order."


def towers(slots: Iterable[int], last: str = "or") -> str:
    """``A, B or C``."""
    return listed([letter_of(slot) for slot in slots], last)


def build_first(left: int) -> str:
    return f"Build {count(left, 'more floor')} first."


def order_first(finished: int) -> str:
    return f"{finished} towers are finished. Choose which scores first."


def not_finished(slot: int, finished: Sequence[int]) -> str:
    return f"Tower {letter_of(slot)} is not finished. Choose {towers(finished)}."


def not_held(card: str) -> str:
    return f"You have no {card}. Choose another card."


def too_many_towers(limit: int) -> str:
    return f"{limit} towers is the limit. Build on {towers(range(limit))}."


def same_tower(slot: int, others: Sequence[int]) -> str:
    return f"You built on {letter_of(slot)} this turn. Build on {towers(others)}."


def no_tower(standing: Sequence[int]) -> str:
    return f"No tower stands there. Choose {towers(standing)}."


def too_high(slot: int, floors: int) -> str:
    choice = "floor 1" if floors == 1 else f"floor {listed([str(at + 1) for at in range(floors)], 'or')}"
    return f"Tower {letter_of(slot)} has only {count(floors, 'floor')}. Choose {choice}."


def owned(slot: int, storey: int) -> str:
    return f"Floor {storey + 1} of {letter_of(slot)} has an owner. Choose a vacant floor."


# --- the log ----------------------------------------------------------------------------------------


def dealt(first: Seat, cards: int) -> str:
    return f"{count(cards, 'card')} each. {{{first}}} starts."


def faces(seat: Seat, cards: Sequence[str]) -> str:
    return f"{{{seat}}} gets {listed(cards)}"


def built(seat: Seat, floor: str, slot: int, new: bool) -> str:
    where = letter_of(slot)
    return f"{{{seat}}} starts tower {where} with {floor}" if new else f"{{{seat}}} builds {floor} on {where}"


def claimed(seat: Seat, slot: int, storey: int, floor: str) -> str:
    return f"{{{seat}}} claims floor {storey + 1} of {letter_of(slot)}, {floor}"


def tucked(seat: Seat, card: str, slot: int, storey: int) -> str:
    return f"{{{seat}}} tucks {card} under floor {storey + 1} of {letter_of(slot)}"


def drawn(seat: Seat, number: int) -> str:
    return f"{{{seat}}} draws {count(number, 'card') if number else 'no cards'}"


def draws_for_suite(number: int, left: int) -> str:
    """The cards that a SUITE draws, and the reason where it draws fewer than two; ``left`` cards stay in the deck.

    >>> draws_for_suite(2, 9), draws_for_suite(1, 9), draws_for_suite(0, 0)
    ('draws 2 cards', 'draws 1 card, limit 6', 'draws no card, deck empty')
    """
    cards = count(number, "card") if number else "no card"
    if number == SUITE_DRAWS:
        return f"draws {cards}"
    reason = f"limit {HAND_LIMIT}" if left else "deck empty"
    return f"draws {cards}, {reason}"


def scoring(slot: int) -> str:
    return f"Tower {letter_of(slot)} is scored, from the top down"


def gained(gains: Gains) -> str:
    """``{0} +3, {1} +2``."""
    return ", ".join(f"{{{seat}}} {points:+d}" for seat, points in gains if points)


def floor_scored(storey: int, floor: str, owner: Seat | None, gains: Gains, why: str) -> str:
    what = f"Floor {storey + 1} {floor}"
    if owner is None:
        return f"{what}, vacant"
    points = gained(gains)
    return f"{what}, {points}{why and f': {why}'}" if points else f"{what} of {{{owner}}}: {why}"


def scored_floor(slot: int, storey: int, why: str) -> str:
    return f"floor {storey + 1} of {letter_of(slot)}{why and f', {why}'}"


def scored(slot: int, gains: Gains) -> str:
    return f"Tower {letter_of(slot)} scores: {gained(gains) or 'no points'}"


def discarded(slot: int, cards: Sequence[str]) -> str:
    return f"Tower {letter_of(slot)} is discarded. Tucked cards: {listed(cards)}"


LAST_ROUND = "Last round: everyone gets the same number of turns"
LEFT_STANDING = "The remaining towers are scored as they stand"


def won(winner: Seat, best: int, tied: bool) -> str:
    tie = "; in a tie the player who went first wins" if tied else ""
    return f"{{{winner}}} wins with {count(best, 'point')}{tie}"


def reason(best: int, tied: int) -> str:
    return f"{tied} players have {best} points; the one who went first wins" if tied > 1 else f"most points, {best}"


# --- what a move brings, for previews and bots --------------------------------------------------------


def as_it_stands(slot: int, gains: str) -> str:
    return f"Tower {letter_of(slot)} as it stands: {gains}"


def will_score(slot: int, gains: str) -> str:
    return f"Tower {letter_of(slot)} scores this turn: {gains}"


def worth(slot: int, mine: int, theirs: int) -> str:
    """The reason of a bot: how a move changes the points of a tower for its player and for the others."""
    gain = f"{mine:+d} when {letter_of(slot)} scores" if mine else "no points now"
    if not theirs:
        return f"{gain}."
    change = f"takes {-theirs} from the others" if theirs < 0 else f"gives {theirs} to the others"
    return f"{gain}; {change}."


NO_CLAIM = "no claim was worth a card."
OLDEST_FIRST = "The oldest tower scores first."

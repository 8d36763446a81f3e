"""The sentences of the rules: refusals, log lines and reasons. ``{0}`` stands for the name of a player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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


def draws_for_suite(number: int, wanted: int, left: int) -> str:
    """The cards that SUITE floors draw, and the reason where they draw fewer; ``left`` cards stay in the deck.

    >>> draws_for_suite(2, 2, 9), draws_for_suite(3, 4, 9), draws_for_suite(0, 2, 0)
    ('draws 2 cards', 'draws 3 of 4 cards: the hand limit is 6', 'draws no card: the deck is empty')
    """
    if number == wanted:
        return f"draws {count(number, 'card')}"
    cards = f"{number} of {count(wanted, 'card')}" if number else "no card"
    reason = f"the hand limit is {HAND_LIMIT}" if left else "the deck is empty"
    return f"draws {cards}: {reason}"


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
    return f"Tower {letter_of(slot)} scores: {gained(gains) or NO_POINTS}"


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


NO_POINTS = "no points"


def as_it_stands(slot: int, gains: str) -> str:
    """The points of a tower as it stands.

    >>> as_it_stands(0, "P1 +2"), as_it_stands(0, NO_POINTS)
    ('A would give P1 +2', 'A gives no points yet')
    """
    if gains == NO_POINTS:
        return f"{letter_of(slot)} gives {NO_POINTS} yet"
    return f"{letter_of(slot)} would give {gains}"


def will_score(slot: int, gains: str) -> str:
    return f"this turn {letter_of(slot)} gives {gains}"


# --- what a scoring did to a player -----------------------------------------------------------------------


def lost_floor(by: Mapping[str, Any], storey: int, floor: str, seat: Seat, cost: int) -> str:
    """The loss of a floor: ``by`` is the floor that took or emptied it, as its event has it.

    >>> noise = {"slot": 0, "storey": 2, "floor": "NOISE", "owner": 1}
    >>> lost_floor(noise, 1, "LOBBY", 0, 4)
    "{0} lost floor 2 of A, LOBBY, to {1}'s NOISE above it: 4 points less."
    """
    where = f"floor {storey + 1} of {letter_of(by['slot'])}, {floor},"
    less = f": {count(cost, 'point')} less" if cost > 0 else ""
    return f"{{{seat}}} lost {where} to {{{by['owner']}}}'s {by['floor']} above it{less}."


def decided(slot: int, floor: str, points: int, *, at_end: bool) -> str:
    """The floor that decided a game, and its tower.

    >>> decided(0, "ELEVATOR", 4, at_end=True), decided(1, "LOBBY", 5, at_end=False)
    ('Tower A at the end: ELEVATOR +4', 'Tower B: LOBBY +5')
    """
    return f"Tower {letter_of(slot)}{' at the end' if at_end else ''}: {floor} {points:+d}"


# --- moments ------------------------------------------------------------------------------------------------


def taken(seat: Seat, owner: Seat, floor: str, points: int) -> str:
    """A floor that a LANDLORD takes.

    >>> taken(0, 1, "LOBBY", 5), taken(0, 1, "SUITE", 0)
    ("Take that! {0} takes {1}'s LOBBY: +5.", "Take that! {0} takes {1}'s SUITE.")
    """
    return f"Take that! {{{seat}}} takes {{{owner}}}'s {floor}{f': {points:+d}' if points else ''}."


def evicted(seat: Seat, owners: Sequence[Seat], floors: Sequence[str]) -> str:
    """Floors that a NOISE or an INFERNO empties.

    >>> evicted(0, (1,), ("LOBBY",)), evicted(0, (1, 2), ("LOBBY", "SPIRE"))
    ('{0} evicts {1} from LOBBY.', '{0} evicts {1} and {2} from LOBBY and SPIRE.')
    """
    return f"{{{seat}}} evicts {listed([f'{{{owner}}}' for owner in owners])} from {listed(floors)}."


def went_ahead(winner: Seat, behind: int) -> str:
    """The winner was behind before the last towers were scored."""
    return f"{{{winner}}} was {count(behind, 'point')} behind and wins with the last towers."


# --- the review of a turn ---------------------------------------------------------------------------------

ONLY_FOR_TWO = "Chances are measured for two players, so games of three or four have no review."
ONLY_USUAL_RULES = "Chances are measured with the usual rules, so a game with other options has no review."


def floor_on(floor: str, slot: int) -> str:
    return f"{floor} on {letter_of(slot)}"


def floor_of(slot: int, storey: int) -> str:
    return f"floor {storey + 1} of {letter_of(slot)}"


def turn_made(builds: Sequence[str], claims: Sequence[str]) -> str:
    """The turn of the player who is addressed.

    >>> turn_made(["OFFICE on B", "LANDLORD on A"], ["floor 1 of C"]), turn_made([], [])
    ('You built OFFICE on B and LANDLORD on A, and claimed floor 1 of C.', 'You built nothing and claimed nothing.')
    """
    return f"You built {_turn(builds, claims, 'claimed')}."


def turn_advised(builds: Sequence[str], claims: Sequence[str]) -> str:
    """The turn that Hard would have made.

    >>> turn_advised(["NOISE on C"], ["floor 1 of C", "floor 2 of A"])
    'Hard would build NOISE on C, and claim floor 1 of C and floor 2 of A.'
    """
    return f"Hard would build {_turn(builds, claims, 'claim')}."


def _turn(builds: Sequence[str], claims: Sequence[str], verb: str) -> str:
    between = ", and" if claims else " and"
    return f"{listed(builds) or 'nothing'}{between} {verb} {listed(claims) or 'nothing'}"


def invitation(floor: str, slot: int, height: int, other: Seat, points: int, own: int) -> str:
    """A floor after which another player finished the tower.

    >>> invitation("OFFICE", 1, 5, 1, 8, 0)
    'OFFICE on B was tempting. As floor 5 it was an invitation: {1} finished B and scored 8 there to your 0.'
    """
    where = letter_of(slot)
    score = f"{{{other}}} finished {where} and scored {points} there to your {own}"
    return f"{floor} on {where} was tempting. As floor {height} it was an invitation: {score}."


def looked_safe(loss: str) -> str:
    return f"Every floor of yours looked safe, but {loss}"


def left_vacant(floor: str, slot: int, other: Seat) -> str:
    return f"{floor} on {letter_of(slot)} could wait for a claim, it seemed. {{{other}}} claimed it first."


def kept_cards(claims: int) -> str:
    return f"Cards in hand feel rich. Hard spends {count(claims, 'card')} more on claims here."


def spent_cards(claims: int) -> str:
    return f"A vacant floor calls for a claim. Hard keeps {count(claims, 'card')} more in hand here."


def other_places(places: Sequence[str]) -> str:
    return f"The places were inviting. Hard sees more in {listed(places) or 'an early end'}."


def praise_points(points: int) -> str:
    return f"A turn of {count(points, 'point')}. Hard could hardly do better."


def praise_claims(claims: int) -> str:
    return f"{count(claims, 'claim').capitalize()} and no haste: Hard could hardly do better." if claims else PATIENCE


PATIENCE = "Patience, and cards in hand. Hard could hardly do better."


# --- the reasons for a move: {0} stands for a player, {0}'s for something of a player ---------------------


def change(slot: int, seat: Seat, points: Sequence[int]) -> str:
    """The change of a tower's points for its builder, then for the others.

    >>> change(0, 0, (4, -6)), change(1, 0, (0, 2))
    ('+4 when A scores, costs {1} 6', 'gives {1} 2 when B scores')
    """
    when = f" when {letter_of(slot)} scores"
    clauses = [f"{points[seat]:+d}"] if points[seat] else []
    clauses += _for_others(seat, points)
    return ", ".join([clauses[0] + when, *clauses[1:]])


def _for_others(seat: Seat, points: Sequence[int]) -> list[str]:
    clauses = []
    for other, more in enumerate(points):
        if other == seat or not more:
            continue
        clauses.append(f"costs {{{other}}} {-more}" if more < 0 else f"gives {{{other}}} {more}")
    return clauses


def then_claimed(slot: int, seat: Seat, points: Sequence[int], cards: int, claims: int) -> str:
    """The effect of a floor together with claims in the same turn, which its player has not made yet.

    >>> then_claimed(0, 0, (4, -6), 0, 1), then_claimed(0, 0, (0, 0), 0, 2)
    ('if a claim follows: +4, costs {1} 6', 'a claim would keep it from the others')
    """
    clauses = [f"{points[seat]:+d}"] if points[seat] else []
    clauses += _for_others(seat, points)
    if cards > 0:
        clauses.append(draws(slot, cards, too=bool(clauses)))
    return f"{_if_claimed(claims)}{', '.join(clauses)}" if clauses else "a claim would keep it from the others"


def _if_claimed(claims: int) -> str:
    """The condition of an effect: claims that a player means to make, and may think better of."""
    return "if a claim follows: " if claims == 1 else f"if {claims} claims follow: "


def finishes(slot: int, seat: Seat, points: Sequence[int], cards: int, claims: int) -> str:
    """The scoring of a tower that a seat finishes, with claims that may follow in the same turn.

    >>> finishes(0, 0, (3, 0), 2, 1)
    'A scores this turn; if a claim follows: {0} +3, 2 cards for {0}'
    >>> finishes(1, 0, (0, 5), 0, 0)
    'B scores this turn before it grows: {1} +5'
    """
    gains = [gained(enumerate(points))] if any(points) else []
    if cards:
        gains.append(f"{count(cards, 'card')} for {{{seat}}}")
    early = " before it grows" if any(points) and not points[seat] and not cards else ""
    when = f"{letter_of(slot)} scores this turn{early}"
    return f"{when}{f'; {_if_claimed(claims)}' if claims else ': '}{', '.join(gains) or NO_POINTS}"


def draws_less(seat: Seat, cards: int) -> str:
    """The cards that another player does not draw."""
    return f"keeps {count(cards, 'card')} from {{{seat}}}"


def takes_suite(slot: int, seat: Seat, cards: int) -> str:
    """A LANDLORD over another player's SUITE, and the cards that its claimant draws.

    >>> takes_suite(0, 1, 2)
    "takes over {1}'s SUITE, which draws 2 cards when A scores"
    """
    return f"takes over {{{seat}}}'s SUITE, which {draws(slot, cards)}"


def draws(slot: int, cards: int, *, too: bool = False) -> str:
    """The cards that a move draws; ``too``: it scores points then."""
    return f"draws {count(cards, 'card')} {'too' if too else f'when {letter_of(slot)} scores'}"


def leaves_landlord(below: str, victim: Seat, loss: int) -> str:
    """A vacant LANDLORD, and the floor and points that its owner would take over.

    >>> leaves_landlord("LOBBY", 0, 5)
    "leaves LANDLORD vacant over {0}'s LOBBY: who claims it takes 5"
    """
    return f"leaves LANDLORD vacant{_over(below, victim)}: who claims it takes {loss}{_from(below, victim)}"


def leaves_evicting(floor: str, below: str, victim: Seat, loss: int) -> str:
    """A vacant floor that evicts, and what a claim of it would cost a player.

    >>> leaves_evicting("NOISE", "LOBBY", 1, 5), leaves_evicting("INFERNO", "", 1, 5)
    ("leaves NOISE vacant over {1}'s LOBBY: a claim costs {1} 5", 'leaves INFERNO vacant: a claim costs {1} 5')
    """
    return f"leaves {floor} vacant{_over(below, victim)}: a claim costs {{{victim}}} {loss}"


def _over(below: str, owner: Seat) -> str:
    return f" over {{{owner}}}'s {below}" if below else ""


def _from(below: str, owner: Seat) -> str:
    return "" if below else f" from {{{owner}}}"


def opens(gains: Sequence[int]) -> str:
    """The points of who claims a floor, by seat.

    >>> opens((2, 2)), opens((2, 4)), opens((0, 4))
    ('who claims it scores 2', 'claimed by {0} it scores 2, by {1} 4', 'claimed by {1} it scores 4')
    """
    if len(set(gains)) == 1:
        return f"who claims it scores {gains[0]}"
    first, *rest = [(seat, gain) for seat, gain in enumerate(gains) if gain > 0]
    told = [f"claimed by {{{first[0]}}} it scores {first[1]}", *(f"by {{{seat}}} {gain}" for seat, gain in rest)]
    return ", ".join(told)


OPENS_CARDS = f"who claims it draws {SUITE_DRAWS} cards"


def shields(owner: Seat, floor: str) -> str:
    return f"shields {{{owner}}}'s {floor} from NOISE and LANDLORD"


GROWS = "it scores 1 for each floor that is built on it"
NOTHING_BELOW = "nothing is below it, so it harms nobody"
VACANT_BELOW = "nobody owns what is below it, so it harms nobody now"


def harmless(floor: str) -> str:
    return f"a harmless place for {floor}: a claim of it costs nobody else points now"


def keeps(seat: Seat, floor: str, loss: int) -> str:
    return f"keeps {floor} from the others: their claim would cost {{{seat}}} {loss}"


def unstoppable(slot: int) -> str:
    return f"safe, since {letter_of(slot)} scores this turn"


def danger(seat: Seat, storey: int, floor: str, loss: int) -> str:
    return f"danger: a claim of the vacant {floor}, floor {storey + 1}, costs {{{seat}}} {loss}"


def open_on_top(seat: Seat, loss: int) -> str:
    return f"danger: a NOISE on top would cost {{{seat}}} {loss}"


def open_suite(seat: Seat, cards: int) -> str:
    return f"danger: a NOISE on top would cost {{{seat}}} {count(cards, 'card')}"


def no_effect(slot: int) -> str:
    return f"no points change in {letter_of(slot)}, which scores this turn"


NO_EFFECT_YET = "it scores nothing yet; a card there counts once an ELEVATOR is built"


NO_CARD_LEFT = "no card is left to claim with"
NOTHING_VACANT = "no floor is vacant"
NOTHING_SCORES = "no vacant floor would score now"


def helps_others(seat: Seat) -> str:
    return f"the claims left help the others as much as {{{seat}}}"


def keeps_cards(cards: int, slot: int, storey: int, gain: int, *, unsafe: bool) -> str:
    """A turn that ends although a claim would score; ``unsafe``: the others could make that claim worth less.

    >>> keeps_cards(2, 0, 1, 4, unsafe=True)
    'keeps 2 cards rather than claim floor 2 of A for +4, which the others could undo'
    """
    undone = ", which the others could undo" if unsafe else ""
    claim = f"claim floor {storey + 1} of {letter_of(slot)} for {gain:+d}"
    return f"keeps {count(cards, 'card')} rather than {claim}{undone}"


def scores_now(slot: int, gains: Gains) -> str:
    """``A scores this turn: {0} +3, {1} +2``."""
    return f"{letter_of(slot)} scores this turn: {gained(gains) or NO_POINTS}"


OLDEST_FIRST = "the oldest tower scores first"

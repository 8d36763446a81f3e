"""The sentences of rules and log: refusals with a way out, and events.

The first sentence of a refusal says what is wrong, the second what to do. Lines of the log begin with the player's name
where the player acts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from towergames.core.text import count
from towergames.core.text import listed as in_a_row
from towergames.games.leaning.layout import listed
from towergames.games.leaning.model import MAX_SHIFT_UM, MAX_TURN_MILLIDEGREES, PIPS, SIZES


def gain(points: int) -> str:
    """A change of the score: ``+1 point``, ``-4 points``.

    >>> gain(1), gain(-4)
    ('+1 point', '-4 points')
    """
    return f"{'+' if points > 0 else ''}{count(points, 'point')}"


def cause(refusal: str) -> str:
    """The first sentence of a refusal, without the advice.

    >>> cause("The piece touches nothing. Lower it.")
    'The piece touches nothing.'
    """
    return f"{refusal.split('. ')[0].rstrip('.')}."


# --- refusals: placing --------------------------------------------------------------------------------

FOUNDATION_SIZES = "Use medium or large for the Foundation."
OFF_TABLE = "The Foundation piece must touch the table. Lower it."
HELD_ON_TABLE = "A held piece must not touch the table. Put it on others."
IN_THE_AIR = "The piece touches nothing. Lower it."
OUT_OF_REACH = "Too far out. Stay within 50 cm of the centre."
HELD_FIRST = "Place your held piece first, hold one more, or give one up."
NO_TRIES = "No tries left for this piece. Leave it there, or give it up."


def corners(number: int) -> str:
    return f"{number} corners touch the table; 2 is the limit. Tip it further."


def contacts(size: str, touches: int) -> str:
    return f"A {size} piece may touch {count(PIPS[size], 'other')}; this touches {touches}. Move it."


def full(piece: str, touches: int) -> str:
    return f"{piece} is full: it has {count(touches, 'contact')}. Lean on another."


def inside_tip(piece: str) -> str:
    return f"A tip touches an inside tip, here and at {piece}. Move it."


def same_size(size: str, *, hold: bool = False) -> str:
    """L-7, L-12: the refusal of the last size. ``hold`` says that one can still be held."""
    use = "Hold one, or use" if hold else "Use"
    return f"The last piece was {size}. {use} {in_a_row([other for other in SIZES if other != size], 'or')}."


def none_left(size: str) -> str:
    return f"No {size} piece is left. Choose another size."


def none_held(size: str) -> str:
    return f"You hold no {size} piece."


def tries_used(tries: int) -> str:
    return f"{tries} tries used. Let the table set up the Foundation."


def slipped(size: str) -> str:
    """L-14: it cannot be exchanged."""
    return f"The {size} piece slipped. Place that one."


def no_piece(piece: str) -> str:
    return f"{piece} is not on the table. Choose another piece."


# --- refusals: other moves ----------------------------------------------------------------------------

FOUNDATION_FIRST = "Set up the Foundation first."
YOUR_TURN = "Place a piece, hold one, or skip if you find no place."
AFTER_A_SLIP = "Your piece slipped. Place it again, leave it there, or give it up."
AFTER_A_BREAK = "Put back the pieces that moved first."
WAIT = "Pieces are still moving. Wait a moment."
NO_MOVE = "That is not a move. Place a piece or hold one."
GAME_OVER = "The game is over."
HELD_NO_SKIP = "You hold a piece. Place it, hold one more, or give it up."
FREE_PASSING = "Passing is free in this game. Pass instead."
SKIP_INSTEAD = "You cannot pass now. Skip if you find no place."
CAN_PLACE = "You can still place a piece. A hint shows where."
GIVE_UP_SLIPPED = "Give up the piece that slipped, without a size."
GIVE_UP_HELD = "Only a held piece can be given up. Name its size."
BY_HAND = "Pieces go back one by one in this game. Put one back."
AT_ONCE = "Everything goes back at once in this game. Put it all back."
NO_BUMPS = "Bumps are off in this game."
OUT_OF_TURN = "Bumps are out of turn. Name a player who waits, or nobody."
ENOUGH_BUMPS = "No more bumps can be reported now."


def put_back_first(pieces: Iterable[int]) -> str:
    """L-17: the refusal of putting back another piece."""
    return f"Put {listed(pieces)} back first."


def skips_used(skips: int) -> str:
    return f"You have skipped {count(skips, 'turn')}, the limit. Place or hold a piece."


def no_player(number: int) -> str:
    return f"There is no player {number}. Name one who plays."


# --- the log ------------------------------------------------------------------------------------------


def places(seat: int, size: str, target: str, *, held: bool) -> str:
    """A piece is let go of."""
    return f"{{{seat}}} places {'the held' if held else 'a'} {size} piece{f' on {target}' if target else ''}"


def stands(piece: str, level: int, points: int) -> str:
    return f"{piece} stands on level {level}: {gain(points)}"


def slips(size: str, broken: str) -> str:
    """The piece has moved since its release. ``broken`` is the refusal of its new place, or ''."""
    return f"The {size} piece slips. {cause(broken)}" if broken else f"The {size} piece slips, and may stay there"


def highest(piece: str, level: int) -> str:
    return f"{piece} is the highest piece so far: level {level}."


def last_piece(seat: int) -> str:
    return f"{{{seat}}}'s last piece stands."


def moved(piece: str, shift: int, turn: int) -> str:
    """L-16: how far a piece moved (micrometres) or turned (thousandths of a degree), beside what is allowed.

    >>> moved("P1", 5_200, 0), moved("P1", 900, 7_100), moved("P1", 0, 0)
    ('P1 moved 6 mm, 3 allowed', 'P1 turned 8 degrees, 5 allowed', 'P1 lost its support')
    """
    if shift > MAX_SHIFT_UM:
        return f"{piece} moved {-(-shift // 1000)} mm, {MAX_SHIFT_UM // 1000} allowed"
    if turn > MAX_TURN_MILLIDEGREES:
        return f"{piece} turned {-(-turn // 1000)} degrees, {MAX_TURN_MILLIDEGREES // 1000} allowed"
    return f"{piece} lost its support"


def slid_off(size: str, piece: str) -> str:
    return f"The {size} piece slid off {piece}"


def tipped_over(size: str) -> str:
    return f"The {size} piece tipped over"


def stayed(size: str, other: str) -> str:
    """The piece let go of stays and moves another; ``other`` says how far."""
    return f"The {size} piece stayed, but {other}"


def slid(size: str, shift: int) -> str:
    return f"The {size} piece slid {-(-shift // 1000)} mm"


def breaks(pieces: Sequence[int], points: int) -> str:
    return f"Break: {listed(pieces)} moved, {gain(points)}"


def wreck(seat: int, how: str, points: int) -> str:
    """A Wreck, or a Bump that counts as one."""
    return f"Wreck: {how}. {{{seat}}} is out of this game, {gain(points)}"


def leave(pieces: Sequence[int]) -> str:
    """Fallen pieces are taken off."""
    return f"{listed(pieces)} {'leave' if len(pieces) > 1 else 'leaves'} the table"


def bumps(by: int, pieces: Sequence[int]) -> str:
    who = f"{{{by}}} bumps" if by >= 0 else "A bystander bumps"
    return f"{who} the table: {f'{listed(pieces)} moved' if pieces else 'nothing falls'}"


ALL_OUT = "everybody has been ejected"
"""The ending in the state: saves depend on it."""

ENDINGS = {
    ALL_OUT: "everyone is out",
    "nobody can move any more, the game is closed": "nobody can place a piece",
    "the structure is wrecked": "too little is left standing",
}
"""Ending in the state (saves depend on these texts) -> the ending for people."""


def wreck_ends(why: str) -> str:
    """L-19, L-20: the warning before a turn in which any Wreck ends the game.

    >>> wreck_ends("2 players")
    '2 players: a Wreck ends the game'
    """
    return f"{why}: a Wreck ends the game"


def over(ending: str, winners: Sequence[int], points: int) -> str:
    names = in_a_row([f"{{{seat}}}" for seat in winners])
    wins = "wins" if len(winners) == 1 else "win"
    return f"The game is over: {ENDINGS.get(ending, ending)}. {names} {wins} with {count(points, 'point')}"


# --- what a move would bring --------------------------------------------------------------------------

UNSEEN = "The rules are checked when the piece lies still"
HOLDS = "Your whole turn. Next turn it goes on top, for 2 points extra"
LOST = "The piece is lost"
DECLINED = "It counts as a Wreck, and you are out of this game"
PUT_BACK = "Allowed there; no points"


def skips(*, closes: bool) -> str:
    """A skip: the table searches for a place first."""
    ends = "the game ends and each piece left costs 1 point" if closes else "your turn ends"
    return f"The table looks for a place first. If it finds none, {ends}"


# --- bots ---------------------------------------------------------------------------------------------

NO_FOUNDATION = "No Foundation that stands was found, so the table sets one up."
TRIES_FELL = "The tries did not stand, so the table sets up the Foundation."
TWO_LARGE = "Two large pieces: they give the most room."
NO_PLACE = "No place was found."
TOO_RISKY = "No place that was found was worth the risk."
CLOSING = "A skip may end the game, and this player leads."
NO_SIZE = "No piece that is left may be placed now."
LEGAL_SLIP = "The piece may stay where it slipped to."
LAST_TRY = "No tries were left."
NOWHERE = "No place was found for the piece that slipped."
ALL_BACK = "Everything goes back as it stood."
NO_WAY_BACK = "No way was found to put the pieces back."
HELD_NOWHERE = "No place was found for the held piece."
HOLD_UNPLACED = "No place was found, so a piece is held."
HOLD_INSTEAD = "No place that was found was worth the risk, so a piece is held."


def why_placed(points: int, risk: str) -> str:
    """The bot's reason for a placement, beside its words for the move."""
    return f"{count(points, 'point')}, {risk}."


# --- places judged afterwards -------------------------------------------------------------------------


def on_average(risk: str, points: float) -> str:
    return f"{risk} there: {points:+.1f} points on average."


def chosen_on_average(risk: str, points: float) -> str:
    return f"At the place chosen {risk}: {points:+.1f} points on average."


def tempting(points: int) -> str:
    return f"The place chosen promised more: {gain(points)}."


def why_held(size: str) -> str:
    return f"A held {size} piece may score 2 points more next turn."


# --- the review of turns ------------------------------------------------------------------------------

NO_ENGINE_TO_TRY = "A review lets go of pieces again, and there is no physics engine here."


def placed_there(size: str, where: str, *, held: bool) -> str:
    """A piece and its place: ``a held small piece on P3 and P4``."""
    return f"a {'held ' if held else ''}{size} piece {where}"


def turn_made(piece: str, result: str) -> str:
    return f"You placed {piece}. {result}."


def wreck_result(points: int) -> str:
    return f"Wreck: {gain(points)}"


def turn_advised(piece: str, points: int, risk: str) -> str:
    return f"Hard would place {piece}: {count(points, 'point')}, {risk}."


def turn_advised_instead(move: str, points: int) -> str:
    return f"Hard would {move}: {count(points, 'point')}."


def hold_instead(size: str) -> str:
    return f"hold a {size} piece"


LEAVE_INSTEAD = "leave the piece where it lies"
GIVE_UP_INSTEAD = "give the piece up"
SKIP_TURN = "skip the turn"


def invitation(points: int, risk: str, other: str) -> str:
    """The place promised more points than Hard's."""
    return f"{count(points, 'point')} invited you, but {risk} there, and {other} at Hard's place."


def looked_steady(risk: str, other: str) -> str:
    """The place promised no more than Hard's and falls more often."""
    return f"The place looked steady, but {risk} there, and {other} at Hard's place."


def looked_like_the_only_way(risk: str) -> str:
    """Hard lets go of no piece."""
    return f"A piece in the hand wants a place, but {risk} at this one. To let go of none was better."


def as_safe(points: int, other: str) -> str:
    """Hard's place brings more and falls no more often."""
    return f"The first safe place is an invitation, but Hard's place promised {count(points, 'point')}: {other}."


def sound(risk: str) -> str:
    """A fall at a place as good as any."""
    return f"The place was as good as any that Hard found: {risk} there. This time it was the one."


def nothing_better(risk: str) -> str:
    """A fall where every place was bold."""
    return f"Hard found no better place either: {risk} there."


def praise_placed(points: int, risk: str) -> str:
    return f"{count(points, 'point')}, and {risk} there. Hard could hardly do better."


def praise_bold(points: int, risk: str) -> str:
    """A bold place that stood, where Hard found nothing better."""
    return f"{count(points, 'point')} with courage: {risk} there. Hard found no better place."


def stood_this_time(reason: str) -> str:
    """A place that cost much on average, and stood."""
    return f"{reason} This time it stood."

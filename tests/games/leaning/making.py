"""Tables, releases and hand-made outcomes for one test: no physics anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from towergames.core.contract import Decide, Over, Step
from towergames.games.leaning import model
from towergames.games.leaning.forecast import Forecast, Odds
from towergames.games.leaning.game import GAME
from towergames.games.leaning.layout import find
from towergames.games.leaning.model import NEUTRAL, Layout, Piece, RestingPiece, State, TableSettled
from towergames.physics.recording import RecordedPose

HERE = RecordedPose(10_000, -20_000, 5_000, 1_000_000, 0, 0, 0)
THERE = RecordedPose(-30_000, 20_000, 8_000, 0, 1_000_000, 0, 0)
SHIFT_UM = 9_000
"""A shift that disturbs."""

FORECASTS = {
    "safe": Forecast(Odds(good=3), falls=Odds(good=12), roughs=Odds(good=8)),
    "fair": Forecast(Odds(good=3), falls=Odds(good=10, broken=2), roughs=Odds(good=8)),
    "bold": Forecast(Odds(good=3), falls=Odds(broken=3), roughs=Odds(good=1)),
    "": Forecast(Odds(good=3)),
}
"""Word of a place -> trials for which it is said."""


def pieces(*made: tuple[int, str, int, int]) -> tuple[Piece, ...]:
    """Pieces from (number, size, owner, level)."""
    return tuple(Piece(number, size, owner, HERE, 0 if level else 2, level) for number, size, owner, level in made)


def layout(*more: tuple[int, str, int, int], touches: Iterable[tuple[int, int]] = ()) -> Layout:
    """The Foundation of two large pieces that touch each other, and more."""
    base = ((1, "large", NEUTRAL, 0), (2, "large", NEUTRAL, 0))
    return Layout(pieces(*base, *more), tuple(sorted({(1, 2), *touches})))


def state(
    *more: tuple[int, str, int, int],
    touches: Iterable[tuple[int, int]] = (),
    seats: int = 2,
    first: int = 1,
    last: str = "",
    held: tuple[int, int, int] = (0, 0, 0),
    **options: Any,
) -> State:
    """The first player's turn at a Foundation and ``more`` pieces, which come from the players' hands.

    ``held`` are pieces that the first player holds, ``last`` is the size placed last.
    """
    made = GAME.new(seats, {"first": first, **options})
    hands = [list(hand) for hand in made.hands]
    for _, size, owner, _ in more:
        if owner != NEUTRAL:
            hands[owner][model.SIZES.index(size)] -= 1
    for at in range(3):
        hands[made.active][at] -= held[at]
    holding = tuple(held if seat == made.active else (0, 0, 0) for seat in range(seats))
    return replace(
        made,
        phase="turn",
        layout=layout(*more, touches=touches),
        hands=tuple(map(tuple, hands)),
        held=holding,
        in_hand=None,
        next_piece=3 + len(more),
        last_size=last,
    )


def many(count: int, owner: int = 1) -> list[tuple[int, str, int, int]]:
    """``count`` pieces of one owner on the table, numbered from 3: five small ones, then large ones."""
    return [(3 + n, "small" if n < 5 else "large", owner, 0) for n in range(count)]


def lands(
    s: State,
    corners: int = 1,
    touches: Iterable[int] = (1,),
    *,
    shift: int = 0,
    turn: int = 0,
    disturbs: Iterable[int] = (),
    lying: Iterable[int] = (),
    lost: Iterable[tuple[int, int]] = (),
    also: Iterable[tuple[int, int]] = (),
    near: Iterable[tuple[int, int, int]] = (),
    others: Iterable[RestingPiece] = (),
) -> TableSettled:
    """The outcome for the piece in hand: its ``corners``, the pieces it ``touches``, its shift and turn.

    ``disturbs`` are pieces moved into another legal pose, ``lying`` ones that now lie flat on the table, ``others``
    ones that move otherwise. ``lost`` and ``also`` are pairs that touch no more, or touch besides.
    """
    hand = s.in_hand
    assert hand is not None
    before = [pair for pair in s.layout.touches if hand.piece not in pair and pair not in set(lost)]
    pairs = {*before, *also, *(tuple(sorted((other, hand.piece))) for other in touches)}
    rests = {hand.piece: RestingPiece(hand.piece, hand.pose or HERE, corners, shift, turn)}
    for number in disturbs:
        one = find(s.layout, number)
        rests[number] = RestingPiece(number, THERE, one.corners if one else 0, SHIFT_UM, 0)
    for number in lying:
        rests[number] = RestingPiece(number, THERE, 3, SHIFT_UM, 90_000)
    moved = tuple(sorted([*rests.values(), *others]))
    return TableSettled(moved, tuple(sorted(pairs)), tuple(model.Near(*one) for one in near))


def rests(s: State, *moves: tuple[int, int], lying: Iterable[int] = ()) -> TableSettled:
    """The outcome of a bump or of taking pieces off: (piece, shift) are moved by this shift, ``lying`` ones
    fall flat.
    """
    there = {one.id: one for one in s.layout.pieces if one.id not in s.clearing}
    found = [RestingPiece(number, THERE, there[number].corners, shift, 0) for number, shift in moves]
    found += [RestingPiece(number, THERE, 3, SHIFT_UM, 90_000) for number in lying]
    touches = tuple(pair for pair in s.layout.touches if set(pair) <= set(there))
    return TableSettled(tuple(sorted(found)), touches)


def settle(s: State, outcome: Any) -> Step[State]:
    return GAME.apply_outcome(s, outcome)


def clear(s: State) -> State:
    """Pieces taken off, nothing else moves; as often as needed."""
    while s.phase == "clear":
        s = settle(s, rests(s)).state
    return s


def do(s: State, action: Any) -> Step[State]:
    """The step of a move, typed or not."""
    return GAME.apply(s, GAME.parse(action, s) if isinstance(action, str) else action)


def rule(s: State, action: Any) -> str:
    """The id of the first rule that refuses a move, ``""`` when it is legal."""
    verdict = GAME.judge(s, GAME.parse(action, s) if isinstance(action, str) else action)
    return verdict.refusals[0].rule if verdict.refusals else ""


def letting_go(s: State, size: str = "medium", *, held: bool = False, aim: model.Aim | None = None) -> State:
    """A piece of that size just let go."""
    return do(s, model.Place(size, held, 1, HERE, aim)).state


def place(s: State, size: str = "medium", corners: int = 1, touches: Iterable[int] = (1,), **rest: Any) -> Step[State]:
    """A piece let go and come to rest."""
    going = letting_go(s, size, held=rest.pop("held", False))
    return settle(going, lands(going, corners, touches, **rest))


def put(s: State, piece: int, corners: int = 1, touches: Iterable[int] = (1,), **rest: Any) -> Step[State]:
    """A disturbed piece put back."""
    going = do(s, model.Rebuild(piece, HERE)).state
    return settle(going, lands(going, corners, touches, **rest))


def lines(step: Step[State]) -> dict[str, int]:
    """Rule -> points of a step."""
    found = {line.rule: line.points for line in step.scores}
    assert len(found) == len(step.scores)
    return found


def points(step: Step[State]) -> int:
    return sum(line.points for line in step.scores)


def decides(s: State) -> tuple[int, str] | None:
    """(seat, phase) of who is to move, None when nobody is."""
    turn = GAME.turn(s)
    return (turn.seat, turn.phase) if isinstance(turn, Decide) else None


def is_over(s: State) -> bool:
    return isinstance(GAME.turn(s), Over)

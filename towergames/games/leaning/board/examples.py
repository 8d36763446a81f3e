"""Example positions for the rules browser: recorded tables at rest, drawn by the board, with marked pieces.

A line of a recorded table is: number, size, corners on the table, level, the pose (micrometres and millionths), ``on``,
pieces touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from towergames.board.protocol import Context
from towergames.core.contract import Decide, Event
from towergames.games.leaning.board.ui_state import LeaningContext, Ui
from towergames.games.leaning.game import GAME
from towergames.games.leaning.model import INSIDE_UM, NEUTRAL, SIZES, Count, Layout, Near, Piece
from towergames.games.leaning.moves import counted, put
from towergames.physics.recording import RecordedPose

NAMES = ("Ann", "Bob")
SEATS = len(NAMES)


TOWER = """
1 l 2 0 48 42 11426 847094 -415 531443 651 on 2 3 8
2 l 2 0 45836 -4851 13591 -551444 -787569 180727 207322 on 1 6 7
3 m 0 1 2992 -8320 34007 651054 -196046 722864 123140 on 1 4
4 l 0 2 5914 -13942 58121 255654 -538377 669587 443221 on 3 5
5 s 0 3 -140 -5791 68748 149125 -130455 234956 951598 on 4
6 l 2 0 25090 -49085 14674 -172119 -435670 689390 552547 on 2 7 11
7 l 0 1 25742 -42345 18752 638497 44895 267347 720300 on 2 6 9
8 s 0 1 40357 3615 37796 -202986 -806177 -225193 508098 on 1
9 l 1 0 5763 -32909 33062 155366 -929557 88615 322386 on 7 10 13
10 s 0 1 11851 -31718 26004 943552 4771 -328657 40878 on 9
11 m 1 0 6231 -53363 34247 -49981 -987792 -120810 84696 on 6 12
12 s 2 0 -3915 -43717 8731 -473423 -681947 -454793 322464 on 11
13 m 2 0 -33989 -11119 8960 779138 207160 492768 -327428 on 9 14
14 s 0 1 -36958 -16468 18928 966603 -71561 -41943 242484 on 13
"""
"""Fourteen pieces, the highest on level 3."""

WRECK = """
1 l 2 0 -1750 1002 11626 834585 43212 545164 -66315 on 2 7
2 l 3 0 44659 -3606 12208 -579880 -768754 215328 162452 on 1 6 7 8
3 m 3 1 -28232 29823 9542 477114 -631519 487656 -368425 on
4 l 3 2 -39638 46947 12209 457956 -518426 607112 391058 on
5 s 3 3 -76305 88635 6875 242507 -729989 320107 553026 on
6 l 2 0 25614 -48970 14395 -190868 -432330 689232 549199 on 2 7 8
7 l 0 1 13524 -29220 14546 725015 -370661 89362 573566 on 1 2 6
8 s 0 1 30522 -36557 13349 453319 -500795 -357902 -644680 on 2 6
9 l 1 0 -8909 -50109 29847 405226 -902943 -142959 -6969 on 10 12 14
10 s 0 1 -7229 -43874 27296 612772 513727 -543281 255816 on 9
11 m 3 0 9737 -90301 9542 598040 -791580 -100134 75652 on
12 s 2 0 -3655 -43864 8559 -460152 -680579 -453168 345992 on 9
13 m 3 0 -28923 -18276 9542 506970 431664 671037 -326123 on
14 s 2 1 -22310 -45981 5670 891986 440695 44535 90362 on 9
"""
"""The pieces of TOWER after a push."""

MISPLACED_PIECES = {
    "upright": "3 l 4 0 -50000 30000 0 968912 0 0 247404 on",
    "flat": "4 m 3 0 80000 -30000 9542 506970 431664 671037 -326123 on",
    "nested": "4 m 0 1 -50000 30000 19177 968912 0 0 247404 on 3",
    "slipped": "8 s 3 0 62000 22000 6875 242507 -729989 320107 553026 on",
    "fallen": "5 s 3 0 -30000 20000 6875 -521364 -402168 688196 -304675 on",
}
"""Single pieces that stand or lie where they may not."""


def table(text: str, seats: int, count: int = 99, aside: tuple[str, ...] = ()) -> Layout:
    """The first ``count`` pieces of a recorded table, with the pieces ``aside`` replaced or added.

    The Foundation is neutral, the others belong to the players in turn.
    """
    lines = {int(line.split()[0]): line for line in text.strip().splitlines()[:count]}
    for name in aside:
        lines[int(MISPLACED_PIECES[name].split()[0])] = MISPLACED_PIECES[name]
    pieces, touches = [], set()
    for number, line in sorted(lines.items()):
        _, letter, corners, level, *rest = line.split()
        pose = RecordedPose(*map(int, rest[:7]))
        size = next(size for size in SIZES if size[0] == letter)
        owner = NEUTRAL if number < 3 else (number - 3) % seats
        pieces.append(Piece(number, size, owner, pose, int(corners), int(level)))
        touches |= {(min(number, int(other)), max(number, int(other))) for other in rest[8:] if int(other) in lines}
    near = (Near(3, 4, INSIDE_UM),) if "nested" in aside else ()
    return Layout(tuple(pieces), tuple(sorted(touches)), near)


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """A position: the number of pieces of a table, the marked ones, single pieces aside, and the pieces
    that Bob holds.
    """

    count: int
    marked: tuple[int, ...] = ()
    aside: tuple[str, ...] = ()
    text: str = TOWER
    held: Count = (0, 0, 0)


EXAMPLES: Mapping[str, ExamplePosition] = {
    rule: shot
    for rules, shot in (
        ("R-1", ExamplePosition(14)),
        ("R-2", ExamplePosition(9)),
        ("R-3 R-4", ExamplePosition(2)),
        ("L-2 L-30", ExamplePosition(2, (1, 2))),
        ("R-6 R-12 R-24", ExamplePosition(9, (9,))),
        ("R-7 L-1", ExamplePosition(2, (3, 4), ("upright", "flat"))),
        ("R-10 L-8", ExamplePosition(2, (4,), ("upright", "nested"))),
        ("R-9", ExamplePosition(5, (5,))),
        ("R-8 R-26 R-31 L-10", ExamplePosition(9, (7,))),
        ("R-11", ExamplePosition(9, (5, 8))),
        ("R-22", ExamplePosition(9, (6,))),
        ("R-23 L-9", ExamplePosition(9, (3, 4, 5))),
        ("R-25", ExamplePosition(9, (4,))),
        ("L-4", ExamplePosition(9, (6, 7))),
        ("L-5", ExamplePosition(9, (8,))),
        ("L-7", ExamplePosition(6, (6,))),
        ("R-16 L-26", ExamplePosition(9, (7,), held=(0, 0, 1))),
        ("R-14 R-15 R-27 L-11 L-12 L-13", ExamplePosition(9, held=(0, 1, 1))),
        ("R-17 L-14", ExamplePosition(7, (8,), ("slipped",))),
        ("R-18 R-28 L-15 L-16 L-17 L-29", ExamplePosition(7, (5, 8), ("fallen", "slipped"))),
        ("R-19 R-29 L-18 L-19", ExamplePosition(14, (3, 4, 5, 11, 13), text=WRECK)),
    )
    for rule in rules.split()
}
"""Rule id -> position. Rules that need no picture are left out."""


@cache
def example(rule_id: str) -> LeaningContext | None:
    """The position that shows the rule; None if it needs no picture."""
    shot = EXAMPLES.get(rule_id.strip().upper())
    if shot is None:
        return None
    layout = table(shot.text, SEATS, shot.count, shot.aside)
    begun = GAME.new(SEATS, {"first": 1})
    hands = list(begun.hands)
    for piece in layout.pieces:
        if piece.owner >= 0:
            hands[piece.owner] = counted(hands[piece.owner], piece.size, -1)
    for size, held in zip(SIZES, shot.held, strict=True):
        hands[1] = counted(hands[1], size, -held)
    state = replace(
        begun,
        phase="turn",
        layout=layout,
        next_piece=max(piece.id for piece in layout.pieces) + 1,
        last_size=layout.pieces[-1].size if len(layout.pieces) > 2 else "",
        hands=tuple(hands),
        held=put(begun.held, 1, shot.held),
    )
    marks = tuple(Event("place", "", data={"piece": piece}) for piece in shot.marked)
    return Context(GAME, GAME.view(state, 0), Decide(0, "turn"), 0, NAMES, Ui(), marks=marks)

"""The rules sheet from its first rule to its last: each has a test with its name, and what refuses also lets pass."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.leaning.making import (
    GAME,
    HERE,
    SHIFT_UM,
    THERE,
    clear,
    do,
    letting_go,
    lines,
    many,
    place,
    rule,
    state,
)
from tests.games.rule_names import rules_named_beside
from towergames.core.contract import Event
from towergames.games.leaning import placement, rules, text
from towergames.games.leaning.model import (
    FOUNDATION_TRIES,
    MOST_NUDGES,
    MOST_SKIPS,
    Accept,
    Aim,
    Decline,
    GiveUp,
    Hold,
    Keep,
    LayFoundation,
    Near,
    Nudge,
    Pass,
    Place,
    Ready,
    Rebuild,
    Restore,
    Skip,
)
from towergames.games.leaning.placement import PlacementFacts, refusals
from towergames.physics.recording import RecordedPose

NEW = GAME.new(2, {"first": 1})
TIRED = replace(NEW, tries=FOUNDATION_TRIES)
FULL = state((3, "small", 1, 0), touches=[(1, 3)])
HOLDS = state(held=(1, 0, 0))
HOLDS_OFF = state((3, "small", 1, 0), touches=[(1, 3)], held=(0, 1, 0))
"""P3 is full."""
SLIPPED = place(state(), "medium", corners=3).state
SLIPPED_WELL = place(state(), "medium", shift=SHIFT_UM).state
BROKEN = clear(place(state(*many(4)), "medium", lying=(3,)).state)
RESTORING = clear(place(state(*many(4), rebuild="restore"), "medium", lying=(3,)).state)
BUMPY = state(bump="nudge")
AGAIN = place(state((3, "small", 1, 0)), "medium", corners=3, touches=(3,)).state
"""P4 slipped. P3 has room for one contact, and that is P4 again."""
FELLED = clear(place(state(*many(4)), "medium", lying=(2,)).state)
"""A piece of the Foundation has to be put back."""
PAIR = clear(place(state(*many(4), touches=[(3, 4)]), "medium", disturbs=(3,)).state)
"""P3 and P4 are small. Each of them may touch one other piece, and that is the other one already."""
ON_TABLE = place(HOLDS, "small", corners=1, held=True).state
CROWDED = place(HOLDS, "small", corners=0, touches=(1, 2), shift=SHIFT_UM, held=True).state
"""The held piece slipped: onto the table, and onto more pieces than it has pips."""


def former(s):
    """The position in a game that was begun by rules 1."""
    return replace(s, terms=replace(s.terms, bump="nudge"))


def other_sizes(last: str):
    """A small piece is held, and held pieces must differ in size from the last."""
    s = state(held=(1, 0, 0), last=last)
    return replace(s, terms=replace(s.terms, held_size="other"))


def aimed(size: str, corners: int, *touches: int, held: bool = False, inside: tuple[int, ...] = ()) -> Place:
    return Place(size, held, 1, HERE, Aim(corners, touches, inside))


def leaning_on_full(**options):
    """P3, disturbed and to be put back, touches P4, which touches P5 and may touch no more."""
    return clear(place(state(*many(4), touches=[(3, 4), (4, 5)], **options), "medium", disturbs=(3,)).state)


def back(piece: int, corners: int, *touches: int) -> Rebuild:
    return Rebuild(piece, HERE, Aim(corners, touches))


def at(**place: int) -> Place:
    return Place("small", False, 0, HERE._replace(**place))


def founded(second: RecordedPose) -> LayFoundation:
    return LayFoundation("large", HERE, "large", second)


LOW, HIGH, FAR = HERE._replace(z=-100_001), HERE._replace(z=1_000_001), HERE._replace(y=-500_001)
HELD = Place("small", True, 1, HERE)
NO_MOVES = [
    *(at(w=part) for part in (0, 1_100_000)),
    *(
        Place("small", False, 0, pose)
        for pose in (RecordedPose(0.5, 0, 0, 10**6, 0, 0, 0), (0, 0, 0, 10**6, 0, 0, 0), None)
    ),
    *(Place("small", False, 0, HERE, aim) for aim in (Aim(6), Aim(-1), Aim(1, (2, 1)), Aim(1, (1, 1)), Aim(1, [1]), 5)),
    Place("small", False, 0, HERE, Aim(1, tuple(range(1, 9)))),
    *(None, "hold small", Event("hold", "")),
]
"""Poses are whole numbers with a turn of length one; an aim has few corners, and each piece once and in order."""
BOTH_WAYS = [
    # what a rule lets pass, and what it refuses with that id
    ("R-3", (NEW, LayFoundation("large", HERE, "medium", THERE)), (NEW, Hold("small"))),
    ("R-6", (state(), Hold("small")), (letting_go(state()), Hold("small"))),
    ("R-6", (state(), Hold("small")), (state(), Hold("huge"))),
    ("R-6", (state(), Hold("small")), (state(), Accept())),
    ("R-12", (state(), aimed("small", 1, 1)), (replace(state(), hands=((0, 5, 5), (5, 5, 5))), aimed("small", 1, 1))),
    ("R-14", (HOLDS, aimed("small", 0, 1, held=True)), (HOLDS, aimed("large", 0, 1, held=True))),
    ("R-14", (state(), Hold("small")), (replace(state(), hands=((0, 5, 5), (5, 5, 5))), Hold("small"))),
    ("R-32", (state(), Hold("small")), (replace(state(), phase="over"), Hold("small"))),
    ("L-1", (state(), aimed("medium", 2, 1)), (state(), aimed("medium", 3, 1))),
    ("L-1", (SLIPPED_WELL, Accept()), (SLIPPED, Accept())),
    ("L-1", (clear(place(state(*many(4)), disturbs=(3,)).state), Keep(3)), (BROKEN, Keep(3))),
    ("L-1", (BROKEN, back(3, 1, 1)), (BROKEN, back(3, 3, 1))),
    ("L-2", (NEW, LayFoundation("large", HERE, "medium", THERE)), (NEW, LayFoundation("large", HERE, "small", THERE))),
    ("L-2", (FELLED, back(2, 1, 1)), (FELLED, back(2, 0, 1))),
    ("L-4", (state(), aimed("small", 1, 1)), (state(), aimed("small", 1, 1, 2))),
    ("L-4", (state(), aimed("medium", 1, 1, 2)), (FULL, aimed("medium", 1, 3))),
    ("L-4", (state(contacts="placed"), aimed("medium", 1, 1)), (FULL, aimed("medium", 1, 1, 3))),
    ("L-4", (leaning_on_full(contacts="placed"), Keep(3)), (leaning_on_full(), Keep(3))),
    ("L-4", (PAIR, back(3, 1, 4)), (leaning_on_full(), back(3, 1, 4))),
    ("L-4", (PAIR, back(3, 1, 5)), (leaning_on_full(), back(3, 1, 4))),
    ("L-7", (state(last="small"), aimed("medium", 1, 1)), (state(last="medium"), aimed("medium", 1, 1))),
    ("L-8", (state(), aimed("medium", 1, 1)), (state(), aimed("medium", 1, 1, inside=(1,)))),
    ("L-11", (state(), aimed("large", 1, 1)), (HOLDS, aimed("large", 1, 1))),
    ("L-12", (HOLDS, aimed("small", 0, 1, held=True)), (HOLDS, aimed("small", 1, 1, held=True))),
    ("L-12", (CROWDED, Accept()), (ON_TABLE, Accept())),
    ("L-12", (state(held=(1, 0, 0), last="small"), HELD), (other_sizes("small"), HELD)),
    ("L-12", (other_sizes("large"), HELD), (other_sizes("small"), HELD)),
    ("L-13", (state(), Skip()), (HOLDS, Skip())),
    ("L-13", (HOLDS, GiveUp("small")), (HOLDS, GiveUp("large"))),
    ("L-14", (SLIPPED, aimed("medium", 1, 1)), (SLIPPED, aimed("large", 1, 1))),
    ("L-14", (SLIPPED, GiveUp()), (SLIPPED, Hold("small"))),
    ("L-17", (BROKEN, Rebuild(3, HERE)), (BROKEN, Rebuild(4, HERE))),
    ("L-17", (RESTORING, Restore()), (BROKEN, Restore())),
    ("L-17", (BROKEN, Rebuild(3, HERE)), (RESTORING, Rebuild(3, HERE))),
    ("L-17", (BROKEN, Rebuild(3, HERE)), (BROKEN, Hold("small"))),
    ("L-21", (BUMPY, Nudge(1)), (state(), Nudge(1))),
    ("L-21", (BUMPY, Nudge(1)), (state(bump="table"), Nudge(1))),
    ("L-21", (BUMPY, Nudge(1)), (BUMPY, Nudge(2))),
    ("L-21", (BUMPY, Nudge(1)), (BUMPY, Nudge(0))),
    ("L-21", (former(BUMPY), Nudge(0)), (former(BUMPY), Nudge(2))),
    ("L-23", (replace(state(), free=True), Pass()), (state(), Pass())),
    ("L-23", (state(passing="free"), Pass()), (state(passing="free"), Skip())),
    ("L-23", (state(), Skip()), (replace(state(), refused=True), Skip())),
    ("L-26", (HOLDS_OFF, aimed("medium", 0, 1, held=True)), (HOLDS_OFF, aimed("medium", 0, 1, 3, held=True))),
    ("L-27", (state(), aimed("medium", 0, 1)), (state(), aimed("medium", 0))),
    ("L-28", (state(), Place("small", False, 2, HERE)), (state(), Place("small", False, 9, HERE))),
    ("L-28", (state(), at(x=500_000)), (state(), at(x=500_001))),
    ("L-28", (state(), at(y=-500_000)), (state(), at(y=-500_001))),
    ("L-28", (state(), at(z=-100_000)), (state(), at(z=-100_001))),
    ("L-28", (state(), at(z=1_000_000)), (state(), at(z=1_000_001))),
    *(("L-28", (BROKEN, Rebuild(3, HERE)), (BROKEN, Rebuild(3, bad))) for bad in (LOW, HIGH, FAR)),
    *(("L-28", (NEW, founded(HERE)), (NEW, founded(bad))) for bad in (LOW, HIGH, FAR)),
    ("L-28", (state(), aimed("medium", 1, 1)), (state(), aimed("medium", 1, 9))),
    ("L-28", (AGAIN, aimed("medium", 1, 3)), (AGAIN, aimed("medium", 1, 4))),
    ("L-28", (AGAIN, aimed("medium", 1, 3)), (AGAIN, Place("medium", False, 4, HERE))),
    ("L-28", (BROKEN, back(3, 1, 1)), (BROKEN, back(3, 1, 3))),
    ("L-30", (TIRED, Ready()), (TIRED, LayFoundation("large", HERE, "large", THERE))),
    ("L-32", (state(), Skip()), (replace(state(), skips=(MOST_SKIPS, 0)), Skip())),
    ("L-32", (BUMPY, Nudge(-1)), (replace(BUMPY, nudges=MOST_NUDGES), Nudge(-1))),
]  # fmt: skip


REFUSALS = """
Set up the Foundation first.
Pieces are still moving. Wait a moment.
That is not a move. Place a piece or hold one.
Place a piece, hold one, or skip if you find no place.
No small piece is left. Choose another size.
You hold no large piece.
The game is over.
3 corners touch the table; 2 is the limit. Tip it further.
Use medium or large for the Foundation.
The Foundation piece must touch the table. Lower it.
A small piece may touch 1 other; this touches 2. Move it.
P3 is full: it has 1 contact. Lean on another. piece:P3
P4 is full: it has 1 contact. Lean on another. piece:P4
The last piece was medium. Use small or large.
A tip touches an inside tip, here and at P1. Move it. piece:P1
Place your held piece first, hold one more, or give one up.
A held piece must not touch the table. Put it on others.
The last piece was small. Use medium or large.
You hold a piece. Place it, hold one more, or give it up.
Only a held piece can be given up. Name its size.
The medium piece slipped. Place that one.
Your piece slipped. Place it again, leave it there, or give it up.
Put P3 back first.
Pieces go back one by one in this game. Put one back.
Everything goes back at once in this game. Put it all back.
Put back the pieces that moved first.
Bumps are off in this game.
There is no player 3. Name one who plays.
Bumps are out of turn. Name a player who waits, or nobody.
You cannot pass now. Skip if you find no place.
Passing is free in this game. Pass instead.
You can still place a piece. A hint shows where.
The piece touches nothing. Lower it.
P9 is not on the table. Choose another piece.
Too far out. Stay within 50 cm of the centre.
P4 is not on the table. Choose another piece.
P3 is not on the table. Choose another piece.
12 tries used. Let the table set up the Foundation.
You have skipped 15 turns, the limit. Place or hold a piece.
No more bumps can be reported now.
""".strip().splitlines()
"""The refusals of the rules, in words, and their spots on the board."""


@pytest.mark.parametrize(
    ("cited", "passes", "refused"), BOTH_WAYS, ids=[f"{r}-{i}" for i, (r, *_) in enumerate(BOTH_WAYS)]
)
def test_a_rule_lets_pass_what_it_should_and_refuses_the_rest(cited: str, passes, refused) -> None:
    assert rule(*passes) == ""
    assert rule(*refused) == cited


def test_every_refusal_says_what_is_wrong_and_where() -> None:
    refused = [refusal for *_, row in BOTH_WAYS for refusal in GAME.judge(*row).refusals]
    assert list(dict.fromkeys(f"{refusal.text} {refusal.at}".strip() for refusal in refused)) == REFUSALS


def test_every_rule_that_the_judge_can_cite_stands_in_the_table_above() -> None:
    cited: set[str] = {"L-7", "L-12"}  # chosen by a condition
    for module in (rules, placement):
        source = Path(module.__file__).read_text(encoding="utf-8")
        cited |= set(re.findall(r'Refusal\(\s*"([RL]-\d+)"', source))
        cited |= set(re.findall(r'^    "[a-z]+": \("([RL]-\d+)"', source, re.MULTILINE))
    assert cited == {r for r, *_ in BOTH_WAYS}


@pytest.mark.parametrize("action", NO_MOVES, ids=range(len(NO_MOVES)))
def test_r6_what_is_no_move_is_refused(action) -> None:
    assert [(one.rule, one.text) for one in GAME.judge(state(), action).refusals] == [("R-6", text.NO_MOVE)]


def test_every_rule_of_the_sheet_stands_in_the_table_above_or_has_a_test_with_its_name() -> None:
    named = rules_named_beside(__file__) | {rule_id for rule_id, *_ in BOTH_WAYS}
    assert set(GAME.rule_sheet.ids) <= named, sorted(set(GAME.rule_sheet.ids) - named)


def test_every_option_is_discussed_by_a_rule_of_the_sheet_and_changes_the_terms() -> None:
    for option in GAME.info.options:
        assert option.rule in GAME.rule_sheet.ids
        assert len(option.labels) == len(option.values)
        if option.key == GAME.info.goal_option:
            continue  # the table reads it, not the rules
        made = {GAME.new(10, {option.key: value}).terms for value in option.values}
        assert len(made) == len(option.values)


def test_r6_nobody_moves_before_everything_has_come_to_rest() -> None:
    for move in (Hold("small"), Place("small", False, 0, HERE), Pass(), Accept()):
        assert rule(letting_go(state()), move) == "R-6"


@pytest.mark.parametrize(
    ("s", "action", "note"),
    [
        (state(), Place("small", False, 1, HERE), text.UNSEEN),
        (BROKEN, Rebuild(3, HERE), text.UNSEEN),
        (BROKEN, Rebuild(3, HERE, Aim(2, ())), text.PUT_BACK),
        (state(), Hold("small"), text.HOLDS),
        (SLIPPED, GiveUp(), text.LOST),
        (HOLDS, GiveUp("small"), text.LOST),
        (BROKEN, Decline(), text.DECLINED),
        (replace(state(), free=True), Pass(), "Your turn ends"),
        (NEW, Ready(), ""),
    ],
)
def test_what_a_move_would_bring_is_said_in_a_few_words(s, action, note: str) -> None:
    assert GAME.judge(s, action).note == note


def test_bumps_are_listed_and_a_skip_is_told_of_its_player() -> None:
    assert list(GAME.choices(BUMPY))[-2:] == [Nudge(-1), Nudge(1)]
    assert list(GAME.choices(former(BUMPY)))[-3:] == [Nudge(-1), Nudge(0), Nudge(1)]
    assert do(state(first=2), Skip()).events == (Event("skip", "", seat=1),)


def test_listed_placements_lean_on_a_piece_from_the_table_and_held_ones_are_put_above_it() -> None:
    for s, heights in ((state(), {5_000}), (HOLDS, {HERE.z + 45_000})):
        assert {action.pose.z for action in GAME.choices(s) if isinstance(action, Place)} == heights


def test_a_hand_feels_six_pieces_at_most() -> None:
    assert [rules.is_move(aimed("large", 1, *range(1, 1 + felt))) for felt in (6, 7)] == [True, False]


def test_l2_the_two_pieces_of_a_listed_foundation_lean_on_each_other() -> None:
    listed = [(found.pose, found.pose2) for found in GAME.choices(NEW) if found != Ready()]
    facing = (
        RecordedPose(-15_000, 0, 5_000, 953_717, 0, 300_706, 0),
        RecordedPose(15_000, 0, 5_000, 953_717, 0, -300_706, 0),
    )
    assert listed == [facing] * 3


def test_r7_a_piece_has_one_or_two_corners_on_the_table_or_none() -> None:
    assert [place(state(), corners=n).state.phase for n in range(5)] == ["turn", "turn", "turn", "slip", "slip"]


@pytest.mark.parametrize(("size", "most"), [("small", 1), ("medium", 2), ("large", 3)])
def test_r8_a_piece_touches_as_many_others_as_it_has_pips(size: str, most: int) -> None:
    s = state((3, "large", 1, 0), (4, "large", 1, 0))
    for touched in range(1, 5):
        step = place(s, size, touches=range(1, touched + 1))
        assert (step.state.phase == "slip") == (touched > most)


def test_l4_a_full_piece_can_be_touched_no_more_unless_only_the_placed_one_counts() -> None:
    s = state((3, "small", 1, 0), touches=[(1, 3)])
    assert place(s, "medium", touches=(3,)).state.phase == "slip"
    loose = state((3, "small", 1, 0), touches=[(1, 3)], contacts="placed")
    assert place(loose, "medium", touches=(3,)).state.phase == "turn"
    assert place(loose, "small", touches=(1, 3)).state.phase == "slip"
    assert refusals(PlacementFacts("large", held=False, corners=1, touches=("P1",), pips={"P1": 1}), both=True) == ()


@pytest.mark.parametrize("pair", [(3, 1), (1, 3)])
def test_l8_the_refusal_names_the_other_piece_whichever_of_the_two_is_inside(pair) -> None:
    s = place(state(), "medium", near=[(*pair, 0)]).state
    assert [refusal.at for refusal in GAME.judge(s, Accept()).refusals] == ["piece:P1"]


@pytest.mark.parametrize(("gap", "phase"), [(0, "slip"), (1_000, "slip"), (1_001, "turn"), (5_000, "turn")])
@pytest.mark.parametrize("pair", [(3, 1), (1, 3)])
def test_l8_a_point_stays_more_than_a_millimetre_from_an_inside_point(gap: int, phase: str, pair) -> None:
    assert place(state(), "medium", near=[(*pair, gap)]).state.phase == phase


def test_r10_other_pieces_nested_long_ago_are_not_held_against_a_new_one() -> None:
    s = state()
    nested = replace(s, layout=replace(s.layout, near=(Near(1, 2, 10),)))
    assert place(nested, "medium", near=[(1, 2, 10)]).state.phase == "turn"


def test_r11_a_piece_may_rest_on_others_alone() -> None:
    s = place(state(), "medium", corners=0).state
    s = place(s, "large", corners=0, touches=(3,)).state
    assert [one.level for one in s.layout.pieces] == [0, 0, 1, 2]


def test_r12_only_pieces_that_you_have_can_be_placed() -> None:
    s = replace(state(), hands=((0, 1, 0), (5, 5, 5)))
    assert [rule(s, aimed(size, 1, 1)) for size in ("small", "medium", "large")] == ["R-12", "", "R-12"]
    assert place(s, "medium").state.hands[0] == (0, 0, 0)


def test_r13_the_hand_is_an_option_that_the_rules_do_not_read() -> None:
    assert [GAME.new(2, {"tremor": value}).terms.tremor for value in ("normal", "steady", "shaky")] == [
        "normal",
        "steady",
        "shaky",
    ]
    assert lines(place(state(tremor="shaky", surface="glass"))) == lines(place(state()))


def test_l27_a_piece_in_the_air_is_not_placed() -> None:
    assert place(state(), corners=0, touches=()).state.phase == "slip"
    assert place(state(), corners=1, touches=()).state.phase == "turn"


def test_pieces_have_numbers_up_to_a_million() -> None:
    assert [rules.is_move(Keep(number)) for number in (0, 1, 10**6, 10**6 + 1)] == [False, True, True, False]


def test_every_broken_rule_is_named_at_once() -> None:
    found = GAME.judge(state(), aimed("small", 3, 1, 2, inside=(1, 2))).refusals
    assert [one.rule for one in found] == ["L-1", "L-4", "L-8"]

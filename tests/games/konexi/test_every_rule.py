"""The rule sheet from its first rule to its last: each has a test with its name, and what refuses also lets pass."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from tests.games.konexi.making import (
    GAME,
    circle,
    decides,
    do,
    is_over,
    letting_go,
    place,
    points,
    released,
    roll,
    rolling,
    rule,
    rule_tower,
    saying,
    settle,
    state,
    told,
)
from tests.games.rule_names import rules_named_beside
from towergames.core.dice import Dice
from towergames.games.konexi import rules, words
from towergames.games.konexi.game import FORMER
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import (
    ANY,
    FACES,
    FALLS,
    MOST_ROUNDS,
    MOST_WORDS,
    Arrange,
    BaseDrawn,
    Begin,
    Circle,
    EndTurn,
    Fate,
    First,
    GiveUp,
    Mix,
    Nudge,
    Place,
    Rolled,
    SayWord,
    Token,
    WordFound,
    WordList,
)
from towergames.games.konexi.moves import fall_cost
from towergames.games.konexi.tower import PlacedLetter, stands, tower_of

H = (PlacedLetter("H", 0, False, 0, 0),)
BASE = Place("H", 0, False, 0, 0)
ON_H = Place("N", 0, False, 0, 7)
BESIDE_N = {"circle": "MNOP", "gap": 1}
BIRTHDAY = replace(state(first="birthday"), phase="birthday")
LAYING = replace(state(), phase="arrange", circle="")
BUMPY = state(H, bump="nudge", **BESIDE_N)


def former(s):
    """The position in a game that was begun by rules 1."""
    return replace(s, terms=replace(s.terms, bump_cost=UNSET))


ANYWHERE = replace(state(circle="ABC"), phase="token", face=ANY)
EITHER = roll(rolling("ABCDEFGH", 3, direction="either"), 2)
DRAWN = replace(state(), only="H")
OVER = replace(state(), phase="over")
S_OVER = Place("S", 0, True, 0, 7)

EVERY = replace(saying("E", scoring="all"), said=("RULE",))

BOTH_WAYS = [
    # what a rule lets pass, and what it refuses with that id
    ("R-3", (LAYING, Arrange(ALPHABET[::-1], 25)), (LAYING, Arrange("A" + ALPHABET[:-1], 0))),
    ("R-3", (LAYING, Arrange(ALPHABET, 0)), (LAYING, Arrange(ALPHABET, 26))),
    ("R-3", (LAYING, Mix()), (LAYING, GiveUp())),
    ("R-7", (ANYWHERE, Token(2)), (ANYWHERE, Place("A", 0, False, 0, 0))),
    ("R-8", (state(circle="HNX", gap=1), BASE), (state(circle="HNX", gap=1), replace(BASE, letter="X"))),
    ("R-8", (state(H, **BESIDE_N), ON_H), (state(H, **BESIDE_N), Place("H", 0, False, 0, 7))),
    ("R-9", (state(H, **BESIDE_N), GiveUp()), (state(H, **BESIDE_N), EndTurn())),
    ("R-9", (state(H, **BESIDE_N), ON_H), (state(H, **BESIDE_N), replace(ON_H, turn=4))),
    ("R-12", (state(H, **BESIDE_N), ON_H), (state(H, **BESIDE_N), replace(ON_H, x=-5, y=0))),
    ("R-13", (state(H, **BESIDE_N), ON_H), (state(H, **BESIDE_N), replace(ON_H, y=8))),
    ("R-14", (saying(), EndTurn()), (saying(), GiveUp())),
    ("R-15", (saying("E"), SayWord("RULE")), (saying("C"), SayWord("RULE"))),
    ("R-16", (saying("E"), SayWord("LURE")), (saying("E"), SayWord("UREL"))),
    ("R-17", (saying("E"), SayWord("RULE")), (saying("E"), SayWord("RULED"))),
    ("R-17", (saying("E"), SayWord("EL")), (saying("E"), SayWord("EEL"))),
    ("R-25", (state(H, **BESIDE_N), ON_H), (OVER, ON_H)),
    ("K-4", (state(circle="HT"), Place("T", 2, False, 0, 0)), (state(circle="HT"), Place("T", 0, False, 0, 0))),
    ("K-4", (state(circle="HT"), BASE), (state(circle="HT"), replace(BASE, x=1))),
    ("K-4", (DRAWN, BASE), (DRAWN, replace(BASE, letter="A"))),
    ("K-5", (EITHER, Token(1)), (EITHER, Token(2))),
    ("K-6", (ANYWHERE, Token(0)), (ANYWHERE, Token(3))),
    ("K-7", (saying("C"), SayWord("LUCRE")), (saying("C"), SayWord("CLUE"))),
    ("K-8", (saying("E"), SayWord("EL")), (saying("E", shortest=3), SayWord("EL"))),
    ("K-8", (saying("E", shortest=3), SayWord("LURE")), (saying("E"), SayWord("E"))),
    ("K-10", (state(H, **BESIDE_N), ON_H), (letting_go(state(H, **BESIDE_N)), ON_H)),
    ("K-12", (BUMPY, Nudge(2)), (state(H), Nudge(2))),
    ("K-12", (BUMPY, Nudge(1)), (BUMPY, Nudge(3))),
    ("K-12", (BUMPY, Nudge(1)), (BUMPY, Nudge(0))),
    ("K-12", (former(BUMPY), Nudge(0)), (former(BUMPY), Nudge(3))),
    ("K-12", (BUMPY, Nudge(1)), (state(bump="nudge"), Nudge(1))),
    ("K-14", (BIRTHDAY, Begin(2)), (BIRTHDAY, Begin(3))),
    ("K-14", (BIRTHDAY, Begin(0)), (BIRTHDAY, Mix())),
    ("K-19", (state(H, circle="S"), S_OVER), (state(H, circle="S", flip=False), S_OVER)),
    ("K-20", (state(H, **BESIDE_N), ON_H), (state(H, **BESIDE_N), replace(ON_H, y=3))),
    ("K-20", (state(H, circle="B"), Place("B", 0, False, 4, 7)), (state(H, circle="B"), Place("B", 0, False, -1, 7))),
    ("K-20", (state(H, **BESIDE_N), ON_H), (state(H, **BESIDE_N), replace(ON_H, turn=2, y=7))),
    ("K-25", (BUMPY, Nudge(2)), (replace(BUMPY, nudged=True), Nudge(2))),
    ("K-27", (EVERY, SayWord("LURE")), (EVERY, SayWord("RULE"))),
]  # fmt: skip


REFUSALS = """
The circle has each of the 26 letters once. Missing: Z.
There is no such gap. Use 0 to 25.
First set out the circle, or mix the letters.
Choose a gap for the token first.
X is not beside the token. Take H or N. letter:H
H is already in the tower. Take M or N. letter:M
Add a letter to the tower first.
That is not a move of Konexi.
N would touch the table. Go higher. cell:-5,0
N would only rest there. Join a plug to a socket. cell:0,8
The letter stands. Say a word, or end the turn.
RULE needs your new letter, C. letter:C
UREL is not in the word list.
D is not in the tower.
There is only one E. letter:E
The game is over.
T would tip over like that. Turn it.
The base goes to 0 0.
H was drawn as the base. Take H. letter:H
Die 2: the token goes before B or before F. gap:1
There is no such gap. Use 0 to 2.
The letters of CLUE are not all joined. letter:C
A word needs 3 letters.
A word needs 2 letters.
The tower is still moving. Wait a moment.
Bumps are off in this game.
There is no player 4. Choose 1 to 3.
Bumps are out of turn. Choose a player who waits.
There is no tower to bump yet.
First say who has the next birthday.
Letters cannot be flipped in this game. Turn it instead.
H is already there. Choose another place. cell:0,3
A plug would hit the wall of H. Turn B or go on. cell:0,7
A plug would meet a plug of H. It needs a socket. cell:0,6
One bump a turn is the limit.
You have already said RULE. Say another word.
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
    source = "".join(Path(module.__file__).read_text(encoding="utf-8") for module in (rules, words))
    cited = set(re.findall(r'Refusal\(\s*"([RK]-\d+)"', source))
    cited |= set(re.findall(r'^ +"[a-z]+": \("([RK]-\d+)"', source, re.MULTILINE))
    cited |= set(re.findall(r'_seat\(state, \w+, "([RK]-\d+)"', source))
    assert cited == {r for r, *_ in BOTH_WAYS}


def test_every_rule_of_the_sheet_stands_in_the_table_above_or_has_a_test_with_its_name() -> None:
    named = rules_named_beside(__file__) | {rule_id for rule_id, *_ in BOTH_WAYS}
    assert set(GAME.rule_sheet.ids) <= named, sorted(set(GAME.rule_sheet.ids) - named)


def test_every_option_is_discussed_by_a_rule_of_the_sheet_and_changes_the_terms() -> None:
    for option in GAME.info.options:
        assert option.rule in GAME.rule_sheet.ids
        assert len(option.labels) == len(option.values)
        made = {GAME.new(6, {option.key: value}).terms for value in option.values}
        assert len(made) == len(option.values)


def letters_offered(s) -> set[str]:
    """The letters that may be placed."""
    return {action.letter for action in GAME.choices(s) if isinstance(action, Place)}


def test_r2_there_are_26_letters_a_die_and_2_to_6_players() -> None:
    assert GAME.info.seats == (1, 6)
    assert GAME.new(1, {}).terms.endless is True, "one player alone has another goal (K-28)"
    assert all(GAME.new(seats, {}).terms.endless is UNSET for seats in range(2, 7))
    assert sorted(FACES) == [0, 2, 4, 5, 8, 10]
    s = circle(replace(state(), phase="circle", circle=""))
    assert s.circle == ALPHABET
    for face in (1, 3, 6, 7, 9, 11, -1):
        with pytest.raises(ValueError, match=r"^the die has no such face$"):
            settle(s, Rolled(face))


def test_r3_the_circle_has_every_letter_once_and_the_token_between_two() -> None:
    empty = replace(state(), phase="circle", circle="")
    after = settle(empty, Circle("ZYXWVUTSRQPONMLKJIHGFEDCBA", 5))
    assert (after.state.circle[:3], after.state.gap, after.state.phase) == ("ZYX", 5, "roll")
    for letters, gap in (("ABC", 0), (ALPHABET[:-1] + "A", 0), (ALPHABET, 26), (ALPHABET, -1)):
        with pytest.raises(ValueError, match=r"^a circle has all 26 letters and the token between two of them$"):
            settle(empty, Circle(letters, gap))


def test_players_and_a_circle_are_listed_before_the_first_turn() -> None:
    assert list(GAME.choices(BIRTHDAY)) == [Begin(0), Begin(1), Begin(2)]
    assert list(GAME.choices(LAYING)) == [Mix(), Arrange(ALPHABET, 0)]


def test_k12_bumps_are_listed_while_a_letter_is_added_and_while_a_word_is_said() -> None:
    for s in (BUMPY, saying("E", bump="nudge")):
        assert [move for move in GAME.choices(s) if isinstance(move, Nudge)] == [Nudge(1), Nudge(2)]


def test_r3_by_option_whoever_begins_the_round_lays_the_letters_out_or_has_them_mixed() -> None:
    fresh = GAME.new(3, {"circle": "arranged", "first": 2})
    s = settle(fresh, GAME.resolve(fresh, GAME.turn(fresh), None)).state
    assert decides(s) == (1, "arrange")
    laid = do(s, f"circle {ALPHABET[::-1]} token 3").state
    assert (laid.circle, laid.gap, laid.phase) == (ALPHABET[::-1], 3, "roll")
    assert do(s, "mix").state.phase == "circle"


@pytest.mark.parametrize(
    ("name", "sha256", "count", "said"),
    [
        ("x", "0" * 63, 5, "a word list is named by its hash"),
        ("x", "Z" * 64, 5, "a word list is named by its hash"),
        ("", "0" * 64, 5, "a word list is named by its hash"),
        ("x" * 64, "0" * 64, 5, "a word list is named by its hash"),
        ("a b", "0" * 64, 5, "a word list has a short name and words"),
        ("\u00e9", "0" * 64, 5, "a word list has a short name and words"),
        ("x", "0" * 64, 0, "a word list has a short name and words"),
    ],
)
def test_a_word_list_that_cannot_be_is_refused(name: str, sha256: str, count: int, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        settle(GAME.new(2, {}), WordList(name, sha256, count))
    assert settle(GAME.new(2, {}), WordList("x-" + "1" * 61, "0123456789abcdef" * 4, 1)).state.phase == "first"


def test_a_place_is_named_up_to_999_cells_away() -> None:
    assert [rules.is_move(Place("A", 0, False, at, -at)) for at in (999, 1000, -999)] == [True, False, True]
    assert not rules.is_move("A") and not rules.is_move(None)


@pytest.mark.parametrize("said", ["random", "birthday", 3])
def test_r4_the_first_player_is_drawn_named_or_told_by_a_birthday(said) -> None:
    fresh = GAME.new(3, {"first": said})
    s = settle(fresh, GAME.resolve(fresh, GAME.turn(fresh), None)).state
    if said == "random":
        s = settle(s, First(2)).state
    if said == "birthday":
        s = do(s, "begin 3").state
    assert (s.first, s.active, s.phase) == (2, 2, "circle")
    if said == "random":
        with pytest.raises(ValueError, match=r"^there is no such player$"):
            settle(settle(fresh, GAME.resolve(fresh, GAME.turn(fresh), None)).state, First(3))


def test_r5_turns_go_round_in_the_order_of_the_players() -> None:
    s, seen = state(H, **BESIDE_N), []
    for _ in range(4):
        seen.append(s.active)
        s = do(replace(s, phase="word", new="H"), EndTurn()).state
    assert seen == [0, 1, 2, 0]


@pytest.mark.parametrize("face", [2, 4, 5, 8, 10])
def test_r6_the_token_goes_clockwise_past_as_many_letters_as_are_rolled(face: int) -> None:
    s = roll(rolling(ALPHABET, 3), face)
    assert (s.gap, s.phase, s.face) == (3 + face, "place", face)
    assert roll(rolling("ABCDEFG", 3), face).gap == (3 + face) % 7


def test_r7_any_letter_lets_the_player_put_the_token_anywhere() -> None:
    s = roll(rolling("ABCDE", 3), ANY)
    assert decides(s) == (0, "token")
    assert [action.gap for action in GAME.choices(s)] == [0, 1, 2, 3, 4]
    moved = do(s, "token after B")
    assert (moved.state.gap, moved.state.phase) == (2, "place")
    assert "between B and C" in told(moved, "token")
    assert rules.between("A", 0) == "beside A"


def test_r8_one_of_the_two_letters_beside_the_token_is_taken() -> None:
    s = state(H, circle="NOPQ", gap=1)
    assert letters_offered(s) == {"N", "O"}
    for letter, left in (("N", "OPQ"), ("O", "NPQ")):
        assert letting_go(s, letter).circle == left


def test_r10_the_first_letter_of_a_round_is_the_base() -> None:
    step = place(state(circle="HIX", gap=1), letter="H")
    assert [spot.letter for spot in step.state.tower] == ["H"]
    assert step.state.phase == "roll", "one letter makes no word, so the turn is over"
    assert (step.state.active, step.scores) == (1, ())


def test_the_hand_is_an_option_that_the_rules_do_not_read() -> None:
    hands = [GAME.new(2, {"hand": value}).terms.hand for value in ("normal", "steady", "shaky")]
    assert hands == ["normal", "steady", "shaky"]
    answers = {place(state(H, hand=hand, **BESIDE_N)).state.tower for hand in hands}
    assert len(answers) == 1


def test_r12_k21_only_the_base_reaches_the_table() -> None:
    s = state(H, circle="S")
    assert min(action.y for action in GAME.choices(s) if isinstance(action, Place)) == 1
    assert rule(s, Place("S", 0, False, 5, 0)) == "R-12"
    assert rule(s, Place("S", 0, False, 5, -3)) == "R-12"


def test_r13_a_letter_must_be_notched_and_not_just_rest_on_the_tower() -> None:
    s = state(H, circle="J")
    assert rule(s, Place("J", 2, False, 9, 7)) == "R-13", "out of reach"
    assert rule(s, Place("J", 2, False, 1, 4)) == "R-13", "on the crossbar between the legs, but notched to nothing"
    for action in GAME.choices(s):
        if isinstance(action, Place):
            assert tower_of((*H, action.spot)).notched["J"] == {"H"}


def test_k19_letters_may_be_turned_and_by_option_not_turned_over() -> None:
    for flip in (True, False):
        moves = [action for action in GAME.choices(state(H, circle="SP", flip=flip)) if isinstance(action, Place)]
        assert {move.turn for move in moves} == {0, 1, 2, 3}
        assert {move.flip for move in moves} == ({False, True} if flip else {False})


def test_k20_several_joints_at_once_all_count() -> None:
    tower = tower_of((*H, ON_H.spot))
    assert len(tower.joints) == 2
    assert tower.notched == {"H": {"N"}, "N": {"H"}}
    assert "2 joints with H" in GAME.judge(state(H, **BESIDE_N), ON_H).note


def test_k4_the_base_stands_by_itself_in_every_pose_that_is_listed() -> None:
    for letter in ALPHABET:
        listed = [action for action in GAME.choices(state(circle=letter)) if isinstance(action, Place)]
        assert listed
        assert all((action.x, action.y) == (0, 0) and stands(action.spot.shape) for action in listed)
        for turn, flip in {(t, f) for t in range(4) for f in (False, True)} - {(a.turn, a.flip) for a in listed}:
            assert not stands(Place(letter, turn, flip, 0, 0).spot.shape)


def test_k4_by_option_the_base_is_picked_or_drawn() -> None:
    picked = circle(replace(state(base="picked"), phase="circle", circle=""), gap=7)
    assert decides(picked) == (0, "token")
    assert len(list(GAME.choices(picked))) == 26
    drawn = circle(replace(state(base="random"), phase="circle", circle=""), gap=7)
    assert drawn.phase == "base"
    step = settle(drawn, BaseDrawn("C"))
    assert letters_offered(step.state) == {"C"}
    after = place(step.state)
    assert (after.state.circle[:4], after.state.gap, after.state.only) == ("ABDE", 6, "")
    assert after.state.phase == "roll", "later letters are rolled for"
    with pytest.raises(ValueError, match=r"^only a letter of the circle can be drawn$"):
        settle(drawn, BaseDrawn(""))


def test_r1_r14_a_word_scores_a_point_a_letter_at_the_end_of_the_turn() -> None:
    for word, scored in (("RULE", 4), ("CRUEL", 5), ("EL", 2)):
        step = do(saying("E"), SayWord(word))
        assert points(step) == [(0, scored)]
        assert (step.state.points, step.state.active) == ((scored, 0, 0), 1)
        assert decides(step.state) is None, "the next player rolls"


def test_r18_only_one_word_scores_in_a_turn() -> None:
    after = do(saying("E"), "word rule").state
    assert rule(after, "word el") == "K-10"


def test_r19_the_order_in_the_tower_does_not_matter_but_all_are_notched_together() -> None:
    assert rule(saying("E"), "word rule") == rule(saying("E"), "word lure") == ""
    assert rule(saying("E"), "word clue") == "K-7"


def test_r20_a_turn_without_a_word_ends_and_the_letter_stays() -> None:
    step = do(saying("E"), "done")
    assert len(step.state.tower) == 5
    assert (step.scores, step.state.active) == ((), 1)


def test_k9_by_option_the_table_takes_the_longest_word() -> None:
    s = state(rule_tower()[:-1], circle="E", finding="auto")
    going = replace(s, phase="release", circle="", in_hand=rule_tower()[-1])
    found = settle(going, released(going)).state
    assert found.phase == "find"
    outcome = GAME.resolve(found, GAME.turn(found), None)
    assert outcome == WordFound("CRUEL")
    assert points(settle(found, outcome)) == [(0, 5)]
    assert points(settle(found, WordFound(""))) == []
    for bad in ("CLUE", "RUC", "EL ", "E", "RULED"):
        with pytest.raises(ValueError, match=r"^the word found cannot be made with the new letter$"):
            settle(found, WordFound(bad))


def test_k26_without_the_list_words_are_not_looked_up() -> None:
    s = replace(saying("E"), list_sha256="0" * 64)
    assert rule(s, "word luer") == ""
    assert rule(s, "word clue") == "K-7"
    assert list(GAME.choices(s)) == [EndTurn()]


def test_k26_without_the_list_the_table_finds_no_word_and_says_why() -> None:
    here = replace(saying("E", finding="auto"), phase="find")
    away = replace(here, list_sha256="0" * 64)
    assert GAME.resolve(away, GAME.turn(away), None) == WordFound("", True)
    for s in (here, away):  # a replay says the same with the list and without it
        step = settle(s, WordFound("", True))
        assert told(step, "done") == "This computer does not have the few word list, so no word counts"
        assert (step.state.active, step.scores) == (1, ())
        assert told(settle(s, WordFound("")), "done") == "E makes no word"
        assert points(settle(s, WordFound("RULE"))) == [(0, 4)], "what the record says stands"
    for bad in (WordFound("RULE", True), WordFound("", False)):
        with pytest.raises(ValueError, match=r"^a word is found in the word list, or there is no list$"):
            settle(here, bad)
    assert msgspec.json.encode(WordFound("RULE")) == b'{"word":"RULE"}', "old records and new ones look alike"


def test_k27_words_wait_until_the_turn_ends_and_score_together() -> None:
    s = saying("E", scoring="all", points=(3, 0, 0))
    for word, said in (("rule", 1), ("el", 2), ("cruel", 3)):
        step = do(s, f"word {word}")
        assert (points(step), step.state.points, len(step.state.words_said)) == ([], (3, 0, 0), said)
        assert decides(step.state) == (0, "word")
        s = step.state
    assert rule(s, "word el") == "K-27"
    assert SayWord("RULE") not in list(GAME.choices(s)) and SayWord("LURE") in list(GAME.choices(s))
    assert GAME.judge(s, EndTurn()).preview == do(s, "done").scores
    step = do(s, "done")
    assert points(step) == [(0, 4), (0, 2), (0, 5)]
    assert (step.state.points, step.state.active, step.state.said) == ((14, 0, 0), 1, UNSET)
    assert points(do(saying("E", scoring="all"), "done")) == []


def test_k27_by_default_one_word_ends_the_turn_and_nothing_is_remembered() -> None:
    for s in (saying("E"), saying("E", scoring="one")):
        step = do(s, "word rule")
        assert (points(step), step.state.active, step.state.said) == ([(0, 4)], 1, UNSET)
        assert not {"said", "every", "endless"} & {*msgspec.to_builtins(s), *msgspec.to_builtins(s)["terms"]}


def test_k27_the_turn_ends_by_itself_when_the_words_are_enough_to_win_or_twenty() -> None:
    s = do(saying("E", scoring="all", points=(12, 0, 0)), "word rule").state
    verdict = GAME.judge(s, SayWord("LURE"))
    step = do(s, "word lure")
    assert is_over(step.state)
    assert points(step) == [(0, 4), (0, 4)] == [(line.seat, line.points) for line in verdict.preview]
    many = tuple(f"A{n}" for n in range(MOST_WORDS - 1))
    for said, active in ((many, 1), (many[1:], 0)):
        full = replace(saying("E", scoring="all", tower="endless"), said=said)
        assert do(full, "word el").state.active == active


def test_k27_a_fall_before_the_turn_ends_loses_its_words() -> None:
    s = do(saying("E", scoring="all", bump="nudge", bump_cost="fall", points=(9, 9, 9)), "word rule").state
    pushed = do(s, "nudge 2").state
    assert settle(pushed, released(pushed)).state.words_said == ("RULE",)
    fell = settle(pushed, released(pushed, "collapse"))
    assert (points(fell), fell.state.said) == ([(1, -3)], UNSET)


def test_k27_the_table_takes_every_word_from_the_longest_on() -> None:
    s = replace(saying("E", scoring="all", finding="auto", target=50), phase="find")
    found = []
    while s.phase == "find":
        recorded = GAME.resolve(s, GAME.turn(s), None)
        found.append(recorded.word)
        step = settle(s, recorded)
        s = step.state
    assert found[0] == "CRUEL" and found[-1] == ""
    assert set(found[:-1]) == {"CRUEL", "LUCRE", "RULE", "LURE", "ULE", "EL", "LE"}
    assert [scored for _, scored in points(step)] == [len(word) for word in found[:-1]]
    with pytest.raises(ValueError, match=r"^the word found cannot be made with the new letter$"):
        settle(replace(s, phase="find", said=("EL",), tower=rule_tower(), new="E"), WordFound("EL"))


def test_k28_an_endless_tower_has_no_target_and_ends_with_its_fall() -> None:
    said = do(saying("E", tower="endless", points=(19, 0, 0)), "word rule").state
    assert (said.points, is_over(said)) == ((23, 0, 0), False)
    assert is_over(do(saying("E", points=(19, 0, 0)), "word rule").state)
    fell = place(state(H, tower="endless", points=(9, 8, 8), **BESIDE_N), "collapse")
    assert is_over(fell.state)
    assert GAME.turn(fell.state).ranking == ((1, 2), (0,))
    assert told(fell, "over") == "The game is over: 1 of the 26 letters stood; {1} and {2} win"
    assert not is_over(place(state(H, points=(9, 8, 8), **BESIDE_N), "collapse").state)
    assert is_over(do(state(H, tower="endless", **BESIDE_N), GiveUp()).state)


def test_k28_an_endless_tower_of_all_letters_stays_to_be_seen() -> None:
    step = do(replace(saying("E", tower="endless", points=(1, 5, 0)), circle=""), "word rule")
    assert is_over(step.state)
    assert (len(step.state.tower), step.state.ended.kind) == (5, "all-letters")
    assert GAME.turn(step.state).ranking == ((0, 1), (2,))
    assert told(step, "over").startswith("The game is over: all 26 letters stand")


def test_k28_alone_letters_are_points_words_are_not_asked_for_and_a_fall_costs_nothing() -> None:
    assert state(seats=1).terms == state(seats=1, tower="endless").terms
    s = place(state(seats=1, circle="HIX", gap=1), letter="H")
    assert (points(s), s.state.phase, s.state.active) == ([(0, 1)], "roll", 0)
    step = place(state(H, seats=1, points=(1,), **BESIDE_N))
    assert (points(step), step.state.phase) == ([(0, 1)], "roll")
    fell = place(state(H, seats=1, points=(1,), **BESIDE_N), "drop")
    assert (fell.state.points, is_over(fell.state)) == ((1,), True)
    assert GAME.turn(fell.state).reason == "1 of the 26 letters stood"
    assert told(fell, "over") == "The game is over: 1 of the 26 letters stood"
    last = place(state(H, seats=1, points=(25,), circle="N"))
    assert (last.state.points, is_over(last.state), len(last.state.tower)) == ((26,), True, 2)


def test_k28_alone_nobody_else_bumps_the_tower() -> None:
    after = roll(replace(rolling("ABCD", seats=1, bump="chance"), tower=H), 2)
    assert after.phase == "place"


@pytest.mark.parametrize(("had", "left"), [(0, 0), (2, 0), (3, 0), (10, 7)])
def test_r21_a_fall_costs_three_points_but_never_brings_anybody_below_zero(had: int, left: int) -> None:
    step = place(state(H, points=(had, 5, 5), **BESIDE_N), "collapse")
    assert step.state.points == (left, 5, 5)
    assert [(line.points, line.nominal) for line in step.scores] == [(left - had, -3)]


def test_r21_by_option_falls_cost_nothing() -> None:
    assert place(state(H, points=(9, 0, 0), penalty=0, **BESIDE_N), "drop").state.points == (9, 0, 0)


@pytest.mark.parametrize("kind", FALLS)
def test_r22_k23_every_kind_of_fall_ends_the_round_and_is_explained(kind: str) -> None:
    step = place(state(H, points=(5, 5, 5), **BESIDE_N), kind)
    assert (step.state.phase, step.state.round, step.state.tower) == ("circle", 2, ())
    assert step.state.ended.kind == kind
    text = told(step, "fall")
    reason = {
        "collapse": "tips over",
        "drop": "drops off",
        "touch": "touches the table",
        "sideways": "sideways",
        "notch": "breaks",
    }[kind]
    assert reason in text
    assert "3 points" in text


def test_r23_k12_who_bumps_the_tower_pays_and_the_turn_is_void() -> None:
    s = replace(state(H, points=(5, 5, 5), bump="chance", **BESIDE_N), phase="fate", active=1)
    pushed = settle(s, Fate(0)).state
    assert pushed.phase == "bump"
    fell = settle(pushed, released(pushed, "sideways"))
    assert fell.state.points == (2, 5, 5)
    assert (fell.state.active, fell.state.round) == (2, 2), "after the one whose turn it was"
    assert [(line.rule, line.note) for line in fell.scores] == [("R-23", "the tower fell")]
    bumped = settle(pushed, released(pushed))
    assert bumped.state.points == (2, 5, 5)
    assert (bumped.state.active, bumped.state.round, bumped.state.tower) == (2, 2, ()), "the round is over"
    assert [(line.rule, line.note) for line in bumped.scores] == [("R-23", "bumped the tower")]
    assert "A bump ends the round. {0} loses 3 points" in [event.text for event in bumped.events]
    for lenient in (replace(pushed, terms=replace(pushed.terms, bump_cost="fall")), former(pushed)):
        stood = settle(lenient, released(lenient))
        assert (stood.state.phase, stood.state.active, stood.scores) == ("place", 1, ())
    assert settle(s, Fate(-1)).state.phase == "place"
    for by in (1, 3, -2):
        with pytest.raises(ValueError, match=r"^nobody like that can bump the tower now$"):
            settle(s, Fate(by))


def test_k12_bumps_come_by_chance_only_where_a_tower_stands() -> None:
    assert roll(rolling("ABCD", bump="chance"), 2).phase == "place"
    s = roll(replace(rolling("ABCD", bump="chance"), tower=H), 2)
    drawn = [GAME.resolve(s, GAME.turn(s), Dice(seed)).by for seed in range(400)]
    assert (s.phase, set(drawn)) == ("fate", {-1, 0, 1, 2} - {s.active})
    assert 10 <= sum(by >= 0 for by in drawn) <= 30, "one in twenty"


def test_k12_the_cost_of_a_bump_is_told_before_it_is_reported() -> None:
    for has, cost in ((2, "loses 2 points"), (0, "has no points to lose")):
        note = GAME.judge(replace(BUMPY, points=(0, has, 9)), Nudge(1)).note
        assert note == f"that player {cost}, and the round ends"
    lenient = state(H, bump="nudge", bump_cost="fall", **BESIDE_N)
    assert GAME.judge(lenient, Nudge(1)).note == "the tower is pushed; if it falls, that player loses points"


def test_k12_a_game_of_rules_1_keeps_its_meaning_and_new_games_take_the_box() -> None:
    assert GAME.new(3, {}).terms.bump_cost == "always"
    assert GAME.new(3, {"bump_cost": "fall"}).terms.bump_cost == "fall"
    (old,) = FORMER
    assert old.info.rules_version == 1
    assert old.new(3, {"bump": "nudge"}).terms.bump_cost is UNSET


def test_k11_giving_up_says_what_it_costs_now_and_the_pad_says_who_gave_up() -> None:
    for has, cost in ((5, "it costs 3 points"), (2, "it costs 2 points"), (0, "it costs nothing at 0 points")):
        s = state(H, points=(has, 0, 0), **BESIDE_N)
        assert GAME.judge(s, GiveUp()).note == f"counts as a fall: {cost} and ends the round"
    assert [line.note for line in do(s, "give up").scores] == ["gave up"]
    endless = state(H, tower="endless", **BESIDE_N)
    assert GAME.judge(endless, GiveUp()).note.endswith("and ends the game")
    assert fall_cost(GAME.new(1, {})) == "it costs nothing", "alone a fall has no price (K-28)"


@pytest.mark.parametrize(
    "s",
    [state(H, bump="nudge", bump_cost="fall", **BESIDE_N), saying("E", bump="nudge", bump_cost="fall")],
    ids=["place", "word"],
)
def test_k12_a_bump_that_is_reported_lets_the_turn_go_on_if_the_tower_stands(s) -> None:
    pushed = do(s, "nudge 2").state
    stood = settle(pushed, released(pushed)).state
    assert (stood.phase, stood.nudged, stood.new) == (s.phase, True, s.new)
    fell = settle(pushed, released(pushed, "collapse"))
    assert points(fell) == [(1, 0)]
    assert fell.state.active == 1
    assert fell.state.nudged is False


def test_r24_all_letters_go_back_and_the_next_player_begins_the_next_round() -> None:
    step = place(state(H, seats=2, **BESIDE_N), "notch")
    s = circle(step.state, ALPHABET[::-1], 3)
    assert (s.active, s.round, len(s.circle), s.tower, s.rests) == (1, 2, 26, (), ())
    assert (step.state.circle, step.state.in_hand) == ("", None)


def test_r25_k13_the_game_ends_at_once_when_somebody_has_enough_points() -> None:
    for target, had in ((20, 15), (20, 16), (30, 26), (50, 47)):
        step = do(saying("E", points=(had, 19, 3), target=target), "word rule")
        assert is_over(step.state) == (had + 4 >= target)
    step = do(saying("E", points=(17, 19, 19)), "word rule")
    assert GAME.turn(step.state).ranking == ((0,), (1, 2))
    assert "first to 20" in GAME.turn(step.state).reason
    assert "{0} wins" in told(step, "over")


@pytest.mark.parametrize("steps", [2, 10])
def test_k1_letters_that_are_gone_are_not_counted(steps: int) -> None:
    assert roll(rolling("AEIOU", 1), steps).gap == (1 + steps) % 5
    assert roll(rolling("AE", 1), steps).gap == 1


@pytest.mark.parametrize(("gap", "letter", "left", "now"), [(1, "N", "OPQ", 0), (1, "O", "NPQ", 1), (0, "Q", "NOP", 0)])
def test_k2_the_token_stays_where_it_is_and_the_circle_closes(gap: int, letter: str, left: str, now: int) -> None:
    s = letting_go(state(H, circle="NOPQ", gap=gap), letter)
    assert (s.circle, s.gap) == (left, now)


def test_k3_of_two_letters_either_may_be_taken_and_a_single_one_must_be() -> None:
    for gap in (0, 1):
        assert letters_offered(state(H, circle="NO", gap=gap)) == {"N", "O"}
    assert letters_offered(state(H, circle="N")) == {"N"}
    assert roll(rolling("N"), ANY).phase == "place", "there is only one gap, so nobody is asked"
    assert roll(rolling("N"), 5).gap == 0


def test_k5_by_option_the_token_may_go_the_other_way() -> None:
    assert roll(rolling("ABCDEFGH", 3), 2).gap == 5
    assert [action.gap for action in GAME.choices(EITHER)] == [1, 5]
    assert roll(rolling("ABCD", 3, direction="either"), 4).phase == "place", "both ways lead to the same gap"


def test_k6_any_letter_gives_every_letter_that_is_left() -> None:
    s = roll(rolling("ABCDE", 2), ANY)
    offers = set()
    for action in GAME.choices(s):
        offers |= letters_offered(do(s, action).state)
    assert offers == set("ABCDE")


def test_k10_a_fall_scores_no_word_and_comes_before_it() -> None:
    s = letting_go(state(rule_tower()[:-1], circle="E"))
    assert rule(s, "word rule") == "K-10"
    step = settle(s, released(s, "collapse"))
    assert all(line.rule == "R-21" for line in step.scores)


def test_k11_whoever_adds_no_letter_is_charged_as_for_a_fall() -> None:
    step = do(state(H, points=(7, 0, 0), **BESIDE_N), "give up")
    assert points(step) == [(0, -3)]
    assert (step.state.round, step.state.active, step.state.ended.kind) == (2, 1, "given-up")


def test_k14_a_new_round_has_a_new_circle_and_the_token_in_any_gap() -> None:
    s = place(state(H, **BESIDE_N), "drop").state
    made = [GAME.resolve(s, GAME.turn(s), Dice(seed)) for seed in range(40)]
    assert len({one.letters for one in made}) == 40
    assert len({one.gap for one in made}) > 15


def test_k15_with_the_last_letter_the_round_ends_after_its_word_and_nobody_pays() -> None:
    s = replace(saying("E"), circle="")
    for typed, scored in (("word rule", 4), ("done", 0)):
        step = do(s, typed)
        assert step.state.points == (scored, 0, 0)
        assert (step.state.round, step.state.active, step.state.phase) == (2, 1, "circle")
        assert step.state.ended.kind == "all-letters"
    assert is_over(do(replace(s, points=(17, 0, 0)), "word rule").state)


def test_k17_a_letter_that_was_let_go_is_never_placed_again() -> None:
    s = place(state(H, **BESIDE_N), letter="N").state
    assert "N" not in s.circle and len(s.circle) > 1
    for gap in range(len(s.circle)):
        assert rule(replace(s, phase="place", face=2, gap=gap), Place("N", 0, False, 4, 7)) == "R-8"


def test_k18_a_tower_that_leans_but_stands_goes_on() -> None:
    s = letting_go(state(H, **BESIDE_N))
    good = released(s)
    leaning = replace(good, rests=(good.rests[0], good.rests[1]._replace(bend=20_000, twist=-9_000)), margin=1)
    after = settle(s, leaning).state
    assert after.phase == "word"
    assert after.rests[1].bend == 20_000


def test_k22_when_no_letter_has_a_place_giving_up_is_free() -> None:
    """A tower of which every place is taken does not come up in play; here the letter's places are made to vanish."""
    s = state(H, circle="N", points=(9, 0, 0))
    assert points(do(s, GiveUp())) == [(0, -3)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("towergames.games.konexi.rules._places", lambda *_: ())
        assert list(GAME.choices(s)) == [GiveUp()]
        step = do(s, GiveUp())
        assert "nobody loses points" in GAME.judge(s, GiveUp()).note
    assert step.scores == ()
    assert (step.state.ended.kind, step.state.points) == ("blocked", (9, 0, 0))


def test_k24_how_the_tower_stands_is_kept_until_the_next_release() -> None:
    s = letting_go(state(H, **BESIDE_N))
    good = replace(released(s), margin=-5, load=700, loaded="M")
    after = settle(s, good).state
    assert after.rests == good.rests
    assert (after.balance.margin, after.balance.load, after.balance.loaded) == (-5, 700, "M")
    assert do(after, "done").state.rests == good.rests


def test_k25_after_the_last_round_most_points_win_and_may_be_shared() -> None:
    s = replace(state(H, points=(4, 7, 7), **BESIDE_N), round=MOST_ROUNDS)
    step = place(s, "collapse")
    assert is_over(step.state)
    assert GAME.turn(step.state).ranking == ((1, 2), (0,))
    assert "share" in GAME.turn(step.state).reason
    assert GAME.info.longest >= MOST_ROUNDS * (26 * 7 + 1) + 3

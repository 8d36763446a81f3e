"""Building, handing in, the reveal, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from tests.games.bricks.tables import GOOD, MINI, do, rule, run, settle, table, tower
from towergames import lexicon
from towergames.core.contract import Decide, IllegalAction, Nature, Over
from towergames.core.dice import Dice
from towergames.games.bricks.construction import MOST_LEVELS, CannotError, build, insert, piece_of, tower_of
from towergames.games.bricks.deal import deal
from towergames.games.bricks.game import GAME
from towergames.games.bricks.model import Adjust, Appraisal, Build, Deal, Declare, Place, UseDraft, WordList, puzzle_of
from towergames.games.bricks.rules import STANDARD, FoundWords
from towergames.lexicon import word_lists

S = table()
BUILT = run(S, f"build {GOOD}")


def test_a_game_names_its_list_deals_the_puzzle_and_lets_the_first_player_build() -> None:
    s = GAME.new(2, {"puzzle": MINI, "first": 2})
    assert GAME.turn(s) == Nature("words")
    s = settle(s)
    assert GAME.turn(s) == Decide(1, "build") and s.code == MINI
    assert s.materials == deal(MINI) and s.list_id == "standard"


def test_chance_picks_the_puzzle_and_the_first_player_when_nothing_is_said() -> None:
    assert len({settle(GAME.new(1, {"size": "six"}), seed).code for seed in range(5)}) == 5
    assert {settle(GAME.new(3, {"puzzle": MINI}), seed).first for seed in range(40)} == {0, 1, 2}


@pytest.mark.parametrize(
    "bad",
    [
        Deal("M-268KX", deal(MINI), 0, ()),
        Deal("", deal(MINI), 0, ()),
        Deal("S-22222", deal("S-22222"), 0, ()),
        Deal(MINI, deal("S-22222"), 0, ()),
        Deal(MINI, deal(MINI), 1, ()),
        Deal(MINI, deal(MINI), 0, (3,)),
        Deal(MINI, (*deal(MINI), "*"), 0, ()),
        Deal(MINI, (*deal(MINI)[:-1], "Z"), 0, ()),
        WordList("standard", "0" * 64, 9),
        None,
    ],
)
def test_a_record_of_another_deal_is_refused(bad: object) -> None:
    s = GAME.new(1, {"puzzle": MINI, "first": 1})
    s = GAME.apply_outcome(s, GAME.resolve(s, Nature("words"), Dice(1))).state
    with pytest.raises(ValueError, match=r"."):
        GAME.apply_outcome(s, bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [("", "0" * 64, 9), ("a b", "0" * 64, 9), ("a", "0" * 63, 9), ("a", "0" * 64, 0)])
def test_a_record_of_no_list_is_refused(bad: tuple[str, str, int]) -> None:
    with pytest.raises(ValueError, match="word list"):
        GAME.apply_outcome(GAME.new(1, {}), WordList(*bad))


@pytest.mark.parametrize(
    ("steps", "made"),
    [
        (("place D5TB 0+",), "D5TB"),
        (("place D5TB 0+", "place L5HB 1.1"), "L5HB D5TB"),
        (("place D5TB 0+", "place L5HB 1.2", "place R1RB 1.2"), "D5TB R1RB L5HB"),
        (("place D5TB 0+", "place L5HB 1+", "place R1RB 0+"), "R1RB / D5TB / L5HB"),
        (("place D5TB 0+", "place L5HB 1+", "place R1RB 1+"), "D5TB / R1RB / L5HB"),
        (("place D5TB 0+", "place L5HB 1.2", "take 1.1"), "L5HB"),
        (("place D5TB 0+", "take 1.1"), ""),
        (("build D5TB L5HB / A4HR / T4TY", "take 2.1"), "D5TB L5HB / T4TY"),
        (("build D5TB L5HB R1RB / A4HR", "move 1.1 1.3"), "L5HB R1RB D5TB / A4HR"),
        (("build D5TB L5HB R1RB / A4HR", "move 1.3 1.1"), "R1RB D5TB L5HB / A4HR"),
        (("build D5TB L5HB / A4HR", "move 1.1 2.2"), "L5HB / A4HR D5TB"),
        (("build D5TB L5HB / A4HR", "move 2.1 1.1"), "A4HR D5TB L5HB"),
        (("build D5TB / L5HB / A4HR", "move 1.1 3.1"), "L5HB / D5TB A4HR"),
        (("build D5TB L5HB / A4HR", "move 1.2 2+"), "D5TB / A4HR / L5HB"),
        (("build D5TB L5HB / A4HR", "move 1.2 0+"), "L5HB / D5TB / A4HR"),
        (("build D5TB / A4HR", "move 1.1 1+"), "D5TB / A4HR"),
        (("build D5TB L5HB / A4HR", "swap 1.2 2.1"), "D5TB A4HR / L5HB"),
        (("build D5TB L5HB / A4HR", "swap 1.1 1.2"), "L5HB D5TB / A4HR"),
        (("build D5TB L5HB / A4HR", "swap 1.1 1.1"), "D5TB L5HB / A4HR"),
        (("build D5TB / A4HR / T4TY", "raise 1"), "A4HR / D5TB / T4TY"),
        (("build D5TB / A4HR / T4TY", "lower 3"), "D5TB / T4TY / A4HR"),
        (("build D5TB / A4HR", "clear"), ""),
        (("place *=E1TB 0+", "declare 1.1 #R"), "*=#R"),
        (("stack D5TB #R Q4HR 0+",), "(D5TB+#R)=Q4HR"),
        (("stack D5TB #R Q4HR 0+", "declare 1.1 Z1TB", "adjust 1.1 -1"), "(D5TB+#R)=Z1TB-1"),
        (("place X4RB 0+", "adjust 1.1 +1"), "X4RB+1"),
        (("place X4RB+1 0+", "adjust 1.1 0"), "X4RB"),
    ],
)
def test_a_step_does_what_it_says(steps: tuple[str, ...], made: str) -> None:
    assert tower(run(S, *steps)) == made


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("place D5TB 1.6", "B-23"),  # the tower has it
        ("place E5TB 1.1", "B-23"),  # nobody has it
        ("place U2HY 5.1", "B-22"),
        ("place U2HY 1.7", "B-22"),
        ("place U2HY 5+", "B-22"),
        ("place U2HY 0.1", "B-22"),
        ("take 4.2", "B-22"),
        ("take 5.1", "B-22"),
        ("move 5.1 1.1", "B-22"),
        ("move 1.1 1.6", "B-22"),
        ("swap 1.1 4.2", "B-22"),
        ("raise 4", "B-22"),
        ("lower 1", "B-22"),
        ("lower 5", "B-22"),
        ("declare 1.1 #B", "B-1"),
        ("place *=E9TB 1.1", "B-1"),
        ("place *=E0TB 1.1", "B-1"),
        ("adjust 1.1 +1", "R-8"),
        ("adjust 1.5 +1", "R-8"),
        ("place U2HY+1 1.1", "R-8"),
        ("stack U2HY D5TB #R 1.1", "B-23"),
        ("stack * D3HR A1TR 0+", "B-3"),
        ("stack X4RB * E1TB 0+", "B-3"),
        ("place (*+*)=E1TB 0+", "B-3"),
        ("build (*+X4RB)=E1TB", "B-3"),
        ("stack U2HY U2HY #R 1.1", "B-23"),
        ("build U2HY E5TB", "B-23"),
        ("build U2HY / / X4RB", "B-22"),
        ("drop b", "B-22"),
        ("drop a", "B-22"),
        ("draft a", "B-22"),
        ("copy a", "B-22"),
        ("submit TOAD", "B-14"),
        ("ask 17", "B-25"),
        ("pick X4RB", "B-24"),
    ],
)
def test_what_no_hand_could_do_is_refused_by_its_rule(text: str, why: str) -> None:
    assert rule(BUILT, text) == why
    with pytest.raises(IllegalAction):
        do(BUILT, text)


def test_a_wildcard_of_cards_that_have_been_placed_is_refused_and_the_card_is_named() -> None:
    refusal = GAME.judge(BUILT, GAME.parse("stack U2HY D5TB #R 1.1", BUILT)).refusals[0]
    assert refusal.at == "card:D5TB" and "left. Choose another card" in refusal.text
    placed = run(S, "place * 0+")
    refusal = GAME.judge(placed, GAME.parse("place wildcard 1", placed)).refusals[0]
    assert refusal.text == "You have no wildcard left. Choose another card."


@pytest.mark.parametrize(
    ("reading", "text", "why"),
    [
        ({"wild_window": False}, "place *=#B 1.1", "B-1"),
        ({"wild_window": False}, "place *=E1TB 1.1", ""),
        ({"heaviest": 9}, "place *=E9TB 1.1", ""),
        ({"lightest": 0}, "place *=E0TB 1.1", ""),
        ({"wild_adjusts": False}, "place *=Q1TB+1 1.1", "B-2"),
        ({"zero": True}, "place *=Q1TB-1 1.1", ""),
        ({"zero": False}, "place *=Q1TB-1 1.1", "B-4"),
    ],
)
def test_readings_say_what_a_wildcard_may_be(reading: dict, text: str, why: str) -> None:
    assert rule(run(table(**reading), "place U2HY 0+"), text) == why


def test_a_draft_may_break_every_rule() -> None:
    s = run(S, "build X4RB R1RB L5HB D5TB / T4TY S1RY O4HY #R #B")
    assert GAME.judge(s, GAME.parse("submit", s)).legal
    assert 'the tower breaks "4 levels A to Z"' in GAME.judge(s, GAME.parse("submit", s)).note


def test_drafts_stand_side_by_side() -> None:
    s = run(S, "place D5TB 0+", "copy two", "place L5HB 1.2", "draft b", "place A4HR 0+")
    assert [draft.name for draft in s.benches[0].drafts] == ["a", "two", "b"] and tower(s) == "A4HR"
    assert tower(run(s, "draft two")) == "D5TB L5HB" and tower(run(s, "draft a")) == "D5TB"
    assert rule(s, "copy two") == "B-22"
    assert tower(run(s, "drop b")) == "D5TB"  # the first that is left comes to hand
    assert tower(run(s, "drop two")) == "A4HR"
    many = run(s, *(f"draft n{n}" for n in range(6)))
    assert rule(many, "draft one-more") == "B-22" and rule(many, "copy one-more") == "B-22"
    assert rule(many, "draft two") == ""


def test_steps_end_and_then_only_handing_in_is_left() -> None:
    s = replace(S, steps=(S.most_steps - 1,))
    s = run(s, "place D5TB 0+")
    assert rule(s, "take 1.1") == "B-22" and rule(s, "draft b") == "B-22"
    assert [GAME.notate(move) for move in GAME.choices(s)] == ["submit"]
    assert GAME.notate(GAME.choices(s).sample(Dice(1))) == "submit"
    assert isinstance(GAME.turn(run(s, "submit")), Over)


def test_every_player_has_an_equal_share_of_the_steps_and_the_longest_game_fits() -> None:
    for seats in range(1, 7):
        s = GAME.new(seats, {})
        assert s.most_steps * seats + 3 + 100 + seats <= GAME.info.longest


def test_building_reveals_nothing_so_that_it_can_be_taken_back() -> None:
    assert not any(
        do(BUILT, text).reveals for text in ("take 1.1", "clear", "draft b", "copy b", "swap 1.1 2.1", "raise 1")
    )


def test_the_judge_tells_what_a_step_would_bring() -> None:
    note = GAME.judge(BUILT, GAME.parse("place *=#Y 4.2", BUILT)).note
    assert note == "+2 points"
    note = GAME.judge(BUILT, GAME.parse("adjust 1.4 +1", BUILT)).note
    assert note == 'X weighs 5 tons instead of 4; breaks "A multiple of 4"; 1 rule to go'
    broken = run(BUILT, "adjust 1.4 +1")
    for text, note in (
        ("adjust 1.4 0", "X weighs 4 tons as printed; all rules kept, 47 points"),
        ("adjust 1.4 -1", "X weighs 3 tons instead of 4; all rules kept, 47 points"),
        ("raise 1", 'breaks "Lighter upwards"; 2 rules to go'),
        ("take 4.1", 'breaks "4 levels A to Z"; keeps "A multiple of 4"; 1 rule to go'),
    ):
        assert GAME.judge(broken, GAME.parse(text, broken)).note == note
    note = GAME.judge(BUILT, GAME.parse("submit", BUILT)).note
    assert "which is final" in note and "47 points" in note


JUNK = (None, 7, "submit", Place(None, 1, 1), Place("D5TB", True, 1), Build(3), Adjust(1, 1, 9))


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_refused(junk: object) -> None:
    assert not GAME.judge(BUILT, junk).legal


def test_a_legal_tower_scores_line_by_line() -> None:
    s = do(BUILT, "submit").state
    step = GAME.apply_outcome(s, GAME.resolve(s, Nature("appraisal"), Dice(1)))
    assert {line.rule: line.points for line in step.scores} == {
        "R-14": 12,
        "R-15": 8,
        "R-18": 14,
        "R-19": 7,
        "R-20": 2,
        "R-32": 4,
    }
    assert next(line.note for line in step.scores if line.rule == "R-15") == "Words downwards: TOAD and SOL"
    assert GAME.totals(step.state) == (47,) and GAME.turn(step.state) == Over(((0,),), "47 points")


def test_an_illegal_tower_scores_nothing_and_the_pad_says_why() -> None:
    s = do(run(BUILT, "adjust 1.4 +1"), "submit").state
    step = GAME.apply_outcome(s, GAME.resolve(s, Nature("appraisal"), Dice(1)))
    assert [(line.points, line.nominal, line.rule, line.note) for line in step.scores] == [
        (0, 47, "R-2", 'breaks "A multiple of 4"')
    ]
    assert GAME.turn(step.state) == Over(((0,),), 'the tower breaks "A multiple of 4"')


def test_the_others_build_unseen_one_after_another_and_all_towers_are_shown_together() -> None:
    s = table(3, first=2)
    order = []
    for text in (f"build {GOOD}", "place D5TB 0+", "build " + GOOD.removesuffix("/ T4TY")):
        turn = GAME.turn(s)
        assert isinstance(turn, Decide)
        order.append(turn.seat)
        s = do(s, text).state
        assert GAME.totals(s) == (0, 0, 0)
        s = do(s, "submit").state
    assert order == [1, 2, 0]
    s = settle(s)
    assert GAME.totals(s) == (0, 47, 0) and GAME.turn(s) == Over(((1,), (0, 2)), "47 points")


def _ranked(*towers: tuple[str, ...]) -> Over:
    s = table(len(towers))
    for steps in towers:
        s = run(s, *steps, "submit")
    over = GAME.turn(s)
    assert isinstance(over, Over)
    return over


def test_b19_an_illegal_tower_ranks_below_a_legal_one_of_less_than_nothing() -> None:
    s = run(table(2), f"build {GOOD}", "submit", f"build {GOOD}", "adjust 1.4 +1", "submit")
    low = replace(s, points=(-3, 0))
    assert GAME.turn(low).ranking == ((0,), (1,))  # type: ignore[union-attr]


def test_b20_more_points_then_fewer_cards_then_fewer_steps_then_shared() -> None:
    good, more = f"build {GOOD}", "place *=#Y 4.2"
    assert _ranked((good,), (good, more)) == Over(((1,), (0,)), "49 points")
    assert _ranked((good,), (good,)).ranking == ((0, 1),)
    assert "as many cards and steps" in _ranked((good,), (good,)).reason
    assert _ranked((good,), ("draft b", good)) == Over(((0,), (1,)), "47 points and fewer steps than the next")


def test_b20_fewer_cards_win_among_equal_points() -> None:
    s = run(table(2), f"build {GOOD}", "submit", f"build {GOOD}", "place *=#Y 4.2", "submit")
    tied = replace(s, points=(47, 47), steps=(9, 1))
    assert GAME.turn(tied) == Over(((0,), (1,)), "47 points and fewer cards than the next")


def test_nobody_wins_with_illegal_towers() -> None:
    over = _ranked(("place D5TB 0+",), ("place A4HR 0+",))
    assert over == Over(((0, 1),), "no tower keeps the building rules, so nobody scores")


@pytest.mark.parametrize(
    "found",
    [
        (),
        (FoundWords(("TOAD",), "DOLOURS"), FoundWords()),
        (FoundWords(("TOAD", "ZOO"), "DOLOURS"),),
        (FoundWords(("TOAD",), "ZOOLOGY"),),
        (FoundWords(("TOAD",) * 9, "DOLOURS"),),
    ],
)
def test_a_record_of_words_that_are_not_in_the_tower_is_refused(found: tuple[FoundWords, ...]) -> None:
    s = do(BUILT, "submit").state
    with pytest.raises(ValueError, match=r"."):
        GAME.apply_outcome(s, Appraisal(found))


def test_a_game_whose_list_is_missing_replays_with_its_own_words() -> None:
    mine = lexicon.add("brick-words", ["toad", "sol", "dolours", "or"])
    options = {"words": mine.reference, "puzzle": MINI, "first": 1}
    s = settle(GAME.new(1, options))
    record = [GAME.resolve(GAME.new(1, options), Nature("words"), Dice(1)), Deal(MINI, deal(MINI), 0, ())]
    end = run(s, f"build {GOOD}", "submit")
    word_lists.forget(mine.sha256)
    assert lexicon.find(mine.sha256) is None
    again = GAME.new(1, options)
    for outcome in record:
        again = GAME.apply_outcome(again, outcome).state
    again = do(do(again, f"build {GOOD}").state, "submit").state
    assert "words do not count" in GAME.judge(replace(again, phase="build"), GAME.parse("submit", again)).note
    assert GAME.apply_outcome(again, Appraisal(end.found)).state == end and GAME.totals(end) == (47,)


def test_a_state_stays_small() -> None:
    s = run(BUILT, *(f"copy n{n}" for n in range(8)))
    assert len(msgspec.json.encode(s)) < 20_000


def test_recorded_cards_are_those_that_were_asked_for() -> None:
    cards = deal(MINI)
    state = GAME.new(1, {"puzzle": " ".join(cards)})
    while GAME.turn(state) != Nature("deal"):
        state = GAME.apply_outcome(state, GAME.resolve(state, GAME.turn(state), Dice(1))).state
    outcome = GAME.resolve(state, Nature("deal"), Dice(1))
    assert outcome.cards == cards
    with pytest.raises(ValueError, match="not those asked for"):
        GAME.apply_outcome(state, replace(outcome, cards=(*cards[1:], cards[0])))


def test_options_that_name_no_puzzle_are_no_puzzle() -> None:
    assert puzzle_of({"puzzle": "nonsense"}) == puzzle_of({}) == ""


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: piece_of("nonsense"), "is not a card"),
        (lambda: piece_of("A5RY=E1TR"), "for the natural wildcard"),
        (lambda: tower_of("nonsense"), "is not a card"),
        (lambda: insert(tower_of("/".join(["A5RY"] * MOST_LEVELS)), piece_of("A5RY"), 0, 0), "levels is the limit"),
        (lambda: build(tower_of("*=E1TR"), Declare(1, 1, "*=A5RY"), ("*",), STANDARD), "is declared a brick such as"),
    ],
)
def test_what_cannot_be_built_is_refused(wrong: Callable[[], object], told: str) -> None:
    with pytest.raises(CannotError, match=told):
        wrong()


def test_a_draft_has_a_short_name() -> None:
    assert GAME.judge(S, UseDraft("A name")).refusals[0].rule == "B-22"

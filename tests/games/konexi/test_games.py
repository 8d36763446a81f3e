"""Whole games at random on a table without physics, and what the contract promises of them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import cache
from itertools import islice

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.combinations import sample
from tests.conformance.playing import walk
from tests.games.konexi.canned import CannedPhysics, game, outcome
from tests.games.konexi.making import GAME, letting_go, random_tower, state
from towergames.core.contract import Decide, IllegalAction, Nature, NotationError, Verdict
from towergames.core.dice import Dice
from towergames.games.konexi import requirements
from towergames.games.konexi.game import Konexi
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import FALLS, Released, WordList
from towergames.games.konexi.tower import PlacedLetter
from towergames.physics.recording import MOST_RECORD, RecordedPose, fitted

OPTIONS = (
    {},
    {"circle": "arranged", "base": "picked", "direction": "either", "bump": "chance", "first": 1, "shortest": 3},
    {"base": "random", "finding": "auto", "bump": "nudge", "first": "birthday", "target": 50, "flip": False},
    {"bump": "nudge", "penalty": 0, "target": 30, "words": "common", "hand": "shaky"},
    {"bump": "nudge", "scoring": "all", "target": 50, "words": "wide", "hand": "steady", "base": "picked"},
    {"tower": "endless", "scoring": "all", "finding": "auto", "bump": "chance", "words": "wide", "flip": False},
)
H = PlacedLetter("H", 0, False, 0, 0)


def test_many_games_end_and_show_every_kind_of_fall() -> None:
    seen: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in range(8, sample(11, 19)):
        last = None
        for *_, step in walk(game(6 + 10 * (seed % 4)), 2 + seed % 5, OPTIONS[seed % 4], seed):
            seen.update(event.kind for event in step.events)
            if step.state.ended and step.state.phase in ("circle", "arrange"):
                ends[step.state.ended.kind] += 1
            last = step.state
        ends["won" if max(last.points) >= last.terms.target else "rounds"] += 1
    for kind in (*FALLS, "given-up", "won", "rounds"):
        assert ends[kind], kind
    for kind in ("word", "done", "bump", "base", "token", "order"):
        assert seen[kind], kind


@pytest.mark.parametrize("options", OPTIONS[:3], ids=lambda o: str(len(o)))
def test_what_the_table_shows_cannot_be_taken_back_and_moves_can(options: dict) -> None:
    for _, turn, _, step in walk(game(12), 3, options, 21):
        if isinstance(turn, Decide) or turn.kind == "words":
            assert not step.reveals
        elif turn.kind != "fate":
            assert step.reveals


def test_a_game_without_physics_says_so_and_needs_none_to_be_replayed(monkeypatch) -> None:
    monkeypatch.setattr(requirements, "unavailable_reason", lambda: "The physics engine is not here.")
    s = letting_go(state(circle="HN"))
    with pytest.raises(requirements.PhysicsMissing, match=r"cannot be played here.*not here"):
        GAME.resolve(s, GAME.turn(s), Dice(1))
    recorded = game(10**9).resolve(s, GAME.turn(s), Dice(1))
    assert GAME.apply_outcome(s, recorded).state.phase == "roll"


ON_H = letting_go(state((H,), circle="N"))
GOOD = outcome((*ON_H.tower, ON_H.in_hand))
FELL = outcome((*ON_H.tower, ON_H.in_hand), "touch")


def change(made: Released, **fields) -> Released:
    return dataclasses.replace(made, **fields)


def moved(made: Released, at: int, **fields) -> Released:
    rests = list(made.rests)
    rests[at] = rests[at]._replace(**fields)
    return change(made, rests=tuple(rests))


BAD = [
    (change(GOOD, kind="floats"), "neither"),
    (change(GOOD, rests=GOOD.rests[:1]), "wrong letters"),
    (change(GOOD, rests=GOOD.rests[::-1]), "wrong letters"),
    (moved(GOOD, 0, bend=1), "pose"),
    (moved(GOOD, 1, twist=180_001), "pose"),
    (moved(GOOD, 1, pose=RecordedPose(0, 0, 10**7 + 1, 10**6, 0, 0, 0)), "pose"),
    (moved(GOOD, 1, pose=RecordedPose(0, 0, 0, 900_000, 0, 0, 0)), "pose"),
    (change(GOOD, cause="NN"), "twice"),
    (change(GOOD, on_table="NH"), "out of order"),
    (change(GOOD, on_table="HX"), "not there"),
    (change(GOOD, loaded="H"), "not there"),
    (change(GOOD, on_table="HN"), "reason"),
    (change(GOOD, cause="N"), "reason"),
    (change(FELL, cause=""), "reason"),
    (change(FELL, cause="H"), "reason"),
    (change(FELL, on_table="H"), "reason"),
    (change(FELL, kind="drop", cause=""), "reason"),
    (change(FELL, kind="notch", cause="H"), "reason"),
    (change(FELL, kind="collapse"), "reason"),
    (change(GOOD, margin=10**7 + 1), "balance"),
    (change(GOOD, load=-1), "balance"),
    (change(GOOD, tremor=(1,) * 17), "tremor"),
    (change(GOOD, engine="x" * 61), "engine"),
    (change(GOOD, engine="\x1b"), "engine"),
    (change(GOOD, trace="A" * 6_001), "movement"),
    (change(GOOD, trace="\u00e9"), "movement"),
]


@pytest.mark.parametrize(("bad", "match"), BAD, ids=range(len(BAD)))
def test_an_outcome_that_cannot_be_is_refused(bad: Released, match: str) -> None:
    with pytest.raises(ValueError, match=rf"^the outcome.*{match}"):
        GAME.apply_outcome(ON_H, bad)


def test_an_outcome_of_each_kind_is_taken() -> None:
    sideways = change(FELL, kind="sideways", cause="")
    for fine in (FELL, change(FELL, kind="drop"), change(FELL, kind="notch"), sideways):
        assert GAME.apply_outcome(ON_H, fine).state.ended.kind == fine.kind
    assert GAME.apply_outcome(ON_H, GOOD).state.ended is None


def test_an_outcome_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no such outcome can come here"):
        GAME.apply_outcome(state(), GOOD)


class LongTraces(CannedPhysics):
    """Records more movement than a journal has room for."""

    def let_go(self, state, dice):
        return dataclasses.replace(super().let_go(state, dice), trace="A" * 20_000)


def test_a_movement_too_long_for_the_journal_is_left_out_and_the_rest_kept() -> None:
    played = Konexi(LongTraces)
    recorded = played.resolve(ON_H, played.turn(ON_H), Dice(3))
    assert recorded == dataclasses.replace(CannedPhysics().let_go(ON_H, Dice(3)), trace="")
    full = outcome(random_tower(Dice(3), 26).spots)
    far = tuple(
        rest._replace(
            pose=RecordedPose(-987_654, -123_456, 345_678, -707_107, -707_107, 0, 0), bend=-179_999, twist=-179_999
        )
        for rest in full.rests
    )
    whole = dataclasses.replace(full, rests=far, trace="A" * 6_000)
    assert fitted(whole) == whole, "26 letters and a long movement fit on a line"
    assert len(msgspec.json.encode(whole)) <= MOST_RECORD


NO_MOVES = """fly|p|place|place RU at 1 2|place R S 1 2|place at 1 2|place R at 1|
place R at 1 2 3|place R at 1 2 turn 45|place R at 1 2 flip flip|word|
word a b|word r2|token|token x|token after RU|token -1|begin 0|begin|nudge nobody|done now|circle ABC token x|mix it|
place R at 1 2 turn|place R at 1 -0|give it|token 1000""".replace("\n", "")


@pytest.mark.parametrize("text", ["", *NO_MOVES.split("|")])
def test_a_text_that_is_no_move_says_what_would_be(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(text, state(circle="RUL"))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) > 15


def test_what_begins_no_move_is_said() -> None:
    for phase in ("token", "roll", "over"):
        with pytest.raises(NotationError, match=r'^"rulez" is not a move$'):
            GAME.parse("rulez K-7", state(phase=phase))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("pl r AT 3 -5 Flip turn 270", "place R at 3 -5 turn 270 flip"),
        ("place r at 3, 5, turn 0", "place R at 3 5"),
        ("w rule", "word RULE"),
        ("token after l", "token 0"),
        ("give up", "give-up"),
        ("give", "give-up"),
        ("circle abc", "circle ABC token 0"),
        ("n 2", "nudge 2"),
        ("place R 3 5", "place R at 3 5"),
        ("R at 3 5", "place R at 3 5"),
        ("r 3,-5 flip", "place R at 3 -5 flip"),
        ("at 3 5 place the letter R turn 90 degrees", "place R at 3 5 turn 90"),
        ("place flip R turn 90 at 3 5", "place R at 3 5 turn 90 flip"),
        ("rule word", "word RULE"),
        ("word the", "word THE"),
        ("word at", "word AT"),
        ("player 2 nudge", "nudge 2"),
    ],
)
def test_moves_may_be_typed_in_other_ways_too(typed: str, meant: str) -> None:
    assert GAME.notate(GAME.parse(typed, state(circle="RUL"))) == meant


@pytest.mark.parametrize(
    ("s", "typed", "meant"),
    [
        (state(phase="birthday"), "2", "begin 2"),
        (state(phase="arrange"), ALPHABET.lower(), f"circle {ALPHABET} token 0"),
        (state(phase="token", circle="RUL"), "2", "token 2"),
        (state(phase="token", circle="RUL"), "after u", "token 2"),
        (state((H,), phase="word", new="H"), "hh", "word HH"),
        (state((H,), phase="word", new="H"), "H", None),
        (state((H,), phase="word", new="H"), "hello", None),
        (state(phase="place", circle="RUL"), "2", None),
        (state(phase="roll"), "2", None),
    ],
)
def test_a_verb_may_be_left_out_where_only_one_move_is_meant(s, typed: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(NotationError, match="is not a move"):
            GAME.parse(typed, s)
    else:
        assert GAME.notate(GAME.parse(typed, s)) == meant


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@cache
def moments() -> tuple:
    """Some states of a game with the moves made there: one of each kind at least."""
    options = {"bump": "nudge", "circle": "arranged", "first": "birthday"}
    begun = islice(walk(game(12), 3, options, 7), 120)
    return tuple((s, move) for s, turn, move, _ in begun if isinstance(turn, Decide))


@given(data=st.data(), at=st.integers(0, 10**6))
def test_the_judge_answers_to_moves_made_of_junk(data: st.DataObject, at: int) -> None:
    s, move = moments()[at % len(moments())]
    names = [field.name for field in dataclasses.fields(move)]
    bad = dataclasses.replace(move, **{name: data.draw(junk) for name in names if data.draw(st.booleans())})
    verdict = GAME.judge(s, bad)
    assert isinstance(verdict, Verdict)
    if not verdict.legal:
        with pytest.raises(IllegalAction):
            GAME.apply(s, bad)


@pytest.mark.parametrize(("id", "sha256", "words"), [("few", "x" * 64, 4), ("a b", "0" * 64, 4), ("few", "0" * 64, 0)])
def test_a_recorded_word_list_has_a_name_a_hash_and_words(id: str, sha256: str, words: int) -> None:
    s = GAME.new(2, {})
    while GAME.turn(s) != Nature("words"):
        s = GAME.apply_outcome(s, GAME.resolve(s, GAME.turn(s), Dice(1))).state
    with pytest.raises(ValueError, match="a word list"):
        GAME.apply_outcome(s, WordList(id, sha256, words))


def test_the_status_counts_what_was_said_in_this_turn() -> None:
    told = GAME.status(GAME.view(dataclasses.replace(state(scoring="all"), said=("RULE", "EL")), None))
    assert "2 words said, 6 points" in told

"""Whole games at random on a table without physics, and what the contract promises of them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.leaning.canned import CannedTable, game
from tests.games.leaning.making import GAME, HERE, letting_go, state
from tests.games.leaning.promises import adventure, conserved
from towergames.core.contract import Decide, IllegalAction, NotationError, Over, Verdict, tell
from towergames.core.dice import Dice
from towergames.games.leaning.game import LeaningTowers
from towergames.games.leaning.model import Rest, Settled
from towergames.physics.recording import MOST_RECORD, fitted

OPTIONS = (
    {},
    {"contacts": "placed", "three": "break", "rebuild": "restore", "bump": "table", "tries": 1, "passing": "free"},
    {"held": "other", "alone": "end", "bump": "players", "foundation": "ready", "tries": 5, "first": 1},
    {"bump": "nudge", "tries": 2, "passing": "free", "tremor": "shaky", "surface": "glass"},
)
NAMES = tuple(f"Player{n}" for n in range(10))


def walk(seats: int, options: dict, seed: int, steadiness: int = 10):
    """A game at random: (game, state, turn, move, step)."""
    played = game(steadiness)
    s, ply = played.new(seats, options), 0
    while not isinstance(turn := played.turn(s), Over):
        dice = Dice(seed, ply, "test")
        if isinstance(turn, Decide):
            move = adventure(s, dice) or played.choices(s).sample(dice)
            step = played.apply(s, move)
        else:
            move = played.resolve(s, turn, dice)
            step = played.settle(s, move)
        yield played, s, turn, move, step
        s = step.state
        ply += 1
        assert ply <= played.info.longest


def floats(value) -> bool:
    if isinstance(value, dict):
        return any(map(floats, value.values()))
    return any(map(floats, value)) if isinstance(value, list | tuple) else isinstance(value, float)


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_games_keep_every_piece_and_every_promise(seats: int, options: dict) -> None:
    totals, rounds, ids = [0] * seats, 1, None
    last = None
    for played, s, turn, move, step in walk(seats, options, seats * 7):
        ids = ids or set(played.rule_sheet.ids)
        conserved(s)
        assert played.totals(s) == tuple(totals)
        assert played.round(s) >= rounds
        rounds = played.round(s)
        for line in step.scores:
            totals[line.seat] += line.points
            assert line.rule in ids
        for event in step.events:
            assert tell(event, NAMES[:seats])
            assert msgspec.json.decode(msgspec.json.encode(event.data)) == event.data
        if isinstance(turn, Decide):
            text = played.notate(move)
            assert len(text) <= 200
            assert text.isprintable()
            assert played.parse(text, s) == move
            assert played.parse(f"  {text.upper()} ", s) == move
            assert not step.reveals or step.state.phase == "over"
        else:
            kind = played.outcomes[turn.kind]
            line = msgspec.json.encode(move)
            assert len(line) <= MOST_RECORD
            assert msgspec.convert(msgspec.json.decode(line), kind, strict=True) == move
            assert played.settle(s, move) == step
            if turn.kind in ("release", "clear", "bump", "search"):
                assert step.reveals, "nobody takes back what the table showed"
        for thing in (s, move):
            assert not floats(msgspec.to_builtins(thing))
        assert msgspec.convert(msgspec.to_builtins(s), type(s)) == s
        for seat in (None, 0, seats - 1):
            view = played.view(s, seat)
            assert played.imagine(view, Dice(1)) == s
            assert all(played.status(view))
        last = step.state
    conserved(last)
    assert played.totals(last) == tuple(totals)
    over = played.turn(last)
    assert sorted(seat for group in over.ranking for seat in group) == list(range(seats))
    assert totals[over.ranking[0][0]] == max(totals)
    assert list(played.choices(last)) == []


def test_two_hundred_games_end_and_show_every_kind_of_fall() -> None:
    seen: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    longest = 0
    for seed in range(200):
        seats = 2 + seed % 9
        options = OPTIONS[seed % len(OPTIONS)]
        plies, last = 0, None
        for *_, step in walk(seats, options, seed, 8 + seed % 8):
            seen.update(event.kind for event in step.events)
            last, plies = step.state, plies + 1
        conserved(last)
        longest = max(longest, plies)
        reasons[last.ending.replace("{", "").split("0")[0][:20]] += 1
    for kind in ("slip", "break", "wreck", "bump", "fallen", "rebuilt", "put-back", "forfeit", "hold", "place", "keep"):
        assert seen[kind], kind
    assert len(reasons) >= 3, reasons
    assert longest <= game().info.longest // 2


def test_listed_moves_are_legal_once_and_sampled_from_the_list() -> None:
    played = game()
    for seed in range(4):
        for _, s, turn, _, _ in walk(2 + seed, OPTIONS[seed], seed + 50):
            listed = list(played.choices(s))
            if not isinstance(turn, Decide):
                assert listed == []
                continue
            assert len(set(listed)) == len(listed) > 0
            assert len({played.notate(move) for move in listed}) == len(listed)
            assert all(played.judge(s, move).legal for move in listed)
            assert played.choices(s).sample(Dice(seed)) in listed
            assert played.choices(s).templates


def test_apply_raises_exactly_when_the_judge_refuses() -> None:
    played = game()
    tried = {move for seed in range(3) for _, s, _, move, _ in walk(3, OPTIONS[seed], seed) if hash(move) % 5 == 0}
    ids = set(played.rule_sheet.ids)
    for _, s, _, _, _ in walk(3, {}, 9):
        for move in list(tried)[:40]:
            verdict = played.judge(s, move)
            if verdict.legal:
                played.apply(s, move)
                continue
            assert {refusal.rule for refusal in verdict.refusals} <= ids
            with pytest.raises(IllegalAction):
                played.apply(s, move)


def test_a_game_without_physics_says_so_and_needs_none_to_be_replayed(monkeypatch) -> None:
    from towergames.games.leaning import needs

    monkeypatch.setattr(needs, "missing", lambda: "The physics engine is not here.")
    s = GAME.apply(GAME.new(2, {"first": 1}), GAME.parse("ready", GAME.new(2, {"first": 1}))).state
    with pytest.raises(needs.PhysicsMissing, match="physics"):
        GAME.resolve(s, GAME.turn(s), Dice(1))
    outcome = game().resolve(s, GAME.turn(s), Dice(1))
    assert GAME.settle(s, outcome).state.phase == "turn"


class LongTraces(CannedTable):
    """Records more movement than a journal has room for."""

    def let_go(self, state, dice):
        return dataclasses.replace(super().let_go(state, dice), trace="A" * 20_000)


def test_a_movement_too_long_for_the_journal_is_left_out_and_the_rest_kept() -> None:
    s = letting_go(state())
    played = LeaningTowers(LongTraces)
    outcome = played.resolve(s, played.turn(s), Dice(3))
    assert outcome == dataclasses.replace(CannedTable().let_go(s, Dice(3)), trace="")
    crowd = tuple(
        Rest(n, HERE._replace(x=-400_000 - n, w=-707_107, i=-707_107), 4, 99_999, 179_999) for n in range(1, 153)
    )
    full = Settled(crowd, tuple((n, n + 1) for n in range(1, 152)), trace="A" * 6_000)
    assert fitted(full).trace == ""
    assert len(msgspec.json.encode(fitted(full))) <= MOST_RECORD, "ten players' pieces fit on a line"
    few = dataclasses.replace(full, rests=crowd[:30])
    assert fitted(few) == few


BAD = """fly|p|place big at 1 2 3 turn 1 0 0 0|hold|put P0 at 1|nudge x|pass now|found small|keep
place small at 1 2 3.0001 turn 1 0 0 0|place small at 1 2 3 turn 1 0 0 0 expect 9|place small on 3 at 1 2"""


@pytest.mark.parametrize("text", ["", *BAD.replace("\n", "|").split("|")])
def test_a_text_that_is_no_move_says_what_would_be(text: str) -> None:
    played = game()
    with pytest.raises(NotationError) as caught:
        played.parse(text, played.new(2, {}))
    assert str(caught.value).isprintable()


# --- junk ---------------------------------------------------------------------------------------------

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@cache
def moments() -> tuple:
    """Some states of a game with the moves made there."""
    return tuple((s, move) for _, s, turn, move, _ in walk(3, {"bump": "nudge"}, 4) if isinstance(turn, Decide))


@given(thing=junk, at=st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_the_judge_answers_to_junk_with_a_refusal(thing, at: int) -> None:
    s, _ = moments()[at % len(moments())]
    verdict = game().judge(s, thing)
    assert isinstance(verdict, Verdict)
    assert not verdict.legal


@given(data=st.data(), at=st.integers(0, 10**6))
@settings(max_examples=200, deadline=None)
def test_the_judge_answers_to_moves_made_of_junk(data: st.DataObject, at: int) -> None:
    s, move = moments()[at % len(moments())]
    names = [field.name for field in dataclasses.fields(move)]
    bad = dataclasses.replace(move, **{name: data.draw(junk) for name in names if data.draw(st.booleans())})
    verdict = game().judge(s, bad)
    assert isinstance(verdict, Verdict)
    if not verdict.legal:
        with pytest.raises(IllegalAction):
            game().apply(s, bad)


VOCABULARY = """place put found hold held small medium large on at turn and expect touch inside
P1 p3 0 1 -0.5 12.5 0.866025"""
WORDS = st.sampled_from(VOCABULARY.split())


@given(text=st.text(max_size=60) | st.lists(WORDS, max_size=16).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_move_or_a_notation_error(text: str) -> None:
    played, (s, _) = game(), moments()[0]
    try:
        move = played.parse(text, s)
    except NotationError as error:
        assert str(error)
    else:
        assert played.parse(played.notate(move), s) == move
        assert isinstance(played.judge(s, move), Verdict)

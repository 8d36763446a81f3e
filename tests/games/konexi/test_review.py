"""The review of turns: places and words beside Hard's, sentences that are true, and what has no review."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.games.konexi.making import do, released, rule_tower, settle, state
from towergames import registry
from towergames.core.contract import Step
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.core.options import Scalar
from towergames.games.konexi import review
from towergames.games.konexi.bots import HARD, KonexiBot
from towergames.games.konexi.game import GAME
from towergames.games.konexi.model import ANY, Place, Rolled, State, Token
from towergames.games.konexi.review import ALL_SCORE, LETTERS_SCORE, NO_BETTER, TURNS
from towergames.games.konexi.rules import gaps, offered, places_of
from towergames.games.konexi.tower import PlacedLetter
from towergames.games.konexi.words import words_made

Stands = Callable[[PlacedLetter], bool]
E_OF_RULE = rule_tower()[-1]


@pytest.fixture
def stands(monkeypatch: pytest.MonkeyPatch) -> Callable[[Stands], None]:
    """Let releases stand as a test says, without an engine, and Hard choose by weights alone."""

    def use(test: Stands) -> None:
        def trial(_state: State, spot: PlacedLetter, _dice: Dice) -> bool:
            return test(spot)

        monkeypatch.setattr(review, "live_trial", lambda: trial)
        monkeypatch.setattr(review, "PRIOR_TRIALS", 0.0)
        monkeypatch.setattr(review, "HARD", replace(HARD, trials=lambda: None))

    return use


class Playing:
    """The plays of a turn, made one after the other."""

    def __init__(self, begin: State) -> None:
        self.state, self.plays = begin, list[Play]()

    def act(self, action: Any) -> Playing:
        """An action of the player on turn."""
        action = GAME.parse(action, self.state) if isinstance(action, str) else action
        return self._add(self.state.active, action, GAME.apply(self.state, action))

    def chance(self, outcome: Any) -> Playing:
        """An outcome of chance or physics."""
        return self._add(None, outcome, settle(self.state, outcome))

    def _add(self, by: int | None, move: Any, step: Step[State]) -> Playing:
        self.plays.append(Play(len(self.plays) + 1, by, move, self.state, step))
        self.state = step.state
        return self

    def put(self, spot: PlacedLetter, kind: str = "stands") -> Playing:
        """Let a letter go, with this answer of physics."""
        self.act(Place(*spot))
        return self.chance(released(self.state, kind))

    def judged(self, care: int = 1) -> Any:
        (turn,) = TURNS.turns(self.plays, 0)
        return TURNS.judge(GAME, self.plays, turn, care)


def before(points: int = 9, **more: Any) -> State:
    """Ann's turn: R, C, U and L stand, and E or D can be taken."""
    return state(rule_tower()[:-1], circle="ED", gap=1, seats=2, points=(points, 0), **more)


def wordless(s: State, letter: str = "D") -> PlacedLetter:
    """A place of a letter that makes no word."""
    return next(spot for spot in places_of(s, letter) if not words_made(s, (*s.tower, spot)))


def test_a_missed_word_is_found_and_hards_place_is_told(stands: Callable[[Stands], None]) -> None:
    stands(lambda _: True)
    played = Playing(before()).put(E_OF_RULE).act("done")
    found = played.judged()
    assert found.made == "You joined E to L and said no word." and found.points == 0
    assert found.after == 0 and found.best >= 4 and found.costs_much("points")
    assert found.advised.startswith("Hard would join E to ") and " points: " in found.advised
    (move,) = found.moves
    assert not GAME.judge(played.plays[0].before, GAME.parse(move, played.plays[0].before)).refusals
    assert "E also made" in found.sentence or "makes" in found.sentence


def test_a_turn_as_good_as_hards_is_praised(stands: Callable[[Stands], None]) -> None:
    stands(lambda _: True)
    found = Playing(before()).put(E_OF_RULE).act("word RULE").judged(4)
    assert found.praise and found.lost == 0 and found.moves == () and found.points == 4
    assert found.sentence.startswith("RULE brought 4 points") and "could hardly do better" in found.sentence


def test_hard_tries_places_out_only_where_one_may_bring_more(
    stands: Callable[[Stands], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    stands(lambda _: True)

    def search(*_: Any) -> None:
        raise AssertionError("no place may bring more")

    monkeypatch.setattr(KonexiBot, "best_place", search)
    found = Playing(before()).put(E_OF_RULE).act("word RULE").judged()
    assert found.lost == 0 and found.advised == "" and found.sentence.startswith("RULE brought 4 points")
    with pytest.raises(AssertionError, match="no place"):
        Playing(before()).put(E_OF_RULE).act("done").judged()


def test_a_place_that_falls_often_is_told_with_hards(stands: Callable[[Stands], None]) -> None:
    s = before()
    risky = wordless(s)
    stands(lambda spot: spot != risky)
    found = Playing(s).put(risky, "collapse").judged(4)
    assert found.made.endswith("and the tower fell.") and found.points == -3 and not found.praise
    assert found.after < 2 and found.lost > 1
    assert "seemed firm. There " in found.sentence and f"at Hard's place of {found.advised[16]}" in found.sentence


def test_a_fall_without_a_better_place_is_no_fault(stands: Callable[[Stands], None]) -> None:
    stands(lambda _: False)
    s = before(points=0)
    found = Playing(s).put(E_OF_RULE, "collapse").judged(4)
    assert found.lost == 0 and not found.praise and found.sentence.endswith(NO_BETTER)


def test_giving_up_is_no_fault_where_all_falls(stands: Callable[[Stands], None]) -> None:
    stands(lambda _: False)
    found = Playing(before()).act("give up").judged(4)
    assert found.lost == 0 and found.moves == () and found.sentence.endswith(NO_BETTER)


def test_giving_up_is_judged_where_a_place_was_there(stands: Callable[[Stands], None]) -> None:
    stands(lambda _: True)
    found = Playing(before()).act("give up").judged(4)
    assert found.made == "You gave up." and found.after == -3 and found.lost > 3 and found.moves
    assert found.sentence.startswith("No place seemed safe. ")


def test_a_turn_has_its_token_its_letter_and_its_word(stands: Callable[[Stands], None]) -> None:
    stands(lambda _: True)
    rolled = Playing(before(phase="roll")).chance(Rolled(ANY))
    gap = next(gap for gap in gaps(rolled.state))
    played = rolled.act(Token(gap)).put(E_OF_RULE).act("word RULE")
    (turn,) = TURNS.turns(played.plays, 0)
    numbers = [play.number for play in played.plays if play.by == 0]
    assert turn.start == numbers[0] == 2 and turn.stop - 1 == numbers[-1] and len(numbers) == 3
    assert TURNS.turns(played.plays, 1) == []
    missed = (
        rolled.plays[:1],
        Playing(before(phase="roll")).chance(Rolled(ANY)).act(Token(gap)).put(E_OF_RULE).act("done"),
    )
    advised = missed[1].judged(4)
    s = missed[1].plays[1].before
    for move in advised.moves:
        s = do(s, move).state
    assert len(advised.moves) == 2 and s.phase == "release"


def test_a_base_has_no_review() -> None:
    s = state(circle="ED", gap=1, seats=2)
    played = Playing(s).put(places_of(s, offered(s)[0])[0])
    assert TURNS.turns(played.plays, 0) == []


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (2, {}, ""),
        (5, {"finding": "auto", "hand": "shaky"}, ""),
        (1, {}, LETTERS_SCORE),
        (2, {"scoring": "all"}, ALL_SCORE),
    ],
)
def test_only_words_that_score_one_a_turn_are_reviewed(
    monkeypatch: pytest.MonkeyPatch, seats: int, options: dict[str, Scalar], why: str
) -> None:
    monkeypatch.setattr(review, "unavailable_reason", str)
    assert TURNS.why_not(GAME, GAME.new(seats, options)) == why


def test_without_an_engine_there_is_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "unavailable_reason", lambda: "No engine.")
    assert TURNS.why_not(GAME, GAME.new(2, {})) == "No engine."


def test_the_registry_finds_the_judge_of_turns() -> None:
    assert registry.get("konexi").turn_review is TURNS

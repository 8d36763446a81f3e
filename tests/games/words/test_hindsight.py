"""Why a play was taken back, a turn was lost, or tiles cost points; and the word that decided."""

from __future__ import annotations

from tests.games.words.making import GAME, do, state, with_words
from tests.games.words.test_challenges import PHONY, game
from towergames.core.contract import event_text, reason_text
from towergames.games.words.model import Ruling

NAMES = ("Ann", "Bob")


def test_a_play_that_was_taken_back_is_explained_to_its_player_alone() -> None:
    before = do(game(), PHONY).state
    asked = do(before, "challenge").state
    step = GAME.apply_outcome(asked, Ruling(("TARDY",)))
    told = [reason_text(line, NAMES) for line in GAME.losses(asked, None, step, 0)]
    assert told == ["TARDY is not in the word list. Ann takes it back: -10."]
    assert told[0] == event_text(step.events[0], NAMES) + "."
    assert GAME.losses(asked, None, step, 1) == ()


def test_a_play_of_several_words_decides_with_all_its_points() -> None:
    before = state(with_words(("e5", "CAR", False), ("g5", "RO", True)), racks=("TNEINRS", "A"))
    step = do(before, "play g5 across T")
    assert [line.points for line in step.scores] == [4, 3]
    assert GAME.decisive(step, 0) == "CAT +7"


def test_the_word_that_decided_is_named_with_its_points() -> None:
    step = do(game(), PHONY)
    assert GAME.decisive(step, 0) == "TARDY +10"
    assert GAME.decisive(step, 1) == ""
    asked = do(step.state, "challenge").state
    back = GAME.apply_outcome(asked, Ruling(("TARDY",)))
    assert reason_text(GAME.decisive(back, 1), NAMES) == "Ann's TARDY taken back -10"

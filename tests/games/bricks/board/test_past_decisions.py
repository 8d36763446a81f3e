"""The answer to "What was best?": what was done, the best single step, and the best tower known, in words and drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.board.pictures import sound
from tests.games.bricks.board.tables import WORKED, begun, bench, built, player
from towergames.board.protocol import Comparison, PastDecision
from towergames.games.bricks import model
from towergames.games.bricks.board import BOARD
from towergames.games.bricks.game import GAME


def compared(lines: tuple[str, ...], made: str, best: model.Action | None = None, **options: Any) -> Comparison[Any]:
    state = built(*lines, **options)
    return BOARD.compare(player(state).context, PastDecision(GAME.parse(made, state), best, "hard"))


def test_three_sentences_say_what_was_done_what_was_best_and_which_tower_is_known() -> None:
    answer = compared((f"build {WORKED}", "take 1.5"), "take 1.4", model.Build(WORKED))
    done, step, tower = answer.sentences
    assert done.startswith("Ann takes yellow window off level 1: ") and done.endswith(" points.")
    assert step.startswith("The best single step was to place yellow window on level 1: +")
    assert tower.startswith("The best tower known has 75 points; it gains most by Different sizes +15")
    assert not [text for text in answer.sentences if "hard" in text.lower() or "#" in text or "1.4" in text]


def test_the_best_tower_is_drawn_over_the_tower_of_that_moment() -> None:
    p = bench("build A5RY R3HY W4RY / E4TB N5RB")
    answer = BOARD.compare(p.context, PastDecision(model.Take(1, 1), model.Build(WORKED), "hard"))
    p.see(replace(p.context, ui=answer.ui))
    picture = p.picture("board", (80, 15))
    sound(picture, 80, 15)
    assert "if built" in picture.canvas.text() and "╱╱╱" in picture.canvas.text()


def test_without_a_better_tower_the_best_step_is_drawn() -> None:
    answer = compared(("build A5RY R3HY",), "clear", model.Submit())
    assert len(answer.sentences) == 2 and answer.sentences[0].startswith("Ann clears the draft: ")
    assert answer.ui is not None and answer.ui.held
    legal = compared((f"build {WORKED}",), "submit", model.Build("A5RY"), puzzle=WORKED.replace(" /", ""))
    assert legal.sentences[0] == "Ann hands in a tower of 75 points."
    assert len(legal.sentences) == 2
    broken = compared(("build A5RY",), "submit")
    assert broken.sentences[0] == "Ann hands in a tower that breaks a rule."


def test_the_best_step_itself_is_called_so() -> None:
    state = built(f"build {WORKED}", "raise 1")
    answer = BOARD.compare(player(state).context, PastDecision(GAME.parse("raise 1", state), None))
    assert answer.sentences[1] == "No single step was better."
    assert compared((f"build {WORKED}", "copy b"), "draft a").sentences[0] == "Ann goes to draft a."


def test_a_card_is_compared_with_the_card_that_the_bot_takes() -> None:
    state = begun(2, mode="duel", puzzle="S-Y2FN9", first=1)
    c = player(state).context
    made, best = model.Pick(c.view.pool[0]), model.Pick("*")
    answer = BOARD.compare(c, PastDecision(made, best, "hard"))
    assert answer.sentences == ("The Hard bot's choice: take the wildcard.",) and answer.ui is not None
    assert BOARD.compare(c, PastDecision(best, best, "hard")).ui is None
    assert BOARD.compare(c, PastDecision(made, None, why=("Nothing is known.",))).sentences == ("Nothing is known.",)


def test_the_tower_that_the_results_are_measured_by_counts_too() -> None:
    state = built("build A5RY R3HY")
    c = replace(player(state).context, measure=model.Build(WORKED))
    assert "has 75 points" in BOARD.compare(c, PastDecision(model.Clear(), None)).sentences[2]
    other = replace(c, measure=model.Build("Z5TB"))
    assert len(BOARD.compare(other, PastDecision(model.Clear(), None)).sentences) == 2

"""Why something was lost, why the bots moved, and why a hint was given: now, and at an earlier position."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.helpers import do, null_table
from towergames import registry
from towergames.core.bot import Clock, Thought
from towergames.core.contract import Decide
from towergames.session import commands
from towergames.session.analysis import bot_finding, strongest
from towergames.session.context import context_at
from towergames.session.help import TableHints
from towergames.session.ui_memory import UiMemory
from towergames.table.match import Table
from towergames.table.opponents import Reasons
from towergames.table.save_file import load_file

SAVES = Path(__file__).parents[2] / "saves"

CLEO = "Cleo lost floor 4 of B, LANDLORD, to Ada's LANDLORD above it: 6 points less."
LOST = [
    ("takethat", "example-takethat", 2, 34, CLEO),
    ("konexi", "example-konexi-falls", 1, 36, "E touches the table. Bob loses 3 points."),
    ("leaning", "example-leaning-wreck", 1, 7, "P4 moved 30 mm, 3 allowed."),
    ("words", "example-words-challenges", 0, 20, "DUNAMS and UDS are not in the word list. Ann takes them back: -23."),
    ("bricks", "example-bricks-duel", 1, 56, "Most of that is Every 2 cards: 7 points to 0."),
]


@pytest.mark.parametrize(("save", "seat", "plays", "told"), [row[1:] for row in LOST], ids=[row[0] for row in LOST])
def test_what_a_player_lost_is_explained_in_every_game(save: str, seat: int, plays: int, told: str) -> None:
    table = Table(load_file(SAVES / f"{save}.jsonl").history)
    assert told in commands.why(table, Reasons(), seat, plays)
    other = (seat + 1) % len(table.names)
    assert told not in commands.why(table, Reasons(), other, plays)


def test_a_loss_is_explained_until_the_player_has_moved_again() -> None:
    table = Table(load_file(SAVES / "example-words-challenges.jsonl").history)
    bobs = next(number for number in range(22, 40) if table.history.plays[number - 1].by == 0)
    assert commands.why(table, Reasons(), 0, 20)
    assert commands.why(table, Reasons(), 0, bobs) == ()
    assert isinstance(table.history.plays[bobs - 1].before, Decide)


def test_an_earlier_position_has_the_reasons_that_were_given_until_then() -> None:
    table = null_table("", "easy", first=1, heap=40)
    reasons = Reasons()
    for mine, theirs, why in (("take 1", "take 2", "the second"), ("take 3", "take 1", "the first")):
        do(table, mine)
        do(table, theirs)
        reasons.add(table.history, table.moves - 1, why)
    reasons.refuse(0, "Take 1, 2 or 3.")
    assert commands.why(table, reasons, 0) == ("Take 1, 2 or 3.", "Bob takes 1. Why: the first.")
    assert commands.why(table, reasons, 0, table.moves) == ("Bob takes 1. Why: the first.",)
    assert commands.why(table, reasons, 0, table.moves - 2) == ("Bob takes 2. Why: the second.",)
    assert commands.why(table, reasons, 0, 0) == ()


def test_a_hint_and_its_reason_stay_with_the_position_in_which_it_was_given() -> None:
    table = null_table("", "easy", first=1, heap=40)
    reasons, at = Reasons(), table.moves
    reasons.advise(table.history, 0, "Hint: take 3. Why: the most.")
    assert commands.why(table, reasons, 0) == commands.why(table, reasons, 0, at) == ("Hint: take 3. Why: the most.",)
    assert commands.why(table, reasons, 1) == (), "the hint is of the person who asked"
    do(table, "take 1")
    do(table, "take 2")
    reasons.add(table.history, table.moves - 1, "the second")
    assert commands.why(table, reasons, 0) == ("Bob takes 2. Why: the second.",)
    assert commands.why(table, reasons, 0, at) == ("Hint: take 3. Why: the most.",)
    reasons.advise(table.history, 0, "Hint: take 1.")
    table.undo(0, (0,))
    do(table, "take 2")
    do(table, "take 2")
    assert reasons.advice(table.history, 0, table.moves) == "", "another position after as many plays"


def test_the_reason_of_a_hint_is_told_in_leaning_towers_and_after_the_game_went_on() -> None:
    table = Table(load_file(SAVES / "example-leaning.jsonl").history.copy(7))
    entry, reasons = registry.get("leaning"), Reasons()
    seat = table.turn.seat if isinstance(table.turn, Decide) else 0
    context = UiMemory(entry.board).at(context_at(table.history, seat, may_act=True), None)
    place = load_file(SAVES / "example-leaning.jsonl").history.plays[7].move
    hints = TableHints(entry.board, table, reasons)
    hints.found(context, Thought(place, "2 points, fewer than 1 in 50 falls."))
    (told,) = commands.why(table, reasons, seat, table.moves)[-1:]
    assert told.startswith("Hint: ") and told.endswith(" Why: 2 points, fewer than 1 in 50 falls.")
    assert "place " not in told and "turn" not in told, "words, no coordinates"


def test_the_reason_for_the_best_move_of_a_finished_game_names_the_players() -> None:
    history = load_file(SAVES / "example-takethat.jsonl").history
    level = strongest("takethat")
    assert level is not None
    finding = bot_finding(history, 23, level, Clock(24))
    assert "+6 when B scores, costs Ben 4; danger: a NOISE on top would cost Cleo 4." in finding.sentences

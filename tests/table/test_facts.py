"""Facts of a finished game: what each seat did, and whether the game counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tests.feats import Game
from towergames import registry
from towergames.core.contract import Event
from towergames.core.feat import Feats, FinishedGame, Mark, Marks
from towergames.table.facts import Facts, facts, version_of
from towergames.table.notes import Remark
from towergames.table.records import Branch
from towergames.table.save_file import load_file

DEAL = {"first": 0, "secrets": [2, 1]}


def ended(*bots: str, **options: str | int | bool) -> Game:
    """A null game of one piece: Ann takes it, and both show their secrets, 3 to 1."""
    return Game("null", bots=" ".join(bots), heap=1, **options).chance(DEAL).move("take 1")


def test_the_facts_of_a_game() -> None:
    found = ended("easy", polite=True).facts()
    assert (found.game, found.created, found.plays, found.rounds) == ("null", "2026-01-01T00:00:00Z", 2, 1)
    ann, bot = found.seats
    assert (ann.name, ann.bot, ann.points, ann.rank) == ("Ann", "", 3, 1)
    assert (bot.name, bot.bot, bot.points, bot.rank) == ("Bot easy", "easy", 1, 2)
    assert found.winners == (0,) and not found.alone
    assert (found.usual, found.setup) == (False, "heap 1, polite on")
    assert (found.day, found.attempt) == ("", 0)


def test_a_game_that_runs_or_was_played_on_has_no_facts() -> None:
    assert facts(Game("null").chance(DEAL).history) is None
    over = ended().history
    over.header = replace(over.header, branch=Branch("other", 1))
    assert facts(over) is None


def test_a_game_in_which_a_fall_was_taken_back_counts_nowhere() -> None:
    assert facts(ended().help(0, "take-back").history) is None


def test_a_shared_place_has_the_rank_of_its_best() -> None:
    game = Game("null", seats=3, heap=1).chance({"first": 0, "secrets": [1, 2, 1]}).move("take 1")
    assert [seat.rank for seat in game.facts().seats] == [1, 1, 3]


def test_help_is_counted_for_the_seat_that_used_it() -> None:
    found = ended().help(0).help(0).help(1, "lookup").facts()
    assert [seat.help for seat in found.seats] == [{"hint": 2}, {"lookup": 1}]
    game = ended()
    game.history.remarks.append(Remark(2, Event("edition", "Another list"), "", game.history.state))
    assert [seat.help for seat in game.facts().seats] == [{}, {}], "another edition of the list is no help"
    assert not found.unaided(0)


def test_the_usual_rules_may_be_chosen_differently() -> None:
    game = Game("null", heap=1, first=2)
    assert game.history.header.options["first"] == 2
    found = game.chance({"first": 1, "secrets": [2, 1]}).move("take 1").facts()
    assert found.setup == "heap 1", "who begins is no rule"


def test_a_person_is_found_without_regard_to_case() -> None:
    found = ended("easy").facts()
    assert found.seat_of("ANN") == 0
    assert found.seat_of("Bot easy") is None, "a bot is no person"


def test_a_game_alone() -> None:
    found = Game("null", seats=1, heap=1).chance({"first": 0, "secrets": [2]}).move("take 1").facts()
    assert found.alone and found.winners == (0,)


def test_the_marks_of_a_game_are_those_of_its_feats(monkeypatch: pytest.MonkeyPatch) -> None:
    def watch(game: FinishedGame, marks: Marks) -> None:
        for play in game.plays:
            for event in play.events("take"):
                assert play.before.heap - event.data["pieces"] == play.step.state.heap
                marks.note(event.seat, "take", event.data["pieces"], "a piece", play)

    monkeypatch.setattr(registry.Entry, "feats", Feats(3, watch))
    found = ended().facts()
    assert found.seats[0].marks == {"take": Mark(1, "a piece", 2)} and found.seats[1].marks == {}
    assert version_of("null") == "3.3"


def test_feats_that_fail_do_not_hide_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.Entry, "feats", Feats(1, lambda game, _marks: game.plays[99].number))
    found = ended().facts()
    assert [seat.marks for seat in found.seats] == [{}, {}] and found.seats[0].points == 3


@pytest.mark.parametrize("name", [path.stem for path in sorted(Path("saves").glob("example-*.jsonl"))])
def test_facts_are_written_and_read_without_a_loss(name: str) -> None:
    found = facts(load_file(Path("saves") / f"{name}.jsonl").history)
    assert found is not None
    written = msgspec.json.encode(found)
    assert msgspec.json.decode(written, type=Facts) == found and len(written) < 4000


def test_todays_task_has_its_day_and_counts_as_the_usual_rules() -> None:
    entry = registry.get("takethat")
    assert entry.daily is not None
    state = entry.game.new(2, entry.daily.options("2026-11-28"))
    over = replace(state, phase="over", points=(3, 9))
    game = Game("takethat", over, bots="normal", **entry.daily.options("2026-11-28"))
    game.history.header = replace(game.history.header, attempt=2)
    found = game.facts()
    assert (found.day, found.attempt, found.earns_medal, found.usual) == ("2026-11-28", 2, True, True)
    two = Game("takethat", over, **entry.daily.options("2026-11-28"))
    assert (two.facts().day, two.facts().attempt) == ("", 0), "two people do not play the task"

"""A whole game judged, and what that comes to."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

from tests.games.words.kit import moves, words_table
from towergames import registry
from towergames.core.contract import Decide
from towergames.games.words.model import Play
from towergames.games.words.review import REVIEW
from towergames.lexicon import load
from towergames.table.game_review import judge, most_missed, sweep, tallies, why_not
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.store import Store


def finished(tmp_path: Path) -> History:
    table = words_table(Store(tmp_path), "over")
    table.close()
    return table.history


def test_every_decision_is_judged_once_and_the_sums_are_those_of_the_pad(tmp_path: Path) -> None:
    history = finished(tmp_path)
    judged = [found for _, found in sweep(history) if found is not None]
    decisions = [n for n, play in enumerate(history.plays, start=1) if isinstance(play.before, Decide)]
    assert [j.play for j in judged] == decisions
    ann, bob = tallies(2, judged)
    for seat, tally in enumerate((ann, bob)):
        scored = sum(s.points for p in history.plays if p.by == seat for s in p.step.scores if s.points > 0)
        assert sum(j.finding.got_points for j in judged if j.seat == seat) == scored > 0
        assert tally.missed == sum(j.finding.missed for j in judged if j.seat == seat)
    assert (ann.share, ann.missed, ann.worst) == (100, 0, None), "the first player always took the best"
    assert bob.missed > 0 and bob.worst is not None and bob.worst.finding.missed > 0
    assert ann.best is not None and ann.best.finding.got_points == max(
        j.finding.got_points for j in judged if j.seat == 0
    )


def test_the_move_that_missed_most_is_a_person_s_where_people_played(tmp_path: Path) -> None:
    history = finished(tmp_path)
    judged = [found for _, found in sweep(history) if found is not None]
    ann, bob = history.header.seats
    worst = tallies(2, judged)[1].worst
    assert most_missed(history, judged) == worst is not None, "two people"
    history.header = replace(history.header, seats=(ann, replace(bob, bot="easy")))
    assert most_missed(history, judged) is None, "Ann always took the best"
    history.header = replace(history.header, seats=(replace(ann, bot="easy"), replace(bob, bot="easy")))
    assert most_missed(history, judged) == worst, "bots alone"


def test_a_running_game_and_a_game_without_a_reviewer_say_why(tmp_path: Path) -> None:
    running = words_table(Store(tmp_path), "on", most=3)
    assert "when the game is over" in why_not(running.history)
    assert list(sweep(running.history)) == []
    running.close()
    assert registry.get("takethat").review is None


def test_stopping_ends_the_sweep(tmp_path: Path) -> None:
    history = finished(tmp_path)
    done: list[int] = []
    for play, _ in sweep(history, lambda: len(done) >= 5):
        done.append(play)
    assert done == [1, 2, 3, 4, 5]


def phony(table: Table) -> Play:
    rack, known = table.view(0).racks[0], load("standard").words
    for tiles in itertools.permutations(rack, 3):
        if "".join(tiles) not in known and "Q" not in tiles:
            return Play(3, 3, False, "".join(tiles))
    raise AssertionError


def test_a_play_taken_back_is_judged_by_the_second_try(tmp_path: Path) -> None:
    table = words_table(Store(tmp_path), "doubted", most=0, checking="challenge")
    table.submit(0, phony(table))
    table.submit(1, table.parse("challenge"))
    table.submit(0, moves(table)[0])
    own = [n for n, play in enumerate(table.history.plays, start=1) if play.by == 0]
    first, second = (judge(table.history, play, REVIEW) for play in own)
    table.close()
    assert first is None
    assert second is not None and second.finding.found

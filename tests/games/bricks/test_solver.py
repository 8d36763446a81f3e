"""The solver: what it returns is legal and scored as the judge scores it, for any materials, readings and word list."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from multiprocessing.context import SpawnProcess
from threading import Thread

import pytest

from tests.combinations import first
from tests.games.bricks.making import TOGETHER
from towergames.core.bot import Clock
from towergames.games.bricks.deal import code_of, deal
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import missing
from towergames.games.bricks.rules import STANDARD, Readings
from towergames.games.bricks.solver import Solution, solve, workers
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.word_tables import WordTables
from towergames.lexicon import Lexicon, load, word_lists

STEPS = 5

READINGS = (STANDARD, *TOGETHER)


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return load("standard")


def check(found: Solution, cards: tuple[str, ...], words: Lexicon, readings: Readings) -> None:
    assert found.tower is not None
    ledger = judge(found.tower, words, readings)
    assert ledger.legal, ledger.violations
    assert ledger.score == found.score and not missing(found.tower, cards)
    assert found.bound is not None and found.score is not None and found.score <= found.bound


@pytest.mark.parametrize(("number", "size"), list(enumerate(["standard", "eight", "six", "mini"])))
def test_a_solution_is_legal_and_scored_by_the_judge(number: int, size: str, words: Lexicon) -> None:
    cards = deal(code_of(size, 700 + number))
    found = solve(cards, words, READINGS[number], clock=Clock(STEPS), seed=number)
    check(found, cards, words, READINGS[number])


def test_many_cards_and_another_list() -> None:
    from towergames.games.bricks.deal import DECK

    words = word_lists.add("few", ["TOWER", "TOE", "ROW", "SEA", "AREA", "EARTH"])
    cards = (*DECK, "#R", "#R", "#R", "#B", "#Y", "*")
    check(solve(cards, words, clock=Clock(STEPS), seed=5), cards, words, STANDARD)


@pytest.mark.parametrize("cards", [(), ("*",), ("A5RY", "B4RB", "*"), ("#R",) * 9, ("A1TR", "C2TR", "E3TR")])
def test_too_few_cards_are_told_as_that(cards: tuple[str, ...], words: Lexicon) -> None:
    found = solve(cards, words, clock=Clock(STEPS))
    assert found.tower is None and found.score is None
    assert found.proven and "bricks" in found.bound_how


def test_cards_that_make_no_tower_give_none(words: Lexicon) -> None:
    found = solve(("A5RY",) * 7, words, clock=Clock(4))
    assert found.tower is None and found.score is None


def test_searches_know_a_list_that_does_not_ship() -> None:
    few = word_lists.add("fewer", ["TOWER", "TOE", "ROW"])
    cards = deal(code_of("mini", 3))
    found = solve(cards, few, clock=Clock(STEPS), seed=1, searches=2)
    check(found, cards, few, STANDARD)


def test_improvements_are_told_as_they_come(words: Lexicon) -> None:
    told: list[Solution] = []
    found = solve(deal(code_of("six", 4)), words, clock=Clock(2 * STEPS), on_improvement=told.append)
    scores = [each.score or 0 for each in told]
    assert scores == sorted(set(scores)) and scores
    assert told[-1].score == found.score


def test_it_can_be_stopped_from_another_thread(words: Lexicon) -> None:
    clock = Clock()
    threading.Timer(0.3, clock.stop).start()
    solve(deal(code_of("mini", 4)), words, clock=clock, searches=1)


def test_an_error_of_a_search_is_raised_where_it_can_be_seen(words: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(population: object) -> None:
        raise RuntimeError("so it goes")

    monkeypatch.setattr("towergames.games.bricks.solver.population.Population.step", fail)
    with pytest.raises(RuntimeError, match="so it goes"):
        solve(deal(code_of("mini", 4)), words, clock=Clock(STEPS))


CARDS = deal(code_of("six", 3))

SEARCH = """
import multiprocessing, threading, time
from towergames.core.bot import Clock
from towergames.games.bricks.deal import code_of, deal
from towergames.games.bricks.solver import solve
from towergames.lexicon import load

arguments = dict(clock=Clock(seconds=300), searches=2)
threading.Thread(target=solve, args=(deal(code_of("six", 3)), load("standard")), kwargs=arguments).start()
while len(multiprocessing.active_children()) < 3:  # two searches and the bound
    time.sleep(0.05)
print(*[child.pid for child in multiprocessing.active_children()], flush=True)
time.sleep(300)
"""


def found_by(searches: int) -> Solution:
    return solve(CARDS, load("standard"), clock=Clock(5), seed=9, searches=searches)


@pytest.fixture(scope="module")
def alone() -> Solution:
    return found_by(0)


@pytest.fixture(scope="module")
def beside() -> Solution:
    return found_by(2)


def test_of_two_searches_the_better_one_wins(alone: Solution, beside: Solution) -> None:
    assert (beside.score or 0) >= (alone.score or 0) and beside.steps == 2 * alone.steps


@pytest.mark.usefixtures("slow_processes")
def test_a_process_finds_what_this_one_finds(alone: Solution) -> None:
    there = found_by(1)
    assert (alone.tower, alone.score, alone.steps) == (there.tower, there.score, there.steps)
    assert not multiprocessing.active_children()


def test_without_processes_this_one_does_the_same_work(beside: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "search", lambda *_: iter(()))
    here = found_by(2)
    assert (beside.tower, beside.score, beside.steps) == (here.tower, here.score, here.steps)


def test_an_error_of_a_worker_is_raised_here(words: Lexicon) -> None:
    materials = Materials(CARDS, STANDARD)

    def broken() -> Faces:
        faces = Faces(materials, WordTables(materials, words))
        faces.slots = 0
        return faces

    with pytest.raises((IndexError, ValueError)):
        list(workers.search(broken, [1], Clock(5)))
    assert not multiprocessing.active_children()


def test_processes_end_when_the_clock_is_stopped(words: Lexicon) -> None:
    materials, clock = Materials(CARDS, STANDARD), Clock()
    for message in workers.search(lambda: Faces(materials, WordTables(materials, words)), [1, 2], clock):
        assert message.steps > 0
        clock.stop()
    assert not multiprocessing.active_children()


UNDER_A_SCREEN = """
import io, sys
from towergames.core.bot import Clock
from towergames.games.bricks.deal import code_of, deal
from towergames.games.bricks.rules import STANDARD
from towergames.games.bricks.solver import workers
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.word_tables import WordTables
from towergames.lexicon import load

class Capture(io.StringIO):
    def fileno(self):
        return -1

sys.stderr = Capture()
materials = Materials(deal(code_of("mini", 3)), STANDARD)
faces = Faces(materials, WordTables(materials, load("standard")))
print(sum(message.steps for message in workers.search(lambda: faces, [1], Clock(3))))
"""


def test_processes_start_where_a_screen_has_captured_stderr() -> None:
    done = subprocess.run([sys.executable, "-c", UNDER_A_SCREEN], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("3\n", "")


@pytest.mark.usefixtures("slow_processes")
def test_threads_that_start_processes_at_once_leave_stderr_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SpawnProcess, "start", lambda _: time.sleep(0.2))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    before, materials = sys.stderr, Materials(CARDS, STANDARD)
    search = workers.search(lambda: materials, [1], Clock(0))
    first = Thread(target=list, args=(search,))
    first.start()
    time.sleep(0.1)
    list(workers.search(lambda: materials, [2], Clock(0)))
    first.join()
    assert sys.stderr is before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("how", first(1, ["SIGKILL", "SIGTERM"]))
def test_processes_end_with_the_program(how: str) -> None:
    program = subprocess.Popen([sys.executable, "-c", SEARCH], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    pids = [int(pid) for pid in program.stdout.readline().split()]
    assert len(pids) == 3
    program.send_signal(getattr(signal, how))
    program.wait()
    program.stdout.close()
    while any(alive(pid) for pid in pids):  # the limit of the test run ends this loop if they stay
        time.sleep(0.1)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

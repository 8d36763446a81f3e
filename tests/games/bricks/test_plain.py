"""Brick Tower line by line: a whole puzzle with drafts, wildcards, help in steps, and the best tower beside it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from signal import SIGINT
from typing import Any

import pytest

from tests.plain.helpers import converse, header_of, play
from towergames.board.protocol import AnyContext, Hint
from towergames.core.bot import Clock
from towergames.games.bricks.board.analysis import STEPS_OF_THE_DAY, BricksAnalysis
from towergames.games.bricks.deal import daily_code, deal, quick_tower
from towergames.games.bricks.judge import judge
from towergames.games.bricks.model import Build
from towergames.games.bricks.pieces import read_tower, write_tower
from towergames.games.bricks.solver import Solution
from towergames.games.bricks.tutorial import TUTORIAL
from towergames.lexicon import load
from towergames.plain.console import Console
from towergames.plain.lessons import LessonConversation
from towergames.run_request import RunRequest
from towergames.signals import Terminated
from towergames.table.save_file import load_file

SEARCH = BricksAnalysis.search
"""As it is, before fixtures hush it."""
MINE = "O4HY T4TY W3TY #Y / F4TB H5RB #B / Q1RR+1 S2HR / O2RR"
BEST = "I5RY #Y O4HY T4TY / G2HB #B H5RB / N4HR Q1RR+1 / #R (F4TB+W3TY)=#R O2RR S2HR *=X1HR-1 / O2RB"


BETTER = "#Y I5RY O4HY T4TY *=#Y / N4HR S2HR / H5RB / #B G2HB O2RB / O2RR Q1RR-1 (F4TB+W3TY)=Z1HR-1 #R"


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of no time."""

    def search(
        _: BricksAnalysis, c: AnyContext, clock: Clock, tell: Callable[[Any], None], known: Any = ()
    ) -> Hint[Any, Any]:
        assert not clock.over(0)
        tell(Hint("75 points after 0.1 s.", Build(BEST)))
        return Hint("The best tower found has 75 points.", Build(BEST))

    monkeypatch.setattr(BricksAnalysis, "search", search)


def conversation(
    tmp_path: Path, *lines: str, seats: tuple[str, ...] = ("Ann",), save: str = "test", **options: Any
) -> str:
    header = header_of(*seats, game="bricks", puzzle="M-G2XEW", **options)
    code, text = play(tmp_path, header, lines, save)
    assert code == 0 and "Not understood" not in text and "Refused" not in text
    return text


def test_a_whole_puzzle_is_built_by_typing(tmp_path: Path) -> None:
    steps = ["place O4HY +", "place T4TY 1.2", "place F4TB +", "place W3TY 1.3", "place H5RB 2.2", "place * 2.3"]
    steps += ["declare 2.3 #B", "place S2HR +", "place Q1RR 3.1", "adjust 3.1 +1", "place O2RR +", "place #Y 1.1"]
    steps += ["move 1.1 1.4", "take 2.3", "undo", "raise 1", "lower 2", "swap 1.1 1.1", "try submit"]
    text = conversation(tmp_path, *(step for step in steps if not step.startswith("swap")), "submit", "yes")
    assert "47 points" in text and "To share: Brick Tower M-G2XEW: Ann 47 points\n" in text
    assert load_file(tmp_path / "test.jsonl").finished


@pytest.mark.parametrize(
    ("tower", "told"),
    [
        ("", "An empty tower scores nothing."),
        ("O4HY T4TY", 'The tower breaks "4 levels A to Z" and "No-vowel level", so it would score nothing.'),
        (MINE, "All rules kept, 47 points."),
    ],
)
@pytest.mark.parametrize("answer", ["yes", "submit", ":Y"])
def test_handing_in_is_confirmed(tmp_path: Path, tower: str, told: str, answer: str) -> None:
    build = [f"build {tower}"] if tower else []
    text = conversation(tmp_path, *build, "submit", "no", "submit", "board", "place N4HR +", "submit", save="a")
    joined = " ".join(text.split())
    assert joined.count("Type yes to hand it in, or no.") == 3 and told in joined
    assert "Nothing was done." in text and not load_file(tmp_path / "a.jsonl").finished
    conversation(tmp_path, *build, "submit", answer, save="b")
    assert load_file(tmp_path / "b.jsonl").finished
    text = conversation(tmp_path, *build, "submit", "ledger 1", answer, save="c")
    assert "The question is closed. The move was not made." in text
    assert not load_file(tmp_path / "c.jsonl").finished


@pytest.mark.parametrize(("answers", "done"), [((":no", "submit", ":Yes"), True), (("no", "yes"), False)])
def test_handing_in_is_confirmed_in_the_lesson_too(answers: tuple[str, ...], done: bool) -> None:
    out, moves = io.StringIO(), ["".join(lesson.accept[:1]) for lesson in TUTORIAL.lessons]
    source = io.StringIO("\n".join([*moves, *answers, "quit"]) + "\n")
    assert LessonConversation(TUTORIAL, Console(source, out)).run() == done
    assert "Type yes to hand it in, or no." in out.getvalue()
    assert "Nothing was done." in out.getvalue()


def test_the_ledger_and_two_drafts_are_told_rule_by_rule(tmp_path: Path) -> None:
    lines = [f"build {MINE}", "ledger 14", "ledger r-17", "ledger 99", "ledger", "compare b", "copy b", "take 1.4"]
    text = conversation(tmp_path, *lines, "compare a", "compare z", "help all")
    assert text.count("Different sizes (14): +12, sizes 4 3 2 1.") == 2
    assert text.count("A multiple of 4 (17): kept.") == 2
    assert "Type the name of a rule, or a number from 1 to 36." in text and "You have only this draft" in text
    assert "Draft b: all rules kept, " in text and "Draft a: all rules kept, 47 points." in text
    assert "Different sizes (14): b 0, a 12, sizes 4 3 2 1." in text
    assert "Draft z does not exist. Compare with a." in text
    assert (
        "ledger [RULE]: the score sheet: what each of the 36 rules" in text and "compare DRAFT: another draft" in text
    )


def test_help_comes_in_steps_then_from_a_search_and_is_counted(tmp_path: Path) -> None:
    text = conversation(tmp_path, "place O4HY +", "hint", "hint", "hint", "hint", "place T4TY 1.2", "hint")
    assert text.count("Hint: Place ") == 2 and text.count("Hint: 4 levels A to Z (1) is broken") == 1
    assert "Type: place " in " ".join(text.split()) and "Searching for 20 seconds." in text
    assert f"Hint: build {BEST}"[:60] in text
    assert load_file(tmp_path / "test.jsonl").history.assists == {"hint": 2}


def test_the_best_tower_stands_beside_yours_rule_by_rule_with_medals(tmp_path: Path) -> None:
    text = conversation(tmp_path, f"build {MINE}", "submit", "yes", "best 1")
    assert "Type best to see the best result" in text
    joined = " ".join(text.split())
    assert "Different sizes (14): Ann 12, the best 15, sizes 4 3 2 5 1." in joined
    assert "Best tower known: 75 points; bronze from 38, silver from 53, gold from 68." in joined
    assert "Ann: bronze." in text and "Ann 47 points, bronze (best known 75)" in joined
    assert load_file(tmp_path / "test.jsonl").history.assists == {}


def searching(monkeypatch: pytest.MonkeyPatch, tower: str, points: int) -> list[Clock]:
    """A solver of no time that finds one tower; the clocks that it was given."""
    clocks: list[Clock] = []

    def solve(*_: Any, clock: Clock, **__: Any) -> Solution:
        clocks.append(clock)
        return Solution(read_tower(tower), points, 0.1, 1, 200, "it is loose", False)

    monkeypatch.setattr(BricksAnalysis, "search", SEARCH)
    monkeypatch.setattr("towergames.games.bricks.solver.solve", solve)
    return clocks


BRONZE = "Best tower known: 75 points; bronze from 38, silver from 53, gold from 68. Ann: bronze."


def test_a_medal_stays_whatever_is_found_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searching(monkeypatch, BEST, 75)
    text = " ".join(conversation(tmp_path, f"build {MINE}", "submit", "yes", "best").split())
    assert BRONZE in text and "Medals" not in text
    searching(monkeypatch, BETTER, 78)
    _, text = converse(["best", "quit"], RunRequest("open", tmp_path, save="test"))
    joined = " ".join(text.split())
    assert joined.count(BRONZE) == 2, "told when the save is opened, and after the search"
    assert "The best tower found has 78 points" in joined and "78 points;" not in joined.split("Ann: bronze", 1)[0]
    _, text = converse(["quit"], RunRequest("open", tmp_path, save="test"))
    assert BRONZE in " ".join(text.split())


@pytest.mark.parametrize("lines", [("hint",) * 4, ("best",)])
def test_what_a_hint_found_sets_bars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...]) -> None:
    searching(monkeypatch, BEST, 75)
    conversation(tmp_path, *lines, "quit", save="first")
    searching(monkeypatch, MINE, 47)
    _, text = converse([f"build {MINE}", "submit", "yes", "best", "quit"], RunRequest("open", tmp_path, save="first"))
    assert BRONZE in " ".join(text.split())
    text = conversation(tmp_path, f"build {MINE}", "submit", "yes", "best", save="second")
    assert BRONZE in " ".join(text.split()), "an earlier game of the same puzzle"
    text = conversation(tmp_path, f"build {MINE}", "submit", "yes", "best", save="other", words="wide")
    assert "Best tower known: 48 points" in " ".join(text.split()), "another word list is another puzzle"


def test_the_puzzle_of_a_day_is_measured_by_so_many_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tower = quick_tower(deal(daily_code("2026-11-21", "mini")))
    assert tower is not None
    points = judge(tower, load("standard")).score
    clocks = searching(monkeypatch, write_tower(tower), points or 0)
    lines = [f"build {write_tower(tower)}", "submit", "yes"]
    _, text = play(tmp_path, header_of("Ann", game="bricks", puzzle="2026-11-21", size="mini"), lines)
    joined = " ".join(text.split())
    assert [clock.iterations for clock in clocks] == [STEPS_OF_THE_DAY], "one search is the house too"
    assert f"Searching {STEPS_OF_THE_DAY} steps" in joined
    assert f"The day's search: {points} points; " in joined and "Ann: gold." in joined
    code = daily_code("2026-11-21", "mini")
    line = f"Brick Tower {code} of 2026-11-21: Ann {points} points"
    assert f"first try: {points} of {points}, gold." in joined
    assert f"To share: {line}, gold (the search {points}), first attempt" in joined
    again = header_of("Ann", game="bricks", puzzle="2026-11-21", size="mini")
    _, text = play(tmp_path, again, [*lines, "best 1"], "again")
    assert f"{line}, gold (the search {points}), attempt 2" in " ".join(text.split())
    assert [clock.iterations for clock in clocks] == [STEPS_OF_THE_DAY] * 2, "a second attempt waits until it is asked"
    _, text = converse(["best 1", "quit"], RunRequest("open", tmp_path, save="again"))
    assert [clock.iterations for clock in clocks][2:] == [None], "a search by the clock changes no medal"
    assert f"{line}, gold (the search {points}), attempt 2" in " ".join(text.split())


def test_the_puzzle_of_a_day_has_no_medals_while_its_search_is_stopped_or_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tower = quick_tower(deal(daily_code("2026-11-21", "mini")))
    assert tower is not None
    points = judge(tower, load("standard")).score or 0
    clocks = searching(monkeypatch, write_tower(tower), points)
    search: list[BaseException] = [Terminated(SIGINT), RuntimeError("a fault")]

    def ends(*_: Any) -> Any:
        raise search.pop(0)

    line = f"To share: Brick Tower {daily_code('2026-11-21', 'mini')} of 2026-11-21: Ann {points} points, first attempt"
    monkeypatch.setattr(BricksAnalysis, "search", ends)
    lines = [f"build {write_tower(tower)}", "submit", "yes"]
    _, text = play(tmp_path, header_of("Ann", game="bricks", puzzle="2026-11-21", size="mini"), lines)
    stopped = " ".join(text.split())
    assert "You stopped the search." in stopped and f"first try: {points} points." in stopped and line in stopped
    _, text = converse(["quit"], RunRequest("open", tmp_path, save="test"))
    failed = " ".join(text.split())
    assert "search" in failed and f"first try: {points} points." in failed and "points, gold" not in failed
    monkeypatch.setattr(BricksAnalysis, "search", SEARCH)
    _, text = converse(["quit"], RunRequest("open", tmp_path, save="test"))
    assert f"first try: {points} of {points}, gold." in " ".join(text.split()) and len(clocks) == 1


def test_a_game_played_on_from_a_replay_earns_no_medal_and_help_is_told_to_others(tmp_path: Path) -> None:
    conversation(tmp_path, "place O4HY +", "hint", "take 1.1", f"build {MINE}", "submit", "yes")
    request = RunRequest("replay", tmp_path, path=tmp_path / "test.jsonl")
    _, text = converse(["go 3", "play", f"build {MINE}", "submit", "yes", "best 1", "quit"], request)
    joined = " ".join(text.split())
    assert "Played on from test after move 3. It does not count in records." in joined
    assert "Help used: 1 hint." in joined and "Best tower known: 75 points." in joined
    assert "bronze" not in joined and "To share" not in joined and "M-G2XEW:" not in joined
    _, text = converse(["best 1", "quit"], RunRequest("open", tmp_path, save="test"))
    assert "bronze (best known 75), with help" in " ".join(text.split())


def test_a_typed_word_counts_in_the_result_and_the_best_tower_has_its_own(tmp_path: Path) -> None:
    text = conversation(tmp_path, f"build {MINE}", "submit SHOT", "yes", "best", longest="typed")
    joined = " ".join(text.split())
    assert "Longest word (19): Ann 4, the best 10, SHOOTING." in joined
    assert "Ann 46 points" in joined and "Best tower known: 75 points" in joined


def test_where_a_piece_cannot_go_the_refusal_says_where_a_level_is_begun(tmp_path: Path) -> None:
    header = header_of("Ann", game="bricks", puzzle="M-G2XEW")
    _, text = play(tmp_path, header, ["place O4HY 1.1", "place O4HY 0+", "place T4TY 2.1"])
    assert "There is no level 1; the tower has no level yet. 0+ starts one on top. B-22" in " ".join(text.split())
    assert "There is no level 2; the tower has 1 level. 1+ starts one on top. B-22" in " ".join(text.split())


def test_other_games_have_nothing_to_search_for(tmp_path: Path) -> None:
    _, text = play(tmp_path, header_of("Ann", "bot:random", first=1), ["best", "ledger"])
    assert "This game has no search." in text and "Not understood" in text
